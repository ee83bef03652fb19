"""A workbook that was written, and one that was read back, shown in any format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from combin.formats.columns import CHANGE, EXACT, PERCENT, PLAIN, Column
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction
    from pathlib import Path

    from combin.par.book import Book
    from combin.par.checking import Change, CheckedBook, Strange, WagerChange
    from combin.par.workbook import Sheet


_MOST = 20
"""The most wrong cells that are listed for people."""


def book_view(book: Book, digits: int = 10) -> View:
    """Return the wagers and tables of a workbook ready to be shown; each is a record."""
    rules = book.scope.rules

    def edge(wager: tuple[Sheet, Fraction]) -> Fraction | None:
        return None if wager[0].open else wager[1]

    columns: list[Column[tuple[Sheet, Fraction]]] = [
        Column("Sheet", value=lambda wager: wager[0].name, name="sheet"),
        Column(None, PERCENT, edge, "house_edge"),
        Column("House edge", PERCENT, lambda wager: wager[0].open or wager[1]),
        Column("Exact edge", EXACT, edge),
    ]
    note = "House edge: of a jackpot with its meter at the first seed published."
    wagers = book.written.wagers
    table = Table.of("Wagers and pay tables", wagers, columns, note if rules.jackpots else "")
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


def check_book(path: str | Path) -> CheckedBook:
    """Return what was changed in a PAR workbook, which names its own game, and what that does.

    Raises:
        WorkbookError: it is no PAR workbook, or an input holds what it may not.
        OSError: it cannot be read.
    """
    from combin.par.checking import check_book

    return check_book(path)


def book_check_view(book: CheckedBook, digits: int = 10) -> View:
    """A workbook that was read back, ready to be shown."""
    return checked_view([book], digits)


def checked_view(books: Sequence[CheckedBook], digits: int = 10) -> View:
    """Return workbooks that were read back ready to be shown; the records are the wagers of each."""
    several = len(books) > 1
    heading = f"{counted(len(books), 'workbook')} checked"
    if not several:
        changed = counted(len(books[0].changes), "input") + " changed" if books[0].changes else "as written"
        heading = f"PAR workbook of {books[0].scope.rules.file.title}: {changed}"
    return View(
        heading,
        tuple(f"{book.path}: {text}" if several else text for book in books for text in _lines(book)),
        tuple(_titled(table, book.path if several else "") for book in books for table in _tables(book)),
        lambda: [_payload(book, digits) for book in books],
        lambda: [
            record
            for book in books
            for record in _wagers(book.wagers).records(digits, file=book.path, game=book.scope.rules.file.id)
        ],
    )


def _lines(checked_book: CheckedBook) -> Iterator[str]:
    of = f"of {checked_book.cells:,}"
    if checked_book.strange:
        hold = "holds" if len(checked_book.strange) == 1 else "hold"
        yield f"{counted(len(checked_book.strange), 'cell')} {of} {hold} something else than belongs there."
    if checked_book.uncalculated:
        yield (
            f"Not calculated: {counted(checked_book.uncalculated, 'cell')} {of} hold a formula without a "
            "value, as some programs save a workbook; a spreadsheet program has to calculate them."
        )
    elif checked_book.stale and not checked_book.strange:
        yield (
            f"{counted(checked_book.stale, 'cell')} {of} still hold what belonged there before; "
            "a spreadsheet program has to recalculate the workbook."
        )
    elif not checked_book.strange:
        yield f"All {checked_book.cells:,} cells hold what belongs there."
    if any(change.entry.of_rules for change in checked_book.changes):
        for before, after in dict.fromkeys(
            wager.statements for wager in checked_book.wagers if wager.statements
        ):
            if before == after:
                yield f"The best strategy stays the same: {after}"
            else:
                yield f"The best strategy is another one after the change: {after} It was: {before}"
        if checked_book.fixed:
            yield f"These stay those of the pays as written: {'; '.join(checked_book.fixed)}."


def _tables(checked_book: CheckedBook) -> Iterator[Table]:
    """Yield the tables that people see, if there is something in them."""
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
    """Tell whether the edge of a wager is another one now, or would be at best play."""
    return wager.now != wager.written or (
        wager.statements is not None and wager.statements[0] != wager.statements[1]
    )


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
    note = (
        "Now: with the strategy of the workbook, as its formulas have it. At best play: against a player who "
        "plays the changed game at his best. The edges of all other wagers stay as they were."
    )
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
        "game": checked_book.scope.rules.file.id,
        "changes": _changes(checked_book.changes).objects(digits),
        "wagers": _wagers(checked_book.wagers).objects(digits),
        "cells": checked_book.cells,
        "not_recalculated": checked_book.stale,
        "not_calculated": checked_book.uncalculated,
        "wrong": _wrong(checked_book.strange).objects(digits),
        "as_written": list(checked_book.fixed),
    }
