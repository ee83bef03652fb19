"""How often each category of three, five, six or seven cards comes, by counting and if wanted by visiting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.cards.cards import CardError, Deck
from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import Category, Ranking
from combin.exact.fivecard_counts import category_counts, three_card_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    AnyCategory = Category | FiveCardCategory


SIZES = (3, 5, 6, 7)
"""The numbers of cards of which hands are ranked."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How many of all hands are of one category."""

    category: AnyCategory
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of the category."""
        return Fraction(self.count, self.total)

    @property
    def one_in(self) -> Fraction | None:
        """The N of "1 in N hands", which is N - 1 to 1; None where there is no such hand."""
        return Fraction(self.total, self.count) if self.count else None


@dataclass(frozen=True)
class Frequencies:
    """The categories of all hands of `cards` cards, high to low.

    Five of a kind is left out where no hand can be of it. `visited` are the counts found by visiting every
    hand, if that was asked for.
    """

    deck: Deck
    cards: int
    rows: tuple[Frequency, ...]
    visited: Mapping[AnyCategory, int] | None = None

    @property
    def total(self) -> int:
        """The number of hands."""
        return comb(len(self.deck), self.cards)

    @property
    def agree(self) -> bool | None:
        """Whether visiting every hand gives the same counts; None if that was not asked for."""
        if self.visited is None:
            return None
        rows = {row.category: row.count for row in self.rows}
        categories = rows.keys() | self.visited.keys()
        return all(rows.get(one, 0) == self.visited.get(one, 0) for one in categories)


def frequencies(
    deck: Deck, cards: int, *, check: bool = False, progress: Callable[[int, int], None] | None = None
) -> Frequencies:
    """Return how often each category comes among the hands of a deck, by the best five of six or seven cards.

    Args:
        deck: any deck.
        cards: 3, 5, 6 or 7.
        check: whether to visit every hand as well, with code that shares nothing with the counting.
        progress: for the check, called now and then with the hands visited and their number in all.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> for row in frequencies(STANDARD_DECK, 5).rows[:2]:
    ...     print(row.category.value, row.count, row.probability, row.one_in)
    royal flush 4 1/649740 649740
    straight flush 36 3/216580 216580/3

    Raises:
        CardError: another number of cards, the deck has no such hands, or too many to be visited; hands of
            more than three cards from several decks or with jokers.
    """
    if cards not in SIZES:
        raise CardError(f"hands of {cards} cards: there are categories for 3, 5, 6 and 7")
    if len(deck) < cards:
        raise CardError(f"hands of {cards} cards: the deck has only {len(deck)}")
    if cards != 3 and not deck.single:
        problem = "counted for one deck without jokers (deck.decks = 1, deck.jokers = 0)"
        raise CardError(f"hands of {cards} cards: they are {problem}")
    total = comb(len(deck), cards)
    rows = tuple(Frequency(category, count, total) for category, count in _counted(deck, cards))
    visited = dict(_visited(deck, cards, progress)) if check else None
    return Frequencies(deck, cards, rows, visited)


def _counted(deck: Deck, cards: int) -> Iterable[tuple[AnyCategory, int]]:
    if cards == 3:
        return (three_card_counts(deck) if deck.single else Ranking(deck).counts).items()
    counts = category_counts(deck, cards)
    if len(deck.suits) < 5:
        del counts[FiveCardCategory.FIVE_OF_A_KIND]
    return counts.items()


def _visited(
    deck: Deck, cards: int, progress: Callable[[int, int], None] | None
) -> Iterable[tuple[AnyCategory, int]]:
    if cards == 3:
        return _visit_three_cards(deck).items()
    from combin.proof.visiting import visit

    return visit(deck, cards, progress).items()


def _visit_three_cards(deck: Deck) -> dict[Category, int]:
    from combin.proof.hands import judge_deck
    from combin.rules.model import RankingEntry

    hands = judge_deck(deck, RankingEntry())
    return {category: int(hands.of(category).sum()) for category in hands.order}
