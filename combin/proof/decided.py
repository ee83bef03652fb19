"""A strategy as data: the class of each hand, found by giving the suits of classes other names."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from combin.exact.matchups import Matchup
    from combin.proof.deals import Roles

    Integers = NDArray[np.int64]

__all__ = ["situations_of_hands"]

NONE = -1
"""The place of a situation that cannot be: a hand that holds the card seen."""


def situations_of_hands(matchups: Sequence[Matchup], roles: Roles) -> Integers:
    """Return (hands x seen) the place among the matchups of each hand with what is seen; `NONE` of no hand.

    Of a decision for each matchup this makes one for each hand, as brute force takes them: nothing else is
    taken over from the engine.
    """
    deck = roles.hands.deck
    kinds = np.array(deck.rank_of) * (len(deck.suits) + 1) + np.array(deck.suit_of)  # the same for copies
    hands, rows = np.unique(_keys(kinds[roles.hands.cards]), return_inverse=True)
    found = np.full((len(hands), int(roles.seen_of.max()) + 1), NONE)
    for places, own, seen in _renamed(matchups, roles):
        found[np.searchsorted(hands, _keys(own)), seen] = places
    return found[rows.reshape(-1)]


def _keys(kinds: Integers) -> Integers:
    """Return the same number for three cards in any order."""
    first, second, third = np.sort(kinds, axis=1).T
    base = 1 << 10  # a deck has at most 218 kinds of cards
    keys: Integers = (first * base + second) * base + third
    return keys


def _renamed(matchups: Sequence[Matchup], roles: Roles) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Yield the places of matchups, the kinds of three cards for which they stand, and what is seen there.

    Each time with other suits for those of the matchups, until all have been gone through.
    """
    deck, rules = roles.hands.deck, roles.rules
    width, columns = len(deck.suits), 4
    whole_card = bool(rules.file.deal.face_up) and not rules.sees
    shown = [NONE if one.seen is None or one.seen.card is None else one.seen.card for one in matchups]
    group = np.array([0 if one.seen is None or whole_card else one.seen.group for one in matchups])
    fixed = np.array([NONE if one.hand.suit is None else one.hand.suit for one in matchups])
    cards = np.column_stack([np.array([one.hand.hand for one in matchups]), shown])
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
        seen = ranks[places, 3] * width + given[places, 3] if whole_card else group[places]
        yield places, kinds[:, :3], seen
