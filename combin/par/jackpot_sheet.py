"""The sheet of a progressive wager under one pay table: prizes, price and meter are input cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.exact.distribution import Distribution, Favour
from combin.formats.columns import MONEY, PERCENT, Column, Live
from combin.formats.tables import Table
from combin.formatting import money
from combin.jackpot.answer import depends_on, even_where, returns_in_words
from combin.par.outcomes import (
    OutcomeRow,
    OutcomeTable,
    line_in_words,
    nothing_in_words,
    whose_in_words,
    write_figures,
)
from combin.par.workbook import (
    CASH,
    CHANCE,
    EVEN_METER,
    FREE,
    LABEL,
    LINE,
    SPILL,
    BlockFigure,
    Cell,
    InputCell,
    Inputs,
    Sentence,
    Sheet,
    TableRange,
    write_block,
    write_table,
    write_title,
)
from combin.report.jackpot import headline, stakes_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.formats.columns import Kind, Value
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.law import LongRun
    from combin.jackpot.meter.meter import HiddenLimit
    from combin.jackpot.value import LineChance
    from combin.par.outcomes import Confidence
    from combin.par.scope import Scope
    from combin.par.workbook import Holds


@dataclass(frozen=True, slots=True)
class Hit:
    """A meter that must be hit by an amount: where the sheet has what it shows, and its terms."""

    place: str
    shows: Fraction
    hidden: HiddenLimit
    first: bool


def write_meter(
    table: OutcomeTable,
    top: int,
    places: Mapping[str, str],
    values: Mapping[str, Fraction],
    *,
    exact: tuple[Fraction, Fraction],
    hits: Sequence[Hit],
) -> int:
    """Write what the wager is worth by its meters and with envy bonuses; return the row for what follows.

    Args:
        table: the prizes.
        top: the first row.
        places: where price, meter and other players stand, as far as the wager has them.
        values: what they are, with the mean share of the meter and the mean envy bonus.
        exact: the return per unit of meter and beside it, as written.
        hits: the meters that must be hit by an amount.
    """
    chance, price = table.all("chance"), values["price"]
    returned, beside = 1 + table.mean, Fraction(0)
    figures, others = list[BlockFigure](), list[str]()
    if "others" in places:
        beside += values["mean envy"] * values["others"] / price
        sum_of = f"SUMPRODUCT({chance},{table.all('envy')})*{places['others']}/{places['price']}"
        how = "sum of probability × envy bonus × other players ÷ price"
        figures.append(BlockFigure("envied", "Return of envy bonuses", how, beside, sum_of, PERCENT))
        others.append("{envied}")
    for number, hit in enumerate(hits):
        rate, lacks = hit.hidden.increment, f"({hit.hidden.limit}*{places['price']}-{hit.place})"
        worth = hit.hidden.worth(hit.shows / price)
        name = f"Return of a meter that must be hit by {plain(hit.hidden.limit)}"
        how = "increment rate × meter ÷ (limit × price − meter)"
        figures.append(BlockFigure(f"hit{number}", name, how, worth, f"{rate}*{hit.place}/{lacks}", PERCENT))
        beside += worth
        others.append(f"{{hit{number}}}")
    if others:
        whole = "+".join(("{return}", *others))
        figures.append(
            BlockFigure("whole", "Return with these", "return + theirs", returned + beside, whole, PERCENT)
        )
    if values["mean meter"]:
        slope = values["mean meter"] / price
        fixed = returned - slope * values["meter"]
        even = (1 - fixed - beside) / slope if slope else Fraction(0)
        sum_of = f"SUMPRODUCT({chance},{table.all('meter')})/{places['price']}"
        how = "sum of probability × share of the meter ÷ price"
        figures.append(BlockFigure("slope", "Return per unit of meter", how, slope, sum_of, CHANCE, exact[0]))
        formula, how = f"{{return}}-{{slope}}*{places['meter']}", "return − meter × return per unit of it"
        figures.append(
            BlockFigure("fixed", "Return beside the meter", how, fixed, formula, PERCENT, exact[1])
        )
        formula = f"IF({{slope}}>0,(1-({'+'.join(('{fixed}', *others))}))/{{slope}},0)"
        how = "(1 − what returns beside the meter) ÷ return per unit of it"
        figures.append(BlockFigure("even", "Even at a meter of", how, even, formula, EVEN_METER))
    for number, hit in enumerate(hits):
        if hit.first:  # it is a curve in the meter, and the rest is not
            lacking = max(1 - returned - beside + hit.hidden.worth(hit.shows / price), Fraction(0))
            rest = f"MAX(0,1-{{whole}}+{{hit{number}}})"
            formula = f"{hit.hidden.limit}*{places['price']}*{rest}/({rest}+{hit.hidden.increment})"
            how = "limit × price × what is lacking ÷ (that + increment rate)"
            even = hit.hidden.meter_for(lacking) * price
            figures.append(BlockFigure("even", "Even at a meter of", how, even, formula, EVEN_METER))
    return (
        write_block(table.sheet, top, "The meter", figures, exact="Exactly, as written") if figures else top
    )


def write_folding(sheet: Sheet, top: int, answer: JackpotAnswer, best: Strategy) -> int:
    """Write what the prizes beside the meter return to a player who folds as is best; return the next row."""
    if not answer.chances.lost_on_fold:
        return top
    players = {
        "who never folds": answer.per_unit(answer.value),
        "of the best base strategy": answer.per_unit(answer.played_by(best)),
    }
    columns: list[Column[str]] = [
        Column("To a player", LABEL, lambda who: who),
        Column("", LINE, lambda _: ""),
        Column("Return", PERCENT, lambda who: players[who]),
        Column("Exactly", SPILL, lambda who: str(players[who])),
    ]
    note = f"Of the prizes beside the meter, for the pays as written and {answer.stated_for}."
    table = Table.of("A fold loses the wager", players, columns, note)
    sheet.fixed.append(table.title)
    return write_table(sheet, top, table)


_Published = tuple[str, "LongRun", bool]
"""A row of the long run: its name, its figures, and whether it is a whole option or one of its levels."""


def write_long_run(sheet: Sheet, top: int, published: Sequence[tuple[str, LongRun]], unit: str) -> int:
    """Write the long run of every meter that is published for the table; return the row below."""
    if not published:
        return top
    runs, envied = [run for _, run in published], any(run.envy_return for _, run in published)
    reserve = any(run.reserve for run in runs)
    rows = [
        row
        for option, run in published
        for row in (
            (f"option {option}", run, True),
            *((f"its {name}", one, False) for name, one in run.levels),
        )
    ]

    def of_wager(value: Callable[[LongRun], Fraction | Enclosure]) -> Callable[[_Published], Fraction | None]:
        """Return a figure of the whole wager, which is none of a single level."""
        return lambda row: _middle(value(row[1])) if row[2] else None

    columns: list[Column[_Published]] = [
        Column("Published meter", LABEL, lambda row: row[0]),
        Column("", LINE, lambda _: ""),
        Column("Seed", CASH, lambda row: row[1].meter.seed),
        Column("Increment rate", PERCENT, lambda row: _middle(row[1].increments)),
        Column("Return", PERCENT, lambda row: _middle(row[1].long_run_return)),
        Column("House edge", PERCENT, of_wager(lambda run: run.house_edge)),
        Column("Bonus prizes", PERCENT, of_wager(lambda run: run.bonus_return)),
        Column("Envy bonuses" if envied else None, PERCENT, of_wager(lambda run: run.envy_return)),
        Column("Top-ups by the house", PERCENT, lambda row: _middle(row[1].top_ups)),
        Column("Mean meter when won", CASH, lambda row: _middle(row[1].mean_meter)),
        Column("Even at a meter of", EVEN_METER, of_wager(lambda run: run.value.break_even)),
        Column("Reserve" if reserve else None, PERCENT, lambda row: _middle(row[1].reserve)),
        Column(
            "Top-ups less reserve" if reserve else None, PERCENT, of_wager(lambda run: run.borne_by_house)
        ),
    ]
    note = (
        f"Exact within proven bounds, for the pays as written and {unit}. The return is that of bonus "
        f"prizes, {'envy bonuses of a full table, ' * envied}increments (what players pay into the meter) "
        "and top-ups."
    )
    if any(run.levels for run in runs):
        note += " An option counts all of its meters; its seed, mean and break-even are of the first."
    elif all(run.meter.limit is None and not any(prize.fixed for prize in run.meter.prizes) for run in runs):
        note += " Mean meter × return per unit of meter is what it pays: increments and top-ups."
    table = Table.of("In the long run, of the money wagered", rows, columns, note)
    sheet.fixed.append(table.title)
    return write_table(sheet, top, table)


def _middle(value: Enclosure | Fraction) -> Fraction:
    """Return a value, or the middle of its proven bounds, which no float can tell from the value."""
    return value if isinstance(value, Fraction) else value.middle


_KINDS: dict[str, tuple[str, Holds, Kind]] = {
    "odds": ("Pays in odds", "pay", FREE),
    "money": ("Pays in money", "pay", CASH),
    "meter": ("Pays of the meter", "share", PERCENT),
    "level": ("Pays of a further meter", "share", PERCENT),
    "envy": ("Envy bonus", "pay", CASH),
}
"""By the kind of a prize in the rules: the heading of its column, and what may be put in."""


class JackpotSheet:
    """Writes the sheet of a progressive wager, at the first seed that is published."""

    def __init__(self, scope: Scope, wager: str, letter: str, inputs: Inputs) -> None:
        self.rules, self.wager, self.letter, self.inputs = scope.rules, wager, letter, inputs
        self.facts, self.best = scope.jackpots[wager, letter], scope.main.best
        self.answer, self.chances = self.facts.answer, self.facts.chances
        self.called = f"{self.rules.wagers[wager].name} {letter}"
        self.kinds = [kind for kind in _KINDS if any(self._entry(one, kind) for one in self.chances.lines())]
        self.terms = self._terms()
        self.places: dict[str, str] = {}

    def sheet(self, name: str, confidence: Confidence) -> Sheet:
        """Return the sheet."""
        sheet, rules = Sheet(name, open=depends_on(self.answer)), self.rules
        lost = self.chances.lost_on_fold
        notes = ["The counts are those of a player who never folds."] if lost else []
        notes += whose_in_words(rules, self.wager)
        usage = "Blue figures on yellow are inputs."
        if sheet.open:
            notes.append(self._open_in_words())
            usage = f"{usage} The figures are for {self._placeholders} until these are entered."
        elif self.facts.published:
            notes.insert(0, headline(self.answer))
        top = write_title(sheet, rules, self.called, notes, usage=usage)
        for row, (key, entry) in enumerate(self.terms.items(), start=top):
            sheet.put(row, 0, Cell(entry.label.partition(": ")[2], LABEL, span=2))
            kind = FREE if key == "others" else CASH
            self.places[key] = sheet.put(row, 2, Cell(self.inputs.now(entry), kind, entry=entry))
        below = top + len(self.terms)
        sheet.parts.append(TableRange("Terms", top - 1, below, (0, 2), headings=("Term", ">Value")))
        top = below + 1
        table = OutcomeTable(sheet, top, self.chances.deals, self._columns())
        for one in self.chances.lines():
            self._add(table, one)
        words, cells = nothing_in_words(rules, self.wager), {"returned": Fraction(0), "net": Fraction(-1)}
        table.outcomes.append(OutcomeRow("nothing", words, self._lost, Fraction(-1), cells))
        unit = f"wager, for {self._placeholders} until entered" if sheet.open else "wager"
        below = write_figures(table, confidence, unit, rules, self.written)
        below = write_meter(
            table, below, self.places, self._values(self.inputs), exact=self._exact, hits=tuple(self._hits())
        )
        below = write_folding(sheet, below, self.answer, self.best)
        below = write_long_run(sheet, below, self.facts.published, self.answer.stated_for)
        if sheet.open:
            self._leave_open(table, below)
        if self.facts.published:
            sheet.long_run = _middle(self.facts.published[0][1].long_run_return)
        sheet.names["combinations"] = table.all("count")
        sheet.frozen = (top + 1, 1)
        return sheet

    def _open_in_words(self) -> str:
        """Return what the rules leave open, the return as a linear form, and what stands in its place."""
        answer = self.answer
        return (
            f"The rules do not state its {' and '.join(answer.open_terms)}. It returns "
            f"{returns_in_words(answer, answer.value)} on average, and {Favour.PLAYER} {even_where(answer)}."
        )

    def _leave_open(self, table: OutcomeTable, top: int) -> None:
        """Let a document tell of a wager only what does not depend on what the rules leave open."""
        sheet, told = table.sheet, table.part
        (chances, how_often), (pays, _) = told.groups.items()
        kinds = [table.places[kind] for kind in self.kinds]
        sheet.parts = [part for part in sheet.parts if isinstance(part, Sentence)]
        sheet.parts.append(replace(told, groups={chances: how_often, pays: kinds}))
        prices = stakes_table(self.answer)
        as_cells = {MONEY: CASH}
        columns = [replace(one, kind=as_cells.get(one.kind, one.kind)) for one in prices.shown]
        sheet.fixed.append(prices.title)
        usage = "For the pays as written, whatever is changed."
        write_table(sheet, top, replace(prices, columns=columns), usage=usage)

    @property
    def _placeholders(self) -> str:
        """What stands in the inputs that the rules leave open."""
        stand = {"price": f"a price of {money(1)}", "meter": f"a meter of {money(0)}"}
        return " and ".join(stand[term] for term in self.answer.open_terms)

    @property
    def _lost(self) -> int:
        return self.chances.deals - sum(one.count for one in self.chances.lines())

    @cached_property
    def written(self) -> Distribution:
        """The net results for the pays and the meter as written."""
        counts: Counter[Fraction] = Counter({Fraction(-1): self._lost})
        for one in self.chances.lines():
            counts[self._net(one, Inputs())] += one.count
        return Distribution.from_counts(counts, self.chances.deals)

    def _terms(self) -> dict[str, InputCell]:
        """Return the inputs that stand above the prizes: price, meter, other players."""
        seats, seed = self.rules.file.deal.seats or 1, self.answer.terms.seed or Fraction(0)
        place, price = ("reader", self.wager, self.letter), self.rules.bets[self.wager].first_stake
        priced = "full stake" if self.rules.bets[self.wager].full_stake else "price"
        found = {
            "price": InputCell((*place, "price"), f"{self.called}: {priced} of the wager", price, "price"),
            "meter": InputCell(
                (*place, "meter"), f"{self.called}: what the meter shows", seed * price, "amount"
            ),
            "others": InputCell(
                (*place, "others"),
                f"{self.called}: other players whose hands bring envy bonuses",
                Fraction(seats - 1),
                "amount",
            ),
        }
        for name, shows in self.chances.table.shows.items():
            label = f"{self.called}: what the meter {name!r} shows"
            found[f"level {name}"] = InputCell((*place, f"level {name}"), label, shows * price, "amount")
        metered = "meter" in self.kinds or self.answer.value.hidden is not None
        needed = {"meter": metered, "others": "envy" in self.kinds}
        return {key: entry for key, entry in found.items() if needed.get(key, True)}

    def _hits(self) -> Iterator[Hit]:
        """Yield the meters that must be hit by an amount."""
        for name, hidden, _ in self.answer.hits:
            term = f"level {name}" if name else "meter"
            yield Hit(self.places[term], self.inputs.now(self.terms[term]), hidden, first=not name)

    def _columns(self) -> dict[str, tuple[str, Kind]]:
        odds = ", for 1" if self.chances.table.for_one else ", to 1"
        columns = {key: (_KINDS[key][0] + odds * (key == "odds"), _KINDS[key][2]) for key in self.kinds}
        return columns | {"returned": ("Pays, for 1", FREE), "net": ("Net", FREE)}

    def _entry(self, chance: LineChance, kind: str) -> InputCell | None:
        """Return the entry of the rules for a kind of prize; none where a line has no such prize."""
        prize, entry = chance.line.prize, "meter" if kind == "level" else kind
        value = getattr(prize, entry)
        if (
            value is None
            or (kind == "envy" and not value)
            or (entry == "meter" and bool(prize.level) != (kind == "level"))
        ):
            return None
        table = self.chances.table
        place = ("pay_tables", table.wager, table.letter, "lines", chance.line.text, entry)
        label = f"{self.called}: {chance.line.text}" + (", envy bonus" if kind == "envy" else "")
        return InputCell(place, label, Fraction(value), _KINDS[kind][1])

    def _net(self, chance: LineChance, inputs: Inputs) -> Fraction:
        """Return what a prize nets of each unit of the price."""
        terms = {key: inputs.now(entry) for key, entry in self.terms.items()}
        entries = {kind: self._entry(chance, kind) for kind in ("odds", "money", "meter", "level")}
        kind, entry = next((kind, entry) for kind, entry in entries.items() if entry is not None)
        now = inputs.now(entry)
        if kind == "odds":
            return now - (1 if self.chances.table.for_one else 0)
        return now * terms.get(self._meter_of(chance), Fraction(1)) / terms["price"] - 1

    def _meter_of(self, chance: LineChance) -> str:
        """Return the term for the meter that a line pays a share of; none of the terms if it pays none."""
        prize = chance.line.prize
        return "" if prize.meter is None else f"level {prize.level}" if prize.level else "meter"

    def _add(self, table: OutcomeTable, chance: LineChance) -> None:
        """Write a prize."""
        entries = {kind: entry for kind in self.kinds if (entry := self._entry(chance, kind)) is not None}
        for key, entry in entries.items():
            cell = Cell(self.inputs.now(entry), _KINDS[key][2], entry=entry)
            table.sheet.put(table.end, table.places[key], cell)
        formula = {
            "odds": "{odds}" if self.chances.table.for_one else "{odds}+1",
            "money": f"{{money}}/{self.places['price']}",
            "meter": f"{{meter}}*{self.places.get('meter', '')}/{self.places['price']}",
            "level": f"{{level}}*{self.places.get(self._meter_of(chance), '')}/{self.places['price']}",
        }[next(key for key in entries if key != "envy")]
        net = self._net(chance, self.inputs)
        cells: dict[str, Value] = {"returned": Live(formula, net + 1), "net": Live("{returned}-1", net)}
        words = line_in_words(self.rules, self.chances.table, chance.line.hands)
        table.outcomes.append(OutcomeRow(chance.line.text, words, chance.count, net, cells))

    @property
    def _exact(self) -> tuple[Fraction, Fraction]:
        """The return per unit of meter, and that beside it, as written."""
        values = self._values(Inputs())
        slope = values["mean meter"] / values["price"]
        return slope, 1 - self.written.house_edge - slope * values.get("meter", Fraction(0))

    def _values(self, inputs: Inputs) -> dict[str, Fraction]:
        """Return the mean share of the meter and the mean envy bonus, and the terms, for some inputs."""
        found = {key: inputs.now(entry) for key, entry in self.terms.items()}
        for kind in ("meter", "envy"):
            mean = Fraction(0)
            for one in self.chances.lines():
                entry = self._entry(one, kind)
                if entry is not None:
                    mean += one.probability * inputs.now(entry)
            found[f"mean {kind}"] = mean
        return found
