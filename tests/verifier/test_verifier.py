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
from tests.verifier.verifiers import FOLDER, about


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "resorts-world-sentosa", "uk-including-blind"])
def test_the_shipped_games_are_confirmed_by_the_program_alone(game: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    certificate = written(shipped(game))
    path.write_text(json.dumps(certificate), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", FOLDER, path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout
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
@pytest.mark.parametrize("kind", VARIANTS)
def test_variants_are_confirmed(kind: str) -> None:
    code, out, err = about(written(variant(VARIANTS[kind])))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("game", ["as dealt", "five suits"])
def test_small_games_are_confirmed(game: str) -> None:
    assert about(written(SMALL_GAMES[game]().rules))[0] == 0


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_it_imports_the_standard_library_alone(path: Path) -> None:
    own = {module.stem for module in FOLDER.glob("*.py")}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {name.name for name in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom):
            assert node.module in (own if node.level else sys.stdlib_module_names)


@pytest.mark.parametrize("words", [[str(FOLDER)], ["-m", FOLDER.name]])
def test_without_a_file_it_says_what_it_does(words: list[str]) -> None:
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=FOLDER.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "python verifier game.certificate.json" in done.stderr
