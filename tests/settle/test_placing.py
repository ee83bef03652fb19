"""What may be placed and recorded, and what irregularities make of a round, alone and two at once."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.records import Result, SettledRound
from tests.helpers.variants import shipped
from tests.settle.records import (
    CROWN,
    RWS,
    UK,
    cases,
    game_of,
    hand,
    irregular,
    nets,
    refused,
    results,
    returned,
    round_of_text,
    settled,
)

QUALIFIES = "Qs 6h 4d"
GAMES = [CROWN, RWS, UK]
DATA = Path(__file__).parents[1] / "data"


def king(**record: Any) -> dict[str, Any]:  # noqa: ANN401  any field of a hand
    """Return a hand of K-3-2, which beats a dealer who qualifies."""
    return hand("Kh 3d 2c", **record)


PLAYED: dict[str, Any] = {"ante": 5, "play": 5}
ANN = [king(player="Ann", **PLAYED), hand("Kd 3c 2d", seat=2, player="Ann", pair_plus=5)]


@pytest.mark.parametrize(("game", "hands", "rest", "problem"), cases("refused.txt"))
def test_what_may_not_be_so_is_refused_by_its_rule(game: str, hands: str, rest: str, problem: str) -> None:
    assert refused(game, **round_of_text(hands, rest)).startswith(problem)


# -- what is settled --------------------------------------------------------------------------------------


def test_uk_bullet_7_prime_goes_with_pair_plus_alone() -> None:
    one = settled(UK, QUALIFIES, hand("Kh 3d 2h", pair_plus=5, prime=5))
    assert returned(one) == {"pair_plus": "0", "prime": "20"}


def test_an_amount_of_zero_is_no_wager() -> None:
    assert returned(settled(RWS, QUALIFIES, king(pair_plus=0, **PLAYED))) == {"ante": "10", "play": "10"}


def test_a_staked_play_is_a_decision_to_play() -> None:
    assert settled(RWS, QUALIFIES, king(**PLAYED)).hand(1).decision == "play"
    assert settled(RWS, QUALIFIES, king(pair_plus=5)).hand(1).decision is None


@pytest.mark.parametrize("game", [CROWN, UK])
def test_a_player_has_one_open_hand_and_blind_ones(game: str) -> None:
    for second in (ANN[1] | {"blind": True}, ANN[1] | {"player": "Bo"}):
        assert settled(game, QUALIFIES, ANN[0], second).hand(2).net == -5


def test_a_blind_hand_has_its_play_staked_or_decides_after_the_deal() -> None:
    """UK bullet 8, Crown 5.11.2."""
    assert nets(settled(UK, QUALIFIES, king(blind=True, **PLAYED))) == {"ante": "5", "play": "5"}
    assert nets(settled(CROWN, QUALIFIES, hand("", ante=5, decision="fold", blind=True))) == {"ante": "-5"}


def test_a_table_of_a_wager_that_is_not_staked_need_not_be_named() -> None:
    assert settled(CROWN, QUALIFIES, king(**PLAYED), tables={"ante_bonus": "A"}).net == 10


def test_a_card_of_two_decks_may_be_dealt_twice() -> None:
    found = settled("two-decks", QUALIFIES, king(**PLAYED), king(seat=2, **PLAYED))
    assert [one.net for one in found.hands] == [10, 10]


def test_a_joker_is_settled_as_what_it_makes() -> None:
    """A joker with K and 3 is a second king; the mini royal of spades holds one as well as another card."""
    pair = settled("joker-wild", "Ks 3h 2h", hand("Kh 3d Jk", ante=10, play=10)).hand(1)
    assert pair.net == 20
    assert pair.wagers[0].reason == "pair of kings with a three beats dealer's K-3-2"
    royal = settled("joker-wild", "2h 3d 5c", hand("As Jk Qs", ante=10, play=10, pair_plus=10)).hand(1)
    # No-qualify pays the Ante, the bonus twice the Ante, Pair Plus 40 to 1.
    assert royal.net == 10 + 2 * 10 + 40 * 10


def test_cards_that_decide_nothing_may_be_left_out() -> None:
    assert settled(RWS, "", hand("", ante=5, pair_plus=5, decision="fold")).net == -10
    assert settled(RWS, "", hand("Kh Kd 2c", pair_plus=5)).net == 5


def test_a_bet_on_six_cards_is_settled_after_a_fold() -> None:
    folded = hand("5c 5d 2h", ante=5, six_card=5, decision="fold")
    assert nets(settled("six-cards", "5h 5s Kd", folded)) == {"ante": "-5", "six_card": "250"}


# -- what was paid --------------------------------------------------------------------------------------


def test_what_was_paid_wrongly_is_listed_by_wager_with_amount_and_rule() -> None:
    paid = {"ante": 10, "play": 12, "pair_plus": 5}
    one = settled(RWS, QUALIFIES, hand("8s 9d Th", player="Ann", pair_plus=1, paid=paid, **PLAYED))
    found = [(str(wrong.due), str(wrong.paid), str(wrong.difference)) for wrong in one.paid_wrongly]
    assert found == [("10", "12", "2"), ("5", "0", "-5"), ("6", "5", "-1")]
    assert [(wrong.wager, wrong.rule) for wrong in one.paid_wrongly] == [
        ("play", "3.10.1, 4.1"),
        ("ante_bonus", "1 'Ante Bonus', 3.9.3, 3.10.4, 4.3"),
        ("pair_plus", "4.2"),
    ]
    assert {(wrong.seat, wrong.player) for wrong in one.paid_wrongly} == {(1, "Ann")}


@pytest.mark.parametrize(
    ("game", "stakes", "paid", "wrong"),
    [
        (RWS, PLAYED, {"ante": 10, "play": 10, "ante_bonus": 5}, ("ante_bonus", "0", "5", "1 'Ante Bonus'")),
        (RWS, PLAYED, "20.00", None),
        (RWS, PLAYED, "19.50", ("total", "20", "39/2", "ante: 3.10.1, 4.1; play: 3.10.1, 4.1")),
        (
            CROWN,
            {"ante": 10, "play": 15},
            {"ante": 20, "play": 30},
            ("play", "25", "30", "5.9.1, 10.1.2(a), 11.14.1"),
        ),
    ],
)
def test_a_payment_is_compared_with_what_is_due(
    game: str, stakes: dict[str, int], paid: object, wrong: tuple[str, str, str, str] | None
) -> None:
    """A bonus that no hand earned, one sum for all wagers, and the rule of an adjustment."""
    found = settled(game, QUALIFIES, king(paid=paid, **stakes)).paid_wrongly
    assert [(one.wager, str(one.due), str(one.paid)) for one in found] == ([wrong[:3]] if wrong else [])
    assert all(wrong and one.rule.startswith(wrong[3]) for one in found)


# -- what irregularities make of a round ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_that_voids_the_round_returns_all_but_jackpot_wagers(game: str) -> None:
    entries = shipped(game).file.irregularities
    voiding = [name for name, entry in entries.items() if entry.round == "void"]
    assert voiding
    for name in voiding:
        one = settled(game, "not cards at all", hand("2c", ante=10, pair_plus=5), **irregular(name))
        assert returned(one) == {"ante": "10", "pair_plus": "5"}
        assert results(one) == {"ante": "void", "pair_plus": "void"}
        assert {wager.rule for wager in one.hand(1).wagers} == {entries[name].rule}
        assert one.notes[0].text.endswith(": the round is void")


@pytest.mark.parametrize(("game", "hands", "happened", "found", "rules"), cases("irregular.txt"))
def test_irregularities_decide_wagers(game: str, hands: str, happened: str, found: str, rules: str) -> None:
    one = settled(game, **round_of_text(hands, happened))
    entries, names = game_of(game).file.irregularities, [word.partition("@")[0] for word in happened.split()]
    assert [note.rule for note in one.notes] == [entries[what].rule for what in names if what in entries]
    first = one.hands[0]
    assert [f"{wager.wager}={wager.result.value.split()[0]}" for wager in first.wagers] == found.split()
    decided = [wager for wager in first.wagers if wager.result.value not in {"win", "lose"}]
    assert "; ".join(wager.rule for wager in decided) == rules
    for wager in decided:
        lost, carried = wager.result is Result.FORFEITED, wager.result is Result.NEXT_ROUND
        assert wager.returned == (0 if lost or carried else wager.staked)
        assert wager.carried == (wager.staked if carried else 0)


def test_crown_11_13_leaves_the_jackpot_wagers_of_others_to_the_cards() -> None:
    other = king(seat=2, ante=10, play=10, jackpot=5)
    unpaid = irregular("play_not_affordable_again@1")
    one = settled(CROWN, QUALIFIES, hand(ante=10, jackpot=5), other, jackpot_cards="9c 8s", **unpaid)
    assert results(one.hand(2)) == {"ante": "win", "play": "win", "jackpot": "lose"}


@pytest.mark.parametrize(
    ("game", "what"), [(CROWN, "one_card_exposed"), (RWS, "late_wager"), (UK, "card_exposed")]
)
def test_an_irregularity_that_changes_nothing_is_noted_with_its_rule(game: str, what: str) -> None:
    one = settled(game, QUALIFIES, king(ante=10, play=10), **irregular(f"{what}@1"))
    assert returned(one) == {"ante": "20", "play": "20"}
    entry = shipped(game).file.irregularities[what]
    assert [(note.text, note.rule) for note in one.notes] == [(f"{entry.says} (seat 1)", entry.rule)]


# -- what players were told before ------------------------------------------------------------------------


def in_turn(*rounds: dict[str, Any]) -> list[SettledRound]:
    """Return rounds of one file settled, against a dealer who qualifies."""
    lines = [
        json.dumps({"id": f"T1-{number}", "dealer": QUALIFIES, "tables": {"jackpot": "1"}} | one)
        for number, one in enumerate(rounds, 1)
    ]
    found = list(settle_lines(shipped(CROWN), lines))
    assert all(isinstance(one, SettledRound) for one in found), found
    return [one for one in found if isinstance(one, SettledRound)]


def test_crown_8_2_1_a_wager_below_the_minimum_counts_once_and_then_goes_back() -> None:
    short = king(player="Ann", pair_plus=5, **PLAYED)
    limits = {"limits": {"ante": {"min": 10}}}
    first, second = in_turn({"hands": [short], **limits}, {"hands": [short], **limits})
    assert nets(first) == {"ante": "5", "play": "5", "pair_plus": "-5"}
    assert nets(second) == {"ante": "0", "play": "0", "pair_plus": "-5"}
    assert results(second) == {"ante": "returned", "play": "returned", "pair_plus": "lose"}
    assert second.hand(1).wager("play").rule == "8.2.1"
    assert nets(settled(CROWN, QUALIFIES, short | {"warned": ["minimum"]}, **limits)) == nets(second)


def test_crown_8_3_limits_agreed_with_a_player_stand_in_place_of_those_of_the_table() -> None:
    limits = {"limits": {"ante": {"min": 10, "max": 500}}}
    own = {"limits": {"ante": {"max": 1000}}}
    high = settled(CROWN, QUALIFIES, king(ante=600, play=600) | own, **limits)
    assert nets(high) == {"ante": "600", "play": "600"}
    over = settled(CROWN, QUALIFIES, king(ante=1200, play=1200) | own, **limits)
    assert nets(over) == {"ante": "1000", "play": "1000"}
    assert over.hand(1).wager("ante").notes[0].rule == "8.2.2, 8.3"


def test_crown_11_13_a_player_who_was_told_forfeits_his_ante_the_next_time() -> None:
    cannot, happened = king(player="Ann", ante=10, jackpot=5), irregular("play_not_affordable@1")
    first, second = in_turn({"hands": [cannot], **happened}, {"hands": [cannot], **happened})
    assert results(first) == {"ante": "void", "jackpot": "returned"}
    assert results(second) == {"ante": "forfeited", "jackpot": "carried to the next round"}
    other = in_turn({"hands": [cannot], **happened}, {"hands": [cannot | {"player": "Bo"}], **happened})
    assert results(other[1]) == results(first)


def test_crown_11_13_of_several_players_those_alone_forfeit_who_were_told() -> None:
    three = [king(seat=seat, player=name, ante=10) for seat, name in enumerate(("Ann", "Bo", "Cy"), 1)]
    _, all_three = in_turn(
        {"hands": three[1:2], **irregular("play_not_affordable@2")},
        {"hands": three, **irregular("play_not_affordable@1,2,3")},
    )
    assert [results(one)["ante"] for one in all_three.hands] == ["void", "forfeited", "void"]
    assert [note.text.partition("(")[2] for note in all_three.notes] == ["seat 2)", "seat 1, 3)"]


# -- two prizes at once -------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_crown_7_4_a_royal_flush_leaves_the_seed_beside_other_winners(order: tuple[int, ...]) -> None:
    """10/11 of the pool and 1/11 of it; the meter is reset to the seed, and a full house takes none of it."""
    cards = ("Ah Kh Qh", "9h 8h 7h", "Ts Td Jc")
    hands = [hand(one, seat=seat, ante=10, play=10, jackpot=1) for seat, one in enumerate(cards, 1)]
    in_order = (hands[index] for index in order)
    one = settled(CROWN, "Qs 6d 4d", *in_order, jackpot_cards="Jh Th", meter=22_000, seed=10_000)
    prizes = [one.hand(seat).wager("jackpot").returned for seat in (1, 2, 3)]
    assert prizes[:2] == [Fraction(20_000), Fraction(2_000)]
    assert prizes[2] > 0
    meter = one.meter
    assert meter is not None
    assert [meter.meter_after, meter.prizes, meter.house_adds] == [10_000, 22_000, 10_000]
    assert meter.won == {"royal flush": 1, "straight flush": 1}


def test_rws_3_12_an_envy_bonus_beside_a_prize_of_the_meter() -> None:
    spades, hearts = (
        hand(cards, seat=seat, ante=10, play=10, jackpot=5)
        for seat, cards in enumerate(("As Ks Qs", "Ah Kh Qh"), 1)
    )
    one = settled(RWS, "Qc 6h 4d", spades, hearts, meter=20_000)
    won = [
        {wager.wager: wager.returned for wager in each.wagers if "jackpot" in wager.wager}
        for each in one.hands
    ]
    assert won == [{"jackpot": 20_000, "jackpot.envy": 50}, {"jackpot": 1_250, "jackpot.envy": 250}]


def test_uk_both_lines_of_prime_are_paid_in_one_round() -> None:
    same = hand("Kd 9h 2h", seat=1, ante=10, play=10, prime=10)
    other = hand("Kc 9s 2s", seat=2, ante=10, play=10, prime=10)
    one = settled(UK, "Qd 8h 3h", same, other)
    assert [one.hand(seat).wager("prime").returned for seat in (1, 2)] == [50, 40]
    assert results(one.hand(2))["prime"] == "win"
