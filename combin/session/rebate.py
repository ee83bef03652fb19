"""Rebates on losses: the least that play can beat, when to quit under one, and what it costs the house.

docs/sessions.md derives it and proves that the points to quit are the best ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from combin.exact.strategy import Strategy, optimal_strategy
from combin.jackpot.meter.enclosure import Enclosure
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.total import OneRound
from combin.session.ruin import MOST_STATES, Equations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from combin.exact.base_game import BaseGame


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


@dataclass(frozen=True)
class Rebate:
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

        From points that are far apart they are moved until none are better: totals between that are worth
        less than quitting are left, and those beside them where a round gains are taken in.
        """
        lower, upper = self._wide()
        seen = set[tuple[int, int]]()
        while (lower, upper) not in seen:
            seen.add((lower, upper))
            if upper - lower - 1 > MOST_STATES:
                raise JackpotError(
                    f"a rebate of {self.share}: the points to quit are more than {MOST_STATES:,} units apart"
                )
            values = self._solved((lower, upper), self.quit, Fraction(0))
            ends = self._better((lower, upper), values)
            if ends == (lower, upper):
                self._check(ends, values)
                return ends, values
            lower, upper = ends
        raise JackpotError(f"a rebate of {self.share}: two points to quit are equally good")

    def _wide(self) -> tuple[int, int]:
        """Points to quit beyond which a round does not gain, or nearly as far apart as can be solved."""
        ends = (-1, 1)
        while 2 * (ends[1] - ends[0]) <= MOST_STATES:
            values = self._solved(ends, self.quit, Fraction(0))
            lower, upper = (end * (2 if self._gains(end, ends, values) else 1) for end in ends)
            if (lower, upper) == ends:
                break
            ends = lower, upper
        return ends

    def _better(self, ends: tuple[int, int], values: list[Enclosure]) -> tuple[int, int]:
        """Better points to quit, or the same if none are better."""
        lower, upper = ends
        while self._gains(upper, ends, values):
            upper += 1
        while self._gains(lower, ends, values):
            lower -= 1
        if (lower, upper) != ends:
            return lower, upper
        worse = [
            total for total, value in enumerate(values, start=lower + 1) if value.high < self.quit(total)
        ]
        return (
            max([lower, *(total for total in worse if total < 0)]),
            min([upper, *(total for total in worse if total > 0)]),
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
        solved = Equations(self.one_round, upper - lower - 1).solve(sides)
        return [value * Fraction(1, scale) for value in solved]
