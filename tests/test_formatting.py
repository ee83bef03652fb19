"""Amounts, rates and odds against as they are written."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formatting import (
    decimal,
    exactly,
    grouped,
    in_cents,
    money,
    one_in,
    percent,
    plain,
    rate,
    root_decimal,
)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "$0"),
        (Fraction(5), "$5"),
        (1_234_567, "$1,234,567"),
        (Fraction("1234.5"), "$1,234.50"),
        (Fraction("0.01"), "$0.01"),
        (Fraction(2, 3), "$0.67"),
        (Fraction("-0.3"), "-$0.30"),
        (-1_500, "-$1,500"),
        (Fraction("999.999"), "$1,000.00"),
    ],
)
def test_money_is_whole_or_in_cents(amount: Fraction | int, text: str) -> None:
    assert money(amount) == text


def test_money_has_the_digits_asked_for_unless_it_is_whole() -> None:
    assert [money(amount, 4) for amount in (Fraction(1, 3), Fraction(7))] == ["$0.3333", "$7"]


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(80_450), "$80,450"),
        (Fraction("12.34"), "$12.34"),
        (Fraction(1, 8), "$0.1250 (exactly 1/8)"),
        (Fraction(601, 442), "$1.3597 (exactly 601/442)"),
    ],
)
def test_the_exact_value_stands_beside_what_cents_cannot_say(amount: Fraction, text: str) -> None:
    assert exactly(amount) == text
    assert in_cents(amount) == ("exactly" not in text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0.3406", "34.06%"),
        ("0.235", "23.5%"),
        ("0.9", "90%"),
        ("0.8887", "88.87%"),
        ("0.321544", "32.1544%"),
        ("0.32154449", "32.1544%"),
        ("1/3", "33.3333%"),
        ("2", "200%"),
    ],
)
def test_rates_have_the_digits_they_need_and_four_at_most(value: str, text: str) -> None:
    assert rate(Fraction(value)) == text


def test_once_in_how_many() -> None:
    assert one_in(Fraction(1)) == "1.00"
    assert one_in(Fraction(40, 2_598_960)) == "64,974.00"
    assert one_in(Fraction(0)) == "never"
    assert grouped("123") == "123"
    assert grouped("1234567.5") == "1,234,567.5"


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
