"""One round in whole units of money, and the law of the total of many: exact, enclosed, or bounded far out.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, chain, islice, pairwise, product, repeat
from math import ceil, erf, exp, floor, gcd, lcm, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from combin.exact.distribution import Distribution
from combin.jackpot.enclosure import Enclosure, TooCoarseError, ball, enclosure
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import MixAnswer
from combin.session import CONFIDENCE

if TYPE_CHECKING:
    from flint import arb, fmpz_poly


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

    def transform(self, t: float) -> float:
        """About E[e^(tX)] of the net X, in units."""
        return sum(count / self.total * exp(t * net) for net, count in self.nets)

    def log_transform(self, exponent: Fraction) -> arb:
        """The logarithm of E[e^(sX)] of the net X, in units, in as many digits as are at work."""
        s = ball(exponent)
        mean = sum((ball(count) * (s * net).exp() for net, count in self.nets), ball(0))
        return (mean / self.total).log()


MOST_EXACT = 1 << 34
"""The work, as `_work` has it, up to which coefficients are usually exact: half a second."""
MOST_TERMS = 1 << 20
"""The longest polynomial that is reckoned with: seconds, and some hundred megabytes."""
_TRIES = 4


class TotalLaw(Struct, frozen=True, dict=True):
    """The distribution of the total of many rounds, in units, up to some total.

    `rising` are lower bounds of the probabilities of at most `first`, `first` + `step`, ..., as multiples
    of 1/`whole`, each too low by `missing` at most.
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

    def at_most(self, units: Fraction | int) -> Enclosure:
        """The probability of a total of at most some units, or its bounds above the totals kept."""
        if units >= self.last:
            return Enclosure.exactly(1)
        place = (units - self.first) // self.step
        if place < 0:
            return self._between(0, self.missing)
        if place >= len(self.rising):
            return self._between(self.rising[-1], self.whole)
        return self._between(self.rising[place], self.rising[place] + self.missing)

    def exactly(self, units: Fraction | int) -> Enclosure:
        """Return the chance of a total of just that many units, up to the greatest total told."""
        place, odd = divmod(units - self.first, self.step)
        if odd or units > self.last:
            return Enclosure.exactly(0)
        if not 0 <= place < len(self.rising):
            return self._between(0, self.missing if place < 0 else self.whole - self.rising[-1])
        chance = self.rising[place] - (self.rising[place - 1] if place else 0)
        return self._between(chance, chance + self.missing)

    def above(self, units: int) -> Enclosure:
        """Return the chance of a total of more than that many units."""
        return Enclosure.exactly(1) - self.at_most(units)

    def at_least(self, units: Fraction) -> Enclosure:
        """Return the chance of a total of at least that many units."""
        return self.above(ceil(units) - 1)

    def percentile(self, share: Fraction) -> int:
        """Return the least total that at least a share of sessions stay at or below, in units.

        Raises:
            TooCoarseError: it lies above the totals told, or two totals cannot be distinguished.
        """
        limit = ceil(share * self.whole)
        place = bisect_left(self.rising, limit)
        unsure = place and not self.exact and self.rising[place - 1] + self.missing >= limit
        if place == len(self.rising) or unsure:
            raise TooCoarseError
        return self.first + place * self.step

    def band(self, level: Fraction) -> tuple[int, int]:
        """Return the least and the greatest total inside a band."""
        low, high = (self.percentile(share) for share in _ends(level))
        return low, high

    @cached_property
    def most_likely(self) -> int | None:
        """The most likely total, in units; None where another one may be as likely for all that is proven."""
        chances = [high - low for low, high in pairwise((0, *self.rising))]
        place = max(range(len(chances)), key=chances.__getitem__)
        others = [*chances[:place], *chances[place + 1 :]]
        second = max([*others, 0 if self.top >= self.last else self.whole - self.rising[-1]])
        return self.first + place * self.step if chances[place] > second + self.missing else None

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
    """Return the law of the total of that many rounds, which are independent of one another.

    It tells all totals `up_to` some units at least, and percentiles at some `shares`. Coefficients are exact
    up to some work (`_work`), else have that many `bits`; up to eight times as many are tried where a
    percentile is not certain.
    """
    return total_laws(one_round, (rounds,), up_to, shares, bits, most_exact=most_exact)[0]


def total_laws(
    one_round: OneRound,
    rounds: Sequence[int],
    up_to: int,
    shares: Sequence[Fraction] = (),
    bits: int = 168,
    *,
    most_exact: int = MOST_EXACT,
) -> tuple[TotalLaw, ...]:
    """The distributions of the totals of several numbers of rounds, ascending."""
    steps, step = _steps(one_round)
    span, tops = steps.best, dict[int, int]()
    for number in rounds:
        least = min(max(-(-(up_to - one_round.worst * number) // step), 0), span * number)
        tops[number] = min(max(least, _usual_top(steps, number)), span * number)
    tries = 0
    while tries < _TRIES:
        power = _Power(one_round, tops, bits << tries)
        exact = _work(steps, tops) <= most_exact
        laws = tuple(_exact_laws(one_round, tops) if exact else power.laws())
        short = [
            law.rounds
            for law in laws
            if tops[law.rounds] < span * law.rounds
            and not all(law.rising[-1] >= share * law.whole for share in shares)
        ]
        for number in short:
            tops[number] = min(2 * tops[number] - (0 if exact else power.lower(number)), span * number)
        if not short:
            with suppress(TooCoarseError):
                for law, share in product(laws, shares):
                    law.percentile(share)
                return laws
            tries += 1
    raise TooCoarseError


def _steps(one_round: OneRound) -> tuple[OneRound, int]:
    """The round by steps above its least net, and how many units a step has."""
    step = gcd(*(net - one_round.worst for net, _ in one_round.nets)) or 1
    nets = tuple(((net - one_round.worst) // step, count) for net, count in one_round.nets)
    return OneRound(one_round.unit * step, nets, one_round.needed), step


def _usual_top(steps: OneRound, rounds: int) -> int:
    """Return about four deviations above the mean, of what comes more often than once in 1,000 sessions."""
    often = [(net, count) for net, count in steps.nets if 1000 * count * rounds > steps.total] or steps.nets
    mean, square = (sum(net**power * count for net, count in often) / steps.total for power in (1, 2))
    return int(rounds * mean + 4 * sqrt(rounds * max(square - mean**2, 0))) + 1


_STEP = 1 << 12  # what each step of a sum costs beside the product of its bits


def _work(steps: OneRound, tops: dict[int, int]) -> int:
    """Return how much work exact powers take: a product of each term with each count, by the bits of it."""
    return sum(
        top * sum(net <= top for net, _ in steps.nets) * (rounds * steps.total.bit_length() + _STEP)
        for rounds, top in tops.items()
    )


def _exact_laws(one_round: OneRound, tops: dict[int, int]) -> Iterator[TotalLaw]:
    """Yield the law of that many rounds for each number of them, exact up to the term that it is told to.

    The power g = f^N of the polynomial of counts has f g' = N f' g, of which the term before k leads to

        k f(0) g(k) = sum of (i (N + 1) - k) f(i) g(k - i) over all steps i above 0:

    as many products by small numbers as there are different nets, where squaring multiplies large ones.
    """
    from flint import fmpz

    in_steps, step = _steps(one_round)
    for rounds, top in tops.items():
        least, *others = ((steps, count) for steps, count in in_steps.nets if steps <= top)
        terms = [fmpz(least[1]) ** rounds]
        for term in range(1, top + 1):
            product = fmpz(0)
            for steps, count in others:
                if steps > term:
                    break
                product += terms[term - steps] * ((steps * (rounds + 1) - term) * count)
            terms.append(product // (term * least[1]))
        rising = tuple(accumulate(map(int, terms)))
        first, last = (net * rounds for net in (one_round.worst, one_round.best))
        yield TotalLaw(rounds, first, step, rising, one_round.total**rounds, 0, last)


_LARGEST = 700.0  # an exponent of e that a float still takes


class _Window(NamedTuple):
    """Terms of the power of that many rounds from `start` on, and what their coefficients miss at most."""

    power: fmpz_poly
    start: int
    rounds: int
    missing: int


class _Power:
    """Powers of a polynomial of counts, of which only a window of terms is kept, between bounds.

    `tops` has the highest term of each power that is wanted. Terms above it never come back, as no step is
    negative. Coefficients are rounded down to multiples of 2^-bits, and terms are left out that lie so low
    or so high that a total comes there with a chance of 2^-tail at most, or that the other rounds would have
    to come so low.
    """

    def __init__(self, one_round: OneRound, tops: dict[int, int], bits: int) -> None:
        self.one_round, self.tops, self.bits = one_round, tops, bits
        self.steps, self.step = _steps(one_round)
        self.tail = bits - bits // 3
        self._far, self._log = cache(self._farthest), cache(self.steps.log_transform)
        self._transforms = cache(self._chosen_from)

    def laws(self) -> Iterator[TotalLaw]:
        """Yield the law of each power."""
        once = reached = self._once()
        for rounds, top in self.tops.items():
            reached = self._raised(once if rounds % reached.rounds else reached, rounds)
            chances = map(int, reached.power.coeffs())  # those above the last are 0
            rising = tuple(accumulate(islice(chain(chances, repeat(0)), top - reached.start + 1)))
            first, last = self.one_round.worst * rounds, self.one_round.best * rounds
            first += reached.start * self.step
            yield TotalLaw(rounds, first, self.step, rising, 1 << self.bits, reached.missing, last)

    def _once(self) -> _Window:
        from flint import fmpz_poly

        # Windows of a factor and what its copies may lose are those of that many rounds.
        # A sum of bounds is one, by counting each copy: docs/sessions.md.
        high = min(self.steps.best, self._upper(1))
        self._check(high)
        shares = [0] * (high + 1)
        for steps, count in self.steps.nets:
            if steps <= high:
                shares[steps] = (count << self.bits) // self.steps.total
        return _Window(fmpz_poly(shares), 0, 1, self._lost(high + 1))

    def _raised(self, base: _Window, rounds: int) -> _Window:
        """Return the power of that many rounds, by squaring from the highest binary digit on."""
        power = base
        for bit in f"{rounds // base.rounds:b}"[1:]:
            for factor in (power, *([base] if bit == "1" else [])):
                power = self._times(power, factor)
        return power

    def _times(self, power: _Window, factor: _Window) -> _Window:
        start, rounds = power.start + factor.start, power.rounds + factor.rounds
        low, high = max(self.lower(rounds), start), self._upper(rounds)
        self._check(high - low)
        product = power.power.mul_low(factor.power, max(high - start + 1, 1)).right_shift(low - start)
        rounded = product // (1 << self.bits)
        return _Window(rounded, low, rounds, power.missing + factor.missing + self._lost(rounded.length()))

    def _check(self, terms: int) -> None:
        """Refuse a window of that many terms where that is too many."""
        if terms >= MOST_TERMS:
            raise JackpotError(
                f"{max(self.tops)} rounds: the law of their total has more than {MOST_TERMS:,} terms"
            )

    def _upper(self, rounds: int) -> int:
        """Return the term above which these rounds, or else the rest, would have to come extremely far."""
        highest = max(top - self.lower(all_ - rounds) for all_, top in self.tops.items() if all_ >= rounds)
        return min(highest, self._far(rounds, 1))

    def lower(self, rounds: int) -> int:
        """Return the term below which that many rounds come with a chance of 2^-tail at most."""
        return max(self._far(rounds, -1), 0) if rounds else 0

    def _farthest(self, rounds: int, sign: int) -> int:
        """Return the last term, up (1) or down (-1), that is not left out, by Chernoff.

        For each t of that sign the chance of t S >= t a is at most e^(-ta) E[e^(tX)]^rounds. Which t is best
        is found with floats, and the bound for it in balls.
        """
        from flint import ctx

        far = self.tail * log(2)
        best = min(self._transforms(sign), key=lambda known: (far + rounds * known[1]) / abs(known[0]))[0]
        with ctx.workprec(64 + self.tail):
            end = (self.tail * ball(2).log() + rounds * self._log(Fraction(best))) / ball(Fraction(best))
        bound = enclosure(end)
        return ceil(bound.high) - 1 if sign > 0 else floor(bound.low) + 1

    def _chosen_from(self, sign: int) -> list[tuple[float, float]]:
        """Return values of t to choose from, each with the logarithm of E[e^(tX)] for steps X."""
        greatest = _LARGEST / self.steps.best if sign > 0 else 32.0
        values = (sign * greatest * 2 ** (-power / 2) for power in range(1, 51))
        return [(t, log(self.steps.transform(t))) for t in values]

    def _lost(self, terms: int) -> int:
        """Return what one product loses at most by rounding and by both ends of its window."""
        return terms + 2 * (1 << (self.bits - self.tail))


_BITS = 256


class NormalLaw(Struct, frozen=True, dict=True):
    """A normal law with the mean and variance of a total; `law` is the total's own, all in units."""

    mean: Fraction
    variance: Fraction
    law: TotalLaw

    def at_most(self, units: Fraction) -> Enclosure:
        """Return its chance of at most that many units, without any correction for whole steps."""
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
            (self.at_most(Fraction(units)) - true, true - self.at_most(Fraction(units))),
            key=lambda off: off.middle,
        )
        return units, high if high.low >= 0 else low


# -- tests of a wrong setting, and tails far out ---------------------------------------------------------

POWER = Fraction(CONFIDENCE, 100)
ERROR = Fraction(1, 100)
"""The chance that any test of all takes a right setting for a wrong one, at most."""
_BITS_OF_TAILS = 128
_NEAR = 1000  # numbers of hands are told to such a part of them, twice that at most


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

        with ctx.workprec(_BITS_OF_TAILS):
            return self.right.log_transform(self.exponent)

    def evidence(self, tally: LogTotals) -> Enclosure:
        """The logarithm of the evidence of some hands."""
        from flint import ctx

        with ctx.workprec(_BITS_OF_TAILS):
            return enclosure(ball(self.exponent * tally.net / self.right.unit) - tally.hands * self._per_hand)

    @cached_property
    def enough(self) -> Enclosure:
        """The logarithm of the evidence that shows a wrong setting."""
        from flint import ctx

        with ctx.workprec(_BITS_OF_TAILS):
            return enclosure(ball(self.tests / ERROR).log())

    def power(self, hands: int) -> Enclosure:
        """The chance that N hands show it if the setting is wrong; it may have shown before."""
        from flint import ctx

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
        """The number of hands that show a wrong setting with probability `POWER`; None if unknown.

        Approximately the least such number. The normal approximation starts the search.
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


LEVELS = (Fraction(CONFIDENCE, 100), Fraction(99, 100), Fraction(999, 1000))
"""The confidence levels of bands, with half of the rest on either side."""
_LAW_BITS = 96
_MOST_EXACT = 1 << 23  # the work up to which the law is exact: no slower than between bounds
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
        from flint import ctx

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
    shares = [share for level in LEVELS for share in _ends(level)]
    mean = floor(one_round.mean * hands)
    return total_law(one_round, hands, mean, shares, _LAW_BITS, most_exact=_MOST_EXACT)


def tails(
    one_round: OneRound, hands: int, seats: int = 1, between: Fraction = Fraction(0)
) -> TotalLaw | BoundTails:
    """The tails of the total of hands, of which up to `seats` share a round; of 1 those of its law."""
    if seats == 1:
        with suppress(JackpotError, TooCoarseError):
            return tail_law(one_round, hands)
    return BoundTails(one_round, hands, seats, between)
