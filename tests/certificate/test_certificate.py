from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from combin.certificate import certify as making
from combin.certificate.body import certificate_body, certificate_hash
from combin.certificate.canonical import (
    CertificateError,
    FieldDifference,
    canonical_json,
    digest,
    rules_data,
    rules_of_data,
    write_certificate,
)
from combin.certificate.certify import against_closed_forms, certify
from combin.formatting import percent
from combin.rules.resolved import Rules
from tests.certificate.certificates import SMALL, derived, small_rules, written
from tests.exact.small_games import PAYS as SMALL_GAMES
from tests.helpers.command_line import combin
from tests.helpers.games import Part, game, table_bet
from tests.helpers.readme import run
from tests.helpers.strategies import rule_files
from tests.helpers.texts import toml_text
from tests.helpers.variants import shipped, variant

BEST_FIVES = {
    "royal flush": 1000,
    "straight flush": 200,
    "four of a kind": 100,
    "full house": 20,
    "flush": "lose",
    "straight": 10,
    "three of a kind": 7,
}
SIX_CARDS = game(
    SMALL,
    {"deck.ranks": "8 T J Q K A"},
    table_bet("six", "Six Card Bonus", BEST_FIVES, hand="player and dealer", on_fold="lost"),
    table_bet("six_kept", "Six Card Bonus, kept", {**BEST_FIVES, "two pair": 1}, hand="player and dealer"),
)


# -- what is stated ----------------------------------------------------------------------------------


def test_crown_states_what_is_known_of_it() -> None:
    body = certificate_body(shipped("crown-melbourne"))
    assert body["deals"] == {"player_hands": 22_100, "dealer_hands": 18_424, "deals": 407_170_400}
    edges = {one["tables"]["ante_bonus"]: Fraction(one["house_edge"]) for one in body["base_game"]}
    assert edges["A"] == Fraction(686689, 20358520)
    assert {letter: percent(edge, 3) for letter, edge in edges.items()} == {
        "A": "3.373%",
        "B": "3.608%",
        "C": "3.825%",
    }
    assert [one["tables"]["pair_plus"] for one in body["side_bets"]] == list("ABCDEF")
    assert body["side_bets"][5]["house_edge"] == "149/5525"
    assert body["jackpots"][1]["lines"]["straight"] == 102_000
    assert body["meters"][0]["long_run_return"] == "0.8887017990"
    assert body["meters"][0]["break_even_meter"] == "3036400/19"


def test_the_witnesses_are_all_hands_and_prove_the_decisions() -> None:
    body = certificate_body(shipped("crown-melbourne"))
    rows = body["witnesses"]
    assert len({row[0] for row in rows}) == len(rows) == 1755
    assert sum(row[1] for row in rows) == 22_100
    assert {sum(row[2:]) for row in rows} == {18_424}
    game = body["base_game"][0]
    assert game["fold_value"] == -18_424
    played = [value > game["fold_value"] for value in game["play_values"]["1"]]
    assert [decision == 1 for decision in game["decisions"]] == played
    assert sum(row[1] for row, decision in zip(rows, game["decisions"], strict=True) if decision) == 14_900
    hands = {row[0]: decision for row, decision in zip(rows, game["decisions"], strict=True)}
    assert (hands["Qc 6d 4h"], hands["Qc 6d 3h"], hands["Qc 6c 4c"]) == (1, 0, 1)


def test_hands_of_one_suit_stand_apart_where_a_bonus_names_a_suit() -> None:
    rules = variant(SMALL_GAMES["fine lines"])
    rows = certificate_body(rules)["witnesses"]
    assert [row[:2] for row in rows if row[0].startswith("A") and row[0][1] == row[0][4] == row[0][7]][
        -4:
    ] == [["Ac Kc Qc", 1], ["Ad Kd Qd", 1], ["Ah Kh Qh", 1], ["As Ks Qs", 1]]


# -- the roads ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_both_roads_on_small_games(name: str) -> None:
    rules = variant(SMALL_GAMES[name])
    assert derived(rules) == certificate_body(rules)


@pytest.mark.slow
def test_side_bets_on_six_cards_kept_and_lost_by_a_fold() -> None:
    rules = variant(SIX_CARDS)
    made = certify(rules).certificate
    assert made["roads"]["side_bets"] == [
        "exact engine",
        "brute force",
        "closed form",
        "completing every hand",
    ]
    bets = {tuple(one["tables"].items()): one for one in made["body"]["side_bets"]}
    kept, lost = bets[("six_kept", "A"),], bets[("six", "A"), ("ante_bonus", "A")]
    fewer = {text: kept["lines"][text]["count"] - one["count"] for text, one in lost["lines"].items()}
    assert min(fewer.values()) >= 0
    assert fewer["straight"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("road", ["derived_body", "against_closed_forms"])
def test_no_certificate_when_two_roads_disagree(road: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if road == "derived_body":
        body = certificate_body(small_rules())
        body["base_game"][1]["hands_played"] += 1
        monkeypatch.setattr("combin.certificate.certify.derived_body", lambda *_: (body, {}))
        complaint = r"no certificate: body.base_game\[1\].hands_played is \d+ by one method and \d+ by "
    else:
        found = [FieldDifference(("body", "jackpots", 0, "total"), "1", "2")]
        monkeypatch.setattr("combin.certificate.certify.against_closed_forms", lambda *_: found)
        complaint = r"no certificate: body.jackpots\[0\].total is 1 by one method and 2 by another"
    with pytest.raises(CertificateError, match=complaint):
        certify(small_rules())


def test_closed_forms_are_compared_part_by_part() -> None:
    rules = small_rules()
    body = certificate_body(rules)
    assert list(against_closed_forms(rules, body)) == []
    body["jackpots"][0]["lines"]["full house"] += 1
    body["jackpots"][0]["value"]["envy"] = "1"
    body["side_bets"][2]["lines"]["player of one colour"]["count"] -= 1
    assert [one.field for one in against_closed_forms(rules, body)] == [
        "body.side_bets[2].lines.player of one colour",
        "body.jackpots[0].lines.full house",
        "body.jackpots[0].value.envy",
    ]


# -- the hash ----------------------------------------------------------------------------------------


def test_the_hash_is_that_of_the_body_and_not_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    first = certify(small_rules()).certificate
    assert first["sha256"] == digest(first["body"]) == certificate_hash(small_rules())
    assert first["body"]["rules_sha256"] == digest(first["body"]["rules"])
    monkeypatch.setattr("combin.certificate.certify.__version__", "9.9")
    monkeypatch.setattr(making, "known_roads", lambda *_: {})
    other = certify(small_rules()).certificate
    assert (other["made_by"], other["roads"]) == ("combin 9.9", {})
    assert other["sha256"] == first["sha256"]


def test_the_order_of_a_rule_file_does_not_matter() -> None:
    file = small_rules().file
    turned = msgspec.structs.replace(
        file,
        wager=dict(reversed(file.wager.items())),
        pay_tables={
            name: {
                letter: msgspec.structs.replace(table, lines=dict(reversed(table.lines.items())))
                for letter, table in reversed(tables.items())
            }
            for name, tables in reversed(file.pay_tables.items())
        },
    )
    assert certificate_hash(Rules(turned)) == certificate_hash(small_rules())


@pytest.mark.parametrize("change", [{"pay_tables.pair_plus.A.pair": 3}, {"title": "Another game"}], ids=str)
def test_another_rule_is_another_hash(change: Part) -> None:
    assert certificate_hash(variant(game(SMALL, change))) != certificate_hash(small_rules())


@given(rules=rule_files())
def test_rules_are_read_back_as_they_were(rules: Rules) -> None:
    data = rules_data(rules)
    again = rules_of_data(json.loads(canonical_json(data)))
    assert again.file == rules.file
    assert rules_data(again) == data


def test_exact_numbers_are_text_and_short_forms_are_written_out() -> None:
    data = rules_data(shipped("uk-including-blind"))
    assert data["wager"]["play"]["no_qualify"] == {"pays": "push", "rule": "bullet 18"}
    assert data["wager"]["play"]["lose"]["pays"] == "lose"
    assert data["wager"]["ante"]["settles"] == "against the dealer"
    line = data["pay_tables"]["pair_plus"]["A"]["lines"]["pair"]
    assert line == {"odds": "1"}
    assert rules_data(small_rules())["jackpot"]["options"]["1"]["meters"][0] == {
        "seed": 100,
        "increment": "3/20",
    }
    assert rules_data(small_rules())["pay_tables"]["ante_bonus"]["B"]["unpaid"] == ["flush"]


# -- the file and the command ------------------------------------------------------------------------


def test_two_certificates_of_a_game_are_the_same_file(tmp_path: Path) -> None:
    for name in "ab":
        write_certificate(certify(small_rules()).certificate, tmp_path / name)
    text = (tmp_path / "a").read_text(encoding="utf-8")
    assert text == (tmp_path / "b").read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) < 6000
    assert str(tmp_path) not in text


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()
    with pytest.raises(OSError, match="directory"):
        write_certificate(written(small_rules()), target)
    assert list(tmp_path.iterdir()) == [target]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(toml_text(SMALL), encoding="utf-8")
    return tmp_path


def test_the_commands(folder: Path) -> None:
    made = combin("certify", "small.toml")
    assert (made.code, made.err) == (0, "")
    assert f"SHA-256: {certificate_hash(small_rules())}" in made.out
    assert "side bets" in made.out
    assert (folder / "small.certificate.json").is_file()
    found = combin("verify", "small.certificate.json", "--rules", "small.toml")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith(f"{SMALL['title']}: certificate confirmed\n")


def test_a_forgery_on_the_command_line(folder: Path) -> None:
    certificate = written(small_rules())
    certificate["body"]["deals"]["deals"] = 1
    (folder / "forged.json").write_text(json.dumps(certificate), encoding="utf-8")
    found = combin("verify", "forged.json")
    assert (found.code, found.err) == (1, "")
    assert found.out.startswith(f"{SMALL['title']}: certificate contradicted in 2 fields\n")
    assert "THE HASH DOES NOT MATCH" in found.out
    assert "body.deals.deals" in found.out
    answer: dict[str, Any] = json.loads(combin("verify", "forged.json", "--format", "json").out)
    assert answer["confirmed"] is False
    assert {"field": "body.deals.deals", "about": "", "stated": "1", "derived": "2691920"} in answer["wrong"]
    rows = combin("verify", "forged.json", "--format", "csv").out.splitlines()
    assert rows[0] == "field,about,stated,derived"
    assert rows[-1] == "body.deals.deals,,1,2691920"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("verify nothing.json", "nothing.json: No such file or directory"),
        ("verify small.toml", "small.toml: not JSON: "),
        ("verify small.certificate.json --rules nowhere", "nowhere: no such game"),
        ("certify nowhere", "nowhere: no such game"),
        ("certify small.toml -o nowhere/x.json", "nowhere/x.json: No such file or directory"),
    ],
)
def test_complaints_are_one_line(arguments: str, complaint: str, folder: Path) -> None:
    write_certificate(written(small_rules()), folder / "small.certificate.json")
    told = combin(*arguments.split())
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"combin: {complaint}")
    assert told.err.count("\n") == 1


@pytest.mark.slow
def test_a_reading_is_kept_in_the_file(folder: Path) -> None:
    arguments = ("uk-including-blind", "--reading", "straight=three different suits", "-o", "read.json")
    assert combin("certify", *arguments).code == 0
    assert json.loads((folder / "read.json").read_text())["readings"] == {"straight": "three different suits"}
    assert combin("verify", "read.json").code == 0


@pytest.mark.slow
def test_the_page_about_certificates_says_what_happens(folder: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "certificate.md"
    assert run(page.read_text(encoding="utf-8"), folder) == []
