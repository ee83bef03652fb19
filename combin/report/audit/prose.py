"""Words that several chapters of a report have in common."""

from __future__ import annotations

from fractions import Fraction

from combin.decimals import decimal

__all__ = ["one_in"]


def one_in(total: int, count: int, digits: int) -> str:
    """Return how many hands there are for each one that counts.

    >>> one_in(2598960, 36, 1)
    '72,193.3'
    """
    whole, _, rest = decimal(Fraction(total, count), digits).partition(".")
    return f"{int(whole):,}.{rest}"
