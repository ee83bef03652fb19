"""Sets of cards added to a hand, and the category of the best five of each: for all sets at once."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from combin.fivecard import FiveCardCategory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from combin.cards import Deck

    Integers = NDArray[np.int64]

__all__ = ["CATEGORIES", "SIX_CARD_ROYAL", "AddedCards"]

CATEGORIES = tuple(FiveCardCategory)
"""High to low, so that the better of two has the smaller place."""

SIX_CARD_ROYAL = len(CATEGORIES)
"""The place of a royal flush of which the sixth card is the next rank of its suit."""

PLACE = {category: place for place, category in enumerate(CATEGORIES)}
ROYAL_FLUSH = PLACE[FiveCardCategory.ROYAL_FLUSH]
STRAIGHT_FLUSH = PLACE[FiveCardCategory.STRAIGHT_FLUSH]
FLUSH = PLACE[FiveCardCategory.FLUSH]


class AddedCards:
    """Sets of cards of a deck that can complete three cards to five or six.

    `cards` (sets x cards) are card indexes. Sets that hold a card of the hand are judged as well, but mean
    nothing.

    >>> from combin.cards import STANDARD_DECK as deck
    >>> from itertools import combinations
    >>> pairs = AddedCards(deck, list(combinations(range(len(deck)), 2)))
    >>> royal = [deck.index(card) for card in deck.parse("As Ks Qs")]
    >>> found = Counter(CATEGORIES[place].value for place in pairs.categories(royal).tolist())
    >>> found["royal flush"]
    1
    """

    def __init__(self, deck: Deck, cards: list[tuple[int, ...]]) -> None:
        """Note of each set its ranks, as one of the multisets that occur, and its ranks in each suit."""
        import numpy as np

        suits = len(deck.suits)
        self.deck = deck
        self.cards: Integers = np.array(cards, np.int64)
        ranks = np.sort(self.cards // suits, axis=1)
        multisets, places = np.unique(ranks, axis=0, return_inverse=True)
        self._multisets = [tuple(one) for one in multisets.tolist()]
        self._multiset_of: Integers = places.reshape(-1)
        bits = np.left_shift(1, self.cards // suits)
        self._masks = [np.where(self.cards % suits == suit, bits, 0).sum(axis=1) for suit in range(suits)]
        self._by_ranks = cache(self._categories_by_ranks)

    def categories(self, hand: tuple[int, ...] | list[int]) -> Integers:
        """Return for each set the place in `CATEGORIES` of the best five of it and the hand.

        A hand with five of a suit is no four of a kind and no full house: of up to six cards, five of one
        suit leave one. So the better of what its ranks say and what its suits say is its category.
        """
        import numpy as np

        suits = len(self.deck.suits)
        by_ranks = self._by_ranks(tuple(sorted(card // suits for card in hand)))
        found: Integers = by_ranks[self._multiset_of]
        runs, royal = _runs(self.deck)
        for suit in range(suits):
            own = sum(1 << card // suits for card in hand if card % suits == suit)
            if own.bit_count() + self.cards.shape[1] < 5:
                continue
            masks = self._masks[suit] | own
            flushes = np.flatnonzero(np.bitwise_count(masks) >= 5)
            if not len(flushes):
                continue
            masks = masks[flushes]
            straight = np.any([masks & run == run for run in runs], axis=0) if runs else np.bool_([False])
            by_suit = np.where(straight, STRAIGHT_FLUSH, FLUSH)
            if royal:
                by_suit = np.where(masks & royal == royal, ROYAL_FLUSH, by_suit)
            found[flushes] = np.minimum(found[flushes], by_suit)
        return found

    def _categories_by_ranks(self, hand: tuple[int, ...]) -> Integers:
        """Return for each multiset of ranks the category that it makes with the ranks of a hand."""
        import numpy as np

        runs, _ = _runs(self.deck)
        together = (tuple(sorted(hand + added)) for added in self._multisets)
        return np.array([_of_ranks(ranks, runs) for ranks in together], np.int64)


@cache
def _of_ranks(ranks: tuple[int, ...], runs: tuple[int, ...]) -> int:
    """Return the place of the category of ranks in order, which many hands have in common."""
    times = Counter(ranks)
    most, next_ = (*sorted(times.values(), reverse=True), 0)[:2]
    mask = sum(1 << rank for rank in times)
    if most >= 5:
        category = FiveCardCategory.FIVE_OF_A_KIND
    elif most == 4:
        category = FiveCardCategory.FOUR_OF_A_KIND
    elif most == 3 and next_ >= 2:
        category = FiveCardCategory.FULL_HOUSE
    elif any(mask & run == run for run in runs):
        category = FiveCardCategory.STRAIGHT
    elif most == 3:
        category = FiveCardCategory.THREE_OF_A_KIND
    elif most == 2:
        category = FiveCardCategory.TWO_PAIR if next_ == 2 else FiveCardCategory.PAIR
    else:
        category = FiveCardCategory.HIGH_CARD
    return PLACE[category]


@cache
def _runs(deck: Deck) -> tuple[tuple[int, ...], int]:
    """Return the straights as sets of ranks, and that which is royal in one suit (0 if none is)."""
    ranks = len(deck.ranks)
    runs = [0b11111 << low for low in range(ranks - 4)]
    if deck.ranks[-1].symbol != "A" or ranks < 5:
        return tuple(runs), 0
    return (*runs, 0b1111 | 1 << ranks - 1), 0b11111 << ranks - 5
