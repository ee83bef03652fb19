"""A game and all its questions, on one screen: what `combin.load` returns."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from combin.design.questions import DesignQuestions
from combin.exact.analysis import analyse, choices
from combin.exact.hand import explain
from combin.exact.named_strategies import named_strategy
from combin.paper.questions import PrintQuestions
from combin.par.questions import ParQuestions
from combin.results import (
    Alternatives,
    AnalysisResult,
    HandResult,
    RulesResult,
    SettledResult,
    SimulationResult,
    StrategyResult,
)
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules
from combin.stakes import StakeQuestions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import BinaryIO

    from combin.rules.resolved import Rules
    from combin.rules.rounds import RoundError
    from combin.rules.settle import SettledRound

__all__ = ["Game", "games", "load"]


def _counted(file: BinaryIO, progress: Callable[[int, int], object]) -> Iterator[bytes]:
    """Yield the lines of a file, and tell now and then how many bytes of how many they are."""
    total, done = os.fstat(file.fileno()).st_size, 0
    for number, line in enumerate(file):
        done += len(line)
        if number % 1000 == 0:
            progress(done, total)
        yield line


USUAL_STRATEGIES = ("mimic the dealer", "always play")
"""What the best strategy is set beside when nothing else is asked for."""


def games() -> tuple[str, ...]:
    """Return the ids of the games that ship.

    >>> [game for game in games() if game.startswith("uk")]
    ['uk-including-blind']
    """
    return library_games()


def load(game: str | Path, readings: Mapping[str, str] | None = None) -> Game:
    """Return a game by its id or by the path of its rule file.

    Args:
        game: `"crown-melbourne"`, or `"my-rules.toml"`.
        readings: for sentences of the document that can be read in several ways, the reading to take
            where it is not the adopted one, such as `{"straight": "three different suits"}`.

    >>> load("crown-melbourne")
    <Game crown-melbourne: Three Card Poker, Crown Melbourne>

    Raises:
        RulesError: in one line, what is wrong and where.
    """
    return Game(load_rules(game, dict(readings or {})))


@dataclass(frozen=True, repr=False)
class Game(DesignQuestions, ParQuestions, PrintQuestions, StakeQuestions):
    """The rules of one game, and the questions that can be asked of them.

    Pay tables are chosen by letter, as `ante_bonus="A"` or as `tables={"ante_bonus": "A"}`; a wager that is
    not named takes the first of its tables. Each answer can be printed, shown in a notebook, and had as a
    data frame (`frame`) or as what JSON says (`to_dict`).
    """

    rules: Rules

    def __repr__(self) -> str:
        return f"<Game {self.rules.file.id}: {self.rules.file.title}>"

    def show(self) -> RulesResult:
        """Return the rules with the place of each in the document."""
        return RulesResult(self.rules)

    def analyse(
        self,
        *,
        strategy: str | None = None,
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> AnalysisResult:
        """Return the exact figures under one choice of tables.

        Args:
            strategy: another strategy than the best one: "any queen", "always play", a file of rules.
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> load("uk-including-blind").analyse().wagers["prime"].house_edge
        Fraction(405, 11186)

        Raises:
            RulesError: no such wager, table or strategy.
        """
        return AnalysisResult(analyse(self.rules, [self._first(tables, letters)], strategy)[0], digits)

    def alternatives(
        self,
        *,
        strategy: str | None = None,
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> Alternatives:
        """Return the figures under every choice of tables that agrees with the letters given.

        >>> len(load("crown-melbourne").alternatives(ante_bonus="A"))
        6

        Raises:
            RulesError: no such wager, table or strategy.
        """
        found = analyse(self.rules, choices(self.rules, {**(tables or {}), **letters}), strategy)
        return Alternatives(tuple(AnalysisResult(one, digits) for one in found), digits)

    def strategy(
        self,
        compare: Sequence[str] = (),
        *,
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> StrategyResult:
        """Return the best strategy, its proof, and what other strategies cost.

        Args:
            compare: strategies to go through hand by hand; without any, the usual ones in sum.
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> load("crown-melbourne").strategy().statement
        'Play Q-6-4 or better, fold the rest.'

        Raises:
            RulesError: no such wager, table or strategy, or nothing is decided in the game.
        """
        if not self.rules.play:
            raise RulesError((), f"{self.rules.file.id}: nothing is decided in this game")
        analysis = analyse(self.rules, [self._first(tables, letters)])[0]
        others = tuple(named_strategy(text, analysis.game) for text in compare or USUAL_STRATEGIES)
        return StrategyResult(analysis, others, bool(compare), digits)

    def hand(
        self,
        cards: str,
        *,
        dealer: str | None = None,
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> HandResult:
        """Return one hand of the player explained; `dealer` is the dealer's card that is face up, if one is.

        >>> load("crown-melbourne").hand("Qs 6h 4d").hand.values
        {0: Fraction(-1, 1), 1: Fraction(-9151, 9212)}

        Raises:
            CardError: not three different cards of the deck.
            RulesError: no such wager or table.
        """
        deck = self.rules.deck
        seen = None if dealer is None else deck.parse(dealer, 1)[0]
        found = explain(self.rules, deck.parse(cards, 3), self._first(tables, letters), seen)
        return HandResult(found, digits)

    def settle(
        self,
        rounds: str | Path | Iterable[str | bytes],
        *,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> SettledResult:
        """Return recorded rounds settled by the letter of the rules.

        Args:
            rounds: the path of a file of JSON lines, or the lines; `combin schema rounds` describes a record.
            tables: pay tables by wager, for rounds that name none; `letters` are the same.
            letters: pay tables by wager.

        Raises:
            OSError: the file cannot be read.
            RulesError: no such wager or table.
        """
        from combin.rules.rounds import RoundError

        found = list(self.settle_each(rounds, tables={**(tables or {}), **letters}))
        settled = tuple(one for one in found if not isinstance(one, RoundError))
        errors = tuple(one for one in found if isinstance(one, RoundError))
        return SettledResult(self.rules, settled, errors)

    def settle_each(
        self,
        rounds: str | Path | Iterable[str | bytes],
        *,
        tables: Mapping[str, str] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Iterator[SettledRound | RoundError]:
        """Yield recorded rounds settled one by one, as `settle` does, so that none needs to be kept.

        Args:
            rounds: the path of a file of JSON lines, or the lines.
            tables: pay tables by wager, for rounds that name none.
            progress: is told how many bytes of a file are done, and how many there are.

        >>> hand = '{"seat": 1, "cards": "2h 2c 9d", "wagers": {"prime": 5, "pair_plus": 5}}'
        >>> record = f'{{"id": 1, "dealer": "Js 9h 4d", "hands": [{hand}]}}'
        >>> [str(one.net) for one in load("uk-including-blind").settle_each([record])]
        ['0']

        Raises:
            OSError: the file cannot be read.
            RulesError: no such wager or table.
        """
        from combin.rules.settle import check_letters, settle_lines

        chosen = tables or {}
        check_letters(self.rules, chosen)
        with ExitStack() as stack:
            if isinstance(rounds, str | Path):
                file = stack.enter_context(Path(rounds).open("rb"))
                rounds = file if progress is None else _counted(file, progress)
            yield from settle_lines(self.rules, rounds, chosen)

    def simulate(
        self,
        rounds: int = 1_000_000,
        *,
        seed: int = 1,
        strategy: str | None = None,
        digits: int = 10,
        progress: Callable[[int, int], object] | None = None,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> SimulationResult:
        """Return what the wagers came to in rounds played at random, beside their exact figures.

        The rounds are settled without the exact engine, from which only the player's decisions come.

        Args:
            rounds: how many are played.
            seed: of the random cards; the same seed deals the same rounds on every machine.
            strategy: how the player plays, in the words of `analyse`; by default at his best.
            digits: decimals shown beside the exact values.
            progress: is told how many rounds are done, and how many there are.
            tables: pay tables by wager, jackpots among them; `letters` are the same.
            letters: pay tables by wager.

        >>> ante = load("uk-including-blind").simulate(rounds=1000).wagers["ante"]
        >>> ante.sample.mean, ante.expectation, ante.agrees
        (Fraction(-3, 200), Fraction(-686689, 20358520), True)

        Raises:
            RulesError: no such wager, table or strategy; no round, or a seed below 0.
        """
        from combin.proof.simulated import ask_simulation

        chosen = {**(tables or {}), **letters}
        answer = ask_simulation(
            self.rules, chosen, strategy=strategy, rounds=rounds, seed=seed, progress=progress
        )
        return SimulationResult(answer, digits)

    def _first(self, tables: Mapping[str, str] | None, letters: Mapping[str, str]) -> dict[str, str]:
        return choices(self.rules, {**(tables or {}), **letters})[0]
