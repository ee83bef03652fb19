"""Quantities of hands: order, comparisons, qualification, pays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any, Literal

from combin.audit import hands as hand_words
from combin.audit import verdict
from combin.audit.hands import ThreeCards, UntrueError, hands_in_words, hands_of, ranks_in, three_cards
from combin.audit.subject import Assertion, Claim, Subject, Text, known, sentence
from combin.audit.verdict import Answer, Candidate, Form, Measure, UncheckableError, chance, holds, value
from combin.cards.cards import JOKER, Card, CardError, Deck
from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import Category, Ranking
from combin.formatting import counted, percent, plain
from combin.rules.errors import RulesError
from combin.rules.outcomes import PLAYS, off_table
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Kind

_JOKERS = re.compile(r"\b(?:joker|jk)\b", re.IGNORECASE)


class OrderOfHands(Assertion, frozen=True, kw_only=True, tag="order of hands"):
    """Categories from high to low, with ">" between: all of them, or two or more such as "straight > flush".

    Checked against the order of the rules. Of more than three `cards` the best five count.
    """

    cards: Literal[3, 5, 6, 7] = 3

    def answer(self, subject: Subject) -> Answer:
        words = self.published.split(">")
        if self.cards > 3:
            return self._of_five(subject, words)
        candidates = []
        for variant in subject.variants:
            ranking = variant.rules.ranking
            order = [one.value for one in ranking.order if ranking.counts[one]]
            hands = [three_cards(one, ranking, "published") for one in words]
            true = _in_order([{level: -level for level in one.levels} for one in hands])
            candidates.append(Candidate(" > ".join(order), variant.conditions, true))
        facts = {"counts": " < ".join(f"{count:,}" for count in subject.rules.ranking.counts.values())}
        return Answer(tuple(candidates), (sentence("pays.published", **facts),), facts)

    def _of_five(self, subject: Subject, words: list[str]) -> Answer:
        counts = hand_words.five_card_counts(subject.rules, self.cards)
        order = list(counts)
        hands = [hand_words.best_five(one, subject.rules.deck, "published").kinds for one in words]
        true = _in_order([{kind: (order.index(kind[0]), -kind[1]) for kind in one} for one in hands])
        listed = ", ".join(f"{one.value} {count:,}" for one, count in counts.items() if count)
        line = sentence("pays.five", cards=self.cards, counts=listed)
        return holds(" > ".join(one for one in order if counts[one]), line, true=true)


def _in_order(sets: Sequence[Mapping[Any, Any]]) -> bool:
    """Return whether the hands of each set, given with their places, are above those of the next."""
    left = []
    for own in sets:
        finer = [other for other in sets if other.keys() < own.keys()]
        left.append([place for hand, place in own.items() if not any(hand in other for other in finer)])
    return len(left) > 1 and all(one and other and max(one) < min(other) for one, other in pairwise(left))


class ExampleHand(Assertion, frozen=True, kw_only=True, tag="example hand"):
    """An example of a category, or of other hands in words: three ranks and the suits meant, or cards.

    From a deck with jokers, "joker" may stand for a rank; the suits are then those of the other cards.
    """

    category: Text
    suits: Literal["one suit", "not one suit", "any"] | Text = "any"

    def answer(self, subject: Subject) -> Answer:
        ranking = subject.rules.ranking
        wanted = three_cards(self.category, ranking, "category")
        suits = {one.name for one in ranking.deck.suits}
        if self.suits not in {"any", "one suit", "not one suit", *suits}:
            raise UntrueError(f"the deck has no suit {self.suits}")
        hands = list(_cards(self.published, ranking.deck) or _hands(self.published, self.suits, ranking.deck))
        strengths = [ranking.strength(hand) for hand in hands]
        found = Counter(one.category for one in strengths)
        if not found:
            raise UntrueError(f"no hand of the deck is {self.published}, {_meant(self.suits)}")
        is_a, number = " or ".join(category.value for category in found), counted(len(hands), "hand")
        line = sentence("pays.example", number=number, suits=_meant(self.suits), counts=_listed(found))
        true = all(
            wanted.holds(one.level, ranking.deck.suits_shown(hand))
            for one, hand in zip(strengths, hands, strict=True)
        )
        return holds(is_a, line, true=true)


class Comparison(Assertion, frozen=True, kw_only=True, tag="comparison"):
    """An example of a hand that beats another, both in the words for sets of hands."""

    better: Text
    worse: Text

    def hands(self, ranking: Ranking) -> tuple[ThreeCards, ThreeCards]:
        """Return the better and the worse hands."""
        return three_cards(self.better, ranking, "better"), three_cards(self.worse, ranking, "worse")

    def answer(self, subject: Subject) -> Answer:
        ranking = subject.rules.ranking
        better, worse = self.hands(ranking)
        true = _beats(better, worse, ranking)
        places = f"{self.better}: {_places(better)}; {self.worse}: {_places(worse)}"
        who = self.better if true else self.worse if _beats(worse, better, ranking) else "neither"
        line = sentence("pays.places", places=places, strengths=len(ranking.strengths))
        return holds(f"{who} is stronger", line, true=true)


def _beats(hands: ThreeCards, others: ThreeCards, ranking: Ranking) -> bool:
    """Return whether all hands of a set beat all of another one."""
    return all(ranking.compare(one, other) > 0 for one in hands.levels for other in others.levels)


class AceInStraights(Assertion, frozen=True, kw_only=True, tag="straights with an ace"):
    """The runs of three ranks that an ace may belong to: "3, 2, Ace and Ace, King, Queen"."""

    def answer(self, subject: Subject) -> Answer:
        ranking = subject.rules.ranking
        deck = ranking.deck
        runs = ["-".join(str(deck.ranks[rank]) for rank in run) for run in ranking.sequences]
        with_ace = {frozenset(run.split("-")) for run in runs if "A" in run.split("-")}
        named = [str(rank) for rank in ranks_in(re.sub(r"\b(?:and|or)\b", " ", self.published), deck)]
        written = {frozenset(named[place : place + 3]) for place in range(0, len(named), 3)}
        line = sentence("pays.runs", number=len(runs), runs=", ".join(reversed(runs)))
        shown = " and ".join(run for run in reversed(runs) if "A" in run.split("-"))
        return holds(shown or "none", line, true=written == with_ace, runs=str(len(runs)))


class DealerQualifies(Assertion, frozen=True, kw_only=True, tag="dealer qualifies"):
    """The weakest hand with which the dealer qualifies: "Queen high"."""

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        if rules.alone:
            raise UncheckableError("the game has no dealer")
        hands = three_cards(self.published, rules.ranking, "published")
        qualifying, lines = hand_words.qualification_derivation(rules)
        total = sum(strength.count for strength in rules.ranking.strengths)
        said = f"{rules.file.dealer.qualifies}: {qualifying:,} of {total:,} hands"
        true = min(hands.levels) == rules.qualifies and hands.sets[0].suit is None
        return holds(said, *lines, true=true)


def _meant(suits: str) -> str:
    """Return the suits meant by an example, in words."""
    meant = {"any": "any suits", "one suit": "all of one suit", "not one suit": "not all of one suit"}
    return meant.get(suits, f"all {suits}")


def _cards(text: str, deck: Deck) -> list[tuple[Card, ...]]:
    """Return the one hand that a text names card by card, none if it names ranks."""
    signs = "".join(one.symbol + one.glyph for one in deck.suits)
    words = re.split(r"[,\s]+", text.strip())
    if not all(re.fullmatch(rf"(?:10|\w)[{re.escape(signs)}]", word, re.IGNORECASE) for word in words):
        return []
    try:
        return [deck.parse(text, 3)]
    except CardError as error:
        raise UntrueError(str(error)) from None


def _hands(text: str, suits: str, deck: Deck) -> Iterator[tuple[Card, ...]]:
    """Yield all hands of three ranks, or of fewer and jokers, whose suits are as meant; of equal ones one."""
    others, jokers = _JOKERS.subn("", text) if deck.jokers else (text, 0)
    ranks = ranks_in(others, deck)
    if len(ranks) + jokers != 3:
        raise UntrueError(f"{text.strip()} is not three cards")
    kinds = [[Card(rank, suit) for suit in deck.suits] for rank in ranks] + [[JOKER]] * jokers
    seen = set()
    for hand in product(*kinds):
        times = frozenset(Counter(hand).items())
        shown = {card.suit.name for card in hand if card != JOKER}
        meant = {"any": True, "one suit": len(shown) == 1, "not one suit": len(shown) > 1}
        if times in seen or any(number > deck.number(card) for card, number in times):
            continue
        seen.add(times)
        if meant.get(suits, shown == {suits}):
            yield hand


def _listed(counts: Counter[Category]) -> str:
    total = sum(counts.values())
    if len(counts) == 1:
        return f"{next(iter(counts)).value}{' each' if total > 1 else ''}"
    return ", ".join(f"{count} {category.value}" for category, count in counts.items())


def _places(hands: ThreeCards) -> str:
    first, last = min(hands.levels) + 1, max(hands.levels) + 1
    count = hands.count()
    return f"strength {first}" + (f" to {last}" if last > first else "") + f", {count} hands"


class CardsInDeck(Claim, frozen=True, kw_only=True, tag="cards in the deck"):
    """Number of cards in the deck."""

    def answer(self, subject: Subject) -> Answer:
        return value(Fraction(len(subject.rules.deck)), f"{hands_in_words(subject.rules.deck)}.")


class NumberOfHands(Claim, frozen=True, kw_only=True, tag="number of hands"):
    """Number of hands of three `cards` of a kind ("pair", "A high", "straight or better", "any hand").

    Of more cards the best five count ("full house").
    """

    hands: Text = "any hand"
    cards: int = 3

    def answer(self, subject: Subject) -> Answer:
        deck = subject.rules.deck
        count = _count(subject, self.hands, self.cards)
        hands = hands_in_words(deck) if self.cards == 3 else f"{comb(len(deck), self.cards):,} hands"
        return value(Fraction(count), f"{hands}; {count:,} of them are {self.hands}.")


class Probability(Claim, frozen=True, kw_only=True, tag="probability"):
    """Probability of a hand of three `cards` of a kind; of more cards the best five count."""

    hands: Text
    cards: int = 3

    def answer(self, subject: Subject) -> Answer:
        count, total = _count(subject, self.hands, self.cards), comb(len(subject.rules.deck), self.cards)
        return chance(Fraction(count, total), f"{count:,} of {total:,} hands are {self.hands}.")


class RankOrder(Assertion, frozen=True, kw_only=True, tag="order of ranks"):
    """The order of the cards from high to low, as symbols: "A K Q J 10 9 8 7 6 5 4 3 2"."""

    def answer(self, subject: Subject) -> Answer:
        deck = subject.rules.deck
        order = " ".join(str(rank) for rank in reversed(deck.ranks))
        written = " ".join(str(rank) for rank in ranks_in(self.published, deck))
        line = f"{len(deck.ranks)} ranks, each once, in the order that this report uses."
        return holds(order, line, true=written == order)


class Seats(Claim, frozen=True, kw_only=True, tag="seats"):
    """Number of players at a table; checked against the number that the deck can serve."""

    def answer(self, subject: Subject) -> Answer:
        deal, cards = subject.rules.file.deal, len(subject.rules.deck)
        most, rest = divmod(cards - deal.dealer - deal.jackpot, deal.player)
        jackpot = f" − {deal.jackpot} jackpot cards" if deal.jackpot else ""
        taken = f"{cards} cards − {deal.dealer} of the dealer{jackpot}"
        line = sentence("pays.players", taken=taken, each=deal.player, most=most, rest=rest)
        return value(Fraction(most), line)


def _count(subject: Subject, words: str, cards: int) -> int:
    """Return the number of hands of a kind, of `cards` cards; 0 of a kind that the deck lacks."""
    if cards != 3:
        hand_words.five_card_counts(subject.rules, cards)
    try:
        return hands_of(words, subject.rules, "hands", cards).count(cards)
    except UntrueError:
        return 0


class LineOfTable(Claim, frozen=True, kw_only=True, tag="pay"):
    """Pay of a line of a pay table: odds, money or a share of the meter; or its envy bonus.

    Of odds "to" the net gain is checked, of odds "for" the payment with the stake; a bare number
    is what the line says. Hands without a line of their own are paid by the line that contains them, if any.
    Where no `table` is named, each is tried.
    """

    wager: Text
    table: str = ""
    line: Text
    of: Literal["pay", "envy"] = "pay"

    def answer(self, subject: Subject) -> Answer:
        tables = subject.chosen_tables(self.wager, self.table)
        lines = {letter: self._line(subject, table) for letter, table in tables.items()}
        pays = {letter: self._pays(table, lines[letter]) for letter, table in tables.items()}
        candidates = tuple(
            Candidate(pay, ({"under table": letter} if len(tables) > 1 else {}) | at_stake)
            for letter, (_, found) in pays.items()
            for pay, at_stake in found
        )
        evidence = (f"{self.line} is not paid.",) if None in lines.values() else ()
        measures = {measure for measure, _ in pays.values()}
        if len(measures) > 1:
            raise UntrueError(f"{self.line} is paid in {' and '.join(one.words for one in measures)}")
        return Answer(candidates, evidence, measure=measures.pop())

    def _pays(
        self, table: PayTable, line: Line | None
    ) -> tuple[Measure, list[tuple[Fraction, dict[str, str]]]]:
        """Return the kind of a prize, and its value at each stake that it depends on."""
        if self.of == "envy":
            return Measure.MONEY, [(Fraction(line.prize.envy if line else 0), {})]
        form = self.printed.form if self.published else Form.NUMBER
        if line is None:
            lost = table.bet.kind in (Kind.PAY_TABLE, Kind.JACKPOT) and form is not Form.NOTHING
            compared = table.bet.compared is not None
            unpaid = table.bet.outcomes[Case.WIN].pays if compared else Fraction(-lost)
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

    def _line(self, subject: Subject, table: PayTable) -> Line | None:
        """Return the line that is meant, None if the hands are not paid."""
        words = " ".join(self.line.split()).casefold()
        bare, better = hand_words.or_better(words)
        for line in table.lines:
            if line.text.casefold() in (words, *([] if better else [bare])):
                return line
        try:
            hands = hands_of(self.line, subject.rules, "line", 3 + table.bet.more_cards)
            paid = [*hands.paid(subject.rules, table).values()]
        except (UntrueError, RulesError):
            paid = []
        lines = list({line and line.prize: line for line in paid}.values())
        if not lines:
            known = ", ".join(line.text for line in table.lines)
            raise UntrueError(f"{self.wager} {table.letter} has no line {self.line} (there are: {known})")
        if len(lines) > 1:
            named = " and ".join(line.text if line else "no line" for line in lines)
            raise UntrueError(f"{self.line} is not paid by one line: it is on {named}")
        return lines[0]


class CaseOfWager(Claim, frozen=True, kw_only=True, tag="outcome"):
    """Result of a wager against the dealer in one case, less commission: odds, "stand-off" or "lose"."""

    wager: Text
    case: Literal["no_qualify", "win", "tie", "lose"]

    def answer(self, subject: Subject) -> Answer:
        bet = subject.rules.bets.get(self.wager)
        if bet is None or bet.kind is not Kind.AGAINST_DEALER:
            raise RulesError(("wager",), f"{self.wager!r} is not settled against the dealer")
        cases = [Case(self.case)]
        if self.case == "no_qualify" and bet.compares_unqualified:
            cases = [one for one in Case if not one.qualified and one is not Case.NO_QUALIFY]
        rows = [row for row in off_table(subject.rules, bet.id) if any(row.is_for(one) for one in cases)]
        pays = {row.odds() for row in rows}
        if len(pays) > 1 or any(row.line is not None for row in rows):
            by_hand = "its pay table" if bet.by_table else "the player's hand"
            compared = len({row.odds() for row in rows if not row.line}) > 1
            decides = "which hand is higher" if compared else by_hand
            raise UntrueError(f"the result of {bet.name} depends on {decides}")
        return value(pays.pop(), measure=Measure.PAY)


class PlayMultiple(Claim, frozen=True, kw_only=True, tag="play"):
    """Size of Play in units of the initial wager; of several choices the smallest and the largest."""

    def answer(self, subject: Subject) -> Answer:
        if not subject.rules.play:
            raise UntrueError("no wager of this game raises another")
        multiples = tuple(map(subject.rules.times, subject.rules.multiples))
        base, play = (subject.rules.wagers[name].name for name in (subject.rules.base, subject.rules.play))
        listed = " or ".join(map(plain, multiples))
        evidence = sentence("pays.multiples", play=play, multiples=listed, base=base)
        if len(multiples) == 1:
            return value(Fraction(multiples[0]), evidence, measure=Measure.MULTIPLE)
        ends = min(multiples), max(multiples)  # "1 to 3" names the least and the most
        true = self.published and self.printed.form is Form.TO
        true = true and (self.printed.digits, self.printed.beside) == ends
        return holds(f"{listed} × the {base}", evidence, true=bool(true))


class PaidHands(Assertion, frozen=True, kw_only=True, tag="paid hands"):
    """The hands that a wager pays: "straight or better", or a list; by every table if no `table` is named."""

    wager: Text
    table: str = ""

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        tables = subject.chosen_tables(self.wager, self.table)
        cards = 3 + rules.bets[self.wager].more_cards
        named = [hands_of(one, rules, "published", cards) for one in hand_words.parted(self.published)]
        if not named:
            raise RulesError(("published",), "no hand is named")
        every = hands_of("any hand", rules, "published", cards)
        counts = every.counted(cards)
        wanted = {kind for hands in named for kind in hands.counted(cards)}
        if any(counts[kind][0] == FiveCardCategory.STRAIGHT_FLUSH for kind in wanted):
            # A straight flush in a list is any, a royal one too.
            wanted |= {kind for kind, (name, _) in counts.items() if name == FiveCardCategory.ROYAL_FLUSH}
        wrong = []
        for letter, table in tables.items():
            paid = {kind for kind, line in every.paid(rules, table).items() if line and line.prize.odds != 0}
            wrong += [letter] if paid != wanted else []
        by_category = Counter[str]()
        for kind in wanted:
            by_category[counts[kind][0]] += counts[kind][1]
        count, total = by_category.total(), comb(len(rules.deck), cards)
        order = FiveCardCategory if cards > 3 else rules.ranking.order
        parts = [f"{one.value} {by_category[one]:,}" for one in order if by_category[one]]
        share = Fraction(count, total)
        line = sentence("pays.paid", parts=" + ".join(parts), count=count, total=total, share=share)
        which = f" under all tables ({', '.join(tables)})" if len(tables) > 1 else ""
        said = f"these {count:,} hands are paid{which}, and no others"
        said = f"table {', '.join(wrong)} pays other hands" if wrong else said
        return holds(said, line, true=not wrong, count=f"{count:,}")


class OddsInChips(Assertion, frozen=True, kw_only=True, tag="odds in chips"):
    """A rule for pays that chips cannot make; with whole odds it is never needed."""

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        lines = [
            (f"{name} {letter}, {line.text}", table.odds(line))
            for name, tables in rules.tables.items()
            for letter, table in tables.items()
            for line in table.lines
            if line.prize.odds is not None
        ]
        cases: list[tuple[str, Fraction]] = []
        for bet in map(rules.bets.__getitem__, rules.base_wagers):
            cases += [(bet.name, row.odds()) for row in off_table(rules, bet.id) if PLAYS in row.decided]
            cases += [(f"{bet.name}, {words}", odds) for words, odds in _parts(rules, bet)]
        broken = [f"{name}: {plain(odds)} to 1" for name, odds in (*lines, *cases) if odds.denominator != 1]
        if broken:
            shown = "; ".join(dict.fromkeys(broken))
            return holds(shown, f"Odds that are not whole: {shown}", true=True)
        return Answer((), (sentence("pays.whole", lines=len(lines)),), never=sentence("pays.chips"))


class ChoiceOfTables(Assertion, frozen=True, kw_only=True, tag="choice of tables"):
    """An example of a choice of lettered tables, by wager."""

    tables: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        if not self.tables:
            raise RulesError(("tables",), "no table is named")
        for wager, letter in self.tables.items():
            tables = subject.tables_of(wager)
            if letter not in tables:
                raise UntrueError(f"{wager} has no table {letter} (there are: {', '.join(tables)})")
        analysis, rules = subject.analysis(self.tables), subject.rules
        counts = [len(rules.tables[name]) for name in (*rules.base_tables, *rules.bets_by_table)]
        edges = ", ".join(
            f"{subject.rules.wagers[name].name} {percent(found.house_edge, 4)}"
            for name, found in analysis.wagers.items()
        )
        in_all = f"{' × '.join(map(str, counts))} = {len(subject.analyses)} choices of tables in all."
        return holds("one of the choices", in_all, f"House edges under this choice: {edges}.", true=True)


class ListOfWagers(Assertion, frozen=True, kw_only=True, tag="list of wagers"):
    """That a list has every wager of the game and nothing else; bonuses are payments, not wagers."""

    wagers: tuple[Text, ...]

    def answer(self, subject: Subject) -> Answer:
        bets = subject.rules.bets
        listed = {name: known("wagers", bets, name, f"no wager {name!r}") for name in self.wagers}
        left = [bet.name for name, bet in bets.items() if bet.kind is not Kind.BONUS and name not in listed]
        paid = [bet.name for bet in listed.values() if bet.kind is Kind.BONUS]
        faults = [f"{name} is not in it" for name in left] + [f"{name} is not a wager" for name in paid]
        number = sum(bet.kind is not Kind.BONUS for bet in bets.values())
        said = "; ".join(faults) or f"all {number} wagers of the game"
        line = sentence("pays.wagers", listed=len(listed), number=number, left=len(left))
        facts = {"missing": ", ".join(left), "payments": ", ".join(paid)}
        return verdict.consistent(said, line, true=not faults, **facts)


def _parts(rules: Rules, bet: Bet) -> Iterator[tuple[str, Fraction]]:
    """Yield what is a part of a stake: of what a fold gets back, or of a raise."""
    if bet.fold_returns:
        yield "what a fold gets back", bet.fold_returns
    if bet.id == rules.play:
        yield from (("its stake", rules.times(multiple)) for multiple in rules.multiples)
