"""Hands of five to seven cards, each judged by a look-up of its own: the twin of `proof.hands.visit`."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from combin.aliases import Integers
from combin.cards.cards import Deck
from combin.cards.five_cards import FiveCardCategory as Of
from combin.proof.hands import CATEGORIES, _flush_kinds

BLOCK = 1 << 16
"""Combinations looked at together: few enough to stay in the processor's cache."""


def visit_each(deck: Deck, cards: int) -> dict[Of, int]:
    """Return the number of hands whose best five are in each category, high to low.

    Every combination gets its own look-up: about a second for all 133,784,560 of seven.
    """
    steps, final = _automaton(deck, cards)
    states, marks, suits = np.zeros(1, np.intp), np.zeros(1, np.uint64), len(deck.suits)
    # The cards of a combination ascend, and combinations are ordered by their last card, then by the one
    # before it, and so on. So those whose cards are all below card c are the first C(c, k), and adding card c
    # to each of them gives the combinations of k + 1 cards that end in c. The last two are not stored.
    for size, step in enumerate(steps[:-1]):
        below = [comb(card, size) for card in range(len(deck))]
        states = np.concatenate([step[card // suits].take(states[:end]) for card, end in enumerate(below)])
        marks = np.concatenate([marks[:end] | _mark(deck, card) for card, end in enumerate(below)])
    last = len(deck) - 1
    tally = np.zeros((len(CATEGORIES), len(deck.ranks)), np.int64)
    for card in range(cards - 2, last):
        end = comb(card, cards - 2)
        for start, stop in pairwise([*range(0, end, BLOCK), end]):
            held = steps[-1][card // suits].take(states[start:stop])
            tally += _tally(deck, card, held, marks[start:stop] | _mark(deck, card), final)
    counts = tally.sum(axis=1).tolist()
    return dict(zip(CATEGORIES[::-1], counts[::-1], strict=True))


def _tally(
    deck: Deck, card: int, states: NDArray[np.intp], marks: NDArray[np.uint64], final: NDArray[np.uint16]
) -> Integers:
    """Return (categories x ranks) the kinds of combinations that end in a card, each with one more card."""
    # What matters of cards is a state of the ranks and a mask of the suits, so that a hand costs one look-up
    # more than the same hand without its last card. Of 133,784,560 hands of seven cards only the 2,598,960 of
    # five are stored. Suits are looked at where four cards of one are held: else there is no fifth. That
    # may become five, and of six cards only one suit can.
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


def _kind(held: tuple[int, ...], deck: Deck) -> int:
    """Return the best kind of five cards by their ranks."""
    ranks = len(deck.ranks)
    low_ace = ranks > 4 and deck.ranks[-1].symbol == "A" and ranks - 1 in held
    there = {*held, -1} if low_ace else {*held}
    runs = [rank for rank in there if {rank - 1, rank - 2, rank - 3, rank - 4} <= there]
    most, second = (*sorted(Counter(held).values(), reverse=True), 0)[:2]
    by_ranks = {
        Of.FIVE_OF_A_KIND: most >= 5,
        Of.FOUR_OF_A_KIND: most == 4,
        Of.FULL_HOUSE: most == 3 and second >= 2,
        Of.STRAIGHT: bool(runs),
        Of.THREE_OF_A_KIND: most == 3,
        Of.TWO_PAIR: second == 2,
        Of.PAIR: most == 2,
    }
    category = next((category for category, holds in by_ranks.items() if holds), Of.HIGH_CARD)
    straight = category is Of.STRAIGHT
    first = max(runs) if straight else max(held, key=lambda rank: (held.count(rank), rank))
    return CATEGORIES.index(category) * ranks + first


def _automaton(deck: Deck, cards: int) -> tuple[list[NDArray[np.intp]], NDArray[np.uint16]]:
    """Return the tables of the ranks held, card by card in ascending order.

    Each table has a row for each rank, and a column for each state, the ranks held before: the next state, or
    for the last card the kind. What is impossible is 0 and never looked up.
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
