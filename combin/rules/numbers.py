"""Exact numbers as rule files write them: pays, nets and shares, never a binary float."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction

__all__ = ["Net", "Pay", "Share", "exact"]


def exact(value: object) -> Fraction:
    """Return the exact value of an integer, a decimal, or text such as "3/2" or "34.06%".

    >>> exact("3/2"), exact("34.06%")
    (Fraction(3, 2), Fraction(1703, 5000))

    Raises:
        ValueError: a binary float (it is not what was written), or something that is no number.
    """
    if isinstance(value, int | Decimal | str) and not isinstance(value, bool):
        text = str(value).strip()
        try:
            if text.endswith("%"):
                return Fraction(Decimal(text.removesuffix("%"))) / 100
            return Fraction(text)
        except (InvalidOperation, OverflowError, ValueError, ZeroDivisionError):
            pass
    msg = f'{value!r} is not an exact number (write 3, 1.5 or "3/2")'
    raise ValueError(msg)


class Pay(Fraction):
    """What a line pays: a number that is not negative."""

    @classmethod
    def read(cls, value: object) -> Pay:
        """Return the pay written as `value`; ValueError when it is none."""
        number = exact(value)
        if number < 0:
            msg = f"{value} is negative; a pay is 0 or more"
            raise ValueError(msg)
        return cls(number)


class Net(Fraction):
    """What a wager gains in units of its stake: odds to 1, 0 for a stand-off, -1 for a loss."""

    @classmethod
    def read(cls, value: object) -> Net:
        """Return the net written as odds, "push" or "lose"; ValueError when it is none."""
        words = {"push": 0, "lose": -1}
        return cls(words[value] if isinstance(value, str) and value in words else Pay.read(value))


class Share(Fraction):
    """A part of something, from 0 to 1, mostly written as a percentage."""

    @classmethod
    def read(cls, value: object) -> Share:
        """Return the share written as `value`; ValueError when it is none."""
        number = exact(value)
        if not 0 <= number <= 1:
            msg = f"{value} is not between 0 and 100%"
            raise ValueError(msg)
        return cls(number)
