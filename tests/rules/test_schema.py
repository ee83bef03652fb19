from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import combin.rules
from combin.rules.load import LIBRARY, library_games, read_toml
from combin.rules.numbers import Net, Pay, Share
from combin.rules.spelling import rules_schema, schema_text
from combin.settle.records import Amount, rounds_schema

FOLDER = Path(combin.rules.__file__).parent
SCHEMAS = {"rules": rules_schema, "settle": rounds_schema}
"""The folder of each schema that ships, and what it holds."""
DATA = Path(__file__).parents[1] / "data"
RULES = Draft202012Validator(rules_schema())
ROUNDS = Draft202012Validator(rounds_schema())


@pytest.mark.parametrize("folder", list(SCHEMAS))
def test_the_schema_that_ships_is_the_one_of_the_models(folder: str) -> None:
    (path,) = (FOLDER.parent / folder).glob("*.schema.json")
    written = path.read_text(encoding="utf-8")
    assert written == schema_text(SCHEMAS[folder]()), f"stale: run combin schema > {path}"
    Draft202012Validator.check_schema(json.loads(written))


@pytest.mark.parametrize("game", library_games())
def test_the_games_that_ship_are_valid_and_name_their_schema(game: str) -> None:
    path = LIBRARY / f"{game}.toml"
    assert list(RULES.iter_errors(read_toml(path))) == []
    directive = path.read_text(encoding="utf-8").splitlines()[0]
    assert (path.parent / directive.removeprefix("#:schema ")).resolve() == FOLDER / "rules.schema.json"


@pytest.mark.parametrize("file", ["crown-rounds.jsonl", "rws-rounds.jsonl", "uk-rounds.jsonl"])
def test_the_sample_rounds_are_valid(file: str) -> None:
    for line in (DATA / file).read_text(encoding="utf-8").splitlines():
        assert list(ROUNDS.iter_errors(json.loads(line))) == []


def crown(*keys: str, value: object) -> dict[str, Any]:
    """Return the Crown file with one entry replaced, or taken out when the value is None."""
    raw = read_toml(LIBRARY / "crown-melbourne.toml")
    table = raw
    for key in keys[:-1]:
        table = table[key]
    if value is None:
        del table[keys[-1]]
    else:
        table[keys[-1]] = value
    return raw


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("id", "Crown Melbourne"),
        ("title", None),
        ("dealers", {}),
        ("dealer.qualify", "Q high"),
        ("dealer.qualifies", 12),
        ("deal.seats", 0),
        ("deck.suits", ["cups"]),
        ("ranking.order", ["royal"]),
        ("ranking.ace_low_straight", "top"),
        ("decision.play", [0]),
        ("decision.play", []),
        ("decision.play", 1),
        ("wager.ante.settles", "by lot"),
        ("wager.ante.lose", None),
        ("wager.ante.win", -1),
        ("wager.ante.win", "win"),
        ("wager.ante.win", {"pay": 1}),
        ("wager.ante.no_qualify", "compare"),
        ("wager.ante.no_qualify", {"win": 1, "tie": 0}),
        ("wager.ante.no_qualify", {"pays": 1, "win": 1, "tie": 0, "lose": 0}),
        ("wager.ante.no_qualify", {"compared": False}),
        ("wager.ante.no_qualify", {"compared": True, "by_table": True}),
        ("deck.ranks", [[2]]),
        ("decision.play", [{"multiple": 3}]),
        ("decision.play", [{"multiple": 0, "hand": "pair"}]),
        ("wager.ante_bonus.paid_on", ["a win"]),
        ("wager.pair_plus.hand", "the dealer"),
        ("without", ["wager.jackpot"]),
        ("wager.pair_plus.on_fold", "maybe"),
        ("wager.Pair Plus", {"settles": "bonus"}),
        ("pay_tables.pair_plus.A.pair", -1),
        ("pay_tables.pair_plus.A.pair", "1 to 1"),
        ("pay_tables.pair_plus.A.pair", {"odds": 1, "money": 5}),
        ("pay_tables.pair_plus.A.pair", {"envy": 5}),
        ("pay_tables.pair_plus.A.odds", "to one"),
        ("pay_tables.jackpot.1.royal flush", {"meter": 2}),
        ("jackpot.options.1.meters", [{"seed": 10_000}]),
        ("limits.inexact_pay", "round"),
        ("irregularities.shoe_jams.round", "lost"),
        ("irregularities.shoe_jams.says", None),
    ],
)
def test_a_mistake_in_a_rule_file_is_rejected(place: str, value: object) -> None:
    assert not RULES.is_valid(crown(*place.split("."), value=value))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("deck.ranks", [2, "3", "A"]),
        ("wager.ante.win", "3/2"),
        ("wager.ante.collection", "1%"),
        ("wager.ante.collection", {"money": 1}),
        ("decision.play", ["1/2", 0.5, {"multiple": "3/2", "hand": "pair"}]),
        ("decision.early", [2]),
        ("wager.ante.tie", {"pays": "lose", "rule": "5.7.3"}),
        ("wager.ante.win", {"pays": "push", "by_table": True}),
        ("wager.ante.no_qualify", "compared"),
        ("wager.ante.no_qualify", {"compared": True, "rule": "5.7"}),
        ("wager.ante.no_qualify", {"win": 1, "tie": "push", "lose": {"pays": "push", "rule": "5"}}),
        ("wager.ante.no_qualify", {"pays": 1, "by_table": True}),
        ("decision.play", [1, {"multiple": 3, "hand": "pair or better", "rule": "9"}]),
        ("wager.play.commission", "5%"),
        ("wager.ante_bonus.paid_on", ["no qualify", "win"]),
        ("wager.pair_plus.if_beaten", "push"),
        ("wager.pair_plus.stakes", [5, "2.50"]),
        ("wager.higher", {"name": "Higher", "settles": "comparison", "win": 1, "tie": 0, "lose": "lose"}),
        ("pay_tables.pair_plus.A.pair", "lose"),
        ("pay_tables.pair_plus.A.pair", "push"),
        ("pay_tables.pair_plus.A.pair", Decimal("1.5")),
        ("pay_tables.pair_plus.A.pair of aces", {"odds": 2}),
        ("pay_tables.jackpot.1.royal flush", {"meter": "12.5%", "envy": 50}),
        ("deck.suits", ["clubs", {"symbol": "r", "glyph": "★", "name": "stars", "colour": "red"}]),
    ],
)
def test_every_written_form_is_accepted(place: str, value: object) -> None:
    assert list(RULES.iter_errors(crown(*place.split("."), value=value))) == []


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


@pytest.mark.parametrize(
    "change",
    [
        {"id": None},
        {"hands": []},
        {"hands": [{"seat": 1}]},
        {"hands": [{"seat": 0, "wagers": {}}]},
        {"hands": [{"seat": 1, "wagers": {"ante": -5}}]},
        {"hands": [{"seat": 1, "wagers": {"ante": "five"}}]},
        {"hands": [{"seat": 1, "wagers": {}, "decision": "raise"}]},
        {"hands": [{"seat": 1, "wagers": {}, "paid": [5]}]},
        {"hands": [{"seat": 1, "wagers": {}, "card": "As"}]},
        {"irregularities": [{"seats": [1]}]},
        {"limits": {"ante": {"minimum": 5}}},
    ],
)
def test_a_mistake_in_a_round_record_is_rejected(change: dict[str, Any]) -> None:
    record: dict[str, Any] = {"id": 1, "hands": [{"seat": 1, "wagers": {"ante": 5}}]}
    assert ROUNDS.is_valid(record)
    assert not ROUNDS.is_valid(record | change)


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
        (rounds_schema()["$defs"]["Limits"]["properties"]["step"]["anyOf"][0], Amount.read),
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
