"""The summary under a wager's outcomes: return, edge, frequencies, spread, and what many rounds come to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.blocks import Figure, write_block, write_headings
from combin.par.grid import Cell, Part
from combin.par.reals import band, house_behind, root

if TYPE_CHECKING:
    from combin.exact.summary import Distribution
    from combin.par.grid import Mark
    from combin.par.outcomes import OutcomeTable

__all__ = ["ROUNDS", "Confidence", "write_figures"]

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
"""The numbers of rounds that bands are told for."""

_NOTE = (
    "Bands and the chance that the house is behind are those of the normal law; where the rarest pay is "
    "expected only a few times, they are rough."
)


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence of bands, an input of the workbook, and where its quantile z stands."""

    level: Fraction
    z: Mark


def write_figures(
    table: OutcomeTable, confidence: Confidence, unit: str, written: Distribution, *, fold: str | None = None
) -> int:
    """Write the summary of a wager under its outcomes; return the row below it.

    Args:
        table: the outcomes; their contributions and sums are written too.
        confidence: of bands.
        unit: what the wager's unit is called, such as "Ante".
        written: the exact results under the pays as written.
        fold: the detail of outcomes in which the player folds.
    """
    figures = [*_results(table, unit, written), *_frequencies(table, written)]
    if fold is not None:
        folds = table.frequency(detail=fold)
        formula = f'SUMIF({table.all("detail")},"{fold}",{table.all("chance")})'
        figures.append(Figure("fold", "Fold", "the player gives up", folds, formula, "percent", folds))
    figures += _spread(table, confidence, unit, written)
    table.sheet.parts.append(table.part)
    title = "Exactly, with the pays as written"
    below = write_block(table.sheet, table.end + 2, "Summary", figures, exact=title)
    table.close(table.sheet.names["mean"])
    return _bands(table, below, confidence, unit)


def _results(table: OutcomeTable, unit: str, written: Distribution) -> list[Figure]:
    mean, average, edge = table.mean, table.average_wager, written.house_edge
    p, net, staked = table.all("chance"), table.all("net"), ""
    if "staked" in table.places:
        staked = f"SUMPRODUCT({p},{table.all('staked')})"
    return [
        Figure(
            "mean",
            "Expected net result",
            f"sum of probability × net, in units of the {unit}",
            mean,
            f"SUMPRODUCT({p},{net})",
            "decimal",
            -edge,
        ),
        Figure(
            "return",
            "Return",
            "sum of the parts of the return",
            1 + mean,
            f"SUM({table.all('part')})",
            "percent",
            1 - edge,
        ),
        Figure(
            "edge", "House edge", f"expected loss per unit of the {unit}", -mean, "-{mean}", "percent", edge
        ),
        Figure(
            "average",
            "Average wager",
            "all that is staked in a round, on average",
            average,
            staked,
            "decimal",
            written.average_wager,
        ),
        Figure(
            "risk",
            "Element of risk",
            "house edge ÷ average wager",
            -mean / average,
            "{edge}/{average}",
            "percent",
            written.element_of_risk,
        ),
    ]


def _frequencies(table: OutcomeTable, written: Distribution) -> list[Figure]:
    p, net = table.all("chance"), table.all("net")
    paid = f'SUMIF({table.all("returned")},">0",{p})'
    return [
        Figure(
            "hit",
            "Hit frequency",
            "net result above zero",
            table.frequency(net=1),
            f'SUMIF({net},">0",{p})',
            "percent",
            written.hit_frequency,
        ),
        Figure(
            "paid", "Paid frequency", "any money comes back", table.frequency(returned=True), paid, "percent"
        ),
        Figure(
            "push",
            "Push",
            "net result zero",
            table.frequency(net=0),
            f"SUMIF({net},0,{p})",
            "percent",
            written.push_frequency,
        ),
    ]


def _spread(table: OutcomeTable, confidence: Confidence, unit: str, written: Distribution) -> list[Figure]:
    variance, average = table.variance, table.average_wager
    return [
        Figure(
            "variance",
            "Variance",
            "sum of the parts of the variance",
            variance,
            f"SUM({table.all('spread')})",
            "decimal",
            written.variance,
        ),
        Figure(
            "deviation",
            "Standard deviation",
            f"root of the variance, per unit of the {unit}",
            root(variance),
            "SQRT({variance})",
            "decimal",
        ),
        Figure(
            "per_unit",
            "Deviation per unit bet",
            "standard deviation ÷ average wager",
            root(variance / average**2),
            "{deviation}/{average}",
            "decimal",
        ),
        Figure(
            "volatility",
            "Volatility index",
            "z × standard deviation, z by the confidence (Summary)",
            band(variance, 1, confidence.level),
            f"{confidence.z.reference}*{{deviation}}",
            "decimal",
        ),
        Figure(
            "highest",
            "Highest net result",
            f"in units of the {unit}",
            max(one.net for one in table.rows),
            f"MAX({table.all('net')})",
            "plain",
        ),
        Figure(
            "rarest",
            "Rarest outcome",
            "least of the probabilities",
            _rarest(table),
            f"MIN({table.all('chance')})",
            "chance",
        ),
    ]


def _rarest(table: OutcomeTable) -> Fraction:
    return min(Fraction(one.count, table.total) for one in table.rows)


def _bands(table: OutcomeTable, top: int, confidence: Confidence, unit: str) -> int:
    """Write what many rounds come to; return the row below."""
    sheet, where = table.sheet, table.sheet.names
    edge, variance, z = -table.mean, table.variance, confidence.z.reference
    sheet.put(top, 0, Cell("Over many rounds", "block"))
    write_headings(sheet, top + 1, ("Rounds", ""))
    labels = (
        ("House wins", f"rounds × house edge, in units of the {unit}"),
        ("give or take", "volatility index × root of the rounds"),
        ("Return at least", "return − volatility index ÷ root of the rounds"),
        ("Return at most", "return + volatility index ÷ root of the rounds"),
        ("House behind", "normal law of −edge × root of rounds ÷ deviation"),
        ("Rarest outcome comes", "rounds × its probability, times on average"),
    )
    for row, (label, how) in enumerate(labels, start=top + 2):
        sheet.line(row, [Cell(label, "label"), Cell(how, "wrap")])
    for column, rounds in enumerate(ROUNDS, start=2):
        n = sheet.put(top + 1, column, Cell(rounds, "rounds"))
        spread = band(variance, rounds, confidence.level)
        normal = f"NORMSDIST(-{where['edge']}*SQRT({n})/{where['deviation']})"
        behind = f"IF({where['deviation']}>0,{normal},IF({where['edge']}<0,1,0))"
        cells = (
            Cell(edge * rounds, "odds", f"{n}*{where['edge']}"),
            Cell(spread * rounds, "odds", f"{z}*{where['deviation']}*SQRT({n})"),
            Cell(float(1 - edge) - spread, "percent", f"{where['return']}-{where['volatility']}/SQRT({n})"),
            Cell(float(1 - edge) + spread, "percent", f"{where['return']}+{where['volatility']}/SQRT({n})"),
            Cell(house_behind(edge, variance, rounds), "percent", behind),
            Cell(_rarest(table) * rounds, "odds", f"{n}*{where['rarest']}"),
        )
        for row, cell in enumerate(cells, start=top + 2):
            sheet.put(row, column, cell)
    below = top + 2 + len(labels)
    sheet.put(below, 0, Cell(_NOTE, "note", span=len(table.places)))
    sheet.parts.append(Part("Over many rounds", top + 1, below, range(2 + len(ROUNDS)), _NOTE))
    return top + 4 + len(labels)
