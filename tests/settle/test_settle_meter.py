"""Rounds in which shares of the meter are won, on real cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from combin.settle.results import SettledMeter, SettledRound
from combin.settle.rounds import RoundError
from tests.settle.records import CROWN, RWS, hand, returned, settled
from tests.variants import shipped, variant

NO_HAND = "8c 2h 5d"
ROYAL_BOARD, ROYAL, LOW_FLUSH = "Js Ts", "As Ks Qs", "9s 8s 7s"
FLUSH_BOARD, HIGHER, LOWER = "7s 6s", "Ts 9s 8s", "5s 4s 3s"
QUADS = "Jd Jh Jc"


def played(cards: str, seat: int = 1, *, jackpot: object = 5, **record: Any) -> dict[str, Any]:  # noqa: ANN401
    """A hand that plays with a jackpot wager."""
    return hand(cards, seat=seat, **({"ante": 10, "play": 10, "jackpot": jackpot} | record))


def folded(cards: str, seat: int = 1) -> dict[str, Any]:
    return hand(cards, seat=seat, ante=10, jackpot=5, decision="fold")


def crown(board: str, *hands: dict[str, Any], **record: Any) -> SettledRound:  # noqa: ANN401
    known: dict[str, Any] = {"meter": "123456.70", "seed": 50_000, "jackpot_cards": board}
    return settled(CROWN, NO_HAND, *hands, **(known | record))


def prizes(settled_round: SettledRound) -> dict[int, str]:
    """What each jackpot wager is handed, by seat."""
    return {
        seat.seat: str(wager.returned)
        for seat in settled_round.hands
        for wager in seat.wagers
        if wager.wager == "jackpot"
    }


def meter_of(settled_round: SettledRound) -> SettledMeter:
    assert settled_round.meter is not None
    return settled_round.meter


# ------------------------------------------------------------------------------- Crown 7.3, 7.4 on real cards


def test_crown_7_1_one_royal_flush_takes_the_meter_rounded_up_to_the_dollar() -> None:
    one = crown(ROYAL_BOARD, played(ROYAL), played("9h 8h 7h", 2))
    assert prizes(one) == {1: "123457", 2: "0"}
    jackpot = one.hand(1).wager("jackpot")
    assert jackpot.rule == "1.1 'Jackpot Cards', 5.10, 7.1, 7.1 Table 3, 7.3.1"
    assert jackpot.reason == "royal flush: 100% of the rounded meter of 123457"
    assert meter_of(one).to_dict() == {
        "wager": "jackpot",
        "name": "Jackpot",
        "won": {"royal flush": 1},
        "meter": "123456.7",
        "seed": "50000",
        "rounded": "123457",
        "prizes": "123457",
        "house_adds": "50000.3",
        "meter_after": "50000",
        "rule": "6.3, 6.4",
    }


def test_crown_7_1_one_straight_flush_takes_a_tenth_and_leaves_the_rest() -> None:
    one = crown(FLUSH_BOARD, played(HIGHER))
    assert prizes(one) == {1: "123457/10"}
    assert one.hand(1).wager("jackpot").reason == "straight flush: 10% of the rounded meter of 123457"
    assert meter_of(one).meter_after == 111_111
    assert meter_of(one).house_adds == 0


def test_crown_7_4_3_two_straight_flushes_take_their_tenths_of_what_is_above_the_seed() -> None:
    one = crown(FLUSH_BOARD, played(HIGHER), played(LOWER, 2))
    # Table 8: 9.5% j + 0.5% r.
    each = Fraction("0.095") * 123457 + Fraction("0.005") * 50_000
    assert prizes(one) == {1: str(each), 2: str(each)}
    jackpot = one.hand(2).wager("jackpot")
    assert jackpot.rule.endswith("7.1 Table 3, 7.3.1, 7.3.3, 7.4")
    assert jackpot.reason == (
        "straight flush: 19% of the 73457 of the rounded meter above the seed, shared by 2, "
        "and 10% of the seed of 50000"
    )
    assert meter_of(one).won == {"straight flush": 2}
    assert meter_of(one).meter_after == Fraction("123456.70") - 2 * each


def test_crown_7_4_2_a_royal_and_a_straight_flush_share_the_pool_ten_to_one() -> None:
    one = crown(ROYAL_BOARD, played(LOW_FLUSH), played(ROYAL, 2))
    assert prizes(one) == {1: str(Fraction(123457, 11)), 2: str(Fraction(1234570, 11))}
    assert one.hand(1).wager("jackpot").reason == "straight flush: 1/11 of the prize pool of 123457"
    assert list(meter_of(one).won.items()) == [("royal flush", 1), ("straight flush", 1)]
    assert meter_of(one).prizes == 123457
    assert meter_of(one).meter_after == 50_000


def test_crown_6_4_1_a_straight_flush_near_the_seed_makes_the_house_top_up() -> None:
    one = crown(FLUSH_BOARD, played(HIGHER), meter="50500.40")
    assert prizes(one) == {1: "50501/10"}
    assert meter_of(one).meter_after == 50_000
    assert meter_of(one).house_adds == Fraction("4549.70")


def test_crown_7_1_2_bonus_payouts_leave_the_meter_and_its_winners_alone() -> None:
    one = crown(ROYAL_BOARD, played(ROYAL), played(QUADS, 2))
    assert prizes(one) == {1: "123457", 2: "2500"}
    assert meter_of(one).won == {"royal flush": 1}
    assert meter_of(one).prizes == 123457


def test_crown_5_10_2_a_a_folded_winner_gets_nothing_and_does_not_count() -> None:
    one = crown(FLUSH_BOARD, played(HIGHER), folded(LOWER, 2))
    assert prizes(one) == {1: "123457/10", 2: "0"}
    assert one.hand(2).wager("jackpot").rule == "5.10.2(a)"
    one = crown(ROYAL_BOARD, played(LOW_FLUSH), folded(ROYAL, 2))
    assert prizes(one) == {1: "123457/10", 2: "0"}
    assert meter_of(one).won == {"straight flush": 1}


def test_a_hand_without_a_jackpot_wager_does_not_count() -> None:
    one = crown(ROYAL_BOARD, hand(ROYAL, ante=10, play=10), played(LOW_FLUSH, 2))
    assert prizes(one) == {2: "123457/10"}


def test_crown_11_a_returned_jackpot_wager_does_not_count() -> None:
    one = crown(
        ROYAL_BOARD,
        played(ROYAL, retracts=True),
        played(LOW_FLUSH, 2),
        hand("Ah 2c", seat=3, ante=10),
        irregularities=[{"what": "wrong_deal_deck_complete", "seats": [3]}],
    )
    assert prizes(one) == {1: "5", 2: "123457/10"}
    assert meter_of(one).won == {"straight flush": 1}


@pytest.mark.parametrize("hands", [[played(QUADS)], [folded(ROYAL)], [hand(ROYAL, ante=10, play=10)]])
def test_a_meter_of_which_nobody_wins_a_share_stays_as_it_is(hands: list[dict[str, Any]]) -> None:
    one = crown(ROYAL_BOARD, *hands)
    assert one.meter is None
    assert one.to_dict()["meter"] is None


def test_rws_states_no_seed_so_nothing_is_said_of_its_meter() -> None:
    one = settled(RWS, NO_HAND, played("As Ks Qs", ante=25, play=25), meter="12345.67")
    assert returned(one)["jackpot"] == "12345.67"
    assert one.meter is None


# ---------------------------------------------------------------------------------------------- chips, 8.2.3


def test_crown_8_2_3_a_share_that_chips_cannot_make_is_paid_to_the_next_amount_by_the_house() -> None:
    one = crown(ROYAL_BOARD, played(LOW_FLUSH), played(ROYAL, 2), chip=5)
    assert prizes(one) == {1: "11225", 2: "112235"}
    (note,) = one.hand(1).wager("jackpot").notes
    assert (note.text, note.rule) == ("123457/11 cannot be made in chips of 5: paid 11225", "8.2.3")
    assert meter_of(one).prizes == 123460
    # 30 cents to the whole dollar (7.3.1), 3 dollars to the chips, and the seed.
    assert meter_of(one).house_adds == Fraction("50003.30")


def test_6_3_3_the_meter_pays_the_prize_of_rule_7_and_not_what_chips_round_up() -> None:
    one = crown(FLUSH_BOARD, played(HIGHER), chip=100)
    assert prizes(one) == {1: "12400"}
    assert meter_of(one).meter_after == 111_111
    assert meter_of(one).house_adds == Fraction("54.30")


def test_crown_8_2_3_holds_for_bonus_payouts_too() -> None:
    one = crown(
        ROYAL_BOARD, played(QUADS, jackpot="2.50"), chip=100, tables={"ante_bonus": "A", "jackpot": "1"}
    )
    assert prizes(one) == {1: "1300"}
    assert one.hand(1).wager("jackpot").notes[0].text == "1250 cannot be made in chips of 100: paid 1300"


def test_a_game_that_says_nothing_about_chips_pays_the_prize_itself() -> None:
    one = settled(RWS, NO_HAND, played("As Ks Qs", ante=25, play=25), meter="12345.67", chip=25)
    assert returned(one)["jackpot"] == "12345.67"


# ------------------------------------------------------------------------------------ seeds and what is wrong


def test_a_seed_that_is_not_published_for_the_option_and_the_cost_is_noted() -> None:
    assert crown(FLUSH_BOARD, played(HIGHER)).notes == ()
    (note,) = crown(FLUSH_BOARD, played(HIGHER), seed=10_000).notes
    assert note.text == (
        "the seed of 10000 is no initial seed value times the cost of 5: "
        "those are 50000, 100000, 150000, 200000, 250000, 300000, 375000"
    )
    assert note.rule == "6.3 Table 1"


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (
            {"meter": None},
            "jackpot: royal flush, 100% of the meter, is won at seat 1, and the record gives no meter",
        ),
        (
            {"seed": None},
            "jackpot: royal flush, 100% of the meter, is won at seat 1, and the record gives no seed",
        ),
        (
            {"seed": 0},
            "jackpot: royal flush, 100% of the meter, is won at seat 1, and the record gives no seed",
        ),
        ({"meter": 49_999}, "meter: 49999 is below the seed of 50000 (6.3, 6.4)"),
    ],
)
def test_a_meter_that_cannot_be_shared_is_one_line(record: dict[str, Any], problem: str) -> None:
    with pytest.raises(RoundError) as caught:
        crown(ROYAL_BOARD, played(ROYAL), **record)
    assert str(caught.value) == f"round test: {problem}"


def test_6_3_a_meter_below_the_seed_is_refused_though_nobody_wins() -> None:
    with pytest.raises(RoundError, match=r"meter: 49999 is below the seed of 50000 \(6\.3, 6\.4\)"):
        crown(ROYAL_BOARD, played(QUADS), meter=49_999)


@pytest.mark.parametrize("last", [played("Ah 8h 2d", 3, jackpot=10), folded("Ah 8h 2d", 3)])
def test_6_1_1_d_all_jackpot_wagers_of_a_table_cost_the_same(last: dict[str, Any]) -> None:
    last["wagers"]["jackpot"] = 10
    with pytest.raises(RoundError) as caught:
        crown(ROYAL_BOARD, played(ROYAL), played(LOW_FLUSH, 2), last)
    problem = "jackpot: 5 at seat 1 and 10 at seat 3; all of a table cost the same (6.1.1(d))"
    assert str(caught.value) == f"round test: {problem}"


def test_8_2_2_a_jackpot_wager_above_the_maximum_costs_the_maximum() -> None:
    limits = {"jackpot": {"min": 5, "max": 5}}
    one = crown(FLUSH_BOARD, played(HIGHER, jackpot=10), played(LOWER, 2), limits=limits)
    assert one.hand(1).wager("jackpot").returned == one.hand(2).wager("jackpot").returned + 5


MORE_PARTS = """
extends = "crown-melbourne"
id = "more-parts"
[pay_tables.jackpot.1]
"four of a kind" = { meter = "5%" }
"""

SILENT = """
extends = "crown-melbourne"
id = "silent"
[jackpot]
sharing_rule = ""
cost_rule = ""
"""

NO_METER = """
extends = "resorts-world-sentosa"
id = "no-meter"
[pay_tables.jackpot.A]
"A-K-Q straight flush" = { meter = "100%" }
"""


@pytest.mark.parametrize(
    ("text", "board", "first", "second", "won"),
    [
        (MORE_PARTS, ROYAL_BOARD, LOW_FLUSH, QUADS, "straight flush at seat 1 and four of a kind at seat 2"),
        (SILENT, FLUSH_BOARD, HIGHER, LOWER, "straight flush at seat 1 and straight flush at seat 2"),
        (
            NO_METER,
            "",
            "As Ks Qs",
            "Ad Kd Qd",
            "A-K-Q straight flush of spades at seat 1 and A-K-Q straight flush at seat 2",
        ),
    ],
)
def test_several_winners_are_refused_where_the_rules_do_not_say_how_they_share(
    text: str, board: str, first: str, second: str, won: str
) -> None:
    with pytest.raises(RoundError) as caught:
        settled(
            variant(text),
            "2c 2h 5d",
            played(first),
            played(second, 2),
            jackpot_cards=board,
            meter=60_000,
            seed=50_000,
        )
    problem = f"jackpot: {won} win shares of the meter at once; the rules do not say how they share it"
    assert str(caught.value) == f"round test: {problem}"


def test_one_winner_needs_no_rule_on_sharing() -> None:
    cards = {"jackpot_cards": FLUSH_BOARD, "meter": 60_000, "seed": 50_000}
    one = settled(variant(SILENT), NO_HAND, played(HIGHER), played("Ah 8h 2d", 2, jackpot=10), **cards)
    assert prizes(one) == {1: "6000", 2: "0"}


def test_the_rules_that_ship_name_what_the_settlement_cites() -> None:
    entry = shipped(CROWN).file.jackpot
    assert entry is not None
    assert (entry.sharing_rule, entry.cost_rule) == ("7.3.3, 7.4", "6.1.1(d)")
