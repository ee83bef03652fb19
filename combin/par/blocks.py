"""What sheets are built of: a title with notes, tables with headings, and blocks of figures with formulas."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.workbook import Cell, Sentence, TableRange
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.par.subject import Subject
    from combin.par.workbook import Sheet, Style
    from combin.rules.resolved import Rules

__all__ = [
    "Figure",
    "pays_as_written",
    "source_in_words",
    "write_block",
    "write_headings",
    "write_rows",
    "write_title",
]


def source_in_words(rules: Rules) -> str:
    """Return which document a game is encoded from."""
    source = rules.file.source
    version = f"version {source.version}" if source.version else ""
    return source.credit(source.publisher, source.document, version, source.effective)


def pays_as_written(subject: Subject, letters: Mapping[str, str]) -> str:
    """Return for which pays something holds, naming the tables of wagers that have several."""
    several = {name: letter for name, letter in letters.items() if len(subject.letters[name]) > 1}
    if not several:
        return "For the pays as written"
    return f"With {letters_in_words(subject.rules, several)}, pays as written"


def write_title(sheet: Sheet, rules: Rules, title: str, notes: Sequence[str] = (), *, usage: str = "") -> int:
    """Write the top of a sheet, with notes and how it is used; return the row for what follows."""
    sheet.put(0, 0, Cell(title, "title"))
    sheet.put(1, 0, Cell(rules.file.title, "subtitle"))
    sheet.parts += map(Sentence, notes)
    lines = [*notes, *filter(None, [usage])]
    for row, note in enumerate(lines, start=2):
        sheet.put(row, 0, Cell(note, "note", span=0))
    return 3 + len(lines)


def write_headings(sheet: Sheet, row: int, headings: Sequence[str]) -> None:
    """Write the headings of columns; one that starts with ">" is set flush right and loses the sign."""
    for column, heading in enumerate(headings):
        style: Style = "heading right" if heading.startswith(">") else "heading"
        sheet.put(row, column, Cell(heading.removeprefix(">"), style))


def write_rows(
    sheet: Sheet,
    top: int,
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell | None]],
    *,
    note: str = "",
    usage: str = "",
) -> int:
    """Write a titled table with a note under it, and how it is used; return the row for what follows."""
    sheet.put(top, 0, Cell(title, "block"))
    write_headings(sheet, top + 1, headings)
    for row, cells in enumerate(rows, start=top + 2):
        sheet.line(row, cells)
    below = top + 2 + len(rows)
    sheet.parts.append(TableRange(title, top + 1, below, range(len(headings)), note))
    if note or usage:
        sheet.put(below, 0, Cell(" ".join(filter(None, (note, usage))), "note", span=0))
        below += 1
    return below + 1


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a block: a figure, in words how it follows, its value now and its formula.

    The formula names other figures in braces by their keys; `exact` is the exact value as written.
    """

    key: str
    label: str
    how: str
    value: Fraction | float
    formula: str
    style: Style
    exact: Fraction | None = None


def write_block(
    sheet: Sheet, top: int, title: str, figures: Sequence[Figure], *, exact: str = "", explained: bool = True
) -> int:
    """Write a titled block of figures, each marked by its key; return the row for what follows.

    Figures can refer to those that the sheet has marked before. `exact` heads the exact values. A document
    says how each figure follows if it is `explained` here, and not once for all wagers.
    """
    sheet.put(top, 0, Cell(title, "block"))
    write_headings(sheet, top + 1, ("Figure", "How it follows", ">Value"))
    if exact:
        sheet.put(top + 1, 3, Cell(exact, "heading", span=3))
    where = {key: mark.reference.rpartition("!")[2] for key, mark in sheet.marks.items()}
    for row, one in enumerate(figures, start=top + 2):
        sheet.line(row, [Cell(one.label, "label"), Cell(one.how, "wrap")])
        sheet.put(row, 2, Cell(one.value, one.style, one.formula.format_map(where)))
        if one.exact is not None:
            sheet.put(row, 3, Cell(str(one.exact), "spill"))
        where[one.key] = sheet.mark(one.key, row, 2)
    heads = {0: "Figure", 1: "How it follows", 2: ">Value", 3: ">Exactly"}
    columns = [0, *([1] if explained else []), 2, *([3] if exact else [])]
    headings = [heads[one] for one in columns]
    sheet.parts.append(TableRange(title, top + 1, top + 2 + len(figures), columns, headings=headings))
    return top + 3 + len(figures)
