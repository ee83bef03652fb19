"""Enclosures print only what is certain."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formatting import root_decimal
from combin.jackpot.enclosure import (
    LEAST,
    MOST_BITS,
    Enclosure,
    TooCoarseError,
    certain,
    certain_root,
    enclosure,
    increasing_root,
)
from combin.jackpot.law import MeterLaw
from combin.jackpot.meter import JackpotError, Meter, MeterPrize


def test_digits_are_printed_only_if_both_limits_have_them() -> None:
    narrow = Enclosure(Fraction("0.12499"), Fraction("0.12501"))
    assert narrow.decimal(3) == "0.125"
    assert not narrow.is_certain(3)  # 0.125 is the limit of rounding to two digits
    assert narrow.decimal(2) == "0.1"  # 0.12 or 0.13: so many digits as are certain
    assert narrow.percent(3) == "12.50%"
    wide = Enclosure(Fraction("0.4"), Fraction("0.6"))
    assert (wide.decimal(2), wide.percent(2)) == ("0 to 1", "40% to 60%")
    assert (wide.nearest(2), narrow.nearest(3)) == ("1", "0.125")
    assert Enclosure(Fraction(1000), Fraction(3001)).to_dict(2)["decimal"] == "2001"


def test_an_exact_value_is_certain_to_any_digit() -> None:
    half = Enclosure.exactly(Fraction(1, 8))
    assert (half.decimal(2), half.decimal(3), half.width) == ("0.13", "0.125", Fraction(0))
    assert half.is_certain(50)


def test_arithmetic_keeps_the_value_inside() -> None:
    one, two = Enclosure(Fraction(1), Fraction(2)), Enclosure(Fraction(-3), Fraction(5))
    assert one + two == Enclosure(Fraction(-2), Fraction(7))
    assert one - two == Enclosure(Fraction(-4), Fraction(5))
    assert one * -2 == Enclosure(Fraction(-4), Fraction(-2))
    assert one + 1 == Enclosure(Fraction(2), Fraction(3))
    assert one.meets(two)
    assert not one.meets(Enclosure.exactly(3))
    assert one.meets(Enclosure.exactly(1))
    assert one.meets(Enclosure.exactly(2))
    assert one.contains(Fraction(3, 2))
    assert not one.contains(Fraction(5, 2))


def test_json_limits_are_rounded_outwards() -> None:
    third = Enclosure(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30))
    assert third.to_dict(2) == {"decimal": "0.33", "at_least": "0.333333333333", "at_most": "0.333333333334"}


@pytest.mark.slow
@given(st.fractions(-2, 2, max_denominator=10**16), st.integers(0, 4))
def test_json_limits_hold_the_value_as_near_as_digits_allow(value: Fraction, digits: int) -> None:
    shown = Enclosure.exactly(value).to_dict(digits)
    low, high = Fraction(shown["at_least"]), Fraction(shown["at_most"])
    assert low <= value <= high
    assert high - low == (0 if low == value else Fraction(1, 10 ** (digits + 10)))


def test_precision_is_raised_until_the_digits_are_certain() -> None:
    asked: list[int] = []

    def third(bits: int) -> Enclosure:
        asked.append(bits)
        if len(asked) == 1:
            raise TooCoarseError
        return Enclosure(
            Fraction(1, 3) - Fraction(1, 2 ** (bits // 40)), Fraction(1, 3) + Fraction(1, 2**bits)
        )

    assert certain(third, 4, "a third").decimal(4) == "0.3333"
    assert asked == [144, 288, 576]


def test_a_value_on_a_rounding_limit_is_refused_at_last() -> None:
    def tie(bits: int) -> Enclosure:
        return Enclosure(Fraction(1, 8) - Fraction(1, 2**bits), Fraction(1, 8) + Fraction(1, 2**bits))

    with pytest.raises(JackpotError, match="an eighth: 2 digits are not certain even at 32768 bits"):
        certain(tie, 2, "an eighth")


@pytest.mark.parametrize(
    ("limits", "asked"),
    [
        ({}, [140, 280, 560, 1120]),
        ({"patience": 1}, [140, 280]),
        ({"patience": 2, "most_bits": 560}, [140, 280, 560]),
    ],
)
def test_after_some_tries_fewer_digits_need_not_be_certain(limits: dict[str, int], asked: list[int]) -> None:
    """An eighth has three certain digits at once, but whether two of them are 0.12 or 0.13 is never told."""
    tried: list[int] = []

    def tie(bits: int) -> Enclosure:
        tried.append(bits)
        return Enclosure(Fraction(1, 8) - Fraction(1, 2**bits), Fraction(1, 8) + Fraction(1, 2**bits))

    patience, most_bits = limits.get("patience", 3), limits.get("most_bits", MOST_BITS)
    assert certain(tie, 3, "an eighth", patience=patience, most_bits=most_bits).decimal(3) == "0.125"
    assert tried == asked
    with pytest.raises(JackpotError, match="3 digits are not certain even at 279 bits"):
        certain(tie, 3, "an eighth", most_bits=279)


def test_what_no_precision_refines_is_taken_as_it_is() -> None:
    tried: list[int] = []

    def rough(bits: int) -> Enclosure:
        tried.append(bits)
        return Enclosure(Fraction(3, 10), Fraction(4, 10))

    assert certain(rough, 9, "a third", refines=False).middle == Fraction(35, 100)
    assert len(tried) == 1

    def endless(bits: int) -> Enclosure:
        raise TooCoarseError(bits)

    with pytest.raises(JackpotError, match="a third: no digit is certain"):
        certain(endless, 9, "a third", refines=False)


def test_a_rounding_limit_of_fewer_digits_does_not_stand_in_the_way() -> None:
    """The meter falls to the seed but for odds of e^-15000: the return is nearly 0.00781185."""
    prize = MeterPrize("most", Fraction(1, 10**6), Fraction(19, 20))
    found = MeterLaw(Meter(8213, Fraction(1, 10**5), (prize,)), 12).long_run_return
    assert found.decimal(12) == "0.007811850000"
    assert found.decimal(7) == "0.007812"


def test_a_ball_around_an_infinite_value_is_too_coarse() -> None:
    from flint import arb

    with pytest.raises(TooCoarseError):
        enclosure(arb(1) / arb(0, 1))
    assert enclosure(arb(3)) == Enclosure.exactly(3)


def test_what_is_next_to_nothing_is_enclosed_without_writing_it_out() -> None:
    """The odds of a meter far above its seed have a fraction of some billions of digits."""
    from flint import arb

    tiny = arb(-(10**11)).exp()
    assert enclosure(tiny) == Enclosure(Fraction(0), LEAST)
    assert enclosure(-tiny) == Enclosure(-LEAST, Fraction(0))
    assert enclosure(arb(0)) == Enclosure.exactly(0)


ENDS = Fraction(0), Fraction(5)


@pytest.mark.parametrize("power", [1, 2, 3, 7])
def test_a_root_lies_between_points_of_opposite_sign(power: int) -> None:
    """Halving the way from 0 to 5 would take more than 100 steps."""
    asked: list[Fraction] = []

    def raised(x: Fraction) -> Enclosure:
        asked.append(x)
        return Enclosure.exactly(x**power)

    tolerance = Fraction(1, 10**30)
    root = increasing_root(raised, Fraction(2), ENDS, tolerance)
    assert root.width == tolerance
    assert root.low**power < 2 < root.high**power
    assert len(asked) < 40


@pytest.mark.parametrize("height", [2, 10**6])
def test_a_jump_is_found_as_a_root_is(height: int) -> None:
    """The straight line between the ends first points at the low end, again and again."""
    tolerance = Fraction(1, 1000)
    root = increasing_root(lambda x: Enclosure.exactly(height * (x > 2)), Fraction(1), ENDS, tolerance)
    assert root.low <= 2 < root.high
    assert root.width == tolerance


def test_ends_that_look_alike_are_halved() -> None:
    """So little is known of both ends that neither seems to lie below the target or above."""
    asked: list[Fraction] = []

    def square(x: Fraction) -> Enclosure:
        asked.append(x)
        return Enclosure(Fraction(-30), Fraction(30)) if x in ENDS else Enclosure.exactly(x * x)

    root = increasing_root(square, Fraction(2), ENDS, Fraction(1, 10**6))
    assert root.low**2 < 2 < root.high**2
    assert asked[2] == Fraction(5, 2)


def test_a_root_of_wide_enclosures_is_not_claimed() -> None:
    asked: list[Fraction] = []

    def blurred(x: Fraction) -> Enclosure:
        asked.append(x)
        return Enclosure(x - Fraction(1, 100), x + Fraction(1, 100))

    with pytest.raises(TooCoarseError):
        increasing_root(blurred, Fraction(2), ENDS, Fraction(1, 1000))
    assert len(asked) < 10


def test_a_root_of_wide_enclosures_is_as_wide_as_its_proof() -> None:
    def blurred(x: Fraction) -> Enclosure:
        return Enclosure(x - Fraction(1, 100), x + Fraction(1, 100))

    root = increasing_root(blurred, Fraction(2), ENDS, Fraction(1, 1000), widens=True)
    assert blurred(root.low).high < 2 < blurred(root.high).low
    assert root.width < 1
    with pytest.raises(TooCoarseError):  # no point of these is proven to lie on either side
        increasing_root(
            lambda x: blurred(x / 10**4), Fraction(1, 10**4), ENDS, Fraction(1, 1000), widens=True
        )


def test_a_root_too_far_away_is_given_up() -> None:
    """A jump is found by halves, and 5 x 10^200 halves less often than a grain of 10^-200 asks for."""
    ends = Fraction(0), Fraction(10**200)
    with pytest.raises(TooCoarseError):
        increasing_root(lambda x: Enclosure.exactly(2 * (x > 2)), Fraction(1), ends, Fraction(1, 10**200))


@pytest.mark.parametrize("digits", [1, 10, 40])
def test_digits_of_a_root_are_made_certain(digits: int) -> None:
    """The enclosures of the square are as wide as their number of bits allows."""

    def square(x: Fraction, bits: int) -> Enclosure:
        return Enclosure(x * x, x * x + Fraction(1, 2**bits))

    root = certain_root(square, Fraction(2), ENDS, digits, "root of 2")
    assert root.low**2 < 2 < root.high**2
    assert root.decimal(digits) == root_decimal(Fraction(2), digits)
