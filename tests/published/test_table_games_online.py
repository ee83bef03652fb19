"""table-games-online.com, "3 Card Poker rules"."""

from __future__ import annotations

from combin.exact.decimals import percent
from tests.published.games import six_card_bonus


def test_six_card_bonus_differs() -> None:
    """10.23% is printed for 1000-200-50-25-20-10-5; 10.2248% rounds to 10.22."""
    house_edge = six_card_bonus("1000-200-50-25-20-10-5").house_edge
    assert percent(house_edge, 4) == "10.2248%"
    assert percent(house_edge, 2) != "10.23%"
