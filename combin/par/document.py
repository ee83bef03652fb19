"""PAR sheets as a document, with a chapter for each sheet and plots, and as shown in the terminal."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.design.sensitivity import sensitivity
from combin.design.views import tornado_plot
from combin.files import write_bytes
from combin.formats.documents import Document, Heading, Paragraph, Picture, bullets, escaped
from combin.formats.tables import CHANGE, EXACT, PERCENT, PLAIN, Column, Table
from combin.formats.typesetter import fitting
from combin.formats.view import DOCUMENTS, View, write_document
from combin.formatting import counted, money_in
from combin.jackpot.meter import JackpotError
from combin.par.book import MOST_ALIKE
from combin.par.overview_sheets import FIGURES, identity
from combin.par.workbook import VERDICTS, Cell, Sheet, TableRange
from combin.plots.jackpots import density_plot, price_plot
from combin.plots.wagers import decision_plot, outcome_plot
from combin.report.rules import pay_table
from combin.rules.errors import RulesError
from combin.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from combin.formats.documents import Block
    from combin.formats.drawing import Plot
    from combin.formats.tables import Kind
    from combin.par.book import Book
    from combin.par.checking import Change, CheckedBook, Strange, WagerChange
    from combin.par.scope import JackpotFacts
    from combin.par.workbook import Sentence, Sheet
    from combin.rules.resolved import Rules


def write_par(book: Book, path: Path, *, two_processes: bool = False, font: str = "") -> tuple[Path, ...]:
    """Write PAR sheets as a workbook (.xlsx) or a document (.pdf, .html, .md); return the files written.

    Beside Markdown stand its plots. Each file is written whole or not at all; the same game gives the same
    bytes. With `two_processes` a copy of this one does a part of the work, which takes a quarter less time;
    not for programs with threads of their own.
    """
    ending = path.suffix.casefold()
    if ending not in (".xlsx", *DOCUMENTS):
        raise RulesError((), f"a PAR sheet ends in .xlsx, {', '.join(DOCUMENTS)}", str(path))
    if two_processes:
        book.work_out(document=ending != ".xlsx")
    if ending == ".xlsx":
        from combin.par.writing import book_file

        write_bytes(book_file(book, book.written), path)
        return (path,)
    return write_document(par_document(book), path, font)


def par_document(book: Book) -> Document:
    """Return the PAR sheets of a game as a document; its figures are those of the workbook."""
    with money_in(book.rules.file.imprint.sign):
        return Document(tuple(_blocks(book)), VERDICTS, book.footer, sheets=True)


def _blocks(book: Book) -> Iterator[Block]:
    first, *others = book.told.chapters
    yield Heading(1, f"PAR sheet: {book.rules.file.title}")
    as_they_are = (book.rules.file.id, *(one for one in book.hashes if " " not in one))
    yield bullets(
        f"{label}: {f'`{text}`' if text in as_they_are else escaped(text)}" for label, text in identity(book)
    )
    yield from _said(first, first.front, None)
    yield _sign_off(book.rules)
    plots = dict(zip((sheet.name for sheet in book.told.chapters), _plots(book), strict=True))
    compared, told, number = _compared(book), set[str](), 0
    for sheet in (first, *others):
        wager, alike = compared.get(sheet.name, ("", [sheet]))
        if sheet is not alike[0] and wager in told:
            continue
        number += 1
        if sheet is alike[0]:
            title = "The game and its figures" if sheet is first else str(sheet.cells[0, 0].value)
            yield Heading(2, f"{number}. {title}")
            yield from _said(sheet, sheet.parts, plots[sheet.name])
        else:
            told.add(wager)
            yield Heading(2, f"{number}. {book.rules.wager_name(wager)}: all pay tables")
            yield from _comparison(book.rules, wager, alike)


def _sign_off(rules: Rules) -> Table:
    imprint, words = rules.file.imprint, load_catalogue()
    rows = tuple(
        (words(f"imprint.{name}"), getattr(imprint, name) or _BLANK, _BLANK, imprint.date or _BLANK)
        for name in ("prepared_by", "reviewed_by")
    )
    return Table("Sign-off", ("", "Name", "Signature", "Date"), rows)


_BLANK = "." * 40  # where something is written by hand


def _compared(book: Book) -> dict[str, tuple[str, list[Sheet]]]:
    """Return by the name of a sheet the wager whose pay tables are compared, with all its sheets."""
    of_wager: dict[str, list[Sheet]] = {}
    for name, (sheet, _) in zip(book.wagers, book.told.wagers, strict=True):
        of_wager.setdefault(name, []).append(sheet)
    many = {name: sheets for name, sheets in of_wager.items() if len(sheets) > MOST_ALIKE}
    return {sheet.name: (name, sheets) for name, sheets in many.items() for sheet in sheets}


def _comparison(rules: Rules, wager: str, sheets: Sequence[Sheet]) -> Iterator[Block]:
    """Yield what the tables of one wager pay, and what it comes to under each."""
    for name in rules.base_tables if wager == rules.base else (wager,):
        found = pay_table(rules, name)
        yield replace(found, title=f"What {rules.wagers[name].name} pays")
    figures = [one for one in FIGURES if any(one[0] in sheet.marks for sheet in sheets)]
    columns = [
        Column[Sheet]("Pay table", value=lambda sheet: str(sheet.cells[0, 0].value)),
        *(Column[Sheet](heading, PLAIN, partial(_figure, key, kind)) for key, heading, kind in figures),
    ]
    note = "The workbook has a sheet with all outcomes for each of these tables."
    yield Table.of("Figures by pay table", sheets, columns, note)


def _figure(key: str, kind: Kind, sheet: Sheet) -> str:
    return Cell(sheet.marks[key].value, kind).shown


def _plots(book: Book) -> Iterator[Plot | None]:
    """Yield the plot of each chapter that has one; of a wager with several tables the first has it."""
    rules, main = book.rules, book.main
    yield None
    yield outcome_plot(main, rules.base)
    yield from [None] * (len(book.analyses) - 1)
    drawn: set[str] = set()
    for (wager, _), analysis in book.side_bets.items():
        yield None if wager in drawn else outcome_plot(analysis, wager)
        drawn.add(wager)
    for (wager, _), facts in book.jackpots.items():
        yield None if wager in drawn else _of_jackpot(rules, wager, facts)
        drawn.add(wager)
    if rules.play:
        yield decision_plot(main)
    yield None  # limits
    changes = sensitivity(rules, main.letters)
    effects = (effect for effect in (*changes.pays, *changes.switches) if effect.wager == rules.base)
    moving = {effect.rule for effect in effects if effect.change}
    yield tornado_plot(main, rules.base, changes) if len(moving) > 1 else None  # one alone compares nothing
    yield None


def _of_jackpot(rules: Rules, wager: str, facts: JackpotFacts) -> Plot | None:
    """Return the plot of where its meter stands, or else of what it returns by its price."""
    if facts.published:
        option = facts.published[0][0]
        with suppress(JackpotError):
            return density_plot(rules.file.id, option, [run for one, run in facts.published if one == option])
        return None
    value = facts.answer.chances.overall()
    return price_plot(rules, wager, value) if value.share else None


def _said(sheet: Sheet, parts: Sequence[Sentence | TableRange], plot: Plot | None) -> Iterator[Block]:
    """Yield sentences and tables of a sheet; a plot stands before the outcomes, or the first table."""
    tables = [one for one in parts if isinstance(one, TableRange)]
    first = next((one for one in tables if one.groups), tables[0] if tables else None)
    about = ""
    for one in parts:
        if plot is not None and one is first:
            yield Picture(plot)
        if isinstance(one, TableRange):
            yield from _tables(sheet, one)
        else:
            headed = f"**{escaped(one.about)}.** " if one.about not in ("", about) else ""
            about = one.about
            yield Paragraph(headed + escaped(one.text))


def _tables(sheet: Sheet, part: TableRange) -> Iterator[Table]:
    """Yield a part as a table, or as several where it is wider than a page; the last one has its note."""
    texts = {column: _column(sheet, part, column) for column in part.columns}
    filled = [column for column, (_, *cells) in texts.items() if any(cells)]
    beside, others = filled[: part.beside], filled[part.beside :]
    titled = "" if part.title == sheet.cells[0, 0].value else part.title
    chosen = []
    for words, group in (part.groups or {"": others}).items():
        title = ": ".join(filter(None, (titled, words)))
        columns = [*beside, *(one for one in group if one in others)]
        wide = list(fitting([texts[one] for one in columns], len(beside)))
        for place, these in enumerate(wide, start=1):
            more = f"{title or part.title}, {place} of {len(wide)}"
            chosen.append((more if len(wide) > 1 else title, [columns[one] for one in these]))
    cells = [sheet.cells.get((row, part.columns[0])) for row in range(part.top + 1, part.below)]
    sums = tuple(place for place, cell in enumerate(cells) if cell is not None and cell.total)
    for title, columns in chosen:
        note = part.note if columns is chosen[-1][1] else ""
        heads, *rows = zip(*(texts[column] for column in columns), strict=True)
        yield Table(title, heads, tuple(rows), note, merged=1, sums=sums)


def _column(sheet: Sheet, part: TableRange, column: int) -> list[str]:
    """Return the heading of a column, after a ">" if it is set flush right, and its cells as shown."""
    if part.headings:
        heading = part.headings[list(part.columns).index(column)]
    else:
        cell = sheet.cells.get((part.top, column), Cell(""))
        right = cell.kind.right
        heading = f">{cell.shown}" if right else cell.shown
    cells = [sheet.cells.get((row, column), Cell("")).shown for row in range(part.top + 1, part.below)]
    if column in part.columns[: part.merged]:
        for place in range(1, len(cells)):
            cells[place] = cells[place] or cells[place - 1]
    return [heading, *cells]


_MOST = 20  # the most wrong cells that are listed for people


def book_view(book: Book, digits: int = 10) -> View:
    """Return the wagers and tables of a workbook ready to be shown; each is a record."""
    rules = book.rules
    edges = [(sheet, None if sheet.open else edge) for sheet, edge in book.written.wagers]
    columns: list[Column[object]] = [
        Column("Sheet", name="sheet"),
        Column(None, PERCENT, name="house_edge"),
        Column("House edge", PERCENT),
        Column("Exact edge", EXACT),
    ]
    rows = tuple((sheet.name, edge, sheet.open or edge, edge) for sheet, edge in edges)
    note = "House edge: of a jackpot with its meter at the first seed published."
    table = Table("Wagers and pay tables", columns, rows, note if rules.jackpots else "")
    return View(
        f"{rules.file.title}: PAR workbook",
        (),
        (table,),
        lambda: {
            "game": rules.file.id,
            "rules_sha256": book.hashes[0],
            "certificate_sha256": book.hashes[1],
            "wagers": table.objects(digits),
        },
        lambda: table.records(digits, game=rules.file.id),
    )


def book_check_view(book: CheckedBook, digits: int = 10) -> View:
    """A workbook that was read back, ready to be shown."""
    return checked_view([book], digits)


def checked_view(books: Sequence[CheckedBook], digits: int = 10) -> View:
    """Return workbooks that were read back ready to be shown; the records are the wagers of each."""
    several = len(books) > 1
    heading = f"{counted(len(books), 'workbook')} checked"
    if not several:
        changed = counted(len(books[0].changes), "input") + " changed" if books[0].changes else "as written"
        heading = f"PAR workbook of {books[0].rules.file.title}: {changed}"
    return View(
        heading,
        tuple(f"{book.path}: {text}" if several else text for book in books for text in _lines(book)),
        tuple(_titled(table, book.path if several else "") for book in books for table in _book_tables(book)),
        lambda: [_payload(book, digits) for book in books],
        lambda: [
            record
            for book in books
            for record in _wagers(book.wagers).records(digits, file=book.path, game=book.rules.file.id)
        ],
    )


def _lines(checked_book: CheckedBook) -> Iterator[str]:
    of, strange = f"of {checked_book.cells:,}", len(checked_book.strange)
    if strange:
        hold = "holds" if strange == 1 else "hold"
        yield f"{counted(strange, 'cell')} {of} {hold} something else than belongs there."
    if checked_book.uncalculated:
        yield (
            f"Not calculated: {counted(checked_book.uncalculated, 'cell')} {of} hold a formula without a "
            "value, as some programs save a workbook; a spreadsheet program has to calculate them."
        )
    elif checked_book.stale and not strange:
        yield (
            f"{counted(checked_book.stale, 'cell')} {of} still hold what belonged there before; "
            "a spreadsheet program has to recalculate the workbook."
        )
    elif not strange:
        yield f"All {checked_book.cells:,} cells hold what belongs there."
    if any(change.entry.of_rules for change in checked_book.changes):
        for statements in dict.fromkeys(wager.statements for wager in checked_book.wagers):
            if statements and statements[0] == statements[1]:
                yield f"The best strategy stays the same: {statements[0]}"
            elif statements:
                before, after = statements
                yield f"The best strategy is another one after the change: {after} It was: {before}"
        if checked_book.fixed:
            yield f"These stay those of the pays as written: {'; '.join(checked_book.fixed)}."


def _book_tables(checked_book: CheckedBook) -> Iterator[Table]:
    moved = [wager for wager in checked_book.wagers if _moved(wager)]
    more = len(checked_book.strange) - _MOST
    rest = f"And {counted(more, 'cell')} more." if more > 0 else ""
    wrong = replace(_wrong(checked_book.strange[:_MOST]), note=rest)
    for table in (_changes(checked_book.changes), _wagers(moved), wrong):
        if table.rows:
            yield table


def _titled(table: Table, of: str) -> Table:
    title = f"{of}: {table.title}" if of else f"{table.title[0].upper()}{table.title[1:]}"
    return replace(table, title=title)


def _moved(wager: WagerChange) -> bool:
    """Return whether the edge of a wager is another one now, or would be at best play."""
    return wager.now != wager.written or (wager.statements is not None and len(set(wager.statements)) > 1)


def _changes(changes: Sequence[Change]) -> Table:
    columns: list[Column[Change]] = [
        Column("Sheet", value=lambda change: change.sheet, name="sheet"),
        Column("Cell", value=lambda change: change.cell, name="cell"),
        Column("What it is", value=lambda change: change.entry.label),
        Column(None, value=lambda change: list(change.entry.place), name="place"),
        Column("As written", PLAIN, lambda change: change.entry.written, "written"),
        Column("Now", PLAIN, lambda change: change.now, "now"),
    ]
    return Table.of("inputs that were changed", changes, columns)


def _wagers(wagers: Sequence[WagerChange]) -> Table:
    def strategy(wager: WagerChange, place: int) -> str | None:
        return None if wager.statements is None else wager.statements[place]

    columns: list[Column[WagerChange]] = [
        Column("Sheet", value=lambda wager: wager.sheet, name="sheet"),
        Column("As written", PERCENT, lambda wager: wager.written, "written"),
        Column("Now", PERCENT, lambda wager: wager.now, "now"),
        Column("Exactly", EXACT, lambda wager: wager.now),
        Column("Change, points", CHANGE, lambda wager: wager.now - wager.written),
        Column("At best play", PERCENT, lambda wager: wager.best, "best"),
        Column(None, value=lambda wager: strategy(wager, 0), name="strategy_before"),
        Column(None, value=lambda wager: strategy(wager, 1), name="strategy_after"),
    ]
    note = load_catalogue()("par.edges")
    return Table.of("house edges", wagers, columns, note)


def _wrong(strange: Sequence[Strange]) -> Table:
    columns: list[Column[Strange]] = [
        Column("Sheet", value=lambda cell: cell.sheet, name="sheet"),
        Column("Cell", value=lambda cell: cell.cell, name="cell"),
        Column("Holds", value=lambda cell: cell.found, name="holds"),
        Column("Belongs there", value=lambda cell: cell.expected, name="belongs"),
    ]
    return Table.of("cells that are wrong", strange, columns)


def _payload(checked_book: CheckedBook, digits: int) -> dict[str, Any]:
    return {
        "file": checked_book.path,
        "game": checked_book.rules.file.id,
        "changes": _changes(checked_book.changes).objects(digits),
        "wagers": _wagers(checked_book.wagers).objects(digits),
        "cells": checked_book.cells,
        "not_recalculated": checked_book.stale,
        "not_calculated": checked_book.uncalculated,
        "wrong": _wrong(checked_book.strange).objects(digits),
        "as_written": list(checked_book.fixed),
    }
