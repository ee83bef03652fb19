"""The rules of a game with the place of each in its document, and pay tables side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import msgspec

from combin.answers import Answer
from combin.formats.tables import COUNT, PLAIN, Column, Record, Table, percents
from combin.formats.view import View
from combin.formatting import capital, plain
from combin.rules.model import Irregularity, RulesFile
from combin.rules.numbers import Net, Pay, Share
from combin.rules.resolved import Rules
from combin.rules.wagers import PayTableEntry
from combin.words.catalogue import load_catalogue
from combin.words.rules import document_named, rule_statements


def games_view(ruleses: Sequence[Rules], extends: Mapping[str, str]) -> View:
    """Return a list of games ready to be shown: casinos' rules, games described by others, variants."""
    kinds: dict[str, list[Rules]] = {"house rules": [], "description": [], "variant": []}
    for rules in ruleses:
        kinds["variant" if rules.file.id in extends else rules.file.source.kind].append(rules)

    def record(rules: Rules) -> Record:
        file, source = rules.file, rules.file.source
        named: Record = {"game": file.id, "title": file.title, "document": source.document}
        return {**named, "version": source.version, "kind": source.kind, "extends": extends.get(file.id)}

    def listed(rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
        """Return the wagers with pay tables and their letters; of a game without any, the initial wager."""
        return [(name, tuple(tables)) for name, tables in rules.tables.items()] or [(rules.base, ())]

    def games(title: str, kind: str) -> Table:
        rows = (
            (rules.file.id, rules.file.title, rules.wagers[name].name, " ".join(tables))
            for rules in kinds[kind]
            for name, tables in listed(rules)
        )
        return Table(title, ("Game", "Title", "Wager", "Pay tables"), tuple(rows), merged=2)

    variants = ((rules.file.id, rules.file.title, extends[rules.file.id]) for rules in kinds["variant"])
    tables = (
        games("Rules of casinos", "house rules"),
        games("Games described by others", "description"),
        Table("Variants", ("Game", "Title", "Extends"), tuple(variants)),
    )
    return View(
        "Built-in games",
        ("A command takes the name of a game, or the path of a rule file.",),
        tuple(table for table in tables if table.rows),
        lambda: [
            record(rules) | {"tables": {name: list(tables) for name, tables in rules.tables.items()}}
            for rules in ruleses
        ],
        lambda: [
            record(rules) | {"wager": name, "tables": " ".join(tables)}
            for rules in ruleses
            for name, tables in listed(rules)
        ],
    )


class ShownRules(Answer, msgspec.Struct, frozen=True):
    """The rules of a game with the place of each in its document."""

    shown_by: ClassVar[str] = "combin.report.rules:rules_view"

    rules: Rules


def rules_view(shown: ShownRules, _: int = 10) -> View:
    """A game's rules ready to be shown; the records are the lines of the pay tables."""
    rules, file = shown.rules, shown.rules.file
    origin, irregularities = document_named(file.source, load_catalogue()), file.irregularities.items()
    effects = ((f"{one.says} [{name}]", effect_in_words(one, file), one.rule) for name, one in irregularities)
    readings = (
        (name, reading.question, option + " (adopted)" * (option == reading.adopted), reading.rule)
        for name, reading in file.readings.items()
        for option in reading.options
    )
    tables = (
        *computed_tables(rules),
        Table("Irregularities", ("Irregularity [name in records]", "Effect", "Stated in"), tuple(effects)),
        Table("Readings", ("Name", "Question", "Option", "Stated in"), tuple(readings), merged=2),
    )

    def entries(entry: dict[str, object]) -> dict[str, object]:
        """An entry without the hands that an outcome pays apart where it pays none so."""
        return {key: value for key, value in entry.items() if key != "hands" or value}

    return View(
        file.title,
        (f"{capital(origin)}.",),
        tuple(table for table in tables if table.rows),
        lambda: json.loads(msgspec.json.encode(file, enc_hook=_number), object_hook=entries),
        lambda: line_records(rules),
    )


def computed_tables(rules: Rules) -> tuple[Table, ...]:
    """What every figure is computed from: the rules in words, the pay tables, the meters."""
    rows = tuple(said[1:] for said in rule_statements(rules, load_catalogue()))
    says = Table("Rules", ("About", "Rule", "Stated in"), rows, merged=1)
    return says, *(pay_table(rules, name) for name in rules.file.pay_tables), *_meter_tables(rules)


def _number(value: object) -> str:
    if isinstance(value, Pay | Net | Share):
        return plain(value)
    raise TypeError(f"{value!r} has no form in JSON")


def _meter_tables(rules: Rules) -> Iterator[Table]:
    """Yield the meters of each progressive wager; the levels of an option stand below its meters."""
    for wager, entry in rules.meters.items():
        note = "Increment: the share of each wager."
        if entry.rounding_rule:
            unit = entry.round_up_to
            up_to = "the next whole amount" if unit == 1 else f"a multiple of {unit:,}"
            note += f" When paid, the meter is rounded up to {up_to} ({entry.rounding_rule})."
        rows = tuple(
            (name, option.pay_table, option.rule, level, meter.seed, meter.increment, meter.reserve, limit)
            for name, option in entry.options.items()
            for level, meter, limit in entry.meters_of(option)
        )
        level, reserve, limit = (any(row[place] for row in rows) for place in (3, 6, 7))
        columns: tuple[Column[Any] | str, ...] = (
            *("Option", "Pay table", "Stated in"),
            Column("Level" if level else None),
            Column("Seed", COUNT),
            Column("Increment", percents(2)),
            Column("Reserve" if reserve else None, percents(2)),
            Column("Must be hit by" if limit else None, COUNT),
        )
        title = f"{rules.wagers[wager].name} meters" if len(rules.meters) > 1 else "Jackpot meters"
        yield Table(title, columns, rows, note, merged=3)


def effect_in_words(irregularity: Irregularity, file: RulesFile) -> str:
    """Return what an irregularity does in a few words."""
    parts = ["round void"] if irregularity.round == "void" else []
    if irregularity.hand != "stands":
        lost = ", ".join(file.wager[name].name for name in irregularity.forfeits)
        parts.append(f"hand {irregularity.hand}" + (f" ({lost})" if lost else ""))
    if irregularity.others != "stand":
        parts.append("others may retract")
    if irregularity.jackpot != "stands":
        kept = {"next round": "kept for the next round", "returned": "returned"}[irregularity.jackpot]
        parts.append(f"jackpot wagers {kept}")
    if irregularity.again is not None:
        parts.append(f"the next time {irregularity.again}")
    return ", ".join(parts) or "play goes on"


def pay_table(rules: Rules, name: str) -> Table:
    """Return all pay tables of a wager side by side."""
    entries = rules.file.pay_tables[name]
    prizes = [prize for entry in entries.values() for prize in entry.lines.values()]
    terms = list(dict.fromkeys(entry.odds for entry in entries.values()))
    only_odds = all(prize.odds is not None for prize in prizes) and len(terms) == 1
    lines = dict.fromkeys(line for entry in entries.values() for line in (*entry.lines, *entry.unpaid))
    cited = ", ".join(dict.fromkeys(entry.rule for entry in entries.values() if entry.rule))
    title = f"{rules.wagers[name].name}{f', pays {terms[0]}' if only_odds else ''}{cited and f' ({cited})'}"
    pays = [
        Column(letter, PLAIN, partial(_cell, entry, with_terms=not only_odds))
        for letter, entry in entries.items()
    ]
    return Table.of(title, lines, [Column("Line", value=str), *pays])


def _cell(entry: PayTableEntry, line: str, *, with_terms: bool) -> str:
    """Return what a line pays; where a wager is not paid by odds alone, with the terms."""
    if line not in entry.lines:
        return "-"
    prize = entry.lines[line]
    if prize.odds is not None:
        text = plain(prize.odds) + (f" {entry.odds}" if with_terms else "")
    elif prize.money is not None:
        text = f"{_amount(prize.money)} {'from the meter' if prize.from_meter else 'in money'}"
    else:
        of = f"meter {prize.level!r}" if prize.level else "meter"
        text = f"{plain((prize.meter or 0) * 100)}% of the {of}"
    return f"{text}, envy bonus {_amount(prize.envy)}" if prize.envy else text


def _amount(amount: Fraction) -> str:
    return f"{int(amount):,}" if amount.denominator == 1 else plain(amount)


def line_records(rules: Rules) -> list[Record]:
    """Return every line of every pay table; of odds, money and meter share one stands in each."""
    return [
        {
            "game": rules.file.id,
            "wager": name,
            "table": letter,
            "line": line,
            "odds_numerator": None if prize.odds is None else prize.odds.numerator,
            "odds_denominator": None if prize.odds is None else prize.odds.denominator,
            "odds": None if prize.odds is None else plain(prize.odds),
            "odds_are": None if prize.odds is None else entry.odds,
            "money": None if prize.money is None else plain(prize.money),
            "meter_share": None if prize.meter is None else plain(prize.meter),
            "envy_bonus": plain(prize.envy) if prize.envy else None,
            "rule": entry.rule,
        }
        for name, entries in rules.file.pay_tables.items()
        for letter, entry in entries.items()
        for line, prize in entry.lines.items()
    ]
