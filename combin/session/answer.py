"""A session as it is asked for: so many rounds of one mix of wagers, with a bankroll or without."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from combin.answers import Answer
from combin.exact.base_game import base_game
from combin.exact.joint_law import TableLimits
from combin.formatting import money
from combin.jackpot.meter.enclosure import DIGITS, Enclosure, TooCoarseError
from combin.jackpot.meter.meter import JackpotError, number
from combin.jackpot.total import MOST_EXACT, NormalLaw, OneRound, total_law
from combin.session.rebate import Rebate, least_rebate, least_rebate_of_any_play
from combin.session.ruin import MOST_STATES, GoalOrRuin, RuinForEver, within_rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter.meter import Number
    from combin.jackpot.mixes import MixAnswer
    from combin.jackpot.total import TotalLaw
    from combin.rules.resolved import Rules
    from combin.session.ruin import WithinRounds

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_LOSSES = (5, 10, 20, 50, 100)
"""Losses whose chances are told if none are asked for, in initial stakes."""
_TRIES = 4
MOST_ROUNDS = 10_000_000


@dataclass(frozen=True, repr=False)
class SessionAnswer(Answer):
    """So many rounds of a mix, one after another with the same stakes: amounts are in money.

    `losses` are those whose chances are told. Chances are exact where their enclosure has no width. With a
    `bankroll` the session ends before its last round when what is left no longer pays for all initial stakes
    and the highest raise: that is ruin. With a `goal` it also ends once as much is there. A `rebate` is the
    part of his loss that a player gets back who quits, after any round that he likes.
    """

    shown_by: ClassVar[str] = "combin.session.views:session_view"
    written_by: ClassVar[str] = "combin.session.views:write_session"

    mix: MixAnswer
    rounds: int
    losses: tuple[Fraction, ...]
    bankroll: Fraction | None = None
    goal: Fraction | None = None
    rebate: Fraction | None = None
    digits: int = DIGITS

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.mix.rules

    def write(self, path: str | Path, *, plot: str | None = None, digits: int = 10) -> tuple[Path, ...]:
        """Write a `plot` (fan, law or ruin) as .svg, .png or .pdf, or the tables."""
        return self._written(path, plot=plot, digits=digits)

    @cached_property
    def one_round(self) -> OneRound:
        """One round in whole units."""
        return OneRound.of_mix(self.mix)

    @property
    def mean(self) -> Fraction:
        """The expected total."""
        return -self.mix.mix.expected_loss * self.rounds

    @property
    def variance(self) -> Fraction:
        """The variance of the total, in squared money."""
        return self.mix.together.variance * self.rounds

    @cached_property
    def law(self) -> TotalLaw:
        """The law of the total in units, up to the highest percentile at least."""
        return self.after(self.rounds, PERCENTILES)

    def after(self, rounds: int, percentages: Sequence[int], *, most_exact: int = MOST_EXACT) -> TotalLaw:
        """The law of the total after so many rounds, up to the highest of some percentiles at least.

        Args:
            rounds: how many.
            percentages: the percentiles that are asked for.
            most_exact: the work up to which it is exact.
        """
        shares = [Fraction(share, 100) for share in percentages]
        for tries in range(_TRIES):
            bits = (128 + 4 * self.digits) << tries
            try:
                return total_law(self.one_round, rounds, 0, shares, bits, most_exact=most_exact)
            except TooCoarseError:
                continue
        raise JackpotError(f"{rounds} rounds: two percentiles cannot be told apart")

    @property
    def ahead(self) -> Enclosure:
        """The chance to end with more than at the start."""
        return self.law.above(0)

    @property
    def even(self) -> Enclosure:
        """The chance to end with as much as at the start."""
        return self.law.exactly(0)

    def loss(self, amount: Fraction) -> Enclosure:
        """The chance to lose at least so much in all."""
        return self.law.at_most(int(-amount // self.one_round.unit))

    @cached_property
    def percentiles(self) -> dict[int, Fraction]:
        """For some percentages the least total that so many sessions do not exceed."""
        return {
            share: self.law.percentile(Fraction(share, 100)) * self.one_round.unit for share in PERCENTILES
        }

    @property
    def most_likely(self) -> Fraction | None:
        """The most likely total; None where none is proven to be."""
        units = self.law.most_likely
        return None if units is None else units * self.one_round.unit

    @cached_property
    def normal(self) -> NormalLaw:
        """The normal law with the same mean and variance, in units."""
        one_round = self.one_round
        return NormalLaw(one_round.mean * self.rounds, one_round.variance * self.rounds, self.law)

    @property
    def units(self) -> int:
        """The units of the bankroll above what a round needs."""
        return int(((self.bankroll or 0) - self.one_round.needed) // self.one_round.unit)

    @property
    def goal_units(self) -> int:
        """The units above what a round needs with which the goal is reached."""
        return self.units + ceil(((self.goal or 0) - (self.bankroll or 0)) / self.one_round.unit)

    @cached_property
    def within(self) -> WithinRounds | None:
        """Ruin within the rounds, without a goal; None if it takes too much work."""
        return within_rounds(self.one_round, self.rounds)

    @cached_property
    def within_to_goal(self) -> WithinRounds | None:
        """Ruin and goal within the rounds; None without a goal, or if it takes too much work."""
        return None if self.goal is None else within_rounds(self.one_round, self.rounds, self.goal_units)

    @cached_property
    def for_ever(self) -> RuinForEver:
        """Ruin, however long it takes, without a goal."""
        return RuinForEver(self.one_round)

    @cached_property
    def goal_or_ruin(self) -> GoalOrRuin | None:
        """Ruin and goal, however long it takes; None without a goal, or if it is too far away."""
        if self.goal is None or self.goal_units > MOST_STATES:
            return None
        return GoalOrRuin(self.one_round, self.goal_units)

    def bankroll_for(self, share: Fraction, *, ever: bool = False) -> Fraction | None:
        """The bankroll with which ruin has at most a chance, within the rounds or ever.

        None if there is none, or if it takes too much work.
        """
        within = self.for_ever if ever else self.within
        units = None if within is None else within.units_for(share)
        return None if units is None else self.one_round.needed + units * self.one_round.unit

    @cached_property
    def rebated(self) -> Rebate | None:
        """Play under the rebate; None without one."""
        return None if self.rebate is None else Rebate(self.one_round, self.rebate)

    @property
    def least_rebate(self) -> Fraction | None:
        """The rebate above which play with these decisions gains; None if it gains without one."""
        return least_rebate(self.one_round)

    @cached_property
    def least_rebate_of_any_play(self) -> tuple[Fraction, Strategy] | None:
        """The rebate above which some play gains, and how; told of the base game alone without limits."""
        mix, rules = self.mix.mix, self.mix.rules
        if mix.law.wagers != (rules.base,) or mix.limits != TableLimits():
            return None
        return least_rebate_of_any_play(base_game(rules.at_stake(mix.staked), self.mix.letters))


def ask_session(
    mix: MixAnswer,
    rounds: int,
    *,
    losses: Sequence[Number] = (),
    bankroll: Number | None = None,
    goal: Number | None = None,
    rebate: Number | None = None,
    digits: int = DIGITS,
) -> SessionAnswer:
    """What so many rounds of a mix of wagers come to, played one after another with the same stakes.

    Args:
        mix: the wagers, and how they are played; what meters show stands still.
        rounds: how many rounds are played.
        losses: amounts, of which each is the least that may be lost in all; told is how likely that is.
        bankroll: what the player has at first.
        goal: what he leaves with as soon as he has as much.
        rebate: the part of a loss that he gets back, such as "10%".
        digits: digits behind the point that are made certain.

    Raises:
        JackpotError: a number of rounds that is too large or none, a loss that is none, a bankroll that does
            not pay for a round, a goal that is reached at once, or a rebate that is not below 100%.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise JackpotError(f"{rounds:,} rounds: a session has 1 to {MOST_ROUNDS:,}")
    amounts = tuple(_positive("a loss", loss) for loss in losses)
    amounts = amounts or tuple(times * mix.mix.staked for times in _LOSSES)
    held = None if bankroll is None else _positive("a bankroll", bankroll)
    sought = None if goal is None else _positive("a goal", goal)
    share = None if rebate is None else _positive("a rebate", rebate)
    if share is not None and share >= 1:
        raise JackpotError(f"a rebate of {share}: it must be below 1, or 100%")
    answer = SessionAnswer(mix, rounds, amounts, held, sought, share, digits)
    if held is not None and held < answer.one_round.needed:
        raise JackpotError(f"a bankroll of {money(held)}: a round needs {money(answer.one_round.needed)}")
    if sought is not None and (held is None or sought <= held):
        problem = ", but no bankroll" if held is None else ": it must be above the bankroll"
        raise JackpotError(f"a goal of {money(sought)}{problem}")
    return answer


def _positive(name: str, value: Number) -> Fraction:
    amount = number(name, value)
    if amount <= 0:
        raise JackpotError(f"{name} of {amount}: it must be above 0")
    return amount
