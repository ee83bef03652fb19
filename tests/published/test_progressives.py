"""Progressives of Three Card Poker as others published them, each as a rule file on the player's cards."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.exact.decimals import percent
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.jackpot.meter import Meter, MeterPrize
from combin.jackpot.meter_long_run import jackpot_long_run
from combin.jackpot.value import Value
from tests.variants import variant


def progressive(
    others: int, straight_flush: int, three_of_a_kind: int, *more: str, envy: tuple[int, int] = (0, 0)
) -> JackpotAnswer:
    """Return a $1 wager that pays for one: the spades win the meter, other mini royals a fixed sum."""
    lines = (
        f'"A-K-Q straight flush of spades" = {{ meter = "100%", envy = {envy[0]} }}',
        f'"A-K-Q straight flush" = {{ odds = {others}, envy = {envy[1]} }}',
        f'"straight flush" = {straight_flush}',
        f'"three of a kind" = {three_of_a_kind}',
        *more,
    )
    text = 'extends = "resorts-world-sentosa"\n[pay_tables.jackpot.published]\nodds = "for 1"\n'
    return ask_jackpot(variant(text + "\n".join(lines)), option="published")


def at(answer: JackpotAnswer, meter: int) -> Fraction:
    """Return what a wager of 1 returns at a meter."""
    return answer.value.returned(Fraction(1), Fraction(meter))


# -- 3cardpoker.com, Progressive Jackpot --------------------------------------------------------------------


def test_3cardpoker_com_break_even_differs() -> None:
    """It prints 11,500 beside a table that pays 50 for three of a kind; with that it is 13,600."""
    assert progressive(500, 100, 50).break_even == 13_600
    assert progressive(500, 100, 90).break_even == 11_520


def test_3cardpoker_com_house_edge_at_5000_differs() -> None:
    """It prints 'about 70 per cent', which is the return if three of a kind pays 90."""
    assert percent(1 - at(progressive(500, 100, 50), 5_000), 2) == "38.91%"
    assert percent(1 - at(progressive(500, 100, 90), 5_000), 2) == "29.50%"
    assert percent(at(progressive(500, 100, 90), 5_000), 1) == "70.5%"


def test_3cardpoker_com_each_1000_on_the_meter() -> None:
    """4.5 per cent."""
    assert percent(progressive(500, 100, 50).value.share * 1_000, 1) == "4.5%"


def test_3cardpoker_com_how_often_a_prize_is_won() -> None:
    """0.4525 percent, one in 221."""
    prizes = progressive(500, 100, 50).chances.lines()
    hit = sum((one.probability for one in prizes), Fraction(0))
    assert hit == Fraction(1, 221)
    assert percent(hit, 4) == "0.4525%"


# -- 3cardpokerstrategy.org, 3 Card Poker Side Bets ---------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 5, 7])
def test_3cardpokerstrategy_org_each_other_player_lowers_the_break_even_by_175(seats: int) -> None:
    """Envy bonuses of 100 for the spades and 25 for the other mini royals."""
    answer = progressive(500, 100, 90, envy=(100, 25))
    assert answer.value.break_even_meter(Fraction(1), seats - 1) == 11_520 - 175 * (seats - 1)


# -- Wizard of Odds, Progressive version 2A -----------------------------------------------------------------


def test_wizard_of_odds_version_2a_is_even_at_10080() -> None:
    """The source gives the pay table only; without envy bonuses a meter of 10,080 makes it even."""
    assert progressive(500, 70, 60, '"straight" = 6').break_even == 10_080


# -- a public table of five cards, 40 of whose 2,598,960 hands take the meter -------------------------------


def test_long_run_of_a_public_table() -> None:
    """A seed of 1,000 and 9% of each wager: a mean prize of 6,847.66 and a return of 0.105391."""
    prize = MeterPrize("royal or straight flush", Fraction(40, comb(52, 5)), Fraction(1))
    run = jackpot_long_run(Meter(1000, "9%", (prize,)))
    assert run.mean_meter.decimal(2) == "6847.66"
    assert run.long_run_return.decimal(6) == "0.105391"


# -- Atlantic City Weekly, Millionaire Maker (Borgata) ------------------------------------------------------


MILLIONAIRE_MAKER = """
extends = "crown-melbourne"
[wager.jackpot]
hand = "player and dealer"
on_fold = "stays"
[pay_tables.jackpot.millionaire]
"royal flush" = 1000
"straight flush" = 200
"four of a kind" = 50
"full house" = 20
"flush" = 15
"straight" = 10
"three of a kind" = 5
"""


def millionaire_maker() -> Value:
    """Return the wager with 9 to ace of diamonds at $1,000,000 and of another suit at $100,000.

    These four hands are royal flushes to the rules language, which knows the best five of six; so they are
    moved from that line, at 1,000 to 1, to their fixed prizes.
    """
    hands = comb(52, 6)
    six_card_royals = Value(odds=Fraction(-4 * 1_001, hands), money=Fraction(1_000_000 + 3 * 100_000, hands))
    return ask_jackpot(variant(MILLIONAIRE_MAKER), option="millionaire").value + six_card_royals


@pytest.mark.parametrize(("stake", "edge"), [(5, "18.098%"), (10, "18.737%"), (25, "19.120%")])
def test_atlantic_city_weekly_millionaire_maker_by_the_bet(stake: int, edge: str) -> None:
    """The source prints no edge. Prizes that are sums of money are worth less to a larger bet."""
    returned = millionaire_maker().returned(Fraction(stake))
    assert percent(1 - returned / stake, 3) == edge


def test_atlantic_city_weekly_top_prize_read_as_odds() -> None:
    """Taken as 200,000 to 1 at any bet the edge would be that of a $5 bet for all."""
    value = millionaire_maker()
    as_odds = Value(odds=value.odds + value.money / 5)
    edges = {1 - as_odds.returned(Fraction(stake)) / stake for stake in (5, 10, 25)}
    assert edges == {1 - value.returned(Fraction(5)) / 5}
