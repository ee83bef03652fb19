from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from combin.rules.load import LIBRARY, SCHEMA, library_games, put, read_toml
from combin.rules.numbers import Net, Pay, Share
from combin.settle.records import read_amount
from tests.helpers.games import game
from tests.helpers.schemas import SCHEMAS, rounds_schema, rules_schema, schema_text
from tests.helpers.texts import entries, table_rows

DATA = Path(__file__).parents[1] / "data"
RULES = Draft202012Validator(rules_schema())
ROUNDS = Draft202012Validator(rounds_schema())
WRITTEN = entries(Path(__file__).with_name("written.txt"))


@pytest.mark.slow
@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_the_schema_that_ships_is_the_one_of_the_models(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert written == schema_text(SCHEMAS[path]()), "stale: run python -m tests.helpers.schemas"
    Draft202012Validator.check_schema(json.loads(written))


@pytest.mark.parametrize("game", library_games())
def test_the_games_that_ship_are_valid_and_name_their_schema(game: str) -> None:
    path = LIBRARY / f"{game}.toml"
    assert list(RULES.iter_errors(read_toml(path))) == []
    directive = path.read_text(encoding="utf-8").splitlines()[0]
    assert (path.parent / directive.removeprefix("#:schema ")).resolve() == SCHEMA


@pytest.mark.parametrize("file", ["crown-rounds.jsonl", "rws-rounds.jsonl", "uk-rounds.jsonl"])
def test_the_sample_rounds_are_valid(file: str) -> None:
    for line in (DATA / file).read_text(encoding="utf-8").splitlines():
        assert list(ROUNDS.iter_errors(json.loads(line))) == []


def crown(line: str) -> object:
    """Return the file of Crown with the entry that a line gives, or without the one that it names alone."""
    raw, (place, _, value) = read_toml(LIBRARY / "crown-melbourne.toml"), line.partition(" = ")
    if not value:
        return game(raw, {place: None})
    return put(raw, tuple(place.split(".")), tomllib.loads(f"value = {value}", parse_float=Decimal)["value"])


@pytest.mark.parametrize("line", WRITTEN["refused"].splitlines())
def test_a_mistake_in_a_rule_file_is_rejected(line: str) -> None:
    assert not RULES.is_valid(crown(line))


@pytest.mark.slow
@pytest.mark.parametrize("line", WRITTEN["accepted"].splitlines())
def test_every_written_form_is_accepted(line: str) -> None:
    assert list(RULES.iter_errors(crown(line))) == []


def test_a_file_that_extends_another_gives_only_what_it_changes() -> None:
    variant: dict[str, Any] = {
        "extends": "crown-melbourne",
        "title": "King-high double",
        "dealer": {"qualifies": "K high"},
        "decision": {"play": [1, 2]},
        "wager": {"ante": {"tie": 1}, "jackpot": {"on_fold": "stays"}},
        "pay_tables": {"pair_plus": {"A": {"pair of aces": 2}}},
        "readings": {"straight": {"adopted": "three different suits"}},
    }
    assert list(RULES.iter_errors(variant)) == []
    assert list(RULES.iter_errors(variant | {"without": ["wager.prime"]})) == []
    assert not RULES.is_valid(variant | {"without": "wager.prime"})
    assert not RULES.is_valid(variant | {"dealer": {"qualify": "K high"}})
    assert not RULES.is_valid(variant | {"wager": {"ante": {"ties": 1}}})
    assert not RULES.is_valid({key: value for key, value in variant.items() if key != "extends"})


@pytest.mark.parametrize("change", table_rows(Path(__file__).with_name("no_records.txt")))
def test_a_mistake_in_a_round_record_is_rejected(change: tuple[str]) -> None:
    record: dict[str, Any] = {"id": 1, "hands": [{"seat": 1, "wagers": {"ante": 5}}]}
    assert ROUNDS.is_valid(record)
    assert not ROUNDS.is_valid(record | json.loads(*change))


NUMBERS = st.one_of(
    st.integers(-3, 300),
    st.decimals(-2, 200, places=2),
    st.from_regex(r"\A-?[0-9]{1,3}(\.[0-9]{1,2}|/[0-9]{1,2}|%)?\Z"),
    st.sampled_from(["push", "lose", "", "1e5", "3/0", "٣", "+1", "1_0", "½"]),
)


@pytest.mark.slow
@given(NUMBERS)
def test_what_the_schema_accepts_as_a_number_the_loader_reads(value: int | Decimal | str) -> None:
    definitions = rules_schema()["$defs"]
    for schema, read in (
        (definitions["Prize"]["anyOf"][0], Pay.read),
        (definitions["Outcome"]["anyOf"][0], Net.read),
        (definitions["MeterEntry"]["properties"]["increment"], Share.read),
        (rounds_schema()["$defs"]["Limits"]["properties"]["step"]["anyOf"][0], read_amount),
    ):
        if Draft202012Validator(schema).is_valid(value):
            try:
                read(value)
            except ValueError:
                assert read == Share.read  # whether a fraction is at most 1 is not for a pattern to say
                assert "/" in str(value)


def test_every_entry_says_what_it_is() -> None:
    for schema in (rules_schema(), rounds_schema()):
        for name, definition in schema["$defs"].items():
            described = definition.get("description") or any(
                "description" in one for one in definition["anyOf"]
            )
            assert described, name
            assert "  " not in str(definition.get("description", ""))
