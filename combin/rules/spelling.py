"""A rule file as it is written: its short forms, and why a mistyped entry is refused."""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from combin.cards.cards import ColourLine
from combin.formatting import plain
from combin.rules.errors import RulesError, listed, nearest, shown
from combin.rules.model import RulesFile, decode_number, written_times
from combin.rules.numbers import Net, Pay, Share, read_exact
from combin.rules.wagers import AgainstDealer, Outcome, PayTableEntry, PayTableWager, Prize

Model = TypeVar("Model")

_CASES = ("no_qualify", "win", "tie", "lose")


def convert(raw: object, kind: type[Model], place: tuple[str, ...] = ()) -> Model:
    """A table of TOML as a model, or RulesError, with its `place`; file and line are the caller's to add."""
    try:
        return msgspec.convert(raw, kind, dec_hook=decode_number)
    except msgspec.ValidationError:
        inside, problem = _refusal(raw, kind)
        raise RulesError((*place, *inside), problem) from None


def rules_file(raw: dict[str, Any]) -> RulesFile:
    """The model of a rule file, whose short forms are written out first; RulesError as `convert`."""
    try:
        return _with_initial_wager(convert(_spelt_out(raw), RulesFile))
    except RulesError as error:
        place = _as_written(error.place)
        problem = _outside(place, _at(raw, place)) or _in_its_section(error.problem, place)
        raise RulesError(place, problem) from None


def _at(raw: object, place: tuple[str, ...]) -> object:
    """What a file says at a place; None if nothing."""
    for key in place:
        if isinstance(raw, list) and key.isdigit():
            raw = raw[int(key)] if int(key) < len(raw) else None
        else:
            raw = raw.get(key) if isinstance(raw, dict) else None
    return raw


def _with_initial_wager(file: RulesFile) -> RulesFile:
    """A file of side bets alone with the first that can be the initial wager as that.

    A bet on the player's three cards, paid in odds to 1, is a wager against the dealer that its table decides
    whatever his hand is.
    """
    if any(isinstance(wager, AgainstDealer) for wager in file.wager.values()):
        return file
    for name, wager in file.wager.items():
        if isinstance(wager, PayTableWager) and _stands_alone(wager, file.pay_tables.get(name, {}).values()):
            result = Outcome(Net(-1), by_table=True)
            same = {key: getattr(wager, key) for key in ("name", "commission", "rule")}
            initial = AgainstDealer(win=result, tie=result, lose=result, **same)
            return msgspec.structs.replace(file, wager={**file.wager, name: initial})
    return file


def _stands_alone(wager: PayTableWager, tables: Iterable[PayTableEntry]) -> bool:
    """Whether a side bet asks for no other wager, no other cards and no money."""
    plain = not wager.needs and wager.hand == "player" and wager.if_tied is None and wager.if_beaten is None
    return plain and all(
        table.odds == "to 1"
        and all(prize.odds is not None for prize in table.lines.values())
        and set(ColourLine).isdisjoint(table.lines)
        for table in tables
    )


def _spelt_out(raw: dict[str, Any]) -> dict[str, Any]:
    """The file with its short forms written out: ranks, decisions, outcomes, prizes and pay tables."""
    forms: dict[str, Callable[[Any], object]] = {
        "deck": _deck,
        "decision": _decision,
        "wager": partial(_each, change=_wager),
        "pay_tables": partial(_each, change=partial(_each, change=_pay_table)),
    }
    return raw | {key: form(raw[key]) for key, form in forms.items() if isinstance(raw.get(key), dict)}


def _each(table: object, change: Callable[[object], object]) -> object:
    return {key: change(value) for key, value in table.items()} if isinstance(table, dict) else table


def _deck(deck: dict[str, Any]) -> dict[str, Any]:
    """Ranks with blanks between, as they may be a list, have commas, or have nothing between."""
    ranks = deck.get("ranks")
    if isinstance(ranks, list) and all(isinstance(rank, str | int) for rank in ranks):
        return deck | {"ranks": " ".join(map(str, ranks))}
    if not isinstance(ranks, str):
        return deck
    text = ranks.replace(",", " ").strip()
    return deck | {"ranks": text if " " in text else " ".join(text.replace("10", "T"))}


def _decision(decision: dict[str, Any]) -> dict[str, Any]:
    choices = {key: decision.get(key) for key in ("play", "early")}
    return decision | {key: [*map(_play, of)] for key, of in choices.items() if isinstance(of, list)}


def _play(entry: object) -> object:
    """A multiple, or one for some hands, with a part of the wager written as a quotient."""
    if isinstance(entry, dict):
        return entry | ({"multiple": _play(entry["multiple"])} if "multiple" in entry else {})
    try:
        return written_times(read_exact(entry))
    except ValueError:
        return entry


def _wager(wager: object) -> object:
    if not isinstance(wager, dict):
        return wager
    spelt = wager | {key: _outcome(wager[key]) for key in _CASES if key in wager}
    if not isinstance(taken := spelt.get("collection", {}), dict):
        spelt["collection"] = {"share": taken}
    return spelt


def _outcome(value: object) -> object:
    if value == "compared":
        return {"compared": True}
    if not isinstance(value, dict):
        return {"pays": value}
    return value | {key: _outcome(value[key]) for key in _CASES if key in value}


def _pay_table(table: object) -> object:
    if not isinstance(table, dict):
        return table
    own = {key: table[key] for key in ("rule", "odds") if key in table}
    lines = {key: value for key, value in table.items() if key not in own}
    push = 1 if own.get("odds") == "for 1" else 0
    prizes = {
        key: value if isinstance(value, dict) else {"odds": push if value == "push" else value}
        for key, value in lines.items()
        if value != "lose"
    }
    return own | {"lines": prizes, "unpaid": [key for key in lines if key not in prizes]}


def _as_written(place: tuple[str, ...]) -> tuple[str, ...]:
    """A place without the keys that writing out the short forms has put in."""
    match place:
        case ("pay_tables", wager, letter, "lines", *line):
            return ("pay_tables", wager, letter, *(line[:1] if line[1:] == ["odds"] else line))
        case ("wager", name, *entry, "pays" | "compared") if entry:
            return ("wager", name, *entry)
        case ("wager", name, "collection", "share"):
            return ("wager", name, "collection")
    return place


def as_written(file: RulesFile) -> dict[str, Any]:
    """What a rule file says as TOML would give it, with every default spelt out.

    Exact numbers are text ("3/2"); prizes of odds alone and pay tables have the short forms of rule files.
    Made into a model again it is the same: `rules_file(as_written(file)) == file`.
    """
    raw: dict[str, Any] = _without_none(msgspec.to_builtins(file, enc_hook=_number))
    raw["pay_tables"] = {
        wager: {letter: _table(table, raw["pay_tables"][wager][letter]) for letter, table in tables.items()}
        for wager, tables in file.pay_tables.items()
    }
    return raw


def imprint_data(file: RulesFile) -> dict[str, Any]:
    """The imprint of a rule file, as text; the words for wagers as tables."""
    raw: dict[str, Any] = msgspec.to_builtins(file.imprint, enc_hook=_number)
    return {name: text for name, text in raw.items() if text}


def _number(value: object) -> str:
    """An exact number as text; `plain` writes a fraction where no decimal ends."""
    if isinstance(value, Net) and value in (0, -1):
        return "lose" if value else "push"
    if isinstance(value, Pay | Net | Share):
        return plain(value)
    raise TypeError(f"{value!r} has no form in TOML")


def _without_none(value: Any) -> Any:  # noqa: ANN401  whatever TOML holds
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_without_none(one) for one in value]
    return value


def _table(table: PayTableEntry, raw: dict[str, Any]) -> dict[str, Any]:
    """A pay table as a file has it: a prize of odds alone as its odds."""
    own = {key: value for key, value in raw.items() if key not in ("lines", "unpaid")}
    for text, prize in table.lines.items():
        bare = prize.odds is not None and prize == Prize(odds=prize.odds)
        own[text] = raw["lines"][text]["odds"] if bare else raw["lines"][text]
    return own | dict.fromkeys(table.unpaid, "lose")


# -- why an entry is refused --------------------------------------------------------------------------

_WORDS: dict[object, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
    tuple: "a list",
    list: "a list",
}
_UNIONS = (Union, types.UnionType)
_LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}


def _refusal(value: object, kind: Any) -> tuple[tuple[str, ...], str]:  # noqa: ANN401  any type
    """The place inside a value that msgspec refused to convert to a type, and what is wrong there."""
    # Each part is asked for by itself. The first one refused is gone into; where none is, the fault is the
    # table's own: a key that is unknown or missing, or parts that do not go together.
    for key, inner, inner_kind in _children(value, kind):
        if _problem(inner, inner_kind) is not None:
            place, problem = _refusal(inner, inner_kind)
            return (key, *place), problem
    return _explained(value, kind, _problem(value, kind) or "")


def _problem(value: object, kind: Any) -> str | None:  # noqa: ANN401
    """What msgspec says against a value, or None when the type takes it."""
    try:
        msgspec.convert(value, kind, dec_hook=decode_number)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at `")[0]
    return None


def _arms(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """The types that a value may have, without None, which TOML cannot write."""
    if get_origin(kind) is Annotated:
        return _arms(get_args(kind)[0])
    if get_origin(kind) in _UNIONS:
        return tuple(arm for one in get_args(kind) if one is not type(None) for arm in _arms(one))
    return (kind,)


def _structs(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    """The models among the types that a value may have, by tag."""
    found = [arm for arm in _arms(kind) if isinstance(arm, type) and issubclass(arm, msgspec.Struct)]
    return {str(model.__struct_config__.tag): model for model in found}


def _model(value: dict[str, Any], kind: Any) -> Any:  # noqa: ANN401
    """The model that a table is to become, or None while its tag leaves that open."""
    structs = _structs(kind)
    if len(structs) < 2:
        return next(iter(structs.values()), None)
    return structs.get(str(value.get(_tag(structs))))


def _tag(structs: dict[str, Any]) -> str:
    """The key of a table that says which of several models it is."""
    return str(next(iter(structs.values())).__struct_config__.tag_field)


def _children(value: object, kind: Any) -> Iterator[tuple[str, object, Any]]:  # noqa: ANN401
    """Yield each part of a table or list with its key and its type."""
    if isinstance(value, dict):
        if model := _model(value, kind):
            for field in msgspec.structs.fields(model):
                if field.encode_name in value:
                    yield field.encode_name, value[field.encode_name], field.type
        for arm in _arms(kind):
            if get_origin(arm) is dict:
                yield from ((key, inner, get_args(arm)[1]) for key, inner in value.items())
    elif isinstance(value, list):
        for arm in _arms(kind):
            if get_origin(arm) in (tuple, list):
                yield from ((str(index), inner, get_args(arm)[0]) for index, inner in enumerate(value))


def _explained(value: object, kind: Any, said: str) -> tuple[tuple[str, ...], str]:  # noqa: ANN401
    """The key at fault, if it is one inside `value`, and the problem in words."""
    if isinstance(value, dict) and _structs(kind):
        return _table_refused(value, kind, said)
    for arm in _arms(kind):
        if isinstance(value, dict) and get_origin(arm) is dict:
            name = get_args(arm)[0]
            for key in value:
                if _problem(key, name) is not None:
                    words = _words(name)
                    problem = f"not known; {nearest(key, words)}" if words else f"no name ({_rule(name)})"
                    return (key,), f"{shown(key)} is {problem}"
    if not said.startswith(("Expected", "Invalid")):  # from the hook, which names the value
        return (), said
    words = tuple(word for arm in _arms(kind) for word in _words(arm))
    if words:
        return (), f"{shown(value)} is not known; {nearest(str(value), words)}"
    if all(_problem(value, arm) is not None for arm in _arms(kind)):
        wanted = " or ".join(dict.fromkeys(_wanted(arm) for arm in _arms(kind)))
        return (), f"{shown(value)} is not {wanted}"
    return (), f"{shown(value)} is not allowed here ({_rule(kind)})"


def _table_refused(value: dict[str, Any], kind: Any, said: str) -> tuple[tuple[str, ...], str]:  # noqa: ANN401
    """What is wrong with a table whose entries are all right one by one."""
    model = _model(value, kind)
    if model is None:
        structs = _structs(kind)
        tag, tags = _tag(structs), tuple(structs)
        if tag not in value:
            return (), f"{tag!r} is missing; allowed: {listed(tags)}"
        return (tag,), f"{shown(value[tag])} is not known; {nearest(str(value[tag]), tags)}"
    fields, tag_field = msgspec.structs.fields(model), model.__struct_config__.tag_field
    known = (*(field.encode_name for field in fields), *filter(None, (tag_field,)))
    for key in value:
        if key not in known:
            meant = _CALLED.get(key.casefold(), key)
            return (key,), f"unknown key; {nearest(meant if meant in known else key, known)}"
    for field in fields:
        if field.required and field.encode_name not in value:
            return (), f"{field.encode_name!r} is missing"
    return (), said


def _words(arm: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The words that an enumeration or a literal allows."""
    if get_origin(arm) is Literal:
        return tuple(str(word) for word in get_args(arm))
    return tuple(str(one.value) for one in arm) if isinstance(arm, type) and issubclass(arm, Enum) else ()


def _wanted(arm: Any) -> str:  # noqa: ANN401
    """What a type wants, in the words of a rule file."""
    if isinstance(arm, type) and issubclass(arm, msgspec.Struct):
        return _WORDS[dict]
    return _WORDS.get(get_origin(arm) or arm, "allowed here")


def _metas(kind: Any) -> Iterator[msgspec.Meta]:  # noqa: ANN401
    if get_origin(kind) is Annotated:
        yield from (one for one in get_args(kind) if isinstance(one, msgspec.Meta))
    elif get_origin(kind) in _UNIONS:
        for arm in get_args(kind):
            yield from _metas(arm)


def _rule(kind: Any) -> str:  # noqa: ANN401
    """What else a type asks of a value: bounds, length or form."""
    found = []
    for meta in _metas(kind):
        limits = ((words, getattr(meta, limit)) for limit, words in _LIMITS.items())
        found += [f"{words} {limit}" for words, limit in limits if limit is not None]
        if meta.pattern is not None:
            found.append(meta.description or f"of the form {meta.pattern}")
        if meta.min_length is not None:
            found.append("not empty" if meta.min_length == 1 else f"at least {meta.min_length} long")
        if meta.max_length is not None:
            found.append(f"at most {meta.max_length} long")
    return ", ".join(found)


_CALLED = dict.fromkeys(("fee", "rake", "hand_fee", "drop", "time_charge"), "collection")

OUTSIDE = Path(__file__).with_name("outside.toml")
"""What the language leaves out."""


def _in_its_section(problem: str, place: tuple[str, ...]) -> str:
    """The problem of a key that is unknown with the sections of a file that know it."""
    own = list[str]()
    for field in msgspec.structs.fields(RulesFile):
        models = map(msgspec.structs.fields, _structs(field.type).values())
        own += [f"[{field.encode_name}]" for of in models if place[-1:] in [(one.encode_name,) for one in of]]
    unknown, said = "unknown key", f"unknown key, which belongs to {' or '.join(own)}"
    few = 0 < len(own) <= 2  # what most sections have, such as a rule, belongs to none of them
    return problem.replace(unknown, said, 1) if few and problem.startswith(unknown) else problem


def _outside(place: tuple[str, ...], value: object) -> str:
    """What is asked for that the language leaves out, in one line; "" if it is nothing known."""
    written = ".".join(place)
    for where, form, what in tomllib.loads(OUTSIDE.read_text(encoding="utf-8"))["outside"]:
        if re.fullmatch(where, written, re.IGNORECASE) and re.fullmatch(form, str(value), re.IGNORECASE):
            return f"{what} outside the language; see Limits in docs/language.md"
    return ""
