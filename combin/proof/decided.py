"""A strategy as data: the class of each hand, found by giving the suits of classes other names."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from combin.exact.matchups import Situations
    from combin.proof.deals import Roles

    Integers = NDArray[np.int64]

__all__ = ["situations_of_hands"]

NONE = -1
"""The place of a situation that cannot be: a hand that holds the card seen."""


def situations_of_hands(known: Situations, roles: Roles) -> Integers:
    """Return (hands x seen) the place of the situation of each hand with what is seen; `NONE` of no hand.

    Of a decision for each situation this makes one for each hand, as brute force takes them: nothing else is
    taken over from the engine.
    """
    deck = roles.hands.deck
    kinds = np.array(deck.rank_of) * (len(deck.suits) + 1) + np.array(deck.suit_of)  # the same for copies
    hands, rows = np.unique(_keys(kinds[roles.hands.cards]), return_inverse=True)
    found = np.full((len(hands), int(roles.seen_of.max()) + 1), NONE)
    for places, own, seen in _renamed(known, roles):
        found[np.searchsorted(hands, _keys(own)), seen] = places
    return found[rows.reshape(-1)]


def _keys(kinds: Integers) -> Integers:
    """Return the same number for three cards in any order."""
    first, second, third = np.sort(kinds, axis=1).T
    base = 1 << 10  # a deck has at most 218 kinds of cards
    keys: Integers = (first * base + second) * base + third
    return keys


def _renamed(known: Situations, roles: Roles) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Yield the places of situations, the kinds of three cards for which they stand, and what is seen there.

    Each time with other suits for those of the situations, until all have been gone through.
    """
    deck, group = roles.hands.deck, known.arrays.groups
    width, columns = len(deck.suits), 4
    numbers = known.arrays.numbers
    fixed = np.array([NONE if one.suit is None else one.suit for one in known.classes])[numbers]
    shown = np.full(len(numbers), NONE) if known.cards is None else known.cards
    cards = np.column_stack([np.array([one.hand for one in known.classes])[numbers], shown])
    ranks = np.where(cards == NONE, len(deck.ranks), np.array(deck.rank_of)[cards])
    suits = np.where(cards == NONE, width, np.array(deck.suit_of)[cards])
    # Suits get numbers in the order in which the cards show them; jokers, and no card, have none.
    first = (suits[:, :, None] == suits[:, None, :]).argmax(axis=2)
    new = (first == np.arange(columns)) & (suits < width)
    number = np.take_along_axis(np.cumsum(new, axis=1) - 1, first, axis=1)
    number[suits == width] = NONE
    for names in permutations(range(width), min(width, columns)):
        given = np.array([*names, width])[number]  # the last one stands at NONE
        places = np.flatnonzero((fixed == NONE) | (given[:, 0] == fixed))
        kinds = ranks[places] * (width + 1) + given[places]
        seen = ranks[places, 3] * width + given[places, 3] if known.cards is not None else group[places]
        yield places, kinds[:, :3], seen
