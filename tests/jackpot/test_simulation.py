"""The meter played out at random agrees with its law, and in whole wagers with every meter there can be."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isfinite

import pytest

from combin.jackpot.law import MeterLaw
from combin.jackpot.meter import JackpotError, Meter, MeterPrize
from tests.jackpot.meters import FIRST, LAST, TWO_PARTS, one_partial, slow_cycle
from tests.jackpot.played_meters import simulate_meter


@pytest.mark.slow
@pytest.mark.parametrize("meter", [FIRST, LAST, TWO_PARTS], ids=["first", "last", "two parts"])
def test_a_simulation_agrees_with_the_law(meter: Meter) -> None:
    played = simulate_meter(meter, 200_000, seed=20)
    law = MeterLaw(meter)
    top_ups = sum(float(law.top_up(one, one.probability).middle) for one in meter.partial)
    assert abs(played.meter.z_score(law.mean)) < 4
    assert abs(played.top_ups.z_score(top_ups)) < 4
    assert abs(played.long_run_return.z_score(law.long_run_return)) < 4
    assert abs(played.meter.z_score(float(law.mean.middle) * 1.01)) > 4  # it would notice one per cent


def test_a_simulation_can_be_repeated() -> None:
    assert simulate_meter(FIRST, 500, seed=3) == simulate_meter(FIRST, 500, seed=3)
    assert simulate_meter(FIRST, 500, seed=3) != simulate_meter(FIRST, 500, seed=4)


def test_whole_wagers_and_units_are_played_out_too() -> None:
    """A meter so small that whole wagers and whole units make a difference of several per cent."""
    meter = one_partial(3, "1/2", "1/8", "1/4", "1/2")
    played = simulate_meter(meter, 60_000, seed=2)
    law = MeterLaw(meter)
    assert abs(played.meter.z_score(law.mean)) < 4
    at_reset, top_ups, paid = slow_cycle(meter, ceil)
    each = zip(
        (played.meter, played.top_ups, played.long_run_return),
        played.whole_wagers,
        (at_reset, top_ups / 8, paid / 8),
        strict=True,
    )
    for even, change, exact in each:
        assert abs(even.mean + change.mean - exact) < 4 * (even.error + change.error)
        assert abs(even.mean - exact) > 4 * (even.error + change.error)


def test_two_cycles_are_enough_for_an_error() -> None:
    played = simulate_meter(TWO_PARTS, 2, seed=1)
    assert played.meter.error > 0
    assert isfinite(played.meter.error)


@pytest.mark.parametrize(("parts", "held"), [(10**11, True), (10**12, False)])
def test_a_meter_is_held_in_whole_parts_far_above_its_growth(parts: int, held: bool) -> None:
    """Machine integers end near 9.2 x 10^18, half of which is allowed: a meter of 5 x 10^6 in such parts."""
    prize = MeterPrize("all", Fraction(1, 10**6), Fraction(1))
    meter = Meter(0, Fraction(parts // 200 + 1, parts), (prize,))
    if held:
        assert simulate_meter(meter, 2, seed=1).cycles == 2
    else:
        with pytest.raises(JackpotError, match=r"hold the meter in parts of 1/10{12}$"):
            simulate_meter(meter, 2, seed=1)
