"""What wagers look at beside the player's cards: the dealer's hand, its colours, the jackpot cards."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CASES", "MIXED", "NOTHING", "OTHER", "SAME", "Aspects", "Seen"]

CASES = 4
"""No qualify, win, tie, lose."""

SAME, OTHER, MIXED = range(3)
"""The dealer's colours: all of the player's one, all of another one, or several."""

NOTHING = -1
"""The category of cards that no wager looks at."""


@dataclass(frozen=True, slots=True)
class Aspects:
    """What some wagers look at beside the player's cards.

    `dealer` whether the hands are compared, `colours` those of the dealer, `six` the best five of both hands,
    `five` the categories (places in `CATEGORIES`) that matter of the player's hand with two jackpot cards.
    """

    dealer: bool
    colours: bool
    six: bool
    five: frozenset[int]


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies around a hand of the player; what no wager looks at is 0, `MIXED` or `NOTHING`."""

    case: int
    colour: int
    six: int
    five: int
