"""The summary under a wager's outcomes: return, edge, frequencies, spread, and what many rounds come to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.many_rounds import many_rounds
from combin.par.blocks import Figure, write_block, write_headings
from combin.par.glossary import BAND, BANDS, CHANGED, EXACT, FIGURES, TOO_LONG, USAGE
from combin.par.normal_law import root, volatility
from combin.par.workbook import Cell, Part

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.par.outcomes import OutcomeTable
    from combin.par.workbook import Mark, Style

__all__ = ["ROUNDS", "Confidence", "write_figures"]

ROUNDS = (100, 1_000, 5_000)
"""The numbers of rounds that bands are told for."""

_CLOSE = 1e-9
"""How near the moments of a law come to those that were written, if only a spreadsheet has reckoned them."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence of volatility indices, an input of the workbook, and where its quantile z stands."""

    level: Fraction
    z: Mark


def write_figures(
    table: OutcomeTable, confidence: Confidence, unit: str, written: Distribution, *, fold: str | None = None
) -> int:
    """Write the summary of a wager under its outcomes; return the row below it.

    Args:
        table: the outcomes; their contributions and sums are written too.
        confidence: of the volatility index.
        unit: what the wager's unit is called, such as "Ante".
        written: the exact results under the pays as written.
        fold: the detail of outcomes in which the player folds.
    """
    figures = [*_results(table, written), *_frequencies(table, written)]
    if fold is not None:
        folds = table.frequency(detail=fold)
        formula = f'SUMIF({table.all("detail")},"{fold}",{table.all("chance")})'
        figures.append(_figure("fold", folds, formula, "percent", folds))
    figures += _spread(table, confidence, written)
    table.sheet.parts.append(table.part)
    title, exact = f"Figures per unit of the {unit}", "Exactly, with the pays as written"
    below = write_block(table.sheet, table.end + 2, title, figures, exact=exact, explained=False)
    table.close(table.sheet.names["mean"])
    return _bands(table, below, written)


def _figure(
    key: str, value: Fraction | float, formula: str, style: Style, exact: Fraction | None = None
) -> Figure:
    return Figure(key, *FIGURES[key], value, formula, style, exact)


def _results(table: OutcomeTable, written: Distribution) -> list[Figure]:
    mean, average, edge = table.mean, table.average_wager, written.house_edge
    p, net, staked = table.all("chance"), table.all("net"), ""
    if "staked" in table.places:
        staked = f"SUMPRODUCT({p},{table.all('staked')})"
    return [
        _figure("mean", mean, f"SUMPRODUCT({p},{net})", "decimal", -edge),
        _figure("return", 1 + mean, f"SUM({table.all('part')})", "percent", 1 - edge),
        _figure("edge", -mean, "-{mean}", "percent", edge),
        _figure("average", average, staked, "decimal", written.average_wager),
        _figure("risk", -mean / average, "{edge}/{average}", "percent", written.element_of_risk),
    ]


def _frequencies(table: OutcomeTable, written: Distribution) -> list[Figure]:
    p, net = table.all("chance"), table.all("net")
    paid = f'SUMIF({table.all("returned")},">0",{p})'
    return [
        _figure("hit", table.frequency(net=1), f'SUMIF({net},">0",{p})', "percent", written.hit_frequency),
        _figure("paid", table.frequency(returned=True), paid, "percent"),
        _figure("push", table.frequency(net=0), f"SUMIF({net},0,{p})", "percent", written.push_frequency),
    ]


def _spread(table: OutcomeTable, confidence: Confidence, written: Distribution) -> list[Figure]:
    variance, average = table.variance, table.average_wager
    return [
        _figure("variance", variance, f"SUM({table.all('spread')})", "decimal", written.variance),
        _figure("deviation", root(variance), "SQRT({variance})", "decimal"),
        _figure("per_unit", root(variance / average**2), "{deviation}/{average}", "decimal"),
        _figure(
            "volatility",
            volatility(variance, confidence.level),
            f"{confidence.z.reference}*{{deviation}}",
            "decimal",
        ),
        _figure("highest", max(one.net for one in table.rows), f"MAX({table.all('net')})", "plain"),
        _figure("rarest", _rarest(table), f"MIN({table.all('chance')})", "chance"),
    ]


def _rarest(table: OutcomeTable) -> Fraction:
    return min(Fraction(one.count, table.total) for one in table.rows)


def _bands(table: OutcomeTable, top: int, written: Distribution) -> int:
    """Write what many rounds come to; return the row below."""
    sheet, where = table.sheet, table.sheet.names
    sheet.put(top, 0, Cell("Over many rounds", "block"))
    write_headings(sheet, top + 1, ("Rounds", ""))
    for row, (label, how) in enumerate(BANDS, start=top + 2):
        sheet.line(row, [Cell(label, "label"), Cell(how, "wrap")])
    for column, rounds in enumerate(ROUNDS, start=2):
        n = sheet.put(top + 1, column, Cell(rounds, "rounds"))
        cells = (
            Cell(-table.mean * rounds, "odds", f"{n}*{where['edge']}"),
            *(_of_law(table, value, written) for value in _law(written, rounds)),
            Cell(_rarest(table) * rounds, "decimal", f"{n}*{where['rarest']}"),
        )
        for row, cell in enumerate(cells, start=top + 2):
            sheet.put(row, column, cell)
    below = top + 2 + len(BANDS)
    columns = (0, *range(2, 2 + len(ROUNDS)))
    sheet.parts.append(Part("Over many rounds", top + 1, below, columns))
    sheet.put(below, 0, Cell(f"{EXACT} {USAGE}", "note", span=len(table.places)))
    return below + 2


def _law(written: Distribution, rounds: int) -> tuple[Fraction | None, ...]:
    """Return both ends of the band of returns, and the chance that the house is behind."""
    tail = (1 - BAND) / 2
    law = many_rounds(written, rounds, tail)
    if law is None:
        return None, None, None
    ends = (law.lower_end(tail), law.upper_end(tail))
    return (*(None if net is None else 1 + net / rounds for net in ends), law.above(Fraction(0)))


def _of_law(table: OutcomeTable, value: Fraction | None, written: Distribution) -> Cell:
    """Return a cell of what holds under the pays as written: no spreadsheet can work it out for others."""
    if value is None:
        return Cell(TOO_LONG, "exact")
    where, tests, same = table.sheet.names, [], True
    for key, now, then in (
        ("mean", table.mean, -written.house_edge),
        ("variance", table.variance, written.variance),
    ):
        room = _CLOSE * (1 + abs(float(then)))
        tests.append(f"ABS({where[key]}-{float(then)!r})<={room!r}")
        same = same and abs(float(now - then)) <= room
    formula = f'IF(AND({",".join(tests)}),{float(value)!r},"{CHANGED}")'
    return Cell(value if same else CHANGED, "percent", formula)
