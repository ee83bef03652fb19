"""The situations of a base game as arrays: its best play, and what comes of it, by machine integers."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from combin.exact.base_game import BaseGame, Together
    from combin.isomorphism import HandClass

    Integers = NDArray[np.int64]

__all__ = ["Arrays"]

_MOST = 2**53
"""What sums of machine integers may reach: as much as floats hold exactly."""

_FAR_LESS = -(2**62)
"""The value of what may not be done."""


class Arrays:
    """All situations of a game: of each the place of its class, its counts, its weight and what is seen.

    The slow equivalents of the methods go through the matchups one by one, in Python's integers:
    `optimal_strategy`, `Strategy.together` and others for games in which no card is seen.
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

    def __len__(self) -> int:
        """Return how many situations there are."""
        return len(self.numbers)

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

    def fit(self, game: BaseGame) -> bool:
        """Tell whether no sum about a game passes what a machine integer holds."""
        nets = (net for one in game.by_lines for nets in one.values() for net in nets)
        return max(map(abs, (*nets, game.fold))) * self.total < _MOST

    def lines(self, game: BaseGame) -> Integers:
        """Return the place of the lines of its tables that are paid in each situation."""
        return np.array(game.lines)[self.numbers]

    def values(self, game: BaseGame) -> tuple[list[int], Integers]:
        """Return the decisions of a game, and the value of each in each situation, as of `BaseGame.value`.

        Where a hand may not play a multiple, that is far less than any value.
        """
        multiples = game.rules.multiples
        choices = [FOLD, *multiples] if game.rules.play else [*multiples]
        lines = self.lines(game)
        values = np.empty((len(choices), len(self)), np.int64)
        for row, multiple in enumerate(choices):
            if multiple == FOLD:
                values[row] = game.fold * self.dealer_hands
                continue
            nets = np.array([one[multiple] for one in game.by_lines], np.int64)
            values[row] = np.einsum("ij,ij->i", self.counts, nets[lines])
            values[row, self.levels < multiples[multiple]] = _FAR_LESS
        return choices, values

    def listed(self, game: BaseGame, multiple: int) -> list[int | None]:
        """Return what `BaseGame.values` does."""
        choices, values = self.values(game)
        found: list[int] = values[choices.index(multiple)].tolist()
        return [None if value == _FAR_LESS else value for value in found]

    def decided(self, game: BaseGame) -> Integers:
        """Return the best decision in each situation, as `optimal_strategy` does."""
        choices, values = self.values(game)
        best: Integers = np.array(choices)[values.argmax(axis=0)]  # the first of several is the cheapest
        return best

    def together(self, game: BaseGame, decisions: Sequence[int]) -> Together:
        """Return what `BaseGame.together` does."""
        chosen = np.asarray(decisions)
        sizes = int(self.levels.max()) + 1, max(game.lines) + 1, int(chosen.max()) + 1
        keys = np.ravel_multi_index((self.levels, self.lines(game), chosen), sizes)
        columns = (self.weights, *(self.weights * column for column in self.counts.T))
        sums = np.column_stack([np.bincount(keys, column) for column in columns])
        met = np.flatnonzero(sums[:, 0])
        places = zip(*(place.tolist() for place in np.unravel_index(met, sizes)), strict=True)
        return dict(zip(places, map(tuple, sums[met].astype(np.int64).tolist()), strict=True))

    def least_gains(self, game: BaseGame, decisions: Sequence[int]) -> list[int]:
        """Return for each decision the situation that gains least by it, if there is another decision."""
        choices, values = self.values(game)
        chosen, columns = np.asarray(decisions), np.arange(len(self))
        rows = np.searchsorted(choices, chosen)
        taken = values[rows, columns]
        values[rows, columns] = _FAR_LESS
        others = values.max(axis=0)
        least: dict[int, tuple[Fraction, int]] = {}
        for dealer_hands in np.unique(self.dealer_hands).tolist():
            for decision in choices:
                where = (chosen == decision) & (self.dealer_hands == dealer_hands) & (others > _FAR_LESS)
                which = np.flatnonzero(where)
                if len(which):
                    gains = (taken - others)[which]
                    place = int(gains.argmin())  # the first of several
                    gain = Fraction(int(gains[place]), dealer_hands)
                    least[decision] = min(least.get(decision, (gain, len(self))), (gain, int(which[place])))
        return [place for _, place in least.values()]

    def decisions(self, decisions: Sequence[int]) -> Integers:
        """Return decisions as an array."""
        return np.array(decisions, np.int64)

    def beside(self, span: range, chosen: Integers, thresholds: Sequence[tuple[int, int]]) -> list[int]:
        """Return the situations of all levels of which some are not decided as thresholds say.

        These are pairs of a decision and the level from which on it is taken, the lowest first.
        """
        part = slice(span.start, span.stop)
        levels, said = self.levels[part], np.full(len(span), FOLD)
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
