"""Formulas as claims write them: exact arithmetic with names, powers and sums, and nothing else."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


_LONGEST = 1000
"""Characters of a formula at most."""
_DEEPEST = 40
"""Brackets, sums, signs and powers inside one another at most; Python's stack holds many more."""
_LARGEST = 1000
"""What a power or an end of a sum can be at most."""
_BITS = 13_000
"""Binary digits of a numerator or denominator at most: no more decimal ones than Python writes out."""
_STEPS = 20_000
"""Numbers and signs worked out at most, those inside a sum once for each of its terms."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|\S))",
    re.ASCII,
)
_SAME = {"**": "^", "×": "*", "·": "*", "÷": "/", "−": "-"}
_LANGUAGE = "numbers, names, + - * / ^ %, brackets, sum(k, 1, S, ...)"


class FormulaError(ValueError):
    """A formula that is not of the language, or too large to be worked out."""


class NoValueError(FormulaError):
    """A formula that divides by zero."""


def evaluate(formula: str, variables: Mapping[str, Fraction | int]) -> Fraction:
    """Return the exact value of a formula.

    Numbers, `+ - * / ^`, brackets, percentages ("10%"), the names given, and `sum(k, 1, S, ...)`, which adds
    the last part for k = 1, 2, ..., S. A decimal is what its digits say.

    >>> evaluate("sum(k, 1, S, 9^(k-1) / 10^k) / S", {"S": 2})
    Fraction(19, 200)

    Raises:
        NoValueError: a division by zero.
        FormulaError: anything else, a name without a value, numbers or sums beyond all printed ones.
    """
    shown = repr(formula if len(formula) <= 60 else f"{formula[:57]}...")
    try:
        return _Reader(formula, variables).value()
    except FormulaError as error:
        raise type(error)(f"{shown}: {error}") from None
    except ZeroDivisionError:
        given = ", ".join(f"{name} = {number}" for name, number in variables.items())
        raise NoValueError(f"{shown}: divides by zero{f' for {given}' if given else ''}") from None


class _Reader:
    """Works out a formula as it reads it: sum of products of signed powers of numbers, names and brackets.

    It reads twice: the first time `dry`, without values, so that what is no formula is refused as such.
    """

    def __init__(self, formula: str, variables: Mapping[str, Fraction | int]) -> None:
        if len(formula) > _LONGEST:
            raise FormulaError(f"longer than {_LONGEST:,} characters")
        self.tokens: list[tuple[str, str]] = []
        for match in _TOKEN.finditer(formula.rstrip()):
            text = match[match.lastgroup or 0].strip()
            self.tokens.append((match.lastgroup or "", _SAME.get(text, text)))
        self.variables = variables
        self.names: dict[str, Fraction] = {}
        self.place = self.depth = self.steps = 0
        self.dry = True

    def value(self) -> Fraction:
        self._whole_formula()
        self.names = {name: _bounded(Fraction(number)) for name, number in self.variables.items()}
        self.place, self.dry = 0, False
        return self._whole_formula()

    def _whole_formula(self) -> Fraction:
        found = self._sum()
        if self.place < len(self.tokens):
            raise self._unexpected()
        return found

    def _sum(self) -> Fraction:
        return self._inside(lambda: self._chain(self._product, "+-"), "brackets inside one another")

    def _inside(self, part: Callable[[], Fraction], what: str) -> Fraction:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormulaError(f"more than {_DEEPEST} {what}")
        found = part()
        self.depth -= 1
        return found

    def _product(self) -> Fraction:
        return self._chain(self._signed, "*/")

    def _chain(self, part: Callable[[], Fraction], signs: str) -> Fraction:
        """Return parts with signs between them, worked out from left to right."""
        found = part()
        while sign := self._taken(*signs):
            found = self._combined(found, sign, part())
        return found

    def _signed(self) -> Fraction:
        negative = False
        while sign := self._taken("-", "+"):
            negative ^= sign == "-"
        base = self._single()
        if self._taken("^"):
            base = self._combined(base, "^", self._inside(self._signed, "powers of powers"))
        return -base if negative else base

    def _single(self) -> Fraction:
        kind, text = self._next()
        if kind == "number":
            found = self._step(_number(text))
        elif kind == "name" and text == "sum" and self._taken("("):
            found = self._sum_of_terms()
        elif kind == "name":
            if not self.dry and text not in self.names:
                known = ", ".join(self.names) or "none"
                raise FormulaError(f"{text!r} has no value (names with one: {known})")
            found = self._step(self.names.get(text, Fraction(1)))
        elif text == "(":
            found = self._sum()
            self._demand(")")
        else:
            self.place -= bool(text)
            raise self._unexpected()
        percents = 0
        while self._taken("%"):
            percents += 1
        if percents > _DEEPEST:
            raise FormulaError(f"more than {_DEEPEST} per cent signs behind one number")
        return _bounded(found / 100**percents)

    def _sum_of_terms(self) -> Fraction:
        kind, index = self._next()
        if kind != "name":
            self.place -= bool(kind)
            raise self._unexpected()
        ends = []
        for _ in range(2):
            self._demand(",")
            ends.append(self._sum())
        self._demand(",")
        begin, names, dry, total = self.place, self.names, self.dry, Fraction(0)
        numbers = range(0) if dry else range(_whole(ends[0]), _whole(ends[1]) + 1)
        self.dry = not numbers  # a sum of no terms is only read
        for number in numbers or [0]:
            self.place, self.names = begin, names | {index: Fraction(number)}
            total = self._combined(total, "+", self._sum())
        self.names, self.dry = names, dry
        self._demand(")")
        return total

    def _next(self) -> tuple[str, str]:
        if self.place == len(self.tokens):
            return "", ""
        self.place += 1
        return self.tokens[self.place - 1]

    def _taken(self, *signs: str) -> str:
        """Return the sign that stands here and pass it, if it is one of some."""
        if self.place < len(self.tokens) and self.tokens[self.place][1] in signs:
            return self._next()[1]
        return ""

    def _demand(self, sign: str) -> None:
        if not self._taken(sign):
            raise self._unexpected()

    def _unexpected(self) -> FormulaError:
        before = "".join(text for _, text in self.tokens[: self.place])
        here = self._next()[1]
        where = f"{here!r} after {before[-20:]!r}" if here else "its end is missing"
        return FormulaError(f"is not a formula ({where}; write {_LANGUAGE})")

    def _step(self, number: Fraction) -> Fraction:
        self.steps += not self.dry
        if self.steps > _STEPS:
            raise FormulaError(f"more than {_STEPS:,} steps of arithmetic")
        return number

    def _combined(self, left: Fraction, sign: str, right: Fraction) -> Fraction:
        if self.dry:
            return left
        self._step(left)
        match sign:
            case "+":
                return _bounded(left + right)
            case "-":
                return _bounded(left - right)
            case "*":
                return _bounded(left * right)
            case "/":
                return _bounded(left / right)
        exponent = _whole(right)
        largest = max(abs(left.numerator), left.denominator)
        if (largest.bit_length() - 1) * abs(exponent) > _BITS:  # it is not worked out to be refused
            raise _too_large()
        return _bounded(left**exponent)


def _bounded(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _BITS:
        raise _too_large()
    return number


def _too_large() -> FormulaError:
    return FormulaError(f"a number of more than {_BITS * 3 // 10:,} digits")


def _number(text: str) -> Fraction:
    """Return the number that the digits say, unless its digits written out are more than allowed."""
    digits, _, exponent = text.casefold().partition("e")
    if len(exponent) > 6 or len(digits) + abs(int(exponent or 0)) > _BITS * 3 // 10:
        raise _too_large()
    return _bounded(Fraction(text if text[-1] != "." else text[:-1]))


def _whole(number: Fraction) -> int:
    if number.denominator != 1 or abs(number) > _LARGEST:
        short = str(number) if number.denominator.bit_length() + number.numerator.bit_length() < 100 else "it"
        raise FormulaError(f"{short} is no whole number up to {_LARGEST}")
    return number.numerator
