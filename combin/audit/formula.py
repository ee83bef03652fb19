"""Formulas as claims write them: exact arithmetic with names, powers and sums, and nothing else."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FormulaError", "evaluate"]

_LARGEST_POWER = 1000


class FormulaError(ValueError):
    """A formula that is not of the language, or has no value."""


def evaluate(formula: str, variables: Mapping[str, Fraction | int]) -> Fraction:
    """Return the exact value of a formula.

    Numbers, `+ - * / ^`, brackets, percentages ("10%"), the names given, and `sum(k, 1, S, ...)`, which adds
    the last part for k = 1, 2, ..., S.

    >>> evaluate("sum(k, 1, S, 9^(k-1) / 10^k) / S", {"S": 2})
    Fraction(19, 200)

    Raises:
        FormulaError: anything else, a name without a value, a division by zero.
    """
    written = re.sub(r"(\d+(?:\.\d+)?)%", r"(\1/100)", formula.replace("^", "**"))
    try:
        tree = ast.parse(written, mode="eval")
    except SyntaxError:
        raise FormulaError(f"{formula!r} is not a formula") from None
    try:
        return _value(tree.body, {name: Fraction(number) for name, number in variables.items()}, formula)
    except ZeroDivisionError:
        raise FormulaError(f"{formula!r} divides by zero for {_given(variables)}") from None


def _given(variables: Mapping[str, Fraction | int]) -> str:
    return ", ".join(f"{name} = {number}" for name, number in variables.items())


def _value(node: ast.expr, names: dict[str, Fraction], formula: str) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            # A decimal is read as it is written, not as the float that stands nearest to it.
            return Fraction(str(number))
        case ast.Name(id=name):
            if name not in names:
                known = ", ".join(names) or "none"
                raise FormulaError(f"{formula!r}: {name!r} has no value (names with one: {known})")
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, names, formula)
        case ast.BinOp(left=left, op=operator, right=right):
            return _combined(_value(left, names, formula), operator, _value(right, names, formula), formula)
        case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), first, last, term], keywords=[]):
            ends = (
                _whole(_value(first, names, formula), formula),
                _whole(_value(last, names, formula), formula),
            )
            terms = (_value(term, names | {index: Fraction(k)}, formula) for k in range(ends[0], ends[1] + 1))
            return sum(terms, Fraction(0))
    raise FormulaError(
        f"{formula!r} is not a formula (numbers, names, + - * / ^, brackets, sum(k, 1, S, ...))"
    )


def _combined(left: Fraction, operator: ast.operator, right: Fraction, formula: str) -> Fraction:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.Pow():
            return left ** _whole(right, formula)
    raise FormulaError(f"{formula!r} has a sign that is none of + - * / ^")


def _whole(number: Fraction, formula: str) -> int:
    if number.denominator != 1 or abs(number) > _LARGEST_POWER:
        raise FormulaError(f"{formula!r}: {number} is no whole number up to {_LARGEST_POWER}")
    return number.numerator
