"""Inputs, each on one cell of the workbook: what else needs the value refers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.par.workbook import Cell

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.par.workbook import InputCell, Inputs, Sheet, Style

__all__ = ["Homes"]


class Homes:
    """Puts entries of the rules into cells: an input where an entry comes first, a reference after that."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self._where: dict[tuple[str, ...], str] = {}

    def put(
        self, sheet: Sheet, row: int, column: int, entry: InputCell, *, style: Style = "plain"
    ) -> tuple[str, Fraction]:
        """Set the cell of an entry; return its reference inside the sheet and its value."""
        now = self.inputs.now(entry)
        if entry.place in self._where:
            return sheet.put(row, column, Cell(now, style, self._where[entry.place])), now
        self._where[entry.place] = sheet.reference(row, column)
        return sheet.put(row, column, Cell(now, style, entry=entry)), now
