"""What the wagers against the dealer and their bonuses net, as inputs above the outcomes of the base game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.par.base_rows import CASES
from combin.par.workbook import Cell, Entry, Part

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.par.base_rows import BaseRow
    from combin.par.input_cells import Homes
    from combin.par.workbook import Sheet
    from combin.rules.resolved import Rules
    from combin.rules.wagers import Case

__all__ = ["BasePays", "write_pays"]

_FIRST, _BESIDE = 2, 5
"""The columns in which the wagers, and beside them the tables, begin at the least."""


@dataclass(frozen=True)
class BasePays:
    """What is put in, each with its reference and value.

    `cases` are by wager and case, `lines` by table and line, `commissions` by wager.
    """

    rules: Rules
    cases: dict[tuple[str, Case], tuple[str, Fraction]]
    lines: dict[tuple[str, str], tuple[str, Fraction]]
    commissions: dict[str, tuple[str, Fraction]]

    def net(self, name: str, row: BaseRow) -> tuple[Fraction, str]:
        """Return what a wager or bonus nets in a row, and the formula of that (none for a constant)."""
        rules, met = self.rules, dict(row.lines)
        if row.multiple == FOLD or row.case is None:
            return Fraction(-1 if name in rules.initial else 0), ""
        if name in rules.bonuses:
            paid_on = rules.bonus(name).paid_on
            result = "no qualify" if row.case.startswith("no_qualify") else row.case
            if name not in met or (paid_on and result not in paid_on):
                return Fraction(0), ""
            reference, value = self.lines[name, met[name]]
            return value, reference
        if rules.against_dealer(name).outcome(row.case).by_table and name in met:
            reference, value = self.lines[name, met[name]]
        else:
            reference, value = self.cases[name, row.case]
        if name in self.commissions:
            kept, part = self.commissions[name]
            reference = f"IF({reference}>0,{reference}*(1-{kept}),{reference})"
            value = value * (1 - part) if value > 0 else value
        if name == rules.play and row.multiple != 1:
            return row.multiple * value, f"{row.multiple}*{reference}"
        return value, reference


def write_pays(sheet: Sheet, top: int, analysis: Analysis, homes: Homes) -> tuple[int, BasePays]:
    """Write what wagers net in each case and what tables pay; return the row below, and where these stand."""
    rules = analysis.rules
    found = BasePays(rules, {}, {}, {})
    wagers = list(rules.base_wagers)
    cases = [one for one in rules.cases if rules.qualifies or not one.startswith("no_qualify")]
    sheet.put(top, 0, Cell("Case", "heading", span=_FIRST))
    for row, case in enumerate(cases, start=top + 1):
        sheet.put(row, 0, Cell(CASES[case], "label", span=_FIRST))
    below = top + 1 + len(cases)
    taxed = [name for name in wagers if rules.against_dealer(name).commission]
    if taxed:
        sheet.put(below, 0, Cell("commission on winnings", "label", span=_FIRST))
    for column, name in enumerate(wagers, start=_FIRST):
        called = rules.wagers[name].name
        each = ", each" if name == rules.play and tuple(rules.multiples) != (1,) else ""
        sheet.put(top, column, Cell(f"{called} nets{each}", "heading right"))
        for row, case in enumerate(cases, start=top + 1):
            found.cases[name, case] = homes.put(sheet, row, column, _case(rules, name, case))
        if name in taxed:
            entry = Entry(
                ("wager", name, "commission"),
                f"{called}: commission",
                Fraction(rules.against_dealer(name).commission),
                "share",
            )
            found.commissions[name] = homes.put(sheet, below, column, entry, style="percent")
    below += bool(taxed)
    columns = (0, *range(_FIRST, _FIRST + len(wagers)))
    sheet.parts.append(Part("What wagers net", top, below, columns))
    column, lowest = max(_BESIDE, _FIRST + len(wagers) + 1), below
    for name in rules.base_tables:
        letter = analysis.letters[name]
        sheet.put(top, column, Cell(f"{rules.wagers[name].name} {letter}", "heading", span=2))
        sheet.put(top, column + 2, Cell("To 1", "heading right"))
        lines = rules.file.pay_tables[name][letter].lines
        for row, (text, prize) in enumerate(lines.items(), start=top + 1):
            place = ("pay_tables", name, letter, "lines", text, "odds")
            label = f"{rules.wagers[name].name} {letter}: {text}"
            sheet.put(row, column, Cell(text, "label", span=2))
            entry = Entry(place, label, Fraction(prize.odds or 0))
            found.lines[name, text] = homes.put(sheet, row, column + 2, entry)
            lowest = max(lowest, row + 1)
        title = f"What {rules.wagers[name].name} {letter} pays"
        sheet.parts.append(Part(title, top, top + 1 + len(lines), (column, column + 2)))
        column += 4
    return lowest + 1, found


def _case(rules: Rules, name: str, case: Case) -> Entry:
    """Return the entry of the rules that tells what a wager nets in a case."""
    wager = rules.against_dealer(name)
    place: tuple[str, ...] = (case,)
    if case.startswith("no_qualify"):
        entry, result = wager.no_qualify, case.removeprefix("no_qualify_")
        if entry.pays is not None:
            place, case = ("no_qualify",), "no_qualify"
        else:
            place = (result,) if entry.compared else ("no_qualify", result)
    label = f"{wager.name}: {CASES[case]}"
    return Entry(("wager", name, *place, "pays"), label, Fraction(wager.outcome(case).pays), "net")
