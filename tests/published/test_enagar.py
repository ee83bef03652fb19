"""e-Nagar's blog, 20 July 2010, "Teen Patti flaws"."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.decimals import percent
from tests.published.games import counts


@pytest.mark.parametrize(
    ("category", "count", "probability"),
    [
        ("three of a kind", 52, "0.24%"),
        ("straight flush", 48, "0.22%"),
        ("straight", 720, "3.26%"),
        ("flush", 1096, "4.96%"),
        ("pair", 3744, "16.94%"),
        ("high card", 16440, "74.39%"),
    ],
)
def test_hands(category: str, count: int, probability: str) -> None:
    assert counts()[category] == count
    assert percent(Fraction(count, 22_100), 2) == probability
