"""John Grochowski's columns at Casino City Times and online.casinocity.com."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.decimals import percent
from combin.exact.strategy import Strategy
from tests.published.games import ante, pair_plus, standard


def test_dealer_qualifies() -> None:
    """69.6 percent (28 August 2001, "Win More at Three Card Poker")."""
    rules = standard()
    qualifying = sum(one.count for one in rules.ranking.strengths[rules.qualifies :])
    assert percent(Fraction(qualifying, 22_100), 1) == "69.6%"


def played(strategy: Strategy) -> set[str]:
    describe = strategy.game.rules.ranking.describe
    return {describe(matchup.hand.strength) for matchup, decision in strategy if decision}


def test_eight_hands_between_a_queen_and_q_6_4() -> None:
    """Q63 Q62 Q54 Q53 Q52 Q43 Q42 Q32 (28 August 2001): 480 hands."""
    queen, best = ante(strategy="any queen").strategy, ante(strategy="Q-6-4").strategy
    more = played(queen) - played(best)
    assert more == {"Q-6-3", "Q-6-2", "Q-5-4", "Q-5-3", "Q-5-2", "Q-4-3", "Q-4-2", "Q-3-2"}
    assert queen.hands_played - best.hands_played == 480


@pytest.mark.parametrize(("strategy", "house_edge"), [("Q-6-4", "3.37%"), ("any queen", "3.45%")])
def test_house_edge_of_two_strategies(strategy: str, house_edge: str) -> None:
    """26 January 2014."""
    assert percent(ante(strategy=strategy).wagers["ante"].house_edge, 2) == house_edge


def test_always_play() -> None:
    """3.83 percent of all that is wagered, 7.65 percent of the Ante (19 December 2021)."""
    result = ante(strategy="always play").wagers["ante"]
    assert percent(result.element_of_risk, 2) == "3.83%"
    assert percent(result.house_edge, 2) == "7.65%"


def test_mimic_the_dealer_differs() -> None:
    """2.07 percent of all that is wagered (19 December 2021, "Three Card Poker Dissected"); it is 2.03.

    Who mimics the dealer wagers 1.695928 Antes. To divide 3.45 by about 1.67, the average under Q-6-4,
    gives 2.07.
    """
    result = ante(strategy="mimic the dealer").wagers["ante"]
    assert percent(result.element_of_risk, 4) == "2.0338%"
    assert percent(result.element_of_risk, 2) != "2.07%"
    assert percent(Fraction("3.45") / Fraction("1.67") / 100, 2) == "2.07%"


@pytest.mark.parametrize(
    ("mini_royal", "odds", "house_edge"),
    [
        (None, "40-30-5-4-1", "5.57%"),
        (50, "40-30-5-4-1", "5.39%"),
        (100, "40-30-5-4-1", "4.49%"),
        (None, "40-30-6-3-1", "7.28%"),
    ],
)
def test_a_rare_pair_plus_payout(mini_royal: int | None, odds: str, house_edge: str) -> None:
    assert percent(pair_plus(odds, mini_royal).house_edge, 2) == house_edge


@pytest.mark.parametrize(
    ("odds", "house_edge"), [("40-30-6-4-1", "2.3%"), ("40-25-6-4-1", "3.5%"), ("35-25-6-4-1", "4.6%")]
)
def test_by_any_other_name(odds: str, house_edge: str) -> None:
    assert percent(pair_plus(odds).house_edge, 1) == house_edge


def test_a_flush_that_pays_3_instead_of_4() -> None:
    """4.96 percent more, from 2.32 to 7.28 (8 July 2021)."""
    four, three = pair_plus("40-30-6-4-1").house_edge, pair_plus("40-30-6-3-1").house_edge
    assert [percent(four, 2), percent(three, 2), percent(three - four, 2)] == ["2.32%", "7.28%", "4.96%"]
