"""Amounts, rates and odds against as they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.formatting import exactly, grouped, in_cents, money, one_in, rate


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
