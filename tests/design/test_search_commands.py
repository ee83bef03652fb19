"""The command that searches for pay tables: what it shows, writes and refuses in one line."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

from combin.design.search import DesignAnswer, JackpotDesigns
from combin.game import load
from tests.command_line import payload, typed
from tests.test_startup import HEAVY, imported

CROWN = "design crown-melbourne"


def rows(command: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(typed(f"{command} --format csv").out)))


def test_all_terms_reach_the_search() -> None:
    found = payload(
        f"{CROWN} --wager pair_plus --edge 2..3% --hit 25 --pays flush=3..5 --pays 'straight flush=30..50:5' "
        "--only --any-order --sort round --limit 2 --table pair_plus=F --digits 4"
    )
    assert found["pays_searched"]["straight flush"] == [30, 35, 40, 45, 50]
    assert found["pays_searched"]["three of a kind"] == [33]
    assert (found["sort"], found["better_pays_at_least_as_much"]) == ("round", False)
    assert (found["candidates"], found["tables"]["pair_plus"]) == (15, "F")
    assert found["house_edge_from"] == {"fraction": "1/50", "decimal": "0.0200"}
    assert len(found["designs"]) <= 2


def test_the_formats_agree_with_the_library() -> None:
    command = f"{CROWN} --edge 2%..3% --sort volatility --limit 3"
    result = load("crown-melbourne").design("2%..3%", sort="volatility", limit=3)
    assert isinstance(result, DesignAnswer)
    for shown, row, one in zip(payload(command)["designs"], rows(command), result, strict=True):
        assert shown["house_edge"]["fraction"] == str(one.house_edge)
        assert (
            Fraction(int(row["house_edge_numerator"]), int(row["house_edge_denominator"])) == one.house_edge
        )
        assert [int(row[f"pays_{name}"]) for name in ("straight_flush", "flush")] == [
            one.pays["straight flush"],
            one.pays["flush"],
        ]
        deviation = one.standard_deviation(10)
        assert shown["standard_deviation"]["decimal"] == deviation == row["standard_deviation"]
    assert result.to_dict() == payload(command)
    assert len(result.frame()) == len(result) == 3
    assert "| Straight flush |" in typed(f"{command} --format md").out.replace("  ", " ")
    assert str(result) == typed(command).out.rstrip("\n")


def test_people_are_told_how_many_match_and_by_what_they_are_sorted() -> None:
    text = " ".join(typed(f"{CROWN} --edge 2%..3% --limit 4 --sort volatility").out.split())
    assert (
        "2,168 of the 218,460 tables in which a better hand pays at least as much have a house edge" in text
    )
    assert "The best 4 by the lowest standard deviation." in text
    text = " ".join(typed(f"{CROWN} --edge 2%..3% --pareto").out.split())
    assert "on the frontier: no other has both a lower edge and a lower standard deviation." in text


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_is_listed_can_be_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"found.{suffix}"
    done = typed(f"{CROWN} --edge 2%..3% --limit 50 -o {path}")
    assert (done.code, done.err) == (0, "")
    frame = pl.read_csv(path) if suffix == "csv" else pl.read_parquet(path)
    assert frame.height == 50
    assert frame["pays_straight_flush"].dtype == pl.Int64
    edges = frame["house_edge_numerator"] / frame["house_edge_denominator"]
    assert edges.is_between(0.02, 0.03).all()


def test_a_bonus_tells_whether_the_strategy_depends_on_its_pays() -> None:
    text = " ".join(typed(f"{CROWN} --wager ante_bonus --edge 3%..3.5%").out.split())
    assert "under the best strategy; this is the same for all of these pays." in text
    done = typed(
        f"{CROWN} --wager ante_bonus --edge=-9%..1% --pays 'Q high flush=1..3' --pays 'high card=0..2'"
    )
    assert done.code == 2  # lines that leave out hands between them are refused
    assert done.err.count("\n") == 1


def test_a_jackpot_shows_rates_by_seed() -> None:
    command = f"{CROWN} --wager jackpot --option 2 --edge 10% --seed 10000,20000 --pays flush=50..60:10"
    found = payload(command)
    result = load("crown-melbourne").design(
        "10%", "jackpot", option="2", seeds="10000,20000", pays={"flush": "50..60:10"}
    )
    assert isinstance(result, JackpotDesigns)
    assert found == result.to_dict()
    assert [one["increment_rate"] for one in found["designs"]] == [
        one.rate.to_dict(10) for one in result.designs
    ]
    assert [row["seed"] for row in rows(command)] == ["10000", "10000", "20000", "20000"]
    assert "Increment rate" in " ".join(typed(command).out.split())
    assert result[0].meter.seed == 10_000
    assert len(list(result)) == len(result) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ("--edge 3%..2%", "edge: 3% is more than 2%; write the lower limit first: 2%..3%"),
        ("--edge abc", 'edge: "abc" is no percentage'),
        ("--edge 2%..", 'edge: "2%.." is no window'),
        ("--edge 1%..2%..3%", "is no window"),
        ("--edge 2%..3% --pays flsh=3", "pays.flsh: 'flsh' is not a hand"),
        ("--edge 2%..3% --pays flush=-3..4", "pays.flush: -3 is negative; a pay is 0 or more"),
        ("--edge 2%..3% --pays flush=5..3", "pays.flush: 5 is more than 3"),
        ("--edge 2%..3% --pays flush=0.5", 'pays.flush: "0.5" is no list of whole pays'),
        ("--edge 2%..3% --pays flush=1..9:0", "pays.flush: a step of 0 leads nowhere"),
        ("--edge 2%..3% --pays flush=1..99999", "pays.flush: "),
        ("--edge 2%..3% --pays flush", "'flush' is not LINE=PAYS"),
        ("--edge 2%..3% --pays flush=50 --pays straight=3", "straight, which is better, would pay 3 at most"),
        ("--edge 2.5%", "the nearest are 2.4977% (76-52-5-2-1) and 2.5158% (77-51-5-2-1)"),
        ("--edge 90%..95%", "the nearest is 29.8824% (20-15-3-2-1)"),
        ("--edge 2%..3% --hit 30%", "all lie from 25.6109% to 25.6109%"),
        ("--edge 2%..3% --hit 130%", "hit: 130% is no hit frequency"),
        ("--edge 2%..3% --wager plus", 'did you mean "pair_plus"?'),
        ("--edge 2%..3% --sort best", 'sort: "best" is no order'),
        ("--edge 2%..3% --target 2% --sort round", "target: only tables sorted by edge"),
        ("--edge 2%..3% --limit 0", "'--limit': 0 is not in the range"),
        ("--edge 2%..3% --seed 100", "seed: goes with a jackpot"),
        ("--edge 2%..3% --wager jackpot --pareto", "pareto: does not go with a jackpot"),
        ("--edge 2%..3% --table pair_plus=Z", "no pair_plus table 'Z'"),
        ("--edge 2%..3% -o found.txt", "found.txt is neither .csv nor .parquet"),
        ("--edge 2%..3% -o /nowhere/found.parquet", "/nowhere/found.parquet: No such file"),
        ("", "Missing option '--edge'"),
    ],
)
def test_bad_terms_are_refused_in_one_line(terms: str, told: str) -> None:
    done = typed(f"{CROWN} {terms}")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("combin: ")
    assert done.err.count("\n") == 1
    assert told in done.err


def test_a_search_imports_nothing_heavy(tmp_path: Path) -> None:
    assert not imported(["design", "crown-melbourne", "--edge", "2%..3%"], tmp_path) & HEAVY
