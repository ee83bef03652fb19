"""Increment rates for targets, and the published rates of Crown's Tables 1 and 2."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings

from combin.jackpot.meter.enclosure import Enclosure
from combin.jackpot.meter.law import (
    Explanation,
    MeterLaw,
    Rounding,
    explain_rates,
    increment_for,
    target_returns,
)
from combin.jackpot.meter.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.value import game_meter, published_meters
from tests.jackpot.meters import FIRST, LAST, one_partial, some_meters
from tests.variants import shipped

CROWN = shipped("crown-melbourne")
METERS = [one for _, one in published_meters(CROWN)]


def test_one_target_of_two_decimals_gives_13_of_14_published_rates() -> None:
    found = explain_rates(METERS)
    assert found.target == Fraction("0.8887")
    assert found.agreeing == 13
    assert not found.explains_all
    (wrong,) = [row for row in found.rows if not row.agrees]
    assert wrong.meter == LAST
    assert (wrong.meter.increment, wrong.printed) == (Fraction("0.2028"), Fraction("0.2027"))
    assert wrong.off_by == Fraction("0.0001")


def test_rates_rounded_down_are_all_explained() -> None:
    found = explain_rates(METERS, rounding=Rounding.DOWN, target_places=5)
    assert (found.target, found.agreeing, found.explains_all) == (Fraction("0.88875"), 14, True)
    assert found.lowest.high < found.target < found.highest.low
    assert found.rows[0].exact.low > found.rows[0].meter.increment


def test_no_target_explains_rates_rounded_up() -> None:
    found = explain_rates(METERS, rounding=Rounding.UP, target_places=5)
    assert not found.explains_all
    assert found.agreeing == 13


def _returning(*targets: str) -> list[Meter]:
    """Return meters whose rates, printed with four digits, bring these returns."""
    rates = [increment_for(FIRST, target, 8).decimal(4) for target in targets]
    return [FIRST.with_increment(Fraction(rate)) for rate in rates]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("meters", "places"),
    [
        (METERS, 1),
        (METERS, 4),
        (METERS[1:4], 6),
        (METERS[2:4], 7),
        ([*METERS[:2], FIRST.with_increment(Fraction("0.32"))], 5),
        ([*METERS[:2], FIRST.with_increment(Fraction("0.36"))], 5),
        (_returning("0.82", "0.83"), 1),
        (_returning("0.79", "0.87", "0.88", "0.89"), 1),
    ],
)
def test_the_best_target_is_the_best_of_all(meters: list[Meter], places: int) -> None:
    """Every round target near the returns is tried: most rates first, then the least sum of squares."""
    limits = [target_returns(one) for one in meters]
    returns = [MeterLaw(one, 12).long_run_return.middle for one in meters]
    unit = Fraction(1, 10**places)
    first, last = floor((min(returns) - Fraction(1, 10**4)) / unit), ceil((max(returns) + unit) / unit)

    def merit(target: Fraction) -> tuple[int, Fraction]:
        agreeing = sum(low.high <= target < high.low for low, high in limits)
        return agreeing, -sum(((one - target) ** 2 for one in returns), Fraction(0))

    best = max((unit * step for step in range(first, last + 1)), key=merit)
    assert explain_rates(meters, target_places=places).target == best


def test_targets_that_only_touch_explain_nothing() -> None:
    one = Enclosure.exactly(1)
    assert not Explanation(Fraction(1), Rounding.HALF_UP, (), one, one).explains_all


def test_a_target_can_be_given() -> None:
    found = explain_rates(METERS[:2], target="90%")
    assert found.target == Fraction(9, 10)
    assert found.agreeing == 0


@pytest.mark.slow
@pytest.mark.parametrize("meter", METERS, ids=lambda one: f"{one.seed}-{one.increment}")
def test_limits_and_rate_fit_each_other(meter: Meter) -> None:
    low, high = target_returns(meter)
    at_limits = [increment_for(meter, target, 12) for target in (low.high, high.low)]
    half = Fraction(1, 20_000)
    assert abs(at_limits[0].middle - (meter.increment - half)) < Fraction(1, 10**10)
    assert abs(at_limits[1].middle - (meter.increment + half)) < Fraction(1, 10**10)
    assert low.high < MeterLaw(meter).long_run_return.low < high.low


@pytest.mark.slow
@settings(max_examples=12)
@given(some_meters)
def test_the_rate_for_a_return_is_the_rate_that_has_it(meter: Meter) -> None:
    target = MeterLaw(meter, 20).long_run_return
    low, high = (increment_for(meter, end, 10) for end in (target.low, target.high))
    assert low.low <= meter.increment <= high.high
    assert high.high - low.low < Fraction(1, 10**9)


def test_the_rate_is_proven_by_the_returns_on_both_sides() -> None:
    rate = increment_for(LAST, "88.87%", 15)
    below, above = (MeterLaw(LAST.with_increment(end), 25).long_run_return for end in (rate.low, rate.high))
    assert below.high < Fraction("0.8887") < above.low
    assert rate.decimal(15)[:10] == "0.20274689"


@pytest.mark.slow
def test_a_small_share_needs_more_digits_on_the_way() -> None:
    meter = one_partial(1000, "10%", "1/100000", "1/100000", "1/250")
    rate = increment_for(meter, MeterLaw(meter, 15).long_run_return.low, 8)
    assert rate.decimal(8) == "0.10000000"


def test_without_partial_prizes_the_rate_is_exact() -> None:
    meter = Meter(1000, "9%", (MeterPrize("royal", Fraction(40, 2598960), Fraction(1)),))
    assert increment_for(meter, "10%") == Enclosure.exactly(Fraction(1, 10) - Fraction(1000 * 40, 2598960))
    assert target_returns(meter)[0].width == 0


def test_a_rate_is_above_nothing_and_below_the_whole_wager() -> None:
    meter = Meter(1000, "9%", (MeterPrize("royal", Fraction(40, 2598960), Fraction(1)),))
    rate = Fraction(1, 10**9)
    assert increment_for(meter, meter.lowest_return + rate) == Enclosure.exactly(rate)
    assert increment_for(meter, meter.lowest_return + 1 - rate) == Enclosure.exactly(1 - rate)
    with pytest.raises(JackpotError, match=r"of 1\.539077%: .* at the seed the wager returns 1\.539077%$"):
        increment_for(meter, meter.lowest_return)
    with pytest.raises(JackpotError, match=r"of 101\.539077% takes an increment rate of 100% or more"):
        increment_for(meter, meter.lowest_return + 1)


@pytest.mark.parametrize("rate", [Fraction(1, 100_000), Fraction(1, 20_000)])
def test_a_rate_near_0_is_rounded_from_returns_at_the_seed(rate: Fraction) -> None:
    meter = FIRST.with_increment(rate)
    low, high = target_returns(meter)
    assert low == Enclosure.exactly(meter.lowest_return)
    assert high.low > low.high


@pytest.mark.parametrize(
    ("rounding", "rate", "printed"),
    [
        (Rounding.HALF_UP, "0.34065", "0.3407"),
        (Rounding.HALF_UP, "0.340649", "0.3406"),
        (Rounding.DOWN, "0.34069", "0.3406"),
        (Rounding.DOWN, "0.3406", "0.3406"),
        (Rounding.UP, "0.34061", "0.3407"),
        (Rounding.UP, "0.3406", "0.3406"),
    ],
)
def test_rounding(rounding: Rounding, rate: str, printed: str) -> None:
    exact = Enclosure.exactly(Fraction(rate))
    assert rounding.printed(exact, 4) == Fraction(printed)
    low, high = rounding.exact_rates(Fraction(printed), Fraction(1, 10_000))
    assert low <= Fraction(rate) <= high
    assert rounding.holds(Enclosure.exactly(low), Fraction(rate), Enclosure.exactly(high))


@pytest.mark.parametrize("rounding", Rounding)
def test_of_the_two_limits_that_one_belongs_to_a_rate_which_is_printed_so(rounding: Rounding) -> None:
    rate = Fraction("0.3406")
    low, high = (Enclosure.exactly(end) for end in rounding.exact_rates(rate, Fraction(1, 10_000)))
    for end in (low, high):
        assert rounding.holds(low, end.low, high) == (rounding.printed(end, 4) == rate)


def test_a_rate_on_a_rounding_limit_is_not_printed() -> None:
    with pytest.raises(JackpotError, match=r"4 digits of a rate near 0\.3406500 are not certain"):
        Rounding.HALF_UP.printed(Enclosure(Fraction("0.340649999"), Fraction("0.340650001")), 4)


def test_mixed_options_miss_the_target_by_the_difference_of_the_bonus_prizes() -> None:
    mixed = MeterLaw(game_meter(CROWN, "1", 10_000, pay_table="2")).long_run_return
    own = MeterLaw(FIRST).long_run_return
    assert (mixed - own).contains(LAST.bonus_return - FIRST.bonus_return)
    assert (own.percent(2), mixed.percent(2)) == ("88.87%", "91.91%")


def test_one_rate_alone_explains_no_target() -> None:
    """Each of the 14 rates has an interval of targets; alone, any of them would be explained."""
    low, high = target_returns(FIRST)
    said = f"34.06% is the rate for every long-run return from {low.percent(5)} up to {high.percent(5)}"
    with pytest.raises(JackpotError, match=f"one published increment rate alone explains no target.*{said}"):
        explain_rates([FIRST])
    judged = explain_rates([FIRST], target="88.87%")
    assert judged.rows[0].agrees
