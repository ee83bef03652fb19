from __future__ import annotations

import json
from inspect import cleandoc, signature

import pytest

from combin.cli.options import Command, Form, Group
from combin.formats.format import Format
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


class Pair(Group):
    """Two options.

    Args:
        first (N): The first.
    """

    first: int = 1
    second: Form = Format.TABLE


def told(files: list[str], *, strict: bool = False, pair: Pair) -> tuple[list[str], bool, int]:
    """Tell.

    Args:
        files (FILE...): Some files
            and more.
        strict: Whether.
    """
    return files, strict, pair.first


@pytest.mark.parametrize("dedent", [False, True], ids=["as written", "as Python 3.13 has docstrings"])
def test_a_command_takes_the_options_of_its_groups_as_docstrings_tell_them(
    dedent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if dedent:
        for each in (told, Pair):
            monkeypatch.setattr(each, "__doc__", cleandoc(each.__doc__ or ""))
    command = Command(told)
    parameters = signature(command).parameters
    options = {name: one.annotation.__metadata__[0] for name, one in parameters.items()}
    assert [(name, of.metavar, of.help) for name, of in options.items()] == [
        ("files", "FILE...", "Some files and more."),
        ("strict", None, "Whether."),
        ("first", "N", "The first."),
        ("second", "FORMAT", "table, json, csv or md (Markdown)."),
    ]
    assert (command.__doc__, options["strict"].default) == ("Tell.", "--strict")
    assert command(files=["a"], strict=True, first=2, second=Format.JSON) == (["a"], True, 2)
