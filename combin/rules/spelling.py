"""Tables of TOML to models: short forms written out, then every entry checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from combin.cards.cards import ColourLine
from combin.decimals import plain
from combin.rules.errors import RulesError
from combin.rules.explain_refusal import in_its_section, outside, refusal
from combin.rules.model import RulesFile, decode_number
from combin.rules.numbers import Net, Pay, Share, read_exact
from combin.rules.wagers import AgainstDealer, Outcome, PayTableEntry, PayTableWager, Prize

if TYPE_CHECKING:
    from collections.abc import Iterable


Model = TypeVar("Model")

_CASES = ("no_qualify", "win", "tie", "lose")


def convert(raw: object, kind: type[Model], place: tuple[str, ...] = ()) -> Model:
    """Return a table of TOML as a model; `place` is where it stands in its file.

    Raises:
        RulesError: the model does not allow an entry; file and line are the caller's to add.
    """
    try:
        return msgspec.convert(raw, kind, dec_hook=decode_number)
    except msgspec.ValidationError:
        inside, problem = refusal(raw, kind, decode_number)
        raise RulesError((*place, *inside), problem) from None


def rules_file(raw: dict[str, Any]) -> RulesFile:
    """Return the model of a rule file, whose short forms are written out first.

    Raises:
        RulesError: the language does not allow an entry; file and line are the caller's to add.
    """
    try:
        return _with_initial_wager(convert(_spelt_out(raw), RulesFile))
    except RulesError as error:
        place = _as_written(error.place)
        problem = outside(place, _at(raw, place)) or in_its_section(error.problem, place, RulesFile)
        raise RulesError(place, problem) from None


def _at(raw: object, place: tuple[str, ...]) -> object:
    """Return what a file says at a place; None if nothing."""
    for key in place:
        if isinstance(raw, list) and key.isdigit():
            raw = raw[int(key)] if int(key) < len(raw) else None
        else:
            raw = raw.get(key) if isinstance(raw, dict) else None
    return raw


def _with_initial_wager(file: RulesFile) -> RulesFile:
    """Return a file of side bets alone with the first of them that can be the initial wager as that.

    A bet on the player's three cards, paid in odds to 1, is a wager against the dealer that its table decides
    whatever his hand is; so a side bet alone is a game, without a second way to settle it.
    """
    if any(isinstance(wager, AgainstDealer) for wager in file.wager.values()):
        return file
    for name, wager in file.wager.items():
        if isinstance(wager, PayTableWager) and _stands_alone(wager, file.pay_tables.get(name, {}).values()):
            result = Outcome(Net(-1), by_table=True)
            initial = AgainstDealer(
                name=wager.name,
                win=result,
                tie=result,
                lose=result,
                commission=wager.commission,
                rule=wager.rule,
            )
            return msgspec.structs.replace(file, wager={**file.wager, name: initial})
    return file


def _stands_alone(wager: PayTableWager, tables: Iterable[PayTableEntry]) -> bool:
    """Tell whether a side bet asks for no other wager, no other cards and no money."""
    plain = not wager.needs and wager.hand == "player" and wager.if_tied is None and wager.if_beaten is None
    return plain and all(
        table.odds == "to 1"
        and all(prize.odds is not None for prize in table.lines.values())
        and set(ColourLine).isdisjoint(table.lines)
        for table in tables
    )


def _spelt_out(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the file with the short forms of outcomes, prizes and pay tables written out."""
    plain = dict(raw)
    for table, spell_out in (("wager", _wager), ("pay_tables", _pay_tables)):
        if isinstance(raw.get(table), dict):
            plain[table] = {name: spell_out(entry) for name, entry in raw[table].items()}
    if isinstance(raw.get("deck"), dict) and "ranks" in raw["deck"]:
        plain["deck"] = raw["deck"] | {"ranks": _ranks(raw["deck"]["ranks"])}
    if isinstance(raw.get("decision"), dict):
        plain["decision"] = raw["decision"] | {
            key: [_play(one) for one in raw["decision"][key]]
            for key in ("play", "early")
            if isinstance(raw["decision"].get(key), list)
        }
    return plain


def _ranks(value: object) -> object:
    """Return ranks with blanks between, as they may be a list, have commas, or have nothing between."""
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        return " ".join(map(str, value))
    if not isinstance(value, str):
        return value
    text = value.replace(",", " ").strip()
    return text if " " in text else " ".join(text.replace("10", "T"))


def _play(entry: object) -> object:
    """Return a multiple, or one for some hands, with a part of the wager written as a quotient."""
    if isinstance(entry, dict):
        return entry | ({"multiple": _play(entry["multiple"])} if "multiple" in entry else {})
    try:
        number = read_exact(entry)
    except ValueError:
        return entry
    return int(number) if number.denominator == 1 else str(number)


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
    push = 1 if own.get("odds") == "for 1" else 0
    prizes = {
        key: value if isinstance(value, dict) else {"odds": push if value == "push" else value}
        for key, value in paid.items()
    }
    return own | {"lines": prizes, "unpaid": [key for key in lines if key not in paid]}


def _as_written(place: tuple[str, ...]) -> tuple[str, ...]:
    """Return a place without the keys that writing out the short forms has put in."""
    match place:
        case ("pay_tables", wager, letter, "lines", *line):
            return ("pay_tables", wager, letter, *(line[:1] if line[1:] == ["odds"] else line))
        case ("wager", name, *entry, "pays" | "compared") if entry:
            return ("wager", name, *entry)
        case ("wager", name, "collection", "share"):
            return ("wager", name, "collection")
    return place


def as_written(file: RulesFile) -> dict[str, Any]:
    """Return what a rule file says as TOML would give it, with every default spelt out.

    Exact numbers are text ("3/2"); prizes of odds alone and pay tables have the short forms of rule files.
    Made into a model again it is the same: `rules_file(as_written(file)) == file`.

    >>> from combin.rules.load import load_rules
    >>> as_written(load_rules("crown-melbourne").file)["wager"]["ante"]["tie"]
    {'pays': 'push', 'by_table': False, 'rule': '5.7.3, 10.1.2(c)'}
    """
    raw: dict[str, Any] = _without_none(msgspec.to_builtins(file, enc_hook=_number))
    raw["pay_tables"] = {
        wager: {letter: _table(table, raw["pay_tables"][wager][letter]) for letter, table in tables.items()}
        for wager, tables in file.pay_tables.items()
    }
    return raw


def imprint_data(file: RulesFile) -> dict[str, Any]:
    """Return what the imprint of a rule file says, as text; how wagers are told as tables."""
    raw: dict[str, Any] = msgspec.to_builtins(file.imprint, enc_hook=_number)
    return {name: text for name, text in raw.items() if text}


def _number(value: object) -> str:
    """Return an exact number as text; `plain` writes a fraction where no decimal ends."""
    if isinstance(value, Pay | Net | Share):
        words = {0: "push", -1: "lose"} if isinstance(value, Net) else {}
        return words.get(int(value), plain(value)) if value.denominator == 1 else plain(value)
    raise TypeError(f"{value!r} has no form in TOML")


def _without_none(value: Any) -> Any:  # noqa: ANN401  whatever TOML holds
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_without_none(one) for one in value]
    return value


def _table(table: PayTableEntry, raw: dict[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in raw.items() if key not in ("lines", "unpaid")}
    return own | dict(_lines(table, raw["lines"])) | dict.fromkeys(table.unpaid, "lose")


def _lines(table: PayTableEntry, raw: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Give each line, a prize of odds alone as its odds."""
    for text, prize in table.lines.items():
        bare = prize.odds is not None and prize == Prize(odds=prize.odds)
        yield text, raw[text]["odds"] if bare else raw[text]
