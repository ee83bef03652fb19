"""Rounds in which two things happen at once: two irregularities, or winners of two kinds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledRound
from tests.settle.records import CROWN, RWS, UK, hand, nets, refused, results, returned, settled
from tests.variants import shipped, variant

QUALIFIES = "Qs 6h 4d"
GAMES = [CROWN, RWS, UK]
DATA = Path(__file__).parents[1] / "data"


def refuses(game: str | Rules, *hands: dict[str, Any], dealer: str = QUALIFIES, **record: Any) -> str:  # noqa: ANN401
    return refused(game, dealer, *hands, **record)


# -- which wagers a hand may hold -----------------------------------------------------------------------


def test_uk_bullet_7_prime_needs_ante_or_pair_plus() -> None:
    assert refuses(UK, hand("Kh 3d 2c", prime=5)) == (
        "seat 1: prime may be placed only with ante or pair_plus (bullet 7)"
    )
    assert returned(settled(UK, QUALIFIES, hand("Kh 3d 2h", pair_plus=5, prime=5))) == {
        "pair_plus": "0",
        "prime": "20",
    }


@pytest.mark.parametrize(
    ("game", "rule"), [(CROWN, "5.6, 10.2 Table 9"), (RWS, "1 'Play', 3.8.2, 4.1"), (UK, "bullet 14")]
)
def test_a_play_needs_an_ante(game: str, rule: str) -> None:
    assert refuses(game, hand("Kh 3d 2c", play=5, pair_plus=5)) == f"seat 1: play without ante ({rule})"


def test_unknown_wagers_bonuses_and_empty_hands_are_refuses() -> None:
    assert refuses(CROWN, hand("Kh 3d 2c", ante=5, play=5, six_card=5)) == (
        "seat 1: no wager 'six_card' in this game; there are ante, play, pair_plus, jackpot"
    )
    assert refuses(RWS, hand("Kh 3d 2c", ante=5, play=5, ante_bonus=5)) == (
        "seat 1: ante_bonus is paid on ante and has no stake of its own (1 'Ante Bonus', 3.9.3, 3.10.4, 4.3)"
    )
    assert refuses(RWS, hand("Kh 3d 2c", ante=0)) == "seat 1: no wager is staked"


def test_an_amount_of_zero_is_no_wager() -> None:
    one = settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, pair_plus=0))
    assert returned(one) == {"ante": "10", "play": "10"}


# -- decisions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_stakes_and_decision_must_agree(game: str) -> None:
    assert "seat 1: plays without a wager on play (" in refuses(
        game, hand("Kh 3d 2c", ante=5, decision="play")
    )
    assert "seat 1: folds with play staked (" in refuses(
        game, hand("Kh 3d 2c", ante=5, play=5, decision="fold")
    )
    assert "seat 1: ante without a decision" in refuses(game, hand("Kh 3d 2c", ante=5))


def test_a_staked_play_is_a_decision_to_play() -> None:
    one = settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5))
    assert one.hand(1).decision == "play"
    assert settled(RWS, QUALIFIES, hand("Kh 3d 2c", pair_plus=5)).hand(1).decision is None


def test_only_a_folding_player_keeps_a_wager_and_only_one_that_he_has() -> None:
    assert "only a folding player" in refuses(
        CROWN, hand("Kh 3d 2c", ante=5, play=5, pair_plus=5, keeps=["pair_plus"])
    )
    assert "'pair_plus' is no wager of this hand" in refuses(
        CROWN, hand("Kh 3d 2c", ante=5, decision="fold", keeps=["pair_plus"])
    )
    assert "a fold loses ante (5.7.2(a), 9.5.2(a))" in refuses(
        CROWN, hand("Kh 3d 2c", ante=5, decision="fold", keeps=["ante"])
    )


# -- blind hands and several areas ----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "rule"), [(CROWN, "5.11.2"), (UK, "bullets 4, 8")])
def test_a_player_has_one_open_hand(game: str, rule: str) -> None:
    hands = [
        hand("Kh 3d 2c", player="Ann", ante=5, play=5),
        hand("Kd 3c 2d", seat=2, player="Ann", pair_plus=5),
    ]
    assert refuses(game, *hands) == f"seats 1 and 2: Ann has two open hands; all but one are blind ({rule})"
    blind = hands[1] | {"blind": True}
    assert settled(game, QUALIFIES, hands[0], blind).hand(2).net == -5
    assert "has two open hands" in refuses(game, hands[0] | {"seat": 3, "blind": True}, *hands)
    other = hands[1] | {"player": "Bo"}
    assert settled(game, QUALIFIES, hands[0], other).hand(2).net == -5


def test_rws_speaks_of_no_blind_hands() -> None:
    assert refuses(RWS, hand("Kh 3d 2c", ante=5, play=5, blind=True)) == (
        "seat 1: blind: no rule of resorts-world-sentosa speaks of blind hands"
    )


def test_uk_bullet_8_a_blind_hand_with_an_ante_has_its_play_staked_and_cannot_fold() -> None:
    assert nets(settled(UK, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, blind=True))) == {
        "ante": "5",
        "play": "5",
    }
    for decision in ("fold", "play"):
        assert refuses(UK, hand("Kh 3d 2c", ante=5, decision=decision, blind=True)) == (
            "seat 1: a blind hand with ante needs play in advance (bullets 4, 8)"
        )


def test_crown_5_11_2_a_blind_hand_decides_after_the_deal() -> None:
    assert nets(settled(CROWN, QUALIFIES, hand("", ante=5, decision="fold", blind=True))) == {"ante": "-5"}


# -- seats, tables, cards -------------------------------------------------------------------------------


def test_seats_are_places_of_the_table() -> None:
    twice = [hand("Kh 3d 2c", ante=5, play=5), hand("Kd 3c 2d", ante=5, play=5)]
    assert refuses(CROWN, *twice) == "seat 1: stands twice in the round"
    assert refuses(CROWN, hand("Kh 3d 2c", seat=10, pair_plus=5)) == (
        "seat 10: a table has 9 seats (2.1, 9.3, 9.4)"
    )


def test_pay_tables_are_named_by_letters_of_the_game() -> None:
    one = hand("Kh 3d 2c", ante=5, play=5, pair_plus=5)
    assert refuses(CROWN, one, tables={"ante_bonus": "A", "pair_plus": "G"}) == (
        "tables.pair_plus: no table 'G'; the game has A, B, C, D, E, F"
    )
    assert refuses(CROWN, one, tables={"prime": "A"}).startswith("tables.prime: no wager with a pay table")
    without = hand("Kh 3d 2c", ante=5, play=5)
    assert settled(CROWN, QUALIFIES, without, tables={"ante_bonus": "A"}).net == 10


@pytest.mark.parametrize(
    ("cards", "dealer", "problem"),
    [
        ("Kh 3d", QUALIFIES, "seat 1: cards: 'Kh 3d': 2 cards where 3 are needed"),
        ("", QUALIFIES, "seat 1: cards: '': 0 cards where 3 are needed"),
        ("Kh 3d 1c", QUALIFIES, "seat 1: cards: 'Kh 3d 1c': '1' is not a rank of this deck"),
        ("Kh 3d 3d", QUALIFIES, "seat 1: cards: 'Kh 3d 3d': 3d stands twice"),
        ("Kh 3d 2c", "Qs 6h", "dealer: 'Qs 6h': 2 cards where 3 are needed"),
        ("Kh 3d 2c", "", "dealer: '': 0 cards where 3 are needed"),
        ("Kh 3d 6h", QUALIFIES, "6h is dealt twice, to the dealer and to seat 1"),
    ],
)
def test_cards_that_decide_something_must_be_right(cards: str, dealer: str, problem: str) -> None:
    assert refuses(RWS, hand(cards, ante=5, play=5), dealer=dealer).startswith(problem)


def test_a_card_of_two_decks_may_be_dealt_twice() -> None:
    two_decks = load_rules(DATA / "two-decks.toml")
    own, same = hand("Kh 3d 2c", ante=5, play=5), hand("Kh 3d 2c", seat=2, ante=5, play=5)
    found = settled(two_decks, QUALIFIES, own, same)
    assert [one.net for one in found.hands] == [10, 10]
    third = hand("Kh Kd 9c", seat=3, ante=5, play=5)
    assert refuses(two_decks, own, same, third) == "Kh is dealt 3 times, to seat 1, to seat 2 and to seat 3"
    thrice = hand("Kh Kh Kh", ante=5, play=5)
    assert refuses(two_decks, thrice) == (
        "seat 1: cards: 'Kh Kh Kh': Kh stands 3 times, and the deck holds 2"
    )


def test_a_joker_is_settled_as_what_it_makes() -> None:
    """A joker with K and 3 is a second king; the mini royal of spades holds one as well as another card."""
    wild = load_rules(DATA / "joker-wild.toml")
    pair = settled(wild, "Ks 3h 2h", hand("Kh 3d Jk", ante=10, play=10)).hand(1)
    assert pair.net == 20
    assert pair.wagers[0].reason == "pair of kings with a three beats dealer's K-3-2"
    royal = settled(wild, "2h 3d 5c", hand("As Jk Qs", ante=10, play=10, pair_plus=10)).hand(1)
    # No-qualify pays the Ante, the bonus twice the Ante, Pair Plus 40 to 1.
    assert royal.net == 10 + 2 * 10 + 40 * 10
    twice = hand("Kh 3d Jk", ante=10, play=10)
    assert refuses(wild, twice, dealer="Ks Jk 2h") == "Jk is dealt twice, to the dealer and to seat 1"


def test_cards_that_decide_nothing_may_be_left_out() -> None:
    folded = hand("", ante=5, pair_plus=5, decision="fold")
    assert settled(RWS, "", folded).net == -10
    assert settled(RWS, "", hand("Kh Kd 2c", pair_plus=5)).net == 5


def test_a_folded_hand_with_a_live_side_bet_needs_its_cards() -> None:
    assert "3 are needed" in refuses(UK, hand("", ante=5, pair_plus=5, decision="fold"))
    assert "3 are needed" in refuses(
        CROWN, hand("", ante=5, pair_plus=5, decision="fold", keeps=["pair_plus"])
    )
    assert "3 are needed" in refuses(UK, hand("Kh Qd 2c", ante=5, prime=5, decision="fold"), dealer="")


# -- what was paid --------------------------------------------------------------------------------------


def test_what_was_paid_wrongly_is_listed_by_wager_with_amount_and_rule() -> None:
    paid = {"ante": 10, "play": 12, "pair_plus": 5}
    one = settled(RWS, QUALIFIES, hand("8s 9d Th", player="Ann", ante=5, play=5, pair_plus=1, paid=paid))
    found = [(wrong.wager, str(wrong.due), str(wrong.paid), wrong.rule) for wrong in one.paid_wrongly]
    assert found == [
        ("play", "10", "12", "3.10.1, 4.1"),
        ("ante_bonus", "5", "0", "1 'Ante Bonus', 3.9.3, 3.10.4, 4.3"),
        ("pair_plus", "6", "5", "4.2"),
    ]
    assert [str(wrong.difference) for wrong in one.paid_wrongly] == ["2", "-5", "-1"]
    assert {(wrong.seat, wrong.player) for wrong in one.paid_wrongly} == {(1, "Ann")}


def test_a_bonus_paid_to_a_hand_that_earns_none_is_listed() -> None:
    one = settled(
        RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, paid={"ante": 10, "play": 10, "ante_bonus": 5})
    )
    assert [(wrong.wager, str(wrong.due)) for wrong in one.paid_wrongly] == [("ante_bonus", "0")]
    assert one.paid_wrongly[0].rule


def test_one_sum_is_compared_with_the_total() -> None:
    assert settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, paid="20.00")).paid_wrongly == ()
    (wrong,) = settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, paid="19.50")).paid_wrongly
    assert (wrong.wager, str(wrong.due), str(wrong.difference)) == ("total", "20", "-1/2")
    assert wrong.rule == "ante: 3.10.1, 4.1; play: 3.10.1, 4.1"


def test_the_rule_of_an_adjustment_is_cited_with_a_wrong_payment() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=15, paid={"ante": 20, "play": 30}))
    assert one.paid_wrongly[0].rule == "5.9.1, 10.1.2(a), 11.14.1"


def test_a_payment_on_an_unknown_wager_is_refuses() -> None:
    assert refuses(RWS, hand("Kh 3d 2c", ante=5, play=5, paid={"prime": 5})).startswith(
        "seat 1: paid: no wager 'prime'"
    )


SIX_CARDS = """
extends = "resorts-world-sentosa"
id = "six-cards"
[wager.six_card]
name = "Six Card Bonus"
settles = "pay table"
hand = "player and dealer"
[pay_tables.six_card.A]
"straight flush" = 200
"four of a kind" = 50
"full house" = 25
"flush" = 15
"""


def test_a_bet_on_six_cards_needs_the_dealers_even_after_a_fold() -> None:
    folded = hand("5c 5d 2h", ante=5, six_card=5, decision="fold")
    assert nets(settled(variant(SIX_CARDS), "5h 5s Kd", folded)) == {"ante": "-5", "six_card": "250"}
    with pytest.raises(RoundError, match=r"dealer: '': 0 cards where 3 are needed"):
        settled(variant(SIX_CARDS), "", folded)


# -- irregular -------------------------------------------------------------------------------------------


def irregular(what: str, *seats: int) -> dict[str, Any]:
    return {"irregularities": [{"what": what, "seats": list(seats)}]}


# -- void rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CROWN, RWS, UK])
def test_every_irregularity_that_voids_the_round_returns_all_but_jackpot_wagers(game: str) -> None:
    voiding = [name for name, entry in shipped(game).file.irregularities.items() if entry.round == "void"]
    assert voiding
    for name in voiding:
        rule = shipped(game).file.irregularities[name].rule
        one = settled(game, "not cards at all", hand("2c", ante=10, pair_plus=5), **irregular(name))
        assert returned(one) == {"ante": "10", "pair_plus": "5"}
        assert results(one) == {"ante": "void", "pair_plus": "void"}
        assert {wager.rule for wager in one.hand(1).wagers} == {rule}
        assert one.notes[0].text.endswith(": the round is void")


def test_crown_11_15_jackpot_wagers_of_a_misdeal_stay_for_the_next_round() -> None:
    one = settled(CROWN, "", hand(ante=10, jackpot=5), **irregular("dealer_card_exposed"))
    jackpot = one.hand(1).wager("jackpot")
    assert (jackpot.result.value, jackpot.rule) == ("carried to the next round", "11.15")
    assert [str(amount) for amount in (jackpot.returned, jackpot.carried, jackpot.net)] == ["0", "5", "0"]
    assert [str(amount) for amount in (one.staked, one.returned, one.carried, one.net)] == [
        "15",
        "10",
        "5",
        "0",
    ]


def test_crown_11_15_1_a_player_who_leaves_gets_his_jackpot_wager_back() -> None:
    one = settled(CROWN, "", hand(ante=10, jackpot=5, leaves=True), **irregular("dealer_card_exposed"))
    jackpot = one.hand(1).wager("jackpot")
    assert jackpot.returned == 5
    assert jackpot.rule == "11.15, 11.15.1"


def test_rws_5_1_a_void_game_returns_the_progressive_wager_too() -> None:
    one = settled(RWS, "", hand(ante=10, jackpot=5), **irregular("deck_not_complete"))
    assert results(one) == {"ante": "void", "jackpot": "returned"}
    assert one.net == 0


def test_crown_13_5_an_invalidated_outcome_refunds_even_the_jackpot_wager() -> None:
    one = settled(CROWN, "", hand(ante=10, play=10, jackpot=5), **irregular("outcome_invalidated"))
    assert returned(one) == {"ante": "10", "play": "10", "jackpot": "5"}


# -- void and forfeited hands ---------------------------------------------------------------------------


def wrong_deal(**first: Any) -> dict[str, Any]:  # noqa: ANN401  any field of a hand
    return {"hands": [first, hand("Ah 2c", seat=3, ante=10)]} | irregular("wrong_deal_deck_complete", 3)


def test_crown_11_5_2_the_wrongly_dealt_hand_is_void_and_the_others_play_on() -> None:
    one = settled(CROWN, QUALIFIES, **wrong_deal(**hand("Kh 3d 2c", ante=10, play=10)))
    assert results(one) == {"ante": "win", "play": "win"}
    assert results(one.hand(3)) == {"ante": "void"}
    assert one.hand(3).wager("ante").rule == "11.5.2"
    assert one.hand(3).net == 0


def test_crown_11_5_2_others_may_retract_and_their_jackpot_wager_goes_back() -> None:
    whole = hand("Js 3d 2c", ante=10, play=10, pair_plus=5, jackpot=5, retracts=True)
    one = settled(CROWN, QUALIFIES, **wrong_deal(**whole))
    assert returned(one) == {"ante": "10", "play": "10", "pair_plus": "5", "jackpot": "5"}
    assert results(one)["ante"] == "retracted"
    assert one.hand(1).wager("jackpot").rule == "11.5.2(a)"


def test_crown_11_5_2_a_player_may_retract_some_wagers_and_leave_others() -> None:
    part = hand("9s 9d 2c", ante=10, play=10, pair_plus=5, retracts=["ante", "play"])
    one = settled(CROWN, QUALIFIES, **wrong_deal(**part))
    assert results(one) == {"ante": "retracted", "play": "retracted", "pair_plus": "win"}
    part = hand("9s 9d 2c", ante=10, play=10, pair_plus=5, jackpot=5, retracts=["pair_plus"])
    one = settled(CROWN, QUALIFIES, **wrong_deal(**part))
    assert results(one) == {"ante": "win", "play": "win", "pair_plus": "retracted", "jackpot": "returned"}


def test_a_retracted_hand_needs_no_decision_and_no_cards() -> None:
    one = settled(CROWN, QUALIFIES, **wrong_deal(**hand("", ante=10, retracts=True)))
    assert returned(one) == {"ante": "10"}


@pytest.mark.parametrize("part", ["ante", "play"])
def test_half_of_ante_and_play_cannot_be_retracted(part: str) -> None:
    with pytest.raises(RoundError, match=f"retracts: {part} without"):
        settled(CROWN, QUALIFIES, **wrong_deal(**hand("Js 3d 2c", ante=10, play=10, retracts=[part])))


def test_only_staked_wagers_other_than_the_jackpot_can_be_named_as_retracted() -> None:
    for name in ("pair_plus", "jackpot", "craps"):
        with pytest.raises(RoundError, match=f"retracts: '{name}' is no wager"):
            settled(
                CROWN, QUALIFIES, **wrong_deal(**hand("Js 3d 2c", ante=1, play=1, jackpot=5, retracts=[name]))
            )


def test_nobody_retracts_in_a_regular_round_or_where_the_rules_give_no_option() -> None:
    for more in ({}, irregular("one_card_exposed", 1)):
        with pytest.raises(RoundError, match="no irregularity of this round lets"):
            settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=10, retracts=True), **more)


def test_crown_11_8_1_jackpot_wagers_stand_unless_their_player_retracts() -> None:
    cards = hand("Js 3d 2c", ante=10, jackpot=5, decision="fold", retracts=True)
    one = settled(CROWN, QUALIFIES, cards, **irregular("area_without_wager_after_decision", 4))
    assert one.hand(1).wager("jackpot").rule == "11.8.1"
    kept = hand("Js 3d 2c", ante=10, jackpot=5, decision="fold")
    one = settled(CROWN, QUALIFIES, kept, **irregular("area_without_wager_after_decision", 4))
    assert results(one) == {"ante": "lose", "jackpot": "lose"}


RETURNED_ON_RETRACTION = """
extends = "crown-melbourne"
id = "retraction"
[irregularities.area_without_wager_after_decision]
jackpot = "returned"
"""


def test_jackpot_wagers_returned_on_retraction_stand_for_players_who_retract_nothing() -> None:
    kept = hand("Js 3d 2c", ante=10, jackpot=5, decision="fold")
    taken = hand("Jd 3h 2d", seat=2, ante=10, jackpot=5, decision="fold", retracts=True)
    happened = irregular("area_without_wager_after_decision", 4)
    one = settled(variant(RETURNED_ON_RETRACTION), QUALIFIES, kept, taken, **happened)
    assert results(one) == {"ante": "lose", "jackpot": "lose"}
    assert results(one.hand(2)) == {"ante": "retracted", "jackpot": "returned"}


def test_crown_11_9_jackpot_wagers_go_back_and_the_hand_is_completed() -> None:
    one = settled(
        CROWN,
        QUALIFIES,
        hand("Kh 3d 2c", ante=10, play=10, jackpot=5),
        **irregular("jackpot_cards_not_reconstructed"),
    )
    assert results(one) == {"ante": "win", "play": "win", "jackpot": "returned"}


def test_crown_11_11_2_of_several_hands_viewed_only_the_seats_own_is_valid() -> None:
    one = settled(
        CROWN,
        QUALIFIES,
        hand("Kh 3d 2c", player="Ann", ante=10, play=10),
        hand("Ah 3c 2d", seat=2, player="Ann", blind=True, ante=10, play=10),
        **irregular("several_hands_viewed", 2),
    )
    assert results(one)["ante"] == "win"
    assert results(one.hand(2)) == {"ante": "void", "play": "void"}


def test_crown_11_13_no_equal_play_voids_the_hand_at_first() -> None:
    one = settled(CROWN, "", hand(ante=100, jackpot=5), **irregular("play_not_affordable", 1))
    assert returned(one) == {"ante": "100", "jackpot": "5"}
    assert {wager.rule for wager in one.hand(1).wagers} == {"11.13"}


def test_crown_11_13_no_equal_play_forfeits_the_ante_the_next_time() -> None:
    one = settled(CROWN, "", hand(ante=100), **irregular("play_not_affordable_again", 1))
    assert (results(one), nets(one)) == ({"ante": "forfeited"}, {"ante": "-100"})


def test_crown_11_13_sends_the_jackpot_wager_of_the_forfeited_hand_to_11_15() -> None:
    again = irregular("play_not_affordable_again", 1)
    whole = hand(ante=100, jackpot=5)
    one = settled(CROWN, "", whole, **again)
    assert results(one) == {"ante": "forfeited", "jackpot": "carried to the next round"}
    assert one.hand(1).wager("jackpot").carried == 5
    assert one.hand(1).wager("jackpot").rule == "11.13, 11.15"
    one = settled(CROWN, "", whole | {"leaves": True}, **again)
    assert returned(one) == {"ante": "0", "jackpot": "5"}
    assert one.hand(1).wager("jackpot").rule == "11.13, 11.15, 11.15.1"


def test_crown_11_13_leaves_the_jackpot_wagers_of_others_to_the_cards() -> None:
    other = hand("Kh 3d 2c", seat=2, ante=10, play=10, jackpot=5)
    again = irregular("play_not_affordable_again", 1)
    one = settled(CROWN, QUALIFIES, hand(ante=10, jackpot=5), other, jackpot_cards="9c 8s", **again)
    assert results(one.hand(2)) == {"ante": "win", "play": "win", "jackpot": "lose"}


def test_crown_11_13_says_nothing_of_pair_plus_of_a_forfeited_hand() -> None:
    with pytest.raises(
        RoundError, match=r"pair_plus: 11\.13 forfeits ante, not pair_plus; the rules do not say"
    ):
        settled(CROWN, "", hand(ante=100, pair_plus=5), **irregular("play_not_affordable_again", 1))


def test_crown_9_5_1_a_communicating_forfeits_all_wagers() -> None:
    one = settled(
        CROWN,
        QUALIFIES,
        hand("Kh 3d 2c", ante=10, play=10, pair_plus=5),
        **irregular("cards_communicated", 1),
    )
    assert set(results(one).values()) == {"forfeited"}
    assert one.net == -25


def test_uk_bullet_23_communicating_voids_the_hand() -> None:
    one = settled(UK, QUALIFIES, hand("Kh 3d 2c", ante=10, play=10), **irregular("cards_communicated", 1))
    assert set(results(one).values()) == {"void"}


# -- irregularities without consequence, and wrong records ----------------------------------------------


@pytest.mark.parametrize(
    ("game", "what"), [(CROWN, "one_card_exposed"), (RWS, "late_wager"), (UK, "card_exposed")]
)
def test_an_irregularity_that_changes_nothing_is_noted_with_its_rule(game: str, what: str) -> None:
    one = settled(game, QUALIFIES, hand("Kh 3d 2c", ante=10, play=10), **irregular(what, 1))
    assert returned(one) == {"ante": "20", "play": "20"}
    entry = shipped(game).file.irregularities[what]
    assert [(note.text, note.rule) for note in one.notes] == [(f"{entry.says} (seat 1)", entry.rule)]


def test_wrong_irregularities_are_refused() -> None:
    one = hand("Kh 3d 2c", ante=10, play=10)
    with pytest.raises(
        RoundError, match=r"irregularities\[0\]: no irregularity 'earthquake'; the game has one_card"
    ):
        settled(CROWN, QUALIFIES, one, **irregular("earthquake"))


def test_crown_11_15_1_is_needed_to_return_a_carried_wager() -> None:
    silent = variant(f'extends = "{CROWN}"\nid = "silent"\n[wager.jackpot]\nleaving_rule = ""\n')
    with pytest.raises(RoundError, match=r"seat 1: jackpot: carried to the next round \(11\.15\), but the"):
        settled(silent, "", hand(ante=10, jackpot=5, leaves=True), **irregular("dealer_card_exposed"))


# -- what was told before -------------------------------------------------------------------------------


def told(*rounds: dict[str, Any]) -> list[SettledRound]:
    """Return rounds of one file settled, hands of Ann against a dealer who qualifies."""
    lines = [
        json.dumps({"id": f"T1-{number}", "dealer": "Qs 6h 4d", "tables": {"jackpot": "1"}} | one)
        for number, one in enumerate(rounds, 1)
    ]
    found = list(settle_lines(shipped(CROWN), lines))
    assert all(isinstance(one, SettledRound) for one in found), found
    return [one for one in found if isinstance(one, SettledRound)]


def test_crown_8_2_1_a_wager_below_the_minimum_counts_once_and_then_goes_back() -> None:
    short = hand("Kh 3d 2c", player="Ann", ante=5, play=5, pair_plus=5)
    limits = {"limits": {"ante": {"min": 10}}}
    first, second = told({"hands": [short], **limits}, {"hands": [short], **limits})
    assert nets(first) == {"ante": "5", "play": "5", "pair_plus": "-5"}
    assert nets(second) == {"ante": "0", "play": "0", "pair_plus": "-5"}
    assert results(second) == {"ante": "returned", "play": "returned", "pair_plus": "lose"}
    assert second.hand(1).wager("play").rule == "8.2.1"
    alone = settled(CROWN, "Qs 6h 4d", short | {"warned": ["minimum"]}, **limits)
    assert nets(alone) == nets(second)
    warned = short | {"warned": ["minimum"]}
    assert "'minimum' is nothing that the rules warn of" in refused(UK, "Qs 6h 4d", warned)


def test_crown_8_3_limits_agreed_with_a_player_stand_in_place_of_those_of_the_table() -> None:
    high = hand("Kh 3d 2c", ante=600, play=600) | {"limits": {"ante": {"max": 1000}}}
    limits = {"limits": {"ante": {"min": 10, "max": 500}}}
    assert nets(settled(CROWN, "Qs 6h 4d", high, **limits)) == {"ante": "600", "play": "600"}
    higher = hand("Kh 3d 2c", ante=1200, play=1200) | {"limits": {"ante": {"max": 1000}}}
    over = settled(CROWN, "Qs 6h 4d", higher, **limits)
    assert nets(over) == {"ante": "1000", "play": "1000"}
    assert over.hand(1).wager("ante").notes[0].rule == "8.2.2, 8.3"
    assert "no rule of uk-including-blind speaks of limits of a player's own" in refused(UK, "Qs 6h 4d", high)


def test_crown_11_13_a_player_who_was_told_forfeits_his_ante_the_next_time() -> None:
    cannot = hand("Kh 3d 2c", player="Ann", ante=10, jackpot=5)
    irregular = {"irregularities": [{"what": "play_not_affordable", "seats": [1]}]}
    first, second = told({"hands": [cannot], **irregular}, {"hands": [cannot], **irregular})
    assert results(first) == {"ante": "void", "jackpot": "returned"}
    assert results(second) == {"ante": "forfeited", "jackpot": "carried to the next round"}
    other = told({"hands": [cannot], **irregular}, {"hands": [cannot | {"player": "Bo"}], **irregular})
    assert results(other[1]) == results(first)


def test_crown_11_13_of_several_players_those_alone_forfeit_who_were_told() -> None:
    ann, bo, cy = (
        hand("Kh 3d 2c", seat=seat, player=player, ante=10)
        for seat, player in enumerate(("Ann", "Bo", "Cy"), 1)
    )
    cannot = {"what": "play_not_affordable"}
    _, all_three = told(
        {"hands": [bo], "irregularities": [cannot | {"seats": [2]}]},
        {"hands": [ann, bo, cy], "irregularities": [cannot | {"seats": [1, 2, 3]}]},
    )
    assert [results(one) for one in all_three.hands] == [
        {"ante": "void"},
        {"ante": "forfeited"},
        {"ante": "void"},
    ]
    assert [note.text.partition("(")[2] for note in all_three.notes] == ["seat 2)", "seat 1, 3)"]


def test_crown_11_10_2_the_only_cards_in_the_discard_rack_go_back_to_the_player() -> None:
    only = settled(
        CROWN,
        "Qs 6h 4d",
        hand("Kh 3d 2c", ante=10, play=10),
        irregularities=[{"what": "hand_taken_only_cards", "seats": [1]}],
    )
    assert nets(only) == {"ante": "10", "play": "10"}
    assert only.notes[0].rule == "11.10.2"


# -- two -------------------------------------------------------------------------------------------------


def irregular_of_two(*found: tuple[str, tuple[int, ...]]) -> dict[str, Any]:
    return {"irregularities": [{"what": what, "seats": list(seats)} for what, seats in found]}


@pytest.mark.parametrize(
    ("game", "hand_first", "void", "rule"),
    [
        (CROWN, "cards_communicated", "deck_not_complete", "11.12"),
        (CROWN, "rules_contravened", "outcome_invalidated", "13.3, 13.4, 13.5"),
        (RWS, "late_wager", "two_cards_exposed", "5.1.2"),
        (UK, "cards_communicated", "dealer_card_exposed", "bullet 27"),
    ],
)
def test_a_void_round_is_cited_before_what_concerns_a_hand(
    game: str, hand_first: str, void: str, rule: str
) -> None:
    for order in (((hand_first, (1,)), (void, ())), ((void, ()), (hand_first, (1,)))):
        one = settled(game, "", hand(ante=10), **irregular_of_two(*order))
        assert [(wager.result.value, wager.rule) for wager in one.hand(1).wagers] == [("void", rule)]
        assert len(one.notes) == 2


@pytest.mark.parametrize(
    ("game", "first", "second", "rules"),
    [
        (CROWN, "two_cards_exposed", "deck_not_complete", ("11.2", "11.12")),
        (RWS, "foreign_card", "wrong_deal", ("5.1.1", "5.1.4")),
        (UK, "wrong_number_of_cards", "dealer_card_exposed", ("bullet 25", "bullet 27")),
    ],
)
def test_of_two_void_rounds_the_first_is_cited(
    game: str, first: str, second: str, rules: tuple[str, str]
) -> None:
    for order, rule in (((first, second), rules[0]), ((second, first), rules[1])):
        one = settled(game, "", hand(ante=10), **irregular_of_two(*((what, ()) for what in order)))
        assert one.hand(1).wager("ante").rule == rule
        assert [note.rule for note in one.notes] == [rule, *(other for other in rules if other != rule)]


def test_of_two_irregularities_of_a_hand_the_first_is_cited_and_other_hands_have_their_own() -> None:
    hands = [hand("Kh 3d 2c", seat=seat, ante=10) for seat in (1, 2)]
    void, lost = ("rules_contravened", (1,)), ("cards_communicated", (1, 2))
    one = settled(CROWN, QUALIFIES, *hands, **irregular_of_two(void, lost))
    assert [one.hand(seat).wager("ante").rule for seat in (1, 2)] == ["13.2.1", "9.5.1(a)"]
    assert [one.hand(seat).net for seat in (1, 2)] == [Fraction(0), Fraction(-10)]
    one = settled(CROWN, QUALIFIES, *hands, **irregular_of_two(lost, void))
    assert [one.hand(seat).net for seat in (1, 2)] == [Fraction(-10), Fraction(-10)]


def test_of_two_that_set_jackpot_wagers_aside_the_first_is_cited() -> None:
    whole = hand("Kh 3d 2c", ante=10, play=10, jackpot=5)
    first, second = ("mixed_with_jackpot_cards", ()), ("jackpot_game_started_wrongly", ())
    one = settled(CROWN, QUALIFIES, whole, **irregular_of_two(first, second)).hand(1).wager("jackpot")
    assert (one.result.value, one.rule) == ("returned", "11.17, 11.9")
    one = settled(CROWN, QUALIFIES, whole, **irregular_of_two(second, first)).hand(1).wager("jackpot")
    assert (one.result.value, one.rule) == ("carried to the next round", "11.18")


def test_of_two_that_let_players_retract_the_first_is_cited() -> None:
    whole = hand("Kh 3d 2c", ante=10, play=10, retracts=True)
    first, second = ("area_without_wager_after_decision", ()), ("several_hands_viewed", (3,))
    third = hand("9h 8d 2s", seat=3, ante=10)
    for order, rule in (((first, second), "11.8"), ((second, first), "11.11.2")):
        one = settled(CROWN, QUALIFIES, whole, third, **irregular_of_two(*order))
        assert one.hand(1).wager("ante").rule == rule


def test_an_irregularity_of_a_hand_names_its_seats() -> None:
    """One of the round, and one that no seat goes with, whatever else there is."""
    for game, what, rule in ((CROWN, "rules_contravened", "13.2.1"), (UK, "cards_communicated", "bullet 23")):
        problem = f"{what} makes a hand void ({rule}); name its seats"
        assert refused(game, "", hand(ante=10), **irregular_of_two((what, ()))).endswith(problem)
    both = irregular_of_two(("deck_not_complete", ()), ("rules_contravened", ()))
    assert refused(CROWN, "", hand(ante=10), **both).startswith("irregularities[1]: rules_contravened")
    assert refused(UK, "", hand(ante=10), **irregular_of_two(("cards_communicated", (2,)))).endswith(
        "concerns seat 2, which has no hand"
    )


# -- winners of two kinds -------------------------------------------------------------------------------

ROYAL = hand("Ah Kh Qh", seat=1, ante=10, play=10, jackpot=1)
STRAIGHT_FLUSH = hand("9h 8h 7h", seat=2, ante=10, play=10, jackpot=1)
FULL_HOUSE = hand("Ts Td Jc", seat=3, ante=10, play=10, jackpot=1)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_crown_7_4_a_royal_flush_leaves_the_seed_beside_other_winners(order: tuple[int, ...]) -> None:
    """10/11 of the pool and 1/11 of it; the meter is reset to the seed, and a full house takes none of it."""
    hands = [ROYAL, STRAIGHT_FLUSH, FULL_HOUSE]
    one = settled(
        CROWN,
        "Qs 6d 4d",
        *(hands[index] for index in order),
        jackpot_cards="Jh Th",
        meter=22_000,
        seed=10_000,
    )
    prizes = [one.hand(seat).wager("jackpot").returned for seat in (1, 2)]
    assert prizes == [Fraction(20_000), Fraction(2_000)]
    assert one.meter is not None
    assert (one.meter.meter_after, one.meter.prizes) == (Fraction(10_000), Fraction(22_000))
    assert one.meter.house_adds == 10_000
    assert one.meter.won == {"royal flush": 1, "straight flush": 1}
    assert one.hand(3).wager("jackpot").returned > 0


def test_rws_3_12_an_envy_bonus_beside_a_prize_of_the_meter() -> None:
    spades = hand("As Ks Qs", seat=1, ante=10, play=10, jackpot=5)
    hearts = hand("Ah Kh Qh", seat=2, ante=10, play=10, jackpot=5)
    one = settled(RWS, "Qc 6h 4d", spades, hearts, meter=20_000)
    won = {(one.wager, str(one.returned)) for one in one.hand(1).wagers if "jackpot" in one.wager}
    assert won == {("jackpot", "20000"), ("jackpot.envy", "50")}
    won = {(one.wager, str(one.returned)) for one in one.hand(2).wagers if "jackpot" in one.wager}
    assert won == {("jackpot", "1250"), ("jackpot.envy", "250")}


def test_uk_both_lines_of_prime_are_paid_in_one_round() -> None:
    same = hand("Kd 9h 2h", seat=1, ante=10, play=10, prime=10)
    other = hand("Kc 9s 2s", seat=2, ante=10, play=10, prime=10)
    one = settled(UK, "Qd 8h 3h", same, other)
    assert [one.hand(seat).wager("prime").returned for seat in (1, 2)] == [Fraction(50), Fraction(40)]
    assert results(one.hand(2))["prime"] == "win"
