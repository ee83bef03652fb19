"""The house edge as a theorem: a game in the language of the proof kernel Coq, and what is proved of it.

The file states the rules first, as definitions; then the words of the game, the same in every file
(`coq/words.v`); then proofs, the numbers that the engine claims, and one computation in which the kernel
counts all deals itself. No number of the engine is believed.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import StraightSuits
from combin.cards.suit_classes import hands_alike
from combin.certificate.canonical import digest, rules_data
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import table_of
from combin.exact.side_bets import bet_beside, side_bet
from combin.exact.statement import statement_of
from combin.exact.strategy import best_strategy
from combin.files import write_text
from combin.formats.tables import EXACT, PERCENT, Column, Table
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.rules.outcomes import CASES, UNQUALIFIED, payoffs
from combin.rules.resolved import Rules
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from combin.cards.ranking import Category
    from combin.exact.strategy import Strategy
    from combin.rules.outcomes import Payoff
    from combin.rules.wagers import Case


class Theorem(Struct, frozen=True):
    """A theorem of the file: its name in Coq, what it states in words, and the house edge that it proves."""

    name: str
    says: str
    edge: Fraction


class Section(Struct, frozen=True):
    """A part of the file: definitions that the reader believes, and Coq text with proofs behind all others.

    `rules` stand with the rules at the beginning, `text` at the end, with `Print Assumptions` of its own; it
    may use all that `coq/words.v` and `coq/proofs.v` define.
    """

    theorems: tuple[Theorem, ...]
    rules: str = ""
    text: str = ""


class TheoremFile(Answer, Struct, frozen=True):
    """A game with its theorems as a file for Coq."""

    shown_by: ClassVar[str] = "combin.certificate.theorem:theorem_view"

    rules: Rules
    theorems: tuple[Theorem, ...]
    beyond: tuple[str, ...]
    text: str

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the file for Coq; return the file written."""
        write_text(self.text, Path(path))
        return (Path(path),)


def theorem_file(rules: Rules) -> TheoremFile:
    """The theorems about a game (`combin.Game.theorem`).

    Raises:
        RulesError: the game is outside what the words of the file can say.
    """
    _refuse(rules)
    return _Writer(rules).file()


def theorem_view(made: TheoremFile, _: int = 10, *, path: Path | None = None) -> View:
    """The theorems of a file and where it was written, ready to be shown."""
    about, where = made.rules.file, "" if path is None else f"Written: {path}. "
    table = Table.of(
        "Theorems",
        made.theorems,
        [
            Column("Theorem", value=lambda theorem: theorem.name, name="theorem"),
            Column("About", value=lambda theorem: theorem.says, name="about"),
            Column("House edge", PERCENT, lambda theorem: theorem.edge, "house_edge"),
            Column("Exact", EXACT, lambda theorem: theorem.edge),
        ],
    )
    lines = [f"{where}Check it with: coqc {path or 'FILE.v'} (Coq 8.16; docs/theorem.md)."]
    lines += [f"Not in it: {', '.join(made.beyond)}."] if made.beyond else []
    return View(
        f"{about.title}: {counted(len(made.theorems), 'theorem')}",
        tuple(lines),
        (table,),
        lambda: {
            "game": about.id,
            "file": None if path is None else str(path),
            "theorems": table.objects(10),
            "not_in_it": list(made.beyond),
        },
        lambda: table.records(10, game=about.id),
    )


def _refuse(rules: Rules) -> None:
    deck, deal = rules.deck, rules.file.deal
    whole = deck.single and deck.regular and not deck.wild_cards
    for beyond, place, what in (
        (not whole, "deck", "one whole deck without jokers or wild cards"),
        (deal.player != 3, "deal", "hands of three cards"),
        (deal.face_up, "deal", "games in which no card of the dealer's is seen"),
        (rules.ranking.upsets, "ranking", "an order of hands without exceptions (beats)"),
    ):
        if beyond:
            raise RulesError((place,), f"theorems are for {what} (docs/theorem.md)")


@cache
def _template(name: str) -> str:
    return files("combin.certificate").joinpath("coq", f"{name}.v").read_text("utf-8")


def _quiet(text: str) -> str:
    """Text for a comment of Coq, in which quotes and ends of comments must not stand alone."""
    return text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")


def _comment(text: str) -> str:
    return f"(* {_quiet(text)} *)"


def _cited(text: str, *rules: str) -> str:
    """A comment that ends in the rules cited, if there are any."""
    return _comment(": ".join(filter(None, (text, ", ".join(dict.fromkeys(filter(None, rules)))))))


def _list(items: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, items))}]"


def _name(*parts: str) -> str:
    return "_".join(re.sub(r"\W", "_", part, flags=re.ASCII) for part in parts if part)


def _integer(value: Fraction | int) -> str:
    return f"({value})" if value < 0 else str(value)


def _ratio(value: Fraction) -> str:
    return f"{_integer(value.numerator)} # {value.denominator}"


def _category(category: Category) -> str:
    return category.title().replace(" ", "")


class _Writer:
    """Writes the file of one game: the rules, and theorem by theorem what is proved."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.ranking = rules, rules.ranking
        self.ranks = [_name(f"r{rank.symbol}") for rank in rules.deck.ranks]
        self.deals = rules.player_hands * rules.dealer_hands
        self.beyond = [rules.bets[name].name for name in rules.jackpots]
        self.games = [] if rules.side_bets_alone else choices(rules, {}, rules.base_tables)
        base = (*rules.base_wagers, *rules.bonuses)
        self.base_pays = self._lettered(() if rules.side_bets_alone else base)
        self.bets = [*filter(self._covered, self._lettered((*rules.comparisons, *rules.side_bets)))]
        nets = [self._odds(row) for pays in (*self.base_pays, *self.bets) for row in payoffs(rules, *pays)]
        self.unit = lcm(*(net.denominator for net in nets))
        self.questions = [("outcome (fun _ _ _ _ => 1)", self.deals)]
        self.theorems: list[Theorem] = []
        self.proofs: list[str] = []

    def _lettered(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Wagers, each with the letters of its tables, or with none."""
        by_table = {name: self.rules.bets[name].by_table for name in names}
        tables = self.rules.tables
        return [
            (name, letter)
            for name, lettered in by_table.items()
            for letter in (tables[name] if lettered else [""])
        ]

    def _odds(self, row: Payoff) -> Fraction:
        return row.odds(self.rules.bets[row.wager].first_stake)

    def _covered(self, pays: tuple[str, str]) -> bool:
        bet, rows = self.rules.bets[pays[0]], payoffs(self.rules, *pays)
        of_three = all(row.hands is None or isinstance(row.hands, HandSet) for row in rows)
        if covered := of_three and not bet.more_cards and bet.hand is Whose.PLAYER:
            return covered
        self.beyond.append(bet.name)
        return False

    def file(self) -> TheoremFile:
        """The file, made part by part."""
        rules, decides = self.rules, bool(self.rules.play)
        definitions = [*self._order(), *self._wagers()]
        played = [line for letters in self.games for line in self._base_game(letters)]
        for name, letter in self.bets:
            self._side_bet(name, letter)
        sections: list[Section] = []  # a module about other bets adds what it makes of the rules
        theorems = [*self.theorems, *(one for section in sections for one in section.theorems)]
        parts = [
            self._title(theorems),
            _template("opening"),
            *definitions,
            *(section.rules for section in sections),
            "\n(* 2. The words, the same for every game. *)\n",
            _template("words"),
            _template("strategies") * decides,
            *played,
            "\n(* 3. Proofs. Whoever believes the kernel need not read them. *)\n",
            _template("proofs"),
            _template("deciding") * decides,
            f"Definition questions : list (row -> Z) :=\n  {_list(text for text, _ in self.questions)}.",
            f"Definition numbers : list Z := {_list(_integer(number) for _, number in self.questions)}.",
            f"Definition deals := {self.deals}.",
            _template("closing"),
            _template("bounding") * decides,
            "\n(* 4. The theorems. *)",
            *self.proofs,
            f"\nDefinition proved := ({', '.join(one.name for one in self.theorems)}).",
            "Print Assumptions proved.",
            *(section.text for section in sections),
        ]
        text = "\n".join(part.rstrip("\n") for part in parts if part) + "\n"
        return TheoremFile(rules, tuple(theorems), tuple(dict.fromkeys(self.beyond)), text)

    def _title(self, theorems: Iterable[Theorem]) -> str:
        proved = "\n".join(f"   {one.name}: {one.says}, {one.edge}" for one in theorems)
        rules = self.rules
        said = {"title": rules.file.title, "digest": digest(rules_data(rules)), "proved": proved}
        return _template("title").format(**{key: _quiet(text) for key, text in said.items()})

    def _kind(self, level: int) -> str:
        strength = self.ranking.strengths[level]
        return f"({_category(strength.category)}, {_list(self.ranks[rank] for rank in strength.ranks)})"

    def _order(self) -> Iterator[str]:
        ranking, entry, deck = self.ranking, self.rules.file, self.rules.deck
        suits = ", ".join(f"{index} {suit.name}" for index, suit in enumerate(deck.suits))
        runs = _list(_list(self.ranks[rank] for rank in run) for run in ranking.sequences)
        enough = 3 if ranking.straight_suits is StraightSuits.THREE else 2
        three = self.ranks[-1 if ranking.highest_three is None else ranking.highest_three]
        yield " ".join(f"Definition {name} := {place}." for place, name in enumerate(self.ranks))
        yield f"Definition ranks := {len(self.ranks)}. {_cited('the deck', entry.deck.rule)}"
        yield f"Definition suits := {len(deck.suits)}. {_comment(suits)}"
        order = _list(map(_category, ranking.order))
        yield f"Definition order := {order}. {_cited('high to low', entry.ranking.rule)}"
        yield f"Definition straights := {_comment('lowest first')}\n  {runs}."
        yield f"Definition straight_suits := {enough}. {_comment('suits that a straight shows at least')}"
        yield f"Definition highest_three := {three}. {_comment('of three of a kind')}"
        yield f"Definition lowest_wins := {str(ranking.lowest_wins).lower()}."
        least = f"the lowest hand with which the dealer qualifies: {entry.dealer.qualifies}"
        lowest = self._kind(self.rules.qualifies)
        yield f"Definition qualifying : kind := {lowest}. {_cited(least, entry.dealer.rule)}"

    # -- pays --------------------------------------------------------------------------------------------

    def _wagers(self) -> Iterator[str]:
        rules = self.rules
        if self.unit > 1:
            yield _comment(f"All pays are in parts of the stake, of which it has {self.unit}.")
        for name, letter in (*self.base_pays, *self.bets):
            bet, by_case = rules.bets[name], self._by_case(name, letter)
            title, table = f"{bet.name} {letter}".strip(), rules.tables[name][letter].rule if letter else ""
            head = f"Definition {_name('pays', name, letter)}"
            if self._constant(name, letter):
                yield _cited(title, table, bet.rule)
                yield f"{head} : table := {self._table(by_case[CASES[0]])}."
                continue
            yield _cited(f"{title}, by whether the dealer qualifies and the result", table, bet.rule)
            yield f"{head} (qualified : bool) (r : result) : table := match qualified, r with"
            for pattern, rows in _patterns(by_case):
                cited = ", ".join(dict.fromkeys(row.rule for row in rows if row.rule))
                yield f"  | {pattern} => {self._table(rows)} {_comment(cited) if cited else ''}".rstrip()
            yield "  end."
        if rules.play:
            names = " | ".join(map(self._decision, (FOLD, *rules.multiples)))
            yield _cited("What the player decides", rules.file.decision.rule)
            yield f"Inductive decision := {names}."
            decisions = _list(map(self._decision, (FOLD, *rules.multiples)))
            yield f"Definition decisions := {decisions}."

    def _by_case(self, name: str, letter: str) -> dict[Case, tuple[Payoff, ...]]:
        rows = payoffs(self.rules, name, letter)
        return {case: tuple(row for row in rows if row.is_for(case)) for case in CASES}

    def _constant(self, name: str, letter: str) -> bool:
        return len(set(map(self._table, self._by_case(name, letter).values()))) == 1

    def _table(self, rows: Iterable[Payoff]) -> str:
        lines = [(self._line(row), _integer(self.unit * self._odds(row))) for row in rows]
        if len(lines) == 1 and lines[0][0] == "Any":
            return f"flat {lines[0][1]}"
        return _list(f"({line}, {net})" for line, net in lines)

    def _line(self, row: Payoff) -> str:
        if not isinstance(row.hands, HandSet):
            return "Any"
        levels, suit, suits = row.hands.levels, row.hands.suit, self.rules.deck.suits
        if not levels or (suit is not None and suit not in suits):
            raise RulesError(row.place, "theorems are for hands that occur, of one named suit or of all")
        by_category = self.ranking.levels_by_category.items()
        line = next((f"Of {_category(one)}" for one, own in by_category if own == frozenset(levels)), "")
        if not line:
            ends = sorted((levels[0], levels[-1]), reverse=self.ranking.lowest_wins)
            line = " ".join(("From", *map(self._kind, ends)))
        return line if suit is None else f"OneSuit {suits.index(suit)} ({line})"

    def _paid(self, name: str, letter: str) -> str:
        table = _name("pays", name, letter)
        return f"paid {table} h k" if self._constant(name, letter) else f"paid ({table} q r) h k"

    # -- what is proved ----------------------------------------------------------------------------------

    def _ask(self, question: str, edge: Fraction, unit: int) -> int:
        """Have the kernel compute the total that an edge means; return the place of the question."""
        self.questions.append((question, _whole(-edge * unit * self.deals)))
        return len(self.questions) - 1

    def _prove(self, name: str, says: str, edge: Fraction, statement: str, proof: str) -> None:
        self.theorems.append(Theorem(name, says, edge))
        self.proofs += [f"\n{_comment(says)}", f"Theorem {name} :\n  {statement}.\nProof. {proof} Qed."]

    def _settled(self, name: str, says: str, edge: Fraction, net: str, unit: int) -> None:
        """Prove the edge of what is settled by the player's hand and the result, or by the hand alone."""
        own = " q r" not in net
        ask, total, known = ("own", "total_own", "h k") if own else ("outcome", "total_of", "h k q r")
        place = self._ask(f"{ask} (fun {known} => {net})", edge, unit)
        statement = (
            f"(edge {unit} (settled (fun h k {'_ _' if own else 'q r'} => {net})) == {_ratio(edge)})%Q"
        )
        self._prove(name, says, edge, statement, f"counted ({total} (fun {known} => {net})) {place}%nat.")

    def _base_game(self, letters: Mapping[str, str]) -> Iterator[str]:
        rules, unit, suffix = self.rules, self.unit * self.rules.parts, _name(*letters.values())
        with_tables = ", ".join(f"{rules.bets[name].name} {letter}" for name, letter in letters.items())
        said = f"{rules.base_name}{f' with {with_tables}' if letters else ''}"
        best = best_strategy(rules, letters)
        edge, net, plan = best.distribution.house_edge, _name("net", suffix), _name("plan", suffix)
        pays = [
            (name, self._paid(name, letter))
            for name, letter in self.base_pays
            if letters.get(name, "") == letter
        ]
        raised = [paid for name, paid in pays if rules.play and rules.play in (name, rules.bets[name].on)]
        before = " + ".join(paid for _, paid in pays if paid not in raised)
        before = f"{rules.parts} * ({before})" if rules.parts > 1 else before
        fee = f" - {rules.collection * unit}" if rules.collection else ""
        if not rules.play:
            self._settled(_name("house_edge", suffix), said, edge, before + fee, unit)
            return
        fold = _integer(rules.fold_nets * unit)
        yield _comment(f"{said}: what the player nets by each decision")
        yield f"Definition {net} (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :="
        yield f"  match d with\n  | Fold => {fold}"
        for multiple, least in rules.multiples.items():
            nets = f"{before} + {multiple} * ({' + '.join(raised)}){fee}"
            if least:
                nets = f"if strength {self._kind(least)} <=? strength k then {nets} else {fold}"
            yield f"  | {self._decision(multiple)} => {nets}"
        yield "  end."
        yield from self._plan(plan, best)
        ratio, of = _ratio(edge), f"edge {unit} (decided {net}"
        most, played = (
            self._ask(question, edge, unit) for question in (f"most {net}", f"played {net} {plan}")
        )
        self._prove(
            _name("house_edge", suffix),
            f"{said}: of {plan}, and no strategy has a lower one",
            edge,
            f"({of} (follow {plan})) == {ratio})%Q /\\ forall s : strategy, ({ratio} <= {of} s))%Q",
            f"split; [counted (total_played {net} {plan}) {played}%nat | at_most {net} {most}%nat].",
        )
        lowest, least = next(iter(rules.multiples.items()))
        if not least:
            always, play = (
                named_strategy("always play", best.game).distribution.house_edge,
                self._decision(lowest),
            )
            place = self._ask(f"worth {net} {play}", always, unit)
            statement = f"({of} (fun _ => {play})) == {_ratio(always)})%Q"
            proof = f"counted (total_of (fun h k q r => {net} h k q r {play})) {place}%nat."
            self._prove(
                _name("never_folding", suffix), f"{said}: {play} with every hand", always, statement, proof
            )

    def _decision(self, multiple: int) -> str:
        return "Fold" if multiple == FOLD else _name(f"Play{self.rules.times_text(multiple)}")

    def _plan(self, name: str, best: Strategy) -> Iterator[str]:
        """The optimal strategy by its thresholds, and the hands that are decided otherwise one by one."""
        deck, statement, apart = self.rules.deck, statement_of(best), dict[int, list[str]]()
        for matchup, decision in best:
            level = matchup.hand.strength.level
            by_rule = next((one for one, weakest in statement.thresholds if level >= weakest.level), FOLD)
            for one in hands_alike(matchup.hand, deck) if decision != by_rule else ():
                cards = (deck.rank_of[card] * len(deck.suits) + deck.suit_of[card] for card in one.cards)
                apart.setdefault(decision, []).append(_list(sorted(cards)))
        yield _comment(statement.text)
        yield f"Definition {name} (h : hand) (k : kind) : decision :="
        for decision, hands in apart.items():
            yield f"  if existsb (forallb (has h)) {_list(hands)} then {self._decision(decision)} else"
        for decision, weakest in statement.thresholds:
            enough = f"strength {self._kind(weakest.level)} <=? strength k"
            yield f"  if {enough} then {self._decision(decision)} else"
        yield "  Fold."

    def _side_bet(self, name: str, letter: str) -> None:
        rules, bet, paid = self.rules, self.rules.bets[name], self._paid(name, letter)
        said, table = f"{bet.name} {letter}".strip(), table_of(rules, name, letter)
        edge = side_bet(rules, table).distribution.house_edge
        lost = bet.loses_on_fold and bool(rules.play)
        self._settled(_name(name, letter), said + " if no hand is folded" * lost, edge, paid, self.unit)
        for letters in self.games if lost else ():
            plan = _name("plan", *letters.values())
            edge = bet_beside(best_strategy(rules, letters), name, letter).distribution.house_edge
            net = f"match {plan} h k with Fold => {_integer(-self.unit)} | _ => {paid} end"
            self._settled(_name(name, letter, plan), f"{said}, lost where {plan} folds", edge, net, self.unit)


def _whole(value: Fraction) -> int:
    if value.denominator > 1:
        raise ArithmeticError(f"{value} is not whole")
    return value.numerator


def _patterns(by_case: Mapping[Case, tuple[Payoff, ...]]) -> Iterator[tuple[str, tuple[Payoff, ...]]]:
    """The cases as patterns of Coq: whether the dealer qualifies, and the result."""
    for qualified, cases in (("false", UNQUALIFIED), ("true", CASES[3:])):
        if len({by_case[case] for case in cases}) == 1:
            yield f"{qualified}, _", by_case[cases[0]]
            continue
        for result, case in zip(("Win", "Tie", "Lose"), cases, strict=True):
            yield f"{qualified}, {result}", by_case[case]
