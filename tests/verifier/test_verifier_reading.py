"""What the program of `verifier/` reads: files that are no certificates, and words for hands."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from combin.cards.hand_sets import parse_hand_set
from combin.certificate.canonical import rules_data
from tests.certificate.certificates import small_rules, written
from tests.verifier.verifiers import FOLDER, about, answer, module


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"body": {}}', '{"body": {"rules": 1}}', "[" * 9999]
)
def test_files_that_are_no_certificates(content: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(content, encoding="utf-8")
    code, out, err = answer(path)
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}: no certificate, or rules that cannot be read: ")
    assert err.count("\n") == 1
    assert answer(tmp_path / "nothing")[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("words", ["pair of jokers", "any", "Q-Q-Q-Q", "", "A-J-9 flush of stars"])
def test_words_that_name_no_hands(words: str) -> None:
    certificate = written(small_rules())
    certificate["body"]["rules"]["dealer"]["qualifies"] = words
    assert about(certificate)[0] in (1, 2)


NAMED = [
    *("pair of aces", "Pair of 9s", "any queen", "Q high", "Q-10-9", "Q-J-T", "three aces"),
    *("three of a kind of 9s", "A-K", "J-J", "J-J-9", "A-K flush", "Q high straight", "mini royal"),
    *("K-Q high card", "any three cards", "flush of spades", "A-K-Q straight flush of hearts"),
    *("three of a kind", "straight flush"),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", NAMED)
@pytest.mark.few(10)
def test_words_mean_the_same_hands_as_in_rule_files(words: str) -> None:
    rules = small_rules()
    game = module("hands").Deck(rules_data(rules))
    hands = parse_hand_set(words, rules.ranking)
    held = [
        place
        for place, (*_, cards) in enumerate(game.hands)
        if hands.holds(
            rules.ranking.strength(
                [rules.deck.cards[len(game.suits) * rank + suit] for rank, suit in cards]
            ).level,
            frozenset(rules.deck.suits[suit] for _, suit in cards),
        )
    ]
    assert game.named(words) == held


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
