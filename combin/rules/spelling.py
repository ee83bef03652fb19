"""Tables of TOML to models: short forms written out, then every entry checked."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from combin.rules.errors import RulesError
from combin.rules.explain_refusal import refusal
from combin.rules.model import RulesFile, decode_number

__all__ = ["convert", "rules_file"]

Model = TypeVar("Model")

_CASES = ("no_qualify", "win", "tie", "lose")


def convert(raw: object, kind: type[Model]) -> Model:
    """Return a table of TOML as a model.

    Raises:
        RulesError: the model does not allow an entry; file and line are the caller's to add.
    """
    try:
        return msgspec.convert(raw, kind, dec_hook=decode_number)
    except msgspec.ValidationError:
        raise RulesError(*refusal(raw, kind, decode_number)) from None


def rules_file(raw: dict[str, Any]) -> RulesFile:
    """Return the model of a rule file, whose short forms are written out first.

    Raises:
        RulesError: the language does not allow an entry; file and line are the caller's to add.
    """
    try:
        return convert(_spelt_out(raw), RulesFile)
    except RulesError as error:
        raise RulesError(_as_written(error.place), error.problem) from None


def _spelt_out(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the file with the short forms of outcomes, prizes and pay tables written out."""
    plain = dict(raw)
    for table, spell_out in (("wager", _wager), ("pay_tables", _pay_tables)):
        if isinstance(raw.get(table), dict):
            plain[table] = {name: spell_out(entry) for name, entry in raw[table].items()}
    return plain


def _wager(wager: object) -> object:
    if not isinstance(wager, dict):
        return wager
    return wager | {key: _outcome(wager[key]) for key in _CASES if key in wager}


def _outcome(value: object) -> object:
    if value == "compared":
        return {"compared": True}
    if not isinstance(value, dict):
        return {"pays": value}
    return value | {key: _outcome(value[key]) for key in _CASES if key in value}


def _pay_tables(tables: object) -> object:
    if not isinstance(tables, dict):
        return tables
    return {letter: _pay_table(table) for letter, table in tables.items()}


def _pay_table(table: object) -> object:
    if not isinstance(table, dict):
        return table
    own = {key: table[key] for key in ("rule", "odds") if key in table}
    lines = {key: value for key, value in table.items() if key not in own}
    paid = {key: value for key, value in lines.items() if value != "lose"}
    prizes = {key: value if isinstance(value, dict) else {"odds": value} for key, value in paid.items()}
    return own | {"lines": prizes, "unpaid": [key for key in lines if key not in paid]}


def _as_written(place: tuple[str, ...]) -> tuple[str, ...]:
    """Return a place without the keys that writing out the short forms has put in."""
    match place:
        case ("pay_tables", wager, letter, "lines", *line):
            return ("pay_tables", wager, letter, *(line[:1] if line[1:] == ["odds"] else line))
        case ("wager", name, *entry, "pays" | "compared") if entry:
            return ("wager", name, *entry)
    return place
