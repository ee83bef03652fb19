"""One round in whole units of money, and the law of the total of many: exact, enclosed, or bounded far out.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import accumulate, pairwise, repeat
from math import ceil, erf, exp, floor, gcd, lcm, log, sqrt
from operator import add, mul
from statistics import NormalDist
from typing import NamedTuple

from flint import acb, acb_poly, arb, ctx, fmpz
from msgspec import Struct

from combin.exact.distribution import Distribution
from combin.jackpot.enclosure import Enclosure, TooCoarseError, ball, enclosure
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import MixAnswer
from combin.session import CONFIDENCE


class OneRound(Struct, frozen=True, dict=True):
    """The net results of one round: `nets` are pairs of whole units and a count, from the worst to the best.

    All nets are multiples of a `unit`, the greatest possible. `needed` is the money that a player needs
    to begin a round: all initial stakes, the highest raise and what the house takes of each hand. Counts
    have no common divisor.
    """

    unit: Fraction
    nets: tuple[tuple[int, int], ...]
    needed: Fraction

    @classmethod
    def of(cls, distribution: Distribution, needed: Fraction) -> OneRound:
        """Return the round with a distribution of nets in money.

        >>> from combin.exact.distribution import Distribution
        >>> law = Distribution.from_counts({Fraction(-5): 6, Fraction(15, 2): 4}, 50)
        >>> OneRound.of(law, Fraction(5))
        OneRound(unit=Fraction(5, 2), nets=((-2, 3), (3, 2)), needed=Fraction(5, 1))
        """
        whole = lcm(*(net.denominator for net, _ in distribution.outcomes))
        size = gcd(*(int(net * whole) for net, _ in distribution.outcomes)) or 1
        common = gcd(*(count for _, count in distribution.outcomes))
        nets = ((int(net * whole) // size, count // common) for net, count in distribution.outcomes)
        return cls(Fraction(size, whole), tuple(nets), needed)

    @classmethod
    def of_mix(cls, answer: MixAnswer) -> OneRound:
        """Return the round of a mix of wagers."""
        rules, mix = answer.rules, answer.mix
        needed = mix.staked
        if rules.base in mix.law.wagers:
            times = len(rules.equals) + (rules.times(max(rules.multiples)) if rules.play else 0)
            needed += times * mix.stakes[rules.base]
            collection = rules.bets[rules.base].collection
            needed += 0 if collection is None else collection.of(mix.stakes[rules.base])
        return cls.of(answer.together, needed)

    @cached_property
    def total(self) -> int:
        """The number of cases."""
        return sum(count for _, count in self.nets)

    @cached_property
    def mean(self) -> Fraction:
        """The expected net, in units."""
        return Fraction(sum(net * count for net, count in self.nets), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net, in squared units."""
        return Fraction(sum(net**2 * count for net, count in self.nets), self.total) - self.mean**2

    @property
    def worst(self) -> int:
        """The least net, in units."""
        return self.nets[0][0]

    @property
    def best(self) -> int:
        """The greatest net, in units."""
        return self.nets[-1][0]

    @cached_property
    def in_steps(self) -> tuple[OneRound, int]:
        """The round by steps above its least net, and how many units a step has."""
        step = gcd(*(net - self.worst for net, _ in self.nets)) or 1
        nets = tuple(((net - self.worst) // step, count) for net, count in self.nets)
        return OneRound(self.unit * step, nets, self.needed), step

    def transform(self, t: float) -> float:
        """About E[e^(tX)] of the net X, in units."""
        return sum(count / self.total * exp(t * net) for net, count in self.nets)

    def log_transform(self, exponent: Fraction) -> arb:
        """The logarithm of E[e^(sX)] of the net X, in units, in as many digits as are at work."""
        sums = sum((ball(count) * ball(exponent * net).exp() for net, count in self.nets), ball(0))
        return (sums / self.total).log()


MOST_EXACT = 1 << 29
"""The work, as `_work` has it, up to which probabilities are exact: as long as bounds take."""
FAR = 128
"""Probabilities in bounds are known to 2^-FAR, if no more digits are asked for."""
_MOST_TRIES, _MOST_WAVES, _MOST_STEPS = 1 << 13, 1 << 16, 1 << 20  # more take seconds, and much memory
_MOST_TERMS = 64  # of a polynomial, as balls grow with each turn
_COARSE = 64  # the same where only the most likely total is sought
_LARGEST, _LOWEST = 700.0, 32.0  # exponents of e that a float still takes, and that suffice below
_USUAL = 5  # deviations from the mean within which totals usually are
_NEWTON = 12  # steps before halving
_STEP = 1 << 12  # what each step of a sum costs in addition to the product of its bits


class TotalLaw(Struct, frozen=True, dict=True):
    """The distribution of the total of many rounds, in units.

    Up to some total it is `exact` if that takes little work, else its characteristic function bounds each
    probability within some 2^-far.
    """

    one_round: OneRound
    rounds: int
    up_to: int = 0
    far: int = FAR
    most_exact: int = MOST_EXACT

    @cached_property
    def usual(self) -> tuple[float, float]:
        """Mean and deviation in steps, of what comes more often than once in 1,000 sessions."""
        steps = self._steps
        often = [(net, count) for net, count in steps.nets if 1000 * count * self.rounds > steps.total]
        mean, square = (
            sum(net**power * count for net, count in often or steps.nets) / steps.total for power in (1, 2)
        )
        return self.rounds * mean, sqrt(self.rounds * max(square - mean**2, 0)) or 1.0

    @cached_property
    def rising(self) -> Sequence[fmpz]:
        """The ways to at most 0, 1, 2, ... steps, of total^rounds, as far as they are exact.

        The power g = f^N of the polynomial of counts has f g' = N f' g, of which the term before k leads to

            k f(0) g(k) = sum of (i (N + 1) - k) f(i) g(k - i) over all steps i above 0:

        as many products by small numbers as there are different nets, where squaring multiplies large ones.
        """
        mean, deviation = self.usual
        top = min(max(self._place(self.up_to), int(mean + 4 * deviation) + 1), self._last)
        nets = [(net, count) for net, count in self._steps.nets if net <= 2 * top]
        most = self.most_exact // (len(nets) * (self.rounds * self._steps.total.bit_length() + _STEP))
        if top > most:
            return ()
        top = min(2 * top, most, self._last)
        (_, least), *others = nets
        terms = [fmpz(least) ** self.rounds]
        for term in range(1, top + 1):
            product = fmpz(0)
            for net, count in others:
                if net > term:
                    break
                product += terms[term - net] * ((net * (self.rounds + 1) - term) * count)
            terms.append(product // (term * least))
        return tuple(accumulate(terms, add))

    @property
    def exact(self) -> bool:
        """Whether probabilities are exact, of all but totals that are far above."""
        return bool(self.rising)

    @property
    def step(self) -> int:
        """The greatest common step of all totals, in units."""
        return self.one_round.in_steps[1]

    def at_most(self, units: Fraction | int) -> Enclosure:
        """The probability of a total of at most some units."""
        return self._below(self._place(units))

    def exactly(self, units: Fraction | int) -> Enclosure:
        """The probability of a total of just that many units."""
        if (units - self.one_round.worst * self.rounds) % self.step:
            return Enclosure.exactly(0)
        chance = self.at_most(units) - self._below(self._place(units) - 1)
        return Enclosure(max(chance.low, Fraction(0)), chance.high)

    def above(self, units: int) -> Enclosure:
        """The probability of a total of more than that many units."""
        return Enclosure.exactly(1) - self.at_most(units)

    def at_least(self, units: Fraction) -> Enclosure:
        """The probability of a total of at least that many units."""
        return self.above(ceil(units) - 1)

    def band(self, level: Fraction) -> tuple[int, int]:
        """The least and the greatest total inside a band."""
        low, high = _ends(level)
        return self.percentile(low), self.percentile(high)

    def percentile(self, share: Fraction) -> int:
        """The least total that at least a share of sessions stay at or below, in units.

        Raises:
            TooCoarseError: two totals cannot be distinguished.
        """
        return self._percentiles(share)

    @cached_property
    def _percentiles(self) -> Callable[[Fraction], int]:
        return cache(self._least)

    def _least(self, share: Fraction) -> int:
        """A percentile: Newton's steps by the normal density, between totals that are proven to be beyond."""
        if self.rising and share * (whole := self._steps.total**self.rounds) <= int(self.rising[-1]):
            place = bisect_left(self.rising, ceil(share * whole))
            return self.one_round.worst * self.rounds + place * self.step
        normal, usual = NormalDist(*self.usual), self._usual_places[1]
        low, high, tries, place = -1, self._last, 0, floor(normal.inv_cdf(float(share)))
        while high - low > 1:
            farthest = high - 1 if low >= usual else min(high - 1, usual)  # none is far away that need not be
            place, tries = min(max(place, low + 1), farthest), tries + 1
            chance = self._below(place)
            if chance.low < share <= chance.high:
                raise TooCoarseError
            low, high = (low, place) if chance.low >= share else (place, high)
            if tries < _NEWTON:
                away = float(share - chance.middle) / max(normal.pdf(place), 1e-3 / normal.stdev)
                place += round(away) or (1 if low == place else -1)
            elif low >= 0 and high < self._last:
                place = (low + high) // 2
            else:
                place += ceil(normal.stdev) << (tries - _NEWTON) if low == place else -high
        return self.one_round.worst * self.rounds + high * self.step

    @cached_property
    def usual_chances(self) -> tuple[int, int, list[arb]]:
        """The first of all totals that are usual and their step, in units, and all their probabilities."""
        least = self.one_round.worst * self.rounds
        if self.rising:
            with ctx.workprec(2 * self.far):
                whole = ball(self._steps.total**self.rounds)
                chances = [arb(high - low) / whole for low, high in pairwise((fmpz(0), *self.rising))]
                return least, self.step, chances
        (first, last), (_, deviation) = self._usual_places, self.usual
        waves, step = self._waves(last, _COARSE, all_places=True)
        with suppress(JackpotError):
            # One beyond may be as likely.
            while waves.period < _MOST_STEPS >> 3 and 1 - self._below(last).low > step / (8 * deviation):
                waves, step = self._waves(last + last - first, _COARSE, all_places=True)
                last += last - first
        chances = waves.chances(self.rounds, first // step, last // step)
        return least + first // step * step * self.step, step * self.step, chances

    @cached_property
    def most_likely(self) -> int | None:
        """The most likely total, in units; None where another one may be as likely for all that is proven."""
        first, step, chances = self.usual_chances
        about = [float(chance) for chance in chances]
        place = about.index(max(about))
        rest = self.at_most(first - 1).high + 1 - self.at_most(first + (len(chances) - 1) * step).low
        others = (ball(rest), *chances[:place], *chances[place + 1 :])
        return first + place * step if all(chances[place] > other for other in others) else None

    @cached_property
    def _usual_places(self) -> tuple[int, int]:
        mean, deviation = self.usual
        return max(int(mean - _USUAL * deviation), 0), int(mean + _USUAL * deviation) + 1

    @property
    def _steps(self) -> OneRound:
        return self.one_round.in_steps[0]

    @property
    def _last(self) -> int:
        """The greatest total, in steps."""
        return self._steps.best * self.rounds

    def _place(self, units: Fraction | int) -> int:
        """The steps of the greatest total that is not above some units."""
        return int((units - self.one_round.worst * self.rounds) // self.step)

    def _below(self, place: int) -> Enclosure:
        """The probability of at most that many steps."""
        if place < 0 or place >= self._last:
            return Enclosure.exactly(int(place >= 0))
        if place < len(self.rising):
            return Enclosure.exactly(Fraction(int(self.rising[place]), self._steps.total**self.rounds))
        beyond, error = place - floor(self.rounds * self._steps.mean), Fraction(1, 1 << self.far)
        size = 1 << self.rounds.bit_length()
        if beyond < -_reach(self._steps, size, self.far, -1):
            return Enclosure(Fraction(0), error)
        if beyond > _reach(self._steps, size, self.far, 1):
            return Enclosure(1 - error, Fraction(1))
        try:
            waves, step = self._waves(place, self.far)
        except JackpotError:
            if place <= (usual := self._usual_places[1]):
                raise
            return Enclosure(self._below(usual).low, Fraction(1))
        found = self._sums(waves)(place // step)
        return Enclosure(max(found.low - error, Fraction(0)), min(found.high + error, Fraction(1)))

    @cached_property
    def _sums(self) -> Callable[[_Waves], Callable[[int], Enclosure]]:
        return cache(lambda waves: waves.sums(self.rounds))

    def _waves(self, place: int, far: int, *, all_places: bool = False) -> tuple[_Waves, int]:
        """The waves for totals up to that many steps and up to usual ones, and the length of their steps."""
        digits, mean = self.rounds.bit_length(), self._steps.mean
        beyond = max(place, self._usual_places[1]) - floor(self.rounds * mean)
        needed = beyond + _reach(self._steps, 1 << digits, far * 9 // 4, -1) + 1
        near = bisect_left(self._steps.nets, (needed + ceil(mean) + 1, 0))
        steps, step = _coarser(self._steps, near)
        needed = max(needed // step + 1, 4 * far)
        size = 1 << needed.bit_length()
        waves = _waves(steps, digits, size * 3 // 4 if needed <= size * 3 // 4 else size, far)
        if waves.values and (waves.period <= _MOST_STEPS or not all_places):
            return waves, step
        raise JackpotError(f"{self.rounds} rounds: the law of their total has too many small steps")


@lru_cache(maxsize=64)
def _coarser(steps: OneRound, near: int) -> tuple[OneRound, int]:
    """A round in the greatest common step of so many of its lowest nets; others are rounded up to it."""
    step = gcd(*(net for net, _ in steps.nets[:near])) or 1
    counts = Counter[int]()
    for net, count in steps.nets:
        counts[-(-net // step)] += count
    return OneRound(steps.unit * step, tuple(sorted(counts.items())), steps.needed), step


@lru_cache(maxsize=256)
def _reach(steps: OneRound, rounds: int, far: int, sign: int) -> int:
    """How far above (1) or below (-1) their mean so many rounds come with a chance of 2^-far at most.

    For each t of that sign (Chernoff) the chance of t S >= t a is at most e^(-ta) E[e^(tX)]^rounds. Which t
    is best is found with floats, and the bound for it in balls.
    """
    greatest = _LARGEST / max(steps.best, 1) if sign > 0 else _LOWEST
    values = [sign * greatest * 2 ** (-power / 2) for power in range(1, 61)]
    grown = ((max(log(steps.transform(t)) - t * float(steps.mean), 0), t) for t in values)
    _, best = min(((far * log(2) + rounds * power) / abs(t), t) for power, t in grown)
    t = Fraction(best)
    with ctx.workprec(64 + far):
        power = steps.log_transform(t) - ball(t * steps.mean)
        end = (far * ball(2).log() + rounds * power) / ball(abs(t))
    return min(ceil(enclosure(end).high), ceil(rounds * abs((steps.best if sign > 0 else 0) - steps.mean)))


class _Waves(Struct, frozen=True, dict=True):
    """The generating function f of one round at points z_j = e^(-u + 2 pi i j / period), where it matters.

    That is where f(z_j)^N is not next to 0, for numbers N of rounds with so many binary digits.
    docs/sessions.md says why.
    """

    steps: OneRound
    digits: int
    period: int
    far: int

    @property
    def least(self) -> int:
        """The least number of rounds."""
        return 1 << (self.digits - 1)

    @cached_property
    def damping(self) -> Fraction:
        """The exponent u, by which what lies a period above loses a factor of 2^-far."""
        return Fraction(7 * self.far, 10 * self.period)

    @cached_property
    def _greatest(self) -> int:
        """The logarithm of the greatest term of a sum, times e^8."""
        reach, rounds = _reach(self.steps, 2 * self.least, self.far * 9 // 4, -1), 2 * self.least
        power = float(self.steps.log_transform(-self.damping)) + float(self.damping * self.steps.mean)
        return ceil(float(self.damping * max(self.period - reach, 0)) + rounds * max(power, 0)) + 8

    def precision(self) -> AbstractContextManager[object]:
        """The bits at work."""
        return ctx.workprec(self.far + 2 * self._greatest + 2 * self.digits + 32)

    @cached_property
    def values(self) -> list[tuple[int, acb, acb]]:
        """The numbers j from 0 to half a period, each with f(z_j) and the weight 1 / (1 - z_j)."""
        half = self.period // 2
        kept = {j for low, high in self._kept for j in range(ceil(low * half), floor(high * half) + 1)}
        with self.precision():
            at = self._all_values() if 2 * len(kept) * len(self.steps.nets) > self.period else self._value
            doubled = {j: 2 if 0 < j < half else 1 for j in sorted(kept)}  # for -j as well
            return [(j, at(j), times / (1 - self._point(j))) for j, times in doubled.items()]

    def _point(self, j: int) -> acb:
        return acb(ball(Fraction(2 * j, self.period))).exp_pi_i() * (-ball(self.damping)).exp()

    def _value(self, j: int) -> acb:
        z = self._point(j)
        return sum((z**net * count for net, count in self.steps.nets), acb(0)) / self.steps.total

    def _all_values(self) -> Callable[[int], acb]:
        """The same for all j at once, faster where they are many."""
        damped, whole = [acb(0)] * self.period, self._value(0)
        for net, share in self._tilted:
            damped[-net % self.period] += share * whole
        return acb.dft(damped).__getitem__

    def sums(self, rounds: int) -> Callable[[int], Enclosure]:
        """The probability of at most some steps, in that many rounds."""
        terms: dict[int, list[acb]] = {}
        with self.precision():
            for j, f, weight in self.values:
                part = terms.setdefault(j // _MOST_TERMS, [acb(0)] * _MOST_TERMS)
                part[j % _MOST_TERMS] = f**rounds * weight
        parts = [(part * _MOST_TERMS, acb_poly(own)) for part, own in terms.items()]

        def at_most(place: int) -> Enclosure:
            with self.precision():
                x = acb(ball(Fraction(-2 * place % (2 * self.period), self.period))).exp_pi_i()
                waves = sum((x**j * part(x) for j, part in parts), acb(0)).real
                return enclosure(waves * ball(self.damping * place).exp() / self.period)

        return at_most

    def chances(self, rounds: int, first: int, last: int) -> list[arb]:
        """The probabilities of each of some numbers of steps."""
        values = [acb(0)] * self.period
        with self.precision():
            for j, f, _ in self.values:
                values[j] = f**rounds
                values[-j] = values[j].conjugate()
        with ctx.workprec(self.far + 2 * self._greatest):
            waves = acb.dft(values)
            factor = ball(self.damping * first).exp() / self.period
            factors = accumulate(repeat(ball(self.damping).exp(), last - first), mul, initial=factor)
            error = arb(0, 2.0**-self.far)
            return [waves[at % self.period].real * factor + error for at, factor in enumerate(factors, first)]

    @cached_property
    def _kept(self) -> list[tuple[Fraction, Fraction]]:
        """The intervals of j, in parts of half a period, outside of which f(z_j)^N is next to 0; or none.

        There |f(z_j) / f(z_0)|^N is below e^-m, m the logarithm of the greatest term and the bits needed.
        """
        power = (self._greatest + Fraction(7 * self.far, 10)) / self.least
        todo, kept = [(Fraction(0), Fraction(1))], list[tuple[Fraction, Fraction]]()
        room = 2 * _MOST_WAVES / self.period
        with self.precision():
            limit, mean = (-ball(power)).exp(), sum(net * float(share) for net, share in self._tilted)
            spread = sum((net - mean) ** 2 * float(share) for net, share in self._tilted)
            for _ in range(_MOST_TRIES):
                if not todo or room < 0:
                    break
                low, high = todo.pop()
                if self._nothing(low, high, round(mean), limit):
                    continue
                if (high - low) ** 2 * spread > power / 100:
                    middle = (low + high) / 2
                    todo += [(middle, high), (low, middle)]
                else:
                    kept.append((low, high))
                    room -= float(high - low)
        return [] if todo else kept

    def _nothing(self, low: Fraction, high: Fraction, mean: int, limit: arb) -> bool:
        """Whether |f(z) / f(z_0)| is below a limit at all angles between two, in parts of pi: one ball."""
        angle = arb(float(low + high) / 2, float(high - low) / 2)
        turned = (acb(angle * (net - mean)).exp_pi_i() * share for net, share in self._tilted)
        return abs(sum(turned, acb(0))) < limit

    @cached_property
    def _tilted(self) -> list[tuple[int, arb]]:
        """The nets with their shares of f(z_0)."""
        with self.precision():
            whole = self._value(0).real * self.steps.total
            return [(net, ball(-self.damping * net).exp() * count / whole) for net, count in self.steps.nets]


_waves = lru_cache(maxsize=32)(_Waves)  # most totals are of similar numbers of rounds


_BITS = 256


class NormalLaw(Struct, frozen=True, dict=True):
    """A normal law with the mean and variance of a total; `law` is the total's own, all in units."""

    mean: Fraction
    variance: Fraction
    law: TotalLaw

    def at_most(self, units: Fraction) -> Enclosure:
        """Return its chance of at most that many units, without any correction for whole steps."""
        with ctx.workprec(_BITS):
            return enclosure((-ball(units - self.mean) / (2 * ball(self.variance)).sqrt()).erfc() / 2)

    def percentile(self, share: Fraction) -> Enclosure:
        """Return where it has a share of sessions at or below, in units."""
        with ctx.workprec(_BITS):
            far: arb = ball(2 * share - 1).erfinv()
            return enclosure(ball(self.mean) + far * (2 * ball(self.variance)).sqrt())

    @cached_property
    def farthest(self) -> tuple[int, Enclosure]:
        """The total at which it differs most from the law, in units, and by how much.

        It is compared with the law just below each total and at it. Floats find the place; the difference
        there is enclosed.
        """
        law, spread, mean = self.law, sqrt(2 * self.variance), float(self.mean)
        first, step, chances = law.usual_chances
        found, below = (0.0, first, False), float(law.at_most(first - 1).middle)
        for units, chance in zip(range(first, first + step * len(chances), step), chances, strict=True):
            at, normal = below + float(chance), (1 + erf((units - mean) / spread)) / 2
            found = max(found, (abs(normal - below), units, True), (abs(normal - at), units, False))
            below = at
        _, units, just_below = found
        off = self.at_most(Fraction(units)) - law.at_most(units - 1 if just_below else units)
        low, high = sorted((off, off * -1), key=lambda off: off.middle)
        return units, high if high.low >= 0 else low


# -- tests of a wrong setting, and tails far out ---------------------------------------------------------

POWER = Fraction(CONFIDENCE, 100)
ERROR = Fraction(1, 100)
"""The chance that any test of all takes a right setting for a wrong one, at most."""
_BITS_OF_TAILS = 128
_NEAR = 1000  # numbers of hands are found to such a part of them, twice that at most


class LogTotals(NamedTuple):
    """The totals of rows; `net` is the players' net in stakes, each hand counted by its stake.

    `won` and `net` exclude shares of a meter. `odd` rows have a net that is impossible for hands of one
    stake: there were several stakes, or wrong pays.
    """

    table: str
    wager: str
    day: str
    hands: int
    staked: Fraction
    won: Fraction
    net: Fraction
    rows: int
    odd: int
    least_stake: Fraction
    most_stake: Fraction


class SequentialTest(Struct, frozen=True, dict=True):
    """A sequential test of a wager whose net may have another distribution, both of one hand in stakes.

    After N hands with a net of T the evidence is e^(sT) over its expectation under the right setting. It
    may be read at any time: a right setting ever shows evidence of 1/a with probability a at most. s is
    the exponent whose evidence grows fastest under the wrong setting. All `tests` together err with
    probability `ERROR` at most.
    """

    right: OneRound
    wrong: OneRound
    tests: int = 1

    @cached_property
    def exponent(self) -> Fraction:
        """The exponent s, per unit of the right distribution; 0 if both means are equal.

        The distribution tilted by e^(sX) then has the mean of the wrong one.
        """
        wrong_mean = self.wrong.mean * self.wrong.unit / self.right.unit
        if wrong_mean == self.right.mean:
            return Fraction(0)
        nets = [(net, count / self.right.total) for net, count in self.right.nets]
        far = max(-self.right.worst, self.right.best)

        def mean(s: float) -> float:
            weights = [share * exp(s * net - abs(s) * far) for net, share in nets]
            return sum(net * weight for (net, _), weight in zip(nets, weights, strict=True)) / sum(weights)

        low, high = -20.0 / far, 20.0 / far
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if mean(middle) < float(wrong_mean) else (low, middle)
        return Fraction(round(high * (1 << 40)), 1 << 40)

    @cached_property
    def _per_hand(self) -> arb:
        """The logarithm of the mean of e^(sX) for one hand, if the setting is right."""
        with ctx.workprec(_BITS_OF_TAILS):
            return self.right.log_transform(self.exponent)

    def evidence(self, tally: LogTotals) -> Enclosure:
        """The logarithm of the evidence of some hands."""
        with ctx.workprec(_BITS_OF_TAILS):
            return enclosure(ball(self.exponent * tally.net / self.right.unit) - tally.hands * self._per_hand)

    @cached_property
    def enough(self) -> Enclosure:
        """The logarithm of the evidence that shows a wrong setting."""
        with ctx.workprec(_BITS_OF_TAILS):
            return enclosure(ball(self.tests / ERROR).log())

    def power(self, hands: int) -> Enclosure:
        """The chance that N hands show it if the setting is wrong; it may have shown before."""
        with ctx.workprec(_BITS_OF_TAILS):
            needed = (ball(self.enough.high) + hands * self._per_hand) / ball(self.exponent)
            net = enclosure(needed) * (self.right.unit / self.wrong.unit)
        law = tail_law(self.wrong, hands)
        return law.at_least(net.high) if self.exponent > 0 else law.at_most(net.low)

    def likelihood_ratio(self, right: TotalLaw | BoundTails, tally: LogTotals) -> Enclosure | None:
        """The likelihood ratio of this net, wrong setting to right; None if unknown or impossible."""
        wrong = tails(self.wrong, tally.hands)
        if not isinstance(right, TotalLaw) or not isinstance(wrong, TotalLaw):
            return None
        before, after = (
            law.exactly(tally.net / one.unit) for law, one in ((right, self.right), (wrong, self.wrong))
        )
        return Enclosure(after.low / before.high, after.high / before.low) if before.low else None

    @cached_property
    def hands_needed(self) -> int | None:
        """About the least number of hands to show a wrong setting with probability `POWER`; None if unknown.

        The normal approximation starts the search.
        """
        if not self.exponent:
            return None
        unit = float(self.wrong.unit / self.right.unit * self.exponent)
        grows = float(self.wrong.mean) * unit - float(self._per_hand)
        if grows <= 0:  # so little that floats do not show it
            return None
        spread, normal = abs(unit) * sqrt(self.wrong.variance), NormalDist()

        def guess(deviations: float) -> int:
            far = deviations * spread
            return ceil(((far + sqrt(far**2 + 4 * grows * float(self.enough.high))) / (2 * grows)) ** 2)

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


LEVELS = (Fraction(CONFIDENCE, 100), Fraction(99, 100), Fraction(999, 1000))
"""The confidence levels of bands, with half of the rest on either side."""
_MOST_EXACT = 1 << 25  # the work up to which the law is exact: no slower than between bounds
_STEPS = 40


class BoundTails(Struct, frozen=True, dict=True):
    """Bounds of tails for hands of which up to `seats` share a round, from variance and greatest results.

    Bennett's inequality: a sum of independent rounds, none more than b above its mean, with a total
    variance of V at most, exceeds its mean by x with probability at most exp(-V / b^2 h(b x / V)), h(u) =
    (1 + u) log(1 + u) - u. `between` is the covariance of two hands of a round; all in units.
    """

    one_round: OneRound
    hands: int
    seats: int
    between: Fraction

    @cached_property
    def mean(self) -> Fraction:
        """The expected total."""
        return self.one_round.mean * self.hands

    @cached_property
    def variance(self) -> Fraction:
        """The most that the variance of the total can be."""
        return self.hands * (self.one_round.variance + (self.seats - 1) * max(self.between, Fraction(0)))

    def at_most(self, units: Fraction) -> Enclosure:
        """The limits of the chance of at most a total."""
        return Enclosure(Fraction(0), self._bound(self.mean - units, self.one_round.worst))

    def at_least(self, units: Fraction) -> Enclosure:
        """The limits of the chance of at least a total."""
        return Enclosure(Fraction(0), self._bound(units - self.mean, self.one_round.best))

    def band(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """Totals outside of which all are outside the band; some that are inside may be as well."""
        share, worst, best = _ends(level)[0], Fraction(self.one_round.worst), Fraction(self.one_round.best)
        low, high = self.mean - self._farthest(share, worst), self.mean + self._farthest(share, best)
        return max(low, worst * self.hands), min(high, best * self.hands)

    def _bound(self, far: Fraction, extreme: Fraction | int) -> Fraction:
        """The most that the chance can be to come so far from the mean, towards the extreme of a hand."""
        most = self.seats * abs(extreme - self.one_round.mean)
        if far <= 0:
            return Fraction(1)
        with ctx.workprec(_BITS_OF_TAILS):
            u = ball(most * far / self.variance)
            power = ball(self.variance / most**2) * ((1 + u) * (1 + u).log() - u)
            return min(enclosure((-power).exp()).high, Fraction(1))

    def _farthest(self, share: Fraction, extreme: Fraction) -> Fraction:
        """A distance from the mean beyond which the chance is at most a share."""
        low, high = Fraction(0), 1 / self.one_round.unit
        while self._bound(high, extreme) > share:
            low, high = high, 2 * high
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._bound(middle, extreme) > share else (low, middle)
        return high


def _ends(level: Fraction) -> tuple[Fraction, Fraction]:
    return (1 - level) / 2, (1 + level) / 2


def tail_law(one_round: OneRound, hands: int) -> TotalLaw:
    """The law of the total of that many independent hands: exact, or between bounds that hardly differ."""
    return TotalLaw(one_round, hands, floor(one_round.mean * hands), most_exact=_MOST_EXACT)


def tails(
    one_round: OneRound, hands: int, seats: int = 1, between: Fraction = Fraction(0)
) -> TotalLaw | BoundTails:
    """The tails of the total of hands, of which up to `seats` share a round; of 1 those of its law."""
    if seats == 1:
        with suppress(JackpotError, TooCoarseError):
            law = tail_law(one_round, hands)
            if all(law.band(level) for level in LEVELS):  # no end is too near to a total
                return law
    return BoundTails(one_round, hands, seats, between)
