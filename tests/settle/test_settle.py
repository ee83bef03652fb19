from __future__ import annotations

import json
from typing import Any

import pytest

from combin.rules.load import load_rules
from combin.settle.round import settle
from combin.settle.rounds import RoundError, parse_round
from tests.settle.records import CROWN, RWS, UK, hand, nets, results, returned, settled
from tests.variants import variant

NO_HAND = "Jc 7h 5s"
GAMES = [CROWN, RWS, UK]

# -- Ante and Play against the dealer -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ante", "play"),
    [
        (CROWN, "5.7.1(a), 10.1.1(a)", "5.9.4, 10.1.1(b)(iv)"),
        (RWS, "3.9.2, 4.1", "3.9.1"),
        (UK, "bullet 18", "bullet 18"),
    ],
)
def test_a_dealer_without_queen_high_pays_ante_and_play_stands_off(game: str, ante: str, play: str) -> None:
    one = settled(game, NO_HAND, hand("9h 6c 4s", ante=10, play=10))
    assert returned(one) == {"ante": "20", "play": "10"}
    assert results(one) == {"ante": "win", "play": "stand-off"}
    assert [wager.rule for wager in one.hand(1).wagers] == [ante, play]
    assert one.hand(1).wager("ante").reason == "dealer's J-7-5 does not qualify"


@pytest.mark.parametrize("game", GAMES)
def test_queen_three_two_is_the_weakest_hand_that_qualifies(game: str) -> None:
    assert results(settled(game, "Qc 3d 2h", hand("Kh 6c 4s", ante=10, play=10)))["play"] == "win"
    assert results(settled(game, "Jc Td 8h", hand("Kh 6c 4s", ante=10, play=10)))["play"] == "stand-off"


@pytest.mark.parametrize(
    ("game", "win", "lose"),
    [
        (CROWN, "5.7.1(b), 10.1.2(a)", "5.7.2(b), 10.1.2(b)"),
        (RWS, "3.10.1, 4.1", "3.10.2"),
        (UK, "bullet 19", "bullet 20"),
    ],
)
def test_ante_and_play_win_and_lose_together_against_a_dealer_who_qualifies(
    game: str, win: str, lose: str
) -> None:
    one = settled(game, "Qs 6h 4d", hand("Qc 6d 5s", ante="2.50", play="2.50"))
    assert returned(one) == {"ante": "5", "play": "5"}
    assert one.hand(1).wager("ante").rule == win
    assert one.hand(1).wager("ante").reason == "Q-6-5 beats dealer's Q-6-4"
    two = settled(game, "Qs 6h 4d", hand("Qc 6d 3s", ante=10, play=10))
    assert nets(two) == {"ante": "-10", "play": "-10"}
    assert two.hand(1).wager("ante").rule == lose


@pytest.mark.parametrize("game", GAMES)
def test_equal_hands_stand_off_whatever_their_suits(game: str) -> None:
    one = settled(game, "Ks 9s 2s", hand("Kc 9c 2c", ante=10, play=10))
    assert results(one) == {"ante": "stand-off", "play": "stand-off"}
    assert nets(one) == {"ante": "0", "play": "0"}


def test_rws_3_5_4_the_third_card_decides_between_equal_first_two() -> None:
    one = settled(
        RWS, "Ac Kd Js", hand("Ad Kh Tc", ante=25, play=25), hand("As Kc Jh", seat=2, ante=25, play=25)
    )
    assert results(one) == {"ante": "lose", "play": "lose"}
    assert results(one.hand(2)) == {"ante": "stand-off", "play": "stand-off"}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("4d 3d 2d", "Ac Ad Ah"),
        ("2c 2d 2h", "Ah Kd Qc"),
        ("3h 2d As", "Ah Qh Jh"),
        ("4h 3d 2s", "3h 2h Ad"),
        ("9h 3h 2h", "Ah Ac Kd"),
        ("5h 5c 3d", "4h 4c Ad"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_hands_rank_as_the_documents_list_them(game: str, higher: str, lower: str) -> None:
    assert results(settled(game, lower, hand(higher, ante=10, play=10)))["ante"] == "win"
    assert results(settled(game, higher, hand(lower, ante=10, play=10)))["ante"] == "lose"


# -- Ante Bonus -----------------------------------------------------------------------------------------


def test_crown_10_1_2_d_the_bonus_is_paid_to_a_hand_that_loses() -> None:
    one = settled(CROWN, "5c 5h 5d", hand("8s 9d 10h", ante=20, play=20))
    assert returned(one) == {"ante": "0", "play": "0", "ante_bonus": "20"}
    bonus = one.hand(1).wager("ante_bonus")
    assert not bonus.staked
    assert (bonus.result.value, bonus.reason) == ("win", "straight pays 1 to 1")
    assert "10.1.2(d)" in bonus.rule
    assert "Table 9" in bonus.rule


@pytest.mark.parametrize(("letter", "paid"), [("A", "40"), ("B", "30"), ("C", "30")])
def test_crown_10_3_the_letter_decides_what_the_bonus_pays(letter: str, paid: str) -> None:
    one = settled(CROWN, NO_HAND, hand("4c 4d 4s", ante=10, play=10), tables={"ante_bonus": letter})
    assert returned(one) == {"ante": "20", "play": "10", "ante_bonus": paid}


@pytest.mark.parametrize("game", GAMES)
def test_a_folded_straight_forgoes_its_bonus(game: str) -> None:
    assert returned(settled(game, NO_HAND, hand("8s 9d 10h", ante=20, decision="fold"))) == {"ante": "0"}


def test_the_bonus_is_part_of_no_side_bet() -> None:
    assert returned(settled(CROWN, NO_HAND, hand("8s 9d 10h", pair_plus=10))) == {"pair_plus": "70"}


# -- folding and Pair Plus ------------------------------------------------------------------------------


def test_crown_9_5_2_a_i_a_fold_loses_pair_plus_as_well() -> None:
    one = settled(CROWN, NO_HAND, hand("7c 7d 3s", ante=10, pair_plus=5, decision="fold"))
    assert nets(one) == {"ante": "-10", "pair_plus": "-5"}
    assert one.hand(1).wager("ante").rule == "5.7.2(a), 9.5.2(a)"
    assert "9.5.2(a)(i)" in one.hand(1).wager("pair_plus").rule


def test_crown_9_5_2_b_a_folding_player_may_keep_pair_plus() -> None:
    record: dict[str, Any] = {"ante": 10, "pair_plus": 5, "decision": "fold", "keeps": ["pair_plus"]}
    assert nets(settled(CROWN, NO_HAND, hand("7c 7d 3s", **record))) == {"ante": "-10", "pair_plus": "5"}
    assert nets(settled(CROWN, NO_HAND, hand("Tc 7d 3s", **record))) == {"ante": "-10", "pair_plus": "-5"}


def test_rws_3_8_1_a_fold_loses_pair_plus_and_leaves_no_choice() -> None:
    one = settled(RWS, "Ac 9d 5s", hand("2c 2h 7d", ante=25, pair_plus=25, decision="fold"))
    assert results(one) == {"ante": "lose", "pair_plus": "lose"}
    assert {wager.rule for wager in one.hand(1).wagers} == {"3.8.1"}
    with pytest.raises(RoundError, match=r"a fold loses pair_plus \(3\.8\.1\)"):
        settled(RWS, "Ac 9d 5s", hand("2c 2h 7d", ante=5, pair_plus=5, decision="fold", keeps=["pair_plus"]))


def test_uk_bullet_15_pair_plus_and_prime_continue_after_a_fold() -> None:
    one = settled(UK, "Kh Td 6h", hand("8h 8d 3h", ante=5, pair_plus=5, prime=2, decision="fold"))
    assert nets(one) == {"ante": "-5", "pair_plus": "5", "prime": "8"}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ks Qs Js", 40),
        ("4c 4d 4s", 30),
        ("8s 9d 10h", 5),
        ("Kd 8d 3d", 4),
        ("9c 9d 2h", 1),
        ("As Kd Jh", -1),
    ],
)
@pytest.mark.parametrize("dealer", [NO_HAND, "Ac Ah Ad"])
def test_rws_4_2_pair_plus_alone_needs_no_decision_and_ignores_the_dealer(
    cards: str, pays: int, dealer: str
) -> None:
    assert nets(settled(RWS, dealer, hand(cards, pair_plus=10))) == {"pair_plus": str(10 * pays)}


@pytest.mark.parametrize(
    ("letter", "pays"),
    [
        ("A", [40, 30, 6, 4, 1]),
        ("B", [40, 25, 6, 4, 1]),
        ("C", [40, 30, 5, 4, 1]),
        ("D", [40, 30, 6, 3, 1]),
        ("E", [35, 25, 6, 4, 1]),
        ("F", [35, 33, 6, 4, 1]),
    ],
)
def test_crown_table_9_pair_plus_by_letter(letter: str, pays: list[int]) -> None:
    hands = ["Ks Qs Js", "4c 4d 4s", "8s 9d 10h", "Kd 8d 3d", "9c 9d 2h"]
    found = [
        settled(CROWN, "7c 5h 2d", hand(cards, pair_plus=1), tables={"pair_plus": letter}) for cards in hands
    ]
    assert [one.net for one in found] == pays


def test_crown_5_8_pair_plus_cites_why_it_wins_and_why_it_loses() -> None:
    won = settled(CROWN, NO_HAND, hand("9c 9d 2h", pair_plus=5)).hand(1).wager("pair_plus")
    lost = settled(CROWN, NO_HAND, hand("9c 8d 2h", pair_plus=5)).hand(1).wager("pair_plus")
    assert (won.rule, won.reason) == ("5.8.1, 10.2 Table 9", "pair pays 1 to 1")
    assert (lost.rule, lost.reason) == ("5.8.2", "9-8-2 is not on the pay table")


# -- Prime ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("Kc 9s 2c", "Qs 8c 4s", "8"),
        ("Kc 9s 2c", "Qd 8h 4d", "6"),
        ("Kc 9s 2c", "Qs 8h 4s", "6"),
        ("Kc 9s 2h", "Qs 8c 4s", "-2"),
    ],
)
def test_uk_prime_pays_more_when_the_dealer_has_the_players_colour(cards: str, dealer: str, net: str) -> None:
    assert nets(settled(UK, dealer, hand(cards, ante=5, play=5, prime=2)))["prime"] == net


def test_uk_prime_under_the_other_reading_pays_more_for_either_colour() -> None:
    rules = load_rules(UK, {"prime_colour": "either colour"})
    record = {"id": 1, "dealer": "Qd 8h 4d", "hands": [hand("Kc 9s 2c", ante=5, play=5, prime=2)]}
    one = settle(rules, parse_round(json.dumps(record))).hand(1).wager("prime")
    assert one.net == 8
    assert one.reason == "both of one colour each pays 4 to 1"


# -- other games ----------------------------------------------------------------------------------------

TWO_MULTIPLES = """
extends = "crown-melbourne"
id = "variant"
[decision]
play = [1, 2]
[wager.play]
win = "6/5"
[wager.ante]
tie = 1
[pay_tables.pair_plus.A]
"pair of aces" = 2
"""


def test_a_variant_with_two_multiples_and_fractional_pay_is_settled_exactly() -> None:
    def one(dealer: str, cards: str, play: str) -> dict[str, str]:
        record = {"id": 1, "dealer": dealer, "tables": {"ante_bonus": "A", "pair_plus": "A"}}
        hands = [hand(cards, ante="2.5", play=play, pair_plus=1)]
        return returned(settle(variant(TWO_MULTIPLES), parse_round(json.dumps(record | {"hands": hands}))))

    assert one("Qs 6h 4d", "Ac Ad 2h", "5") == {"ante": "5", "play": "11", "pair_plus": "3"}
    assert one("Qs 6h 4d", "9c 9d 2h", "2.5") == {"ante": "5", "play": "5.5", "pair_plus": "2"}
    assert one("Qs 6h 4d", "Qc 6d 4c", "5") == {"ante": "5", "play": "5", "pair_plus": "0"}


def test_every_wager_of_the_three_games_cites_a_rule() -> None:
    for game in GAMES:
        for dealer in (NO_HAND, "Qs Qh 4d", "Ah Ac Ad"):
            for cards in ("Kd 8d 3d", "9c 9d 2h", "6h 5h 4h", "Tc 7s 3c"):
                for decision in ({"decision": "fold"}, {"play": 10}):
                    stakes: dict[str, Any] = {"ante": 10, "pair_plus": 5} | decision
                    one = settled(game, dealer, hand(cards, **stakes))
                    assert all(wager.rule and wager.reason for wager in one.hand(1).wagers)
