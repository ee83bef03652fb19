"""The long-run law of a meter that must be hit by an amount: all of it exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from combin.jackpot.meter.enclosure import DIGITS, Enclosure, certain, enclosure
from combin.jackpot.meter.meter import JackpotError, Meter


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
