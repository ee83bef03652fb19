"""The sheet of what small changes do: one unit in each pay, each rule switched, each hand decided wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.par.blocks import write_rows, write_title
from combin.par.grid import Cell, Sheet
from combin.report.words import decision_word, letters_in_words, wager_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.sensitivity import Effect, Sensitivity
    from combin.par.subject import Subject

__all__ = ["sensitivity_sheet"]

_HEADS = ("Now", "Then", "Wager", ">House edge", ">Change", "Best strategy then, if another")


def sensitivity_sheet(name: str, subject: Subject) -> Sheet:
    """Return the sheet of sensitivities, with the first table of each wager."""
    rules, sheet, found = subject.rules, Sheet(name), subject.sensitivity
    letters = letters_in_words(rules, found.letters)
    start = f"With {letters}, pays as written" if letters else "For the pays as written"
    note = f"{start}; one change at a time, after which the player plays his best again."
    top = write_title(sheet, rules, "What small changes do", [note])
    if found.pays:
        top = write_rows(sheet, top, "One unit in each pay", ("Line", *_HEADS), _effects(found.pays, found))
    if found.switches:
        top = write_rows(sheet, top, "Rules", ("Rule", *_HEADS), _effects(found.switches, found))
    if found.decisions:
        _decisions(sheet, top, found)
    sheet.frozen = (2, 1)
    return sheet


def _effects(effects: Sequence[Effect], found: Sensitivity) -> list[list[Cell]]:
    rules, rows, above = found.rules, [], ""
    for one in effects:
        other = one.after.statement if one.plays_otherwise and one.wager == rules.base else ""
        rows.append(
            [
                Cell("" if one.rule == above else one.rule, "label"),
                Cell(one.now, "wrap"),
                Cell(one.then, "wrap"),
                Cell(wager_name(rules, one.wager), "text"),
                Cell(one.house_edge, "percent"),
                Cell(one.change, "change"),
                Cell(other, "remark"),
            ]
        )
        above = one.rule
    return rows


def _decisions(sheet: Sheet, top: int, found: Sensitivity) -> None:
    rules = found.rules
    rows = [
        [
            Cell(rules.ranking.describe(one.strength), "label"),
            Cell(decision_word(rules, one.best), "text"),
            Cell(decision_word(rules, one.wrong), "text"),
            Cell(one.hands, "count"),
            Cell(one.per_hand, "value"),
            Cell(one.in_all, "change"),
        ]
        for one in found.decisions
    ]
    heads = ("Hand", "Best", "Wrong", ">Hands", ">Cost each time", ">On the edge")
    unit = rules.wagers[rules.base].name
    note = f"Cost: loss in units of the {unit} each time such a hand is decided wrongly."
    write_rows(sheet, top, f"{rules.base_name}: wrong decisions at the border", heads, rows, note=note)
