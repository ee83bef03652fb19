"""The law of the sum of many equal rounds: a power of the polynomial of outcomes, between proven bounds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import isqrt, lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution


MOST_STEPS = 1 << 16
"""The longest polynomial that is reckoned with: some tenths of a second and ten megabytes."""

_BITS = 64
"""Binary digits of a coefficient. Rounds by steps lose fewer than 40 of them, so that 16 decimals remain."""


@dataclass(frozen=True, slots=True)
class ManyRounds:
    """How the net results of so many rounds add up, in units of the initial wager.

    `rising` are the chances, as multiples of 2 to the power of -64, that the sum lies at most so many steps
    above the least one: each is at least what stands here, and above it by `missing` at most.
    """

    rounds: int
    least: Fraction
    step: Fraction
    rising: tuple[int, ...]
    missing: int

    def above(self, net: Fraction) -> Fraction:
        """Return the chance that the sum is greater than a net result that the law reaches, to 16 digits."""
        steps = (net - self.least) // self.step
        if steps < 0:
            return Fraction(1)
        return 1 - Fraction(2 * self.rising[steps] + self.missing, 2 << _BITS)

    def lower_end(self, share: Fraction) -> Fraction | None:
        """Return the greatest sum that all but a share of runs reach; None where the law ends before."""
        return self._sum(bisect_right(self.rising, share * (1 << _BITS) - self.missing))

    def upper_end(self, share: Fraction) -> Fraction | None:
        """Return the least sum that no more than a share of runs exceed; None where the law ends before."""
        return self._sum(bisect_left(self.rising, (1 - share) * (1 << _BITS)))

    def _sum(self, steps: int) -> Fraction | None:
        return self.least + steps * self.step if steps < len(self.rising) else None


@lru_cache(maxsize=256)  # a workbook that is read back asks for the same laws twice
def many_rounds(distribution: Distribution, rounds: int, share: Fraction) -> ManyRounds | None:
    """Return the law of the sum of so many rounds, up to its even point and the upper end for a share.

    All nets are steps of a common length above the least one, so one round is a polynomial in x to the
    number of steps, and many rounds are its power. Only the terms up to those asked for are kept: higher ones
    cannot come back, as no step is negative. Coefficients are rounded down to multiples of 2^-64; what they
    miss in all is bounded on the way.

    Args:
        distribution: the net results of a round.
        rounds: how many of them, independent of one another.
        share: of runs that may exceed the upper end.

    Returns:
        None where the even point is more than `MOST_STEPS` steps above the least sum.
    """
    least = distribution.outcomes[0][0]
    step = Fraction(1, lcm(*((net - least).denominator for net, _ in distribution.outcomes)))
    counts = {int((net - least) / step): count for net, count in distribution.outcomes}
    even = max(int(-least * rounds / step), 0)
    if even >= MOST_STEPS:
        return None
    spread = isqrt(int(rounds * distribution.variance / step**2)) + 1
    mean = max(int((-distribution.house_edge - least) * rounds / step), 0)
    # Rarely short of the upper end; a long tail is not followed further than twice the way to it at first.
    top = min(max(even, min(mean + 3 * spread, 2 * mean)), MOST_STEPS)
    while True:
        rising, missing = _power(counts, distribution.total, rounds, top)
        law = ManyRounds(rounds, least * rounds, step, rising, missing)
        if top == MOST_STEPS or law.upper_end(share) is not None:
            return law
        top = min(2 * top + 1, MOST_STEPS)


def _power(counts: dict[int, int], total: int, rounds: int, top: int) -> tuple[tuple[int, ...], int]:
    """Return the sums of the coefficients of a power up to each term, and how much they are short of at most.

    Where f and g stand for F and G, whose coefficients are no smaller and come to at most 1, the coefficients
    of fg miss at most what those of f and of g miss together, and less than one unit each by rounding down.
    """
    from flint import fmpz, fmpz_poly

    # All is rounded down: then no coefficient is above the truth, and one number bounds how far below it they
    # all are together. Squaring from the highest binary digit on takes as many products as the number of
    # rounds has digits, twice that at most; each is cut at the top, since higher terms never come back.
    last = min(max(counts), top)
    unit = fmpz(1 << _BITS)
    base = fmpz_poly([(counts.get(steps, 0) << _BITS) // total for steps in range(last + 1)])
    lost = last + 1
    power, missing = base, lost
    for bit in f"{rounds:b}"[1:]:
        factors = [(power, missing), (base, lost)] if bit == "1" else [(power, missing)]
        for factor, short in factors:
            power = power.mul_low(factor, top + 1) // unit
            missing += short + top + 1
    coefficients = [int(power[steps]) for steps in range(top + 1)]
    return tuple(accumulate(coefficients)), missing
