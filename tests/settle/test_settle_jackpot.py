from __future__ import annotations

import json
from fractions import Fraction

import pytest

from combin.cards.suit_classes import hand_classes_by_suit
from combin.jackpot.value import jackpot_chances
from combin.settle.results import SettledRound
from combin.settle.round import settle
from combin.settle.rounds import RoundError, parse_round
from tests.jackpot.wagers import MINOR
from tests.settle.records import CROWN, RWS, hand, nets, refused, results, returned, settled
from tests.variants import variant

NO_HAND = "Jc 7h 5s"


def envy(settled_round: SettledRound) -> dict[int, list[str]]:
    """The envy bonuses by seat."""
    found = {
        seat.seat: [str(wager.returned) for wager in seat.wagers if wager.wager == "jackpot.envy"]
        for seat in settled_round.hands
    }
    return {seat: bonuses for seat, bonuses in found.items() if bonuses}


@pytest.mark.parametrize(
    ("cards", "prize"),
    [
        ("As Ks Qs", "12345.67"),
        ("Ah Kh Qh", "1250"),
        ("Ad Kd Qd", "1250"),
        ("Ks Qs Js", "175"),
        ("3h 2h Ah", "175"),
        ("4c 4d 4s", "150"),
        ("8s 9d 10h", "15"),
        ("Kd 8d 3d", "0"),
        ("9c 9d 2h", "0"),
    ],
)
@pytest.mark.parametrize("dealer", [NO_HAND, "6c 6d 6s"])
def test_rws_4_4_the_progressive_is_paid_by_the_players_cards_alone(
    cards: str, prize: str, dealer: str
) -> None:
    one = settled(RWS, dealer, hand(cards, ante=25, play=25, jackpot=5), meter="12345.67")
    assert returned(one)["jackpot"] == prize
    jackpot = one.hand(1).wager("jackpot")
    assert jackpot.rule == "3.4, 3.11, 4.4"
    assert (jackpot.result.value == "lose") is (prize == "0")


def test_rws_3_11_a_folded_hand_is_paid_its_jackpot_prize() -> None:
    one = settled(RWS, NO_HAND, hand("8s 9d 10h", ante=25, jackpot=5, decision="fold"))
    assert nets(one) == {"ante": "-25", "jackpot": "10"}


def test_rws_4_4_a_share_of_the_meter_needs_the_meter() -> None:
    with pytest.raises(RoundError, match=r"jackpot: 100% of the meter is won, and the record gives no meter"):
        settled(RWS, NO_HAND, hand("As Ks Qs", ante=25, play=25, jackpot=5))


def test_each_progressive_wager_has_a_meter_of_its_own() -> None:
    rules = variant(f'extends = "crown-melbourne"\nid = "two"\n{MINOR}')
    royal = hand("As Ks Qs", minor=2)
    record = {"meter": 25_000, "seed": 10_000}
    one = settled(rules, "", royal, meters={"minor": 5000}, **record)
    assert returned(one)["minor"] == "5000"
    assert refused(rules, "", royal, **record) == (
        "seat 1: minor: 100% of the meter is won, and the record gives no meter of it (meters.minor)"
    )
    wrong = "no progressive wager other than that of meter; they are minor"
    for name in ("jackpot", "ante"):
        assert refused(rules, "", royal, meters={name: 5}, **record) == f"meters.{name}: {wrong}"


@pytest.mark.slow
def test_every_hand_of_a_second_progressive_wager_settled_gives_its_value() -> None:
    rules = variant(f'extends = "uk-including-blind"\nid = "two"\n{MINOR}')
    table = rules.tables["minor"]["A"]
    whole = Fraction(0)
    for one in hand_classes_by_suit(rules.ranking):
        cards = " ".join(str(rules.deck.cards[card]) for card in one.cards)
        found = settled(rules, "", hand(cards, minor=1), meter=5000)
        whole += one.weight * Fraction(returned(found)["minor"])
    value = jackpot_chances(rules, table).overall()
    assert whole / 22_100 == value.returned(Fraction(1), Fraction(5000)) == Fraction(719, 1105)


def test_rws_3_12_others_with_a_jackpot_wager_get_the_envy_bonus() -> None:
    one = settled(
        RWS,
        NO_HAND,
        hand("As Ks Qs", player="Ann", ante=25, play=25),
        hand("Th 8c 4d", seat=2, player="Bo", ante=25, jackpot=5, decision="fold"),
        hand("Td 8d 4s", seat=3, player="Cy", ante=25, decision="fold"),
    )
    assert envy(one) == {2: ["250"]}
    bonus = one.hand(2).wager("jackpot.envy")
    assert (bonus.staked, bonus.net) == (Fraction(0), Fraction(250))
    assert (bonus.rule, bonus.reason) == ("3.12, 3.13", "A-K-Q straight flush of spades at seat 1")
    assert results(one.hand(2)) == {"ante": "lose", "jackpot": "lose", "jackpot.envy": "win"}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_rws_3_12_the_envied_hand_may_sit_anywhere(seat: int) -> None:
    cards = ["Th 8c 4d", "Td 9d 4s", "Ts 8d 3d"]
    cards[seat - 1] = "Ah Kh Qh"
    hands = [hand(one, seat=at, ante=25, play=25, jackpot=5) for at, one in enumerate(cards, 1)]
    assert envy(settled(RWS, NO_HAND, *hands)) == {other: ["50"] for other in {1, 2, 3} - {seat}}


def test_rws_3_12_only_the_top_two_hands_bring_envy_bonuses() -> None:
    for cards, bonuses in (("Ah Kh Qh", {2: ["50"]}), ("Kh Qh Jh", {}), ("4c 4d 4s", {})):
        one = settled(
            RWS,
            NO_HAND,
            hand(cards, ante=25, play=25, jackpot=5),
            hand("Td 8c 3d", seat=2, ante=25, jackpot=5, decision="fold"),
        )
        assert envy(one) == bonuses


def test_rws_3_12_each_winner_envies_the_other_and_nobody_himself() -> None:
    one = settled(
        RWS,
        NO_HAND,
        hand("As Ks Qs", player="Ann", ante=25, play=25, jackpot=5),
        hand("Ah Kh Qh", seat=2, player="Bo", ante=25, play=25, jackpot=5),
        hand("Td 8c 3d", seat=3, player="Ann", ante=25, jackpot=5, decision="fold"),
        meter=1000,
    )
    assert envy(one) == {1: ["50"], 2: ["250"]}


def test_rws_3_13_a_player_with_pair_plus_only_brings_no_envy_bonus() -> None:
    one = settled(
        RWS,
        NO_HAND,
        hand("As Ks Qs", pair_plus=25),
        hand("Td 8c 3d", seat=2, ante=25, jackpot=5, decision="fold"),
    )
    assert envy(one) == {}


ODDS = """
extends = "resorts-world-sentosa"
id = "odds"
[wager.jackpot]
envy_needs = ["ante", "pair_plus"]
[pay_tables.jackpot.A]
odds = "ODDS"
"straight" = 3
"""


@pytest.mark.parametrize(("odds", "due", "terms"), [("for 1", "15", "3 for 1"), ("to 1", "20", "3 to 1")])
def test_a_jackpot_prize_in_odds_is_a_multiple_of_the_stake(odds: str, due: str, terms: str) -> None:
    record = {"id": 1, "dealer": NO_HAND, "hands": [hand("8s 9d 10h", ante=25, play=25, jackpot=5)]}
    one = settle(variant(ODDS.replace("ODDS", odds)), parse_round(json.dumps(record)))
    assert returned(one)["jackpot"] == due
    assert one.hand(1).wager("jackpot").reason == f"straight: {terms}"


def test_one_of_the_wagers_that_envy_needs_is_enough() -> None:
    hands = [hand("As Ks Qs", pair_plus=25), hand("Td 8c 3d", seat=2, ante=25, jackpot=5, decision="fold")]
    record = {"id": 1, "dealer": NO_HAND, "hands": hands}
    assert envy(settle(variant(ODDS.replace("ODDS", "to 1")), parse_round(json.dumps(record)))) == {
        2: ["250"]
    }


def test_a_returned_jackpot_wager_gets_no_envy_bonus() -> None:
    one = settled(
        RWS,
        "",
        hand("As Ks Qs", ante=25, play=25),
        hand("Td 8c 3d", seat=2, ante=25, jackpot=5),
        irregularities=[{"what": "foreign_card"}],
    )
    assert envy(one) == {}


@pytest.mark.parametrize(("game", "rule"), [(CROWN, r"5\.5\.1\(a\)"), (RWS, r"3\.4")])
def test_a_jackpot_wager_needs_an_ante(game: str, rule: str) -> None:
    with pytest.raises(RoundError, match=rf"jackpot may be placed only with ante \({rule}\)"):
        settled(game, NO_HAND, hand("As Ks Qs", pair_plus=25, jackpot=5))


def test_crown_5_10_2_a_a_fold_loses_the_jackpot_wager() -> None:
    one = settled(CROWN, "", hand(ante=10, jackpot=5, decision="fold"))
    assert nets(one) == {"ante": "-10", "jackpot": "-5"}
    assert one.hand(1).wager("jackpot").rule == "5.10.2(a)"


@pytest.mark.parametrize(
    ("option", "cards", "jackpot_cards", "paid"),
    [
        ("1", "4c 4d 4s", "4h 9d", "2500"),
        ("2", "4c 4d 4s", "4h 9d", "3000"),
        ("1", "4c 4d 4s", "9h 9d", "750"),
        ("2", "4c 4d 4s", "9h 9d", "500"),
        ("1", "Kd 8d 3d", "9d 2d", "500"),
        ("2", "Kd 8d 3d", "9d 2d", "300"),
        ("1", "8s 9d Th", "6c 7d", "0"),
        ("2", "8s 9d Th", "6c 7d", "200"),
        ("2", "3s 2d Ah", "5c 4d", "200"),
        ("1", "4c 4d 4s", "9h 8d", "0"),
        ("2", "As Ad Kh", "Kd Qc", "0"),
    ],
)
def test_crown_7_1_bonus_payouts_are_dollars_for_each_dollar_of_the_jackpot_wager(
    option: str, cards: str, jackpot_cards: str, paid: str
) -> None:
    tables = {"ante_bonus": "A", "jackpot": option}
    played = hand(cards, ante=10, play=10, jackpot=5)
    one = settled(CROWN, NO_HAND, played, jackpot_cards=jackpot_cards, tables=tables)
    assert returned(one)["jackpot"] == paid
    jackpot = one.hand(1).wager("jackpot")
    assert jackpot.rule.endswith(f"7.1 Table {3 if option == '1' else 4}")
    if paid == "0":
        assert jackpot.reason.startswith("the best five, ")


def test_crown_7_1_a_jackpot_wager_is_paid_to_a_hand_that_loses() -> None:
    one = settled(CROWN, "6c 6d 6s", hand("4c 4d 2s", ante=10, play=10, jackpot=1), jackpot_cards="4h 4s")
    assert returned(one) == {"ante": "0", "play": "0", "jackpot": "500"}


def test_a_crown_jackpot_wager_that_survives_needs_both_jackpot_cards() -> None:
    played = hand("As Ks Qs", ante=10, play=10, jackpot=5)
    with pytest.raises(RoundError, match=r"jackpot_cards: .*0 cards where 2 are needed"):
        settled(CROWN, NO_HAND, played)
    with pytest.raises(RoundError, match="Ks is dealt twice, to the jackpot and to seat 1"):
        settled(CROWN, NO_HAND, played, jackpot_cards="Ks 2d")
