"""Two games side by side, shown: the rules that differ, and the figures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.formats.columns import CHANGE, TEXT, Column, Record
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import figure_columns

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from combin.design.differences import Differences, Pair
    from combin.exact.distribution import Distribution


def differences_view(differences: Differences, digits: int = 10) -> View:
    """Return where two games differ ready to be shown; its records are the figures of both."""
    first, second = differences.rules
    names = _names(differences)
    lines = []
    if not differences.entries:
        lines.append("No rule differs.")
    if differences.citations:
        are = "is" if differences.citations == 1 else "are"
        lines.append(f"{counted(differences.citations, 'citation')} of the documents {are} left out.")
    lines += _statements(differences, names)
    return View(
        f"{first.file.title} and {second.file.title}: differences",
        tuple(lines),
        tuple(
            table
            for table in (_rules_table(differences, names), _figures_table(differences, names))
            if table.rows
        ),
        lambda: _payload(differences, names, digits),
        lambda: _records(differences, digits),
    )


def _names(differences: Differences) -> tuple[str, str]:
    """Return what the games are called in headings: their ids, if these are not the same."""
    first, second = (rules.file.id for rules in differences.rules)
    return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")


def _statements(differences: Differences, names: tuple[str, str]) -> list[str]:
    """Return the best strategies of both, or the one that they share."""
    sets = [
        list(dict.fromkeys(said for pair in differences.pairs if (said := pair.statements[side]) is not None))
        for side in (0, 1)
    ]
    if sets[0] == sets[1] and len(sets[0]) == 1:
        return [f"Best strategy of both: {sets[0][0]}"]
    return [
        f"Best strategy of {name}: {' Or, with other tables: '.join(said)}"
        for name, said in zip(names, sets, strict=True)
    ]


def _rules_table(differences: Differences, names: tuple[str, str]) -> Table:
    first, second = names
    value = replace(TEXT, nothing="–")
    return Table.of(
        "Rules that differ",
        differences.entries,
        [
            Column("Place in the file", value=lambda difference: difference.place, name="place"),
            Column(first, value, lambda difference: difference.first, "first"),
            Column(second, value, lambda difference: difference.second, "second"),
        ],
    )


class _Side(NamedTuple):
    """A wager of one game, or of both where all is the same, and how its edge changes from the first."""

    wager: str
    game: str
    law: Distribution
    change: Fraction | None


def _figures_table(differences: Differences, names: tuple[str, str]) -> Table:
    """Return the wagers with a row for each game, or one for both where all is the same."""
    sides = []
    for pair in differences.pairs:
        rules = differences.rules[0] if pair.wager in differences.rules[0].wagers else differences.rules[1]
        label = f"{rules.wager_name(pair.wager)} {pair.letters}".strip()
        first, second = pair.first, pair.second
        change = None if first is None or second is None else second.house_edge - first.house_edge
        if first is not None and first == second:
            sides.append(_Side(label, "both", first, change))
            continue
        for game, law in zip(names, (first, second), strict=True):
            if law is not None:
                sides.append(_Side(label, game, law, change if law is second else None))
    columns: list[Column[_Side]] = [
        Column("Wager", value=lambda side: side.wager),
        Column("Game", value=lambda side: side.game),
        *figure_columns(lambda side: side.law, in_full=False),
        Column("Change of edge", CHANGE, lambda side: side.change),
    ]
    return Table.of("Figures", sides, columns, merged=1)


def _payload(differences: Differences, names: tuple[str, str], digits: int) -> dict[str, Any]:
    def figures(law: Distribution | None) -> dict[str, Any] | None:
        if law is None:
            return None
        return Table.of("", [law], figure_columns(lambda law: law, in_full=False)).objects(digits)[0]

    return {
        "games": [rules.file.id for rules in differences.rules],
        "rules": _rules_table(differences, names).objects(digits),
        "citations": differences.citations,
        "figures": [
            {
                "wager": pair.wager,
                "tables": pair.letters,
                "first": figures(pair.first),
                "second": figures(pair.second),
                "strategies": list(pair.statements),
            }
            for pair in differences.pairs
        ],
    }


def _records(differences: Differences, digits: int) -> list[Record]:
    def side(name: str, place: int, law: Callable[[Pair], Distribution | None]) -> list[Column[Pair]]:
        figures = figure_columns(law, in_full=False)
        strategy: Column[Pair] = Column(None, value=lambda pair: pair.statements[place], name="strategy")
        return [replace(column, name=f"{name}_{column.name}") for column in (*figures, strategy)]

    columns: list[Column[Pair]] = [
        Column(None, value=lambda pair: pair.wager, name="wager"),
        Column(None, value=lambda pair: pair.letters, name="tables"),
        *side("first", 0, lambda pair: pair.first),
        *side("second", 1, lambda pair: pair.second),
    ]
    first, second = (rules.file.id for rules in differences.rules)
    return Table.of("", differences.pairs, columns).records(digits, first_game=first, second_game=second)
