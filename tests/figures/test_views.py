from __future__ import annotations

import csv
import io
import json
from functools import cache
from pathlib import Path

import pytest

from combin.audit.verdict import Verdict
from combin.figures.judged import JudgedFigure, judged_figures, published_report, published_view
from combin.formats import Format
from combin.formats.text import width
from combin.formats.view import write_document
from tests.helpers.command_line import combin
from tests.helpers.variants import analysed, shipped

pytestmark = pytest.mark.slow  # all figures are worked out

REPORT = Path(__file__).parents[2] / "reports" / "published.md"


@cache
def figures() -> tuple[JudgedFigure, ...]:
    return judged_figures()


def test_the_committed_report_is_up_to_date(tmp_path: Path) -> None:
    write_document(published_report(figures()), tmp_path / "published.md")
    now = (tmp_path / "published.md").read_text(encoding="utf-8")
    assert REPORT.read_text(encoding="utf-8") == now, "if this is right: make reports"


def test_every_figure_stands_in_the_report_under_its_id() -> None:
    text = REPORT.read_text(encoding="utf-8")
    for one in figures():
        assert text.count(f"\n| {one.id} ") == 1, one.id


def test_the_summary_counts_every_figure_once() -> None:
    (line,) = published_view(figures()).lines
    assert line.startswith("161 figures of 47 sources: ")
    told = [
        int(words.split()[0])
        for words in line.rstrip(".").partition(": ")[2].split(", ")
        if words[0].isdigit()
    ]
    assert sum(told) == len(figures())


def test_figures_stand_under_their_source_and_fit_the_page() -> None:
    view = published_view(figures())
    for one in figures():
        first = "Differs: " * (one.verdict is Verdict.DIFFERS)
        (table,) = (table for table in view.tables if table.title == f"{first}{one.source} ({one.game})")
        assert sum(row[0].startswith(one.says) for row in table.cells) >= len(one.numbers)
    assert max(map(width, view.text().splitlines())) <= 100


def test_what_differs_is_said_with_both_values_and_the_reason() -> None:
    view = published_view([one for one in figures() if one.id == "mimic-eor-grochowski"])
    ((row,),) = (table.cells for table in view.tables)
    assert row[1:3] == ("2.07 percent", "2.0338%")
    assert row[3] == "differs"
    assert row[4].startswith("off by +0.0362 percentage points. 'Mimic the dealer' stakes 1.6959")


def test_programs_get_exact_values_and_verdicts() -> None:
    view = published_view(figures())
    entries = {entry["id"]: entry for entry in json.loads(view.text(Format.JSON))}
    assert len(entries) == len(figures())
    one = entries["ante-t1-eor"]
    assert one["verdict"] == "rounds to the published digits"
    risk = analysed(shipped("three-card-poker"), ante_bonus="1").wagers["ante"].element_of_risk
    assert one["numbers"][0]["exact"] == {"fraction": str(risk), "decimal": "2.014672%"}
    rows = list(csv.DictReader(io.StringIO(view.text(Format.CSV))))
    assert len(rows) == sum(len(one.numbers) for one in figures())
    assert {row["verdict"] for row in rows} <= {verdict.value for verdict in Verdict}


def test_the_report_lists_what_differs_before_everything_else() -> None:
    document = published_report(figures())
    assert document.title == "Published figures"
    wrong = [one for one in figures() if one.verdict is Verdict.DIFFERS]
    text = REPORT.read_text(encoding="utf-8")
    listed = text.partition("## Figures that differ")[2].partition("\n## ")[0]
    assert len(wrong) == 14
    for one in figures():
        assert (f"\n| {one.id} " in listed) == (one.verdict is Verdict.DIFFERS)


@pytest.mark.parametrize(
    ("arguments", "code", "summary"),
    [
        ("--source Bodog", 0, "1 figure of 1 source: 1 right to the digits printed."),
        ("--game oceans-11", 0, "2 figures of 1 source: 1 exact, 1 right to the digits printed."),
        ("--game oceans-11 --verdict exact", 0, "1 figure of 1 source: 1 exact."),
        ("--game oceans-11 --verdict differs", 0, "0 figures of 0 sources."),
        ("--game teen-patti-pro --strict", 1, "1 figure of 1 source: 1 different."),
        ("--game oceans-11 --strict", 0, "2 figures of 1 source: 1 exact, 1 right to the digits printed."),
    ],
)
def test_figures_are_chosen_on_the_command_line(arguments: str, code: int, summary: str) -> None:
    run = combin("published", *arguments.split())
    assert (run.code, run.err) == (code, "")
    assert run.out.splitlines()[:2] == ["Published figures", summary]


@pytest.mark.parametrize("ending", ["md", "html"])
def test_the_report_is_written_in_the_format_of_its_ending(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"report.{ending}"
    run = combin("published", "--source", "Bodog", "-o", str(path))
    assert run.code == 0
    text = path.read_text(encoding="utf-8")
    assert "3.3730%" in text
    assert text.startswith("# Published" if ending == "md" else "<!doctype html>")
