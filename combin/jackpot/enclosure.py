"""Two exact numbers between which a value is proven to lie, certain decimals, and a meter's law in balls."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import comb, isqrt, log, prod
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from combin.formatting import decimal, percent, scaled_up
from combin.jackpot.meter import JackpotError, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from flint import arb

DIGITS = 10
"""Digits behind the point that are made certain where nobody asks for more or fewer."""
MOST_BITS = 1 << 15
"""Where the search for certain decimals gives up: what is open then sits on a rounding limit."""

LEAST = Fraction(1, 1 << MOST_BITS)
"""What is nearer to 0 is only known to lie between 0 and this."""


class TooCoarseError(ArithmeticError):
    """The precision in force does not suffice; to be computed again with more bits."""


class Enclosure(Struct, frozen=True):
    """A value of which only `low` <= value <= `high` is known, for certain.

    >>> third = Enclosure(Fraction(33333, 100000), Fraction(33334, 100000))
    >>> third.decimal(3), third.is_certain(3), third.is_certain(5)
    ('0.333', True, False)
    """

    low: Fraction
    high: Fraction

    @classmethod
    def exactly(cls, value: Fraction | int) -> Enclosure:
        """Return the enclosure of a value that is known."""
        return cls(Fraction(value), Fraction(value))

    @property
    def width(self) -> Fraction:
        """How far apart the limits are."""
        return self.high - self.low

    @property
    def middle(self) -> Fraction:
        """A number that differs from the value by at most half the width."""
        return (self.low + self.high) / 2

    def contains(self, value: Fraction) -> bool:
        """Return whether the value may be this one."""
        return self.low <= value <= self.high

    def meets(self, other: Enclosure) -> bool:
        """Return whether both may enclose the same value."""
        return self.low <= other.high and other.low <= self.high

    def __add__(self, other: Enclosure | Fraction | int) -> Enclosure:
        other = other if isinstance(other, Enclosure) else Enclosure.exactly(other)
        return Enclosure(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Enclosure | Fraction | int) -> Enclosure:
        return self + other * -1

    def __mul__(self, factor: Fraction | int) -> Enclosure:
        ends = (self.low * factor, self.high * factor)
        return Enclosure(min(ends), max(ends))

    def is_certain(self, digits: int, *, fewer_too: bool = True) -> bool:
        """Return whether the value has one decimal of that many digits, and one of each smaller number."""
        numbers = range(digits + 1) if fewer_too else (digits,)
        return all(scaled_up(self.low, some) == scaled_up(self.high, some) for some in numbers)

    def decimal(self, digits: int) -> str:
        """Return the value with that many digits behind the point, halves away from zero.

        With fewer where the limits do not agree in so many, or both: "23515 to 23520".
        """
        return self._agreed(decimal, digits)

    def percent(self, digits: int) -> str:
        """Return the value as a percentage likewise."""
        return self._agreed(percent, digits)

    def _agreed(self, written: Callable[[Fraction, int], str], digits: int) -> str:
        for places in range(digits, -1, -1):
            low, high = written(self.low, places), written(self.high, places)
            if low == high:
                return low
        return f"{low} to {high}"

    def nearest(self, digits: int) -> str:
        """Return one decimal in any case: that which is certain, or else that of the middle."""
        return decimal(self.middle, 0) if self._agreed(decimal, 0).count(" ") else self.decimal(digits)

    def to_dict(self, digits: int) -> dict[str, str]:
        """Return the value as JSON has it: its decimal, and limits rounded outwards, ten digits further."""
        finer = 10 ** (digits + 10)
        low, high = Fraction(self.low * finer // 1, finer), Fraction(-(-self.high * finer // 1), finer)
        return {
            "decimal": self.nearest(digits),
            "at_least": decimal(low, digits + 10),
            "at_most": decimal(high, digits + 10),
        }


def ball(value: Fraction | int) -> arb:
    """Return a ball that contains an exact value, at the precision in force."""
    from flint import arb, fmpq

    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


def enclosure(value: arb) -> Enclosure:
    """Return the limits of a ball of Arb as exact numbers; TooCoarseError if it is not finite."""
    if not value.is_finite():
        raise TooCoarseError
    return Enclosure(_dyadic(value.lower(), -1), _dyadic(value.upper(), 1))


def _dyadic(limit: arb, outwards: int) -> Fraction:
    """Return a limit as an exact number; one nearer to 0 than `LEAST` is rounded outwards."""
    mantissa, exponent = map(int, limit.man_exp())
    if exponent + mantissa.bit_length() >= -MOST_BITS:
        return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
    return outwards * LEAST if mantissa * outwards > 0 else Fraction(0)


def certain(
    compute: Callable[[int], Enclosure],
    digits: int,
    name: str,
    *,
    patience: int = 3,
    most_bits: int = MOST_BITS,
    refines: bool = True,
) -> Enclosure:
    """Return an enclosure narrow enough for that many decimals, computed ever more precisely until it is.

    Args:
        compute: makes the enclosure at a precision in bits; it may raise TooCoarseError.
        digits: digits behind the point that must be certain, and every smaller number of them for so many
            tries (`patience`): the value may lie near to a rounding limit of fewer digits.
        name: what is computed, for the message.
        patience: the number of those tries.
        most_bits: the precision at which to give up.
        refines: whether more bits make it narrower; if not, it is taken as it is.

    Raises:
        JackpotError: the digits do not get certain: the value lies on a rounding limit or too near to one.
    """
    bits, tries = 128 + 4 * digits, 0
    while bits <= most_bits:
        try:
            found = compute(bits)
        except TooCoarseError:
            found = None
        if found is not None and (not refines or found.is_certain(digits, fewer_too=tries < patience)):
            return found
        if not refines:
            raise JackpotError(f"{name}: no digit is certain")
        bits, tries = 2 * bits, tries + 1
    raise JackpotError(f"{name}: {digits} digits are not certain even at {most_bits} bits")


def enclosed_root(value: Fraction, bits: int) -> Enclosure:
    """Return limits of the square root of a value, at a precision in bits behind the point.

    >>> enclosed_root(Fraction(1, 4), 8), enclosed_root(Fraction(2), 40).decimal(6)
    (Enclosure(low=Fraction(1, 2), high=Fraction(1, 2)), '1.414214')
    """
    scale = 1 << bits
    root, rest = isqrt(value.numerator * scale**2 // value.denominator), value * scale**2
    return Enclosure(Fraction(root, scale), Fraction(root + (root**2 != rest), scale))


MOST_STEPS = 400
WIDER = 16
"""How much wider an enclosure is tried that a proof takes wider than asked for."""
ROOT_BITS = 1 << 12
"""A precision at which a root that is still open sits on a rounding limit, as a round number may."""


def certain_root(
    function: Callable[[Fraction, int], Enclosure],
    target: Fraction,
    between: tuple[Fraction, Fraction],
    digits: int,
    name: str,
    *,
    refines: bool = True,
) -> Enclosure:
    """Return what `increasing_root` does, certain to that many digits, as `certain` has it.

    The function encloses its value at a point, at a precision in bits.
    """

    def root(bits: int) -> Enclosure:
        tolerance = Fraction(1, 10 ** (digits + bits // 32))
        return increasing_root(lambda x: function(x, bits), target, between, tolerance, widens=not refines)

    return certain(root, digits, name, patience=1, most_bits=ROOT_BITS, refines=refines)


def increasing_root(
    function: Callable[[Fraction], Enclosure],
    target: Fraction,
    between: tuple[Fraction, Fraction],
    tolerance: Fraction,
    *,
    widens: bool = False,
) -> Enclosure:
    """Return an enclosure, of the width of the tolerance, of the only x at which the function is the target.

    The function encloses the value of an increasing one, which is at most the target at the first of the two
    points, and at least at the second. With `widens` the result may be wider if a proof takes it.

    >>> found = increasing_root(
    ...     lambda x: Enclosure.exactly(x * x), Fraction(2), (Fraction(1), Fraction(2)), Fraction(1, 10**6)
    ... )
    >>> found.decimal(5)
    '1.41421'

    Raises:
        TooCoarseError: the function's enclosures are too wide for a proof.
    """
    # The Illinois variant of regula falsi: the value at an end that stays is halved, so that no end stays for
    # long. It needs no proof, since the result is checked.
    grain = tolerance / 16
    ends = [(end, function(end).middle - target) for end in between]
    last, last_side = between[0], None
    for _ in range(MOST_STEPS):
        (low, below), (high, above) = ends
        secant = low - below * (high - low) / (above - below) if below < above else (low + high) / 2
        point = round(secant / grain) * grain
        value = function(point)
        if value.contains(target) or abs(point - last) <= 2 * grain:
            width = tolerance
            while width <= (between[1] - between[0] if widens else tolerance):
                found = Enclosure(point - width / 2, point + width / 2)
                if function(found.low).high < target < function(found.high).low:
                    return found
                width *= WIDER
            if value.width:
                raise TooCoarseError
        excess = value.middle - target
        side = excess > 0
        ends[side] = point, excess
        if side is last_side:
            stays, size = ends[not side]
            ends[not side] = stays, size / 2
        last, last_side = point, side
    raise TooCoarseError


_Level: TypeAlias = "Mapping[tuple[int, ...], tuple[arb, arb]]"

MOST_TERMS = 1_500
"""Up to how many terms a series is short. One prize of 10% takes about 60, of 1% about 220."""
MOST_LEVELS = 300
"""Up to how many levels it is: more cancel so many digits that their precision takes seconds."""
SHORT_BITS = 168
"""The bits for which terms are counted: those of the digits that are made certain by default."""


@lru_cache(maxsize=1_000)
def is_short(meter: Meter, patience: int = 1) -> bool:
    """Whether the series has few terms, or `patience` times as many: not for small shares or many of them."""
    # The levels are visited by their bound until what is left out is small; a level K of n partial prizes has
    # a term for each way to part K among them.
    if not meter.partial:
        return True
    if meter.sums:
        return False
    number = len(meter.partial)
    nearest = float(1 / (1 - min(one.share for one in meter.partial)))
    inflow = float(sum(one.probability / (1 - one.share) for one in meter.partial) / meter.prize_probability)
    level, size, ratio = 0, 0.0, 1.0
    while ratio > 1 / 2 or size > -SHORT_BITS * log(2):
        level += 1
        if level > MOST_LEVELS or comb(level + number, number) > MOST_TERMS * patience:
            return False
        ratio = inflow / (nearest**level - 1)
        size += log(ratio)
    return True


class MeterBounds:
    """Where mean, variance and odds of a meter lie, in balls; a series or panels make them narrower.

    With the same luck the meter is at least what it would be with a seed of 0, and by the seed more at most.
    Of that meter the moments are fractions (docs/meter.md, section 11). So the bounds are near where the
    seed is small compared with the mean, as it is where nothing but tiny shares is taken.

    An `increment` takes the place of that of the meter. `growth` is the mean growth from prize to prize;
    `partial` has of each partial prize its part of all prizes, what it leaves of the meter, and its sum.

    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> dust = MeterPrize("dust", Fraction(1, 4000), Fraction(1, 10**12))
    >>> MeterBounds(Meter(10, "50%", (dust,))).mean().str(12, radius=False)
    '2.00000000000e+15'
    """

    knows_density = False

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        rate, odds = meter.increment if increment is None else increment, meter.prize_probability
        self.seed, self.growth, self._sums = meter.seed, rate / odds, meter.sums > 0
        self.partial = [(one.probability / odds, 1 - one.share, one.fixed) for one in meter.partial]
        self.taken = 1 - sum((part * left for part, left, _ in self.partial), Fraction(0))
        self.taken_squared = 1 - sum((part * left**2 for part, left, _ in self.partial), Fraction(0))
        self._unseeded = self.growth / self.taken
        self._square = 2 * self.growth * self._unseeded / self.taken_squared

    def mean(self) -> arb:
        """The mean of the meter at a prize, or at any time."""
        least = self.seed + self.growth
        least = least if self._sums else max(self._unseeded, least)
        return ball(least).union(ball(self._unseeded + self.seed))

    def variance(self) -> arb:
        """The variance of the meter at a prize; below the seed values deviate by half of it at most."""
        from flint import arb

        if self._sums:  # the meter is no more than it would be without them, whose square is at most this
            most = self._square + (2 * self._unseeded + self.seed) * self.seed
            return arb(0).union(ball(most - (self.seed + self.growth) ** 2))
        deviation, more = ball(self._square - self._unseeded**2).sqrt(), ball(self.seed / 2)
        return (arb(0).max(deviation - more) ** 2).union((deviation + more) ** 2)

    def exceeds(self, meter: arb) -> arb:
        """The probability that the meter stands above an amount, by Cantelli's inequality."""
        from flint import arb

        # Of the bounds alone, also where mean and variance are known better: those take their time.
        above, variance = meter - MeterBounds.mean(self), MeterBounds.variance(self).upper()
        rest = (variance / (variance + above.abs_lower() ** 2)).upper()
        if above > 0:
            return arb(0).union(rest)
        return (1 - rest).union(arb(1)) if above < 0 else arb(0).union(arb(1))

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """The mean of max(0, seed - left * meter + fixed): what the house adds after a prize.

        `left` is the part of the meter that the prize leaves, `fixed` a sum that it takes besides.
        """
        from flint import arb

        return arb(0).union(ball((1 - left) * self.seed + fixed))

    def density(self, meter: arb) -> arb:
        """Refuse the density, of which no bound is known."""
        raise JackpotError(f"shares of the meter so small that its density at {meter.str(6)} is not known")


@lru_cache(maxsize=2_000)  # the meters of a document differ in their seeds and increment rates alone
def _level(prizes: tuple[tuple[Fraction, Fraction], ...], bits: int, number: int) -> _Level:
    """Return the coefficients c[k] of a level by the recursion of `MeterSeries`, each with its product Q."""
    from flint import arb

    if not number:
        return {(0,) * len(prizes): (arb(1), arb(1))}
    sums: dict[tuple[int, ...], arb] = {}
    for powers, (weight, _) in _level(prizes, bits, number - 1).items():
        for place, (_, inflow) in enumerate(prizes):
            above = (*powers[:place], powers[place] + 1, *powers[place + 1 :])
            sums[above] = sums.get(above, arb(0)) + ball(inflow) * weight
    level = {}
    for powers, total in sums.items():
        product = prod((ball(q) ** power for (q, _), power in zip(prizes, powers, strict=True)), start=arb(1))
        level[powers] = -total / (product - 1), product
    return level


class MeterSeries(MeterBounds):
    """f(m) = sum of weight * exp(-rate * (m - seed)) for m >= seed, up to a factor; `mass` is its integral.

    With a = p / i and b_j = q_j p_j / i for partial prizes of probability p_j that leave 1 / q_j of the
    meter, the density solves f'(m) = -a f(m) + sum of b_j f(q_j m). Its rates are a Q with Q the products of
    powers of the q_j, and the coefficient of exp(-a Q m) is

        c[k] = - sum over j of b_j c[k - e_j] / (a (Q[k] - 1)),    k the exponents of the q_j in Q,

    so that the levels K = sum of k fall faster than geometrically. To be used at one precision, and for
    prizes without sums:

    >>> from flint import ctx
    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> with ctx.workprec(100):
    ...     series = MeterSeries(Meter(0, "1/10", (MeterPrize("all", "1/1000", 1),)))
    ...     print(series.mean().str(10, radius=False))
    100.0000000
    """

    knows_density = True

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        super().__init__(meter, increment)
        self._from, self.slowest = ball(self.seed), ball(1 / self.growth)
        self.terms: list[tuple[arb, arb]] = []  # each with its weight and rate
        self._parts: dict[int, list[arb]] = {}  # weight / rate^power, by the power
        self._make_terms()
        self.mass = self._sum(1)

    def _make_terms(self) -> None:
        """Go through the levels until what is left out is smaller than the last bit of the first term."""
        from flint import arb, ctx

        prizes = tuple((1 / left, part / left) for part, left, _ in self.partial)
        nearest = ball(min((q for q, _ in prizes), default=Fraction(2)))
        inflow = sum((ball(inflow) for _, inflow in prizes), arb(0))
        power = arb(1)
        for order in count():
            level = _level(prizes, ctx.prec, order)
            for weight, product in level.values():
                rate = self.slowest * product
                self.terms.append((weight * ((self.slowest - rate) * self._from).exp(), rate))
            power *= nearest
            self._next_rate = self.slowest * power
            ratio = inflow / (power - 1)
            # The ratio of a level to the one before falls, so all that follow are below a geometric series:
            if ratio < 0.5:
                level_sum = sum((abs(weight) for weight, _ in level.values()), arb(0))
                self._rest = level_sum.abs_upper() * (ratio / (1 - ratio)).abs_upper()
                if self.left_out(0) < arb(2) ** -ctx.prec:
                    return

    def left_out(self, power: int, above: arb | int = 0) -> arb:
        """A bound of what is left out of the sum of |weight| / rate^power * exp(-rate * above)."""
        # All that is left out is of higher levels and decays at the next level's least rate at the slowest,
        # so its weights can be bounded together and one exponential put over them.
        exponent = (self.slowest - self._next_rate) * self._from - self._next_rate * above
        return self._rest * exponent.exp() / self._next_rate**power

    def _sum(self, power: int, above: arb | None = None) -> arb:
        """Return the sum of weight / rate^power * exp(-rate * above), with what is left out as its radius."""
        from flint import arb

        if power not in self._parts:
            self._parts[power] = [weight / rate**power for weight, rate in self.terms]
        parts: Iterable[arb] = self._parts[power]
        if above is not None:
            parts = (part * (-rate * above).exp() for part, (_, rate) in zip(parts, self.terms, strict=True))
        return sum(parts, arb(0, self.left_out(power, above or 0).abs_upper()))

    def mean(self) -> arb:
        """The mean of the meter at a prize, or at any time."""
        return self._from + self._sum(2) / self.mass

    def variance(self) -> arb:
        """The variance of the meter at a prize."""
        first = self._sum(2) / self.mass
        return 2 * self._sum(3) / self.mass - first * first

    def density(self, meter: arb) -> arb:
        """The density at an amount, per unit of money."""
        return self._sum(0, meter - self._from) / self.mass

    def exceeds(self, meter: arb) -> arb:
        """The probability that the meter stands above an amount."""
        return self._sum(1, meter - self._from) / self.mass

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """The mean of max(0, seed - left * meter)."""
        # By parts it is left times the integral from s to s / left of the probability that m lies below.
        width = self._from * (ball(1 / left) - 1) + ball(fixed / left)
        above = (self._sum(2) - self._sum(2, width)) / self.mass
        return ball(left) * (width - above)
