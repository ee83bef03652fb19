from __future__ import annotations

from fractions import Fraction

import pytest

from combin.par.checks_sheet import checks_sheet
from combin.par.grid import Mark, Said
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
    checks = checks_sheet("Checks", found.subject, found.hashes, wagers, Mark("changed", changed))
    assert checks.marks["verdict"].value == verdict
    said = next(one for one in checks.parts if isinstance(one, Said))
    assert said.text.endswith(f"checks: {verdict}.")
    edges = [row for (row, _), cell in checks.cells.items() if cell.value == "house edge is the exact one"]
    assert checks.cells[edges[0], 4].value == ("pass" if not off else "changed" if changed else "FAIL")
