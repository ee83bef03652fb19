"""How far out a total is, and how a log tells that a setting is wrong.

docs/monitor.md derives the test and proves its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, floor, sqrt
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, TooCoarseError, enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.series import ball
from combin.session.total import total_law

if TYPE_CHECKING:
    from flint import arb

    from combin.session.log import Tally
    from combin.session.total import OneRound, TotalLaw

POWER = Fraction(95, 100)
ERROR = Fraction(1, 100)
"""The chance that any test of all takes a right setting for a wrong one, at most."""
_BITS = 128
_NEAR = 1000
"""Numbers of hands are told to such a part of them, twice that at most."""


@dataclass(frozen=True)
class SequentialTest:
    """A sequential test of a wager whose net may follow a wrong law, both of one hand in stakes.

    After N hands that netted T the evidence is e^(sT) over what it would be on average if the setting were
    right. It may be looked at whenever one likes: right settings ever show evidence of 1/a with a chance of a
    at most. s is the exponent whose evidence grows fastest if the setting is wrong. `tests` is how many such
    tests are made: all of them together err with a chance of `ERROR` at most.
    """

    right: OneRound
    wrong: OneRound
    tests: int = 1

    @cached_property
    def exponent(self) -> Fraction:
        """The exponent s, per unit of the right law; 0 where both have the same mean.

        The law that e^(sX) makes of the right one then has the mean of the wrong one.
        """
        wanted = float(self.wrong.mean * self.wrong.unit / self.right.unit)
        nets = [(net, count / self.right.total) for net, count in self.right.nets]
        far = max(-self.right.worst, self.right.best)

        def mean(s: float) -> float:
            weights = [share * exp(s * net - abs(s) * far) for net, share in nets]
            return sum(net * weight for (net, _), weight in zip(nets, weights, strict=True)) / sum(weights)

        if self.wrong.mean * self.wrong.unit == self.right.mean * self.right.unit:
            return Fraction(0)
        low, high = (-20.0 / far, 20.0 / far)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if mean(middle) < wanted else (low, middle)
        return Fraction(round(high * (1 << 40)), 1 << 40)

    @cached_property
    def _per_hand(self) -> arb:
        """The logarithm of the mean of e^(sX) for one hand, if the setting is right."""
        from flint import ctx

        with ctx.workprec(_BITS):
            s = ball(self.exponent)
            mean = sum((ball(count) * (s * net).exp() for net, count in self.right.nets), ball(0))
            return (mean / self.right.total).log()

    def evidence(self, tally: Tally) -> Enclosure:
        """The logarithm of the evidence of some hands."""
        from flint import ctx

        with ctx.workprec(_BITS):
            return enclosure(ball(self.exponent * tally.net / self.right.unit) - tally.hands * self._per_hand)

    @cached_property
    def enough(self) -> Enclosure:
        """The logarithm of the evidence that shows a wrong setting."""
        from flint import ctx

        with ctx.workprec(_BITS):
            return enclosure(ball(self.tests / ERROR).log())

    def power(self, hands: int) -> Enclosure:
        """The chance that so many hands show it if the setting is wrong; it may have shown before."""
        from flint import ctx

        with ctx.workprec(_BITS):
            needed = (ball(self.enough.high) + hands * self._per_hand) / ball(self.exponent)
            net = enclosure(needed) * self.right.unit
        law = law_tails(self.wrong, hands)
        return law.at_least(net.high) if self.exponent > 0 else law.at_most(net.low)

    @cached_property
    def hands_needed(self) -> int | None:
        """How many hands show a wrong setting with a chance of 95%; None if that is not known.

        About the least such number: a little fewer hands show it more rarely. The normal law says where to
        look, first with its own deviations for 95%, then with as many more as the chance there fell short by.
        """
        from statistics import NormalDist

        if not self.exponent:
            return None
        unit = float(self.wrong.unit / self.right.unit * self.exponent)
        grows = float(self.wrong.mean) * unit - float(self._per_hand)
        if grows <= 0:  # so little that floats do not show it
            return None
        spread, normal = abs(unit) * sqrt(self.wrong.variance), NormalDist()

        def guess(deviations: float) -> int:
            far = deviations * spread
            root = (far + sqrt(far**2 + 4 * grows * float(self.enough.high))) / (2 * grows)
            return ceil(root**2)

        usual = normal.inv_cdf(float(POWER))
        try:
            chance = float(self.power(guess(usual)).middle)
            found = guess(2 * usual - normal.inv_cdf(chance)) if 0 < chance < 1 else guess(usual)
            low, high = found - found // _NEAR, found + found // _NEAR + 1
            while self.power(high).low < POWER:
                low, high = high, high + high // 4 + 1
            while low and self.power(low).low >= POWER:
                low, high = low - low // 4 - 1, low
            while high - low > max(high // _NEAR * 2, 1) + 1:
                middle = (low + high) // 2
                low, high = (low, middle) if self.power(middle).low >= POWER else (middle, high)
        except (JackpotError, TooCoarseError):  # more hands than a law can be had of
            return None
        return high


def likelihood(right: LawTails | BoundTails, wrong: OneRound, tally: Tally) -> Enclosure | None:
    """Number of times as likely just this net is under the wrong law as beside the tails of the right.

    None if that is not known, or the right law cannot have it.
    """
    of_wrong = tails(wrong, tally.hands)
    if not isinstance(right, LawTails) or not isinstance(of_wrong, LawTails):
        return None
    before, after = right.exactly(tally.net), of_wrong.exactly(tally.net)
    return Enclosure(after.low / before.high, after.high / before.low) if before.low else None


LEVELS = (Fraction(95, 100), Fraction(99, 100), Fraction(999, 1000))
"""The bands: a total is inside that is not among the half of the rest on either side."""
_LAW_BITS = 96
_MOST_EXACT = 1 << 23
"""The work up to which the law is exact: no slower than between bounds."""
_STEPS = 40


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
    mean = floor(one_round.mean * hands)
    law = total_law(one_round, hands, mean, shares, _LAW_BITS, most_exact=_MOST_EXACT)
    return LawTails(one_round, law)


def tails(
    one_round: OneRound, hands: int, seats: int = 1, between: Fraction = Fraction(0)
) -> LawTails | BoundTails:
    """The tails of the total of hands, of which up to `seats` share a round; of 1 those of its law."""
    if seats == 1:
        try:
            return law_tails(one_round, hands)
        except (JackpotError, TooCoarseError):
            pass
    return BoundTails(one_round, hands, seats, between)
