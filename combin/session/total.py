"""One round in whole units of money, and the law of the total of many: exact or enclosed.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, islice, repeat
from math import ceil, erf, exp, gcd, lcm, log, sqrt
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, TooCoarseError, enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.series import ball

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import arb, fmpz_poly

    from combin.exact.distribution import Distribution
    from combin.jackpot.mixes import MixAnswer


@dataclass(frozen=True)
class OneRound:
    """The net results of one round: `nets` are pairs of whole units and a count, from the worst to the best.

    A `unit` is the greatest amount that all nets are multiples of. `needed` is the money that a player must
    have to begin a round, so that no decision is forced on him: all initial stakes, the highest raise and
    what the house takes of each hand. Counts have no common divisor.
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


MOST_EXACT = 1 << 26
"""Bits of all coefficients together up to which they are usually exact: some tenths of a second."""
MOST_TERMS = 1 << 20
"""The longest polynomial that is reckoned with: seconds, and some hundred megabytes."""


@dataclass(frozen=True)
class TotalLaw:
    """The total of so many rounds, in units, up to some total.

    `rising` are the chances of at most `first`, `first` + `step`, ..., as multiples of 1/`whole`: each is at
    least what stands here, and above it by `missing` at most.
    """

    rounds: int
    first: int
    step: int
    rising: tuple[int, ...]
    whole: int
    missing: int
    last: int
    """The greatest total that can come, which may lie far above those told."""

    @property
    def exact(self) -> bool:
        """Whether chances are exact."""
        return not self.missing

    @property
    def top(self) -> int:
        """The greatest total told."""
        return self.first + (len(self.rising) - 1) * self.step

    def at_most(self, units: int) -> Enclosure:
        """Return the chance of a total of at most so many units.

        Above the totals told it is known not to be below that of the greatest of them.
        """
        if units >= self.last:
            return Enclosure.exactly(1)
        place = (units - self.first) // self.step
        if place < 0:
            return self._between(0, self.missing)
        if place >= len(self.rising):
            return self._between(self.rising[-1], self.whole)
        return self._between(self.rising[place], self.rising[place] + self.missing)

    def exactly(self, units: int) -> Enclosure:
        """Return the chance of a total of just so many units, up to the greatest total told."""
        place, odd = divmod(units - self.first, self.step)
        if odd or units > self.last:
            return Enclosure.exactly(0)
        if not 0 <= place < len(self.rising):
            return self._between(0, self.missing if place < 0 else self.whole - self.rising[-1])
        chance = self.rising[place] - (self.rising[place - 1] if place else 0)
        return self._between(chance, chance + self.missing)

    def above(self, units: int) -> Enclosure:
        """Return the chance of a total of more than so many units."""
        return Enclosure.exactly(1) - self.at_most(units)

    def percentile(self, share: Fraction) -> int:
        """Return the least total that at least a share of sessions stay at or below, in units.

        Raises:
            TooCoarseError: it lies above the totals told, or two totals cannot be told apart.
        """
        limit = ceil(share * self.whole)
        place = bisect_left(self.rising, limit)
        unsure = place and not self.exact and self.rising[place - 1] + self.missing >= limit
        if place == len(self.rising) or unsure:
            raise TooCoarseError
        return self.first + place * self.step

    @cached_property
    def chances(self) -> tuple[int, ...]:
        """The chances of each total told, in the same parts, each at least what stands here."""
        return tuple(high - low for low, high in zip((0, *self.rising[:-1]), self.rising, strict=True))

    @cached_property
    def most_likely(self) -> int | None:
        """The most likely total, in units; None where another one may be as likely for all that is proven."""
        place = max(range(len(self.chances)), key=self.chances.__getitem__)
        others = [chance for at, chance in enumerate(self.chances) if at != place]
        second = max([*others, 0 if self.top >= self.last else self.whole - self.rising[-1]])
        return self.first + place * self.step if self.chances[place] >= second + self.missing else None

    def _between(self, low: int, high: int) -> Enclosure:
        return Enclosure(Fraction(low, self.whole), Fraction(min(high, self.whole), self.whole))


def total_law(
    one_round: OneRound,
    rounds: int,
    up_to: int,
    shares: Sequence[Fraction] = (),
    bits: int = 168,
    *,
    most_exact: int = MOST_EXACT,
) -> TotalLaw:
    """Return the law of the total of so many rounds, which are independent of one another.

    Args:
        one_round: the round.
        rounds: how many of them.
        up_to: a total in units that the law must tell at least.
        shares: percentiles that it must tell too, between 0 and 1.
        bits: binary digits of a coefficient where they are not exact.
        most_exact: bits of all coefficients together up to which they are kept exactly.

    Raises:
        JackpotError: the law has too many terms.
        TooCoarseError: percentiles cannot be told apart with so many bits.
    """
    counts, step = _steps(one_round)
    lowest, last = one_round.worst * rounds, one_round.best * rounds
    highest = (last - lowest) // step
    least = min(max(-(-(up_to - lowest) // step), 0), highest)
    usual = _usual_top(counts, one_round.total, rounds)
    top = min(max(least, usual), highest)
    while True:
        exact = top * rounds * one_round.total.bit_length() <= most_exact
        power = _Power(counts, one_round.total, rounds, top, None if exact else bits)
        law = power.law(lowest, step, last)
        if top == highest or all(law.rising[-1] >= share * law.whole for share in shares):
            break
        top = min(top + (top - power.lower(rounds)), highest)
    for share in shares:
        law.percentile(share)
    return law


def _steps(one_round: OneRound) -> tuple[dict[int, int], int]:
    """Return the counts by steps above the least net, and how many units a step has."""
    step = gcd(*(net - one_round.worst for net, _ in one_round.nets)) or 1
    return {(net - one_round.worst) // step: count for net, count in one_round.nets}, step


def _usual_top(counts: dict[int, int], total: int, rounds: int) -> int:
    """Return about four deviations above the mean, of what comes more often than once in 1,000 sessions."""
    often = {steps: count for steps, count in counts.items() if 1000 * count * rounds > total}
    often = often or counts
    mean = sum(steps * count for steps, count in often.items()) / total
    square = sum(steps**2 * count for steps, count in often.items()) / total
    return int(rounds * mean + 4 * sqrt(rounds * max(square - mean**2, 0))) + 1


class _Power:
    """The power of a polynomial of counts, of which only a window of terms is kept.

    Terms above the top never come back, as no step is negative. Where `bits` are given, coefficients are
    rounded down to multiples of 2^-bits, and terms are left out that lie so low that a total comes there with
    a chance of 2^-tail at most, or so high that the other rounds would have to.
    """

    def __init__(self, counts: dict[int, int], total: int, rounds: int, top: int, bits: int | None) -> None:
        self.counts, self.total, self.rounds, self.top, self.bits = counts, total, rounds, top, bits
        self.tail = 0 if bits is None else bits - bits // 3
        self._lower: dict[int, int] = {}

    def law(self, lowest: int, step: int, last: int) -> TotalLaw:
        """Return the law; totals are `lowest` plus whole steps."""
        from flint import fmpz_poly

        # Squaring from the highest binary digit on; windows of a factor and what its copies may lose are
        # those of so many rounds. A sum of bounds is one, by counting each copy: docs/sessions.md.
        high = min(max(self.counts), self._upper(1))
        self._check(high)
        scale = self.total if self.bits is None else 1 << self.bits
        shares = [0] * (high + 1)
        for steps, count in self.counts.items():
            if steps <= high:
                shares[steps] = count * scale // self.total
        base = fmpz_poly(shares)
        power, start, done, missing = base, 0, 1, self._lost(high + 1)
        once = missing
        for bit in f"{self.rounds:b}"[1:]:
            factors = [(power, start, done, missing)] + ([(base, 0, 1, once)] if bit == "1" else [])
            for factor, its_start, its_rounds, short in factors:
                done += its_rounds
                power, start = self._times(power, factor, start + its_start, done)
                missing += short + self._lost(power.length())
        whole = self.total**self.rounds if self.bits is None else 1 << self.bits
        chances = map(int, power.coeffs())  # those above the last are 0
        rising = tuple(accumulate(islice(chain(chances, repeat(0)), self.top - start + 1)))
        return TotalLaw(self.rounds, lowest + start * step, step, rising, whole, missing, last)

    def _times(self, power: fmpz_poly, factor: fmpz_poly, start: int, rounds: int) -> tuple[fmpz_poly, int]:
        """Return the window of a product, and where it starts."""
        low, high = max(self.lower(rounds), start), self._upper(rounds)
        self._check(high - low)
        product = power.mul_low(factor, max(high - start + 1, 1)).right_shift(low - start)
        return product if self.bits is None else product // (1 << self.bits), low

    def _check(self, terms: int) -> None:
        """Refuse a window of so many terms where that is too many."""
        if terms >= MOST_TERMS:
            raise JackpotError(
                f"{self.rounds} rounds: the law of their total has more than {MOST_TERMS:,} terms"
            )

    def _upper(self, rounds: int) -> int:
        """Return the term above which the other rounds would have to come extremely low."""
        return self.top - (self.lower(self.rounds - rounds) if rounds < self.rounds else 0)

    def lower(self, rounds: int) -> int:
        """Return the term below which so many rounds come with a chance of 2^-tail at most, by Chernoff.

        For each t > 0 the chance of at most a is at most e^(ta) E[e^(-tX)]^rounds. Which t is best is found
        with floats, and the bound for it in balls.
        """
        from flint import ctx

        if self.bits is None:
            return 0
        if rounds not in self._lower:
            far = self.tail * log(2)
            best, _ = max(self._transforms, key=lambda known: (-far - rounds * known[1]) / known[0])
            with ctx.workprec(64 + self.tail):
                t = ball(Fraction(best))
                mean = sum(
                    (ball(count) * (-t * steps).exp() for steps, count in self.counts.items()), ball(0)
                )
                end = (-ball(self.tail) * ball(2).log() - rounds * (mean / self.total).log()) / t
            self._lower[rounds] = max(enclosure(end).low.__floor__() + 1, 0)
        return self._lower[rounds]

    @cached_property
    def _transforms(self) -> list[tuple[float, float]]:
        """Values of t to choose from, each with the logarithm of E[e^(-tX)] for steps X."""
        shares = [(steps, count / self.total) for steps, count in self.counts.items()]
        values = [2 ** (power / 4) for power in range(-80, 20)]
        return [(t, log(sum(share * exp(-t * steps) for steps, share in shares))) for t in values]

    def _lost(self, terms: int) -> int:
        """Return what one product loses at most by rounding and by both ends of its window."""
        return 0 if self.bits is None else terms + 2 * (1 << (self.bits - self.tail))


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
