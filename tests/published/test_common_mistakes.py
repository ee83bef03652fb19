"""Mistakes of public programs and articles, put into rule files and strategies, and what they lead to."""

from __future__ import annotations

import pytest

from combin.exact.decimals import percent
from tests.published.games import ante, six_card_bonus


def test_a_2_3_is_no_straight() -> None:
    """chenosaurus/poker-evaluator #4 and zooba/deck #12: 44 straight flushes, 660 straights, 3.735%."""
    analysis = ante(entries='[ranking]\nace_low_straight = "none"\n')
    assert list(analysis.rules.ranking.counts.values())[:3] == [44, 52, 660]
    assert percent(analysis.wagers["ante"].house_edge, 3) == "3.735%"


@pytest.mark.parametrize(
    "ranking",
    [
        'ace_low_straight = "highest"',
        'ace_low_straight = "second"',
        'order = ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]',
    ],
)
def test_the_edge_cannot_see_the_order_of_hands_that_are_always_played(ranking: str) -> None:
    """What the player gains as player he loses as dealer, so all these orders share the edge of 3.373%."""
    analysis = ante(entries=f"[ranking]\n{ranking}\n")
    assert analysis.wagers["ante"].house_edge == ante().wagers["ante"].house_edge
    other, standard = ({one.hand.hand: one.win for one in each.game.matchups} for each in (analysis, ante()))
    assert other.keys() == standard.keys()
    assert other != standard


@pytest.mark.parametrize(
    ("strategy", "house_edge"), [("Q-6-4", "3.373%"), ("any queen", "3.449%"), ("Q-10-4", "3.979%")]
)
def test_strategies_called_best(strategy: str, house_edge: str) -> None:
    """justinrc10/threecardpoker plays Q-10-4; others play any queen, as the dealer does."""
    assert percent(ante(strategy=strategy).wagers["ante"].house_edge, 3) == house_edge


@pytest.mark.parametrize(("tie", "change"), [("'push'", "0.0000%"), ("1", "-0.1315%"), ("'lose'", "0.1315%")])
def test_who_wins_a_tie(tie: str, change: str) -> None:
    """About 0.15% is published for ties that the dealer wins; under Q-6-4 it is 0.13."""
    entries = f"[wager.ante]\ntie = {tie}\n[wager.play]\ntie = {tie}\n"
    house_edge = ante(strategy="Q-6-4", entries=entries).wagers["ante"].house_edge
    assert percent(house_edge - ante().wagers["ante"].house_edge, 4) == change


def test_six_card_bonus_lost_by_a_fold() -> None:
    """It is live whatever the player does; a program that takes it on a fold finds 33.785% for 15.279%."""
    odds = "1000-200-50-25-15-10-5"
    assert percent(six_card_bonus(odds).house_edge, 3) == "15.279%"
    assert percent(six_card_bonus(odds, on_fold="lost").house_edge, 3) == "33.785%"
