from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.settle.rounds import RoundError
from tests.settle.records import CROWN, RWS, UK, hand, nets, returned, settled
from tests.variants import variant

QUALIFIES = "Qs 6h 4d"
GAMES = [CROWN, RWS, UK]
DATA = Path(__file__).parents[1] / "data"


def refused(game: str | Rules, *hands: dict[str, Any], dealer: str = QUALIFIES, **record: Any) -> str:  # noqa: ANN401
    """Return the message with which a round is refused, without the round's name."""
    with pytest.raises(RoundError) as caught:
        settled(game, dealer, *hands, **record)
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.round == "test"
    return message.removeprefix("round test: ")


# -- which wagers a hand may hold -----------------------------------------------------------------------


def test_uk_bullet_7_prime_needs_ante_or_pair_plus() -> None:
    assert refused(UK, hand("Kh 3d 2c", prime=5)) == (
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
    assert refused(game, hand("Kh 3d 2c", play=5, pair_plus=5)) == f"seat 1: play without ante ({rule})"


def test_unknown_wagers_bonuses_and_empty_hands_are_refused() -> None:
    assert refused(CROWN, hand("Kh 3d 2c", ante=5, play=5, six_card=5)) == (
        "seat 1: no wager 'six_card' in this game; there are ante, play, pair_plus, jackpot"
    )
    assert refused(RWS, hand("Kh 3d 2c", ante=5, play=5, ante_bonus=5)) == (
        "seat 1: ante_bonus is paid on ante and has no stake of its own (1 'Ante Bonus', 3.9.3, 3.10.4, 4.3)"
    )
    assert refused(RWS, hand("Kh 3d 2c", ante=0)) == "seat 1: no wager is staked"


def test_an_amount_of_zero_is_no_wager() -> None:
    one = settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, pair_plus=0))
    assert returned(one) == {"ante": "10", "play": "10"}


# -- decisions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_stakes_and_decision_must_agree(game: str) -> None:
    assert "seat 1: plays without a wager on play (" in refused(
        game, hand("Kh 3d 2c", ante=5, decision="play")
    )
    assert "seat 1: folds with play staked (" in refused(
        game, hand("Kh 3d 2c", ante=5, play=5, decision="fold")
    )
    assert "seat 1: ante without a decision" in refused(game, hand("Kh 3d 2c", ante=5))


def test_a_staked_play_is_a_decision_to_play() -> None:
    one = settled(RWS, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5))
    assert one.hand(1).decision == "play"
    assert settled(RWS, QUALIFIES, hand("Kh 3d 2c", pair_plus=5)).hand(1).decision is None


def test_only_a_folding_player_keeps_a_wager_and_only_one_that_he_has() -> None:
    assert "only a folding player" in refused(
        CROWN, hand("Kh 3d 2c", ante=5, play=5, pair_plus=5, keeps=["pair_plus"])
    )
    assert "'pair_plus' is no wager of this hand" in refused(
        CROWN, hand("Kh 3d 2c", ante=5, decision="fold", keeps=["pair_plus"])
    )
    assert "a fold loses ante (5.7.2(a), 9.5.2(a))" in refused(
        CROWN, hand("Kh 3d 2c", ante=5, decision="fold", keeps=["ante"])
    )


# -- blind hands and several areas ----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "rule"), [(CROWN, "5.11.2"), (UK, "bullets 4, 8")])
def test_a_player_has_one_open_hand(game: str, rule: str) -> None:
    hands = [
        hand("Kh 3d 2c", player="Ann", ante=5, play=5),
        hand("Kd 3c 2d", seat=2, player="Ann", pair_plus=5),
    ]
    assert refused(game, *hands) == f"seats 1 and 2: Ann has two open hands; all but one are blind ({rule})"
    blind = hands[1] | {"blind": True}
    assert settled(game, QUALIFIES, hands[0], blind).hand(2).net == -5
    assert "has two open hands" in refused(game, hands[0] | {"seat": 3, "blind": True}, *hands)
    other = hands[1] | {"player": "Bo"}
    assert settled(game, QUALIFIES, hands[0], other).hand(2).net == -5


def test_rws_speaks_of_no_blind_hands() -> None:
    assert refused(RWS, hand("Kh 3d 2c", ante=5, play=5, blind=True)) == (
        "seat 1: blind: no rule of resorts-world-sentosa speaks of blind hands"
    )


def test_uk_bullet_8_a_blind_hand_with_an_ante_has_its_play_staked_and_cannot_fold() -> None:
    assert nets(settled(UK, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5, blind=True))) == {
        "ante": "5",
        "play": "5",
    }
    for decision in ("fold", "play"):
        assert refused(UK, hand("Kh 3d 2c", ante=5, decision=decision, blind=True)) == (
            "seat 1: a blind hand with ante needs play in advance (bullets 4, 8)"
        )


def test_crown_5_11_2_a_blind_hand_decides_after_the_deal() -> None:
    assert nets(settled(CROWN, QUALIFIES, hand("", ante=5, decision="fold", blind=True))) == {"ante": "-5"}


# -- seats, tables, cards -------------------------------------------------------------------------------


def test_seats_are_places_of_the_table() -> None:
    twice = [hand("Kh 3d 2c", ante=5, play=5), hand("Kd 3c 2d", ante=5, play=5)]
    assert refused(CROWN, *twice) == "seat 1: stands twice in the round"
    assert refused(CROWN, hand("Kh 3d 2c", seat=10, pair_plus=5)) == (
        "seat 10: a table has 9 seats (2.1, 9.3, 9.4)"
    )


def test_pay_tables_are_named_by_letters_of_the_game() -> None:
    one = hand("Kh 3d 2c", ante=5, play=5, pair_plus=5)
    assert refused(CROWN, one, tables={"ante_bonus": "A", "pair_plus": "G"}) == (
        "tables.pair_plus: no table 'G'; the game has A, B, C, D, E, F"
    )
    assert refused(CROWN, one, tables={"prime": "A"}).startswith("tables.prime: no wager with a pay table")
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
    assert refused(RWS, hand(cards, ante=5, play=5), dealer=dealer).startswith(problem)


def test_a_card_of_two_decks_may_be_dealt_twice() -> None:
    two_decks = load_rules(DATA / "two-decks.toml")
    own, same = hand("Kh 3d 2c", ante=5, play=5), hand("Kh 3d 2c", seat=2, ante=5, play=5)
    found = settled(two_decks, QUALIFIES, own, same)
    assert [one.net for one in found.hands] == [10, 10]
    third = hand("Kh Kd 9c", seat=3, ante=5, play=5)
    assert refused(two_decks, own, same, third) == "Kh is dealt 3 times, to seat 1, to seat 2 and to seat 3"
    thrice = hand("Kh Kh Kh", ante=5, play=5)
    assert refused(two_decks, thrice) == (
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
    assert refused(wild, twice, dealer="Ks Jk 2h") == "Jk is dealt twice, to the dealer and to seat 1"


def test_cards_that_decide_nothing_may_be_left_out() -> None:
    folded = hand("", ante=5, pair_plus=5, decision="fold")
    assert settled(RWS, "", folded).net == -10
    assert settled(RWS, "", hand("Kh Kd 2c", pair_plus=5)).net == 5


def test_a_folded_hand_with_a_live_side_bet_needs_its_cards() -> None:
    assert "3 are needed" in refused(UK, hand("", ante=5, pair_plus=5, decision="fold"))
    assert "3 are needed" in refused(
        CROWN, hand("", ante=5, pair_plus=5, decision="fold", keeps=["pair_plus"])
    )
    assert "3 are needed" in refused(UK, hand("Kh Qd 2c", ante=5, prime=5, decision="fold"), dealer="")


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


def test_a_payment_on_an_unknown_wager_is_refused() -> None:
    assert refused(RWS, hand("Kh 3d 2c", ante=5, play=5, paid={"prime": 5})).startswith(
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
