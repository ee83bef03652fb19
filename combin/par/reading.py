"""A workbook read back: its cells, and the game that it was written from."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from combin.certificate.canonical import CertificateError, digest, rules_of_data
from combin.par.book import RULES
from combin.par.errors import WorkbookError
from combin.par.rules_sheet import TITLE, read_entries
from combin.par.subject import Subject, chosen_letters
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from typing import Any

    from python_calamine import CalamineWorkbook

__all__ = ["ReadBook", "read_book"]

_NO_PAR_SHEET = "no PAR workbook of combin"


@dataclass(frozen=True)
class ReadBook:
    """The values of all cells by sheet and row, and the game and tables that the workbook is about."""

    cells: dict[str, list[list[object]]]
    subject: Subject

    def value(self, sheet: str, row: int, column: int) -> object:
        """Return what a cell holds; an empty text for one that is not there."""
        rows = self.cells[sheet]
        return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def read_book(path: str | Path) -> ReadBook:
    """Return a workbook that this program has written, whatever a spreadsheet has made of its inputs.

    Raises:
        WorkbookError: it is no such workbook, in one line.
        OSError: it cannot be read.
    """
    path = Path(path)
    content = path.read_bytes()
    try:
        return _read(content)
    except WorkbookError as error:
        raise WorkbookError(error.problem, str(path)) from None


def _read(content: bytes) -> ReadBook:
    from python_calamine import CalamineError, load_workbook

    try:
        book = load_workbook(BytesIO(content))
        names = book.sheet_names
        if RULES not in names:
            raise WorkbookError(f"{_NO_PAR_SHEET}: it has no sheet {RULES!r}")
        subject = _subject(_rows(book, RULES))
        return ReadBook({name: _rows(book, name) for name in names}, subject)
    except CalamineError as error:
        raise WorkbookError(f"no workbook: {error}") from None


def _rows(book: CalamineWorkbook, name: str) -> list[list[object]]:
    rows: list[list[object]] = list(map(list, book.get_sheet_by_name(name).to_python(skip_empty_area=False)))
    return rows


def _subject(rows: list[list[object]]) -> Subject:
    """Return the game that the sheet of rules holds.

    Raises:
        WorkbookError: it holds none, or not the one that was written.
    """
    if not rows or not rows[0] or rows[0][0] != TITLE:
        raise WorkbookError(f"{_NO_PAR_SHEET}: its sheet {RULES!r} is another one")
    settings, data = read_entries([row[:2] for row in rows])
    if digest(data) != settings.get("rules_sha256"):
        raise WorkbookError(f"the rules on the sheet {RULES!r} were edited: their SHA-256 is another one")
    try:
        rules = rules_of_data(data)
        return Subject(rules, chosen_letters(rules, _tables(settings)), _strategy(settings))
    except (CertificateError, RulesError) as error:
        raise WorkbookError(str(error)) from None


def _tables(settings: dict[str, Any]) -> dict[str, list[str]]:
    tables = settings.get("tables")
    if not isinstance(tables, dict):
        raise WorkbookError("it does not say which tables it is about")
    for letters in tables.values():
        if not isinstance(letters, list) or not letters or not all(isinstance(one, str) for one in letters):
            raise WorkbookError("it does not say which tables it is about")
    return tables


def _strategy(settings: dict[str, Any]) -> str | None:
    strategy = settings.get("strategy")
    if strategy is not None and not isinstance(strategy, str):
        raise WorkbookError("it does not say how the player plays")
    return strategy
