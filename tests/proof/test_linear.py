from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from combin.proof.counts import LinearForm, Term, symbols_of

fractions = st.fractions(-50, 50, max_denominator=60)
names = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=12)


@st.composite
def forms(draw: st.DrawFn) -> LinearForm:
    symbols = symbols_of(draw(st.lists(st.text("ab -1", min_size=1, max_size=4), max_size=5, unique=True)))
    terms = (Term(name, symbol, draw(fractions), draw(fractions)) for name, symbol in symbols.items())
    return LinearForm("value", draw(fractions), tuple(terms), draw(st.integers(1, 200)))


def read(text: str, **values: Fraction) -> Fraction:
    found = sp.sympify(text, rational=True).subs(
        {name: sp.Rational(str(value)) for name, value in values.items()}
    )
    return Fraction(int(found.p), int(found.q))


@given(forms())
def test_sympy_reads_the_text_and_the_numbers_of_a_form(form: LinearForm) -> None:
    now = {term.symbol: term.at for term in form.terms if term.at is not None}
    expected = form.constant + sum(term.coefficient * (term.at or 0) for term in form.terms)
    assert form.value == expected
    assert read(form.text, **now) == expected
    assert read(form.numbers) == expected


@given(forms(), st.data())
def test_one_unit_more_adds_the_coefficient(form: LinearForm, data: st.DataObject) -> None:
    if not form.terms or form.value is None:
        return
    term = data.draw(st.sampled_from(form.terms))
    more = (term.at or Fraction(0)) + 1
    assert form.at(**{term.symbol: more}) - form.value == term.coefficient


@given(st.lists(names, unique=True, max_size=8))
def test_symbols_are_identifiers_and_differ(texts: list[str]) -> None:
    symbols = symbols_of(texts)
    assert list(symbols) == texts
    assert len(set(symbols.values())) == len(texts)
    assert all(symbol.isidentifier() for symbol in symbols.values())


def test_values_that_nobody_has_set_are_asked_for() -> None:
    form = LinearForm("value", Fraction(1), (Term("the meter", "meter", Fraction(1, 3)),))
    assert form.value is None
    assert form.text == "(3 + meter) / 3"
    assert form.numbers == "(3 + meter) / 3"
    with pytest.raises(ValueError, match=r"what is the meter\?"):
        form.at()
    with pytest.raises(KeyError, match="stake"):
        form.at(stake=1)
    assert form.at(meter=6) == 3


def test_forms_are_written_without_needless_parts() -> None:
    half = Term("a b", "a_b", Fraction(-1, 2), Fraction(-1))
    assert LinearForm("", Fraction(0), (half,), 2).text == "-a_b / 2"
    assert LinearForm("", Fraction(0), ()).text == "0"
    assert LinearForm("", Fraction(5), (Term("x", "x", Fraction(3), Fraction(0)),)).numbers == "5 + 3*0"
    assert LinearForm("", Fraction(5), (half,), 2).numbers == "(10 - (-1)) / 2"
    assert LinearForm("", Fraction(5), (half,), 2).latex == r"\frac{10 - x_{\text{a b}}}{2}"
    assert LinearForm("", Fraction(5), (Term("x", "x", Fraction(3)),)).text == "5 + 3*x"
