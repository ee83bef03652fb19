"""The player's guide: true to rules and figures; on paper whole, on well filled pages, for any rule file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest

from combin.formats import PAPERS
from combin.formats.typesetter import Press, typeset
from combin.game import games, load
from combin.paper.poster import guide, on_paper, poster_data
from combin.rules.load import load_rules
from combin.words.catalogue import ENGLISH
from combin.words.rules import explained, sides
from tests.helpers.odd_games import ODD_GAMES
from tests.helpers.pages import column_fills, page_sizes
from tests.helpers.pages import texts as pages_of
from tests.helpers.texts import entries
from tests.helpers.variants import ONE_OF_EACH_KIND, shipped
from tests.paper.printed import blocks, data, texts

FILES = Path(__file__).parents[1] / "data" / "posters"


def lines_of(found: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each part of a guide by its heading, with its lines; the cells of a row are parted by a bar."""
    rows = (
        " | ".join((tile["name"], tile["edge"], tile["per"], tile["more"]))
        for tile in found["edges"]["tiles"]
    )
    yield found["edges"]["heading"], [*rows, *found["edges"]["notes"]]
    for block in found["blocks"]:
        columns = [" | ".join(column["title"] for column in block.get("columns", ()))]
        rows = (" | ".join(row) for row in block.get("rows", ()) if isinstance(row, list))
        above = (block["beside"], block.get("lead", ""), *block.get("steps", ()))
        yield block["heading"], [*above, *columns, *rows, *block.get("notes", ())]


SAID = entries(FILES.parent / "posters.txt")


@pytest.mark.slow
@pytest.mark.parametrize("name", SAID)
def test_what_a_guide_says_of_a_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml" if name in ODD_GAMES else FILES / f"{name}.toml"
    if name in ODD_GAMES:
        path.write_text(ODD_GAMES[name], encoding="utf-8")
    said = [*lines_of(data(path if path.exists() else name))]
    for part in SAID[name].removeprefix("-- ").split("\n-- "):
        heading, *lines = part.strip("\n").split("\n")
        assert lines, heading
        left = [line for of, own in said for line in own if of == heading]
        for line in (line for line in lines if not line.startswith("# ")):
            there = [place for place, text in enumerate(left) if line.removeprefix("not: ") in text]
            assert bool(there) != line.startswith("not: "), (heading, line, left)
            left = left[there[0] + (line == left[there[0]]) :] if there else left


def test_where_the_dealer_changes_nothing_he_is_not_spoken_of() -> None:
    assert not any(heading.endswith("settled") for heading in blocks("pick-a-card"))
    for game in ("pick-a-card", "teen-patti-20-20"):
        assert not any("ealer" in text for text in texts(data(game)))


def test_lines_of_a_long_table_that_pay_the_same_stand_together() -> None:
    rules = load_rules("pick-a-card", imprint={"told": {}})  # as the rules have it, not as players are told
    found = poster_data(guide(rules, {}))["blocks"]
    rows = next(one["rows"] for one in found if one["heading"] == "Pick A Card, table\u00a01")
    assert [row[1] for row in rows] == ["40 to 1", "10 to 1", "3 to 1", "lose"]
    assert rows[2][0].startswith("A-K-Q straight flush, 3-2-A straight flush, ")
    assert rows[2][0].endswith(", 2-2-A or ace high")
    assert rows[2][2] == "1 in 4.9"  # of 22,100 hands 4,512 have one ace


def test_a_flush_is_shown_by_three_ranks_though_a_pair_may_be_one() -> None:
    rows = blocks("three-card-poker-two-decks")["The hands, highest first"]["rows"]
    (cards,) = (row["cards"] for row in rows if row["name"] == "Flush")
    assert len({card["rank"] for card in cards}) == 3


def test_tables_options_and_meters_are_chosen() -> None:
    rules = load_rules("crown-melbourne")
    found = poster_data(guide(rules, {"pair_plus": "F"}, "2", "20000"))
    tiles = {one["name"]: one for one in found["edges"]["tiles"]}
    assert tiles["Pair Plus"]["edge"] == "2.70%"
    assert "$20,000" in tiles["Jackpot"]["more"]
    assert tiles["Jackpot"]["edge"] == "17.93%"  # a player who folds with the wager on the table
    headings = [one["heading"] for one in found["blocks"]]
    assert "Pair Plus, table\u00a0F" in headings
    (jackpot,) = [one for one in found["blocks"] if one["heading"] == "Jackpot, table\u00a02"]
    assert jackpot["beside"] == "House edge 17.93%"


@pytest.mark.parametrize("game", games())
def test_a_guide_tells_of_no_other_game(game: str) -> None:
    found, rules = data(game), shipped(game)
    said = " ".join(texts(found))
    assert ("dealer" in said.casefold()) == (not rules.alone and sides(rules) is None)
    counted = next(one for one in found["notes"] if "counted over all" in one)
    hands = comb(len(rules.deck), 3)
    seen = 3 if rules.file.deal.face_up else 1
    deals = hands * seen * (1 if rules.alone else comb(len(rules.deck) - 3, 3))
    assert f"all {deals:,} deals" in counted
    assert ("$" in said) <= (rules.file.imprint.currency == "$")


def test_a_game_without_a_dealer_has_none_in_any_text() -> None:
    game = load("pick-a-card")
    one = game.analyse(tables={"pick": "1", "bonus": "1"})
    for text in (str(one), str(game.hand("As Ks Qs")), *(said for *_, said, _ in explained(game.rules)[:4])):
        assert "ealer" not in text


# -- on paper ----------------------------------------------------------------------------------------


@cache
def printed(game: str | Path, paper: str = "a4") -> bytes:
    (pdf,) = typeset("poster", data(game) | on_paper(paper), "pdf")
    assert {*page_sizes(pdf)} == {PAPERS[paper]}
    return pdf


def pages(pdf: bytes) -> list[str]:
    return [*map(_closed, pages_of(pdf))]


def _closed(text: str) -> str:
    """Return text without blanks, line breaks, places where words may break, and curled apostrophes."""
    return "".join(text.replace("\u200b", "").replace("’", "'").split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "paper"),
    [
        *((game, "a4") for game in ONE_OF_EACH_KIND),
        ("crown-melbourne", "letter"),
        ("hole-card", "letter"),
        ("three-card-poker", "a3"),
    ],
)
@pytest.mark.few(4)
def test_every_guide_stands_on_paper_whole_and_fills_its_numbered_pages(game: str, paper: str) -> None:
    shown = pages(printed(game, paper))
    text = "".join(shown)
    if (game, paper) == ("three-card-poker", "a4"):
        first, second = shown
        assert "Page1of2" in first
        assert "Page2of2" in second
        assert second.startswith("ThreeCardPoker")
    else:
        assert len(shown) == 1
        assert "Page1" not in text
    # Of a single bet there is no more to say than fills half a page.
    if game != "twenty-one-plus-three":
        assert min(map(min, column_fills(printed(game, paper)))) > 0.85
    for words in texts(data(game)):
        assert _closed(words) in text, words


@pytest.mark.slow
def test_a_game_of_long_names_and_many_bets_goes_on_more_pages(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    bets = "".join(
        f'[wager.bet_{number}]\nname = "The extraordinarily long-named side bet number {number}"\n'
        'settles = "pay table"\non_fold = "stays"\n'
        f'[pay_tables.bet_{number}.A]\n"straight flush" = 40\n"three of a kind" = 30\n'
        '"straight" = 6\n"flush" = 4\n'
        '"pair" = 1\n'
        for number in range(9)
    )
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\n'
        'title = "A game whose title is so long that no poster that was ever printed had one like it"\n'
        f"{bets}",
        encoding="utf-8",
    )
    shown = pages(printed(path))
    text = "".join(shown)
    assert len(shown) > 1
    for words in texts(data(path)):
        assert _closed(words) in text, words


@pytest.mark.slow
def test_a_translation_changes_every_word_of_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    lines = []
    for line in ENGLISH.read_text(encoding="utf-8").splitlines():
        key, equals, text = line.partition(' = "')
        plain = (
            not equals or key in ("code", "decimal_point", "thousands", "currency") or key.startswith("list_")
        )
        lines.append(line if plain else f'{key} = "§{text}')
    path.write_text("\n".join(lines), encoding="utf-8")
    found = poster_data(guide(load_rules("uk-including-blind"), {}, language=path))
    own = {"Ante Bonus", "Pair Plus", "Prime"}  # names of the rule file
    for block in found["blocks"]:
        assert block["heading"].startswith("§") or block["heading"] in own
        assert all(row[0].strip().startswith("§") for row in block.get("rows", []) if isinstance(row, list))
    assert typeset("poster", found | on_paper("a4"), "pdf")


@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_is_printed() -> None:
    found = data("uk-including-blind") | on_paper("a4")
    (page,) = typeset("poster", found, "png", Press(50))
    picture = Path(__file__).parents[2] / "docs/pictures/poster.png"
    if os.environ.get("UPDATE_GOLDEN"):
        picture.write_bytes(page)
    assert picture.read_bytes() == page, "UPDATE_GOLDEN=1 writes it anew"
