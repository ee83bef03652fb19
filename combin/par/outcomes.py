"""The outcomes of a wager, what each adds to return and variance, and the figures that stand under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.many_rounds import many_rounds
from combin.par.blocks import Figure, write_block, write_headings
from combin.par.glossary import BAND, bands
from combin.par.normal_law import root, volatility
from combin.par.workbook import MOST_DIGITS, Cell, Outcomes, Sheet, TableRange
from combin.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.distribution import Distribution
    from combin.par.workbook import NamedCell, Style

__all__ = ["MANY_DIGITS", "PAGE", "ROUNDS", "Confidence", "Outcome", "OutcomeTable", "write_figures"]

ROUNDS = (100, 1_000, 5_000)
"""The numbers of rounds that bands are told for."""

_CLOSE = 1e-9
"""How near the moments of a law come to those that were written, if only a spreadsheet has reckoned them."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence of volatility indices, an input of the workbook, and where its quantile z stands."""

    level: Fraction
    z: NamedCell


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
    return Figure(key, *load_catalogue().glossary("figures")[key], value, formula, style, exact)


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
    words, rows = load_catalogue(), bands()
    for row, (label, how) in enumerate(rows, start=top + 2):
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
    below = top + 2 + len(rows)
    columns = (0, *range(2, 2 + len(ROUNDS)))
    sheet.parts.append(TableRange("Over many rounds", top + 1, below, columns))
    usage = words("notes.usage", changed=words("notes.changed"))
    sheet.put(below, 0, Cell(f"{words('notes.exact')} {usage}", "note", span=len(table.places)))
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
    words = load_catalogue()
    if value is None:
        return Cell(words("notes.too_long"), "exact")
    where, tests, same = table.sheet.names, [], True
    for key, now, then in (
        ("mean", table.mean, -written.house_edge),
        ("variance", table.variance, written.variance),
    ):
        room = _CLOSE * (1 + abs(float(then)))
        tests.append(f"ABS({where[key]}-{float(then)!r})<={room!r}")
        same = same and abs(float(now - then)) <= room
    changed = words("notes.changed")
    formula = f'IF(AND({",".join(tests)}),{float(value)!r},"{changed}")'
    return Cell(value if same else changed, "percent", formula)


MANY_DIGITS = (
    "A spreadsheet keeps fifteen digits of a number: counts of more are rounded to these where they are "
    "reckoned with, and stand with all their digits as text beside."
)
PAGE = 40
"""The rows that fit on a page: only of longer tables the headings are printed again."""

_FRONT = (("outcome", "Outcome"), ("detail", "Precise definition"), ("count", "Combinations"))
_CHANCES = (
    ("fraction", "Exact probability"),
    ("chance", "Probability"),
    ("one_in", "1 in"),
    ("against", "True odds, to 1"),
)
_BACK = (("part", "Part of return"), ("spread", "Part of variance"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row: what it is called, and what it nets and returns of the stakes, in units of the wager."""

    name: str
    detail: str
    count: int
    net: Fraction
    staked: Fraction = Fraction(1)


class OutcomeTable:
    """Writes the rows of a table into a sheet, and knows where its columns are.

    `middle` are the columns between the chances and the contributions, by key, among them "net" and
    "returned"; with "staked" if the stake is not always one unit. `headings` replaces headings in front.
    """

    def __init__(
        self,
        sheet: Sheet,
        top: int,
        total: int,
        middle: Sequence[tuple[str, str]],
        *,
        headings: Mapping[str, str] | None = None,
    ) -> None:
        self.sheet, self.top, self.total = sheet, top, total
        digits = (("digits", "Combinations, all digits"),) if total >= MOST_DIGITS else ()
        columns = (*_FRONT, *digits, ("cycle", "Cycle"), *_CHANCES, *middle, *_BACK)
        self.places = {key: place for place, (key, _) in enumerate(columns)}
        self.rows: list[Outcome] = []
        for key, heading in columns:
            text = (headings or {}).get(key, heading).replace(" 1", "\u00a01")  # "to 1" stays together
            style: Style = "heading" if key in ("outcome", "detail") else "heading right"
            sheet.put(top, self.places[key], Cell(text, style))

    @property
    def next(self) -> int:
        """The row that the next outcome goes into."""
        return self.top + 1 + len(self.rows)

    @property
    def end(self) -> int:
        """The row of the sums, once they are written."""
        return self.next

    def here(self, key: str) -> str:
        """Return the reference of a column in the row that the next outcome goes into."""
        return self.sheet.at(self.next, self.places[key]).replace("$", "")

    def all(self, key: str) -> str:
        """Return the reference of a column over all outcomes."""
        return self.sheet.down(self.places[key], self.top + 1, self.end - 1)

    def add(self, outcome: Outcome, middle: Mapping[str, Cell]) -> None:
        """Write an outcome; the formulas of the columns in the middle use `here`."""
        count, chance = outcome.count, Fraction(outcome.count, self.total)
        cells = {
            "outcome": Cell(outcome.name, "label"),
            "detail": Cell(outcome.detail, "wrap"),
            "count": Cell(count, "count"),
            "digits": Cell(f"{count:,}", "exact"),
            "cycle": Cell(self.total, "count"),
            "fraction": Cell(str(chance), "exact"),
            "chance": Cell(chance, "chance", f"{self.here('count')}/{self.here('cycle')}"),
            **middle,
        }
        if count:
            cells["one_in"] = Cell(1 / chance, "odds", f"{self.here('cycle')}/{self.here('count')}")
            cells["against"] = Cell(1 / chance - 1, "odds", f"{self.here('one_in')}-1")
        else:
            cells["one_in"] = cells["against"] = Cell("never", "exact")
        for key, cell in cells.items():
            if key in self.places:
                self.sheet.put(self.next, self.places[key], cell)
        self.rows.append(outcome)

    def close(self, mean: str) -> None:
        """Write what each outcome adds to return and variance, and the sums; `mean` is where that stands."""
        put, places = self.sheet.put, self.places
        self.sheet.outcomes = Outcomes(self.top + 1, self.end, places)
        if len(self.rows) > PAGE:
            self.sheet.heading = self.top
        expected = self.mean
        for row, one in enumerate(self.rows, start=self.top + 1):
            chance = Fraction(one.count, self.total)
            p, net = (self.sheet.at(row, places[key]).replace("$", "") for key in ("chance", "net"))
            put(row, places["part"], Cell(chance * (1 + one.net), "percent", f"{p}*(1+{net})"))
            spread = chance * (one.net - expected) ** 2
            put(row, places["spread"], Cell(spread, "decimal", f"{p}*({net}-{mean})^2"))
        sums: dict[str, tuple[Fraction | int, Style]] = {
            "count": (sum(one.count for one in self.rows), "count"),
            "chance": (Fraction(sum(one.count for one in self.rows), self.total), "chance"),
            "part": (1 + expected, "percent"),
            "spread": (self.variance, "decimal"),
        }
        for place in range(len(places)):
            put(self.end, place, Cell("", "text", total=True))
        put(self.end, places["outcome"], Cell("all", "label", total=True))
        put(self.end, places["cycle"], Cell(self.total, "count", total=True))
        for key, (value, style) in sums.items():
            put(self.end, places[key], Cell(value, style, f"SUM({self.all(key)})", total=True))
        for name, key in (("counted", "count"), ("chances", "chance"), ("cycle", "cycle")):
            self.sheet.mark(name, self.end, places[key])
        if "digits" in places:
            put(self.end, places["digits"], Cell(f"{self.total:,}", "exact", total=True))

    @property
    def part(self) -> TableRange:
        """The whole table, once its outcomes are written: how often they come, and what they pay."""
        places = dict(self.places)
        outcome, detail = places.pop("outcome"), places.pop("detail")
        chances = [places.pop(key) for key in ("count", *(key for key, _ in _CHANCES))]
        for key in ("cycle", "digits"):
            places.pop(key, None)
        alike = len({one.name for one in self.rows}) < len(self.rows)
        groups = {
            f"how often they come in {self.total:,} deals": [*([] if alike else [detail]), *chances],
            "what they pay": [*places.values()],
        }
        columns = (outcome, detail, *chances, *places.values())
        return TableRange("Outcomes", self.top, self.end + 1, columns, beside=1 + alike, groups=groups)

    @property
    def mean(self) -> Fraction:
        """The expected net result."""
        return sum((one.net * one.count for one in self.rows), Fraction(0)) / self.total

    @property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        squares = sum((one.net**2 * one.count for one in self.rows), Fraction(0)) / self.total
        return squares - self.mean**2

    @property
    def average_wager(self) -> Fraction:
        """What is staked on average."""
        return sum((one.staked * one.count for one in self.rows), Fraction(0)) / self.total

    def frequency(
        self, *, net: int | None = None, returned: bool = False, detail: str | None = None
    ) -> Fraction:
        """Return how often the net has a sign, or something is returned, or a row has this detail."""
        return Fraction(
            sum(
                one.count
                for one in self.rows
                if (net is None or (one.net > 0) - (one.net < 0) == net)
                and (not returned or one.net + one.staked > 0)
                and (detail is None or one.detail == detail)
            ),
            self.total,
        )
