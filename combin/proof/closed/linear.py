"""Linear forms: an exact value as a constant and a sum of coefficients times pays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from combin.proof.closed.counts import Count


_QUOTIENT = "{} / {}"


@dataclass(frozen=True, slots=True)
class Term:
    """One variable of a linear form.

    `coefficient` is what one unit more of the variable adds to the value: the sensitivity. `at` is what the
    variable is now, None where nobody has said it. `count` is the formula behind the coefficient.
    """

    name: str
    symbol: str
    coefficient: Fraction
    at: Fraction | None = None
    count: Count | None = None


@dataclass(frozen=True)
class LinearForm:
    """A quantity that is linear in some variables, with exact coefficients.

    It is written over one denominator, `total` (most often the number of deals) or the least multiple of it
    that makes all coefficients whole.

    >>> pair = Term("pair", "pair", Fraction(-1, 4), Fraction(2))
    >>> edge = LinearForm("house edge", Fraction(3, 4), (pair,), 8)
    >>> edge.text, edge.numbers, edge.value, edge.at(pair=3)
    ('(6 - 2*pair) / 8', '(6 - 2*2) / 8', Fraction(1, 4), Fraction(0, 1))
    """

    quantity: str
    constant: Fraction
    terms: tuple[Term, ...]
    total: int = 1

    def at(self, **values: Fraction | int) -> Fraction:
        """Return the value where the variables given, by their symbols, are something else than now.

        Raises:
            KeyError: no such variable.
            ValueError: a variable has no value.
        """
        unknown = values.keys() - {term.symbol for term in self.terms}
        if unknown:
            raise KeyError(min(unknown))
        value = self.constant
        for term in self.terms:
            now = values.get(term.symbol, term.at)
            if now is None:
                msg = f"what is {term.name}?"
                raise ValueError(msg)
            value += term.coefficient * now
        return value

    @property
    def value(self) -> Fraction | None:
        """The value now; None where a variable has none."""
        return None if any(term.at is None for term in self.terms) else self.at()

    @property
    def denominator(self) -> int:
        """What the form is written over."""
        numbers = (self.constant, *(term.coefficient for term in self.terms))
        return lcm(self.total, *(number.denominator for number in numbers))

    @property
    def text(self) -> str:
        """The form in symbols, as sympy reads it: `(16440 - 48*flush - 3744*pair) / 22100`."""
        return self._over(_QUOTIENT, "*", [term.symbol for term in self.terms])

    @property
    def numbers(self) -> str:
        """The form with the values of now: `(16440 - 48*40 - 3744*1) / 22100`."""
        shown = [term.symbol if term.at is None else _in_product(term.at) for term in self.terms]
        return self._over(_QUOTIENT, "*", shown)

    @property
    def latex(self) -> str:
        """The form in LaTeX, its variables an x with the name as index."""
        names = [rf"x_{{\text{{{latex_text(term.name)}}}}}" for term in self.terms]
        return self._over(r"\frac{{{}}}{{{}}}", r" \, ", names)

    def _over(self, form: str, times: str, names: list[str]) -> str:
        denominator = self.denominator
        parts = [(int(self.constant * denominator), "")]
        parts += [
            (int(term.coefficient * denominator), name) for term, name in zip(self.terms, names, strict=True)
        ]
        parts = [(number, name) for number, name in parts if number] or [(0, "")]
        text = ""
        for number, name in parts:
            factors = [name] if abs(number) == 1 and name else [str(abs(number)), *([name] if name else [])]
            sign = ("-" if number < 0 else "") if not text else (" - " if number < 0 else " + ")
            text += sign + times.join(factors)
        if denominator == 1:
            return text
        return form.format(f"({text})" if len(parts) > 1 and form == _QUOTIENT else text, denominator)


def symbols_of(names: Iterable[str]) -> dict[str, str]:
    """Return for each name a symbol that sympy and Python read, no two alike.

    >>> list(symbols_of(["three of a kind", "A-K-Q", "5-5", "5 5"]).values())
    ['three_of_a_kind', 'A_K_Q', 'x_5_5', 'x_5_5_2']
    """
    found: dict[str, str] = {}
    for name in names:
        symbol = re.sub("[^0-9A-Za-z]+", "_", name).strip("_") or "x"
        symbol = f"x_{symbol}" if symbol[0].isdigit() else symbol
        taken, number = symbol, 1
        while taken in found.values():
            number += 1
            taken = f"{symbol}_{number}"
        found[name] = taken
    return found


def latex_text(text: str) -> str:
    r"""Return text with the characters that LaTeX would obey escaped.

    >>> print(latex_text("10% & more_"))
    10\% \& more\_
    """
    text = "".join(char for char in " ".join(text.split()) if char.isprintable())
    text = text.replace("\\", r"\textbackslash ")
    return re.sub(r"([&%$#_{}])", r"\\\1", text).replace("~", r"\~{}").replace("^", r"\^{}")


def _in_product(value: Fraction) -> str:
    return str(value) if value.denominator == 1 and value >= 0 else f"({value})"
