"""The panels enclose what the series has to any number of digits, and what other roads give."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from flint import ctx
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from combin.jackpot.enclosure import Enclosure, MeterBounds, MeterSeries, ball, enclosure, is_short
from combin.jackpot.law import LongRun, MeterLaw, increment_for, law_of
from combin.jackpot.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.panels import EndlessError, MeterPanels
from tests.jackpot.meters import FIRST, LAST, TWO_PARTS, some_meters
from tests.jackpot.played_meters import simulate_meter

if TYPE_CHECKING:
    from flint import arb

DEALS = 2_598_960
NEAR = Meter(
    1000,
    "12%",
    tuple(
        MeterPrize(name, Fraction(ways, DEALS), Fraction(share, 100))
        for name, ways, share in (("royal", 4, 60), ("straight flush", 36, 15), ("four of a kind", 624, 1))
    ),
)
"""Three partial prizes, whose series has terms without end."""
THOUSANDTH = Meter(
    1000,
    "12%",
    (
        MeterPrize("royal", Fraction(4, DEALS), Fraction(1)),
        MeterPrize("straight flush", Fraction(36, DEALS), Fraction(1, 1000)),
    ),
)
HIGH = Meter(
    10**9,
    "0.1%",
    (
        MeterPrize("royal", Fraction(4, 22_100), Fraction(1)),
        MeterPrize("straight flush", Fraction(44, 22_100), Fraction(1, 10)),
    ),
)

SMALL_NEAR_THE_SEED = Meter(
    75_000,
    "0.1%",
    (
        MeterPrize("royal", Fraction(36, DEALS), Fraction(1)),
        MeterPrize("straight flush", Fraction(5108, DEALS), Fraction(1, 10_000)),
    ),
)


def grid_mean(meter: Meter, points: int = 40_000, growths: float = 100) -> float:
    """Return the mean of the meter on a plain grid: what flows up past a point flows down past it again."""
    odds = [float(one.probability / meter.increment) for one in meter.prizes]
    step = growths * float(meter.increment / meter.prize_probability) / points
    seed = float(meter.seed)
    beyond = np.zeros(points + 2)  # the weight at a point and above it
    beyond[points] = 1.0
    for point in range(points - 1, -1, -1):
        flow = 0.0
        for odd, one in zip(odds, meter.prizes, strict=True):
            stays = (
                seed + (point + 0.5) * step
            )  # a prize brings the meter below this if it stood below `there`
            there = np.inf if one.resets else (stays / float(1 - one.share) - seed) / step + 0.5
            up_to = 0.0 if there >= points else beyond[int(there) + 1]
            flow += odd * (beyond[point + 1] - up_to)
        beyond[point] = beyond[point + 1] + flow * step
    return seed + step * float(beyond[1:].sum()) / float(beyond[0])


def bounds(found: arb) -> Enclosure:
    with ctx.workprec(128):
        return enclosure(found)


@pytest.fixture
def few_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up after some hundreds of panels, which are the work that a meter takes."""
    monkeypatch.setattr("combin.jackpot.panels.MOST_PANELS", 500)


@pytest.mark.slow
@pytest.mark.usefixtures("few_panels")
def test_shares_near_one_another_take_a_moment() -> None:
    run = LongRun(NEAR)
    assert run.law.mean.decimal(2) == "22213.33"
    assert abs(grid_mean(NEAR) / 22_213.33 - 1) < 0.002
    # The balance of money: what is paid out of the meter is what is paid into it.
    paid = sum(map(run.law.paid, run.law.prizes), Enclosure.exactly(0))
    assert paid.meets(run.top_ups + Fraction(12, 100))
    assert run.long_run_return.percent(4) == "12.0000%"


@pytest.mark.usefixtures("few_panels")
def test_a_share_of_a_thousandth_takes_a_moment() -> None:
    run = LongRun(THOUSANDTH)
    assert run.law.mean.decimal(2) == "78264.42"
    assert abs(grid_mean(THOUSANDTH) / 78_264.42 - 1) < 0.002


@pytest.mark.parametrize("meter", [FIRST, LAST, TWO_PARTS, HIGH])
def test_panels_enclose_the_series(meter: Meter) -> None:
    assert is_short(meter)
    law, panels = MeterLaw(meter, 20), MeterPanels(meter)
    growth = meter.increment / meter.prize_probability
    places = [meter.seed + growth * part for part in (Fraction(0), Fraction(1, 7), Fraction(2), Fraction(9))]
    with ctx.workprec(128):
        pairs = [(panels.mean(), law.mean), (panels.variance().sqrt(), law.deviation)]
        pairs += [(panels.exceeds(ball(at)), law.exceeds(at)) for at in places]
        pairs += [(panels.density(ball(at)), law.density(at)) for at in places]
        pairs += [(panels.shortfall(1 - one.share), law.top_up(one)) for one in meter.partial]
    for found, exact in pairs:
        assert bounds(found).meets(exact)
    assert bounds(panels.mean()).width < Fraction(1, 10**8) * max(growth, meter.seed)
    assert all(bounds(panels.exceeds(ball(at))).width < Fraction(1, 10**9) for at in places)


@pytest.mark.slow
@settings(max_examples=8)
@given(some_meters)
def test_panels_enclose_the_series_of_any_meter(meter: Meter) -> None:
    with ctx.workprec(200):
        series, panels = MeterSeries(meter), MeterPanels(meter)
        assert panels.mean().overlaps(series.mean())
        assert panels.variance().overlaps(series.variance())
        at = ball(meter.seed + meter.increment / meter.prize_probability)
        assert panels.exceeds(at).overlaps(series.exceeds(at))
        for one in meter.partial:
            assert panels.shortfall(1 - one.share).overlaps(series.shortfall(1 - one.share))
    assert bounds(panels.mean() / ball(panels.growth)).width < Fraction(1, 10**6)


any_shares = st.lists(
    st.tuples(st.fractions(Fraction(1, 1000), 1, max_denominator=1000), st.integers(1, 100_000)),
    min_size=1,
    max_size=3,
)


@pytest.mark.slow
@settings(max_examples=10)
@given(any_shares, st.integers(1, 5_000))
def test_moments_are_fractions_for_a_seed_of_0(shares: list[tuple[Fraction, int]], increment: int) -> None:
    """By m' = c m + E: the mean is i / sum of p h, and the second moment follows from the first likewise."""
    prizes = tuple(
        MeterPrize(str(number), Fraction(odds, 10**6), share) for number, (share, odds) in enumerate(shares)
    )
    meter = Meter(0, Fraction(increment, 10_000), prizes)
    growth, win = meter.increment / meter.prize_probability, meter.prize_probability
    kept, squares = (
        sum((one.probability / win * (1 - one.share) ** power for one in prizes), Fraction(0))
        for power in (1, 2)
    )
    mean = growth / (1 - kept)
    second = 2 * growth * (growth + kept * mean) / (1 - squares)
    with ctx.workprec(128):
        panels = MeterPanels(meter)
        assert bounds(panels.mean()).contains(mean)
        assert bounds(panels.variance()).contains(second - mean * mean)
    assert MeterLaw(meter).mean == Enclosure.exactly(mean)
    assert bounds(panels.mean()).width < mean / 10**6


@pytest.mark.slow
@settings(max_examples=10)
@given(any_shares, st.integers(1, 10**9), st.integers(1, 5_000))
def test_every_meter_has_a_long_run(shares: list[tuple[Fraction, int]], seed: int, increment: int) -> None:
    prizes = tuple(
        MeterPrize(str(number), Fraction(odds, 10**6), share) for number, (share, odds) in enumerate(shares)
    )
    meter = Meter(seed, Fraction(increment, 10_000), prizes)
    run = LongRun(meter, 8)
    assert run.law.mean.low >= seed
    try:
        assert run.long_run_return.width < Fraction(1, 10**6)
    except JackpotError as error:  # as below
        if "8 digits are not certain" in str(error):
            reject()
        raise
    assert len(run.quantiles) == 7
    assert all(one.high <= other.high for one, other in pairwise(run.quantiles.values()))


def test_a_return_that_all_but_lies_on_a_rounding_limit_is_refused() -> None:
    # The meter is reset after all but one prize in e^39,600: the return is 3.959728065 and 10^-17,000 more.
    meter = Meter(439_969_685, Fraction(1, 10_000), (MeterPrize("", Fraction(1, 10**6), Fraction(9, 1000)),))
    with pytest.raises(JackpotError, match="return: 8 digits are not certain even at"):
        LongRun(meter, 8).long_run_return.decimal(8)
    assert MeterLaw(meter, 10).long_run_return.decimal(10) == "3.9597280650"


@pytest.mark.slow
def test_the_rate_for_a_target_is_proven_with_panels() -> None:
    returned = MeterLaw(THOUSANDTH).long_run_return
    rate = increment_for(THOUSANDTH, returned.middle)
    assert rate.contains(THOUSANDTH.increment) or rate.width < Fraction(1, 10**8)
    assert abs(rate.middle - THOUSANDTH.increment) < Fraction(1, 10**8)
    assert MeterLaw(THOUSANDTH.with_increment(rate.low)).long_run_return.high < returned.middle
    assert MeterLaw(THOUSANDTH.with_increment(rate.high)).long_run_return.low > returned.middle


def test_a_simulation_agrees_with_panels() -> None:
    played = simulate_meter(THOUSANDTH, cycles=20_000, seed=1)
    law = MeterLaw(THOUSANDTH)
    assert abs(played.meter.z_score(law.mean)) < 4
    assert abs(played.long_run_return.z_score(law.long_run_return)) < 4


def test_the_series_is_taken_where_it_is_short() -> None:
    assert isinstance(law_of(FIRST), MeterSeries)
    assert isinstance(law_of(NEAR), MeterPanels)
    assert isinstance(law_of(THOUSANDTH), MeterPanels)
    assert is_short(Meter(10, "1%", (MeterPrize("all", Fraction(1, 100), Fraction(1)),)))


DUST = Meter(1000, "50%", (MeterPrize("dust", Fraction(6, 4165), Fraction(1, 10**12)),))


@pytest.mark.usefixtures("few_panels")
def test_the_tiniest_shares_have_bounds_at_once() -> None:
    """The mean is i / (p h) and up to the seed more; a deviation is near its root of half in growths."""
    with pytest.raises(EndlessError, match="shares of the meter so small that its law does not end"):
        MeterPanels(DUST)
    run = LongRun(DUST)
    least = Fraction(1, 2) / Fraction(6, 4165) * 10**12
    assert run.law.mean.low <= least + Fraction(1, 10**9)
    assert run.law.mean.high >= least + 1000
    assert run.law.mean.width < 1001
    assert run.long_run_return.percent(4) == "50.0000%"
    growth = Fraction(1, 2) / Fraction(6, 4165)
    assert abs(run.law.deviation.middle - growth * isqrt(10**12 // 2)) < 1000
    assert abs(run.law.deviation.width - 1000) < 3  # half the seed to either side
    below = run.quantiles
    assert all(one.low < run.law.mean.middle < one.high for one in below.values())
    assert below[Fraction(1, 100)].low < below[Fraction(1, 4)].low
    assert below[Fraction(1, 100)].high < below[Fraction(99, 100)].high
    assert run.law.top_up(DUST.prizes[0]).contains(Fraction(0))
    assert run.law.top_up_probability(DUST.prizes[0]).high < Fraction(1, 10**6)
    assert not run.law.knows_density
    assert run.law.mean.to_dict(10)["decimal"] == "347083333333833"
    with pytest.raises(JackpotError, match=r"its density at 1000\.00 is not known"):
        MeterLaw(DUST).density(Fraction(1000))


@pytest.mark.parametrize("meter", [NEAR, THOUSANDTH, SMALL_NEAR_THE_SEED], ids=["near", "thousandth", "walk"])
def test_bounds_hold_what_panels_find(meter: Meter) -> None:
    with ctx.workprec(128):
        panels, wide = MeterPanels(meter), MeterBounds(meter)
        assert wide.mean().contains(panels.mean())
        assert wide.variance().contains(panels.variance())
        for part in (Fraction(3, 2), Fraction(3), Fraction(10)):
            at = ball(meter.seed * part)
            assert wide.exceeds(at).overlaps(panels.exceeds(at))
        for one in meter.partial:
            assert wide.shortfall(1 - one.share).overlaps(panels.shortfall(1 - one.share))
            assert bounds(wide.shortfall(1 - one.share)).width < one.share * meter.seed * Fraction(1001, 1000)
    least = meter.seed + meter.increment / meter.prize_probability
    assert bounds(wide.mean()).high - bounds(wide.mean()).low < meter.seed + 1
    assert bounds(wide.mean()).low > least - Fraction(1, 10**6)


def test_a_seed_that_is_large_beside_the_growth_takes_few_panels() -> None:
    """Each prize takes many growths, so that the meter stays near its seed."""
    panels = MeterPanels(SMALL_NEAR_THE_SEED)
    assert len(panels._panels.low) < 100
    with ctx.workprec(128):
        assert abs(grid_mean(SMALL_NEAR_THE_SEED, 8_000) / float(panels.mean().mid()) - 1) < 0.002


def test_a_quantile_that_is_not_proven_closely_is_enclosed_all_the_same() -> None:
    law = MeterLaw(Meter(1000, "1%", (MeterPrize("some", Fraction(1, 4000), Fraction(1, 10**8)),)))
    low, high = law.quantile(Fraction(1, 4)), law.quantile(Fraction(3, 4))
    for one in (low, high):
        assert one.low < law.mean.low
        assert one.high > law.mean.high
    # Of a normal law, which this nearly is, both lie 0.6745 deviations from the mean.
    off = law.deviation.middle * Fraction(6745, 10_000)
    assert low.contains(law.mean.middle - off)
    assert high.contains(law.mean.middle + off)
