"""A workbook read back: its cells compared with what belongs there, and what its changes do, exactly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import isclose, isfinite
from pathlib import Path
from typing import Annotated, Any, ClassVar
from xml.etree.ElementTree import Element
from zipfile import ZipFile

import msgspec
from msgspec.structs import replace

from combin.answers import Answer
from combin.certificate.canonical import CertificateError, digest, rules_data, rules_of_data
from combin.exact.statement import statement_of
from combin.formats.tables import CHANGE, EXACT, PERCENT, PLAIN, Column, Table
from combin.formats.view import View
from combin.formatting import counted, plain
from combin.par.book import RULES, Book, Built
from combin.par.overview_sheets import AS_WRITTEN, read_entries
from combin.par.workbook import InputCell, Look, Sheet, WorkbookError, column_letters
from combin.rules.errors import RulesError
from combin.rules.load import imprinted
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue

_NO_PAR_SHEET = "no PAR workbook of combin"


class _Settings(msgspec.Struct):
    tables: dict[str, Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]]
    strategy: str | None = None
    confidence: Annotated[int, msgspec.Meta(gt=0, lt=100)] | None = None
    imprint: dict[str, Any] = {}


def _book(filed: FiledBook) -> Book:
    """Return the workbook of the game that the sheet of rules holds, or refuse another than was written."""
    if RULES not in filed.sheets:
        raise WorkbookError(f"{_NO_PAR_SHEET}: it has no sheet {RULES!r}")
    rows = filed.sheets[RULES].rows(2)
    if not rows or rows[0][0] != AS_WRITTEN:
        raise WorkbookError(f"{_NO_PAR_SHEET}: its sheet {RULES!r} is another one")
    settings, data = read_entries(rows)
    if digest(data) != settings.get("rules_sha256"):
        raise WorkbookError(f"the rules on the sheet {RULES!r} were edited: their SHA-256 is another one")
    try:
        made = msgspec.convert(settings, _Settings)
        rules = imprinted(rules_of_data(data), made.imprint)
        return Book.of(rules, made.tables, made.strategy, confidence=made.confidence)
    except msgspec.ValidationError as error:
        problem = f"the settings on the sheet {RULES!r} are not those of this program: {error}"
        raise WorkbookError(problem) from None
    except (CertificateError, RulesError) as error:
        raise WorkbookError(str(error)) from None


_CLOSE = 1e-9  # how near a recalculated figure comes to the exact one, at least

_SAME = 1e-13  # how near a number is to the one that was written, if a spreadsheet has merely kept it


class Change(msgspec.Struct, frozen=True):
    """An input that was changed: where it stands, what it is about, and its value now."""

    sheet: str
    cell: str
    entry: InputCell
    now: Fraction


class WagerChange(msgspec.Struct, frozen=True):
    """The house edge of a wager and table: as written, as the formulas have it now, and at best play.

    `best` is None for a jackpot; `statements` are the best strategies before and after, of the base game.
    """

    sheet: str
    written: Fraction
    now: Fraction
    best: Fraction | None
    statements: tuple[str, str] | None = None


class UnexpectedCell(msgspec.Struct, frozen=True):
    """A cell that differs from what was written, or with no `cell`, a sheet or file that does."""

    sheet: str
    cell: str
    found: str
    expected: str


class CheckedBook(Answer, msgspec.Struct, frozen=True):
    """A workbook read back: how many cells it has, how many of them are not recalculated, or never were.

    `strange` cells are wrong in any case. `fixed` are sheets and tables that belong to the pays as written.
    """

    shown_by: ClassVar[str] = "combin.par.checking:book_check_view"

    path: str
    book: Book
    changes: tuple[Change, ...]
    wagers: tuple[WagerChange, ...]
    cells: int
    stale: int
    uncalculated: int
    strange: tuple[UnexpectedCell, ...]
    fixed: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.book.rules


def check_book(path: str | Path) -> CheckedBook:
    """Return what was changed in a workbook, and what that does.

    The workbook is made again from the rules in it. Only its inputs may hold other numbers: every formula,
    format and text is compared, and what else there is of sheets, cells, names and parts of the file.

    A file that is no such workbook, or an input that holds what it may not, is a WorkbookError.
    """
    content = Path(path).read_bytes()
    try:
        filed = read_file(content)
        book = _book(filed)
        changes = tuple(_changes(filed, book.written.sheets))
        now = book.built({one.entry.place: one.now for one in changes}) if changes else book.written
        written = read_file(book.file(book.written))
        compared = _compare(filed, written, read_file(book.file(now)) if changes else written)
    except WorkbookError as error:
        raise WorkbookError(error.problem, str(path)) from None
    fixed = tuple(": ".join(filter(None, (sheet.name, one))) for sheet in now.sheets for one in sheet.fixed)
    cells = sum(len(sheet.cells) for sheet in now.sheets)
    return CheckedBook(str(path), book, changes, tuple(_wagers(book, changes, now)), cells, *compared, fixed)


def _changes(filed: FiledBook, sheets: Sequence[Sheet]) -> Iterator[Change]:
    """Yield the inputs that were changed; refuse what an input may not hold, and rows that moved."""
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
                raise WorkbookError(f"{where}: {plain(exact)}: {cell.entry.allowed[0]} ({cell.entry.label})")
            yield Change(sheet.name, sheet.here(row, column), cell.entry, exact)


def _refuse_moved(own: FiledSheet, sheet: Sheet, row: int) -> None:
    for (other, column), cell in sheet.cells.items():
        if other == row and cell.kind is Look.LABEL and (value := own.value(row, column)) != cell.value:
            where = f"{sheet.name}!{sheet.here(row, column)}"
            holds = f"{_words(value)} stands where {_words(cell.value)} was written"
            raise WorkbookError(f"{where}: {holds}; rows and columns must stay where they are")


def _words(value: object) -> str:
    if value == "":
        return "nothing"
    return repr(value) if isinstance(value, str) else str(value)


def _compare(
    filed: FiledBook, written: FiledBook, belongs: FiledBook
) -> tuple[int, int, tuple[UnexpectedCell, ...]]:
    """Return how many cells are stale, how many are not calculated, and all that is strange."""
    strange = list(_compare_files(filed, belongs))
    stale, emptied, recalculated, calculated = list[UnexpectedCell](), list[UnexpectedCell](), False, False
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
            elif NOTHING not in (cell, other) and _format_codes(cell.shown) != _format_codes(other.shown):
                holds, right = f"a number shown as {cell.shown}", f"one shown as {other.shown}"
            elif _same(cell.value, other.value):
                recalculated |= bool(other.formula) and not _same(before.value, other.value)
                continue
            elif other.formula and _same(cell.value, before.value):
                wrong = stale
            elif other.formula and cell.value == "":
                wrong = emptied
            wrong.append(UnexpectedCell(name, Sheet.here(*place), holds, right))
    if recalculated:  # so that a program has computed all formulas
        strange, stale = [*strange, *stale], []
    if calculated:
        strange, emptied = [*strange, *emptied], []
    else:
        emptied, stale = [*emptied, *stale], []
    return len(stale), len(emptied), tuple(strange)


def _compare_files(filed: FiledBook, belongs: FiledBook) -> Iterator[UnexpectedCell]:
    """Yield what a file has more or less of than belongs there, but for cells."""
    yield from _apart("", {f"a part {one}" for one in filed.parts}, set())
    names = {
        name for name, place in belongs.names.items() if not same_formula(filed.names.get(name, ""), place)
    }
    for name in sorted(names | (filed.names.keys() - belongs.names.keys())):
        places = (book.names.get(name) for book in (filed, belongs))
        yield UnexpectedCell(
            "", "", *("nothing" if at is None else f"the name {name} of {at}" for at in places)
        )
    for name, sheet in filed.sheets.items():
        if name in belongs.sheets:
            yield from _apart(name, sheet.state, belongs.sheets[name].state)
        else:
            yield UnexpectedCell(name, "", "a sheet", "nothing")


def _apart(sheet: str, own: AbstractSet[str], others: AbstractSet[str]) -> Iterator[UnexpectedCell]:
    for text in sorted(own ^ others):
        yield UnexpectedCell(sheet, "", *((text, "nothing") if text in own else ("nothing", text)))


def _same(value: object, other: object) -> bool:
    if isinstance(value, float) and isinstance(other, float):
        return isclose(value, other, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return type(value) is type(other) and value == other


def _wagers(book: Book, changes: Sequence[Change], now: Built) -> Iterator[WagerChange]:
    both = zip(_best(book), _best(_changed_book(book, changes)), strict=True)
    for (sheet, edge), ((_, was), (best, then)) in zip(now.wagers, both, strict=True):
        statements = (was, then) if was is not None and then is not None else None
        yield WagerChange(sheet.name, edge, sheet.marks["edge"].exact, best, statements)


def _best(book: Book) -> Iterator[tuple[Fraction | None, str | None]]:
    """Yield for each wager sheet the edge at best play, and the optimal strategy in words if there is one."""
    yield from ((one.best.distribution.house_edge, statement_of(one.best).text) for one in book.analyses)
    yield from ((one.wagers[wager].house_edge, None) for (wager, _), one in book.side_bets.items())
    yield from [(None, None)] * len(book.jackpots)


def _changed_book(book: Book, changes: Sequence[Change]) -> Book:
    of_rules = [one for one in changes if one.entry.of_rules]
    if not of_rules:
        return book
    data: Any = deepcopy(rules_data(book.rules))
    for one in of_rules:
        inner = data
        for key in one.entry.place[:-1]:
            inner = inner[key]
        words = {Fraction(0): "push", Fraction(-1): "lose"} if one.entry.kind == "net" else {}
        inner[one.entry.place[-1]] = words.get(one.now, str(one.now))
    return Book.of(rules_of_data(data), book.letters)


Place = tuple[int, int]
"""The row and the column of a cell, counted from 0."""


class FiledCell(msgspec.Struct, frozen=True):
    """One cell of a file: its value, its formula without "=", and the format of its number."""

    value: str | float | bool = ""
    formula: str = ""
    shown: str = ""


NOTHING = FiledCell()


class FiledSheet(msgspec.Struct, frozen=True):
    """One sheet of a file: its cells that show something, and its `state`: what of it is out of sight."""

    cells: dict[Place, FiledCell]
    state: frozenset[str]

    def value(self, row: int, column: int) -> str | float | bool:
        """Return what a cell holds; an empty text for one that is not there."""
        return self.cells.get((row, column), NOTHING).value

    def rows(self, columns: int) -> list[list[str | float | bool]]:
        """Return what the first columns hold, row by row."""
        rows = range(max((row for row, _ in self.cells), default=-1) + 1)
        return [[self.value(row, column) for column in range(columns)] for row in rows]


class FiledBook(msgspec.Struct, frozen=True):
    """All that is compared of a file: sheets, names of ranges, and parts that no such workbook has."""

    sheets: dict[str, FiledSheet]
    names: dict[str, str]
    parts: frozenset[str]


_MOST_BYTES = 1 << 28

_MAIN = (
    "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}",
    "{http://purl.oclc.org/ooxml/spreadsheetml/main}",
)

_USUAL_PARTS = re.compile(
    r"\[Content_Types\]\.xml|(.*/)?_rels/.*|(docProps|docMetadata|customXml|xl/(theme|persons|printerSettings))/.*"
    r"|xl/(workbook|styles|sharedStrings|calcChain|metadata)\.xml|xl/worksheets/sheet\d+\.xml|"
)
"""The parts that programs write for cells alone: no macros, pictures, remarks or links to files."""

_BUILT_IN = {0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 49: "@"}


def read_file(content: bytes) -> FiledBook:
    """Return what is compared of the file of a workbook; a WorkbookError if it is none."""
    import zlib
    from xml.etree.ElementTree import ParseError
    from zipfile import BadZipFile, ZipFile

    broken = (BadZipFile, ParseError, zlib.error, EOFError, ArithmeticError, LookupError, RuntimeError)
    try:
        with ZipFile(BytesIO(content)) as archive:
            return _Reader(archive).book()
    except (*broken, ValueError, TypeError) as error:
        if isinstance(error, WorkbookError):
            raise
        raise WorkbookError(f"no workbook: {error}") from None


class _Reader:
    def __init__(self, archive: ZipFile) -> None:
        self.archive, self.parts = archive, archive.namelist()
        _refuse_twice(part.casefold() for part in self.parts)
        if sum(part.file_size for part in archive.infolist()) > _MOST_BYTES:
            raise ValueError("it is too large")
        (self.main,) = (path for kind, path in self._links("").values() if kind == "officeDocument")
        links = self._links(self.main)
        known = dict(links.values())
        self.sheets = {key: path for key, (kind, path) in links.items() if kind == "worksheet"}
        self.strings = [*map(_text, self._part(known["sharedStrings"]) if "sharedStrings" in known else ())]
        styles = self._part(known["styles"])
        formats = _all(styles, "numFmts", "numFmt")
        own = {int(one.attrib["numFmtId"]): one.attrib["formatCode"] for one in formats}
        numbers = [int(one.get("numFmtId", 0)) for one in _all(styles, "cellXfs", "xf")]
        self.formats = [own.get(one, _BUILT_IN.get(one, f"built in {one}")) for one in numbers]
        conditional = [one.find(f"{_space(one)}numFmt") for one in _all(styles, "dxfs", "dxf")]
        self.conditional = ["" if one is None else one.attrib["formatCode"] for one in conditional]

    def _part(self, path: str) -> Element:
        from xml.etree.ElementTree import fromstring

        return fromstring(self.archive.read(path))  # noqa: S314  expat itself limits what entities expand to

    def _links(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the kind and the path of every part that one leads to, by the key it uses."""
        folder, _, name = part.rpartition("/")
        links = self._part(f"{folder}/_rels/{name}.rels".removeprefix("/"))
        _refuse_twice(link.attrib["Id"] for link in links)
        found = {}
        for link in links:
            target = link.attrib["Target"]
            path = target[1:] if target.startswith("/") else f"{folder}/{target}"[not folder :]
            found[link.attrib["Id"]] = link.attrib["Type"].rpartition("/")[2], path
        return found

    def book(self) -> FiledBook:
        root, sheets = self._part(self.main), dict[str, FiledSheet]()
        _refuse_twice(one.attrib["name"].casefold() for one in _all(root, "sheets", "sheet"))
        for one in _all(root, "sheets", "sheet"):
            (key,) = (value for name, value in one.attrib.items() if name.endswith("}id"))
            hidden = [] if one.get("state", "visible") == "visible" else ["the sheet is hidden"]
            path = self.sheets.get(key)
            hidden += ["it is no sheet of cells"] if path is None else []
            found = self._sheet(path, hidden) if path else FiledSheet({}, frozenset(hidden))
            sheets[one.attrib["name"]] = found
        names = {
            f"{one.attrib['name']}{one.get('localSheetId', '')}": one.text or ""
            for one in _all(root, "definedNames", "definedName")
            if not one.attrib["name"].startswith("_xl")
        }
        unusual = frozenset(one for one in self.parts if not _USUAL_PARTS.fullmatch(one))
        return FiledBook(sheets, names, unusual)

    def _sheet(self, path: str, state: list[str]) -> FiledSheet:
        root = self._part(path)
        for one in _all(root, "sheetViews", "sheetView"):
            state += ["noughts are not shown"] * (not _is(one, "showZeros", "1"))
            state += ["formulas are shown"] * _is(one, "showFormulas")
        state += ["rows are hidden"] * any(_is(one, "zeroHeight") for one in _all(root, "sheetFormatPr"))
        for one in _all(root, "cols", "col"):
            if _is(one, "hidden") or float(one.get("width", 1)) == 0:
                first, last = (int(one.attrib[end]) - 1 for end in ("min", "max"))
                state.append(f"columns {column_letters(first)} to {column_letters(last)} are hidden")
        for one in _all(root, "conditionalFormatting"):
            for rule in _all(one, "cfRule"):
                code = self.conditional[int(rule.attrib["dxfId"])] if "dxfId" in rule.attrib else ""
                if _format_codes(code) not in ((), _format_codes("General")):
                    state.append(f"{one.attrib['sqref']} is shown as {code} on a condition")
        if any(one.tag.endswith("}dxf") for one in root.iter()):
            state.append("it has formats on conditions of its own")
        merged = [one.attrib["ref"].partition(":") for one in _all(root, "mergeCells", "mergeCell")]
        areas = [(_place(first), _place(last or first)) for first, _, last in merged]

        def merged_away(row: int, column: int) -> bool:  # of merged cells all but the first are out of sight
            return any(
                top <= row <= below and left <= column <= right and (row, column) != (top, left)
                for (top, left), (below, right) in areas
            )

        shown = (
            (place, cell) for place, cell in self._cells(root, state) if cell.value != "" or cell.formula
        )
        return FiledSheet({place: cell for place, cell in shown if not merged_away(*place)}, frozenset(state))

    def _cells(self, root: Element, state: list[str]) -> Iterator[tuple[Place, FiledCell]]:
        space, masters, seen, row = _space(root), dict[str, tuple[Place, str]](), set[Place](), -1
        for line in _all(root, "sheetData", "*"):
            row, column = int(line.get("r", row + 2)) - 1, -1
            if _is(line, "hidden") or float(line.get("ht", 1)) == 0:
                state.append(f"row {row + 1} is hidden")
            for cell in line:
                place = _place(cell.attrib["r"]) if "r" in cell.attrib else (row, column + 1)
                column = place[1]
                if {line.tag, cell.tag} != {f"{space}row", f"{space}c"} or place[0] != row or place in seen:
                    raise ValueError(f"its row {row + 1} is none of cells, each in its place")
                seen.add(place)
                formula = cell.find(f"{space}f")
                text = "" if formula is None else self._formula(formula, place, masters)
                yield place, FiledCell(self._value(cell, space), text, self.formats[int(cell.get("s", 0))])

    def _value(self, cell: Element, space: str) -> str | float | bool:
        kind, text = cell.get("t", "n"), cell.findtext(f"{space}v") or ""
        if kind == "inlineStr":
            inline = cell.find(f"{space}is")
            return "" if inline is None else _text(inline)
        if kind == "s":
            return self.strings[int(text)]
        if kind in ("n", "b") and text:
            return float(text) if kind == "n" else text == "1"
        return _unescaped(text)

    @staticmethod
    def _formula(formula: Element, place: Place, masters: dict[str, tuple[Place, str]]) -> str:
        """Return a formula in full: of several that a program keeps as one, the one of this place."""
        text, kind = formula.text or "", formula.get("t", "normal")
        if kind not in ("normal", "shared"):
            return f"{{{text}}}"
        if kind == "normal":
            return text
        key = formula.attrib["si"]
        if "ref" in formula.attrib:
            masters[key] = place, text
        (row, column), text = masters[key]
        return _moved(text, place[0] - row, place[1] - column)


def _refuse_twice(names: Iterable[str]) -> None:
    """Refuse a name that is there twice, of which programs may take the one or the other."""
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"{name} is there twice")


def _space(element: Element) -> str:
    space = element.tag.partition("}")[0] + "}"
    if space not in _MAIN:
        raise ValueError(f"{element.tag} is nothing of a workbook")
    return space


def _all(root: Element, *path: str) -> Iterator[Element]:
    space = _space(root)
    return root.iterfind("/".join(key if key == "*" else space + key for key in path))


def _is(element: Element, key: str, default: str = "0") -> bool:
    return element.get(key, default) in ("1", "true")


def _text(element: Element) -> str:
    return _unescaped("".join(part.text or "" for part in (*_all(element, "t"), *_all(element, "r", "t"))))


def _unescaped(text: str) -> str:
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda escaped: chr(int(escaped[1], 16)), text)


def _place(reference: str) -> Place:
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(reference[len(letters) :]) - 1, column - 1


_PIECES = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")|'(?P<sheet>(?:[^']|'')+)'(?=!)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"""
    r"""(?![\w.])|(?P<word>[\w$.\\]+)|\s+|(?P<sign>.)""",
    re.DOTALL,
)


def _tokens(formula: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a formula, spaces left out, and names of sheets without their quotes."""
    for piece in _PIECES.finditer(formula):
        kind = piece.lastgroup
        if kind == "sheet":
            yield "word", piece[kind].replace("''", "'")
        elif kind is not None:
            yield kind, piece[kind]


def same_formula(formula: str, other: str) -> bool:
    """Return whether two formulas are the same, however programs spell them and round their numbers."""

    def same(token: tuple[str, str], twin: tuple[str, str]) -> bool:
        if token[0] == twin[0] == "number":
            return isclose(float(token[1]), float(twin[1]), rel_tol=1e-13, abs_tol=1e-20)
        return token == twin

    if formula == other:
        return True
    tokens, others = list(_tokens(formula)), list(_tokens(other))
    return len(tokens) == len(others) and all(map(same, tokens, others))


_REFERENCE = re.compile(
    r"""("(?:[^"]|"")*"|'(?:[^']|'')+')|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d+)(?![\w.(])"""
)


def _moved(formula: str, rows: int, columns: int) -> str:
    """Return a formula moved by rows and columns: of `$A1*B$2&"C3"` by 1 and 2 `$A2*D$2&"C3"`."""

    def moved(reference: re.Match[str]) -> str:
        if reference[1]:
            return reference[0]
        row, column = _place(f"{reference[3]}{reference[5]}")
        letters = column_letters(column + columns * (not reference[2]))
        return f"{reference[2]}{letters}{reference[4]}{row + rows * (not reference[4]) + 1}"

    return _REFERENCE.sub(moved, formula)


@cache
def _format_codes(code: str) -> tuple[str, ...]:
    """Return the parts of a number format: letters that are shown as they are begin with a backslash."""
    found: list[str] = []
    for shown, escaped, currency, condition, other in re.findall(
        r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|(\[[^\]]*\])|(.)', code, re.DOTALL
    ):
        plain = other if other in set(" $-+/():!^&'~{}<>=") else ""
        found += [f"\\{letter}" for letter in f"{shown}{escaped}{currency}{plain}"]
        found += [(condition or other).casefold()] * bool(condition or (other and not plain))
    return tuple(found)


_MOST_LISTED = 20  # the most wrong cells that are listed for people


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
        tuple(f"{book.path}: {text}" if several else text for book in books for text in _said(book)),
        tuple(table for book in books for table in _book_tables(book, book.path if several else "")),
        lambda: [_payload(book, digits) for book in books],
        lambda: [
            record
            for book in books
            for record in _wagers_table(book.wagers).records(digits, file=book.path, game=book.rules.file.id)
        ],
    )


def _said(checked: CheckedBook) -> Iterator[str]:
    of, strange = f"of {checked.cells:,}", len(checked.strange)
    if strange:
        hold = "holds" if strange == 1 else "hold"
        yield f"{counted(strange, 'cell')} {of} {hold} something else than belongs there."
    if checked.uncalculated:
        yield (
            f"Not calculated: {counted(checked.uncalculated, 'cell')} {of} hold a formula without a "
            "value, as some programs save a workbook; a spreadsheet program has to calculate them."
        )
    elif checked.stale and not strange:
        yield (
            f"{counted(checked.stale, 'cell')} {of} still hold what belonged there before; "
            "a spreadsheet program has to recalculate the workbook."
        )
    elif not strange:
        yield f"All {checked.cells:,} cells hold what belongs there."
    if any(change.entry.of_rules for change in checked.changes):
        for before, after in dict.fromkeys(wager.statements for wager in checked.wagers if wager.statements):
            if before == after:
                yield f"The optimal strategy stays the same: {before}"
            else:
                yield f"The optimal strategy changes: {after} It was: {before}"
        if checked.fixed:
            yield f"These stay those of the pays as written: {'; '.join(checked.fixed)}."


def _book_tables(checked: CheckedBook, file: str) -> Iterator[Table]:
    """Yield what there is to be said in tables, of a `file` if there are several."""
    moved = [
        wager
        for wager in checked.wagers
        if wager.now != wager.written or (wager.statements is not None and len({*wager.statements}) > 1)
    ]
    more = len(checked.strange) - _MOST_LISTED
    rest = f"And {counted(more, 'cell')} more." if more > 0 else ""
    wrong = replace(_wrong_table(checked.strange[:_MOST_LISTED]), note=rest)
    for table in (_changes_table(checked.changes), _wagers_table(moved), wrong):
        if table.rows:
            title = f"{file}: {table.title}" if file else f"{table.title[0].upper()}{table.title[1:]}"
            yield replace(table, title=title)


def _changes_table(changes: Sequence[Change]) -> Table:
    columns: list[Column[Change]] = [
        Column("Sheet", value=lambda change: change.sheet, name="sheet"),
        Column("Cell", value=lambda change: change.cell, name="cell"),
        Column("Input", value=lambda change: change.entry.label),
        Column(None, value=lambda change: list(change.entry.place), name="place"),
        Column("As written", PLAIN, lambda change: change.entry.written, "written"),
        Column("Now", PLAIN, lambda change: change.now, "now"),
    ]
    return Table.of("inputs that were changed", changes, columns)


def _wagers_table(wagers: Sequence[WagerChange]) -> Table:
    columns: list[Column[WagerChange]] = [
        Column("Sheet", value=lambda wager: wager.sheet, name="sheet"),
        Column("As written", PERCENT, lambda wager: wager.written, "written"),
        Column("Now", PERCENT, lambda wager: wager.now, "now"),
        Column("Exact", EXACT, lambda wager: wager.now),
        Column("Change, points", CHANGE, lambda wager: wager.now - wager.written),
        Column("At optimal play", PERCENT, lambda wager: wager.best, "best"),
        Column(None, value=lambda wager: (wager.statements or (None, None))[0], name="strategy_before"),
        Column(None, value=lambda wager: (wager.statements or (None, None))[1], name="strategy_after"),
    ]
    return Table.of("house edges", wagers, columns, load_catalogue()("par.edges"))


def _wrong_table(strange: Sequence[UnexpectedCell]) -> Table:
    columns: list[Column[UnexpectedCell]] = [
        Column("Sheet", value=lambda cell: cell.sheet, name="sheet"),
        Column("Cell", value=lambda cell: cell.cell, name="cell"),
        Column("Holds", value=lambda cell: cell.found, name="holds"),
        Column("Belongs there", value=lambda cell: cell.expected, name="belongs"),
    ]
    return Table.of("cells that are wrong", strange, columns)


def _payload(checked: CheckedBook, digits: int) -> dict[str, Any]:
    return {
        "file": checked.path,
        "game": checked.rules.file.id,
        "changes": _changes_table(checked.changes).objects(digits),
        "wagers": _wagers_table(checked.wagers).objects(digits),
        "cells": checked.cells,
        "not_recalculated": checked.stale,
        "not_calculated": checked.uncalculated,
        "wrong": _wrong_table(checked.strange).objects(digits),
        "as_written": list(checked.fixed),
    }
