"""The sheet of a side bet under one pay table: its pays are input cells."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.blocks import write_title
from combin.par.definitions import line_in_words, nothing_in_words, whose_in_words
from combin.par.figures import write_figures
from combin.par.grid import Cell, Entry, Sheet
from combin.par.outcomes import Outcome, OutcomeTable

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.exact.side_bets import LineCount
    from combin.par.figures import Confidence
    from combin.par.grid import Inputs
    from combin.rules.rules import Rules, Table

__all__ = ["side_bet_sheet"]

_COLUMNS = (("to_one", "Pays, to 1"), ("returned", "Pays, for 1"), ("net", "Net"))


def side_bet_sheet(
    name: str, analysis: Analysis, wager: str, inputs: Inputs, confidence: Confidence
) -> Sheet:
    """Return the sheet of a side bet of an analysis.

    A line that nets what the table pays is an input; what a net is made of otherwise (a commission, a hand
    that is beaten) stays as it is.
    """
    rules, bet = analysis.rules, analysis.side_bets[wager]
    sheet = Sheet(name)
    title = f"{rules.wagers[wager].name} {bet.table.letter}"
    top = write_title(sheet, rules, title, _notes(analysis, wager))
    table = OutcomeTable(sheet, top, bet.total, _COLUMNS)
    for line in bet.lines:
        _add(table, rules, bet.table, line, inputs)
    unit = rules.wagers[wager].name
    write_figures(table, confidence, unit, bet.distribution)
    sheet.names["pays"] = table.all("returned" if bet.table.for_one else "to_one")
    sheet.names["combinations"] = table.all("count")
    sheet.frozen = (top + 1, 1)
    return sheet


def _notes(analysis: Analysis, wager: str) -> list[str]:
    rules, table = analysis.rules, analysis.side_bets[wager].table
    by = f" ({table.rule})" if table.rule else ""
    written = "for 1 (the stake is part of it)" if table.for_one else "to 1 (the stake comes back besides)"
    notes = [f"Blue cells are inputs: what the table{by} pays, as the rules write it, {written}."]
    notes += whose_in_words(rules, wager)
    if getattr(rules.wagers[wager], "on_fold", "stays") == "lost":
        notes.append(
            f"A fold loses this bet. The counts are those of this strategy: {analysis.statement.text}"
        )
    return notes


def _add(table: OutcomeTable, rules: Rules, pays: Table, line: LineCount, inputs: Inputs) -> None:
    """Write one line of the pay table, or what is lost."""
    to_one, for_one = table.here("to_one"), table.here("returned")
    entry = _entry(rules, pays, line)
    if entry is None:
        middle = {
            "to_one": Cell("", "plain") if line.net == -1 else Cell(line.net, "plain"),
            "returned": Cell(line.net + 1, "plain"),
            "net": Cell(line.net, "plain"),
        }
        table.add(Outcome(line.text, _detail(rules, pays, line), line.count, line.net), middle)
        return
    now = inputs.now(entry)
    net = now - (1 if pays.for_one else 0)
    middle = {
        "to_one": Cell(net, "plain", f"{for_one}-1") if pays.for_one else Cell(net, "plain", entry=entry),
        "returned": Cell(now, "plain", entry=entry)
        if pays.for_one
        else Cell(net + 1, "plain", f"{to_one}+1"),
        "net": Cell(net, "plain", to_one),
    }
    table.add(Outcome(line.text, _detail(rules, pays, line), line.count, net), middle)


def _entry(rules: Rules, pays: Table, line: LineCount) -> Entry | None:
    """Return the entry of the rules that a line pays, if it nets just that."""
    prize = rules.file.pay_tables[pays.wager][pays.letter].lines.get(line.text)
    if prize is None or prize.odds is None or prize.odds - (1 if pays.for_one else 0) != line.net:
        return None
    place = ("pay_tables", pays.wager, pays.letter, "lines", line.text, "odds")
    label = f"{rules.wagers[pays.wager].name} {pays.letter}: {line.text}"
    return Entry(place, label, Fraction(prize.odds))


def _detail(rules: Rules, pays: Table, line: LineCount) -> str:
    hands = next((hands for hands, one in pays.sets if one is not None and one.text == line.text), None)
    return nothing_in_words(rules, pays.wager) if hands is None else line_in_words(rules, pays, hands)
