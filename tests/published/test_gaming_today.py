"""Gaming Today, 30 October 2001, "Intuition in one game may not work in another"."""

from __future__ import annotations

from fractions import Fraction

from combin.exact.decimals import percent
from tests.published.games import counts


def test_three_of_a_kind() -> None:
    """0.235%, 1 in every 425 hands."""
    probability = Fraction(counts()["three of a kind"], 22_100)
    assert percent(probability, 3) == "0.235%"
    assert 1 / probability == 425
