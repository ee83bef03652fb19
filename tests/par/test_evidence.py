from __future__ import annotations

from combin.par.overview_sheets import write_twins
from combin.par.workbook import Sheet
from tests.par.books import book


def rows(sheet: Sheet, first: str) -> list[list[object]]:
    """Return the values of the rows of a table, which has this heading in front."""
    (top,) = (row for (row, column), cell in sheet.cells.items() if not column and cell.value == first)
    found: list[list[object]] = []
    row = top + 2
    while (row, 4) in sheet.cells:
        found.append([sheet.cells[row, column].value for column in range(7) if (row, column) in sheet.cells])
        row += 1
    return found


def test_published_figures_stand_beside_their_exact_values() -> None:
    sheet = Sheet("Checks")
    below = write_twins(sheet, 0, book("uk-including-blind").rules)
    found = rows(sheet, "Published figures")
    assert [row[1:4] for row in found] == [
        ["2.0%", "2.0147%", "by one reading"],
        ["2.7%", "2.6968% = 149/5525", "by one reading"],
        ["3.6%", "3.6206% = 405/11186", "by one reading"],
    ]
    sources = [str(row[4]).startswith("Three Card Poker including Blind, House Edge. ") for row in found]
    assert sources == [True, False, False]
    assert below > 4
    nothing = Sheet("Checks")
    assert write_twins(nothing, 7, book("fine lines").rules) == 7
    assert nothing.cells == {}
