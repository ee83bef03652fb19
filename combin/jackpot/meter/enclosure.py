"""Two exact numbers between which a value is proven to lie, and the decimals that follow with certainty."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import decimal, percent
from combin.jackpot.meter.meter import JackpotError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

__all__ = ["DIGITS", "LEAST", "Enclosure", "TooCoarseError", "certain", "enclosure"]

DIGITS = 10
"""Digits behind the point that are made certain where nobody asks for more or fewer."""
MOST_BITS = 1 << 15
"""Where the search for certain decimals gives up: what is open then sits on a rounding limit."""

LEAST = Fraction(1, 1 << MOST_BITS)
"""What is nearer to 0 is only known to lie between 0 and this."""


class TooCoarseError(ArithmeticError):
    """The precision in force does not suffice; to be computed again with more bits."""


@dataclass(frozen=True, slots=True)
class Enclosure:
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
        return all(decimal(self.low, some) == decimal(self.high, some) for some in numbers)

    def decimal(self, digits: int) -> str:
        """Return the value with so many digits behind the point, halves away from zero.

        Where the limits are too far apart for that, with as many as they agree in.

        Raises:
            JackpotError: they do not even agree in whole numbers.
        """
        return self._agreed(decimal, digits)

    def percent(self, digits: int) -> str:
        """Return the value as a percentage with so many digits behind the point, or as many as are certain.

        Raises:
            JackpotError: the limits do not even agree in whole percents.
        """
        return self._agreed(percent, digits)

    def _agreed(self, written: Callable[[Fraction, int], str], digits: int) -> str:
        for places in range(digits, -1, -1):
            low, high = written(self.low, places), written(self.high, places)
            if low == high:
                return low
        raise JackpotError(f"no digit of a value between {low} and {high} is certain")

    def to_dict(self, digits: int) -> dict[str, str]:
        """Return the value as JSON has it: its decimal, and limits rounded outwards, ten digits further."""
        finer = 10 ** (digits + 10)
        low, high = Fraction(self.low * finer // 1, finer), Fraction(-(-self.high * finer // 1), finer)
        return {
            "decimal": self.decimal(digits),
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
