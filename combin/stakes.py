"""The questions with stakes in money, and their answers: jackpots, and wagers placed together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.results import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.exact.distribution import Distribution
    from combin.exact.strategy import Strategy
    from combin.formats.view import View
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.joint_answer import JointAnswer
    from combin.jackpot.meter.meter import Number
    from combin.jackpot.mixes import MixAnswer
    from combin.rules.resolved import Rules

__all__ = ["JackpotResult", "JointResult", "MixResult", "StakeQuestions"]


@dataclass(frozen=True, repr=False)
class JackpotResult(Result):
    """A progressive wager: its value, its meter in the long run, simultaneous winners."""

    answer: JackpotAnswer
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The wager in full; the records are the lines of its pay table."""
        from combin.report.jackpot import jackpot_view

        return jackpot_view(self.answer, digits=self.digits)


@dataclass(frozen=True, repr=False)
class JointResult(Result):
    """The best strategy with a bet beside an Ante, and others measured against it.

    `answer.joint` is the base game with the bet: it tells the break-even ratios, the best strategy
    at any ratio, and what any strategy loses.
    """

    answer: JointAnswer
    digits: int = 10

    @property
    def ratio(self) -> Fraction:
        """The bet per unit of the Ante."""
        return self.answer.ratio

    @property
    def best(self) -> Strategy:
        """The best strategy at this ratio: a decision for each of the suit classes."""
        return self.answer.best

    @property
    def statement(self) -> str:
        """The best strategy in words."""
        return self.answer.statement

    @cached_property
    def view(self) -> View:
        """The strategy with the ratios at which hands switch; the records are strategies."""
        from combin.report.joint import joint_view

        return joint_view(self.answer, self.digits)


@dataclass(frozen=True, repr=False)
class MixResult(Result):
    """Several wagers in one round; `answer.mix` has also their joint law, net by net."""

    answer: MixAnswer
    digits: int = 10

    @property
    def tables(self) -> Mapping[str, str]:
        """The letter of the pay table of each wager."""
        return self.answer.letters

    @property
    def statement(self) -> str | None:
        """How the player plays, in words; None if nothing is decided."""
        return self.answer.statement

    @property
    def house_edge(self) -> Fraction:
        """What all wagers together lose on average, per unit of their initial stakes."""
        return self.answer.mix.house_edge

    @property
    def together(self) -> Distribution:
        """The net results of all wagers together, in money."""
        return self.answer.mix.total

    @cached_property
    def wagers(self) -> Mapping[str, Distribution]:
        """The net results of each wager by id, in money, whatever a round pays at most."""
        mix = self.answer.mix
        return {name: mix.distribution(name) for name in mix.law.wagers}

    @property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of each pair of wagers, in squared money; of a wager with itself its variance."""
        return self.answer.mix.covariances

    @cached_property
    def view(self) -> View:
        """The mix in full; the records are the net results of all wagers together."""
        from combin.report.mix import mix_view

        return mix_view(self.answer, self.digits)


class StakeQuestions:
    """What is asked of a game with stakes in money: `combin.game.Game` inherits it."""

    rules: Rules

    def jackpot(
        self,
        *,
        wager: str | None = None,
        option: str | None = None,
        seed: Number | None = None,
        increment: Number | None = None,
        reading: Number | None = None,
        stake: Number | None = None,
        seats: int | None = None,
        target: Number | None = None,
        digits: int = 10,
    ) -> JackpotResult:
        """Return what a progressive wager is worth, now and in the long run.

        Args:
            wager: which one, by its id; the first by default.
            option: which pay table with its seeds and rates; the first by default.
            seed: per unit of the stake; by default the first that is published.
            increment: the increment rate, such as "34.06%"; by default the one published for the seed.
            reading: the meter now, in money.
            stake: the price of the wager; by default the unit that seeds are stated for, if any are.
            seats: players with the wager; by default all seats of the table.
            target: a long-run return to solve the increment rate for, such as "90%".
            digits: digits of the long-run figures that are certain.

        >>> from combin import load
        >>> load("crown-melbourne").jackpot(option="1").answer.break_even
        Fraction(3036400, 19)

        Raises:
            JackpotError: a term that no jackpot can have, or that the document does not publish.
        """
        from combin.jackpot.answer import ask_jackpot

        answer = ask_jackpot(
            self.rules,
            wager=wager,
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
        jackpot: Number,
        ante: Number = 1,
        option: str | None = None,
        reading: Number | None = None,
        *,
        wager: str | None = None,
        compare: Sequence[str] = (),
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> JointResult:
        """Return the best strategy of a player who has a jackpot wager, or a side bet, as well as an Ante.

        Args:
            jackpot: the stake of the jackpot wager, or of the side bet, in money.
            ante: the Ante, in money.
            option: which pay table of the jackpot; the first by default.
            reading: the meter now, in money; by default at its seed.
            wager: a side bet by its id, in place of the jackpot wager.
            compare: other strategies to set beside the best; without any, never folding.
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> from combin import load
        >>> load("crown-melbourne").joint_strategy(jackpot=1, ante=8, option="2").statement
        'Play Q-6-4 or better, fold the rest; but also play 9-8-6, 9-7-6, 8-7-5, 8-6-5, 7-6-4, 7-5-4.'

        Raises:
            JackpotError: an amount that is none, or no such option.
            RulesError: no such wager, table or strategy.
        """
        from combin.jackpot.joint_answer import ask_joint

        chosen = {**(tables or {}), **letters}
        answer = ask_joint(
            self.rules,
            jackpot,
            ante,
            chosen,
            wager=wager,
            option=option,
            reading=reading,
            compare=compare,
        )
        return JointResult(answer, digits)

    def mix(
        self,
        stakes: Mapping[str, Number],
        *,
        strategy: str | None = None,
        option: str | None = None,
        reading: Number | Mapping[str, Number] | None = None,
        chip: Number | None = None,
        most: Number | None = None,
        digits: int = 10,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> MixResult:
        """Return the law of several wagers that one player places in one round.

        Args:
            stakes: the stake of each wager by its id, in money; that of the Ante without its raise.
            strategy: how the player plays, in the words of `analyse`, or "optimal" as is best for the base
                game alone; by default as is best for that with all wagers that a fold loses.
            option: which pay table of the jackpot wager, where there is one; the first by default.
            reading: the meter now, in money, or meters by wager; by default at its seed.
            chip: the smallest amount that chips make; other pays are rounded up to it.
            most: the most that a round pays the player, in money, beside stakes that come back.
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> from combin import load
        >>> found = load("uk-including-blind").mix({"ante": 10, "pair_plus": 5})
        >>> found.house_edge
        Fraction(1602011, 50896300)
        >>> found.covariances["ante", "pair_plus"]
        Fraction(64879118826, 562404115)

        Raises:
            JackpotError: a stake, a meter or a limit that is none, or no meter where one is needed.
            RulesError: no such wager, table or strategy, or a wager without one that it needs.
        """
        from combin.jackpot.mixes import ask_mix

        answer = ask_mix(
            self.rules,
            stakes,
            {**(tables or {}), **letters},
            strategy=strategy,
            option=option,
            reading=reading,
            chip=chip,
            most=most,
        )
        return MixResult(answer, digits)
