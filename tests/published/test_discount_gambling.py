"""Discount Gambling, "Three Card Poker (Ocean's 11)"."""

from __future__ import annotations

from combin.exact.decimals import decimal, percent
from tests.published.games import pair_plus


def test_mini_royal_at_200() -> None:
    """160 x 4 / C(52,3) = 0.028959, by 200 for a mini royal instead of 40."""
    gain = pair_plus("40-30-6-3-1").house_edge - pair_plus("40-30-6-3-1", 200).house_edge
    assert decimal(gain, 6) == "0.028959"


def test_gain_in_the_text_differs() -> None:
    """The text beside that formula says "3.00% better"; it is 2.90%."""
    gain = pair_plus("40-30-6-3-1").house_edge - pair_plus("40-30-6-3-1", 200).house_edge
    assert percent(gain, 2) == "2.90%"
    assert percent(gain, 2) != "3.00%"
