"""Rounds worked out by hand, one for each word of the rules language that the three documents do not use."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from combin.exact.base_game import FOLD
from combin.exact.side_bets import comparison_bet, side_bet
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from combin.settle.records import RoundError
from tests.brute import brute_force
from tests.certificate.certificates import written
from tests.games import AGAINST_DEALER, comparison, game, table_bet
from tests.settle.records import hand, nets, refused, results, returned, settled
from tests.variants import analysed, variant
from tests.verifier.verifiers import about

ULTIMATE = variant("""
id = "ultimate"
title = "Ante and Blind, Play once or three times"
source = { document = "this test" }
dealer = { qualifies = "Q high" }
[decision]
play = [1, { multiple = 3, hand = "pair or better" }]
rule = "D"
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = "push"
win = 1
tie = "push"
lose = "lose"
rule = "A"
[wager.blind]
name = "Blind"
settles = "against the dealer"
equals = "ante"
no_qualify = "compared"
win = { pays = "push", by_table = true, rule = "B1" }
tie = "push"
lose = "lose"
rule = "B"
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
no_qualify = { win = 1, tie = { pays = "push", rule = "P0" }, lose = "push" }
win = 1
tie = "push"
lose = "lose"
rule = "P"
[pay_tables.blind.A]
rule = "T"
"straight flush" = 8
"three of a kind" = 6
"straight" = 1.5
"flush" = 1
[limits]
above_maximum = "settle to the maximum"
above_maximum_rule = "L"
[irregularities.foul]
says = "a card is seen"
others = "may retract"
[irregularities.misdeal]
says = "a misdeal"
round = "void"
""")


def ultimate(cards: str, dealer: str, play: int | None = 10, **record: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the nets of a hand with 10 on Ante and Blind."""
    stakes: dict[str, Any] = {"ante": 10, "blind": 10}
    stakes |= {"decision": "fold"} if play is None else {"play": play}
    return nets(settled(ULTIMATE, dealer, hand(cards, **stakes), **record))


@pytest.mark.parametrize(
    ("cards", "dealer", "play", "expected"),
    [
        ("9c 9d 2h", "Qs 6h 4d", 30, ["10", "0", "30"]),  # a pair is not on the table of the Blind
        ("9c 8d 7h", "Qs 6h 4d", 30, ["10", "15", "30"]),
        ("9c 8d 7h", "As Ah 4d", 10, ["10", "15", "10"]),
        ("Kc 8d 7h", "Qs 6h 4d", 10, ["10", "0", "10"]),
        ("9c 8d 7h", "Js 6h 4d", 30, ["0", "15", "30"]),  # not qualified: compared all the same
        ("Jc 6d 4h", "Js 6h 4d", 10, ["0", "0", "0"]),
        ("Jc 6d 2h", "Js 6h 4d", 10, ["0", "-10", "0"]),
        ("Qc 6d 4h", "Qs 6h 4d", 10, ["0", "0", "0"]),
        ("Kc Jc 4c", "9s 8h 7d", 30, ["-10", "-10", "-30"]),  # on the table, but it has not won
        ("Kc 6d 2h", "Qs 6h 4d", None, ["-10", "-10"]),
    ],
)
def test_a_blind_a_compared_hand_and_a_table(
    cards: str, dealer: str, play: int | None, expected: list[str]
) -> None:
    assert list(ultimate(cards, dealer, play).values()) == expected


def test_reasons_and_rules_of_a_hand_compared_though_the_dealer_does_not_qualify() -> None:
    stakes: dict[str, Any] = {"ante": 10, "blind": 10, "play": 10}
    won = settled(ULTIMATE, "Js 6h 4d", hand("9c 8d 7h", **stakes)).hand(1)
    assert [(one.rule, one.reason) for one in won.wagers] == [
        ("A", "dealer's J-6-4 does not qualify"),
        ("B1, T", "9-8-7 straight beats dealer's J-6-4, who does not qualify: straight pays 1.5 to 1"),
        ("P", "9-8-7 straight beats dealer's J-6-4, who does not qualify"),
    ]
    tied = settled(ULTIMATE, "Js 6h 4d", hand("Jc 6d 4h", **stakes)).hand(1)
    assert tied.wager("play").rule == "P0"
    assert tied.wager("blind").reason == "J-6-4 equals dealer's J-6-4, who does not qualify"


def test_equal_wagers_are_placed_together_and_alike() -> None:
    folded: dict[str, Any] = {"decision": "fold"}
    assert refused(ULTIMATE, "Qs 6h 4d", hand("9c 9d 2h", ante=10, **folded)) == (
        "seat 1: ante without blind (B)"
    )
    assert refused(ULTIMATE, "Qs 6h 4d", hand("9c 9d 2h", blind=10, **folded)) == (
        "seat 1: blind without ante (B)"
    )
    assert refused(ULTIMATE, "Qs 6h 4d", hand("9c 9d 2h", ante=10, blind=5, **folded)) == (
        "seat 1: blind: 5 beside a wager of 10 on ante; they are equal (B)"
    )


def test_equal_wagers_are_cut_retracted_and_void_together() -> None:
    whole = hand("9c 8d 7h", ante=100, blind=100, play=300)
    cut = settled(ULTIMATE, "Qs 6h 4d", whole, limits={"ante": {"max": 50}})
    assert nets(cut) == {"ante": "50", "blind": "75", "play": "150"}
    assert cut.hand(1).wager("blind").notes[0].text == "counts like the Ante: 50 goes back"
    foul: dict[str, Any] = {"irregularities": [{"what": "foul"}]}
    back = settled(ULTIMATE, "Qs 6h 4d", whole | {"retracts": True}, **foul)
    assert set(results(back).values()) == {"retracted"}
    some = whole | {"retracts": ["ante", "play"]}
    assert refused(ULTIMATE, "Qs 6h 4d", some, **foul) == (
        "seat 1: retracts: ante without blind; the rules do not say how blind is settled then"
    )
    void = settled(ULTIMATE, "", whole | {"cards": ""}, irregularities=[{"what": "misdeal"}])
    assert nets(void) == {"ante": "0", "blind": "0", "play": "0"}


def test_a_multiple_that_the_hand_may_not_take_is_refused() -> None:
    high = hand("Kc 9d 2h", ante=10, blind=10, play=30)
    assert refused(ULTIMATE, "Qs 6h 4d", high) == (
        "seat 1: play: 30 where D wants 10 (30 is for pair or better); "
        "the rules do not say how another amount is settled"
    )
    cards = ULTIMATE.deck.parse("Kc 9d 2h"), ULTIMATE.deck.parse("Qs 6h 4d")
    with pytest.raises(RoundError, match=r"^a multiple of 3 is for pair or better, and this is K-9-2$"):
        settle_hand(ULTIMATE, {}, *cards, 3)
    with pytest.raises(RoundError, match=r"^a multiple of 2; ultimate has 1, 3$"):
        settle_hand(ULTIMATE, {}, *cards, 2)


def other(text: str) -> Rules:
    """Return a game over Crown's with entries of its own."""
    return variant(f'extends = "crown-melbourne"\nid = "other"\n{text}')


def test_the_excess_over_what_the_hand_may_play_goes_back_where_a_rule_says_so() -> None:
    text = '[decision]\nplay = [1, { multiple = 3, hand = "pair" }]\nexcess_play_rule = "X"'
    one = settled(other(text), "Qs 6h 4d", hand("Kc 9d 2h", ante=10, play=30))
    assert returned(one) == {"ante": "20", "play": "40"}
    assert [(note.text, note.rule) for note in one.hand(1).wager("play").notes] == [
        ("more than 10: the excess of 20 is returned", "X")
    ]
    assert nets(settled(other(text), "Qs 6h 4d", hand("Kc Kd 2h", ante=10, play=30)))["play"] == "30"
    only = '[decision]\nplay = [{ multiple = 3, hand = "pair" }]\nrule = "D"'
    assert "play: 30 where D wants a fold (30 is for pair or better)" in refused(
        other(only), "Qs 6h 4d", hand("Kc 9d 2h", ante=10, play=30)
    )


PRIME = variant("""
extends = "crown-melbourne"
without = ["jackpot", "wager.jackpot"]
[wager.ante]
no_qualify = "push"
commission = "5%"
[wager.play]
no_qualify = { pays = 1, by_table = true }
win = { pays = 1, by_table = true }
lose = { pays = "lose", by_table = true }
commission = "5%"
[wager.ante_bonus]
paid_on = ["no qualify", "tie"]
[pay_tables.play.A]
"straight flush" = 5
"three of a kind" = 4
"flush" = 2
[pay_tables.play.B]
"straight flush" = 6
"three of a kind" = 5
"flush" = 0
""")


@pytest.mark.parametrize(
    ("cards", "dealer", "letter", "expected"),
    [
        ("4c 4d 4h", "Js 6h 4s", "A", {"ante": "0", "play": "76", "ante_bonus": "80"}),
        ("4c 4d 4h", "Js 6h 4s", "B", {"ante": "0", "play": "95", "ante_bonus": "80"}),
        ("4c 4d 4h", "Qs 6h 4s", "A", {"ante": "19", "play": "76"}),
        ("9c 8d 7h", "Qs 6h 4s", "A", {"ante": "19", "play": "19"}),  # not on the table: what win pays
        ("Kc Jc 4c", "9s 8h 7d", "A", {"ante": "-20", "play": "38"}),  # beaten, and on the table
        ("Kc Jc 4c", "9s 8h 7d", "B", {"ante": "-20", "play": "0"}),
        ("Kc Jd 4c", "9s 8h 7d", "A", {"ante": "-20", "play": "-20"}),
        ("9c 8d 7h", "9s 8h 7d", "A", {"ante": "0", "play": "0", "ante_bonus": "20"}),
    ],
)
def test_pays_by_table_less_commission_and_a_bonus_on_some_results(
    cards: str, dealer: str, letter: str, expected: dict[str, str]
) -> None:
    tables = {"ante_bonus": "A", "play": letter}
    assert nets(settled(PRIME, dealer, hand(cards, ante=20, play=20), tables=tables)) == expected


def test_no_commission_is_told_where_nothing_is_won() -> None:
    tables = {"ante_bonus": "A", "play": "B"}
    one = settled(PRIME, "9s 8h 7d", hand("Kc Jc 4c", ante=20, play=20), tables=tables).hand(1)
    assert one.wager("play").reason.endswith("flush pays 0 to 1")
    one = settled(PRIME, "Js 6h 4s", hand("4c 4d 4h", ante=20, play=20), tables=tables).hand(1)
    assert "commission" not in one.wager("ante").reason
    assert "commission" in one.wager("play").reason


def test_commission_is_told_and_a_letter_is_needed() -> None:
    one = settled(PRIME, "Qs 6h 4s", hand("4c 4d 4h", ante=20, play=20)).hand(1)
    assert [wager.reason for wager in one.wagers] == [
        "three fours beats dealer's Q-6-4, less 5% commission",
        "three fours beats dealer's Q-6-4: three of a kind pays 4 to 1, less 5% commission",
    ]
    staked = hand("4c 4d 4h", ante=20, play=20)
    assert refused(PRIME, "Qs 6h 4s", staked, tables={"ante_bonus": "A"}) == (
        "tables: no table named for play (A, B)"
    )


NO_DECISION = variant("""
id = "two-hands"
title = "Two hands and nothing to decide"
source = { document = "this test" }
[wager.a]
name = "A"
settles = "against the dealer"
win = 1
tie = "push"
lose = "lose"
commission = "5%"
[wager.b]
name = "B"
settles = "comparison"
win = "lose"
tie = "push"
lose = { pays = 0.95, rule = "5" }
[wager.tie]
name = "Tie"
settles = "comparison"
win = "lose"
tie = 800
lose = "lose"
commission = "1/2"
[wager.pair_b]
name = "Pair on B"
settles = "pay table"
hand = "dealer"
[pay_tables.pair_b.A]
odds = "for 1"
"three of a kind" = 40
"straight flush" = 30
"straight" = 6
"flush" = 3
"pair of aces" = 4
"pair" = 2
[irregularities.misdeal]
says = "a misdeal"
round = "void"
[irregularities.foul]
says = "a foul hand"
hand = "void"
""")


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("9c 9d 2h", "Qs 6h 4d", {"a": "19", "b": "-20", "tie": "-1", "pair_b": "-5"}),
        ("9c 9d 2h", "Qs Qh 4d", {"a": "-20", "b": "19", "tie": "-1", "pair_b": "5"}),
        ("9c 9d 2h", "As Ah 4d", {"a": "-20", "b": "19", "tie": "-1", "pair_b": "15"}),
        ("2c 3d 5h", "2s 3h 5d", {"a": "0", "b": "0", "tie": "400", "pair_b": "-5"}),
    ],
)
def test_a_game_without_a_decision(cards: str, dealer: str, expected: dict[str, str]) -> None:
    assert nets(settled(NO_DECISION, dealer, hand(cards, a=20, b=20, tie=1, pair_b=5))) == expected


def test_nobody_folds_where_nothing_is_decided() -> None:
    for decision in ("fold", "play"):
        assert refused(NO_DECISION, "Qs 6h 4d", hand("9c 9d 2h", a=20, decision=decision)) == (
            "seat 1: decision: nothing is decided in two-hands"
        )
    assert settled(NO_DECISION, "Qs 6h 4d", hand("9c 9d 2h", a=20)).hand(1).decision is None
    cards = NO_DECISION.deck.parse("9c 9d 2h"), NO_DECISION.deck.parse("Qs 6h 4d")
    with pytest.raises(RoundError, match="nobody folds in two-hands, where nothing is decided"):
        settle_hand(NO_DECISION, {}, *cards, None)


def test_irregularities_of_a_game_without_a_decision() -> None:
    both = hand("9c 9d 2h", a=20), hand("Kc 9h 2c", seat=2, b=20)
    void = settled(NO_DECISION, "", *both, irregularities=[{"what": "misdeal"}])
    assert [returned(one) for one in void.hands] == [{"a": "20"}, {"b": "20"}]
    foul = settled(NO_DECISION, "Qs 6h 4d", *both, irregularities=[{"what": "foul", "seats": [1]}])
    assert [nets(one) for one in foul.hands] == [{"a": "0"}, {"b": "-20"}]


def test_reasons_of_bets_on_either_hand() -> None:
    one = settled(NO_DECISION, "Qs Qh 4d", hand("9c 9d 2h", b=20, pair_b=5)).hand(1)
    assert [(wager.rule, wager.reason) for wager in one.wagers] == [
        ("5", "dealer's pair of queens with a four beats pair of nines with a two"),
        ("", "pair pays 2 for 1"),
    ]
    two = settled(NO_DECISION, "Qs Jh 4d", hand("9c 9d 2h", pair_b=5)).hand(1)
    assert two.wager("pair_b").reason == "dealer's Q-J-4 is not on the pay table"


def test_cards_that_decide_must_be_there() -> None:
    assert "dealer" in refused(NO_DECISION, "", hand("9c 9d 2h", b=20))
    assert "dealer" in refused(NO_DECISION, "", hand("9c 9d 2h", pair_b=20))
    assert "cards" in refused(NO_DECISION, "Qs Jh 4d", hand("", b=20))


# -- side bets -------------------------------------------------------------------------------------------


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
    code, out, err = about(written(rules))
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
