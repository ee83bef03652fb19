"""The normal approximation of a total, and how far it is off the law."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erf, sqrt
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, enclosure
from combin.jackpot.meter.series import ball

if TYPE_CHECKING:
    from flint import arb

    from combin.session.total import TotalLaw

_BITS = 256


@dataclass(frozen=True)
class NormalLaw:
    """A normal law with the mean and variance of a total; `law` is the total's own, all in units."""

    mean: Fraction
    variance: Fraction
    law: TotalLaw

    def at_most(self, units: Fraction) -> Enclosure:
        """Return its chance of at most so many units, without any correction for whole steps."""
        from flint import ctx

        with ctx.workprec(_BITS):
            far = -ball(units - self.mean) / (2 * ball(self.variance)).sqrt()
            return enclosure(far.erfc() / 2)

    def percentile(self, share: Fraction) -> Enclosure:
        """Return where it has a share of sessions at or below, in units."""
        from flint import ctx

        with ctx.workprec(_BITS):
            far: arb = ball(2 * share - 1).erfinv()
            return enclosure(ball(self.mean) + far * (2 * ball(self.variance)).sqrt())

    @cached_property
    def farthest(self) -> tuple[int, Enclosure]:
        """The total told at which it differs most from the law, in units, and by how much.

        The normal chance is set beside the law just below each total and at it. Floats find the place; how
        large the difference is there is enclosed.
        """
        law, spread = self.law, sqrt(2 * self.variance)
        mean, below, found = float(self.mean), 0.0, (0.0, law.first, False)
        for place, chance in enumerate(law.rising):
            units = law.first + place * law.step
            at, normal = chance / law.whole, (1 + erf((units - mean) / spread)) / 2
            found = max(found, (abs(normal - below), units, True), (abs(normal - at), units, False))
            below = at
        _, units, just_below = found
        true = law.at_most(units - 1 if just_below else units)
        low, high = sorted(
            (self.at_most(Fraction(units)) - true, true - self.at_most(Fraction(units))), key=_size
        )
        return units, high if high.low >= 0 else low


def _size(difference: Enclosure) -> Fraction:
    return difference.middle
