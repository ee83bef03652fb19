"""Side bets on either hand, against the dealer, in money and less commission, settled round by round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from combin.exact.base_game import FOLD
from combin.exact.side_bets import comparison_bet, side_bet
from combin.proof.brute import brute_force
from combin.rules.errors import RulesError
from combin.settle.verdicts import settle_hand
from tests.certificate.certificates import written
from tests.games import AGAINST_DEALER, comparison, game, table_bet
from tests.settle.records import hand, nets, refused, returned, settled
from tests.variants import analysed, variant
from tests.verifier.verifiers import HANDS, about

SIDE_BETS = variant("""
extends = "resorts-world-sentosa"
without = ["wager.pair_plus", "wager.jackpot"]
[wager.higher]
name = "Higher"
settles = "comparison"
win = 1
tie = 2
lose = "lose"
[wager.florida]
name = "Pair Plus"
settles = "pay table"
if_tied = "push"
if_beaten = "lose"
commission = "10%"
rule = "F"
[wager.millionaire]
name = "Millionaire"
settles = "pay table"
hand = "player and dealer"
stakes = [5, 10]
rule = "M"
[wager.trips]
name = "Trips"
settles = "pay table"
stakes = ["2.50", 5]
commission = "50%"
[pay_tables.florida.A]
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 3
"pair" = 1
[pay_tables.millionaire.A]
"royal flush" = { money = 1_000_000 }
"straight flush" = 200
"four of a kind" = { money = 505 }
[pay_tables.trips.A]
odds = "for 1"
"three of a kind" = { money = 100 }
""")

BY_TABLE = {"pays": "lose", "by_table": True}


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("9c 9d 2h", "Js 6h 4d", "9"),  # whether the dealer qualifies is no matter
        ("9c 9d 2h", "9s 9h 2d", "0"),
        ("9c 9d 2h", "Ts Th 4d", "-10"),
        ("Kc 9d 2h", "Ts 9h 2c", "-10"),
        ("9c 8c 7c", "Ts Th 4d", "360"),
    ],
)
def test_a_hand_on_the_table_that_must_beat_the_dealer(cards: str, dealer: str, net: str) -> None:
    decisions: list[dict[str, Any]] = [{"play": 5}, {"decision": "fold"}]
    for play in decisions:
        one = settled(SIDE_BETS, dealer, hand(cards, ante=5, florida=10, **play))
        assert nets(one)["florida"] == net
    assert nets(settled(SIDE_BETS, dealer, hand(cards, florida=10))) == {"florida": net}


def test_commission_is_told_of_even_money_too() -> None:
    one = settled(SIDE_BETS, "Js 6h 4d", hand("9c 9d 2h", florida=10))
    assert one.hand(1).wager("florida").reason == "pair pays 1 to 1, less 10% commission"


def test_a_bet_on_the_higher_hand_stays_after_a_fold() -> None:
    fold: dict[str, Any] = {"ante": 5, "higher": 10, "decision": "fold"}
    assert nets(settled(SIDE_BETS, "Js 6h 4d", hand("Kc 9d 2h", **fold))) == {"ante": "-5", "higher": "10"}
    assert nets(settled(SIDE_BETS, "Ks 9h 2s", hand("Kc 9d 2h", **fold))) == {"ante": "-5", "higher": "20"}
    assert nets(settled(SIDE_BETS, "As 9h 2s", hand("Kc 9d 2h", **fold))) == {"ante": "-5", "higher": "-10"}


def test_a_folding_player_may_say_that_he_keeps_a_bet_that_stays_in_any_case() -> None:
    fold: dict[str, Any] = {"ante": 5, "higher": 10, "florida": 10, "decision": "fold"}
    told = hand("Kc 9d 2h", **fold, keeps=["higher", "florida"])
    assert nets(settled(SIDE_BETS, "Js 6h 4d", told)) == nets(
        settled(SIDE_BETS, "Js 6h 4d", hand("Kc 9d 2h", **fold))
    )


@pytest.mark.slow
def test_bets_on_the_higher_hand_that_a_folding_player_keeps_are_what_engine_and_brute_force_count() -> None:
    """All 1,680 deals of nine cards, each settled as a recorded fold that keeps these bets."""
    paid = {"straight flush": 9, "three of a kind": 7, "straight": 5, "pair": 1}
    rules = variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts", "spades"]}},
            comparison("higher", "Higher", win="9/10", tie=2, lose="lose"),
            comparison("beaten", "Beaten", paid, win="lose", tie="push", lose=BY_TABLE),
        )
    )
    bets, cards = ("higher", "beaten"), rules.deck.cards
    settled_nets: dict[str, Counter[Fraction]] = {name: Counter() for name in bets}
    for player in combinations(cards, 3):
        shows = " ".join(map(str, player))
        record = hand(shows, ante=1, higher=1, beaten=1, decision="fold", keeps=[*bets])
        for dealer in combinations([card for card in cards if card not in player], 3):
            one = settled(rules, " ".join(map(str, dealer)), record).hand(1)
            for name in bets:
                settled_nets[name][one.wager(name).net] += 1
    letters = {"beaten": "A"}
    folds = brute_force(rules, letters, decisions=[FOLD] * 84)
    for name, found in settled_nets.items():
        counted = comparison_bet(rules, name, letters.get(name, "")).distribution.outcomes
        assert (
            found == dict(counted) == {net: number for net, number in folds.outcomes[name].items() if number}
        )
        assert found.total() == 1680
        assert len(found) > 2


@pytest.mark.parametrize(
    ("dealer", "net", "reason"),
    [
        (
            "Ts Th 4d",
            "95",
            "dealer's pair of tens with a four beats pair of nines with a two: pair pays 10 to 1",
        ),
        ("9s 9h 2s", "-10", "pair of nines with a two equals dealer's pair of nines with a two"),
        ("Js 6h 4d", "-10", "pair of nines with a two beats dealer's J-6-4"),
    ],
)
def test_a_bad_beat_is_paid_by_its_table_to_a_hand_that_is_beaten(dealer: str, net: str, reason: str) -> None:
    rules = variant(
        'extends = "crown-melbourne"\nid = "bad-beat"\n[wager.bad_beat]\nname = "Bad Beat"\n'
        'settles = "comparison"\nwin = "lose"\ntie = "lose"\nlose = { pays = "lose", by_table = true }\n'
        'commission = "5%"\n[pay_tables.bad_beat.A]\n"straight flush" = 100\n"three of a kind" = 50\n'
        "straight = 30\nflush = 20\npair = 10\n"
    )
    for play in ({}, {"ante": 5, "play": 5}, {"ante": 5, "decision": "fold"}):
        one = settled(rules, dealer, hand("9c 9d 2h", bad_beat=10, **play)).hand(1).wager("bad_beat")
        assert str(one.net) == net
        assert one.reason.startswith(reason)
    beaten = settled(rules, "Ts Th 4d", hand("Kc 9d 2h", bad_beat=10)).hand(1).wager("bad_beat")
    assert beaten.net == -10


@pytest.mark.parametrize("stake", [5, 10])
def test_a_sum_of_money_is_the_same_for_every_stake(stake: int) -> None:
    royal = settled(SIDE_BETS, "As Kd 2h", hand("Qs Js Ts", millionaire=stake))
    assert returned(royal) == {"millionaire": "0"}
    royal = settled(SIDE_BETS, "As Ks 2h", hand("Qs Js Ts", millionaire=stake))
    assert returned(royal) == {"millionaire": str(1_000_000 + stake)}  # to 1: the stake comes back on top
    assert royal.hand(1).wager("millionaire").reason == "royal flush pays 1000000 in money"
    quads = settled(SIDE_BETS, "9s 9h 2h", hand("9c 9d Ts", millionaire=stake))
    assert nets(quads) == {"millionaire": "505"}
    straight_flush = settled(SIDE_BETS, "9s Ks 2h", hand("Qs Js Ts", millionaire=stake))
    assert nets(straight_flush) == {"millionaire": str(200 * stake)}


@pytest.mark.parametrize(("stake", "back"), [("2.50", "51.25"), (5, "52.5")])
def test_money_for_one_holds_the_stake_and_commission_is_of_the_gain(stake: object, back: str) -> None:
    one = settled(SIDE_BETS, "As Kd 2h", hand("9c 9d 9s", trips=stake))
    assert returned(one) == {"trips": back}


def test_other_stakes_than_a_bet_in_money_has_are_refused() -> None:
    assert refused(SIDE_BETS, "As Kd 2h", hand("9c 9d 9s", millionaire=7)) == (
        "seat 1: millionaire: 7 is not one of its stakes: 5, 10 (M)"
    )


def test_a_bonus_that_pays_nothing_hands_nothing_back() -> None:
    rules = variant('extends = "resorts-world-sentosa"\n[pay_tables.ante_bonus.A]\nstraight = 0\n')
    one = settled(rules, "Js 6h 4d", hand("9c 8d 7h", wagers={"ante": 10, "play": 10}, decision="play"))
    assert nets(one.hands[0]) == {"ante": "10", "play": "0", "ante_bonus": "0"}
    assert returned(one.hands[0]) == {"ante": "20", "play": "10", "ante_bonus": "0"}


ALONE = """
id = "alone"
title = "A bonus alone"
[source]
document = "A test"
[wager.bonus]
name = "3-Card Bonus"
settles = "pay table"
commission = "5%"
{more}
[pay_tables.bonus.A]
"mini royal" = 50
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 4
"pair" = 1
"""


def test_a_side_bet_alone_is_a_game_without_a_dealer() -> None:
    rules = variant(ALONE.replace("{more}", ""))
    found = settled(rules, "", hand("As Ah 9d", bonus=20), hand("Qs Th 9h", seat=2, bonus=20))
    assert [returned(one)["bonus"] for one in found.hands] == ["39", "0"]
    assert [one.wagers[0].reason for one in found.hands] == [
        "pair pays 1 to 1, less 5% commission",
        "Q-10-9 is not on the pay table",
    ]
    won = 50 * 4 + 40 * 44 + 30 * 52 + 6 * 720 + 4 * 1_096 + 3_744
    edge = (16_440 - won * Fraction("0.95")) / 22_100
    assert analysed(rules, bonus="A").wagers["bonus"].house_edge == edge


def test_a_side_bet_alone_may_be_on_the_dealers_hand() -> None:
    edges = {
        analysed(variant(ALONE.replace("{more}", more)), bonus="A").wagers["bonus"].house_edge
        for more in ("", 'hand = "dealer"')
    }
    assert len(edges) == 1


PAYS = {"straight flush": 20, "three of a kind": 15, "straight": 4, "pair": 1}
BOTH = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts", "spades"]}},
    table_bet("best", "Best hand", PAYS, hand="higher of both"),
    table_bet("bad_beat", "Bad beat", PAYS, hand="lower of both", if_tied="push"),
    table_bet("beaten", "Beaten hand", PAYS, hand="dealer", if_tied=1, if_beaten="lose"),
)


def test_bets_on_both_hands_are_what_engine_brute_force_and_verifier_count() -> None:
    """Every deal of nine cards settled by the letter; the certificate has the brute force."""
    rules = variant(BOTH)
    paid: dict[str, Counter[Fraction]] = {"best": Counter(), "bad_beat": Counter(), "beaten": Counter()}
    for player in combinations(rules.deck.cards, 3):
        rest = [card for card in rules.deck.cards if card not in player]
        for dealer in combinations(rest, 3):
            one = settle_hand(rules, {}, player, dealer, 1)
            for name, counts in paid.items():
                counts[one[name]] += 1
    for name, counts in paid.items():
        assert dict(side_bet(rules, rules.tables[name]["A"]).distribution.outcomes) == counts
    code, out, err = about(HANDS, written(rules))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"wager.best.on_fold": "lost"}, "a bet on both hands stays"),
        ({"wager.beaten.on_fold": "lost"}, "a bet on both hands stays"),
        ({"wager.best.if_beaten": 1}, "for a hand that is compared"),
        ({"pay_tables.best.A": {"straight flush of spades": 9}}, "paid for every suit alike"),
        ({"pay_tables.best.B": {"player of one colour": 9}}, "only a side bet is paid for colours"),
    ],
)
def test_what_a_bet_on_both_hands_cannot_be_is_refused(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        variant(game(BOTH, more))
