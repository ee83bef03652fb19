"""The house edge as theorems: what the file says, of which games, what the kernel accepts and refuses."""

from __future__ import annotations

import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

import combin
from combin.certificate.theorem import TheoremFile, theorem_file
from combin.rules.errors import RulesError
from tests.audit.documents import REPORTS
from tests.helpers.command_line import Run
from tests.helpers.command_line import combin as command
from tests.helpers.games import game
from tests.helpers.texts import entries
from tests.helpers.variants import shipped, variant
from tests.proof.kinds import KINDS

TEXTS = entries(Path(__file__).parents[1] / "data" / "theorems.txt")
FEW, SPOILT = TEXTS.pop("few cards"), [row.split(" | ") for row in TEXTS.pop("spoilt").splitlines()[1:]]
WHOLE = ["every word and no card seen", "nothing to decide", "Play paid by a table"]


@cache
def few(name: str) -> TheoremFile:
    return theorem_file(variant(game(tomllib.loads(FEW), tomllib.loads(TEXTS[name]))))


def checked(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "Checked.v"
    file.write_text(text, encoding="utf-8")
    return subprocess.run(["coqc", file], capture_output=True, text=True, check=False)


# -- what the file says ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crown-melbourne", "resorts-world-sentosa", "uk-including-blind"])
def test_the_committed_theorems_are_up_to_date(name: str) -> None:
    kept = (REPORTS / "theorems" / f"{name.replace('-', '_')}.v").read_text(encoding="utf-8")
    assert kept == combin.load(name).theorem().text, "make reports"


def test_the_rules_stand_first_each_with_its_number() -> None:
    text = theorem_file(shipped("crown-melbourne")).text
    rules, words = text.index("(* 1. The rules. *)"), text.index("(* 2. The words")
    for line in (
        "  | false, _ => flat 1 (* 5.7.1(a), 10.1.1(a) *)",
        "  | false, _ => flat 0 (* 5.9.4, 10.1.1(b)(iv) *)",
        "Definition qualifying : kind := (HighCard, [rQ; r3; r2]).",
        "(* The lowest hand with which the dealer qualifies, Q high: 1.1 'Qualify' *)",
        "pays_ante_bonus_B : table := [(Of StraightFlush, 5); (Of ThreeOfAKind, 3); (Of Straight, 1)].",
    ):
        assert rules < text.index(line) < words
    assert "(* Play Q-6-4 or better, fold the rest. *)" in text
    assert "  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else\n  Fold." in text


def test_a_bet_that_a_fold_loses_has_an_edge_with_and_without_folds() -> None:
    found = {one.name: one.edge or 0 for one in few("bets on the hands of both").theorems}
    assert found["bet_prime_A_plan_A"] > found["bet_prime_A"]
    assert found["bet_pairs_A_plan_A"] == found["bet_pairs_A"]  # a pair is never folded


def test_what_people_write_cannot_end_a_comment() -> None:
    title = 'Few *) cards (* of "ours'
    text = theorem_file(variant(game(tomllib.loads(FEW), {"title": title}))).text
    assert text.startswith("(* Few * ) cards ( * of 'ours: the house edge as theorems.\n")
    assert text.count("(*") == text.count("*)")
    assert '"' not in text


# -- which games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("three-card-poker-joker", "deck.jokers: 1, but theorems are"),
        ("three-card-poker-two-decks", "deck.decks: 2, but theorems are"),
        ("hole-card", "deal: theorems are for games in which no card"),
    ],
)
def test_other_games_are_refused_in_one_line(game: str, what: str, tmp_path: Path) -> None:
    run = command("certify", game, "--theorem", str(tmp_path / "Game.v"))
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(f"combin: {what} ")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("more", [{"deal.player": 2, "deal.dealer": 2}, {"ranking.beats": {"A-K-J": "pair"}}])
def test_other_hands_are_refused(more: dict[str, object]) -> None:
    rules = game(tomllib.loads(FEW), more)
    with pytest.raises(RulesError, match="theorems are"):
        theorem_file(variant(rules))


def test_bets_on_more_cards_are_named_as_left_out(tmp_path: Path) -> None:
    run = command("certify", "teen-patti-20-20", "--theorem", str(tmp_path / "Teen.v"))
    assert "Not in it: 6 Card Bonus." in run.out
    assert [path.name for path in tmp_path.iterdir()] == ["Teen.v"]


@pytest.mark.parametrize("file", ["three-card.v", "Crown.txt"])
def test_a_file_that_coq_cannot_read_is_refused(file: str, tmp_path: Path) -> None:
    run = command("certify", "crown-melbourne", "--theorem", str(tmp_path / file))
    why = f"{tmp_path / file}: Coq reads files named by letters, digits and _, such as Crown.v"
    assert run == Run(2, "", f"combin: Invalid value for --theorem: {why}. See combin certify --help.\n")


def test_a_theorem_is_written_alone_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "no" / "Crown.v"
    run = command("certify", "crown-melbourne", "--theorem", str(file))
    assert run == Run(2, "", f"combin: {file}: No such file or directory\n")
    both = command("certify", "crown-melbourne", "--theorem", str(tmp_path / "Crown.v"), "-o", "crown.json")
    assert (both.code, both.out) == (2, "")
    assert "--output: a certificate is not written with --theorem" in both.err
    assert not [*tmp_path.iterdir()]


# -- the kernel --------------------------------------------------------------------------------------------


@pytest.mark.kernel
@pytest.mark.parametrize("name", [*TEXTS, *WHOLE])
def test_the_kernel_accepts(name: str, tmp_path: Path) -> None:
    made = few(name) if name in TEXTS else theorem_file(variant(KINDS[name]))
    run = checked(made.text, tmp_path)
    assert (run.returncode, run.stdout) == (0, "Closed under the global context\n"), run.stderr


@pytest.mark.kernel
@pytest.mark.parametrize(("old", "new"), [row[1:] for row in SPOILT], ids=[row[0] for row in SPOILT])
@pytest.mark.few(8)
def test_the_kernel_refuses(old: str, new: str, tmp_path: Path) -> None:
    text = few("as they are").text
    assert text.count(old) >= 1
    run = checked(text.replace(old, new), tmp_path)
    assert run.returncode == 1
    assert "Unable to unify" in run.stderr or "has type" in run.stderr, run.stderr
