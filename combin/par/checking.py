"""A workbook read back, and what was changed in it: exactly, with the strategy as it was and the best one."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from math import isclose, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from combin.certificate.canonical import CertificateError, digest, rules_data, rules_of_data
from combin.decimals import plain
from combin.exact.statement import statement_of
from combin.par.book import RULES, Book
from combin.par.scope import Scope
from combin.par.summary_sheet import AS_WRITTEN, read_entries
from combin.par.workbook import LABEL, Inputs, WorkbookError
from combin.rules.errors import RulesError
from combin.rules.load import imprinted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from python_calamine import CalamineWorkbook

    from combin.par.book import Built
    from combin.par.workbook import Cell, InputCell, Sheet


_NO_PAR_SHEET = "no PAR workbook of combin"


@dataclass(frozen=True)
class ReadBook:
    """The values of all cells by sheet and row, and the game and tables that the workbook is about."""

    cells: dict[str, list[list[object]]]
    scope: Scope

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
        return ReadBook({name: _rows(book, name) for name in names}, _scope(_rows(book, RULES)))
    except CalamineError as error:
        raise WorkbookError(f"no workbook: {error}") from None


def _rows(book: CalamineWorkbook, name: str) -> list[list[object]]:
    rows: list[list[object]] = list(map(list, book.get_sheet_by_name(name).to_python(skip_empty_area=False)))
    return rows


class _Settings(msgspec.Struct):
    """How a workbook was made, as far as it is read back."""

    tables: dict[str, Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]]
    strategy: str | None = None
    arrays: str | None = None
    confidence: Annotated[int, msgspec.Meta(gt=0, lt=100)] | None = None
    imprint: dict[str, Any] = {}


def _scope(rows: list[list[object]]) -> Scope:
    """Return the game that the sheet of rules holds.

    Raises:
        WorkbookError: it holds none, or not the one that was written.
    """
    if not rows or not rows[0] or rows[0][0] != AS_WRITTEN:
        raise WorkbookError(f"{_NO_PAR_SHEET}: its sheet {RULES!r} is another one")
    settings, data = read_entries([row[:2] for row in rows])
    if digest(data) != settings.get("rules_sha256"):
        raise WorkbookError(f"the rules on the sheet {RULES!r} were edited: their SHA-256 is another one")
    try:
        made = msgspec.convert(settings, _Settings)
        return Scope.of(
            imprinted(rules_of_data(data), made.imprint),
            made.tables,
            made.strategy,
            confidence=made.confidence,
            arrays=made.arrays is None,
        )
    except msgspec.ValidationError as error:
        raise WorkbookError(
            f"the settings on the sheet {RULES!r} are not those of this program: {error}"
        ) from None
    except (CertificateError, RulesError) as error:
        raise WorkbookError(str(error)) from None


_CLOSE = 1e-9
"""How near a recalculated figure comes to the exact one, at least."""

_SAME = 1e-13
"""How near a number is to the one that was written, if a spreadsheet has merely kept it."""


@dataclass(frozen=True, slots=True)
class Change:
    """An input that was changed: where it stands, what it is about, and its value now."""

    sheet: str
    cell: str
    entry: InputCell
    now: Fraction


@dataclass(frozen=True, slots=True)
class WagerChange:
    """The house edge of a wager and table: as written, with the inputs as they are now, and at best play.

    `now` is what the formulas say, with the strategy for the pays as written. `best` is the edge against a
    player who plays the changed game at his best, and None for a jackpot; `statements` are the best
    strategies before and after, of the base game only.
    """

    sheet: str
    written: Fraction
    now: Fraction
    best: Fraction | None
    statements: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Strange:
    """A cell that holds something else than belongs there."""

    sheet: str
    cell: str
    found: str
    expected: str
    formula: bool


@dataclass(frozen=True)
class CheckedBook:
    """A workbook read back.

    `cells` is how many cells were compared; `stale` of them still hold what belonged there before a change,
    because nothing has recalculated them; `uncalculated` hold a formula and no value, because a program has
    saved the workbook that calculates nothing; `strange` are wrong in any case.
    """

    path: str
    scope: Scope
    changes: tuple[Change, ...]
    wagers: tuple[WagerChange, ...]
    cells: int
    stale: int
    uncalculated: int
    strange: tuple[Strange, ...]


def check_book(path: str | Path) -> CheckedBook:
    """Return what was changed in a workbook, and what that does.

    Raises:
        WorkbookError: it is no PAR workbook of this program, or an input holds what it may not.
        OSError: it cannot be read.
    """
    found = read_book(path)
    book = Book(found.scope)
    written = book.written
    try:
        changes = tuple(_changes(found, written.sheets))
        inputs = Inputs({one.entry.place: one.now for one in changes})
        now = book.built(inputs) if changes else written
        cells, stale, strange = _compared(found, written.sheets, now.sheets)
        uncalculated = [one for one in strange if one.formula and one.found == _words("")]
        all_cells = [cell for sheet in now.sheets for cell in sheet.cells.values()]
        if len(uncalculated) < sum(bool(cell.formula) and cell.value != "" for cell in all_cells):
            uncalculated = []  # some have values, so that the others were emptied
    except WorkbookError as error:
        raise WorkbookError(error.problem, str(path)) from None
    wagers = tuple(_wagers(found.scope, changes, now))
    wrong = tuple(one for one in strange if one not in uncalculated)
    return CheckedBook(str(path), found.scope, changes, wagers, cells, stale, len(uncalculated), wrong)


def _changes(book_read: ReadBook, sheets: Sequence[Sheet]) -> Iterator[Change]:
    """Yield the inputs that were changed, in order.

    Raises:
        WorkbookError: a sheet is missing, a row is not where it was, or an input holds what it may not.
    """
    for sheet in sheets:
        if sheet.name not in book_read.cells:
            raise WorkbookError(f"the sheet {sheet.name!r} is missing")
        for (row, column), cell in sheet.cells.items():
            if cell.entry is None:
                continue
            _refuse_moved(book_read, sheet, row)
            where = f"{sheet.name}!{sheet.here(row, column)}"
            value = book_read.value(sheet.name, row, column)
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise WorkbookError(f"{where}: {_words(value)} is no number ({cell.entry.label})")
            if isclose(value, float(cell.entry.written), rel_tol=_SAME, abs_tol=_SAME):
                continue
            exact = Fraction(repr(value))
            if not cell.entry.allows(exact):
                raise WorkbookError(f"{where}: {plain(exact)}: {cell.entry.rule} ({cell.entry.label})")
            yield Change(sheet.name, sheet.here(row, column), cell.entry, exact)


def _refuse_moved(book_read: ReadBook, sheet: Sheet, row: int) -> None:
    for (other, column), cell in sheet.cells.items():
        if other == row and cell.kind is LABEL:
            value = book_read.value(sheet.name, row, column)
            if value != cell.value:
                where = f"{sheet.name}!{sheet.here(row, column)}"
                holds = f"{_words(value)} stands where {_words(cell.value)} was written"
                raise WorkbookError(f"{where}: {holds}; rows and columns must stay where they are")


def _words(value: object) -> str:
    if value == "":
        return "nothing"
    return repr(value) if isinstance(value, str) else str(value)


def _compared(
    book_read: ReadBook, written: Sequence[Sheet], now: Sequence[Sheet]
) -> tuple[int, int, list[Strange]]:
    """Return how many cells were compared, how many are stale, and which are strange."""
    cells, stale, strange = 0, 0, []
    for before, after in zip(written, now, strict=True):
        for (row, column), cell in after.cells.items():
            value = book_read.value(after.name, row, column)
            cells += 1
            if _same(value, cell):
                continue
            if _same(value, before.cells[row, column]):
                stale += 1
            else:
                place = after.here(row, column)
                expected = _words(cell.value if isinstance(cell.value, str) else float(cell.value))
                strange.append(Strange(after.name, place, _words(value), expected, bool(cell.formula)))
    return cells, stale, strange


def _same(value: object, cell: Cell) -> bool:
    if isinstance(cell.value, str):
        return value == cell.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isclose(value, float(cell.value), rel_tol=_CLOSE, abs_tol=_CLOSE)


def _wagers(scope: Scope, changes: Sequence[Change], now: Built) -> Iterator[WagerChange]:
    """Yield the edges of all wagers, in the order of their sheets."""
    other = _changed_scope(scope, changes)
    before, after = list(_best(scope)), list(_best(other))
    for (sheet, edge), (_, was), (best, then) in zip(now.wagers, before, after, strict=True):
        statements = (was, then) if was is not None and then is not None else None
        yield WagerChange(sheet.name, edge, sheet.marks["edge"].exact, best, statements)


def _best(scope: Scope) -> Iterator[tuple[Fraction | None, str | None]]:
    """Yield for each wager sheet the edge at best play, and the best strategy in words if there is one."""
    for one in scope.analyses:
        yield one.best.distribution.house_edge, statement_of(one.best).text
    for (wager, _), one in scope.side_bets.items():
        yield one.wagers[wager].house_edge, None
    for _ in scope.jackpots:
        yield None, None


def _changed_scope(scope: Scope, changes: Sequence[Change]) -> Scope:
    """Return the game with the entries of its rules that were changed."""
    of_rules = [one for one in changes if one.entry.of_rules]
    if not of_rules:
        return scope
    data: Any = deepcopy(rules_data(scope.rules))
    for one in of_rules:
        inner = data
        for key in one.entry.place[:-1]:
            inner = inner[key]
        words = {Fraction(0): "push", Fraction(-1): "lose"} if one.entry.kind == "net" else {}
        inner[one.entry.place[-1]] = words.get(one.now, str(one.now))
    return Scope.of(rules_of_data(data), scope.letters, arrays=scope.arrays)
