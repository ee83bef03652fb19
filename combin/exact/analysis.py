"""A whole game under one choice of pay tables: strategy, and what every wager returns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.cards.suit_classes import HandClass, suit_variants
from combin.exact.base_game import BaseGame
from combin.exact.distribution import Distribution
from combin.exact.side_bets import SideBet, bet_beside
from combin.exact.statement import Statement, statement_of
from combin.exact.strategy import Strategy, best_strategy
from combin.rules.resolved import Rules, remembered


class Analysis(Answer, Struct, frozen=True, dict=True):
    """The exact figures of one game under one choice of tables and one strategy.

    `letters` names the table of each bonus and bet that has one; `best` is the optimal strategy of the same
    game, which `strategy` is measured against.

    >>> from combin.rules.load import load_rules
    >>> found = analyse(load_rules("crown-melbourne"), [{"ante_bonus": "A", "pair_plus": "F"}])[0]
    >>> found.wagers["ante"].house_edge
    Fraction(686689, 20358520)
    """

    shown_by: ClassVar[str] = "combin.report.analysis:analysis_view"

    rules: Rules
    letters: Mapping[str, str]
    strategy: Strategy
    best: Strategy
    side_bets: Mapping[str, SideBet]

    @property
    def tables(self) -> Mapping[str, str]:
        """The letter of the pay table of each wager, in the word that asks for them."""
        return self.letters

    @property
    def game(self) -> BaseGame:
        """The base game: the wagers against the dealer with their bonuses."""
        return self.strategy.game

    @cached_property
    def statement(self) -> Statement:
        """The strategy in words."""
        return statement_of(self.strategy)

    @property
    def alike(self) -> int:
        """How many deals count as one: all with the same hand where there is no dealer."""
        return self.rules.dealer_hands if self.rules.alone else 1

    @cached_property
    def wagers(self) -> dict[str, Distribution]:
        """The net results of each wager by id; the base wager's include its raise and bonuses."""
        found = {name: bet.distribution for name, bet in self.side_bets.items()}
        if self.rules.side_bets_alone:
            return found
        return {self.rules.base: self.strategy.distribution.in_groups(self.alike), **found}

    def edges_by_stake(self, wager: str) -> dict[Fraction | None, Fraction]:
        """Return the house edge of a wager at each stake of its rules; under None if it is the same for all.

        It depends on the stake where lines pay sums of money, or the house collects some of each hand.
        """
        bet, side_bet = self.rules.bets[wager], self.side_bets.get(wager)
        of_table = side_bet is not None and side_bet.table.pays_money
        if of_table or (bet.collection is not None and bet.collection.money and bet.stakes):
            return {stake: self.edge_at(wager, stake) for stake in bet.stakes}
        return {None: self.wagers[wager].house_edge}

    def edge_at(self, wager: str, stake: Fraction | None) -> Fraction:
        """Return the house edge of a wager at a stake, with what is collected then; by default the first."""
        side_bet, rules = self.side_bets.get(wager), self.rules
        if stake is None:
            return self.wagers[wager].house_edge
        if side_bet is not None and side_bet.table.pays_money:
            return side_bet.at(stake).distribution.house_edge
        collected = rules.at_stake(stake).collection - rules.collection if wager == rules.base else 0
        return self.wagers[wager].house_edge + collected


def choices(
    rules: Rules, chosen: Mapping[str, str], wagers: Collection[str] | None = None
) -> list[dict[str, str]]:
    """Return every choice of tables, by default for all wagers, that agrees with the letters `chosen`.

    Raises:
        RulesError: a wager or a letter that the game does not have.
    """
    names = (*rules.base_tables, *rules.bets_by_table)
    rules.require_letters(chosen, names)
    names = tuple(name for name in names if wagers is None or name in wagers)
    letters = [[chosen[name]] if name in chosen else list(rules.tables[name]) for name in names]
    return [dict(zip(names, one, strict=True)) for one in product(*letters)]


def analyse(
    rules: Rules, combinations: Sequence[Mapping[str, str]], strategy: str | None = None
) -> list[Analysis]:
    """Return the analysis of each choice of tables (letters by wager), in order.

    `strategy` is another one than the optimal one, in the words of `named_strategy`. What several choices
    share is computed once, and remembered with the rules; a strategy by its name is not, since it may be a
    file, whose content changes.
    """
    games: dict[tuple[str, ...], tuple[Strategy, Strategy]] = {}
    found = []
    for letters in combinations:
        key = tuple(letters[name] for name in rules.base_tables)
        if key not in games:
            followed = best = best_strategy(rules, letters)
            if strategy is not None:
                from combin.exact.named_strategies import named_strategy

                followed = named_strategy(strategy, best.game)
            games[key] = followed, best
        followed, best = games[key]
        names = (*rules.comparisons, *rules.side_bets)
        side_bets = {name: bet_beside(followed, name, letters.get(name, "")) for name in names}
        found.append(Analysis(rules, letters, followed, best, side_bets))
    return found


@remembered
def every_analysis(rules: Rules) -> tuple[Analysis, ...]:
    """Return the analysis of every choice of tables, the first table of each wager in the first."""
    return tuple(analyse(rules, choices(rules, {})))


USUAL_STRATEGIES = ("mimic the dealer", "always play")
"""The strategies that the optimal one is compared with by default."""


class Alternatives(Answer, tuple[Analysis, ...]):
    """The analyses of one game under several choices of tables."""

    __slots__ = ()
    shown_by: ClassVar[str] = "combin.report.analysis:analyses_view"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self[0].rules


class StrategyAnswer(Answer, Struct, frozen=True):
    """The optimal strategy of a game, and others compared with it; `detailed` where these were asked for."""

    shown_by: ClassVar[str] = "combin.report.strategy:strategy_view"

    analysis: Analysis
    others: tuple[Strategy, ...]
    detailed: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.analysis.rules

    @property
    def best(self) -> Strategy:
        """The optimal strategy: a decision for each of the suit classes."""
        return self.analysis.best

    @property
    def statement(self) -> Statement:
        """The optimal strategy in words."""
        return self.analysis.statement

    def hands(self) -> DecidedHands:
        """Every hand of the player with its decision and the expected value of each."""
        return DecidedHands(self.best)


class DecidedHands(Answer, Struct, frozen=True):
    """Every hand of the player under a strategy; where a card is seen, every suit class with each card.

    Iteration yields the hand, of cards as indexes, the index of its matchup, and how many hands, or pairs of
    hand and card seen, it stands for: 1 for each of the 22,100 hands of 52 cards.
    """

    shown_by: ClassVar[str] = "combin.report.strategy:hands_view"

    strategy: Strategy

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.strategy.game.rules

    def __iter__(self) -> Iterator[tuple[HandClass, int, int]]:
        for index, matchup in enumerate(self.strategy.game.matchups):
            if self.strategy.seen:
                yield matchup.hand, index, matchup.weight
                continue
            for hand in suit_variants(matchup.hand, self.rules.deck):
                yield hand, index, hand.weight


def ask_strategy(rules: Rules, letters: Mapping[str, str], compare: Sequence[str] = ()) -> StrategyAnswer:
    """Return the optimal strategy under one choice of tables, and what it is compared with.

    Raises:
        RulesError: nothing is decided in the game, or no such strategy.
    """
    from combin.exact.named_strategies import named_strategy

    rules.require_decision()
    analysis = analyse(rules, [letters])[0]
    others = tuple(named_strategy(text, analysis.game) for text in compare or USUAL_STRATEGIES)
    return StrategyAnswer(analysis, others, bool(compare))
