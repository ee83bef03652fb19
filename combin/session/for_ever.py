"""Ruin and goal however long it takes, and how many rounds that is, between proven bounds.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.series import ball

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from flint import arb, fmpz_poly
    from numpy.typing import NDArray

    from combin.session.one_round import OneRound

__all__ = ["MOST_STATES", "GoalOrRuin", "RuinForEver"]

MOST_STATES = 1_500
"""Units between ruin and goal that equations are solved for: half a second."""
_BITS = 160
_ROUNDS = 8
"""How often a solution is made more precise at most; each time it gains about 40 bits."""


@dataclass(frozen=True)
class GoalOrRuin:
    """A player who goes on until ruin or until he is `size` units above what a round needs.

    The equations of at most `MOST_STATES` such units are solved.
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

    def _outcome(self, units: int, above: int, found: Callable[[], tuple[list[int], Fraction]]) -> Enclosure:
        if not 0 <= units < self.size:
            return Enclosure.exactly(above if units > 0 else 0)
        values, error = found()
        value = Fraction(values[units], 1 << _BITS)
        return Enclosure(max(value - error, Fraction(0)), value + error)

    @cached_property
    def _reached(self) -> tuple[list[int], Fraction]:
        nets = self.one_round.nets
        sides = [sum(count for net, count in nets if units + net >= self.size) for units in range(self.size)]
        return self._solved(sides)

    @cached_property
    def _taken(self) -> tuple[list[int], Fraction]:
        return self._solved([self.one_round.total] * self.size)

    @cached_property
    def _inverse(self) -> NDArray[np.float64]:
        """The inverse of the matrix of equations in floats: how often each state is come through."""
        import numpy as np

        matrix = np.eye(self.size)
        for net, count in self.one_round.nets:
            if abs(net) < self.size:
                matrix -= count / self.one_round.total * np.eye(self.size, k=net)
        return np.linalg.inv(matrix).astype(np.float64)

    @cached_property
    def _kernel(self) -> tuple[fmpz_poly, int]:
        """The matrix times the number of cases as a polynomial, from its greatest step down to the least."""
        from flint import fmpz_poly

        reach = self.size - 1
        steps = [0] * (2 * reach + 1)
        steps[reach] = self.one_round.total
        for net, count in self.one_round.nets:
            if abs(net) <= reach:
                steps[reach - net] -= count
        return fmpz_poly(steps), reach

    def _times(self, values: list[int]) -> list[int]:
        """Return the matrix times values, times the number of cases."""
        from flint import fmpz_poly

        kernel, reach = self._kernel
        product = kernel * fmpz_poly(values)
        return [int(product[reach + units]) for units in range(self.size)]

    @cached_property
    def _stay(self) -> Fraction:
        """How many rounds it takes at most, from any state.

        The inverse is not negative, as it is the sum of all powers of the chances to go from state to state.
        So where the matrix makes of a vector nothing below 1, the inverse makes of 1 no more than the vector.
        """
        import numpy as np

        values = [int(rounds * 1024) + 1 for rounds in self._inverse @ np.ones(self.size)]
        least = min(self._times(values))
        if least <= 0:
            raise JackpotError("how long it takes to reach the goal is not proven: it is too far away")
        return Fraction(max(values) * self.one_round.total, least)

    def _solved(self, sides: list[int]) -> tuple[list[int], Fraction]:
        """Return the solution in parts of 2^-160, and how much it is off at most; sides are times the cases.

        What is left of the equations is found in integers, and what makes up for it in floats.
        """
        import numpy as np

        values, scale = [0] * self.size, 1 << _BITS
        total = self.one_round.total
        for _ in range(_ROUNDS):
            made = self._times(values)
            left = [side * scale - one for side, one in zip(sides, made, strict=True)]
            most = max(map(abs, left))
            if most <= total:
                break
            more = self._inverse @ np.array([one / most for one in left])
            factor = Fraction(most, total)
            steps = [round(Fraction(one) * factor) for one in more.tolist()]
            values = [value + step for value, step in zip(values, steps, strict=True)]
        left = [side * scale - one for side, one in zip(sides, self._times(values), strict=True)]
        return values, Fraction(max(map(abs, left)), total * scale) * self._stay


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
