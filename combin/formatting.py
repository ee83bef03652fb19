"""Amounts of money, rates and odds against as reports write them."""

from __future__ import annotations

import re
from fractions import Fraction

from combin.decimals import decimal, percent, plain


def money(amount: Fraction | int, digits: int = 2) -> str:
    """Return an amount of money: whole dollars as such, others in cents.

    >>> money(10_000), money(Fraction(5, 2)), money(Fraction(-1, 3)), money(Fraction(1, 3), 4)
    ('$10,000', '$2.50', '-$0.33', '$0.3333')
    """
    exact = Fraction(amount)
    text = grouped(decimal(abs(exact), 0 if exact.denominator == 1 else digits))
    return f"{'-' if amount < 0 else ''}${text}"


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
