"""docs/sessions.md holds what it says: its blocks are run in order."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import fmpz

import combin
from combin.formats import Format
from combin.formatting import money
from combin.jackpot.meter import JackpotError
from combin.rules.errors import RulesError
from tests.helpers.readme import execute

GAME = combin.load("crown-melbourne")


def test_json_has_exact_chances_of_a_hundred_rounds() -> None:
    session = GAME.session({"ante": 10}, 100, losses=[100, "62.5"])
    told = json.loads(session.view().text(Format.JSON))
    assert told["rounds"] == 100
    assert Fraction(told["mean"]["fraction"]) == -100 * GAME.mix({"ante": 10}).mix.expected_loss
    assert set(told["standard_deviation"]) == {"decimal"}
    assert told["percentiles"]["50"] == "-30"
    ahead, even = (Fraction(told[name]["fraction"]) for name in ("ahead", "even"))
    assert ahead + even + session.law.at_most(-1).low == 1
    hundred, sixty = (Fraction(loss["probability"]["fraction"]) for loss in told["losses"])
    assert hundred < sixty == session.loss(Fraction(70)).low
    assert [loss["loss"] for loss in told["losses"]] == ["100", "62.5"]


def test_one_round_is_the_mix() -> None:
    mix = GAME.mix({"ante": 10, "pair_plus": 5})
    session = GAME.session({"ante": 10, "pair_plus": 5}, 1)
    assert session.ahead.low == session.ahead.high == mix.together.hit_frequency
    assert session.even.low == mix.together.push_frequency
    assert session.one_round.needed == 25


@pytest.mark.slow
def test_meters_stand_still() -> None:
    told = str(GAME.session({"ante": 10, "jackpot": 1}, 1, option="2"))
    assert "current meter $10,000 in each round" in told


def test_long_fractions_are_written_out() -> None:
    session = GAME.session({"ante": 10}, 600)
    above, below = map(fmpz, session.to_dict()["ahead"]["fraction"].split("/"))
    assert len(str(below)) > 4_300  # more digits than Python reads or writes by itself
    assert Fraction(int(above), int(below)) == session.ahead.low


@pytest.mark.parametrize(
    ("rounds", "asked"),
    [
        (0, {}),
        (10**8, {}),
        *((5, {"losses": [loss]}) for loss in (0, "x")),
        *((5, {"bankroll": bankroll}) for bankroll in (19, 0)),
        *((5, {"bankroll": bankroll, "goal": 500}) for bankroll in (None, 500)),
        (5, {"rebate": 1}),
    ],
)
def test_what_is_no_session_is_refused(rounds: int, asked: dict[str, Any]) -> None:
    with pytest.raises(JackpotError):
        GAME.session({"ante": 10}, rounds, **asked)


def test_a_bankroll_is_told_with_its_goal() -> None:
    session = GAME.session({"ante": 10}, 50, bankroll=105, goal=200)
    ruin = session.to_dict()["ruin"]
    assert (ruin["needed"], ruin["bankroll"], ruin["goal"]["amount"]) == ("20", "105", "200")
    assert ruin["bankrolls_for_ever"] == {"5": None, "1": None}
    assert ruin["for_ever"]["fraction"] == "1"
    # 8 units of 10 above what a round needs; with 10 more, 205 are there, and with 9 only 195.
    assert (session.units, session.goal_units) == (8, 18)
    parts = [Fraction(ruin["goal"][name]["decimal"]) for name in ("reached", "ruin")]
    assert sum(parts) == 1
    text = str(session)
    assert "$200 before ruin, within 50 rounds" in text
    assert "A round needs $20" in text


def test_a_rebate_is_told_with_its_points_to_quit() -> None:
    session = GAME.session({"ante": 10}, 10, rebate="10%")
    told = session.to_dict()["rebate"]
    assert told["least"]["fraction"] == "3433445/78794242"
    assert told["least_of_any_play"]["fraction"] == "59273/1361827"
    assert told["quit_at"] == ["-20", "20"]
    gain, returned, rounds = (Fraction(told[name]["decimal"]) for name in ("gain", "returned", "rounds"))
    assert abs(returned + rounds * session.mean / 10 - gain) < Fraction(1, 10**8)
    text = str(session)
    assert "Rebate of 10% of a loss" in text
    assert "15,020 hands played" in text


def test_what_no_rebate_changes_is_told() -> None:
    session = GAME.session({"ante": 10, "pair_plus": 5}, 10, rebate="3%")
    told = session.to_dict()["rebate"]
    assert told["quit_at"] is None
    assert told["least_of_any_play"] is None
    assert "not to play" in str(session)


def test_plots_say_what_the_answer_says(tmp_path: Path) -> None:
    session = GAME.session({"ante": 10}, 60, bankroll=200)
    for kind in ("fan", "law", "ruin"):
        session.write(tmp_path / f"{kind}.svg", plot=kind)
    fan, ruin = ((tmp_path / f"{kind}.svg").read_text(encoding="utf-8") for kind in ("fan", "ruin"))
    assert f"50%: {money(200 + session.percentiles[50])};" in fan
    bankroll = session.bankroll_for(Fraction(5, 100))
    assert bankroll is not None
    assert f"5% with {money(bankroll)}" in ruin
    law = (tmp_path / "law.svg").read_text(encoding="utf-8")
    assert f"Ahead: {session.ahead.percent(2)}." in law
    with pytest.raises(RulesError, match="no plot of 'fun'"):
        session.write(tmp_path / "fun.svg", plot="fun")
    session.write(tmp_path / "session.txt")
    assert (tmp_path / "session.txt").read_text(encoding="utf-8").startswith(session.view().heading)


def test_every_amount_of_money_has_its_thousands_apart() -> None:
    crown = combin.load("crown-melbourne")
    texts = (str(crown.session({"ante": 500}, rounds=300)), str(crown.mix({"ante": 50_000})))
    for text in texts:
        assert re.search(r"standard deviation \$\d{1,3},\d{3}\.\d\d", " ".join(text.split()))
        assert not re.search(r"\$\d{4}", text)


# -- page ------------------------------------------------------------------------------------------------


PAGE = Path(__file__).parents[2] / "docs" / "sessions.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert execute(PAGE) > 10
