from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.proof.counts import (
    RANKS,
    SUITS,
    THREES,
    Count,
    Product,
    add,
    choose,
    latex,
    polynomial,
    product,
    subtract,
    written,
)

n, s = RANKS, SUITS
factors = st.sampled_from(
    [
        n,
        s,
        sp.Integer(1),
        sp.Integer(2),
        n - 1,
        THREES - n,
        s**3 - s,
        choose(n, 3) - THREES,
        choose(s, 2),
        choose(10, 2) - 1,
    ]
)
products = st.builds(
    lambda ways, sign: product(*((one, "this") for one in ways), sign=sign),
    st.lists(factors, min_size=1, max_size=4),
    st.sampled_from([1, -1]),
)
counts = st.lists(products, max_size=4).map(lambda cases: Count(tuple(cases)))


@given(counts)
def test_sympy_reads_the_text_of_a_count(count: Count) -> None:
    symbols = {"C": sp.binomial, "n": n, "s": s, "r3": THREES}
    assert polynomial(sp.sympify(count.text, symbols) - count.expression) == 0
    assert count.text.count("(") == count.text.count(")")
    assert count.latex.count(r"\left(") == count.latex.count(r"\right)")


@settings(max_examples=20)
@given(counts, counts)
def test_sums_and_differences_are_those_of_the_expressions(count: Count, other: Count) -> None:
    assert polynomial(add(count, other).expression - count.expression - other.expression) == 0
    assert polynomial(subtract(count, other).expression - count.expression + other.expression) == 0


def test_a_formula_is_written_as_it_is_derived() -> None:
    pairs = Count(
        (product((n, "the rank"), (choose(s, 2), "its suits"), (n - 1, "the other"), (1, "in spades")),)
    )
    alone = Count((product((choose(n, 3) - THREES, "ranks")),))
    assert pairs.text == "n * C(s, 2) * (n - 1)"
    assert pairs.latex == r"n \, {\binom{s}{2}} \, \left(n - 1\right)"
    assert alone.text == "C(n, 3) - r3"
    assert subtract(pairs, alone).text == "n * C(s, 2) * (n - 1) - (C(n, 3) - r3)"
    assert subtract(Count(), alone).text == "-(C(n, 3) - r3)"
    assert subtract(Count(), pairs).text == "-n * C(s, 2) * (n - 1)"
    assert add(alone, pairs).text == "C(n, 3) - r3 + n * C(s, 2) * (n - 1)"
    assert Count((product((1, "in spades")),)).text == "1"
    assert Count().text == "0"
    assert written(-n) == "-n"
    assert latex(s**3 - s) == "s^{3} - s"


def test_words_name_what_is_added_and_what_is_taken_away() -> None:
    one, other, less = (Count((product((n, word), (s, "a suit")),)) for word in ("this", "that", "those"))
    assert subtract(add(one, other), less, other).words == (
        "this, a suit; or that, a suit; less those, a suit; or that, a suit"
    )
    assert subtract(Count(), one).words == "this, a suit"


def test_a_count_needs_all_of_its_numbers() -> None:
    with pytest.raises(TypeError):
        Count((product((n, "ranks"), (s, "suits")),)).value({n: 13})


def test_a_product_stands_for_its_choices() -> None:
    assert product((2, "two")).expression == 2
    assert Product((), -1).expression == -1
    assert Product(()).sign == 1
