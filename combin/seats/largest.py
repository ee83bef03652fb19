"""The most that all seats of a table net in one round, and how many deals have it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from combin.seats.deals import in_units

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.seats.deals import Deals

    Integers = NDArray[np.signedinteger[Any]]
    Hand = tuple[tuple[int, int], ...]
    """Different cards of a hand, each with how many it has."""
    Best = tuple[tuple[int, int], ...]
    """For 0, 1, 2, ... hands the most that so many net together, and in how many ways they are dealt."""

_MOST_HANDS = 400
"""Hands against one of the dealer's among which is searched; 48 are straight flushes, and 52 of a kind."""
_MOST_STEPS = 100_000
"""Times that the best of some hands are looked for, in all: a second or two."""
_NO_HAND: Best = ((0, 1),)
_BITS, _ONE = 8, 255
"""Of a number that tells how many there are of each card, a byte is for one: decks are fewer than 256."""


class _TooMuchWorkError(Exception):
    """Too many hands net about the most."""


class Largest(Struct, frozen=True):
    """The most that all seats together `net` in a round; `count` of `total` deals have it, where counted."""

    net: Fraction
    count: int | None
    total: int

    @property
    def probability(self) -> Fraction | None:
        """How likely a round has it; None if that is not counted."""
        return None if self.count is None else Fraction(self.count, self.total)


def largest_of_all(deals: Deals, nets: Sequence[Fraction], seats: int) -> Largest | None:
    """The most that seats net together in a round, and how likely; None if it is not found.

    Against each of the dealer's hands only those that net the most are looked at: from the highest net down,
    until no set with a hand below could net as much as the best set. docs/sessions.md derives it.

    Args:
        deals: all deals of a deck.
        nets: what each combination of results nets, in money.
        seats: how many hands are dealt in addition to the dealer's.

    The slow equivalent deals all hands to all seats.
    """
    unit, whole = in_units(nets)
    values = sorted(set(whole), reverse=True)
    place_of = np.array([values.index(value) for value in whole])
    in_order = np.argsort(place_of)
    counts = np.stack([deals.counts_against(key) for key in deals.dealers]) * max(deals.numbers)
    # Against each of the dealer's hands the place of the highest net, and what all seats net at most if any
    # hands could be dealt together.
    dealt = np.minimum(counts[:, in_order].cumsum(axis=1), seats)
    first = place_of[in_order][np.argmax(dealt > 0, axis=1)].tolist()
    bounds = np.diff(dealt, prepend=0).dot(np.array(values, object)[place_of[in_order]]).tolist()
    order = sorted(zip(first, bounds, deals.dealers, strict=True), key=lambda entry: (entry[0], -entry[1]))
    search, most, count, total = _Search(seats, values, deals), None, 0, deals.total(seats)
    try:
        for _, bound, key in order:
            if most is not None and bound < most:
                continue
            levels = _levels(place_of[deals.results_against(key)])
            for dealer in deals.dealers[key]:
                best = search.best(levels, deals.places(dealer.one.cards), most)
                if best is not None:
                    count = dealer.one.weight * best[1] + (count if best[0] == most else 0)
                    most = best[0]
    except _TooMuchWorkError:
        highest = order[0][0]
        for _, _, key in order:
            rows = np.flatnonzero(place_of[deals.results_against(key)] == highest)
            if search.disjoint(rows, deals.places(deals.dealers[key][0].one.cards)) >= seats:
                return Largest(Fraction(seats * values[highest], unit), None, total)
        return None
    return None if most is None else Largest(Fraction(most, unit), count * factorial(seats), total)


def _levels(places: Integers) -> list[tuple[int, Integers | None]]:
    """The places of values that some hand has, each with its hands, to the first with too many."""
    numbers = np.bincount(places)
    known = np.flatnonzero(numbers)
    few = int((np.cumsum(numbers[known]) <= _MOST_HANDS).sum())
    levels: list[tuple[int, Integers | None]] = [
        (place, np.flatnonzero(places == place)) for place in known[:few].tolist()
    ]
    return [*levels, *((place, None) for place in known[few : few + 1].tolist())]


class _Search:
    """Looks for hands that can be dealt together and net the most against one of the dealer's."""

    def __init__(self, seats: int, values: Sequence[int], deals: Deals) -> None:
        self._seats, self._values, self._deals = seats, values, deals
        deck = deals.rules.deck
        self._suits = [deck.suit_of[deck.cards.index(card)] for card in dict.fromkeys(deck.cards)]
        self._chains: dict[tuple[tuple[int, bytes], ...], list[_Chain]] = {}
        self._steps = 0

    def step(self) -> None:
        """Count one step of the work."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuchWorkError

    def best(
        self, levels: Sequence[tuple[int, Integers | None]], dealer: Integers, least: int | None
    ) -> tuple[int, int] | None:
        """The most that all seats net, and in how many ways; None if that is below the least.

        Ways do not tell apart in which order seats have the hands.
        """
        seats, left = self._seats, int.from_bytes(self._left(dealer), "little")
        best, taken = _NO_HAND, []
        for place, rows in levels:
            # Of hands that net the most, one that is not taken in nets no more than this level.
            reached = [net + (seats - held) * self._values[place] for held, (net, _) in enumerate(best)]
            if len(best) > seats and all(net < reached[seats] for net in reached[:seats]):
                break
            if least is not None and max(reached) < least:
                return None
            if rows is None:
                raise _TooMuchWorkError
            taken.append((place, rows))
            best = _NO_HAND
            for chain in self._chains_of(taken):
                best = _together(best, chain.best(left), seats)
        if len(best) <= seats:
            return None
        most = best[seats]
        return most if least is None or most[0] >= least else None

    def disjoint(self, rows: Integers, dealer: Integers) -> int:
        """Number of some hands that can be dealt together, taken as they stand."""
        left, number = self._left(dealer), 0
        for cards in map(self._hand, rows.tolist()):
            times = min(left[card] // often for card, often in cards)
            number += times
            for card, often in cards:
                left[card] -= times * often
        return number

    def _left(self, dealer: Integers) -> list[int]:
        left = [*self._deals.numbers]
        for card in dealer.tolist():
            left[card] -= 1
        return left

    def _hand(self, row: int) -> Hand:
        return tuple(sorted(Counter(self._deals.hands[row].tolist()).items()))

    def _chains_of(self, levels: Sequence[tuple[int, Integers]]) -> list[_Chain]:
        """The hands of some levels, those of each suit by themselves if none is of several."""
        key = tuple((place, rows.tobytes()) for place, rows in levels)
        if key not in self._chains:
            hands = [
                (self._hand(row), self._values[place]) for place, rows in levels for row in rows.tolist()
            ]
            by_suits: dict[frozenset[int], list[tuple[Hand, int]]] = {}
            for hand, net in sorted(hands):
                suits = frozenset(self._suits[card] for card, _ in hand)
                by_suits.setdefault(suits, []).append((hand, net))
            parts = [*by_suits.values()]
            if any(len(suits) > 1 for suits in by_suits):  # those of several suits first
                in_order = sorted(by_suits, key=lambda suits: -len(suits))
                parts = [[entry for suits in in_order for entry in by_suits[suits]]]
            self._chains[key] = [_Chain(part, self._seats, self) for part in parts]
        return self._chains[key]


def _together(best: Best, other: Best, seats: int) -> Best:
    """The best hands of two parts that have no card in common."""
    together: list[tuple[int, int]] = []
    for dealt, (net, count) in enumerate(best):
        for place, (more, number) in enumerate(other[: seats + 1 - dealt], dealt):
            _better(together, place, (net + more, count * number))
    return tuple(together)


def _better(best: list[tuple[int, int]], place: int, entry: tuple[int, int]) -> None:
    """Put a net of so many hands, with its ways, among the best."""
    if place == len(best):
        best.append(entry)
    elif entry[0] == best[place][0]:
        best[place] = entry[0], entry[1] + best[place][1]
    elif entry[0] > best[place][0]:
        best[place] = entry


class _Chain:
    """Hands one after the other, each with what it nets: the best sets of them that can be dealt together."""

    def __init__(self, hands: Sequence[tuple[Hand, int]], seats: int, search: _Search) -> None:
        self._hands, self._seats, self._search = hands, seats, search
        self._known: dict[tuple[int, int], Best] = {}
        # How many of which cards are left is one number, of which those that later hands need are some bits.
        needed = [0]
        for hand, _ in reversed(hands):
            bits = needed[-1]
            for card, _ in hand:
                bits |= _ONE << card * _BITS
            needed.append(bits)
        self._needed = needed[::-1]

    def best(self, left: int, first: int = 0) -> Best:
        """The best of the hands from one on, with so many of each card left."""
        if first == len(self._hands):
            return _NO_HAND
        left &= self._needed[first]
        if (first, left) not in self._known:
            self._search.step()
            best = [*self.best(left, first + 1)]
            hand, net = self._hands[first]
            rest, ways = left, 1
            for times in range(1, self._seats + 1):
                for card, number in hand:
                    ways *= comb(rest >> card * _BITS & _ONE, number)
                    rest -= number << card * _BITS
                if not ways:
                    break
                others = self.best(rest, first + 1)[: self._seats + 1 - times]
                orders = factorial(times)  # of as many equal hands no order is told apart
                for place, (most, count) in enumerate(others, times):
                    _better(best, place, (times * net + most, ways // orders * count))
            self._known[first, left] = tuple(best)
        return self._known[first, left]
