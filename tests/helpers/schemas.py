"""The JSON Schemas that ship, made of the models; `python -m tests.helpers.schemas` writes them anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from inspect import cleandoc
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

import combin
from combin.audit.load import ClaimsFile
from combin.rules.model import RulesFile
from combin.rules.numbers import Net, Pay, Share
from combin.settle.records import Amount, Closing, Paid, Round

PACKAGE = Path(combin.__file__).parent
ROUNDS = PACKAGE / "settle/rounds.schema.json"

_DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_EXACT = r"^[0-9]+(\.[0-9]+)?%?$|^[0-9]+/0*[1-9][0-9]*$"
_PART = r"^(100|[0-9]{1,2}(\.[0-9]+)?)%$|^(1|0(\.[0-9]+)?)$|^[0-9]+/0*[1-9][0-9]*$"
_PAY: Schema = {
    "description": 'an exact number that is not negative: 4, 1.5 or "3/2"',
    "anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": _EXACT}],
}
_NET: Schema = {
    "description": 'odds to 1, "push" for a stand-off, or "lose"',
    "anyOf": [*_PAY["anyOf"], {"enum": ["push", "lose"]}],
}
_SHARE: Schema = {
    "description": 'a part from 0 to 1, such as "34.06%"',
    "anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string", "pattern": _PART}],
}
_TIMES: Schema = {
    "description": 'how many times the initial wager: 2, 0.5 or "1/2"',
    "anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string", "pattern": _EXACT}],
}
_COMPARED: Schema = {"description": "as against a dealer who qualifies", "const": "compared"}
_WITHOUT: Schema = {
    "description": 'places in the extended game to take away, such as "wager.prime" with its pay tables',
    "type": "array",
    "items": {"type": "string", "minLength": 1},
}
_NUMBERS: dict[type, Schema] = {Pay: _PAY, Net: _NET, Share: _SHARE}


def rules_schema() -> Schema:
    """Return the JSON Schema of a rule file in its written form.

    The models hold outcomes, prizes and pay tables written out in full; in a file `win = 1` is short for
    `win = { pays = 1 }`, `no_qualify = "compared"` for `{ compared = true }`, `"pair" = 1` for
    `{ odds = 1 }`, and the lines of a pay table stand beside its `rule` and `odds`. A file that extends
    another may leave out anything.
    """
    definitions = _definitions_of(RulesFile)
    for definition in definitions.values():
        _without_null(definition)
    definitions["Outcome"] = {"anyOf": [_NET, definitions["Outcome"]]}
    definitions["HandFee"] = {"anyOf": [_SHARE, definitions["HandFee"]]}
    ranks = definitions["DeckEntry"]["properties"]["ranks"]
    ranks["anyOf"] = [
        {"type": ranks.pop("type")},
        {"type": "array", "items": {"type": ["string", "integer"]}},
    ]
    _walk(definitions, _times)
    definitions["NoQualify"] = {"anyOf": [_NET, _COMPARED, _forms(definitions["NoQualify"])]}
    definitions["AgainstDealer"]["properties"]["no_qualify"]["default"] = "compared"
    kinds = {"oneOf": [{"required": [kind]} for kind in ("odds", "money", "meter")]}
    definitions["Prize"] = {"anyOf": [_PAY, definitions["Prize"] | kinds]}
    definitions["PayTableEntry"] = _with_lines(definitions["PayTableEntry"])
    parts = {name for name, definition in definitions.items() if {"properties", "anyOf"} & set(definition)}
    changes = {name: _change(definitions[name], parts) for name in definitions if name in parts}
    whole = changes.pop("RulesFile")
    below = {"description": "the game or file that this one changes", "type": "string", "minLength": 1}
    return {
        "$schema": _DIALECT,
        "title": "Rules of a casino game",
        # Editors complete from the properties; what a file that stands alone must have is asked on top.
        **whole,
        "properties": {"extends": below, "without": _WITHOUT, **whole["properties"]},
        "dependentRequired": {"without": ["extends"]},
        "if": {"not": {"required": ["extends"]}},
        "then": {"$ref": "#/$defs/RulesFile"},
        "$defs": definitions | {f"ChangeOf{name}": change for name, change in changes.items()},
    }


def _definitions_of(model: type, numbers: Mapping[type, Schema] | None = None) -> dict[str, Schema]:
    """The schemas of a model and what it holds; `numbers` are those of exact numbers that rule files lack."""
    hook = {**_NUMBERS, **(numbers or {})}.__getitem__
    _, definitions = msgspec.json.schema_components([model], schema_hook=hook, ref_template="#/$defs/{name}")
    for definition in definitions.values():
        _walk(definition, _plain)
    return definitions


def _walk(schema: Any, change: Callable[[Schema], None]) -> None:  # noqa: ANN401  a schema nests every JSON type
    if isinstance(schema, dict):
        change(schema)
    if isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            _walk(part, change)


def _plain(schema: Schema) -> None:
    if isinstance(schema.get("description"), str):
        schema["description"] = " ".join(cleandoc(schema["description"]).split())
    if isinstance(schema.get("discriminator"), dict):
        del schema["discriminator"]  # a word of OpenAPI


def _times(schema: Schema) -> None:
    """Let a multiple be any number above 0: the models know parts as quotients alone, files decimals too."""
    whole = {"type": "integer", "minimum": 1}
    if whole in schema.get("anyOf", ()):
        rest = [one for one in schema["anyOf"] if one.get("type") != "string" and one != whole]
        schema["anyOf"] = [_TIMES, *rest]


def _without_null(definition: Schema) -> None:
    """Take null out of a schema, as TOML has none: what a model holds as None is an entry left out."""
    for name, schema in definition.get("properties", {}).items():
        if {"type": "null"} in schema.get("anyOf", ()):
            others = [one for one in schema["anyOf"] if one != {"type": "null"}]
            kept = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
            definition["properties"][name] = (
                others[0] | kept if len(others) == 1 else {"anyOf": others} | kept
            )


def _forms(no_qualify: Schema) -> Schema:
    """The schema of the table with what a dealer who does not qualify brings, in its three forms."""
    forms = (("pays",), ("win", "tie", "lose"), ("compared",))
    properties = no_qualify["properties"] | {"compared": {"const": True}}
    return no_qualify | {
        "properties": properties,
        "oneOf": [{"required": list(form)} for form in forms],
        "dependentRequired": {"by_table": ["pays"]},
    }


def _with_lines(table: Schema) -> Schema:
    """The schema of a pay table with its lines beside the other entries."""
    own = {key: value for key, value in table["properties"].items() if key in ("rule", "odds")}
    line = {"anyOf": [{"$ref": "#/$defs/Prize"}, {"enum": ["push", "lose"]}]}
    return table | {"properties": own, "required": [], "additionalProperties": line}


def _change(schema: Schema, parts: AbstractSet[str]) -> Schema:
    """A schema for a part of an entry, as a file that extends another may give it.

    Lists are replaced whole, so what stands in a list keeps what it requires. `parts` are the
    definitions that have a form of this kind.
    """
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if name in parts:
        return schema | {"$ref": f"#/$defs/ChangeOf{name}"}
    changed = {
        key: value for key, value in schema.items() if key not in ("required", "oneOf", "dependentRequired")
    }
    if "properties" in changed:
        changed["properties"] = {key: _change(one, parts) for key, one in changed["properties"].items()}
    if isinstance(changed.get("additionalProperties"), dict):
        changed["additionalProperties"] = _change(changed["additionalProperties"], parts)
    if "anyOf" in changed:
        changed["anyOf"] = [_change(one, parts) for one in changed["anyOf"]]
    return changed


_AMOUNT: Schema = {
    "description": 'an exact sum of money: 10, 2.50 or "2.50"',
    "anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}],
}


_SUMS: dict[Any, Schema] = {
    Amount: _AMOUNT,
    Paid: {"anyOf": [*_AMOUNT["anyOf"], {"type": "object", "additionalProperties": _AMOUNT}]},
}


def rounds_schema() -> Schema:
    """Return the JSON Schema of one line of a file of recorded rounds."""
    either = [{"$ref": f"#/$defs/{name}"} for name in ("Round", "Closing")]
    definitions = _definitions_of(Round, _SUMS) | _definitions_of(Closing, _SUMS)
    schema = {"$schema": _DIALECT, "title": "A recorded round", "anyOf": either, "$defs": definitions}
    described: Schema = _described(schema, json.loads(ROUNDS.read_text(encoding="utf-8")))
    return described


def _described(schema: Any, known: Any) -> Any:  # noqa: ANN401  a schema nests every JSON type
    """A schema with the descriptions of its file, where they are written."""
    if isinstance(schema, list):
        return [_described(*pair) for pair in zip_longest(schema, known if isinstance(known, list) else ())]
    if not isinstance(schema, dict) or not isinstance(known, dict):
        return schema
    said = {"description": known["description"]} if isinstance(known.get("description"), str) else {}
    whole, order = schema | said, {key: place for place, key in enumerate(known)}
    keys = sorted(whole, key=lambda key: order.get(key, len(order)))
    return {key: _described(whole[key], known.get(key)) for key in keys}


def claims_schema() -> Schema:
    """Return the JSON Schema of a claims file."""
    definitions = _definitions_of(ClaimsFile)
    for definition in definitions.values():
        _without_null(definition)
    whole = definitions.pop("ClaimsFile")
    return {"$schema": _DIALECT, **whole, "title": "Claims of a casino's document", "$defs": definitions}


SCHEMAS = {
    PACKAGE / "rules/rules.schema.json": rules_schema,
    ROUNDS: rounds_schema,
    PACKAGE / "audit/claims.schema.json": claims_schema,
}


def schema_text(schema: Schema) -> str:
    """Return a schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, schema in SCHEMAS.items():
        path.write_text(schema_text(schema()), encoding="utf-8")
