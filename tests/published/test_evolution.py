"""Evolution's live Three Card Poker: the returns to player of its rules."""

from __future__ import annotations

from combin.exact.decimals import percent
from tests.published.games import ante, pair_plus, six_card_bonus


def test_return_of_ante_and_play() -> None:
    """96.63%, per Ante."""
    assert percent(1 - ante().wagers["ante"].house_edge, 2) == "96.63%"


def test_return_of_pair_plus_with_mini_royal() -> None:
    """95.51% at 100 for a mini royal and 40-30-5-4-1."""
    assert percent(1 - pair_plus("40-30-5-4-1", 100).house_edge, 2) == "95.51%"


def test_return_of_six_card_bonus() -> None:
    """91.44%."""
    assert percent(1 - six_card_bonus("1000-200-100-20-15-10-7").house_edge, 2) == "91.44%"
