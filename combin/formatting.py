"""Amounts of money, rates and odds against as reports write them."""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.decimals import decimal, percent, plain

if TYPE_CHECKING:
    from collections.abc import Iterator


class Currency(Struct, frozen=True):
    """A sign of money, such as "£", and whether it stands after amounts; "" where amounts stay bare."""

    sign: str
    after: bool = False

    def of(self, written: str) -> str:
        r"""Return a decimal as an amount of money.

        >>> Currency("£").of("-1.50"), Currency("kr", after=True).of("5"), Currency("").of("5")
        ('-£1.50', '5\xa0kr', '5')
        """
        amount = written.removeprefix("-")
        told = f"{amount}\u00a0{self.sign}" if self.sign and self.after else f"{self.sign}{amount}"
        return told if amount == written else f"-{told}"


DOLLARS = Currency("$")

_IN_FORCE = ContextVar("currency", default=DOLLARS)


@contextmanager
def money_in(currency: Currency) -> Iterator[None]:
    """Have amounts of money written in a currency, as answers about a game are.

    >>> with money_in(Currency("£")):
    ...     print(money(5))
    £5
    """
    before = _IN_FORCE.set(currency)
    try:
        yield
    finally:
        _IN_FORCE.reset(before)


def currency() -> Currency:
    """Return the currency in force: dollars, unless `money_in` says otherwise."""
    return _IN_FORCE.get()


def money(amount: Fraction | int, digits: int = 2) -> str:
    """Return an amount of money in the currency in force: a whole one as such, others in cents.

    >>> money(10_000), money(Fraction(5, 2)), money(Fraction(-1, 3)), money(Fraction(1, 3), 4)
    ('$10,000', '$2.50', '-$0.33', '$0.3333')
    """
    exact = Fraction(amount)
    text = grouped(decimal(abs(exact), 0 if exact.denominator == 1 else digits))
    return currency().of(f"-{text}" if amount < 0 else text)


def in_cents(amount: Fraction) -> bool:
    """Tell whether an amount can be paid in cents."""
    return (amount * 100).denominator == 1


def exactly(amount: Fraction, digits: int = 4) -> str:
    """Return an amount of money, and beside it the exact value where its digits do not say all.

    >>> exactly(Fraction(80450)), exactly(Fraction(17305, 32487))
    ('$80,450', '$0.5327 (exactly 17305/32487)')
    """
    return money(amount) if in_cents(amount) else f"{money(amount, digits)} (exactly {amount})"


def grouped(written: str) -> str:
    """Return a decimal that is not negative, or two with "to" between them, with commas between thousands.

    >>> grouped("1463268625.00"), grouped("23515 to 23520")
    ('1,463,268,625.00', '23,515 to 23,520')
    """
    return re.sub(r"(?<![.\d])\d+", lambda whole: f"{int(whole[0]):,}", written)


def in_full(value: Fraction | int) -> str:
    """Return an exact value with commas between thousands.

    >>> in_full(22100), in_full(Fraction(5, 22100))
    ('22,100', '1/4,420')
    """
    whole = f"{value.numerator:,}"
    return whole if value.denominator == 1 else f"{whole}/{value.denominator:,}"


def one_in(probability: Fraction) -> str:
    """Return in how many cases something happens once.

    >>> one_in(Fraction(3, 216580)), one_in(Fraction(0))
    ('72,193.33', 'never')
    """
    return grouped(decimal(1 / probability, 2)) if probability else "never"


def rate(value: Fraction) -> str:
    """Return a rate as a percentage with the digits that it has, at most four.

    >>> rate(Fraction(1703, 5000)), rate(Fraction(9, 10)), rate(Fraction(1, 3))
    ('34.06%', '90%', '33.3333%')
    """
    exact = plain(value * 100)
    rounded = percent(value, 4)
    return f"{exact}%" if "/" not in exact and len(exact) < len(rounded) else rounded


def capital(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> capital("straight flush"), capital("10-9-8")
    ('Straight flush', '10-9-8')
    """
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "round"), counted(14_900, "hand")
    ('1 round', '14,900 hands')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def signed(amount: Fraction) -> str:
    """Return an amount with its sign.

    >>> signed(Fraction(1)), signed(Fraction(0)), signed(Fraction(-3, 2))
    ('+1', '0', '-1.5')
    """
    return f"+{plain(amount)}" if amount > 0 else plain(amount)


def thousands(number: Fraction | int) -> str:
    """Return a number with thousands separators and a true minus sign.

    >>> thousands(-13733780), thousands(Fraction(20001, 2)), thousands(Fraction(1, 3))
    ('−13,733,780', '10,000.5', '1/3')
    """
    whole, point, rest = plain(abs(Fraction(number))).partition(".")
    digits = f"{int(whole):,}{point}{rest}" if whole.isdigit() else whole
    return f"−{digits}" if number < 0 else digits
