"""The sheet of the base game under one choice of its tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.base_pays import write_pays
from combin.par.base_rows import FOLDED, base_rows
from combin.par.blocks import write_title
from combin.par.figures import write_figures
from combin.par.outcomes import Outcome, OutcomeTable
from combin.par.strategy_words import played_in_words
from combin.par.workbook import Cell, Sheet
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.par.base_pays import BasePays
    from combin.par.figures import Confidence
    from combin.par.input_cells import Homes

__all__ = ["base_letters", "base_sheet"]

_INPUTS = (
    "Blue cells are inputs. The strategy is the one for the pays as written: after a change the counts stay, "
    "and combin check tells whether another strategy is better."
)
_FREEZE = 16
"""The last row of headings that stays in view: more would leave too little of a screen."""


def base_letters(analysis: Analysis) -> dict[str, str]:
    """Return the letters of the tables that the base game hangs on."""
    return {name: analysis.letters[name] for name in analysis.rules.base_tables}


def base_sheet(name: str, analysis: Analysis, homes: Homes, confidence: Confidence) -> Sheet:
    """Return the sheet of the base game of an analysis."""
    rules, sheet = analysis.rules, Sheet(name)
    words = letters_in_words(rules, base_letters(analysis))
    title = rules.base_name + (f", with {words}" if words else "")
    usage = _INPUTS if rules.play else "Blue cells are inputs."
    top = write_title(sheet, rules, title, [_strategy(analysis)], usage=usage)
    below, pays = write_pays(sheet, top, analysis, homes)
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
