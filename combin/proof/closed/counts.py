"""Counts as formulas in n ranks and s suits: sums of products in which each factor says what is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp

if TYPE_CHECKING:
    from collections.abc import Mapping


Expression = Any
"""An expression of sympy, which ships no types."""

RANKS: Expression = sp.Symbol("n")
"""How many ranks the deck has."""
SUITS: Expression = sp.Symbol("s")
"""How many suits it has."""
THREES: Expression = sp.Symbol("r3")
"""How many sets of three ranks are in sequence: n - 1 with an ace that counts high and low, else n - 2."""
FIVES: Expression = sp.Symbol("r5")
"""How many sets of five ranks are in sequence: n - 3 with an ace that counts high and low, else n - 4."""
SIXES: Expression = sp.Symbol("r6")
"""How many sets of six ranks hold five in sequence."""
SEVENS: Expression = sp.Symbol("r7")
"""How many sets of seven ranks hold five in sequence."""
ACE: Expression = sp.Symbol("a")
"""1 if the highest five ranks in sequence end in an ace, so that there are royal flushes, else 0."""


def choose(of: Expression | int, number: int) -> Expression:
    """Return the binomial coefficient, left as it is written also where `of` is a number.

    >>> choose(RANKS - 1, 2), choose(10, 3), choose(SUITS, 1), choose(SUITS, 0)
    (binomial(n - 1, 2), binomial(10, 3), s, 1)
    """
    if number == 0:
        return sp.Integer(1)
    if number == 1:
        return sp.sympify(of)
    return sp.binomial(sp.sympify(of), number, evaluate=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """One factor of a count: in how many ways something is chosen, and what."""

    ways: Expression
    what: str


@dataclass(frozen=True, slots=True)
class Product:
    """Choices made one after the other; a negative `sign` takes the product away from the sum."""

    choices: tuple[Choice, ...]
    sign: int = 1

    @property
    def expression(self) -> Expression:
        """The product of all ways, with its sign."""
        return self.sign * sp.prod([one.ways for one in self.choices])


@dataclass(frozen=True, slots=True)
class Count:
    """How many hands there are of one kind: a sum of products.

    >>> pairs = Count((product((RANKS, "the rank of the pair"), (choose(SUITS, 2), "its suits")),))
    >>> pairs.text, pairs.value({RANKS: 13, SUITS: 4})
    ('n * C(s, 2)', 78)
    """

    cases: tuple[Product, ...] = ()

    @property
    def expression(self) -> Expression:
        """The whole formula."""
        return sum((case.expression for case in self.cases), sp.Integer(0))

    @property
    def text(self) -> str:
        """The formula as it stands, such as `n * C(s, 2) * (n - 1) * s`; sympy reads it."""
        return _joined(self.cases, written, " * ")

    @property
    def latex(self) -> str:
        """The formula as it stands, in LaTeX."""
        return _joined(self.cases, latex, r" \, ")

    @property
    def words(self) -> str:
        """What each factor chooses: "the rank of the pair, its suits, the third rank, its suit"."""
        return "; less ".join(
            "; or ".join(
                ", ".join(one.what for one in case.choices) for case in self.cases if case.sign == sign
            )
            for sign in (1, -1)
            if any(case.sign == sign for case in self.cases)
        )

    def value(self, numbers: Mapping[Expression, int]) -> int:
        """Return the count for a deck.

        Raises:
            TypeError: a symbol of the formula has no number.
        """
        return int(self.expression.subs(numbers).doit())


def product(*choices: tuple[Expression | int, str], sign: int = 1) -> Product:
    """Return a product of ways, each with what is chosen."""
    return Product(tuple(Choice(sp.sympify(ways), what) for ways, what in choices), sign)


def add(*counts: Count) -> Count:
    """Return the sum of counts, product by product."""
    return Count(tuple(case for count in counts for case in count.cases))


def subtract(count: Count, *others: Count) -> Count:
    """Return a count less others."""
    taken = (Product(case.choices, -case.sign) for other in others for case in other.cases)
    return Count((*count.cases, *taken))


def polynomial(expression: Expression) -> Expression:
    """Return a formula multiplied out, with every binomial coefficient as a polynomial.

    Two formulas are equal for all n and s if and only if their polynomials are the same.

    >>> polynomial(choose(RANKS, 2))
    n**2/2 - n/2
    """
    return sp.expand(expression.expand(func=True).doit())


def all_hands(cards: int) -> Expression:
    """Return the number of hands of so many cards, C(n s, cards)."""
    return choose(RANKS * SUITS, cards)


def written(expression: Expression) -> str:
    """Return an expression as sympy reads it, with C for a binomial coefficient and ^ for a power.

    >>> written(choose(RANKS, 3) - THREES), written(SUITS**3 - SUITS)
    ('C(n, 3) - r3', 's^3 - s')
    """
    return _terms(expression, lambda term: sp.sstr(term).replace("binomial", "C").replace("**", "^"))


def latex(expression: Expression) -> str:
    """Return an expression in LaTeX, its terms in the order of `written`."""
    return _terms(expression, sp.latex)


def _terms(expression: Expression, printer: Any) -> str:  # noqa: ANN401  a function of sympy or a lambda
    """Join the terms of a sum with positive ones first, where sympy would begin with a minus sign."""
    terms = expression.as_ordered_terms() if expression.is_Add else [expression]
    terms = sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))
    text = printer(terms[0])
    for term in terms[1:]:
        minus = term.could_extract_minus_sign()
        text += f" - {printer(-term)}" if minus else f" + {printer(term)}"
    return str(text)


def _joined(cases: tuple[Product, ...], printer: Any, times: str) -> str:  # noqa: ANN401  written or latex
    left, right = (r"\left(", r"\right)") if printer is latex else ("(", ")")

    def factors(case: Product) -> str:
        ways = [one.ways for one in case.choices if one.ways != 1] or [sp.Integer(1)]
        parts = [printer(one) for one in ways]
        if len(ways) > 1 or case.sign < 0:
            parts = [
                f"{left}{part}{right}" if one.is_Add else part for part, one in zip(parts, ways, strict=True)
            ]
        return times.join(parts)

    text = ""
    for case in cases:
        sign = "-" if case.sign < 0 else "+"
        text += (
            f" {sign} {factors(case)}" if text else factors(case) if case.sign > 0 else f"-{factors(case)}"
        )
    return text or "0"
