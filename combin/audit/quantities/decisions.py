"""Quantities of decisions: which hands are played, what that is worth, what a fold loses."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Literal

import msgspec

from combin.audit.hands import three_cards
from combin.audit.published import Measure
from combin.audit.quantities.edges import Form, StrategyEntry, followed, in_form, require_decision
from combin.audit.quantities.jackpots import metered, span
from combin.audit.subject import Assertion, Claim, Subject, Text
from combin.audit.verdict import Answer, Candidate, UncheckableError, UntrueError, chance, holds, unknown
from combin.cards.cards import CardError
from combin.cards.suit_classes import SuitPattern
from combin.decimals import decimal, percent, plain
from combin.exact.base_game import FOLD
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.exact.strategy import Strategy
    from combin.jackpot.study import JackpotStudy, LostLine


class HandsDecided(Claim, frozen=True, kw_only=True, tag="hands decided"):
    """How many of the player's hands are played, or folded, as a count or as a share of all hands."""

    decision: Literal["play", "fold"] = "play"
    form: Form = "count"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        strategy = followed(subject, self.tables, self.strategy)
        total = comb(len(subject.rules.deck), subject.rules.file.deal.player)
        if strategy.game.matchups[0].seen is None:
            count = strategy.hands_played if self.decision == "play" else total - strategy.hands_played
            return in_form(count, total, self.form, "hands")
        if self.form == "count":
            raise RulesError(("form",), "which hands are played depends on the card seen; ask for a share")
        rate = strategy.play_rate
        return chance(rate if self.decision == "play" else 1 - rate)


class BestStrategy(Assertion, frozen=True, kw_only=True, tag="best strategy"):
    """That a strategy, published in words such as "Q-6-4", decides every hand as well as can be.

    Where a card of the dealer's is seen, `sees` may name the ranks that it is about.
    """

    strategy: StrategyEntry
    sees: str = ""
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        own, best = (followed(subject, self.tables, one) for one in (self.strategy, "best"))
        deck = subject.rules.deck
        try:
            ranks = {deck.ranks.index(deck.rank(symbol)) for symbol in self.sees.split()}
        except CardError as error:
            raise UntrueError(str(error)) from None
        about = [
            place
            for place, one in enumerate(own.game.matchups)
            if not ranks or (one.seen is not None and one.seen.ranks <= ranks)
        ]
        if not about:
            raise UncheckableError(f"no player of this game sees {self.sees} of the dealer's cards")
        wrong = [
            one
            for one in own.mistakes(best)
            if not ranks or (one.situation.seen is not None and one.situation.seen.ranks <= ranks)
        ]
        if not wrong:
            return holds("no hand is decided worse than by the best strategy", true=True)
        deals = Fraction(sum(one.situation.weight * one.situation.deals for one in wrong), own.game.total)
        cost = sum((one.in_all for one in wrong), Fraction(0))
        return holds(
            f"{percent(deals, 4)} of deals are decided worse than by the best strategy, which costs "
            f"{percent(cost, 4)} of the initial wager",
            true=False,
        )


class HandsBetween(Assertion, frozen=True, kw_only=True, tag="hands between strategies"):
    """Which hands one strategy plays and another folds, published as a list ("Q63 Q62")."""

    strategy: StrategyEntry
    other: StrategyEntry
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        both = [followed(subject, self.tables, one) for one in (self.strategy, self.other)]
        if both[0].seen:
            raise UncheckableError("which hands are played depends on the card seen")
        own, other = map(_played, both)
        between = {hand: count for hand, count in own.items() if hand not in other}
        if not between:
            raise UncheckableError("no hand is played by one strategy and folded by the other")
        shown = " ".join(hand.replace("-", "") for hand in reversed(between))
        return holds(
            f"{shown} ({sum(between.values())} hands)",
            true=set(shown.split())
            == {*re.split(r"[\s,;]+|\band\b", self.published.replace("-", ""))} - {""},
        )


class ValueOfPlaying(Claim, frozen=True, kw_only=True, tag="value of playing"):
    """What playing a hand of certain ranks is worth on average, in initial wagers.

    Where `suits` does not say how its cards share suits, each way is tried, and the mean of all of them.
    """

    hand: Text
    suits: Text = "any"
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        game = followed(subject, self.tables, "best").game
        ranking = game.rules.ranking
        levels = three_cards(self.hand, ranking, "hand").levels
        if len(levels) > 1:
            raise RulesError(("hand",), f"{self.hand!r} names several hands; write one, such as Q-6-4")
        deals, won = Counter[str](), defaultdict[str, Fraction](Fraction)
        for index, one in enumerate(game.matchups):
            if one.hand.strength.level in levels:
                number = one.weight * one.deals
                for name in (one.hand.pattern.value, "all"):
                    deals[name] += number
                    won[name] += number * game.expectation(index, min(game.cases))
        hands = ranking.strengths[min(levels)].count
        values = {name: won[name] / number for name, number in deals.items()}
        values["all"] = values.pop("all")
        if self.suits in {one.value for one in SuitPattern}.difference(values):
            raise UntrueError(f"{self.hand} cannot be of {self.suits}")
        if self.suits not in ("any", *values):
            raise RulesError(("suits",), f"{self.suits!r} is none of any, {', '.join(values)}")
        chosen = values if self.suits == "any" else {self.suits: values[self.suits]}
        names = {name: f"all {hands} hands" if name == "all" else name for name in chosen}
        return Answer(
            tuple(Candidate(worth, {"with": names[name]}) for name, worth in chosen.items()),
            tuple(f"{names[name]}: {worth}." for name, worth in chosen.items()),
            measure=Measure.STAKES,
        )


def _played(strategy: Strategy) -> dict[str, int]:
    """Return the hands that are played by their ranks, weakest first, with how many of them there are."""
    describe = strategy.game.rules.ranking.describe
    played: dict[str, int] = {}
    for situation, decision in strategy:
        if decision != FOLD:
            hand = describe(situation.hand.strength)
            played[hand] = played.get(hand, 0) + situation.hand.weight
    return played


class FoldLosesJackpot(Assertion, frozen=True, kw_only=True, tag="fold loses the jackpot wager"):
    """That a fold loses the jackpot wager: judged by whom the published rates then fit."""

    def answer(self, subject: Subject) -> Answer:
        progressive = metered(subject)
        if not progressive.first.chances.lost_on_fold:
            return unknown("by the rule file a fold does not lose the wager")
        runs = [run.long_run_return for run in progressive.long_runs]
        best = subject.first.statement.text.removesuffix(".")
        lines, lost = [], {}
        for name, letter in progressive.options.items():
            own = [run.long_run_return for run in progressive.of_option(name)]
            lost[name] = progressive.lost_by_folding(letter)
            played = progressive.played_long_run(name)
            line = f"Option {name}: {span(own)} in the long run to a player who never folds"
            if lost[name]:
                gone = "; ".join(map(lost_in_words, progressive.lost_lines(letter)))
                line += (
                    f", {span(played)} to one who follows '{best}', {_points(lost[name])} points less: {gone}"
                )
            else:
                line += f" and to one who follows '{best}', since no hand that he folds can win a prize"
            lines.append(f"{line}.")
        candidates = [
            Candidate(f"{span(runs)} in the long run", {"for a player who": "never folds"}, holds=True)
        ]
        worst = max(lost, key=lost.__getitem__)
        facts = {"return": span(runs), "option": worst, "points": _points(lost[worst])}
        if lost[worst]:
            played = progressive.played_long_run(worst)
            other = f"{span(played)} under option {worst}"
            candidates.append(
                Candidate(other, {"for a player who": "follows the best base strategy"}, holds=False)
            )
            more, quoted = self._switches(progressive, progressive.options[worst])
            lines += more
            facts |= {"played": span(played), **quoted}
        return Answer(tuple(candidates), tuple(lines), facts)

    @staticmethod
    def _switches(progressive: JackpotStudy, letter: str) -> tuple[list[str], dict[str, str]]:
        """Return from which ratio of jackpot wager and base wager hands become plays."""
        joint = progressive.joint(letter)
        if not joint.break_evens:
            return [], {}
        first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
        base = progressive.rules.unit_name
        number = sum(one.situation.weight for one in joint.break_evens)
        hands = f"{number:,}" + (" pairs of hand and dealer's card" if joint.best.seen else "")
        depends = (
            "depend on the meter, here at the seed" if joint.meter_matters else "do not depend on the meter"
        )
        line = (
            f"With a jackpot wager above {decimal(first, 4)} (exactly {first}) of the {base} the first "
            f"folded hands become plays, above {decimal(last, 4)} (exactly {last}) all {hands} that can "
            f"win a prize. These ratios {depends}."
        )
        quoted = {
            "first": decimal(first, 4),
            "first_exact": str(first),
            "last": decimal(last, 4),
            "last_exact": str(last),
            "hands": f"{number:,}",
        }
        return [line], quoted


def lost_in_words(lost_line: LostLine) -> str:
    """Return what folding loses of a line, with the arithmetic."""
    return (
        f"the folded hands hold {lost_line.lost:,} of the {lost_line.count:,} deals with a {lost_line.line}, "
        f"and {lost_line.lost:,} × {plain(lost_line.worth)} / {lost_line.total:,} = "
        f"{_points(lost_line.lost * lost_line.worth / lost_line.total)}%"
    )


def _points(part: Fraction) -> str:
    return decimal(part * 100, 4)
