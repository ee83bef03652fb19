"""What the page asks of combin, asked here: figures, edits, and mistakes in one line with their place."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from operator import mul
from typing import Any

import pytest

from combin import load
from combin.site.bridge import answer
from tests.helpers.texts import game_text
from tests.helpers.variants import ONE_OF_EACH_KIND
from tests.jackpot.wagers import MINOR

CROWN = 'extends = "crown-melbourne"\n'


def asked(name: str, **terms: object) -> dict[str, Any]:
    request = {"ask": name, "name": "mine", "text": CROWN} | terms
    return json.loads(answer(json.dumps(request)))  # type: ignore[no-any-return]  # of JSON


def test_figures_are_those_of_the_game() -> None:
    figures, exact = (
        asked("figures", letters={"pair_plus": "F"}),
        load("crown-melbourne").analyse(pair_plus="F"),
    )
    assert {one["id"]: one["exact"] for one in figures["wagers"]} == {
        name: str(law.house_edge) for name, law in exact.wagers.items()
    }
    assert figures["statement"] == str(exact.statement)
    assert figures["currency"] == {"sign": "$", "after": False}
    tables = {one["wager"]: one for one in figures["tables"]}
    assert tables["pair_plus"]["letter"] == "F"
    assert [line["pays"] for line in tables["pair_plus"]["lines"]] == ["35", "33", "6", "4", "1"]


HIGH = f"""{CROWN}[pay_tables.ante_bonus.A]
flush = "lose"
pair = "lose"
"A high" = 0
"K high" = 0
"Q high" = 0
"""
"""Bonuses for hands that are folded unless the bonus is high enough."""


def fractions(found: dict[str, Any]) -> dict[str, Fraction]:
    """The pays of all cells."""
    return {
        " ".join(line["place"][1:4]): Fraction(line["pays"].rstrip("%"))
        / (100 if line["unit"] == "meter" else 1)
        for table in found["tables"]
        for line in table["lines"]
        if line["pays"] != "lose"
    }


def edge_of(counts: dict[str, Any], pays: dict[str, Fraction]) -> Fraction:
    """The house edge by the counts of a wager, with these pays."""

    def net(form: list[Any]) -> Fraction:
        total = Fraction(form[0])
        for size, cell, *gain in form[1:]:
            scale, rest, kept = map(Fraction, gain)
            won = scale * pays[cell] + rest
            total += Fraction(size) * (won * kept if won > 0 else won)
        return total

    worth = [[net(form) for form in nets] for _, nets in counts["ways"]]
    gained = Fraction(0)
    for way, *deals in counts["rows"]:
        gained += sum(map(mul, deals, worth[way]))
    for options, taken, *deals in counts["open"]:
        values = [sum(map(mul, deals, worth[way]), Fraction(0)) for way in options]
        gained += max(values) - values[taken]
    return -gained / sum(sum(deals) for _, *deals in counts["rows"])


@pytest.mark.slow
@pytest.mark.parametrize("game", [*ONE_OF_EACH_KIND, "high"])
@pytest.mark.few(7)
def test_counts_give_the_edges_of_edited_pays(game: str) -> None:
    text, chance = HIGH if game == "high" else f'extends = "{game}"\n', random.Random(game)
    counted = asked("figures", text=text)
    cells = [
        line["place"] for table in counted["tables"] for line in table["lines"] if line["unit"] == "odds"
    ]
    cells = [place for place in cells if " ".join(place[1:4]) in fractions(counted)]
    for place in chance.choices(cells, k=4 * bool(cells)):
        pay = chance.choice(["0", "1/3", "2.5", str(chance.randint(2, 99))])
        text = asked("edit", text=text, place=place, kind="number", value=pay)["text"]
        found = asked("figures", text=text)
        edges = {one["id"]: Fraction(one["exact"]) for one in found["wagers"]}
        jackpots = ((name, one["jackpot"]) for name, one in found["counts"].items() if "jackpot" in one)
        edges |= {name: Fraction(one["exact"]) for name, one in jackpots}
        pays = fractions(found)
        moved = any(counts["open"] for counts in counted["counts"].values())
        for name, counts in counted["counts"].items():
            if counts["fixed"] and not (moved and counts["lost_on_fold"]):
                assert edge_of(counts, pays) == edges[name], (name, text)


def test_counts_of_a_jackpot_give_its_return() -> None:
    jackpot = asked("figures")["counts"]["jackpot"]["jackpot"]
    assert (jackpot["exact"], jackpot["meter"]) == ("4744/10829", "10000")
    assert asked("long_run")["jackpot"][0] == "88.8702%"


def test_an_edit_is_one_entry_of_the_text() -> None:
    text = asked("edit", place=["pay_tables", "pair_plus", "A", "flush"], kind="number", value="3")["text"]
    assert text == f"{CROWN}\n[pay_tables.pair_plus.A]\nflush = 3\n"
    assert asked("figures", text=text)["wagers"][1]["exact"] == "402/5525"


def test_what_an_entry_says_besides_stays() -> None:
    place = ["pay_tables", "jackpot", "1", "royal flush", "meter"]
    text = asked("edit", place=place, kind="number", value="50%")["text"]
    assert text == f'{CROWN}\n[pay_tables.jackpot.1]\n"royal flush" = {{ meter = "50%" }}\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (
            f"{CROWN}[dealer]\nqualifes = 1\n",
            3,
            'mine.toml:3: dealer.qualifes: unknown key; did you mean "qualifies"?',
        ),
        ("a = = 1\n", 1, "mine.toml:1: not TOML"),
    ],
)
def test_a_mistake_is_one_line_with_its_place(text: str, line: int, words: str) -> None:
    error = asked("figures", text=text)["error"]
    if "not TOML" in words:
        assert asked("edit", text=text, place=["title"], kind="text", value="x")["error"] == error
    assert error["line"] == line
    assert error["text"].startswith(words)
    assert "\n" not in error["text"]


def test_designs_come_close_and_can_be_taken() -> None:
    found = asked("design", wager="pair_plus", edge="2.5")
    text = asked("set_table", wager="pair_plus", letter=found["letter"], pays=found["designs"][0]["pays"])[
        "text"
    ]
    assert asked("figures", text=text)["wagers"][1]["edge"] == found["designs"][0]["edge"]


def test_other_questions_are_answered() -> None:
    hands = (("Qs 6h 4d", "play", True), ("Qs 5h 4d", "fold", False))
    for cards, word, played in hands:
        found = asked("hand", cards=cards)
        assert (found["decision"], found["played"]) == (word, played)
    assert asked("wagers", text='extends = "edge-sorting"')["by_arrays"] == ["pair_plus"]
    assert asked("deal")["suits"][0]["cards"][0]["name"] == "two of clubs"
    assert (
        asked("session", stakes={"ante": "10"}, rounds="x")["error"]["text"]
        == "rounds: 'x' is not a whole number"
    )
    assert asked("compare", original=CROWN)["tables"] is not None
    ties = 'extends = "three-card-poker-ties-win"\n'
    for text in (ties, f'{ties}title = "Mine"\n'):
        assert 'extends = "three-card-poker"' in asked("rules_text", text=text)["text"]


@pytest.mark.slow
def test_an_audit_after_an_edit_says_what_the_edit_changed() -> None:
    edited = f"{CROWN}[pay_tables.pair_plus.A]\nflush = 3\n"
    found = asked("audit", text=edited, original=CROWN)
    every = len(asked("audit", text=CROWN)["claims"])
    assert (found["left_out"], found["checks"], len(found["claims"])) == (every - 10, 10, 10)
    assert found["changed"] == ["The Pair Plus tables A, B, C, D, E, F are all different"]
    assert not asked("audit", text=f'{CROWN}title = "Mine"\n', original=CROWN)["changed"]


def test_terms_of_a_jackpot_are_those_of_its_rules() -> None:
    crown = asked("progressives")
    option = crown["wagers"]["jackpot"]["options"]["1"]
    assert (crown["seats"], option["price"], option["rates"][0]) == (9, "1", ["10000", "34.06"])
    sentosa = asked("progressives", text='extends = "resorts-world-sentosa"\n')
    assert sentosa["seats"] is None
    (wager,) = sentosa["wagers"]
    assert sentosa["wagers"][wager]["options"]["A"] == {"price": None, "rates": []}
    opened = asked("jackpot", text='extends = "resorts-world-sentosa"\n', wager=wager)
    assert (opened["open"], opened["figures"]) == (["price", "meter"], [])
    figures = {one["name"]: one["value"] for one in asked("jackpot", wager="jackpot")["figures"]}
    assert figures == {"long_run": "11.1298%", "now": "43.8083%", "even": "$159,810.53"}


TWO_CARDS = game_text(__file__, "two cards")


def test_as_many_cards_are_asked_for_as_are_dealt() -> None:
    assert (asked("deal")["player"], asked("deal", text=TWO_CARDS)["player"]) == (3, 2)
    assert "error" not in asked("hand", text=TWO_CARDS, cards="Ah As")


def test_the_joint_strategy_is_that_of_the_chosen_wager_at_its_terms() -> None:
    text = CROWN + MINOR.replace("stays", "lost")
    for wager, letter in (("minor", "Minor A"), ("jackpot", "Jackpot 1")):
        found = asked("joint", text=text, wager=wager, stake="1", ante="5", meter="20000")
        assert found["heading"].endswith(letter)
    at = {"wager": "jackpot", "option": "1", "stake": "2", "ante": "5"}
    assert asked("joint", seed="90000", **at) == asked("joint", meter="180000", **at) != asked("joint", **at)
    assert asked("jackpot", wager="jackpot", seats="x")["error"]["text"] == "seats: 'x' is not a whole number"


WITHOUT = """
import sys
from importlib import util
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "polars", "sympy", "typer", "rich", "typst"}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Without())
there = util.find_spec
util.find_spec = lambda name, package=None: None if name == "numpy" else there(name, package)
from combin.site.bridge import ask
CROWN, SEEN = "crown-melbourne", "edge-sorting"
SMALL = 'extends = "hole-card"\\nid = "small"\\ntitle = "Small"\\n[deck]\\nranks = "9 T J Q K A"'
BOTH = {"ante": "10", "pair_plus": "5"}
for games, name, terms in (
    ((CROWN, SEEN), "figures", {}),
    ((CROWN,), "deal", {}),
    ((CROWN,), "hand", {"cards": "Qs 6h 4d"}),
    ((CROWN,), "jackpot", {"wager": "jackpot"}),
    ((CROWN,), "joint", {"stake": "1", "ante": "5"}),
    ((CROWN,), "design", {"wager": "pair_plus", "edge": "3"}),
    ((CROWN,), "session", {"stakes": BOTH, "rounds": "20", "bankroll": "100", "goal": "150"}),
    ((CROWN, SEEN), "plot", {"kind": "play-value"}),
    ((CROWN,), "audit", {}),
    ((CROWN,), "document", {"kind": "card"}),
    ((SMALL,), "document", {"kind": "par"}),
    ((SMALL,), "document", {"kind": "certificate"}),
):
    for game in games:
        text = game if game == SMALL else f'extends = "{game}"'
        found = ask({"ask": name, "name": "mine", "text": text, **terms})
        print(name, found.get("error"), found.get("missing"))
"""


@pytest.mark.slow
def test_nothing_but_the_typesetter_asks_for_what_browsers_lack() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    told = [line for line in done.stdout.splitlines() if not line.endswith("None None")]
    assert told == ["document None typst"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["uk-including-blind", "resorts-world-sentosa"])
def test_no_answer_names_an_option_of_the_command_line(game: str) -> None:
    text = f'extends = "{game}"\n'
    answers = [asked(name, text=text) for name in ("figures", "progressives", "wagers")]
    for wager in answers[1]["wagers"]:
        answers.append(asked("jackpot", text=text, wager=wager))
        answers.append(asked("joint", text=text, wager=wager, stake="1", ante="5"))
    answers += [asked("design", text=text, wager=wager, edge="3") for wager in answers[0]["designs"]]
    assert not re.findall(r'[^"]*\W--[a-z][^"]*', json.dumps(answers))
