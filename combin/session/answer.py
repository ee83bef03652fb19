"""A session: so many rounds of one mix of wagers, with a bankroll, a goal, a rebate on losses.

docs/sessions.md derives the rebate and proves that the points to quit are the best ones.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.base_game import base_game
from combin.exact.joint_law import TableLimits
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import money
from combin.jackpot.enclosure import DIGITS, Enclosure, TooCoarseError
from combin.jackpot.meter import JackpotError, number
from combin.session.ruin import MOST_STATES, GoalOrRuin, RuinForEver, within_rounds
from combin.session.total import MOST_EXACT, NormalLaw, OneRound, total_law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combin.exact.base_game import BaseGame
    from combin.jackpot.meter import Number
    from combin.jackpot.mixes import MixAnswer
    from combin.rules.resolved import Rules
    from combin.session.ruin import WithinRounds
    from combin.session.total import TotalLaw

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_LOSSES = (5, 10, 20, 50, 100)
"""Losses whose chances are told if none are asked for, in initial stakes."""
MOST_ROUNDS = 10_000_000


class SessionAnswer(Answer, Struct, frozen=True, dict=True):
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
        bits = 128 + 4 * self.digits
        try:
            return total_law(self.one_round, rounds, 0, shares, bits, most_exact=most_exact)
        except TooCoarseError:
            raise JackpotError(f"{rounds} rounds: two percentiles cannot be told apart") from None

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


def least_rebate(one_round: OneRound) -> Fraction | None:
    """The rebate above which play gains; None if it gains without one, or never loses.

    It is the expected loss of a round as a part of what is lost on average in rounds that lose. The value of
    quitting is convex in the total, so a round more is never worth more than it is at even: if not even the
    first round gains, none does.
    """
    lost = Fraction(sum(-net * count for net, count in one_round.nets if net < 0), one_round.total)
    return -one_round.mean / lost if one_round.mean < 0 else None


def least_rebate_of_any_play(game: BaseGame) -> tuple[Fraction, Strategy] | None:
    """The rebate above which some play of a base game gains, and the first strategy that does.

    Under a rebate decisions are best that make the most of nets of which losses weigh less. Those that are
    best under the rebate that a strategy can just beat beat a lower one, until none does: a fixed point.
    """
    share = least_rebate(OneRound.of(optimal_strategy(game).distribution, Fraction(1)))
    while share is not None:
        kept = share.denominator - share.numerator

        def weighed(nets: Iterable[int], kept: int = kept, whole: int = share.denominator) -> tuple[int, ...]:
            return tuple(net * (kept if net < 0 else whole) for net in nets)

        by_lines = tuple({one: weighed(nets) for one, nets in line.items()} for line in game.by_lines)
        # A fold is derived from the unit: of this one what a fold loses weighs less too.
        decisions = optimal_strategy(replace(game, unit=game.unit * kept, by_lines=by_lines)).decisions
        better = Strategy("best under the rebate", game, decisions)
        lower = least_rebate(OneRound.of(better.distribution, Fraction(1)))
        if lower == share:
            return share, better
        share = lower
    return None


class Rebate(Struct, frozen=True, dict=True):
    """A part of what has been lost that comes back when a player quits, who may do so after any round.

    He has no limit of rounds or money. `share` is below 1.
    """

    one_round: OneRound
    share: Fraction

    def quit(self, units: int) -> Fraction:
        """What a player has who quits with a total of so many units."""
        return Fraction(units) if units >= 0 else units * (1 - self.share)

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """The totals in units at which the player quits, the lower and the upper one; None: he never begins.

        Each is the first from which on the other way no round is worth it.
        """
        least = least_rebate(self.one_round)
        if least is None or self.share <= least:
            return None
        return self._found[0]

    def value(self, units: int = 0) -> Enclosure:
        """What a total is worth with the best play: at 0, what the player gains."""
        if (ends := self.ends) is None or not ends[0] < units < ends[1]:
            return Enclosure.exactly(self.quit(units))
        return self._found[1][units - ends[0] - 1]

    @cached_property
    def rounds(self) -> Enclosure:
        """How many rounds are played on average."""
        return self._from_even(lambda _: Fraction(0), Fraction(1))

    @cached_property
    def returned(self) -> Enclosure:
        """What the house gives back on average, in units."""
        return self._from_even(lambda units: self.share * max(-units, 0), Fraction(0))

    @cached_property
    def ahead(self) -> Enclosure:
        """The chance to quit with a gain."""
        return self._from_even(lambda units: Fraction(int(units > 0)), Fraction(0))

    def _from_even(self, at_end: Callable[[int], Fraction], each_round: Fraction) -> Enclosure:
        """What the player comes to who gets something at the end and for each round."""
        if (ends := self.ends) is None:
            return Enclosure.exactly(0)
        return self._solved(ends, at_end, each_round)[-ends[0] - 1]

    @cached_property
    def _found(self) -> tuple[tuple[int, int], list[Enclosure]]:
        """The points to quit, and what all totals between are worth.

        From next to even they are moved outwards as long as a round more than quitting gains there. That
        makes no total between worth less, so none is ever to be left out again.
        """
        lower, upper = -1, 1
        while upper - lower - 1 <= MOST_STATES:
            ends = lower, upper
            values = self._solved(ends, self.quit, Fraction(0))
            while self._gains(upper, ends, values):
                upper += 1
            while self._gains(lower, ends, values):
                lower -= 1
            if (lower, upper) == ends:
                self._check(ends, values)
                return ends, values
        raise JackpotError(
            f"a rebate of {self.share}: the points to quit are more than {MOST_STATES:,} units apart"
        )

    def _check(self, ends: tuple[int, int], values: list[Enclosure]) -> None:
        """Hold that quitting is best at all totals from both ends on, as no round gains at the ends.

        From one total to the next the worth grows by 1 at most, and by what quitting with a loss does at
        least. So what a round gains over quitting falls above the upper end, and falls below the lower one.
        """
        worth = [Enclosure.exactly(self.quit(end)) for end in ends]
        steps = [after - before for before, after in pairwise([worth[0], *values, worth[1]])]
        if not all(step.low >= 1 - self.share and step.high <= 1 for step in steps):
            raise JackpotError(f"a rebate of {self.share}: the points to quit are not proven to be the best")

    def _gains(self, total: int, ends: tuple[int, int], values: list[Enclosure]) -> bool:
        """Whether one round more than quitting gains."""
        lower, upper = ends
        worth = Fraction(0)
        for net, count in self.one_round.nets:
            there = total + net
            worth += count * (values[there - lower - 1].low if lower < there < upper else self.quit(there))
        return worth > self.quit(total) * self.one_round.total

    def _solved(
        self, ends: tuple[int, int], at_end: Callable[[int], Fraction], each_round: Fraction
    ) -> list[Enclosure]:
        """What the player comes to from all totals between two at which he quits."""
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
