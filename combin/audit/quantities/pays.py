"""Quantities of pay tables: what each line pays, who is paid, and what a raise costs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Literal

from combin.audit.hands import hands_of, or_better, parted
from combin.audit.published import Form, Measure
from combin.audit.subject import Assertion, Claim, Subject, Text
from combin.audit.verdict import Answer, Candidate, UntrueError, holds, value
from combin.cards.five_cards import FiveCardCategory
from combin.decimals import percent, plain
from combin.rules.bets import Bet, Kind
from combin.rules.errors import RulesError
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


class LineOfTable(Claim, frozen=True, kw_only=True, tag="pay"):
    """What a line of a pay table pays: odds, money or a share of the meter; or the envy bonus beside it.

    Of odds "to" what is gained is judged, of odds "for" what is paid back, the stake included; a bare number
    is what the line says. Hands without a line of their own are paid by the line that holds them, if any.
    Where no `table` is named, each is tried.
    """

    wager: Text
    table: str = ""
    line: Text
    of: Literal["pay", "envy"] = "pay"

    def answer(self, subject: Subject) -> Answer:
        """Return what the rule file has the line pay, under each table and stake that is left open."""
        tables = subject.chosen_tables(self.wager, self.table)
        named = {letter: self._lines(subject, table) for letter, table in tables.items()}
        pays = {letter: self._pays(table, named[letter]) for letter, table in tables.items()}
        candidates = tuple(
            Candidate(pay, ({"under table": letter} if len(tables) > 1 else {}) | at_stake)
            for letter, (_, found) in pays.items()
            for pay, at_stake in found
        )
        unpaid = [letter for letter, lines in named.items() if None in lines]
        evidence = (f"{self.line} is not paid.",) if unpaid else ()
        measures = {measure for measure, _ in pays.values()}
        if len(measures) > 1:
            raise UntrueError(f"{self.line} is paid in {' and '.join(one.words for one in measures)}")
        return Answer(candidates, evidence, measure=measures.pop())

    def _pays(
        self, table: PayTable, lines: list[Line | None]
    ) -> tuple[Measure, list[tuple[Fraction, dict[str, str]]]]:
        """Return the kind of a prize, and what it comes to at each stake that it depends on."""
        line = lines[0]
        if self.of == "envy":
            return Measure.MONEY, [(Fraction(line.prize.envy if line else 0), {})]
        form = self.printed.form if self.published else Form.NUMBER
        if line is None:
            lost = table.bet.kind in (Kind.PAY_TABLE, Kind.JACKPOT) and form is not Form.NOTHING
            compared = table.bet.compared is not None
            unpaid = table.bet.outcome(Case.WIN).pays if compared else Fraction(-lost)
            return Measure.PAY, [(Fraction(unpaid), {})]
        prize = line.prize
        if prize.odds is not None:
            said = form in (Form.NUMBER, Form.NOTHING)
            return Measure.PAY, [(Fraction(prize.odds) if said else table.odds(line), {})]
        if prize.money is None:
            return Measure.METER, [(Fraction(prize.meter or 0), {})]
        stakes = table.bet.stakes or ((table.stake,) if table.stake > 1 else ())
        if form not in (Form.TO, Form.FOR, Form.QUOTIENT) or not stakes:
            return Measure.MONEY, [(Fraction(prize.money), {})]
        named = {plain(stake): table.at(Fraction(stake)).odds(line) for stake in stakes}
        return Measure.PAY, [
            (odds, {"at a stake of": stake} if len(stakes) > 1 else {}) for stake, odds in named.items()
        ]

    def _lines(self, subject: Subject, table: PayTable) -> list[Line | None]:
        """Return the line that is meant, None if the hands are not paid.

        Raises:
            UntrueError: the table has no such line, no line holds the hands, or several pay parts of them.
        """
        rules, words = subject.rules, " ".join(self.line.split()).casefold()
        bare, better = or_better(words)
        for line in table.lines:
            if line.text.casefold() in (words, *([] if better else [bare])):
                return [line]
        known = ", ".join(line.text for line in table.lines)
        try:
            cards = 3 + table.bet.more_cards
            paid = hands_of(self.line, rules, "line", cards).paid(rules, table)
        except (UntrueError, RulesError):
            paid = {}
        lines = list({line and line.prize: line for line in paid.values()}.values())
        if not lines:
            raise UntrueError(f"{self.wager} {table.letter} has no line {self.line} (there are: {known})")
        if len(lines) > 1:
            told = " and ".join(line.text if line else "no line" for line in lines)
            raise UntrueError(f"{self.line} is not paid alike: it is on {told}")
        return lines


class CaseOfWager(Claim, frozen=True, kw_only=True, tag="outcome"):
    """What a wager against the dealer gets in one case, less commission: odds, "stand-off" or "lose"."""

    wager: Text
    case: Literal["no_qualify", "win", "tie", "lose"]

    def answer(self, subject: Subject) -> Answer:
        """Return the net of the case.

        Raises:
            UntrueError: it gets no one thing in this case, but what the comparison or its table says.
        """
        bet = subject.rules.bets.get(self.wager)
        if bet is None or bet.kind is not Kind.AGAINST_DEALER:
            raise RulesError(("wager",), f"{self.wager!r} is not settled against the dealer")
        cases = [Case(self.case)]
        if self.case == "no_qualify" and bet.compares_unqualified:
            cases = [one for one in Case if not one.qualified and one is not Case.NO_QUALIFY]
        outcomes = [bet.outcome(one) for one in cases]
        pays = {bet.kept(one.pays) for one in outcomes}
        if len(pays) > 1 or any(one.by_table for one in outcomes):
            told = "its pay table" if len(pays) == 1 else "which hand is higher"
            raise UntrueError(f"what {bet.name} gets depends on {told}")
        return value(pays.pop(), measure=Measure.PAY)


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
                self.printed.form is Form.TO
                and (self.printed.digits, self.printed.beside) == (min(multiples), max(multiples))
            )
            return holds(f"{listed} × the {base}", evidence, true=true)
        return value(Fraction(multiples[0]), evidence, measure=Measure.MULTIPLE)


class PaidHands(Assertion, frozen=True, kw_only=True, tag="paid hands"):
    """The hands that a wager pays: "straight or better", or a list; by every table if no `table` is named."""

    wager: Text
    table: str = ""

    def answer(self, subject: Subject) -> Answer:
        """Return the hands that the tables pay, by category."""
        rules = subject.rules
        tables = subject.chosen_tables(self.wager, self.table)
        cards = 3 + rules.bets[self.wager].more_cards
        named = [hands_of(one, rules, "published", cards) for one in parted(self.published)]
        if not named:
            raise RulesError(("published",), "no hand is named")
        every = hands_of("any hand", rules, "published", cards)
        counted = every.counted(cards)
        wanted = {kind for hands in named for kind in hands.counted(cards)}
        if any(counted[kind][0] == FiveCardCategory.STRAIGHT_FLUSH for kind in wanted):
            # A straight flush in a list is any, a royal one too.
            wanted |= {kind for kind, (name, _) in counted.items() if name == FiveCardCategory.ROYAL_FLUSH}
        wrong = [
            letter
            for letter, table in tables.items()
            if wanted
            != {kind for kind, line in every.paid(rules, table).items() if line and line.prize.odds != 0}
        ]
        by_category = Counter[str]()
        for kind in wanted:
            by_category[counted[kind][0]] += counted[kind][1]
        count, total = by_category.total(), comb(len(rules.deck), cards)
        order = FiveCardCategory if cards > 3 else rules.ranking.order
        parts = [f"{one.value} {by_category[one]:,}" for one in order if by_category[one]]
        evidence = (
            f"{' + '.join(parts)} = {count:,} of {total:,} hands ({percent(Fraction(count, total), 4)})"
        )
        which = f" under all tables ({', '.join(tables)})" if len(tables) > 1 else ""
        said = (
            f"these {count:,} hands are paid{which}, and no others"
            if not wrong
            else f"table {', '.join(wrong)} pays other hands"
        )
        return holds(said, f"{evidence}.", true=not wrong, count=f"{count:,}")


class OddsInChips(Assertion, frozen=True, kw_only=True, tag="odds in chips"):
    """A rule for pays that chips cannot make; with whole odds it is never needed."""

    def answer(self, subject: Subject) -> Answer:
        """Return that the case cannot occur, or the odds that bring it about."""
        rules = subject.rules
        lines = [
            (f"{name} {letter}, {line.text}", table.odds(line))
            for name, tables in rules.tables.items()
            for letter, table in tables.items()
            for line in table.lines
            if line.prize.odds is not None
        ]
        against = [rules.bets[name] for name in rules.base_wagers]
        cases = [
            (bet.name, bet.kept(outcome.pays)) for bet in against for outcome in map(bet.outcome, rules.cases)
        ]
        cases += [(f"{bet.name}, {words}", odds) for bet in against for words, odds in _parts(rules, bet)]
        broken = [f"{name}: {plain(odds)} to 1" for name, odds in (*lines, *cases) if odds.denominator != 1]
        broken = list(dict.fromkeys(broken))
        if broken:
            return Answer(
                (Candidate("; ".join(broken), {}, holds=True),),
                ("Odds that are not whole: " + "; ".join(broken),),
            )
        evidence = (
            f"All {len(lines)} lines of the pay tables and the pays against the dealer are whole "
            "numbers to 1."
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
        if not self.tables:
            raise RulesError(("tables",), "no table is named")
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


def _parts(rules: Rules, bet: Bet) -> Iterator[tuple[str, Fraction]]:
    """Yield what is a part of a stake: of what a fold gets back, or of a raise."""
    if bet.fold_returns:
        yield "what a fold gets back", bet.fold_returns
    if bet.id == rules.play:
        yield from (("its stake", rules.times(multiple)) for multiple in rules.multiples)
