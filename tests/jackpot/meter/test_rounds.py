"""The second road, in whole wagers and rounds, and the meter played out at random."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK, STANDARD_RANKS, STANDARD_SUITS, Deck, parse_deck
from combin.jackpot.meter.law import MeterLaw
from combin.jackpot.meter.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.meter.rounds import (
    CLOSE,
    RoundOutcome,
    Winners,
    _added_up,
    fixed_point,
    neglected_effects,
    prize_pool,
    return_by_rounds,
    royal_share,
    seat_outcomes,
    settle_meter,
    straight_flush_alone,
    straight_flush_share,
)
from tests.jackpot.meter.played_meters import simulate_meter
from tests.jackpot.meters import FIRST, LAST, TWO_PARTS, any_meters, one_partial, slow_cycle
from tests.variants import shipped

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
@settings(max_examples=40, deadline=None)
def test_the_limits_of_any_meter_hold_its_law(meter: Meter) -> None:
    found, law = return_by_rounds(meter, even_growth=True, cells=50), MeterLaw(meter, 6)
    for (low, high), exact in (
        ((found.low, found.high), law.long_run_return),
        (found.mean_meter, law.mean),
    ):
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
def test_the_limits_hold_the_law_however_rare_resets_are(
    prizes: tuple[tuple[str, int | str], ...], wide: float
) -> None:
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


def naive_law(deck: Deck, seats: int) -> dict[tuple[int, int], Fraction]:
    """Deal two jackpot cards and then every seat in every way, and look at each five cards."""
    cards = range(len(deck))
    suits, ranks = len(deck.suits), len(deck.ranks)
    top = list(range(ranks - 5, ranks))

    def kind(five: tuple[int, ...]) -> str:
        if len({card % suits for card in five}) > 1:
            return ""
        held = sorted(card // suits for card in five)
        if held == top:
            return "royal"
        low = held[0]
        run = held == list(range(low, low + 5)) or held == [0, 1, 2, 3, ranks - 1]
        return "straight flush" if run else ""

    found: Counter[tuple[int, int]] = Counter()

    def deal(pair: tuple[int, int], left: tuple[int, ...], seat: int, royals: int, flushes: int) -> None:
        if seat == seats:
            found[royals, flushes] += 1
            return
        for hand in combinations(left, 3):
            what = kind(pair + hand)
            rest = tuple(card for card in left if card not in hand)
            deal(pair, rest, seat + 1, royals + (what == "royal"), flushes + (what == "straight flush"))

    for pair in combinations(cards, 2):
        deal(pair, tuple(card for card in cards if card not in pair), 0, 0, 0)
    total = sum(found.values())
    return {outcome: Fraction(count, total) for outcome, count in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "suits", "seats"), [(6, 2, 1), (6, 2, 2), (8, 1, 2), (11, 1, 2), (10, 1, 2), (7, 2, 1)]
)
def test_law_equals_dealing_everything(ranks: int, suits: int, seats: int) -> None:
    deck = Deck(STANDARD_RANKS[-ranks:], STANDARD_SUITS[:suits])
    assert Winners(deck).law(seats) == naive_law(deck, seats)


def test_one_seat_has_the_frequencies_of_five_cards() -> None:
    law = Winners(STANDARD_DECK).law(1)
    assert law[1, 0] == Fraction(4, comb(52, 5))
    assert law[0, 1] == Fraction(36, comb(52, 5))


@pytest.mark.parametrize("seats", range(1, 10))
def test_laws_add_to_one_and_their_means_are_those_of_the_seats(seats: int) -> None:
    law = Winners(STANDARD_DECK).law(seats)
    assert sum(law.values()) == 1
    assert sum(royals * p for (royals, _), p in law.items()) == Fraction(4 * seats, comb(52, 5))
    assert sum(flushes * p for (_, flushes), p in law.items()) == Fraction(36 * seats, comb(52, 5))


def test_two_royals_and_three_straight_flushes_cannot_occur() -> None:
    """Two shared cards leave one triple to a royal, and no room for three disjoint ones beside them."""
    assert set(Winners(STANDARD_DECK).possible()) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}


def test_royal_and_straight_flush_together_need_the_jack_and_ten_of_a_suit() -> None:
    """A-K-Q in one hand and 9-8-7 in another; any other pair of jackpot cards leaves no two such triples."""
    winners = Winners(STANDARD_DECK)
    width = len(STANDARD_DECK.suits)
    both = [
        pair
        for pair in combinations(range(52), 2)
        if any(royal for _, royal in winners.completing(pair))
        and any(
            not one & other
            for one, royal in winners.completing(pair)
            for other, second in winners.completing(pair)
            if royal and not second
        )
    ]
    ten = [rank.symbol for rank in STANDARD_RANKS].index("T")
    assert [(low // width, high // width) for low, high in both] == [(ten, ten + 1)] * width
    assert winners.possible()[1, 1] == (len(both), 2)


@pytest.mark.parametrize("seats", [0, -1, 17])
def test_seats_out_of_range_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats"):
        Winners(STANDARD_DECK).law(seats)


def test_only_the_ace_starts_a_low_run() -> None:
    no_ace = Winners(parse_deck("2 3 4 5 6 7 8 9 T J Q K"))
    assert len(no_ace.runs) == 8 * 4
    assert not any(royal for _, royal in no_ace.runs)


def test_of_five_ranks_the_low_run_is_the_royal_one() -> None:
    five_ranks = Winners(parse_deck("2 3 4 5 A"))
    assert len(five_ranks.runs) == 4
    assert all(royal for _, royal in five_ranks.runs)


def test_the_runs_of_a_suit_are_those_that_rule_1_1_names() -> None:
    clubs = {card for card in range(52) if str(STANDARD_DECK.cards[card]).endswith("c")}
    runs = {
        "".join(STANDARD_DECK.cards[card].rank.symbol for card in sorted(run)): royal
        for run, royal in Winners(STANDARD_DECK).runs
        if run <= clubs
    }
    low_first = ["2345A", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK"]
    assert runs == {**dict.fromkeys(low_first, False), "TJQKA": True}


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
