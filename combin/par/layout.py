"""How wide the columns of a sheet are and how high its rows, so that every text fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.par.workbook import Cell, Sheet

__all__ = ["heights", "widths"]

_SPILLS = {"title", "subtitle", "block", "spill", "note", "rule"}
"""Styles whose text may run on over the cells beside it, or that are merged."""

_WRAPPED = {"wrap", "remark", "label", "link", "note", "rule", "heading", "heading right"}
_WIDEST = {"wrap": 44, "remark": 60, "label": 26, "link": 64}
_NARROWEST = 8
_LETTER, _BOLD = 0.8, 1.0
"""How wide a letter of running text is, and one of headings, beside a figure of the usual size."""

_LINE = 13.5
"""The height of a line in points."""


def widths(sheet: Sheet) -> dict[int, float]:
    """Return the width of every column in characters: of its longest figure, of its longest wrapped word."""
    found = dict.fromkeys(range(sheet.columns), float(_NARROWEST))
    for (_, column), cell in sheet.cells.items():
        if cell.span == 1 and cell.style not in _SPILLS:
            found[column] = max(found[column], _width(cell))
    return found


def _width(cell: Cell) -> float:
    text = cell.shown
    longest = max(map(len, text.split()), default=0)
    if cell.style in {"heading", "heading right"}:
        return longest * 1.1 + 3
    if cell.style in _WIDEST:
        return max(longest, min(len(text), _WIDEST[cell.style])) + 2
    return len(text) + 3


def heights(sheet: Sheet, size: dict[int, float]) -> dict[int, float]:
    """Return the height in points of the rows that need another than one line."""
    lines: dict[int, int] = {}
    found: dict[int, float] = {}
    for (row, column), cell in sheet.cells.items():
        if cell.style == "title":
            found[row] = 24.0
        if cell.style in _WRAPPED:
            span = cell.span or sheet.columns - column
            room = sum(size[place] for place in range(column, column + span)) - 1
            letter = _BOLD if cell.style.startswith(("heading", "rule")) else _LETTER
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
