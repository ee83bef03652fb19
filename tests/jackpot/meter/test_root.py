"""Roots are proven by the signs on both sides, or not claimed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.decimals import root_decimal
from combin.jackpot.meter.enclosure import Enclosure, TooCoarseError, certain_root, increasing_root

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
