"""Certificates of games with other side bets, and the games that there are none for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from combin.proof.certificate.body import certificate_body
from combin.proof.certificate.certify import certify
from combin.proof.certificate.files import write_certificate
from combin.proof.certificate.rederive import rederived_body
from combin.proof.certificate.verify import verify
from combin.rules.errors import RulesError
from tests import other_games
from tests.command_line import combin
from tests.proof.certificates import SMALL, forged, written
from tests.variants import variant

SIDE_BETS = (
    SMALL
    + """
[wager.higher]
name = "Higher"
settles = "comparison"
win = 1
tie = 10
lose = "lose"
commission = "5%"
[wager.dealers]
name = "Dealer's hand"
settles = "pay table"
hand = "dealer"
commission = "10%"
[wager.beats]
name = "Pair Plus that must beat the dealer"
settles = "pay table"
on_fold = "lost"
if_tied = "push"
if_beaten = "lose"
[wager.millions]
name = "Millions"
settles = "pay table"
stakes = [5, 10]
[pay_tables.dealers.A]
"straight flush" = 20
"three of a kind" = 15
[pay_tables.beats.A]
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 4
"pair" = 1
[pay_tables.millions.A]
"A-K-Q straight flush" = { money = 100 }
"straight flush" = 9
"""
)


def test_other_side_bets_are_certified_and_checked(tmp_path: Path) -> None:
    rules = variant(SIDE_BETS)
    made = certify(rules).certificate
    bets = {next(iter(one["tables"])): one for one in made["body"]["side_bets"]}
    assert bets["higher"]["tables"] == {"higher": ""}
    assert set(bets["higher"]["lines"]) == {
        "player's hand is higher",
        "hands are equal",
        "dealer's hand is higher",
    }
    assert bets["higher"]["nothing"] == 0
    assert bets["higher"]["lines"]["player's hand is higher"]["net"] == "19/20"
    assert bets["dealers"]["lines"]["straight flush"] == {"net": "18", "count": 20}
    assert bets["beats"]["lines"]["pair but tied"]["net"] == "0"
    assert bets["millions"]["lines"]["A-K-Q straight flush"] == {"net": "20", "count": 4}
    path = tmp_path / "made.json"
    write_certificate(made, path)
    assert verify(path).confirmed
    stated = json.loads(path.read_text(encoding="utf-8"))
    place = next(
        index for index, one in enumerate(stated["body"]["side_bets"]) if one["tables"] == {"higher": ""}
    )
    where = ("body", "side_bets", place, "lines", "hands are equal", "count")
    path, _ = forged(stated, where, 1, tmp_path)
    assert [one.place for one in verify(path).differences] == [where]


def test_both_roads_lead_to_the_same_side_bets() -> None:
    assert rederived_body(variant(SIDE_BETS)) == certificate_body(variant(SIDE_BETS))


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("CARD_SEEN", "wager.ante: no certificate: a card of the dealer's is face up"),
        ("TEEN_PATTI", "wager.player_a: no certificate: nothing is decided"),
        ("PRIME_PLAY", "wager.ante: no certificate: Play is paid by a table"),
    ],
)
def test_games_of_another_kind_are_refused_in_one_line(game: str, line: str, tmp_path: Path) -> None:
    rules = variant(getattr(other_games, game))
    for body in (certificate_body, rederived_body):
        with pytest.raises(RulesError) as refused:
            body(rules)
        assert str(refused.value) == line
    path, output = tmp_path / "game.toml", tmp_path / "game.certificate.json"
    path.write_text(getattr(other_games, game), encoding="utf-8")
    run = combin("certify", str(path), "-o", str(output))
    assert (run.code, run.out) == (2, "")
    assert run.err == f"combin: {line}\n"
    assert not output.exists()


def test_a_file_about_a_game_of_another_kind_is_no_certificate(tmp_path: Path) -> None:
    place = ("body", "rules", "wager", "play", "commission")
    path, _ = forged(written(variant(SIDE_BETS)), place, "1/20", tmp_path)
    run = combin("verify", str(path))
    assert (run.code, run.out) == (2, "")
    assert run.err == f"combin: {path}: rules: wager.ante: no certificate: commission is taken of it\n"


def test_the_verifier_without_combin_says_which_bets_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    write_certificate(certify(variant(SIDE_BETS)).certificate, path)
    program = Path(__file__).parents[2] / "verifier" / "verify_certificate.py"
    done = subprocess.run([sys.executable, program, path], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "a bet that only combin verify knows: comparison" in done.stderr
