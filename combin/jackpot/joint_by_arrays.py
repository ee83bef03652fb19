"""A bet that a fold loses beside the base game: in all situations together, where they are many."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combin.exact.arrays import FAR_LESS, Arrays, alike
from combin.exact.base_game import FOLD
from combin.exact.folded_bets import ways_seen
from combin.exact.observed import FaceUp
from combin.jackpot.value import Scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combin.aliases import Integers
    from combin.exact.arrays import Decisions
    from combin.exact.base_game import BaseGame
    from combin.exact.matchups import Matchup, Matchups
    from combin.exact.strategy import Strategy
    from combin.jackpot.value import JackpotChances


class ReturnedByArrays:
    """What a unit of a bet brings back in each situation, of which there are few kinds.

    The slow equivalent is `ReturnedByRows`.

    Args:
        arrays: all situations.
        kinds: of each kind the mean, and whether part of the meter can be won.
        of: the kind of each situation, or of each class of hands if it depends on that alone.
        by_class: whether it does.
    """

    def __init__(
        self, arrays: Arrays, kinds: Sequence[tuple[Fraction, bool]], of: Integers, *, by_class: bool
    ) -> None:
        self.values = [value for value, _ in kinds]
        self._arrays, self._of, self._by_class = arrays, of, by_class
        self._share = np.array([share for _, share in kinds])

    def of(self, rows: Integers) -> Integers:
        """Return the kinds of some situations."""
        found: Integers = self._of[self._arrays.numbers[rows] if self._by_class else rows]
        return found

    def __getitem__(self, index: int) -> Fraction:
        """Return the mean of one situation."""
        return self.values[int(self.of(np.array([index]))[0])]

    def mean(self, decisions: Sequence[int] | None) -> Fraction:
        """Return the mean over all situations, those that are folded bringing nothing; None folds none."""
        if self._by_class:
            return self._part(self._of, self._arrays.deals_by_class(decisions))
        if decisions is None:
            return self._part(self._of, self._arrays.deals)
        return self.part(np.flatnonzero(Arrays.decisions(decisions) != FOLD))

    def part(self, rows: Integers) -> Fraction:
        """Return what some situations add to that."""
        return self._part(self.of(rows), self._arrays.deals[rows])

    def _part(self, of: Integers, deals: Integers) -> Fraction:
        by_kind = np.zeros(len(self.values), np.int64)
        np.add.at(by_kind, of, deals)
        weighted = (value * number for value, number in zip(self.values, by_kind.tolist(), strict=True))
        return sum(weighted, Fraction(0)) / self._arrays.total

    def share_is_folded(self, decisions: Sequence[int]) -> bool:
        """Tell whether part of the meter can be won in some situation that is folded."""
        folded = np.flatnonzero(Arrays.decisions(decisions) == FOLD)
        return bool(self._share[self.of(folded)].any())


def returned_by_arrays(
    situations: Matchups, chances: JackpotChances, meter: Fraction, unit: Fraction
) -> ReturnedByArrays:
    """Return what `returned_in` does."""
    scaled, arrays = Scaled(chances, meter, unit), situations.arrays
    if isinstance(situations, FaceUp):
        # What other cards make depends on the card that is seen.
        ways, whole = ways_seen(chances.rules, chances.table, situations.seen)
        sums = np.zeros((len(situations), ways.shape[1] + 1), np.int64)
        weights = situations.seen.weights[:, np.newaxis]
        np.add.at(sums, situations.places, weights * np.column_stack([ways, np.full(len(ways), whole)]))
        first, of = alike(*sums.T)
        kinds = [scaled.mean(row, every) for *row, every in sums[first].tolist()]
        return ReturnedByArrays(arrays, kinds, of, by_class=False)
    texts = [line.text for line in chances.table.lines]
    every = ([counts.get(text, 0) for text in texts] for counts in chances.counts)
    means = [scaled.mean(row, chances.ways) for row in every]
    places = {mean: place for place, mean in enumerate(dict.fromkeys(means))}
    of_class = np.array([places[mean] for mean in means])
    return ReturnedByArrays(arrays, list(places), of_class, by_class=True)


def as_arrays(returned: object) -> ReturnedByArrays:
    """Return what is brought back in situations that are arrays as what it is."""
    if not isinstance(returned, ReturnedByArrays):
        msg = "what a bet brings back is told situation by situation"
        raise TypeError(msg)
    return returned


def by_arrays(returned: Iterable[tuple[int, int]], arrays: Arrays) -> ReturnedByArrays:
    """Return what was told of each situation by itself: prizes of so many deals, none of the meter."""
    places: dict[tuple[Fraction, bool], int] = {}
    of = [places.setdefault((Fraction(prize, deals), False), len(places)) for prize, deals in returned]
    return ReturnedByArrays(arrays, list(places), np.array(of), by_class=False)


class _Folded(NamedTuple):
    """The situations that are folded and need not be: `rows`, and the kind of situations that each is of.

    By kind the best multiple, and what it nets over all dealer hands, and how many of those there are.
    """

    rows: Integers
    kinds: Integers
    multiples: Integers
    values: Integers
    dealer_hands: Integers

    def value(self, kind: int, game: BaseGame) -> Fraction:
        """Return what it is worth to play a kind, in units of the base wager."""
        return Fraction(int(self.values[kind]), game.unit * int(self.dealer_hands[kind]))


def _folded(strategy: Strategy, arrays: Arrays) -> _Folded:
    game = strategy.game
    kinds, multiples = arrays.kinds(game.lines), list(game.rules.later)
    values = game.values_by(arrays)
    every = np.stack([values[multiple] for multiple in multiples])
    most = every.max(axis=0)
    rows = np.flatnonzero((Arrays.decisions(strategy.decisions) == FOLD) & (most > FAR_LESS)[kinds.of])
    best = np.array(multiples)[every.argmax(axis=0)]
    return _Folded(rows, kinds.of[rows], best, most, kinds.counts.sum(axis=1))


class SwitchesByArrays:
    """What `SwitchesByRows` tells, its slow equivalent."""

    def __init__(self, best: Strategy, arrays: Arrays, returned: ReturnedByArrays) -> None:
        self.best, self.arrays, self.returned = best, arrays, returned
        game, folded = best.game, _folded(best, arrays)
        brings = np.array([value > 0 for value in returned.values])
        some = np.flatnonzero(brings[returned.of(folded.rows)])
        # Few are the pairs of what playing is worth and what the bet brings back: a ratio is one of each.
        self._rows, kinds, self._multiples = folded.rows[some], folded.kinds[some], folded.multiples
        first, pairs = alike(kinds, returned.of(self._rows))
        fold, self._values, ratios = Fraction(game.fold, game.unit), [], []
        self._kinds, self._pairs = kinds, pairs
        for kind, of in zip(kinds[first].tolist(), returned.of(self._rows[first]).tolist(), strict=True):
            self._values.append(folded.value(kind, game))
            ratios.append((fold - self._values[-1]) / returned.values[of])
        self.ratios = sorted(set(ratios))
        places = {ratio: place for place, ratio in enumerate(self.ratios)}
        self._places = np.array([places[ratio] for ratio in ratios], np.int64)[pairs]

    def decided(self, ratio: Fraction) -> Decisions:
        """Return the best decisions at a ratio."""
        which = np.flatnonzero(self._places < bisect_left(self.ratios, ratio))
        array = Arrays.decisions(self.best.decisions).copy()
        array[self._rows[which]] = self._multiples[self._kinds[which]]
        return self.arrays.decided(array)

    def steps(self) -> Iterator[tuple[Fraction, int, Fraction]]:
        """Yield each ratio with the hands that are played above it, and what they add to the bet's return."""
        order = np.argsort(self._places, kind="stable")
        bounds = np.searchsorted(self._places[order], np.arange(len(self.ratios) + 1)).tolist()
        for place, ratio in enumerate(self.ratios):
            rows = self._rows[order[bounds[place] : bounds[place + 1]]]
            yield ratio, int(self.arrays.weights[rows].sum()), self.returned.part(rows)

    @property
    def break_evens(self) -> Iterator[tuple[Fraction, Matchup, Fraction, Fraction]]:
        """All of them as `BreakEven` has them, the smallest ratio first."""
        arrays, situations, rows = self.arrays, self.best.game.matchups, self._rows
        order = np.lexsort((-arrays.levels[rows], arrays.groups[rows], self._places))
        every = zip(*(of[order].tolist() for of in (rows, self._places, self._pairs)), strict=True)
        for row, place, pair in every:
            yield self.ratios[place], situations[row], self._values[pair], self.returned[row]


def best_by_arrays(best: Strategy, arrays: Arrays, told: Sequence[tuple[Fraction, object]]) -> Decisions:
    """Return what `best_beside` decides."""
    game, folded, bets = best.game, _folded(best, arrays), [(ratio, as_arrays(one)) for ratio, one in told]
    fold, rows = Fraction(game.fold, game.unit), folded.rows
    first, of = alike(folded.kinds, *(returned.of(rows) for _, returned in bets))
    plays = []
    for place in first.tolist():
        beside = sum(ratio * returned[rows[place]] for ratio, returned in bets)
        plays.append(folded.value(int(folded.kinds[place]), game) + beside > fold)
    which = np.flatnonzero(np.array(plays, np.bool_)[of])
    array = Arrays.decisions(best.decisions).copy()
    array[rows[which]] = folded.multiples[folded.kinds[which]]
    return arrays.decided(array)
