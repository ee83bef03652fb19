"""Whom progressive wagers favour, and what that depends on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.distribution import Favour, favour_between
from combin.exact.strategy import best_strategy
from combin.jackpot.answer import ask_jackpot, even_where, jackpot_favours
from tests.jackpot.wagers import MINOR, NEVER_FOLDING, SEVEN
from tests.variants import shipped, variant


def test_bounds_that_hold_no_sign_are_even() -> None:
    third = Fraction(1, 3)
    assert favour_between(Fraction(0), Fraction(0)) is Favour.EVEN
    assert favour_between(third, 2 * third) is Favour.HOUSE
    assert favour_between(-2 * third, -third) is Favour.PLAYER


@pytest.mark.parametrize("price", [1, 2, 5])
@pytest.mark.parametrize("seats", [1, 7])
def test_the_form_in_words_is_the_meter_at_which_the_wager_is_even(price: int, seats: int) -> None:
    rules = shipped("resorts-world-sentosa")
    assert even_where(ask_jackpot(rules)) == (
        "from a meter of 22,100 × price − 30,050 − 400 × other players on"
    )
    answer = ask_jackpot(rules, stake=price, seats=seats)
    assert answer.break_even == 22_100 * price - 30_050 - 400 * (seats - 1)


def test_a_jackpot_that_only_favours_who_never_folds() -> None:
    (one,) = jackpot_favours(variant(NEVER_FOLDING))
    assert (one.favour, one.favour_folding) == (Favour.PLAYER, Favour.HOUSE)


def test_a_jackpot_of_228_per_cent_beside_its_meter() -> None:
    (one,) = jackpot_favours(variant(SEVEN))
    answer = one.first
    assert round(float(answer.per_unit(answer.value)), 2) >= 2.28
    assert (one.favour, one.favour_folding) == (Favour.PLAYER, Favour.PLAYER)
    assert sum(one.edges[0]) < sum(one.edges_folding[0]) < 0


OF_LEVELS = """
extends = "crown-melbourne"
id = "levels-of-folds"
[pay_tables.jackpot.1]
"royal flush" = 100
"straight flush" = 50
"four of a kind" = 20
"full house" = 10
"flush" = 5
"straight" = { meter = "100%" }
"three of a kind" = "lose"
"two pair" = { meter = "100%", level = "major" }
[jackpot.options.1]
pay_table = "1"
meters = [{ seed = 100, increment = "10%" }]
[jackpot.options.1.levels.major]
seed = 10
increment = "30%"
"""


def test_what_a_fold_loses_of_each_meter_is_lost_once() -> None:
    """Straights and two pairs take the mean of their own meters, and a part of them is folded."""
    one = jackpot_favours(variant(OF_LEVELS))[0]
    answer, run = one.first, one.first.long_run
    assert run is not None
    means = {"straight": run.mean_meter, "two pair": dict(run.levels)["major"].mean_meter}
    slow = Fraction(0)
    for line in answer.chances.played_lines(best_strategy(answer.rules, {"ante_bonus": "A"})):
        paid = means[line.line.text].middle if line.line.text in means else line.line.prize.odds
        assert paid is not None
        slow += line.probability * Fraction(paid)
    (low, high), *_ = one.edges_folding
    assert low <= 1 - slow <= high
    assert high - low < Fraction(1, 10**6)
    never = sum(one.edges[0]) / 2
    assert never < 0 < 1 - slow


def test_odds_that_return_more_than_the_stake_need_no_price() -> None:
    generous = MINOR.replace('"straight" = 5', '"straight" = 40')
    rules = variant(f'extends = "uk-including-blind"\nid = "two"\n{generous}')
    (one,) = jackpot_favours(rules)
    assert one.favour is Favour.PLAYER
    assert one.in_words == "Minor favours the player whatever its price and meter are"
    assert even_where(one.first) == "at any price and meter"
