"""Certificates of games of every kind that the rules language knows."""

from __future__ import annotations

from math import comb
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from combin.certificate.body import (
    certificate_body,
    certificate_hash,
    certificate_jackpots,
    certificate_meters,
)
from combin.certificate.canonical import CertificateError, rules_data
from combin.certificate.certify import against_closed_forms, certify
from combin.exact.analysis import analyse, choices
from combin.rules.resolved import Rules
from tests.certificate.certificates import derived, forged, value_at, verified, written
from tests.exact.small_games import SIGHTED as SMALL_SIGHTS
from tests.exact.small_games import SIGHTS
from tests.helpers.games import AGAINST_DEALER, game
from tests.helpers.strategies import games, rule_files
from tests.helpers.texts import toml_text
from tests.helpers.variants import analysed, shipped, variant
from tests.jackpot.wagers import LEVELS, PART
from tests.proof.kinds import KINDS, SIDE_BETS, another, body_of, one_of_each, spoilt
from tests.verifier.verifiers import module


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["pick-a-card", "teen-patti-pro", "three-card-poker-joker", "three-card-prime"]
)
@pytest.mark.few(2)
def test_all_roads_agree_on_games_that_ship(game: str) -> None:
    certify(shipped(game))


@pytest.mark.slow
@given(rules=games() | rule_files())
def test_all_roads_agree_on_drawn_games(rules: Rules) -> None:
    certify(rules)


def test_what_a_dealer_who_always_qualifies_never_comes_to_pays_nothing() -> None:
    by_result = {"win": "1/7", "tie": {"pays": "push", "by_table": True}, "lose": "1/3"}
    table = {"pay_tables.ante.A": {"pair": "1/9"}}
    rules = variant(game(AGAINST_DEALER, table, {"deck.ranks": "Q K A", "wager.ante.no_qualify": by_result}))
    assert analysed(rules).game.unit == 1
    certify(rules)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a bet lost by a fold that depends on a card", "two decks and a joker"])
@pytest.mark.parametrize("strategy", [None, "always play"])
def test_the_hash_is_the_same_after_other_questions(kind: str, strategy: str | None) -> None:
    rules = variant(KINDS[kind])
    analyse(rules, choices(rules, {}), strategy)
    assert certificate_hash(rules) == certificate_hash(variant(KINDS[kind])) == written(rules)["sha256"]


# -- what is stated ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_row_says_what_is_seen_and_counts_the_dealer_hands_with_it() -> None:
    body = body_of("larger raises for some hands")
    rows = body["witnesses"]
    assert body["deals"] == {
        "player_hands": 2024,
        "dealer_hands": 3 * 1330,  # any of three cards may be the one face up
        "deals": 2024 * 3 * 1330,
    }
    assert {sum(row[3:]) for row in rows} == {190}  # pairs of the 20 cards that are left
    assert sum(row[2] for row in rows) == 2024 * 21
    assert ["Qc Jd 8h", "Kc", 24, 0, 0, 0, 0, 0, 190] in rows  # a king qualifies, and wins
    ranks = ["89JQKA".index(row[1][0]) for row in rows]
    assert ranks == sorted(ranks)
    cards = [row[1] for row in rows if row[0] == "Qc Qd 9h"]
    assert cards == ["8c", "8d", "8h", "8s", "9c", "9d", "9s", "Jc", "Jd", "Jh", "Js", "Qh", "Qs"] + [
        rank + suit for rank in "KA" for suit in "cdhs"
    ]
    game = body["base_game"][0]
    assert game["fold_value"] == -2 * 190 * game["unit"]  # the Blind is lost as well
    triple = dict(zip((row[0] for row in rows), game["play_values"]["3"], strict=True))
    assert triple["Qc Jd 8h"] is None
    assert triple["8c 8d 9h"] is not None


def test_where_a_card_is_told_by_its_kind_a_fold_costs_what_the_row_has_of_dealer_hands() -> None:
    body = body_of("every word and a card told by its kind")
    game, rows = body["base_game"][0], body["witnesses"]
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), key=["A K", "8 J", "9 Q"].index)
    assert game["fold_value"] == [-3 * game["unit"] * sum(row[3:]) for row in rows]
    assert sum(row[2] * sum(row[3:]) for row in rows) == body["deals"]["deals"]


def test_where_nothing_is_decided_nothing_is_folded() -> None:
    game = body_of("nothing to decide")["base_game"][0]
    assert game["fold_value"] is None
    assert set(game["decisions"]) == {1}
    assert game["hands_played"] == 2024


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "tells"), SIGHTS, ids=str)
@pytest.mark.few(7)
def test_situations_with_several_cards_seen_are_one_row_where_all_is_alike(cards: int, tells: object) -> None:
    rules = variant(game(SMALL_SIGHTS, {"deal": {"face_up": cards, "tells": tells}}))
    body = derived(rules)
    assert body == certificate_body(rules)
    rows, (played, *_) = body["witnesses"], body["base_game"]
    assert sum(row[2] * sum(row[3:]) for row in rows) == body["deals"]["deals"]
    if rules.sights is not None:
        behind = zip(rows, played["decisions"], *played["play_values"].values(), strict=True)
        said = [(row[1], *row[3:], *more) for row, *more in behind]
        assert len(set(said)) == len(said) < len(rules.sights.headings) * 220


@pytest.mark.parametrize(
    ("cards", "tells", "seen"),
    [
        (1, "rank", ["J", "Q", "K", "A"]),
        (1, "suit", ["clubs", "hearts", "spades"]),
        (2, "colour", ["black, black", "red, black", "red, red"]),
        (2, ["J", "Q K A"], ["J, J", "Q K A, J", "Q K A, Q K A"]),
        (2, "card", ["Jc Jh", "Qc Jc", "Qc Jh", "Qc Qh", "Kc Jc"]),
        (3, "card", ["Ac Kh Js", "Jc Jh Qs", "Jc Jh Ks"]),
    ],
)
def test_what_is_seen_is_said_from_the_lowest_up(cards: int, tells: object, seen: list[str]) -> None:
    rules = variant(game(SMALL_SIGHTS, {"deal": {"face_up": cards, "tells": tells}}))
    told = dict.fromkeys(row[1] for row in certificate_body(rules)["witnesses"])
    assert list(told)[: len(seen)] == seen


def test_jokers_and_equal_cards_stand_in_the_rows_as_they_are_held() -> None:
    rows = {row[0]: row[1] for row in body_of("two decks and a joker")["witnesses"]}
    assert len(rows) == len(body_of("two decks and a joker")["witnesses"])
    assert sum(rows.values()) == 680  # of 17 cards
    assert (rows["Ah Ah As"], rows["Kh Jk 9h"], rows["Ks Jk 9s"], rows["9h 9h Jk"]) == (4, 4, 4, 1)


def test_six_card_royals_of_folded_hands_are_lost() -> None:
    body = body_of("six-card royals lost by a fold")
    folded = dict(zip((row[0] for row in body["witnesses"]), body["base_game"][0]["decisions"], strict=True))
    lines = body["side_bets"][0]["lines"]
    # Of the 20 ways to deal 9-T-J-Q-K-A of one suit, a flush is folded: all but the four straight flushes.
    assert folded["Ac Kc 9c"] == 0
    assert folded["Ac Kc Qc"] == 1
    assert (lines["six-card royal of spades"]["count"], lines["six-card royal"]["count"]) == (4, 8)


# -- what is wrong -----------------------------------------------------------------------------------


PARTS = ("deals", "witnesses", "base_game", "side_bets", "jackpots", "meters")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.few(6)
def test_a_changed_digit_in_each_field_is_named_and_nothing_else(kind: str) -> None:
    places = [("body", *place) for place in one_of_each(kind, *PARTS)]
    named = [one.place for one in verified(spoilt(kind, places)).differences]
    assert sorted(named, key=str) == sorted(places, key=str)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.few(6)
def test_a_changed_digit_in_the_rules_is_named_or_makes_none_of_them(kind: str, tmp_path: Path) -> None:
    rules, random = variant(KINDS[kind]), Random(kind)
    source = tmp_path / "game.toml"
    source.write_text(toml_text(KINDS[kind]), encoding="utf-8")
    places = [("body", *place) for place in one_of_each(kind, "rules")]
    for place in random.sample(places, 3):
        certificate = forged(written(rules), (place, another(value_at(written(rules), place), random)))
        refused, named = "", []
        try:
            named = [one.place for one in verified(certificate, source).differences]
        except CertificateError as error:
            refused = str(error)
        assert place in named or "some.json: rules: " in refused


def test_fields_say_what_is_seen_of_the_dealers_card() -> None:
    certificate = written(variant(KINDS["every word and a card told by its kind"]))
    body = certificate["body"]
    row = next(row for row, one in enumerate(body["witnesses"]) if one[:2] == ["Kc Qh 9s", "8 J"])
    body["witnesses"][row][4] += 1
    body["base_game"][0]["fold_value"][row] = 0
    body["base_game"][0]["decisions"][row] = 9
    about = {one.field: one.about for one in verified(certificate).differences}
    tables = ", ".join(f"{wager} {letter}" for wager, letter in body["base_game"][0]["tables"].items())
    assert about == {
        "sha256": "",
        f"body.witnesses[{row}][4]": "Kc Qh 9s against 8 J, no qualify tie",
        f"body.base_game[0].fold_value[{row}]": f"{tables}, Kc Qh 9s against 8 J",
        f"body.base_game[0].decisions[{row}]": f"{tables}, Kc Qh 9s against 8 J",
    }


# -- side bets ---------------------------------------------------------------------------------------


def test_other_side_bets_are_certified_and_checked() -> None:
    rules = variant(SIDE_BETS)
    made = written(rules)
    bets = {next(iter(one["tables"])): one for one in made["body"]["side_bets"]}
    assert bets["higher"]["tables"] == {"higher": ""}
    assert set(bets["higher"]["lines"]) == {
        "player's hand is higher",
        "hands are equal",
        "dealer's hand is higher",
    }
    assert bets["higher"]["nothing"] == 0
    assert bets["higher"]["lines"]["player's hand is higher"]["net"] == "19/20"
    assert bets["dealers"]["lines"]["straight flush"] == {"net": "18", "count": 20}
    assert bets["beats"]["lines"]["pair but tied"]["net"] == "0"
    assert bets["millions"]["lines"]["A-K-Q straight flush"] == {"net": "20", "count": 4}
    place = next(place for place, one in enumerate(made["body"]["side_bets"]) if "higher" in one["tables"])
    where = ("body", "side_bets", place, "lines", "hands are equal", "count")
    assert [one.place for one in verified(forged(made, (where, 1))).differences] == [where]


def test_every_meter_is_worked_out_by_two_roads() -> None:
    """The engine's laws, and the series in decimals of the program that shares no code with them."""
    per_house = PART.replace(", from_meter = true", "")
    for rules in map(variant, (LEVELS, per_house)):
        stated, jackpots = certificate_meters(rules), certificate_jackpots(rules)
        assert list(module("meters").meters({"rules": rules_data(rules), "jackpots": jackpots})) == stated
    _, major, mystery, minor = certificate_meters(variant(LEVELS))
    assert (major["level"], minor["wager"], mystery["must_hit_by"]) == ("major", "minor", "150")
    assert "house_edge" not in major
    (part,) = stated
    assert part["break_even_meter"] == "18180"  # for each unit of the full stake


@pytest.mark.slow
def test_a_game_of_six_decks_is_certified() -> None:
    few = 'extends = "twenty-one-plus-three"\nid = "few"\ntitle = "Few cards"\ndeck.ranks = "J Q K A"\n'
    body = certify(variant(few)).certificate["body"]
    assert body["deals"]["player_hands"] == comb(6 * 16, 3)


FINER = {
    "deck": {"ranks": "9 T J Q K A"},
    "deal.jackpot": 2,
    "dealer.qualifies": "K high",
    "wager.six": {"name": "Six", "settles": "pay table", "hand": "player and dealer", "on_fold": "lost"},
    "pay_tables.six": {
        "A": {
            "six-card royal of hearts": 900,
            "royal flush of spades": 500,
            "royal flush": 200,
            "straight flush": 100,
            "four aces": 80,
            "four of a kind": 30,
            "full house of kings": 20,
            "full house": 10,
            "flush": 5,
            "A-high straight": 4,
            "straight": 3,
            "three queens": 3,
            "three of a kind": 2,
            "two pair, kings or better": 1,
        }
    },
    "wager.five": {
        "name": "Five",
        "settles": "jackpot",
        "hand": "player and jackpot cards",
        "on_fold": "stays",
    },
    "pay_tables.five": {
        "A": dict.fromkeys(("straight flush", "four of a kind", "full house", "flush", "straight"), 9)
        | {"three of a kind": 3, "two pair": 2, "jacks or better": 1},
        "B": {"full house or better": 9, "three of a kind": 3, "straight": 4, "flush": 5, "two pair": 2},
    },
}


@pytest.mark.slow
def test_finer_lines_on_five_cards_are_counted_by_what_every_hand_is() -> None:
    rules = variant(game(AGAINST_DEALER, FINER))
    body = certificate_body(rules)
    assert derived(rules) == body
    lines = body["side_bets"][0]["lines"]
    assert lines["six-card royal of hearts"]["count"] <= 20
    assert 0 < lines["royal flush of spades"]["count"] < lines["royal flush"]["count"]
    assert not list(against_closed_forms(rules, body))
