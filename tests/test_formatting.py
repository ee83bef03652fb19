"""Amounts, rates and odds against as they are written."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin import formatting
from combin.formatting import decimal, grouped, in_cents, one_in, plain, root_decimal

TEXT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
WRITTEN = re.findall(r"(?m)^(\w+) (\S+) ?(\d*) = (.*)$", TEXT)


def test_every_line_of_the_text_is_read() -> None:
    assert len(WRITTEN) == TEXT.count(" = ")


@pytest.mark.parametrize(("name", "value", "digits", "text"), WRITTEN)
def test_how_a_value_is_written(name: str, value: str, digits: str, text: str) -> None:
    write: Any = getattr(formatting, name)
    assert write(Fraction(value), *([int(digits)] if digits else [])) == text
    if name == "exactly":
        assert in_cents(Fraction(value)) == ("exactly" not in text)


def test_once_in_how_many() -> None:
    assert one_in(Fraction(1)) == "1.00"
    assert one_in(Fraction(40, 2_598_960)) == "64,974.00"
    assert one_in(Fraction(0)) == "never"
    assert grouped("123") == "123"
    assert grouped("1234567.5") == "1,234,567.5"
    assert grouped("23515 to 23520") == "23,515 to 23,520"


# -- decimals

digits = st.integers(0, 12)
fractions = st.fractions(max_denominator=10**6)


def nearest(value: Fraction, places: int) -> Fraction:
    """Round by choosing the nearer of the two neighbours, the one farther from zero at equal distance."""
    step = Fraction(1, 10**places)
    below = value // step * step
    return min(below, below + step, key=lambda one: (abs(one - value), -abs(one)))


@given(fractions, digits)
def test_decimal_is_the_nearest_one_with_halves_away_from_zero(value: Fraction, places: int) -> None:
    written = decimal(value, places)
    assert Fraction(written) == nearest(value, places)
    assert len(written.partition(".")[2]) == places


@given(st.decimals(-1000, 1000, places=5), st.integers(0, 4))
def test_decimal_agrees_with_the_decimal_module_where_that_is_exact(value: Decimal, places: int) -> None:
    expected = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert Decimal(decimal(Fraction(value), places)) == expected


@given(st.fractions(0, 10**9, max_denominator=10**9), digits)
def test_root_agrees_with_the_decimal_module_at_high_precision(radicand: Fraction, places: int) -> None:
    with localcontext() as context:
        context.prec = 80
        root = (Decimal(radicand.numerator) / Decimal(radicand.denominator)).sqrt()
        expected = root.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert Decimal(root_decimal(radicand, places)) == expected


@given(st.integers(0, 10**8), st.integers(0, 6))
def test_root_of_the_square_of_a_half_rounds_up_and_of_less_down(whole: int, places: int) -> None:
    half = Fraction(2 * whole + 1, 2 * 10**places)
    tiny = Fraction(1, 10**40)
    assert Fraction(root_decimal(half**2, places)) == Fraction(whole + 1, 10**places)
    assert Fraction(root_decimal(half**2 - tiny, places)) == Fraction(whole, 10**places)


@given(fractions)
def test_root_of_a_square_is_the_decimal_of_its_base(base: Fraction) -> None:
    assert root_decimal(base**2, 9) == decimal(abs(base), 9)


def test_root_of_a_negative_value_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^no square root of -1/4$"):
        root_decimal(Fraction(-1, 4), 3)


@given(fractions)
def test_plain_loses_nothing(value: Fraction) -> None:
    written = plain(value)
    assert Fraction(written) == value
    assert "." not in written or not written.endswith("0")
