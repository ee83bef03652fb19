"""Searches under several settings of the rules, held to one search of each game."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any

import pytest

from combin import Game, RulesError
from combin.design.search import ask_design
from combin.design.terms import Order, SearchTerms, Window
from combin.formats.format import Format
from combin.sweeps.sweep import SettingsDesigns, SettingsSearch
from tests.games import AGAINST_DEALER, bonus, game, odds
from tests.variants import variant

FILE = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "K high"},
    bonus(odds("5-4-1-1")),
)
RULES = variant(FILE)
SETTINGS: dict[str, list[Any]] = {
    "decision.play": [1, 2],
    "dealer.qualifies": ["K high", "A high", "12 high"],
}
PAYS = {"straight flush": "3..6", "straight": "1..3"}
EDGE = Fraction(-2), Fraction(-1, 2)
TERMS = SearchTerms(Window(*EDGE), pays=PAYS, others_stay=True, order=Order.VOLATILITY, limit=5)


def test_tables_are_those_of_a_search_of_each_game() -> None:
    found = Game(RULES).design(
        EDGE,
        "ante_bonus",
        pays=PAYS,
        others_stay=True,
        sort="volatility",
        limit=5,
        settings=SETTINGS,
    )
    assert isinstance(found, SettingsDesigns)
    every = []
    for each in found.found:
        play, qualifies = each.values.values()
        if qualifies == "12 high":
            assert "12" in each.problem
            continue
        made = variant(game(FILE, {"decision.play": [play], "dealer.qualifies": qualifies}))
        alone = ask_design(made, "ante_bonus", TERMS)
        assert (each.candidates, each.matching) == (alone.candidates, alone.matching)
        assert each.designs == alone.designs
        every += [(design.variance, each.values) for design in alone.designs]
    assert len(found.found) == 6
    assert [one.design.variance for one in found.designs] == sorted(variance for variance, _ in every)[:5]
    assert found.matching == sum(each.matching for each in found.found) > 5
    told = json.loads(found.view().text(Format.JSON))
    assert told["designs"][0]["settings"].keys() == SETTINGS.keys()
    assert len(told["settings"]) == 6
    assert "decision.play" in found.view().text()


def test_a_search_can_be_sent_to_another_process() -> None:
    search = SettingsSearch(RULES, SETTINGS, "ante_bonus", TERMS, {})
    again = pickle.loads(pickle.dumps(search))  # noqa: S301  our own bytes
    assert (again.key, again.shard(1)) == (search.key, search.shard(1))


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"workers": 2}, "goes with settings"),
        ({"settings": {"decision.play": [1, 2]}, "pareto": True}, "does not go with settings"),
        ({"settings": {"dealer.qualifies": ["12 high"]}}, "12"),
        ({"settings": {"decision.play": [1, 2]}}, r"no table in .* \(with decision.play = 1\)"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(terms: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        Game(RULES).design("90%..91%", "ante_bonus", pays=PAYS, others_stay=True, **terms)
