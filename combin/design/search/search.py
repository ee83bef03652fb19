"""The search: every choice of pays whose exact result lies in a window, counted, and the best of them kept.

It goes through the lines from the worst to the best. Two bisections a line leave only the pays from
which the window can still be reached; of the best line a whole run of pays is decided at once. A part that
cannot hold anything worth keeping is only counted, at once where all of it lies in the window. All numbers
are integers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol

from combin.design.search.terms import Window, roughness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combin.design.search.lines import Form


PATIENCE = 1 << 10
"""After so many steps the progress is told."""

RUNS_A_SECOND = 10**6
"""How many runs are decided in a second, about: more where the window leaves most of them out."""

MOST_RUNS = 10**9
"""The most runs that a search may go through: some quarter of an hour, in which the bar moves."""


@dataclass(slots=True)
class Limits:
    """The sums of nets and the counts of hits wanted, both ends included; a keeper may narrow them."""

    low: int
    high: int
    least_hits: int
    most_hits: int

    @classmethod
    def of(cls, form: Form, edge: Window | None, hit: Window | None) -> Limits:
        """Return the limits of a window of house edges and one of hit frequencies; None allows all."""
        least_gain, most_gain = (
            form.rest.gain + sum(line.sums[end].gain for line in form.lines) for end in (0, -1)
        )
        low = ceil(form.gain(edge.high)) if edge else least_gain
        high = floor(form.gain(edge.low)) if edge else most_gain
        least = ceil(hit.low * form.total) if hit else 0
        return cls(low, high, least, floor(hit.high * form.total) if hit else form.total)


@dataclass(slots=True)
class Run:
    """Tables that differ only in the pay of the best line: its indexes from `low` to before `high`.

    `path` has the indexes of the other lines, the worst first; the sums are those without the best line.
    """

    path: tuple[int, ...]
    low: int
    high: int
    gain: int
    square: int
    rough: int


@dataclass(slots=True)
class Bounds:
    """What every table of a part of the search keeps within."""

    least_gain: int
    most_gain: int
    least_square: int
    most_square: int
    least_rough: int


class Keeper(Protocol):
    """What looks at the tables found."""

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell whether nothing within these bounds would be kept, so that it needs only to be counted."""

    def offer(self, run: Run, limits: Limits) -> None:
        """Take from a run what is wanted of it."""


def candidates(form: Form) -> int:
    """Return how many choices of pays there are, those that keep the order where it counts.

    The slow equivalent makes them all and counts.
    """
    return _ways([line.pays for line in form.lines[::-1]], _following(form))[0][0]


def runs(form: Form) -> int:
    """Return how many choices there are of all lines but the best, whose pays are decided a run at a time."""
    lines, following = form.lines[:0:-1], _following(form)[:-1]
    return _ways([line.pays for line in lines], following)[0][0] if lines else 1


def _following(form: Form) -> list[list[int]]:
    """Return for each pay of a line, worst line first, the first pay that the next line may have."""
    return [
        [bisect_left(better.pays, pay) if form.ordered else 0 for pay in line.pays]
        for line, better in pairwise(form.lines[::-1])
    ]


def _ways(sizes: Sequence[Sequence[object]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each line and each of its pays in how many ways it and the next lines can pay from there."""
    # From the best line back: a pay can be followed by what the next line may pay from it on, and "from this
    # pay on" is a running sum from the right. So all choices are counted in as many steps as there are pays.
    ways = [[*range(len(sizes[-1]), -1, -1)]]
    for firsts in reversed(following):
        ways.insert(0, [*accumulate((ways[0][first] for first in reversed(firsts)), initial=0)][::-1])
    return ways


class Search:
    """One way through all choices of pays of a form."""

    def __init__(
        self, form: Form, limits: Limits, keeper: Keeper, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Prepare what each line adds, and between which bounds the lines after it can bring the sums."""
        self.limits, self.keeper, self.progress = limits, keeper, progress
        self.form = form
        lines = form.lines[::-1]
        self.last = len(lines) - 1
        self.gains = [[one.gain for one in line.sums] for line in lines]
        self.squares = [[one.square for one in line.sums] for line in lines]
        self.hits = [[one.hit for one in line.sums] for line in lines]
        self.roughs = [[roughness(pay) for pay in line.pays] for line in lines]
        self.following = _following(form)
        self.ways = _ways(self.gains, self.following)
        self.least = _least(self.gains, self.following)
        self.least_square = _least(self.squares, self.following)
        self.most = _from_here(gains[-1] for gains in self.gains)
        self.most_square = _from_here(map(max, self.squares))
        self.least_rough = _from_here(map(min, self.roughs))
        self.any_hits = limits.least_hits <= 0 and limits.most_hits >= form.total
        self.path = [0] * self.last
        self.found = self.steps = 0

    def run(self) -> int:
        """Return how many tables lie within the limits; the keeper is offered those that it may keep."""
        rest = self.form.rest
        self._visit(0, 0, (rest.gain, rest.square, rest.hit, 0))
        if self.progress:
            self.progress(self.ways[0][0], self.ways[0][0])
        return self.found

    def _visit(self, level: int, first: int, sums: tuple[int, int, int, int]) -> None:
        # Branch and bound. Of each part it is known between what the lines still open can bring the sums; a
        # keeper to which nothing in there matters wants it counted only. The rest is gone into, within the
        # pays from which the window can still be reached.
        limits = self.limits
        if limits.low > limits.high:
            return
        gain, square, hit, rough = sums
        bounds = Bounds(
            max(limits.low, gain + self.least[level][first]),
            min(limits.high, gain + self.most[level]),
            square + self.least_square[level][first],
            square + self.most_square[level],
            rough + self.least_rough[level],
        )
        if self.keeper.hopeless(bounds):
            self.found += self._count(level, first, gain, hit)
            return
        if level == self.last:
            low, high = self._run(first, gain, hit)
            self._step()
            if low < high:
                self.found += high - low
                self.keeper.offer(Run(tuple(self.path), low, high, gain, square, rough), limits)
            return
        gains, squares, hits = self.gains[level], self.squares[level], self.hits[level]
        roughs, following = self.roughs[level], self.following[level]
        for index in self._open(level, first, gain):
            self.path[level] = index
            added = (gain + gains[index], square + squares[index], hit + hits[index], rough + roughs[index])
            self._visit(level + 1, following[index], added)

    def _count(self, level: int, first: int, gain: int, hit: int) -> int:
        """Return how many tables of a part lie within the limits: at once where all of them do."""
        limits = self.limits
        if (
            self.any_hits
            and limits.low <= gain + self.least[level][first]
            and gain + self.most[level] <= limits.high
        ):
            return self.ways[level][first]
        if level == self.last:
            low, high = self._run(first, gain, hit)
            return max(high - low, 0)
        found = 0
        gains, hits, following = self.gains[level], self.hits[level], self.following[level]
        if level + 1 == self.last and self.any_hits:  # most of the time is spent here: no call for each run
            runs, low, high = self.gains[-1], limits.low - gain, limits.high - gain
            for index in self._open(level, first, gain):
                start = max(following[index], bisect_left(runs, low - gains[index]))
                found += max(bisect_right(runs, high - gains[index]) - start, 0)
            self._step()
            return found
        for index in self._open(level, first, gain):
            self.path[level] = index
            found += self._count(level + 1, following[index], gain + gains[index], hit + hits[index])
        return found

    def _open(self, level: int, first: int, gain: int) -> range:
        """Return the pays of a line, by their indexes, from which the limits can still be reached."""
        # Both rows ascend: gains since pays do, and least sums since they are minima over all pays from one
        # on. So the pays from which the window can be reached from below and from above are each found by one
        # bisection.
        low = bisect_left(self.gains[level], self.limits.low - gain - self.most[level + 1])
        return range(max(first, low), bisect_right(self.least[level], self.limits.high - gain))

    def _run(self, first: int, gain: int, hit: int) -> tuple[int, int]:
        """Return between which pays of the best line the limits hold, since gain and hits only grow."""
        limits, gains, hits = self.limits, self.gains[-1], self.hits[-1]
        low = max(first, bisect_left(gains, limits.low - gain), bisect_left(hits, limits.least_hits - hit))
        return low, min(bisect_right(gains, limits.high - gain), bisect_right(hits, limits.most_hits - hit))

    def _step(self) -> None:
        """Tell now and then how many choices are done: those before the path at each of its lines."""
        self.steps += 1
        if self.progress and not self.steps % PATIENCE:
            # The search goes through choices in lexical order, so those done are, line by line, the ones that
            # branch off below the path: what could follow from the first pay open less what can from the
            # path's own.
            done = first = 0
            for level, index in enumerate(self.path[:-1]):
                done += self.ways[level][first] - self.ways[level][index]
                first = self.following[level][index]
            self.progress(done, self.ways[0][0])


def _least(rows: Sequence[Sequence[int]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the least sum that each line and the next ones can add, from each pay of the line on."""
    least = [_running_least(rows[-1])]
    for row, firsts in zip(rows[-2::-1], reversed(following), strict=True):
        beyond = least[0]
        sums = [value + beyond[first] for value, first in zip(row, firsts, strict=True)]
        least.insert(0, _running_least(sums))
    return least


def _running_least(values: Sequence[int]) -> list[int]:
    return [*accumulate(reversed(values), min)][::-1]


def _from_here(values: Iterable[int]) -> list[int]:
    """Return the sums of values from each one to the last, with 0 behind."""
    return [*accumulate(reversed([*values]), initial=0)][::-1]
