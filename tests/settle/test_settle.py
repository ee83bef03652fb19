from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from combin.game import load
from combin.jackpot.mixes import ask_mix
from combin.rules.errors import RulesError
from combin.rules.load import load_rules, other_readings
from combin.settle.records import Note, RoundError, SettledWager, parse_round
from combin.settle.round import settle
from tests.settle.records import CROWN, RWS, UK, hand, nets, refused, results, returned, settled
from tests.variants import shipped, variant

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
    record = {
        "id": 1,
        "dealer": "Qs 8h 3d",
        "hands": [hand("2c 7c 9c", ante=10, play=10, pair_plus=5)],
    }
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


def test_a_game_with_one_table_of_each_wager_needs_no_letter() -> None:
    assert settled(UK, "Qs 8c 3s", hand("5d 6h 7h", ante=10, play=10, prime=10), tables={}).net == 60


# -- limits ----------------------------------------------------------------------------------------------


QUALIFIES = "Qs 6h 4d"
ANTE_10_TO_500 = {"limits": {"ante": {"min": 10, "max": 500, "step": 5}}}


def rules_noted(wager: SettledWager) -> list[str]:
    return [note.rule for note in wager.notes]


# -- a Play of another amount than the Ante -------------------------------------------------------------


def test_crown_11_14_1_excess_of_play_is_returned() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=10, play=15))
    assert returned(won) == {"ante": "20", "play": "25"}
    assert won.hand(1).wager("play").notes == (Note("more than 10: the excess of 5 is returned", "11.14.1"),)
    lost = settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=10, play=15))
    assert returned(lost) == {"ante": "0", "play": "5"}


def test_crown_11_14_2_a_smaller_play_is_taken_or_paid_as_wagered() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=20, play=10))
    assert nets(won) == {"ante": "20", "play": "10"}
    assert rules_noted(won.hand(1).wager("play")) == ["11.14.2"]
    assert nets(settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=20, play=10))) == {
        "ante": "-20",
        "play": "-10",
    }


def test_the_bonus_follows_the_ante_and_not_a_smaller_play() -> None:
    one = settled(CROWN, QUALIFIES, hand("8s 9d Th", ante=20, play=10))
    assert nets(one) == {"ante": "20", "play": "10", "ante_bonus": "20"}


@pytest.mark.parametrize(("game", "rule"), [(RWS, "1 'Play', 3.8.2"), (UK, "bullet 14")])
@pytest.mark.parametrize("play", [5, 15])
def test_another_play_is_refused_where_the_rules_do_not_settle_it(game: str, rule: str, play: int) -> None:
    with pytest.raises(RoundError) as caught:
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=10, play=play))
    assert str(caught.value) == (
        f"round test: seat 1: play: {play} where {rule} wants 10; "
        "the rules do not say how another amount is settled"
    )


# -- table limits ---------------------------------------------------------------------------------------


def test_crown_8_2_1_a_wager_below_the_minimum_is_settled_and_its_owner_advised() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=5, play=5), **ANTE_10_TO_500)
    assert returned(one) == {"ante": "10", "play": "10"}
    (note,) = one.hand(1).wager("ante").notes
    assert note.rule == "8.2.1"
    assert note.text.startswith(
        "below the minimum of 10: paid or collected after the result; the owner is advised"
    )


def test_crown_8_2_2_a_wager_above_the_maximum_counts_to_the_maximum() -> None:
    won = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=600, play=600), **ANTE_10_TO_500)
    assert returned(won) == {"ante": "1100", "play": "1100"}
    (cut,), (like_the_ante,) = (won.hand(1).wager(name).notes for name in ("ante", "play"))
    assert cut == Note("above the maximum of 500: paid or collected to the maximum, 100 goes back", "8.2.2")
    assert like_the_ante == Note("counts like the Ante: 100 goes back", "5.6, 9.5.2(c)")
    lost = settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=600, play=600), **ANTE_10_TO_500)
    assert nets(lost) == {"ante": "-500", "play": "-500"}


def test_crown_5_6_a_play_equal_to_the_counted_part_of_the_ante_counts_in_full() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=600, play=500), **ANTE_10_TO_500)
    assert returned(one) == {"ante": "1100", "play": "1000"}
    assert one.hand(1).wager("play").notes == ()


def test_crown_8_2_2_a_play_cut_to_its_own_maximum_is_equal_to_the_ante_and_noted_once() -> None:
    limits = {"limits": {"ante": {"max": 500}, "play": {"max": 500}}}
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=500, play=600), **limits)
    assert returned(one) == {"ante": "1000", "play": "1100"}
    assert rules_noted(one.hand(1).wager("play")) == ["8.2.2"]


def test_steps_count_from_nothing_where_no_minimum_is_given() -> None:
    one = settled(UK, QUALIFIES, hand("Kh 3d 2c", ante=15, play=15), limits={"ante": {"step": 5}})
    assert one.hand(1).wager("ante").notes == ()


@pytest.mark.parametrize("ante", [10, 17, 493, 500])
def test_wagers_at_the_limits_and_in_step_over_the_minimum_are_nothing_to_note(ante: int) -> None:
    limits = {"ante": {"min": 10, "max": 500, "step": 7}}
    for game in (CROWN, RWS, UK):
        one = settled(game, QUALIFIES, hand("Kh 3d 2c", ante=ante, play=ante), limits=limits)
        assert nets(one) == {"ante": str(ante), "play": str(ante)}
        assert one.hand(1).wager("ante").notes == ()


MULTIPLES = """
extends = "crown-melbourne"
id = "multiples"
[decision]
play = [1, 2]
[pay_tables.pair_plus.A]
odds = "for 1"
"pair" = "1/2"
"""


@pytest.mark.parametrize(
    ("play", "due", "rules"),
    [(25, "45", ["11.14.1"]), (15, "25", ["11.14.1"]), (20, "40", []), (5, "10", ["11.14.2"])],
)
def test_the_excess_is_over_the_largest_multiple_that_the_stake_reaches(
    play: int, due: str, rules: list[str]
) -> None:
    one = settled(variant(MULTIPLES), QUALIFIES, hand("Kh 3d 2c", ante=10, play=play))
    assert returned(one)["play"] == due
    assert rules_noted(one.hand(1).wager("play")) == rules


def test_a_pay_of_less_than_the_stake_goes_up_to_what_chips_make() -> None:
    one = settled(variant(MULTIPLES), QUALIFIES, hand("Kh Kd 2c", pair_plus=5), chip=1)
    assert nets(one) == {"pair_plus": "-2"}
    assert results(one) == {"pair_plus": "lose"}


def test_limits_concern_the_wager_they_are_given_for() -> None:
    limits = {"limits": {"pair_plus": {"min": 5, "max": 100}}}
    one = settled(CROWN, NO_HAND, hand("Kh Kd 2c", ante=600, play=600, pair_plus=150), **limits)
    assert nets(one) == {"ante": "600", "play": "0", "pair_plus": "100"}


@pytest.mark.parametrize(
    ("game", "ante", "problem"),
    [
        (RWS, 5, "5 is below the minimum of 10; Three Card Poker (RWS) Game Rules does not say"),
        (RWS, 600, "600 is above the maximum of 500; Three Card Poker (RWS) Game Rules does not say"),
        (UK, 5, "5 is below the minimum of 10; bullet 9 does not say"),
        (UK, 12, "12 is not in steps of 5 over the minimum; bullet 9 does not say"),
    ],
)
def test_a_wager_outside_the_limits_is_refused_where_the_rules_are_silent(
    game: str, ante: int, problem: str
) -> None:
    with pytest.raises(RoundError) as caught:
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=ante, play=ante), **ANTE_10_TO_500)
    assert problem in str(caught.value)


# -- pays that chips cannot make ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chip", "due"), [("1", "24"), ("2.50", "24.5"), ("5", "27"), ("0.50", "24"), ("25", "37")]
)
def test_crown_8_2_3_an_inexact_pay_goes_up_to_what_chips_make(chip: str, due: str) -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=chip)
    assert returned(one) == {"ante": due, "play": due}
    rounded = chip in {"2.50", "5", "25"}
    assert rules_noted(one.hand(1).wager("ante")) == (["8.2.3"] if rounded else [])


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


def test_crown_8_2_3_a_wager_out_of_step_is_noted_and_paid_in_chips() -> None:
    one = settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=5, **ANTE_10_TO_500)
    ante = one.hand(1).wager("ante")
    assert ante.returned == 12 + 15
    assert rules_noted(ante) == ["8.2.3", "8.2.3"]


def test_a_stand_off_is_handed_back_as_it_was_staked() -> None:
    one = settled(CROWN, NO_HAND, hand("Kh 3d 2c", ante=12, play=12), chip=5)
    assert returned(one) == {"ante": "27", "play": "12"}
    assert results(one)["play"] == "stand-off"


def test_a_lost_wager_is_collected_whole_whatever_the_chips() -> None:
    assert returned(settled(CROWN, QUALIFIES, hand("Js 3d 2c", ante=12, play=12), chip=5))["ante"] == "0"


@pytest.mark.parametrize("game", [RWS, UK])
def test_an_inexact_pay_is_refused_where_the_rules_are_silent(game: str) -> None:
    with pytest.raises(
        RoundError, match=r"seat 1: ante: a pay of 12 cannot be made in chips of 5; the rules"
    ):
        settled(game, QUALIFIES, hand("Kh 3d 2c", ante=12, play=12), chip=5)


def test_limits_that_contradict_each_other_are_refused() -> None:
    record: dict[str, Any] = {"limits": {"ante": {"min": 100, "max": 50}}}
    with pytest.raises(RoundError, match=r"limits\.ante: the minimum of 100 is above the maximum of 50"):
        settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=60, play=60), **record)
    with pytest.raises(RoundError, match=r"limits\.craps: no such wager"):
        settled(CROWN, QUALIFIES, hand("Kh 3d 2c", ante=60, play=60), limits={"craps": {}})
