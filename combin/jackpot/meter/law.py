"""The long-run law of a meter, to any number of digits that are certain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import DIGITS, Enclosure, certain, certain_root, enclosure
from combin.jackpot.meter.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.meter.panels import MeterPanels, law_of
from combin.jackpot.meter.series import MeterSeries, ball, is_short

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

    from combin.jackpot.meter.series import MeterBounds


@dataclass(frozen=True)
class MustHitLaw:
    """Where a meter with a limit stands when it is hit, and at any moment, in the long run.

    The hidden amount is drawn evenly between seed and limit at each reset, so that this is the law of the
    meter when it is hit. Seen at any moment it stands lower: a meter x above the seed is only met in the
    cycles whose amount lies higher still, which falls as limit - seed - x. docs/meter.md has the proofs.

    >>> law = MustHitLaw(Meter(200, "1%", (), limit=500))
    >>> law.mean.middle, law.long_run_return.middle, law.exceeds_now(Fraction(400)).middle
    (Fraction(350, 1), Fraction(7, 300), Fraction(1, 9))
    """

    meter: Meter
    digits: int = DIGITS

    @property
    def width(self) -> Fraction:
        """How far the limit lies above the seed.

        Raises:
            JackpotError: the meter has no limit.
        """
        if self.meter.limit is None:
            raise JackpotError("the meter has no amount that it must be hit by")
        return self.meter.limit - self.meter.seed

    @property
    def per_wager(self) -> Fraction:
        """How often a unit wagered hits it: once in the wagers that fill half the way to the limit."""
        return 2 * self.meter.increment / self.width

    @property
    def mean(self) -> Enclosure:
        """The mean of the meter when it is hit, and so of what it pays."""
        return Enclosure.exactly(self.meter.seed + self.width / 2)

    @property
    def deviation(self) -> Enclosure:
        """The standard deviation of the meter when it is hit: that of an even law."""
        from flint import arb, ctx

        def root(bits: int) -> Enclosure:
            with ctx.workprec(bits):
                return enclosure(arb(self.width.numerator) / self.width.denominator / arb(12).sqrt())

        return certain(root, self.digits, "standard deviation")

    @property
    def top_ups(self) -> Enclosure:
        """What the house adds to the meter per unit wagered: the seed at each hit."""
        return Enclosure.exactly(self.per_wager * self.meter.seed)

    @property
    def long_run_return(self) -> Enclosure:
        """What a unit wagered returns: all that is fixed, increments and top-ups."""
        return self.top_ups + self.meter.fixed_return + self.meter.increment

    @property
    def house_edge(self) -> Enclosure:
        """What a unit wagered loses in the long run."""
        return Enclosure.exactly(1) - self.long_run_return

    def exceeds(self, amount: Fraction) -> Enclosure:
        """Return the probability that the meter is hit above an amount.

        Raises:
            JackpotError: the meter lies below the seed.
        """
        above = self.meter.seed + self.width - self.meter.check_amount(amount)
        return Enclosure.exactly(max(above, Fraction(0)) / self.width)

    def exceeds_now(self, amount: Fraction) -> Enclosure:
        """Return the part of all wagers that meet the meter above an amount.

        Raises:
            JackpotError: the meter lies below the seed.
        """
        return Enclosure.exactly(self.exceeds(amount).middle ** 2)

    def quantile(self, probability: Fraction) -> Enclosure:
        """Return the amount that the meter does not exceed with this probability when it is hit.

        Raises:
            JackpotError: the probability is not between 0 and 1.
        """
        if not 0 < probability < 1:
            raise JackpotError(f"no quantile for a probability of {probability}: it must lie between 0 and 1")
        return Enclosure.exactly(self.meter.seed + probability * self.width)


class MeterLaw:
    """Where a meter stands when a prize is won, in the long run; the same law holds at any moment.

    Prizes come by chance, whatever the meter shows. So the meters at which a royal flush is paid, those at
    which a straight flush is paid, and those seen at random moments all follow one law. docs/meter.md says
    what the model is, proves the law, and bounds what the model leaves out.

    Every answer is an `Enclosure`, certain to `digits` digits behind the point where the series of
    `MeterSeries` is short, and else as narrow as `MeterPanels` or `MeterBounds` make it.

    >>> from combin.jackpot.meter.meter import MeterPrize
    >>> from combin.jackpot.meter.meter import Meter
    >>> law = MeterLaw(Meter(1000, "9%", (MeterPrize("royal flush", Fraction(40, 2598960), 1),)), 2)
    >>> law.mean.decimal(2)
    '6847.66'
    """

    def __init__(self, meter: Meter, digits: int = DIGITS, patience: int = 1) -> None:
        """Take a meter, the digits wanted, and how many times more terms its series may have.

        Raises:
            JackpotError: it must be hit by an amount: `meter_law` knows its law.
        """
        if meter.limit is not None:
            raise JackpotError(
                "a meter that must be hit by an amount has another law (Limits in docs/language.md)"
            )
        self.meter = meter
        self.digits = digits
        self._patience, self._by_series = patience, is_short(meter, patience)
        self._found: dict[int, MeterSeries | MeterPanels | MeterBounds] = {}

    @cached_property
    def mean(self) -> Enclosure:
        """The mean of the meter when a prize is won: the mean of a prize that takes all of it."""
        return self._linear("mean of the meter")

    @cached_property
    def deviation(self) -> Enclosure:
        """The standard deviation of the meter when a prize is won."""
        if not self.meter.partial:
            return Enclosure.exactly(self.meter.increment / self.meter.prize_probability)
        return self._certain("standard deviation", lambda law: law.variance().sqrt())

    @cached_property
    def top_ups(self) -> Enclosure:
        """What the house adds to the meter per unit wagered: what is paid out of it beside the increments."""
        return self._linear("top-ups", self.meter.sums - self.meter.increment, self.meter.per_unit)

    @cached_property
    def long_run_return(self) -> Enclosure:
        """What a unit wagered returns: all that is fixed, and what the prizes of the meter pay.

        By the balance of money these pay what players and the house put into it: increments and top-ups.
        """
        return self._linear("return", self.meter.fixed_return + self.meter.sums, self.meter.per_unit)

    @cached_property
    def house_edge(self) -> Enclosure:
        """What a unit wagered loses in the long run."""
        fixed = self.meter.fixed_return + self.meter.sums
        return self._linear("house edge", 1 - fixed, -self.meter.per_unit)

    def mean_prize(self, prize: MeterPrize) -> Enclosure:
        """Return the mean of what is paid when the prize is won."""
        return self._linear(f"mean {prize.name}", prize.fixed, prize.share)

    def paid(self, prize: MeterPrize) -> Enclosure:
        """Return what the prize returns per unit wagered."""
        odds = prize.probability
        return self._linear(f"{prize.name} paid", prize.fixed * odds, prize.share * odds)

    def top_up(self, prize: MeterPrize) -> Enclosure:
        """Return what the house adds on average when the prize is won."""
        return self._top_up(prize, Fraction(1))

    def topped_up(self, prize: MeterPrize) -> Enclosure:
        """Return what the house adds per unit wagered when the prize is won."""
        return self._top_up(prize, prize.probability)

    def _top_up(self, prize: MeterPrize, factor: Fraction) -> Enclosure:
        if prize.resets or not (self.meter.seed or prize.fixed):
            return Enclosure.exactly(factor * (self.meter.seed + prize.fixed))
        return self._certain(
            f"top-up of {prize.name}",
            lambda law: ball(factor) * law.shortfall(1 - prize.share, prize.fixed),
        )

    def top_up_probability(self, prize: MeterPrize) -> Enclosure:
        """Return the probability that the house must add something when the prize is won."""
        if not (self.meter.seed or prize.fixed):
            return Enclosure.exactly(0)
        if prize.resets:
            return Enclosure.exactly(1)
        enough = (self.meter.seed + prize.fixed) / (1 - prize.share)
        return self._certain("top-up probability", lambda law: 1 - law.exceeds(ball(enough)))

    @cached_property
    def knows_density(self) -> bool:
        """Whether there is a density to be told, as there is not for the tiniest shares."""
        from combin.jackpot.meter.series import MeterBounds

        found = next(iter(self._found.values()), None) or law_of(self.meter, patience=self._patience)
        return not isinstance(found, MeterBounds)

    def density(self, amount: Fraction) -> Enclosure:
        """Return the density of the law at a meter, per unit of money.

        Raises:
            JackpotError: the meter lies below the seed.
        """
        at = self.meter.check_amount(amount)
        return self._certain("density", lambda law: law.density(ball(at)))

    def exceeds_now(self, amount: Fraction) -> Enclosure:
        """Return the part of all wagers that meet the meter above an amount; it is that of the prizes."""
        return self.exceeds(amount)

    def exceeds(self, amount: Fraction) -> Enclosure:
        """Return the probability that the meter stands above an amount.

        Raises:
            JackpotError: the meter lies below the seed.
        """
        at = self.meter.check_amount(amount)
        if at == self.meter.seed:
            return Enclosure.exactly(1)
        return self._certain("probability", lambda law: law.exceeds(ball(at)))

    def quantile(self, probability: Fraction) -> Enclosure:
        """Return the amount that the meter does not exceed with this probability.

        Raises:
            JackpotError: the probability is not between 0 and 1.
        """
        if not 0 < probability < 1:
            raise JackpotError(f"no quantile for a probability of {probability}: it must lie between 0 and 1")
        between, name = self._spread(probability), f"quantile {probability}"
        refines = self._by_series
        try:
            return certain_root(self._below, probability, between, self.digits, name, refines=refines)
        except JackpotError:
            if refines:
                raise
            return Enclosure(*between)

    def _spread(self, probability: Fraction) -> tuple[Fraction, Fraction]:
        """Return two amounts of which the meter exceeds the lower one at least, the higher at most so often.

        By Cantelli's inequality: a deviation of k standard deviations to one side has odds of 1 / (1 + k^2)
        at most.
        """
        odds = probability / (1 - probability)
        low, high = (_root_above(one) * self.deviation.high for one in (1 / odds, odds))
        return max(self.meter.seed, self.mean.low - low), self.mean.high + high

    def _below(self, amount: Fraction, bits: int) -> Enclosure:
        return self._at(bits, lambda law: 1 - law.exceeds(ball(amount)))

    def _linear(self, name: str, constant: Fraction = Fraction(0), mean: Fraction = Fraction(1)) -> Enclosure:
        """Return constant + mean x mean meter."""
        if self._exact_mean is not None:
            return Enclosure.exactly(constant + mean * self._exact_mean)
        return self._certain(name, lambda law: ball(constant) + ball(mean) * law.mean())

    @property
    def _exact_mean(self) -> Fraction | None:
        """The mean of the meter where it is a fraction: with prizes that all reset it, or a seed of 0.

        Elsewhere the top-ups take the law of the meter.
        """
        if not self.meter.partial:
            return self.meter.seed + self.meter.increment / self.meter.prize_probability
        if self.meter.seed or self.meter.sums:
            return None
        return self.meter.increment / self.meter.per_unit

    def _at(self, bits: int, compute: Callable[[MeterSeries | MeterPanels | MeterBounds], arb]) -> Enclosure:
        from flint import ctx

        with ctx.workprec(bits):
            if bits not in self._found:
                self._found[bits] = law_of(self.meter, patience=self._patience)
            return enclosure(compute(self._found[bits]))

    def _certain(
        self, name: str, compute: Callable[[MeterSeries | MeterPanels | MeterBounds], arb]
    ) -> Enclosure:
        return certain(lambda bits: self._at(bits, compute), self.digits, name, refines=self._by_series)


def meter_law(meter: Meter, digits: int = DIGITS) -> MeterLaw | MustHitLaw:
    """Return the law of a meter in the long run, levels aside, whether or not it has a limit."""
    return MeterLaw(meter, digits) if meter.limit is None else MustHitLaw(meter, digits)


def _root_above(value: Fraction) -> Fraction:
    """Return a fraction that is not below the square root of a value, and near it."""
    scale = 10**6
    return Fraction(isqrt(value.numerator * scale**2 // value.denominator) + 1, scale)
