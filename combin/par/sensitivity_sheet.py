"""The sheet of what small changes do: one unit in each pay, each rule switched, each hand decided wrongly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.statement import seen_in_words
from combin.formats.columns import CHANGE, COUNT, PERCENT, Column
from combin.formats.tables import Table
from combin.par.blocks import pays_as_written, write_table, write_title
from combin.par.kinds import LABEL, LINE, REMARK, VALUE, WRAP
from combin.par.workbook import Sheet
from combin.report.sensitivity import strategy_then
from combin.report.words import decision_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Strength
    from combin.design.sensitivity import Effect, Sensitivity, WrongDecision
    from combin.par.subject import Subject


def sensitivity_sheet(name: str, subject: Subject) -> Sheet:
    """Return the sheet of sensitivities, with the first table of each wager."""
    rules, sheet, found = subject.rules, Sheet(name), subject.sensitivity
    again = ", after which the player plays his best again" if rules.play else ""
    note = f"{pays_as_written(subject, found.letters)}; one change at a time{again}."
    top = write_title(sheet, rules, "What small changes do", [note])
    if found.pays:
        top = write_table(sheet, top, _effects("One unit in each pay", "Line", found.pays, found))
    if found.switches:
        top = write_table(sheet, top, _effects("Rules", "Rule", found.switches, found))
    if found.decisions:
        write_table(sheet, top, _decisions(found))
    sheet.frozen = (2, 1)
    return sheet


def _effects(title: str, what: str, effects: Sequence[Effect], sensitivity: Sensitivity) -> Table:
    columns: list[Column[Effect]] = [
        Column(what, LABEL, lambda effect: effect.rule),
        Column("Now", WRAP, lambda effect: effect.now),
        Column("Then", WRAP, lambda effect: effect.then),
        Column("Wager", WRAP, lambda effect: sensitivity.rules.wager_name(effect.wager)),
        Column("House edge", PERCENT, lambda effect: effect.house_edge),
        Column("Change", CHANGE, lambda effect: effect.change),
        Column("Best strategy then, if another", REMARK, strategy_then),
    ]
    return Table.of(title, effects, columns, merged=1)


def _decisions(sensitivity: Sensitivity) -> Table:
    """Return what wrong decisions cost: those alike, of one hand and one card, whatever the suits."""
    rules, ranking = sensitivity.rules, sensitivity.rules.ranking
    groups: dict[tuple[tuple[int, ...], Strength, int, int], list[WrongDecision]] = {}
    for wrong in sensitivity.decisions:
        groups.setdefault((wrong.card, wrong.strength, wrong.best, wrong.wrong), []).append(wrong)

    def hands(alike: Sequence[WrongDecision]) -> int:
        return sum(wrong.hands for wrong in alike)

    def mean(alike: Sequence[WrongDecision]) -> Fraction:
        return sum((wrong.per_hand * wrong.hands for wrong in alike), Fraction(0)) / hands(alike)

    columns: list[Column[list[WrongDecision]]] = [
        Column("Card", LABEL, lambda alike: seen_in_words(alike[0].card, rules)),
        Column("Hand", LABEL, lambda alike: ranking.describe(alike[0].strength)),
        Column("Best", LINE, lambda alike: decision_word(rules, alike[0].best)),
        Column("Wrong", LINE, lambda alike: decision_word(rules, alike[0].wrong)),
        Column("Hands", COUNT, hands),
        Column("Cost", VALUE, mean),
        Column("On the edge", CHANGE, lambda alike: sum((wrong.in_all for wrong in alike), Fraction(0))),
    ]
    unit = rules.wagers[rules.base].name
    note = f"Cost: loss in units of the {unit} each time such a hand is decided wrongly, in the mean."
    if any(card for card, *_ in groups):
        note = f"Card: the dealer's that is seen. Hands: pairs of a hand and such a card. {note}"
    else:
        columns = columns[1:]
    return Table.of(f"{rules.base_name}: wrong decisions at the border", groups.values(), columns, note)
