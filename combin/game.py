"""A game and all its questions, on one screen: what `combin.load` returns."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.hand import ExplainedHand, explain
from combin.exact.named import named_strategy
from combin.report.analysis import analysis_view
from combin.report.hand import hand_view
from combin.report.rules import rules_view
from combin.report.strategy import strategy_view
from combin.rules.load import library_games, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import polars

    from combin.exact.strategy import Strategy
    from combin.exact.summary import Distribution
    from combin.report.view import View
    from combin.rules.rounds import RoundError
    from combin.rules.rules import Rules
    from combin.rules.settle import Discrepancy, SettledRound

__all__ = ["Game", "Result", "games", "load"]

USUAL_STRATEGIES = ("mimic the dealer", "always play")
"""What the best strategy is set beside when nothing else is asked for."""


def games() -> tuple[str, ...]:
    """Return the ids of the games that ship.

    >>> games()
    ('crown-melbourne', 'resorts-world-sentosa', 'uk-including-blind')
    """
    return library_games()


def load(game: str | Path, readings: Mapping[str, str] | None = None) -> Game:
    """Return a game by its id or by the path of its rule file.

    Args:
        game: `"crown-melbourne"`, or `"my-rules.toml"`.
        readings: for sentences of the document that can be read in several ways, the reading to take
            where it is not the adopted one, such as `{"straight": "three different suits"}`.

    Raises:
        RulesError: in one line, what is wrong and where.
    """
    return Game(load_rules(game, dict(readings or {})))


@dataclass(frozen=True)
class Result:
    """An answer with the ways to show it; the answer itself is in the fields of its kind."""

    view: View

    def frame(self) -> polars.DataFrame:
        """Return the answer as a data frame: counts as integers, exact values as two integer columns."""
        return self.view.frame()

    def to_dict(self) -> object:
        """Return what `--format json` prints."""
        return self.view.payload()

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self.view.html()


@dataclass(frozen=True)
class AnalysisResult(Result):
    """The figures of a game under one choice of tables."""

    analysis: Analysis

    @property
    def wagers(self) -> Mapping[str, Distribution]:
        """The net results of each wager by id, with `house_edge` and the like as Fractions."""
        return self.analysis.wagers

    @property
    def strategy(self) -> Strategy:
        """The strategy followed: a decision for each of the suit classes."""
        return self.analysis.strategy

    @property
    def statement(self) -> str:
        """The strategy in words."""
        return self.analysis.statement.text


@dataclass(frozen=True)
class StrategyResult(Result):
    """The best strategy of a game, and others measured against it."""

    best: Strategy
    others: tuple[Strategy, ...]


@dataclass(frozen=True)
class HandResult(Result):
    """One hand explained."""

    hand: ExplainedHand


@dataclass(frozen=True)
class SettledResult(Result):
    """Recorded rounds settled, and the records that could not be."""

    rounds: tuple[SettledRound, ...]
    errors: tuple[RoundError, ...]

    @property
    def paid_wrongly(self) -> tuple[Discrepancy, ...]:
        """Every payment that differs from the rules, in the order of the rounds."""
        return tuple(wrong for one in self.rounds for wrong in one.paid_wrongly)


@dataclass(frozen=True)
class Game:
    """The rules of one game, and the questions that can be asked of them.

    Where a method takes letters (`ante_bonus="A"`), a wager that is not named takes the first of its tables.
    """

    rules: Rules

    def _first(self, letters: Mapping[str, str]) -> dict[str, str]:
        return choices(self.rules, letters)[0]

    def show(self) -> View:
        """Return the rules with the place of each in the document."""
        return rules_view(self.rules)

    def analyse(self, *, strategy: str | None = None, digits: int = 10, **letters: str) -> AnalysisResult:
        """Return the exact figures under one choice of tables.

        Args:
            strategy: another strategy than the best one: "any queen", "always play", a file of rules.
            digits: decimals shown beside the exact values.
            letters: pay tables by wager.

        Raises:
            RulesError: no such wager, table or strategy.
        """
        analysis = analyse(self.rules, [self._first(letters)], strategy)[0]
        return AnalysisResult(analysis_view([analysis], digits), analysis)

    def alternatives(self, *, strategy: str | None = None, digits: int = 10, **letters: str) -> tuple[AnalysisResult, ...]:
        """Return the figures under every choice of tables that agrees with the letters given."""
        found = analyse(self.rules, choices(self.rules, letters), strategy)
        return tuple(AnalysisResult(analysis_view([one], digits), one) for one in found)

    def side_by_side(self, *, strategy: str | None = None, digits: int = 10, **letters: str) -> View:
        """Return one view of every choice of tables that agrees with the letters given."""
        return analysis_view(analyse(self.rules, choices(self.rules, letters), strategy), digits)

    def strategy(self, compare: Sequence[str] = (), *, digits: int = 10, **letters: str) -> StrategyResult:
        """Return the best strategy, its proof, and what other strategies cost, hand by hand.

        Raises:
            RulesError: no such wager, table or strategy.
        """
        analysis = analyse(self.rules, [self._first(letters)])[0]
        others = tuple(named_strategy(text, analysis.game) for text in compare or USUAL_STRATEGIES)
        view = strategy_view(analysis, others, detailed=bool(compare), digits=digits)
        return StrategyResult(view, analysis.best, others)

    def hand(self, cards: str, *, digits: int = 10, **letters: str) -> HandResult:
        """Return one hand of the player explained.

        Raises:
            CardError: not three different cards of the deck.
            RulesError: no such wager or table.
        """
        found = explain(self.rules, self.rules.deck.parse(cards, 3), self._first(letters))
        return HandResult(hand_view(found, digits), found)

    def settle(self, rounds: Path | Iterable[str]) -> SettledResult:
        """Return recorded rounds settled by the letter of the rules.

        Args:
            rounds: a file of JSON lines, or the lines; `combin schema rounds` describes a record.

        Raises:
            OSError: the file cannot be read.
        """
        from combin.report.settled import settled_view
        from combin.rules.rounds import RoundError
        from combin.rules.settle import settle_lines

        with ExitStack() as stack:
            lines = stack.enter_context(rounds.open("rb")) if isinstance(rounds, Path) else rounds
            found = list(settle_lines(self.rules, lines))
        settled = tuple(one for one in found if not isinstance(one, RoundError))
        errors = tuple(one for one in found if isinstance(one, RoundError))
        return SettledResult(settled_view(self.rules, settled, errors), settled, errors)
