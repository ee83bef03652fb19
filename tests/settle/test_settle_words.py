"""Rounds worked out by hand, one for each word of the rules language that the three documents do not use."""

from __future__ import annotations

from typing import Any

import pytest

from combin.rules.resolved import Rules
from combin.settle.rounds import RoundError
from combin.settle.verdicts import settle_hand
from tests.settle.records import hand, nets, refused, results, returned, settled
from tests.variants import variant

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
