from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from combin.jackpot.mixes import ask_mix
from combin.settle.results import Note, SettledWager
from combin.settle.rounds import RoundError
from tests.settle.records import CROWN, RWS, UK, hand, nets, results, returned, settled
from tests.variants import variant

NO_HAND = "Jc 7h 5s"
QUALIFIES = "Qs 6h 4d"
ANTE_10_TO_500 = {"limits": {"ante": {"min": 10, "max": 500, "step": 5}}}


def rules_noted(wager: SettledWager) -> list[str]:
    return [note.rule for note in wager.notes]


# -- a Play of another amount than the Ante -------------------------------------------------------------


def test_crown_11_14_1_excess_of_play_is_returned() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=15))
    assert returned(won) == {"ante": "20", "play": "25"}
    assert won.hand(1).wager("play").notes == (Note("more than 10: the excess of 5 is returned", "11.14.1"),)
    lost = settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=10, play=15))
    assert returned(lost) == {"ante": "0", "play": "5"}


def test_crown_11_14_2_a_smaller_play_is_taken_or_paid_as_wagered() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=20, play=10))
    assert nets(won) == {"ante": "20", "play": "10"}
    assert rules_noted(won.hand(1).wager("play")) == ["11.14.2"]
    assert nets(settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=20, play=10))) == {
        "ante": "-20",
        "play": "-10",
    }


def test_the_bonus_follows_the_ante_and_not_a_smaller_play() -> None:
    one = settled(CROWN, QUALIFIES, hand("8s 9d Th", ante=20, play=10))
    assert nets(one) == {"ante": "20", "play": "10", "ante_bonus": "20"}


@pytest.mark.parametrize(("game", "rule"), [(RWS, "1 'Play', 3.8.2"), (UK, "bullet 14")])
@pytest.mark.parametrize("play", [5, 15])
def test_another_play_is_refused_where_the_rules_do_not_settle_it(game: str, rule: str, play: int) -> None:
    with pytest.raises(RoundError) as caught:
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=10, play=play))
    assert str(caught.value) == (
        f"round test: seat 1: play: {play} where {rule} wants 10; "
        "the rules do not say how another amount is settled"
    )


# -- table limits ---------------------------------------------------------------------------------------


def test_crown_8_2_1_a_wager_below_the_minimum_is_settled_and_its_owner_advised() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5), **ANTE_10_TO_500)
    assert returned(one) == {"ante": "10", "play": "10"}
    (note,) = one.hand(1).wager("ante").notes
    assert note.rule == "8.2.1"
    assert note.text.startswith(
        "below the minimum of 10: paid or collected after the result; the owner is advised"
    )


def test_crown_8_2_2_a_wager_above_the_maximum_counts_to_the_maximum() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=600, play=600), **ANTE_10_TO_500)
    assert returned(won) == {"ante": "1100", "play": "1100"}
    (cut,), (like_the_ante,) = (won.hand(1).wager(name).notes for name in ("ante", "play"))
    assert cut == Note("above the maximum of 500: paid or collected to the maximum, 100 goes back", "8.2.2")
    assert like_the_ante == Note("counts like the Ante: 100 goes back", "5.6, 9.5.2(c)")
    lost = settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=600, play=600), **ANTE_10_TO_500)
    assert nets(lost) == {"ante": "-500", "play": "-500"}


def test_crown_5_6_a_play_equal_to_the_counted_part_of_the_ante_counts_in_full() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=600, play=500), **ANTE_10_TO_500)
    assert returned(one) == {"ante": "1100", "play": "1000"}
    assert one.hand(1).wager("play").notes == ()


def test_crown_8_2_2_a_play_cut_to_its_own_maximum_is_equal_to_the_ante_and_noted_once() -> None:
    limits = {"limits": {"ante": {"max": 500}, "play": {"max": 500}}}
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=500, play=600), **limits)
    assert returned(one) == {"ante": "1000", "play": "1100"}
    assert rules_noted(one.hand(1).wager("play")) == ["8.2.2"]


def test_steps_count_from_nothing_where_no_minimum_is_given() -> None:
    one = settled(UK, QUALIFIES, hand("Kh 3d 2c", ante=15, play=15), limits={"ante": {"step": 5}})
    assert one.hand(1).wager("ante").notes == ()


@pytest.mark.parametrize("ante", [10, 17, 493, 500])
def test_wagers_at_the_limits_and_in_step_over_the_minimum_are_nothing_to_note(ante: int) -> None:
    limits = {"ante": {"min": 10, "max": 500, "step": 7}}
    for game in (CROWN, RWS, UK):
        one = settled(game, QUALIFIES, hand("Kh 3d 2c", ante=ante, play=ante), limits=limits)
        assert nets(one) == {"ante": str(ante), "play": str(ante)}
        assert one.hand(1).wager("ante").notes == ()


TWO_MULTIPLES = """
extends = "crown-melbourne"
id = "multiples"
[decision]
play = [1, 2]
[pay_tables.pair_plus.A]
odds = "for 1"
"pair" = "1/2"
"""


@pytest.mark.parametrize(
    ("play", "due", "rules"),
    [(25, "45", ["11.14.1"]), (15, "25", ["11.14.1"]), (20, "40", []), (5, "10", ["11.14.2"])],
)
def test_the_excess_is_over_the_largest_multiple_that_the_stake_reaches(
    play: int, due: str, rules: list[str]
) -> None:
    one = settled(variant(TWO_MULTIPLES), QUALIFIES, hand("Kh 3d 2c", ante=10, play=play))
    assert returned(one)["play"] == due
    assert rules_noted(one.hand(1).wager("play")) == rules


def test_a_pay_of_less_than_the_stake_goes_up_to_what_chips_make() -> None:
    one = settled(variant(TWO_MULTIPLES), QUALIFIES, hand("Kh Kd 2c", pair_plus=5), chip=1)
    assert nets(one) == {"pair_plus": "-2"}
    assert results(one) == {"pair_plus": "lose"}


def test_limits_concern_the_wager_they_are_given_for() -> None:
    limits = {"limits": {"pair_plus": {"min": 5, "max": 100}}}
    one = settled(CROWN, NO_HAND, hand("Kh Kd 2c", ante=600, play=600, pair_plus=150), **limits)
    assert nets(one) == {"ante": "600", "play": "0", "pair_plus": "100"}


@pytest.mark.parametrize(
    ("game", "ante", "problem"),
    [
        (RWS, 5, "5 is below the minimum of 10; Three Card Poker (RWS) Game Rules does not say"),
        (RWS, 600, "600 is above the maximum of 500; Three Card Poker (RWS) Game Rules does not say"),
        (UK, 5, "5 is below the minimum of 10; bullet 9 does not say"),
        (UK, 12, "12 is not in steps of 5 over the minimum; bullet 9 does not say"),
    ],
)
def test_a_wager_outside_the_limits_is_refused_where_the_rules_are_silent(
    game: str, ante: int, problem: str
) -> None:
    with pytest.raises(RoundError) as caught:
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=ante, play=ante), **ANTE_10_TO_500)
    assert problem in str(caught.value)


# -- pays that chips cannot make ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chip", "due"), [("1", "24"), ("2.50", "24.5"), ("5", "27"), ("0.50", "24"), ("25", "37")]
)
def test_crown_8_2_3_an_inexact_pay_goes_up_to_what_chips_make(chip: str, due: str) -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=chip)
    assert returned(one) == {"ante": due, "play": due}
    rounded = chip in {"2.50", "5", "25"}
    assert rules_noted(one.hand(1).wager("ante")) == (["8.2.3"] if rounded else [])


@pytest.mark.parametrize(
    ("rounding", "chip", "due"),
    [("next amount down", 5, "22"), ("next amount down", 20, "12"), ("nearest amount", 8, "28")],
)
def test_an_inexact_pay_goes_down_or_to_the_nearest_amount(rounding: str, chip: int, due: str) -> None:
    rules = variant(f'extends = "crown-melbourne"\n[limits]\ninexact_pay = "{rounding}"')
    one = settled(rules, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=chip)
    assert returned(one)["ante"] == due
    # Of 5 on Pair Plus a pair is paid nothing in chips of 10, or else 10.
    pairs = Fraction(3_744, 22_100) * (-1 if rounding == "next amount down" else 1)
    mix = ask_mix(rules, {"pair_plus": 5}, {"pair_plus": "A"}, chip=10).mix
    exact = ask_mix(rules, {"pair_plus": 5}, {"pair_plus": "A"}).mix
    assert mix.expected_loss == exact.expected_loss - 5 * pairs


def test_crown_8_2_3_a_wager_out_of_step_is_noted_and_paid_in_chips() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=5, **ANTE_10_TO_500)
    ante = one.hand(1).wager("ante")
    assert ante.returned == 12 + 15
    assert rules_noted(ante) == ["8.2.3", "8.2.3"]


def test_a_stand_off_is_handed_back_as_it_was_staked() -> None:
    one = settled(CROWN, NO_HAND, hand("Kh 3d 2c", ante=12, play=12), chip=5)
    assert returned(one) == {"ante": "27", "play": "12"}
    assert results(one)["play"] == "stand-off"


def test_a_lost_wager_is_collected_whole_whatever_the_chips() -> None:
    assert returned(settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=12, play=12), chip=5))["ante"] == "0"


@pytest.mark.parametrize("game", [RWS, UK])
def test_an_inexact_pay_is_refused_where_the_rules_are_silent(game: str) -> None:
    with pytest.raises(
        RoundError, match=r"seat 1: ante: a pay of 12 cannot be made in chips of 5; the rules"
    ):
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=5)


def test_limits_that_contradict_each_other_are_refused() -> None:
    record: dict[str, Any] = {"limits": {"ante": {"min": 100, "max": 50}}}
    with pytest.raises(RoundError, match=r"limits\.ante: the minimum of 100 is above the maximum of 50"):
        settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=60, play=60), **record)
    with pytest.raises(RoundError, match=r"limits\.craps: no such wager"):
        settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=60, play=60), limits={"craps": {}})
