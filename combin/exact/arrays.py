"""The situations of a base game as arrays: what is worked out of all together, by machine integers."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass


MOST = 2**53
"""What no sum may pass: as much as floats hold exactly."""

_FAR_LESS = -(2**62)
"""The value of what may not be done."""


class Arrays:
    """All situations of a game: of each the place of its class, its counts, its weight and what is seen.

    The slow equivalents of the methods go through the matchups one by one, in Python's integers; they stand
    in `BaseGame`, `Strategy` and `statement_of`, and are taken where situations are few.
    """

    def __init__(
        self,
        numbers: ArrayLike,
        counts: ArrayLike,
        weights: ArrayLike,
        groups: ArrayLike,
        classes: tuple[HandClass, ...],
    ) -> None:
        self.classes = classes
        self.numbers: Integers = np.asarray(numbers, np.int64)
        self.counts: Integers = np.asarray(counts, np.int64)
        self.weights: Integers = np.asarray(weights, np.int64)
        self.groups: Integers = np.asarray(groups, np.int64)

    @cached_property
    def levels(self) -> Integers:
        """The level of the hand in each situation."""
        levels: Integers = np.array([one.strength.level for one in self.classes])
        return levels[self.numbers]

    @cached_property
    def dealer_hands(self) -> Integers:
        """How many dealer hands there are in each situation."""
        found: Integers = self.counts.sum(axis=1)
        return found

    @cached_property
    def total(self) -> int:
        """How many deals there are in all situations."""
        return int((self.weights * self.dealer_hands).sum())

    def values(self, lines: Sequence[int], nets: Sequence[Sequence[int]], least: int) -> Integers:
        """Return what a decision nets in each situation over all dealer hands.

        Args:
            lines: the place of the lines that each class of hands is on.
            nets: what the decision nets in each case, for each place.
            least: the lowest level that may decide so; the value of others is far less than any.
        """
        found: Integers = np.einsum("ij,ij->i", self.counts, np.array(nets)[self._of_each(lines)])
        found[self.levels < least] = _FAR_LESS
        return found

    def listed(self, values: Integers) -> list[int | None]:
        """Return values one by one, None for those of what may not be done."""
        return [None if value == _FAR_LESS else value for value in values.tolist()]

    def _of_each(self, lines: Sequence[int]) -> Integers:
        found: Integers = np.array(lines)[self.numbers]
        return found

    def best(self, values: Mapping[int, Integers]) -> tuple[int, ...]:
        """Return the decision of greatest value in each situation, of several equal ones the first."""
        places = np.stack(list(values.values())).argmax(axis=0)
        return tuple(np.array(list(values))[places].tolist())

    def together(
        self, lines: Sequence[int], decisions: Sequence[int], *, by_level: bool = True
    ) -> dict[tuple[int, int, int], tuple[int, ...]]:
        """Return the hands and the deals in each case of each level, place of lines and decision.

        Without levels all hands are as of level 0.
        """
        chosen = self.decisions(decisions)
        levels = self.levels if by_level else np.zeros_like(self.levels)
        sizes = int(levels.max()) + 1, max(lines) + 1, int(chosen.max()) + 1
        keys = np.ravel_multi_index((levels, self._of_each(lines), chosen), sizes)
        columns = (self.weights, *(self.weights * column for column in self.counts.T))
        sums = np.column_stack([np.bincount(keys, column) for column in columns])
        met = np.flatnonzero(sums[:, 0])
        places = zip(*(place.tolist() for place in np.unravel_index(met, sizes)), strict=True)
        return dict(zip(places, map(tuple, sums[met].astype(np.int64).tolist()), strict=True))

    def least_gains(self, values: Mapping[int, Integers], decisions: Sequence[int]) -> list[int]:
        """Return for each decision the situation that gains least by it, if there is another decision."""
        chosen, every = self.decisions(decisions), np.stack(list(values.values()))
        # What was decided before a card was seen is none of the decisions, and no row of it is looked at.
        rows = np.minimum(np.searchsorted(list(values), chosen), len(values) - 1)
        columns = np.arange(len(chosen))
        taken = every[rows, columns]
        every[rows, columns] = _FAR_LESS
        others = every.max(axis=0)
        # Gains over equally many dealer hands compare as the integers that they are. So the situations are
        # parted by that number, and only the least gain of each part becomes a fraction to be compared with
        # the others.
        least: dict[int, tuple[Fraction, int]] = {}
        for dealer_hands in np.unique(self.dealer_hands).tolist():
            for decision in values:
                where = (chosen == decision) & (self.dealer_hands == dealer_hands) & (others > _FAR_LESS)
                which = np.flatnonzero(where)
                if len(which):
                    gains = (taken - others)[which]
                    place = int(gains.argmin())  # the first of several
                    gain = Fraction(int(gains[place]), dealer_hands)
                    least[decision] = min(least.get(decision, (gain, len(chosen))), (gain, int(which[place])))
        return [place for _, place in least.values()]

    # -- what a statement needs ------------------------------------------------------------------------

    def decisions(self, decisions: Sequence[int]) -> Integers:
        """Return decisions as an array."""
        return np.array(decisions, np.int64)

    def beside(self, span: range, chosen: Integers, thresholds: Sequence[tuple[int, int]]) -> list[int]:
        """Return the situations of all levels of which some are not decided as thresholds say.

        These are pairs of a decision and the level from which on it is taken, the lowest first.
        """
        part = slice(span.start, span.stop)
        levels, said = self.levels[part], np.zeros_like(chosen[part])  # folded
        for multiple, level in thresholds:
            said[levels >= level] = multiple
        some = np.isin(levels, levels[said != chosen[part]])
        found: list[int] = (np.flatnonzero(some) + span.start).tolist()
        return found

    def threshold(self, span: range, chosen: Integers, multiple: int) -> int:
        """Return the level from which on "at least this multiple" is wrong for the fewest hands."""
        part = slice(span.start, span.stop)
        signs = np.where(chosen[part] >= multiple, 1, -1)
        change = np.bincount(self.levels[part], signs * self.weights[part])
        return int(np.concatenate([[0], change.cumsum()]).argmin())
