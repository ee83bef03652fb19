"""Rule files in: TOML to validated models, with the place of every mistake."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from combin.rules.errors import RulesError
from combin.rules.model import RulesFile, decode_number
from combin.rules.rules import Rules

__all__ = ["LIBRARY", "convert", "library_games", "line_of", "load_rules", "read_toml"]

LIBRARY = Path(__file__).parent / "library"
"""The folder of the games that ship."""

_CASES = ("no_qualify", "win", "tie", "lose")

Model = TypeVar("Model")


def library_games() -> tuple[str, ...]:
    """Return the ids of the games that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))


def load_rules(game: str | Path, readings: dict[str, str] | None = None) -> Rules:
    """Return the rules of a game.

    Args:
        game: the id of a game that ships, or the path of a rule file.
        readings: for sentences that can be read in several ways, the reading to take where it is not
            the adopted one.

    Raises:
        RulesError: the file is not there, is not TOML, or says something that the language does not allow.
    """
    path = _find(game)
    raw = _with_base(read_toml(path), path, ())
    try:
        if readings:
            raw = _under_readings(raw, readings)
        return Rules(convert(_sugar_free(raw), RulesFile))
    except RulesError as error:
        line = line_of(path.read_text(encoding="utf-8"), error.place)
        raise RulesError(error.place, error.problem, str(path), line) from None


def _find(game: str | Path) -> Path:
    path = Path(game)
    if isinstance(game, str) and path.name == game and not path.suffix:
        if game in library_games():
            return LIBRARY / f"{game}.toml"
        if not path.exists():
            known = ", ".join(library_games())
            problem = f"no such game; these ship: {known}; or give the path of a rule file"
            raise RulesError((), problem, game)
    return path


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file with its decimals kept exact.

    Raises:
        RulesError: it cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"^(.*) \(at line (\d+), column \d+\)$", str(error))
        problem, line = (place[1], int(place[2])) if place else (str(error), None)
        raise RulesError((), f"not TOML: {problem}", str(path), line) from None
    except UnicodeDecodeError as error:
        raise RulesError((), f"not UTF-8 text: {error.reason}", str(path)) from None
    except OSError as error:
        raise RulesError((), f"{error.strerror}", str(path)) from None


def _with_base(raw: dict[str, Any], path: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    """Return the file laid over the one that it extends, if it does."""
    base = raw.pop("extends", None)
    if base is None:
        return raw
    if path.resolve() in seen:
        raise RulesError(("extends",), f"{base!r} leads back to this file", str(path))
    if not isinstance(base, str):
        raise RulesError(("extends",), f"{base!r} is not a game or a path", str(path))
    below = LIBRARY / f"{base}.toml" if base in library_games() else path.parent / base
    return _merged(_with_base(read_toml(below), below, (*seen, path.resolve())), raw)


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return the two tables in one; of an entry in both, tables are merged and all else is the upper's."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(below.get(key), dict)
        merged[key] = _merged(below[key], value) if both else value
    return merged


def _under_readings(raw: dict[str, Any], chosen: dict[str, str]) -> dict[str, Any]:
    """Return the file with the entries of the chosen readings put in place."""
    known = raw.get("readings", {})
    for name, option in chosen.items():
        if name not in known:
            problem = f"no reading {name!r}; this file has: {', '.join(known) or 'none'}"
            raise RulesError(("readings",), problem)
        options = known[name].get("options", {})
        if option not in options:
            known_options = ", ".join(options)
            place = ("readings", name, "options")
            raise RulesError(place, f"no option {option!r}; there are: {known_options}")
        for dotted, value in options[option].items():
            patch: Any = value
            *outer, last = dotted.split(".")
            raw = _put(raw, (*outer, last), patch, ("readings", name, "options", option))
    return raw


def _put(
    table: dict[str, Any], keys: tuple[str, ...], value: object, place: tuple[str, ...]
) -> dict[str, Any]:
    """Return the table with one entry, named by its keys from the top, replaced."""
    key, *rest = keys
    if rest and not isinstance(table.get(key, {}), dict):
        raise RulesError(place, f"{'.'.join(keys)} is no entry of this file")
    return table | {key: _put(table.get(key, {}), tuple(rest), value, place) if rest else value}


def _sugar_free(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the file with the short forms of outcomes, prizes and pay tables written out."""
    raw = dict(raw)
    if isinstance(raw.get("wager"), dict):
        raw["wager"] = {
            name: {key: _outcome(key, value) for key, value in wager.items()}
            if isinstance(wager, dict)
            else wager
            for name, wager in raw["wager"].items()
        }
    if isinstance(raw.get("pay_tables"), dict):
        raw["pay_tables"] = {
            name: {letter: _pay_table(table) for letter, table in tables.items()}
            if isinstance(tables, dict)
            else tables
            for name, tables in raw["pay_tables"].items()
        }
    return raw


def _outcome(key: str, value: object) -> object:
    return {"pays": value} if key in _CASES and not isinstance(value, dict) else value


def _pay_table(table: object) -> object:
    if not isinstance(table, dict):
        return table
    own = {key: value for key, value in table.items() if key in ("rule", "odds")}
    lines = {key: value for key, value in table.items() if key not in own}
    paid = {
        key: value if isinstance(value, dict) else {"odds": value}
        for key, value in lines.items()
        if value != "lose"
    }
    return own | {"lines": paid, "unpaid": [key for key, value in lines.items() if value == "lose"]}


def convert(raw: dict[str, Any], kind: type[Model]) -> Model:
    """Return a table of TOML as a model.

    Raises:
        RulesError: the model does not allow an entry; file and line are the caller's to add.
    """
    try:
        return msgspec.convert(raw, kind, dec_hook=decode_number)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `")
        place = _place(raw, kind, problem, path.replace("key` in `", "").rstrip("`"))
        raise RulesError(place, problem) from None


def _place(raw: dict[str, Any], kind: type, problem: str, path: str) -> tuple[str, ...]:
    """Return the keys of the entry that msgspec refused.

    It writes `[...]` for a key of an open table. Which key it was is found by leaving only one of the
    keys in the table and looking for the same refusal.
    """
    keys: list[str] = []
    for part in re.findall(r"\.(\w+)|\[(\d+)\]|\[(\.\.\.)\]", path):
        key = part[0] or part[1]
        if part[2]:
            table: Any = raw
            for outer in keys:
                table = table[int(outer)] if isinstance(table, list) else table[outer]
            only = ((one, _replaced(raw, keys, {one: table[one]})) for one in table)
            key = next((one for one, alone in only if _refuses(alone, kind, problem)), "")
        keys.append(key)
    hidden = {"lines", "odds"} if keys[:1] == ["pay_tables"] else {"pays"}
    return tuple(key for key in keys if key not in hidden)


def _replaced(outer: Any, keys: Sequence[str], value: object) -> Any:  # noqa: ANN401  whatever TOML holds
    """Return tables and arrays of TOML with what the keys lead to replaced."""
    if not keys:
        return value
    if isinstance(outer, list):
        place = int(keys[0])
        return [*outer[:place], _replaced(outer[place], keys[1:], value), *outer[place + 1 :]]
    return outer | {keys[0]: _replaced(outer[keys[0]], keys[1:], value)}


def _refuses(raw: dict[str, Any], kind: type, problem: str) -> bool:
    try:
        msgspec.convert(raw, kind, dec_hook=decode_number)
    except msgspec.ValidationError as error:
        return str(error).startswith(problem)
    return False


def line_of(text: str, place: tuple[str, ...]) -> int | None:
    """Return the number of the line that holds an entry, or else of the nearest table around it.

    The tables of an array ([[claim]]) are numbered from 0 in the place: ("claim", "3", "published").
    """
    best: tuple[int, int] | None = None
    table: tuple[str, ...] = ()
    seen: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*(\[+)\s*([^\]]+?)\s*\]+\s*(#.*)?$", line):
            table = _keys(header[2])
            if header[1] == "[[":
                seen[table] = seen.get(table, -1) + 1
            heads = (table[:length] for length in range(len(table), 0, -1))
            outer = next((head for head in heads if head in seen), ())
            table = (*outer, str(seen[outer]), *table[len(outer) :]) if outer else table
            here = table
        elif entry := re.match(r"\s*((?:[\w-]+|\"[^\"]*\")(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"))*)\s*=", line):
            here = (*table, *_keys(entry[1]))
        else:
            continue
        if here == place[: len(here)] and (best is None or len(here) > best[0]):
            best = (len(here), number)
    return best[1] if best else None


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(quoted or bare for quoted, bare in re.findall(r"\"([^\"]*)\"|([\w-]+)", dotted))
