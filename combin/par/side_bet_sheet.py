"""The sheet of a side bet under one pay table, or of a bet on the higher hand: its pays are input cells."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.pay_lines import BUT_BEATEN, BUT_TIED, HIGHER
from combin.formats.columns import PERCENT, Live
from combin.par.blocks import write_title
from combin.par.definitions import line_in_words, nothing_in_words, whose_in_words
from combin.par.outcomes import OutcomeRow, OutcomeTable, write_figures
from combin.par.scope import played_in_words
from combin.par.workbook import CASH, FREE, LABEL, Cell, InputCell, Sheet, TableRange

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.exact.side_bets import LineCount
    from combin.formats.columns import Value
    from combin.par.outcomes import Confidence
    from combin.par.workbook import InputCells
    from combin.rules.bets import Bet


_INPUTS = "Blue figures on yellow are inputs, as the rules have them."


class SideBetSheet:
    """Writes the sheet of a side bet of an analysis."""

    def __init__(self, analysis: Analysis, wager: str, input_cells: InputCells) -> None:
        self.rules, self.wager, self.input_cells = analysis.rules, wager, input_cells
        self.analysis = analysis
        self.bet = analysis.side_bets[wager]
        self.table = self.bet.table
        self.called = f"{self.rules.wagers[wager].name} {self.table.letter}".strip()
        self.entries = [self._entry(line) for line in self.bet.lines]
        self.commission: Live | None = None
        self.stake = Live("", Fraction(1))

    def sheet(self, name: str, confidence: Confidence) -> Sheet:
        """Return the sheet."""
        sheet = Sheet(name)
        top = self._terms(sheet, write_title(sheet, self.rules, self.called, self._notes(), usage=_INPUTS))
        middle = {"money": ("Pays in money", CASH)} if any(map(self._in_money, self.entries)) else {}
        middle |= {"to_one": ("Pays, to 1", FREE), "returned": ("Pays, for 1", FREE), "net": ("Net", FREE)}
        table = OutcomeTable(sheet, top, self.bet.total, middle)
        for line, entry in zip(self.bet.lines, self.entries, strict=True):
            self._add(table, line, entry)
        write_figures(table, confidence, "wager", self.rules, self.bet.distribution)
        sheet.names["pays"] = table.all("returned" if self.table.for_one else "to_one")
        sheet.names["combinations"] = table.all("count")
        sheet.frozen = (top + 1, 1)
        return sheet

    def _notes(self) -> list[str]:
        by = f" ({self.table.rule})" if self.table.rule else ""
        unit = (
            "for 1: the stake is part of it" if self.table.for_one else "to 1: the stake comes back besides"
        )
        notes = [f"The table{by} pays {unit}.", *whose_in_words(self.rules, self.wager)]
        if self.rules.bets[self.wager].loses_on_fold:
            words = played_in_words(self.analysis)
            notes.append(f"A fold loses this bet. The counts are those of the strategy followed: {words}")
        return notes

    def _terms(self, sheet: Sheet, top: int) -> int:
        """Write the commission, and the stake that sums of money are counted in; return the row below."""
        row, part = top, Fraction(self.rules.bets[self.wager].commission)
        if part:
            entry = InputCell(
                ("wager", self.wager, "commission"), f"{self.called}: commission on winnings", part, "share"
            )
            sheet.put(row, 0, Cell("commission on winnings", LABEL, span=2))
            self.commission = self.input_cells.put(sheet, row, 2, entry, PERCENT)
            row += 1
        if any(self._in_money(entry) for entry in self.entries):
            place = ("reader", self.wager, self.table.letter, "stake")
            entry = InputCell(place, f"{self.called}: stake", self.table.stake, "price")
            sheet.put(row, 0, Cell("stake", LABEL, span=2))
            self.stake = self.input_cells.put(sheet, row, 2, entry, CASH)
            row += 1
        if row == top:
            return top
        sheet.parts.append(TableRange("Terms", top - 1, row, (0, 2), headings=("Term", ">Value")))
        return row + 1

    def _entry(self, line: LineCount) -> InputCell | None:
        """Return the entry of the rules that a line pays; none for what is lost."""
        rules, pays = self.rules, self.table
        label = f"{self.called}: {line.text}"
        case = next((case for case, told in HIGHER.items() if told == line.text), None)
        if self.wager in rules.comparisons and case is not None:
            outcome = rules.bets[self.wager].outcome(case)
            return InputCell(("wager", self.wager, case.value, "pays"), label, Fraction(outcome.pays), "net")
        prize = rules.file.pay_tables[pays.wager][pays.letter].lines.get(self._of_table(line))
        if prize is not None:
            kind = "odds" if prize.odds is not None else "money"
            place = ("pay_tables", pays.wager, pays.letter, "lines", line.text, kind)
            return InputCell(place, label, Fraction(getattr(prize, kind)))
        bet = pays.bet
        for ending, key, net in (
            (BUT_TIED, "if_tied", bet.if_tied),
            (BUT_BEATEN, "if_beaten", bet.if_beaten),
        ):
            if net is not None and line.text.endswith(ending):
                words = f"{rules.wagers[self.wager].name}: paid{ending}"
                return InputCell(("wager", self.wager, key), words, Fraction(net), "net")
        return None

    def _of_table(self, line: LineCount) -> str:
        """Return the text of the line of the pay table that pays: that behind a result, if it names one."""
        told = (f"{told}: " for told in HIGHER.values()) if self.wager in self.rules.comparisons else ()
        return next((line.text.removeprefix(one) for one in told if line.text.startswith(one)), line.text)

    @staticmethod
    def _in_money(entry: InputCell | None) -> bool:
        return entry is not None and entry.place[-1] == "money"

    def _add(self, table: OutcomeTable, line: LineCount, entry: InputCell | None) -> None:
        """Write one line of the pay table, or what is lost."""
        words, net = self._detail(line), line.net
        cells: dict[str, Value] = {}
        if entry is None:
            cells |= {"returned": net + 1, "net": net}
        else:
            for_one = self.table.for_one and entry.place[0] == "pay_tables"
            column = "money" if self._in_money(entry) else "returned" if for_one else "to_one"
            kind = CASH if column == "money" else FREE
            net = self.input_cells.put(table.sheet, table.end, table.places[column], entry, kind).exact
            reference = f"{{{column}}}"
            if column == "money":
                reference, net = f"{{money}}/{self.stake.formula}", net / self.stake.exact
            if for_one:
                reference, net = f"{reference}-1", net - 1
            if column != "to_one":
                cells["to_one"], reference = Live(reference, net), "{to_one}"
            if (kept := self.commission) is not None:
                reference = f"IF({reference}>0,{reference}*(1-{kept.formula}),{reference})"
                net = net * (1 - kept.exact) if net > 0 else net
            cells["net"] = Live(reference, net)
            if column != "returned":
                cells["returned"] = Live("{net}+1", net + 1)
        table.outcomes.append(OutcomeRow(line.text, words, line.count, net, cells))

    def _detail(self, line: LineCount) -> str:
        pays = self.table
        hands = {one.text: hands for hands, one in pays.sets if one is not None}
        if self.wager in self.rules.comparisons:
            own = self._of_table(line)
            return line_in_words(self.rules, pays, hands[own]) if own in hands else ""
        text = next((text for text in (line.text, line.text.rpartition(" but ")[0]) if text in hands), None)
        if text is None:
            return nothing_in_words(self.rules, pays.wager)
        if line.text != text:
            return f"such a hand, {'equal to' if line.text.endswith(BUT_TIED) else 'lower than'} the dealer's"
        words = line_in_words(self.rules, pays, hands[text])
        wager = self.rules.bets[self.wager]
        if wager.versus_dealer:
            return f"{words}; {_against(wager)}"
        return words


def _against(bet: Bet) -> str:
    """Return with what result of the comparison a line is paid in full."""
    if bet.if_tied is not None and bet.if_beaten is not None:
        return "if the player's hand is higher"
    if bet.if_tied is not None:
        return "unless the hands tie"
    return "unless the dealer's hand is higher"
