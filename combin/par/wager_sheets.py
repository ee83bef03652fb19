"""The sheets of wagers: the base game under one choice of its tables, and a side bet under one table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.pay_lines import BUT_BEATEN, BUT_TIED, HIGHER
from combin.formats.columns import PERCENT, Live
from combin.par.outcomes import (
    OutcomeRow,
    OutcomeTable,
    line_in_words,
    nothing_in_words,
    whose_in_words,
    write_figures,
)
from combin.par.scope import played_in_words
from combin.par.workbook import (
    CASH,
    FREE,
    HEADING,
    HEADING_RIGHT,
    LABEL,
    Cell,
    InputCell,
    Sheet,
    TableRange,
    write_title,
)
from combin.report.analysis import collected
from combin.report.words import bonus_letters, decision_word, letters_in_words
from combin.rules.wagers import AgainstDealer, Case
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.side_bets import LineCount
    from combin.formats.columns import Value
    from combin.par.outcomes import Confidence
    from combin.par.workbook import InputCells
    from combin.rules.bets import Bet
    from combin.rules.resolved import Rules


_ALL_CASES = Case.LOSE
"""The case that stands for all where there is no dealer."""

FOLDED = "fold"
"""How a row of folded hands is told."""

Groups = list[tuple[str, list[str]]]
"""Lines of a table that are one to the reader, by what they are called."""

_Key = tuple[str, tuple[tuple[str, str], ...], int, "Case | None"]


@dataclass(frozen=True, slots=True)
class BaseRow:
    """Deals that end alike: a category, the line of each table that is met, a multiple played, and a case.

    A fold has the multiple 0 and no case; `lines` are by wager. `told` is what players call such deals, where
    they are told of the lines in other words.
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
    counts: Counter[_Key] = Counter()
    for (level, place, multiple), (_, *deals) in analysis.strategy.together.items():
        category = rules.ranking.strengths[level].category.value
        if multiple == FOLD:
            counts[category, (), FOLD, None] += sum(deals)
            continue
        lines = tuple((name, line.text) for name, line in game.paid[place].items() if line is not None)
        if rules.alone:  # all cases are one
            counts[category, lines, multiple, _ALL_CASES] += sum(deals)
            continue
        for case, count in zip(rules.cases, deals, strict=True):
            counts[category, lines, multiple, case] += count
    ordered = sorted(counts.items(), key=lambda row: _place(row[0], rules))
    return tuple(BaseRow(*key, count // analysis.alike) for key, count in ordered if count)


def _as_told(rows: tuple[BaseRow, ...], rules: Rules, groups: Groups) -> tuple[BaseRow, ...]:
    """Return the rows of a game alone by what players are told of, the rarest first."""
    called = {text: words for words, texts in groups for text in texts}
    found: dict[str, BaseRow] = {}
    for row in rows:
        told = called[dict(row.lines)[rules.base]] if row.lines else "all other hands"
        more = found[told].count if told in found else 0
        found[told] = replace(found.get(told, row), count=row.count + more, told=told)
    return tuple(sorted(found.values(), key=lambda row: row.count))


def _place(key: _Key, rules: Rules) -> tuple[int, int, tuple[tuple[str, str], ...], int, int]:
    """Return what orders rows: categories, those of finer lines first, then multiples, then cases."""
    category, lines, multiple, case = key
    categories = [category.value for category in rules.ranking.order]
    finer = sum(text != category for _, text in lines)
    return (
        categories.index(category),
        -finer,
        lines,
        -multiple,
        0 if case is None else rules.cases.index(case),
    )


_FIRST, _BESIDE = 2, 5
"""The columns in which the wagers, and beside them the tables, begin at the least."""


@dataclass(frozen=True)
class BasePays:
    """What is put in: `cases` by wager and case, `lines` by table and line, `commissions` by wager."""

    rules: Rules
    cases: dict[tuple[str, Case], Live]
    lines: dict[tuple[str, str], Live]
    commissions: dict[str, Live]

    def net(self, name: str, row: BaseRow) -> Live:
        """Return what a wager or bonus nets in a row, with the formula of that (none for a constant)."""
        rules, met = self.rules, dict(row.lines)
        if row.multiple == FOLD or row.case is None:
            return Live("", rules.bets[name].fold_returns - 1 if name in rules.initial else Fraction(0))
        bonus = name in rules.bonuses
        if bonus and (name not in met or not rules.bets[name].paid_in(row.case)):
            return Live("", Fraction(0))
        by_table = bonus or (name in met and rules.bets[name].outcome(row.case).by_table)
        put_in = self.lines[name, met[name]] if by_table else self.cases[name, row.case]
        on_play = name == rules.play or (bonus and rules.bets[name].on == rules.play)
        if bonus and not on_play:
            return put_in
        reference, value = put_in.formula, put_in.exact
        if (kept := self.commissions.get(name)) is not None:
            reference = f"IF({reference}>0,{reference}*(1-{kept.formula}),{reference})"
            value = value * (1 - kept.exact) if value > 0 else value
        if on_play and (times := rules.times(row.multiple)) != 1:
            return Live(f"{times}*{reference}", times * value)
        return Live(reference, value)


def write_pays(
    sheet: Sheet, top: int, analysis: Analysis, input_cells: InputCells, groups: Mapping[str, Groups]
) -> tuple[int, BasePays]:
    """Write what wagers net in each case and what tables pay; return the row below, and where these stand.

    Lines that are one to the reader, in `groups` by wager, are one.
    """
    rules, wagers = analysis.rules, list(analysis.rules.base_wagers)
    pays = BasePays(rules, {}, {}, {})
    cases = {case: _case_words(rules, case) for case in rules.cases if rules.qualifies or case.qualified}
    if rules.alone:
        cases = {_ALL_CASES: "any hand not on a table"}
    below = top + 1 + len(cases)
    taxed = [name for name in wagers if rules.bets[name].commission]
    sheet.put(top, 0, Cell("Case", HEADING, span=_FIRST))
    for row, words in enumerate((*cases.values(), *["commission on winnings"] * bool(taxed)), start=top + 1):
        sheet.put(row, 0, Cell(words, LABEL, span=_FIRST))
    for column, name in enumerate(wagers, start=_FIRST):
        called = rules.wagers[name].name
        each = ", each" if name == rules.play and [*map(rules.times, rules.multiples)] != [1] else ""
        sheet.put(top, column, Cell(f"{called} nets{each}", HEADING_RIGHT))
        for row, case in enumerate(cases, start=top + 1):
            entry = _case(rules, name, case)
            if rules.alone:  # no input: the rules state it for each result of a comparison that is not made
                here = sheet.put(row, column, Cell(entry.written, FREE))
                pays.cases[name, case] = Live(here, entry.written)
            else:
                pays.cases[name, case] = input_cells.put(sheet, row, column, entry)
        if name in taxed:
            entry = InputCell(
                ("wager", name, "commission"),
                f"{called}: commission",
                Fraction(rules.bets[name].commission),
                "share",
            )
            pays.commissions[name] = input_cells.put(sheet, below, column, entry, PERCENT)
    below += bool(taxed)
    columns = (0, *range(_FIRST, _FIRST + len(wagers)))
    sheet.parts.append(TableRange("What wagers net", top, below, columns))
    column, lowest = max(_BESIDE, _FIRST + len(wagers) + 1), below
    for name in rules.base_tables:
        letter = analysis.letters[name]
        called = f"{rules.wagers[name].name} {letter}"
        sheet.put(top, column, Cell(called, HEADING, span=2))
        sheet.put(top, column + 2, Cell("To 1", HEADING_RIGHT))
        lines = rules.file.pay_tables[name][letter].lines
        for row, (words, (text, *others)) in enumerate(groups[name], start=top + 1):
            sheet.put(row, column, Cell(words, LABEL, span=2))
            place = ("pay_tables", name, letter, "lines", text, "odds")
            entry = InputCell(place, f"{called}: {text}", Fraction(lines[text].odds or 0))
            put_in = input_cells.put(sheet, row, column + 2, entry)
            pays.lines.update(dict.fromkeys(((name, one) for one in (text, *others)), put_in))
        below = top + 1 + len(groups[name])
        sheet.parts.append(TableRange(f"What {called} pays", top, below, (column, column + 2)))
        column, lowest = column + 4, max(lowest, below)
    return lowest + 1, pays


def _case(rules: Rules, name: str, case: Case) -> InputCell:
    """Return the entry of the rules that tells what a wager nets in a case."""
    wager = rules.bets[name]
    entry = wager.compared
    place: tuple[str, ...] = (case.value,)
    if isinstance(entry, AgainstDealer) and not case.qualified:
        if not wager.compares_unqualified:
            case = Case.NO_QUALIFY
            place = (case.value,)
        else:
            result = str(case.result)
            place = (result,) if entry.no_qualify.compared else ("no_qualify", result)
    label = f"{wager.name}: {_case_words(rules, case)}"
    return InputCell(("wager", name, *place, "pays"), label, Fraction(wager.outcome(case).pays), "net")


_INPUTS = (
    "Blue figures on yellow are inputs. The strategy is the one for the pays as written: after a change the "
    "counts stay, and combin check tells whether another strategy is better."
)


def base_sheet(
    name: str, analysis: Analysis, input_cells: InputCells, confidence: Confidence, *, told: bool = False
) -> Sheet:
    """Return the sheet of the base game of an analysis; `told` is whether by lines as players know them."""
    rules, sheet = analysis.rules, Sheet(name)
    words = letters_in_words(rules, bonus_letters(rules, analysis.letters))
    title = rules.base_name + (f", with {words}" if words else "")
    usage = _INPUTS if rules.play else "Blue figures on yellow are inputs."
    top = write_title(sheet, rules, title, [_strategy(analysis), *collected([analysis])], usage=usage)
    groups: dict[str, Groups] = {}
    for wager in rules.base_tables:
        lines = rules.file.pay_tables[wager][analysis.letters[wager]].lines
        own = [(text, [text]) for text in lines]
        groups[wager] = rules.file.imprint.told_alike(wager, lines) if told else own
    below, pays = write_pays(sheet, top, analysis, input_cells, groups)
    rows = base_rows(analysis)
    if told and rules.alone and any(len(texts) > 1 for _, texts in groups.get(rules.base, ())):
        rows = _as_told(rows, rules, groups[rules.base])
    table = _table(sheet, below, analysis, pays, rows)
    fold = FOLDED if rules.play else None
    write_figures(table, confidence, rules.unit_name, rules, analysis.wagers[rules.base], fold=fold)
    sheet.names["combinations"] = table.all("count")
    sheet.frozen = (below + 1, 1)
    return sheet


def _strategy(analysis: Analysis) -> str:
    text = played_in_words(analysis)
    if not analysis.rules.play:
        return text
    return f"{'Optimal strategy' if analysis.strategy is analysis.best else 'Strategy'}: {text}"


def _table(
    sheet: Sheet, top: int, analysis: Analysis, pays: BasePays, rows: Sequence[BaseRow]
) -> OutcomeTable:
    """Return the outcomes."""
    rules, game = analysis.rules, analysis.game
    names = [*rules.base_wagers, *rules.bonuses]
    taken = {"collection": Live("", -rules.collection)} if rules.collection else {}
    middle = {
        **{name: (rules.wagers[name].name, FREE) for name in names},
        **dict.fromkeys(taken, ("Collection", FREE)),
        "net": ("Net", FREE),
        "staked": ("Staked", FREE),
        "returned": ("Pays, for 1", FREE),
    }
    detail = "Decision and dealer's hand" if rules.play else "" if rules.alone else "Dealer's hand"
    total = analysis.wagers[rules.base].total
    table = OutcomeTable(sheet, top, total, middle, ("Player's hand", detail))
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


_SIDE_BET_INPUTS = "Blue figures on yellow are inputs, as the rules have them."


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
        top = self._terms(
            sheet, write_title(sheet, self.rules, self.called, self._notes(), usage=_SIDE_BET_INPUTS)
        )
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
