"""Tunica Travel's blog, "Mini-Royal Payoffs in Three Card Poker"."""

from __future__ import annotations

from combin.exact.decimals import percent
from tests.published.games import pair_plus


def test_mini_royal_at_50() -> None:
    """7.10 percent: 0.18 percent less than 7.28, by 50 for a mini royal instead of 40.

    The text says that A-K-Q is otherwise "paid 4-1", a slip for 40-1.
    """
    without, with_it = pair_plus("40-30-6-3-1").house_edge, pair_plus("40-30-6-3-1", 50).house_edge
    assert [percent(without, 2), percent(with_it, 2)] == ["7.28%", "7.10%"]
    assert percent(without - with_it, 2) == "0.18%"
