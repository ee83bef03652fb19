"""A session: many rounds of one mix of wagers, with a bankroll, a goal, a rebate on losses.

docs/sessions.md derives ruin and rebate, and proves the bounds and that the points to quit are the best ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from itertools import pairwise
from math import ceil, log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from flint import ctx, fmpz_poly
from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.base_game import BaseGame, base_game
from combin.exact.joint_law import TableLimits
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import money
from combin.jackpot.enclosure import DIGITS, Enclosure, TooCoarseError, ball, enclosure
from combin.jackpot.meter import JackpotError, Number, number
from combin.jackpot.mixes import MixAnswer
from combin.rules.resolved import Rules
from combin.session.total import NormalLaw, OneRound, TotalLaw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_LOSSES = (5, 10, 20, 50, 100)  # losses shown by default, in initial stakes
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
        """The distribution of the total in units, with all percentiles."""
        return self.after(self.rounds, PERCENTILES)

    def after(self, rounds: int, percentages: Sequence[int]) -> TotalLaw:
        """The distribution of the total after some rounds, with some percentiles for certain."""
        law = TotalLaw(self.one_round, rounds, far=88 + 4 * self.digits)
        try:
            _ = [law.percentile(Fraction(share, 100)) for share in percentages]
        except TooCoarseError:
            raise JackpotError(f"{rounds} rounds: two percentiles cannot be separated") from None
        return law

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
        law, unit = self.law, self.one_round.unit
        return {share: law.percentile(Fraction(share, 100)) * unit for share in PERCENTILES}

    @property
    def most_likely(self) -> Fraction | None:
        """The most likely total; None if none is proven to be."""
        units = self.law.most_likely
        return None if units is None else units * self.one_round.unit

    @cached_property
    def normal(self) -> NormalLaw:
        """The normal approximation with the same mean and variance, in units."""
        return NormalLaw(self.one_round.mean * self.rounds, self.one_round.variance * self.rounds, self.law)

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
        near = self.goal is not None and self.goal_units <= MOST_STATES
        return GoalOrRuin(self.one_round, self.goal_units) if near else None

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
    given = {"a bankroll": bankroll, "a goal": goal, "a rebate": rebate}
    owned, wanted, share = (None if one is None else _positive(name, one) for name, one in given.items())
    if share is not None and share >= 1:
        raise JackpotError(f"a rebate of {share}: it must be below 1, or 100%")
    answer = SessionAnswer(mix, rounds, amounts, owned, wanted, share, digits)
    if owned is not None and owned < answer.one_round.needed:
        raise JackpotError(f"a bankroll of {money(owned)}: a round needs {money(answer.one_round.needed)}")
    if wanted is not None and (owned is None or wanted <= owned):
        problem = ", but no bankroll" if owned is None else ": it must be above the bankroll"
        raise JackpotError(f"a goal of {money(wanted)}{problem}")
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
        apart = f"more than {MOST_STATES:,} units apart"
        raise JackpotError(f"a rebate of {self.share}: the points to quit are {apart}")

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
        (lower, upper), scale, nets = ends, self.share.denominator, self.one_round.nets

        def side(total: int) -> int:
            outside = ((total + net, count) for net, count in nets if not lower < total + net < upper)
            ended = sum((at_end(there) * count for there, count in outside), Fraction(0))
            return int((ended + each_round * self.one_round.total) * scale)

        solved = GoalOrRuin(self.one_round, upper - lower - 1).solve(map(side, range(lower + 1, upper)))
        return [value * Fraction(1, scale) for value in solved]


MOST_STATES = 1_500
"""States between both ends for which equations are solved: a fifth of a second."""
_BITS = 164
_ROUNDS = 8  # how often a solution is made more precise at most; each time it gains about 40 bits


class GoalOrRuin(Struct, frozen=True, dict=True):
    """A player who goes on as long as he is in one of `size` states, each a unit above the one before.

    The lowest is what a round needs, below which is ruin; above the highest is his goal. What he comes to
    from a state is what he gets at once on average, plus what he comes to from the states that a round leads
    to: equations that are solved in reasonable time for at most `MOST_STATES`.
    """

    one_round: OneRound
    size: int

    def goal(self, units: int) -> Enclosure:
        """The chance to reach the goal before ruin."""
        return self._reached[units] if 0 <= units < self.size else Enclosure.exactly(int(units > 0))

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin before the goal."""
        return self.goal(units) * -1 + 1

    def rounds(self, units: int) -> Enclosure:
        """Number of rounds it takes on average."""
        return self._taken[units] if 0 <= units < self.size else Enclosure.exactly(0)

    @cached_property
    def _reached(self) -> list[Enclosure]:
        nets, size = self.one_round.nets, self.size
        return self.solve(sum(count for net, count in nets if units + net >= size) for units in range(size))

    @cached_property
    def _taken(self) -> list[Enclosure]:
        return self.solve([self.one_round.total] * self.size)

    def solve(self, sides: Iterable[int]) -> list[Enclosure]:
        """What he comes to from each state; `sides` are what he gets at once, times the cases."""
        values, left = fmpz_poly(), fmpz_poly(list(sides)) * (1 << _BITS)
        for _ in range(_ROUNDS):
            if _most(left) <= self.one_round.total:
                break
            values += (more := self._made_up(left))
            left -= self._times(more)
        error = Fraction(_most(left), self.one_round.total << _BITS) * self._stay
        parts = (Fraction(int(values[units]), 1 << _BITS) for units in range(self.size))
        return [Enclosure(value - error, value + error) for value in parts]

    @cached_property
    def _ends(self) -> tuple[fmpz_poly, fmpz_poly]:
        """How often the lowest and the highest state are come through from each, in parts of 2^-60.

        They are the first and the last column of the inverse of the matrix. By Levinson's recursion those of
        one state more are made of those of fewer. No chance is negative, so floats only add such numbers,
        and none of them cancel.
        """
        shares = [(net, count / self.one_round.total) for net, count in self.one_round.nets]
        down = [(net, share) for net, share in shares if net < 0]
        up = [(net, share) for net, share in shares if net > 0]
        once = self.one_round.total / sum(count for net, count in self.one_round.nets if net)
        lowest, highest = [once], [once]
        for size in range(1, self.size):
            fall = sum(share * lowest[size + net] for net, share in down if size + net >= 0)
            rise = sum(share * highest[net - 1] for net, share in up if net <= size)
            again = 1 / (1 - fall * rise)
            low, high = again * fall, again * rise
            below, above = [*lowest, 0.0], [0.0, *highest]
            lowest = [again * one + low * other for one, other in zip(below, above, strict=True)]
            highest = [again * other + high * one for one, other in zip(below, above, strict=True)]
        first, last = ([int(one * (1 << 60)) for one in column] for column in (lowest, highest))
        return fmpz_poly(first), fmpz_poly(last)

    def _made_up(self, sides: fmpz_poly) -> fmpz_poly:
        """About the inverse of the matrix times sides, which are times the cases.

        The matrix is the same along each diagonal, so both columns make its inverse (Gohberg and Semencul).
        """
        first, last = self._ends
        ahead = (last * sides).right_shift(self.size - 1)
        behind = (first.right_shift(1) * sides).right_shift(self.size - 1)
        product = (first * ahead - (last * behind).left_shift(1)).truncate(self.size)
        return product // (first[0] * self.one_round.total << 60)

    @cached_property
    def _kernel(self) -> fmpz_poly:
        """The matrix times the number of cases as a polynomial, from its greatest step down to the least."""
        reach = self.size - 1
        steps = [0] * (2 * reach + 1)
        steps[reach] = self.one_round.total
        for net, count in self.one_round.nets:
            if abs(net) <= reach:
                steps[reach - net] -= count
        return fmpz_poly(steps)

    def _times(self, values: fmpz_poly) -> fmpz_poly:
        """The matrix times values, times the number of cases."""
        return self._kernel.mul_low(values, 2 * self.size - 1).right_shift(self.size - 1)

    @cached_property
    def _stay(self) -> Fraction:
        """How many rounds it takes at most, from any state.

        The inverse is not negative, as it is the sum of all powers of the chances to go from state to state.
        So where the matrix makes of a vector nothing below 1, the inverse makes of 1 no more than the vector.
        """
        values = self._made_up(fmpz_poly([self.one_round.total << 10] * self.size))
        values += fmpz_poly([1] * self.size)
        made = self._times(values)
        least = min(int(made[units]) for units in range(self.size))
        if least <= 0:
            raise JackpotError("how long the player goes on is not proven: both ends are too far apart")
        return Fraction(max(map(int, values.coeffs())) * self.one_round.total, least)


def _most(values: fmpz_poly) -> int:
    return max((abs(int(value)) for value in values.coeffs()), default=0)


class RuinForEver(Struct, frozen=True, dict=True):
    """A player who never leaves before ruin."""

    one_round: OneRound

    @property
    def certain(self) -> bool:
        """Whether ruin comes for certain: it does where the player has no edge."""
        return self.one_round.mean <= 0 and self.one_round.worst < 0

    @cached_property
    def exponent(self) -> Enclosure:
        """The only s > 0 with E[e^(-sX)] = 1, where the player has an edge: Lundberg's exponent.

        That expectation is convex in s and falls at first: it is below 1 up to the root, and above 1 beyond.
        """
        low = high = self.one_round.mean / self.one_round.variance
        with ctx.workprec(512):
            while not self.one_round.log_transform(-high) > 0:
                high *= 2
            while not self.one_round.log_transform(-low) < 0:
                low /= 2
            while high - low > low / (1 << 80):
                middle = (low + high) / 2
                excess = self.one_round.log_transform(-middle)
                if excess > 0:
                    high = middle
                elif excess < 0:
                    low = middle
                else:
                    break
        return Enclosure(low, high)

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin with that many units above what a round needs.

        With e^(-s) = r it is r^units over the mean of r^(where ruin finds the player), which lies from 1
        unit below what a round needs down to the worst net: exact where that is -1.
        """
        if units < 0 or self.certain:
            return Enclosure.exactly(1)
        if self.one_round.worst >= 0:
            return Enclosure.exactly(0)
        with ctx.workprec(256):
            low = enclosure((ball(self.exponent.high) * -(units - self.one_round.worst)).exp()).low
            high = enclosure((ball(self.exponent.low) * -(units + 1)).exp()).high
        return Enclosure(low, high)

    def rounds(self, units: int) -> Enclosure | None:
        """Number of rounds ruin takes on average, by Wald's equation; None if it may never come."""
        if units < 0:
            return Enclosure.exactly(0)
        if self.one_round.mean >= 0:
            return None
        drift = -self.one_round.mean
        return Enclosure(Fraction(units + 1) / drift, Fraction(units - self.one_round.worst) / drift)

    def units_for(self, share: Fraction) -> int | None:
        """Units above the need of a round that suffice for a risk of ruin; None if none do.

        They are the least ones where the worst net is one unit.
        """
        if self.certain:
            return None
        low, high = 0, 1
        while self.ruin(high).high > share:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.ruin(middle).high <= share else (middle + 1, high)
        return low


MOST_WORK = 10**9
"""The products of floats that are reckoned with: a second."""
_MOST_BY_LISTS = 2 * 10**7  # the same where there is no numpy, as in browsers: some seconds
_BEYOND = Fraction(1, 10**15)  # the risk of ruin from a bankroll above those that are looked at, at most
_UNDERFLOW = Fraction(1, 10**290)  # what sums lose at most in all where parts are too small for floats
_UNIT = Fraction(1, 1 << 53)  # the rounding of floats


class WithinRounds(Struct, frozen=True, dict=True):
    """The chances of ruin, by the units that a player has above what a round needs.

    With a goal they end below it, and `reached` are the chances to reach it first; both within the rounds.
    """

    rounds: int
    ruined: Floats | list[float]
    reached: Floats | list[float] | None
    relative: Fraction
    """Each is off by that part of itself at most, apart from the bankrolls above those listed."""

    def ruin(self, units: int) -> Enclosure:
        """The risk of ruin with that many units above what a round needs."""
        if units < 0:
            return Enclosure.exactly(1)
        if units >= len(self.ruined):
            return Enclosure(Fraction(0), _BEYOND) if self.reached is None else Enclosure.exactly(0)
        return self._around(self.ruined[units])

    def goal(self, units: int) -> Enclosure:
        """The chance to reach the goal."""
        if self.reached is None:
            raise ValueError("no goal")
        if not 0 <= units < len(self.reached):
            return Enclosure.exactly(int(units > 0))
        return self._around(self.reached[units])

    def units_for(self, share: Fraction) -> int:
        """The least units above what a round needs with which ruin has at most a chance.

        Where the chance is so near to it that both cannot be distinguished, one unit more.
        """
        # No chance whose float is above the share is within it: those need no exact look.
        near = (units for units, chance in enumerate(self.ruined) if chance <= float(share) * (1 + 1e-9))
        return next((units for units in near if self.ruin(units).high <= share), len(self.ruined))

    def _around(self, estimate: float) -> Enclosure:
        value = Fraction(float(estimate))
        high = value * (1 + self.relative) + (_BEYOND if self.reached is None else _UNDERFLOW)
        return Enclosure(value * (1 - self.relative), min(high, Fraction(1)))


def within_rounds(one_round: OneRound, rounds: int, goal: int | None = None) -> WithinRounds | None:
    """The chances of ruin within that many rounds, and of a goal before; None if it takes too much work.

    The player leaves at the `goal`, in units above what a round needs; if it is None, never.
    """
    size = _enough(one_round, rounds) if goal is None else goal
    arrays = find_spec("numpy") is not None
    chances, most = (_chances, MOST_WORK) if arrays else (_chances_by_lists, _MOST_BY_LISTS)
    if size * rounds * len(one_round.nets) * (1 if goal is None else 2) > most:
        return None
    # Each float is a sum of products, none negative, of at most this many roundings each in every round.
    roundings = rounds * (2 * len(one_round.nets) + 4)
    relative = roundings * _UNIT / (1 - roundings * _UNIT)
    ruined = chances(one_round, rounds, size, below=True)
    reached = None if goal is None else chances(one_round, rounds, size, below=False)
    return WithinRounds(rounds, ruined, reached, relative)


def _enough(one_round: OneRound, rounds: int) -> int:
    """Units from which ruin within the rounds has a chance of at most `_BEYOND`.

    By Doob's inequality a loss of a has at most e^(-ta) max(1, E[e^(-tX)])^rounds for each t > 0; in ten
    million rounds floats are rounded by less than the millionth that is added.
    """
    if one_round.worst >= 0:
        return 0
    far = 1e-6 - log(_BEYOND)
    exponents = [2 ** (power / 4) / -one_round.worst for power in range(-80, 12)]
    best = min((far + rounds * max(log(one_round.transform(-t)), 0)) / t for t in exponents)
    return min(ceil(best), -one_round.worst * rounds)


def _chances(one_round: OneRound, rounds: int, size: int, *, below: bool) -> Floats:
    """Chances by state below the size to leave it downwards, or upwards, in that many rounds."""
    import numpy as np

    chances, at_once = np.zeros(size), np.array(_at_once(one_round, size, below=below))
    kept = []
    for net, count in one_round.nets:
        start, end = max(-net, 0), min(size - net, size)
        if start < end:
            kept.append((count / one_round.total, slice(start, end), slice(start + net, end + net)))
    for _ in range(rounds):
        after = at_once.copy()
        for share, here, there in kept:
            after[here] += share * chances[there]
        chances = after
    return chances


def _chances_by_lists(one_round: OneRound, rounds: int, size: int, *, below: bool) -> list[float]:
    """The same without numpy: each sum of the same products, in the same order."""
    at_once = _at_once(one_round, size, below=below)
    kept = [(net, count / one_round.total) for net, count in one_round.nets if abs(net) < size]
    beyond = [0.0] * size  # so that a step beyond either end finds nothing
    chances = [0.0] * size
    for _ in range(rounds):
        padded = [*beyond, *chances, *beyond]
        after = at_once
        for net, share in kept:
            there = padded[size + net : 2 * size + net]
            after = [sofar + share * chance for sofar, chance in zip(after, there, strict=True)]
        chances = after
    return chances


def _at_once(one_round: OneRound, size: int, *, below: bool) -> list[float]:
    """Chances by state below the size to leave it downwards, or upwards, in one round."""
    chances = [0.0] * size
    for net, count in one_round.nets:
        for state in range(min(-net, size)) if below else range(max(size - net, 0), size):
            chances[state] += count / one_round.total
    return chances
