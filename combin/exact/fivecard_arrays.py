"""How many hands of each category contain given cards: for many of these at once, as arrays."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.fivecard_counts import CATEGORIES, STRAIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.exact.fivecard_counts import HandCounter

    Integers = NDArray[np.int64]

__all__ = ["counts_with"]


def counts_with(counter: HandCounter, held: Integers) -> Integers:
    """Return how many hands with the cards of each row are of each category: rows x `CATEGORIES`.

    What lets a flush be depends on the ranks held of one suit; all else on which ranks are held, for the
    straights, and on which cards share a rank or a suit. Of each there are few.

    Args:
        counter: of hands of a deck.
        held: different cards (card indexes), as many in each row.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> from combin.exact.fivecard_counts import hand_counter
    >>> royal = np.array([[deck.index(card) for card in deck.parse("As Ks Qs Js")]])
    >>> (counts,) = counts_with(hand_counter(deck, 5), royal).tolist()
    >>> {category.value: number for category, number in zip(CATEGORIES, counts, strict=True) if number}
    {'royal flush': 1, 'flush': 8, 'straight': 3, 'pair': 12, 'high card': 24}

    The slow equivalent asks `HandCounter.counts` for each row.
    """
    return _without_flush(counter, held) + _flushes(counter, held)


def _flushes(counter: HandCounter, held: Integers) -> Integers:
    suits = len(counter.deck.suits)
    bits, suit = np.left_shift(1, held // suits), held % suits
    masks = np.stack([np.where(suit == one, bits, 0).sum(axis=1) for one in range(suits)])
    every, places = np.unique(masks, return_inverse=True)
    ways = np.zeros((len(every), len(CATEGORIES)), np.int64)
    for place, mask in enumerate(every.tolist()):
        for category, number in counter.flushes(mask, held.shape[1]).items():
            ways[place, category] = number
    found: Integers = ways[places.reshape(masks.shape)].sum(axis=0)
    return found


def _without_flush(counter: HandCounter, held: Integers) -> Integers:
    deck, size = counter.deck, held.shape[1]
    rank, suit = np.divmod(held, len(deck.suits))
    masks, mask_of = np.unique(np.bitwise_or.reduce(np.left_shift(1, rank), axis=1), return_inverse=True)
    with_run = np.zeros((counter.cards + 1, len(masks)), np.int64)
    for number, sets in counter.run_sets.items():
        with_run[number] = (masks & ~np.array(sets, np.int64)[:, np.newaxis] == 0).sum(axis=0)
    # Which card is the first of the rank and of the suit of each: that tells which cards share them.
    firsts = [(one[:, :, np.newaxis] == one[:, np.newaxis, :]).argmax(axis=2) for one in (rank, suit)]
    patterns = np.concatenate(firsts, axis=1) @ size ** np.arange(2 * size)
    _, examples, pattern_of = np.unique(patterns, return_index=True, return_inverse=True)
    found = np.zeros((len(held), len(CATEGORIES)), np.int64)
    order = np.argsort(pattern_of.reshape(-1), kind="stable")
    of_each = np.split(order, np.bincount(pattern_of.reshape(-1)).cumsum()[:-1])
    for example, rows in zip(examples.tolist(), of_each, strict=True):
        ranks = len(set(rank[example].tolist()))
        for new, ways_of in enumerate(counter.ways_without_flush(held[example].tolist())):
            every = comb(len(deck.ranks) - ranks, new)
            runs = with_run[ranks + new][mask_of.reshape(-1)[rows]]
            for category, ways in ways_of:
                if category < STRAIGHT:
                    found[rows, category] += ways * every
                else:
                    found[rows, category] += ways * (every - runs)
                    found[rows, STRAIGHT] += ways * runs
    return found
