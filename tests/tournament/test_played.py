"""Recorded rounds of a tournament: chips, what contradicts the terms, the standing and its prizes."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin import Game, RulesError, load
from combin.tournament.terms import Played, Tournament
from tests.helpers.command_line import typed
from tests.helpers.texts import game_text
from tests.helpers.variants import variant
from tests.settle.records import cases

DOCS = Path(__file__).parents[2] / "docs"
TERMS = game_text(__file__, "a tournament of three rounds")
CARDS = {  # against Q-8-3, by seat
    "w": ("Kd 9c 4h", "Kc 9d 4s", "Kh 9s 5c"),
    "l": ("Jd 7c 2h", "Jc 7d 2s", "Jh 7s 2c"),
}


def record(text: str) -> dict[str, Any]:
    """Return a record as played.txt has it."""
    if text == "broken":
        return {}
    name, _, hands = text.partition(": ")
    name, _, session = name.partition("@")
    found = []
    for seat, hand in enumerate(hands.split(", "), start=1):
        match = re.fullmatch(r"(\w+) ([wlf])(\d+)(?:=(\d+))?([$+&]?)( jackpot)?", hand)
        assert match, hand
        player, result, ante, bank, mark, jackpot = match.groups()
        made: dict[str, Any] = {"seat": seat, "player": player, "wagers": {"ante": int(ante)}}
        made["cards"] = CARDS["w" if result == "w" else "l"][seat - 1]
        made |= {"decision": "fold"} if result == "f" else {}
        made["wagers"] |= {"play": int(ante)} if result != "f" else {}
        made["wagers"] |= {"jackpot": 1} if jackpot else {}
        made |= {"bank": int(bank)} if bank else {}
        if mark:
            made[{"$": "secret", "+": "re_buys", "&": "add_ons"}[mark]] = True if mark == "$" else 1
        found.append(made)
    cards = {"dealer": "Qs 8h 3d", "jackpot_cards": "Ts Tc", "tables": {"jackpot": "1"}}
    return {"id": name, "session": int(session or 1), **cards, "hands": found}


def played(text: str, *employees: str, terms: str = TERMS) -> Played:
    lines = [json.dumps(record(one)) for one in text.split("; ")]
    return Tournament.of(variant(terms)).played(lines, employees)


@pytest.mark.parametrize(("why", "records", "expected"), cases("../tournament/played.txt"))
def test_what_contradicts_the_terms_is_told(why: str, records: str, expected: str) -> None:
    del why
    answer = played(records)
    found = [
        f"{one.line}: {problem.text}{f' ({problem.rule})' if problem.rule else ''}"
        for one in answer.settled.rounds
        for problem in one.unexplained
    ]
    if expected.endswith("*"):
        assert len(found) == 1
        assert found[0].startswith(expected[:-1])
    else:
        assert found == ([expected] if expected else [])
    # As settle has it, whose amounts are chips.
    lines = [json.dumps(record(one)) for one in records.split("; ")]
    settled = Game(variant(TERMS)).settle(lines)
    assert [one.unexplained for one in settled.rounds] == [one.unexplained for one in answer.settled.rounds]
    assert "$" not in str(settled)


def standing(answer: Played) -> list[tuple[object, ...]]:
    return [(one.place, one.player, int(one.chips), one.prize) for one in answer.standing]


def test_the_standing_is_by_round_then_by_chips_then_by_who_was_out_later() -> None:
    first = "A-1@1: P w100, Q l500; B-1@1: R w100, S f50; B-2@1: R w25, S f25"
    assert standing(played(f"{first}; F-1@2: P f100, R f50, S w100")) == [
        (1, "S", 1200, 250),  # of 400 paid in, in multiples of 50
        (2, "R", 950, 150),
        (3, "P", 900, 0),
        (4, "Q", 0, 0),
    ]
    out = played("A-1: P w100, Q l500; B-1: R l500, S f50")
    assert [(one.place, one.player) for one in out.standing] == [(1, "P"), (2, "S"), (3, "R"), (4, "Q")]


def test_a_tie_shares_the_prizes_of_its_places_or_is_left_open() -> None:
    records = "A-1: P w100, Q w100, R f100"
    assert [prize for *_, prize in standing(played(records))] == [150, 150, 0]
    assert [prize for *_, prize in standing(played(records, "P"))] == [0, 200, 100]
    for ties, way in (
        ("", "the terms do not say what decides"),
        ('ties = "further hands"', "further hands decide"),
    ):
        answer = played(records, terms=TERMS.replace('ties = "share"', ties))
        assert [prize for *_, prize in standing(answer)] == [None, None, 0]
        assert f"Tied for a prize: P, Q; {way}." in str(answer)
        assert "tied" in str(answer).partition("Standing")[2]


def test_purchases_of_the_rounds_raise_the_prize_pool() -> None:
    answer = played("A-1: P l500, Q f100; A-2: P w100+, Q w100")
    assert answer.pool is not None
    assert (answer.pool.players, answer.pool.re_buys) == (2, 1)
    assert answer.pool.paid == answer.pool.pool == 250
    assert [prize for *_, prize in standing(answer)] == [150, 100]


def test_the_example_is_settled_as_written() -> None:
    """The chips as pen and paper have them: each wins or loses Ante and Play as the cards say."""
    answer = load(DOCS / "tournament.toml").tournament().played(DOCS / "tournament.jsonl")
    assert not answer.settled.errors
    assert not any(one.unexplained for one in answer.settled.rounds)
    ann = [1000 + 400, 1400 - 400, 1000 + 300 + 300, 1600 + 400]  # no qualifier, fold, a win, no qualifier
    records = [json.loads(line) for line in (DOCS / "tournament.jsonl").read_text().splitlines()]
    banks = [hand["bank"] for one in records for hand in one["hands"] if hand["player"] == "Ann"]
    assert ann == banks
    ends = answer.banks.players["Ann"].ends
    assert ends == {1: ("A-", Fraction(ann[1])), 2: ("F-", Fraction(ann[3]))}


def test_the_command_tells_wrong_payments_as_settle_does(tmp_path: Path) -> None:
    file, rounds = tmp_path / "terms.toml", tmp_path / "rounds.jsonl"
    file.write_text(TERMS, encoding="utf-8")
    wrong = record("A-1: P w100, Q f100")
    wrong["hands"][0]["paid"] = 300
    rounds.write_text(json.dumps(wrong) + "\n", encoding="utf-8")
    asked = f"tournament {file} --rounds {rounds}"
    run = typed(f"{asked} --strict --employee P --employee Zoe")
    assert run.code == 1
    assert "1 wrong payment." in run.out
    assert "Employees, who win no prize (12.4.2(a)(v)): P." in run.out
    assert "Not in these rounds: Zoe." in run.out
    found = json.loads(typed(f"{asked} --format json").out)
    assert found["rounds"][0]["paid_wrongly"][0]["difference"] == "-100"
    assert [one["player"] for one in found["standing"]] == ["P", "Q"]
    rounds.write_text("{}\n", encoding="utf-8")
    assert typed(asked).code == 2


def test_options_of_rounds_ask_for_rounds() -> None:
    run = typed("tournament crown-melbourne --employee P")
    assert run.code == 2
    assert run.err.startswith("combin: Invalid value for --employee: goes with --rounds. ")


def test_rounds_ask_for_a_tournament() -> None:
    with pytest.raises(RulesError, match="crown-melbourne has no tournament"):
        load("crown-melbourne").tournament().played([])
