"""Numbers, amounts of money, rates and odds against as text: rounded from their exact values."""

from __future__ import annotations

import re
from contextvars import ContextVar
from fractions import Fraction
from math import isqrt

from msgspec import Struct


class Currency(Struct, frozen=True):
    """A sign or code of money, "£" or "GBP", and whether it follows amounts; "" where amounts stay bare."""

    sign: str
    after: bool = False

    def of(self, written: str) -> str:
        r"""Return a decimal as an amount of money.

        >>> Currency("£").of("-1.50"), Currency("GBP").of("5"), Currency("kr", after=True).of("5")
        ('-£1.50', 'GBP\xa05', '5\xa0kr')
        """
        amount = written.removeprefix("-")
        space = "\u00a0" if self.sign and (self.after or self.sign[-1].isalpha()) else ""
        money = f"{amount}{space}{self.sign}" if self.after else f"{self.sign}{space}{amount}"
        return money if amount == written else f"-{money}"


DOLLARS = Currency("$")

_IN_FORCE = ContextVar("currency", default=DOLLARS)


class money_in:  # noqa: N801  written as a function is
    """Have amounts of money written in a currency, as answers about a game are.

    >>> with money_in(Currency("£")):
    ...     print(money(5))
    £5
    """

    def __init__(self, currency: Currency) -> None:
        self._currency = currency

    def __enter__(self) -> None:
        self._before = _IN_FORCE.set(self._currency)

    def __exit__(self, *_: object) -> None:
        _IN_FORCE.reset(self._before)


def currency() -> Currency:
    """Return the currency in force: dollars, unless `money_in` says otherwise."""
    return _IN_FORCE.get()


def money(amount: Fraction | int, digits: int = 2) -> str:
    """Return an amount of money in the currency in force, a whole one as such: "$10,000", "$2.50"."""
    exact = Fraction(amount)
    text = grouped(decimal(abs(exact), 0 if exact.denominator == 1 else digits))
    return currency().of(f"-{text}" if amount < 0 else text)


def in_cents(amount: Fraction) -> bool:
    """Return whether an amount can be paid in cents."""
    return (amount * 100).denominator == 1


def exactly(amount: Fraction, digits: int = 4) -> str:
    """Return an amount of money, and the exact value where need be: "$0.5327 (exactly 17305/32487)"."""
    return money(amount) if in_cents(amount) else f"{money(amount, digits)} (exactly {amount})"


def grouped(written: str) -> str:
    """Return a decimal that is not negative, or two, with commas: "1,463.00", "23,515 to 23,520"."""
    return re.sub(r"(?<![.\d])\d+", lambda whole: f"{int(whole[0]):,}", written)


def in_full(value: Fraction | int) -> str:
    """Return an exact value with commas between thousands: "22,100", "1/4,420"."""
    whole = f"{value.numerator:,}"
    return whole if value.denominator == 1 else f"{whole}/{value.denominator:,}"


def one_in(probability: Fraction) -> str:
    """Return in how many cases something happens once: "72,193.33", or "never"."""
    return grouped(decimal(1 / probability, 2)) if probability else "never"


def rate(value: Fraction) -> str:
    """Return a rate as a percentage with the digits that it has, at most four: "34.06%", "33.3333%"."""
    exact = plain(value * 100)
    rounded = percent(value, 4)
    return f"{exact}%" if "/" not in exact and len(exact) < len(rounded) else rounded


def capital(text: str) -> str:
    """Return a text with a capital at its beginning: "Straight flush"."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Return a number of things: "1 round", "14,900 hands"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def signed(amount: Fraction) -> str:
    """Return an amount with its sign: "+1", "0", "-1.5"."""
    return f"+{plain(amount)}" if amount > 0 else plain(amount)


def thousands(number: Fraction | int) -> str:
    """Return a number with thousands separators and a true minus sign: "−13,733,780", "10,000.5"."""
    whole, point, rest = plain(abs(Fraction(number))).partition(".")
    digits = f"{int(whole):,}{point}{rest}" if whole.isdigit() else whole
    return f"−{digits}" if number < 0 else digits


def decimal(value: Fraction | int, digits: int) -> str:
    """Return a value with that many digits behind the point, halves away from zero: "-0.0337298094"."""
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
    """Return the square root of an exact value with that many digits, halves up, or ValueError."""
    if radicand < 0:
        raise ValueError(f"no square root of {radicand}")
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
        # Twice the bits of a float are certain before it is rounded.
        above, below = self.radicand.numerator, self.radicand.denominator
        bits = max(0, 112 + (below.bit_length() - above.bit_length()) // 2)
        size = float(Fraction(isqrt((above << 2 * bits) // below), 1 << bits))
        return -size if self.negative else size


_SHORT = 1 << 13
"""Integers of that many bits Python writes; of more than 4,300 digits it does not."""


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
