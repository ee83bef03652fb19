"""A whole game under one choice of pay tables: strategy, and what every wager returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from combin.exact.base_game import BaseGame, base_game
from combin.exact.named_strategies import named_strategy
from combin.exact.side_bets import SideBet, bet_beside
from combin.exact.statement import Statement, statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.distribution import Distribution
    from combin.rules.resolved import Rules

__all__ = ["Analysis", "analyse", "choices"]


@dataclass(frozen=True)
class Analysis:
    """The exact figures of one game under one choice of tables and one strategy.

    `letters` names the table of each bonus and bet that has one. `best` is the optimal strategy of the same
    game, which `strategy` is measured against (most often they are the same); `statement` says `strategy` in
    words.
    """

    rules: Rules
    letters: Mapping[str, str]
    strategy: Strategy
    best: Strategy
    statement: Statement
    side_bets: Mapping[str, SideBet]

    @property
    def game(self) -> BaseGame:
        """The base game: the wagers against the dealer with their bonuses."""
        return self.strategy.game

    @property
    def alike(self) -> int:
        """How many deals count as one: all with the same hand where there is no dealer."""
        return self.game.dealer_hands if self.rules.alone else 1

    @cached_property
    def wagers(self) -> dict[str, Distribution]:
        """The net results of each wager by id; the base wager's include its raise and bonuses."""
        found = {self.rules.base: self.strategy.distribution.in_groups(self.alike)}
        return found | {name: bet.distribution for name, bet in self.side_bets.items()}


def choices(rules: Rules, chosen: Mapping[str, str]) -> list[dict[str, str]]:
    """Return every choice of tables for the base game and the bets that agrees with `chosen`.

    Raises:
        RulesError: a wager or a letter that the game does not have.
    """
    names = (*rules.base_tables, *rules.bets_by_table)
    for name, letter in chosen.items():
        if name not in rules.tables or name not in names:
            raise RulesError(
                (), f"{rules.file.id} has no pay table for {name!r}; it has them for {', '.join(names)}"
            )
        if letter not in rules.tables[name]:
            known = ", ".join(rules.tables[name])
            raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")
    letters = [[chosen[name]] if name in chosen else list(rules.tables[name]) for name in names]
    return [dict(zip(names, one, strict=True)) for one in product(*letters)]


def analyse(
    rules: Rules, combinations: Sequence[Mapping[str, str]], strategy: str | None = None
) -> list[Analysis]:
    """Return the analysis of each choice of tables, in order.

    Args:
        rules: the game.
        combinations: letters by wager, as from `choices`.
        strategy: another strategy than the optimal one, in the words of `named_strategy`.

    What several choices share (the matchups, a table of a side bet) is worked out once.
    """
    games: dict[tuple[str, ...], tuple[Strategy, Strategy, Statement, int]] = {}
    # A number for each way to decide: its decisions, tens of thousands if a card is seen, are hashed once.
    ways: dict[tuple[int, ...], int] = {}
    bets: dict[tuple[str, str, int | None], SideBet] = {}
    found = []
    for letters in combinations:
        key = tuple(letters[name] for name in rules.base_tables)
        if key not in games:
            game = base_game(rules, letters)
            best = optimal_strategy(game)
            followed = named_strategy(strategy, game) if strategy is not None else best
            games[key] = (
                followed,
                best,
                statement_of(followed),
                ways.setdefault(followed.decisions, len(ways)),
            )
        followed, best, statement, way = games[key]
        side_bets = {}
        for name in (*rules.comparisons, *rules.side_bets):
            letter = letters.get(name, "")
            place = (name, letter, way if rules.lost_with_fold(name) else None)
            if place not in bets:
                bets[place] = bet_beside(followed, name, letter)
            side_bets[name] = bets[place]
        found.append(Analysis(rules, letters, followed, best, statement, side_bets))
    return found
