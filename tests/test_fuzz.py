"""Two hundred spoilt files for each loader: each is taken, or refused in one line that can be printed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from combin.audit.load import load_claims, shipped_claims
from combin.cards.cards import CardError
from combin.certificate.canonical import FORMAT, CertificateError, read_certificate, rules_data, rules_of_data
from combin.exact.base_game import base_game
from combin.exact.named_strategies import named_strategy
from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, load_rules, read_toml
from combin.settle.files import settle_lines
from combin.settle.records import RoundError
from tests.certificate.certificates import small_rules
from tests.helpers.games import game
from tests.helpers.malformed import broken_bytes, broken_data
from tests.helpers.texts import entries, json_text, toml_text
from tests.helpers.variants import shipped, variant

FILES = 200
"""Spoilt files for each loader, half of them by their bytes and half by their entries."""

BASE, *GAMES, VARIANT, STRATEGY = (
    tomllib.loads(text, parse_float=Decimal)
    for text in entries(Path(__file__).parent / "data" / "spoilt.txt").values()
)
"""A game, what is laid over it, a file that extends it, and a strategy."""


@dataclass(frozen=True)
class Loader:
    """A loader, files that it takes, and the errors with which it may refuse others."""

    load: Callable[[Path], object]
    sound: Callable[[], list[Any]]
    text: Callable[[Any], str]
    errors: tuple[type[Exception], ...] = (RulesError,)


def _rule_files() -> list[dict[str, Any]]:
    return [game(BASE, more) for more in GAMES]


def _shipped() -> list[dict[str, Any]]:
    games = ("uk-including-blind", "resorts-world-sentosa", "ultimate-three-card-poker", "teen-patti-20-20")
    return [read_toml(LIBRARY / f"{game}.toml") for game in games]


def _load_variant(path: Path) -> object:
    base = path.with_name("base.toml")
    if not base.exists():
        base.write_text(toml_text(BASE), encoding="utf-8")
    return load_rules(path)


def _claims() -> list[dict[str, Any]]:
    """Return the claims that ship, in files of one claim and one printed table."""
    found = []
    for name in ("crown-melbourne", "resorts-world-sentosa"):
        path = shipped_claims(name)
        assert path is not None
        whole = read_toml(path)
        tables = sorted(whole["table"], key=lambda table: len(str(table)))[:4]
        for place, claim in enumerate(whole["claim"]):
            outline = {"rules": ["1", "2.1 .. 2.3"], "references": [{"from": "1", "to": "2.1"}]}
            table = tables[place % len(tables)]
            found.append({"game": name, "outline": outline, "claim": [claim], "table": [table]})
    return found


def _load_strategy(path: Path) -> object:
    return named_strategy(str(path), _small_game())


@cache
def _small_game() -> Any:  # noqa: ANN401
    return base_game(small_rules(), {"ante_bonus": "A"})


def _rounds() -> list[dict[str, Any]]:
    file = Path(__file__).parent / "data" / "crown-rounds.jsonl"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line]
    settled = settle_lines(shipped("crown-melbourne"), lines)
    return [
        json.loads(line) for line, one in zip(lines, settled, strict=True) if not isinstance(one, RoundError)
    ]


def _load_rounds(path: Path) -> None:
    with path.open("rb") as lines:
        for one in settle_lines(shipped("crown-melbourne"), lines):
            if isinstance(one, RoundError):
                raise one


def _certificates() -> list[dict[str, Any]]:
    """Return certificates with little beside their rules: what else they state is compared, not read."""
    return [
        {
            "format": FORMAT,
            "made_by": "these tests",
            "readings": {"tie": "nobody"},
            "roads": {"deals": ["brute force"]},
            "sha256": "0",
            "body": {"rules": rules_data(variant(toml_text(rules))), "witnesses": [["Qc Jh", 1]]},
        }
        for rules in _rule_files()
    ]


def _load_certificate(path: Path) -> object:
    return rules_of_data(read_certificate(path)["body"].get("rules"))


LOADERS = {
    "rule files": Loader(load_rules, _rule_files, toml_text),
    "games that ship": Loader(load_rules, _shipped, toml_text),
    "variants": Loader(_load_variant, lambda: [VARIANT], toml_text),
    "claims": Loader(load_claims, _claims, toml_text),
    "strategies": Loader(_load_strategy, lambda: [STRATEGY], toml_text),
    "rounds": Loader(_load_rounds, _rounds, json_text, (RoundError, CardError)),
    "certificates": Loader(_load_certificate, _certificates, json_text, (CertificateError,)),
}


@pytest.mark.slow
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("name", LOADERS)
def test_every_spoilt_file_is_taken_or_refused_in_one_line(name: str, half: int, tmp_path: Path) -> None:
    loader, random, path = LOADERS[name], Random(half), tmp_path / "spoilt.toml"
    sound = loader.sound()
    texts = [loader.text(one).encode() for one in sound]
    for one in texts:
        path.write_bytes(one)
        loader.load(path)
    refused = 0
    for number in range(FILES // 2):
        if half:
            content = loader.text(broken_data(random, sound[number % len(sound)])).encode()
        else:
            content = broken_bytes(random, texts[number % len(sound)])
        path.unlink()  # some file systems write an emptied file to the disk at once
        path.write_bytes(content)
        said = refusal(loader, path)
        refused += said is not None
        for line in said or ():
            assert line.isprintable(), (line, content)
            assert 0 < len(line) < 2500, (line, content)
    assert refused > FILES // 3


def refusal(loader: Loader, path: Path) -> list[str] | None:
    """Return what is said against a file, a line for each mistake; None if it is taken.

    Any other error is the test's failure, and leaves the file where the loader read it.
    """
    try:
        loader.load(path)
    except loader.errors as error:
        return str(error).split("\n")
    return None
