"""Checked rule files, shown: what they say in plain words, their figures, and what is odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import Root
from combin.formats.columns import EVEN_METER, NUMBER, PERCENT, Column, exact_json, percents
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combin.design.checking import Checked, PlacedOddity
    from combin.exact.distribution import Distribution
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.enclosure import Enclosure


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
    tables = {rules.base: rules.base_tables} | {
        name: (name,) if name in rules.tables else () for name in bets
    }
    for wager, names in tables.items():
        for variant in checked.variants:
            label = " ".join((rules.wager_name(wager), *(variant.letters[name] for name in names)))
            figures.setdefault(label, variant.wagers[wager])
    return figures


def _progressives(checked: Checked) -> Table:
    """Return the progressive wagers under each of their tables, with the first meter that is stated."""
    answers = [one.first for one in checked.jackpots]
    names = {one.first.terms.letter + one.first.wager: one.name for one in checked.jackpots}

    def long_run(answer: JackpotAnswer) -> Enclosure | None:
        return None if answer.long_run is None else answer.long_run.long_run_return

    return Table.of(
        "Progressive wagers",
        answers,
        [
            Column("Wager", value=lambda answer: names[answer.terms.letter + answer.wager], name="wager"),
            Column(
                "House edge at the seed",
                PERCENT,
                lambda answer: answer.house_edge(answer.value),
                "house_edge",
            ),
            Column("Return in the long run", PERCENT, long_run, "long_run_return"),
            Column("Even at a meter of", EVEN_METER, lambda answer: answer.break_even, "break_even_meter"),
        ],
        "For a price of 1 and the first meter that is stated. What the rules leave open is blank.",
    )


def _says(checked: Checked) -> tuple[tuple[str, str], ...]:
    return tuple((statement.about, statement.says) for statement in explained(checked.rules))


def _payload(checked: Checked, digits: int) -> dict[str, Any]:
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
