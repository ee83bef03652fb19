from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.rules.numbers import Net, Pay, Share, read_exact
from tests.helpers.texts import sides

NUMBERS = Path(__file__).with_name("numbers.txt")
NOT_EXACT = 'is not an exact number (write 3, 1.5 or "3/2", with 30 digits at most)'


def toml(value: str) -> Any:  # noqa: ANN401  any value of TOML
    """Return a value as the loader reads it from a file."""
    return tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]


@pytest.mark.parametrize(("written", "value"), sides(NUMBERS, "exact"))
def test_numbers_are_what_is_written(written: str, value: str) -> None:
    assert read_exact(toml(written)) == Fraction(value)


LONG = [
    ("1" + 999 * "0", "a number of more than 60 digits"),
    (f'"{5000 * "9"}"', '"' + 56 * "9" + "..."),
    (f'"1/{5000 * "9"}"', '"1/' + 54 * "9" + "..."),
]


@pytest.mark.parametrize(("written", "shown"), [*sides(NUMBERS, "refused"), *LONG])
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
    shares = {"100%": 1, "0%": 0, 1: 1, 0: 0, Decimal("0.25"): Fraction(1, 4), "1/3": Fraction(1, 3)}
    assert [*map(Share.read, shares)] == [*shares.values()]
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
