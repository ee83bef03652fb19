"""Settings: entries of a rule file by their dotted places, with values to try."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from combin.decimals import plain
from combin.rules.errors import RulesError, shown
from combin.rules.load import changed
from combin.rules.toml_lines import keys_of

MOST_VALUES = 10_000
"""The most values of one setting."""


_SPLIT = re.compile(r"""\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^,"'\[{])+)\s*(?:,|$)""")


_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})", re.ASCII)


def read_setting(text: str) -> tuple[str, tuple[object, ...]]:
    """Return the place and the values of a setting, as it is written on a command line.

    Values are TOML, several with commas between; words need no quotes, and `3..6` is all whole numbers
    from 3 to 6.

    >>> read_setting("dealer.qualifies=J high,Q high")
    ('dealer.qualifies', ('J high', 'Q high'))
    >>> read_setting('pay_tables.pair_plus.A."pair of aces"=2..4,"9/2"')
    ('pay_tables.pair_plus.A."pair of aces"', (2, 3, 4, '9/2'))
    >>> read_setting("decision.play=1,[1, 2]")
    ('decision.play', (1, [1, 2]))

    Raises:
        RulesError: no place, no value, or a value that stands twice.
    """
    parts = re.fullmatch(r"""((?:"[^"]*"|'[^']*'|[^="'])+)=(.*)""", text, re.DOTALL)
    place = parts[1].strip() if parts else ""
    if not parts or keys_of(place) is None:
        raise RulesError(("set",), f"{shown(text)} is not PLACE=VALUE,VALUE,...")
    values: list[object] = []
    rest = parts[2].strip()
    while rest:
        match = _SPLIT.match(rest)
        if match is None:
            raise RulesError(("set",), f"{shown(rest)} is no value (after {place}=)")
        values += _values(match[1].strip(), place)
        rest = rest[match.end() :].strip()
    if not values:
        raise RulesError(("set",), f"no value after {place}=")
    for index, value in enumerate(values):
        if value in values[:index]:
            raise RulesError(("set",), f"{setting_words(value)} stands twice after {place}=")
    return place, tuple(values)


def _values(text: str, place: str) -> Sequence[object]:
    if match := _RANGE.fullmatch(text):
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_VALUES:
            problem = f"{text} is no range of at most {MOST_VALUES:,} values (after {place}=)"
            raise RulesError(("set",), problem)
        return range(first, last + 1)
    try:
        return [tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]]
    except (tomllib.TOMLDecodeError, ValueError):
        return [text]


def with_settings(raw: dict[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """Return the tables of a rule file with entries at dotted places replaced.

    What stands where the file has a list is a list of one; a rank alone as what the dealer qualifies with
    is the hands with that rank highest.

    Raises:
        RulesError: a place that leads through something that is no table.
    """
    return changed(raw, {place: _fitting(raw, place, value) for place, value in settings.items()}, ())


def _fitting(raw: dict[str, Any], place: str, value: object) -> object:
    """Return a value in the form that its place needs."""
    keys = keys_of(place) or ()
    now: object = raw
    for key in keys:
        now = now.get(key) if isinstance(now, dict) else None
    if isinstance(value, Fraction):
        value = plain(value)
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(now, list) and not isinstance(value, list):
        return [value]
    ranks = str(raw.get("deck", {}).get("ranks", "")).split()
    if keys == ("dealer", "qualifies") and str(value).upper() in {*ranks, "10"}:
        return f"{value} high"
    return value


def setting_words(value: object) -> str:
    """Return a value as a table shows it.

    >>> setting_words("Q high"), setting_words([1, 2]), setting_words(True)
    ('Q high', '1, 2', 'true')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(setting_words, value))
    return shown(value)
