"""Two exact numbers between which a value is proven to lie, and the decimals that follow with certainty."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.formatting import decimal, percent, scaled_up
from combin.jackpot.meter import JackpotError

if TYPE_CHECKING:
    from collections.abc import Callable

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
        """Tell whether the value may be this one."""
        return self.low <= value <= self.high

    def meets(self, other: Enclosure) -> bool:
        """Tell whether both may enclose the same value."""
        return self.low <= other.high and other.low <= self.high

    def __add__(self, other: Enclosure | Fraction | int) -> Enclosure:
        other = other if isinstance(other, Enclosure) else Enclosure.exactly(other)
        return Enclosure(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Enclosure | Fraction | int) -> Enclosure:
        other = other if isinstance(other, Enclosure) else Enclosure.exactly(other)
        return Enclosure(self.low - other.high, self.high - other.low)

    def __mul__(self, factor: Fraction | int) -> Enclosure:
        ends = (self.low * factor, self.high * factor)
        return Enclosure(min(ends), max(ends))

    def is_certain(self, digits: int, *, fewer_too: bool = True) -> bool:
        """Tell whether the value has one decimal of so many digits, and one of each smaller number."""
        numbers = range(digits + 1) if fewer_too else (digits,)
        return all(scaled_up(self.low, some) == scaled_up(self.high, some) for some in numbers)

    def decimal(self, digits: int) -> str:
        """Return the value with so many digits behind the point, halves away from zero.

        Where the limits are too far apart for that, with as many as they agree in; where they do not even
        agree in whole numbers, both: "23515 to 23520".
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


def enclosure(ball: arb) -> Enclosure:
    """Return the limits of a ball of Arb as exact numbers.

    Raises:
        TooCoarseError: the ball is not finite, as after a division by a ball around 0.
    """
    if not ball.is_finite():
        raise TooCoarseError
    return Enclosure(_dyadic(ball.lower(), -1), _dyadic(ball.upper(), 1))


def _dyadic(limit: arb, outwards: int) -> Fraction:
    """Return a limit as an exact number; one nearer to 0 than `LEAST` is rounded outwards."""
    mantissa, exponent = (int(part) for part in limit.man_exp())
    if exponent + mantissa.bit_length() >= -MOST_BITS:
        return Fraction(mantissa) * Fraction(2) ** exponent
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
    """Return an enclosure narrow enough for so many decimals, computed ever more precisely until it is.

    Args:
        compute: makes the enclosure at a precision in bits; it may raise TooCoarseError.
        digits: digits behind the point that must be certain; every smaller number of them too, unless the
            value lies so near to a rounding limit of fewer digits that it can hardly be told from it.
        name: what is computed, for the message.
        patience: after how many tries smaller numbers of digits need no longer be certain.
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
    """Return what `increasing_root` does, certain to so many digits, as `certain` has it.

    The function encloses its value at a point, at a precision in bits. Where more bits do not make that
    narrower, the enclosure of x is as wide as a proof takes.
    """

    def root(bits: int) -> Enclosure:
        tolerance = Fraction(1, 10 ** (digits + bits // 32))
        return increasing_root(
            lambda point: function(point, bits), target, between, tolerance, widens=not refines
        )

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

    Args:
        function: encloses the value of an increasing function.
        target: the value sought.
        between: two points, the first with a value of at most the target, the second of at least.
        tolerance: how wide the result may be.
        widens: let it be wider than that if a proof takes it.

    >>> found = increasing_root(
    ...     lambda x: Enclosure.exactly(x * x), Fraction(2), (Fraction(1), Fraction(2)), Fraction(1, 10**6)
    ... )
    >>> found.decimal(5)
    '1.41421'

    The method is the Illinois variant of regula falsi: the value at an end that stays is halved, so that
    no end stays for long. It needs no proof, since the result is checked: the function is below the target
    at its lower limit and above it at its upper limit.

    Raises:
        TooCoarseError: the function's enclosures are too wide for a proof.
    """
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
