"""A jackpot wager that a fold loses, decided together with the Ante: what to play at which ratio."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.strategy import Strategy, optimal_strategy
from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from combin.exact.base_game import BaseGame
    from combin.isomorphism import HandClass
    from combin.jackpot.value import JackpotChances, Value

__all__ = ["BreakEven", "JointGame"]


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Hands that the base game folds and that are played from a ratio on.

    `ratio` is the jackpot wager per unit of the Ante at which playing is worth as much as folding; `value`
    is what playing is worth in the base game, `returned` what a unit of jackpot wager brings back then.
    """

    ratio: Fraction
    hand: HandClass
    value: Fraction
    returned: Fraction


@dataclass(frozen=True)
class JointGame:
    """The base game with a jackpot wager.

    `meter` is the meter per unit of the wager, and `unit` the money of a unit, for prizes that are sums.

    A hand is played when `value + r x (returned - 1) > -1 - r`, that is `r x returned > -1 - value`: the
    stake is lost by a fold, so it is sunk, and only what it can bring back counts.
    """

    game: BaseGame
    chances: JackpotChances
    meter: Fraction
    unit: Fraction = Fraction(1)

    @cached_property
    def best(self) -> Strategy:
        """The best strategy of the base game alone."""
        return optimal_strategy(self.game)

    @property
    def lost_on_fold(self) -> bool:
        """Whether a fold loses the jackpot wager; where it does not, the strategy does not depend on it."""
        rules = self.game.rules
        return rules.jackpot_wager(self.chances.table.wager).on_fold == "lost"

    @cached_property
    def returned(self) -> tuple[Fraction, ...]:
        """What a unit of jackpot wager brings back to each class that is not folded."""
        per_class = {
            one.hand: self._per_unit(self.chances.value(index))
            for index, one in enumerate(self.chances.classes)
        }
        return tuple(per_class[matchup.hand.hand] for matchup in self.game.matchups)

    def _per_unit(self, value: Value) -> Fraction:
        return value.odds + value.money / self.unit + value.share * self.meter

    def _played(self, index: int) -> tuple[int, Fraction]:
        """Return the best multiple other than a fold, and its expectation."""
        multiple = max(sorted(self.game.cases), key=lambda one: self.game.value(index, one))
        return multiple, self.game.expectation(index, multiple)

    @cached_property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """All hands that a jackpot wager can make worth playing, the smallest ratio first."""
        if not self.lost_on_fold:
            return ()
        found = []
        for index, (matchup, decision) in enumerate(self.best):
            returned = self.returned[index]
            if decision == FOLD and returned:
                value = self._played(index)[1]
                found.append(BreakEven((-1 - value) / returned, matchup.hand, value, returned))
        return tuple(sorted(found, key=lambda one: (one.ratio, -one.hand.strength.level)))

    def strategy(self, ratio: Fraction) -> Strategy:
        """Return the best strategy when the jackpot wager is `ratio` times the Ante; of equals the fold."""
        switched = {one.hand.hand for one in self.break_evens if one.ratio < ratio}
        decisions = tuple(
            self._played(index)[0] if matchup.hand.hand in switched else decision
            for index, (matchup, decision) in enumerate(self.best)
        )
        return Strategy("joint optimum", self.game, decisions)

    def jackpot_return(self, strategy: Strategy) -> Fraction:
        """Return what a unit of jackpot wager brings back when a strategy is followed."""
        hands = sum(matchup.hand.weight for matchup in self.game.matchups)
        live = (
            matchup.hand.weight * returned
            for (matchup, decision), returned in zip(strategy, self.returned, strict=True)
            if decision != FOLD or not self.lost_on_fold
        )
        return sum(live, Fraction(0)) / hands

    def loss(self, strategy: Strategy, ratio: Fraction) -> Fraction:
        """Return the expected loss of Ante, Play and jackpot wager together, in units of the Ante."""
        return strategy.distribution.house_edge + ratio * (1 - self.jackpot_return(strategy))
