"""The long-run law of a meter, to any number of digits that are certain."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.jackpot.meter import JackpotError
from combin.jackpot.meter_enclosure import DIGITS, Enclosure, certain, enclosure
from combin.jackpot.meter_root import certain_root
from combin.jackpot.meter_series import MeterSeries, ball

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flint import arb

    from combin.jackpot.meter import Meter, MeterPrize

__all__ = ["MeterLaw"]


class MeterLaw:
    """Where a meter stands when a prize is won, in the long run; the same law holds at any moment.

    Prizes come by chance, whatever the meter shows. So the meters at which a royal flush is paid, those at
    which a straight flush is paid, and those seen at random moments all follow one law. docs/meter.md says
    what the model is, proves the law, and bounds what the model leaves out.

    Every answer is an `Enclosure`, certain to `digits` digits behind the point.

    >>> from combin.jackpot.meter import MeterPrize
    >>> from combin.jackpot.meter import Meter
    >>> law = MeterLaw(Meter(1000, "9%", (MeterPrize("royal flush", Fraction(40, 2598960), 1),)), 2)
    >>> law.mean.decimal(2)
    '6847.66'
    """

    def __init__(self, meter: Meter, digits: int = DIGITS) -> None:
        self.meter = meter
        self.digits = digits
        self._series: dict[int, MeterSeries] = {}

    @cached_property
    def mean(self) -> Enclosure:
        """The mean of the meter when a prize is won: the mean of a prize that takes all of it."""
        return self._linear("mean of the meter", mean=Fraction(1))

    @cached_property
    def deviation(self) -> Enclosure:
        """The standard deviation of the meter when a prize is won."""
        if not self.meter.partial:
            return Enclosure.exactly(self.meter.increment / self.meter.prize_probability)
        return self._certain("standard deviation", lambda series: series.variance().sqrt())

    @cached_property
    def top_ups(self) -> Enclosure:
        """What the house adds to the meter per unit wagered."""
        return self._linear("top-ups", top_ups=self._probabilities)

    @cached_property
    def long_run_return(self) -> Enclosure:
        """What a unit wagered returns: all that is fixed, and what players and the house pay into the meter.

        By the balance of money it is also what is fixed + the sum of probability x share x mean meter.
        """
        paid_in = self.meter.fixed_return + self.meter.increment
        return self._linear("return", paid_in, top_ups=self._probabilities)

    @cached_property
    def house_edge(self) -> Enclosure:
        """What a unit wagered loses in the long run."""
        kept = 1 - self.meter.fixed_return - self.meter.increment
        return self._linear(
            "house edge", kept, top_ups={one: -part for one, part in self._probabilities.items()}
        )

    @property
    def _probabilities(self) -> dict[MeterPrize, Fraction]:
        return {one: one.probability for one in self.meter.prizes}

    def mean_prize(self, prize: MeterPrize) -> Enclosure:
        """Return the mean of what is paid when the prize is won."""
        return self._linear(f"mean {prize.name}", mean=prize.share)

    def paid(self, prize: MeterPrize) -> Enclosure:
        """Return what the prize returns per unit wagered."""
        return self._linear(f"{prize.name} paid", mean=prize.share * prize.probability)

    def top_up(self, prize: MeterPrize) -> Enclosure:
        """Return what the house adds on average when the prize is won."""
        return self._linear(f"top-up of {prize.name}", top_ups={prize: Fraction(1)})

    def topped_up(self, prize: MeterPrize) -> Enclosure:
        """Return what the house adds per unit wagered when the prize is won."""
        return self._linear(f"top-ups of {prize.name}", top_ups={prize: prize.probability})

    def top_up_probability(self, prize: MeterPrize) -> Enclosure:
        """Return the probability that the house must add something when the prize is won."""
        if not self.meter.seed:
            return Enclosure.exactly(0)
        if prize.resets:
            return Enclosure.exactly(1)
        enough = self.meter.seed / (1 - prize.share)
        return self._certain("top-up probability", lambda series: 1 - series.exceeds(ball(enough)))

    def density(self, reading: Fraction) -> Enclosure:
        """Return the density of the law at a reading of the meter, per unit of money.

        Raises:
            JackpotError: the reading lies below the seed.
        """
        at = self.meter.check_reading(reading)
        return self._certain("density", lambda series: series.density(ball(at)))

    def exceeds(self, reading: Fraction) -> Enclosure:
        """Return the probability that the meter stands above a reading.

        Raises:
            JackpotError: the reading lies below the seed.
        """
        at = self.meter.check_reading(reading)
        if at == self.meter.seed:
            return Enclosure.exactly(1)
        return self._certain("probability", lambda series: series.exceeds(ball(at)))

    def quantile(self, probability: Fraction) -> Enclosure:
        """Return the reading that the meter does not exceed with this probability.

        Raises:
            JackpotError: the probability is not between 0 and 1.
        """
        if not 0 < probability < 1:
            raise JackpotError(f"no quantile for a probability of {probability}: it must lie between 0 and 1")
        # Markov: what the meter has above the seed exceeds its mean / (1 - p) with probability 1 - p at most.
        high = self.meter.seed + (self.mean.high - self.meter.seed) / (1 - probability)
        between, name = (self.meter.seed, high), f"quantile {probability}"
        return certain_root(self._below, probability, between, self.digits, name)

    def _below(self, reading: Fraction, bits: int) -> Enclosure:
        return self._at(bits, lambda series: 1 - series.exceeds(ball(reading)))

    def _linear(
        self,
        name: str,
        constant: Fraction = Fraction(0),
        mean: Fraction = Fraction(0),
        top_ups: Mapping[MeterPrize, Fraction] | None = None,
    ) -> Enclosure:
        """Return constant + mean x mean meter + the sum of factor x mean top-up.

        What takes the whole meter costs the house the seed, and without partial prizes the mean is exact.
        """
        parts = dict(top_ups or {})
        known = (
            constant
            + sum((parts.pop(one) for one in list(parts) if one.resets), Fraction(0)) * self.meter.seed
        )
        if mean and not self.meter.partial:
            known += mean * (self.meter.seed + self.meter.increment / self.meter.prize_probability)
            mean = Fraction(0)
        if not self.meter.seed:
            parts.clear()
        if not mean and not parts:
            return Enclosure.exactly(known)

        def compute(series: MeterSeries) -> arb:
            shares = (ball(factor) * series.shortfall(1 - one.share) for one, factor in parts.items())
            return sum(shares, ball(known) + (ball(mean) * series.mean() if mean else 0))

        return self._certain(name, compute)

    def _at(self, bits: int, compute: Callable[[MeterSeries], arb]) -> Enclosure:
        from flint import ctx

        with ctx.workprec(bits):
            if bits not in self._series:
                self._series[bits] = MeterSeries(self.meter)
            return enclosure(compute(self._series[bits]))

    def _certain(self, name: str, compute: Callable[[MeterSeries], arb]) -> Enclosure:
        return certain(lambda bits: self._at(bits, compute), self.digits, name)
