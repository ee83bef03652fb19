"""How many hands are of each category, by visiting every combination of cards one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import CardError, Deck
from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Kinds = NDArray[np.uint8 | np.uint16]
    Masks = NDArray[np.uint64]
    States = NDArray[np.intp]


BLOCK = 1 << 16
"""Combinations looked at together: few enough to stay in the processor's cache."""

CATEGORIES = tuple(FiveCardCategory)[::-1]
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
    total = comb(len(deck), cards)
    done = 0
    tally = np.zeros(len(CATEGORIES), np.int64)
    for visited, counts in _Visitor.of(deck, cards).blocks():
        tally += counts
        done += visited
        if progress is not None:
            progress(done, total)
    return {category: int(count) for category, count in zip(CATEGORIES[::-1], tally[::-1], strict=True)}


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
    steps, final = _automaton(deck, hands.shape[1], finer=True)
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


@dataclass(frozen=True, eq=False)
class _Visitor:
    """All combinations but for their last two cards, and the tables to judge them with.

    The cards of a combination ascend, and combinations are ordered by their last card, then by the one
    before it, and so on. So those whose cards are all below card c are the first C(c, k), and adding card c
    to each of them gives the combinations of k + 1 cards that end in c.
    """

    deck: Deck
    cards: int
    states: States
    marks: Masks
    step: States
    final: Kinds
    flushes: Kinds

    @classmethod
    def of(cls, deck: Deck, cards: int) -> _Visitor:
        steps, final = _automaton(deck, cards, finer=False)
        states = np.zeros(1, np.intp)
        marks = np.zeros(1, np.uint64)
        for size, step in enumerate(steps[:-1]):
            below = [comb(card, size) for card in range(len(deck))]
            states = np.concatenate(
                [step[card // len(deck.suits)].take(states[:end]) for card, end in enumerate(below)]
            )
            marks = np.concatenate([marks[:end] | _mark(deck, card) for card, end in enumerate(below)])
        return cls(deck, cards, states, marks, steps[-1], final, _flush_levels(deck))

    def blocks(self) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Yield for each block how many hands were visited, and how many of them are of each category."""
        last = len(self.deck) - 1
        for card in range(self.cards - 2, last):
            end = comb(card, self.cards - 2)
            for start, stop in pairwise([*range(0, end, BLOCK), end]):
                yield (stop - start) * (last - card), self._tally(card, slice(start, stop))

    def _tally(self, card: int, block: slice) -> NDArray[np.int64]:
        """Add one card to each combination of a block, then every higher card as the last one, and judge."""
        # What matters of cards is a state of the ranks and a mask of the suits, so that a hand costs one
        # look-up more than the same hand without its last card. The last two are not stored: of 133,784,560
        # hands of seven cards only the 2,598,960 of five are. Suits are looked at where four cards of one are
        # held: else a fifth cannot come.
        deck = self.deck
        ranks, suits = len(deck.ranks), len(deck.suits)
        states = self.step[card // suits].take(self.states[block])
        marks = self.marks[block] | _mark(deck, card)
        # The suit that has four cards, so that it may come to five; of six cards only one suit can.
        suit_of = np.full(len(states), -1)
        for suit in range(suits):
            in_suit = np.bitwise_count(marks & (_all_of_suit(deck) << np.uint64(suit * ranks)))
            suit_of[in_suit >= 4] = suit
        close = np.flatnonzero(suit_of >= 0)
        close_suit = suit_of[close]
        close_ranks = marks[close] >> (close_suit * ranks).astype(np.uint64) & _all_of_suit(deck)
        close_states = states[close]
        states = states[suit_of < 0]

        places = len(CATEGORIES)
        tally = np.zeros(places, np.int64)
        for last in range(card + 1, len(deck)):
            final = self.final[last // suits]
            tally += np.bincount(final.take(states), minlength=places)
            added = (close_suit == last % suits).astype(np.uint64) << np.uint64(last // suits)
            by_suit = self.flushes.take((close_ranks | added).astype(np.intp))
            best = np.maximum(final.take(close_states), by_suit).astype(np.int64)
            tally += np.bincount(best, minlength=places)
        return tally


def _mark(deck: Deck, card: int) -> np.uint64:
    """Return a card as a bit; the cards of one suit are bits side by side, by rank."""
    rank, suit = divmod(card, len(deck.suits))
    return np.uint64(1 << suit * len(deck.ranks) + rank)


def _all_of_suit(deck: Deck) -> np.uint64:
    return np.uint64((1 << len(deck.ranks)) - 1)


@cache
def _flush_levels(deck: Deck) -> Kinds:
    """Return for each set of ranks in one suit, as a mask, the place of the category it makes; 0 for none."""
    ranks = len(deck.ranks)
    sets = np.arange(1 << ranks)
    straight = sets & sets >> 1 & sets >> 2 & sets >> 3 & sets >> 4 != 0
    royal = np.zeros(len(sets), np.bool_)
    if deck.ranks[-1].symbol == "A" and ranks >= 5:
        wheel = 1 << ranks - 1 | 0b1111
        straight |= sets & wheel == wheel
        royal = sets >> ranks - 5 == 0b11111
    levels = np.zeros(len(sets), np.uint8)
    levels[np.bitwise_count(sets) >= 5] = CATEGORIES.index(FiveCardCategory.FLUSH)
    levels[straight] = CATEGORIES.index(FiveCardCategory.STRAIGHT_FLUSH)
    levels[royal] = CATEGORIES.index(FiveCardCategory.ROYAL_FLUSH)
    return levels


@cache
def _flush_kinds(deck: Deck) -> Kinds:
    """Return for each set of ranks in one suit the kind that it makes: the same with the first rank."""
    levels, ranks = _flush_levels(deck).astype(np.int64), len(deck.ranks)
    sets = np.arange(1 << ranks)
    low_ace = sets << 1 | (sets >> ranks - 1 if deck.ranks[-1].symbol == "A" else 0)
    runs = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    straight = levels >= CATEGORIES.index(FiveCardCategory.STRAIGHT_FLUSH)
    # A run begins at its lowest bit, one above its rank, or at 0 with the ace; its highest is four above.
    highest = np.floor(np.log2(np.maximum(np.where(straight, runs, sets), 1))).astype(np.int64)
    first = np.where(straight, highest + 3, highest)
    return np.where(levels > 0, levels * ranks + first, 0).astype(np.uint16)


def _category(held: tuple[int, ...], ace: int) -> FiveCardCategory:
    """Return the best category of five cards by their ranks; `ace` is -1 if the ace never counts low."""
    most, next_ = (*sorted(Counter(held).values(), reverse=True), 0)[:2]
    if most >= 5:
        return FiveCardCategory.FIVE_OF_A_KIND
    if most == 4:
        return FiveCardCategory.FOUR_OF_A_KIND
    if most == 3 and next_ >= 2:
        return FiveCardCategory.FULL_HOUSE
    if _runs(held, ace):
        return FiveCardCategory.STRAIGHT
    if most == 3:
        return FiveCardCategory.THREE_OF_A_KIND
    if most == 2:
        return FiveCardCategory.TWO_PAIR if next_ == 2 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _runs(held: tuple[int, ...], ace: int) -> list[int]:
    """Return the highest ranks of five in sequence; a low ace is the rank -1."""
    there = {*held, *([-1] if ace in held else [])}
    return [rank for rank in there if {rank - 1, rank - 2, rank - 3, rank - 4} <= there]


@cache
def _automaton(deck: Deck, cards: int, *, finer: bool) -> tuple[list[States], Kinds]:
    """Return the tables of the ranks held, card by card in ascending order.

    Each table has a row for each rank, and a column for each state, the ranks held before: the next state, or
    for the last card the place of the category, or the kind. What cannot come is 0 and never looked up.
    """
    ranks, suits = len(deck.ranks), len(deck.suits)
    ace = ranks - 1 if deck.ranks[-1].symbol == "A" and ranks >= 5 else -1

    def place(held: tuple[int, ...]) -> int:
        category = _category(held, ace)
        if not finer:
            return CATEGORIES.index(category)
        straight = category is FiveCardCategory.STRAIGHT
        first = max(_runs(held, ace)) if straight else max(held, key=lambda rank: (held.count(rank), rank))
        return CATEGORIES.index(category) * ranks + first

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
                    step[rank, column] = place(after) if last else known.setdefault(after, len(known))
        steps.append(step)
        states = list(known)
    return steps[:-1], steps[-1].astype(np.uint16 if finer else np.uint8)
