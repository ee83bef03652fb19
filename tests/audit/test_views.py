"""Audits on the terminal: every claim stands in some row, and what does not hold in a row of its own."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.audit.judge import Audit
from combin.audit.load import audited_games
from combin.audit.report import write_reports
from combin.audit.verdict import Judged, Verdict
from combin.audit.views import audits_view
from combin.formats import Format
from combin.formats.tables import Table
from combin.formats.text import width
from combin.formats.typesetter import PrintError
from tests.audit.documents import REPORTS, audit_of, few_rounds

HOLDS = {Verdict.EXACT, Verdict.ROUNDS, Verdict.CANNOT_OCCUR}


def with_claims(*judged: Judged) -> Audit:
    """Return an audit of the poster with these claims alone."""
    return dataclasses.replace(audit_of("uk-including-blind"), judged=judged)


def claim(**entries: object) -> Judged:
    """Return a claim that holds, with some of its entries changed."""
    one = Judged(
        id="one",
        section="",
        place="9.9",
        says="Number of cards",
        published="52",
        value=None,
        exact="52",
        decimal="",
        verdict=Verdict.EXACT,
        reason="the exact value",
    )
    return replace(one, **entries)


def claims_table(*judged: Judged) -> Table:
    return audits_view([with_claims(*judged)]).tables[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_every_claim_stands_in_a_row_and_what_does_not_hold_in_its_own(game: str) -> None:
    found = audit_of(game)
    findings, claims = audits_view([found]).tables
    more = sum(
        int(number) for row in claims.cells for number in re.findall(r", and (\d+) more of this", row[1])
    )
    assert len(claims.cells) + more == len(found.judged)
    for one in found.judged:
        if one.verdict not in HOLDS and not (one.table and one.verdict is Verdict.READING):
            rows = [row for row in claims.cells if row[0] == one.place and row[1].startswith(one.says)]
            assert any(row[3] == one.verdict.value for row in rows)
    assert [row[2] for row in findings.cells] == [one.text for one in found.findings]
    assert [row[0] for row in findings.cells] == [str(1 + place) for place in range(len(findings.cells))]


def test_without_findings_there_is_no_table_of_them() -> None:
    view = audits_view([audit_of("three-card-poker-joker")])
    assert view.lines[0].endswith(". 0 findings.")
    assert [table.title for table in view.tables] == [
        "Three Card Poker with a wild joker: general checks, exceptions first"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_audits_fit_100_columns(game: str) -> None:
    assert max(map(width, audits_view([audit_of(game)]).text().splitlines())) <= 100


ROWS = """
 | Number of cards: 52 | 52 | exact
published =  | Number of cards | 52 | exact
reason = as stated | Number of cards: 52 | 52 | exact
exact = ; reason = as stated | Number of cards: 52 | as stated | exact
reason = 52 is all of them | Number of cards: 52 | 52 is all of them | exact
reason = no joker | Number of cards: 52 | 52; no joker | exact
exact = 1/3; decimal = 33.333% | Number of cards: 52 | 33.333% = 1/3 | exact
exact = 1/3; decimal = 33.333%; reason = 33.333% is 33% | Number of cards: 52 | 33.333% is 33% | exact
verdict = differs; exact = ; reason = there are 53 | Number of cards: 52 | there are 53 | differs
row = deck A | Number of cards (deck A): 52 | 52 | exact
row = cards | Number of cards: 52 | 52 | exact
"""
"""Entries of a claim that holds, changed, with what its row then says, finds and has for a verdict."""


@pytest.mark.parametrize("row", ROWS.strip("\n").splitlines())
def test_a_row_says_claim_and_verdict_without_saying_anything_twice(row: str) -> None:
    changed, *cells = row.split(" | ")
    entries = dict(entry.split(" = ") for entry in changed.split("; ") if entry)
    verdict = Verdict(entries.pop("verdict", "exact"))
    assert claims_table(claim(**entries, verdict=verdict)).cells == (("9.9", *cells),)


def test_cells_of_a_table_with_one_verdict_share_a_row_while_they_hold() -> None:
    cells = [claim(id=f"cell-{row}", says=f"Cell {row}", table="table-1", row=str(row)) for row in range(5)]
    cells[3] = replace(cells[3], verdict=Verdict.DIFFERS, exact="", reason="it is 51")
    cells[4] = replace(cells[4], verdict=Verdict.ROUNDS, exact="51.9", reason="51.9 rounds to 52")
    other = claim(id="other", says="Cell of another table", table="table-2", row="0")
    assert claims_table(*cells, other).cells == (
        ("9.9", "Cell 3: 52", "it is 51", "differs"),
        ("9.9", "Cell 0, and 2 more of this table: 52", "52", "exact"),
        ("9.9", "Cell 4: 52", "51.9 rounds to 52", "rounds to the published digits"),
        ("9.9", "Cell of another table (0): 52", "52", "exact"),
    )


def test_claims_of_some_verdicts_alone() -> None:
    found = audit_of("crown-melbourne")
    wanted = [Verdict.INCONSISTENT, Verdict.CANNOT_OCCUR]
    view = audits_view([found], only=wanted)
    chosen = [one for one in found.judged if one.verdict in wanted]
    assert len(view.tables) == 1  # without the findings
    assert [one["id"] for one in view.payload()["judged"]] == [one.id for one in chosen]
    assert [record["id"] for record in view.records()] == [one.id for one in chosen]
    assert view.lines == audits_view([found]).lines  # all are counted
    none = audits_view([found], only=[Verdict.DIFFERS])
    assert none.lines[1:] == ("crown-melbourne: no verdict is 'differs'.",)
    assert none.tables == ()
    assert none.text(Format.CSV).startswith("game,id,place,")


def test_verdicts_come_by_how_much_they_need_attention() -> None:
    for game in audited_games():
        order = [str(role) for *_, role in audits_view([audit_of(game)]).tables[1].roles]
        assert order == sorted(order, key=["bad", "open", "good"].index)


def test_cells_under_one_reading_share_a_row() -> None:
    reading = claim(verdict=Verdict.READING, exact="", reason="where rounded down", table="table-1")
    cells = [replace(reading, id=f"cell-{row}", says=f"Cell {row}", row=str(row)) for row in range(3)]
    cells[2] = replace(cells[2], reason="where rounded up")
    assert [row[1:] for row in claims_table(*cells).cells] == [
        ("Cell 0, and 1 more of this table: 52", "where rounded down", "true only under a stated reading"),
        ("Cell 2: 52", "where rounded up", "true only under a stated reading"),
    ]


def test_cells_that_cannot_occur_stand_apart_from_those_that_can() -> None:
    chances = (Fraction(1, 8022), Fraction(0), Fraction(0))
    cells = [
        claim(id=f"cell-{row}", says=f"Cell {row}", table="table-1", row=str(row), chance=chance)
        for row, chance in enumerate(chances)
    ]
    assert [row[1:] for row in claims_table(*cells).cells] == [
        ("Cell 0: 52", "52; one round in 8,022 at a full table", "exact"),
        ("Cell 1, and 1 more of this table: 52", "52; cannot occur", "exact"),
    ]
    records = audits_view([with_claims(*cells)]).records()
    assert [one["probability_in_a_round"] for one in records] == ["1/8022", "0", "0"]


def test_numbers_are_those_of_the_verdicts() -> None:
    for game in audited_games():
        found = audit_of(game)
        (line,) = audits_view([found]).lines
        told = Counter(
            {verdict: int(number) for number, verdict in re.findall(r"(\d+) ([a-z ]+?)(?:, |\. )", line)}
        )
        numbers = {verdict.value: number for verdict, number in found.numbers.items() if number}
        assert {verdict: told[verdict] for verdict in numbers} == numbers
        assert line.endswith(f" {len(found.findings)} finding{'s' * (len(found.findings) != 1)}.")


def test_several_audits_stand_one_after_the_other() -> None:
    found = [audit_of("crown-melbourne"), audit_of("uk-including-blind")]
    view = audits_view(found)
    assert view.heading.count(";") == 1
    assert [line.partition(":")[0] for line in view.lines] == [one.game for one in found]
    assert len(view.tables) == 4
    assert [one["game"] for one in view.payload()] == [one.game for one in found]
    assert audits_view(found[:1]).payload()["game"] == "crown-melbourne"
    records = view.records()
    assert len(records) == sum(len(one.judged) for one in found)
    assert {record["game"] for record in records} == {one.game for one in found}
    assert len({tuple(record) for record in records}) == 1


# -- reports ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@few_rounds
def test_reports_are_written_and_named_at_the_end(tmp_path: Path) -> None:
    found = [audit_of("resorts-world-sentosa"), audit_of("uk-including-blind")]
    folder = tmp_path / "new" / "reports"
    written = write_reports(found, folder)
    names = [path.name for one in found for path in REPORTS.glob(f"{one.game}[.-]*")]
    assert sorted(written) == sorted(folder.iterdir()) == sorted(folder / name for name in names)
    title = found[0].subject.rules.file.title
    assert written[0].read_text(encoding="utf-8").startswith(f"# Audit: {title}\n")
    view = audits_view(found, written)
    assert view.tables[-1].cells == tuple((str(path),) for path in written)
    assert [table.cells for table in view.tables[:-1]] == [table.cells for table in audits_view(found).tables]


@pytest.mark.slow
@few_rounds
def test_a_report_is_one_file_by_its_ending(tmp_path: Path) -> None:
    found, plotted = audit_of("uk-including-blind"), REPORTS.glob("uk-including-blind-*.svg")
    for ending, beside in ((".md", {path.name for path in plotted}), (".html", set())):
        file = tmp_path / ending / f"report{ending}"
        file.parent.mkdir()
        written = write_reports([found], file)
        assert written[0] == file
        assert {path.name for path in file.parent.iterdir()} == {file.name, *beside}
    with pytest.raises(PrintError, match=re.escape(".html, .md, .pdf, or goes into a folder")):
        write_reports([found], tmp_path / "report.docx")
    assert not (tmp_path / "report.docx").exists()


@pytest.mark.slow
@few_rounds
def test_a_report_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "uk-including-blind.md").mkdir()
    with pytest.raises(OSError, match=re.escape("uk-including-blind.md")):
        write_reports([audit_of("uk-including-blind")], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["uk-including-blind.md"]
