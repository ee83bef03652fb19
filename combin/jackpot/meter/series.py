"""The density of the meter as a series of exponentials, summed in balls that contain the exact values.

docs/meter.md derives it and proves what is used here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import comb, log, prod
from typing import TYPE_CHECKING, TypeAlias

from combin.jackpot.meter.meter import JackpotError, Meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flint import arb


_Level: TypeAlias = "Mapping[tuple[int, ...], tuple[arb, arb]]"

MOST_TERMS = 1_500
"""Up to how many terms a series is short. One prize of 10% takes about 60, of 1% about 220."""
MOST_LEVELS = 300
"""Up to how many levels it is: more cancel so many digits that their precision takes seconds."""
SHORT_BITS = 168
"""The bits for which terms are counted: those of the digits that are made certain by default."""


def is_short(meter: Meter, patience: int = 1) -> bool:
    """Tell whether the series has few terms, as it has not for small shares or for many of them.

    The levels are gone through by their bound until what is left out is small; a level K of n partial prizes
    has a term for each way to part K among them. With `patience` so many times more terms are few.
    """
    if not meter.partial:
        return True
    if meter.sums:
        return False
    number = len(meter.partial)
    nearest = float(1 / (1 - min(one.share for one in meter.partial)))
    inflow = float(sum(one.probability / (1 - one.share) for one in meter.partial) / meter.prize_probability)
    level, size, ratio = 0, 0.0, 1.0
    while ratio > 1 / 2 or size > -SHORT_BITS * log(2):
        level += 1
        if level > MOST_LEVELS or comb(level + number, number) > MOST_TERMS * patience:
            return False
        ratio = inflow / (nearest**level - 1)
        size += log(ratio)
    return True


def ball(value: Fraction | int) -> arb:
    """Return a ball around an exact value, at the precision in force."""
    from flint import arb, fmpq

    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


@dataclass(frozen=True, slots=True)
class SeriesTerm:
    """One exponential of the density above the seed: weight * exp(-rate * (m - seed))."""

    weight: arb
    rate: arb


@lru_cache(maxsize=2_000)  # the meters of a document differ in their seeds and increment rates alone
def _level(prizes: tuple[tuple[Fraction, Fraction], ...], bits: int, number: int) -> _Level:
    """Return the coefficients c[k] of a level by the recursion of `MeterSeries`, each with its product Q.

    Args:
        prizes: q and b / a of each partial prize.
        bits: the precision in force.
        number: that of the level, the sum of the exponents.
    """
    from flint import arb

    if not number:
        return {(0,) * len(prizes): (arb(1), arb(1))}
    sums: dict[tuple[int, ...], arb] = {}
    for powers, (weight, _) in _level(prizes, bits, number - 1).items():
        for place, (_, inflow) in enumerate(prizes):
            above = (*powers[:place], powers[place] + 1, *powers[place + 1 :])
            sums[above] = sums.get(above, arb(0)) + ball(inflow) * weight
    found = {}
    for powers, total in sums.items():
        product = prod(
            (ball(left) ** power for (left, _), power in zip(prizes, powers, strict=True)), start=arb(1)
        )
        found[powers] = -total / (product - 1), product
    return found


class MeterSeries:
    """f(m) = sum of weight * exp(-rate * (m - seed)) for m >= seed, up to a factor; `mass` is its integral.

    With a = p / i and b_j = q_j p_j / i for partial prizes of probability p_j that leave 1 / q_j of the
    meter, the density solves f'(m) = -a f(m) + sum of b_j f(q_j m). Its rates are a Q with Q the products of
    powers of the q_j, and the coefficient of exp(-a Q m) is

        c[k] = - sum over j of b_j c[k - e_j] / (a (Q[k] - 1)),    k the exponents of the q_j in Q,

    so that the levels K = sum of k fall faster than geometrically. To be used at one precision:

    >>> from flint import ctx
    >>> from combin.jackpot.meter.meter import Meter, MeterPrize
    >>> with ctx.workprec(100):
    ...     series = MeterSeries(Meter(0, "1/10", (MeterPrize("all", "1/1000", 1),)))
    ...     print(series.mean().str(10, radius=False))
    100.0000000
    """

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        """Make the terms; `increment` takes the place of that of the meter."""
        rate = meter.increment if increment is None else increment
        self.seed = ball(meter.seed)
        self.slowest = ball(meter.prize_probability / rate)
        self._prizes = tuple(
            (1 / (1 - one.share), one.probability / meter.prize_probability / (1 - one.share))
            for one in meter.partial
        )
        self.terms: list[SeriesTerm] = []
        self._parts: dict[int, list[arb]] = {}  # weight / rate^power, by the power
        self._make_terms()
        self.mass = self._sum(1)

    def _make_terms(self) -> None:
        """Go through the levels until what is left out is smaller than the last bit of the first term."""
        from flint import arb, ctx

        nearest = ball(min((left for left, _ in self._prizes), default=Fraction(2)))
        inflow = sum((ball(inflow) for _, inflow in self._prizes), arb(0))
        power = arb(1)
        for number in count():
            level = _level(self._prizes, ctx.prec, number)
            self._add(level)
            power *= nearest
            self._next_rate = self.slowest * power
            ratio = inflow / (power - 1)
            # The ratio of a level to the one before falls, so all that follow are below a geometric series:
            if ratio < 0.5:
                level_sum = sum((abs(weight) for weight, _ in level.values()), arb(0))
                self._rest = level_sum.abs_upper() * (ratio / (1 - ratio)).abs_upper()
                if self.left_out(0) < arb(2) ** -ctx.prec:
                    return

    def _add(self, level: _Level) -> None:
        for weight, product in level.values():
            rate = self.slowest * product
            self.terms.append(SeriesTerm(weight * ((self.slowest - rate) * self.seed).exp(), rate))

    def left_out(self, power: int, above: arb | None = None) -> arb:
        """Return a bound of what is left out of the sum of |weight| / rate^power * exp(-rate * above)."""
        # All that is left out is of higher levels and decays at the next level's least rate at the slowest,
        # so its weights can be bounded together and one exponential put over them.
        exponent = (self.slowest - self._next_rate) * self.seed
        if above is not None:
            exponent -= self._next_rate * above
        return self._rest * exponent.exp() / self._next_rate**power

    def _sum(self, power: int, above: arb | None = None) -> arb:
        """Return the sum of weight / rate^power * exp(-rate * above), with what is left out as its radius."""
        from flint import arb

        if power not in self._parts:
            self._parts[power] = [term.weight / term.rate**power for term in self.terms]
        values: Iterable[arb] = self._parts[power]
        if above is not None:
            values = (
                part * (-term.rate * above).exp() for part, term in zip(values, self.terms, strict=True)
            )
        return sum(values, arb(0, self.left_out(power, above).abs_upper()))

    def mean(self) -> arb:
        """Return the mean of the meter at a prize, or at any time."""
        return self.seed + self._sum(2) / self.mass

    def variance(self) -> arb:
        """Return the variance of the meter at a prize."""
        first = self._sum(2) / self.mass
        return 2 * self._sum(3) / self.mass - first * first

    def density(self, meter: arb) -> arb:
        """Return the density at an amount, per unit of money."""
        return self._sum(0, meter - self.seed) / self.mass

    def exceeds(self, meter: arb) -> arb:
        """Return the probability that the meter stands above an amount."""
        return self._sum(1, meter - self.seed) / self.mass

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """Return the mean of max(0, seed - left * meter): what the house adds after a prize.

        `left` is the part of the meter that the prize leaves; sums are for panels. By parts the mean is left
        times the integral from s to s / left of the probability that m lies below.
        """
        width = self.seed * (ball(1 / left) - 1) + ball(fixed / left)
        above = (self._sum(2) - self._sum(2, width)) / self.mass
        return ball(left) * (width - above)


class MeterBounds:
    """Where mean, variance and odds of a meter lie; it answers what a `MeterSeries` answers, but wider.

    With the same luck the meter is at least what it would be with a seed of 0, and by the seed more at most.
    Of that meter the moments are fractions (docs/meter.md, section 11). So the bounds are near where the
    seed is small beside the mean, as it is where nothing but tiny shares is taken.

    >>> from combin.jackpot.meter.meter import Meter, MeterPrize
    >>> dust = MeterPrize("dust", Fraction(1, 4000), Fraction(1, 10**12))
    >>> MeterBounds(Meter(10, "50%", (dust,))).mean().str(12, radius=False)
    '2.00000000000e+15'
    """

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        """Take a meter; `increment` takes the place of its own."""
        rate = meter.increment if increment is None else increment
        growth = rate / meter.prize_probability
        parts = [(one.probability / meter.prize_probability, 1 - one.share) for one in meter.partial]
        self._seed = meter.seed
        self._least = meter.seed + growth
        self._unseeded = growth / (1 - sum(odds * left for odds, left in parts))
        square = 2 * growth * self._unseeded / (1 - sum(odds * left**2 for odds, left in parts))
        self._unseeded_variance = square - self._unseeded**2
        self._sums = meter.sums > 0
        self._most_variance = square + (2 * self._unseeded + self._seed) * self._seed - self._least**2

    def mean(self) -> arb:
        """Return the mean of the meter at a prize, or at any time."""
        least = self._least if self._sums else max(self._unseeded, self._least)
        return ball(least).union(ball(self._unseeded + self._seed))

    def variance(self) -> arb:
        """Return the variance of the meter at a prize.

        What is between 0 and the seed deviates by half of that at most.
        """
        from flint import arb

        if self._sums:  # the meter is no more than it would be without them, whose square is at most this
            return arb(0).union(ball(self._most_variance))
        deviation, more = ball(self._unseeded_variance).sqrt(), ball(self._seed / 2)
        low = arb(0).max(deviation - more)
        return (low**2).union((deviation + more) ** 2)

    def exceeds(self, meter: arb) -> arb:
        """Return the probability that the meter stands above an amount, by Cantelli's inequality."""
        from flint import arb

        above, variance = meter - self.mean(), self.variance().upper()
        far = above.abs_lower()
        rest = (variance / (variance + far**2)).upper()
        if above > 0:
            return arb(0).union(rest)
        return (1 - rest).union(arb(1)) if above < 0 else arb(0).union(arb(1))

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """Return the mean of max(0, seed - left * meter + fixed): what the house adds after a prize."""
        from flint import arb

        return arb(0).union(ball((1 - left) * self._seed + fixed))

    def density(self, meter: arb) -> arb:
        """Refuse to tell the density, of which no bound is known.

        Raises:
            JackpotError: always.
        """
        raise JackpotError(f"shares of the meter so small that its density at {meter.str(6)} is not known")
