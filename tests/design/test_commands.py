from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import polars as pl
import pytest

from combin.design.search import DesignAnswer, JackpotDesigns
from combin.game import load
from tests.helpers.command_line import Run, combin, payload, typed
from tests.test_startup import HEAVY, imported

CROWN = "crown-melbourne"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- sweep -------------------------------------------------------------------------------------------


SWEEP = ("sweep", CROWN, "--set", "decision.play=1,[1, 2]", "--set", "pay_tables.pair_plus.A.flush=3..4")


def test_a_sweep_shows_each_wager_by_the_settings_that_it_hangs_on() -> None:
    out = combin(*SWEEP).out
    assert "4 combinations" in out
    _, base, side = out.split("\n\n")
    assert base.startswith("Ante & Play\n")
    assert "Flush" not in base
    assert "Play Q-6-4 or better, fold the" in base
    assert [line.split() for line in side.splitlines()[3:]] == [
        ["3", "7.2760%", "7.2760%", "25.61%", "2.8496"],
        ["4", "2.3167%", "2.3167%", "25.61%", "2.9106"],
    ]


def test_a_wager_that_no_setting_changes_is_told_in_a_sentence() -> None:
    out = combin("sweep", CROWN, "--set", "decision.play=1,2", "--table", "pair_plus=F").out
    assert "Pair Plus F is the same in all: house edge 2.6968%." in out


@pytest.mark.parametrize("ending", ["csv", "json", "parquet", "md", "txt"])
def test_a_sweep_goes_into_a_file_in_the_format_of_its_ending(ending: str, folder: Path) -> None:
    run = combin(*SWEEP, "-o", f"out.{ending}")
    assert run == Run(0, f"4 combinations in out.{ending}\n", "")
    assert [path.name for path in folder.iterdir()] == [f"out.{ending}"]
    edge = load(CROWN).analyse(pair_plus="A").wagers["ante"].house_edge
    if ending == "csv":
        assert (folder / "out.csv").read_text() == combin(*SWEEP, "--format", "csv").out
    elif ending == "json":
        assert json.loads((folder / "out.json").read_text())[0]["wagers"]["ante"]["house_edge"][
            "fraction"
        ] == str(edge)
    elif ending == "parquet":
        row = pl.read_parquet(folder / "out.parquet").row(0, named=True)
        assert Fraction(row["house_edge_numerator"], row["house_edge_denominator"]) == edge
        assert row["decision.play"] == "1"
        assert row["strategy"] == "Play Q-6-4 or better, fold the rest."


def test_tables_are_swept_by_letter() -> None:
    out = combin("sweep", CROWN, "--table", "pair_plus=A,F", "--table", "ante_bonus=A,B", "-f", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 8
    assert {row["pair_plus table"] for row in rows} == {"A", "F"}


def test_an_interrupted_sweep_leaves_no_file(folder: Path) -> None:
    with patch("combin.design.variants.Workbench.variant", side_effect=KeyboardInterrupt):
        assert combin(*SWEEP, "-o", "out.csv") == Run(130, "", "combin: interrupted\n")
    assert list(folder.iterdir()) == []


# -- new, check --------------------------------------------------------------------------------------


def test_a_new_file_is_sound_and_can_be_asked_everything() -> None:
    assert combin("new", "my-game.toml").out.startswith("my-game.toml is written.")
    assert combin("check", "my-game.toml").out.startswith("My game: valid\n")
    assert "No rule differs." in combin("diff", CROWN, "my-game.toml").out
    assert combin("new", "my-game.toml") == Run(
        2, "", "combin: my-game.toml: is there already; --force writes over it\n"
    )
    assert combin("new", "my-game.toml", "--from", "uk-including-blind", "--force").code == 0
    assert load("my-game.toml").rules.file.deal.jackpot == 0


def test_check_tells_of_every_mistake_and_checks_the_other_files(folder: Path) -> None:
    (folder / "bad.toml").write_text(
        f'extends = "{CROWN}"\n[dealer]\nqualifies = "Z high"\n[decision]\nplay = [0]\n'
    )
    run = combin("check", "bad.toml", "uk-including-blind", "nowhere.toml")
    assert run.code == 2
    assert run.out.startswith("Three Card Poker including Blind, UK poster: valid")
    starts = (
        "combin: bad.toml:3: dealer.qualifies: 'Z high'",
        "combin: bad.toml:5: decision.play.0: 0 is not allowed here",
        "combin: nowhere.toml: No such file or directory",
    )
    for line, start in zip(run.err.splitlines(), starts, strict=True):
        assert line.startswith(start)


@pytest.mark.slow
def test_warnings_have_their_place_and_do_not_fail(folder: Path) -> None:
    (folder / "odd.toml").write_text(f'extends = "{CROWN}"\n[pay_tables.pair_plus.A]\npair = 2\n')
    run = combin("check", "odd.toml", "--format", "csv")
    assert run.code == 0
    (row, *_) = csv.DictReader(io.StringIO(run.out))
    assert row == {
        "game": "odd",
        "kind": "warning",
        "file": "odd.toml",
        "line": "2",
        "place": "pay_tables.pair_plus.A",
        "says": "the player has the edge: Pair Plus with table A gains 14.6244%",
    }
    assert "odd.toml:2" in combin("check", "odd.toml").out
    assert combin("check", "odd.toml", CROWN).out.startswith("2 games checked: 1 warning\n")


# -- diff, sensitivity -------------------------------------------------------------------------------


@pytest.mark.slow
def test_sensitivity_follows_the_tables_asked_for() -> None:
    out = combin("sensitivity", CROWN, "--pair-plus", "F").out
    assert "Pair Plus F: flush" in out
    assert "Q-6-4" in out
    rows = list(csv.DictReader(io.StringIO(combin("sensitivity", CROWN, "-f", "csv").out)))
    assert {row["kind"] for row in rows} == {"pay", "rule", "decision"}


@pytest.mark.slow
def test_the_library_answers_as_the_command_line_does() -> None:
    game = load(CROWN)
    assert str(game.sensitivity()) + "\n" == combin("sensitivity", CROWN).out
    assert (
        str(game.diff(load("uk-including-blind"))) + "\n" == combin("diff", CROWN, "uk-including-blind").out
    )
    swept = game.sweep({"decision.play": [1, [1, 2]], "pay_tables.pair_plus.A.flush": [3, 4]})
    assert str(swept) + "\n" == combin(*SWEEP).out
    assert swept.frame().height == len(swept) * 2
    assert swept[0].variant.statement == "Play Q-6-4 or better, fold the rest."
    assert game.check().to_dict()[0]["warnings"] == []


SEARCHED = "design crown-melbourne"


def test_all_terms_reach_the_search() -> None:
    found = payload(
        f"{SEARCHED} --wager pair_plus --edge 2..3% --hit 25 --pays flush=3..5 "
        "--pays 'straight flush=30..50:5' --only --any-order --sort round --limit 2 "
        "--table pair_plus=F --digits 4"
    )
    assert found["pays_searched"]["straight flush"] == [30, 35, 40, 45, 50]
    assert found["pays_searched"]["three of a kind"] == [33]
    assert (found["sort"], found["better_pays_at_least_as_much"]) == ("round", False)
    assert (found["candidates"], found["tables"]["pair_plus"]) == (15, "F")
    assert found["house_edge_from"] == {"fraction": "1/50", "decimal": "0.0200"}
    assert len(found["designs"]) <= 2


def test_the_formats_agree_with_the_library() -> None:
    command = f"{SEARCHED} --edge 2%..3% --sort round --limit 3"
    result = load("crown-melbourne").design("2%..3%", sort="round", limit=3)
    assert isinstance(result, DesignAnswer)
    assert result.to_dict() == payload(command)
    assert len(result.frame()) == len(result) == 3
    assert "| Straight flush |" in typed(f"{command} --format md").out.replace("  ", " ")
    assert str(result) == typed(command).out.rstrip("\n")


def test_people_are_told_how_many_match_and_by_what_they_are_sorted() -> None:
    text = " ".join(typed(f"{SEARCHED} --edge 2%..3% --limit 4 --sort low-edge").out.split())
    assert (
        "House edge of 2% to 3%: 2,168 of 218,460 tables where a better hand pays at least as much." in text
    )
    assert "The best 4 by the lowest edge; rounder pays first among equals." in text


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_is_listed_can_be_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"found.{suffix}"
    done = typed(f"{SEARCHED} --edge 2%..3% --limit 50 -o {path}")
    assert (done.code, done.err) == (0, "")
    frame = pl.read_csv(path) if suffix == "csv" else pl.read_parquet(path)
    assert frame.height == 50
    assert frame["pays_straight_flush"].dtype == pl.Int64
    edges = frame["house_edge_numerator"] / frame["house_edge_denominator"]
    assert edges.is_between(0.02, 0.03).all()


def test_a_bonus_tells_whether_the_strategy_depends_on_its_pays() -> None:
    text = " ".join(typed(f"{SEARCHED} --wager ante_bonus --edge 3%..3.5%").out.split())
    assert "under the optimal strategy, which is the same for all of these pays." in text
    done = typed(
        f"{SEARCHED} --wager ante_bonus --edge=-9%..1% --pays 'Q high flush=1..3' --pays 'high card=0..2'"
    )
    assert done.code == 2  # lines that leave out hands between them are refused
    assert done.err.count("\n") == 1


def test_a_jackpot_has_a_meter_for_each_seed_and_prize() -> None:
    command = f"{SEARCHED} --wager jackpot --option 2 --edge 10% --seed 10000,20000 --pays flush=50..60:10"
    pays = {"flush": "50..60:10"}
    result = load(CROWN).design("10%", "jackpot", option="2", seeds="10000,20000", pays=pays)
    assert isinstance(result, JackpotDesigns)
    assert result.to_dict() == payload(command)
    assert [int(one.meter.seed) for one in result] == [10_000, 10_000, 20_000, 20_000]
    assert len(result) == 4


def test_a_search_imports_nothing_heavy() -> None:
    assert not imported("design crown-melbourne --edge 2%..3%") & HEAVY
