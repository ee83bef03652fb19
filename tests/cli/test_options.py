from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from inspect import Parameter, signature

import pytest

from combin.cli.app import COMMANDS, PRINTED, function
from combin.cli.options import NEEDED, Amount, Group, Option, OptionError, Question, argument, field
from combin.game import Game
from tests.helpers.command_line import answer, combin


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


class Terms(Group):
    first: int = field("N", "The first.", default=1)
    amount: Amount | None = field("AMOUNT", "The second.")


class Asking(Question):
    """Tell."""

    files: tuple[str, ...] = argument("FILE...", "Some files.")
    stakes: Mapping[str, Amount] = field("WAGER=AMOUNT", "Stakes.", "--bet")
    strict: bool = field(None, "Whether.")
    terms: Terms


def test_a_question_has_the_values_of_its_options_and_groups() -> None:
    asked = Asking.given({"files": ["a"], "stakes": ["ante=$1,000"], "amount": "1/2"})
    assert asked.values() == {"files": ("a",), "stakes": {"ante": 1000}, "first": 1, "amount": Fraction(1, 2)}
    assert (asked.strict, Asking.given({}).values()["stakes"]) == (False, {})
    assert [(name, of.flag(name)) for name, (_, of) in Terms.fields().items() if isinstance(of, Option)] == [
        ("first", "--first"),
        ("amount", "--amount"),
    ]
    with pytest.raises(OptionError, match="'x' is not WAGER=AMOUNT"):
        Asking.given({"stakes": ["x"]})
    with pytest.raises(AttributeError):
        asked.strict = True


HOMES = [home for home in (*COMMANDS.values(), *PRINTED.values()) if home]
QUESTIONS: list[type[Question]] = [question for question in map(function, HOMES) if question.asks]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.__name__)
def test_a_question_has_the_parameters_and_defaults_of_its_method(question: type[Question]) -> None:
    parameters = dict(signature(getattr(Game, question.asks)).parameters)
    taken = {name: one.default for name, one in parameters.items()}
    for name in ("self", "letters", "progress", "on_bad_row"):
        taken.pop(name, None)
    needed = {name: None if default is Parameter.empty else default for name, default in taken.items()}
    asked = {name: None if value is NEEDED else value for name, value in question().values().items()}
    assert {name: value or None for name, value in asked.items()} == {
        name: value or None for name, value in needed.items()
    }
