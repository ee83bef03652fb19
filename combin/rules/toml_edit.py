"""One entry of a TOML text set to another value, with all else as its author wrote it."""

from __future__ import annotations

import json
import re
import tomllib
from decimal import Decimal
from typing import Any

from combin.rules.errors import RulesError
from combin.rules.load import put
from combin.rules.toml_lines import ENTRY, HEADER, closest, keys_of

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|(#.*)')


def with_entry(text: str, place: tuple[str, ...], value: object) -> str:
    r"""Return a TOML text in which the entry at a place has another value; where there is none, it is added.

    >>> with_entry('[dealer]\nqualifies = "Q high"  # as in London\n', ("dealer", "qualifies"), "K high")
    '[dealer]\nqualifies = "K high"  # as in London\n'
    >>> print(with_entry('extends = "pick-a-card"\n', ("pay_tables", "flush", "A", "pair"), 3), end="")
    extends = "pick-a-card"
    <BLANKLINE>
    [pay_tables.flush.A]
    pair = 3

    Raises:
        RulesError: the entry stands in a way that only its author can change.
        tomllib.TOMLDecodeError: the text is no TOML.
    """
    wanted = put(_parsed(text), place, value)
    lines = text.rstrip("\n").split("\n") if text.strip() else []
    depth, number = closest(text, place) or (0, 0)
    if number and not HEADER.fullmatch(lines[number - 1]):
        _replace(lines, number - 1, place[depth:], value)
    else:
        _add(lines, place, value)
    edited = "\n".join(lines) + "\n"
    try:
        right = wanted is not None and _parsed(edited) == wanted
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise RulesError(place, "cannot be changed from outside the text; change it there")
    return edited


def written(value: object) -> str:
    """Return a value as TOML writes it on one line.

    >>> written({"money": 50, "rule": "7.1"}), written([1, Decimal("2.5"), True])
    ('{ money = 50, rule = "7.1" }', '[1, 2.5, true]')
    """
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            inside = ", ".join(f"{_key(key)} = {written(one)}" for key, one in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case _:
            return str(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else written(key)


def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


def _replace(lines: list[str], start: int, inside: tuple[str, ...], value: object) -> None:
    """Give the entry that begins on a line another value, or what is `inside` it."""
    entry = ENTRY.match(lines[start])
    end = next((end for end in range(start + 1, len(lines) + 1) if _whole(lines[start:end])), start + 1)
    if entry is None:
        return
    if inside:
        old: object = _parsed("\n".join(["x =" + entry[2], *lines[start + 1 : end]])).get("x")
        value = put(old, inside, value)
    comments = (one[1] for one in _STRING_OR_COMMENT.finditer(lines[end - 1]) if one[1])
    comment = next(comments, "")
    head = lines[start][: entry.start(2)]
    lines[start:end] = [f"{head} {written(value)}{'  ' if comment else ''}{comment}"]


def _whole(lines: list[str]) -> bool:
    """Tell whether lines are TOML by themselves."""
    try:
        _parsed("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return False
    return True


def _add(lines: list[str], place: tuple[str, ...], value: object) -> None:
    """Add an entry at the end of its table, which is added too where there is none."""
    *table, key = place
    line = f"{_key(key)} = {written(value)}"
    headers = [(at, found) for at, one in enumerate(lines) if (found := HEADER.fullmatch(one))]
    starts = [at for at, found in headers if found[1] == "[" and keys_of(found[2]) == tuple(table)]
    if table and not starts:
        lines += [*([""] if lines else []), f"[{'.'.join(map(_key, table))}]", line]
        return
    start = starts[0] if table else -1
    end = next((at for at, _ in headers if at > start), len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    lines.insert(end, line)
