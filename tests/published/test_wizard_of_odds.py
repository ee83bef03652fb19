"""Wizard of Odds, wizardofodds.com: Three Card Poker, its Ask the Wizard page, and Teen Patti."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.exact.decimals import decimal, percent
from combin.exact.side_bets import side_bet
from combin.isomorphism import SuitPattern
from combin.ranking import Category
from tests.published.games import (
    ante,
    counts,
    no_bonus,
    pair_plus,
    six_card_bonus,
    standard,
    value_of_playing,
)
from tests.variants import analysed, variant

# -- Three Card Poker: how often hands are dealt ----------------------------------------------------------


@pytest.mark.parametrize(
    ("category", "count", "probability"),
    [
        ("straight flush", 48, "0.002172"),
        ("three of a kind", 52, "0.002353"),
        ("straight", 720, "0.032579"),
        ("pair", 3744, "0.169412"),
        ("high card", 16440, "0.743891"),
    ],
)
def test_hands_of_22100(category: str, count: int, probability: str) -> None:
    assert counts()[category] == count
    assert decimal(Fraction(count, 22100), 6) == probability


@pytest.mark.parametrize(
    ("rank", "probability", "count"),
    [
        ("A", "0.1737557", (comb(12, 2) - 2) * (4**3 - 4)),
        ("K", "0.1466063", 3240),
    ],
)
def test_ace_high_and_king_high(rank: str, probability: str, count: int) -> None:
    """Ask the Wizard: (C(12,2) - 2)(4^3 - 4) / C(52,3) for ace high, 3,240 of 22,100 for king high."""
    ranking = standard().ranking
    high = ranking.deck.ranks.index(ranking.deck.rank(rank))
    found = sum(
        strength.count
        for strength in ranking.strengths
        if strength.category is Category.HIGH_CARD and strength.ranks[0] == high
    )
    assert found == count
    assert decimal(Fraction(found, 22100), 7) == probability


def test_deals() -> None:
    assert ante().wagers["ante"].total == 407_170_400


# -- Three Card Poker: Ante & Play ------------------------------------------------------------------------


def test_win_push_lose() -> None:
    """Wins 44.91%, pushes 0.06%, loses 55.03%: of the net result of the round with its Ante Bonus.

    An exact tie is more frequent than a push, 0.0657%: a bonus turns a tie into a win.
    """
    result = ante().wagers["ante"]
    shown = [percent(result.frequency(sign), 2) for sign in (1, 0, -1)]
    assert shown == ["44.91%", "0.06%", "55.03%"]


def test_player_holds_a_straight_flush() -> None:
    """As the Mathematics Stack Exchange question "Count Outcomes in Three Card Poker" quotes the table."""
    strategy = ante().strategy
    _, no_qualify, _, tie, _ = strategy.game.by_category(strategy.decisions)[Category.STRAIGHT_FLUSH]
    assert no_qualify == 266_196
    assert tie == 144


@pytest.mark.parametrize(
    ("bonus", "house_edge"),
    [
        ("9-8-1", "1.5630%"),
        ("12.5-10-1", "0.3323%"),
        ("4-3-1", "3.83%"),
        ("3-2-1", "4.28%"),
        ("12.5-10-1", "0.33%"),
    ],
)
def test_house_edge_of_ante_and_play(bonus: str, house_edge: str) -> None:
    digits = len(house_edge.partition(".")[2]) - 1
    assert percent(ante(bonus).wagers["ante"].house_edge, digits) == house_edge


@pytest.mark.parametrize(
    ("bonus", "element_of_risk"),
    [
        ("5-4-1", "2.0147%"),
        ("3-2-1", "2.5552%"),
        ("5-3-1", "2.1552%"),
        ("9-8-1", "0.9336%"),
        ("12.5-10-1", "0.1985%"),
        ("4-3-1", "2.28%"),
        ("3-2-1", "2.56%"),
        ("12.5-10-1", "0.20%"),
    ],
)
def test_element_of_risk_of_ante_and_play(bonus: str, element_of_risk: str) -> None:
    digits = len(element_of_risk.partition(".")[2]) - 1
    assert percent(ante(bonus).wagers["ante"].element_of_risk, digits) == element_of_risk


@pytest.mark.parametrize(
    ("bonus", "worth"),
    [("5-4-1", "5.2851%"), ("4-3-1", "4.8326%"), ("3-2-1", "4.3801%"), ("9-8-1", "7.0950%")],
)
def test_worth_of_the_ante_bonus(bonus: str, worth: str) -> None:
    with_it, without = ante(bonus).wagers["ante"], no_bonus().wagers["ante"]
    assert percent(without.house_edge - with_it.house_edge, 4) == worth


def test_what_the_ante_loses_and_the_bonus_wins() -> None:
    """The player "stands to lose 8.66% of the Ante but win 5.29%" by the bonus."""
    with_it, without = ante().wagers["ante"], no_bonus().wagers["ante"]
    assert percent(without.house_edge, 2) == "8.66%"
    assert percent(without.house_edge - with_it.house_edge, 2) == "5.29%"


@pytest.mark.parametrize(
    ("strategy", "house_edge"), [("mimic the dealer", "3.45%"), ("always play", "7.65%")]
)
def test_house_edge_of_other_strategies(strategy: str, house_edge: str) -> None:
    assert percent(ante(strategy=strategy).wagers["ante"].house_edge, 2) == house_edge


def test_value_of_playing_q_6_4() -> None:
    """-.993378 is printed for Q-6-4 without more; it holds for three suits only.

    Over all 60 hands the mean is -0.993888.
    """
    assert decimal(value_of_playing("Q-6-4", SuitPattern.THREE_SUITS), 6) == "-0.993378"
    assert decimal(value_of_playing("Q-6-4"), 6) == "-0.993888"


def test_ante_and_pair_plus_together() -> None:
    """5.32%, or 5.3245%, of two units, one on each; Pair Plus at 40-30-6-3-1."""
    together = ante().wagers["ante"].house_edge + pair_plus("40-30-6-3-1").house_edge
    assert percent(together / 2, 4) == "5.3245%"
    assert percent(together / 2, 2) == "5.32%"


# -- Three Card Poker: Pair Plus --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "house_edge"),
    [
        ("35-33-6-4-1", "2.6968%"),
        ("40-25-6-4-1", "3.4932%"),
        ("50-30-6-3-1", "5.1041%"),
        ("40-30-5-4-1", "5.5747%"),
    ],
)
def test_pair_plus(odds: str, house_edge: str) -> None:
    assert percent(pair_plus(odds).house_edge, 4) == house_edge


@pytest.mark.parametrize(
    ("mini_royal", "odds", "house_edge"),
    [
        (80, "40-25-6-3-1", "7.7285%"),
        (50, "40-30-5-4-1", "5.3937%"),
        (200, "40-30-6-3-1", "4.3801%"),
        (100, "50-30-6-3-1", "4.1991%"),
    ],
)
def test_pair_plus_with_mini_royal(mini_royal: int, odds: str, house_edge: str) -> None:
    assert percent(pair_plus(odds, mini_royal).house_edge, 4) == house_edge


# -- Teen Patti -------------------------------------------------------------------------------------------

TEEN_PATTI = """
extends = "resorts-world-sentosa"
title = "Teen Patti 20-20: two hands, the higher wins; no decision, so Play changes nothing"
[ranking]
order = ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]
[dealer]
qualifies = "any hand"
[wager.ante]
win = 0.95
[wager.play]
win = "push"
lose = "push"
[pay_tables.ante_bonus.A]
"three of a kind" = 0
"straight flush" = 0
"straight" = 0
[pay_tables.pair_plus.A]
"three aces" = 50
"three of a kind" = 40
"straight flush" = 30
"straight" = 6
"flush" = 3
"pair" = 1
"""


def test_teen_patti_20_20_house_edge() -> None:
    """2.50%, or -0.024972."""
    house_edge = analysed(variant(TEEN_PATTI), "always play").wagers["ante"].house_edge
    assert percent(house_edge, 2) == "2.50%"
    assert decimal(-house_edge, 6) == "-0.024972"


def test_teen_patti_20_20_ties() -> None:
    outcomes = dict(analysed(variant(TEEN_PATTI), "always play").wagers["ante"].outcomes)
    assert outcomes[Fraction(0)] == 450_528


def test_teen_patti_20_20_totals_differ() -> None:
    """The page has 203,134,672 wins, as many losses, and a total of 406,719,872: it subtracts ties twice.

    There are 22,100 x 18,424 = 407,170,400 deals. The edge hides the slip at six digits.
    """
    outcomes = analysed(variant(TEEN_PATTI), "always play").wagers["ante"].outcomes
    assert outcomes == (
        (Fraction(-1), 203_359_936),
        (Fraction(0), 450_528),
        (Fraction("0.95"), 203_359_936),
    )
    assert 203_359_936 - 450_528 // 2 == 203_134_672
    assert 407_170_400 - 450_528 == 406_719_872
    assert decimal(Fraction(203_134_672, 20 * 406_719_872), 6) == "0.024972"


def test_teen_patti_20_20_pair_plus() -> None:
    """Three aces have a line of their own; the excerpt at hand prints no edge beside the pay table."""
    rules = variant(TEEN_PATTI)
    assert percent(side_bet(rules, rules.tables["pair_plus"]["A"]).distribution.house_edge, 4) == "6.9140%"


def test_teen_patti_pro_probability_of_a_win_differs() -> None:
    """0.499434 is printed for either side's win; 203,359,936 of 407,170,400 deals are 0.499447.

    The order of hands moves no tie from one category to another, so it cannot explain the gap.
    """
    result = analysed(variant(TEEN_PATTI), "always play").wagers["ante"]
    assert decimal(result.hit_frequency, 6) == "0.499447"
    assert decimal(result.hit_frequency, 6) != "0.499434"


# -- 6 Card Bonus ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "house_edge"),
    [
        ("2000-200-50-25-15-10-5", "14.3555%"),
        ("1000-200-50-25-20-10-5", "10.2248%"),
        ("1000-200-50-25-20-10-5", "10.22%"),
    ],
)
def test_six_card_bonus(odds: str, house_edge: str) -> None:
    """Paid even if the player folds; 10.22% is the page's Version 1-D."""
    digits = len(house_edge.partition(".")[2]) - 1
    assert percent(six_card_bonus(odds).house_edge, digits) == house_edge
