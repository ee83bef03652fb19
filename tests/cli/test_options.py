from __future__ import annotations

import json

import pytest

from tests.command_line import answer, combin


@pytest.mark.parametrize(
    "letters",
    [
        "--ante-bonus B --pair-plus F",
        "--table ante_bonus=B --table pair_plus=F",
        "--table pair_plus=F --ante-bonus B",
    ],
)
def test_tables_are_picked_by_letter(letters: str) -> None:
    found = json.loads(answer(f"analyse crown-melbourne {letters}", "json").out)
    assert found["tables"] == {"ante_bonus": "B", "pair_plus": "F"}
    assert found["wagers"]["ante"]["house_edge"]["fraction"] == "3672957/101792600"
    assert found["wagers"]["pair_plus"]["house_edge"]["fraction"] == "149/5525"


@pytest.mark.parametrize(("digits", "edge"), [("0", "0"), ("3", "0.034"), ("10", "0.0337298094")])
def test_digits_are_those_asked_for(digits: str, edge: str) -> None:
    found = json.loads(answer(f"analyse uk-including-blind --digits {digits}", "json").out)
    assert found["wagers"]["ante"]["house_edge"]["decimal"] == edge


def test_a_reading_changes_the_figures() -> None:
    adopted = json.loads(answer("analyse uk-including-blind", "json").out)
    other = json.loads(
        answer("analyse uk-including-blind --reading 'prime_colour=either colour'", "json").out
    )
    assert adopted["wagers"]["ante"] == other["wagers"]["ante"]
    assert adopted["wagers"]["prime"] != other["wagers"]["prime"]


def test_cards_may_stand_in_one_argument_or_in_three() -> None:
    runs = [
        combin("hand", "crown-melbourne", *cards) for cards in (["Qs 6h 4d"], ["Qs", "6h", "4d"], ["Q♠6♥4♦"])
    ]
    assert runs[0].code == 0
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize(
    ("language", "entry"), [("", "pay_tables"), ("rules", "wager"), ("rounds", "hands"), ("claims", "claim")]
)
def test_schema_is_that_of_the_file_meant(language: str, entry: str) -> None:
    found = json.loads(combin("schema", *language.split()).out)
    assert found["$schema"].startswith("https://json-schema.org/")
    of_round = found.get("$defs", {}).get("Round", {})  # beside the records that close a meter
    assert entry in (found if "properties" in found else of_round)["properties"]
