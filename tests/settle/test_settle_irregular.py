from __future__ import annotations

import json
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.results import SettledRound
from combin.settle.rounds import RoundError
from tests.settle.records import CROWN, RWS, UK, hand, nets, refused, results, returned, settled
from tests.variants import shipped, variant

QUALIFIES = "Qs 6h 4d"


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


def test_a_void_round_comes_before_a_forfeited_hand() -> None:
    both = [{"what": "cards_communicated", "seats": [1]}, {"what": "deck_not_complete"}]
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=10), irregularities=both)
    assert set(results(one).values()) == {"void"}


def test_wrong_irregularities_are_refused() -> None:
    one = hand("Kh 3d 2c", ante=10, play=10)
    with pytest.raises(
        RoundError, match=r"irregularities\[0\]: no irregularity 'earthquake'; the game has one_card"
    ):
        settled(CROWN, QUALIFIES, one, **irregular("earthquake"))
    with pytest.raises(RoundError, match=r"makes a hand void \(11\.13\); name its seats"):
        settled(CROWN, QUALIFIES, one, **irregular("play_not_affordable"))
    with pytest.raises(RoundError, match="concerns seat 3, which has no hand"):
        settled(CROWN, QUALIFIES, one, **irregular("play_not_affordable", 3))


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
