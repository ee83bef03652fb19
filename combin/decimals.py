"""Exact values as decimals: rounded half up from the exact value, to the digits asked for."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from msgspec import Struct


def decimal(value: Fraction | int, digits: int) -> str:
    """Return a value with so many digits behind the point, halves away from zero.

    >>> decimal(Fraction(-686689, 20358520), 10), decimal(Fraction(1, 2), 0)
    ('-0.0337298094', '1')
    """
    scaled = scaled_up(value, digits)
    return ("-" if scaled < 0 else "") + _pointed(abs(scaled), digits)


def scaled_up(value: Fraction | int, digits: int) -> int:
    """Return a value in units of its last digit: `scaled_up(Fraction(-1, 8), 2)` is -13."""
    above, below = value.numerator, value.denominator
    size: int = (2 * abs(above) * 10**digits + below) // (2 * below)
    return -size if above < 0 else size


def percent(value: Fraction | int, digits: int) -> str:
    """Return a value as a percentage: `percent(Fraction(1, 8), 2)` is `12.50%`."""
    return f"{decimal(Fraction(value) * 100, digits)}%"


def root_decimal(radicand: Fraction, digits: int) -> str:
    """Return the square root of an exact value with so many digits, halves up; no float is involved.

    >>> root_decimal(Fraction(2), 10)
    '1.4142135624'

    Raises:
        ValueError: the radicand is negative.
    """
    if radicand < 0:
        msg = f"no square root of {radicand}"
        raise ValueError(msg)
    # floor(10^d * sqrt(x) + 1/2) is floor((isqrt(4 * 10^2d * x) + 1) / 2).
    scaled = (isqrt(4 * 100**digits * radicand.numerator // radicand.denominator) + 1) // 2
    return _pointed(scaled, digits)


class Root(Struct, frozen=True):
    """The square root of an exact value, with as many certain decimals as are asked for.

    >>> half = Root(Fraction(1, 2), negative=True)
    >>> half.decimal(4), half.percent(1), float(half)
    ('-0.7071', '-70.7%', -0.7071067811865476)
    """

    radicand: Fraction
    negative: bool = False

    def decimal(self, digits: int) -> str:
        """Return the root rounded, halves away from zero."""
        size = root_decimal(self.radicand, digits)
        return f"-{size}" if self.negative and size.strip("0.") else size

    def percent(self, digits: int) -> str:
        """Return the root as a percentage."""
        return f"{Root(self.radicand * 10_000, self.negative).decimal(digits)}%"

    def to_dict(self, digits: int) -> dict[str, str]:
        """Return the root as JSON has it."""
        return {"decimal": self.decimal(digits)}

    def __float__(self) -> float:
        """Return the nearest float: twice its bits are certain before it is rounded."""
        above, below = self.radicand.numerator, self.radicand.denominator
        bits = max(0, 112 + (below.bit_length() - above.bit_length()) // 2)
        size = float(Fraction(isqrt((above << 2 * bits) // below), 1 << bits))
        return -size if self.negative else size


_SHORT = 1 << 13
"""Integers of so many bits Python writes; of more than 4,300 digits it does not."""


def fraction(value: Fraction) -> str:
    """Return a fraction in full, however long it is: `1/3`, `-2`."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= _SHORT:
        return str(value)
    from flint import fmpq

    return str(fmpq(value.numerator, value.denominator))


def plain(value: Fraction | int) -> str:
    """Return a value as people write it: `7`, `-1`, `1.5`, and a fraction where no decimal ends: `1/3`."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    for digits in range(1, 13):
        if 10**digits % exact.denominator == 0:
            return decimal(exact, digits)
    return str(exact)


def _pointed(scaled: int, digits: int) -> str:
    text = str(scaled).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text
