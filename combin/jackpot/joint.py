"""A jackpot wager that a fold loses, decided together with the Ante: what to play at which ratio."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD, base_game
from combin.exact.situations import situations
from combin.exact.strategy import Strategy, optimal_strategy
from combin.jackpot.value import tells_suits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.base_game import BaseGame
    from combin.isomorphism import HandClass
    from combin.jackpot.value import JackpotChances
    from combin.rules.rules import Rules

__all__ = ["BreakEven", "JointGame", "Stage", "joint_game"]


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


@dataclass(frozen=True, slots=True)
class Stage:
    """The best strategy for all ratios above `above` (at 0 too, where it is 0) and up to `up_to`, if any."""

    above: Fraction
    up_to: Fraction | None
    strategy: Strategy


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
    unit: Fraction

    @cached_property
    def best(self) -> Strategy:
        """The best strategy of the base game alone."""
        return optimal_strategy(self.game)

    @property
    def lost_on_fold(self) -> bool:
        """Whether a fold loses the jackpot wager; where it does not, the strategy does not depend on it."""
        return self.chances.lost_on_fold

    @property
    def meter_matters(self) -> bool:
        """Whether the break-evens depend on the meter: the base game folds a hand that can win part of it."""
        folded = self.best.folded
        return self.lost_on_fold and any(
            self.chances.value(index).share
            for index, one in enumerate(self.chances.classes)
            if one.hand in folded
        )

    @cached_property
    def returned(self) -> tuple[Fraction, ...]:
        """What a unit of jackpot wager brings back to each class that is not folded."""
        found = {}
        for index, one in enumerate(self.chances.classes):
            value = self.chances.value(index)
            found[one.hand] = value.odds
            if value.money or value.share:
                found[one.hand] += value.money / self.unit + value.share * self.meter
        return tuple(found[matchup.hand.hand] for matchup in self.game.matchups)

    def _played(self, index: int) -> tuple[int, Fraction]:
        """Return the best multiple other than a fold, and its expectation."""
        allowed = [one for one in self.game.choices(index) if one != FOLD]
        multiple = max(allowed, key=lambda one: self.game.value(index, one))
        return multiple, self.game.expectation(index, multiple)

    @cached_property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """All hands that a jackpot wager can make worth playing, the smallest ratio first."""
        if not self.lost_on_fold:
            return ()
        found = []
        for index, (matchup, decision) in enumerate(self.best):
            returned = self.returned[index]
            if decision == FOLD and returned and self.game.choices(index) != (FOLD,):
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

    def stages(self) -> tuple[Stage, ...]:
        """Return the best strategy between all break-even ratios, from 0 on."""
        ratios = sorted({Fraction(0), *(one.ratio for one in self.break_evens)})
        found = [Stage(above, up_to, self.strategy(up_to)) for above, up_to in pairwise(ratios)]
        return (*found, Stage(ratios[-1], None, self.strategy(ratios[-1] + 1)))

    @cached_property
    def _scaled(self) -> tuple[int, tuple[int, ...]]:
        """A denominator, and over it what all hands of each class bring back."""
        unit = lcm(*(returned.denominator for returned in self.returned))
        return unit, tuple(
            matchup.hand.weight * returned.numerator * (unit // returned.denominator)
            for matchup, returned in zip(self.game.matchups, self.returned, strict=True)
        )

    def jackpot_return(self, strategy: Strategy) -> Fraction:
        """Return what a unit of jackpot wager brings back when a strategy is followed."""
        unit, returned = self._scaled
        hands = sum(matchup.hand.weight for matchup in self.game.matchups)
        if self.lost_on_fold:
            live = sum(
                part for part, decision in zip(returned, strategy.decisions, strict=True) if decision != FOLD
            )
        else:
            live = sum(returned)
        return Fraction(live, unit * hands)

    def loss(self, strategy: Strategy, ratio: Fraction) -> Fraction:
        """Return the expected loss of Ante, Play and jackpot wager together, in units of the Ante."""
        return strategy.distribution.house_edge + ratio * (1 - self.jackpot_return(strategy))


def joint_game(
    rules: Rules, letters: Mapping[str, str], chances: JackpotChances, meter: Fraction, unit: Fraction
) -> JointGame:
    """Return the base game with a jackpot wager, both with suits told apart where one of them needs it.

    Args:
        rules: the game.
        letters: the tables of its bonuses.
        chances: of the jackpot wager.
        meter: the meter per unit of the wager.
        unit: the money of a unit.
    """
    known = situations(rules, suits=True) if tells_suits(rules, chances.table) else None
    return JointGame(base_game(rules, letters, known), chances, meter, unit)
