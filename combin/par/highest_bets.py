"""A wager with the highest bet on it: its figures as other sheets refer to them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.par.workbook import Sheet

__all__ = ["Number", "PlacedWager"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the workbook: how formulas of any sheet have it, and its exact value."""

    at: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class PlacedWager:
    """The sheet of a wager, with the bet; `parts` are the columns of what is won each by itself."""

    sheet: Sheet
    wager: str
    bet: Number
    parts: tuple[str, ...]

    @property
    def rows(self) -> range:
        """The rows of its outcomes."""
        outcomes = self.sheet.outcomes
        return range(0) if outcomes is None else range(outcomes.top, outcomes.below)

    def number(self, row: int, key: str) -> Number | None:
        """Return a figure of an outcome; None where it has no such figure."""
        outcomes = self.sheet.outcomes
        column = None if outcomes is None else outcomes.columns.get(key)
        cell = None if column is None else self.sheet.cells.get((row, column))
        if column is None or cell is None or not isinstance(cell.value, int | Fraction):
            return None
        return Number(self.sheet.reference(row, column), Fraction(cell.value))

    def given(self, key: str) -> Number | None:
        """Return what a reader has put in on the sheet, such as the price of the wager; None if he cannot."""
        for (row, column), cell in self.sheet.cells.items():
            if cell.entry is not None and not cell.entry.of_rules and cell.entry.place[-1] == key:
                return Number(self.sheet.reference(row, column), Fraction(cell.value))
        return None
