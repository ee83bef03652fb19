"""Counts as formulas in n ranks and s suits, what these are of a deck; and values as linear forms in pays."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import factorial, lcm, prod
from typing import TYPE_CHECKING, Any

import sympy as sp
from msgspec import Struct
from sympy.utilities.iterables import partitions

from combin.cards.cards import ColourLine, Deck
from combin.cards.ranking import AceLow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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


def sets_with_a_sequence(ranks: int) -> Expression:
    """Return how many sets of so many ranks hold five in sequence: r5, r6 or r7 as formulas in n and r5.

    By the lowest sequence in the set: for the lowest of all, any other ranks are added; for each of the
    r5 - 1 others, any but the rank just below it. For five to seven ranks, and a deck with at least five;
    one with fewer has none.

    >>> sets_with_a_sequence(5), sets_with_a_sequence(6).subs({RANKS: 13, FIVES: 10})
    (r5, 71)
    """
    more = ranks - 5
    return FIVES if not more else choose(RANKS - 5, more) + (FIVES - 1) * choose(RANKS - 6, more)


def ace_counts_low(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> bool:
    """Tell whether the ace is in sequence with the two lowest ranks as well as with the two highest."""
    return deck.ranks[-1].symbol == "A" and len(deck.ranks) > 3 and ace_low is not AceLow.NONE


def deck_numbers(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, int]:
    """Return what the symbols of the formulas stand for.

    Args:
        deck: any deck.
        ace_low: whether A-2-3 is a sequence of three; 5-4-3-2-A is always one of five.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> {str(symbol): number for symbol, number in deck_numbers(STANDARD_DECK).items()}
    {'n': 13, 's': 4, 'r3': 12, 'r5': 10, 'r6': 71, 'r7': 217, 'a': 1}
    """
    ranks, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
    # Of five ranks, the ace with the four others is the highest sequence itself.
    fives = max(ranks - 4, 0) + (ace and ranks > 5)
    known = {RANKS: ranks, FIVES: fives}
    return {
        RANKS: ranks,
        SUITS: len(deck.suits),
        THREES: max(ranks - 2, 0) + ace_counts_low(deck, ace_low),
        FIVES: fives,
        SIXES: int(sets_with_a_sequence(6).subs(known).doit()) if fives else 0,
        SEVENS: int(sets_with_a_sequence(7).subs(known).doit()) if fives else 0,
        ACE: int(ace and ranks > 4),
    }


def sequence_formulas(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, Expression]:
    """Return r3, r5, r6 and r7 as formulas in n and r5; they hold where the deck has ranks enough for any."""
    wheel = deck.ranks[-1].symbol == "A" and len(deck.ranks) > 5
    return {
        THREES: RANKS - 2 + int(ace_counts_low(deck, ace_low)),
        FIVES: RANKS - 4 + int(wheel),
        SIXES: sets_with_a_sequence(6),
        SEVENS: sets_with_a_sequence(7),
    }


class Product(Struct, frozen=True):
    """Choices made one after the other; a negative `sign` takes the product away from the sum.

    A choice is in how many ways something is chosen, and what.
    """

    choices: tuple[tuple[Expression, str], ...]
    sign: int = 1

    @property
    def expression(self) -> Expression:
        """The product of all ways, with its sign."""
        return self.sign * sp.prod([ways for ways, _ in self.choices])


class Count(Struct, frozen=True):
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
        signs = {
            sign: [", ".join(what for _, what in case.choices) for case in self.cases if case.sign == sign]
            for sign in (1, -1)
        }
        return "; less ".join("; or ".join(words) for words in signs.values() if words)

    def value(self, numbers: Mapping[Expression, int]) -> int:
        """Return the count for a deck.

        Raises:
            TypeError: a symbol of the formula has no number.
        """
        return int(self.expression.subs(numbers).doit())


def product(*choices: tuple[Expression | int, str], sign: int = 1) -> Product:
    """Return a product of ways, each with what is chosen."""
    return Product(tuple((sp.sympify(ways), what) for ways, what in choices), sign)


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
    text = ""
    for case in cases:
        ways = [ways for ways, _ in case.choices if ways != 1] or [sp.Integer(1)]
        bracketed = len(ways) > 1 or case.sign < 0
        factors = times.join(
            f"{left}{printer(one)}{right}" if bracketed and one.is_Add else printer(one) for one in ways
        )
        text += (" - " if case.sign < 0 else " + ") + factors
    return f"-{text[3:]}" if text.startswith(" - ") else text[3:] or "0"


n, s = RANKS, SUITS


def deals() -> Expression:
    """Return how many deals of both hands there are, C(n s, 3) C(n s - 3, 3)."""
    return choose(n * s, 3) * choose(n * s - 3, 3)


def colour_counts(deck: Deck) -> dict[ColourLine, Count]:
    """Return how many deals of both hands meet each line, those that meet a finer line among them.

    For one colour after the other: the player's three of its cards, then the dealer's three of the rest of
    them, of the same colour or of any one colour. A poster that says "if the dealer's hand is also one
    colour" can be read either way, so both lines are given.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> for line, count in colour_counts(STANDARD_DECK).items():
    ...     print(f"{line.value}: {count.text}")
    both of the same colour: 2 * C(2*n, 3) * C(2*n - 3, 3)
    both of one colour each: 2 * C(2*n, 3) * C(2*n - 3, 3) + 2 * C(2*n, 3) * C(2*n, 3)
    player of one colour: 2 * C(2*n, 3) * C(n*s - 3, 3)

    The slow equivalent asks `ColourLine.holds` for every deal.
    """
    suits_of = Counter(suit.colour for suit in deck.suits)
    alike = Counter(suits_of.values())  # how many colours have so many suits
    same: list[Product] = []
    player: list[Product] = []
    for suits, colours in alike.items():
        own = (
            (colours, "the player's colour"),
            (choose(suits * n, 3), "his three cards of it"),
        )
        same.append(product(*own, (choose(suits * n - 3, 3), "the dealer's three of it")))
        player.append(product(*own, (choose(n * s - 3, 3), "the dealer's three")))
    different = [
        product(
            (colours * (others - (suits == more)), "the player's and the dealer's colour"),
            (choose(suits * n, 3), "the player's three cards"),
            (choose(more * n, 3), "the dealer's three"),
        )
        for suits, colours in alike.items()
        for more, others in alike.items()
        if others - (suits == more)
    ]
    return {
        ColourLine.SAME: Count(tuple(same)),
        ColourLine.EACH: Count((*same, *different)),
        ColourLine.PLAYER: Count(tuple(player)),
    }


def suit_classes(suits: int, cards: int = 3) -> Expression:
    """Return how many suit classes hands have, as a polynomial in the number of ranks n.

    Burnside's lemma: classes are as many as the hands that a permutation of the suits leaves as they are, on
    average over all s! permutations. Those of one cycle type leave the same number.

    >>> suit_classes(4)
    5*n**3/6 - n**2/2 + 2*n/3
    >>> suit_classes(4).subs(RANKS, 13), suit_classes(4, 5).subs(RANKS, 13)
    (1755, 134459)

    The slow equivalent gathers the hands that some permutation turns into one another.
    """
    total = sp.Integer(0)
    for cycles in map(dict, partitions(suits)):
        permutations = factorial(suits) // prod(
            length**number * factorial(number) for length, number in cycles.items()
        )
        total += permutations * fixed_hands(cycles, cards)
    return polynomial(total / factorial(suits))


def fixed_hands(cycles: Mapping[int, Expression | int], cards: int) -> Expression:
    """Return how many hands a permutation of the suits leaves as they are, by its cycles.

    `cycles` gives for each length how many cycles there are. The permutation moves the cards of one rank in
    cycles of the same lengths, so there are n times as many; a hand that stays is a union of such cycles.
    """
    terms = (
        sp.prod([choose(RANKS * cycles[length], number) for length, number in chosen.items()])
        for chosen in map(dict, partitions(cards))
        if chosen.keys() <= cycles.keys()
    )
    return sum(terms, sp.Integer(0))


_QUOTIENT = "{} / {}"


class Term(Struct, frozen=True):
    """One variable of a linear form.

    `coefficient` is what one unit more of the variable adds to the value: the sensitivity. `at` is what the
    variable is now, None where nobody has said it. `count` is the formula behind the coefficient.
    """

    name: str
    symbol: str
    coefficient: Fraction
    at: Fraction | None = None
    count: Count | None = None


class LinearForm(Struct, frozen=True):
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
