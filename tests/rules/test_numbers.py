from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.rules.numbers import Net, Pay, Share, read_exact

NOT_EXACT = 'is not an exact number (write 3, 1.5 or "3/2", with 30 digits at most)'


def toml(value: str) -> Any:  # noqa: ANN401  any value of TOML
    """Return a value as the loader reads it from a file."""
    return tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", Fraction(3)),
        ("0", Fraction(0)),
        ("-2", Fraction(-2)),
        ("10_000", Fraction(10_000)),
        ("1.5", Fraction(3, 2)),
        ("0.1", Fraction(1, 10)),
        ("-0.0", Fraction(0)),
        ("1e3", Fraction(1_000)),
        ("0.0000000001", Fraction(1, 10**10)),
        ('"3"', Fraction(3)),
        ('" 3/2 "', Fraction(3, 2)),
        ('"-3/2"', Fraction(-3, 2)),
        ('"1.5"', Fraction(3, 2)),
        ('"34.06%"', Fraction(1_703, 5_000)),
        ('"100%"', Fraction(1)),
        ("999999999999999999999999999999", Fraction(10**30 - 1)),
    ],
)
def test_numbers_are_what_is_written(written: str, value: Fraction) -> None:
    assert read_exact(toml(written)) == value


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("true", "true"),
        ("nan", "NaN"),
        ("inf", "Infinity"),
        ("-inf", "-Infinity"),
        ("1e100", "1E+100"),
        ("1e-999999", "1E-999999"),
        ("1e999999999", "1E+999999999"),
        ("1" + 30 * "0", "1" + 30 * "0"),
        ("0." + 30 * "0" + "1", "1E-31"),
        ("1" + 999 * "0", "a number of more than 60 digits"),
        ('""', '""'),
        (f'"{5000 * "9"}"', '"' + 56 * "9" + "..."),
        (f'"1/{5000 * "9"}"', '"1/' + 54 * "9" + "..."),
        ('"x"', '"x"'),
        ('"4 to 1"', '"4 to 1"'),
        ('"3/0"', '"3/0"'),
        ('"3/2%"', '"3/2%"'),
        ('"%"', '"%"'),
        ('"1,5"', '"1,5"'),
        ('"1_0"', '"1_0"'),
        ('"1e999999999"', '"1e999999999"'),
        ('"nan"', '"nan"'),
        ('"٣"', '"٣"'),
        ('"3\\n4"', '"3\\n4"'),
        ("[3]", "[3]"),
        ("{ a = 3 }", "{ a = 3 }"),
        ("2013-10-22", "2013-10-22"),
    ],
)
def test_what_is_no_exact_number_is_refused_by_name(written: str, shown: str) -> None:
    """In no time, too: an exponent of nine digits would be worked out for hours."""
    for reader in (read_exact, Pay.read, Share.read):
        with pytest.raises(ValueError, match="is not an exact number") as error:
            reader(toml(written))
        assert str(error.value) == f"{shown} {NOT_EXACT}"


def test_binary_floats_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^1\.5 is not an exact number \(a binary float\)$"):
        read_exact(1.5)


def test_a_pay_is_not_negative() -> None:
    assert Pay.read(Decimal("1.5")) == Fraction(3, 2)
    assert Pay.read(0) == 0
    for value in (-1, "-1/2", Decimal("-0.01")):
        with pytest.raises(ValueError, match=r'^"?-[0-9./]+"? is negative; a pay is 0 or more$'):
            Pay.read(value)


def test_a_net_may_be_said_in_words() -> None:
    assert [Net.read(value) for value in ("push", "lose", 1, "3/2", 0)] == [0, -1, 1, Fraction(3, 2), 0]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("wins", f'"wins" {NOT_EXACT}'),
        ("Push", f'"Push" {NOT_EXACT}'),
        (-1, "-1 is negative; a pay is 0 or more"),
        (True, f"true {NOT_EXACT}"),
    ],
)
def test_another_net_is_refused_with_the_words_that_there_are(value: object, message: str) -> None:
    with pytest.raises(ValueError, match="push") as error:
        Net.read(value)
    assert str(error.value) == f'{message}; or write "push" or "lose"'


def test_a_share_is_a_part_of_the_whole() -> None:
    assert [Share.read(value) for value in ("100%", "0%", 1, 0, Decimal("0.25"), "1/3")] == [
        1,
        0,
        1,
        0,
        Fraction(1, 4),
        Fraction(1, 3),
    ]
    for value in ("100.01%", "-1%", 2, "4/3"):
        with pytest.raises(ValueError, match=r"is not between 0 and 100%$"):
            Share.read(value)


@given(st.fractions(min_value=-(10**20), max_value=10**20, max_denominator=10**20))
def test_every_fraction_comes_back(value: Fraction) -> None:
    assert read_exact(str(value)) == value


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=6))
def test_every_decimal_comes_back(value: Decimal) -> None:
    assert read_exact(value) == read_exact(str(value)) == Fraction(value)
    assert read_exact(toml(f"{value:f}")) == Fraction(value)


@given(st.text(max_size=10))
def test_any_text_is_a_number_or_one_line(text: str) -> None:
    complaint = ""
    try:
        read_exact(text)
    except ValueError as error:
        complaint = str(error)
    assert len(complaint.splitlines()) <= 1
