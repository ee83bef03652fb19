"""Words that several quantities use for the same thing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import percent, plain

if TYPE_CHECKING:
    from combin.rules.resolved import Rules

__all__ = ["grouped", "share", "wager_name"]


def wager_name(rules: Rules, wager: str) -> str:
    """Return the name of a wager; the base wager is named with what is staked with it, "Ante & Play"."""
    return rules.base_name if wager == rules.base else rules.wagers[wager].name


def share(part: int, whole: int, digits: int) -> str:
    """Return a part of a whole as a percentage: `share(1, 8, 2)` is `12.50%`."""
    return percent(Fraction(part, whole), digits)


def grouped(number: Fraction | int) -> str:
    """Return a number with thousands separators and a true minus sign.

    >>> grouped(-13733780), grouped(Fraction(20001, 2)), grouped(Fraction(1, 3))
    ('−13,733,780', '10,000.5', '1/3')
    """
    whole, point, rest = plain(abs(Fraction(number))).partition(".")
    digits = f"{int(whole):,}{point}{rest}" if whole.isdigit() else whole
    return f"−{digits}" if number < 0 else digits
