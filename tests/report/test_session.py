from __future__ import annotations

import json
from fractions import Fraction

import pytest

import combin
from combin.formats.format import Format
from combin.jackpot.meter.enclosure import Enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.report.session import told

GAME = combin.load("crown-melbourne")


def test_json_has_exact_chances_of_a_hundred_rounds() -> None:
    session = GAME.session({"ante": 10}, 100, losses=[100, "62.5"])
    told = json.loads(session.view.text(Format.JSON))
    assert told["rounds"] == 100
    assert Fraction(told["mean"]["fraction"]) == -100 * GAME.mix({"ante": 10}).mix.expected_loss
    assert set(told["standard_deviation"]) == {"decimal"}
    assert told["percentiles"]["50"] == "-30"
    ahead, even = (Fraction(told[name]["fraction"]) for name in ("ahead", "even"))
    assert ahead + even + session.law.at_most(-1).low == 1
    hundred, sixty = (Fraction(loss["fraction"]) for loss in told["losses"])
    assert hundred < sixty == session.loss(Fraction(70)).low
    assert [loss["loss"] for loss in told["losses"]] == ["100", "62.5"]


def test_one_round_is_the_mix() -> None:
    mix = GAME.mix({"ante": 10, "pair_plus": 5}).answer
    session = GAME.session({"ante": 10, "pair_plus": 5}, 1)
    assert session.ahead.low == session.ahead.high == mix.together.hit_frequency
    assert session.even.low == mix.together.push_frequency
    assert session.one_round.needed == 25


def test_long_fractions_are_left_out() -> None:
    session = GAME.session({"ante": 10}, 400)
    assert "fraction" not in session.to_dict()["ahead"]
    assert told(Enclosure.exactly(Fraction(1, 3))) == Fraction(1, 3)


def test_tables_say_what_normal_laws_miss() -> None:
    text = str(GAME.session({"ante": 10, "jackpot": 1}, 200, option="2"))
    assert "The normal law with the same mean and deviation differs" in text
    assert "the meter shows $10,000 in each round" in text


@pytest.mark.parametrize(("rounds", "losses"), [(0, ()), (10**8, ()), (5, (0,)), (5, ("x",))])
def test_what_is_no_session_is_refused(rounds: int, losses: tuple[str, ...]) -> None:
    with pytest.raises(JackpotError):
        GAME.session({"ante": 10}, rounds, losses=losses)
