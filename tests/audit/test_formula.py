from __future__ import annotations

from fractions import Fraction

import pytest

from combin.audit.formula import FormulaError, evaluate


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("10 / (10*R + S)", Fraction(10, 22)),
        ("10% * 100", Fraction(10)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("-S^2", Fraction(-4)),
        ("2 ^ (0 - 1)", Fraction(1, 2)),
        ("sum(k, 1, S, 9^(k-1) / 10^k)", Fraction(19, 100)),
        ("1 - 0.9^S", Fraction(19, 100)),
        ("sum(k, 3, 1, k)", Fraction(0)),
    ],
)
def test_a_formula_is_worked_out_exactly(formula: str, value: Fraction) -> None:
    assert evaluate(formula, {"R": 2, "S": 2}) == value


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("10 /", "is not a formula"),
        ("R + T", "'T' has no value"),
        ("1 / (S - 2)", "divides by zero for R = 2, S = 2"),
        ("__import__('os')", "is not a formula"),
        ("R.real", "is not a formula"),
        ("'a'", "is not a formula"),
        ("True", "is not a formula"),
        ("2 ^ 0.5", "is no whole number"),
        ("2 ^ 100000", "is no whole number up to 1000"),
        ("sum(k, 1, 10000, k)", "is no whole number up to 1000"),
        ("R // S", "has a sign that is none of"),
        ("R if S else 1", "is not a formula"),
        ("[R]", "is not a formula"),
    ],
)
def test_anything_else_is_refused(formula: str, says: str) -> None:
    with pytest.raises(FormulaError) as caught:
        evaluate(formula, {"R": 2, "S": 2})
    assert says in str(caught.value)
