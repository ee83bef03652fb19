"""A public document "Rules and Odds: Three Card Poker, Video Poker, ...", with its own enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.decimals import decimal, percent
from tests.published.games import ante, pair_plus


@pytest.mark.parametrize(
    ("net", "count"),
    [
        (7, 617_044),
        (3, 8_976_452),
        (2, 91_100_696),
        (1, 80_955_780),
        (0, 249_216),
        (-1, 132_923_304),
    ],
)
def test_outcomes_of_ante_and_play(net: int, count: int) -> None:
    assert dict(ante().wagers["ante"].outcomes)[Fraction(net)] == count


def test_house_edge_as_a_fraction() -> None:
    assert ante().wagers["ante"].house_edge == Fraction(13_733_780, 407_170_400)


def test_average_total_wager() -> None:
    """1.674208 Antes, at a play rate of 67.4208%."""
    assert decimal(ante().wagers["ante"].average_wager, 6) == "1.674208"
    assert percent(Fraction(ante().strategy.hands_played, 22100), 4) == "67.4208%"


def test_q_6_4_agrees_with_the_best_decision_on_all_hands() -> None:
    assert ante(strategy="Q-6-4").strategy.decisions == ante().best.decisions


@pytest.mark.parametrize(
    ("odds", "deviation"),
    [
        ("40-30-6-4-1", "2.9106"),
        ("35-33-6-4-1", "2.8464"),
        ("40-25-6-4-1", "2.7972"),
        ("35-25-6-4-1", "2.6474"),
        ("50-30-6-3-1", "3.1745"),
        ("40-30-5-4-1", "2.8480"),
        ("40-25-5-4-1", "2.7317"),
        ("40-30-6-3-1", "2.8496"),
    ],
)
def test_standard_deviation_of_pair_plus(odds: str, deviation: str) -> None:
    assert pair_plus(odds).standard_deviation(4) == deviation
