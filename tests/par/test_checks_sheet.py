from __future__ import annotations

from fractions import Fraction

import pytest

from combin.formats.tables import Live
from combin.par.overview_sheets import checks_sheet
from combin.par.workbook import Cell, Look, Sentence
from tests.par.books import book


@pytest.mark.parametrize(
    ("off", "changed", "verdict"),
    [(Fraction(0), 0, "all pass"), (Fraction(1, 10**9), 0, "1 FAIL"), (Fraction(1, 10**9), 1, "all pass")],
)
def test_a_check_fails_where_an_edge_is_not_the_exact_one_though_no_input_is_changed(
    off: Fraction, changed: int, verdict: str
) -> None:
    found = book("fine lines")
    (sheet, edge), *others = found.written.wagers
    wagers = [(sheet, edge + off), *others]
    checks = checks_sheet("Checks", found, wagers, Live("changed", changed))
    assert checks.marks["verdict"].value == verdict
    said = next(one for one in checks.parts if isinstance(one, Sentence))
    assert said.text.endswith(f"checks: {verdict}.")
    heads = {cell.value: place for place, cell in checks.cells.items() if cell.kind is Look.HEADING_RIGHT}
    top, column = heads["House edge is the exact one"]
    assert checks.cells[top + 1, column].value == ("pass" if not off else "changed" if changed else "FAIL")
    assert {checks.cells[top + 1, one].value for one in range(1, column)} == {"pass"}


def test_every_check_of_a_wager_is_a_formula_in_its_row() -> None:
    found = book("crown").written
    (checks,) = (sheet for sheet in found.sheets if sheet.name == "Checks")
    rows: dict[int, list[Cell]] = {}
    for (row, column), cell in checks.cells.items():
        if cell.kind is Look.VERDICT and row > 1 and column < 5:
            rows.setdefault(row, []).append(cell)
    of_wagers = [cells for cells in rows.values() if len(cells) > 1]
    assert [len(cells) for cells in of_wagers] == [4] * len(found.wagers)
    for (sheet, _), cells in zip(found.wagers, of_wagers, strict=True):
        for cell, keys in zip(
            cells, (("counted", "cycle"), ("chances",), ("return", "edge"), ("edge",)), strict=True
        ):
            assert all(sheet.marks[key].formula in cell.formula for key in keys)
