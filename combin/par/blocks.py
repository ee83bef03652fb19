"""What sheets are built of: a title with notes, tables with headings, and blocks of figures with formulas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from combin.formats.columns import Live
from combin.par.workbook import (
    BLOCK,
    EXACT,
    HEADING,
    HEADING_RIGHT,
    LABEL,
    LINK,
    NOTE,
    SPILL,
    SUBTITLE,
    TITLE,
    WRAP,
    Cell,
    Sentence,
    TableRange,
    Words,
    filled,
)
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.formats.columns import Kind
    from combin.formats.tables import Table
    from combin.par.scope import Scope
    from combin.par.workbook import CellValue, Sheet
    from combin.rules.resolved import Rules


def source_in_words(rules: Rules) -> str:
    """Return which document a game is encoded from."""
    source = rules.file.source
    version = f"version {source.version}" if source.version else ""
    return source.credit(source.publisher, source.document, version, source.effective)


def pays_as_written(scope: Scope, letters: Mapping[str, str]) -> str:
    """Return for which pays something holds, naming the tables of wagers that have several."""
    several = {name: letter for name, letter in letters.items() if len(scope.letters[name]) > 1}
    if not several:
        return "For the pays as written"
    return f"With {letters_in_words(scope.rules, several)}, pays as written"


def write_title(sheet: Sheet, rules: Rules, title: str, notes: Sequence[str] = (), *, usage: str = "") -> int:
    """Write the top of a sheet, with notes and how it is used; return the row for what follows."""
    sheet.put(0, 0, Cell(title, TITLE))
    sheet.put(1, 0, Cell(rules.file.title, SUBTITLE))
    sheet.parts += map(Sentence, notes)
    lines = [*notes, *filter(None, [usage])]
    for row, note in enumerate(lines, start=2):
        sheet.put(row, 0, Cell(note, NOTE, span=0))
    return 3 + len(lines)


def write_cells(sheet: Sheet, top: int, table: Table, *, last: int = 1) -> int:
    """Lay the headings and rows of a table on cells; return the row below.

    In a formula "{name}" is another column of the row. Where a value is None nothing is written, and words in
    a column of figures stand back. The last column takes so many as `last` says.
    """
    columns = table.shown
    headings = [f"{'>' * column.kind.right}{column.heading}" for column in columns]
    write_headings(sheet, top, headings, last=last)
    places = [place for place, column in enumerate(table.typed) if column.heading is not None]
    named = [(column.name, place) for place, column in enumerate(columns) if column.name]
    merged = [row[: table.merged] for row in table.merged_cells] if table.merged else [()] * len(table.rows)
    for number, (row, texts) in enumerate(zip(table.rows, merged, strict=True), start=top + 1):
        here = {name: sheet.here(number, place) for name, place in named}
        values: list[Any] = [*texts, *(row[place] for place in places[table.merged :])]
        for place, (column, value) in enumerate(zip(columns, values, strict=True)):
            live = value if isinstance(value, Live) else Live("", value)
            if live.value is None:
                continue
            kind = column.kind
            if isinstance(live.value, str) and not isinstance(kind, Words):
                kind = EXACT if kind.right else WRAP
            cell = Cell(
                live.value,
                kind,
                filled(live.formula, here) if "{" in live.formula else live.formula,
                total=number - top - 1 in table.sums,
                span=last if place == len(columns) - 1 else 1,
                link=live.value if kind is LINK else "",
            )
            sheet.put(number, place, cell)
    return top + 1 + len(table.rows)


def write_table(sheet: Sheet, top: int, table: Table, *, usage: str = "", last: int = 1) -> int:
    """Write a titled table with a note under it, and how it is used; return the row for what follows."""
    sheet.put(top, 0, Cell(table.title, BLOCK))
    below = write_cells(sheet, top + 1, table, last=last)
    sheet.parts.append(
        TableRange(table.title, top + 1, below, range(len(table.shown)), table.note, merged=table.merged)
    )
    if table.note or usage:
        sheet.put(below, 0, Cell(" ".join(filter(None, (table.note, usage))), NOTE, span=0))
        below += 1
    return below + 1


def write_headings(sheet: Sheet, row: int, headings: Sequence[str], *, last: int = 1) -> None:
    """Write the headings of columns; one that starts with ">" is set flush right and loses the sign."""
    spans = [*[1] * (len(headings) - 1), last]
    for column, (heading, span) in enumerate(zip(headings, spans, strict=True)):
        kind = HEADING_RIGHT if heading.startswith(">") else HEADING
        sheet.put(row, column, Cell(heading.removeprefix(">"), kind, span=span))


def write_pairs(
    sheet: Sheet, top: int, title: str, pairs: Sequence[tuple[str, str]], heads: tuple[str, str] | None = None
) -> int:
    """Write what something is about and what is said of it, line by line; return the row for what follows.

    A document has them as a table under `heads`, if there are any.
    """
    sheet.put(top, 0, Cell(title, BLOCK))
    for row, (about, says) in enumerate(pairs, start=top + 1):
        sheet.line(row, [Cell(about, LABEL), Cell(says, WRAP, span=0)])
    below = top + 1 + len(pairs)
    if heads is not None:
        sheet.parts.append(TableRange(title, top, below, (0, 1), headings=heads))
    return below + 1


@dataclass(frozen=True, slots=True)
class BlockFigure:
    """One line of a block: a figure, in words how it follows, its value now and its formula.

    The formula names other figures in braces by their keys; `exact` is the exact value as written.
    """

    key: str
    label: str
    how: str
    value: CellValue
    formula: str
    kind: Kind
    exact: Fraction | None = None


def write_block(
    sheet: Sheet,
    top: int,
    title: str,
    figures: Sequence[BlockFigure],
    *,
    exact: str = "",
    explained: bool = True,
) -> int:
    """Write a titled block of figures, each marked by its key; return the row for what follows.

    Figures can refer to those that the sheet has marked before. `exact` heads the exact values. A document
    says how each figure follows if it is `explained` here, and not once for all wagers.
    """
    sheet.put(top, 0, Cell(title, BLOCK))
    write_headings(sheet, top + 1, ("Figure", "How it follows", ">Value"))
    if exact:
        sheet.put(top + 1, 3, Cell(exact, HEADING, span=3))
    where = {key: mark.formula.rpartition("!")[2] for key, mark in sheet.marks.items()}
    for row, figure in enumerate(figures, start=top + 2):
        sheet.line(row, [Cell(figure.label, LABEL), Cell(figure.how, WRAP)])
        sheet.put(row, 2, Cell(figure.value, figure.kind, filled(figure.formula, where)))
        if figure.exact is not None:
            sheet.put(row, 3, Cell(str(figure.exact), SPILL))
        where[figure.key] = sheet.mark(figure.key, row, 2)
    heads = {0: "Figure", 1: "How it follows", 2: ">Value", 3: ">Exactly"}
    columns = [0, *([1] if explained else []), 2, *([3] if exact else [])]
    headings = [heads[column] for column in columns]
    sheet.parts.append(TableRange(title, top + 1, top + 2 + len(figures), columns, headings=headings))
    return top + 3 + len(figures)
