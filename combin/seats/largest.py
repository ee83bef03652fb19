"""The most that all seats of a table net in one round, and how many deals have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.exact.distribution import Pay
    from combin.seats.deals import Alike, Deals
    from combin.seats.shared_cards import Won

    Integers = NDArray[np.signedinteger[Any]]
    Hand = tuple[tuple[int, int], ...]
    """Different cards of a hand, each with how many it has."""
    Hands = tuple[tuple[Hand, int], ...]
    """Hands, each with what it nets."""
    Best = tuple[tuple[int, int], ...]
    """For 0, 1, 2, ... hands the most that so many net together, and in how many ways they are dealt."""
    Levels = Sequence[tuple[int, Integers | None]]

_MOST_HANDS = 400
"""Hands beside one of the dealer's among which is searched; 48 are straight flushes, and 52 of a kind."""
_MOST_STEPS = 100_000
"""Times that the best of some hands are looked for, in all: a second or two."""
_NO_HAND: Best = ((0, 1),)
_BITS, _ONE = 8, 255
"""Of a number that tells how many there are of each card, a byte is for one: decks are fewer than 256."""


class _TooMuchWorkError(Exception):
    """Too many hands net about the most."""


@dataclass(frozen=True)
class Largest:
    """The most that all seats together `net` in a round; `count` of `total` deals have it, where counted."""

    net: Fraction
    count: int | None
    total: int

    @property
    def probability(self) -> Fraction | None:
        """How likely a round has it; None if that is not counted."""
        return None if self.count is None else Fraction(self.count, self.total)


def largest_of_all(deals: Deals, net: Callable[[tuple[Pay, ...]], Fraction], seats: int) -> Largest | None:
    """Return the most that seats net together in a round, and how likely; None if it is not found.

    Beside each of the dealer's hands only those that net the most are looked at: from the highest net down,
    until no set with a hand below could net as much as the best set found. docs/sessions.md derives it.

    Args:
        deals: all deals of a deck.
        net: what a combination of results nets, in money.
        seats: how many hands are dealt beside the dealer's.

    The slow equivalent deals all hands to all seats.
    """
    nets = [net(pays) for pays in deals.results]
    whole = lcm(*(one.denominator for one in nets))
    of_result = [int(one * whole) for one in nets]
    values = sorted(set(of_result), reverse=True)
    place_of = np.array([values.index(value) for value in of_result])[deals.variants]
    numbers = np.stack([deals.numbers_beside(alike) for alike in deals.dealers]) * max(deals.numbers)
    # Beside each of the dealer's hands, in each variant: the place of the highest net, and minus what all
    # seats net at most if any hands could be dealt together.
    bounds: dict[tuple[Alike, int], tuple[int, int]] = {}
    for variant, places in enumerate(place_of):
        in_order = np.argsort(places)
        held = np.minimum(numbers[:, in_order].cumsum(axis=1), seats)
        first = places[in_order][np.argmax(held > 0, axis=1)]
        most_of = np.diff(held, prepend=0).dot(np.array(values, object)[places[in_order]])
        for alike, place, most_net in zip(deals.dealers, first.tolist(), most_of.tolist(), strict=True):
            bounds[alike, variant] = place, -most_net
    search, most, count, total = _Search(seats, values, deals), None, 0, deals.total(seats)
    order = sorted(bounds, key=lambda key: bounds[key])
    try:
        for alike, variant in order:
            if most is not None and -bounds[alike, variant][1] < most:
                continue
            levels = _levels(place_of[variant, deals.beside(alike)])
            for dealer in deals.dealers[alike]:
                found = search.beside(levels, deals.places(dealer), most)
                if found is not None:
                    count = dealer.one.weight * found[1] + (count if found[0] == most else 0)
                    most = found[0]
    except _TooMuchWorkError:
        highest = bounds[order[0]][0]
        for alike, variant in order:
            rows = np.flatnonzero(place_of[variant, deals.beside(alike)] == highest)
            if search.disjoint(rows, deals.places(deals.dealers[alike][0])) >= seats:
                return Largest(Fraction(seats * values[highest], whole), None, total)
        return None
    if most is None:
        return None
    return Largest(Fraction(most, whole), count * factorial(seats) // len(place_of), total)


def largest_with(
    deals: Deals, won: Won, net: Callable[[tuple[Pay, ...]], Fraction], seats: int, divided: Sequence[Divided]
) -> Largest | None:
    """Return the most that seats net with wagers on jackpot cards, and how likely; None if it is not found.

    For each two jackpot cards, but one of those that differ by suits alone, what all hands net at best gives
    a bound. Only with those whose bound is high enough are the dealer's hands gone through. Of hands that
    may divide a meter none, one, or two that share no card are dealt first.

    Args:
        deals: all deals, of one deck.
        won: what hands win with jackpot cards.
        net: what a combination of results nets that wins alone, in money.
        seats: how many hands are dealt beside the dealer's.
        divided: all hands of two seats that divide a meter.

    The slow equivalent deals all hands to all seats.
    """
    if deals.both_hands:  # what decides beside each of the dealer's hands is another thing
        return None
    nets = _Nets(deals, won, net, divided)
    searches = [_Search(number, nets.values, deals) for number in range(seats + 1)]
    cases = [_Case(deals, won, nets, dealt) for dealt in _dealt(deals, won, divided)]
    bounds = [case.bound(seats) for case in cases]
    most: int | None = None
    count = 0
    try:
        for bound, case in sorted(zip(bounds, cases, strict=True), key=lambda each: -each[0]):
            if most is not None and bound < most:
                break
            search, own = searches[seats - case.hands], case.net(case.at_best)
            if search.beside(case.levels, case.cards, None if most is None else most - own) is None:
                continue
            for places, levels, dealers in case.beside_dealers():
                own = case.net(places)
                for cards, number in dealers:
                    least = None if most is None else most - own
                    found = search.beside(levels, [*case.cards, *cards], least)
                    if found is not None:
                        ways = number * found[1]
                        count = ways + (count if found[0] == least else 0)
                        most = found[0] + own
    except _TooMuchWorkError:
        return None
    if most is None:
        return None
    total = deals.total(seats) * comb(len(deals.numbers) - 3 - 3 * seats, 2)
    return Largest(Fraction(most, nets.whole), count * factorial(seats), total)


class Divided(NamedTuple):
    """Two hands that divide a meter with a pair of jackpot cards, and what they win more than each alone."""

    pair: int
    hands: tuple[int, ...]
    more: Fraction


class _Dealt(NamedTuple):
    """A pair of jackpot cards and some hands that are dealt, what they win `more`, and those that are not.

    `number` is how many go over into one another by moves of suits.
    """

    pair: int
    hands: tuple[int, ...]
    more: Fraction
    others: Collection[int]
    number: int


def _dealt(deals: Deals, won: Won, divided: Sequence[Divided]) -> list[_Dealt]:
    """Return all pairs of jackpot cards with none of the hands that may divide a meter, one or two."""
    of_pair: dict[int, list[Divided]] = {}
    for two in divided:
        of_pair.setdefault(two.pair, []).append(two)
    first: dict[object, tuple[Divided, Collection[int]]] = {}
    number = Counter[object]()
    for pair, to in enumerate(won.pairs.moved.T.tolist()):
        twos = of_pair.get(pair, [])
        sharing = {hand for two in twos for hand in two.hands}
        alone = [Divided(pair, hands, Fraction(0)) for hands in ((), *((hand,) for hand in sharing))]
        for some in (*alone, *twos):
            moved = zip(to, deals.moved[:, list(some.hands)].tolist(), strict=True)
            key = min((place, *sorted(hands)) for place, hands in moved)
            first.setdefault(key, (some, sharing))
            number[key] += 1
    return [_Dealt(*some, sharing, number[key]) for key, (some, sharing) in first.items()]


class _Nets:
    """All that hands net in parts of one, of which one has `whole`: the `values`, the highest first.

    `place_of` has the place of each result with each prize among them, and `at_best` that of each hand
    without a prize beside the dealer's hand that is best for it.
    """

    def __init__(
        self,
        deals: Deals,
        won: Won,
        net: Callable[[tuple[Pay, ...]], Fraction],
        divided: Sequence[Divided],
    ) -> None:
        nets = [[net((*pays, *more)) for more in won.pays] for pays in deals.results]
        every = {one for of_result in nets for one in of_result}
        self.whole = lcm(*(one.denominator for one in (*every, *(two.more for two in divided))))
        in_order = sorted(every, reverse=True)
        self.values = [int(one * self.whole) for one in in_order]
        place_of = {one: place for place, one in enumerate(in_order)}
        self.place_of: Integers = np.array([[place_of[one] for one in of_result] for of_result in nets])
        alone = self.place_of[:, 0].astype(np.min_scalar_type(len(self.values)))
        self.at_best: Integers = alone[deals.all_beside].min(axis=0).astype(np.int64)


class _Case:
    """Two jackpot cards and some `hands` that are dealt, of which `cards` has the places.

    `at_best` are the places of what these hands net beside the dealer's hand that is best for each, and
    `levels` those of all others.
    """

    def __init__(self, deals: Deals, won: Won, nets: _Nets, dealt: _Dealt) -> None:
        self._deals, self._nets, self._dealt = deals, nets, dealt
        hands, prizes = won.of_pair[dealt.pair]
        self._prizes = np.zeros(len(deals.hands), np.int64)
        self._prizes[hands] = prizes
        at_best = nets.at_best.copy()
        codes, _ = deals.results_beside(np.zeros(0, np.int64), hands)
        at_best[hands] = nets.place_of[codes, prizes].min(axis=0)
        self._own = np.array(dealt.hands, np.int64)
        self.hands = len(self._own)
        self.at_best: list[int] = at_best[self._own].tolist()
        pair = won.pairs.cards[dealt.pair].tolist()
        self.cards: list[int] = [*pair, *deals.hands[self._own].reshape(-1).tolist()]
        others = np.delete(np.arange(len(at_best)), [*dealt.others])
        self.levels = _levels(at_best[others], others)
        stays = won.pairs.moved[:, dealt.pair] == dealt.pair
        self._stays = stays & (np.sort(deals.moved[:, self._own]) == np.sort(self._own)).all(axis=1)

    def net(self, places: Sequence[int]) -> int:
        """Return what the hands that are dealt net, whose places are given."""
        more = int(self._dealt.more * self._nets.whole)
        return more + sum(self._nets.values[place] for place in places)

    def bound(self, seats: int) -> int:
        """Return what some seats net at most, as if all hands could be dealt together."""
        places = [place for place, rows in self.levels for _ in range(1 if rows is None else len(rows))]
        others = [*places, *places[-1:] * seats][: seats - self.hands]
        return self.net([*self.at_best, *others])

    def beside_dealers(self) -> Iterator[tuple[list[int], Levels, list[tuple[list[int], int]]]]:
        """Yield the places of what all hands net beside alike hands of the dealer's, and the cards of these.

        With the cards comes how many deals are alike: moves of suits lead from one of them to the others.
        """
        deals = self._deals
        free = ~np.isin(deals.hands, self.cards).any(axis=1)
        left, weights = np.unique(deals.moved[self._stays].min(axis=0)[free], return_counts=True)
        numbers = weights * self._dealt.number
        rows = np.concatenate([self._own, *(some for _, some in self.levels if some is not None)])
        last = [(place, None) for place, some in self.levels if some is None]
        codes, group = deals.results_beside(left, rows)
        places = self._nets.place_of[codes, self._prizes[rows]]
        own, others = places[:, : self.hands], places[:, self.hands :]
        for alike in np.argsort(others.min(axis=1), kind="stable").tolist():
            levels: list[tuple[int, Integers | None]] = [
                (place, rows[self.hands :][others[alike] == place])
                for place in np.unique(others[alike]).tolist()
                if not last or place < last[0][0]
            ]
            some = group == alike
            cards = deals.hands[left[some]].tolist()
            yield own[alike].tolist(), [*levels, *last], [*zip(cards, numbers[some].tolist(), strict=True)]


def _levels(places: Integers, hands: Integers | None = None) -> list[tuple[int, Integers | None]]:
    """Return the places of values that some hand has, each with its hands, to the first with too many.

    Places are of the `hands`, or else of all.
    """
    numbers = np.bincount(places)
    known = np.flatnonzero(numbers)
    few = known[np.cumsum(numbers[known]) <= _MOST_HANDS]
    rows = np.flatnonzero(places <= few[-1]) if len(few) else np.zeros(0, np.int64)
    names = rows if hands is None else hands[rows]
    found: list[tuple[int, Integers | None]] = [
        (place, names[places[rows] == place]) for place in few.tolist()
    ]
    return [*found, *((place, None) for place in known[len(few) :][:1].tolist())]


class _Search:
    """Looks for hands that can be dealt together and net the most beside one of the dealer's."""

    def __init__(self, seats: int, values: Sequence[int], deals: Deals) -> None:
        self._seats, self._values, self._deals = seats, values, deals
        deck = deals.rules.deck
        self._suits = [deck.suit_of[deck.cards.index(card)] for card in dict.fromkeys(deck.cards)]
        self._known: dict[object, _Part] = {}
        self._taken: dict[tuple[tuple[int, bytes], ...], list[tuple[_Part, list[int]]]] = {}
        self._budget = _Budget()

    def beside(self, levels: Levels, dealer: Sequence[int], least: int | None) -> tuple[int, int] | None:
        """Return the most that all seats net, and in how many ways; None if that is below the least.

        Ways do not tell apart in which order seats have the hands.
        """
        seats, left = self._seats, self._left(dealer)
        best, taken = _NO_HAND, 0
        for place, rows in levels:
            # Of hands that net the most, one that is not taken in nets no more than this level.
            reached = [net + (seats - held) * self._values[place] for held, (net, _) in enumerate(best)]
            if len(best) > seats and all(net < reached[seats] for net in reached[:seats]):
                break
            if least is not None and max(reached) < least:
                return None
            if rows is None:
                raise _TooMuchWorkError
            taken, best = taken + 1, _NO_HAND
            for part, cards in self._parts(levels[:taken]):
                best = _together(best, part.best(_packed([left[card] for card in cards])), seats)
        if len(best) <= seats:
            return None
        most = best[seats]
        return most if least is None or most[0] >= least else None

    def disjoint(self, rows: Integers, dealer: Sequence[int]) -> int:
        """Return how many of some hands can be dealt together, taken as they stand."""
        left, found = self._left(dealer), 0
        for cards in map(self._hand, rows.tolist()):
            times = min(left[card] // number for card, number in cards)
            found += times
            for card, number in cards:
                left[card] -= times * number
        return found

    def _left(self, dealer: Sequence[int]) -> list[int]:
        left = [*self._deals.numbers]
        for card in dealer:
            left[card] -= 1
        return left

    def _hand(self, row: int) -> Hand:
        return tuple(sorted(Counter(self._deals.hands[row].tolist()).items()))

    def _parts(self, levels: Levels) -> list[tuple[_Part, list[int]]]:
        """Return the hands of levels in parts that have no card in common, each with its cards.

        Parts that differ only in which cards they have, such as straight flushes of two suits, are the same.
        """
        key = tuple((place, rows.tobytes()) for place, rows in levels if rows is not None)
        if key not in self._taken:
            hands = [
                (self._hand(row), self._values[place])
                for place, rows in levels
                if rows is not None
                for row in rows.tolist()
            ]
            self._taken[key] = [self._part(cards, part) for cards, part in _linked(hands)]
        return self._taken[key]

    def _part(self, cards: Iterable[int], hands: Iterable[tuple[Hand, int]]) -> tuple[_Part, list[int]]:
        """Return hands that common cards link. If those of several suits are gone, others may fall apart."""
        numbered = {card: number for number, card in enumerate(sorted(cards))}
        links: list[tuple[Hand, int]] = []
        rest: list[tuple[Hand, int]] = []
        for hand, net in hands:
            of_one_suit = len({self._suits[card] for card, _ in hand}) == 1
            (rest if of_one_suit else links).append((hand, net))
        others = [self._part(own, part) for own, part in _linked(rest)] if links else []
        alike = tuple(
            sorted(
                (tuple((numbered[card], times) for card, times in hand), net) for hand, net in (links or rest)
            )
        )
        then = tuple((part, tuple(numbered[card] for card in own)) for part, own in others)
        if (alike, then) not in self._known:
            self._known[alike, then] = _Part(alike, then, self._seats, self._budget)
        return self._known[alike, then], [*numbered]


def _linked(hands: Iterable[tuple[Hand, int]]) -> list[tuple[set[int], list[tuple[Hand, int]]]]:
    """Return hands in parts that have no card in common, each with its cards."""
    parts: list[tuple[set[int], list[tuple[Hand, int]]]] = []
    for hand, net in hands:
        cards, part = {card for card, _ in hand}, [(hand, net)]
        apart = []
        for others, beside in parts:
            if others & cards:
                cards |= others
                part += beside
            else:
                apart.append((others, beside))
        parts = [*apart, (cards, part)]
    return parts


class _Budget:
    """The steps that are left."""

    steps = _MOST_STEPS

    def step(self) -> None:
        """Take one of them."""
        self.steps -= 1
        if self.steps < 0:
            raise _TooMuchWorkError


class _Part:
    """Hands that are linked by common cards, in the order of the lowest one of each, and then other parts."""

    def __init__(
        self,
        hands: Hands,
        then: Sequence[tuple[_Part, Sequence[int]]],
        seats: int,
        budget: _Budget,
    ) -> None:
        self._hands, self._then, self._seats, self._budget = hands, then, seats, budget
        self._known: dict[tuple[int, int], Best] = {}
        # How many of which cards are left is one number, of which those needed after so many hands are bits.
        needed = 0
        for _, own in then:
            for card in own:
                needed |= _ONE << card * _BITS
        self._needed = [needed]
        for hand, _ in reversed(hands):
            for card, _ in hand:
                needed |= _ONE << card * _BITS
            self._needed.append(needed)
        self._needed.reverse()

    def best(self, left: int, first: int = 0) -> Best:
        """Return the best of the hands from one on, with so many of each card left."""
        if first == len(self._hands):
            best = _NO_HAND
            for part, cards in self._then:
                own = _packed([left >> card * _BITS & _ONE for card in cards])
                best = _together(best, part.best(own), self._seats)
            return best
        left &= self._needed[first]
        if (first, left) not in self._known:
            self._budget.step()
            found = self.best(left, first + 1)
            hand, net = self._hands[first]
            beside, ways = left, 1
            for times in range(1, self._seats + 1):
                for card, number in hand:
                    ways *= comb(beside >> card * _BITS & _ONE, number)
                    beside -= number << card * _BITS
                if not ways:
                    break
                others = self.best(beside, first + 1)[: self._seats + 1 - times]
                alike = ways // factorial(times)  # of as many equal hands no order is told apart
                more = ((times * net + most, alike * count) for most, count in others)
                found = _better(found, more, times)
            self._known[first, left] = found
        return self._known[first, left]


def _packed(numbers: Sequence[int]) -> int:
    """Return one number that tells how many there are of each card, the first in its lowest bits."""
    return int.from_bytes(numbers, "little")


@lru_cache(maxsize=1 << 12)
def _together(best: Best, other: Best, seats: int) -> Best:
    """Return the best hands of two parts that have no card in common."""
    together: Best = ()
    for held, (net, count) in enumerate(best):
        beside = ((net + others, count * number) for others, number in other[: seats + 1 - held])
        together = _better(together, beside, held)
    return together


def _better(best: Best, others: Iterable[tuple[int, int]], held: int) -> Best:
    """Return for each number of hands the better of two, the others of so many hands more."""
    better = list(best)
    for place, (net, count) in enumerate(others, held):
        if place == len(better):
            better.append((net, count))
        elif net == better[place][0]:
            better[place] = net, count + better[place][1]
        elif net > better[place][0]:
            better[place] = net, count
    return tuple(better)
