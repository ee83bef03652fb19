"""Quantities of pay tables: what each line pays, who is paid, and what a raise costs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Literal

from combin.audit.answer import Answer, Candidate, UntrueError, holds, value
from combin.audit.derivations import five_card_counts, five_card_hands, or_better, parted, three_card_hands
from combin.audit.published import Form, Measure
from combin.audit.subject import Assertion, Claim, Subject, Text
from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import HandSet
from combin.decimals import percent, plain
from combin.rules.bets import Kind
from combin.rules.errors import RulesError
from combin.rules.numbers import Pay
from combin.rules.wagers import Case, Prize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.cards.ranking import Ranking
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


PAYING = (Case.NO_QUALIFY, Case.WIN, Case.TIE)


class LineOfTable(Claim, frozen=True, kw_only=True, tag="pay"):
    """What a line of a pay table pays: odds, money or a share of the meter; or the envy bonus beside it.

    Of odds "to" what is gained is judged, of odds "for" what is paid back, the stake included; a bare number
    is what the line says. A hand without a line of its own is paid by the line that holds it, if any.
    """

    wager: Text
    table: Text = "A"
    line: Text
    of: Literal["pay", "envy"] = "pay"

    def answer(self, subject: Subject) -> Answer:
        """Return what the rule file has the line pay."""
        table = subject.table(self.wager, self.table)
        line = self._line(subject, table)
        prize = line.prize if line is not None else Prize(odds=Pay(0))
        if self.of == "envy":
            return value(Fraction(prize.envy))
        if line is None:
            return value(Fraction(-1), f"{self.line} is not paid.", measure=Measure.PAY)
        odds = bool(self.published) and self.printed.form in (Form.TO, Form.FOR, Form.QUOTIENT)
        if prize.odds is None and not (odds and table.stake > 1):
            return value(Fraction(next(one for one in (prize.money, prize.meter) if one is not None)))
        if not odds and prize.odds is not None:
            return value(Fraction(prize.odds))
        return value(table.odds(line), measure=Measure.PAY)

    def _line(self, subject: Subject, table: PayTable) -> Line | None:
        """Return the line that is meant, None if the hand is not paid.

        Raises:
            UntrueError: the table has no such line, and no line holds the hand.
            RulesError: the words are no hand.
        """
        words = or_better(self.line)[0]
        for line in table.lines:
            if line.text.casefold() in (words.casefold(), self.line.casefold()):
                return line
        known = ", ".join(line.text for line in table.lines)
        problem = f"{self.wager} {self.table} has no line {self.line} (there are: {known})"
        try:
            if subject.rules.bets[self.wager].more_cards:
                (hands,) = five_card_hands(words, "line", better=False)
                return _line_paying(table, hands)
            return _line_paying(table, three_card_hands(words, subject.rules.ranking, "line"))
        except (UntrueError, RulesError):
            raise UntrueError(problem) from None


class CaseOfWager(Claim, frozen=True, kw_only=True, tag="outcome"):
    """What a wager against the dealer gets in one case: odds, "stand-off" or "lose"."""

    wager: Text
    case: Literal["no_qualify", "win", "tie", "lose"]

    def answer(self, subject: Subject) -> Answer:
        """Return the net of the case."""
        bet = subject.rules.bets.get(self.wager)
        if bet is None or bet.kind is not Kind.AGAINST_DEALER:
            raise RulesError(("wager",), f"{self.wager!r} is not settled against the dealer")
        return value(Fraction(bet.outcome(Case(self.case)).pays), measure=Measure.PAY)


class PlayMultiple(Claim, frozen=True, kw_only=True, tag="play"):
    """How much Play costs in units of the initial wager; of several choices the least and the most."""

    def answer(self, subject: Subject) -> Answer:
        """Return the only multiple; where there are several, whether the least and the most are meant."""
        if not subject.rules.play:
            raise UntrueError("no wager of this game raises another")
        multiples = tuple(map(subject.rules.times, subject.rules.multiples))
        base, play = (subject.rules.wagers[name].name for name in (subject.rules.base, subject.rules.play))
        listed = " or ".join(map(plain, multiples))
        evidence = f"{play} is {listed} × the {base} in the rules that this report is computed from."
        if len(multiples) > 1:
            # "1 to 3" names the least and the most.
            true = bool(self.published) and (
                self.printed.digits == min(multiples) and self.printed.beside == max(multiples)
            )
            return holds(f"{listed} × the {base}", evidence, true=true)
        return value(Fraction(multiples[0]), evidence)


class PaidHands(Assertion, frozen=True, kw_only=True, tag="paid hands"):
    """The hands that every table of a wager pays: "straight or better", or a list of them."""

    wager: Text

    def answer(self, subject: Subject) -> Answer:
        """Return the hands that the tables pay, by category."""
        rules = subject.rules
        tables = subject.tables_of(self.wager)
        more = rules.bets[self.wager].more_cards
        wanted, by_category = self._of_five(rules, more) if more else self._of_three(rules.ranking)
        paid = {letter: _paid_categories(one) if more else paid_levels(one) for letter, one in tables.items()}
        count, total = sum(by_category.values()), comb(len(rules.deck), rules.file.deal.player + more)
        parts = [f"{category} {hands:,}" for category, hands in by_category.items() if hands]
        evidence = (
            f"{' + '.join(parts)} = {count:,} of {total:,} hands ({percent(Fraction(count, total), 4)})"
        )
        wrong = [letter for letter, hands in paid.items() if hands != wanted]
        which = f" under all tables ({', '.join(tables)})" if len(tables) > 1 else ""
        said = (
            f"these {count:,} hands are paid{which}, and no others"
            if not wrong
            else f"table {', '.join(wrong)} pays other hands"
        )
        return holds(said, f"{evidence}.", true=not wrong, count=f"{count:,}")

    def _named(self) -> Iterator[tuple[str, bool]]:
        """Yield the hands that are listed, each with whether all stronger ones are meant too."""
        for part in parted(self.published):
            words, better = or_better(part)
            yield words.casefold(), better or len(parted(self.published)) == 1

    def _of_three(self, ranking: Ranking) -> tuple[set[int], dict[str, int]]:
        """Return the levels of the hands named, and how many hands of each category they are."""
        wanted: set[int] = set()
        for words, better in self._named():
            levels = three_card_hands(words, ranking, "published").levels
            wanted |= set(range(levels.start, len(ranking.strengths)) if better else levels)
        counted = Counter(dict.fromkeys((one.value for one in ranking.order), 0))
        for level in wanted:
            counted[ranking.strengths[level].category.value] += ranking.strengths[level].count
        return wanted, dict(counted)

    def _of_five(self, rules: Rules, more: int) -> tuple[set[FiveCardCategory], dict[str, int]]:
        """Return the categories of the best five cards named, with how many hands each of them has."""
        counts = five_card_counts(rules.deck, rules.file.deal.player + more)
        wanted = {
            one
            for words, better in self._named()
            for one in five_card_hands(words, "published", better=better)
        }
        # A straight flush in a list is any, a royal one too; a deck of four suits has no five of a kind.
        if FiveCardCategory.STRAIGHT_FLUSH in wanted:
            wanted.add(FiveCardCategory.ROYAL_FLUSH)
        wanted = {one for one in wanted if counts[one]}
        return wanted, {one.value: counts[one] for one in counts if one in wanted}


class OddsInChips(Assertion, frozen=True, kw_only=True, tag="odds in chips"):
    """A rule for pays that chips cannot make; with whole odds it is never needed."""

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
        base = [rules.bets[name] for name in rules.base_wagers]
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


class ChoiceOfTables(Assertion, frozen=True, kw_only=True, tag="choice of tables"):
    """An example of a choice of lettered tables, by wager."""

    tables: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        """Return whether the choice exists, and how many there are in all."""
        for wager, letter in self.tables.items():
            tables = subject.tables_of(wager)
            if letter not in tables:
                raise UntrueError(f"{wager} has no table {letter} (there are: {', '.join(tables)})")
        analysis = subject.analysis(subject.variants[0], self.tables)
        rules = subject.rules
        counts = [len(rules.tables[name]) for name in (*rules.base_tables, *rules.bets_by_table)]
        edges = ", ".join(
            f"{subject.rules.wagers[name].name} {percent(found.house_edge, 4)}"
            for name, found in analysis.wagers.items()
        )
        in_all = f"{' × '.join(map(str, counts))} = {len(subject.analyses)} choices of tables in all."
        return holds("one of the choices", in_all, f"House edges under this choice: {edges}.", true=True)


def paid_levels(table: PayTable) -> set[int]:
    """Return the levels of three-card hands that a table pays in some suit."""
    paid: dict[int, bool] = {}
    for hands, line in reversed(table.sets):
        pays = line is not None and line.prize.odds != 0
        if isinstance(hands, HandSet) and (pays or hands.suit is None):
            paid |= dict.fromkeys(hands.levels, pays)
    return {level for level, is_paid in paid.items() if is_paid}


def _paid_categories(table: PayTable) -> set[FiveCardCategory]:
    """Return the categories of the best five cards that a table pays."""
    lines = {category: table.line_of_five(category) for category in FiveCardCategory}
    return {category for category, line in lines.items() if line is not None and line.prize.odds != 0}


def _line_paying(table: PayTable, hands: HandSet | FiveCardCategory) -> Line | None:
    """Return the line of a table that pays hands, the finest that holds all of them; None if none does."""
    if isinstance(hands, FiveCardCategory):
        return table.line_of_five(hands)
    holding = (line for own, line in table.sets if isinstance(own, HandSet) and hands.within(own))
    return next(holding, None)
