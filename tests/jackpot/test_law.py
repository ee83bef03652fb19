"""The law of a meter against other arithmetic, exact special cases, and its own balance of money."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formatting import root_decimal
from combin.jackpot.answer import published_meters
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.law import (
    Explanation,
    LongRun,
    MeterLaw,
    MustHitLaw,
    Rounding,
    explain_rates,
    increment_for,
    meter_law,
    target_returns,
)
from combin.jackpot.meter import JackpotError, Meter, MeterPrize
from tests.helpers.variants import shipped
from tests.jackpot.meters import FIRST, LAST, one_partial, slow_law, solved, some_meters


def _holds(enclosure: Enclosure, value: Any) -> bool:  # noqa: ANN401  mpmath is not typed
    """Tell whether an enclosure holds a value of 60 digits, up to its own last digits."""
    exact = Fraction(mpmath.nstr(value, 50))
    slack = abs(exact) / 10**40
    return enclosure.low - slack <= exact <= enclosure.high + slack


@pytest.mark.parametrize(
    "meter",
    [
        FIRST,
        LAST,
        one_partial(0, "1/5", "1/70000", "1/900", "1/4"),
        one_partial(500, "9%", "1/70000", "1/900", "1/2"),
        one_partial(500, "90%", "1/700", "1/90000", "9/10"),
    ],
)
def test_mean_deviation_and_top_ups_hold_the_values_of_another_arithmetic(meter: Meter) -> None:
    law = MeterLaw(meter, 20)
    slow = slow_law(meter)
    (partial,) = meter.partial
    assert _holds(law.mean, slow["mean"])
    with mpmath.workdps(60):
        assert _holds(law.deviation, mpmath.sqrt(slow["variance"]))
    if meter.seed:
        assert _holds(law.top_up(partial), slow["top_up"])
    assert law.mean.width < Fraction(1, 10**20)


def test_the_density_integrates_to_the_distribution_and_the_mean() -> None:
    law = MeterLaw(LAST, 12)

    def density(shown: Any) -> float:  # noqa: ANN401  mpmath is not typed
        return float(law.density(Fraction(str(shown))).middle)

    cuts = [75_000, 83_333, 100_000, 140_000, 200_000, 320_000]
    with mpmath.workdps(15):
        for low, high in pairwise(cuts):
            mass = mpmath.quad(density, [low, high], maxdegree=4)
            between = law.exceeds(Fraction(low)) - law.exceeds(Fraction(high))
            assert abs(mass - float(between.middle)) < 1e-6
    assert law.density(Fraction(75_000)).low > 0


def test_the_density_satisfies_the_equation_and_the_flow_at_the_seed() -> None:
    law = MeterLaw(LAST, 30)
    (partial,) = LAST.partial
    step = Fraction(1, 10**5)
    for shown in (Fraction(80_000), Fraction(100_000), Fraction(170_000)):
        slope = (law.density(shown + step) - law.density(shown - step)) * (1 / (2 * step))
        inflow = law.density(shown / (1 - partial.share)) * (partial.probability / (1 - partial.share))
        right = inflow - law.density(shown) * LAST.prize_probability
        assert abs((slope * LAST.increment).middle - right.middle) < Fraction(1, 10**18)
    flow = law.density(LAST.seed) * LAST.increment
    back = law.top_up_probability(partial) * partial.probability + LAST.reset_probability
    assert flow.meets(back)


def test_only_prizes_that_take_all_make_exact_figures() -> None:
    royal = MeterPrize("royal", Fraction(40, 2598960), Fraction(1))
    law = MeterLaw(Meter(1000, "9%", (royal,)))
    growth = Fraction(9, 100) * 2598960 / 40
    assert law.mean == Enclosure.exactly(1000 + growth)
    assert law.deviation == Enclosure.exactly(growth)
    assert law.long_run_return == Enclosure.exactly(Fraction(9, 100) + 1000 * royal.probability)
    assert law.house_edge == Enclosure.exactly(1 - law.long_run_return.low)
    assert law.mean_prize(royal) == law.mean
    assert law.paid(royal).low == law.long_run_return.low
    assert law.top_up(royal) == Enclosure.exactly(1000)
    assert law.top_up_probability(royal) == Enclosure.exactly(1)
    with mpmath.workdps(50):
        assert _holds(law.quantile(Fraction(1, 2)), 1000 + mpmath.log(2) * mpmath.mpf("5847.66"))
        assert _holds(law.exceeds(Fraction(2000)), mpmath.exp(-1000 / mpmath.mpf("5847.66")))


@pytest.mark.parametrize("share", [Fraction(1), Fraction(1, 3)])
def test_two_prizes_of_one_share_are_one(share: Fraction) -> None:
    """Partial ones go through the terms of several powers; the law must not notice."""
    others = (
        MeterPrize("all", Fraction(1, 5000), Fraction(1)),
        MeterPrize("part", Fraction(1, 300), Fraction(1, 4)),
    )
    odds = Fraction(1, 600)
    apart = tuple(MeterPrize(name, odds, share) for name in "ab")
    together = MeterPrize("ab", 2 * odds, share)
    split, merged = (MeterLaw(Meter(100, "1/9", (*others, *some)), 15) for some in (apart, (together,)))
    for figure in ("mean", "long_run_return"):
        assert getattr(split, figure).meets(getattr(merged, figure))
    assert split.quantile(Fraction(1, 3)).meets(merged.quantile(Fraction(1, 3)))
    assert (split.top_up(apart[0]) + split.top_up(apart[1])).meets(merged.top_up(together) * 2)


def test_without_a_seed_the_moments_are_exact() -> None:
    """m' = (1 - h) m + E has moments that follow from themselves."""
    prizes = tuple(
        MeterPrize(str(share), Fraction(weight, 5000), Fraction(share))
        for share, weight in (("1/4", 3), ("1/2", 1))
    )
    meter = Meter(0, "1/5", prizes)
    growth = meter.increment / meter.prize_probability
    kept, kept_squared = Fraction(3 * 3 + 2, 16), Fraction(3 * 9 + 4, 64)
    mean = growth / (1 - kept)
    square = (2 * growth * kept * mean + 2 * growth**2) / (1 - kept_squared)
    law = MeterLaw(meter, 15)
    assert law.mean.contains(mean)
    assert law.deviation.decimal(15) == root_decimal(square - mean**2, 15)
    assert law.long_run_return.contains(meter.increment)
    assert law.top_ups == Enclosure.exactly(0)
    assert [law.top_up_probability(one) for one in prizes] == [Enclosure.exactly(0)] * 2


@pytest.mark.parametrize("probability", [Fraction(0), Fraction(1), Fraction(-1, 2)])
def test_there_is_no_amount_that_the_meter_never_or_always_exceeds(probability: Fraction) -> None:
    with pytest.raises(JackpotError, match="it must lie between 0 and 1"):
        MeterLaw(FIRST).quantile(probability)


def test_a_share_of_next_to_nothing_takes_no_longer() -> None:
    """A millionth of the meter once in 100,000 wagers: it grows nearly until it is taken whole."""
    law = MeterLaw(one_partial(1000, "10%", "1/100000", "1/100000", "1/1000000"))
    alone = MeterLaw(Meter(1000, "10%", (MeterPrize("all", Fraction(1, 10**5), Fraction(1)),)))
    assert 0 < alone.mean.middle - law.mean.middle < Fraction(1, 10)
    assert law.mean.width < Fraction(1, 1000)


@pytest.mark.slow
@given(some_meters)
def test_what_is_paid_out_was_paid_in(meter: Meter) -> None:
    law = MeterLaw(meter, 12)
    paid = law.mean * meter.value().share
    assert paid.meets(law.long_run_return - meter.bonus_return)
    each = [law.paid(one) for one in meter.prizes]
    assert sum(each, Enclosure.exactly(0)).meets(paid)
    topped = sum((law.top_up(one, one.probability) for one in meter.prizes), Enclosure.exactly(0))
    assert (topped + meter.increment).meets(paid)
    assert all(law.density(meter.seed + amount).high >= 0 for amount in (0, 100, 500, 4000))


@given(some_meters, st.integers(1, 98))
def test_quantiles_invert_the_distribution(meter: Meter, percent: int) -> None:
    law = MeterLaw(meter, 8)
    probability = Fraction(percent, 100)
    low, high = law.quantile(probability), law.quantile(probability + Fraction(1, 100))
    assert meter.seed < low.low < high.high
    assert (Enclosure.exactly(1) - law.exceeds(low.low)).low <= probability
    assert (Enclosure.exactly(1) - law.exceeds(low.high)).high >= probability


@pytest.mark.slow
@given(some_meters, st.integers(1, 99))
def test_a_faster_meter_stands_higher_and_is_topped_up_less(meter: Meter, part: int) -> None:
    slower = meter.with_increment(meter.increment * Fraction(part, 100))
    fast, slow = MeterLaw(meter, 12), MeterLaw(slower, 12)
    assert fast.mean.low > slow.mean.high
    assert fast.long_run_return.low > slow.long_run_return.high
    assert fast.top_ups.low <= slow.top_ups.high


SEED, INCREMENT, STEPS = 7, Fraction(1, 2), 4
"""The limit lies `STEPS` wagers above the seed."""
METER = Meter(SEED, INCREMENT, (), limit=SEED + STEPS * INCREMENT)


def test_a_chain_of_wagers_returns_as_much() -> None:
    # The meter is followed in halves of an increment; the hidden amount lies half a wager past a multiple.
    hidden = range(1, 2 * STEPS, 2)
    half = INCREMENT / 2

    def won(position: int) -> dict[int, tuple[Fraction, Fraction]]:
        """What a fresh hidden amount makes of a position: it may lie below at once; odds and prizes."""
        found = {position: (Fraction(sum(one > position for one in hidden), STEPS), Fraction(0))}
        for one in hidden:
            if one <= position:
                for place, (odds, prize) in won(position - one).items():
                    own, paid = found.get(place, (Fraction(0), Fraction(0)))
                    more = odds / STEPS
                    found[place] = own + more, paid + more * (SEED + one * half) + prize / STEPS
        return found

    states = range(2 * STEPS)
    moves = [[Fraction(0)] * len(states) for _ in states]
    paid = [Fraction(0)] * len(states)
    for state in states:
        open_ = [one for one in hidden if one > state]
        for one in open_:
            if one > state + 2:
                moves[state][state + 2] += Fraction(1, len(open_))
                continue
            paid[state] += (SEED + one * half) / len(open_)
            for place, (odds, prize) in won(state + 2 - one).items():
                moves[state][place] += odds / len(open_)
                paid[state] += prize / len(open_)
        if not open_:  # never reached
            moves[state][0] = Fraction(1)
    often = solved(moves)
    returned = sum((share * prize for share, prize in zip(often, paid, strict=True)), Fraction(0))
    assert MustHitLaw(METER).long_run_return.middle == returned


@pytest.mark.parametrize(("base", "rate", "limit"), [("90%", "1%", 10_000), ("88%", "2%", 500)])
def test_the_break_even_meter_is_that_of_the_books(base: str, rate: str, limit: int) -> None:
    lacking = 1 - Fraction(base.rstrip("%")) / 100
    share = Fraction(rate.rstrip("%")) / 100
    even = limit * lacking / (lacking + share)  # 10 / 11 of the limit for 90% and 1%
    line = Meter(limit // 2, rate, (), envy_return=base, limit=limit).value()
    assert line.break_even == even
    assert line.returned(1, even) == 1
    assert line.returned(1, Fraction(0)) == 1 - lacking


def test_the_law_of_the_meter() -> None:
    law = meter_law(METER, 8)
    assert law.mean.middle == 8
    assert law.deviation.decimal(8) == "0.57735027"  # 2 / sqrt(12)
    assert law.exceeds(Fraction(17, 2)).middle == Fraction(1, 4)
    assert law.exceeds_now(Fraction(17, 2)).middle == Fraction(1, 16)
    assert law.quantile(Fraction(3, 4)).middle == Fraction(17, 2)
    assert law.long_run_return.middle == law.top_ups.middle + INCREMENT
    assert increment_for(METER, law.long_run_return.middle).middle == INCREMENT


def test_a_unit_may_hit_a_narrow_meter_more_than_once() -> None:
    law = meter_law(Meter(1, "60%", (), limit=2))
    assert law.paid(law.prizes[0]).middle == Fraction(6, 5) * law.mean.middle == law.long_run_return.middle


def test_what_no_such_meter_can_be() -> None:
    prize = MeterPrize("all", Fraction(1, 100), Fraction(1))
    for prizes, limit in (((), 10), ((prize,), 20)):
        with pytest.raises(JackpotError, match="must be hit by"):
            Meter(10, "1%", prizes, limit=limit)
    with pytest.raises(JackpotError, match="must be hit by an amount has another law"):
        MeterLaw(METER)
    with pytest.raises(JackpotError, match="which must be hit by 9"):
        METER.value().returned(1, Fraction(9))


def test_every_figure_is_certain_to_the_digits_asked_for() -> None:
    run = LongRun(LAST, 12)
    law = run.law
    of_prizes = (law.mean_prize, law.top_up, law.top_up_probability, law.paid)
    enclosures = [
        *(run.top_ups, run.long_run_return, run.house_edge, law.mean, law.deviation, run.favourable),
        *run.quantiles.values(),
        *(figure(prize) for prize in law.prizes for figure in of_prizes),
    ]
    assert all(one.is_certain(12) for one in enclosures)
    assert LongRun(FIRST).long_run_return.is_certain(10)


def test_the_figures_fit_each_other() -> None:
    run = LongRun(FIRST)
    law, bonus = run.law, FIRST.bonus_return
    royal, flush = law.prizes
    assert law.mean_prize(royal).meets(law.mean)
    assert law.mean_prize(flush).meets(law.mean * Fraction(1, 10))
    assert (run.long_run_return + run.house_edge).contains(Fraction(1))
    assert (run.top_ups + bonus + run.increments).meets(run.long_run_return)
    assert (law.paid(royal) + law.paid(flush) + bonus).meets(run.long_run_return)
    amounts = [amount.low for amount in run.quantiles.values()]
    assert amounts == sorted(amounts)
    assert run.value.break_even == Fraction(3036400, 19)
    assert run.favourable.percent(1) == "29.8%"


def test_the_largest_prize_is_the_first_that_is_the_whole_meter() -> None:
    part, *whole = (
        MeterPrize(name, Fraction(1, 1000), Fraction(share))
        for name, share in (("part", "1/3"), ("all", "1"), ("all too", "1"))
    )
    run = LongRun(Meter(2000, "5%", (part, *whole)), 4)
    assert run.largest_prize.name == "all"
    assert LongRun(Meter(500, "5%", (part,)), 4).largest_prize.name == "part"
    assert run.value.break_even < 2000
    assert run.favourable.low == 1


CROWN = shipped("crown-melbourne")

METERS = tuple(one for _, one in published_meters(CROWN))


def test_the_row_that_no_common_target_gives_is_the_last() -> None:
    """docs/meter.md has the target, and that it gives 13 of the 14."""
    (wrong,) = [row for row in explain_rates(METERS).rows if not row.agrees]
    assert wrong.meter == LAST
    assert (wrong.meter.increment, wrong.printed) == (Fraction("0.2028"), Fraction("0.2027"))
    touching = [Enclosure.exactly(1)] * 2
    assert not Explanation(Fraction(1), Rounding.DOWN, (), *touching).explains_all


def _returning(*targets: str) -> tuple[Meter, ...]:
    """Return meters whose rates, printed with four digits, bring these returns."""
    rates = [increment_for(FIRST, target, 8).decimal(4) for target in targets]
    return tuple(FIRST.with_increment(Fraction(rate)) for rate in rates)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("meters", "places"),
    [
        (METERS, 1),
        (METERS, 4),
        (METERS[1:4], 6),
        (METERS[2:4], 7),
        ((*METERS[:2], FIRST.with_increment(Fraction("0.32"))), 5),
        ((*METERS[:2], FIRST.with_increment(Fraction("0.36"))), 5),
        (_returning("0.82", "0.83"), 1),
        (_returning("0.79", "0.87", "0.88", "0.89"), 1),
    ],
)
def test_the_best_target_is_the_best_of_all(meters: tuple[Meter, ...], places: int) -> None:
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
    ],
)
def test_rounding(rounding: Rounding, rate: str, printed: str) -> None:
    exact, wanted = Enclosure.exactly(Fraction(rate)), Fraction(printed)
    assert rounding.printed(exact, 4) == wanted
    low, high = (Enclosure.exactly(end) for end in rounding.exact_rates(wanted, Fraction(1, 10_000)))
    assert low.low <= Fraction(rate) < high.low
    assert [rounding.printed(end, 4) == wanted for end in (low, high)] == [True, False]


def test_a_rate_on_a_rounding_limit_is_not_printed() -> None:
    with pytest.raises(JackpotError, match=r"4 digits of a rate near 0\.3406500 are not certain"):
        Rounding.HALF_UP.printed(Enclosure(Fraction("0.340649999"), Fraction("0.340650001")), 4)


def test_one_rate_alone_explains_no_target() -> None:
    """Each of the 14 rates has an interval of targets; alone, any of them would be explained."""
    low, high = target_returns(FIRST)
    said = f"34.06% is the rate for every long-run return from {low.percent(5)} up to {high.percent(5)}"
    with pytest.raises(JackpotError, match=f"one published increment rate alone explains no target.*{said}"):
        explain_rates((FIRST,))
