from __future__ import annotations

import json
from fractions import Fraction

import pytest

from combin.game import load
from combin.rules.errors import RulesError
from combin.settle.round import settle
from combin.settle.rounds import parse_round
from tests.settle.records import CROWN, UK, hand, refused, settled
from tests.variants import shipped

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
