"""Whom a wager favours: the one place that tells the kinds of sign of a house edge."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


class Favour(StrEnum):
    """Whom a wager favours; each value can follow its name in a sentence."""

    HOUSE = "favours the house"
    EVEN = "is even"
    PLAYER = "favours the player"


def favour(house_edge: Fraction) -> Favour:
    """Return whom a wager of this house edge favours.

    >>> from fractions import Fraction
    >>> [favour(Fraction(edge)).value for edge in (1, 0, -1)]
    ['favours the house', 'is even', 'favours the player']
    """
    return favour_between(house_edge, house_edge)


def favour_between(low: Fraction, high: Fraction) -> Favour:
    """Return whom a wager favours whose house edge lies within bounds; it is even if these hold no sign."""
    if low > 0:
        return Favour.HOUSE
    return Favour.PLAYER if high < 0 else Favour.EVEN
