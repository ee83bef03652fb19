"""A workbook read back, and what was changed in it: exactly, with the strategy as it was and the best one."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from math import isclose, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from combin.answers import Answer
from combin.certificate.canonical import CertificateError, digest, rules_data, rules_of_data
from combin.decimals import plain
from combin.exact.statement import statement_of
from combin.par.book import RULES, Book
from combin.par.reading import NOTHING, read_file, same_format, same_formula
from combin.par.scope import Scope
from combin.par.summary_sheet import AS_WRITTEN, read_entries
from combin.par.workbook import LABEL, Inputs, Sheet, WorkbookError
from combin.par.writing import book_file
from combin.rules.errors import RulesError
from combin.rules.load import imprinted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from combin.par.book import Built
    from combin.par.reading import FiledBook, FiledSheet
    from combin.par.workbook import InputCell, Sheet
    from combin.rules.resolved import Rules


_NO_PAR_SHEET = "no PAR workbook of combin"


class _Settings(msgspec.Struct):
    """How a workbook was made, as far as it is read back."""

    tables: dict[str, Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]]
    strategy: str | None = None
    arrays: str | None = None
    confidence: Annotated[int, msgspec.Meta(gt=0, lt=100)] | None = None
    imprint: dict[str, Any] = {}


def _scope(rows: Sequence[Sequence[object]] | None) -> Scope:
    """Return the game that the sheet of rules holds.

    Raises:
        WorkbookError: it holds none, or not the one that was written.
    """
    if rows is None:
        raise WorkbookError(f"{_NO_PAR_SHEET}: it has no sheet {RULES!r}")
    if not rows or not rows[0] or rows[0][0] != AS_WRITTEN:
        raise WorkbookError(f"{_NO_PAR_SHEET}: its sheet {RULES!r} is another one")
    settings, data = read_entries(rows)
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
    """A cell that holds something else than belongs there, or with no `cell`, a sheet or file that does."""

    sheet: str
    cell: str
    found: str
    expected: str


@dataclass(frozen=True, repr=False)
class CheckedBook(Answer):
    """A workbook read back.

    `cells` is how many cells were compared; `stale` of them still hold what belonged there before a change,
    because nothing has recalculated them; `uncalculated` hold a formula and no value, because a program has
    saved the workbook that calculates nothing; `strange` are wrong in any case. `fixed` are the sheets and
    tables that belong to the pays as written, whatever is changed.
    """

    shown_by: ClassVar[str] = "combin.par.views:book_check_view"

    path: str
    scope: Scope
    changes: tuple[Change, ...]
    wagers: tuple[WagerChange, ...]
    cells: int
    stale: int
    uncalculated: int
    strange: tuple[Strange, ...]
    fixed: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.scope.rules


def check_book(path: str | Path) -> CheckedBook:
    """Return what was changed in a workbook, and what that does.

    The workbook is made again from the rules in it. Only its inputs may hold other numbers: every formula,
    format and text is compared, and what else there is of sheets, cells, names and parts of the file.

    Raises:
        WorkbookError: it is no PAR workbook of this program, or an input holds what it may not.
        OSError: it cannot be read.
    """
    content = Path(path).read_bytes()
    try:
        filed = read_file(content)
        scope = _scope(filed.sheets[RULES].rows(2) if RULES in filed.sheets else None)
        book = Book(scope)
        changes = tuple(_changes(filed, book.written.sheets))
        inputs = Inputs({one.entry.place: one.now for one in changes})
        now = book.built(inputs) if changes else book.written
        written = read_file(book_file(book, book.written))
        belongs = read_file(book_file(book, now)) if changes else written
        compared = _compare(filed, written, belongs)
    except WorkbookError as error:
        raise WorkbookError(error.problem, str(path)) from None
    fixed = tuple(": ".join(filter(None, (sheet.name, one))) for sheet in now.sheets for one in sheet.fixed)
    cells = sum(len(sheet.cells) for sheet in now.sheets)
    return CheckedBook(
        str(path), scope, changes, tuple(_wagers(scope, changes, now)), cells, *compared, fixed
    )


def _changes(filed: FiledBook, sheets: Sequence[Sheet]) -> Iterator[Change]:
    """Yield the inputs that were changed, in order.

    Raises:
        WorkbookError: a sheet is missing, a row is not where it was, or an input holds what it may not.
    """
    for sheet in sheets:
        if sheet.name not in filed.sheets:
            raise WorkbookError(f"the sheet {sheet.name!r} is missing")
        own = filed.sheets[sheet.name]
        for (row, column), cell in sheet.cells.items():
            if cell.entry is None:
                continue
            _refuse_moved(own, sheet, row)
            where = f"{sheet.name}!{sheet.here(row, column)}"
            value = own.value(row, column)
            if isinstance(value, bool | str) or not isfinite(value):
                raise WorkbookError(f"{where}: {_words(value)} is no number ({cell.entry.label})")
            if isclose(value, float(cell.entry.written), rel_tol=_SAME, abs_tol=_SAME):
                continue
            exact = Fraction(repr(value))
            if not cell.entry.allows(exact):
                raise WorkbookError(f"{where}: {plain(exact)}: {cell.entry.rule} ({cell.entry.label})")
            yield Change(sheet.name, sheet.here(row, column), cell.entry, exact)


def _refuse_moved(own: FiledSheet, sheet: Sheet, row: int) -> None:
    for (other, column), cell in sheet.cells.items():
        if other == row and cell.kind is LABEL:
            value = own.value(row, column)
            if value != cell.value:
                where = f"{sheet.name}!{sheet.here(row, column)}"
                holds = f"{_words(value)} stands where {_words(cell.value)} was written"
                raise WorkbookError(f"{where}: {holds}; rows and columns must stay where they are")


def _words(value: object) -> str:
    if value == "":
        return "nothing"
    return repr(value) if isinstance(value, str) else str(value)


def _compare(
    filed: FiledBook, written: FiledBook, belongs: FiledBook
) -> tuple[int, int, tuple[Strange, ...]]:
    """Return how many cells are stale, how many are not calculated, and all that is strange."""
    strange = list(_compare_files(filed, belongs))
    stale, emptied, recalculated, calculated = list[Strange](), list[Strange](), False, False
    for name, sheet in belongs.sheets.items():
        own = filed.sheets[name].cells
        for place in sorted({*own, *sheet.cells}):
            cell, other = own.get(place, NOTHING), sheet.cells.get(place, NOTHING)
            before = written.sheets[name].cells.get(place, NOTHING)
            holds, right = _words(cell.value), _words(other.value)
            calculated |= bool(cell.formula) and cell.value != ""
            wrong = strange
            if not same_formula(cell.formula, other.formula):
                holds, right = (
                    f"={one.formula}" if one.formula else text
                    for one, text in ((cell, holds), (other, right))
                )
            elif NOTHING not in (cell, other) and not same_format(cell.shown, other.shown):
                holds, right = f"a number shown as {cell.shown}", f"one shown as {other.shown}"
            elif _same(cell.value, other.value):
                recalculated |= bool(other.formula) and not _same(before.value, other.value)
                continue
            elif other.formula and _same(cell.value, before.value):
                wrong = stale
            elif other.formula and cell.value == "":
                wrong = emptied
            wrong.append(Strange(name, Sheet.here(*place), holds, right))
    if recalculated:  # so that a program has worked out all formulas
        strange, stale = [*strange, *stale], []
    if calculated:
        strange, emptied = [*strange, *emptied], []
    else:
        emptied, stale = [*emptied, *stale], []
    return len(stale), len(emptied), tuple(strange)


def _compare_files(filed: FiledBook, belongs: FiledBook) -> Iterator[Strange]:
    """Yield what a file has more or less of than belongs there, but for cells."""
    yield from _apart("", {f"a part {one}" for one in filed.parts}, set())
    names = {
        name for name, place in belongs.names.items() if not same_formula(filed.names.get(name, ""), place)
    }
    for name in sorted(names | (filed.names.keys() - belongs.names.keys())):
        places = (
            f"the name {name} of {book.names[name]}" if name in book.names else "nothing"
            for book in (filed, belongs)
        )
        yield Strange("", "", *places)
    for name, sheet in filed.sheets.items():
        if name in belongs.sheets:
            yield from _apart(name, sheet.state, belongs.sheets[name].state)
        else:
            yield Strange(name, "", "a sheet", "nothing")


def _apart(sheet: str, own: AbstractSet[str], others: AbstractSet[str]) -> Iterator[Strange]:
    """Yield what only one of two files has."""
    for text in sorted(own ^ others):
        yield Strange(sheet, "", *((text, "nothing") if text in own else ("nothing", text)))


def _same(value: object, other: object) -> bool:
    if isinstance(value, float) and isinstance(other, float):
        return isclose(value, other, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return type(value) is type(other) and value == other


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
