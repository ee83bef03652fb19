"""Quantities of edges and results; a published edge is compared under every definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Annotated, Any, Literal

import msgspec

from combin.audit.hands import UntrueError, three_cards
from combin.audit.subject import Assertion, Claim, ReadRules, Stake, Subject, Text, known, sentence
from combin.audit.verdict import Answer, Candidate, Measure, UncheckableError, chance, holds, unknown, value
from combin.cards.suit_classes import HandClass
from combin.design.progressives import jackpot_favours
from combin.exact.analysis import Analysis, every_analysis
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.distribution import Distribution, Favour, favour
from combin.exact.named_strategies import named_strategy, written_strategy
from combin.exact.pay_lines import about_colours, paid_lines
from combin.exact.side_bets import side_bet, side_bet_lost_with_folds
from combin.exact.strategy import Strategy
from combin.formatting import capital, decimal, percent, thousands
from combin.jackpot.answer import depends_on
from combin.jackpot.value import jackpot_chances
from combin.protection.threats import options_of
from combin.rules.errors import RulesError
from combin.rules.numbers import read_exact
from combin.rules.outcomes import base_nets
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import PayTable
from combin.rules.wagers import Whose


class HouseEdge(Claim, frozen=True, kw_only=True, tag="house edge"):
    """The house edge of a wager.

    `per` and `strategy` are what the document says of it; where it leaves them open, per unit of the initial
    wager and of all money wagered are tried, with the optimal strategy, mimicking the dealer and always
    playing, each under every reading of the document. The edge of a bet that pays money depends on the
    `stake`, by default the first one in the rule file. In another `form` it is the return, or the expected
    gain of the player.
    """

    wager: Text
    form: Literal["house edge", "return", "player edge"] = "house edge"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    per: Literal["any", "initial wager", "all money wagered"] = "any"
    strategy: StrategyEntry = "any"
    stake: Stake | None = None

    def answer(self, subject: Subject) -> Answer:
        adopted = self.candidates(subject, subject.variants[0])
        analysis = subject.analysis(self.tables)
        lines = [f"With the optimal strategy {edge_arithmetic(analysis.wagers[self.wager])}."]
        if not self.published:
            return Answer(tuple(adopted), tuple(lines), measure=Measure.EDGE)
        printed = self.printed.of(Measure.EDGE)
        for one in adopted:
            tried = {name: {other.conditions[name] for other in adopted} for name in one.conditions}
            parts = [f"{name} {option}" for name, option in one.conditions.items() if len(tried[name]) > 1]
            words = capital(", ".join(parts) or "reading adopted")
            key = "edges.rounds" if printed.is_rounding_of(one.number) else "edges.else"
            lines.append(sentence(key, words=words, edge=one.number, printed=printed.text))
        candidates = list(adopted)
        for variant in subject.variants[1:]:
            others = self.candidates(subject, variant)
            if [one.value for one in others] == [one.value for one in adopted]:
                continue
            candidates += others
            values = ", ".join(percent(one.number, 4) for one in others)
            fit = any(printed.is_rounding_of(one.number) for one in others)
            match = ", which gives" if fit else ", which does not give"
            if len(others) > 1:
                match = f" in the same order, {'one' if fit else 'none'} of them gives"
            lines.append(f"{_changed(subject, variant)}{values}{match} {printed.text}.")
        if printed.unit:
            lines.append(sentence("edges.covers", printed=printed))
        facts = _edges_of_play(subject, analysis, self.wager) if self.finding else {}
        return Answer(tuple(candidates), tuple(lines), facts, measure=Measure.EDGE)

    def candidates(self, subject: Subject, variant: ReadRules) -> list[Candidate]:
        """Return the value under each definition and strategy that the claim leaves open, for one reading."""
        analysis = subject.analysis(self.tables, variant)
        readings = variant.conditions
        known("wager", analysis.wagers, self.wager, f"{self.wager!r} has no house edge of its own")
        edge = analysis.edge_at(self.wager, None if self.stake is None else Fraction(self.stake))
        if self.wager != subject.rules.base:
            return [Candidate(self._in_form(edge), readings)]
        more = edge - analysis.wagers[self.wager].house_edge  # what is collected at this stake
        per = {"initial wager": f"the {subject.rules.unit_name}", "all money wagered": "all money wagered"}
        strategies = subject.strategies(analysis)
        if self.strategy == "best":
            strategies = {"the optimal strategy": analysis.best}
        elif self.strategy != "any":
            found = strategy_of(self.strategy, analysis.game)
            strategies = {f"'{found.name}'": found}
        return [
            Candidate(value, {"per unit of": per[unit], "with": name, **readings})
            for name, strategy in strategies.items()
            for unit, value in self.edges(strategy.distribution, more).items()
        ]

    def is_given_by(self, subject: Subject, variant: ReadRules) -> bool:
        """Whether a reading gives the published edge under some definition and strategy."""
        printed = self.printed.of(Measure.EDGE)
        return any(printed.is_rounding_of(one.number) for one in self.candidates(subject, variant))

    def edges(self, distribution: Distribution, more: Fraction = Fraction(0)) -> dict[str, Fraction]:
        """Return the edge of the base game by each unit that is meant, in the form claimed.

        `more` is what is collected at a stake, beyond what the distribution has of it.
        """
        edges = {
            "initial wager": distribution.house_edge + more,
            "all money wagered": distribution.element_of_risk + more / distribution.average_wager,
        }
        return {unit: self._in_form(edge) for unit, edge in edges.items() if self.per in ("any", unit)}

    def _in_form(self, edge: Fraction) -> Fraction:
        return {"house edge": edge, "return": 1 - edge, "player edge": -edge}[self.form]


def _edges_of_play(subject: Subject, analysis: Analysis, wager: str) -> dict[str, str]:
    """Return the edges with the optimal strategy, and of the base game those of playing every hand unseen."""
    distribution = analysis.wagers.get(wager, analysis.best.distribution)
    facts = {
        "per_initial_wager": percent(distribution.house_edge, 4),
        "per_all_money": percent(distribution.element_of_risk, 4),
    }
    if wager == subject.rules.base:
        blind = [*subject.strategies(analysis).values()][-1].distribution
        facts["blind_initial_wager"] = percent(blind.house_edge, 4)
        facts["blind_all_money"] = percent(blind.element_of_risk, 4)
    return facts


class Advantage(Assertion, frozen=True, kw_only=True, tag="house advantage"):
    """That the house has an advantage in every wager under every choice of tables."""

    def answer(self, subject: Subject) -> Answer:
        candidates, lines, unknown = [], [], ""
        seen: list[tuple[str, ...]] = []
        for variant in subject.variants:
            standing = house_advantage(every_analysis(variant.rules))
            candidates += [
                Candidate(one.value, {**one.conditions, **variant.conditions}, one.holds)
                for one in standing.candidates
            ]
            unknown = unknown or standing.unknown
            if standing.evidence not in seen:
                seen.append(standing.evidence)
                lines += [f"{_changed(subject, variant)}{line}" for line in standing.evidence]
        return Answer(tuple(candidates), tuple(lines), unknown=unknown)


class FoldCost(Assertion, frozen=True, kw_only=True, tag="fold forfeits"):
    """That a fold loses a side bet too; checked by its cost with the optimal strategy."""

    wager: Text

    def answer(self, subject: Subject) -> Answer:
        rules, best = subject.rules, subject.first.best
        bets = {name: tables for name, tables in rules.tables.items() if name not in rules.base_wagers}
        tables = known("wager", bets, self.wager, f"{self.wager!r} is not a side bet")
        if not rules.play:
            raise UncheckableError("no hand of this game is folded")
        folded = [situation.hand for situation, decision in best if decision == FOLD]
        strengths = sorted((hand.strength for hand in folded), key=lambda strength: strength.level)
        strongest = rules.ranking.describe(strengths[-1]) if strengths else "none"
        number = hands = f"hands in {percent(1 - best.play_rate, 4)} of deals"
        if not best.seen:
            number = f"{sum(hand.weight for hand in folded):,}"
            hands = f"{number} hands"
        lines = [sentence("edges.folded", hands=hands, strongest=strongest)]
        costs: list[Fraction] = []
        letters: dict[str, list[str]] = {}
        for letter, table in tables.items():
            cost, words = self._cost(best, table, folded)
            costs.append(cost)
            letters.setdefault(words, []).append(letter)
        for words, of in letters.items():
            which = "" if len(tables) == 1 else f" (tables {', '.join(of)})"
            lines.append(f"{rules.wagers[self.wager].name}{which} {words}.")
        shown = (
            f"costs {'prizes in ' if self.wager in rules.jackpots else ''}up to {percent(max(costs), 4)}"
            if any(costs)
            else "costs nothing: no folded hand would be paid"
        )
        return holds(shown, *lines, true=not any(costs), hands=number, strongest=strongest)

    def _cost(self, best: Strategy, table: PayTable, folded: list[HandClass]) -> tuple[Fraction, str]:
        """Return the cost of folding under a pay table, and the comparison in words."""
        rules = best.game.rules
        if table.bet.more_cards == 0 and table.bet.hand is Whose.PLAYER and not about_colours(table):
            paid = zip(folded, paid_lines(rules, table, folded), strict=True)
            lost = sum(hand.weight for hand, line in paid if line is not None and line.prize.odds != 0)
            if not lost or self.wager not in (*rules.side_bets, *rules.jackpots):
                return Fraction(lost), f"pays {f'{lost:,}' if lost else 'none'} of them"
        if self.wager in rules.side_bets:
            stays = side_bet(rules, table).distribution.house_edge
            gone = side_bet_lost_with_folds(best, table).distribution.house_edge
            return gone - stays, sentence("edges.stays", stays=stays, gone=gone)
        chances = jackpot_chances(rules, table)
        every, played = (
            sum((one.probability for one in lines if any(chances.prize(one.line))), Fraction(0))
            for lines in (chances.lines(), chances.played_lines(best))
        )
        return every - played, sentence("edges.prize", every=every, played=played)


class BlindHands(Assertion, frozen=True, kw_only=True, tag="blind hands"):
    """That hands may be played blind; checked by the cost of playing every hand unseen."""

    def answer(self, subject: Subject) -> Answer:
        every = [*subject.strategies(subject.first).values()][-1].distribution
        facts = _edges_of_play(subject, subject.first, subject.rules.base)
        seen = sentence("edges.blind", edge=facts["per_initial_wager"], unit=subject.rules.unit_name)
        lines = f"Every hand played: {edge_arithmetic(every)}.", seen
        return unknown("the document publishes no figure for blind hands", *lines, **facts)


class GainByIrregularity(Assertion, frozen=True, kw_only=True, tag="gain by an irregularity"):
    """That an irregularity gives players no choice that is worth something; checked by the gain each time.

    `irregularity` is an entry of the rule file, or "short_play": a raise settled as it is staked, however
    small. The gain is that of a player who has seen the hand and plays optimally, with the first tables.
    """

    irregularity: Text

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        gains = _gains(subject.rules)
        gain = known("irregularity", gains, self.irregularity, "no irregularity of the rule file")
        if not gain:
            return holds("nothing is gained", true=True)
        edge, seeks = subject.first.best.distribution.house_edge, "for a player who"
        values = {"edge": edge, "other_edge": edge - gain, "gain": gain}
        facts = {name: percent(one, 4).replace("-", "−") for name, one in values.items()}
        candidates = (
            Candidate(f"house edge {facts['edge']}", {seeks: "does not bring it about"}, holds=True),
            Candidate(f"house edge {facts['other_edge']}", {seeks: "brings it about"}, holds=False),
        )
        return Answer(candidates, (sentence("edges.gain", unit=subject.rules.unit_name, **facts),), facts)


@remembered
def _gains(rules: Rules) -> dict[str, Fraction]:
    """What each irregularity of a rule file gains, and a raise that is staked short."""
    gains = dict.fromkeys(rules.file.irregularities, Fraction(0))
    for option in options_of(every_analysis(rules)[0].best):
        gains |= dict.fromkeys((option.key, *(name for name, _ in option.entries if name)), option.gain)
    return gains


def edge_arithmetic(distribution: Distribution) -> str:
    """Return the house edge of a wager from its counts, in one line."""
    lost = sum((net * count for net, count in distribution.outcomes), Fraction(0))
    key = "edges.net" if distribution.staked == distribution.total else "edges.net_and_risk"
    return sentence(key, lost=lost, results=distribution, staked=int(distribution.staked))


_MOST_NAMED = 3
"""Wagers that are named at most in one line; the evidence has all."""


class WagerUnder(msgspec.Struct, frozen=True):
    """The edges of a wager under a choice of tables; at a stake in money there is no element of risk."""

    analysis: Analysis
    wager: str
    house_edge: Fraction
    element_of_risk: Fraction | None


def wagers_under(analyses: Sequence[Analysis]) -> dict[str, WagerUnder]:
    """Return every wager under every table and stake, by names such as "Pair Plus F".

    Where sums of money are paid or taken, at each stake that the rules name: "Millionaire Maker A at 5".
    """
    found: dict[str, dict[str, WagerUnder]] = {}
    for analysis in analyses:
        rules = analysis.rules
        for wager in (rules.base, *analysis.side_bets):
            names = rules.base_tables if wager == rules.base else (wager,)
            letters = (f" {analysis.letters[name]}" for name in names if len(rules.tables.get(name, ())) > 1)
            label = rules.wager_name(wager) + "".join(letters)
            found[label] = found.get(label) or {
                label if stake is None else f"{label} at {thousands(stake)}": WagerUnder(
                    analysis, wager, edge, analysis.wagers[wager].element_of_risk if stake is None else None
                )
                for stake, edge in analysis.edges_by_stake(wager).items()
            }
    return {label: of for by_stake in found.values() for label, of in by_stake.items()}


def edges_in_words(analysis: Analysis, wagers: Iterable[str]) -> str:
    """Return the house edges of some wagers: "Ante & Play 3.3730%, Pair Plus 2.3167%"."""
    edges = ((name, analysis.wagers[name].house_edge) for name in wagers)
    return ", ".join(f"{analysis.rules.wager_name(name)} {percent(edge, 4)}" for name, edge in edges)


def house_advantage(analyses: Sequence[Analysis]) -> Answer:
    """Return whether the house has an edge in every wager under every table, progressive wagers among them.

    These in the long run of each published meter. Where only a player who never folds is favoured, for the
    sake of a wager that a fold loses, that is a condition; what depends on a price or a meter that the rules
    do not state is open, unless another wager decides. The fact "whom" says whom those wagers favour that
    decide.
    """
    edges = {label: of.house_edge for label, of in wagers_under(analyses).items()}
    jackpots = jackpot_favours(analyses[0].rules)
    lines = (
        f"{', '.join(f'{label} {percent(edge, 4)}' for label, edge in edges.items())}.",
        *(f"{one.in_words}." for one in jackpots),
    )
    exact = dict(edges)
    for one in jackpots:
        if one.least_edge is not None:
            exact[f"{one.name} in the long run" if one.first.long_run else one.name] = one.least_edge
    least = min(exact, key=exact.__getitem__)
    value = f"the smallest is {percent(exact[least], 4)} ({least})"
    whom = {label: favour(edge) for label, edge in edges.items()}
    whom |= {one.name: one.favour_folding for one in jackpots if one.favour_folding is not None}
    against = [f"{label} {one}" for label, one in whom.items() if one is not Favour.HOUSE]
    if against:
        return holds(value, *lines, true=False, whom=_joined(against))
    never = [one for one in jackpots if one.favour in (Favour.EVEN, Favour.PLAYER)]
    if never:
        said = _joined([f"{one.name} {one.favour}" for one in never])
        candidates = (
            Candidate(value, {"for a player who": "decides by the base game alone"}, holds=True),
            Candidate(value, {"for a player who": "never folds"}, holds=False),
        )
        return Answer(candidates, lines, {"whom": f"for a player who never folds {said}"})
    unstated = [f"{one.name} {depends_on(one.first)}" for one in jackpots if one.favour is None]
    if unstated:
        return Answer((Candidate(f"{value} of those that are stated"),), lines, unknown=_joined(unstated))
    return holds(value, *lines, true=True, whom="no wager favours the player")


def _joined(parts: Sequence[str]) -> str:
    """Return parts of a sentence behind each other; of very many the first, and how many more there are."""
    more = len(parts) - _MOST_NAMED
    return ", ".join([*parts[:_MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


def _changed(subject: Subject, variant: ReadRules) -> str:
    """Return what a variant changes, "Where 'straight' is read as three different suits: "."""
    adopted = subject.variants[0].conditions
    changed = [f"{name} {option}" for name, option in variant.conditions.items() if adopted[name] != option]
    return f"{capital(', '.join(changed))}: " if changed else ""


Form = Literal["count", "share"]
StrategyEntry = str | dict[str, Any]
"""A strategy as claims write it: in words ("Q-6-4", "always play"), or the entries of a strategy file."""


class WagerResult(Claim, frozen=True, kw_only=True):
    """What all quantities of a wager's results name: the wager, its tables and how the hands are played."""

    wager: Text
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def distribution(self, subject: Subject, tables: dict[str, str] | None = None) -> Distribution:
        """Return the net results of the wager, under other tables than its own if they are given."""
        letters = self.tables if tables is None else tables
        if self.wager == subject.rules.base:
            alike = subject.analysis(letters).alike
            return followed(subject, letters, self.strategy).distribution.in_groups(alike)
        wagers = subject.analysis(letters).wagers
        return known("wager", wagers, self.wager, f"{self.wager!r} has no results of its own")


class StandardDeviation(WagerResult, frozen=True, kw_only=True, tag="standard deviation"):
    """The standard deviation of a wager's net result, in initial wagers."""

    def answer(self, subject: Subject) -> Answer:
        variance = self.distribution(subject).variance
        scale = 10 ** (self.printed.decimals + 12)
        cut = Fraction(isqrt(variance.numerator * scale**2 // variance.denominator), scale)
        root = Candidate(cut, shown=f"√({variance}) = {decimal(cut, 6)}")
        return Answer((root,), (f"The variance is {variance}.",), measure=Measure.STAKES)


class ResultFrequency(WagerResult, frozen=True, kw_only=True, tag="frequency of results"):
    """Frequency with which the net result of a wager is above zero, zero, or below zero."""

    net: Literal["above zero", "zero", "below zero"]

    def answer(self, subject: Subject) -> Answer:
        sign = {"above zero": 1, "zero": 0, "below zero": -1}[self.net]
        return chance(self.distribution(subject).frequency(sign))


class ResultCount(WagerResult, frozen=True, kw_only=True, tag="deals with a result"):
    """Number of deals with a net result, in initial wagers: "+7", "0.95"."""

    net: Text

    def answer(self, subject: Subject) -> Answer:
        found = self.distribution(subject)
        try:
            net = read_exact(self.net)
        except ValueError as error:
            raise RulesError(("net",), str(error)) from None
        count = dict(found.outcomes).get(net, 0)
        return value(Fraction(count), f"{count:,} of {found.total:,} deals.")


class AverageWager(WagerResult, frozen=True, kw_only=True, tag="average wager"):
    """Average stake on a wager and its raise, in initial wagers."""

    def answer(self, subject: Subject) -> Answer:
        return value(self.distribution(subject).average_wager, measure=Measure.STAKES)


class ChangeOfEdge(WagerResult, frozen=True, kw_only=True, tag="change of house edge"):
    """House edge of a wager under the tables named first, less that under others."""

    under: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        before = self.distribution(subject).house_edge
        after = self.distribution(subject, self.under).house_edge
        return value(before - after, f"{percent(before, 4)} less {percent(after, 4)}.", measure=Measure.EDGE)


class EdgeOfMix(Claim, frozen=True, kw_only=True, tag="house edge of a mix"):
    """The house edge of several wagers together, per unit of their initial stakes."""

    stakes: Annotated[dict[str, Stake], msgspec.Meta(min_length=1)]
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        analysis = subject.analysis(self.tables)
        lost = Fraction(0)
        for name, stake in self.stakes.items():
            known(("stakes", name), analysis.wagers, name, "no such wager")
            lost += stake * analysis.edge_at(name, Fraction(stake))
        return value(lost / sum(self.stakes.values()), measure=Measure.EDGE)


class PartOfReturn(Claim, frozen=True, kw_only=True, tag="part of the return"):
    """Net return of one part of the base game: the bonuses, the initial wager or the raise alone, or both.

    Per unit of the initial wager, or with `per` of what is staked on the part itself. What equals the initial
    wager, as a Blind does, and what the house collects of each hand are none of these parts.
    """

    part: Literal["bonuses", "initial wager", "raise", "both wagers"]
    per: Literal["initial wager", "own stake"] = "initial wager"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        if not rules.play:
            raise RulesError(("part",), "no wager of this game raises another")
        if self.part == "bonuses" and not rules.bonuses:
            raise UntrueError("the game has no bonus")
        strategy = followed(subject, self.tables, self.strategy)
        game, deals = strategy.game, strategy.distribution.total
        won, staked = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
        staked["initial wager"] = staked["bonuses"] = Fraction(deals)
        for (_, line, multiple), (_, *counts) in strategy.in_sum.items():
            staked["raise"] += rules.times(multiple) * sum(counts)
            for case, count in zip(rules.cases, counts, strict=True):
                nets = base_nets(rules, case, multiple, game.letters, game.paid[line])
                won["initial wager"] += count * nets[rules.base]
                won["raise"] += count * nets[rules.play]
                won["bonuses"] += count * sum(nets[name] for name in rules.bonuses)
        for both in (won, staked):
            both["both wagers"] = both["initial wager"] + both["raise"]
        own, whole = won[self.part], deals if self.per == "initial wager" else staked[self.part]
        return value(own / whole, f"{thousands(own)} units of {thousands(whole)}.", measure=Measure.EDGE)


class NumberOfDeals(Claim, frozen=True, kw_only=True, tag="deals"):
    """Number of deals of both hands, or of those that end in a case, with a hand of the player's.

    As a count or as a share of all deals.
    """

    case: Literal["any", "fold", "no_qualify", "win", "tie", "lose"] = "any"
    category: Text = "any hand"
    form: Form = "count"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        if subject.rules.alone and self.case != "any":
            raise UncheckableError("the game has no dealer")
        strategy = followed(subject, self.tables, self.strategy)
        names = ("fold", "no_qualify", "win", "tie", "lose")
        hands = three_cards(self.category, subject.rules.ranking, "category")
        if any(one.suit is not None for one in hands.sets):
            raise UncheckableError("deals are not counted by suit")
        rows = [row for level, row in strategy.by_level.items() if level in hands.levels]
        places = range(len(names)) if self.case == "any" else (names.index(self.case),)
        alike = subject.analysis(self.tables).alike
        count = sum(row[place] for row in rows for place in places) // alike
        return in_form(count, strategy.distribution.total // alike, self.form, "deals")


def in_form(count: int, total: int, form: Form, things: str) -> Answer:
    """Return a count, or its share of all."""
    line = f"{count:,} of {total:,} {things}."
    return value(Fraction(count), line) if form == "count" else chance(Fraction(count, total), line)


def followed(subject: Subject, tables: dict[str, str], strategy: StrategyEntry) -> Strategy:
    """Return the optimal strategy under these tables, or the one that is named or written."""
    analysis = subject.analysis(tables)
    return analysis.best if strategy == "best" else strategy_of(strategy, analysis.game)


def require_decision(rules: Rules) -> None:
    """Refuse a claim about play where the player decides nothing."""
    if not rules.play:
        raise UncheckableError("the player decides nothing in this game")


def strategy_of(strategy: StrategyEntry, game: BaseGame) -> Strategy:
    """Return a strategy that a claim names in words or writes out."""
    require_decision(game.rules)
    if isinstance(strategy, str):
        return named_strategy(strategy, game)
    try:
        return written_strategy(strategy, "as published", game)
    except RulesError as error:
        raise RulesError(("strategy", *error.place), error.problem) from None
