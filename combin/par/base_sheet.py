"""The sheet of the base game under one choice of bonuses; each pay is an input cell on one sheet only."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.decimals import plain
from combin.par.base_rows import CASES, FOLDED, base_rows
from combin.par.blocks import write_title
from combin.par.definitions import category_in_words
from combin.par.figures import write_figures
from combin.par.grid import Cell, Entry, Sheet, quoted
from combin.par.outcomes import Outcome, OutcomeTable
from combin.report.words import base_name, counted, letters_in_words, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis
    from combin.par.base_rows import BaseRow
    from combin.par.figures import Confidence
    from combin.par.grid import Inputs
    from combin.rules.rules import Rules

__all__ = ["BaseSheets", "base_letters", "net_sheet"]


_INPUTS = (
    "Blue cells are inputs. The strategy is the one for the pays as written: after a change the counts stay, "
    "and combin check tells whether another strategy is better."
)
_BY_NET = (
    "The net results stand as they are: in this game they hang on more than the player's hand and the "
    "result, so that no pay is an input here."
)
_HANDS = 7
"""The column beside the summary in which the hands begin."""


def base_letters(analysis: Analysis) -> dict[str, str]:
    """Return the letters that the base game hangs on: those of its bonuses."""
    return {name: letter for name, letter in analysis.letters.items() if name not in analysis.side_bets}


class BaseSheets:
    """Writes the sheets of a base game; an entry of the rules is an input on the first sheet that has it."""

    def __init__(self, rules: Rules, inputs: Inputs, confidence: Confidence) -> None:
        self.rules, self.inputs, self.confidence = rules, inputs, confidence
        self.homes: dict[tuple[str, ...], str] = {}
        self.outcomes = _outcomes(rules)

    def sheet(self, name: str, analysis: Analysis) -> Sheet:
        """Return the sheet of one choice of bonuses."""
        rules, sheet = self.rules, Sheet(name)
        words = letters_in_words(rules, base_letters(analysis))
        title = base_name(rules) + (f", with {words}" if words else "")
        rows = base_rows(analysis, {place: Fraction(one.written) for place, one in self.outcomes.items()})
        if rows is None:
            notes = [f"Strategy: {analysis.statement.text}", _BY_NET]
            return net_sheet(name, title, analysis, rules.base, self.confidence, notes=notes)
        top = write_title(sheet, rules, title, self._notes(analysis))
        below, pays = self._pays(sheet, top, analysis)
        table = self._table(sheet, below, analysis, rows, pays)
        written = analysis.wagers[rules.base]
        unit = rules.wagers[rules.base].name
        write_figures(table, self.confidence, unit, written, fold=FOLDED)
        self._hands(sheet, table.end + 2)
        sheet.names["combinations"] = table.all("count")
        if below <= 16:
            sheet.frozen = (below + 1, 2)
        return sheet

    def _notes(self, analysis: Analysis) -> list[str]:
        played = counted(analysis.strategy.hands_played, "hand")
        which = "Optimal strategy" if analysis.strategy is analysis.best else "Strategy"
        return [f"{which}: {analysis.statement.text} {played} are played.", _INPUTS]

    def _pays(
        self, sheet: Sheet, top: int, analysis: Analysis
    ) -> tuple[int, dict[tuple[str, str], tuple[str, Fraction]]]:
        """Write what the wagers pay in each case and what the bonuses pay.

        Returns the row below, and for each pay its reference and value, by wager and case or line.
        """
        rules, pays = self.rules, {}
        base, play = rules.wagers[rules.base].name, rules.wagers[rules.play].name
        heads = ("Case", "", f"{base} nets", f"{play} nets, each")
        for column, text in enumerate(heads):
            sheet.put(top, column, Cell(text, "heading right" if column > 1 else "heading"))
        for row, (case, words) in enumerate(CASES.items(), start=top + 1):
            sheet.put(row, 0, Cell(words, "label", span=2))
            for column, wager in ((2, rules.base), (3, rules.play)):
                pays[wager, case] = self._input(sheet, row, column, self.outcomes[wager, case])
        column, lowest = 5, top + 1 + len(CASES)
        for name in rules.bonuses:
            letter = analysis.letters[name]
            sheet.put(top, column, Cell(f"{rules.wagers[name].name} {letter}", "heading", span=2))
            sheet.put(top, column + 2, Cell("pays, to 1", "heading right"))
            for row, entry in enumerate(self._bonus(name, letter), start=top + 1):
                sheet.put(row, column, Cell(entry.place[4], "label", span=2))
                pays[name, entry.place[4]] = self._input(sheet, row, column + 2, entry)
                lowest = max(lowest, row + 1)
            column += 4
        return lowest + 1, pays

    def _bonus(self, name: str, letter: str) -> list[Entry]:
        lines = self.rules.file.pay_tables[name][letter].lines
        called = f"{self.rules.wagers[name].name} {letter}"
        return [
            Entry(
                ("pay_tables", name, letter, "lines", text, "odds"),
                f"{called}: {text}",
                Fraction(prize.odds or 0),
            )
            for text, prize in lines.items()
        ]

    def _input(self, sheet: Sheet, row: int, column: int, entry: Entry) -> tuple[str, Fraction]:
        """Write an input, or what refers to it if another sheet has it; return its reference and value."""
        now = self.inputs.now(entry)
        if entry.place in self.homes:
            here = sheet.put(row, column, Cell(now, "plain", self.homes[entry.place]))
        else:
            here = sheet.put(row, column, Cell(now, "plain", entry=entry))
            self.homes[entry.place] = f"{quoted(sheet.name)}!{here}"
        return here, now

    def _table(
        self,
        sheet: Sheet,
        top: int,
        analysis: Analysis,
        rows: tuple[BaseRow, ...],
        pays: dict[tuple[str, str], tuple[str, Fraction]],
    ) -> OutcomeTable:
        rules = self.rules
        names = {name: rules.wagers[name].name for name in (rules.base, rules.play, *rules.bonuses)}
        middle = (
            *names.items(),
            ("net", "Net"),
            ("staked", "Staked"),
            ("returned", "Pays, for 1"),
        )
        table = OutcomeTable(
            sheet,
            top,
            analysis.wagers[rules.base].total,
            middle,
            headings={"outcome": "Player's hand", "detail": "Decision and dealer's hand"},
        )
        for row in rows:
            parts = _parts(rules, row, pays)
            net = sum((value for value, _ in parts.values()), Fraction(0))
            staked = Fraction(1 + row.multiple)
            first, last = table.here(rules.base), table.here((*names,)[-1])
            cells = {name: Cell(value, "plain", formula) for name, (value, formula) in parts.items()}
            cells["net"] = Cell(net, "plain", f"SUM({first}:{last})")
            cells["staked"] = Cell(staked, "plain")
            cells["returned"] = Cell(net + staked, "plain", f"{table.here('net')}+{table.here('staked')}")
            table.add(Outcome(row.name, row.detail(rules), row.count, net, staked), cells)
        return table

    def _hands(self, sheet: Sheet, top: int) -> None:
        """Write beside the summary which hands the categories are."""
        ranking, last = self.rules.ranking, sheet.columns - 1
        words, room = _HANDS + 2, last - _HANDS - 2
        sheet.put(top, _HANDS, Cell("Hands, high to low", "block"))
        sheet.put(top + 1, _HANDS, Cell("Hand", "heading", span=2))
        sheet.put(top + 1, words, Cell("Precise definition", "heading", span=room))
        sheet.put(top + 1, last, Cell("Hands", "heading right"))
        for row, (one, count) in enumerate(ranking.counts.items(), start=top + 2):
            sheet.put(row, _HANDS, Cell(one.value, "label", span=2))
            sheet.put(row, words, Cell(category_in_words(one, ranking), "wrap", span=room))
            sheet.put(row, last, Cell(count, "count"))


def net_sheet(
    name: str,
    title: str,
    analysis: Analysis,
    wager: str,
    confidence: Confidence,
    *,
    notes: Sequence[str] = (),
) -> Sheet:
    """Return the sheet of a wager by its net results, for wagers that have no pays to be put in."""
    sheet, found = Sheet(name), analysis.wagers[wager]
    top = write_title(sheet, analysis.rules, title, notes)
    average = found.average_wager
    returned = (("returned", "Pays, for 1"),) if average == 1 else ()
    table = OutcomeTable(
        sheet,
        top,
        found.total,
        (("net", "Net"), *returned),
        headings={"outcome": "Net result", "detail": ""},
        average=average,
    )
    for net, count in reversed(found.outcomes):
        back = Cell(net + 1, "plain", f"{table.here('net')}+1")
        table.add(Outcome(signed(net), "", count, net), {"net": Cell(net, "plain"), "returned": back})
    write_figures(table, confidence, analysis.rules.wagers[wager].name, found)
    sheet.names["combinations"] = table.all("count")
    sheet.frozen = (top + 1, 1)
    return sheet


def _parts(
    rules: Rules, row: BaseRow, pays: dict[tuple[str, str], tuple[str, Fraction]]
) -> dict[str, tuple[Fraction, str]]:
    """Return for each wager and bonus of a row what it nets, and the formula of that."""
    names = (rules.base, rules.play, *rules.bonuses)
    if row.multiple == FOLD:
        return {name: (Fraction(-1 if name == rules.base else 0), "") for name in names}
    base, play = pays[rules.base, row.case], pays[rules.play, row.case]
    times = "" if row.multiple == 1 else f"{plain(row.multiple)}*"
    found = {rules.base: (base[1], base[0]), rules.play: (row.multiple * play[1], f"{times}{play[0]}")}
    paid = dict(row.bonuses)
    for name in rules.bonuses:
        reference, value = pays[name, paid[name]] if name in paid else ("", Fraction(0))
        found[name] = (value, reference)
    return found


def _outcomes(rules: Rules) -> dict[tuple[str, str], Entry]:
    """Return the entries of what the base wager and its raise net in each case, as far as there are such."""
    found = {}
    for wager in (rules.base, rules.play):
        against = rules.wagers.get(wager)
        for case, words in CASES.items():
            pays = getattr(getattr(against, case, None), "pays", None)
            if against is not None and pays is not None:
                label = f"{against.name}: {words}"
                found[wager, case] = Entry(("wager", wager, case, "pays"), label, Fraction(pays), "net")
    return found
