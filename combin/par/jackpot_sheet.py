"""The sheet of a progressive wager under one pay table: prizes, price and meter are input cells."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.distribution import Distribution
from combin.exact.favour import Favour
from combin.jackpot.favour import depends_on, even_where, returns_in_words
from combin.par.blocks import Figure, write_block, write_rows, write_title
from combin.par.definitions import line_in_words, nothing_in_words, whose_in_words
from combin.par.outcomes import Outcome, OutcomeTable, write_figures
from combin.par.workbook import Cell, InputCell, Inputs, Sheet, TableRange

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.value import LineChance
    from combin.par.outcomes import Confidence
    from combin.par.subject import Subject
    from combin.par.workbook import Kind, Style

__all__ = ["JackpotSheet", "write_folding", "write_long_run", "write_meter"]


def write_meter(
    table: OutcomeTable, top: int, places: Mapping[str, str], values: Mapping[str, Fraction]
) -> int:
    """Write what the wager is worth by its meter and with envy bonuses; return the row for what follows.

    Args:
        table: the prizes.
        top: the first row.
        places: where price, meter and other players stand, as far as the wager has them.
        values: what they are, with the mean share of the meter and the mean envy bonus.
    """
    chance, price = table.all("chance"), values["price"]
    returned = 1 + table.mean
    figures, beside = [], []
    envy = Fraction(0)
    if "others" in places:
        envy = values["mean envy"] * values["others"] / price
        sum_of = f"SUMPRODUCT({chance},{table.all('envy')})*{places['others']}/{places['price']}"
        how = "sum of probability × envy bonus × other players ÷ price"
        figures += [
            Figure("envied", "Return of envy bonuses", how, envy, sum_of, "percent"),
            Figure(
                "whole",
                "Return with these",
                "return + theirs",
                returned + envy,
                "{return}+{envied}",
                "percent",
            ),
        ]
        beside.append("{envied}")
    if "meter" in places:
        slope = values["mean meter"] / price
        fixed = returned - slope * values["meter"]
        sum_of = f"SUMPRODUCT({chance},{table.all('meter')})/{places['price']}"
        how = "sum of probability × share of the meter ÷ price"
        figures.append(Figure("slope", "Return per unit of meter", how, slope, sum_of, "chance"))
        formula, how = f"{{return}}-{{slope}}*{places['meter']}", "return − meter × return per unit of it"
        figures.append(Figure("fixed", "Return beside the meter", how, fixed, formula, "percent"))
        even = (1 - fixed - envy) / slope if slope else Fraction(0)
        formula = f"IF({{slope}}>0,(1-({'+'.join(['{fixed}', *beside])}))/{{slope}},0)"
        how = "(1 − what returns beside the meter) ÷ return per unit of it"
        figures.append(Figure("even", "Even at a meter of", how, even, formula, "money"))
    return write_block(table.sheet, top, "The meter", figures) if figures else top


def write_folding(sheet: Sheet, top: int, answer: JackpotAnswer, best: Strategy) -> int:
    """Write what the prizes beside the meter return to a player who folds as is best; return the next row."""
    if not answer.chances.lost_on_fold:
        return top
    rows = [
        [Cell(who, "label"), Cell("", "text"), Cell(value, "percent"), Cell(str(value), "spill")]
        for who, value in (
            ("who never folds", answer.per_unit(answer.value)),
            ("of the best base strategy", answer.per_unit(answer.played_by(best))),
        )
    ]
    heads = ("To a player", "", ">Return", "Exactly")
    note = "Of the prizes beside the meter, for the pays as written and a price of 1."
    return write_rows(sheet, top, "A fold loses the wager", heads, rows, note=note)


def write_long_run(sheet: Sheet, top: int, published: Sequence[tuple[str, LongRun]]) -> int:
    """Write the long run of every meter that is published for the table; return the row below."""
    rows, envied = [], any(run.envy_return for _, run in published)
    for option, run in published:
        values: tuple[tuple[Enclosure | Fraction, Style], ...] = (
            (run.meter.seed, "money"),
            (run.increments, "percent"),
            (run.long_run_return, "percent"),
            (run.house_edge, "percent"),
            (run.bonus_return, "percent"),
            *(((run.envy_return, "percent"),) if envied else ()),
            (run.top_ups, "percent"),
            (run.mean_meter, "money"),
            (run.value.break_even, "money"),
        )
        cells = (Cell(_middle(value), style) for value, style in values)
        rows.append([Cell(f"option {option}", "label"), Cell("", "text"), *cells])
    if not rows:
        return top
    heads = (
        "Published meter",
        "",
        ">Seed",
        ">Increment rate",
        ">Return",
        ">House edge",
        ">Bonus prizes",
        *([">Envy bonuses"] if envied else []),
        ">Top-ups by the house",
        ">Mean meter when won",
        ">Even at a meter of",
    )
    note = (
        "Exact within proven bounds, for the pays as written and a price of 1. The return is that of bonus "
        f"prizes, {'envy bonuses of a full table, ' * envied}increments (what players pay into the meter) "
        "and top-ups."
    )
    return write_rows(sheet, top, "In the long run, of the money wagered", heads, rows, note=note)


def _middle(value: Enclosure | Fraction) -> Fraction:
    """Return a value, or the middle of its proven bounds, which no float can tell from the value."""
    return value if isinstance(value, Fraction) else value.middle


_KINDS: dict[str, tuple[str, Kind, Style]] = {
    "odds": ("Pays in odds", "pay", "plain"),
    "money": ("Pays in money", "pay", "money"),
    "meter": ("Pays of the meter", "share", "percent"),
    "envy": ("Envy bonus", "pay", "money"),
}
"""By the kind of a prize in the rules: the heading of its column, and what may be put in."""


class JackpotSheet:
    """Writes the sheet of a progressive wager, at the first seed that is published."""

    def __init__(self, subject: Subject, wager: str, letter: str, inputs: Inputs) -> None:
        self.rules, self.wager, self.letter, self.inputs = subject.rules, wager, letter, inputs
        self.facts, self.best = subject.jackpots[wager, letter], subject.main.best
        self.answer, self.chances = self.facts.answer, self.facts.chances
        self.called = f"{self.rules.wagers[wager].name} {letter}"
        self.kinds = [kind for kind in _KINDS if any(self._entry(one, kind) for one in self.chances.lines())]
        self.terms = self._terms()
        self.places: dict[str, str] = {}

    def sheet(self, name: str, confidence: Confidence) -> Sheet:
        """Return the sheet."""
        sheet, rules = Sheet(name, open=depends_on(self.answer)), self.rules
        notes = ["The counts are those of a player who never folds."] if rules.play else []
        notes += whose_in_words(rules, self.wager)
        if sheet.open:
            notes.append(self._open_in_words())
        top = write_title(sheet, rules, self.called, notes, usage="Blue cells are inputs.")
        for row, (key, entry) in enumerate(self.terms.items(), start=top):
            sheet.put(row, 0, Cell(entry.label.partition(": ")[2], "label", span=2))
            style: Style = "plain" if key == "others" else "money"
            self.places[key] = sheet.put(row, 2, Cell(self.inputs.now(entry), style, entry=entry))
        below = top + len(self.terms)
        sheet.parts.append(TableRange("Terms", top - 1, below, (0, 2), headings=("Term", ">Value")))
        top = below + 1
        table = OutcomeTable(sheet, top, self.chances.total, self._columns())
        for one in self.chances.lines():
            self._add(table, one)
        nothing = Outcome("nothing", nothing_in_words(rules, self.wager), self._lost, Fraction(-1))
        table.add(nothing, {"returned": Cell(Fraction(0), "plain"), "net": Cell(Fraction(-1), "plain")})
        unit = f"wager, for {self._placeholders} until entered" if sheet.open else "wager"
        below = write_figures(table, confidence, unit, self.written)
        below = write_meter(table, below, self.places, self._values())
        below = write_folding(sheet, below, self.answer, self.best)
        write_long_run(sheet, below, self.facts.published)
        sheet.names["combinations"] = table.all("count")
        if top <= 16:
            sheet.frozen = (top + 1, 1)
        return sheet

    def _open_in_words(self) -> str:
        """Return what the rules leave open, the return as a linear form, and what stands in its place."""
        answer = self.answer
        return (
            f"The rules do not state its {' and '.join(answer.open_terms)}. It returns "
            f"{returns_in_words(answer, answer.value)} on average, and {Favour.PLAYER} {even_where(answer)}. "
            f"The figures below are for {self._placeholders} until these are entered."
        )

    @property
    def _placeholders(self) -> str:
        """What stands in the inputs that the rules leave open."""
        stand = {"price": "a price of 1", "meter": "a meter of 0"}
        return " and ".join(stand[term] for term in self.answer.open_terms)

    @property
    def _lost(self) -> int:
        return self.chances.total - sum(one.count for one in self.chances.lines())

    @cached_property
    def written(self) -> Distribution:
        """The net results for the pays and the meter as written."""
        counts: Counter[Fraction] = Counter({Fraction(-1): self._lost})
        for one in self.chances.lines():
            counts[self._net(one, Inputs())] += one.count
        return Distribution.from_counts(counts, self.chances.total)

    def _terms(self) -> dict[str, InputCell]:
        """Return the inputs that stand above the prizes: price, meter, other players."""
        seats, seed = self.rules.file.deal.seats or 1, self.answer.terms.seed or Fraction(0)
        place = ("reader", self.wager, self.letter)
        found = {
            "price": InputCell((*place, "price"), f"{self.called}: price of the wager", Fraction(1), "price"),
            "meter": InputCell((*place, "meter"), f"{self.called}: what the meter shows", seed, "amount"),
            "others": InputCell(
                (*place, "others"),
                f"{self.called}: other players whose hands bring envy bonuses",
                Fraction(seats - 1),
                "amount",
            ),
        }
        needed = {"price": True, "meter": "meter" in self.kinds, "others": "envy" in self.kinds}
        return {key: entry for key, entry in found.items() if needed[key]}

    def _columns(self) -> tuple[tuple[str, str], ...]:
        odds = "for 1" if self.chances.table.for_one else "to 1"
        heads = {kind: _KINDS[kind][0] for kind in self.kinds}
        if "odds" in heads:
            heads["odds"] += f", {odds}"
        return (*heads.items(), ("returned", "Pays, for 1"), ("net", "Net"))

    def _entry(self, chance: LineChance, kind: str) -> InputCell | None:
        """Return the entry of the rules for a kind of prize; none where a line has no such prize."""
        value = getattr(chance.line.prize, kind)
        if value is None or (kind == "envy" and not value):
            return None
        table = self.chances.table
        place = ("pay_tables", table.wager, table.letter, "lines", chance.line.text, kind)
        label = f"{self.called}: {chance.line.text}" + (", envy bonus" if kind == "envy" else "")
        return InputCell(place, label, Fraction(value), _KINDS[kind][1])

    def _net(self, chance: LineChance, inputs: Inputs) -> Fraction:
        """Return what a prize nets of each unit of the price."""
        terms = {key: inputs.now(entry) for key, entry in self.terms.items()}
        entries = {kind: self._entry(chance, kind) for kind in ("odds", "money", "meter")}
        kind, entry = next((kind, entry) for kind, entry in entries.items() if entry is not None)
        now = inputs.now(entry)
        if kind == "odds":
            return now - (1 if self.chances.table.for_one else 0)
        return (now * terms["meter"] if kind == "meter" else now) / terms["price"] - 1

    def _add(self, table: OutcomeTable, chance: LineChance) -> None:
        """Write a prize."""
        cells = {}
        for kind in self.kinds:
            entry = self._entry(chance, kind)
            if entry is not None:
                cells[kind] = Cell(self.inputs.now(entry), _KINDS[kind][2], entry=entry)
        kind = next(kind for kind in cells if kind != "envy")
        here = table.here(kind)
        formula = {
            "odds": here if self.chances.table.for_one else f"{here}+1",
            "money": f"{here}/{self.places['price']}",
            "meter": f"{here}*{self.places.get('meter', '')}/{self.places['price']}",
        }[kind]
        net = self._net(chance, self.inputs)
        cells["returned"] = Cell(net + 1, "plain", formula)
        cells["net"] = Cell(net, "plain", f"{table.here('returned')}-1")
        words = line_in_words(self.rules, self.chances.table, chance.line.hands)
        table.add(Outcome(chance.line.text, words, chance.count, net), cells)

    def _values(self) -> dict[str, Fraction]:
        """Return the mean share of the meter and the mean envy bonus, and the terms, as they are now."""
        found = {key: self.inputs.now(entry) for key, entry in self.terms.items()}
        for kind in ("meter", "envy"):
            mean = Fraction(0)
            for one in self.chances.lines():
                entry = self._entry(one, kind)
                if entry is not None:
                    mean += one.probability * self.inputs.now(entry)
            found[f"mean {kind}"] = mean
        return found
