"""Five-card categories, the hands that jackpots with community cards pay."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["FiveCardCategory"]


class FiveCardCategory(StrEnum):
    """What a five-card hand can be, high to low."""

    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIR = "two pair"
    PAIR = "pair"
    HIGH_CARD = "high card"
