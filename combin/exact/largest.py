"""The most that all seats of a table net in one round, and how many deals have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.exact.distribution import Pay
    from combin.exact.two_seats import Deals

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
    place_of = np.array([values.index(value) for value in of_result])
    levels = {alike: _levels(place_of[deals.beside(alike)]) for alike in deals.dealers}
    order = sorted(levels, key=lambda alike: levels[alike][0][0])
    search, most, count, total = _Search(seats, values, deals), None, 0, deals.total(seats)
    try:
        for alike in order:
            for dealer in deals.dealers[alike]:
                found = search.beside(levels[alike], deals.places(dealer), most)
                if found is not None:
                    count = dealer.one.weight * found[1] + (count if found[0] == most else 0)
                    most = found[0]
    except _TooMuchWorkError:
        first = levels[order[0]][0][0]
        for alike in order:
            rows = np.flatnonzero(place_of[deals.beside(alike)] == first)
            if search.disjoint(rows, deals.places(deals.dealers[alike][0])) >= seats:
                return Largest(Fraction(seats * values[first], whole), None, total)
        return None
    return None if most is None else Largest(Fraction(most, whole), count * factorial(seats), total)


def _levels(places: Integers) -> list[tuple[int, Integers | None]]:
    """Return the places of values that some hand has, each with its hands, to the first with too many."""
    numbers = np.bincount(places)
    known = np.flatnonzero(numbers)
    few = known[np.cumsum(numbers[known]) <= _MOST_HANDS]
    rows = np.flatnonzero(places <= few[-1]) if len(few) else np.zeros(0, np.int64)
    found: list[tuple[int, Integers | None]] = [
        (place, rows[places[rows] == place]) for place in few.tolist()
    ]
    return [*found, *((place, None) for place in known[len(few) :][:1].tolist())]


class _Search:
    """Looks for hands that can be dealt together and net the most beside one of the dealer's."""

    def __init__(self, seats: int, values: Sequence[int], deals: Deals) -> None:
        self._seats, self._values, self._deals = seats, values, deals
        self._known: dict[Hands, _Part] = {}
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
            if len(best) > seats and reached[seats] > max(reached[:seats]):
                break
            if least is not None and max(reached) < least:
                return None
            if rows is None:
                raise _TooMuchWorkError
            taken, best = taken + 1, _NO_HAND
            for part, cards in self._parts(levels[:taken]):
                best = _together(best, part.best(tuple(left[card] for card in cards)), seats)
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
        gone = Counter(dealer)
        return [number - gone[place] for place, number in enumerate(self._deals.numbers)]

    def _hand(self, row: int) -> Hand:
        return tuple(sorted(Counter(self._deals.hands[row].tolist()).items()))

    def _parts(self, levels: Levels) -> list[tuple[_Part, list[int]]]:
        """Return the hands of levels in parts that have no card in common, each with its cards.

        Parts that differ only in which cards they have, such as straight flushes of two suits, are the same.
        """
        key = tuple((place, rows.tobytes()) for place, rows in levels if rows is not None)
        if key not in self._taken:
            parts: list[tuple[set[int], list[tuple[Hand, int]]]] = []
            for place, rows in levels:
                for hand in map(self._hand, () if rows is None else rows.tolist()):
                    cards, part = {card for card, _ in hand}, [(hand, self._values[place])]
                    apart = []
                    for others, beside in parts:
                        if others & cards:
                            cards |= others
                            part += beside
                        else:
                            apart.append((others, beside))
                    parts = [*apart, (cards, part)]
            self._taken[key] = [self._part(sorted(cards), part) for cards, part in parts]
        return self._taken[key]

    def _part(self, cards: list[int], hands: Iterable[tuple[Hand, int]]) -> tuple[_Part, list[int]]:
        numbered = {card: number for number, card in enumerate(cards)}
        alike = tuple(
            sorted((tuple((numbered[card], times) for card, times in hand), net) for hand, net in hands)
        )
        if alike not in self._known:
            self._known[alike] = _Part(alike, len(cards), self._seats, self._budget)
        return self._known[alike], cards


class _Budget:
    """The steps that are left."""

    steps = _MOST_STEPS

    def step(self) -> None:
        """Take one of them."""
        self.steps -= 1
        if self.steps < 0:
            raise _TooMuchWorkError


class _Part:
    """Hands that are linked by common cards, in the order of the lowest one of each."""

    def __init__(self, hands: Hands, cards: int, seats: int, budget: _Budget) -> None:
        self._hands, self._seats, self._budget = hands, seats, budget
        self._known: dict[tuple[int, tuple[int, ...]], Best] = {}
        needed = [False] * cards
        self._needed = [tuple(needed)]  # whether each card is in one of the last hands, of none of them on
        for hand, _ in reversed(hands):
            for card, _ in hand:
                needed[card] = True
            self._needed.append(tuple(needed))
        self._needed.reverse()

    def best(self, left: Sequence[int], first: int = 0) -> Best:
        """Return the best of the hands from one on, with so many of each card left."""
        if first == len(self._hands):
            return _NO_HAND
        key = (
            first,
            tuple(number if needed else 0 for number, needed in zip(left, self._needed[first], strict=True)),
        )
        if key not in self._known:
            self._budget.step()
            found = self.best(key[1], first + 1)
            hand, net = self._hands[first]
            beside, ways = list(key[1]), 1
            for times in range(1, self._seats + 1):
                for card, number in hand:
                    ways *= comb(beside[card], number)
                    beside[card] -= number
                if not ways:
                    break
                others = self.best(beside, first + 1)[: self._seats + 1 - times]
                alike = ways // factorial(times)  # of as many equal hands no order is told apart
                more = ((times * net + most, alike * count) for most, count in others)
                found = _better(found, more, times)
            self._known[key] = found
        return self._known[key]


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
