"""The programs of `verifier/`, which share no code with combin and must come to the same."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.certificate.certificates import SMALL, written
from tests.exact.small_games import FIVE_SUITS, SMALL_GAMES, TWENTY_CARDS
from tests.games import AGAINST_DEALER, game
from tests.variants import shipped, variant
from tests.verifier.verifiers import (
    CARDS,
    DECKS,
    FOLDER,
    HANDS,
    METERS,
    MORE,
    PROGRAMS,
    SEVERAL,
    WORDS,
    about,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("crown-melbourne", HANDS),
        ("crown-melbourne", MORE),
        ("crown-melbourne", METERS),
        ("resorts-world-sentosa", HANDS),
        ("uk-including-blind", HANDS),
    ],
)
def test_the_shipped_games_are_confirmed_by_the_programs_alone(game: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    certificate = written(shipped(game))
    path.write_text(json.dumps(certificate), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", FOLDER / f"{name}.py", path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout
    if name == HANDS:
        assert f"SHA-256: {certificate['sha256']}" in done.stdout
        assert f"rules (SHA-256 {certificate['body']['rules_sha256']})" in done.stdout


OTHER_ORDER = ["three of a kind", "straight flush", "flush", "straight", "pair", "high card"]
VARIANTS = {
    "every kind of wager": SMALL,
    "three suits for a straight": game(
        SMALL, {"ranking": {"straight_suits": "three", "ace_low_straight": "none"}}
    ),
    "a bonus for spades": game(
        SMALL,
        {
            "pay_tables.ante_bonus.A.A-K-Q straight flush of spades": "lose",
            "pay_tables.ante_bonus.B.A-K-Q straight flush of spades": 9,
        },
    ),
    "ace low is high": game(SMALL, {"ranking": {"ace_low_straight": "highest", "order": OTHER_ORDER}}),
    "ace low is second": game(SMALL, {"ranking.ace_low_straight": "second"}),
    "five suits": game(
        SMALL,
        FIVE_SUITS,
        TWENTY_CARDS,
        {"dealer.qualifies": "K high"},
        {"pay_tables.jackpot.A.five of a kind": "lose"},
    ),
    "all hands qualify and no bonus": game(AGAINST_DEALER, TWENTY_CARDS),
    "colours each": game(
        SMALL,
        {"pay_tables.prime.A": None},
        {"pay_tables.prime.A": {"both of one colour each": 4, "player of one colour": 3}},
    ),
    "odds to one and money": game(
        SMALL, {"pay_tables.pair_plus.A.odds": "to 1", "pay_tables.jackpot.A.odds": "to 1"}
    ),
    "several partial prizes": game(SMALL, {"pay_tables.jackpot.A.four of a kind": {"meter": "5/100"}}),
    "no partial prize": game(SMALL, {"pay_tables.jackpot.A.straight flush": 50}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [HANDS, MORE, METERS])
@pytest.mark.parametrize("kind", VARIANTS)
def test_variants_are_confirmed(kind: str, name: str) -> None:
    code, out, err = about(name, written(variant(VARIANTS[kind])))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("game", ["as dealt", "five suits"])
def test_small_games_are_confirmed(game: str) -> None:
    assert about(HANDS, written(SMALL_GAMES[game]().rules))[0] == 0


LENGTHS = {WORDS: 490, CARDS: 150, HANDS: 500, MORE: 290, METERS: 170, DECKS: 150, SEVERAL: 150}


@pytest.mark.parametrize(("name", "lines"), LENGTHS.items())
def test_they_are_short_and_import_the_standard_library_alone(name: str, lines: int) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < lines
    known = sys.stdlib_module_names | {WORDS, CARDS, HANDS} - {name}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            assert {one.name for one in node.names} <= known
        if isinstance(node, ast.ImportFrom):
            assert node.module in known
            assert node.level == 0


def test_without_a_file_they_say_what_they_do() -> None:
    for name in PROGRAMS:
        done = subprocess.run(
            [sys.executable, FOLDER / f"{name}.py"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert f"python {name}.py game.certificate.json" in done.stderr
