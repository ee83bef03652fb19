from __future__ import annotations

from fractions import Fraction

import pytest

from combin.par.checks_sheet import write_simulation, write_twins
from combin.par.workbook import Sheet
from combin.proof.simulated import Sampled
from combin.proof.simulation import Sample
from tests.par.books import GAMES, book


def rows(sheet: Sheet, first: str) -> list[list[object]]:
    """Return the values of the rows of a table, which has this heading in front."""
    (top,) = (row for (row, column), cell in sheet.cells.items() if not column and cell.value == first)
    found: list[list[object]] = []
    row = top + 2
    while (row, 4) in sheet.cells:
        found.append([sheet.cells[row, column].value for column in range(7) if (row, column) in sheet.cells])
        row += 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_wager_is_played_at_random_for_what_its_sheet_says(name: str) -> None:
    built, played = book(name).written, book(name).subject.simulation
    assert [-one.expectation for one in played] == [edge for _, edge in built.wagers]
    (checks,) = (sheet for sheet in built.sheets if sheet.name == "Checks")
    found = rows(checks, "Played at random")
    assert [row[0] for row in found] == [sheet.name for sheet, _ in built.wagers]
    assert [row[1] for row in found] == [one.sample.mean for one in played]
    assert {row[5] for row in found} == {"pass"}
    assert checks.marks["verdict"].value == "all pass"


def test_a_mean_that_is_far_off_fails() -> None:
    subject = book("uk-including-blind").subject
    sheets = [sheet for sheet, _ in book("uk-including-blind").written.wagers]
    first, *others = subject.simulation
    wrong = Sampled(first.wager, first.letters, first.exact, Sample({Fraction(0): first.sample.rounds}))
    other = type(subject)(subject.rules, subject.letters)
    other.__dict__["simulation"] = (wrong, *others)
    sheet = Sheet("Checks")
    write_simulation(sheet, 0, other, sheets, ("good", "bad"))
    assert [row[5] for row in rows(sheet, "Played at random")] == ["good", "good", "good"]
    half = first.sample.rounds // 2
    for outcomes in ({Fraction(1, 10): half}, {Fraction(0): half, Fraction(1): half}):
        far = Sampled(first.wager, first.letters, first.exact, Sample(outcomes))
        other.__dict__["simulation"] = (far, *others)
        write_simulation(sheet, 0, other, sheets, ("good", "bad"))
        assert [row[5] for row in rows(sheet, "Played at random")] == ["bad", "good", "good"]
    highest = max(net for net, _ in first.exact.outcomes)
    lucky = Sampled(first.wager, first.letters, first.exact, Sample({Fraction(-1): 10, highest: 10}))
    other.__dict__["simulation"] = (lucky, *others)
    write_simulation(sheet, 0, other, sheets, ("good", "bad"))
    assert [row[5] for row in rows(sheet, "Played at random")] == ["rare", "good", "good"]


def test_published_figures_stand_beside_their_exact_values() -> None:
    sheet = Sheet("Checks")
    below = write_twins(sheet, 0, book("uk-including-blind").subject)
    found = rows(sheet, "Published figures")
    assert [row[1:4] for row in found] == [
        ["2.0%", "2.0147%", "by one reading"],
        ["2.7%", "2.6968% = 149/5525", "by one reading"],
        ["3.6%", "3.6206% = 405/11186", "by one reading"],
    ]
    sources = [str(row[4]).startswith("Three Card Poker including Blind, House Edge. ") for row in found]
    assert sources == [True, False, False]
    assert below > 4
    nothing = Sheet("Checks")
    assert write_twins(nothing, 7, book("fine lines").subject) == 7
    assert nothing.cells == {}
