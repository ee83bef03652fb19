"""The house edge as a theorem: a game in the language of the proof kernel Coq, and what is proved of it.

The file states the rules first, as definitions; then the words of the game, the same in every file
(`coq/words.v`); then proofs, the numbers that the engine claims, and one computation in which the kernel
counts all deals itself. No number of the engine is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from types import NoneType
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import ColourLine, HandSetError
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import StraightSuits
from combin.cards.suit_classes import suit_variants
from combin.certificate import coq_text
from combin.certificate.canonical import digest, rules_data
from combin.certificate.coq_text import Proved, citing, comment, coq_name, integer, listed, quotient, template
from combin.certificate.jackpot_theorem import jackpot_section, jackpots_of
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import table_of
from combin.exact.side_bets import bet_beside, side_bet
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, best_strategy
from combin.files import write_text
from combin.formats.tables import EXACT, PERCENT, Column, Table
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError, refused_at, single_deck_only, three_cards_only
from combin.rules.outcomes import CASES, UNQUALIFIED, Payoff, payoffs
from combin.rules.resolved import Rules
from combin.rules.wagers import Case, Whose


class Theorem(Proved, frozen=True):
    """A theorem about a house edge."""

    edge: Fraction


class TheoremFile(Answer, Struct, frozen=True):
    """A game with its theorems as a file for Coq."""

    shown_by: ClassVar[str] = "combin.certificate.theorem:theorem_view"

    rules: Rules
    theorems: tuple[Proved, ...]
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
    single_deck_only(rules.deck, "theorems")
    three_cards_only(rules.file.deal.player, "theorems")
    for beyond, place, what in (
        (rules.deck.missing, ("deck",), "a deck without missing cards"),
        (rules.file.deal.face_up, ("deal",), "games in which no card of the dealer's is seen"),
        (rules.ranking.upsets, ("ranking",), "an order of hands without exceptions (beats)"),
    ):
        if beyond:
            raise RulesError(place, f"theorems are for {what} (docs/theorem.md)")


def _word(name: str) -> str:
    return name.title().replace(" ", "")


class _Writer:
    """Writes the file of one game: the rules, and theorem by theorem what is proved."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.ranking = rules, rules.ranking
        self.ranks = [coq_name(f"r{rank.symbol}") for rank in rules.deck.ranks]
        self.deals = rules.player_hands * rules.dealer_hands
        self.jackpots = jackpots_of(rules)
        self.beyond = [f"{rules.bets[name].name} ({why})" for name, why in self.jackpots.items() if why]
        self.games = [] if rules.side_bets_alone else choices(rules, {}, rules.base_tables)
        base = (*rules.base_wagers, *rules.bonuses)
        self.base_pays = self._lettered(() if rules.side_bets_alone else base)
        bets = {pays: self._form(*pays) for pays in self._lettered((*rules.comparisons, *rules.side_bets))}
        self.bets = {pays: form for pays, form in bets.items() if form}
        without = (name for (name, _), form in bets.items() if not form and name not in self.jackpots)
        self.beyond += [rules.bets[name].name for name in without]
        of_base = [Fraction(0)] if rules.side_bets_alone else [rules.fold_nets, rules.collection]
        self.units = dict.fromkeys(self.base_pays, self._parts(self.base_pays, of_base))
        """In how many parts of the stake the pays of each table are written."""
        self.units |= {pays: self._parts([pays]) for pays in self.bets}
        self.questions = [("outcome (fun _ _ _ _ => 1)", Fraction(self.deals))]
        self.theorems: list[Theorem] = []
        self.proofs: list[str] = []

    def _lettered(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Wagers, each with the letters of its tables, or with none."""
        tables, bets = self.rules.tables, self.rules.bets
        letters = {name: [*tables[name]] if bets[name].by_table else [""] for name in names}
        return [(name, letter) for name in letters for letter in letters[name]]

    def _parts(self, pays: Iterable[tuple[str, str]], more: Iterable[Fraction] = ()) -> int:
        odds = [self._odds(row) for name, letter in pays for row in payoffs(self.rules, name, letter)]
        return lcm(*(net.denominator for net in (*odds, *more)))

    def _odds(self, row: Payoff) -> Fraction:
        return row.odds(self.rules.bets[row.wager].first_stake)

    def _form(self, name: str, letter: str) -> str:
        """What a bet hangs on: "result", "colours", "dealer" or "both"; "" if the words do not have it."""
        bet, rows = self.rules.bets[name], payoffs(self.rules, name, letter)
        lines = {type(row.hands) for row in rows} - {NoneType}
        if bet.more_cards or not lines <= {HandSet, ColourLine}:
            return ""
        if bet.hand is Whose.PLAYER and ColourLine not in lines:
            return "result"
        if bet.versus_dealer or (lines == {ColourLine} and bet.hand is not Whose.PLAYER):
            return ""
        if lines == {ColourLine}:
            return "colours"
        known = {Whose.DEALER: "dealer", Whose.HIGHER: "both", Whose.LOWER: "both"}
        return "" if bet.loses_on_fold else known.get(bet.hand, "")

    def file(self) -> TheoremFile:
        """The file, made part by part."""
        rules, decides, forms = self.rules, bool(self.rules.play), set(self.bets.values())
        of_dealer = bool(forms & {"dealer", "both"})
        definitions = [*self._order(), *self._wagers()]
        played = [line for letters in self.games for line in self._base_game(letters)]
        for name, letter in self.bets:
            self._side_bet(name, letter)
        jackpots = jackpot_section(rules, self.games[0] if self.games else {}, self.hands)
        sections = [jackpots] if jackpots else []
        theorems: list[Proved] = [*self.theorems, *(one for part in sections for one in part.theorems)]
        parts = [
            self._title(theorems),
            template("opening"),
            template("colour_lines") * ("colours" in forms),
            *definitions,
            *(section.rules for section in sections),
            "\n(* 2. The words, the same for every game. *)",
            template("words"),
            template("colouring" if "colours" in forms else "uncoloured"),
            template("both") * of_dealer,
            template("strategies") * decides,
            "\n(* 3. What each decision nets, and the plan by which the player decides. *)" * decides,
            *played,
            *(section.words for section in sections),
            "\n(* 4. Proofs. Whoever believes the kernel need not read them. *)",
            template("proofs"),
            template("colours") * ("colours" in forms),
            template("dealers") * of_dealer,
            template("deciding") * decides,
            f"Definition questions : list (row -> Z) :=\n  {listed(text for text, _ in self.questions)}.",
            f"Definition numbers : list Z := {listed(integer(number) for _, number in self.questions)}.",
            f"Definition deals := {self.deals}.",
            template("closing"),
            template("bounding") * decides,
            "\n(* 5. The theorems. *)",
            *self.proofs,
            f"\nDefinition proved := ({', '.join(one.name for one in self.theorems)}).",
            "Print Assumptions proved.",
            *(section.text for section in sections),
        ]
        lines = "\n".join(part.rstrip("\n") for part in parts if part).split("\n")
        text = "".join(f"{coq_text.wrapped(line)}\n" for line in lines)
        return TheoremFile(rules, tuple(theorems), tuple(dict.fromkeys(self.beyond)), text)

    def _title(self, theorems: Sequence[Proved]) -> str:
        rules, edges = self.rules, [f", {one.edge}" * (one.edge is not None) for one in theorems]
        told = zip(theorems, edges, strict=True)
        proved = "\n".join(f"   {theorem.name}: {theorem.says}{edge}" for theorem, edge in told)
        said = {"title": rules.file.title, "digest": digest(rules_data(rules)), "proved": proved}
        return template("title").format(**{key: coq_text.quiet(text) for key, text in said.items()})

    def _kind(self, level: int) -> str:
        strength = self.ranking.strengths[level]
        return f"({_word(strength.category)}, {listed(self.ranks[rank] for rank in strength.ranks)})"

    def _order(self) -> Iterator[str]:
        ranking, entry, deck = self.ranking, self.rules.file, self.rules.deck
        suits = ", ".join(f"{index} {suit.name}" for index, suit in enumerate(deck.suits))
        runs = listed(listed(self.ranks[rank] for rank in run) for run in ranking.sequences)
        enough = 3 if ranking.straight_suits is StraightSuits.THREE else 2
        three = self.ranks[-1 if ranking.highest_three is None else ranking.highest_three]
        yield " ".join(f"Definition\xa0{name}\xa0:=\xa0{place}." for place, name in enumerate(self.ranks))
        yield f"Definition ranks := {len(self.ranks)}. {citing('the deck', entry.deck.rule)}"
        yield f"Definition suits := {len(deck.suits)}. {comment(suits)}"
        yield citing("The order of hands, high to low, and the straights, lowest first", entry.ranking.rule)
        yield f"Definition order := {listed(map(_word, ranking.order))}."
        yield f"Definition straights :=\n  {runs}."
        yield f"Definition straight_suits := {enough}. {comment('suits that a straight shows at least')}"
        yield f"Definition highest_three := {three}. {comment('of three of a kind')}"
        yield f"Definition lowest_wins := {str(ranking.lowest_wins).lower()}."
        least = f"The lowest hand with which the dealer qualifies, {entry.dealer.qualifies}"
        yield citing(least, entry.dealer.rule)
        yield f"Definition qualifying : kind := {self._kind(self.rules.qualifies)}."

    # -- pays --------------------------------------------------------------------------------------------

    def _wagers(self) -> Iterator[str]:
        rules = self.rules
        for name, letter in (*self.base_pays, *self.bets):
            bet, by_case = rules.bets[name], self._by_case(name, letter)
            title, table = f"{bet.name} {letter}".strip(), rules.tables[name][letter].rule if letter else ""
            if (unit := self.units[name, letter]) > 1:
                title += f", in parts of the stake, of which it has {unit}"
            head = f"Definition {coq_name('pays', name, letter)}"
            if self._constant(name, letter):
                yield citing(title, table, bet.rule)
                of = "colour_table" if self.bets.get((name, letter)) == "colours" else "table"
                yield f"{head} : {of} := {self._table(by_case[CASES[0]])}."
                continue
            yield citing(f"{title}, by whether the dealer qualifies and the result", table, bet.rule)
            yield f"{head} (qualified : bool) (r : result) : table := match qualified, r with"
            for pattern, rows in _patterns(by_case):
                cited = ", ".join(dict.fromkeys(row.rule for row in rows if row.rule))
                yield f"  | {pattern} => {self._table(rows)} {comment(cited) if cited else ''}".rstrip()
            yield "  end."
        if "colours" in self.bets.values():
            yield from self._colours()
        if rules.play:
            decisions = [*map(self._decision, (FOLD, *rules.multiples))]
            yield citing("What the player decides", rules.file.decision.rule)
            yield f"Inductive decision := {' | '.join(decisions)}."
            yield f"Definition decisions := {listed(decisions)}."

    def _colours(self) -> Iterator[str]:
        suits = self.rules.deck.suits
        colours = list(dict.fromkeys(suit.colour for suit in suits))
        named = ", ".join(f"{index} {colour}" for index, colour in enumerate(colours, start=1))
        yield f"Definition colours := {listed(range(1, len(colours) + 1))}. {comment(named)}"
        of_suits = listed(colours.index(suit.colour) + 1 for suit in suits)
        yield f"Definition colour (s : Z) : Z := nth (Z.to_nat s) {of_suits} 0. {comment('by suit')}"

    def _by_case(self, name: str, letter: str) -> dict[Case, tuple[Payoff, ...]]:
        rows = payoffs(self.rules, name, letter)
        return {case: tuple(row for row in rows if row.is_for(case)) for case in CASES}

    def _constant(self, name: str, letter: str) -> bool:
        return len(set(map(self._table, self._by_case(name, letter).values()))) == 1

    def _table(self, rows: Iterable[Payoff]) -> str:
        lines = [(self._line(row), self.units[row.wager, row.letter] * self._odds(row)) for row in rows]
        if [line for line, _ in lines] == ["Any"]:
            return f"flat {integer(lines[0][1])}"
        return listed(f"({line}, {net})" for line, net in lines)

    def _line(self, row: Payoff) -> str:
        if isinstance(row.hands, ColourLine):
            return _word(row.hands)
        if not isinstance(row.hands, HandSet):
            return "AnyColours" if self.bets.get((row.wager, row.letter)) == "colours" else "Any"
        with refused_at(row.place):
            return self.hands(row.hands)

    def hands(self, hands: HandSet) -> str:
        """Hands of three cards as a line; HandSetError if the words have none for them."""
        levels, suit, suits = hands.levels, hands.suit, self.rules.deck.suits
        if not levels or (suit is not None and suit not in suits):
            raise HandSetError("theorems are for hands that occur, of one named suit or of all")
        by_category = self.ranking.levels_by_category.items()
        line = next((f"Of {_word(one)}" for one, own in by_category if own == frozenset(levels)), "")
        if not line:
            ends = sorted((levels[0], levels[-1]), reverse=self.ranking.lowest_wins)
            line = " ".join(("From", *map(self._kind, ends)))
        return line if suit is None else f"OneSuit {suits.index(suit)} ({line})"

    def _paid(self, name: str, letter: str) -> str:
        table = coq_name("pays", name, letter)
        return f"paid {table} h k" if self._constant(name, letter) else f"paid ({table} q r) h k"

    # -- what is proved ----------------------------------------------------------------------------------

    def _ask(self, question: str, edge: Fraction, unit: int) -> int:
        """Have the kernel compute the total that an edge means; return the place of the question."""
        self.questions.append((question, -edge * unit * self.deals))
        return len(self.questions) - 1

    def _prove(self, about: Theorem, statement: str, proof: str) -> None:
        self.theorems.append(about)
        self.proofs.append(f"\n{comment(about.says)}\nTheorem {about.name} :\n  {statement}.")
        self.proofs.append(f"Proof. {proof} Qed.")

    def _edge(self, about: Theorem, net: str, question: str, total: str, unit: int) -> None:
        """Prove the edge of a net of each deal, by what the kernel computes of it and the lemma on that."""
        statement = f"edge {unit} ({net}) == {quotient(about.edge)}"
        self._prove(about, statement, f"counted ({total}) {self._ask(question, about.edge, unit)}%nat.")

    def _settled(self, about: Theorem, paid: str, unit: int) -> None:
        """Prove the edge of what is settled by the player's hand and the result, or by the hand alone."""
        if " q r" in paid:
            g = f"(fun h k q r => {paid})"
            self._edge(about, f"settled {g}", f"outcome {g}", f"total_of {g}", unit)
        else:
            g = f"(fun h k => {paid})"
            self._edge(about, f"settled (fun h k _ _ => {paid})", f"own {g}", f"total_own {g}", unit)

    def _base_game(self, letters: Mapping[str, str]) -> Iterator[str]:
        rules, suffix = self.rules, coq_name(*letters.values())
        unit = self.units[self.base_pays[0]] * rules.parts
        bets, best = rules.bets, best_strategy(rules, letters)
        said = ", ".join(f"{bets[name].name} {letter}" for name, letter in letters.items())
        said = f"{rules.base_name} with {said}" if said else rules.base_name
        about = Theorem(coq_name("house_edge", suffix), said, best.distribution.house_edge)
        chosen = [(name, letter) for name, letter in self.base_pays if letters.get(name, "") == letter]
        on_play = {rules.play} & set(bets)
        raised = [self._paid(*pays) for pays in chosen if on_play & {pays[0], bets[pays[0]].on}]
        before = " + ".join(self._paid(*pays) for pays in chosen if self._paid(*pays) not in raised)
        before = f"{rules.parts} * ({before})" if rules.parts > 1 else before
        fee = f" - {rules.collection * unit}" if rules.collection else ""
        if not rules.play:
            self._settled(about, before + fee, unit)
            return
        fold, net, plan = integer(rules.fold_nets * unit), coq_name("net", suffix), coq_name("plan", suffix)
        yield comment(f"{said}: what the player nets by each decision")
        yield f"Definition {net} (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :="
        rule = rules.bets[rules.base].rule_of("fold")
        yield f"  match d with\n  | Fold => {fold} {comment(rule) if rule else ''}".rstrip()
        more = f"({' + '.join(raised)})" if raised[1:] else raised[0]
        for multiple, least in rules.multiples.items():
            nets = f"{before} + {multiple} * {more}{fee}"
            if least:
                nets = f"if strength {self._kind(least)} <=? strength k then {nets} else {fold}"
            yield f"  | {self._decision(multiple)} => {nets}"
        yield "  end."
        yield from self._plan(plan, best)
        ratio, of = quotient(about.edge), f"edge {unit} (decided {net}"
        asked = f"played {net} {plan}", f"most {net}"
        played, most = (self._ask(each, about.edge, unit) for each in asked)
        self._prove(
            replace(about, says=f"{said}: of {plan}, and no strategy has a lower one"),
            f"{of} (follow {plan})) == {ratio} /\\ forall s : strategy, ({ratio} <= {of} s))%Q",
            f"split; [counted (total_played {net} {plan}) {played}%nat | at_most {net} {most}%nat].",
        )
        if (lowest := next(iter(rules.multiples.items())))[1] == 0:
            play, always = self._decision(lowest[0]), named_strategy("always play", best.game)
            says, edge = f"{said}: {play} with every hand, without a fold", always.distribution.house_edge
            about, each = Theorem(coq_name("never_folding", suffix), says, edge), f"worth {net} {play}"
            total = f"total_of (fun h k q r => {net} h k q r {play})"
            self._edge(about, f"decided {net} (fun _ => {play})", each, total, unit)

    def _decision(self, multiple: int) -> str:
        return "Fold" if multiple == FOLD else coq_name(f"Play{self.rules.times_text(multiple)}")

    def _plan(self, name: str, best: Strategy) -> Iterator[str]:
        """The optimal strategy by its thresholds, and the hands that are decided otherwise one by one."""
        deck, statement, apart = self.rules.deck, statement_of(best), dict[int, list[str]]()
        for matchup, decision in best:
            level = matchup.hand.strength.level
            by_rule = next((one for one, weakest in statement.thresholds if level >= weakest.level), FOLD)
            for one in suit_variants(matchup.hand, deck) if decision != by_rule else ():
                cards = (deck.rank_of[card] * len(deck.suits) + deck.suit_of[card] for card in one.cards)
                apart.setdefault(decision, []).append(listed(sorted(cards)))
        yield comment(statement.text)
        yield f"Definition {name} (h : hand) (k : kind) : decision :="
        for decision, hands in apart.items():
            yield f"  if existsb (forallb (has h)) {listed(hands)} then {self._decision(decision)} else"
        for decision, weakest in statement.thresholds:
            enough = f"strength {self._kind(weakest.level)} <=? strength k"
            yield f"  if {enough} then {self._decision(decision)} else"
        yield "  Fold."

    def _side_bet(self, name: str, letter: str) -> None:
        rules, bet, unit = self.rules, self.rules.bets[name], self.units[name, letter]
        pays, paid = coq_name("pays", name, letter), self._paid(name, letter)
        edge = side_bet(rules, table_of(rules, name, letter)).distribution.house_edge
        about = Theorem(coq_name("bet", name, letter), f"{bet.name} {letter}".strip(), edge)
        lost = self.games if bet.loses_on_fold and rules.play else []
        followed = dict[str, Theorem]()
        for letters in lost:
            plan = coq_name("plan", *letters.values())
            played = bet_beside(best_strategy(rules, letters), name, letter)
            says, edge = f"{about.says}, lost where {plan} folds", played.distribution.house_edge
            followed[plan] = Theorem(f"{about.name}_{plan}", says, edge)
        about = replace(about, says=f"{about.says} if no hand is folded") if lost else about
        folded = f"with Fold => {integer(-unit)} | _ =>"
        match self.bets[name, letter]:
            case "result":
                self._settled(about, paid, unit)
                for plan, theorem in followed.items():
                    self._settled(theorem, f"match {plan} h k {folded} {paid} end", unit)
            case "colours":
                net = f"paid_colours {pays} (shade h)"
                self._coloured(about, f"{net} %s", unit)
                for plan, theorem in followed.items():
                    self._coloured(theorem, f"match {plan} h (kind_of h) {folded} {net} %s end", unit)
            case "dealer":
                net, g = f"fun _ d => paid {pays} d (kind_of d)", f"(paid {pays})"
                self._edge(about, net, f"own {g}", f"total_dealers {g}", unit)
            case "both":
                of = f"{'Lose' if bet.hand is Whose.HIGHER else 'Win'} (paid {pays})"
                asked = f"outcome (doubled {of})"
                self._edge(about, f"of_both {of}", asked, f"total_both {of} ltac:(discriminate)", unit)

    def _coloured(self, about: Theorem, net: str, unit: int) -> None:
        """Prove the edge of what hangs on the player's hand and the colour of the dealer's."""
        g = f"(fun h s => {net % 's'})"
        self._edge(about, f"fun h d => {net % '(shade d)'}", f"coloured {g}", f"total_coloured {g}", unit)


def _patterns(by_case: Mapping[Case, tuple[Payoff, ...]]) -> Iterator[tuple[str, tuple[Payoff, ...]]]:
    """The cases as patterns of Coq: whether the dealer qualifies, and the result."""
    sides = {"false": UNQUALIFIED, "true": CASES[3:]}
    if all(by_case[case] == by_case[other] for case, other in zip(*sides.values(), strict=True)):
        sides = {"_": CASES[3:]}
    for qualified, cases in sides.items():
        if len({by_case[case] for case in cases}) == 1:
            yield f"{qualified}, _", by_case[cases[0]]
        else:
            for result, case in zip(("Win", "Tie", "Lose"), cases, strict=True):
                yield f"{qualified}, {result}", by_case[case]
