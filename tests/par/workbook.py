"""A workbook as tests see it: cells and formulas out of its XML, edited there, recalculated by plain rules.

Nothing here knows how the workbook was written: formulas are read from the file and worked out from its input
cells in binary floats, as a spreadsheet program does.
"""

from __future__ import annotations

import math
import re
import statistics
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from xml.etree import ElementTree as ET

Value = float | str | bool | None
Grid = list[Value]

_NS = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<text>\"(?:[^\"]|\"\")*\")"
    r"|(?P<reference>(?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
    r"|(?P<name>[A-Z]+)|(?P<sign><=|>=|<>|[-+*/^&=<>(),]))"
)
_COLUMNS = [first + last for first in ("", *ascii_uppercase) for last in ascii_uppercase]
_SIGNS = {"=": "==", "<>": "!=", "^": "**"}


class Count(float):
    """A number that `&` joins to a text."""

    def __and__(self, text: str) -> str:
        return f"{self:g}{text}"


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

    def __post_init__(self) -> None:
        self._known: dict[tuple[str, str], Value] = {}

    def recalculated(self) -> dict[str, dict[str, Value]]:
        """Return what every formula comes to."""
        return {
            sheet: {place: self.value(sheet, place) for place in places}
            for sheet, places in self.formulas.items()
        }

    def value(self, sheet: str, place: str) -> Value:
        """Return what a cell comes to; a blank one is nothing."""
        if (sheet, place) not in self._known:
            formula = self.formulas[sheet].get(place)
            self._known[sheet, place] = (
                self.values[sheet].get(place, 0.0)
                if formula is None
                else eval(_python(formula), {**FUNCTIONS, "at": partial(self._at, sheet)})  # noqa: S307  of the test's own making
            )
        return self._known[sheet, place]

    def _at(self, own: str, reference: str) -> Value | Grid:
        sheet, _, cells = reference.rpartition("!")
        name = sheet[1:-1].replace("''", "'") if sheet else own
        first, colon, last = cells.replace("$", "").partition(":")
        if not colon:
            return self.value(name, first)
        (left, top), (right, below) = (re.findall("[A-Z]+|[0-9]+", place) for place in (first, last))
        columns = _COLUMNS[_COLUMNS.index(left) : _COLUMNS.index(right) + 1]
        rows = range(int(top), int(below) + 1)
        return [self.value(name, f"{column}{row}") for row in rows for column in columns]


def _python(formula: str) -> str:
    """Return a formula as an expression of Python, in which IF works out one of its branches alone."""
    words, calls, at = list[str](), [""], 0
    while at < len(formula):
        match = _TOKEN.match(formula, at)
        assert match, (formula, at)
        kind, text = str(match.lastgroup), match[str(match.lastgroup)]
        if text == "(":
            calls.append(words[-1] if words else "")
        word = {"text": repr(text[1:-1].replace('""', '"')), "reference": f"at({text!r})"}.get(kind, text)
        words.append(f" {_SIGNS.get(word, word)} " if kind == "sign" else word)
        if text in ("(", ",") and calls[-1] == "IF":
            words.append("lambda: ")
        if text == ")":
            calls.pop()
        at = match.end()
    return "".join(words).strip()


def _numbers(value: Value | Grid) -> list[float]:
    """Return the numbers of a range; texts count as nothing, as in spreadsheets."""
    cells = value if isinstance(value, list) else [value]
    return [0.0 if isinstance(one, str) else float(one or 0) for one in cells]


def _meets(value: Value, criterion: Value) -> bool:
    if isinstance(criterion, str) and criterion.startswith(">"):
        return isinstance(value, float) and value > float(criterion[1:])
    return value == criterion


def _rounded(number: float, places: float, *, up: bool = False) -> float:
    """Return the nearest number of so many places, halves away from zero, or the next one away from it."""
    size = abs(number) * 10**places
    return math.copysign(math.ceil(size) if up else math.floor(size + 0.5), number) / 10**places


def _sumif(cells: Grid, criterion: Value, numbers: Grid) -> float:
    pairs = zip(cells, _numbers(numbers), strict=True)
    return math.fsum(number for value, number in pairs if _meets(value, criterion))


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "SUM": lambda cells: math.fsum(_numbers(cells)),
    "SUMPRODUCT": lambda *columns: math.fsum(map(math.prod, zip(*map(_numbers, columns), strict=True))),
    "SUMIF": _sumif,
    "COUNTIF": lambda cells, criterion: Count(sum(_meets(value, criterion) for value in cells)),
    "MAX": lambda *values: max(number for one in values for number in _numbers(one)),
    "MIN": lambda *values: min(number for one in values for number in _numbers(one)),
    "IF": lambda condition, then, otherwise: then() if condition() else otherwise(),
    "ROUND": _rounded,
    "ROUNDUP": partial(_rounded, up=True),
    "SQRT": math.sqrt,
    "ABS": abs,
    "ISNUMBER": lambda value: isinstance(value, float | int),
    "NORMSINV": statistics.NormalDist().inv_cdf,
    "AND": lambda *conditions: all(conditions),
}


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
