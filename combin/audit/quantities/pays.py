"""Quantities of pay tables: what each line pays, who is paid, and what a raise costs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal

from combin.audit.answer import Answer, Candidate, holds, value
from combin.audit.printed import Text
from combin.audit.subject import Claim
from combin.audit.tables import paid_levels
from combin.exact.decimals import percent, plain
from combin.handset import HandSetError, parse_hand_set
from combin.rules.errors import RulesError
from combin.rules.wagers import AgainstDealer, Jackpot

if TYPE_CHECKING:
    from combin.audit.subject import Subject

__all__ = ["CaseOfWager", "ChoiceOfTables", "LineOfTable", "OddsInChips", "PaidHands", "PlayMultiple"]

Case = Literal["no_qualify", "win", "tie", "lose"]
PAYING: tuple[Case, ...] = ("no_qualify", "win", "tie")


class LineOfTable(Claim, frozen=True, kw_only=True, tag="pay"):
    """What a line of a pay table pays: odds, money or a share of the meter; or the envy bonus beside it."""

    wager: Text
    table: Text = "A"
    line: Text
    of: Literal["pay", "envy"] = "pay"

    def answer(self, subject: Subject) -> Answer:
        """Return what the rule file has the line pay."""
        table = subject.table(self.wager, self.table)
        line = next((one for one in table.lines if one.text == self.line), None)
        if line is None:
            known = ", ".join(repr(one.text) for one in table.lines)
            raise RulesError(
                ("line",), f"no line {self.line!r} in {self.wager} {self.table} (there are: {known})"
            )
        prize = line.prize
        if self.of == "envy":
            return value(Fraction(prize.envy))
        paid = next(one for one in (prize.odds, prize.money, prize.meter) if one is not None)
        exact = Fraction(paid)
        jackpot = isinstance(subject.rules.wagers[self.wager], Jackpot)
        if prize.odds is not None and not jackpot and " for " not in self.published:
            exact = table.odds(line)
        return value(exact)


class CaseOfWager(Claim, frozen=True, kw_only=True, tag="outcome"):
    """What a wager against the dealer gets in one case: odds, "stand-off" or "lose"."""

    wager: Text
    case: Case

    def answer(self, subject: Subject) -> Answer:
        """Return the net of the case."""
        wager = subject.rules.wagers.get(self.wager)
        if not isinstance(wager, AgainstDealer):
            raise RulesError(("wager",), f"{self.wager!r} is not settled against the dealer")
        return value(Fraction(wager.outcome(self.case).pays))


class PlayMultiple(Claim, frozen=True, kw_only=True, tag="play"):
    """How much Play costs in units of the initial wager."""

    def answer(self, subject: Subject) -> Answer:
        """Return the only multiple; where there are several, none is what Play costs."""
        multiples = tuple(subject.rules.multiples)
        base, play = (subject.rules.wagers[name].name for name in (subject.rules.base, subject.rules.play))
        listed = " or ".join(map(str, multiples))
        evidence = f"{play} is {listed} × the {base} in the rules that this report is computed from."
        if len(multiples) > 1:
            return holds(f"{listed} × the {base}", evidence, true=False)
        return value(Fraction(multiples[0]), evidence)


class PaidHands(Claim, frozen=True, kw_only=True, tag="paid hands"):
    """The weakest hand that every table of a wager pays: "straight or better"."""

    figure: ClassVar[bool] = False
    wager: Text

    def answer(self, subject: Subject) -> Answer:
        """Return the hands that the tables pay, by category."""
        rules = subject.rules
        words = self.published.casefold().removesuffix(" or better").removeprefix("a ").strip()
        try:
            start = parse_hand_set(words, rules.ranking).levels.start
        except HandSetError as error:
            raise RulesError(("published",), str(error)) from None
        wanted = set(range(start, len(rules.ranking.strengths)))
        if self.wager not in rules.tables:
            raise RulesError(
                ("wager",), f"no pay table for {self.wager!r} (there are: {', '.join(rules.tables)})"
            )
        tables = rules.tables[self.wager]
        paid = {letter: paid_levels(table) for letter, table in tables.items()}
        count = sum(rules.ranking.strengths[level].count for level in wanted)
        total = sum(strength.count for strength in rules.ranking.strengths)
        by_category = Counter(dict.fromkeys(rules.ranking.order, 0))
        for level in wanted:
            by_category[rules.ranking.strengths[level].category] += rules.ranking.strengths[level].count
        parts = [f"{category.value} {hands:,}" for category, hands in by_category.items() if hands]
        evidence = (
            f"{' + '.join(parts)} = {count:,} of {total:,} hands ({percent(Fraction(count, total), 4)})"
        )
        wrong = [letter for letter, levels in paid.items() if levels != wanted]
        which = f" under all tables ({', '.join(tables)})" if len(tables) > 1 else ""
        said = (
            f"these {count:,} hands are paid{which}, and no others"
            if not wrong
            else f"table {', '.join(wrong)} pays other hands"
        )
        return holds(said, f"{evidence}.", true=not wrong, count=f"{count:,}")


class OddsInChips(Claim, frozen=True, kw_only=True, tag="odds in chips"):
    """A rule for pays that chips cannot make; with whole odds it is never needed."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return that the case cannot occur, or the odds that bring it about."""
        rules = subject.rules
        broken = [
            f"{name} {letter}, {line.text}: {plain(table.odds(line))} to 1"
            for name in (*rules.base_tables, *rules.bets_by_table)
            for letter, table in rules.tables[name].items()
            for line in table.lines
            if table.odds(line).denominator != 1
        ]
        base = [rules.against_dealer(name) for name in rules.base_wagers]
        broken += [
            f"{wager.name}: {plain(outcome.pays)} to 1"
            for wager in base
            for outcome in map(wager.outcome, PAYING)
            if Fraction(outcome.pays).denominator != 1
        ]
        if broken:
            return Answer(
                (Candidate("; ".join(broken), {}, holds=True),),
                ("Odds that are not whole: " + "; ".join(broken),),
            )
        lines = sum(
            len(table.lines)
            for name in (*rules.base_tables, *rules.bets_by_table)
            for table in rules.tables[name].values()
        )
        evidence = (
            f"All {lines} lines of the pay tables and the pays against the dealer are whole numbers to 1."
        )
        return Answer(
            (),
            (evidence,),
            never="a wager of whole chips is paid in the same chips, since all odds are whole numbers",
        )


class ChoiceOfTables(Claim, frozen=True, kw_only=True, tag="choice of tables"):
    """An example of a choice of lettered tables, by wager."""

    figure: ClassVar[bool] = False
    tables: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        """Return whether the choice exists, and how many there are in all."""
        for wager, letter in self.tables.items():
            subject.table(wager, letter)
        analysis = subject.analysis(subject.variants[0], self.tables)
        rules = subject.rules
        counts = [len(rules.tables[name]) for name in (*rules.base_tables, *rules.bets_by_table)]
        edges = ", ".join(
            f"{subject.rules.wagers[name].name} {percent(found.house_edge, 4)}"
            for name, found in analysis.wagers.items()
        )
        in_all = f"{' × '.join(map(str, counts))} = {len(subject.analyses)} choices of tables in all."
        return holds("one of the choices", in_all, f"House edges under this choice: {edges}.", true=True)
