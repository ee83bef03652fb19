"""The answers to the questions of a game, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combin.report.analysis import analysis_view
from combin.report.hand import hand_view
from combin.report.rules import rules_view
from combin.report.strategy import strategy_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from combin.exact.analysis import Analysis
    from combin.exact.distribution import Distribution
    from combin.exact.hand import ExplainedHand
    from combin.exact.strategy import Strategy
    from combin.formats.view import View
    from combin.proof.simulated import Sampled, SimulationAnswer
    from combin.rules.resolved import Rules
    from combin.rules.rounds import RoundError
    from combin.rules.settle import Discrepancy, SettledRound

__all__ = [
    "Alternatives",
    "AnalysisResult",
    "HandResult",
    "Result",
    "RulesResult",
    "SettledResult",
    "Several",
    "SimulationResult",
    "StrategyResult",
]

One = TypeVar("One")


class Result:
    """An answer; what it says is in the fields of its kind, and `print` shows it as the command line does."""

    @property
    def view(self) -> View:
        """The answer ready to be shown in any format."""
        raise NotImplementedError

    def frame(self) -> pl.DataFrame:
        """Return the answer as a data frame: counts as integers, exact values as two integer columns."""
        return self.view.frame()

    def to_dict(self) -> Any:  # noqa: ANN401  whatever JSON holds
        """Return what `--format json` prints, as dictionaries and lists."""
        return self.view.payload()

    def __str__(self) -> str:
        return self.view.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.view.heading}>"

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self.view.html()


class Several(Result, Generic[One]):
    """An answer of several parts, which can be gone through in a loop."""

    @property
    def _parts(self) -> Sequence[One]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[One]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, index: int) -> One:
        return self._parts[index]


@dataclass(frozen=True, repr=False)
class RulesResult(Result):
    """The rules of a game with the place of each in the document."""

    rules: Rules

    @cached_property
    def view(self) -> View:
        """The rules as tables; the records are the lines of the pay tables."""
        return rules_view(self.rules)


@dataclass(frozen=True, repr=False)
class AnalysisResult(Result):
    """The figures of a game under one choice of tables."""

    analysis: Analysis
    digits: int = 10

    @property
    def tables(self) -> Mapping[str, str]:
        """The letter of the pay table of each wager."""
        return self.analysis.letters

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

    @cached_property
    def view(self) -> View:
        """The figures in full; the records are the wagers."""
        return analysis_view([self.analysis], self.digits)


@dataclass(frozen=True, repr=False)
class Alternatives(Several[AnalysisResult]):
    """The figures of a game under several choices of tables."""

    results: tuple[AnalysisResult, ...]
    digits: int = 10

    @property
    def _parts(self) -> Sequence[AnalysisResult]:
        return self.results

    @cached_property
    def view(self) -> View:
        """The choices side by side; the records are the wagers of each."""
        return analysis_view([one.analysis for one in self.results], self.digits)


@dataclass(frozen=True, repr=False)
class StrategyResult(Result):
    """The best strategy of a game, and others measured against it; `detailed` shows them hand by hand."""

    analysis: Analysis
    others: tuple[Strategy, ...]
    detailed: bool = False
    digits: int = 10

    @property
    def best(self) -> Strategy:
        """The best strategy: a decision for each of the suit classes."""
        return self.analysis.best

    @property
    def statement(self) -> str:
        """The best strategy in words."""
        return self.analysis.statement.text

    @cached_property
    def view(self) -> View:
        """The best strategy with its proof; the records are the strategies."""
        return strategy_view(self.analysis, self.others, detailed=self.detailed, digits=self.digits)


@dataclass(frozen=True, repr=False)
class HandResult(Result):
    """One hand of the player explained."""

    hand: ExplainedHand
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The hand explained; the records are the cases of the dealer's hand."""
        return hand_view(self.hand, self.digits)


@dataclass(frozen=True, repr=False)
class SettledResult(Result):
    """Recorded rounds settled, and the records that could not be."""

    rules: Rules
    rounds: tuple[SettledRound, ...]
    errors: tuple[RoundError, ...]

    @property
    def paid_wrongly(self) -> tuple[Discrepancy, ...]:
        """Every payment that differs from the rules, in the order of the rounds."""
        return tuple(wrong for one in self.rounds for wrong in one.paid_wrongly)

    @cached_property
    def view(self) -> View:
        """The settled rounds; the records are their wagers."""
        from combin.report.settled import settled_view

        return settled_view(self.rules, self.rounds, self.errors)


@dataclass(frozen=True, repr=False)
class SimulationResult(Result):
    """A game played at random: what each wager came to, beside its exact figures."""

    answer: SimulationAnswer
    digits: int = 10

    @property
    def wagers(self) -> Mapping[str, Sampled]:
        """Each wager by id, with its `sample` and its exact `expectation`."""
        return {one.wager: one for one in self.answer.wagers}

    @property
    def statement(self) -> str:
        """How the player played, in words."""
        return self.answer.statement

    @property
    def agrees(self) -> bool:
        """Whether what came of every wager can be chance."""
        return all(one.agrees for one in self.answer.wagers)

    @cached_property
    def view(self) -> View:
        """Means and exact values side by side; the records are the wagers."""
        from combin.report.simulation import simulation_view

        return simulation_view(self.answer, self.digits)
