from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from combin.answers import Answer
from combin.formats import Format
from combin.formats.text import width
from combin.formats.view import View
from combin.game import Game, load
from combin.rules.load import extended, library_games
from combin.sweeps.sweep import short_names
from tests.helpers.variants import shipped, variant
from tests.report.games import BARE, INDIFFERENT

ANSWERS: dict[str, Callable[[Game], Answer]] = {
    "sweep": lambda game: game.sweep({"dealer.qualifies": ["J", "pair"]}),
    "sweep of nothing that matters": lambda game: game.sweep({"deal.seats": [1, 2]}),
    "sensitivity": lambda game: game.sensitivity(),
    "diff": lambda game: game.diff(Game(shipped("uk-including-blind"))),
    "diff with itself": lambda game: game.diff(game),
    "check": lambda game: game.check(),
}
GAMES = {"bare": BARE, "indifferent": INDIFFERENT}


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_games_without_pay_tables_are_shown_in_every_format(ask: Callable[[Game], Answer], text: str) -> None:
    found = ask(Game(variant(text)))
    view: View = found.view()
    for columns in (40, 100):
        for line in view.text(width=columns).splitlines():
            assert width(line) <= columns
    assert json.loads(view.text(Format.JSON)) == found.to_dict()
    header, *rows = view.text(Format.CSV).splitlines()
    assert header.startswith(("game,", "kind,", "first_game,"))
    assert len(rows) == found.frame().height
    assert view.text(Format.MD).startswith("## ")
    assert view.html().startswith("<h4>")


def test_places_are_named_by_as_few_keys_as_tell_them_apart() -> None:
    assert short_names(["a.b.c", "d.b.c", "e.f"]) == {"a.b.c": "a b c", "d.b.c": "d b c", "e.f": "f"}
    assert short_names(["pair_plus table", "a.table"])["a.table"] == "table"


def test_a_change_that_moves_no_edge_is_called_none() -> None:
    text = Game(shipped("crown-melbourne")).sensitivity().view().text()
    (row,) = [line for line in text.splitlines() if line.startswith("Order of hands")]
    assert "none" in row


LIBRARY = {game: extends for game in library_games() if (extends := extended(game))}


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY)
def test_rules_that_differ_are_words_of_the_rules_and_not_of_the_file(game: str) -> None:
    found = load(LIBRARY[game]).diff(load(game))
    view = found.view()
    edges, rules = view.tables[:2]
    assert edges.headings == ("Wager", LIBRARY[game], game, "Change, points")
    assert [row[1:3] for row in edges.rows] == [
        tuple(law and law.house_edge for law in (pair.first, pair.second)) for pair in found.pairs
    ]
    assert rules.title == "Rules that differ"
    words = " ".join(cell for row in rules.cells for cell in row)
    assert not re.search(r"[]_\[{}=]|\btrue\b|\bfalse\b", words)
    first, second = (rules.wagers.keys() for rules in found.rules)
    said = [line for line in view.lines if line.startswith("Only in ")]
    assert sum(line.count(",") + 1 for line in said) == len(first ^ second)


def test_every_switch_of_a_rule_is_a_difference_in_words() -> None:
    crown = load("crown-melbourne")
    for effect in crown.sensitivity().switches:
        rows = Game(effect.before.rules).diff(Game(effect.after.rules)).view().tables[1].rows
        assert rows, effect.rule
        assert all(first != second for _, first, second in rows)


def test_the_hands_played_and_the_strategy_stand_beside_the_base_game_alone() -> None:
    found = Game(shipped("uk-including-blind")).sweep({"decision.play": [1, 2]})
    base, pair_plus, prime = found.view().records()[:3]
    assert (base["hands_played"], base["strategy"]) == (14900, "Play Q-6-4 or better, fold the rest.")
    assert pair_plus["hands_played"] is prime["strategy"] is None


@pytest.mark.parametrize(
    ("game", "places", "heading", "parts"),
    [
        ("uk-including-blind", {"deck.decks": [1, 2]}, "Hands played", ("67.42%", "67.58%")),
        ("three-card-poker", {"deal.face_up": [0, 1]}, "Deals played", ("67.42%", "88.38%")),
    ],
)
def test_what_is_played_is_told_of_the_deals_of_each_combination(
    game: str, places: dict[str, list[object]], heading: str, parts: tuple[str, ...]
) -> None:
    found = load(game).sweep(places)
    (table,) = (table for table in found.view().tables if heading in table.headings)
    place = table.headings.index(heading)
    assert tuple(row[place] for row in table.cells) == parts
