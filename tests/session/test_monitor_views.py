from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import combin as library
from combin.formats.format import Format
from combin.game import Game
from combin.jackpot.meter.enclosure import Enclosure
from combin.rules.errors import RulesError
from combin.session.monitor_views import CHANCE
from tests import golden_files
from tests.command_line import combin
from tests.exact.test_joint_law import THREE_CARDS
from tests.exact.test_two_seats import DECKS
from tests.games import game
from tests.variants import variant

LOG = golden_files.FOLDER / "live-tables.csv"
GAME = library.load("crown-melbourne")


@pytest.mark.slow
def test_the_running_chart_says_what_the_answer_says(tmp_path: Path) -> None:
    found = GAME.monitor(LOG)
    for name in (None, "pair_plus", "TCP-2/pair_plus"):
        found.write(tmp_path / "chart.svg", plot=name)
        drawn = (tmp_path / "chart.svg").read_text(encoding="utf-8")
        over = found.wagers if name == "pair_plus" else found.tables
        one = min((one for one in over if one.tally.wager == "pair_plus"), key=lambda one: one.chance)
        assert f"{float(one.returned):.3%}" in drawn
        assert "outside the band of 99.9%" in drawn
        assert "2026-06-02: " not in drawn  # points are for pages read on a screen
    for name, problem in (("TCP-3/ante", "no plot of 'TCP-3/ante'"), ("ante", "a log of several days")):
        with pytest.raises(RulesError, match=problem):
            found.write(tmp_path / "chart.svg", plot=name)
    found.write(tmp_path / "watched.txt")
    assert (tmp_path / "watched.txt").read_text(encoding="utf-8").startswith(found.view().heading)


@pytest.mark.slow
def test_commands_name_bad_rows_and_stop_when_they_should(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(LOG.read_text(encoding="utf-8") + "T,d,ante,1,1,x\n", encoding="utf-8")
    run = combin("monitor", "crown-melbourne", str(log), "--format", "json")
    assert (run.code, run.err) == (2, f'combin: {log}:7: won: "x" is no amount, such as 2.50\n')
    told = json.loads(run.out)
    assert (told["rows"], told["bad_rows"]) == (5, 1)
    strict = combin("monitor", "crown-melbourne", str(log), "--strict")
    assert (strict.code, strict.out, strict.err) == (2, "", run.err)


@pytest.mark.parametrize(
    "command", ["monitor crown-melbourne log.csv", "session crown-melbourne --bet ante=1"]
)
def test_a_plot_needs_a_file(command: str) -> None:
    run = combin(*command.split(), "--plot", "fan")
    assert run.code == 2
    assert run.err.startswith("combin: Invalid value for --plot: goes with -o FILE, .svg, .png or .pdf.")


@pytest.mark.slow
def test_bounds_are_told_as_such() -> None:
    small = Game(variant(game(THREE_CARDS, DECKS["three suits"])))
    text = small.monitor(LOG, seats=3).view().text(Format.TABLE, 140)
    assert "Up to 3 hands share a round" in text
    assert "at most" in text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("0", "0.00004", "at most 1 in 25,000"),
        ("0", "0.01", "at most 1.0000%"),
        ("0.00004", "0.00004", "1 in 25,000"),
        ("0.99989", "1", "100.0%"),
        ("0.25", "0.25", "25.0000%"),
    ],
)
def test_a_chance_is_told_as_far_as_it_is_known(low: str, high: str, text: str) -> None:
    assert CHANCE.shown(Enclosure(Fraction(low), Fraction(high))) == text
