"""Progressives of Three Card Poker as others published them, and bets that pay sums of money."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.formatting import percent
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.law import LongRun
from combin.jackpot.meter import Meter, MeterPrize, Value
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, shipped, variant


@pytest.mark.parametrize("seats", [1, 2, 5, 7])
def test_3cardpokerstrategy_org_each_other_player_lowers_the_break_even_by_175(seats: int) -> None:
    """Envy bonuses of 100 for the spades and 25 for the other mini royals, 11,520 for a player alone."""
    answer = ask_jackpot(shipped("three-card-poker"), option="A", stake=1)
    assert answer.value.break_even_meter(Fraction(1), seats - 1) == 11_520 - 175 * (seats - 1)


def test_3cardpoker_com_prints_the_even_meter_of_another_pay_table() -> None:
    """11,500 stands beside 50 for three of a kind; it takes 90, as in the other table, to come near it."""
    assert ask_jackpot(shipped("three-card-poker"), option="B", stake=1).break_even == 13_600
    with_90 = variant('extends = "three-card-poker"\n[pay_tables.progressive.B]\n"three of a kind" = 90\n')
    assert ask_jackpot(with_90, option="B", stake=1).break_even == 11_520


def test_wizard_of_odds_version_2a_is_even_at_10080() -> None:
    """The source gives the pay table only; without envy bonuses a meter of 10,080 makes it even."""
    assert ask_jackpot(shipped("three-card-poker"), option="2A", stake=1).break_even == 10_080


def test_long_run_of_a_public_table() -> None:
    """40 of 2,598,960 hands take the meter: a mean prize of 6,847.66 and a return of 0.105391."""
    prize = MeterPrize("royal or straight flush", Fraction(40, comb(52, 5)), Fraction(1))
    run = LongRun(Meter(1000, "9%", (prize,)))
    assert run.law.mean.decimal(2) == "6847.66"
    assert run.long_run_return.decimal(6) == "0.105391"


# -- Atlantic City Weekly, Millionaire Maker (Borgata) ------------------------------------------------------


MILLIONAIRE_MAKER = game_text(__file__, "Millionaire Maker")


def by_hand() -> Value:
    """Return the wager with its four six-card royals moved from the royals to their sums.

    The stake comes back with a sum as it does with 1,000 to 1.
    """
    hands = comb(52, 6)
    royals = Value(odds=Fraction(-4 * 1_000, hands), money=Fraction(1_000_000 + 3 * 100_000, hands))
    return ask_jackpot(variant(MILLIONAIRE_MAKER), option="millionaire").value + royals


@pytest.mark.parametrize(("stake", "edge"), [(5, "18.098%"), (10, "18.737%"), (25, "19.120%")])
def test_atlantic_city_weekly_millionaire_maker_by_the_bet(stake: int, edge: str) -> None:
    """The source prints no edge. Sums of money are worth less to a larger bet (pitfall 24)."""
    bet = analysed(shipped("three-card-poker")).side_bets["millionaire_maker"]
    found = bet.at(Fraction(stake)).distribution.house_edge
    assert percent(found, 3) == edge
    assert found == 1 - by_hand().returned(Fraction(stake)) / stake


def test_atlantic_city_weekly_top_prize_read_as_odds() -> None:
    """Taken as 200,000 to 1 at any bet the edge would be that of a $5 bet for all."""
    value = by_hand()
    as_odds = Value(odds=value.odds + value.money / 5)
    edges = {1 - as_odds.returned(Fraction(stake)) / stake for stake in (5, 10, 25)}
    assert edges == {1 - value.returned(Fraction(5)) / 5}
