"""How many hands are of each kind: category, rank that decides first, and suit of five; as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck, Suit
    from combin.rules.tables import Line, PayTable


CATEGORIES = tuple(FiveCardCategory)
"""High to low: a kind is the place of its category times the ranks of the deck, and the rank's index."""
_PLACE = {category: place for place, category in enumerate(CATEGORIES)}


@dataclass(frozen=True)
class KindCounter:
    """Counts hands of five to seven cards of one pack with given cards among them, by the kind of its best.

    Without looking at suits a hand is of the kind of its ranks. Of up to seven cards only one suit can have
    five, and then the hand is a flush at least, and no full house: so those hands are taken from the kinds of
    their ranks and given to those of the ranks of their suit.
    """

    deck: Deck
    cards: int

    def counts(self, held: Sequence[int] = ()) -> Integers:
        """Return (suits + 1, kinds) how many hands there are; the last row has those without five of a suit.

        The slow equivalent asks `combin.cards.five_cards.best_five` of every hand.
        """
        key = tuple(sorted(held))
        if key not in self._known:
            self._known[key] = self._count(key)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, ...], Integers]:
        return {}

    @cached_property
    def _by_ranks(self) -> dict[bytes, Integers]:
        return {}

    @cached_property
    def _there(self) -> Integers:
        """Which cards the pack has (ranks x suits)."""
        found = np.zeros((len(self.deck.ranks), len(self.deck.suits)), np.int64)
        for card in self.deck.cards:
            found[self.deck.ranks.index(card.rank), self.deck.suits.index(card.suit)] += 1
        return found

    def _count(self, held: tuple[int, ...]) -> Integers:
        own = np.zeros_like(self._there)
        for card in held:
            own[self.deck.rank_of[card], self.deck.suit_of[card]] += 1
        left, more = self._there - own, self.cards - len(held)
        ranks, suits = own.shape
        found = np.zeros((suits + 1, len(CATEGORIES) * ranks), np.int64)
        key = own.sum(axis=1).tobytes() + left.sum(axis=1).tobytes()
        if key not in self._by_ranks:  # many hands have the same ranks
            drawn = _multisets(ranks, more, suits)
            self._add(found[-1], own.sum(axis=1) + drawn, _ways(left.sum(axis=1), drawn))
            self._by_ranks[key] = found[-1].copy()
        found[-1] = self._by_ranks[key]
        for suit in range(suits):
            mine, theirs = left[:, suit], left.sum(axis=1) - left[:, suit]
            places = np.flatnonzero(mine)
            for number in range(max(0, 5 - int(own[:, suit].sum())), more + 1):
                chosen = np.zeros((comb(len(places), number), ranks), np.int64)
                for row, some in enumerate(combinations(places.tolist(), number)):
                    chosen[row, list(some)] = 1
                others = _multisets(ranks, more - number, suits)
                ways = _ways(theirs, others)
                by_suit = flush_kinds(self.deck, own[:, suit] + chosen > 0)
                found[suit] += np.bincount(by_suit, minlength=found.shape[1]) * int(ways.sum())
                times = own.sum(axis=1) + (chosen[:, np.newaxis] + others).reshape(-1, ranks)
                self._add(found[-1], times, -np.tile(ways, len(chosen)))
        return found

    def _add(self, counts: Integers, times: Integers, ways: Integers) -> None:
        """Add hands with ranks that occur so often (hands x ranks), each in so many ways, to their kinds."""
        kinds = kinds_by_ranks(self.deck, times)
        np.add.at(counts, kinds, ways)


@lru_cache(maxsize=8)
def kind_counter(deck: Deck, cards: int) -> KindCounter:
    """Return the counter of hands of so many cards, the same one for all who ask."""
    return KindCounter(deck, cards)


def kinds_by_ranks(deck: Deck, times: Integers) -> Integers:
    """Return the kinds of hands by how often each rank occurs (hands x ranks), suits aside."""
    number = len(deck.ranks)
    in_order = np.sort(times, axis=1)
    most, next_ = in_order[:, -1], in_order[:, -2] if number > 1 else np.zeros(len(times), np.int64)
    top = _highest_run(deck, times > 0)
    of = FiveCardCategory
    places = np.full(len(times), _PLACE[of.HIGH_CARD])
    for category, held in (
        (of.PAIR, most == 2),
        (of.TWO_PAIR, (most == 2) & (next_ == 2)),
        (of.THREE_OF_A_KIND, most == 3),
        (of.STRAIGHT, top >= 0),
        (of.FULL_HOUSE, (most == 3) & (next_ >= 2)),
        (of.FOUR_OF_A_KIND, most == 4),
        (of.FIVE_OF_A_KIND, most >= 5),
    ):
        places[held] = _PLACE[category]
    # Of ranks that occur as often as the most frequent one, the highest decides.
    frequent = number - 1 - np.argmax(times[:, ::-1] == most[:, np.newaxis], axis=1)
    return places * number + np.where(places == _PLACE[of.STRAIGHT], top, frequent)


def flush_kinds(deck: Deck, has: NDArray[np.bool_]) -> Integers:
    """Return the kinds of hands with five or more of a suit, by their ranks of it (hands x ranks)."""
    number = len(deck.ranks)
    top = _highest_run(deck, has)
    places = np.where(top >= 0, _PLACE[FiveCardCategory.STRAIGHT_FLUSH], _PLACE[FiveCardCategory.FLUSH])
    if deck.ranks[-1].symbol == "A":
        places = np.where(top == number - 1, _PLACE[FiveCardCategory.ROYAL_FLUSH], places)
    highest = number - 1 - np.argmax(has[:, ::-1], axis=1)
    return places * number + np.where(top >= 0, top, highest)


def _highest_run(deck: Deck, has: NDArray[np.bool_]) -> Integers:
    """Return the highest rank of the highest straight among ranks (hands x ranks), or -1."""
    number = has.shape[1]
    top = np.full(len(has), -1)
    if number >= 5:
        if deck.ranks[-1].symbol == "A":
            top[has[:, :4].all(axis=1) & has[:, -1]] = 3
        for high in range(4, number):
            top[has[:, high - 4 : high + 1].all(axis=1)] = high
    return top


@cache
def _multisets(ranks: int, size: int, most: int) -> Integers:
    """Return all ways to take so many ranks (ways x ranks), each up to so often."""
    found = np.zeros((comb(ranks + size - 1, size), ranks), np.int64)
    for row, some in enumerate(combinations_with_replacement(range(ranks), size)):
        for rank in some:
            found[row, rank] += 1
    return found[found.max(axis=1) <= most] if size else found


def _ways(left: Integers, drawn: Integers) -> Integers:
    """Return in how many ways cards of each rank are drawn (rows x ranks) of so many that are left."""
    most = int(left.max(initial=0))
    table = np.array(
        [[comb(number, of) for of in range(int(drawn.max(initial=0)) + 1)] for number in range(most + 1)]
    )
    ways: Integers = table[left, drawn].prod(axis=1)
    return ways


def kind_lines(table: PayTable, deck: Deck) -> list[list[Line | None]]:
    """Return the line that pays each kind (suits + 1 x kinds): of each suit, then without five of a suit."""
    suits: list[Suit | None] = [*deck.suits, None]
    return [
        [
            table.line_of_best(category, rank, suit)
            for category in CATEGORIES
            for rank in range(len(deck.ranks))
        ]
        for suit in suits
    ]


class KindOutcomes:
    """What tables pay each kind of five cards in each suit, where lines are finer than categories.

    `place_of` (suits + 1 x kinds) numbers the outcomes that some table tells apart; `lines` has of each what
    the tables pay.
    """

    def __init__(self, tables: Sequence[PayTable], deck: Deck) -> None:
        self.tables = tuple(tables)
        found: dict[tuple[Line | None, ...], int] = {}
        by_suit = zip(*(kind_lines(table, deck) for table in tables), strict=True)
        self.place_of: Integers = np.array(
            [
                [found.setdefault(lines, len(found)) for lines in zip(*by_kind, strict=True)]
                for by_kind in by_suit
            ]
        )
        self.lines = list(found)

    def __len__(self) -> int:
        return len(self.lines)

    def paid(self, table: PayTable) -> list[Line | None]:
        """Return what one of the tables pays each outcome."""
        column = self.tables.index(table)
        return [lines[column] for lines in self.lines]
