"""A workbook that was written, and one that was read back, shown in any format."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import percent, plain
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.par.book import Book
    from combin.par.checking import CheckedBook, WagerChange

__all__ = ["book_view", "checked_view"]

_MOST = 20
"""The most wrong cells that are listed for people."""


def book_view(book: Book, digits: int = 10) -> View:
    """Return the wagers and tables of a workbook ready to be shown; each is a record."""
    rules = book.subject.rules
    wagers = book.written.wagers
    rows = tuple(
        (sheet.name, sheet.open or percent(edge, 4), "" if sheet.open else str(edge))
        for sheet, edge in wagers
    )
    columns = ("Sheet", ">House edge", ">Exact edge")
    note = "House edge: of a jackpot with its meter at the first seed published."

    def records() -> list[Record]:
        found = []
        for sheet, edge in wagers:
            record: Record = {"game": rules.file.id, "sheet": sheet.name}
            columns = exact_columns("house_edge", edge, digits)
            found.append(record | (dict.fromkeys(columns) if sheet.open else columns))
        return found

    return View(
        f"{rules.file.title}: PAR workbook",
        (),
        (Table("Wagers and pay tables", columns, rows, note if rules.jackpots else ""),),
        lambda: {
            "game": rules.file.id,
            "rules_sha256": book.hashes[0],
            "certificate_sha256": book.hashes[1],
            "wagers": [
                {"sheet": sheet.name, "house_edge": None if sheet.open else exact_json(edge, digits)}
                for sheet, edge in wagers
            ],
        },
        records,
    )


def checked_view(books: Sequence[CheckedBook], digits: int = 10) -> View:
    """Return workbooks that were read back ready to be shown; the records are the wagers of each."""
    several = len(books) > 1
    heading = f"{counted(len(books), 'workbook')} checked"
    if not several:
        title = books[0].subject.rules.file.title
        changed = counted(len(books[0].changes), "input") + " changed" if books[0].changes else "as written"
        heading = f"PAR workbook of {title}: {changed}"
    lines = [f"{one.path}: {text}" if several else text for one in books for text in _lines(one)]
    tables = [table for one in books for table in _tables(one, several=several) if table.rows]
    return View(
        heading,
        tuple(lines),
        tuple(tables),
        lambda: [_payload(one, digits) for one in books],
        lambda: [_record(one, wager, digits) for one in books for wager in one.wagers],
    )


def _lines(checked_book: CheckedBook) -> Iterator[str]:
    if checked_book.strange:
        yield (
            f"{counted(len(checked_book.strange), 'cell')} of {checked_book.cells:,} hold something "
            "else than belongs there."
        )
    if checked_book.uncalculated:
        yield (
            f"Not calculated: {counted(checked_book.uncalculated, 'cell')} of {checked_book.cells:,} "
            "hold a formula without a "
            "value, as some programs save a workbook; a spreadsheet program has to calculate them."
        )
    elif checked_book.stale and not checked_book.strange:
        yield (
            f"{counted(checked_book.stale, 'cell')} of {checked_book.cells:,} still hold what belonged "
            "there before; "
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


def _tables(checked_book: CheckedBook, *, several: bool) -> Iterator[Table]:
    of = checked_book.path if several else ""
    changes = tuple(
        (change.sheet, change.cell, change.entry.label, plain(change.entry.written), plain(change.now))
        for change in checked_book.changes
    )
    yield Table(
        _title(of, "inputs that were changed"),
        ("Sheet", "Cell", "What it is", ">As written", ">Now"),
        changes,
    )
    rows = tuple(
        (
            wager.sheet,
            percent(wager.written, 4),
            percent(wager.now, 4),
            str(wager.now),
            _change(wager.now - wager.written),
            "" if wager.best is None else percent(wager.best, 4),
        )
        for wager in checked_book.wagers
        if _moved(wager)
    )
    columns = ("Sheet", ">As written", ">Now", ">Exactly", ">Change", ">At best play")
    note = (
        "Now: with the strategy of the workbook, as its formulas have it. At best play: against a player who "
        "plays the changed game at his best. The edges of all other wagers stay as they were."
    )
    yield Table(_title(of, "house edges"), columns, rows, note)
    strange = tuple(
        (cell.sheet, cell.cell, cell.found, cell.expected) for cell in checked_book.strange[:_MOST]
    )
    more = len(checked_book.strange) - _MOST
    rest = f"And {counted(more, 'cell')} more." if more > 0 else ""
    yield Table(
        _title(of, "cells that are wrong"), ("Sheet", "Cell", "Holds", "Belongs there"), strange, rest
    )


def _title(of: str, words: str) -> str:
    return f"{of}: {words}" if of else f"{words[0].upper()}{words[1:]}"


def _moved(wager: WagerChange) -> bool:
    """Tell whether the edge of a wager is another one now, or would be at best play."""
    return wager.now != wager.written or (
        wager.statements is not None and wager.statements[0] != wager.statements[1]
    )


def _change(change: Fraction) -> str:
    text = percent(change, 4)
    return "none" if not change else text if change < 0 else f"+{text}"


def _payload(checked_book: CheckedBook, digits: int) -> dict[str, Any]:
    return {
        "file": checked_book.path,
        "game": checked_book.subject.rules.file.id,
        "changes": [
            {
                "sheet": change.sheet,
                "cell": change.cell,
                "place": list(change.entry.place),
                "written": exact_json(change.entry.written, digits),
                "now": exact_json(change.now, digits),
            }
            for change in checked_book.changes
        ],
        "wagers": [
            {
                "sheet": wager.sheet,
                "written": exact_json(wager.written, digits),
                "now": exact_json(wager.now, digits),
                "at_best_play": None if wager.best is None else exact_json(wager.best, digits),
                "strategies": None if wager.statements is None else list(wager.statements),
            }
            for wager in checked_book.wagers
        ],
        "cells": checked_book.cells,
        "not_recalculated": checked_book.stale,
        "not_calculated": checked_book.uncalculated,
        "wrong": [
            {"sheet": cell.sheet, "cell": cell.cell, "holds": cell.found, "belongs": cell.expected}
            for cell in checked_book.strange
        ],
    }


def _record(checked_book: CheckedBook, wager: WagerChange, digits: int) -> Record:
    record: Record = {
        "file": checked_book.path,
        "game": checked_book.subject.rules.file.id,
        "sheet": wager.sheet,
    }
    record |= exact_columns("written", wager.written, digits)
    record |= exact_columns("now", wager.now, digits)
    if wager.best is None:
        record |= {"best_numerator": None, "best_denominator": None, "best": None}
    else:
        record |= exact_columns("best", wager.best, digits)
    before, after = wager.statements or (None, None)
    return record | {"strategy_before": before, "strategy_after": after}
