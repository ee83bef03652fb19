"""The equations of all states between two ends: what a player comes to from each, between proven bounds.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure
from combin.jackpot.meter.meter import JackpotError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from flint import fmpz_poly
    from numpy.typing import NDArray

    from combin.session.one_round import OneRound

MOST_STATES = 1_500
"""States between both ends for which equations are solved: half a second."""
_BITS = 160
_ROUNDS = 8
"""How often a solution is made more precise at most; each time it gains about 40 bits."""


@dataclass(frozen=True)
class Equations:
    """A player who goes on as long as he is in one of `size` states, each a unit above the one before.

    What he comes to from a state is what he gets at once on average, plus what he comes to from the states
    that a round leads to.
    """

    one_round: OneRound
    size: int

    def solve(self, sides: Sequence[int]) -> list[Enclosure]:
        """Return what he comes to from each state; `sides` are what he gets at once, times the cases."""
        values, error = self._solved(sides)
        parts = (Fraction(value, 1 << _BITS) for value in values)
        return [Enclosure(value - error, value + error) for value in parts]

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
            raise JackpotError("how long the player goes on is not proven: both ends are too far apart")
        return Fraction(max(values) * self.one_round.total, least)

    def _solved(self, sides: Sequence[int]) -> tuple[list[int], Fraction]:
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
