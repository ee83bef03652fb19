"""How many hands are of each category, by visiting every combination of cards one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import CardError, Deck
from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Kinds = NDArray[np.uint16]
    Masks = NDArray[np.uint64]
    States = NDArray[np.intp]


BLOCK = 1 << 16
"""Combinations looked at together: few enough to stay in the processor's cache."""

_OF = FiveCardCategory
CATEGORIES = tuple(_OF)[::-1]
"""Low to high, so that the better of two is the one with the greater place."""


def visit(
    deck: Deck, cards: int, progress: Callable[[int, int], object] | None = None
) -> dict[FiveCardCategory, int]:
    """Return how many hands of so many cards have their best five in each category, high to low.

    Every combination gets its own look-up: of 52 cards 2,598,960 of five, 20,358,520 of six or 133,784,560
    of seven (about a second, in some 50 MB).

    Args:
        deck: at most 64 cards of at most 16 ranks.
        cards: 5, 6 or 7.
        progress: called now and then with the hands visited so far and their number in all. It may raise
            an exception to stop.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> visit(STANDARD_DECK, 5)[FiveCardCategory.FULL_HOUSE]
    3744

    Raises:
        ValueError: another number of cards.
        CardError: a larger deck.
    """
    if cards not in (5, 6, 7):
        raise ValueError(f"hands of {cards} cards: only 5, 6 and 7 are visited")
    if len(deck) > 64 or len(deck.ranks) > 16:
        raise CardError(f"{len(deck)} cards of {len(deck.ranks)} ranks: at most 64 of 16 can be visited")
    steps, final = _automaton(deck, cards)
    states, marks, suits = np.zeros(1, np.intp), np.zeros(1, np.uint64), len(deck.suits)
    # The cards of a combination ascend, and combinations are ordered by their last card, then by the one
    # before it, and so on. So those whose cards are all below card c are the first C(c, k), and adding card c
    # to each of them gives the combinations of k + 1 cards that end in c. The last two are not stored.
    for size, step in enumerate(steps[:-1]):
        below = [comb(card, size) for card in range(len(deck))]
        states = np.concatenate([step[card // suits].take(states[:end]) for card, end in enumerate(below)])
        marks = np.concatenate([marks[:end] | _mark(deck, card) for card, end in enumerate(below)])
    done, last = 0, len(deck) - 1
    tally = np.zeros((len(CATEGORIES), len(deck.ranks)), np.int64)
    for card in range(cards - 2, last):
        end = comb(card, cards - 2)
        for start, stop in pairwise([*range(0, end, BLOCK), end]):
            held = steps[-1][card // suits].take(states[start:stop])
            tally += _tally(deck, card, held, marks[start:stop] | _mark(deck, card), final)
            done += (stop - start) * (last - card)
            if progress is not None:
                progress(done, comb(len(deck), cards))
    counts = tally.sum(axis=1).tolist()
    return dict(zip(CATEGORIES[::-1], counts[::-1], strict=True))


def _tally(deck: Deck, card: int, states: States, marks: Masks, final: Kinds) -> NDArray[np.int64]:
    """Return (categories x ranks) the kinds of combinations that end in a card, each with one more card."""
    # What matters of cards is a state of the ranks and a mask of the suits, so that a hand costs one look-up
    # more than the same hand without its last card. Of 133,784,560 hands of seven cards only the 2,598,960 of
    # five are stored. Suits are looked at where four cards of one are held: else a fifth cannot come. That
    # may come to five, and of six cards only one suit can.
    ranks, suits, flushes = len(deck.ranks), len(deck.suits), _flush_kinds(deck)
    every = np.uint64((1 << ranks) - 1)
    suit_of = np.full(len(states), -1)
    for suit in range(suits):
        suit_of[np.bitwise_count(marks & (every << np.uint64(suit * ranks))) >= 4] = suit
    close = np.flatnonzero(suit_of >= 0)
    close_suit, close_states, states = suit_of[close], states[close], states[suit_of < 0]
    close_ranks = marks[close] >> (close_suit * ranks).astype(np.uint64) & every

    kinds = len(CATEGORIES) * ranks
    tally = np.zeros(kinds, np.int64)
    for last in range(card + 1, len(deck)):
        of_last = final[last // suits]
        tally += np.bincount(of_last.take(states), minlength=kinds)
        added = (close_suit == last % suits).astype(np.uint64) << np.uint64(last // suits)
        by_suit = flushes.take((close_ranks | added).astype(np.intp))
        tally += np.bincount(np.maximum(of_last.take(close_states), by_suit), minlength=kinds)
    return tally.reshape(len(CATEGORIES), ranks)


def _mark(deck: Deck, card: int) -> np.uint64:
    """Return a card as a bit; the cards of one suit are bits side by side, by rank."""
    rank, suit = divmod(card, len(deck.suits))
    return np.uint64(1 << suit * len(deck.ranks) + rank)


def best_kinds(deck: Deck, hands: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the kind of the best five of each hand, and the suit of five cards of one suit (or -1).

    A kind is the place in `CATEGORIES` times the number of ranks, and the rank that decides first.

    Args:
        deck: any deck.
        hands: card indexes (rows x cards).

    >>> from combin.cards.cards import STANDARD_DECK
    >>> cards = [STANDARD_DECK.index(card) for card in STANDARD_DECK.parse("Qs 9h Qd 2c 9s 9d")]
    >>> CATEGORIES[best_kinds(STANDARD_DECK, np.array([cards]))[0][0] // 13].value
    'full house'
    """
    ranks, suits = np.sort(hands // len(deck.suits), axis=1), hands % len(deck.suits)
    steps, final = _automaton(deck, hands.shape[1])
    states = np.zeros(len(hands), np.intp)
    for column, step in enumerate(steps):
        states = step[ranks[:, column], states]
    best = final[ranks[:, -1], states].astype(np.int64)
    suit_of, marks = np.full(len(hands), -1), 1 << hands // len(deck.suits)
    flushes = _flush_kinds(deck)
    for suit in range(len(deck.suits)):
        of_suit = flushes[np.where(suits == suit, marks, 0).sum(axis=1)]
        suit_of[of_suit > best] = suit
        best = np.maximum(best, of_suit)
    return best, suit_of


@cache
def _flush_kinds(deck: Deck) -> Kinds:
    """Return for each set of ranks in one suit, as a mask, the kind that it makes; 0 for none."""
    ranks, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
    sets = np.arange(1 << ranks)
    # With the ace also as the lowest bit, a run begins at a bit, and its highest rank is three above.
    low_ace = sets << 1 | (sets >> ranks - 1 if ace else 0)
    runs = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    first = np.floor(np.log2(np.maximum(runs, 1))).astype(np.int64) + 3
    first = np.where(runs > 0, first, np.floor(np.log2(np.maximum(sets, 1))).astype(np.int64))
    royal = ace & (first == ranks - 1)
    flush, straight_flush, royal_flush = map(
        CATEGORIES.index, (_OF.FLUSH, _OF.STRAIGHT_FLUSH, _OF.ROYAL_FLUSH)
    )
    category = np.where(runs > 0, np.where(royal, royal_flush, straight_flush), flush)
    return np.where(np.bitwise_count(sets) >= 5, category * ranks + first, 0).astype(np.uint16)


def _kind(held: tuple[int, ...], deck: Deck) -> int:
    """Return the best kind of five cards by their ranks."""
    ranks = len(deck.ranks)
    low_ace = ranks > 4 and deck.ranks[-1].symbol == "A" and ranks - 1 in held
    there = {*held, -1} if low_ace else {*held}
    runs = [rank for rank in there if {rank - 1, rank - 2, rank - 3, rank - 4} <= there]
    most, second = (*sorted(Counter(held).values(), reverse=True), 0)[:2]
    by_ranks = {
        _OF.FIVE_OF_A_KIND: most >= 5,
        _OF.FOUR_OF_A_KIND: most == 4,
        _OF.FULL_HOUSE: most == 3 and second >= 2,
        _OF.STRAIGHT: bool(runs),
        _OF.THREE_OF_A_KIND: most == 3,
        _OF.TWO_PAIR: second == 2,
        _OF.PAIR: most == 2,
    }
    category = next((category for category, holds in by_ranks.items() if holds), _OF.HIGH_CARD)
    straight = category is _OF.STRAIGHT
    first = max(runs) if straight else max(held, key=lambda rank: (held.count(rank), rank))
    return CATEGORIES.index(category) * ranks + first


@cache
def _automaton(deck: Deck, cards: int) -> tuple[list[States], Kinds]:
    """Return the tables of the ranks held, card by card in ascending order.

    Each table has a row for each rank, and a column for each state, the ranks held before: the next state, or
    for the last card the kind. What cannot come is 0 and never looked up.
    """
    ranks, suits = len(deck.ranks), len(deck.suits)
    states: list[tuple[int, ...]] = [()]
    steps = []
    for size in range(cards):
        known: dict[tuple[int, ...], int] = {}
        step = np.zeros((ranks, len(states)), np.intp)
        for column, held in enumerate(states):
            for rank in range(held[-1] if held else 0, ranks):
                if held.count(rank) < suits:
                    after = (*held, rank)
                    last = size == cards - 1
                    step[rank, column] = _kind(after, deck) if last else known.setdefault(after, len(known))
        steps.append(step)
        states = list(known)
    return steps[:-1], steps[-1].astype(np.uint16)
