"""Formulas of documents: `formulas.txt` has what each comes to, or why it is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.quantities.document import FormulaError, evaluate
from tests.helpers.texts import table_rows

FORMULAS = [
    *table_rows(Path(__file__).with_name("formulas.txt")),
    ("1+" * 499 + "1", "500"),
    ("(" * 41 + "1" + ")" * 41, "! more than 40 brackets"),
    ("2^" * 200 + "1", "! is not a whole number up to 1000"),
    ("-" * 999 + "1", "! too many signs inside one another"),
    ("1+" * 600 + "1", "! longer than 1,000 characters"),
]


@pytest.mark.parametrize(("formula", "result"), FORMULAS)
def test_a_formula_is_worked_out_exactly_or_refused(formula: str, result: str) -> None:
    values = {"R": 2, "S": 2}
    if not result.startswith("! "):
        assert evaluate(formula, values) == Fraction(result)
        return
    with pytest.raises(FormulaError) as caught:
        evaluate(formula, values)
    assert result.removeprefix("! ") in str(caught.value)
