"""Words that several quantities use for the same thing, and texts of claims files that quote figures."""

from __future__ import annotations

from fractions import Fraction
from string import Formatter
from typing import TYPE_CHECKING

from combin.decimals import percent, plain
from combin.rules.errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


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


def quoted(text: str, place: tuple[str, ...]) -> list[str]:
    """Return the names of the fields that a text quotes, each a bare name in braces.

    An attribute, an index, a conversion or a width is none: a text from outside shows what it is offered, not
    what stands behind it, and not ten million blanks beside it.

    Raises:
        RulesError: a brace that opens no such field, with `place` as the place.
    """
    try:
        fields = [
            (name, spec or conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        raise RulesError(place, f"{shown(text)} has a single brace (write {{{{ or }}}} for one)") from None
    for name, more in fields:
        if more or not name.isidentifier():
            raise RulesError(place, f"{shown(text)}: a field is a bare name in braces, such as {{published}}")
    return [name for name, _ in fields]


def filled(text: str, facts: Mapping[str, str], place: tuple[str, ...]) -> str:
    """Return a text with its fields filled in.

    Raises:
        RulesError: a field that is none of the facts, with `place` as the place.
    """
    if any(name not in facts for name in quoted(text, place)):
        known = ", ".join(f"{{{name}}}" for name in facts)
        raise RulesError(place, f"it can only quote {known}")
    return text.format_map(facts)
