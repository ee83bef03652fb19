"""What jokers make of a hand: every hand that it can stand for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.cards.cards import Deck

__all__ = ["Shown", "as_highest", "stood_for"]

Shown = tuple[int, int, int, int]
"""Three ascending rank indexes, and how many different suits the cards show."""


def stood_for(deck: Deck, held: tuple[int, ...], suits: int) -> frozenset[Shown]:
    """Return all hands of cards of the deck that hold some cards beside what the jokers stand for.

    Args:
        deck: any deck.
        held: the ascending rank indexes of one or two cards that are no jokers.
        suits: how many different suits these show.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> hands = stood_for(STANDARD_DECK, (3, 12), 2)
    >>> (3, 12, 12, 2) in hands, (3, 4, 12, 1) in hands
    (True, False)

    Two aces and a joker are three aces in a third suit, in which no ace is held:

    >>> [hand for hand in stood_for(STANDARD_DECK, (12, 12), 2) if hand[0] == 12]
    [(12, 12, 12, 3)]
    """
    own = [(rank, min(place, suits - 1)) for place, rank in enumerate(held)]
    # Of the suits that are not held it does not matter which: three are enough.
    others = product(range(len(deck.ranks)), range(min(len(deck.suits), 3)))
    found = set()
    for jokers in combinations_with_replacement(others, 3 - len(held)):
        cards = [*own, *jokers]
        if max(Counter(cards).values()) <= deck.copies:
            found.add(_shown([rank for rank, _ in cards], {suit for _, suit in cards}))
    return frozenset(found)


def as_highest(deck: Deck, held: tuple[int, ...], suits: int) -> frozenset[Shown]:
    """Return the hands in which each joker counts as the highest rank, in whatever suits.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> sorted(as_highest(STANDARD_DECK, (3, 12), 2))
    [(3, 12, 12, 2), (3, 12, 12, 3)]
    """
    top = len(deck.ranks) - 1
    most = min(len(deck.suits), suits + 3 - len(held))
    return frozenset(
        _shown([*held, *[top] * (3 - len(held))], range(shown)) for shown in range(suits, most + 1)
    )


def _shown(ranks: list[int], suits: set[int] | range) -> Shown:
    low, middle, high = sorted(ranks)
    return low, middle, high, len(suits)
