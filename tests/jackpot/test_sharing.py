"""Sharing the meter: conservation of money, and the formulas of Crown rule 7.4 step by step."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.jackpot.sharing import (
    prize_pool,
    royal_share,
    settle_meter,
    straight_flush_alone,
    straight_flush_share,
)

dollars = st.fractions(min_value=0, max_value=10**6, max_denominator=1000)


def one_after_the_other(meter: Fraction, seed: Fraction, winners: int) -> Fraction:
    """Pay winners one by one a tenth of what is above the seed, and a tenth of the seed each."""
    above, paid = meter - seed, Fraction(0)
    for _ in range(winners):
        paid += above / 10 + seed / 10
        above -= above / 10
    return paid


@given(st.integers(1, 4), st.integers(0, 7))
def test_royal_and_straight_flushes_share_the_whole_pool(royals: int, straight_flushes: int) -> None:
    whole = royals * royal_share(royals, straight_flushes)
    whole += straight_flushes * straight_flush_share(royals, straight_flushes)
    assert whole == 1


@given(dollars, dollars, st.integers(1, 7))
def test_straight_flushes_alone_take_their_tenths_one_after_the_other(
    above: Fraction, seed: Fraction, winners: int
) -> None:
    of_meter, of_seed = straight_flush_alone(winners)
    meter = seed + above
    assert winners * (of_meter * meter + of_seed * seed) == one_after_the_other(meter, seed, winners)


def test_7_4_1_each_royal_beyond_the_first_adds_a_seed() -> None:
    assert [prize_pool(Fraction(100), Fraction(30), royals) for royals in (1, 2, 3, 4)] == [
        100,
        130,
        160,
        190,
    ]


@given(
    dollars,
    st.fractions(min_value=1, max_value=10**5, max_denominator=100),
    st.integers(0, 4),
    st.integers(0, 7),
)
def test_no_cent_is_lost(above: Fraction, seed: Fraction, royals: int, straight_flushes: int) -> None:
    if royals + straight_flushes == 0:
        return
    one = settle_meter(seed + above, seed, royals, straight_flushes)
    assert one.meter + one.top_up == one.paid + one.meter_after
    assert one.meter_after >= seed
    assert 0 <= one.rounded - one.meter < 1
    assert one.paid == (one.pool if royals else one_after_the_other(one.rounded, seed, straight_flushes))


def test_who_is_not_there_has_no_share() -> None:
    seed = Fraction(10000)
    assert settle_meter(2 * seed, seed, 1, 0).straight_flush == 0
    assert settle_meter(2 * seed, seed, 0, 1).royal == 0


def test_6_4_1_a_straight_flush_near_the_seed_makes_the_house_top_up() -> None:
    seed = Fraction(10000)
    one = settle_meter(Fraction("10500.40"), seed, 0, 1)
    assert one.straight_flush == Fraction("1050.10")
    assert one.meter_after == seed
    assert one.top_up == seed - (Fraction("10500.40") - Fraction("1050.10"))


def test_7_3_1_the_meter_is_rounded_up_to_the_dollar_before_it_is_paid() -> None:
    one = settle_meter(Fraction("25000.01"), Fraction(10000), 1, 0)
    assert [one.royal, one.meter_after, one.top_up] == [25001, 10000, Fraction("10000.99")]


@pytest.mark.parametrize(
    ("meter", "seed", "royals", "straight_flushes"),
    [(9999, 10000, 1, 0), (10000, 10000, 0, 0), (10000, 10000, -1, 2), (10000, 0, 1, 0)],
)
def test_what_cannot_be_shared_is_refused(meter: int, seed: int, royals: int, straight_flushes: int) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        settle_meter(Fraction(meter), Fraction(seed), royals, straight_flushes)
