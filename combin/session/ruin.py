"""Ruin and goal however long it takes, and how many rounds that is, between proven bounds.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from math import ceil, log
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.jackpot.enclosure import Enclosure, ball, enclosure
from combin.jackpot.meter import JackpotError

if TYPE_CHECKING:
    import numpy as np
    from flint import arb, fmpz_poly
    from numpy.typing import NDArray

    from combin.session.total import OneRound

    Floats = NDArray[np.float64]

MOST_STATES = 1_500
"""States between both ends for which equations are solved: a fifth of a second."""
_BITS = 164
_ROUNDS = 8
"""How often a solution is made more precise at most; each time it gains about 40 bits."""


class GoalOrRuin(Struct, frozen=True, dict=True):
    """A player who goes on as long as he is in one of `size` states, each a unit above the one before.

    The lowest is what a round needs, below which is ruin; above the highest is his goal. What he comes to
    from a state is what he gets at once on average, plus what he comes to from the states that a round leads
    to: equations that are solved in reasonable time for at most `MOST_STATES`.
    """

    one_round: OneRound
    size: int

    def goal(self, units: int) -> Enclosure:
        """The chance to reach the goal before ruin."""
        return self._reached[units] if 0 <= units < self.size else Enclosure.exactly(int(units > 0))

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin before the goal."""
        return self.goal(units) * -1 + 1

    def rounds(self, units: int) -> Enclosure:
        """Number of rounds it takes on average."""
        return self._taken[units] if 0 <= units < self.size else Enclosure.exactly(0)

    @cached_property
    def _reached(self) -> list[Enclosure]:
        nets = self.one_round.nets
        return self.solve(
            [sum(count for net, count in nets if units + net >= self.size) for units in range(self.size)]
        )

    @cached_property
    def _taken(self) -> list[Enclosure]:
        return self.solve([self.one_round.total] * self.size)

    def solve(self, sides: Sequence[int]) -> list[Enclosure]:
        """What he comes to from each state; `sides` are what he gets at once, times the cases."""
        from flint import fmpz_poly

        values, left = fmpz_poly(), fmpz_poly(list(sides)) * (1 << _BITS)
        for _ in range(_ROUNDS):
            if _most(left) <= self.one_round.total:
                break
            values += (more := self._made_up(left))
            left -= self._times(more)
        error = Fraction(_most(left), self.one_round.total << _BITS) * self._stay
        parts = (Fraction(int(values[units]), 1 << _BITS) for units in range(self.size))
        return [Enclosure(value - error, value + error) for value in parts]

    @cached_property
    def _ends(self) -> tuple[fmpz_poly, fmpz_poly]:
        """How often the lowest and the highest state are come through from each, in parts of 2^-60.

        They are the first and the last column of the inverse of the matrix. By Levinson's recursion those of
        one state more are made of those of fewer. No chance is negative, so floats only add such numbers,
        and none of them cancel.
        """
        from flint import fmpz_poly

        shares = [(net, count / self.one_round.total) for net, count in self.one_round.nets]
        down = [(net, share) for net, share in shares if net < 0]
        up = [(net, share) for net, share in shares if net > 0]
        once = self.one_round.total / sum(count for net, count in self.one_round.nets if net)
        lowest, highest = [once], [once]
        for size in range(1, self.size):
            fall = sum(share * lowest[size + net] for net, share in down if size + net >= 0)
            rise = sum(share * highest[net - 1] for net, share in up if net <= size)
            again = 1 / (1 - fall * rise)
            low, high = again * fall, again * rise
            below, above = [*lowest, 0.0], [0.0, *highest]
            lowest = [again * one + low * other for one, other in zip(below, above, strict=True)]
            highest = [again * other + high * one for one, other in zip(below, above, strict=True)]
        first, last = ([int(one * (1 << 60)) for one in column] for column in (lowest, highest))
        return fmpz_poly(first), fmpz_poly(last)

    def _made_up(self, sides: fmpz_poly) -> fmpz_poly:
        """About the inverse of the matrix times sides, which are times the cases.

        The matrix is the same along each diagonal, so both columns make its inverse (Gohberg and Semencul).
        """
        first, last = self._ends
        ahead = (last * sides).right_shift(self.size - 1)
        behind = (first.right_shift(1) * sides).right_shift(self.size - 1)
        product = (first * ahead - (last * behind).left_shift(1)).truncate(self.size)
        return product // (first[0] * self.one_round.total << 60)

    @cached_property
    def _kernel(self) -> fmpz_poly:
        """The matrix times the number of cases as a polynomial, from its greatest step down to the least."""
        from flint import fmpz_poly

        reach = self.size - 1
        steps = [0] * (2 * reach + 1)
        steps[reach] = self.one_round.total
        for net, count in self.one_round.nets:
            if abs(net) <= reach:
                steps[reach - net] -= count
        return fmpz_poly(steps)

    def _times(self, values: fmpz_poly) -> fmpz_poly:
        """The matrix times values, times the number of cases."""
        return self._kernel.mul_low(values, 2 * self.size - 1).right_shift(self.size - 1)

    @cached_property
    def _stay(self) -> Fraction:
        """How many rounds it takes at most, from any state.

        The inverse is not negative, as it is the sum of all powers of the chances to go from state to state.
        So where the matrix makes of a vector nothing below 1, the inverse makes of 1 no more than the vector.
        """
        from flint import fmpz_poly

        values = self._made_up(fmpz_poly([self.one_round.total << 10] * self.size))
        values += fmpz_poly([1] * self.size)
        made = self._times(values)
        least = min(int(made[units]) for units in range(self.size))
        if least <= 0:
            raise JackpotError("how long the player goes on is not proven: both ends are too far apart")
        return Fraction(max(map(int, values.coeffs())) * self.one_round.total, least)


def _most(values: fmpz_poly) -> int:
    return max((abs(int(value)) for value in values.coeffs()), default=0)


class RuinForEver(Struct, frozen=True, dict=True):
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
            return self.one_round.log_transform(-exponent)

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin with that many units above what a round needs.

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
        """Number of rounds ruin takes on average, by Wald's equation; None if it may never come."""
        if units < 0:
            return Enclosure.exactly(0)
        if self.one_round.mean >= 0:
            return None
        drift = -self.one_round.mean
        return Enclosure(Fraction(units + 1) / drift, Fraction(units - self.one_round.worst) / drift)

    def units_for(self, share: Fraction) -> int | None:
        """Units above the need of a round that suffice for a risk of ruin; None if none do.

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


MOST_WORK = 10**9
"""The products of floats that are reckoned with: a second."""
_MOST_BY_LISTS = 2 * 10**7
"""The same where there is no numpy, as in browsers: some seconds."""
_BEYOND = Fraction(1, 10**15)
"""The risk of ruin from a bankroll above those that are looked at, at most."""
_UNDERFLOW = Fraction(1, 10**290)
"""What sums lose at most in all where parts are too small for floats."""
_UNIT = Fraction(1, 1 << 53)
"""The rounding of floats."""


class WithinRounds(Struct, frozen=True, dict=True):
    """The chances of ruin, by the units that a player has above what a round needs.

    With a goal they end below it, and `reached` are the chances to reach it first; both within the rounds.
    """

    rounds: int
    ruined: Floats | list[float]
    reached: Floats | list[float] | None
    relative: Fraction
    """Each is off by so much of itself at most, beside what bankrolls above those told come to."""

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin with that many units above what a round needs."""
        if units < 0:
            return Enclosure.exactly(1)
        if units >= len(self.ruined):
            return Enclosure(Fraction(0), _BEYOND) if self.reached is None else Enclosure.exactly(0)
        return self._around(self.ruined[units])

    def goal(self, units: int) -> Enclosure:
        """The chance to reach the goal."""
        if self.reached is None:
            raise ValueError("no goal")
        if not 0 <= units < len(self.reached):
            return Enclosure.exactly(int(units > 0))
        return self._around(self.reached[units])

    def units_for(self, share: Fraction) -> int:
        """The least units above what a round needs with which ruin has at most a chance.

        Where the chance is so near to it that both cannot be distinguished, one unit more.
        """
        # No chance whose float is above the share is within it: those need no exact look.
        above = float(share) * (1 + 1e-9)
        near = (units for units, chance in enumerate(self.ruined) if chance <= above)
        return next((units for units in near if self.ruin(units).high <= share), len(self.ruined))

    def _around(self, estimate: float) -> Enclosure:
        value = Fraction(float(estimate))
        high = value * (1 + self.relative) + (_BEYOND if self.reached is None else _UNDERFLOW)
        return Enclosure(value * (1 - self.relative), min(high, Fraction(1)))


def within_rounds(one_round: OneRound, rounds: int, goal: int | None = None) -> WithinRounds | None:
    """The chances of ruin within that many rounds, and of a goal before; None if it takes too much work.

    The player leaves at the `goal`, in units above what a round needs; if it is None, never.
    """
    size = _enough(one_round, rounds) if goal is None else goal
    arrays = find_spec("numpy") is not None
    chances, most = (_chances, MOST_WORK) if arrays else (_chances_by_lists, _MOST_BY_LISTS)
    if size * rounds * len(one_round.nets) * (1 if goal is None else 2) > most:
        return None
    # Each float is a sum of products, none negative, of at most this many roundings each in every round.
    roundings = rounds * (2 * len(one_round.nets) + 4)
    relative = roundings * _UNIT / (1 - roundings * _UNIT)
    ruined = chances(one_round, rounds, size, below=True)
    reached = None if goal is None else chances(one_round, rounds, size, below=False)
    return WithinRounds(rounds, ruined, reached, relative)


def _enough(one_round: OneRound, rounds: int) -> int:
    """Units from which ruin within the rounds has a chance of at most `_BEYOND`.

    By Doob's inequality a loss of a has at most e^(-ta) max(1, E[e^(-tX)])^rounds for each t > 0; in ten
    million rounds floats are rounded by less than the millionth that is added.
    """
    if one_round.worst >= 0:
        return 0
    far = 1e-6 - log(_BEYOND)
    exponents = [2 ** (power / 4) / -one_round.worst for power in range(-80, 12)]
    best = min((far + rounds * max(log(one_round.transform(-t)), 0)) / t for t in exponents)
    return min(ceil(best), -one_round.worst * rounds)


def _chances(one_round: OneRound, rounds: int, size: int, *, below: bool) -> Floats:
    """Chances by state below the size to leave it downwards, or upwards, in that many rounds."""
    import numpy as np

    chances, at_once = np.zeros(size), np.array(_at_once(one_round, size, below=below))
    kept = []
    for net, count in one_round.nets:
        start, end = max(-net, 0), min(size - net, size)
        if start < end:
            kept.append((count / one_round.total, slice(start, end), slice(start + net, end + net)))
    for _ in range(rounds):
        after = at_once.copy()
        for share, here, there in kept:
            after[here] += share * chances[there]
        chances = after
    return chances


def _chances_by_lists(one_round: OneRound, rounds: int, size: int, *, below: bool) -> list[float]:
    """The same without numpy: each sum of the same products, in the same order."""
    at_once = _at_once(one_round, size, below=below)
    kept = [(net, count / one_round.total) for net, count in one_round.nets if abs(net) < size]
    beyond = [0.0] * size  # so that a step beyond either end finds nothing
    chances = [0.0] * size
    for _ in range(rounds):
        padded = [*beyond, *chances, *beyond]
        after = at_once
        for net, share in kept:
            there = padded[size + net : 2 * size + net]
            after = [sofar + share * chance for sofar, chance in zip(after, there, strict=True)]
        chances = after
    return chances


def _at_once(one_round: OneRound, size: int, *, below: bool) -> list[float]:
    """Chances by state below the size to leave it downwards, or upwards, in one round."""
    chances = [0.0] * size
    for net, count in one_round.nets:
        for state in range(min(-net, size)) if below else range(max(size - net, 0), size):
            chances[state] += count / one_round.total
    return chances
