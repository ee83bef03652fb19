"""A workbook as a file: xlsxwriter writes formulas with their exact values, which become floats here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.formats.text import one_line, visible
from combin.formatting import currency, money_in
from combin.par.workbook import MOST_DIGITS, VERDICTS, Cell, InputCell, Look, Sheet, quoted
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

    from combin.formats.documents import Tone
    from combin.formats.tables import Kind
    from combin.par.book import Book, Built
    from combin.par.workbook import CellValue


_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001  no clock: the same game gives the same bytes
_LONGEST = 32_767  # the characters that a cell can hold

_INK, _PAPER, _ACCENT, _GREY = "#1F2A44", "#FFFFFF", "#1F3A5F", "#5F6B7A"
_INPUT_INK, _INPUT_PAPER, _RULE = "#0B3FB3", "#FFF6D6", "#C9D1DC"

_RIGHT = {"align": "right", "indent": 1}
_FIGURE = _RIGHT | {"valign": "top"}
_HEADING = {"bold": True, "font_color": _PAPER, "bg_color": _ACCENT, "text_wrap": True, "valign": "vcenter"}
_LOOKS: dict[Kind, dict[str, Any]] = {
    Look.TITLE: {"bold": True, "font_size": 16, "font_color": _ACCENT},
    Look.SUBTITLE: {"font_color": _GREY},
    Look.NOTE: {"italic": True, "font_color": _GREY, "text_wrap": True, "valign": "top"},
    Look.BLOCK: {"bold": True, "font_size": 12, "font_color": _ACCENT},
    Look.RULE: {"bold": True, "font_size": 12, "text_wrap": True, "valign": "top"},
    Look.HEADING: _HEADING | {"align": "left"},
    Look.HEADING_RIGHT: _HEADING | _RIGHT,
    Look.HEADING_COUNT: _HEADING | _RIGHT,
    Look.LINE: {"valign": "top"},
    Look.WRAP: {"text_wrap": True, "valign": "top"},
    Look.REMARK: {"text_wrap": True, "align": "left", "indent": 1, "valign": "top"},
    Look.LABEL: {"text_wrap": True, "valign": "top"},
    Look.SPILL: {"valign": "top", "font_color": _GREY},
    Look.EXACT: _FIGURE | {"font_color": _GREY},
    Look.LINK: {"font_color": _ACCENT, "underline": 1, "text_wrap": True, "valign": "top"},
    Look.VERDICT: _FIGURE | {"bold": True},
}
"""How words look; figures all look alike."""

_PORTRAIT, _LANDSCAPE = 125, 180
"""The widths in characters up to which a sheet is printed upright and across in type of 8 points, on A4.

What is wider takes several pages side by side, each with the first column.
"""

_MOST_FROZEN = 6  # the rows that stay in view at most: more would leave too little of a screen

_CHANGED_PAPER = "#FFD9B3"
_TONES: dict[Tone, str] = {"good": "#1B7F3B", "open": "#B25E00", "bad": "#C0152F"}


def book_file(book: Book, built: Built) -> bytes:
    """Return the content of the file of a workbook; a RulesError if a text is too long for a cell."""
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

    class Page(Worksheet):  # type: ignore[misc]  # a class without types
        """A sheet whose formulas name no function newer than 2007: to look for them takes half the time."""

        def _prepare_formula(self, formula: str, *_: object) -> str:
            return formula.removeprefix("=")

    for cell in (cell for sheet in built.sheets for cell in sheet.cells.values()):
        if isinstance(cell.value, str) and len(cell.value) > _LONGEST:
            problem = f"{cell.value[:30]}...: a text of more than {_LONGEST:,} characters fits no cell"
            raise RulesError((), problem)
    title, content = one_line(f"PAR sheet: {book.rules.file.title}"), BytesIO()
    with money_in(book.rules.file.imprint.sign), Workbook(content, {"in_memory": True}) as made:
        made.set_properties({"title": title, "subject": "PAR sheet", "author": "combin", "created": _CREATED})
        writer = _Writer(made, book.footer, Page)
        for sheet in built.sheets:
            writer.write(sheet)
        for sheet in built.sheets:
            writer.name_ranges(sheet)
    return content.getvalue()


def number_format(kind: Kind) -> str:
    """Return how a spreadsheet shows figures of a kind, money in the currency in force."""
    # A letter of the sign may mean something there, so that each is escaped.
    sign = replace(currency(), sign=re.sub(".", r"\\\g<0>", currency().sign))
    return re.sub("¤([#,0.]+)", lambda figure: sign.of(figure[1]).replace("\u00a0", " "), kind.number_format)


@dataclass
class _Writer:
    """Writes sheets into one workbook; formats are made once."""

    book: Workbook
    footer: str
    page: type[Worksheet]
    formats: dict[object, Format] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def write(self, sheet: Sheet) -> None:
        page = self.book.add_worksheet(sheet.name, self.page)
        size = widths(sheet)
        for column, width in size.items():
            page.set_column(column, column, width, self._format(Cell("")))
        for row, height in heights(sheet, size).items():
            page.set_row(row, height)
        for (row, column), cell in sheet.cells.items():
            self._cell(page, row, column, cell, _span(cell, column, size))
        page.hide_gridlines(2)
        rows, columns = sheet.frozen
        if any(sheet.frozen):
            page.freeze_panes(rows if rows <= _MOST_FROZEN else 0, columns)
        page.protect("", {"format_columns": True, "format_rows": True})  # no password: inputs alone are open
        self._colours(page, sheet)
        _print(page, sheet, sum(size.values()), self.footer)

    def _format(self, cell: Cell) -> Format:
        key = (cell.kind, cell.entry is not None, cell.total)
        if key not in self.formats:
            looks = {"font_name": "Calibri", "font_size": 10, "font_color": _INK}
            looks |= _LOOKS.get(cell.kind, _FIGURE) | {"num_format": number_format(cell.kind)}
            if cell.entry is not None:
                looks |= {"font_color": _INPUT_INK, "bg_color": _INPUT_PAPER, "locked": False}
                looks |= {"border": 1, "border_color": _RULE}
            if cell.total:
                looks |= {"bold": True, "top": 1, "top_color": _ACCENT}
            self.formats[key] = self.book.add_format(looks)
        return self.formats[key]

    def _cell(self, page: Worksheet, row: int, column: int, cell: Cell, span: int) -> None:
        looks = self._format(cell)
        if span > 1:
            page.merge_range(row, column, row, column + span - 1, "", looks)
        if cell.link:
            page.write_url(row, column, f"internal:{quoted(cell.link)}!A1", looks, visible(str(cell.value)))
            page.write_string(row, column, str(cell.value), looks)  # in a cell all characters have escapes
        elif cell.formula:
            value = cell.value if isinstance(cell.value, str) else _number(cell.value)
            page.write_formula(row, column, f"={cell.formula}", looks, value)
        elif cell.value == "":
            page.write_blank(row, column, None, looks)
        elif isinstance(cell.value, str):
            page.write_string(row, column, cell.value, looks)
        else:
            page.write_number(row, column, _number(cell.value), looks)
        if cell.entry is not None:
            self._input(page, row, column, cell.entry)

    def _input(self, page: Worksheet, row: int, column: int, entry: InputCell) -> None:
        """Tell what may stand in an input, and show it when it is changed."""
        least, most = entry.limits
        message = f"{entry.rule[0].upper()}{entry.rule[1:]}."
        rule = {"validate": "decimal", "criteria": "between", "minimum": least, "maximum": most}
        rule |= {"error_title": "combin", "error_message": message}
        page.data_validation(row, column, row, column, rule)
        here, written = Sheet.at(row, column), float(entry.written)
        test = f"=ABS({here}-{written!r})>1E-12*MAX(1,ABS({written!r}))"
        looks = self._look("changed input", {"bg_color": _CHANGED_PAPER, "bold": True})
        changed = {"type": "formula", "criteria": test, "format": looks}
        page.conditional_format(row, column, row, column, changed)

    def _colours(self, page: Worksheet, sheet: Sheet) -> None:
        cells = sheet.cells.items()
        places = sorted((column, row) for (row, column), cell in cells if cell.kind is Look.VERDICT)
        runs: list[list[int]] = []
        for column, row in places:
            if runs and runs[-1][::2] == [column, row - 1]:
                runs[-1][2] = row
            else:
                runs.append([column, row, row])
        for column, first, last in runs:
            for words, tone in VERDICTS.items():
                looks = self._look(tone, {"font_color": _TONES[tone], "bold": True})
                rule = {"type": "text", "criteria": "containing", "value": words, "format": looks}
                page.conditional_format(first, column, last, column, rule)

    def _look(self, key: str, looks: dict[str, Any]) -> Format:
        if key not in self.formats:
            self.formats[key] = self.book.add_format(looks)
        return self.formats[key]

    def name_ranges(self, sheet: Sheet) -> None:
        """Give the figures of a sheet names, such as Pair_Plus_F_edge."""
        whole = re.sub(r"\W+", "_", sheet.name).strip("_")
        whole = whole if whole[:1].isalpha() else f"Sheet_{whole}"
        for key, reference in sheet.names.items():
            name = f"{whole}_{key}"
            while name.casefold() in self.names:
                name = f"{name}_"
            self.names.add(name.casefold())
            self.book.define_name(name, f"={quoted(sheet.name)}!{reference}")


def _print(page: Worksheet, sheet: Sheet, width: float, footer: str) -> None:
    if width > _PORTRAIT:
        page.set_landscape()
    page.set_paper(9)
    pages = ceil(width / _LANDSCAPE)
    page.fit_to_pages(pages, 0)
    if pages > 1:
        page.repeat_columns(0)
    page.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_area(0, 0, sheet.rows - 1, sheet.columns - 1)
    if sheet.heading is not None:
        page.repeat_rows(sheet.heading)
    page.set_footer(f"&L&8&A&C&8{one_line(footer).replace('&', '&&')}&R&8&P / &N")


def _span(cell: Cell, column: int, size: Mapping[int, float]) -> int:
    """Return how many columns a cell takes: a text of the whole width those of the first printed page."""
    if cell.span:
        return cell.span
    width = sum(size.values())
    last = sum(reached <= width / ceil(width / _LANDSCAPE) + _CLOSE for reached in accumulate(size.values()))
    return max(last - column, 1)


_CLOSE = 1e-9  # how near two sums of widths come that are the same


def _number(value: CellValue) -> float:
    """Return an exact value as a spreadsheet keeps it: the nearest float; integers that fit stay whole."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    return value if isinstance(value, int) and abs(value) < MOST_DIGITS else float(value)


_SPILLS = {Look.TITLE, Look.SUBTITLE, Look.BLOCK, Look.SPILL, Look.NOTE, Look.RULE}
"""Kinds whose text may run on over the cells beside it, or that are merged."""

_HEADINGS = {Look.HEADING, Look.HEADING_RIGHT}
_WIDEST: dict[Kind, int] = {Look.WRAP: 44, Look.REMARK: 60, Look.LABEL: 26, Look.LINK: 64}
_WRAPPED = {*_WIDEST, *_HEADINGS, Look.NOTE, Look.RULE}
_NARROWEST = 8
_LETTER, _BOLD = 0.8, 1.0
"""How wide a letter of running text is, and one of headings, beside a figure of the usual size."""

_LINE = 13.5  # the height of a line in points


def widths(sheet: Sheet) -> dict[int, float]:
    """Return the width of every column in characters: of its longest figure, of its longest wrapped word."""
    found = dict.fromkeys(range(sheet.columns), float(_NARROWEST))
    for (_, column), cell in sheet.cells.items():
        if cell.span == 1 and cell.kind not in _SPILLS:
            found[column] = max(found[column], _width(cell))
    return found


def _width(cell: Cell) -> float:
    text = cell.shown
    longest = max(map(len, text.split()), default=0)
    if cell.kind in _HEADINGS:
        return longest * 1.1 + 3
    if cell.kind in _WIDEST:
        return max(longest, min(len(text), _WIDEST[cell.kind])) + 2
    return len(text) + 3


def heights(sheet: Sheet, size: dict[int, float]) -> dict[int, float]:
    """Return the height in points of the rows that need another than one line."""
    lines: dict[int, int] = {}
    found: dict[int, float] = {}
    for (row, column), cell in sheet.cells.items():
        if cell.kind is Look.TITLE:
            found[row] = 24.0
        if cell.kind in _WRAPPED:
            places = range(column, column + _span(cell, column, size))
            room = sum(size[place] for place in places) - 1
            letter = _BOLD if cell.kind in (*_HEADINGS, Look.RULE) else _LETTER
            lines[row] = max(lines.get(row, 1), _lines(cell.shown, room, letter))
    return found | {row: _LINE * number + 3 for row, number in lines.items() if number > 1}


def _lines(text: str, room: float, letter: float) -> int:
    """Return how many lines a text takes in letters of some width, its words kept whole."""
    number, used = 1, 0.0
    for word in text.split():
        length = len(word) * letter
        if used and used + length > room:
            number, used = number + 1, 0.0
        used += length + letter
    return number
