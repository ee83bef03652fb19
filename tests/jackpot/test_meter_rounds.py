"""The second road, in whole wagers and rounds, and the meter played out at random."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.jackpot.meter import Meter, MeterPrize
from combin.jackpot.meter_effects import neglected_effects
from combin.jackpot.meter_law import MeterLaw
from combin.jackpot.meter_rounds import (
    RoundOutcome,
    return_by_rounds,
    seat_outcomes,
)
from combin.jackpot.meter_simulation import simulate_meter
from combin.jackpot.shares import settle_meter
from tests.jackpot.meters import FIRST, LAST, one_partial
from tests.variants import shipped

DECK = shipped("crown-melbourne").deck
TWO_PARTS = Meter(
    300,
    "1/4",
    (
        MeterPrize("all", Fraction(1, 4000), Fraction(1)),
        MeterPrize("quarter", Fraction(1, 900), Fraction(1, 4)),
        MeterPrize("tenth", Fraction(1, 500), Fraction(1, 10)),
    ),
)


@pytest.mark.parametrize("meter", [FIRST, LAST, TWO_PARTS, one_partial(40, "1/2", "1/500", "1/20", "1/10")])
def test_with_even_growth_the_limits_hold_the_law(meter: Meter) -> None:
    found = return_by_rounds(meter, even_growth=True)
    law = MeterLaw(meter)
    exact = law.long_run_return.middle
    assert found.low < exact < found.high
    assert found.mean_meter[0] < law.mean.middle < found.mean_meter[1]
    coarse = return_by_rounds(meter, even_growth=True, cells=250)
    assert coarse.low < found.low < found.high < coarse.high


def _slow_top_ups(meter: Meter, unit: float = 0) -> float:
    """Return what is added after partial prizes until the next reset, by following every meter there can be.

    One wager after the other; meters that come with odds below 1e-11 are dropped. A prize takes its share of
    the meter and of the unit.
    """
    alive = {float(meter.seed): 1.0}
    added = 0.0
    while alive:
        after: dict[float, float] = {}
        for reading, odds in alive.items():
            grown = reading + float(meter.increment)
            quiet = 1 - float(meter.prize_probability)
            after[grown] = after.get(grown, 0) + odds * quiet
            for one in meter.partial:
                left = grown - float(one.share) * (grown + unit)
                won = odds * float(one.probability)
                added += won * max(0, float(meter.seed) - left)
                fallen = max(left, float(meter.seed))
                after[fallen] = after.get(fallen, 0) + won
        alive = {reading: odds for reading, odds in after.items() if odds > 1e-11}
    return added


@pytest.mark.parametrize("unit", [0, 1])
def test_whole_wagers_by_following_every_meter(unit: int) -> None:
    meter = one_partial(3, "1/2", "1/8", "1/4", "1/2")
    slow = float(meter.increment + (meter.seed + unit) / 8) + _slow_top_ups(meter, unit) / 8
    found = return_by_rounds(meter, rounded_up_to=Fraction(unit))
    assert found.low < slow < found.high
    assert found.high == pytest.approx(slow, abs=1e-4)
    # The growth between prizes is uneven: the law of even growth is off by far more.
    assert abs(float(MeterLaw(meter).long_run_return.middle) - slow) > 1e-3


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


def test_effects_are_below_a_hundred_thousandth_of_the_wager() -> None:
    for meter in (FIRST, LAST):
        effects = neglected_effects(meter, DECK, (9,))
        assert [one.name.split()[0] for one in effects] == ["whole", "rounds", "prizes", "increments"]
        for one in effects:
            low, high = one.return_change
            assert -1e-5 < low <= high < 1e-5
            assert one.meter_change[0] <= one.meter_change[1]


def test_rounding_lies_between_no_unit_and_a_whole_one() -> None:
    plain, rounded = (return_by_rounds(LAST, rounded_up_to=Fraction(unit)) for unit in (0, 1))
    played = simulate_meter(LAST, 60_000, seed=5)
    change = played.whole_wagers[2].mean + float(MeterLaw(LAST).long_run_return.middle)
    assert plain.low < change < rounded.high
    # A unit of a dollar moves the return by at most the sum of probability x share.
    assert rounded.high - plain.high < float(LAST.value_line().per_unit) + 1e-12


@pytest.mark.parametrize("meter", [FIRST, LAST, TWO_PARTS], ids=["first", "last", "two parts"])
def test_a_simulation_agrees_with_the_law(meter: Meter) -> None:
    played = simulate_meter(meter, 200_000, seed=20)
    law = MeterLaw(meter)
    top_ups = sum(float(law.topped_up(one).middle) for one in meter.partial)
    assert abs(played.meter.z_score(law.mean)) < 4
    assert abs(played.top_ups.z_score(top_ups)) < 4
    assert abs(played.long_run_return.z_score(law.long_run_return)) < 4
    assert abs(played.meter.z_score(float(law.mean.middle) * 1.01)) > 4  # it would notice one per cent


def test_a_simulation_can_be_repeated() -> None:
    assert simulate_meter(FIRST, 500, seed=3) == simulate_meter(FIRST, 500, seed=3)
    assert simulate_meter(FIRST, 500, seed=3) != simulate_meter(FIRST, 500, seed=4)
