"""Hands of five to nine cards by their best five: counted by category, and by kind where lines are finer."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from combin.cards.cards import Deck, Suit
    from combin.rules.tables import Line, PayTable

CATEGORIES = tuple(FiveCardCategory)
"""High to low, so that the better of two has the smaller place."""
PLACE = {category: place for place, category in enumerate(CATEGORIES)}
ROYAL_FLUSH, STRAIGHT_FLUSH, FLUSH, STRAIGHT = (
    PLACE[FiveCardCategory(name)] for name in ("royal flush", "straight flush", "flush", "straight")
)


def category_counts(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Number of hands of 5 to 9 cards with their best five in each category, high to low.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts = category_counts(STANDARD_DECK, 7)
    >>> counts[FiveCardCategory.ROYAL_FLUSH], sum(counts.values())
    (4324, 133784560)

    The slow equivalents: `combin.proof.hands`, and `combin.cards.five_cards.best_five` of every combination.
    """
    return dict(hand_counter(deck, cards).counts())


def place_by_times(times: Iterable[int]) -> int:
    """Place of the best category of ranks that occur so often, straights and flushes aside."""
    most, second, *_ = (*sorted(times, reverse=True), 0)
    with_pair = {2: "two pair", 3: "full house"} if second > 1 else {}
    alone = ("high card", "pair", "three of a kind", "four of a kind", "five of a kind")
    return PLACE[FiveCardCategory(with_pair.get(most, alone[min(most, 5) - 1]))]


def rank_code(ranks: Iterable[int]) -> int:
    """Ranks as one number, which is added up from those of parts of a hand: four bits tell how often."""
    return sum(1 << 4 * rank for rank in ranks)


class RankKinds(dict[int, int]):
    """The kind of each hand, suits aside, by its `rank_code`: computed when it is asked for.

    A kind is the place of a category times the ranks of the deck, and the index of the rank that decides
    first: of those that occur most often the highest, of a straight its top.
    """

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.ranks, self.ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
        self._of_suit: dict[int, int] = {}

    def __missing__(self, code: int) -> int:
        times = [code >> 4 * rank & 15 for rank in range(self.ranks)]
        place, rank = place_by_times(times), self.ranks - 1 - times[::-1].index(max(times))
        top = self.top_of_run(sum(1 << rank for rank, often in enumerate(times) if often))
        if top is not None and place > STRAIGHT:
            place, rank = STRAIGHT, top
        self[code] = place * self.ranks + rank
        return self[code]

    def of_suit(self, mask: int) -> int:
        """The kind of five or more cards of one suit, by their ranks as bits."""
        if mask not in self._of_suit:
            place, rank, top = FLUSH, mask.bit_length() - 1, self.top_of_run(mask)
            if top is not None:
                place, rank = STRAIGHT_FLUSH, top
                if self.ace and top == self.ranks - 1:
                    place = ROYAL_FLUSH
            self._of_suit[mask] = place * self.ranks + rank
        return self._of_suit[mask]

    def top_of_run(self, mask: int) -> int | None:
        """The highest rank of the highest straight among ranks as bits; None if there is none."""
        for low in range(self.ranks - 5, -1, -1):
            if mask >> low & 0b11111 == 0b11111:
                return low + 4
        low_ace = 0b1111 | 1 << self.ranks - 1
        return 3 if self.ace and self.ranks >= 5 and mask & low_ace == low_ace else None


rank_kinds = lru_cache(maxsize=8)(RankKinds)


class HandCounter:
    """Counts the hands that contain given cards, by their best five.

    Of up to seven cards, five of one suit leave two; so no second suit has five, and neither four of a kind
    nor a full house is there beside a flush. Hence a hand with five of a suit is judged by the ranks of
    that suit alone, and any other by its ranks alone:

    - *with a flush*: choose f >= 5 ranks for the suit; the rest comes from the other suits in any way;
    - *without*: choose the new ranks and how many cards each rank gets. How many ways the suits can then
      be given so that no suit has five depends on the numbers of cards and on the suits held, but not on
      which ranks they are; and whether the ranks contain a straight not on the suits.

    Of eight and nine cards, too, no second suit has five. What the other cards make of the ranks then counts
    beside a flush; such hands are counted without given cards.
    """

    def __init__(self, deck: Deck, cards: int) -> None:
        if cards not in range(5, 10):
            raise ValueError(f"hands of {cards} cards: only 5 to 9 are counted")
        self.deck, self.cards = deck, cards
        self._known: dict[tuple[int, ...], Mapping[FiveCardCategory, int]] = {}
        self._alike: dict[tuple[int, ...], Mapping[FiveCardCategory, int]] = {}
        self._by_ranks: dict[tuple[int, tuple[int, ...]], Counter[int]] = {}

    def counts(self, held: tuple[int, ...] = ()) -> Mapping[FiveCardCategory, int]:
        """Number of hands with the cards held (card indexes) in each category, high to low."""
        if held in self._known:
            return self._known[held]
        if self.deck.missing:
            counts = dict.fromkeys(CATEGORIES, 0)
            for (category, _, _), number in self.kinds(held).items():
                counts[category] += number
            return self._known.setdefault(held, counts)
        # A suit that can no longer come to five does not matter: most hands of the same ranks are alike.
        masks = [0] * len(self.deck.suits)
        for card in held:
            masks[self.deck.suit_of[card]] |= 1 << self.deck.rank_of[card]
        near = [mask for mask in masks if mask.bit_count() + self.cards - len(held) >= 5]
        key = (rank_code(self.deck.rank_of[card] for card in held), *sorted(near))
        if key not in self._alike:
            self._alike[key] = self._by_patterns(held, masks)
        return self._known.setdefault(held, self._alike[key])

    # -- by category: no hand is visited -------------------------------------------------------------------

    def _by_patterns(self, held: Sequence[int], masks: Sequence[int]) -> dict[FiveCardCategory, int]:
        found, suits = [0] * len(CATEGORIES), len(masks)
        suits_of: dict[int, list[int]] = {}
        called: dict[int, int] = {}
        for card in held:
            suits_of.setdefault(card // suits, []).append(called.setdefault(card % suits, len(called)))
        own, mask = tuple(map(tuple, suits_of.values())), sum(1 << rank for rank in suits_of)
        for new, ways_of in enumerate(_ways_without_flush(suits, own, self.cards - len(held))):
            rank_sets = comb(len(self.deck.ranks) - len(own), new)
            with_run = self._sets_with_run(mask, len(own) + new)
            for place, ways in ways_of:
                found[place] += ways * (rank_sets if place < STRAIGHT else rank_sets - with_run)
                found[STRAIGHT] += ways * with_run if place >= STRAIGHT else 0
        for suit_mask, alike in Counter(masks).items():
            for place, ways in self._flushes(suit_mask, len(held)).items():
                found[place] += alike * ways
        return dict(zip(CATEGORIES, found, strict=True))

    def _flushes(self, mask: int, held: int) -> Counter[int]:
        """Number of hands with five cards of one suit, of which `mask` are the ranks held, by category."""
        ranks, own, found = len(self.deck.ranks), mask.bit_count(), Counter[int]()
        for size in range(max(5, own), min(ranks, self.cards - held + own) + 1):
            fixed, runs = (mask | self._royal).bit_count(), self._sets_with_run(mask, size)
            royals = comb(ranks - fixed, size - fixed) if self._royal and size >= fixed else 0
            every = comb(ranks - own, size - own)
            sets = {ROYAL_FLUSH: royals, STRAIGHT_FLUSH: runs - royals, FLUSH: every - runs}
            for by_ranks, ways in self._beside_flush(size, held - own).items():
                for place, number in sets.items():
                    found[min(place, by_ranks)] += number * ways
        return found

    def _beside_flush(self, size: int, held: int) -> Mapping[int, int]:
        """Number of ways to add the other cards to that many of a suit, by what all ranks make."""
        ranks, others, rest = len(self.deck.ranks), len(self.deck.suits) - 1, self.cards - size
        if self.cards <= 7:  # nothing better than a flush
            return {PLACE[FiveCardCategory.HIGH_CARD]: comb(ranks * others - held, rest - held)}
        found = Counter[int]()
        for drawn in product(range(min(rest, others) + 1), repeat=size):
            for parts in _partitions(rest - sum(drawn), others):
                ways = prod(comb(others, number) for number in (*drawn, *parts))
                place = place_by_times((*(1 + number for number in drawn), *parts))
                found[place] += comb(ranks - size, len(parts)) * _orders(parts) * ways
        return found

    @cached_property
    def _royal(self) -> int:
        """The five highest ranks as a mask, if the ace is there; else 0."""
        ranks = len(self.deck.ranks)
        return 0b11111 << ranks - 5 if self.deck.ranks[-1].symbol == "A" and ranks >= 5 else 0

    @cached_property
    def _run_sets(self) -> dict[int, tuple[int, ...]]:
        """For each size the sets of ranks that contain a straight, as masks."""
        ranks = len(self.deck.ranks)
        runs = [0b11111 << low for low in range(ranks - 4)]
        if self._royal:  # the ace with the four lowest; of five ranks the royal once more
            runs.append(0b1111 | 1 << ranks - 1)
        bits = [1 << rank for rank in range(ranks)]
        found = {}
        for size in range(5, self.cards + 1):
            others = ((run, [bit for bit in bits if not bit & run]) for run in runs)
            unions = (run + sum(extra) for run, rest in others for extra in combinations(rest, size - 5))
            found[size] = tuple(set(unions))
        return found

    def _sets_with_run(self, mask: int, size: int) -> int:
        """Number of sets of that many ranks that contain the ranks of the mask and a straight."""
        return sum(ranks & mask == mask for ranks in self._run_sets.get(size, ()))

    # -- by kind, of any single cards: the sets of ranks are visited ----------------------------------

    def kinds(self, held: Sequence[int] = ()) -> Counter[tuple[FiveCardCategory, int, Suit | None]]:
        """Number of hands with the cards held, by category, rank that decides first, and suit of five cards.

        Hands of up to seven cards. The slow equivalent asks `combin.cards.five_cards.best_five` of each.
        """
        # Without looking at suits a hand is of the kind of its ranks. Hands with five of a suit are taken
        # from these and given to the kinds of the ranks of their suit.
        ranks = len(self.deck.ranks)
        found: Counter[tuple[FiveCardCategory, int, Suit | None]] = Counter()
        for suit, by_kind in self._kinds_by_suit(held).items():
            for kind, number in by_kind.items():
                found[CATEGORIES[kind // ranks], kind % ranks, suit] += number
        return +found

    def _kinds_by_suit(self, held: Sequence[int]) -> dict[Suit | None, Counter[int]]:
        deck, kind_of, more = self.deck, rank_kinds(self.deck), self.cards - len(held)
        own = [(deck.rank_of[card], deck.suit_of[card]) for card in held]
        left = Counter(zip(deck.rank_of, deck.suit_of, strict=True))
        left.subtract(own)
        columns = [[left[rank, suit] for rank in range(len(deck.ranks))] for suit in range(len(deck.suits))]
        code, by_rank = rank_code(rank for rank, _ in own), tuple(map(sum, zip(*columns, strict=True)))
        if (code, by_rank) not in self._by_ranks:
            self._by_ranks[code, by_rank] = known = Counter[int]()
            for drawn, ways in _draws(by_rank, more):
                known[kind_of[code + drawn]] += ways
        found: dict[Suit | None, Counter[int]] = {None: self._by_ranks[code, by_rank].copy()}
        for suit, column in enumerate(columns):
            ranks_held = [rank for rank, of in own if of == suit]
            mask, missing = sum(1 << rank for rank in ranks_held), max(0, 5 - len(ranks_held))
            if missing > more:
                continue
            found[deck.suits[suit]] = suited = Counter[int]()
            others = tuple(every - of_suit for every, of_suit in zip(by_rank, column, strict=True))
            for number in range(missing, more + 1):
                draws = _draws(others, more - number)
                every = sum(ways for _, ways in draws)
                for chosen in combinations([rank for rank, there in enumerate(column) if there], number):
                    suited[kind_of.of_suit(mask | sum(1 << rank for rank in chosen))] += every
                    with_chosen = code + rank_code(chosen)
                    for drawn, ways in draws:
                        found[None][kind_of[with_chosen + drawn]] -= ways
        return found


hand_counter = lru_cache(maxsize=8)(HandCounter)
"""The counter of hands of that many cards, the same one for all who ask."""


@lru_cache(maxsize=256)
def _draws(left: Sequence[int], cards: int) -> list[tuple[int, int]]:
    """The ways to draw cards of those left of each rank: their ranks as a code, and the number of ways."""
    rows: list[list[tuple[int, int]]] = [[(0, 1)], *([] for _ in range(cards))]
    for rank, there in enumerate(left):
        rows = [
            [
                (code + (times << 4 * rank), ways * comb(there, times))
                for times in range(min(there, number) + 1)
                for code, ways in rows[number - times]
            ]
            for number in range(cards + 1)
        ]
    return rows[cards]


@cache
def _ways_without_flush(
    suits: int, held: tuple[tuple[int, ...], ...], more: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each number of new ranks the ways to draw more cards so that no suit has five, by category."""
    # `held` has for each rank held the suits held of it, called 0, 1, ... as they come. Cards are drawn from
    # the ranks held and from given new ranks, of each of these at least one. Straights do not count.
    found: list[Counter[int]] = [Counter() for _ in range(more + 1)]
    for drawn in product(*(range(min(more, suits - len(own)) + 1) for own in held)):
        for parts in _partitions(more - sum(drawn), suits):
            times = (*(len(own) + extra for own, extra in zip(held, drawn, strict=True)), *parts)
            owned = (*held, *([()] * len(parts)))
            found[len(parts)][place_by_times(times)] += _orders(parts) * _suit_ways(suits, owned, times)
    return tuple(tuple(ways.items()) for ways in found)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a total as a sum of parts, the larger ones first; none if it is negative."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _orders(parts: tuple[int, ...]) -> int:
    """Number of orders of parts of which equal ones are not distinguished."""
    return factorial(len(parts)) // prod(map(factorial, Counter(parts).values()))


def _suit_ways(suits: int, owned: tuple[tuple[int, ...], ...], times: tuple[int, ...]) -> int:
    """Number of ways to give each rank suits until it has its `times`, so that no suit comes to five."""
    ways = prod(comb(suits - len(own), all_ - len(own)) for own, all_ in zip(owned, times, strict=True))
    if len(times) < 5:
        return ways
    return ways - sum(_ways_with_five(suit, suits, owned, times) for suit in range(suits))


def _ways_with_five(suit: int, suits: int, owned: tuple[tuple[int, ...], ...], times: tuple[int, ...]) -> int:
    """Number of the ways that put five or more cards into one suit."""
    # A polynomial with a factor for each rank: that of x^k counts the ways with k cards of the suit.
    coefficients = [1]
    for own, all_ in zip(owned, times, strict=True):
        free, drawn = suits - len(own), all_ - len(own)
        without = 0 if suit in own else comb(free - 1, drawn)
        with_it = comb(free, drawn) - without
        coefficients = [
            without * here + with_it * before
            for here, before in zip([*coefficients, 0], [0, *coefficients], strict=True)
        ]
    return sum(coefficients[5:])


def kind_lines(table: PayTable, deck: Deck) -> list[list[Line | None]]:
    """The line that pays each kind (suits + 1 x kinds): of each suit, then without five of a suit."""
    kinds = [*product(CATEGORIES, range(len(deck.ranks)))]
    return [[table.line_of_best(*kind, suit) for kind in kinds] for suit in (*deck.suits, None)]
