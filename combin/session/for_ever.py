"""Ruin and goal however long it takes, and how many rounds that is, between proven bounds.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, enclosure
from combin.jackpot.meter.series import ball
from combin.session.equations import Equations

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

    from combin.session.one_round import OneRound


@dataclass(frozen=True)
class GoalOrRuin:
    """A player who goes on until ruin or until he is `size` units above what a round needs.

    The equations of at most `MOST_STATES` such units are solved in reasonable time.
    """

    one_round: OneRound
    size: int

    def goal(self, units: int) -> Enclosure:
        """Return the chance to reach the goal before ruin."""
        return self._outcome(units, 1, lambda: self._reached)

    def ruin(self, units: int) -> Enclosure:
        """Return the chance of ruin before the goal."""
        return self.goal(units) * -1 + Enclosure.exactly(1)

    def rounds(self, units: int) -> Enclosure:
        """Return how many rounds it takes on average."""
        return self._outcome(units, 0, lambda: self._taken)

    def _outcome(self, units: int, above: int, enclosed: Callable[[], list[Enclosure]]) -> Enclosure:
        if 0 <= units < self.size:
            return enclosed()[units]
        return Enclosure.exactly(above if units > 0 else 0)

    @cached_property
    def _equations(self) -> Equations:
        return Equations(self.one_round, self.size)

    @cached_property
    def _reached(self) -> list[Enclosure]:
        nets = self.one_round.nets
        return self._equations.solve(
            [sum(count for net, count in nets if units + net >= self.size) for units in range(self.size)]
        )

    @cached_property
    def _taken(self) -> list[Enclosure]:
        return self._equations.solve([self.one_round.total] * self.size)


@dataclass(frozen=True)
class RuinForEver:
    """A player who never leaves before ruin."""

    one_round: OneRound

    @property
    def certain(self) -> bool:
        """Whether ruin comes for certain: it does where the player has no edge."""
        return self.one_round.mean <= 0 and self.one_round.worst < 0

    @cached_property
    def exponent(self) -> Enclosure:
        """The only s > 0 with E[e^(-sX)] = 1, where the player has an edge: Lundberg's exponent.

        That expectation is convex in s and falls at first: it is below 1 up to the root, and above 1 beyond.
        """
        low = high = self.one_round.mean / self.one_round.variance
        while not self._excess(high) > 0:
            high *= 2
        while not self._excess(low) < 0:
            low /= 2
        while high - low > low / (1 << 80):
            middle = (low + high) / 2
            excess = self._excess(middle)
            if excess > 0:
                high = middle
            elif excess < 0:
                low = middle
            else:
                break
        return Enclosure(low, high)

    def _excess(self, exponent: Fraction) -> arb:
        from flint import ctx

        with ctx.workprec(512):
            s = ball(exponent)
            found = sum((ball(count) * (-s * net).exp() for net, count in self.one_round.nets), ball(0))
            return found - self.one_round.total

    def ruin(self, units: int) -> Enclosure:
        """Return the chance of ruin with so many units above what a round needs.

        With e^(-s) = r it is r^units over the mean of r^(where ruin finds the player), which lies from 1
        unit below what a round needs down to the worst net: exact where that is -1.
        """
        if units < 0 or self.certain:
            return Enclosure.exactly(1)
        if self.one_round.worst >= 0:
            return Enclosure.exactly(0)
        from flint import ctx

        with ctx.workprec(256):
            low = enclosure((ball(self.exponent.high) * -(units - self.one_round.worst)).exp()).low
            high = enclosure((ball(self.exponent.low) * -(units + 1)).exp()).high
        return Enclosure(low, high)

    def rounds(self, units: int) -> Enclosure | None:
        """Return how many rounds ruin takes on average, by Wald's equation; None if it may never come."""
        if units < 0:
            return Enclosure.exactly(0)
        if self.one_round.mean >= 0:
            return None
        drift = -self.one_round.mean
        return Enclosure(Fraction(units + 1) / drift, Fraction(units - self.one_round.worst) / drift)

    def units_for(self, share: Fraction) -> int | None:
        """Return units above what a round needs that are enough for a chance of ruin; None if none are.

        They are the least ones where the worst net is one unit.
        """
        if self.certain:
            return None
        low, high = 0, 1
        while self.ruin(high).high > share:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.ruin(middle).high <= share else (middle + 1, high)
        return low
