"""A game and all its questions, on one screen: what `combin.load` returns."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from combin.design.questions import DesignQuestions
from combin.exact.analysis import analyse, choices
from combin.exact.hand import explain
from combin.exact.named import named_strategy
from combin.par.questions import ParQuestions
from combin.print.questions import PrintQuestions
from combin.results import (
    Alternatives,
    AnalysisResult,
    HandResult,
    JackpotResult,
    JointResult,
    RulesResult,
    SettledResult,
    StrategyResult,
)
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    from combin.design.search_result import DesignResult, JackpotDesignResult
    from combin.rules.rules import Rules

__all__ = ["Game", "games", "load"]

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
class Game(DesignQuestions, ParQuestions, PrintQuestions):
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

    def jackpot(
        self,
        *,
        option: str | None = None,
        seed: Fraction | int | str | None = None,
        increment: Fraction | int | str | None = None,
        reading: Fraction | int | str | None = None,
        stake: Fraction | int | str = 1,
        seats: int | None = None,
        target: Fraction | int | str | None = None,
        digits: int = 10,
    ) -> JackpotResult:
        """Return what the progressive wager is worth, now and in the long run.

        Args:
            option: which pay table with its seeds and rates; the first by default.
            seed: per unit of the stake; by default the first that is published.
            increment: the increment rate, such as "34.06%"; by default the one published for the seed.
            reading: the meter now, in money.
            stake: the price of the wager.
            seats: players with the wager; by default all seats of the table.
            target: a long-run return to solve the increment rate for, such as "90%".
            digits: digits of the long-run figures that are certain.

        >>> load("crown-melbourne").jackpot(option="1").answer.break_even
        Fraction(3036400, 19)

        Raises:
            JackpotError: a term that no jackpot can have, or that the document does not publish.
        """
        from combin.jackpot.answer import ask_jackpot

        answer = ask_jackpot(
            self.rules,
            option=option,
            seed=seed,
            increment=increment,
            reading=reading,
            stake=stake,
            seats=seats,
            target=target,
            digits=digits,
        )
        return JackpotResult(answer, digits)

    def joint_strategy(
        self,
        jackpot: Fraction | int | str,
        ante: Fraction | int | str = 1,
        option: str | None = None,
        reading: Fraction | int | str | None = None,
        *,
        compare: Sequence[str] = (),
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> JointResult:
        """Return the best strategy of a player who has a jackpot wager as well as an Ante.

        Args:
            jackpot: the jackpot wager, in money.
            ante: the Ante, in money.
            option: which pay table of the jackpot; the first by default.
            reading: the meter now, in money; by default at its seed.
            compare: other strategies to set beside the best; without any, never folding.
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> load("crown-melbourne").joint_strategy(jackpot=1, ante=8, option="2").statement
        'Play Q-6-4 or better, fold the rest; but also play 9-8-6, 9-7-6, 8-7-5, 8-6-5, 7-6-4, 7-5-4.'

        Raises:
            JackpotError: an amount that is none, or no such option.
            RulesError: no such wager, table or strategy.
        """
        from combin.jackpot.answer import ask_jackpot
        from combin.jackpot.meter import JackpotError, number

        if self.rules.file.deal.face_up or not self.rules.play:
            problem = "a card of the dealer's is face up" if self.rules.play else "nothing is decided"
            raise RulesError(
                (), f"{self.rules.file.id}: {problem}; a jackpot decided with it is not worked out"
            )
        answer = ask_jackpot(self.rules, option=option, reading=reading, stake=jackpot)
        unit = number("ante", ante)
        if unit <= 0:
            raise JackpotError(f"an ante of {unit} is not above 0")
        chosen = self._first(tables, letters)
        joint = answer.joint(chosen)
        others = tuple(named_strategy(text, joint.game) for text in compare or ("always play",))
        return JointResult(answer, joint, chosen, unit, others, digits)

    def design(
        self,
        edge: str | tuple[Fraction, Fraction],
        wager: str = "pair_plus",
        *,
        hit: str | tuple[Fraction, Fraction] | None = None,
        pays: Mapping[str, str] | None = None,
        others_stay: bool = False,
        ordered: bool = True,
        sort: str = "edge",
        target: str | Fraction | None = None,
        limit: int = 20,
        pareto: bool = False,
        option: str | None = None,
        seeds: str | None = None,
        digits: int = 10,
        progress: Callable[[int, int], None] | None = None,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> DesignResult | JackpotDesignResult:
        """Return the pay tables with a house edge in a window, or the meters of a jackpot.

        Args:
            edge: the window, as "2%..3%" or as two Fractions.
            wager: a side bet, a bonus or the jackpot.
            hit: the hit frequency wanted: "25%" for at least that, "20%..26%", or two Fractions.
            pays: pays to try by line: "4", "3..5", "30..50:5", "4,6,10".
            others_stay: whether other lines stay as they are, in place of half to twice what they pay.
            ordered: whether a better hand must pay at least as much.
            sort: "edge", "low-edge", "high-edge", "volatility", "high-volatility" or "round".
            target: the edge to come close to; by default the middle of the window.
            limit: how many are kept; all are counted.
            pareto: whether to keep the frontier of edge against standard deviation instead.
            option: of a jackpot, which pay table with its seeds.
            seeds: of a jackpot, "10000,20000" or "10000..75000:5000"; by default those published.
            digits: decimals shown beside the exact values.
            progress: is told what is done and what there is in all.
            tables: the pay tables to begin from, by wager; `letters` are the same.
            letters: the pay tables to begin from, by wager.

        >>> found = load("crown-melbourne").design("2%..3%", pays={"pair": "1"}, sort="volatility")
        >>> found.answer.matching, str(found[0])
        (1776, 'straight flush 20, three of a kind 18, straight 8, flush 4, pair 1')

        Raises:
            RulesError: terms that cannot be met, in one line; the nearest table where none is in the window.
            JackpotError: no rate meets the target.
        """
        from combin.design.search_game import search

        return search(
            self.rules,
            edge,
            wager,
            hit=hit,
            pays=pays,
            others_stay=others_stay,
            ordered=ordered,
            sort=sort,
            target=target,
            limit=limit,
            pareto=pareto,
            option=option,
            seeds=seeds,
            digits=digits,
            progress=progress,
            tables={**(tables or {}), **letters},
        )

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

    def settle(self, rounds: str | Path | Iterable[str | bytes]) -> SettledResult:
        """Return recorded rounds settled by the letter of the rules.

        Args:
            rounds: the path of a file of JSON lines, or the lines; `combin schema rounds` describes a record.

        Raises:
            OSError: the file cannot be read.
        """
        from combin.rules.rounds import RoundError
        from combin.rules.settle import settle_lines

        with ExitStack() as stack:
            lines = stack.enter_context(Path(rounds).open("rb")) if isinstance(rounds, str | Path) else rounds
            found = list(settle_lines(self.rules, lines))
        settled = tuple(one for one in found if not isinstance(one, RoundError))
        errors = tuple(one for one in found if isinstance(one, RoundError))
        return SettledResult(self.rules, settled, errors)

    def _first(self, tables: Mapping[str, str] | None, letters: Mapping[str, str]) -> dict[str, str]:
        return choices(self.rules, {**(tables or {}), **letters})[0]
