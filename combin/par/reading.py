"""A workbook file as a spreadsheet program has it: cells with formulas and formats, and what is hidden."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from math import isclose
from typing import TYPE_CHECKING

from combin.par.workbook import WorkbookError, column_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element
    from zipfile import ZipFile

Place = tuple[int, int]
"""The row and the column of a cell, counted from 0."""


@dataclass(frozen=True, slots=True)
class FiledCell:
    """One cell of a file: its value, its formula without "=", and the format that its number is shown in."""

    value: str | float | bool = ""
    formula: str = ""
    shown: str = ""


NOTHING = FiledCell()
"""What stands in a cell that a file does not have."""


@dataclass(frozen=True)
class FiledSheet:
    """One sheet of a file: its cells that show something, and its `state`: what of it is out of sight."""

    cells: dict[Place, FiledCell] = field(default_factory=dict)
    state: frozenset[str] = frozenset()

    def value(self, row: int, column: int) -> str | float | bool:
        """Return what a cell holds; an empty text for one that is not there."""
        return self.cells.get((row, column), NOTHING).value

    def rows(self, columns: int) -> list[list[str | float | bool]]:
        """Return what the first columns hold, row by row."""
        rows = range(max((row for row, _ in self.cells), default=-1) + 1)
        return [[self.value(row, column) for column in range(columns)] for row in rows]


@dataclass(frozen=True)
class FiledBook:
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
    """Return what is compared of the file of a workbook.

    Raises:
        WorkbookError: it is no such file.
    """
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
    """Reads the parts of one file, which lead from one to the next."""

    def __init__(self, archive: ZipFile) -> None:
        self.archive, self.parts = archive, archive.namelist()
        _refuse_twice(part.casefold() for part in self.parts)
        if sum(part.file_size for part in archive.infolist()) > _MOST_BYTES:
            raise ValueError("it is too large")
        (self.main,) = (path for kind, path in self._links("").values() if kind == "officeDocument")
        links = self._links(self.main)
        known = dict(links.values())
        self.sheets = {key: path for key, (kind, path) in links.items() if kind == "worksheet"}
        strings = self._part(known["sharedStrings"]) if "sharedStrings" in known else ()
        self.strings = [_text(one) for one in strings]
        styles = self._part(known["styles"])
        own = {
            int(one.attrib["numFmtId"]): one.attrib["formatCode"] for one in _all(styles, "numFmts", "numFmt")
        }
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
        return {
            link.attrib["Id"]: (
                link.attrib["Type"].rpartition("/")[2],
                target[1:]
                if (target := link.attrib["Target"]).startswith("/")
                else f"{folder}/{target}"[not folder :],
            )
            for link in links
        }

    def book(self) -> FiledBook:
        root, sheets = self._part(self.main), {}
        _refuse_twice(one.attrib["name"].casefold() for one in _all(root, "sheets", "sheet"))
        for one in _all(root, "sheets", "sheet"):
            (key,) = (value for name, value in one.attrib.items() if name.endswith("}id"))
            state = one.get("state", "visible")
            hidden = [] if state == "visible" else ["the sheet is hidden"]
            path = self.sheets.get(key)
            hidden += ["it is no sheet of cells"] if path is None else []
            sheets[one.attrib["name"]] = (
                self._sheet(path, hidden) if path else FiledSheet({}, frozenset(hidden))
            )
        names = {
            f"{one.attrib['name']}{one.get('localSheetId', '')}": one.text or ""
            for one in _all(root, "definedNames", "definedName")
            if not one.attrib["name"].startswith("_xl")
        }
        return FiledBook(
            sheets, names, frozenset(one for one in self.parts if not _USUAL_PARTS.fullmatch(one))
        )

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
        cells = {
            (row, column): cell
            for (row, column), cell in self._cells(root, state)
            if (cell.value != "" or cell.formula)
            and not any(  # of merged cells all but the first are out of sight
                top <= row <= below and left <= column <= right and (row, column) != (top, left)
                for (top, left), (below, right) in areas
            )
        }
        return FiledSheet(cells, frozenset(state))

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
    """Return the namespace of an element, which is that of spreadsheets."""
    space = element.tag.partition("}")[0] + "}"
    if space not in _MAIN:
        raise ValueError(f"{element.tag} is nothing of a workbook")
    return space


def _all(root: Element, *path: str) -> Iterator[Element]:
    """Return the elements at a path below one."""
    space = _space(root)
    return root.iterfind("/".join(key if key == "*" else space + key for key in path))


def _is(element: Element, key: str, default: str = "0") -> bool:
    return element.get(key, default) in ("1", "true")


def _text(element: Element) -> str:
    """Return a text, whole or in parts that look different; not how it is pronounced."""
    parts = (*_all(element, "t"), *_all(element, "r", "t"))
    return _unescaped("".join(part.text or "" for part in parts))


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
    """Tell whether two formulas are the same, however programs spell them.

    Numbers in them keep fifteen digits, and in some programs at most twenty behind the point.

    >>> same_formula("SUM('Joint'!$B$2, 1E-12)", "SUM(Joint!$B$2,0.000000000001)")
    True
    """

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
    """Return a formula as it is so many rows and columns on.

    >>> _moved('$A1*B$2&"C3"', 1, 2)
    '$A2*D$2&"C3"'
    """

    def moved(reference: re.Match[str]) -> str:
        if reference[1]:
            return reference[0]
        row, column = _place(f"{reference[3]}{reference[5]}")
        letters = column_letters(column + columns * (not reference[2]))
        return f"{reference[2]}{letters}{reference[4]}{row + rows * (not reference[4]) + 1}"

    return _REFERENCE.sub(moved, formula)


def same_format(code: str, other: str) -> bool:
    r"""Tell whether two number formats are the same, however programs spell them.

    >>> (
    ...     same_format('"$"0.00', "\\$0.00"),
    ...     same_format("[$$-409]0.00", "\\$0.00"),
    ...     same_format('"0.00"', "0.00"),
    ... )
    (True, True, False)
    """
    return code == other or _format_codes(code) == _format_codes(other)


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
