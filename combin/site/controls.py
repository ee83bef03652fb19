"""Controls for the entries of a rule file, made from its JSON Schema, and one entry set in its text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from combin.rules.errors import RulesError
from combin.rules.load import ENTRY, HEADER, closest, keys_of, put
from combin.rules.spelling import rules_schema

Json = dict[str, Any]

_LEFT_TO_THE_TEXT = {"id", "title", "source", "pay_tables", "irregularities", "readings", "imprint"}
"""What documents say beside the game, and what has cells of its own."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def sections(raw: Mapping[str, Any]) -> list[Json]:
    """Return the tables of a whole rule file with a control for each entry that the language has for them.

    A section has its `place`, what it `says`, and `controls`, each with `place`, `name`, `kind`, `value` as
    text (None where the file leaves it out), the `default` and, by kind, `options`. Kinds are "choice" and
    "switch"; "text"; "number" for exact numbers or the words among `options`; and "toml" for all else.
    """
    found = []
    for name, schema in _schema()["properties"].items():
        if name in _LEFT_TO_THE_TEXT:
            continue
        entries = raw.get(name, {})
        if name == "wager":
            found += [
                _section((name, wager), _wager(schema, entry), entry)
                for wager, entry in (entries.items() if isinstance(entries, dict) else ())
                if isinstance(entry, dict)
            ]
        elif name in raw or "default" in schema:
            found.append(_section((name,), _resolved(schema), entries))
    return [section for section in found if section["controls"]]


def value_of(kind: str, text: str, place: tuple[str, ...]) -> object:
    """Return what a control says as TOML has it; a RulesError if that is none."""
    match kind:
        case "switch":
            return text == "true"
        case "number" | "choice":
            return Decimal(text.strip()) if _NUMBER.fullmatch(text.strip()) else text.strip()
        case "toml":
            try:
                return tomllib.loads(f"x = {text}", parse_float=Decimal)["x"]
            except tomllib.TOMLDecodeError as error:
                raise RulesError(place, f"not TOML: {error}") from None
        case _:
            return text


@cache
def _definitions() -> Json:
    return rules_schema()["$defs"]  # type: ignore[no-any-return]  # made a line above


def _schema() -> Json:
    return _definitions()["RulesFile"]  # type: ignore[no-any-return]  # of JSON


def _resolved(schema: Json) -> Json:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    own = {key: value for key, value in schema.items() if key != "$ref"}
    return _resolved(_definitions()[name]) | own if name else schema


def _wager(schema: Json, entry: Mapping[str, Any]) -> Json:
    kinds = map(_resolved, _resolved(schema["additionalProperties"])["anyOf"])
    settles = entry.get("settles")
    return next((kind for kind in kinds if settles in _options(kind["properties"]["settles"])), {})


def _section(place: tuple[str, ...], schema: Json, entries: object) -> Json:
    controls = list(_controls(place, schema, entries))
    return {"place": place, "says": schema.get("description", ""), "controls": controls}


def _controls(place: tuple[str, ...], schema: Json, entries: object, before: str = "") -> Iterator[Json]:
    """Yield the controls of a table; those of tables inside it, named `before` their entries, come last."""
    given = entries if isinstance(entries, dict) else {}
    inside = []
    for name, reference in schema.get("properties", {}).items():
        entry, here = _resolved(reference), (*place, name)
        if name == "rule" or name.endswith("_rule") or name in {"settles", "name"}:
            continue
        if entry.get("type") == "object" and "properties" in entry:
            inside.append((here, entry, given.get(name), f"{before}{name} "))
            continue
        kind, options = _kind(entry)
        value, default = _short(given.get(name)), entry.get("default")
        if kind == "choice" and options == [default]:
            continue
        yield {
            "place": here,
            "name": f"{before}{name}".replace("_", " "),
            "says": entry.get("description", ""),
            "kind": "toml" if isinstance(value, dict | list) else kind,
            "options": options,
            "value": None if value is None else _text(value),
            "default": None if default is None else _text(default),
        }
    for nested in inside:
        yield from _controls(*nested)


def _short(value: object) -> object:
    """Return an outcome that says no more than what it pays in its short form."""
    return (
        value["pays"] if isinstance(value, dict) and {"pays"} <= value.keys() <= {"pays", "rule"} else value
    )


def _kind(entry: Json) -> tuple[str, list[str]]:
    options = _options(entry)
    if "enum" in entry or "const" in entry:
        return "choice", options
    if entry.get("type") == "boolean":
        return "switch", []
    if _numeric(entry):
        return "number", options
    return ("text" if entry.get("type") == "string" else "toml"), options


def _options(entry: Json) -> list[str]:
    inside = (word for one in entry.get("anyOf", ()) for word in _options(_resolved(one)))
    const = [entry["const"]] if isinstance(entry.get("const"), str) else []
    return [*entry.get("enum", ()), *const, *inside]


def _numeric(entry: Json) -> bool:
    return entry.get("type") in {"integer", "number"} or any(
        _numeric(_resolved(one)) for one in entry.get("anyOf", ())
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else written(value)


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
