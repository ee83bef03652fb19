"""Eliot Jacobson at 888casino's blog and apheat.net: "Three Card Poker Hole-Card Play: Update #1"."""

from __future__ import annotations

from combin.exact.decimals import percent
from tests.published.games import ante


def test_house_edge() -> None:
    assert percent(ante().wagers["ante"].house_edge, 4) == "3.3730%"


def test_standard_deviation() -> None:
    assert ante().wagers["ante"].standard_deviation(4) == "1.6393"


def test_probability_of_winning_a_unit_or_more() -> None:
    assert percent(ante().wagers["ante"].hit_frequency, 4) == "44.9127%"
