from __future__ import annotations

from fractions import Fraction

import pytest

from combin.jackpot.mixes import ask_mix
from combin.par.book import Book
from combin.par.round_sheets import highest_of_any_play, worst_results
from tests.variants import analysed, shipped, variant

STAKES = [
    {"ante": 10, "pair_plus": 10, "jackpot": 1},
    {"ante": 1, "pair_plus": 100, "jackpot": Fraction(1, 2)},
]

RAISES = 'extends = "crown-melbourne"\n[decision]\nplay = [1, 4]\n[dealer]\nqualifies = "pair"\n'


@pytest.mark.slow
@pytest.mark.parametrize("stakes", STAKES)
def test_one_of_the_worst_results_costs_most_whatever_is_staked(stakes: dict[str, Fraction]) -> None:
    mix = ask_mix(shipped("crown-melbourne"), stakes, option="2").mix
    worst = worst_results(mix.law)
    assert len(worst) < 10
    without_meter = max(
        sum(pay.net(mix.stakes[name]) for name, pay in zip(mix.law.wagers, pays, strict=True))
        for pays in mix.law.counts
    )
    assert max(one.lost(mix.stakes, mix.law) for one in worst) == without_meter


@pytest.mark.slow
def test_wagers_that_pay_sums_of_money_cost_them_whatever_is_staked() -> None:
    stakes = {"ante": 1, "millionaire_maker": 5}
    law = ask_mix(shipped("three-card-poker"), stakes).mix.law
    highest = worst_results(law)[0]
    assert highest.money == 1_000_000
    assert highest.deals == 3
    assert highest.nets[0] == 7


def test_a_decision_that_is_never_taken_could_cost_more() -> None:
    one = analysed(variant(RAISES))
    assert highest_of_any_play(one.game) == 1 + 4 + 5
    usual = analysed(shipped("crown-melbourne"))
    assert highest_of_any_play(usual.game) == usual.wagers["ante"].outcomes[-1][0] == 7
    timid = analysed(variant(RAISES), "Q-6-4")
    assert timid.wagers["ante"].outcomes[-1][0] == 7 < highest_of_any_play(timid.game)


@pytest.mark.slow
def test_the_sheet_says_so() -> None:
    for play, note in (
        (None, "No other decision of the player's can cost the house more than those of this PAR sheet."),
        ("Q-6-4", "Decided otherwise, a hand could gain up to 10 units of the Ante."),
    ):
        book = Book.of(variant(RAISES), {}, play)
        (sheet,) = (one for one in book.written.sheets if one.name == "Limits")
        beginnings = "No other decision", "Decided otherwise"
        assert [
            text for cell in sheet.cells.values() if (text := str(cell.value)).startswith(beginnings)
        ] == [note]
