"""Three-card hands in order: categories, their order as data, and the strength of every hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from combin.cards import STANDARD_DECK, Card, CardError, Deck

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DOCUMENT_ORDER", "AceLow", "Category", "Ranking", "StraightSuits", "Strength"]


class Category(StrEnum):
    """What a three-card hand can be."""

    STRAIGHT_FLUSH = "straight flush"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high card"


class AceLow(StrEnum):
    """Where the straight of an ace with the two lowest ranks (A-2-3) stands among the straights."""

    LOWEST = "lowest"
    SECOND = "second"
    HIGHEST = "highest"
    NONE = "none"


class StraightSuits(StrEnum):
    """How many suits three cards in sequence must show to be a straight.

    Documents say "more than one suit" (two or three) or "different suits" (which can be read as three).
    """

    MORE_THAN_ONE = "more than one"
    THREE = "three"


DOCUMENT_ORDER = tuple(Category)
"""The order, high to low, of the three documents that ship (Crown 3.6.1, RWS 3.5.2, the UK poster)."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One class of hands that tie with one another.

    `level` counts from 0, the weakest. `ranks` are rank indexes in the order in which they decide: the
    pair before its kicker, 3-2-A for the straight with the ace low. `count` is the number of hands.
    """

    level: int
    category: Category
    ranks: tuple[int, int, int]
    count: int


@dataclass(frozen=True)
class Ranking:
    """The order of all three-card hands of a deck.

    Args:
        deck: any deck.
        order: the categories, high to low, each once.
        ace_low: where A-2-3 (the ace with the deck's two lowest ranks) stands among the straights.
        straight_suits: whether two suits are enough for a straight.

    >>> ranking = Ranking()
    >>> len(ranking.strengths)
    741
    >>> ranking.describe(ranking.strength(STANDARD_DECK.parse("Qs 6h 4d")))
    'Q-6-4'

    Raises:
        ValueError: the order names a category twice or leaves one out.
    """

    deck: Deck = STANDARD_DECK
    order: tuple[Category, ...] = DOCUMENT_ORDER
    ace_low: AceLow = AceLow.LOWEST
    straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE

    def __post_init__(self) -> None:
        """Refuse an order that is not one."""
        for category in Category:
            if category not in self.order:
                raise ValueError(f"the category {category.value!r} is missing from the order")
            if self.order.count(category) > 1:
                raise ValueError(f"the category {category.value!r} is named twice in the order")

    @cached_property
    def sequences(self) -> tuple[tuple[int, int, int], ...]:
        """The runs of three ranks, weakest first, each in deciding order (2-1-0 is 4-3-2 of a full deck)."""
        top = len(self.deck.ranks) - 1
        runs = [(high, high - 1, high - 2) for high in range(2, top + 1)]
        # Of three ranks, the ace with the two others is the run itself.
        if self.deck.ranks[top].symbol == "A" and top > 2 and self.ace_low is not AceLow.NONE:
            place = {AceLow.LOWEST: 0, AceLow.SECOND: len(runs) - 1, AceLow.HIGHEST: len(runs)}[self.ace_low]
            runs.insert(place, (1, 0, top))
        return tuple(runs)

    @cached_property
    def _run_of(self) -> dict[tuple[int, int, int], int]:
        """Ascending ranks of each run: its place among the runs."""
        return {(min(run), sorted(run)[1], max(run)): place for place, run in enumerate(self.sequences)}

    def _classify(
        self, low: int, middle: int, high: int, suits: int
    ) -> tuple[Category, tuple[int, ...], tuple[int, int, int]]:
        """Return category, the key that orders hands inside it, and the ranks in deciding order."""
        if low == high:
            return Category.THREE_OF_A_KIND, (high,), (high, high, high)
        if middle in (low, high):
            kicker = high if low == middle else low
            return Category.PAIR, (middle, kicker), (middle, middle, kicker)
        run = self._run_of.get((low, middle, high))
        if run is not None and suits == 1:
            return Category.STRAIGHT_FLUSH, (run,), self.sequences[run]
        enough = 2 if self.straight_suits is StraightSuits.MORE_THAN_ONE else 3
        if run is not None and suits >= enough:
            return Category.STRAIGHT, (run,), self.sequences[run]
        category = Category.FLUSH if suits == 1 else Category.HIGH_CARD
        return category, (high, middle, low), (high, middle, low)

    @cached_property
    def _ordered(self) -> tuple[tuple[Strength, ...], dict[tuple[int, int, int], tuple[int, int, int]]]:
        """All strengths, and the level of each ascending rank triple by its number of suits (1, 2, 3)."""
        suits = len(self.deck.suits)
        # How many hands a rank triple has with one, two and three suits; by how many of its ranks differ.
        by_suits = {
            3: (suits, 3 * suits * (suits - 1), suits * (suits - 1) * (suits - 2)),
            2: (0, suits * (suits - 1), suits * (suits - 1) * (suits - 2) // 2),
            1: (0, 0, suits * (suits - 1) * (suits - 2) // 6),
        }
        place = {category: -index for index, category in enumerate(self.order)}
        found: dict[tuple[int, tuple[int, ...]], tuple[Category, tuple[int, int, int]]] = {}
        counts: dict[tuple[int, tuple[int, ...]], int] = {}
        keys = {}
        ranks = range(len(self.deck.ranks))
        for low in ranks:
            for middle in ranks[low:]:
                for high in ranks[middle:]:
                    row = []
                    for shown, count in enumerate(by_suits[len({low, middle, high})], start=1):
                        category, key, decisive = self._classify(low, middle, high, shown)
                        whole = (place[category], key)
                        row.append(whole)
                        if count:
                            found[whole] = (category, decisive)
                            counts[whole] = counts.get(whole, 0) + count
                    keys[low, middle, high] = row
        levels = {whole: level for level, whole in enumerate(sorted(found))}
        strengths = tuple(Strength(level, *found[whole], counts[whole]) for whole, level in levels.items())
        table = {
            triple: (levels.get(row[0], -1), levels.get(row[1], -1), levels.get(row[2], -1))
            for triple, row in keys.items()
        }
        return strengths, table

    @property
    def strengths(self) -> tuple[Strength, ...]:
        """Every strength that the deck can make, weakest first (741 for 52 cards)."""
        return self._ordered[0]

    def level(self, low: int, middle: int, high: int, suits: int) -> int:
        """Return the level of ascending rank indexes that show so many different suits."""
        return self._ordered[1][low, middle, high][suits - 1]

    def strength(self, cards: Sequence[Card]) -> Strength:
        """Return the strength of three cards of this deck, in any order.

        Raises:
            CardError: a card is of another deck, or they are not three different cards.
        """
        width = len(self.deck.suits)
        indexes = {self.deck.index(card) for card in cards}
        if len(cards) != 3 or len(indexes) != 3:
            raise CardError(f"{' '.join(map(str, cards))}: a hand is three different cards")
        low, middle, high = sorted(index // width for index in indexes)
        return self.strengths[self.level(low, middle, high, len({card.suit for card in cards}))]

    @cached_property
    def hands(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each level, all its hands as ascending card indexes."""
        width = len(self.deck.suits)
        rank = [index // width for index in range(len(self.deck))]
        suit = [index % width for index in range(len(self.deck))]
        table = self._ordered[1]
        grouped: list[list[tuple[int, int, int]]] = [[] for _ in self.strengths]
        for hand in combinations(range(len(self.deck)), 3):
            a, b, c = hand
            first, second, third = suit[a], suit[b], suit[c]
            if first == second:
                shown = 0 if second == third else 1
            elif third in (first, second):
                shown = 1
            else:
                shown = 2
            grouped[table[rank[a], rank[b], rank[c]][shown]].append(hand)
        return tuple(map(tuple, grouped))

    @cached_property
    def counts(self) -> dict[Category, int]:
        """How many hands each category has, in the order of this ranking, high to low."""
        counts = dict.fromkeys(self.order, 0)
        for strength in self.strengths:
            counts[strength.category] += strength.count
        return counts

    def describe(self, strength: Strength) -> str:
        """Return the hand in the words of the table: `Q-6-4`, `pair of 5s with a K`, `3-2-A straight`."""
        first, _, third = (str(self.deck.ranks[rank]) for rank in strength.ranks)
        dashed = "-".join(str(self.deck.ranks[rank]) for rank in strength.ranks)
        match strength.category:
            case Category.HIGH_CARD:
                return dashed
            case Category.PAIR:
                return f"pair of {first}s with {'an' if third in ('A', '8') else 'a'} {third}"
            case Category.THREE_OF_A_KIND:
                return f"three {first}s"
            case _:
                return f"{dashed} {strength.category.value}"
