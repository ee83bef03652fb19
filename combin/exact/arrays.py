"""The situations of a base game as arrays: what is computed for all at once, by machine integers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass
    from combin.exact.distribution import DealCounts

MOST = 2**53
"""What no sum may pass: as much as floats hold exactly."""

_BITS = 62
"""Sums of fewer bits are sure to fit into 64."""


def exact_kind(most: int) -> type:
    """Return what holds integers up to some size exactly, since NumPy wraps around without a word.

    Python's own integers hold all else, some thirty times slower.

    >>> exact_kind(2**61 - 1).__name__, exact_kind(2**61).__name__
    ('int64', 'object')
    """
    return np.int64 if most.bit_length() < _BITS else object


FAR_LESS = -(2**62)
"""The value of what may not be done."""

DECIDED = np.int32
"""What holds a decision."""

_AT_HAND = 8
"""How many decisions about all situations are kept, to be known again."""


def alike(*columns: Integers) -> tuple[Integers, Integers]:
    """Return the first row with each combination of values (from 0 on), and which one each row has."""
    places: Integers = np.zeros(len(columns[0]), np.int64)
    number = 1
    for column in columns:
        base = int(column.max(initial=0)) + 1
        keys = places.astype(np.int64, copy=False) * base + column
        if number * base <= max(8 * len(keys), 1 << 16):  # few enough to note of each whether it occurs
            met = np.zeros(number * base, np.bool_)
            met[keys] = True
            places = (met.cumsum(dtype=np.int32) - 1)[keys]
            number = int(met.sum())
        else:
            every, places = np.unique(keys, return_inverse=True)
            number = len(every)
    first = np.empty(number, np.int64)
    first[places[::-1]] = np.arange(len(places))[::-1]
    return first, places


class Decisions(tuple[int, ...]):  # noqa: SLOT001  with elements of its own a tuple can have no slots
    """A decision for each of many situations, that is an array as well, and whose hash is computed once."""

    array: Integers
    hashed: int
    tallies: dict[tuple[tuple[int, ...], bool], DealCounts]
    """What `Arrays.together` returns of them, by its arguments."""

    @classmethod
    def of(cls, array: Integers) -> Self:
        """Return the decisions of an array."""
        found = cls(array.tolist())
        found.array, found.hashed, found.tallies = array, tuple.__hash__(found), {}
        return found

    def __hash__(self) -> int:
        return self.hashed


def compact(counts: Integers) -> Integers:
    """Counts in half the memory, where that holds them: three sights of eight large decks can pass it.

    >>> compact(np.array([2**31 - 1])).dtype.name, compact(np.array([2**31])).dtype.name
    ('int32', 'int64')
    """
    return counts.astype(np.int32) if counts.max(initial=0) < 1 << 31 else counts


@dataclass(frozen=True)
class MatchupGroups:
    """Matchups in kinds: of one level, on the same lines, with the same counts: all nets are the same.

    `of` is the kind of each situation, and `levels`, `lines` and `counts` are what those of each kind have.
    """

    of: Integers
    levels: Integers
    lines: Integers
    counts: Integers


class Arrays:
    """All situations of a game: of each the place of its class, its counts, its weight and what is seen.

    The slow equivalents of the methods visit the matchups one by one, in Python's integers; they stand
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
        self.numbers: Integers = np.asarray(numbers, np.int32)  # half the memory, as for all that is small
        self.counts: Integers = compact(np.asarray(counts))
        self.weights: Integers = np.asarray(weights, np.int64)
        self.groups: Integers = np.asarray(groups, np.int64)
        self._kinds: dict[tuple[int, ...], MatchupGroups] = {}
        self._decided: dict[bytes, Decisions] = {}

    @cached_property
    def levels(self) -> Integers:
        """The level of the hand in each situation."""
        levels: Integers = np.array([one.strength.level for one in self.classes], np.int32)
        return levels[self.numbers]

    @cached_property
    def dealer_hands(self) -> Integers:
        """How many dealer hands there are in each situation."""
        return compact(self.counts.sum(axis=1, dtype=np.int64))

    @cached_property
    def deals(self) -> Integers:
        """How many deals there are in each situation."""
        return self.weights * self.dealer_hands

    @cached_property
    def total(self) -> int:
        """How many deals there are in all situations."""
        return int(self.weights @ self.dealer_hands)

    def kinds(self, lines: Sequence[int]) -> MatchupGroups:
        """Return the situations in kinds; `lines` is the place of the lines that each class of hands is on.

        With two cards seen there are 3,000 kinds of two million situations.
        """
        key = tuple(lines)
        if key not in self._kinds:
            levels, of_each = self.levels, np.array(lines)[self.numbers]
            first, of = alike(of_each, levels, self._counted)
            self._kinds[key] = MatchupGroups(of, levels[first], of_each[first], self.counts[first])
        return self._kinds[key]

    @cached_property
    def _counted(self) -> Integers:
        """The same number for situations with the same counts."""
        return alike(*self.counts.T)[1]

    def values(self, lines: Sequence[int], nets: Sequence[Sequence[int]], least: int) -> Integers:
        """Return what a decision nets in each kind of situations over all dealer hands.

        `nets` are those in each case for each place of `lines`; hands below the level `least` may not decide
        so, and have a value far less than any.
        """
        kinds = self.kinds(lines)
        kind = exact_kind(max(abs(net) for of_lines in nets for net in of_lines) * self.total)
        found: Integers = np.einsum("ij,ij->i", kinds.counts.astype(kind), np.array(nets, kind)[kinds.lines])
        found[kinds.levels < least] = FAR_LESS
        return found

    def listed(
        self, lines: Sequence[int], values: Integers, places: Sequence[int] | None = None
    ) -> list[int | None]:
        """Return the values of kinds for all situations or some; None for those of what may not be done."""
        by_kind = [None if value == FAR_LESS else value for value in values.tolist()]
        of = self.kinds(lines).of
        return [by_kind[kind] for kind in (of if places is None else of[places]).tolist()]

    def best(self, lines: Sequence[int], values: Mapping[int, Integers]) -> Decisions:
        """Return the decision of greatest value in each situation, of several equal ones the first."""
        places = np.stack(list(values.values())).argmax(axis=0)
        return self.decided(np.array(list(values), DECIDED)[places][self.kinds(lines).of])

    def together(
        self, lines: Sequence[int], decisions: Sequence[int], *, by_level: bool = True
    ) -> DealCounts:
        """Return the hands and deals of each level (or all as of level 0), place of lines and decision."""
        known = decisions.tallies if isinstance(decisions, Decisions) else {}
        key = tuple(lines), by_level
        if key not in known:
            kinds, chosen = self.kinds(lines), self.decisions(decisions)
            size = int(chosen.max()) + 1
            weights = np.bincount(kinds.of * size + chosen, self.weights)
            some = np.flatnonzero(weights)
            kind, decision = np.divmod(some, size)
            levels = kinds.levels[kind] if by_level else np.zeros_like(kind)
            first, rows = alike(levels, kinds.lines[kind], decision)
            columns = (weights[some], *(weights[some] * column for column in kinds.counts[kind].T))
            sums = np.column_stack([np.bincount(rows, column) for column in columns]).astype(np.int64)
            cells = levels[first], kinds.lines[kind[first]], decision[first]
            places = zip(*(cell.tolist() for cell in cells), strict=True)
            known[key] = dict(zip(places, map(tuple, sums.tolist()), strict=True))
        return known[key]

    def least_gains(
        self, lines: Sequence[int], values: Mapping[int, Integers], decisions: Sequence[int]
    ) -> list[int]:
        """Return a few situations, of each decision among them the first of those that gain least by it."""
        of, chosen = self.kinds(lines).of, self.decisions(decisions)
        first, _ = alike(chosen, of)  # one of each kind and decision
        every, least = np.stack(list(values.values())), list[int]()
        for row, decision in enumerate(values):
            others = np.delete(every, row, axis=0).max(axis=0, initial=FAR_LESS)
            some = first[(chosen[first] == decision) & (others[of[first]] > FAR_LESS)]
            if len(some):
                # Floats tell which gains are near the least, and integers then which is.
                gains = (every[row] - others)[of[some]] / self.dealer_hands[some]
                least += some[gains <= gains.min() + abs(gains.min()) * 1e-12].tolist()
        return sorted(least)

    def lost(
        self, lines: Sequence[int], values: Mapping[int, Integers], done: Sequence[int], better: Sequence[int]
    ) -> Iterator[tuple[int, int, int, list[int]]]:
        """Yield what is lost by decisions instead of better ones, where that is something, the dearest first.

        Of all situations of one level that are decided alike against equally many dealer hands: the dearest
        of them, what they weigh, what they lose over all their deals, and the groups that they are in.
        """
        rows = np.flatnonzero(self.decisions(done) != self.decisions(better))
        kinds, known, every = self.kinds(lines).of[rows], list(values), np.stack(list(values.values()))
        decided = (self.decisions(one)[rows] for one in (better, done))
        right, taken = (every[np.searchsorted(known, one), kinds] for one in decided)
        losses = (right - taken) * self.weights[rows]
        dearest = np.argsort(-losses, kind="stable")
        dearest = dearest[losses[dearest] != 0]
        rows, losses = rows[dearest], losses[dearest]
        chosen = (self.decisions(one)[rows] for one in (done, better))
        first, of = alike(self.levels[rows], *chosen, self.dealer_hands[rows])
        weights, lost = np.zeros((2, len(first)), np.int64)
        np.add.at(weights, of, self.weights[rows])
        np.add.at(lost, of, losses)
        groups = np.zeros((len(first), int(self.groups.max()) + 1), np.bool_)
        groups[of, self.groups[rows]] = True
        for one in np.argsort(first).tolist():
            yield int(rows[first[one]]), int(weights[one]), int(lost[one]), groups[one].nonzero()[0].tolist()

    @staticmethod
    def decisions(decisions: Sequence[int]) -> Integers:
        """Return decisions as an array."""
        return decisions.array if isinstance(decisions, Decisions) else np.array(decisions, DECIDED)

    def of_classes(self, decisions: Sequence[int]) -> Decisions:
        """Return the decision of its class in each situation."""
        array: Integers = np.array(decisions, DECIDED)
        return self.decided(array[self.numbers])

    def raised(self, decisions: Sequence[int], least: Sequence[int], lowest: int) -> Decisions:
        """Return decisions in which hands below the `lowest` level fold, and others that folded do not.

        They do the `least` of their level that is no fold.
        """
        chosen, instead = self.decisions(decisions), np.array(least, DECIDED)[self.levels]
        found: Integers = np.where(self.levels < lowest, 0, np.where(chosen == 0, instead, chosen))
        return self.decided(found.astype(DECIDED, copy=False))

    def decided(self, array: Integers) -> Decisions:
        """Return decisions of an array; the same again for the same ones, if they were not long ago."""
        key = array.tobytes()
        if key not in self._decided:
            if len(self._decided) >= _AT_HAND:
                self._decided.clear()
            self._decided[key] = Decisions.of(array)
        return self._decided[key]

    # -- what a statement needs ------------------------------------------------------------------------

    def by_level(self, decisions: Sequence[int]) -> dict[int, Integers]:
        """Return of each decision how many hands it is taken for (things seen x levels)."""
        chosen = self.decisions(decisions)
        size = int(chosen.max()) + 1
        groups, levels = int(self.groups.max()) + 1, 1 + max(one.strength.level for one in self.classes)
        cells = (self.groups * levels + self.levels) * size + chosen
        weights = np.bincount(cells, self.weights, groups * levels * size).astype(np.int64)
        by_cell = weights.reshape(groups, levels, size)
        return {one: by_cell[:, :, one] for one in range(size) if by_cell[:, :, one].any()}

    def of_levels(self, span: range, levels: set[int]) -> list[int]:
        """Return those of some situations whose hands are of some levels."""
        some = np.isin(self.levels[span.start : span.stop], list(levels))
        return (np.flatnonzero(some) + span.start).tolist()
