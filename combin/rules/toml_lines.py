"""Where in the text of a TOML file an entry stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

HEADER = re.compile(r"\s*(\[\[?)(.*?)\]\]?\s*(?:#.*)?")
_PART = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\]|\\.)*\"|'[^']*')"
ENTRY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=(.*)")
DEEP = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}\s*\.\s*){{100}}")
"""A hundred tables inside each other: to read the keys of such a place takes the square of its length."""
_QUOTES = re.compile(r'"""|\'\'\'')
_NO_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
"""Strings and comments, in which a bracket is none."""


def line_of(text: str, place: tuple[str, ...]) -> int | None:
    r"""Return the number of the line that holds an entry, or else of the nearest table around it.

    The tables of an array ([[claim]]) are numbered from 0 in the place: ("claim", "3", "published").

    >>> line_of('[deck]\nranks = "2 3 4"', ("deck", "ranks"))
    2
    >>> line_of('[deck]\nranks = "2 3 4"', ("deck", "suits"))
    1
    """
    found = closest(text, place)
    return found[1] if found else None


def closest(text: str, place: tuple[str, ...]) -> tuple[int, int] | None:
    """Return how many keys of `place` the text has, and the number of the line with the last of them.

    An entry inside an inline table, or one that is not written at all, has fewer keys than the place.
    """
    best: tuple[int, int] | None = None
    for number, here in _entries(text):
        depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, place, strict=False)))
        if depth > (best[0] if best else 0):
            best = (depth, number)
    return best


@lru_cache(maxsize=1 << 10)
def keys_of(dotted: str) -> tuple[str, ...] | None:
    """Return the keys of a dotted place as TOML reads them, or None when it is no place.

    >>> keys_of('pay_tables.pair_plus.A."pair of aces"')
    ('pay_tables', 'pair_plus', 'A', 'pair of aces')
    """
    try:
        table = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return None
    keys: list[str] = []
    while isinstance(table, dict):
        if len(table) != 1:
            return None
        ((key, table),) = table.items()
        keys.append(key)
    return tuple(keys)


def _entries(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Give the number of each line that opens a table or an entry, with the keys of what it opens.

    The inline tables of a list of several lines are opened too, numbered like those of [[claim]].
    """
    table: tuple[str, ...] = ()
    arrays: dict[tuple[str, ...], int] = {}  # of tables, each with the number of its last one
    inside = False  # of a text of several lines
    listed: tuple[str, ...] = ()
    open_signs, element = "", 0  # of a list of several lines
    for number, line in enumerate(text.split("\n"), start=1):
        opening = not inside
        parts = _QUOTES.split(line)
        code = line if len(parts) % 2 else parts[0] if opening else parts[-1]
        inside ^= len(parts) % 2 == 0
        if opening and not open_signs:
            if header := HEADER.fullmatch(line):
                table = keys_of(header[2]) or ()
                if header[1] == "[[":
                    arrays[table] = arrays.get(table, -1) + 1
                heads = (table[:length] for length in range(len(table), 0, -1))
                outer = next((head for head in heads if head in arrays), ())
                if outer:
                    table = (*outer, str(arrays[outer]), *table[len(outer) :])
                yield number, table
                continue
            if entry := ENTRY.match(code):
                listed, element, code = (*table, *(keys_of(entry[1]) or ())), 0, entry[2]
                yield number, listed
        if not opening and inside:
            continue
        for sign in re.findall(r"[\[\]{}]", _NO_SIGN.sub("", code)):
            if sign in "]}":
                open_signs = open_signs[:-1]
                continue
            if sign + open_signs == "{[":
                yield number, (*listed, str(element))
                element += 1
            open_signs += sign
