"""What is kept of the tables that a search finds: the best so many, the nearest one, or the frontier."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from heapq import heappush, heappushpop
from math import ceil
from typing import TYPE_CHECKING

from combin.design.search.terms import Order, roughness

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from combin.design.search.lines import Form
    from combin.design.search.search import Bounds, Limits, Run


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of pays, by the index of each line's pay from the worst to the best, with its sums."""

    path: tuple[int, ...]
    gain: int
    square: int


class _Leaf:
    """The sums along a run."""

    def __init__(self, form: Form) -> None:
        line = form.lines[0]
        self.form = form
        self.gains = [one.gain for one in line.sums]
        self.squares = [one.square for one in line.sums]
        self.steady = line.steady

    def spread(self, run: Run, index: int) -> int:
        """Return the variance as an integer, in the same unit for all tables."""
        return self.form.total * (run.square + self.squares[index]) - (run.gain + self.gains[index]) ** 2

    def least_spread(self, bounds: Bounds) -> int:
        """Return a variance, as `spread` does, than which nothing within the bounds has a lower one."""
        return self.form.total * bounds.least_square - max(bounds.least_gain**2, bounds.most_gain**2)

    def most_spread(self, bounds: Bounds) -> int:
        """Return a variance, as `spread` does, than which nothing within the bounds has a higher one."""
        gain = min(max(bounds.least_gain, 0), bounds.most_gain)
        return self.form.total * bounds.most_square - gain**2

    def calmest(self, run: Run) -> int:
        """Return the index of the least variance, convex in the pay while the decisions are fixed."""
        low, high = run.low, run.high - 1
        while low < high:
            middle = (low + high) // 2
            if self.spread(run, middle) <= self.spread(run, middle + 1):
                high = middle
            else:
                low = middle + 1
        return low

    def choice(self, run: Run, index: int) -> Choice:
        """Return one table of a run."""
        return Choice((*run.path, index), run.gain + self.gains[index], run.square + self.squares[index])


class Best:
    """Keeps the best so many tables by an order; of equal ones those of the edge closest to the target.

    Of those equal in the edge too, the roundest are kept, then those that pay common hands less.

    Only as much of a run is looked at as may be among the best.
    """

    def __init__(self, form: Form, order: Order, target: Fraction, limit: int) -> None:
        """Prepare the measure; `target` is a sum of nets."""
        self.leaf = _Leaf(form)
        self.order, self.limit = order, limit
        self.scale, self.target = target.denominator, target.numerator
        self.centre = ceil(target)  # whole numbers not below the target are those not below this
        self.rough = [roughness(pay) for pay in form.lines[0].pays]
        self.heap: list[tuple[int, int, int, tuple[int, ...], Choice]] = []

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell whether so many better ones are kept already."""
        if len(self.heap) < self.limit:
            return False
        return self._at_best(bounds) > -self.heap[0][0]

    def offer(self, run: Run, limits: Limits) -> None:  # noqa: ARG002  the limits stay as they are
        """Keep what is among the best."""
        # Along a run the measure is best at one pay (or, where it is turned round, at the ends) and only gets
        # worse away from it. The ranges start there, so the first that is worse than all that is kept ends
        # its range.
        for indexes in self._orders(run):
            for index in indexes:
                first = self._first(run, index)
                if len(self.heap) < self.limit:
                    heappush(self.heap, self._entry(run, index, first))
                elif first <= -self.heap[0][0]:
                    heappushpop(self.heap, self._entry(run, index, first))
                elif self._sorted:
                    break

    def best(self) -> list[Choice]:
        """Return what is kept, the best first."""
        return [choice for *_, choice in sorted(self.heap, reverse=True)]

    @property
    def _sorted(self) -> bool:
        """Whether indexes come in an order in which the measure never improves."""
        if self.order in {Order.VOLATILITY, Order.HIGH_VOLATILITY}:
            return self.leaf.steady
        return self.order is not Order.ROUND

    def _orders(self, run: Run) -> Iterable[range]:
        if not self._sorted:
            return (range(run.low, run.high),)
        match self.order:
            case Order.VOLATILITY:
                middle = self.leaf.calmest(run)
            case Order.HIGH_VOLATILITY:
                middle = self.leaf.calmest(run)
                return range(run.low, middle), range(run.high - 1, middle - 1, -1)
            case _:
                nearest = bisect_left(self.leaf.gains, self.centre - run.gain)
                middle = min(max(nearest, run.low), run.high)
        return range(middle - 1, run.low - 1, -1), range(middle, run.high)

    def _first(self, run: Run, index: int) -> int:
        match self.order:
            case Order.VOLATILITY:
                return self.leaf.spread(run, index)
            case Order.HIGH_VOLATILITY:
                return -self.leaf.spread(run, index)
            case Order.ROUND:
                return run.rough + self.rough[index]
        return self._distance(run.gain + self.leaf.gains[index])

    def _at_best(self, bounds: Bounds) -> int:
        """Return a measure that nothing within the bounds is better than."""
        match self.order:
            case Order.VOLATILITY:
                return self.leaf.least_spread(bounds)
            case Order.HIGH_VOLATILITY:
                return -self.leaf.most_spread(bounds)
            case Order.ROUND:
                return bounds.least_rough
        if bounds.least_gain <= self.centre <= bounds.most_gain + 1:
            return 0
        return self._distance(min(max(bounds.least_gain, self.centre), bounds.most_gain))

    def _distance(self, gain: int) -> int:
        return abs(gain * self.scale - self.target)

    def _entry(self, run: Run, index: int, first: int) -> tuple[int, int, int, tuple[int, ...], Choice]:
        choice = self.leaf.choice(run, index)
        rough = run.rough + self.rough[index]
        return -first, -self._distance(choice.gain), -rough, tuple(-one for one in choice.path), choice


class Nearest:
    """Keeps one table nearest to a limit, and narrows the search to what would be nearer.

    With `sign` 1 the greatest sum of nets is sought, with -1 the least.
    """

    def __init__(self, form: Form, sign: int) -> None:
        """Begin with nothing."""
        self.leaf, self.sign = _Leaf(form), sign
        self.choice: Choice | None = None

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell that nothing is left between the limits."""
        return bounds.least_gain > bounds.most_gain

    def offer(self, run: Run, limits: Limits) -> None:
        """Keep the last of the run, or the first."""
        self.choice = self.leaf.choice(run, run.high - 1 if self.sign > 0 else run.low)
        if self.sign > 0:
            limits.low = self.choice.gain + 1
        else:
            limits.high = self.choice.gain - 1


class Frontier:
    """Keeps the tables than which no other has both a lower edge and a lower standard deviation.

    With `sign` -1: both a higher edge and a higher one. Of tables equal in both the first is kept.
    """

    def __init__(self, form: Form, sign: int) -> None:
        """Begin with nothing; both lists ascend, side by side."""
        self.leaf, self.sign = _Leaf(form), sign
        self.gains: list[int] = []
        self.spreads: list[int] = []
        self.choices: list[Choice] = []

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell whether a table that is kept beats the best corner of the bounds."""
        if self.sign > 0:
            return self._beaten(bounds.most_gain, self.leaf.least_spread(bounds))
        return self._beaten(-bounds.least_gain, -self.leaf.most_spread(bounds))

    def offer(self, run: Run, limits: Limits) -> None:  # noqa: ARG002  the limits stay as they are
        """Keep what no other table beats; a run whose best corner is beaten is not looked at."""
        leaf, sign = self.leaf, self.sign
        if leaf.steady:
            ends = (run.low, run.high - 1)
            if sign > 0:
                spread = leaf.spread(run, leaf.calmest(run))
            else:
                spread = min(-leaf.spread(run, index) for index in ends)
            gain = run.gain + leaf.gains[ends[1] if sign > 0 else ends[0]]
            if self._beaten(sign * gain, spread):
                return
        for index in range(run.low, run.high):
            gain = sign * (run.gain + leaf.gains[index])
            spread = sign * leaf.spread(run, index)
            if not self._beaten(gain, spread):
                self._insert(gain, spread, leaf.choice(run, index))

    def best(self) -> list[Choice]:
        """Return the frontier from the lowest house edge to the highest."""
        return self.choices[:: -self.sign]

    def _beaten(self, gain: int, spread: int) -> bool:
        place = bisect_left(self.gains, gain)
        return place < len(self.gains) and self.spreads[place] <= spread

    def _insert(self, gain: int, spread: int, choice: Choice) -> None:
        """Put a table in the place of those that it beats."""
        # On a frontier both lists ascend: a lower edge is paid for by more deviation. What the new table
        # beats, with no more gain and no less spread, is therefore one stretch, and it takes its place.
        stop = bisect_left(self.gains, gain)
        if stop < len(self.gains) and self.gains[stop] == gain:
            stop += 1
        start = bisect_left(self.spreads, spread, hi=stop)
        self.gains[start:stop] = [gain]
        self.spreads[start:stop] = [spread]
        self.choices[start:stop] = [choice]
