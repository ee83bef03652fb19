"""Formulas as claims write them: exact arithmetic with names, powers and sums, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Term = Callable[["_Run"], Fraction]


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
        term = _Reader(formula).whole()
        names = {name: _bounded(Fraction(number)) for name, number in variables.items()}
        return term(_Run(names))
    except FormulaError as error:
        raise type(error)(f"{shown}: {error}") from None
    except ZeroDivisionError:
        given = ", ".join(f"{name} = {number}" for name, number in variables.items())
        raise NoValueError(f"{shown}: divides by zero{f' for {given}' if given else ''}") from None


@dataclass(slots=True)
class _Run:
    """One evaluation: the values of names, and how many steps it has taken."""

    names: dict[str, Fraction]
    steps: list[int] = field(default_factory=lambda: [0])

    def step(self) -> None:
        self.steps[0] += 1
        if self.steps[0] > _STEPS:
            raise FormulaError(f"more than {_STEPS:,} steps of arithmetic")

    def beside(self, name: str, number: int) -> _Run:
        """Return the same evaluation where a name has a value."""
        return _Run(self.names | {name: Fraction(number)}, self.steps)


class _Reader:
    """Reads a formula by the grammar: sum of products of signed powers of numbers, names and brackets."""

    def __init__(self, formula: str) -> None:
        if len(formula) > _LONGEST:
            raise FormulaError(f"longer than {_LONGEST:,} characters")
        self.tokens: list[tuple[str, str]] = []
        for match in _TOKEN.finditer(formula.rstrip()):
            text = match[match.lastgroup or 0].strip()
            self.tokens.append((match.lastgroup or "", _SAME.get(text, text)))
        self.place = 0
        self.depth = 0

    def whole(self) -> Term:
        term = self._sum()
        if self.place < len(self.tokens):
            raise self._unexpected()
        return term

    def _sum(self) -> Term:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormulaError(f"more than {_DEEPEST} brackets inside one another")
        found = self._chain(self._product, "+-")
        self.depth -= 1
        return found

    def _product(self) -> Term:
        return self._chain(self._signed, "*/")

    def _chain(self, part: Callable[[], Term], signs: str) -> Term:
        """Return parts with signs between them, worked out from left to right."""
        first = part()
        rest: list[tuple[str, Term]] = []
        while sign := self._taken(*signs):
            rest.append((sign, part()))

        def term(run: _Run) -> Fraction:
            value = first(run)
            for sign, other in rest:
                value = _combined(value, sign, other(run), run)
            return value

        return term if rest else first

    def _signed(self) -> Term:
        negative = False
        while sign := self._taken("-", "+"):
            negative ^= sign == "-"
        power = self._power()
        return (lambda run: -power(run)) if negative else power

    def _power(self) -> Term:
        base = self._single()
        if not self._taken("^"):
            return base
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormulaError(f"more than {_DEEPEST} powers of powers")
        exponent = self._signed()
        self.depth -= 1
        return lambda run: _combined(base(run), "^", exponent(run), run)

    def _single(self) -> Term:
        kind, text = self._next()
        if kind == "number":
            number = _number(text)
            found: Term = lambda run: _step(run, number)  # noqa: E731
        elif kind == "name" and text == "sum" and self._taken("("):
            found = self._sum_of_terms()
        elif kind == "name":
            found = lambda run: _named(run, text)  # noqa: E731
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
        return _part_of(found, 100**percents) if percents else found

    def _sum_of_terms(self) -> Term:
        kind, index = self._next()
        if kind != "name":
            self.place -= bool(kind)
            raise self._unexpected()
        parts = []
        for _ in range(3):
            self._demand(",")
            parts.append(self._sum())
        self._demand(")")
        first, last, term = parts

        def total(run: _Run) -> Fraction:
            start, end = _whole(first(run)), _whole(last(run))
            value = Fraction(0)
            for number in range(start, end + 1):
                value = _combined(value, "+", term(run.beside(index, number)), run)
            return value

        return total

    def _next(self) -> tuple[str, str]:
        if self.place == len(self.tokens):
            return "", ""
        self.place += 1
        return self.tokens[self.place - 1]

    def _taken(self, *signs: str) -> str:
        """Return the sign that stands here and pass it, if it is one of some."""
        if self.place < len(self.tokens) and self.tokens[self.place][1] in signs:
            self.place += 1
            return self.tokens[self.place - 1][1]
        return ""

    def _demand(self, sign: str) -> None:
        if not self._taken(sign):
            raise self._unexpected()

    def _unexpected(self) -> FormulaError:
        before = "".join(text for _, text in self.tokens[: self.place])
        here = self._next()[1]
        where = f"{here!r} after {before[-20:]!r}" if here else "its end is missing"
        return FormulaError(f"is not a formula ({where}; write {_LANGUAGE})")


def _combined(left: Fraction, sign: str, right: Fraction, run: _Run) -> Fraction:
    run.step()
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


def _named(run: _Run, name: str) -> Fraction:
    if name not in run.names:
        known = ", ".join(run.names) or "none"
        raise FormulaError(f"{name!r} has no value (names with one: {known})")
    return _step(run, run.names[name])


def _step(run: _Run, number: Fraction) -> Fraction:
    run.step()
    return number


def _part_of(term: Term, whole: int) -> Term:
    return lambda run: _bounded(term(run) / whole)
