"""A public source file "The exact figures", the analysis module of a game, whose tests re-derive them."""

from __future__ import annotations

from fractions import Fraction

from combin.exact.decimals import percent
from tests.published.games import ante, no_bonus


def test_hands_played_by_mimicking_the_dealer() -> None:
    assert ante(strategy="mimic the dealer").strategy.hands_played == 15_380


def test_ante_and_play_without_bonus() -> None:
    """-8.6580%, net -35,253,012 of 407,170,400, under Q-6-4."""
    house_edge = no_bonus("Q-6-4").wagers["ante"].house_edge
    assert house_edge == Fraction(35_253_012, 407_170_400)
    assert percent(-house_edge, 4) == "-8.6580%"


def test_mimicking_the_dealer_without_bonus() -> None:
    """Net -35,563,032 of 407,170,400."""
    assert no_bonus("mimic the dealer").wagers["ante"].house_edge == Fraction(35_563_032, 407_170_400)


def test_q_6_4_agrees_with_the_best_decision_on_all_hands() -> None:
    assert no_bonus("Q-6-4").strategy.decisions == no_bonus().best.decisions
