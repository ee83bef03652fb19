"""How far out a total is: its exact tails and the bands around it, or proven ends where hands go together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol

from combin.jackpot.meter.enclosure import Enclosure, TooCoarseError, enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.series import ball
from combin.jackpot.total import total_law

if TYPE_CHECKING:
    from combin.jackpot.total import OneRound, TotalLaw

LEVELS = (Fraction(95, 100), Fraction(99, 100), Fraction(999, 1000))
"""The bands: a total is inside that is not among the half of the rest on either side."""
_BITS = 96
_MOST_EXACT = 1 << 23
"""The work up to which the law is exact: no slower than between bounds."""
_TRIES = 4
_STEPS = 40


class Tails(Protocol):
    """The chances of totals at most and at least so high, and bands, all in stakes."""

    def at_most(self, total: Fraction) -> Enclosure:
        """The chance of at most a total."""

    def at_least(self, total: Fraction) -> Enclosure:
        """The chance of at least a total."""

    def band(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """The least and the greatest total inside a band."""


@dataclass(frozen=True)
class LawTails:
    """Tails of the law of a total: exact, or between proven bounds that hardly differ."""

    one_round: OneRound
    law: TotalLaw

    def at_most(self, total: Fraction) -> Enclosure:
        """The chance of at most a total."""
        return self.law.at_most(floor(total / self.one_round.unit))

    def at_least(self, total: Fraction) -> Enclosure:
        """The chance of at least a total."""
        return self.law.above(ceil(total / self.one_round.unit) - 1)

    def exactly(self, total: Fraction) -> Enclosure:
        """The chance of just this total."""
        units = total / self.one_round.unit
        return self.law.exactly(int(units)) if units.denominator == 1 else Enclosure.exactly(0)

    def band(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """The least and the greatest total inside a band."""
        low, high = (self.law.percentile(share) * self.one_round.unit for share in _ends(level))
        return low, high


@dataclass(frozen=True)
class BoundTails:
    """Bounds of tails for hands of which up to `seats` share a round, from variance and greatest results.

    Bennett's inequality: a sum of independent rounds, none of which comes more than b above its mean, with a
    variance of V at most in all, comes x above its mean with a chance of at most exp(-V / b^2 h(b x / V)),
    h(u) = (1 + u) log(1 + u) - u. `between` is the covariance of two hands of a round, in squared stakes.
    """

    one_round: OneRound
    hands: int
    seats: int
    between: Fraction

    @cached_property
    def mean(self) -> Fraction:
        """The expected total."""
        return self.one_round.mean * self.one_round.unit * self.hands

    @cached_property
    def variance(self) -> Fraction:
        """The most that the variance of the total can be."""
        alone = self.one_round.variance * self.one_round.unit**2
        return self.hands * (alone + (self.seats - 1) * max(self.between, Fraction(0)))

    def at_most(self, total: Fraction) -> Enclosure:
        """The limits of the chance of at most a total."""
        return Enclosure(Fraction(0), self._bound(self.mean - total, above=False))

    def at_least(self, total: Fraction) -> Enclosure:
        """The limits of the chance of at least a total."""
        return Enclosure(Fraction(0), self._bound(total - self.mean, above=True))

    def band(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """Totals outside of which all are outside the band; some that are inside may be as well."""
        share, _ = _ends(level)
        below, above = (self._farthest(share, above=above) for above in (False, True))
        least, most = (
            end * self.hands * self.one_round.unit for end in (self.one_round.worst, self.one_round.best)
        )
        return max(self.mean - below, least), min(self.mean + above, most)

    def _bound(self, far: Fraction, *, above: bool) -> Fraction:
        """The most that the chance can be to come so far from the mean."""
        from flint import ctx

        extreme = self.one_round.best if above else self.one_round.worst
        most = self.seats * abs(extreme - self.one_round.mean) * self.one_round.unit
        if far <= 0:
            return Fraction(1)
        with ctx.workprec(128):
            u = ball(most * far / self.variance)
            power = ball(self.variance / most**2) * ((1 + u) * (1 + u).log() - u)
            return min(enclosure((-power).exp()).high, Fraction(1))

    def _farthest(self, share: Fraction, *, above: bool) -> Fraction:
        """A distance from the mean beyond which the chance is at most a share."""
        low, high = Fraction(0), Fraction(1)
        while self._bound(high, above=above) > share:
            low, high = high, 2 * high
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._bound(middle, above=above) > share else (low, middle)
        return high


def _ends(level: Fraction) -> tuple[Fraction, Fraction]:
    return (1 - level) / 2, (1 + level) / 2


def law_tails(one_round: OneRound, hands: int) -> LawTails:
    """The tails of the total of so many independent hands."""
    shares = [share for level in LEVELS for share in _ends(level)]
    for tries in range(_TRIES):
        try:
            bits, mean = _BITS << tries, floor(one_round.mean * hands)
            law = total_law(one_round, hands, mean, shares, bits, most_exact=_MOST_EXACT)
            return LawTails(one_round, law)
        except TooCoarseError:
            continue
    raise TooCoarseError


def tails(one_round: OneRound, hands: int, seats: int = 1, between: Fraction = Fraction(0)) -> Tails:
    """The tails of the total of hands, of which up to `seats` share a round; of 1 those of its law."""
    if seats == 1:
        try:
            return law_tails(one_round, hands)
        except (JackpotError, TooCoarseError):
            pass
    return BoundTails(one_round, hands, seats, between)
