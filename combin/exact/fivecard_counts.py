"""How many hands are of each category: counted by rank multiset and suit pattern, none of them visited."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.cards.cards import Deck


CATEGORIES = tuple(FiveCardCategory)
ROYAL_FLUSH, STRAIGHT_FLUSH, FLUSH, STRAIGHT = map(
    CATEGORIES.index,
    (
        FiveCardCategory.ROYAL_FLUSH,
        FiveCardCategory.STRAIGHT_FLUSH,
        FiveCardCategory.FLUSH,
        FiveCardCategory.STRAIGHT,
    ),
)

_FEW_CHOICES = 100
"""Of missing cards: counting a hand with each is faster than going through the ranks that are left."""


def category_counts(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands of so many cards have their best five in each category, high to low.

    Args:
        deck: any deck; five of a kind counts 0 where it has fewer than five suits.
        cards: 5, 6 or 7.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts = category_counts(STANDARD_DECK, 7)
    >>> counts[FiveCardCategory.ROYAL_FLUSH], sum(counts.values())
    (4324, 133784560)

    The slow equivalents: `combin.proof.visiting`, and `combin.cards.five_cards.best_five` of every
    combination.

    Raises:
        ValueError: another number of cards.
    """
    return dict(hand_counter(deck, cards).counts())


class HandCounter(Struct, frozen=True, dict=True):
    """Counts the hands that contain given cards, by the category of their best five.

    Of up to seven cards, five of one suit leave two; so no second suit has five, and neither four of a kind
    nor a full house is there beside a flush. Hence a hand with five of a suit is judged by the ranks of
    that suit alone, and any other by its ranks alone:

    - *with a flush*: choose f >= 5 ranks for the suit; the rest comes from the other suits in any way;
    - *without*: choose the new ranks and how many cards each rank gets. How many ways the suits can then
      be given so that no suit has five depends on the numbers of cards and on the suits held, but not on
      which ranks they are; and whether the ranks contain a straight not on the suits.

    Raises:
        ValueError: not 5 to 7 cards.
    """

    deck: Deck
    cards: int

    def __post_init__(self) -> None:
        """Refuse hands for which the argument above does not hold."""
        if self.cards not in (5, 6, 7):
            raise ValueError(f"hands of {self.cards} cards: only 5, 6 and 7 are counted")

    def counts(self, held: tuple[int, ...] = ()) -> Mapping[FiveCardCategory, int]:
        """Return how many hands with the cards held (card indexes) are of each category, high to low."""
        if held not in self._known:
            found = [0] * len(CATEGORIES)
            if self.deck.missing:
                self._add_without_missing(found, held)
            else:
                self._add_without_flush(found, held)
                self._add_flushes(found, held)
            self._known[held] = dict(zip(CATEGORIES, found, strict=True))
        return self._known[held]

    def _add_without_missing(self, counts: list[int], held: tuple[int, ...]) -> None:
        """Count the hands without the missing cards: those of the whole deck, by inclusion and exclusion.

        Where there are many choices of missing cards, the cards that are left are counted.
        """
        deck, more = self.deck, self.cards - len(held)
        if sum(comb(len(deck.missing), number) for number in range(more + 1)) > _FEW_CHOICES:
            from combin.exact.fivecard_kinds import kind_counter

            kinds = kind_counter(deck, self.cards).counts(held).sum(axis=0)
            counts[:] = kinds.reshape(len(CATEGORIES), -1).sum(axis=1).tolist()
            return
        whole = hand_counter(replace(deck, missing=()), self.cards)
        places = [whole.deck.index(deck.cards[card]) for card in held]
        for number in range(more + 1):
            for some in combinations(whole.deck.indexes(deck.missing), number):
                for place, count in enumerate(whole.counts((*places, *some)).values()):
                    counts[place] += (-1) ** number * count

    def totals(self, hands: tuple[tuple[tuple[int, ...], int], ...]) -> Mapping[FiveCardCategory, int]:
        """Return the counts of some hands added up, each so many times."""
        if hands not in self._added:
            found = dict.fromkeys(CATEGORIES, 0)
            for held, times in hands:
                for category, count in self.counts(held).items():
                    found[category] += times * count
            self._added[hands] = found
        return self._added[hands]

    @cached_property
    def _added(self) -> dict[tuple[tuple[tuple[int, ...], int], ...], dict[FiveCardCategory, int]]:
        """What has been added up: many pay tables ask for all hands."""
        return {}

    @cached_property
    def _known(self) -> dict[tuple[int, ...], dict[FiveCardCategory, int]]:
        """What has been counted: many pay tables ask for the same hands."""
        return {}

    def _add_without_flush(self, counts: list[int], held: Sequence[int]) -> None:
        ranks = {card // len(self.deck.suits) for card in held}
        mask = sum(1 << rank for rank in ranks)
        for new, ways_of in enumerate(self.ways_without_flush(held)):
            rank_sets = comb(len(self.deck.ranks) - len(ranks), new)
            with_run = self._sets_with_run(mask, len(ranks) + new)
            for category, ways in ways_of:
                if category < STRAIGHT:
                    counts[category] += ways * rank_sets
                else:
                    counts[category] += ways * (rank_sets - with_run)
                    counts[STRAIGHT] += ways * with_run

    def ways_without_flush(self, held: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return what `_ways_without_flush` does for some cards: which ranks they are does not matter."""
        suits = len(self.deck.suits)
        suits_of: dict[int, list[int]] = {}
        called: dict[int, int] = {}
        for card in held:
            suits_of.setdefault(card // suits, []).append(called.setdefault(card % suits, len(called)))
        return _ways_without_flush(suits, tuple(map(tuple, suits_of.values())), self.cards - len(held))

    def _add_flushes(self, counts: list[int], held: Sequence[int]) -> None:
        masks = [0] * len(self.deck.suits)
        for card in held:
            masks[card % len(masks)] |= 1 << card // len(masks)
        for mask, alike in Counter(masks).items():
            for category, ways in self.flushes(mask, len(held)).items():
                counts[category] += alike * ways

    def flushes(self, mask: int, held: int) -> dict[int, int]:
        """Return how many hands have five cards of one suit, by place, if so many cards are held.

        `mask` are the ranks of those that are of the suit.
        """
        ranks, own = len(self.deck.ranks), mask.bit_count()
        others = ranks * (len(self.deck.suits) - 1) - (held - own)
        found = dict.fromkeys((ROYAL_FLUSH, STRAIGHT_FLUSH, FLUSH), 0)
        for size in range(max(5, own), self.cards - held + own + 1):
            ways = comb(others, self.cards - held + own - size)
            royals, runs = self._sets_with_royal(mask, size), self._sets_with_run(mask, size)
            found[ROYAL_FLUSH] += ways * royals
            found[STRAIGHT_FLUSH] += ways * (runs - royals)
            found[FLUSH] += ways * (comb(ranks - own, size - own) - runs)
        return found

    @cached_property
    def _royal(self) -> int:
        """The five highest ranks as a mask, if the ace is there; else 0."""
        ranks = len(self.deck.ranks)
        return 0b11111 << ranks - 5 if self.deck.ranks[-1].symbol == "A" and ranks >= 5 else 0

    @cached_property
    def run_sets(self) -> dict[int, tuple[int, ...]]:
        """For each size the sets of ranks that contain a straight, as masks."""
        ranks = len(self.deck.ranks)
        runs = [0b11111 << low for low in range(ranks - 4)]
        if self._royal:  # the ace with the four lowest; of five ranks the royal once more
            runs.append(0b1111 | 1 << ranks - 1)
        bits = [1 << rank for rank in range(ranks)]
        found = {}
        for size in range(5, self.cards + 1):
            unions = (
                run + sum(extra)
                for run in runs
                for extra in combinations([bit for bit in bits if not bit & run], size - 5)
            )
            found[size] = tuple(set(unions))
        return found

    def _sets_with_run(self, mask: int, size: int) -> int:
        """Count the sets of so many ranks that contain the ranks of the mask and a straight."""
        return sum(ranks & mask == mask for ranks in self.run_sets.get(size, ()))

    def _sets_with_royal(self, mask: int, size: int) -> int:
        fixed = (mask | self._royal).bit_count()
        return comb(len(self.deck.ranks) - fixed, size - fixed) if self._royal and size >= fixed else 0


@lru_cache(maxsize=8)
def hand_counter(deck: Deck, cards: int) -> HandCounter:
    """Return the counter of hands of so many cards, the same one for all who ask.

    Raises:
        ValueError: not 5 to 7 cards.
    """
    return HandCounter(deck, cards)


@cache
def _ways_without_flush(
    suits: int, held: tuple[tuple[int, ...], ...], more: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each number of new ranks the ways to draw more cards so that no suit has five.

    Args:
        suits: the number of suits.
        held: for each rank held, the suits held of it, called 0, 1, ... as they come.
        more: the number of cards to draw, from the ranks held and from a given set of new ranks, of each
            new one at least one.

    The ways are pairs: a category that takes no account of straights (its place among all), and a count.
    """
    found: list[Counter[int]] = [Counter() for _ in range(more + 1)]
    for drawn in product(*(range(min(more, suits - len(own)) + 1) for own in held)):
        for parts in _partitions(more - sum(drawn), suits):
            times = (*(len(own) + extra for own, extra in zip(held, drawn, strict=True)), *parts)
            owned = (*held, *([()] * len(parts)))
            orders = factorial(len(parts)) // prod(map(factorial, Counter(parts).values()))
            ways = _suit_ways(suits, owned, times)
            found[len(parts)][_place_of(times)] += orders * ways
    return tuple(tuple(ways.items()) for ways in found)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a total as a sum of parts, the larger ones first; none if it is negative."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _suit_ways(suits: int, owned: tuple[tuple[int, ...], ...], times: tuple[int, ...]) -> int:
    """Return the ways to give each rank suits until it has its `times`, so that no suit comes to five."""
    ways = prod(comb(suits - len(own), all_ - len(own)) for own, all_ in zip(owned, times, strict=True))
    if len(times) < 5:
        return ways
    return ways - sum(_ways_with_five(suit, suits, owned, times) for suit in range(suits))


def _ways_with_five(suit: int, suits: int, owned: tuple[tuple[int, ...], ...], times: tuple[int, ...]) -> int:
    """Return how many of the ways put five or more cards into one suit.

    A polynomial with a factor for each rank: the coefficient of x^k counts the ways with k cards of the suit.
    """
    coefficients = [1]
    for own, all_ in zip(owned, times, strict=True):
        free, drawn = suits - len(own), all_ - len(own)
        if suit in own:
            without, with_it = 0, comb(free, drawn)
        else:
            without = comb(free - 1, drawn)
            with_it = comb(free - 1, drawn - 1) if drawn else 0
        coefficients = [
            without * here + with_it * before
            for here, before in zip([*coefficients, 0], [0, *coefficients], strict=True)
        ]
    return sum(coefficients[5:])


def _place_of(times: tuple[int, ...]) -> int:
    """Return the place of the best category of ranks occurring so many times, straights and flushes aside."""
    most, next_, *_ = (*sorted(times, reverse=True), 0)
    match most, next_:
        case 1, _:
            category = FiveCardCategory.HIGH_CARD
        case 2, 1:
            category = FiveCardCategory.PAIR
        case 2, _:
            category = FiveCardCategory.TWO_PAIR
        case 3, 1:
            category = FiveCardCategory.THREE_OF_A_KIND
        case 3, _:
            category = FiveCardCategory.FULL_HOUSE
        case 4, _:
            category = FiveCardCategory.FOUR_OF_A_KIND
        case _:
            category = FiveCardCategory.FIVE_OF_A_KIND
    return CATEGORIES.index(category)
