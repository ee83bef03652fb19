"""The search: every choice of pays whose exact result lies in a window, counted, and the best of them kept.

It goes through the lines from the commonest to the rarest. Two bisections a line leave only the pays from
which the window can still be reached; of the rarest line a whole run of pays is decided at once, so that most
tables are counted without being looked at. Everything is an integer.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.design.search_lines import Form
    from combin.design.search_terms import Window

__all__ = ["Keeper", "Limits", "Run", "Search", "candidates"]

PATIENCE = 1 << 12
"""After so many runs the progress is told."""


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
    """Tables that differ only in the pay of the rarest line: its indexes from `low` to before `high`.

    `path` has the indexes of the other lines, commonest first; the sums are those without the rarest line.
    """

    path: tuple[int, ...]
    low: int
    high: int
    gain: int
    square: int


class Keeper(Protocol):
    """What looks at the tables found."""

    def offer(self, run: Run, limits: Limits) -> None:
        """Take from a run what is wanted of it."""


def candidates(form: Form) -> int:
    """Return how many choices of pays there are, those that keep the order where it counts.

    The slow equivalent makes them all and counts.
    """
    ways = [1] * len(form.lines[0].pays)
    for rarer, line in pairwise(form.lines):
        suffix = [*accumulate(reversed(ways))][::-1]  # rarer lines from each pay on
        ways = [suffix[bisect_left(rarer.pays, pay) if form.ordered else 0] for pay in line.pays]
    return sum(ways)


class Search:
    """One way through all choices of pays of a form."""

    def __init__(
        self, form: Form, limits: Limits, keeper: Keeper, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Prepare what each line adds, and between which bounds the lines after it can bring the sum."""
        self.limits, self.keeper, self.progress = limits, keeper, progress
        lines = form.lines[::-1]
        self.rest = form.rest
        self.gains = [[one.gain for one in line.sums] for line in lines]
        self.squares = [[one.square for one in line.sums] for line in lines]
        self.hits = [[one.hit for one in line.sums] for line in lines]
        self.following = [
            [bisect_left(rarer.pays, pay) if form.ordered else 0 for pay in line.pays]
            for line, rarer in pairwise(lines)
        ]
        self.last = len(lines) - 1
        self.most = [*accumulate((gains[-1] for gains in reversed(self.gains)), initial=0)][::-1]
        self.least: list[list[int]] = [self.gains[-1]]
        for gains, following in zip(self.gains[-2::-1], reversed(self.following), strict=True):
            beyond = self.least[0]
            rows = [gain + beyond[first] for gain, first in zip(gains, following, strict=True)]
            self.least.insert(0, rows)
        self.path = [0] * self.last
        self.found = self.runs = 0
        self.total = candidates(form)

    def run(self) -> int:
        """Return how many tables lie within the limits, all of which the keeper has been offered."""
        self._visit(0, 0, self.rest.gain, self.rest.square, self.rest.hit)
        if self.progress:
            self.progress(self.total, self.total)
        return self.found

    def _visit(self, level: int, first: int, gain: int, square: int, hit: int) -> None:
        limits = self.limits
        if level == self.last:
            self._decide(first, gain, square, hit)
            return
        gains, squares, hits = self.gains[level], self.squares[level], self.hits[level]
        low = max(first, bisect_left(gains, limits.low - gain - self.most[level + 1]))
        high = bisect_right(self.least[level], limits.high - gain)
        following = self.following[level]
        for index in range(low, high):
            self.path[level] = index
            self._visit(
                level + 1, following[index], gain + gains[index], square + squares[index], hit + hits[index]
            )

    def _decide(self, first: int, gain: int, square: int, hit: int) -> None:
        """Count a whole run of pays of the rarest line, since gain and hits only grow with them."""
        limits = self.limits
        gains, hits = self.gains[-1], self.hits[-1]
        low = max(first, bisect_left(gains, limits.low - gain), bisect_left(hits, limits.least_hits - hit))
        high = min(bisect_right(gains, limits.high - gain), bisect_right(hits, limits.most_hits - hit))
        self.runs += 1
        if self.progress and not self.runs % PATIENCE:
            self.progress(int(self.total * self._part()), self.total)
        if low < high:
            self.found += high - low
            self.keeper.offer(Run(tuple(self.path), low, high, gain, square), limits)

    def _part(self) -> float:
        """Return about which part of the way is done; only for the progress bar."""
        part, share = 0.0, 1.0
        for index, gains in zip(self.path[:3], self.gains, strict=False):
            share /= len(gains)
            part += share * index
        return part
