"""The second road of a meter, in whole wagers and rounds, beside its law and the meter played at random."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

from combin.certificate.rounds import (
    CLOSE,
    RoundOutcome,
    _added_up,
    fixed_point,
    neglected_effects,
    return_by_rounds,
    seat_outcomes,
)
from combin.jackpot.law import MeterLaw
from combin.jackpot.meter import JackpotError, Meter, MeterPrize
from combin.settle.meter import settle_meter
from tests.helpers.variants import shipped
from tests.jackpot.meters import FIRST, LAST, TWO_PARTS, any_meters, one_partial, slow_cycle
from tests.jackpot.played_meters import simulate_meter

if TYPE_CHECKING:
    from combin.aliases import Floats

DECK = shipped("crown-melbourne").deck


@pytest.mark.slow
@pytest.mark.parametrize("meter", [FIRST, LAST, TWO_PARTS, one_partial(40, "1/2", "1/500", "1/20", "1/10")])
def test_with_even_growth_the_limits_hold_the_law(meter: Meter) -> None:
    found = return_by_rounds(meter, even_growth=True)
    law = MeterLaw(meter)
    exact = law.long_run_return.middle
    assert found.low < exact < found.high
    assert found.mean_meter[0] < law.mean.middle < found.mean_meter[1]
    coarse = return_by_rounds(meter, even_growth=True, cells=250)
    assert coarse.low < found.low < found.high < coarse.high


@pytest.mark.slow
@given(any_meters)
def test_the_limits_of_any_meter_hold_its_law(meter: Meter) -> None:
    found, law = return_by_rounds(meter, even_growth=True, cells=50), MeterLaw(meter, 6)
    for (low, high), exact in (((found.low, found.high), law.long_run_return), (found.mean_meter, law.mean)):
        assert low <= exact.high
        assert high >= exact.low


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prizes", "wide"),
    [
        ((("1/20000", 1), ("1/1000", "1/100")), 3e-7),  # climbs higher than sixty growths
        ((("1/20000", 1), ("1/100", "1/1000")), 2e-5),  # resets of one prize in 201
        ((("1/1000000", 1), ("1/100", "1/10")), 1e-6),  # of one in 10,001
        ((("1/2", 1), ("1/3", "1/10")), 1e-6),
    ],
)
def test_limits_hold_the_law_of_rare_resets(prizes: tuple[tuple[str, int | str], ...], wide: float) -> None:
    parts = (MeterPrize(odds, Fraction(odds), Fraction(share)) for odds, share in prizes)
    meter = Meter(2_000, "1/10", tuple(parts))
    found, law = return_by_rounds(meter, even_growth=True), MeterLaw(meter)
    assert found.low < law.long_run_return.low
    assert law.long_run_return.high < found.high < found.low + max(1, found.low) * wide


def test_several_seats_are_known_for_royal_and_straight_flushes_alone() -> None:
    flush, other = FIRST.partial[0], replace(FIRST.partial[0], probability=Fraction(624, 2598960))
    others = replace(FIRST.prizes[0], name="straight flush", probability=flush.probability)
    for prizes in ((FIRST.prizes[0], other), (others, replace(flush, name="flush")), (*FIRST.prizes, other)):
        named = tuple(replace(one, name=str(place)) for place, one in enumerate(prizes))
        with pytest.raises(JackpotError, match="known for royal flushes that take the meter"):
            seat_outcomes(dataclasses.replace(FIRST, prizes=named), DECK, 9)


@pytest.mark.slow
@pytest.mark.parametrize("unit", [0, 1])
def test_whole_wagers_by_following_every_meter(unit: int) -> None:
    meter = one_partial(3, "1/2", "1/8", "1/4", "1/2")
    _, top_ups, _ = slow_cycle(meter, lambda shown: shown + unit)
    slow = float(meter.increment + (meter.seed + unit) / 8) + top_ups / 8
    found = return_by_rounds(meter, rounded_up_to=Fraction(unit))
    assert found.low < slow < found.high
    assert found.high == pytest.approx(slow, abs=1e-4)
    # The growth between prizes is uneven: the law of even growth is off by far more.
    assert abs(float(MeterLaw(meter).long_run_return.middle) - slow) > 1e-3


@pytest.mark.slow
def test_one_seat_at_a_table_is_one_wager() -> None:
    assert seat_outcomes(FIRST, DECK, 1) == (
        RoundOutcome(Fraction(36, 2598960), 0, Fraction(9, 10)),
        RoundOutcome(Fraction(4, 2598960), 1),
    )
    one, other = (return_by_rounds(LAST, outcomes) for outcomes in (None, seat_outcomes(LAST, DECK, 1)))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-14)


def test_the_outcomes_of_a_table_are_those_of_the_settlement() -> None:
    outcomes = seat_outcomes(LAST, DECK, 9)
    assert sum(one.probability * one.resets for one in outcomes) == 9 * Fraction(4, 2598960)
    (double,) = [one for one in outcomes if one.offset]
    meter = Fraction(100_000)
    assert double.left * meter - double.offset == settle_meter(meter, LAST.seed, 0, 2).meter_after


@pytest.mark.slow
def test_effects_are_below_a_hundred_thousandth_of_the_wager() -> None:
    for meter in (FIRST, LAST):
        effects = neglected_effects(meter, DECK, (9,))
        assert [one.name.split()[0] for one in effects] == ["whole", "rounds", "prizes", "increments"]
        for one in effects:
            low, high = one.return_change
            assert -1e-5 < low <= high < 1e-5
            assert one.meter_change[0] <= one.meter_change[1]


@pytest.mark.slow
def test_rounding_lies_between_no_unit_and_a_whole_one() -> None:
    plain, rounded = (return_by_rounds(LAST, rounded_up_to=Fraction(unit)) for unit in (0, 1))
    played = simulate_meter(LAST, 60_000, seed=5)
    change = played.whole_wagers[2].mean + float(MeterLaw(LAST).long_run_return.middle)
    assert plain.low < change < rounded.high
    # A unit of a dollar moves the return by at most the sum of probability x share.
    assert rounded.high - plain.high < float(LAST.value().share) + 1e-12


def test_few_steps_solve_what_steps_alone_take_long_for() -> None:
    """Each value is what is added to it, and 97% of values before it: a step leaves up to 97% of a miss."""
    points = 200
    random = np.random.default_rng(1)
    weights = np.tril(random.random((points, points))) + np.eye(points)
    matrix = 0.97 * weights / weights.sum(axis=1, keepdims=True)
    added = random.random(points)
    steps = 0

    def once(values: Floats) -> Floats:
        nonlocal steps
        steps += 1
        after: Floats = matrix @ values + added
        return after

    found, left = fixed_point(once, np.zeros(points))
    assert left <= CLOSE * found.max()
    exact = np.linalg.solve(np.eye(points) - matrix, added)
    assert np.abs(found - exact).max() < CLOSE / 0.03 * exact.max()
    assert steps < 60
    alone = np.zeros(points)
    for _ in range(100):
        alone = once(alone)
    assert np.abs(alone - exact).max() > 1e-3 * exact.max()


def test_what_comes_no_nearer_ends_and_says_how_far_it_is() -> None:
    random = np.random.default_rng(1)
    _, left = fixed_point(lambda values: random.random(len(values)), np.zeros(3))
    assert left > 1e-3


@pytest.mark.parametrize("stays", [0.9, 0.5, 1e-7, 1e-200, 0])
def test_what_lies_ahead_is_added_up_however_seldom_it_is_reached(stays: float) -> None:
    values = np.random.default_rng(1).random(60)
    ahead = [sum(stays**steps * value for steps, value in enumerate(values[cell:])) for cell in range(60)]
    assert np.allclose(_added_up(values, stays ** np.arange(60.0)), ahead, rtol=1e-13, atol=0)
