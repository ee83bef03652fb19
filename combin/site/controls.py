"""Controls for the entries of a rule file, made from its JSON Schema: new words have theirs at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from combin.rules.errors import RulesError
from combin.rules.schema import rules_schema
from combin.rules.toml_edit import written

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
