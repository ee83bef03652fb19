"""A session: many rounds of one mix of wagers, with a bankroll, a goal, a rebate on losses.

docs/sessions.md derives the rebate and proves that the points to quit are the best ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.base_game import BaseGame, base_game
from combin.exact.joint_law import TableLimits
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import money
from combin.jackpot.enclosure import DIGITS, Enclosure, TooCoarseError
from combin.jackpot.meter import JackpotError, Number, number
from combin.jackpot.mixes import MixAnswer
from combin.rules.resolved import Rules
from combin.session.ruin import MOST_STATES, GoalOrRuin, RuinForEver, WithinRounds, within_rounds
from combin.session.total import MOST_EXACT, NormalLaw, OneRound, TotalLaw, total_law

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_LOSSES = (5, 10, 20, 50, 100)
"""Losses shown by default, in initial stakes."""
MOST_ROUNDS = 10_000_000


class SessionAnswer(Answer, Struct, frozen=True, dict=True):
    """A session: many rounds of one mix with the same stakes; amounts are in money.

    `losses` are the losses whose probabilities are shown. Probabilities are exact if their enclosure has
    no width. With a `bankroll` the session ends when the rest no longer pays for all initial stakes and
    the highest raise: that is ruin. With a `goal` it also ends at that amount. A `rebate` is the share of
    a loss that the player gets back on quitting, after any round.
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
        """The distribution of the total in units, up to the highest percentile at least."""
        return self.after(self.rounds, PERCENTILES)

    def after(self, rounds: int, percentages: Sequence[int], *, most_exact: int = MOST_EXACT) -> TotalLaw:
        """The distribution of the total after some rounds, up to the highest of some percentiles at least."""
        shares = [Fraction(share, 100) for share in percentages]
        bits = 128 + 4 * self.digits
        try:
            return total_law(self.one_round, rounds, 0, shares, bits, most_exact=most_exact)
        except TooCoarseError:
            raise JackpotError(f"{rounds} rounds: two percentiles cannot be separated") from None

    @property
    def ahead(self) -> Enclosure:
        """The probability of a total above 0."""
        return self.law.above(0)

    @property
    def even(self) -> Enclosure:
        """The probability of a total of 0."""
        return self.law.exactly(0)

    def loss(self, amount: Fraction) -> Enclosure:
        """The probability of losing at least an amount."""
        return self.law.at_most(int(-amount // self.one_round.unit))

    @cached_property
    def percentiles(self) -> dict[int, Fraction]:
        """The percentiles of the total: for each, the least total that as many sessions do not exceed."""
        return {
            share: self.law.percentile(Fraction(share, 100)) * self.one_round.unit for share in PERCENTILES
        }

    @property
    def most_likely(self) -> Fraction | None:
        """The most likely total; None if none is proven to be."""
        units = self.law.most_likely
        return None if units is None else units * self.one_round.unit

    @cached_property
    def normal(self) -> NormalLaw:
        """The normal approximation with the same mean and variance, in units."""
        one_round = self.one_round
        return NormalLaw(one_round.mean * self.rounds, one_round.variance * self.rounds, self.law)

    @property
    def units(self) -> int:
        """The units of the bankroll above the need of a round."""
        return int(((self.bankroll or 0) - self.one_round.needed) // self.one_round.unit)

    @property
    def goal_units(self) -> int:
        """The units of the goal above the need of a round."""
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
        """The bankroll for a risk of ruin, within the rounds or ever; None if there is none."""
        within = self.for_ever if ever else self.within
        units = None if within is None else within.units_for(share)
        return None if units is None else self.one_round.needed + units * self.one_round.unit

    @cached_property
    def rebated(self) -> Rebate | None:
        """Play under the rebate; None without one."""
        return None if self.rebate is None else Rebate(self.one_round, self.rebate)

    @property
    def least_rebate(self) -> Fraction | None:
        """The breakeven rebate with these decisions; None if they gain without one."""
        return least_rebate(self.one_round)

    @cached_property
    def least_rebate_of_any_play(self) -> tuple[Fraction, Strategy] | None:
        """The breakeven rebate of any play, and its strategy; only for the base game without limits."""
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
    """The results of many rounds of a mix of wagers with the same stakes."""
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


def least_rebate(one_round: OneRound) -> Fraction | None:
    """The breakeven rebate; None if play gains without one, or never loses.

    It is the expected loss of a round over the average loss of losing rounds. The value of quitting is
    convex in the total, so one more round is worth most at even: if not even the first round gains, none
    does.
    """
    lost = Fraction(sum(-net * count for net, count in one_round.nets if net < 0), one_round.total)
    return -one_round.mean / lost if one_round.mean < 0 else None


def least_rebate_of_any_play(game: BaseGame) -> tuple[Fraction, Strategy] | None:
    """The breakeven rebate of any play of a base game, and the first strategy that reaches it.

    Under a rebate, optimal decisions weigh losses less. The optimal strategy under the breakeven rebate
    of a strategy has a lower one, until a fixed point.
    """
    share = least_rebate(OneRound.of(optimal_strategy(game).distribution, Fraction(1)))
    while share is not None:
        kept = share.denominator - share.numerator

        def weighed(nets: Iterable[int], kept: int = kept, whole: int = share.denominator) -> tuple[int, ...]:
            return tuple(net * (kept if net < 0 else whole) for net in nets)

        by_lines = tuple({one: weighed(nets) for one, nets in line.items()} for line in game.by_lines)
        # A fold is derived from the unit: of this one what a fold loses weighs less too.
        decisions = optimal_strategy(replace(game, unit=game.unit * kept, by_lines=by_lines)).decisions
        better = Strategy("optimal under the rebate", game, decisions)
        lower = least_rebate(OneRound.of(better.distribution, Fraction(1)))
        if lower == share:
            return share, better
        share = lower
    return None


class Rebate(Struct, frozen=True, dict=True):
    """A share of the loss that a player gets back on quitting, after any round; below 1."""

    one_round: OneRound
    share: Fraction

    def quit(self, units: int) -> Fraction:
        """The value of quitting with a total of some units."""
        return Fraction(units) if units >= 0 else units * (1 - self.share)

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """The totals in units at which the player quits, lower and upper; None if the player never begins."""
        least = least_rebate(self.one_round)
        if least is None or self.share <= least:
            return None
        return self._found[0]

    def value(self, units: int = 0) -> Enclosure:
        """The value of a total with optimal quitting; at 0, the player's gain."""
        if (ends := self.ends) is None or not ends[0] < units < ends[1]:
            return Enclosure.exactly(self.quit(units))
        return self._found[1][units - ends[0] - 1]

    @cached_property
    def rounds(self) -> Enclosure:
        """The average number of rounds."""
        return self._from_even(lambda _: Fraction(0), Fraction(1))

    @cached_property
    def returned(self) -> Enclosure:
        """The average rebate, in units."""
        return self._from_even(lambda units: self.share * max(-units, 0), Fraction(0))

    @cached_property
    def ahead(self) -> Enclosure:
        """The probability of quitting with a gain."""
        return self._from_even(lambda units: Fraction(int(units > 0)), Fraction(0))

    def _from_even(self, at_end: Callable[[int], Fraction], each_round: Fraction) -> Enclosure:
        """The value at even of a function of the final total, plus an amount for each round."""
        if (ends := self.ends) is None:
            return Enclosure.exactly(0)
        return self._solved(ends, at_end, each_round)[-ends[0] - 1]

    @cached_property
    def _found(self) -> tuple[tuple[int, int], list[Enclosure]]:
        """The optimal points to quit, moved outwards from even while one more round gains, and all values."""
        lower, upper = -1, 1
        while upper - lower - 1 <= MOST_STATES:
            ends = lower, upper
            values = self._solved(ends, self.quit, Fraction(0))
            while self._gains(upper, ends, values):
                upper += 1
            while self._gains(lower, ends, values):
                lower -= 1
            if (lower, upper) == ends:
                # No round gains at the ends; beyond them it is best to quit if these steps are so small.
                worth = [Enclosure.exactly(self.quit(end)) for end in ends]
                steps = [after - before for before, after in pairwise([worth[0], *values, worth[1]])]
                if not all(step.low >= 1 - self.share and step.high <= 1 for step in steps):
                    raise JackpotError(f"a rebate of {self.share}: the points to quit are not proven optimal")
                return ends, values
        raise JackpotError(
            f"a rebate of {self.share}: the points to quit are more than {MOST_STATES:,} units apart"
        )

    def _gains(self, total: int, ends: tuple[int, int], values: list[Enclosure]) -> bool:
        """Whether one more round gains over quitting."""
        lower, upper = ends
        worth = Fraction(0)
        for net, count in self.one_round.nets:
            there = total + net
            worth += count * (values[there - lower - 1].low if lower < there < upper else self.quit(there))
        return worth > self.quit(total) * self.one_round.total

    def _solved(
        self, ends: tuple[int, int], at_end: Callable[[int], Fraction], each_round: Fraction
    ) -> list[Enclosure]:
        """The values of all totals between two points to quit."""
        lower, upper = ends
        scale = self.share.denominator
        sides = []
        for total in range(lower + 1, upper):
            outside = (
                (total + net, count) for net, count in self.one_round.nets if not lower < total + net < upper
            )
            side = sum((at_end(there) * count for there, count in outside), each_round * self.one_round.total)
            sides.append(int(side * scale))
        solved = GoalOrRuin(self.one_round, upper - lower - 1).solve(sides)
        return [value * Fraction(1, scale) for value in solved]
