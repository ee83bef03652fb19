"""What entries of rule files are made of: exact numbers (odds, shares, sums of money), names, citations."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal, Self

import msgspec

from combin.rules.errors import shown

_DECIMAL = re.compile(r"([+-]?\d+(?:\.\d+)?(?:E[+-]?\d{1,2})?)(%?)", re.ASCII | re.IGNORECASE)
_QUOTIENT = re.compile(r"[+-]?\d+/\d+", re.ASCII)

MOST = 10**30
"""The bound of numerators and denominators; an exponent of nine digits would be written out in full."""

Rounding = Literal["next amount up", "next amount down", "nearest amount"]
"""What is paid where chips cannot make a pay; of two amounts that are as near, the higher."""


def in_chips(pay: Fraction, chip: Fraction, rounding: Rounding) -> Fraction:
    """A pay in whole chips: 10 for 7.50 in chips of 5, to the "nearest amount"."""
    if rounding == "next amount up":
        return -(-pay // chip) * chip
    half = Fraction(1, 2) if rounding == "nearest amount" else 0
    return (pay / chip + half) // 1 * chip


def read_exact(value: object) -> Fraction:
    """Return the exact value of an integer, a decimal, or text such as "3/2" or "34.06%"; else ValueError.

    >>> read_exact("3/2"), read_exact("34.06%")
    (Fraction(3, 2), Fraction(1703, 5000))
    """
    if (number := _read(value)) is None:
        write = 'write 3, 1.5 or "3/2", with 30 digits at most'
        hint = "a binary float" if isinstance(value, float) else write
        raise ValueError(f"{shown(value)} is not an exact number ({hint})")
    return number


def _read(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        return None
    if isinstance(value, int):
        return Fraction(value) if abs(value) < MOST else None
    text = str(value).strip()
    if len(text) > 70:  # thirty digits on either side of a point or a stroke
        return None
    if match := _DECIMAL.fullmatch(text):
        number = Fraction(match[1]) / (100 if match[2] else 1)
    elif _QUOTIENT.fullmatch(text) and int(text.partition("/")[2]):
        number = Fraction(text)
    else:
        return None
    return number if abs(number) < MOST and number.denominator <= MOST else None


class Pay(Fraction):
    """What a line pays: a number that is not negative."""

    @classmethod
    def read(cls, value: object) -> Self:
        """Return the pay written as `value`; ValueError when it is none."""
        number = read_exact(value)
        if number < 0:
            raise ValueError(f"{shown(value)} is negative; a pay is 0 or more")
        return cls(number)


class Net(Fraction):
    """What a wager gains in units of its stake: odds to 1, 0 for a stand-off, -1 for a loss."""

    @classmethod
    def read(cls, value: object) -> Self:
        """Return the net written as odds, "push" or "lose"; ValueError when it is none."""
        words = {"push": 0, "lose": -1}
        if isinstance(value, str) and value in words:
            return cls(words[value])
        try:
            return cls(Pay.read(value))
        except ValueError as error:
            raise ValueError(f'{error}; or write "push" or "lose"') from None


class Share(Fraction):
    """A part of something, from 0 to 1, mostly written as a percentage."""

    @classmethod
    def read(cls, value: object) -> Self:
        """Return the share written as `value`; ValueError when it is none."""
        number = read_exact(value)
        if not 0 <= number <= 1:
            raise ValueError(f"{shown(value)} is not between 0 and 100%")
        return cls(number)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a rule file share: immutable, no unknown keys."""


Text = Annotated[str, msgspec.Meta(min_length=1)]

Name = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9_]*$",
        max_length=40,
        description="small letters, digits and underscores, a letter first",
    ),
]

GameId = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9-]*$",
        max_length=60,
        description="small letters, digits and dashes, a letter first",
    ),
]

Citation = Annotated[str, msgspec.Meta(description="where the document says it: rule, table or place")]
