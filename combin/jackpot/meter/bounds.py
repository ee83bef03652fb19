"""Bounds of the law of a meter that hold for any shares, from what it would be with a seed of 0."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.jackpot.meter.meter import JackpotError, Meter
from combin.jackpot.meter.series import ball

if TYPE_CHECKING:
    from flint import arb


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
