from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from combin.game import load
from combin.jackpot.mixes import ask_mix
from combin.rules.errors import RulesError
from combin.rules.load import load_rules, other_readings
from combin.settle.records import Note, parse_round
from combin.settle.round import settle
from tests.helpers.variants import shipped, variant
from tests.settle.records import (
    CROWN,
    RWS,
    UK,
    cases,
    hand,
    nets,
    refused,
    results,
    returned,
    round_of_text,
    settled,
)

NO_HAND = "Jc 7h 5s"
QUALIFIES = "Qs 6h 4d"
ANTE_10_TO_500 = {"limits": {"ante": {"min": 10, "max": 500, "step": 5}}}
GAMES = [CROWN, RWS, UK]


@pytest.mark.parametrize("case", cases("settled.txt"), ids=" | ".join)
def test_a_hand_is_settled_by_the_letter(case: list[str]) -> None:
    game, dealer, hands, rest, expected, rules, noted, *reasons = case
    one = settled(game, **(round_of_text(hands, rest) | {"dealer": dealer}))
    assert " ".join(f"{wager}={net}" for wager, net in nets(one).items()) == expected
    wagers = one.hand(1).wagers
    assert rules in ("", "; ".join(wager.rule for wager in wagers).strip())
    assert "; ".join(note.rule for wager in wagers for note in wager.notes) == noted
    assert not reasons or ["; ".join(wager.reason for wager in wagers)] == reasons
    words = {"win": 1, "lose": -1, "stand-off": 0}
    assert all((wager.net > 0) - (wager.net < 0) == words[wager.result.value] for wager in wagers)


def test_notes_are_sentences_and_a_bonus_has_no_stake() -> None:
    bonus = settled(CROWN, "5c 5h 5d", hand("8s 9d 10h", ante=20, play=20)).hand(1).wager("ante_bonus")
    assert bonus.staked == 0
    excess = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=15)).hand(1).wager("play")
    assert excess.notes == (Note("more than $10: the excess of $5 is returned", "11.14.1"),)
    assert excess.returned == 25
    above = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=600, play=600), **ANTE_10_TO_500)
    assert returned(above) == {"ante": "1100", "play": "1100"}
    assert [note.text for wager in above.hand(1).wagers for note in wager.notes] == [
        "above the maximum of $500: paid or collected to the maximum, $100 goes back",
        "counts like the Ante: $100 goes back",
    ]
    below = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5), **ANTE_10_TO_500).hand(1)
    assert below.wager("ante").notes[0].text == (
        "below the minimum of $10: paid or collected after the result; the owner is advised that the next is "
        "returned"
    )


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


def test_uk_prime_under_the_other_reading_pays_more_for_either_colour() -> None:
    rules = load_rules(UK, {"prime_colour": "either colour"})
    record = {"id": 1, "dealer": "Qd 8h 4d", "hands": [hand("Kc 9s 2c", ante=5, play=5, prime=2)]}
    one = settle(rules, parse_round(json.dumps(record))).hand(1).wager("prime")
    assert one.net == 8
    assert one.reason == "both of one colour each pays 4 to 1"


def test_every_wager_of_the_three_games_cites_a_rule() -> None:
    for game in GAMES:
        for dealer in (NO_HAND, "Qs Qh 4d", "Ah Ac Ad"):
            for cards in ("Kd 8d 3d", "9c 9d 2h", "6h 5h 4h", "Tc 7s 3c"):
                for decision in ({"decision": "fold"}, {"play": 10}):
                    stakes: dict[str, Any] = {"ante": 10, "pair_plus": 5} | decision
                    one = settled(game, dealer, hand(cards, **stakes))
                    assert all(wager.rule and wager.reason for wager in one.hand(1).wagers)


# -- readings --------------------------------------------------------------------------------------------


RED, BLACK = "Kd 9h 2h", "Qs 8c 3s"


def red(**paid: int) -> dict[str, object]:
    """Return a hand that wins, all of it red, against a black one."""
    return hand(RED, ante=10, play=10, prime=10, paid={"ante": 20, "play": 20} | paid)


def test_the_opening_paragraph_of_the_poster_pays_prime_4_to_1_on_one_colour_each() -> None:
    one = settled(UK, BLACK, red(prime=50))
    assert one.paid_wrongly == ()
    (disputed,) = one.disputed
    assert (disputed.wager, disputed.rule) == ("prime", "Prime")
    assert (disputed.due, disputed.paid) == (Fraction(40), Fraction(50))
    assert disputed.readings == (
        "prime_colour = either colour (Prime)",
        "disputes = settled in the player's favour (opening paragraph)",
    )


def test_what_no_reading_gives_is_wrong() -> None:
    one = settled(UK, BLACK, red(prime=60))
    assert [(wrong.wager, wrong.readings) for wrong in one.paid_wrongly] == [("prime", ())]
    assert one.disputed == ()


def test_one_payment_may_be_disputed_and_another_wrong() -> None:
    one = settled(UK, BLACK, red(prime=50, play=10))
    assert [wrong.wager for wrong in one.paid_wrongly] == ["play"]
    assert [disputed.wager for disputed in one.disputed] == ["prime"]


def test_a_sum_is_disputed_where_a_reading_gives_all_of_it() -> None:
    one = settled(UK, BLACK, hand(RED, ante=10, play=10, prime=10, paid=90))
    assert [(disputed.wager, disputed.difference) for disputed in one.disputed] == [("total", Fraction(10))]


def test_under_the_reading_itself_nothing_is_disputed() -> None:
    rules = load_rules(UK, {"disputes": "settled in the player's favour"})
    one = settled(rules, BLACK, red(prime=50))
    assert (one.paid_wrongly, one.disputed) == ((), ())
    (by_reading,) = one.by_reading  # and what the adopted reading would have paid is told
    assert (by_reading.wager, by_reading.due, by_reading.paid) == ("prime", Fraction(40), Fraction(50))
    assert by_reading.readings == ("disputes = settled in the player's favour (opening paragraph)",)
    assert settled(rules, BLACK, red(prime=40)).disputed[0].readings == (
        "disputes = settled by the printed edges (opening paragraph)",
    )


def test_rws_3_9_1_a_play_wager_without_payment_may_be_kept() -> None:
    kept = hand("Kd 9h 2h", ante=10, play=10, paid={"ante": 20, "play": 0})
    (disputed,) = settled(RWS, "Js 8c 3s", kept).disputed
    assert disputed.readings == ("no_payment = kept by the house (3.9.1)",)


def test_a_straight_of_two_suits_is_disputed_like_all_that_it_is_paid() -> None:
    lost = hand("5d 6h 7h", ante=10, play=10, paid={"ante": 0, "play": 0, "ante_bonus": 0})
    one = settled(UK, "Kd Kh 3s", lost)
    assert {disputed.wager for disputed in one.disputed} == {"ante", "play", "ante_bonus"}


def test_each_other_option_is_a_game_of_its_own() -> None:
    rules = shipped(UK)
    assert {name: option for name, option, _ in other_readings(rules)} == {
        "prime_colour": "either colour",
        "disputes": "settled in the player's favour",
        "straight": "three different suits",
        "fold": "lost with the Ante",
    }
    for name, option, other in other_readings(rules):
        assert other.file == load_rules(UK, {name: option}).file


# -- tables ----------------------------------------------------------------------------------------------


WIZARD = "three-card-poker"
UNQUALIFIED = "Js 7h 4d"


def test_no_letter_is_asked_for_where_nothing_is_paid_by_a_table() -> None:
    """Six tables of the Ante Bonus, and a game with four more bets that nobody staked."""
    one = settled(WIZARD, UNQUALIFIED, hand("Qs 9h 6d", ante=100, play=100, paid=200), tables={})
    (wrong,) = one.paid_wrongly
    assert (wrong.wager, wrong.due, wrong.paid) == ("total", Fraction(300), Fraction(200))


def test_all_letters_that_decide_are_asked_for_at_once() -> None:
    straight = hand("5s 6h 7d", ante=10, play=10, pair_plus=5)
    flush = hand("2c 7c 9c", seat=2, ante=10, play=10, pair_plus=5)
    assert refused(CROWN, "Qs 8h 3d", straight, tables={}) == (
        "tables: no table named for pair_plus (A, B, C, D, E, F)"
    )
    trips = hand("5s 5h 5d", ante=10, play=10)
    for hands in ((trips, flush), (flush | {"seat": 1}, trips | {"seat": 2})):
        assert refused(CROWN, "Qs 8h 3d", *hands, tables={}) == (
            "tables: no table named for ante_bonus (A, B, C) and pair_plus (A, B, C, D, E, F)"
        )
    assert refused(CROWN, "Qs 8h 3d", flush, tables={"ante_bonus": "A"}).endswith(
        "for pair_plus (A, B, C, D, E, F)"
    )


def test_what_all_tables_pay_alike_needs_no_letter() -> None:
    one = settled(CROWN, "Qs 8h 3d", hand("9c 9d 2h", ante=10, play=10, pair_plus=5), tables={})
    assert (one.hand(1).wager("pair_plus").returned, one.hand(1).wager("pair_plus").rule) == (
        Fraction(10),
        "5.8.1, 10.2 Table 9",
    )
    royal = hand("Ah Kh Qh", ante=10, play=10, jackpot=1)
    assert refused(CROWN, "9s 8h 3d", royal, jackpot_cards="Jh Th", meter=20_000, seed=10_000, tables={}) == (
        "tables: no table named for ante_bonus (A, B, C)"
    )


def test_a_jackpot_that_loses_by_every_table_cites_none() -> None:
    loses = hand("Kh 4c 2d", ante=10, play=10, jackpot=1)
    one = settled(CROWN, "Qs 8h 3d", loses, jackpot_cards="9c 7s", tables={}).hand(1).wager("jackpot")
    assert (one.net, one.rule) == (Fraction(-1), "1.1 'Jackpot Cards', 5.10, 7.1")


def test_letters_of_the_command_are_for_rounds_that_name_none() -> None:
    record = {"id": 1, "dealer": "Qs 8h 3d", "hands": [hand("2c 7c 9c", ante=10, play=10, pair_plus=5)]}
    bare, named = (
        parse_round(json.dumps(record)),
        parse_round(json.dumps(record | {"tables": {"pair_plus": "D"}})),
    )
    rules = shipped(CROWN)
    returned = [
        settle(rules, one, {"pair_plus": "A"}).hand(1).wager("pair_plus").returned for one in (bare, named)
    ]
    assert returned == [25, 20]
    assert load(CROWN).settle([json.dumps(record)], pair_plus="A").rounds[0].returned == 25 + 20 + 10 + 10


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        ({"prime": "A"}, "crown-melbourne has no pay table for 'prime'; it has them for ante_bonus,"),
        ({"jackpot": "9"}, "crown-melbourne has no jackpot table '9'; it has 1, 2"),
    ],
)
def test_letters_of_the_command_are_those_of_the_game(tables: dict[str, str], problem: str) -> None:
    with pytest.raises(RulesError) as caught:
        load(CROWN).settle([], tables=tables)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    ("rounding", "chip", "due"),
    [("next amount down", 5, "22"), ("next amount down", 20, "12"), ("nearest amount", 8, "28")],
)
def test_an_inexact_pay_goes_down_or_to_the_nearest_amount(rounding: str, chip: int, due: str) -> None:
    rules = variant(f'extends = "crown-melbourne"\n[limits]\ninexact_pay = "{rounding}"')
    one = settled(rules, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=chip)
    assert returned(one)["ante"] == due
    # Of 5 on Pair Plus a pair is paid nothing in chips of 10, or else 10.
    pairs = Fraction(3_744, 22_100) * (-1 if rounding == "next amount down" else 1)
    mix = ask_mix(rules, {"pair_plus": 5}, {"pair_plus": "A"}, chip=10).mix
    exact = ask_mix(rules, {"pair_plus": 5}, {"pair_plus": "A"}).mix
    assert mix.expected_loss == exact.expected_loss - 5 * pairs
