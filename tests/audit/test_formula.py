from __future__ import annotations

from fractions import Fraction

import pytest

from combin.audit.quantities.document import FormulaError, evaluate


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
        ("0.12345678901234567891 * 10^20", Fraction(12345678901234567891)),
        ("1e-400 * 10^400", Fraction(1)),
        ("100000000000000000.5*2", Fraction(200000000000000001)),
        ("1e400 / 10 ^ 399", Fraction(10)),
        ("2^3^2", Fraction(512)),
        ("(R + S)% * 50^-1", Fraction(4, 5000)),
        ("1+" * 499 + "1", Fraction(500)),
        ("2 × 3 − 4 ÷ 2", Fraction(4)),
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
        ("True", "'True' has no value"),
        ("2 ^ 0.5", "is no whole number"),
        ("2 ^ 100000", "is no whole number up to 1000"),
        ("sum(k, 1, 10000, k)", "is no whole number up to 1000"),
        ("R // S", "is not a formula"),
        ("R if S else 1", "is not a formula"),
        ("[R]", "is not a formula"),
        ("0x10", "is not a formula"),
        ("1_000", "is not a formula"),
        ("10 % 3", "is not a formula"),
        ("not R", "is not a formula"),
        ("sum(k, 3, 1, R or S)", "is not a formula"),
        ("1 # 2", "is not a formula"),
        ("٣", "is not a formula"),
        ("((9^1000)^1000)^1000", "a number of more than 3,900 digits"),
        ("1e999999999", "a number of more than 3,900 digits"),
        ("1e-999999", "a number of more than 3,900 digits"),
        ("sum(k,1,1000,sum(j,1,1000,sum(i,1,1000,1)))", "more than 20,000 steps"),
        ("(" * 41 + "1" + ")" * 41, "more than 40 brackets"),
        ("2^" * 200 + "1", "is no whole number up to 1000"),
        ("-" * 999 + "1", "too many signs inside one another"),
        ("1+" * 600 + "1", "longer than 1,000 characters"),
    ],
)
def test_anything_else_is_refused(formula: str, says: str) -> None:
    with pytest.raises(FormulaError) as caught:
        evaluate(formula, {"R": 2, "S": 2})
    assert says in str(caught.value)
