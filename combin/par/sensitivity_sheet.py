"""The sheet of what small changes do: one unit in each pay, each rule switched, each hand decided wrongly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.statement import ranks_in_words
from combin.par.blocks import pays_as_written, write_rows, write_title
from combin.par.workbook import Cell, Sheet
from combin.report.sensitivity import strategy_then
from combin.report.words import decision_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Strength
    from combin.design.sensitivity import Effect, Sensitivity, WrongDecision
    from combin.par.subject import Subject

__all__ = ["sensitivity_sheet"]

_HEADS = ("Now", "Then", "Wager", ">House edge", ">Change", "Best strategy then, if another")


def sensitivity_sheet(name: str, subject: Subject) -> Sheet:
    """Return the sheet of sensitivities, with the first table of each wager."""
    rules, sheet, found = subject.rules, Sheet(name), subject.sensitivity
    again = ", after which the player plays his best again" if rules.play else ""
    note = f"{pays_as_written(subject, found.letters)}; one change at a time{again}."
    top = write_title(sheet, rules, "What small changes do", [note])
    if found.pays:
        top = write_rows(sheet, top, "One unit in each pay", ("Line", *_HEADS), _effects(found.pays, found))
    if found.switches:
        top = write_rows(sheet, top, "Rules", ("Rule", *_HEADS), _effects(found.switches, found))
    if found.decisions:
        _decisions(sheet, top, found)
    sheet.frozen = (2, 1)
    return sheet


def _effects(effects: Sequence[Effect], sensitivity: Sensitivity) -> list[list[Cell]]:
    rules, rows, above = sensitivity.rules, [], ""
    for one in effects:
        rows.append(
            [
                Cell("" if one.rule == above else one.rule, "label"),
                Cell(one.now, "wrap"),
                Cell(one.then, "wrap"),
                Cell(rules.wager_name(one.wager), "wrap"),
                Cell(one.house_edge, "percent"),
                Cell(one.change, "change"),
                Cell(strategy_then(one), "remark"),
            ]
        )
        above = one.rule
    return rows


def _decisions(sheet: Sheet, top: int, sensitivity: Sensitivity) -> None:
    """Write what wrong decisions cost: those alike, of one hand and one card, together whatever the suits."""
    rules, ranking = sensitivity.rules, sensitivity.rules.ranking
    groups: dict[tuple[tuple[int, ...], Strength, int, int], list[WrongDecision]] = {}
    for one in sensitivity.decisions:
        groups.setdefault((one.card, one.strength, one.best, one.wrong), []).append(one)
    seen = any(card for card, *_ in groups)
    rows = []
    for (card, strength, best, wrong), alike in groups.items():
        hands = sum(one.hands for one in alike)
        mean = sum((one.per_hand * one.hands for one in alike), Fraction(0)) / hands
        rows.append(
            [
                *([Cell(ranks_in_words(card, ranking), "label")] if seen else []),
                Cell(ranking.describe(strength), "label"),
                Cell(decision_word(rules, best), "text"),
                Cell(decision_word(rules, wrong), "text"),
                Cell(hands, "count"),
                Cell(mean, "value"),
                Cell(sum((one.in_all for one in alike), Fraction(0)), "change"),
            ]
        )
    heads = (*(["Card"] if seen else []), "Hand", "Best", "Wrong", ">Hands", ">Cost", ">On the edge")
    unit = rules.wagers[rules.base].name
    note = f"Cost: loss in units of the {unit} each time such a hand is decided wrongly, in the mean."
    if seen:
        note = f"Card: the dealer's that is seen. Hands: pairs of a hand and such a card. {note}"
    write_rows(sheet, top, f"{rules.base_name}: wrong decisions at the border", heads, rows, note=note)
