"""A workbook as tests see it: cells and formulas out of its XML, edited there, recalculated by plain rules.

Nothing here knows how the workbook was written: formulas are read from the file and worked out from its input
cells in binary floats, as a spreadsheet program does.
"""

from __future__ import annotations

import math
import re
import statistics
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

Value = float | str | bool | None
Grid = list[Value]

_NS = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<text>\"(?:[^\"]|\"\")*\")"
    r"|(?P<reference>(?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
    r"|(?P<name>[A-Z]+)|(?P<sign><=|>=|<>|[-+*/^&=<>(),]))"
)


@dataclass
class Workbook:
    """The cells of all sheets by name and place (`A1`): their values as written, and their formulas."""

    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    formulas: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Workbook:
        found = cls()
        with zipfile.ZipFile(path) as file:

            def part(name: str) -> ET.Element:
                return ET.fromstring(file.read(name))  # noqa: S314  the test has written it itself

            texts = part("xl/sharedStrings.xml").findall("x:si", _NS)
            shared = ["".join(one.itertext()) for one in texts]
            names = part("xl/workbook.xml").findall("x:sheets/x:sheet", _NS)
            for number, sheet in enumerate(names, start=1):
                root = part(f"xl/worksheets/sheet{number}.xml")
                name = sheet.attrib["name"]
                values = found.values.setdefault(name, {})
                formulas = found.formulas.setdefault(name, {})
                for cell in root.iterfind("x:sheetData/x:row/x:c", _NS):
                    place, kind = cell.attrib["r"], cell.attrib.get("t", "n")
                    value, formula = cell.findtext("x:v", None, _NS), cell.findtext("x:f", None, _NS)
                    if formula is not None:
                        formulas[place] = formula
                    if value is not None:
                        text = kind == "str" or not value
                        values[place] = shared[int(value)] if kind == "s" else value if text else float(value)
        return found

    def recalculated(self) -> dict[str, dict[str, Value]]:
        """Return what every formula comes to."""
        return {
            sheet: {place: self.value(sheet, place) for place in places}
            for sheet, places in self.formulas.items()
        }

    def __post_init__(self) -> None:
        self._known: dict[tuple[str, str], Value] = {}

    def value(self, sheet: str, place: str) -> Value:
        if (sheet, place) not in self._known:
            formula = self.formulas[sheet].get(place)
            self._known[sheet, place] = (
                self.values[sheet].get(place) if formula is None else _Formula(self, sheet, formula).result()
            )
        return self._known[sheet, place]


def _split(place: str) -> tuple[int, int]:
    """Return the column, counted from 1, and the row of a cell."""
    letters = place.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 64
    return column, int(place[len(letters) :])


def _letters(column: int) -> str:
    found = ""
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


class _Formula:
    """Works one formula out by recursive descent."""

    def __init__(self, book: Workbook, sheet: str, text: str) -> None:
        self.book, self.sheet = book, sheet
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            assert match, (sheet, text, at)
            self.tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
            at = match.end()
        self.at = 0

    def result(self) -> Value:
        found = self._comparison()
        assert self.at == len(self.tokens), self.tokens
        assert not isinstance(found, list)
        return found

    def _take(self, *signs: str) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at] in [("sign", sign) for sign in signs]:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def _comparison(self) -> Value | Grid:
        left = self._joined()
        if sign := self._take("<=", ">=", "<>", "=", "<", ">"):
            right = self._joined()
            if sign == "=":
                return left == right
            if sign == "<>":
                return left != right
            a, b = _number(left), _number(right)
            return {"<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[sign]
        return left

    def _joined(self) -> Value | Grid:
        left = self._sum()
        while self._take("&"):
            left = f"{_text(left)}{_text(self._sum())}"
        return left

    def _sum(self) -> Value | Grid:
        left = self._product()
        while sign := self._take("+", "-"):
            right = _number(self._product())
            left = _number(left) + (right if sign == "+" else -right)
        return left

    def _product(self) -> Value | Grid:
        left = self._power()
        while sign := self._take("*", "/"):
            right = _number(self._power())
            part = math.nan if not right else _number(left) / right  # both branches of IF are worked out
            left = _number(left) * right if sign == "*" else part
        return left

    def _power(self) -> Value | Grid:
        if self._take("-"):
            return -_number(self._power())
        left = self._primary()
        while self._take("^"):
            left = _number(left) ** _number(self._primary())
        return left

    def _primary(self) -> Value | Grid:
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return float(text)
        if kind == "text":
            return text[1:-1].replace('""', '"')
        if kind == "reference":
            return self._reference(text)
        if kind == "name":
            assert self._take("(")
            arguments = [self._comparison()]
            while self._take(","):
                arguments.append(self._comparison())
            assert self._take(")")
            return _call(text, arguments)
        assert text == "("
        found = self._comparison()
        assert self._take(")")
        return found

    def _reference(self, text: str) -> Value | Grid:
        sheet, _, cells = text.rpartition("!")
        name = sheet[1:-1].replace("''", "'") if sheet else self.sheet
        first, colon, last = cells.replace("$", "").partition(":")
        if not colon:
            return self.book.value(name, first)
        (left, top), (right, bottom) = map(_split, (first, last))
        return [
            self.book.value(name, f"{_letters(column)}{row}")
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]


def _number(value: Value | Grid) -> float:
    assert not isinstance(value, list | str), value
    return float(value or 0)


def _text(value: Value | Grid) -> str:
    assert not isinstance(value, list)
    return f"{value:g}" if isinstance(value, float) else str(value or "")


def _numbers(value: Value | Grid) -> list[float]:
    """Return the numbers of a range; texts and blanks count as nothing, as in spreadsheets."""
    cells = value if isinstance(value, list) else [value]
    return [float(one) if isinstance(one, int | float) else 0.0 for one in cells]


def _meets(value: Value, criterion: Value | Grid) -> bool:
    if isinstance(criterion, str) and (match := re.fullmatch(r"(<=|>=|<>|<|>)(-?[0-9.]+)", criterion)):
        assert match[1] == ">"
        return isinstance(value, float) and value > float(match[2])
    return value == criterion


def _call(name: str, arguments: list[Value | Grid]) -> Value:
    first = arguments[0]
    match name:
        case "SUM":
            return math.fsum(_numbers(first))
        case "SUMPRODUCT":
            return math.fsum(map(math.prod, zip(*map(_numbers, arguments), strict=True)))
        case "SUMIF":
            assert isinstance(first, list)
            pairs = zip(first, _numbers(arguments[2]), strict=True)
            return math.fsum(number for value, number in pairs if _meets(value, arguments[1]))
        case "COUNTIF":
            assert isinstance(first, list)
            return float(sum(_meets(value, arguments[1]) for value in first))
        case "MAX" | "MIN":
            numbers = [number for one in arguments for number in _numbers(one)]
            return max(numbers) if name == "MAX" else min(numbers)
        case "IF":
            found = arguments[1] if first else arguments[2]
            assert not isinstance(found, list)
            return found
        case "ROUND" | "ROUNDUP":
            number, places = map(_number, arguments)
            return _rounded(number * 10**places, up=name == "ROUNDUP") / 10**places
        case "SQRT" | "ABS":
            return math.sqrt(_number(first)) if name == "SQRT" else abs(_number(first))
        case "NORMSINV":
            return statistics.NormalDist().inv_cdf(_number(first))
        case "AND":
            return float(all(map(_number, arguments)))
    raise AssertionError(name)


def _rounded(number: float, *, up: bool) -> float:
    """Return the nearest integer, halves away from zero, or the next one away from zero."""
    if math.isnan(number):
        return number
    size = math.ceil(abs(number)) if up else math.floor(abs(number) + 0.5)
    return math.copysign(size, number)


def edited(path: Path, sheet: str, changes: dict[str, str], into: Path) -> Path:
    """Write a workbook with other values in some cells; all other formulas and values stay as they are."""
    names = re.findall(r'<sheet name="([^"]+)"', zipfile.ZipFile(path).read("xl/workbook.xml").decode())
    plain = [name.replace("&amp;", "&").replace("&apos;", "'") for name in names]
    target = f"xl/worksheets/sheet{plain.index(sheet) + 1}.xml"

    def change(text: str) -> str:
        for place, value in changes.items():
            cell = f'<c r="{place}"' + r'(?P<style>[^>]*?)(?: t="\w+")?(?:/>|>.*?</c>)'
            text, count = re.subn(cell, lambda match, v=value, p=place: _cell(p, match["style"], v), text)  # type: ignore[misc]
            assert count == 1, place
        return text

    return rewritten(path, into, {target: change})


def _cell(place: str, style: str, value: str) -> str:
    style = re.sub(r' t="\w+"', "", style)
    if re.fullmatch(r"-?[0-9.]+(?:[eE][+-]?\d+)?", value):
        return f'<c r="{place}"{style}><v>{value}</v></c>'
    return f'<c r="{place}"{style} t="str"><v>{value}</v></c>' if value else f'<c r="{place}"{style}/>'


def without_values(path: Path, into: Path) -> Path:
    """Write a workbook whose formulas have no values, so that a spreadsheet program has to work them out."""

    def change(text: str) -> str:
        return re.sub(r"(</f>)<v>[^<]*</v>", r"\1", text)

    with zipfile.ZipFile(path) as file:
        sheets = [name for name in file.namelist() if name.startswith("xl/worksheets/sheet")]
    return rewritten(path, into, dict.fromkeys(sheets, change))


def rewritten(path: Path, into: Path, changes: dict[str, object]) -> Path:
    """Write a workbook with some of its parts changed, each by a function of its text."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            content = old.read(one)
            change = changes.get(one.filename)
            if callable(change):
                content = change(content.decode()).encode()
            new.writestr(one, content)
    return into
