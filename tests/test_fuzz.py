"""Four hundred spoilt files for each loader: each is taken, or refused in one line that can be printed."""

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
from combin.rules.load import LIBRARY, load_rules
from combin.settle.files import settle_lines
from combin.settle.records import RoundError
from tests.certificate.certificates import small_rules
from tests.games import AGAINST_DEALER, against_dealer, bonus, comparison, game, progressive, table_bet
from tests.malformed import broken_bytes, broken_data
from tests.texts import json_text, toml_text
from tests.variants import shipped, variant

FILES = 400
"""Spoilt files for each loader, half of them by their bytes and half by their entries."""

BASE = game(
    AGAINST_DEALER,
    {
        "deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts"]},
        "wager.ante.win": {"pays": "1", "rule": "3"},
        "wager.play.no_qualify": {"win": 1, "tie": "push", "lose": "push"},
    },
)
SIDE_BETS = game(
    {"dealer.qualifies": "Q high", "decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    bonus({"straight flush": "9/2", "straight": 1}),
    table_bet(
        "pair_plus",
        "Pair Plus",
        {
            "odds": "for 1",
            "rule": "4",
            "A-K-Q straight flush of hearts": 100,
            "straight flush": 40,
            "straight": 4,
            "flush": 3.5,
        },
        on_fold="lost",
        needs=["ante"],
    ),
    {
        "pay_tables.pair_plus.B": {
            "A-K-Q straight flush of hearts": "lose",
            "straight flush": 30,
            "straight": 4,
            "flush": 3,
        }
    },
)
PROGRESSIVE = game(
    {"deal": {"jackpot": 2, "seats": 2}},
    progressive(
        {"royal flush": {"meter": "100%"}, "straight flush": {"money": 20, "envy": 1}},
        "player and jackpot cards",
    ),
)
IRREGULARITIES = {
    "limits.above_maximum": "settle to the maximum",
    "irregularities.card_exposed": {"says": "a card is exposed", "round": "void"},
    "readings.tie": {
        "question": "Who wins a tie?",
        "adopted": "nobody",
        "options": {"nobody": {}, "the player": {"wager.ante.tie": 1}},
    },
}
OTHER_GAMES = game(
    {"deal": {"face_up": 1, "tells": ["K A", "9 T J Q"]}},
    bonus({"straight flush": 5}, "bonus", paid_on=["win", "tie"]),
    against_dealer(
        "blind",
        "Blind",
        {"straight flush": 5},
        equals="ante",
        no_qualify="compared",
        win={"pays": "push", "by_table": True},
        commission="5%",
    ),
    comparison("higher", "Higher hand", win=1, tie=8, lose="lose"),
)
VARIANT = """
extends = "base.toml"
title = "Another"
[dealer]
qualifies = "K high"
[decision]
play = [1, 2]
[wager.ante.tie]
pays = "lose"
rule = "2"
[wager.odd]
name = "Odd"
settles = "pay table"
[pay_tables.odd.A]
"straight flush" = 9
"Q-J-T straight" = "1/2"
"""
STRATEGY = """
title = "Q-J-9, but not without three suits"
otherwise = "fold"
[[rule]]
hands = "Q-J-9"
suits = ["three suits"]
decision = "play"
[[rule]]
hands = "pair of 9s or better"
decision = 2
"""


@dataclass(frozen=True)
class Loader:
    """A loader, files that it takes, and the errors with which it may refuse others."""

    load: Callable[[Path], object]
    sound: Callable[[], list[Any]]
    text: Callable[[Any], str]
    errors: tuple[type[Exception], ...] = (RulesError,)


def _read(*texts: str) -> list[dict[str, Any]]:
    return [tomllib.loads(text, parse_float=Decimal) for text in texts]


def _rule_files() -> list[dict[str, Any]]:
    return [game(BASE, more) for more in (SIDE_BETS, PROGRESSIVE, IRREGULARITIES, OTHER_GAMES)]


def _shipped() -> list[dict[str, Any]]:
    games = ("uk-including-blind", "resorts-world-sentosa", "ultimate-three-card-poker", "teen-patti-20-20")
    return _read(*((LIBRARY / f"{game}.toml").read_text(encoding="utf-8") for game in games))


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
        (whole,) = _read(path.read_text(encoding="utf-8"))
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
    "variants": Loader(_load_variant, lambda: _read(VARIANT), toml_text),
    "claims": Loader(load_claims, _claims, toml_text),
    "strategies": Loader(_load_strategy, lambda: _read(STRATEGY), toml_text),
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
