"""The page as people use it, in Chromium: figures, edits, mistakes, documents, links, keys, no network."""

from __future__ import annotations

import json
import random
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from combin.certificate.body import certificate_hash
from combin.game import games
from combin.rules.load import load_rules
from combin.site.bridge import answer, ask
from combin.site.build import PAGE
from tests.site.test_bridge import HIGH, TWO_CARDS
from tests.site_browser.conftest import ANSWER, HARD_START, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FilePayload, Page

pytestmark = pytest.mark.browser

TABS = ("games", "rules", "workbench", "hand", "jackpot", "session", "audit", "take")
FLUSH = '[data-key="pay_tables pair_plus A flush"]'
PAIR_PLUS = "[data-wager=pair_plus]"


def exact(page: Page, wager: str, value: str) -> None:
    """Wait until the card of a wager shows an exact edge."""
    value = value.replace("-", "−")
    page.locator(f"[data-wager={wager}] .exact", has_text=value).wait_for()
    assert page.locator(f"[data-wager={wager}] .exact").inner_text() == value


def figures(rules: dict[str, str]) -> dict[str, Any]:
    """The figures of a game as the page is given them."""
    return json.loads(answer(json.dumps({"ask": "figures", **rules})))  # type: ignore[no-any-return]  # of JSON


def put(page: Page, cell: str, value: str) -> None:
    page.locator(cell).fill(value)
    page.locator(cell).press("Enter")


def test_figures_can_be_read_without_any_script(browser: Browser, home: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(home)
    row = page.locator("tr", has_text="Crown Melbourne")
    assert "Play Q-6-4 or better, fold the rest." in row.inner_text()
    assert "686689/20358520" in row.inner_text()
    context.close()


def test_a_folder_that_is_opened_as_a_file_does_the_same(browser: Browser, site: Path) -> None:
    context = browser.new_context(accept_downloads=True)
    asked = list[str]()
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(f"{site.as_uri()}/index.html#game=crown-melbourne")
    page.locator("html[data-python=ready]").wait_for(timeout=HARD_START)
    put(page, FLUSH, "3")
    exact(page, "pair_plus", "402/5525")
    page.click("#tab-take")
    with page.expect_download(timeout=HARD_START):
        page.click("[data-take=card]")
    page.reload()
    page.click("#tab-workbench")
    exact(page, "pair_plus", "402/5525")
    assert [url for url in asked if not url.startswith((site.as_uri(), "blob:null/"))] == []
    context.close()


def test_an_edit_is_followed_by_every_figure(page: Page) -> None:
    exact(page, "pair_plus", "128/5525")
    put(page, FLUSH, "3")
    exact(page, "pair_plus", "402/5525")
    assert "originally 2.3167%" in page.locator(PAIR_PLUS).inner_text()
    page.locator("#counted", has_text="Confirmed").wait_for()
    assert page.locator("#toml").input_value().endswith("[pay_tables.pair_plus.A]\nflush = 3\n")
    page.get_by_role("button", name="Undo").click()
    exact(page, "pair_plus", "128/5525")
    page.get_by_role("button", name="Redo").click()
    exact(page, "pair_plus", "402/5525")
    page.locator("#toml").fill('extends = "crown-melbourne"\n[dealer]\nqualifies = "K high"\n')
    exact(page, "pair_plus", "128/5525")
    page.locator("#workbench summary", has_text="dealer").first.click()
    assert page.locator('[data-key="dealer qualifies"]').input_value() == "K high"
    assert "Originally: Play Q-6-4" in page.locator("#workbench").inner_text()
    page.get_by_role("button", name="Compare with the original").click()
    page.locator("#comparison", has_text="with king high or better").wait_for()


def test_a_pay_is_counted_as_it_is_typed_and_questioned_where_nobody_could_mean_it(page: Page) -> None:
    page.locator(FLUSH).fill("3")
    assert page.locator(f"{PAIR_PLUS} .exact").inner_text() == "402/5525"
    page.locator("#counted", has_text="yet to confirm").wait_for()
    page.locator(FLUSH).press("Enter")
    page.locator("#counted", has_text="Confirmed").wait_for()
    put(page, FLUSH, "1000000000")
    page.locator(".meant", has_text="Above 4.47 for flush, Pair Plus returns more").wait_for()
    put(page, FLUSH, "x")
    page.locator(f"{FLUSH}[aria-invalid]").wait_for()
    page.locator('[data-table="pair_plus"] .mistake', has_text="not an exact number").wait_for()
    put(page, '[data-key="pay_tables jackpot 1 flush"]', "90")
    page.locator("[data-jackpot=jackpot] .edge", has_text="54.2263%").wait_for()


def test_a_strategy_by_the_dealers_card_is_a_grid(page: Page) -> None:
    opened(page, "ultimate-three-card-poker")
    row = page.locator(".grid tr", has=page.get_by_role("rowheader", name="K-8-3", exact=True))
    assert row.locator("td").all_inner_texts() == [*"1" * 11, "*", "F"]
    assert row.locator("td.fold").count() == 1


@pytest.mark.parametrize("game", ["crown-melbourne", "three-card-poker-joker", "edge-sorting"])
def test_random_edits_are_those_of_the_program(page: Page, game: str) -> None:
    from playwright.sync_api import expect

    opened(page, game)
    rules: dict[str, Any] = {"name": game, "text": f'extends = "{game}"\n'}
    cells = page.locator("td.pays input")
    keys = [cells.nth(place).get_attribute("data-key") for place in range(cells.count())]
    chance = random.Random(game)
    for _ in range(3):
        key, value = chance.choice(keys), str(chance.randint(1, 60))
        (line,) = (
            line
            for table in ask({"ask": "figures", **rules})["tables"]
            for line in table["lines"]
            if " ".join(line["place"]) == key
        )
        value = str(int(value) + 1) if value == line["pays"] else value
        rules |= ask({"ask": "edit", **rules, "place": line["place"], "kind": "number", "value": value})
        put(page, f"[data-key={json.dumps(key)}]", value)
        expect(page.locator("#toml")).to_have_value(rules["text"], timeout=ANSWER)
        for wager in ask({"ask": "figures", **rules})["wagers"]:
            exact(page, wager["id"], wager["exact"])


COUNTED = """([script, found, edited]) => {
    const { results, figures, outcomesOf, fraction } = new Function(`${script}; return {
        results, figures, outcomesOf, fraction };`)();
    const cells = edited.tables.flatMap((table) => table.lines.map((line) =>
        [line.place.slice(1, 4).join(" "), fraction(line.pays) ?? fraction(0)]));
    const exact = edited.outcomes.map(([net, count]) => [fraction(net), BigInt(count)]);
    const sums = Object.entries(found.counts).map(([id, counts]) => [id, results(counts, new Map(cells))]);
    return {
        wagers: Object.fromEntries(sums.map(([id, one]) => [id, figures(one)])),
        outcomes: Object.fromEntries(sums.map(([id, one]) =>
            [id, outcomesOf(one).map((line) => [line.line, line.chance, line.part])])),
        exact: outcomesOf({ outcomes: exact, total: exact.reduce((all, [, count]) => all + count, 0n) })
            .map((line) => [line.line, line.chance, line.part]),
        moved: sums.filter(([, one]) => one.moved).length,
    };
}"""


def test_pays_counted_by_the_page_are_those_of_the_program(browser: Browser) -> None:
    page = browser.new_page()
    script = (PAGE / "counts.js").read_text(encoding="utf-8").replace("export ", "")
    moved = 0
    for game in (*games(), "high"):
        text = HIGH if game == "high" else f'extends = "{game}"\n'
        chance, found = random.Random(game), figures({"name": game, "text": text})
        cells = [line for table in found["tables"] for line in table["lines"] if line["pays"] != "lose"]
        cells = [line for line in cells if game != "high" or line["line"] == "Q high"]
        for line in chance.choices(cells, k=5 * bool(cells)):
            pay = chance.choice(["0", "1/3", "2.5", str(chance.randint(2, 99)), "7777777777"])
            pay = f"{chance.randint(1, 99)}%" if line["unit"] == "meter" else pay
            asked = {"name": game, "text": text, "place": line["place"], "kind": "number", "value": pay}
            text = ask({"ask": "edit", **asked})["text"]
            edited = figures({"name": game, "text": text})
            counted = page.evaluate(COUNTED, [script, found, edited])
            moved += counted["moved"]
            for wager in edited["wagers"]:
                own = counted["wagers"].get(wager["id"], {})
                assert {name: wager[name] for name in own} == own, (text, wager["id"])
            base = edited["wagers"][0]["id"]
            assert counted["outcomes"].get(base, counted["exact"]) == counted["exact"]
            jackpots = {name: one["jackpot"] for name, one in edited["counts"].items() if "jackpot" in one}
            assert all(counted["wagers"][name]["exact"] == one["exact"] for name, one in jackpots.items())
    page.close()
    assert moved


def test_a_mistake_is_shown_at_its_line(page: Page) -> None:
    page.locator("#toml").fill('extends = "crown-melbourne"\n\n[dealer]\nqualifes = "K high"\n')
    mistake = page.locator("#error .mistake")
    mistake.wait_for()
    assert mistake.inner_text().startswith("crown-melbourne.toml:4: dealer.qualifes: unknown key")
    assert page.locator(".gutter .wrong").inner_text().strip() == "4"
    page.locator("#file").set_input_files(
        {"name": "broken.toml", "mimeType": "application/toml", "buffer": b"a = = 1\n"}
    )
    page.locator("#error .mistake", has_text="broken.toml:1: not TOML").wait_for()


def test_pay_tables_are_listed_for_a_target_edge(page: Page) -> None:
    page.get_by_label("House edge in %").fill("3")
    page.get_by_role("button", name="List pay tables").click()
    first = page.locator("#designs tbody tr").first
    edge = first.locator("td").nth(1).inner_text()
    first.get_by_role("button").click()
    page.locator(f"{PAIR_PLUS} .edge", has_text=edge).wait_for()


def test_other_tabs_answer(page: Page) -> None:
    page.click("#tab-hand")
    for card in ("Qs", "6h", "4d"):
        page.click(f'[data-card="{card}"]')
    page.locator(".decision.play", has_text="play").wait_for()
    page.locator("#hand .row", has_text="Your cards").get_by_label("Put back queen of spades").click()
    page.locator("#explained", has_text="still to choose: 1").wait_for()
    page.click('[data-card="2c"]')
    page.locator(".decision.fold", has_text="fold").wait_for()
    page.click("#tab-jackpot")
    page.locator("#worth .card", has_text="11.1298%").wait_for(timeout=HARD_START)
    page.locator("#jackpot").get_by_label("Current meter").first.fill("200000")
    page.locator("#worth .card", has_text="meter at $200,000").wait_for(timeout=HARD_START)
    assert page.locator("#jackpot").get_by_label("Increment rate").input_value() == "34.06"
    assert page.locator("#jackpot").get_by_role("textbox", name="Seats").input_value() == "9"
    page.locator("#jackpot").get_by_label("Seed", exact=False).first.fill("20000")
    page.locator("#worth", has_text="increment rate 32.51%").wait_for(timeout=HARD_START)
    page.click("#tab-session")
    page.locator("#evening", has_text="The total").wait_for()
    page.click("#tab-audit")
    page.locator("#claims .claim").first.wait_for()
    page.locator('[data-verdict="cannot occur"]').click()
    assert page.locator(".claim").count() < 50
    page.click("#tab-workbench")
    put(page, FLUSH, "3")
    exact(page, "pair_plus", "402/5525")
    page.click("#tab-audit")
    page.locator("#edited", has_text="1 of 10 checks is no longer that of the original").wait_for()
    assert re.search(r"The \d+ claims of the document are left out", page.locator("#edited").inner_text())
    page.click("#tab-workbench")


def test_rules_are_told_in_words_and_the_poster_is_shown(page: Page) -> None:
    page.click("#tab-rules")
    page.locator("#rules td", has_text="The dealer qualifies with queen high or better").wait_for()
    poster = page.locator(".poster img")
    poster.wait_for()
    page.wait_for_timeout(500)
    assert poster.evaluate("one => one.naturalWidth") > 500
    page.click("#tab-workbench")
    page.locator("#toml").fill('extends = "crown-melbourne"\n[dealer]\nqualifies = "K high"\n')
    page.click("#tab-rules")
    page.locator("#rules td", has_text="The dealer qualifies with king high or better").wait_for()
    assert page.locator(".poster .notice").count() == 1


def test_a_jackpot_has_no_price_and_no_meter_that_its_rules_do_not_state(page: Page) -> None:
    opened(page, "resorts-world-sentosa")
    page.click("#tab-jackpot")
    page.get_by_role("button", name="Use our example").wait_for(timeout=HARD_START)
    for label in ("Price", "Seed", "Increment rate", "Current meter", "Seats"):
        field = page.locator("#jackpot").get_by_label(label).first
        assert (field.input_value(), field.get_attribute("placeholder")) == ("", "not stated by the rules")
    assert page.locator("#jackpot .mistake").count() == 0
    page.get_by_role("button", name="Use our example").click()
    page.locator("#worth .card").first.wait_for()
    ours = "one => [...one.querySelectorAll('.term small:not([hidden])')].length"
    assert page.locator("#jackpot").evaluate(ours) == 3  # price, meter and Ante
    page.locator("#jackpot").get_by_role("textbox", name="Price").fill("4")
    assert page.locator("#jackpot").evaluate(ours) == 2


def test_the_way_back_keeps_tabs_games_edits_and_fields(page: Page) -> None:
    from playwright.sync_api import expect

    put(page, FLUSH, "3")
    exact(page, "pair_plus", "402/5525")
    page.click("#tab-hand")
    for card in ("Qs", "6h", "4d"):
        page.click(f'[data-card="{card}"]')
    page.locator(".decision.play").wait_for()
    page.click("#tab-jackpot")
    page.locator("#jackpot").get_by_label("Current meter").first.fill("200000")
    page.locator("#worth .card", has_text="meter at $200,000").wait_for(timeout=HARD_START)
    page.locator("#game").select_option("pick-a-card")
    page.locator("#jackpot", has_text="no progressive wager").wait_for()
    page.go_back()
    page.locator("#worth .card", has_text="meter at $200,000").wait_for(timeout=HARD_START)
    expect(page.locator("#jackpot").get_by_label("Current meter").first).to_have_value("200000")
    page.go_back()
    page.locator(".decision.play").wait_for()
    page.go_back()
    exact(page, "pair_plus", "402/5525")
    page.get_by_role("button", name="Undo").click()
    exact(page, "pair_plus", "128/5525")
    page.get_by_role("button", name="Redo").click()
    page.go_forward()
    page.locator(".decision.play").wait_for()


def test_a_file_of_claims_is_judged(page: Page) -> None:
    claims = Path(__file__).parents[2] / "combin/audit/claims/crown-melbourne.toml"
    page.locator("#file").set_input_files(claims)
    page.get_by_role("button", name="Back to the built-in claims").wait_for()
    page.locator("#claims .claim").first.wait_for()


def test_a_strategy_card_is_printed(page: Page, tmp_path: Path) -> None:
    page.click("#tab-take")
    with page.expect_download(timeout=HARD_START) as download:
        page.click("[data-take=card]")
    file = tmp_path / "card.pdf"
    download.value.save_as(file)
    assert file.read_bytes().startswith(b"%PDF-")
    assert download.value.suggested_filename == "crown-melbourne-card.pdf"


def test_a_workbook_and_a_certificate_are_made(page: Page, tmp_path: Path) -> None:
    opened(page, "pick-a-card")
    page.click("#tab-take")
    for kind, name in (("par", "pick-a-card-par.xlsx"), ("certificate", "pick-a-card.certificate.json")):
        with page.expect_download(timeout=HARD_START) as download:
            page.click(f"[data-take={kind}]")
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
    assert zipfile.is_zipfile(tmp_path / "pick-a-card-par.xlsx")
    certificate = json.loads((tmp_path / "pick-a-card.certificate.json").read_text(encoding="utf-8"))
    assert certificate["sha256"] == certificate_hash(load_rules("pick-a-card"))
    assert {tuple(roads) for roads in certificate["roads"].values()} == {("exact engine",)}


def test_a_link_holds_the_variant_and_a_reload_loses_nothing(page: Page) -> None:
    put(page, FLUSH, "3")
    exact(page, "pair_plus", "402/5525")
    page.click("#tab-take")
    page.click("[data-take=link]")
    link = page.locator("#taken input").input_value()
    page.reload()
    page.click("#tab-workbench")
    exact(page, "pair_plus", "402/5525")
    opened(page, "uk-including-blind")
    page.goto(link)
    exact(page, "pair_plus", "402/5525")
    page.goto("/#v1=cut-off")
    page.locator("#status", has_text="has no rules").wait_for()


def test_a_link_holds_a_long_file_too(page: Page) -> None:
    chance = random.Random(1)
    text = f'extends = "pick-a-card"\ntitle = "Long"\n# {chance.randbytes(100_000).hex()}\n'
    file: FilePayload = {"name": "long.toml", "mimeType": "application/toml", "buffer": text.encode()}
    page.locator("#file").set_input_files(file)
    page.locator("#workbench h1", has_text="Long").wait_for()
    page.click("#tab-take")
    page.click("[data-take=link]")
    link = page.locator("#taken input").input_value()
    assert len(link) > 130_000
    opened(page, "uk-including-blind")
    page.goto(link)
    page.locator("#workbench h1", has_text="Long").wait_for()


def test_a_hand_has_as_many_cards_as_are_dealt(page: Page) -> None:
    file: FilePayload = {"name": "two.toml", "mimeType": "application/toml", "buffer": TWO_CARDS.encode()}
    page.locator("#file").set_input_files(file)
    page.click("#tab-hand")
    page.click('[data-card="Ah"]')
    page.locator("#explained", has_text="Cards of yours still to choose: 1").wait_for()
    page.click('[data-card="As"]')
    page.locator("#explained", has_text="needs numpy").wait_for()  # as all hands of other than three cards
    page.click("#tab-workbench")


def test_no_script_leaves_a_name_behind(page: Page) -> None:
    names = "['carried', 'dom', 'engine', 'store', 'main'].filter((name) => name in window)"
    assert page.evaluate(names) == []
    assert page.evaluate("window.hand === document.getElementById('hand')")


def test_keys_alone_are_enough(page: Page) -> None:
    page.locator("#tab-workbench").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#tab-hand").get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-wager]")
    page.locator("#workbench:not([aria-busy])").wait_for()
    focused = "document.activeElement.dataset.key ?? ''"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == "pay_tables pair_plus A flush":
            break
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    exact(page, "pair_plus", "402/5525")
    assert page.evaluate(focused) == "pay_tables pair_plus A pair"
    assert "7.2760%" not in page.locator("#said").inner_text()
    assert "Ante & Play" in page.locator("#said").inner_text()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(page: Page, axe: str, scheme: Literal["light", "dark"], width: int) -> None:
    """No tab has a finding; each is left as a picture in build/page to be looked at."""
    page.set_viewport_size({"width": width, "height": 1000})
    page.emulate_media(color_scheme=scheme)
    page.evaluate(axe)
    found = []
    for tab in TABS:
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(150)
        page.screenshot(path=f"build/page/{tab}-{width}-{scheme}.png", full_page=True)
        result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            (tab, one["id"], [node["target"] for node in one["nodes"]][:3]) for one in result["violations"]
        ]
    page.click("#tab-workbench")
    page.emulate_media(color_scheme=None)
    page.set_viewport_size({"width": 1300, "height": 1000})
    assert not found


def test_a_phone_shows_it_without_scrolling_sideways(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    wide = {}
    assert page.locator("header").evaluate("one => one.offsetHeight") < 60  # one row
    for tab in TABS:
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(100)
        wide[tab] = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.click("#tab-workbench")
    page.set_viewport_size({"width": 1300, "height": 1000})
    assert not any(wide.values()), wide


def test_what_has_loaded_needs_no_network(page: Page, context: BrowserContext) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    try:
        put(page, FLUSH, "3")
        exact(page, "pair_plus", "402/5525")
        page.reload()
        page.locator("html[data-python=ready]").wait_for(timeout=HARD_START)
        put(page, FLUSH, "4")
        exact(page, "pair_plus", "128/5525")
    finally:
        context.set_offline(False)


def test_nothing_was_asked_of_anybody_else(page: Page, home: str, asked_for: list[str]) -> None:
    own = (home, f"blob:{home}", "data:")
    assert page.url.startswith(home)
    assert [url for url in asked_for if not url.startswith(own)] == []
