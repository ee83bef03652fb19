"""Quantities of results: what a wager comes to over all deals, and how often it wins, ties and loses."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from combin.audit.hands import three_cards
from combin.audit.published import Measure
from combin.audit.subject import Claim, Stake, Subject, Text
from combin.audit.verdict import Answer, Candidate, UncheckableError, UntrueError, chance, value
from combin.decimals import decimal, percent
from combin.exact.base_game import FOLD, bonus_nets, net_of
from combin.exact.named_strategies import named_strategy, written_strategy
from combin.formatting import thousands
from combin.rules.errors import RulesError
from combin.rules.numbers import read_exact

if TYPE_CHECKING:
    from combin.exact.base_game import BaseGame
    from combin.exact.distribution import Distribution
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules


Form = Literal["count", "share"]
StrategyEntry = str | dict[str, Any]
"""A strategy as claims write it: in words ("Q-6-4", "always play"), or the entries of a strategy file."""


class WagerResult(Claim, frozen=True, kw_only=True):
    """What all quantities of a wager's results name: the wager, its tables and how the hands are played."""

    wager: Text
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def distribution(self, subject: Subject, tables: dict[str, str] | None = None) -> Distribution:
        """Return the net results of the wager, under other tables than its own if they are given.

        Raises:
            RulesError: the game has no such wager, or it pays shares of a meter.
        """
        letters = self.tables if tables is None else tables
        if self.wager == subject.rules.base:
            alike = subject.analysis(subject.variants[0], letters).alike
            return followed(subject, letters, self.strategy).distribution.in_groups(alike)
        wagers = subject.analysis(subject.variants[0], letters).wagers
        if self.wager not in wagers:
            known = ", ".join(wagers)
            raise RulesError(("wager",), f"{self.wager!r} has no results of its own (there are: {known})")
        return wagers[self.wager]


class StandardDeviation(WagerResult, frozen=True, kw_only=True, tag="standard deviation"):
    """The standard deviation of a wager's net result, in initial wagers."""

    def answer(self, subject: Subject) -> Answer:
        """Return the root of the variance, cut off far behind the digits printed."""
        variance = self.distribution(subject).variance
        scale = 10 ** (self.printed.decimals + 12)
        cut = Fraction(isqrt(variance.numerator * scale**2 // variance.denominator), scale)
        shown = f"√({variance}) = {decimal(cut, 6)}"
        line = f"The variance is {variance}."
        return Answer((Candidate(cut, shown=shown),), (line,), measure=Measure.STAKES)


class ResultFrequency(WagerResult, frozen=True, kw_only=True, tag="frequency of results"):
    """How often the net result of a wager is above zero, zero, or below it."""

    net: Literal["above zero", "zero", "below zero"]

    def answer(self, subject: Subject) -> Answer:
        """Return the probability."""
        sign = {"above zero": 1, "zero": 0, "below zero": -1}[self.net]
        return chance(self.distribution(subject).frequency(sign))


class ResultCount(WagerResult, frozen=True, kw_only=True, tag="deals with a result"):
    """How many deals have a certain net result, in initial wagers: "+7", "0.95"."""

    net: Text

    def answer(self, subject: Subject) -> Answer:
        """Return the number of deals."""
        found = self.distribution(subject)
        try:
            net = read_exact(self.net)
        except ValueError as error:
            raise RulesError(("net",), str(error)) from None
        count = dict(found.outcomes).get(net, 0)
        return value(Fraction(count), f"{count:,} of {found.total:,} deals.")


class AverageWager(WagerResult, frozen=True, kw_only=True, tag="average wager"):
    """What is staked on a wager and its raise on average, in initial wagers."""

    def answer(self, subject: Subject) -> Answer:
        """Return the average."""
        return value(self.distribution(subject).average_wager, measure=Measure.STAKES)


class ChangeOfEdge(WagerResult, frozen=True, kw_only=True, tag="change of house edge"):
    """How much lower the house edge of a wager is under other tables than under the first ones named."""

    under: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        """Return the house edge under `tables` less the one under `under`."""
        before = self.distribution(subject).house_edge
        after = self.distribution(subject, self.under).house_edge
        return value(before - after, f"{percent(before, 4)} less {percent(after, 4)}.", measure=Measure.EDGE)


class EdgeOfMix(Claim, frozen=True, kw_only=True, tag="house edge of a mix"):
    """The house edge of several wagers together, per unit of their initial stakes."""

    stakes: Annotated[dict[str, Stake], msgspec.Meta(min_length=1)]
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        """Return the mean of the house edges, each weighted by its stake."""
        analysis = subject.analysis(subject.variants[0], self.tables)
        for name in self.stakes:
            if name not in analysis.wagers:
                raise RulesError(("stakes", name), f"no such wager (there are: {', '.join(analysis.wagers)})")
        lost = sum(
            (stake * analysis.edge_at(name, Fraction(stake)) for name, stake in self.stakes.items()),
            Fraction(0),
        )
        return value(lost / sum(self.stakes.values()), measure=Measure.EDGE)


class PartOfReturn(Claim, frozen=True, kw_only=True, tag="part of the return"):
    """What one part of the base game returns: the bonuses, the initial wager or the raise alone, or both.

    Per unit of the initial wager, or with `per` of what is staked on the part itself. What equals the initial
    wager, as a Blind does, and what the house collects of each hand are none of these parts.
    """

    part: Literal["bonuses", "initial wager", "raise", "both wagers"]
    per: Literal["initial wager", "own stake"] = "initial wager"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        """Return the part, from the deals of each line, decision and case.

        Raises:
            UntrueError: the game has no bonus.
        """
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
            if multiple == FOLD:
                won["initial wager"] += (rules.bets[rules.base].fold_returns - 1) * sum(counts)
                continue
            times, paid = rules.times(multiple), game.paid[line]
            staked["raise"] += times * sum(counts)
            for case, count in zip(rules.cases, counts, strict=True):
                won["initial wager"] += count * net_of(rules, rules.base, case, game.tables, paid)
                won["raise"] += count * times * net_of(rules, rules.play, case, game.tables, paid)
                won["bonuses"] += sum(bonus_nets(rules, case, game.tables, paid, multiple)) * count
        for both in (won, staked):
            both["both wagers"] = both["initial wager"] + both["raise"]
        whole = deals if self.per == "initial wager" else staked[self.part]
        return value(
            won[self.part] / whole,
            f"{thousands(won[self.part])} units of {thousands(whole)}.",
            measure=Measure.EDGE,
        )


class NumberOfDeals(Claim, frozen=True, kw_only=True, tag="deals"):
    """How many deals of both hands there are, or how many end in a case, with a hand of the player's.

    As a count or as a share of all deals.
    """

    case: Literal["any", "fold", "no_qualify", "win", "tie", "lose"] = "any"
    category: Text = "any hand"
    form: Form = "count"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        """Return the count or the share."""
        if subject.rules.alone and self.case != "any":
            raise UncheckableError("the game has no dealer")
        strategy = followed(subject, self.tables, self.strategy)
        names = ("fold", "no_qualify", "win", "tie", "lose")
        hands = three_cards(self.category, subject.rules.ranking, "category")
        if any(one.suit is not None for one in hands.sets):
            raise UncheckableError("deals are not counted by suit")
        rows = [row for level, row in strategy.by_level.items() if level in hands.levels]
        places = range(len(names)) if self.case == "any" else (names.index(self.case),)
        alike = subject.analysis(subject.variants[0], self.tables).alike
        count = sum(row[place] for row in rows for place in places) // alike
        return in_form(count, strategy.distribution.total // alike, self.form, "deals")


def in_form(count: int, total: int, form: Form, things: str) -> Answer:
    """Return a count as it is or as a share of all."""
    line = f"{count:,} of {total:,} {things}."
    return value(Fraction(count), line) if form == "count" else chance(Fraction(count, total), line)


def followed(subject: Subject, tables: dict[str, str], strategy: StrategyEntry) -> Strategy:
    """Return the best strategy under these tables, or the one that is named or written."""
    analysis = subject.analysis(subject.variants[0], tables)
    return analysis.best if strategy == "best" else strategy_of(strategy, analysis.game)


def require_decision(rules: Rules) -> None:
    """Refuse to judge how hands are played where nothing is decided.

    Raises:
        UncheckableError: no wager raises another.
    """
    if not rules.play:
        raise UncheckableError("nothing is decided in this game")


def strategy_of(strategy: StrategyEntry, game: BaseGame) -> Strategy:
    """Return a strategy that a claim names in words or writes out.

    Raises:
        UncheckableError: nothing is decided in the game.
        RulesError: the words name no strategy, or an entry says something that it may not.
    """
    require_decision(game.rules)
    if isinstance(strategy, str):
        return named_strategy(strategy, game)
    try:
        return written_strategy(strategy, "as published", game)
    except RulesError as error:
        raise RulesError(("strategy", *error.place), error.problem) from None
