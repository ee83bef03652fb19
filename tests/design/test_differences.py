from __future__ import annotations

import pytest

from combin.design.variants import differences
from tests.variants import analysed, shipped, variant

VARIANT = """extends = "crown-melbourne"
title = "Double"
[dealer]
qualifies = "K high"
[decision]
play = [1, 2]
[pay_tables.pair_plus.A]
"pair of aces" = "3/2"
"""


def test_a_game_does_not_differ_from_itself() -> None:
    found = differences(shipped("crown-melbourne"), shipped("crown-melbourne"))
    assert (found.entries, found.citations) == ((), 0)
    assert all(pair.first == pair.second for pair in found.pairs)
    assert len(found.pairs) == 3 + 6


def test_a_variant_differs_in_what_it_writes() -> None:
    found = differences(shipped("crown-melbourne"), variant(VARIANT))
    assert [(one.place, one.first, one.second) for one in found.entries] == [
        ("dealer.qualifies", "Q high", "K high"),
        ("decision.play", "[1]", "[1, 2]"),
        ('pay_tables.pair_plus.A."pair of aces"', None, "1.5"),
    ]
    assert found.citations == 3  # those of the three tables, which are no longer the document's


def test_the_other_way_round_is_the_other_way_round() -> None:
    one, other = shipped("crown-melbourne"), shipped("uk-including-blind")
    there, back = differences(one, other), differences(other, one)
    assert {(two.place, two.second, two.first) for two in back.entries} == {
        (two.place, two.first, two.second) for two in there.entries
    }
    assert there.citations == back.citations


def test_figures_are_those_of_each_game() -> None:
    one, other = shipped("crown-melbourne"), variant(VARIANT)
    (pair,) = [two for two in differences(one, other).pairs if (two.wager, two.letters) == ("ante", "B")]
    assert pair.first == analysed(one, ante_bonus="B").wagers["ante"]
    assert pair.second == analysed(other, ante_bonus="B").wagers["ante"]
    assert pair.statements[0] == "Play Q-6-4 or better, fold the rest."


@pytest.mark.parametrize(
    ("game", "wager"),
    [("crown-melbourne", "jackpot"), ("crown-melbourne", "ante_bonus"), ("three-card-poker", "pair_plus")],
)
def test_a_wager_of_one_game_alone_is_one_entry(game: str, wager: str) -> None:
    other = variant(f'extends = "{game}"\nid = "less"\ntitle = "Less"\nwithout = ["wager.{wager}"]\n')
    (gone,), (new,) = differences(shipped(game), other).entries, differences(other, shipped(game)).entries
    assert (gone.place, gone.second) == (new.place, new.first) == (f"wager.{wager}", None)
    assert gone.first == new.second == shipped(game).wagers[wager].name


def test_a_wager_or_a_table_of_one_game_has_no_figures_in_the_other() -> None:
    found = differences(shipped("crown-melbourne"), shipped("uk-including-blind"))
    sides = {(pair.wager, pair.letters): (pair.first, pair.second) for pair in found.pairs}
    assert sides["prime", "A"][0] is None
    assert sides["pair_plus", "F"][1] is None
    whole = {one.place: (one.first, one.second) for one in found.entries}
    assert whole["wager.prime"] == (None, "Prime")
    assert whole["pay_tables.ante_bonus.C"] == ("straight flush 4, three of a kind 3, straight 1", None)
