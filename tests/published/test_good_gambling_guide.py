"""The Good Gambling Guide, "3 Card Poker (Casino Brag)", thegoodgamblingguide.co.uk."""

from __future__ import annotations

import pytest

from combin.exact.decimals import percent
from tests.published.games import ante


@pytest.mark.parametrize(
    ("strategy", "per_ante", "of_all_wagers"),
    [
        ("Q-6-4", "3.37%", "2.01%"),
        ("mimic the dealer", "3.45%", "2.03%"),
        ("always play", "7.65%", "3.83%"),
    ],
)
def test_house_edge_differs(strategy: str, per_ante: str, of_all_wagers: str) -> None:
    """2.14 percent, of what and by which strategy is not said: it is true of none of these."""
    result = ante(strategy=strategy).wagers["ante"]
    shown = [percent(result.house_edge, 2), percent(result.element_of_risk, 2)]
    assert shown == [per_ante, of_all_wagers]
    assert "2.14%" not in shown
