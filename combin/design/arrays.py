"""The best play of a base game by sums of machine integers, for those who ask about many games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD
from combin.exact.summary import Distribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.exact.base_game import BaseGame, Texts
    from combin.exact.matchups import Matchup

    Integers = NDArray[np.int64]

__all__ = ["Deals", "Lines"]

_MOST = 2**62
"""What sums of machine integers may reach."""


class Lines:
    """Which lines of a game's tables are paid together, and for each situation the place of its own."""

    def __init__(self, combinations: tuple[Texts, ...], places: tuple[int, ...]) -> None:
        self.combinations = combinations
        self.places = places
        self.which: Integers = np.array(places, dtype=np.int64)


class Deals:
    """The situations of a game, and their counts as arrays.

    What follows hangs on `BaseGame.by_lines` alone, of which `lines` tells the place for each situation.
    """

    def __init__(self, matchups: tuple[Matchup, ...]) -> None:
        self.matchups = matchups
        self.counts: Integers = np.array([one.counts for one in matchups], dtype=np.int64)
        self.weights: Integers = np.array([one.weight for one in matchups], dtype=np.int64)
        self.levels: Integers = np.array([one.hand.strength.level for one in matchups], dtype=np.int64)
        self.deals: Integers = self.counts * self.weights[:, None]
        self.dealer_hands: Integers = self.counts.sum(axis=1)

    def fit(self, game: BaseGame) -> bool:
        """Tell whether no sum about this game passes what a machine integer holds."""
        nets = [net for one in game.by_lines for nets in one.values() for net in nets]
        return max(map(abs, (*nets, game.fold))) * int(self.deals.sum()) < _MOST

    def decided(self, game: BaseGame, lines: Lines) -> Integers:
        """Return the best decision of each situation, as `optimal_strategy` does."""
        multiples = game.rules.multiples
        choices = [FOLD, *multiples] if game.rules.play else [*multiples]
        values = np.empty((len(choices), len(self.weights)), dtype=np.int64)
        for row, multiple in enumerate(choices):
            if multiple == FOLD:
                values[row] = game.fold * self.dealer_hands
                continue
            nets = np.array([one[multiple] for one in game.by_lines], dtype=np.int64)
            values[row] = np.einsum("ij,ij->i", self.counts, nets[lines.which])
            values[row, self.levels < multiples[multiple]] = -_MOST
        best: Integers = np.array(choices)[values.argmax(axis=0)]  # the first of several is the cheapest
        return best

    def distribution(self, game: BaseGame, lines: Lines, decisions: Integers) -> Distribution:
        """Return the net results of these decisions, as `BaseGame.distribution` does."""
        counts: Counter[int] = Counter()
        staked = 0
        for multiple in (FOLD, *game.rules.multiples):
            chosen = decisions == multiple
            deals = int(self.deals[chosen].sum())
            staked += game.staked(multiple) * deals
            if multiple == FOLD:
                counts[game.fold] += deals
                continue
            for place, nets in enumerate(game.by_lines if deals else ()):
                sums = self.deals[chosen & (lines.which == place)].sum(axis=0).tolist()
                for net, count in zip(nets[multiple], sums, strict=True):
                    counts[net] += count
        return Distribution.of({Fraction(net, game.unit): count for net, count in counts.items()}, staked)
