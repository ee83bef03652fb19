from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.decimals import decimal, percent, plain, root_decimal

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


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        ("1/2", 0, "1"),
        ("-1/2", 0, "-1"),
        ("3/2", 0, "2"),
        ("5/2", 0, "3"),
        ("-5/2", 0, "-3"),
        ("0.125", 2, "0.13"),
        ("-0.125", 2, "-0.13"),
        ("0.1249999999999999999999", 2, "0.12"),
        ("-0.004", 2, "0.00"),
        ("-0.005", 2, "-0.01"),
        ("0", 3, "0.000"),
        ("999.9996", 3, "1000.000"),
        ("2/3", 4, "0.6667"),
        ("1234567", 0, "1234567"),
    ],
)
def test_decimal_at_the_edges(value: str, places: int, written: str) -> None:
    assert decimal(Fraction(value), places) == written


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        ("1/8", 2, "12.50%"),
        ("-1/8", 0, "-13%"),
        ("0.00005", 2, "0.01%"),
        ("-0.00005", 2, "-0.01%"),
        ("-0.00004", 2, "0.00%"),
        ("-686689/20358520", 4, "-3.3730%"),
        ("1", 1, "100.0%"),
    ],
)
def test_percent_rounds_after_the_multiplication(value: str, places: int, written: str) -> None:
    assert percent(Fraction(value), places) == written


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


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("7", "7"),
        ("-1", "-1"),
        ("3/2", "1.5"),
        ("-39/20", "-1.95"),
        ("25/2", "12.5"),
        ("1/3", "1/3"),
        ("-22/7", "-22/7"),
        ("1/4096", "0.000244140625"),
        ("1/8192", "1/8192"),
    ],
)
def test_plain_writes_as_people_do(value: str, written: str) -> None:
    assert plain(Fraction(value)) == written


@given(fractions)
def test_plain_loses_nothing(value: Fraction) -> None:
    written = plain(value)
    assert Fraction(written) == value
    assert "." not in written or not written.endswith("0")
