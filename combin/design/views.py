"""Rule files checked and two games side by side, shown: what is odd, what differs, and the figures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root
from combin.formats.columns import (
    EDGE_CHANGE,
    NUMBER,
    PERCENT,
    TEXT,
    Column,
    Record,
    exact_json,
    percents,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import figure_columns, figures_table, jackpot_columns
from combin.rules.errors import RulesError
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from combin.design.checking import Checked, PlacedOddity
    from combin.design.differences import Differences, Pair
    from combin.exact.distribution import Distribution
    from combin.jackpot.favour import JackpotFavour


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
        Column("Change of edge, points", EDGE_CHANGE, lambda side: side.change),
    ]
    return Table.of("Figures", sides, columns, merged=1)


def _payload(differences: Differences, names: tuple[str, str], digits: int) -> dict[str, Any]:
    def figures(law: Distribution | None) -> dict[str, Any] | None:
        return None if law is None else figures_table([law]).objects(digits)[0]

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


_COLUMNS = ("game", "kind", "file", "line", "place", "says")


def check_view(checked: Checked, digits: int = 10) -> View:
    """A checked game, ready to be shown."""
    return checks_view([checked], digits)


def checks_view(checked: Sequence[Checked], digits: int = 10) -> View:
    """Return checked games ready to be shown; the records are what is odd about them."""
    several = len(checked) > 1
    sound = f"{counted(len(checked), 'game')} checked" if several else checked[0].rules.file.title
    warnings = sum(len(one.warnings) for one in checked)
    return View(
        f"{sound}: {counted(warnings, 'warning') if warnings else 'sound'}",
        (),
        tuple(table for one in checked for table in _tables(one, several=several) if table.rows),
        lambda: [_check_payload(one, digits) for one in checked],
        lambda: [record for one in checked for record in _oddities(one, one.oddities).records(digits)],
        _COLUMNS,
    )


def _tables(checked: Checked, *, several: bool) -> Iterator[Table]:
    title = f"{checked.name}: " if several else ""
    yield Table(f"{title}{'what' if several else 'What'} the rules say", ("", ""), _says(checked))
    statements = dict.fromkeys(variant.statement for variant in checked.variants)
    yield Table.of(
        "Figures",
        _figures(checked).items(),
        [
            Column("Wager", value=lambda figure: figure[0]),
            Column("House edge", PERCENT, lambda figure: figure[1].house_edge),
            Column("Hit", percents(2), lambda figure: figure[1].hit_frequency),
            Column("Std deviation", NUMBER, lambda figure: Root(figure[1].variance)),
        ],
        f"Best strategy: {' Or, with other tables: '.join(statements)}" if statements else "",
    )
    yield _progressives(checked)
    yield _oddities(checked, checked.warnings, "Warnings", "What is odd")
    yield _oddities(checked, checked.notes, "Good to know")


def _oddities(
    checked: Checked, oddities: Iterable[PlacedOddity], title: str = "", heading: str = ""
) -> Table:
    from pathlib import Path

    def where(placed: PlacedOddity) -> str:
        name = Path(placed.file).name
        return f"{name}:{placed.line}" if placed.line is not None else name

    return Table.of(
        title,
        oddities,
        [
            Column(None, value=lambda _: checked.rules.file.id, name="game"),
            Column(None, value=lambda placed: "note" if placed.oddity.note else "warning", name="kind"),
            Column(None, value=lambda placed: placed.file, name="file"),
            Column(None, value=lambda placed: placed.line, name="line"),
            Column("Line", value=where),
            Column("Entry", value=lambda placed: str(RulesError(placed.oddity.place, "")), name="place"),
            Column(heading, value=lambda placed: placed.oddity.says, name="says"),
        ],
    )


def _figures(checked: Checked) -> dict[str, Distribution]:
    """Return the law of each wager under each of its tables."""
    rules = checked.rules
    figures: dict[str, Distribution] = {}
    bets = (*rules.side_bets, *rules.comparisons)
    tables = dict.fromkeys(rules.initial[:1], rules.base_tables) | {
        name: (name,) if name in rules.tables else () for name in bets
    }
    for wager, names in tables.items():
        for variant in checked.variants:
            label = " ".join((rules.wager_name(wager), *(variant.letters[name] for name in names)))
            figures.setdefault(label, variant.wagers[wager])
    return figures


def _progressives(checked: Checked) -> Table:
    """Return the progressive wagers under each of their tables, with the first meter that is stated."""
    figures: list[Column[JackpotFavour]] = jackpot_columns(lambda jackpot: jackpot.first)
    columns: list[Column[JackpotFavour]] = [
        Column("Wager", value=lambda jackpot: jackpot.name, name="wager"),
        replace(figures[0], name="house_edge"),
        *figures[1:],
    ]
    full = ", or a full stake," * any(jackpot.first.value.full is not None for jackpot in checked.jackpots)
    note = f"For a price of 1{full} and the first meter that is stated. What the rules leave open is blank."
    return Table.of("Progressive wagers", checked.jackpots, columns, note)


def _says(checked: Checked) -> tuple[tuple[str, str], ...]:
    return tuple((statement.about, statement.says) for statement in explained(checked.rules))


def _check_payload(checked: Checked, digits: int) -> dict[str, Any]:
    edges = {label: law.house_edge for label, law in _figures(checked).items()}
    return {
        "game": checked.rules.file.id,
        "says": [{"about": about, "says": says} for about, says in _says(checked)],
        "house_edges": {label: exact_json(edge, digits) for label, edge in edges.items()},
        "progressive_wagers": _progressives(checked).objects(digits),
        "strategies": list(dict.fromkeys(variant.statement for variant in checked.variants)),
        "warnings": _oddities(checked, checked.warnings).objects(digits),
        "notes": _oddities(checked, checked.notes).objects(digits),
    }
