"""Checked rule files, shown: what they say in plain words, their figures, and what is odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import percent
from combin.formats.columns import Record, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import wager_name
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.design.checking import Checked, Found
    from combin.exact.distribution import Distribution

__all__ = ["checks_view"]

_COLUMNS = ("game", "kind", "file", "line", "place", "says")


def checks_view(checked: Sequence[Checked], digits: int = 10) -> View:
    """Return checked games ready to be shown; the records are what is odd about them."""
    several = len(checked) > 1
    sound = f"{counted(len(checked), 'game')} checked" if several else checked[0].rules.file.title
    warnings = sum(len(one.warnings) for one in checked)
    return View(
        f"{sound}: {counted(warnings, 'warning') if warnings else 'sound'}",
        (),
        tuple(table for one in checked for table in _tables(one, several=several) if table.rows),
        lambda: [_payload(one, digits) for one in checked],
        lambda: [_record(one, found) for one in checked for found in one.found],
        _COLUMNS,
    )


def _tables(checked: Checked, *, several: bool) -> Iterator[Table]:
    title = f"{checked.name}: " if several else ""
    yield Table(f"{title}{'what' if several else 'What'} the rules say", ("", ""), _says(checked))
    figures = tuple(
        (label, percent(found.house_edge, 4), percent(found.hit_frequency, 2), found.standard_deviation(4))
        for label, found in _figures(checked)
    )
    columns = ("Wager", ">House edge", ">Hit", ">Std deviation")
    statements = dict.fromkeys(variant.statement for variant in checked.variants)
    note = f"Best strategy: {' Or, with other tables: '.join(statements)}" if statements else ""
    yield Table("Figures", columns, figures, note)
    rows = tuple((_where(found), _place(found), found.oddity.says) for found in checked.warnings)
    yield Table("Warnings", ("Line", "Entry", "What is odd"), rows)
    notes = tuple(
        (_where(found), _place(found), found.oddity.says) for found in checked.found if found.oddity.note
    )
    yield Table("Good to know", ("Line", "Entry", ""), notes)


def _where(tables_found: Found) -> str:
    """Return the file, by its name alone, and the line."""
    from pathlib import Path

    name = Path(tables_found.file).name
    return f"{name}:{tables_found.line}" if tables_found.line is not None else name


def _place(tables_found: Found) -> str:
    from combin.rules.errors import RulesError

    return str(RulesError(tables_found.oddity.place, ""))


def _figures(checked: Checked) -> Iterator[tuple[str, Distribution]]:
    """Give each wager under each of its tables, once."""
    rules, seen = checked.rules, set()
    bets = (*rules.side_bets, *rules.comparisons)
    tables = {rules.base: rules.base_tables} | {
        name: (name,) if name in rules.tables else () for name in bets
    }
    for wager, names in tables.items():
        for variant in checked.variants:
            label = " ".join((wager_name(rules, wager), *(variant.letters[name] for name in names)))
            if label not in seen:
                seen.add(label)
                yield label, variant.wagers[wager]


def _says(checked: Checked) -> tuple[tuple[str, str], ...]:
    return tuple((statement.about, statement.says) for statement in explained(checked.rules))


def _payload(checked: Checked, digits: int) -> dict[str, Any]:
    return {
        "game": checked.rules.file.id,
        "says": [{"about": about, "says": says} for about, says in _says(checked)],
        "house_edges": {label: exact_json(found.house_edge, digits) for label, found in _figures(checked)},
        "strategies": list(dict.fromkeys(variant.statement for variant in checked.variants)),
        "warnings": [_record(checked, found) for found in checked.found if not found.oddity.note],
        "notes": [_record(checked, found) for found in checked.found if found.oddity.note],
    }


def _record(checked: Checked, tables_found: Found) -> Record:
    return {
        "game": checked.rules.file.id,
        "kind": "note" if tables_found.oddity.note else "warning",
        "file": tables_found.file,
        "line": tables_found.line,
        "place": _place(tables_found),
        "says": tables_found.oddity.says,
    }
