"""The sheet of the base game under one choice of its tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.par.blocks import write_title
from combin.par.outcomes import Outcome, OutcomeTable, write_figures
from combin.par.subject import played_in_words
from combin.par.workbook import Cell, InputCell, Sheet, TableRange
from combin.report.words import decision_word, letters_in_words
from combin.rules.wagers import AgainstDealer, Case
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.par.outcomes import Confidence
    from combin.par.workbook import InputCells
    from combin.rules.resolved import Rules

__all__ = ["FOLDED", "BasePays", "BaseRow", "base_letters", "base_rows", "base_sheet", "write_pays"]

_ALL_CASES = Case.LOSE
"""The case that stands for all where there is no dealer."""

FOLDED = "fold"
"""How a row of folded hands is told."""

_Key = tuple[str, tuple[tuple[str, str], ...], int, "Case | None"]


@dataclass(frozen=True, slots=True)
class BaseRow:
    """Deals that end alike: a category, the line of each table that is met, a multiple played, and a case.

    A fold has the multiple 0 and no case; `lines` are by wager.
    """

    category: str
    lines: tuple[tuple[str, str], ...]
    multiple: int
    case: Case | None
    count: int

    def detail(self, rules: Rules) -> str:
        """Return the decision and the case in words; nothing where there is neither."""
        if self.case is None:
            return FOLDED
        if rules.alone:
            return ""
        words = _case_words(rules, self.case)
        return f"{decision_word(rules, self.multiple)}, {words}" if rules.play else words

    @property
    def name(self) -> str:
        """The player's hand: its category, and the lines of tables that say more than that."""
        finer = dict.fromkeys(text for _, text in self.lines if text != self.category)
        return f"{self.category} ({', '.join(finer)})" if finer else self.category


def _case_words(rules: Rules, case: Case) -> str:
    return case_words(rules, case, load_catalogue(), "cells")


def base_rows(analysis: Analysis) -> tuple[BaseRow, ...]:
    """Return the rows of a base game under the strategy that is followed, high hands first."""
    rules, game = analysis.rules, analysis.game
    counts: Counter[_Key] = Counter()
    for (level, place, multiple), (_, *deals) in analysis.strategy.together.items():
        category = rules.ranking.strengths[level].category.value
        if multiple == FOLD:
            counts[category, (), FOLD, None] += sum(deals)
            continue
        lines = tuple((name, line.text) for name, line in game.paid[place].items() if line is not None)
        if rules.alone:  # all cases are one
            counts[category, lines, multiple, _ALL_CASES] += sum(deals)
            continue
        for case, count in zip(rules.cases, deals, strict=True):
            counts[category, lines, multiple, case] += count
    ordered = sorted(counts.items(), key=lambda row: _place(row[0], rules))
    return tuple(BaseRow(*key, count // analysis.alike) for key, count in ordered if count)


def _place(key: _Key, rules: Rules) -> tuple[int, int, tuple[tuple[str, str], ...], int, int]:
    """Return what orders rows: categories, those of finer lines first, then multiples, then cases."""
    category, lines, multiple, case = key
    categories = [one.value for one in rules.ranking.order]
    finer = sum(text != category for _, text in lines)
    return (
        categories.index(category),
        -finer,
        lines,
        -multiple,
        0 if case is None else rules.cases.index(case),
    )


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
            if name not in met or not rules.bets[name].paid_in(row.case):
                return Fraction(0), ""
            reference, value = self.lines[name, met[name]]
            return value, reference
        if rules.bets[name].outcome(row.case).by_table and name in met:
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


def write_pays(sheet: Sheet, top: int, analysis: Analysis, input_cells: InputCells) -> tuple[int, BasePays]:
    """Write what wagers net in each case and what tables pay; return the row below, and where these stand."""
    rules = analysis.rules
    found = BasePays(rules, {}, {}, {})
    wagers = list(rules.base_wagers)
    cases = [one for one in rules.cases if rules.qualifies or one.qualified]
    if rules.alone:
        cases = [_ALL_CASES]
    sheet.put(top, 0, Cell("Case", "heading", span=_FIRST))
    for row, case in enumerate(cases, start=top + 1):
        words = "any hand not on a table" if rules.alone else _case_words(rules, case)
        sheet.put(row, 0, Cell(words, "label", span=_FIRST))
    below = top + 1 + len(cases)
    taxed = [name for name in wagers if rules.bets[name].commission]
    if taxed:
        sheet.put(below, 0, Cell("commission on winnings", "label", span=_FIRST))
    for column, name in enumerate(wagers, start=_FIRST):
        called = rules.wagers[name].name
        each = ", each" if name == rules.play and tuple(rules.multiples) != (1,) else ""
        sheet.put(top, column, Cell(f"{called} nets{each}", "heading right"))
        for row, case in enumerate(cases, start=top + 1):
            entry = _case(rules, name, case)
            if rules.alone:  # no input: the rules state it for each result of a comparison that is not made
                found.cases[name, case] = sheet.put(row, column, Cell(entry.written, "plain")), entry.written
            else:
                found.cases[name, case] = input_cells.put(sheet, row, column, entry)
        if name in taxed:
            entry = InputCell(
                ("wager", name, "commission"),
                f"{called}: commission",
                Fraction(rules.bets[name].commission),
                "share",
            )
            found.commissions[name] = input_cells.put(sheet, below, column, entry, style="percent")
    below += bool(taxed)
    columns = (0, *range(_FIRST, _FIRST + len(wagers)))
    sheet.parts.append(TableRange("What wagers net", top, below, columns))
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
            entry = InputCell(place, label, Fraction(prize.odds or 0))
            found.lines[name, text] = input_cells.put(sheet, row, column + 2, entry)
            lowest = max(lowest, row + 1)
        title = f"What {rules.wagers[name].name} {letter} pays"
        sheet.parts.append(TableRange(title, top, top + 1 + len(lines), (column, column + 2)))
        column += 4
    return lowest + 1, found


def _case(rules: Rules, name: str, case: Case) -> InputCell:
    """Return the entry of the rules that tells what a wager nets in a case."""
    wager = rules.bets[name]
    entry = wager.compared
    place: tuple[str, ...] = (case.value,)
    if isinstance(entry, AgainstDealer) and not case.qualified:
        if not wager.compares_unqualified:
            case = Case.NO_QUALIFY
            place = (case.value,)
        else:
            result = str(case.result)
            place = (result,) if entry.no_qualify.compared else ("no_qualify", result)
    label = f"{wager.name}: {_case_words(rules, case)}"
    return InputCell(("wager", name, *place, "pays"), label, Fraction(wager.outcome(case).pays), "net")


_INPUTS = (
    "Blue cells are inputs. The strategy is the one for the pays as written: after a change the counts stay, "
    "and combin check tells whether another strategy is better."
)
_FREEZE = 16
"""The last row of headings that stays in view: more would leave too little of a screen."""


def base_letters(analysis: Analysis) -> dict[str, str]:
    """Return the letters of the tables that the base game depends on."""
    return {name: analysis.letters[name] for name in analysis.rules.base_tables}


def base_sheet(name: str, analysis: Analysis, input_cells: InputCells, confidence: Confidence) -> Sheet:
    """Return the sheet of the base game of an analysis."""
    rules, sheet = analysis.rules, Sheet(name)
    words = letters_in_words(rules, base_letters(analysis))
    title = rules.base_name + (f", with {words}" if words else "")
    usage = _INPUTS if rules.play else "Blue cells are inputs."
    top = write_title(sheet, rules, title, [_strategy(analysis)], usage=usage)
    below, pays = write_pays(sheet, top, analysis, input_cells)
    table = _table(sheet, below, analysis, pays)
    fold = FOLDED if rules.play else None
    unit = rules.wagers[rules.base].name
    write_figures(table, confidence, unit, analysis.wagers[rules.base], fold=fold)
    sheet.names["combinations"] = table.all("count")
    if below <= _FREEZE:
        sheet.frozen = (below + 1, 1)
    return sheet


def _strategy(analysis: Analysis) -> str:
    text = played_in_words(analysis)
    if not analysis.rules.play:
        return text
    return f"{'Optimal strategy' if analysis.strategy is analysis.best else 'Strategy'}: {text}"


def _table(sheet: Sheet, top: int, analysis: Analysis, pays: BasePays) -> OutcomeTable:
    """Write the outcomes."""
    rules, game = analysis.rules, analysis.game
    names = [*rules.base_wagers, *rules.bonuses]
    middle = (
        *((name, rules.wagers[name].name) for name in names),
        ("net", "Net"),
        ("staked", "Staked"),
        ("returned", "Pays, for 1"),
    )
    detail = "Decision and dealer's hand" if rules.play else "" if rules.alone else "Dealer's hand"
    headings = {"outcome": "Player's hand", "detail": detail}
    table = OutcomeTable(sheet, top, analysis.wagers[rules.base].total, middle, headings=headings)
    for row in base_rows(analysis):
        parts = {name: pays.net(name, row) for name in names}
        net = sum((value for value, _ in parts.values()), Fraction(0))
        staked = Fraction(game.staked(row.multiple))
        cells = {name: Cell(value, "plain", formula) for name, (value, formula) in parts.items()}
        cells["net"] = Cell(net, "plain", f"SUM({table.here(names[0])}:{table.here(names[-1])})")
        cells["staked"] = Cell(staked, "plain")
        cells["returned"] = Cell(net + staked, "plain", f"{table.here('net')}+{table.here('staked')}")
        table.add(Outcome(row.name, row.detail(rules), row.count, net, staked), cells)
    return table
