"""The situations of a base game as arrays, and the levels of all threes of cards: worked out together."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.matchups import against, turned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking
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
        self, lines: Sequence[int], decisions: Sequence[int]
    ) -> dict[tuple[int, int, int], tuple[int, ...]]:
        """Return the hands and the deals in each case of each level, place of lines and decision."""
        chosen = self.decisions(decisions)
        sizes = int(self.levels.max()) + 1, max(lines) + 1, int(chosen.max()) + 1
        keys = np.ravel_multi_index((self.levels, self._of_each(lines), chosen), sizes)
        columns = (self.weights, *(self.weights * column for column in self.counts.T))
        sums = np.column_stack([np.bincount(keys, column) for column in columns])
        met = np.flatnonzero(sums[:, 0])
        places = zip(*(place.tolist() for place in np.unravel_index(met, sizes)), strict=True)
        return dict(zip(places, map(tuple, sums[met].astype(np.int64).tolist()), strict=True))

    def least_gains(self, values: Mapping[int, Integers], decisions: Sequence[int]) -> list[int]:
        """Return for each decision the situation that gains least by it, if there is another decision."""
        chosen, every = self.decisions(decisions), np.stack(list(values.values()))
        rows, columns = np.searchsorted(list(values), chosen), np.arange(len(chosen))
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


def levels_of_threes(ranking: Ranking) -> Integers:
    """Return (cards x cards x cards) the level of three cards of a deck in which each card is there once.

    Where they are not three different cards, it is above all levels.
    """
    ranks = range(len(ranking.deck.ranks))
    level = np.zeros((len(ranks), len(ranks), len(ranks), 3), np.int64)
    for triple in combinations_with_replacement(ranks, 3):
        level[triple] = [ranking.level(*triple, shown) for shown in (1, 2, 3)]
    found: Integers = level[_threes(ranking.deck)]
    cards = np.arange(len(found))
    found[cards, cards] = found[cards, :, cards] = found[:, cards, cards] = len(ranking.strengths)
    return found


@lru_cache(maxsize=2)
def _threes(deck: Deck) -> tuple[Integers, ...]:
    """Return (cards x cards x cards) of three cards the ascending ranks, and the suits less one."""
    rank_of, suit_of = np.divmod(np.arange(len(deck)), len(deck.suits))
    ranks = np.sort(np.stack(np.broadcast_arrays(*np.ix_(rank_of, rank_of, rank_of))), axis=0)
    a, b, c = np.ix_(suit_of, suit_of, suit_of)
    return (*ranks, np.add(b != a, (c != a) & (c != b), dtype=np.int64))


def compared(
    ranking: Ranking,
    level: Integers,
    total: int | Integers,
    below: Callable[[Integers], Integers],
    *,
    qualifies: int,
    cases: int,
) -> Integers:
    """Return (rows x cases) the counts of matchups of hands of these levels.

    Args:
        ranking: the order of hands.
        level: that of each row's hand.
        total: all dealer hands against one hand, or against that of each row.
        below: returns of given levels how many dealer hands are below them, row by row.
        qualifies: the lowest level with which the dealer qualifies.
        cases: 4 or 6, as `Situation.counts` has them.
    """
    found = np.empty((len(level), cases), np.int64)
    every: Integers = np.broadcast_to(total, level.shape)
    counted = below(np.full_like(level, qualifies)), below(level), below(level + 1)
    for qualified in (False, True):
        rows = (level >= qualifies) == qualified
        failing, lower, not_higher = (one[rows] for one in counted)
        counts = against(every[rows], failing, lower, not_higher, qualified=qualified, cases=cases)
        found[rows] = np.stack(np.broadcast_arrays(*counts), axis=1)
    for own, dealers, counted_as, meant in turned(ranking, qualifies, cases):
        number = below(np.full_like(level, dealers.stop)) - below(np.full_like(level, dealers.start))
        number[(level < own.start) | (level >= own.stop)] = 0
        found[:, counted_as] -= number
        found[:, meant] += number
    return found
