"""The sheets of wagers: the base game under one choice of tables, side bets, progressive wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.exact.distribution import Distribution, Favour
from combin.exact.side_bets import LineCount
from combin.formats.tables import MONEY, PERCENT, Column, Kind, Live, Table, Value
from combin.formatting import money, plain
from combin.jackpot.answer import depends_on, even_where, returns_in_words
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.law import LongRun
from combin.jackpot.value import LineChance
from combin.par.outcomes import (
    Confidence,
    OutcomeRow,
    OutcomeTable,
    Scope,
    if_as_written,
    line_in_words,
    nothing_in_words,
    played_in_words,
    whose_in_words,
    write_figures,
)
from combin.par.workbook import BlockFigure, Cell, Holds, InputCell, Inputs, Look, Sentence, Sheet, TableRange
from combin.report.analysis import collected
from combin.report.jackpot import headline, stakes_table
from combin.report.words import bonus_letters, decision_word, letters_in_words
from combin.rules import outcomes
from combin.rules.outcomes import Payoff
from combin.rules.resolved import Rules
from combin.rules.tables import Line
from combin.rules.wagers import Case
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words, sides

_ALL_CASES = Case.LOSE  # the case that stands for all where there is no dealer

FOLDED = "fold"
"""How a row of folded hands is told."""

Groups = list[tuple[str, list[str]]]
"""Lines of a table that are one to the reader, by what they are called."""


class BaseRow(Struct, frozen=True):
    """Deals that end alike: a category, the lines of tables that are met, by wager, a multiple, and a case.

    A fold has the multiple 0 and no case. `told` is what players call such deals, if not by the lines.
    """

    category: str
    lines: tuple[tuple[str, str], ...]
    multiple: int
    case: Case | None
    count: int
    told: str = ""

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
        """The player's hand: its category, and the lines of tables that say more than that; or as told."""
        if self.told:
            return self.told
        finer = dict.fromkeys(text for _, text in self.lines if text != self.category)
        return f"{self.category} ({', '.join(finer)})" if finer else self.category


def _case_words(rules: Rules, case: Case) -> str:
    return case_words(rules, case, load_catalogue(), "cells")


def base_rows(analysis: Analysis) -> tuple[BaseRow, ...]:
    """Return the rows of a base game under the strategy that is followed, high hands first."""
    rules, game = analysis.rules, analysis.game
    counts: Counter[tuple[str, tuple[tuple[str, str], ...], int, Case | None]] = Counter()
    for (level, place, multiple), (_, *deals) in analysis.strategy.together.items():
        category = rules.ranking.strengths[level].category.value
        if multiple == FOLD:
            counts[category, (), FOLD, None] += sum(deals)
            continue
        lines = tuple(game.paid[place].items())
        by_case = {_ALL_CASES: sum(deals)} if rules.alone else dict(zip(rules.cases, deals, strict=True))
        for case, count in by_case.items():
            counts[category, lines, multiple, case] += count
    categories = [category.value for category in rules.ranking.order]

    def order(row: BaseRow) -> tuple[object, ...]:
        finer = sum(text != row.category for _, text in row.lines)
        case = 0 if row.case is None else rules.cases.index(row.case)
        return categories.index(row.category), -finer, row.lines, -row.multiple, case

    rows = (BaseRow(*key, count // analysis.alike) for key, count in counts.items() if count)
    return tuple(sorted(rows, key=order))


def _as_told(rows: tuple[BaseRow, ...], rules: Rules, groups: Groups) -> tuple[BaseRow, ...]:
    """Return the rows of a game alone by what players are told of, the rarest first."""
    called = {text: words for words, texts in groups for text in texts}
    found: dict[str, BaseRow] = {}
    for row in rows:
        told = called[dict(row.lines)[rules.base]] if row.lines else "all other hands"
        more = found[told].count if told in found else 0
        found[told] = replace(found.get(told, row), count=row.count + more, told=told)
    return tuple(sorted(found.values(), key=lambda row: row.count))


_FIRST, _BESIDE = 2, 5  # the columns in which the wagers, and beside them the tables, begin at the least


def _less(paid: Live, commission: Live | None) -> Live:
    """Return a net less the commission on what is won."""
    if commission is None:
        return paid
    text, value = paid.formula, paid.exact
    kept = value * (1 - commission.exact) if value > 0 else value
    return Live(f"IF({text}>0,{text}*(1-{commission.formula}),{text})", kept)


class BasePays(Struct, frozen=True):
    """What is put in: `inputs` by place in the rules and case, `commissions` by wager; the tables in use."""

    rules: Rules
    letters: Mapping[str, str]
    inputs: dict[tuple[tuple[str, ...], Case | None], Live]
    commissions: dict[str, Live]

    def row(self, name: str, case: Case | None, line: str = "", *, folds: bool = False) -> Payoff | None:
        """Return what a wager or bonus gets."""
        decided, letter = outcomes.FOLDS if folds else outcomes.PLAYS, self.letters.get(name, "")
        return outcomes.payoff(self.rules, name, case or _ALL_CASES, letter, line, decided=decided)

    def net(self, name: str, row: BaseRow) -> Live:
        """Return what a wager or bonus nets in a row, with the formula of that (none for a constant)."""
        folds = row.multiple == FOLD or row.case is None
        paid = self.row(name, row.case, dict(row.lines).get(name, ""), folds=folds)
        if paid is None:
            return Live("", Fraction(0))
        put_in = self.inputs.get((paid.place, row.case)) or self.inputs.get((paid.place, None))
        if put_in is None:
            return Live("", paid.net)
        net = _less(put_in, self.commissions.get(name))
        times = self.rules.times(row.multiple)
        if paid.stake == self.rules.play and times != 1:
            return Live(f"{times}*{net.formula}", times * net.exact)
        return net


def write_pays(
    sheet: Sheet, top: int, analysis: Analysis, inputs: Inputs, groups: Mapping[str, Groups]
) -> tuple[int, BasePays]:
    """Write what wagers net in each case and what tables pay; return the row below, and where these stand.

    Lines that are one to the reader, in `groups` by wager, are one.
    """
    rules, wagers = analysis.rules, list(analysis.rules.base_wagers)
    pays = BasePays(rules, analysis.letters, {}, {})
    cases = {case: _case_words(rules, case) for case in rules.cases if rules.qualifies or case.qualified}
    if rules.alone:
        cases = {_ALL_CASES: "other hands"}
    untabled = [name for name in wagers if name not in rules.by_table]
    by_hand = [row for name in untabled for row in outcomes.off_table(rules, name) if row.line]
    cells: list[tuple[Case, str, str]] = []
    for case, words in cases.items():
        lines = dict.fromkeys(row.line or "" for row in by_hand if row.is_for(case))
        cells += [*((case, line, f"{words}, {line}") for line in lines), (case, "", words)]
    below = top + 1 + len(cells)
    taxed = [name for name in wagers if rules.bets[name].commission]
    sheet.put(top, 0, Cell("Case", Look.HEADING, span=_FIRST))
    for row, words in enumerate(
        (*(words for *_, words in cells), *["commission on winnings"] * bool(taxed)), start=top + 1
    ):
        sheet.put(row, 0, Cell(words, Look.LABEL, span=_FIRST))
    for column, name in enumerate(wagers, start=_FIRST):
        called = rules.wagers[name].name
        each = ", each" if name == rules.play and [*map(rules.times, rules.multiples)] != [1] else ""
        sheet.put(top, column, Cell(f"{called} nets{each}", Look.HEADING_RIGHT))
        for row, (case, line, words) in enumerate(cells, start=top + 1):
            if (paid := pays.row(name, case, line)) is None or (paid.line or "") != line:
                continue
            if rules.alone:  # no input: the rules state it for each result of a comparison that is not made
                here = sheet.put(row, column, Cell(paid.net, Look.FREE))
                pays.inputs[paid.place, None] = Live(here, paid.net)
            else:
                told = _case_words(rules, Case.NO_QUALIFY) if paid.cases == outcomes.UNQUALIFIED else words
                entry = InputCell(paid.place, f"{called}: {told}", paid.net, "net")
                pays.inputs[paid.place, case] = inputs.put(sheet, row, column, entry)
        if name in taxed:
            place, part = ("wager", name, "commission"), Fraction(rules.bets[name].commission)
            entry = InputCell(place, f"{called}: commission", part, "share")
            pays.commissions[name] = inputs.put(sheet, below, column, entry, PERCENT)
    below += bool(taxed)
    sheet.parts.append(TableRange("Net by case", top, below, (0, *range(_FIRST, _FIRST + len(wagers)))))
    column, lowest = max(_BESIDE, _FIRST + len(wagers) + 1), below
    for name in rules.base_tables:
        letter = analysis.letters[name]
        called = f"{rules.wagers[name].name} {letter}"
        sheet.put(top, column, Cell(called, Look.HEADING, span=2))
        sheet.put(top, column + 2, Cell("To 1", Look.HEADING_RIGHT))
        paid_on = {
            row.line: row for row in outcomes.payoffs(rules, name, letter) if row.place[:1] == ("pay_tables",)
        }
        for row, (words, (text, *others)) in enumerate(groups[name], start=top + 1):
            sheet.put(row, column, Cell(words, Look.LABEL, span=2))
            entry = InputCell(paid_on[text].place, f"{called}: {text}", paid_on[text].net)
            put_in = inputs.put(sheet, row, column + 2, entry)
            pays.inputs.update(((paid_on[one].place, None), put_in) for one in (text, *others))
        below = top + 1 + len(groups[name])
        sheet.parts.append(TableRange(f"What {called} pays", top, below, (column, column + 2)))
        column, lowest = column + 4, max(lowest, below)
    return lowest + 1, pays


_INPUTS = "Blue figures on yellow are inputs."


def base_sheet(
    name: str, analysis: Analysis, inputs: Inputs, confidence: Confidence, *, told: bool = False
) -> Sheet:
    """Return the sheet of the base game of an analysis; `told` is whether by lines as players know them."""
    rules, sheet = analysis.rules, Sheet(name)
    words = letters_in_words(rules, bonus_letters(rules, analysis.letters))
    title = rules.base_name + (f", with {words}" if words else "")
    played, whose, usage = played_in_words(analysis), whose_in_words(rules, rules.base), _INPUTS
    if rules.play:
        played = f"{'Optimal strategy' if analysis.strategy is analysis.best else 'Strategy'}: {played}"
        usage = f"{_INPUTS} {load_catalogue()('par.strategy_stays')}"
    top = sheet.write_title(rules, title, [played, *whose, *collected([analysis])], usage=usage)
    groups: dict[str, Groups] = {}
    for wager in rules.base_tables:
        lines = rules.file.pay_tables[wager][analysis.letters[wager]].lines
        own = [(text, [text]) for text in lines]
        groups[wager] = rules.file.imprint.told_alike(wager, lines) if told else own
    below, pays = write_pays(sheet, top, analysis, inputs, groups)
    rows = base_rows(analysis)
    if told and rules.alone and any(len(texts) > 1 for _, texts in groups.get(rules.base, ())):
        rows = _as_told(rows, rules, groups[rules.base])
    table = _table(sheet, below, analysis, pays, rows)
    table.fold = FOLDED if rules.play else ""
    write_figures(table, confidence, rules.unit_name, rules, analysis.wagers[rules.base])
    return sheet


def _table(
    sheet: Sheet, top: int, analysis: Analysis, pays: BasePays, rows: Sequence[BaseRow]
) -> OutcomeTable:
    rules, game = analysis.rules, analysis.game
    names = [*rules.base_wagers, *rules.bonuses]
    taken = {"collection": Live("", -rules.collection)} if rules.collection else {}
    middle = {
        **{name: (rules.wagers[name].name, Look.FREE) for name in names},
        **dict.fromkeys(taken, ("Collection", Look.FREE)),
        "net": ("Net", Look.FREE),
        "staked": ("Staked", Look.FREE),
        "returned": ("Pays, for 1", Look.FREE),
    }
    first, _ = sides(rules) or ("Player", "")
    hand = "Hand" if rules.alone else f"{first}'s hand"
    detail = "Decision and result" if rules.play else "" if rules.alone else "Result"
    table = OutcomeTable(sheet, top, analysis.wagers[rules.base].total, middle, (hand, detail))
    for row in rows:
        parts = {name: pays.net(name, row) for name in names} | taken
        net = sum((part.exact for part in parts.values()), Fraction(0))
        staked = game.staked(row.multiple)
        cells: dict[str, Value] = {
            **parts,
            "net": Live(f"SUM({{{names[0]}}}:{{{[*parts][-1]}}})", net),
            "staked": staked,
            "returned": Live("{net}+{staked}", net + staked),
        }
        table.outcomes.append(OutcomeRow(row.name, row.detail(rules), row.count, net, cells, staked))
    return table


def _write_terms(
    sheet: Sheet, top: int, called: str, terms: Mapping[str, tuple[InputCell, Kind]], inputs: Inputs
) -> tuple[int, dict[str, Live]]:
    """Write what holds for all lines of a wager; return the row below, and the terms by keys."""
    if not terms:
        return top, {}
    below, placed = top + len(terms), {}
    for row, (key, (entry, kind)) in enumerate(terms.items(), start=top):
        sheet.put(row, 0, Cell(entry.label.removeprefix(f"{called}: "), Look.LABEL, span=2))
        placed[key] = inputs.put(sheet, row, 2, entry, kind)
    sheet.parts.append(TableRange("Terms", top - 1, below, (0, 2), headings=("Term", ">Value")))
    return below + 1, placed


class SideBetSheet:
    """Writes the sheet of a side bet of an analysis."""

    def __init__(self, analysis: Analysis, wager: str, inputs: Inputs) -> None:
        self.rules, self.wager, self.inputs = analysis.rules, wager, inputs
        self.analysis = analysis
        self.bet = analysis.side_bets[wager]
        self.table = self.bet.table
        self.rows = outcomes.bet_lines(self.rules, wager, self.table.letter)
        self.called = f"{self.rules.wagers[wager].name} {self.table.letter}".strip()
        self.in_money = any(_kind(row) == "money" for row in self.rows.values())
        self.terms: dict[str, Live] = {}

    def sheet(self, name: str, confidence: Confidence) -> Sheet:
        """Return the sheet."""
        sheet = Sheet(name)
        usage = f"{_INPUTS[:-1]}, as the rules have them."
        top = sheet.write_title(self.rules, self.called, self._notes(), usage=usage)
        terms: dict[str, tuple[InputCell, Kind]] = {}
        if part := Fraction(self.rules.bets[self.wager].commission):
            place, label = ("wager", self.wager, "commission"), f"{self.called}: commission on winnings"
            terms["commission"] = InputCell(place, label, part, "share"), PERCENT
        if self.in_money:
            of_reader = ("reader", self.wager, self.table.letter, "stake")
            stake = InputCell(of_reader, f"{self.called}: stake", self.table.stake, "price")
            terms["stake"] = stake, Look.CASH
        top, self.terms = _write_terms(sheet, top, self.called, terms, self.inputs)
        middle = {"money": ("Pays in money", Look.CASH)} if self.in_money else {}
        middle |= {
            "to_one": ("Pays, to 1", Look.FREE),
            "returned": ("Pays, for 1", Look.FREE),
            "net": ("Net", Look.FREE),
        }
        table = OutcomeTable(sheet, top, self.bet.total, middle)
        for line in self.bet.lines:
            self._add(table, line, self.rows[line.text])
        write_figures(table, confidence, "wager", self.rules, self.bet.distribution)
        sheet.names["pays"] = table.all("returned" if self.table.for_one else "to_one")
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

    def _entry(self, line: LineCount, row: Payoff) -> InputCell | None:
        """Return the entry of the rules that a line pays; none for what is lost."""
        kind, label = _kind(row), f"{self.called}: {line.text}"
        if not kind:
            return None
        if kind in ("odds", "money"):
            return InputCell(row.place, label, row.money if kind == "money" else row.net + row.for_one)
        if kind != "pays":  # the same for all lines
            label = f"{self.rules.wagers[self.wager].name}: paid{_ending(line.text)}"
        return InputCell(row.place, label, row.net, "net")

    def _add(self, table: OutcomeTable, line: LineCount, row: Payoff) -> None:
        net = Live("", line.net)
        cells: dict[str, Value] = {}
        if (entry := self._entry(line, row)) is None:
            cells |= {"returned": line.net + 1, "net": line.net}
        else:
            in_money = _kind(row) == "money"
            column = "money" if in_money else "returned" if row.for_one else "to_one"
            kind = Look.CASH if in_money else Look.FREE
            put_in = self.inputs.put(table.sheet, table.end, table.places[column], entry, kind)
            net = Live(f"{{{column}}}", put_in.exact)
            if in_money:
                stake = self.terms["stake"]
                net = Live(f"{net.formula}/{stake.formula}", net.exact / stake.exact)
            if row.for_one:
                net = Live(f"{net.formula}-1", net.exact - 1)
            if column != "to_one":
                cells["to_one"], net = net, Live("{to_one}", net.exact)
            cells["net"] = net = _less(net, self.terms.get("commission"))
            if column != "returned":
                cells["returned"] = Live("{net}+1", net.exact + 1)
        table.outcomes.append(OutcomeRow(line.text, self._detail(line, row), line.count, net.exact, cells))

    def _detail(self, line: LineCount, row: Payoff) -> str:
        if row.hands is None:
            return "" if self.wager in self.rules.comparisons else nothing_in_words(self.rules, self.wager)
        if ending := _ending(line.text):
            return f"such a hand, {'equal to' if ending == outcomes.BUT_TIED else 'lower than'} the dealer's"
        words = line_in_words(self.rules, self.table, row.hands)
        tied, beaten = (
            line.text + ending in self.rows for ending in (outcomes.BUT_TIED, outcomes.BUT_BEATEN)
        )
        if not tied:
            return f"{words}; unless the dealer's hand is higher" if beaten else words
        return words + ("; if the player's hand is higher" if beaten else "; unless the hands tie")


def _kind(row: Payoff) -> str:
    """Return the last key of the entry that a line pays; nothing for what is lost."""
    return row.place[-1] if row.place else ""


def _ending(text: str) -> str:
    return next((ending for ending in (outcomes.BUT_TIED, outcomes.BUT_BEATEN) if text.endswith(ending)), "")


def write_long_run(sheet: Sheet, top: int, published: Sequence[tuple[str, LongRun]], unit: str) -> int:
    """Write the long run of every meter that is published for the table; return the row below."""
    if not published:
        return top
    runs = [run for _, run in published]
    envied, reserve = any(run.meter.envy_return for run in runs), any(run.reserve for run in runs)
    rows: list[_Meter] = []
    for option, run in published:
        rows.append((f"option {option}", run, True))
        rows += [(f"its {name}", level, False) for name, level in run.levels.items()]

    def figure(
        heading: str | None,
        value: Callable[[LongRun], Fraction | Enclosure],
        kind: Kind = PERCENT,
        *,
        of_levels: bool = False,
    ) -> Column[_Meter]:
        return Column(heading, kind, lambda row: value(row[1]) if row[2] or of_levels else None)

    columns: list[Column[_Meter]] = [
        Column("Published meter", Look.LABEL, lambda row: row[0]),
        Column("", Look.LINE, lambda _: ""),
        figure("Seed", lambda run: run.meter.seed, Look.CASH, of_levels=True),
        figure("Increment rate", lambda run: run.increments, of_levels=True),
        figure("Return", lambda run: run.long_run_return, of_levels=True),
        figure("House edge", lambda run: run.house_edge),
        figure("Fixed prizes", lambda run: run.meter.bonus_return),
        figure("Envy bonuses" if envied else None, lambda run: run.meter.envy_return),
        figure("Reset funding (house)", lambda run: run.top_ups, of_levels=True),
        figure("Mean meter when won", lambda run: run.law.mean, Look.CASH, of_levels=True),
        figure("Breakeven meter", lambda run: run.value.break_even, Look.EVEN_METER),
        figure("Reserve" if reserve else None, lambda run: run.reserve, of_levels=True),
        figure("Reset funding less reserve" if reserve else None, lambda run: run.borne_by_house),
    ]
    catalogue = load_catalogue()
    note = catalogue("par.long_run", unit=unit, envy=catalogue("par.long_run_envy") if envied else "")
    if any(run.levels for run in runs):
        note += f" {catalogue('par.long_run_levels')}"
    elif all(run.meter.limit is None and not any(prize.fixed for prize in run.meter.prizes) for run in runs):
        note += f" {catalogue('par.long_run_mean')}"
    table = Table.of("Long run, % of money wagered", rows, columns, note)
    sheet.fixed.append(table.title)
    return sheet.write_table(top, table)


_Meter = tuple[str, "LongRun", bool]
"""The name of a meter, its figures, and whether it is the first of its option, not a level of it."""

_KINDS: dict[str, tuple[str, Holds, Kind]] = {
    "odds": ("Pays in odds", "pay", Look.FREE),
    "money": ("Pays in money", "pay", Look.CASH),
    "meter": ("Pays of the meter", "share", PERCENT),
    "level": ("Pays of a further meter", "share", PERCENT),
    "envy": ("Envy bonus", "pay", Look.CASH),
}
"""By the kind of a prize: the heading of its column, what may be put in, and how it is shown."""


class JackpotSheet:
    """Writes the sheet of a progressive wager under one pay table, at the first seed that is published."""

    def __init__(self, scope: Scope, wager: str, letter: str, inputs: Inputs) -> None:
        self.rules, self.wager, self.inputs = scope.rules, wager, inputs
        self.facts, self.best = scope.jackpots[wager, letter], scope.main.best
        self.answer, self.chances = self.facts.answer, self.facts.answer.chances
        self.called = f"{self.rules.wagers[wager].name} {letter}"
        self.lines = [(chance, self._prizes(chance.line)) for chance in self.chances.lines()]
        self.kinds = [kind for kind in _KINDS if any(kind in prizes for _, prizes in self.lines)]
        self.lost = self.chances.deals - sum(chance.count for chance, _ in self.lines)
        self.terms = self._terms(letter)
        self.places: dict[str, str] = {}
        self.as_written: dict[str, Fraction] = {}

    def sheet(self, name: str, confidence: Confidence) -> Sheet:
        """Return the sheet."""
        sheet, rules = Sheet(name, open=depends_on(self.answer)), self.rules
        notes = whose_in_words(rules, self.wager)
        if self.chances.lost_on_fold:
            notes.insert(0, "Counts for a player who never folds.")
        usage = _INPUTS
        if sheet.open:
            notes.append(self._open_in_words())
            usage = f"{usage} The figures are for {self._placeholders} until these are entered."
        elif self.facts.published:
            notes.insert(0, headline(self.answer))
        top = sheet.write_title(rules, self.called, notes, usage=usage)
        terms = {
            key: (entry, Look.FREE if key == "others" else Look.CASH) for key, entry in self.terms.items()
        }
        top, placed = _write_terms(sheet, top, self.called, terms, self.inputs)
        self.places = {key: live.formula for key, live in placed.items()}
        odds = ", for 1" if self.chances.table.for_one else ", to 1"
        middle = {key: (_KINDS[key][0] + odds * (key == "odds"), _KINDS[key][2]) for key in self.kinds}
        middle |= {"returned": ("Pays, for 1", Look.FREE), "net": ("Net", Look.FREE)}
        table = OutcomeTable(sheet, top, self.chances.deals, middle)
        for chance, prizes in self.lines:
            self._add(table, chance, prizes)
        words, cells = nothing_in_words(rules, self.wager), {"returned": Fraction(0), "net": Fraction(-1)}
        table.outcomes.append(OutcomeRow("nothing", words, self.lost, Fraction(-1), cells))
        unit = f"wager, for {self._placeholders} until entered" if sheet.open else "wager"
        below = write_figures(table, confidence, unit, rules, self.written)
        below = self._write_meter(table, below)
        below = self._write_folding(sheet, below)
        below = write_long_run(sheet, below, self.facts.published, self.answer.stated_for)
        if sheet.open:
            self._leave_open(table, below)
        if self.facts.published:
            run = self.facts.published[0][1].long_run_return.middle
            as_written = self.as_written or {"return": 1 - self.written.house_edge}
            figures = [(sheet.marks[key], then) for key, then in as_written.items()]
            sheet.long_run = if_as_written(run, figures)
        return sheet

    def _write_meter(self, table: OutcomeTable, top: int) -> int:
        """Write what the wager is worth by its meters and with envy bonuses; return the row below."""
        chance, now, at = table.all("chance"), self._values(self.inputs), self.places
        price, returned, figures = now["price"], 1 + table.mean, list[BlockFigure]()
        catalogue = load_catalogue()

        def add(
            words: str, value: Fraction, formula: str, kind: Kind = PERCENT, *, key: str = "", limit: str = ""
        ) -> None:
            name, how = (catalogue(f"par.meter.{words}.{part}", limit=limit) for part in ("name", "how"))
            figures.append(BlockFigure(key or words, name, how, value, formula, kind, as_written.get(words)))

        as_written = self.as_written
        if now["mean meter"]:
            slope, then = now["mean meter"] / price, self._values(Inputs({}))
            as_written["slope"] = then["mean meter"] / then["price"]
            as_written["fixed"] = 1 - self.written.house_edge - as_written["slope"] * then["meter"]
        if "others" in at:
            formula = f"SUMPRODUCT({chance},{table.all('envy')})*{at['others']}/{at['price']}"
            add("envied", now["mean envy"] * now["others"] / price, formula)
        hits = [(f"level {name}" if name else "meter", hidden) for name, hidden, _ in self.answer.hits]
        for number, (term, hidden) in enumerate(hits):
            formula = f"{hidden.increment}*{at[term]}/({hidden.limit}*{at['price']}-{at[term]})"
            value = hidden.worth(now[term] / price)
            add("hit", value, formula, key=f"hit{number}", limit=plain(hidden.limit))
        others = [f"{{{figure.key}}}" for figure in figures]
        extra = sum((Live("", figure.value).exact for figure in figures), Fraction(0))
        if others:
            add("whole", returned + extra, "+".join(("{return}", *others)))
        if now["mean meter"]:
            fixed = returned - slope * now["meter"]
            formula = f"SUMPRODUCT({chance},{table.all('meter')})/{at['price']}"
            add("slope", slope, formula, Look.CHANCE)
            add("fixed", fixed, f"{{return}}-{{slope}}*{at['meter']}")
            formula = f"IF({{slope}}>0,(1-({'+'.join(('{fixed}', *others))}))/{{slope}},0)"
            add("even", (1 - fixed - extra) / slope, formula, Look.EVEN_METER)
        for number, (term, hidden) in enumerate(hits):
            if term == "meter":  # it is a curve in the meter, and the rest is not
                lacking = max(1 - returned - extra + hidden.worth(now[term] / price), Fraction(0))
                lacks = f"MAX(0,1-{{whole}}+{{hit{number}}})"
                formula = f"{hidden.limit}*{at['price']}*{lacks}/({lacks}+{hidden.increment})"
                add("even_hit", hidden.meter_for(lacking) * price, formula, Look.EVEN_METER, key="even")
        if figures:
            return table.sheet.write_block(top, "The meter", figures, "Exact, as written")
        return top

    def _write_folding(self, sheet: Sheet, top: int) -> int:
        """Write what the prizes beside the meter return to a player who folds as is best."""
        if not self.chances.lost_on_fold:
            return top
        answer = self.answer
        values = {"never folds": answer.value, "base-game optimum": answer.played_by(self.best)}
        rows = tuple((who, "", answer.per_unit(value)) for who, value in values.items())
        columns: list[Column[object]] = [
            Column("Player", Look.LABEL),
            Column("", Look.LINE),
            Column("Return", PERCENT),
            Column("Exact", Look.SPILL),
        ]
        note = f"Return of fixed prizes, for the pays as written and {answer.stated_for}."
        table = Table("Wager lost on a fold", columns, tuple((*row, str(row[-1])) for row in rows), note)
        sheet.fixed.append(table.title)
        return sheet.write_table(top, table)

    def _open_in_words(self) -> str:
        answer = self.answer
        return (
            f"The rules do not state its {' and '.join(answer.open_terms)}. It returns "
            f"{returns_in_words(answer, answer.value)} on average, and {Favour.PLAYER} {even_where(answer)}."
        )

    def _leave_open(self, table: OutcomeTable, top: int) -> None:
        """Let a document tell of a wager only what does not depend on what the rules leave open."""
        sheet, part = table.sheet, table.part
        (chances, how_often), (pays, _) = part.groups.items()
        kinds = [table.places[kind] for kind in self.kinds]
        sheet.parts = [one for one in sheet.parts if isinstance(one, Sentence)]
        sheet.parts.append(replace(part, groups={chances: how_often, pays: kinds}))
        prices = stakes_table(self.answer)
        columns = [replace(one, kind=Look.CASH if one.kind == MONEY else one.kind) for one in prices.shown]
        sheet.fixed.append(prices.title)
        usage = "For the pays as written, whatever is changed."
        sheet.write_table(top, replace(prices, columns=columns), usage=usage)

    @property
    def _placeholders(self) -> str:
        stand = {"price": f"a price of {money(1)}", "meter": f"a meter of {money(0)}"}
        return " and ".join(stand[term] for term in self.answer.open_terms)

    @cached_property
    def written(self) -> Distribution:
        """The net results for the pays and the meter as written."""
        counts: Counter[Fraction] = Counter({Fraction(-1): self.lost})
        for chance, prizes in self.lines:
            counts[self._returned(chance.line, prizes, Inputs({})).exact - 1] += chance.count
        return Distribution.from_counts(counts, self.chances.deals)

    def _terms(self, letter: str) -> dict[str, InputCell]:
        """Return what holds for all lines: the price, what meters show, other players."""
        bet, terms = self.rules.bets[self.wager], dict[str, InputCell]()

        def add(key: str, label: str, written: Fraction | int, kind: Holds = "amount") -> None:
            place = ("reader", self.wager, letter, key)
            terms[key] = InputCell(place, f"{self.called}: {label}", Fraction(written), kind)

        price = bet.first_stake
        add("price", f"{'full stake' if bet.full_stake else 'price'} of the wager", price, "price")
        if "meter" in self.kinds or self.answer.value.hidden is not None:
            add("meter", "current meter", (self.answer.terms.seed or 0) * price)
        if "envy" in self.kinds:
            seats = self.rules.file.deal.seats or 1
            add("others", "other players whose hands bring envy bonuses", seats - 1)
        for name, shows in self.chances.table.shows.items():
            add(f"level {name}", f"current meter {name!r}", shows * price)
        return terms

    def _prizes(self, line: Line) -> dict[str, InputCell]:
        """Return the entries of the rules for the prizes of a line, by their kinds: one, and envy bonuses."""
        prize, table, entries = line.prize, self.chances.table, {}
        meter = "level" if prize.level else "meter"
        values = {"odds": prize.odds, "money": prize.money, meter: prize.meter, "envy": prize.envy or None}
        for kind, value in values.items():
            if value is not None:
                key = "meter" if kind == "level" else kind
                place = ("pay_tables", table.wager, table.letter, "lines", line.text, key)
                label = f"{self.called}: {line.text}{', envy bonus' * (kind == 'envy')}"
                entries[kind] = InputCell(place, label, Fraction(value), _KINDS[kind][1])
        return entries

    def _returned(self, line: Line, prizes: Mapping[str, InputCell], inputs: Inputs) -> Live:
        """Return what a line returns for 1, with the formula of that in its row."""
        kind, entry = next(iter(prizes.items()))
        pays = inputs.now(entry)
        if kind == "odds":
            return Live("{odds}", pays) if self.chances.table.for_one else Live("{odds}+1", pays + 1)
        formula = f"{{{kind}}}"
        if line.prize.meter is not None:
            meter = f"level {line.prize.level}" if line.prize.level else "meter"
            formula, pays = f"{formula}*{self.places.get(meter)}", pays * inputs.now(self.terms[meter])
        return Live(f"{formula}/{self.places.get('price')}", pays / inputs.now(self.terms["price"]))

    def _add(self, table: OutcomeTable, chance: LineChance, prizes: Mapping[str, InputCell]) -> None:
        for key, entry in prizes.items():
            self.inputs.put(table.sheet, table.end, table.places[key], entry, _KINDS[key][2])
        returned = self._returned(chance.line, prizes, self.inputs)
        net = returned.exact - 1
        cells: dict[str, Value] = {"returned": returned, "net": Live("{returned}-1", net)}
        words = line_in_words(self.rules, self.chances.table, chance.line.hands)
        table.outcomes.append(OutcomeRow(chance.line.text, words, chance.count, net, cells))

    def _values(self, inputs: Inputs) -> dict[str, Fraction]:
        """Return the terms for some inputs, with the mean share of the meter and the mean envy bonus."""
        values = {key: inputs.now(entry) for key, entry in self.terms.items()}
        for kind in ("meter", "envy"):
            paid = [(one.probability, prizes[kind]) for one, prizes in self.lines if kind in prizes]
            values[f"mean {kind}"] = sum((part * inputs.now(entry) for part, entry in paid), Fraction(0))
        return values
