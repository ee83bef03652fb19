"""The most that all seats of a table net in one round, and how many deals have it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial, lcm
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.exact.distribution import Pay
    from combin.exact.two_seats import Deals

    Integers = NDArray[np.signedinteger[Any]]
    Hands = tuple[tuple[int, int], ...]
    """Hands as the bits of their cards, each with what it nets."""
    Best = tuple[tuple[int, int], ...]
    """For 0, 1, 2, ... hands the most that so many without a common card net, and how many sets do."""

_MOST_HANDS = 400
"""Hands beside one of the dealer's among which is searched; 48 are straight flushes, and 52 of a kind."""
_MOST_STEPS = 100_000
"""Times that the best sets of some hands are looked for, in all: a second or two."""
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
    if not deals.single:  # of equal cards a set may hold several
        return None
    nets = [net(pays) for pays in deals.results]
    whole = lcm(*(one.denominator for one in nets))
    of_result = [int(one * whole) for one in nets]
    values = sorted(set(of_result), reverse=True)
    place_of = np.array([values.index(value) for value in of_result])
    levels = {alike: _levels(place_of[deals.beside(alike)]) for alike in deals.dealers}
    order = sorted(levels, key=lambda alike: levels[alike][0][0])
    search, most, count, total = _Search(seats, values, deals.hands), None, 0, deals.total(seats)
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
    """Looks for sets of hands without a common card that net the most beside one of the dealer's."""

    def __init__(self, seats: int, values: Sequence[int], hands: Integers) -> None:
        self._seats, self._values = seats, values
        self._bits = [_bits(cards) for cards in hands.tolist()]
        self._known: dict[Hands, Best] = {}
        self._steps = 0

    def beside(
        self, levels: Sequence[tuple[int, Integers | None]], dealer: Sequence[int], least: int | None
    ) -> tuple[int, int] | None:
        """Return the most that all seats net, and how many sets do; None if that is below the least."""
        seats, gone = self._seats, _bits(dealer)
        taken: list[tuple[int, int]] = []
        best = _NO_HAND
        for place, rows in levels:
            # Of a set that nets the most, a hand that is not taken in nets no more than this level.
            reached = [net + (seats - held) * self._values[place] for held, (net, _) in enumerate(best)]
            if len(best) > seats and reached[seats] > max(reached[:seats]):
                break
            if least is not None and max(reached) < least:
                return None
            if rows is None:
                raise _TooMuchWorkError
            bits = (self._bits[row] for row in rows.tolist())
            taken += [(hand, self._values[place]) for hand in bits if not hand & gone]
            best = _NO_HAND
            for part in _parts(taken):
                if part not in self._known:
                    self._known[part] = self._best_of_part(part)
                best = _together(best, self._known[part], seats)
        most = best[seats]
        return most if least is None or most[0] >= least else None

    def disjoint(self, rows: Integers, dealer: Sequence[int]) -> int:
        """Return how many of some hands come together without a common card, taken as they stand."""
        gone, found = _bits(dealer), 0
        for row in rows.tolist():
            if not self._bits[row] & gone:
                gone, found = gone | self._bits[row], found + 1
        return found

    def _best_of_part(self, hands: Hands) -> Best:
        """Return the best sets of hands that are linked by common cards.

        The first hand left has a card that is in none of the set, or in one hand that the set takes.
        """
        sharing = [sum(1 << at for at, (other, _) in enumerate(hands) if hand & other) for hand, _ in hands]
        with_card = {
            bit: sum(1 << at for at, (hand, _) in enumerate(hands) if hand & bit)
            for bit in {hand & -hand for hand, _ in hands}
        }

        @cache
        def best(left: int) -> Best:
            if not left:
                return _NO_HAND
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise _TooMuchWorkError
            first = hands[(left & -left).bit_length() - 1][0]
            here = with_card[first & -first] & left
            found = best(left & ~here)
            while here:
                at = (here & -here).bit_length() - 1
                here &= here - 1
                beside, net = best(left & ~sharing[at])[: self._seats], hands[at][1]
                found = _better(found, ((net + others, count) for others, count in beside), 1)
            return found

        return best((1 << len(hands)) - 1)


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _parts(hands: Sequence[tuple[int, int]]) -> Iterator[Hands]:
    """Yield the hands in parts that have no card in common."""
    parts: list[tuple[int, list[tuple[int, int]]]] = []
    for hand in hands:
        cards, part = hand[0], [hand]
        apart = []
        for others, beside in parts:
            if others & cards:
                cards |= others
                part += beside
            else:
                apart.append((others, beside))
        parts = [*apart, (cards, part)]
    return (tuple(sorted(part)) for _, part in parts)


def _together(best: Best, other: Best, seats: int) -> Best:
    """Return the best sets of hands of two parts that have no card in common."""
    together: Best = ()
    for held, (net, count) in enumerate(best):
        beside = ((net + others, count * number) for others, number in other[: seats + 1 - held])
        together = _better(together, beside, held)
    return together


def _better(best: Best, others: Iterable[tuple[int, int]], held: int) -> Best:
    """Return of each number of hands the better of two sets, the others of so many hands more."""
    better = list(best)
    for place, (net, count) in enumerate(others, held):
        if place == len(better):
            better.append((net, count))
        elif net == better[place][0]:
            better[place] = net, count + better[place][1]
        elif net > better[place][0]:
            better[place] = net, count
    return tuple(better)
