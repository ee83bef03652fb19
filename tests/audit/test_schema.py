from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from combin.audit.load import CLAIMS, KINDS, vocabulary
from tests.helpers.schemas import claims_schema

SCHEMA = Draft202012Validator(claims_schema())
SHIPPED = sorted(CLAIMS.glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_claims_are_valid_and_name_the_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not list(SCHEMA.iter_errors(tomllib.loads(text)))
    directive = text.partition("\n")[0]
    assert (
        path.parent / directive.removeprefix("#:schema ")
    ).resolve() == CLAIMS.parent / "claims.schema.json"


@pytest.mark.parametrize(
    "change",
    [
        {"publishd": "2.0%"},
        {"quantity": "house egde"},
        {"compare": "roughly"},
        {"weight": "heavy"},
        {"id": "Not An Id"},
    ],
)
def test_mistakes_are_refused(change: dict[str, object]) -> None:
    claim = {
        "id": "a",
        "place": "1",
        "says": "x",
        "quantity": "house edge",
        "wager": "ante",
        "published": "2.0%",
    }
    assert SCHEMA.is_valid({"game": "g", "claim": [claim]})
    assert not SCHEMA.is_valid({"game": "g", "claim": [claim | change]})


def test_the_vocabulary_names_every_quantity() -> None:
    words = vocabulary()
    assert len(words) == len(KINDS)
    assert all(says for _, says in words.values())
