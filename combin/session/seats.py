"""A table of several seats with the same wagers: how far its results spread, and what it earns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.exact.distribution import Distribution
from combin.exact.largest import Largest, largest_of_all
from combin.exact.two_seats import Deals
from combin.jackpot.meter.meter import JackpotError, number
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.exact.distribution import Pay
    from combin.exact.two_seats import TwoSeats
    from combin.jackpot.meter.meter import Number
    from combin.jackpot.mixes import MixAnswer

PACE, HOURS = 40, 8
"""Rounds of a table in an hour, and hours of a shift, if none are asked for."""


@dataclass(frozen=True)
class TableAnswer:
    """Some seats of a table with the same mix of wagers each, in money.

    `pace` is how many rounds are dealt in an hour, `hours` how long a shift is, and `comp` the part of his
    expected loss that a player gets back in comps.
    """

    mix: MixAnswer
    seats: int
    deals: Deals
    pace: Fraction
    hours: Fraction
    comp: Fraction | None = None

    @cached_property
    def law(self) -> TwoSeats:
        """The joint law of two seats."""
        return self.deals.law()

    @cached_property
    def covariances(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money."""
        names, terms = self.law.wagers, self.mix.mix.terms
        nets = {
            pays: [pay.net(*term) for pay, term in zip(pays, terms, strict=True)]
            for pays in {pays for key in self.law.counts for pays in key}
        }
        means = [-self.mix.wagers[name].house_edge for name in names]
        found = {}
        for place, one in enumerate(names):
            for beside, other in enumerate(names):
                product = sum(
                    (nets[a][place] * nets[b][beside] * count for (a, b), count in self.law.counts.items()),
                    Fraction(0),
                )
                found[one, other] = product / self.law.total - means[place] * means[beside]
        return found

    @property
    def between(self) -> Fraction:
        """The covariance of the results of two seats, in squared money."""
        return sum(self.covariances.values(), Fraction(0))

    @property
    def correlation(self) -> Fraction:
        """The correlation of the results of two seats."""
        return self.between / self.mix.together.variance

    @property
    def variance(self) -> Fraction:
        """The variance of what all seats together net in a round, in squared money."""
        return self.seats * (self.mix.together.variance + (self.seats - 1) * self.between)

    @property
    def expected_win(self) -> Fraction:
        """What the table wins in a round on average: its theoretical win."""
        return self.seats * self.mix.mix.expected_loss

    @cached_property
    def largest(self) -> Largest | None:
        """The most that all seats together net in a round, in money; None if it is not found."""
        found = largest_of_all(self.deals, self._net, self.seats)
        if self.seats == 2 and (found is None or found.count is None):
            net, count = self.two.outcomes[-1]
            return Largest(net, count, self.law.total)
        return found

    def _net(self, pays: tuple[Pay, ...]) -> Fraction:
        """Return the net of results of all wagers in one seat, in money."""
        parts = zip(pays, self.mix.mix.terms, strict=True)
        return sum((pay.net(*terms) for pay, terms in parts), Fraction(0))

    @property
    def rounds(self) -> Fraction:
        """The rounds of a shift."""
        return self.pace * self.hours

    @cached_property
    def two(self) -> Distribution:
        """The net results of two seats together, in money."""
        counts = Counter[Fraction]()
        nets = {pays: self._net(pays) for pays in self.deals.results}
        for (one, other), count in self.law.counts.items():
            counts[nets[one] + nets[other]] += count
        return Distribution.from_counts(counts, 2 * self.mix.mix.average_staked * self.law.total)


_ALONE = "it is not counted at a table; leave it out, and ask combin mix for one seat with it"
_DIVIDED = f"two seats can win a share of its meter in one round, and would divide it: {_ALONE}"
_LEVELS = f"two seats may win of one level of its meter, and would divide it: {_ALONE}"


def _refuse_divided(answer: TableAnswer) -> None:
    """Refuse wagers of which two seats can win a share of the meter together, and those with levels.

    Where no two can, each seat wins as it would alone, however many there are.

    Raises:
        RulesError: there is one.
    """
    mix = answer.mix
    for place, name in enumerate(mix.mix.law.wagers):
        if name not in mix.rules.jackpots:
            continue
        if any(line.prize.level for line in mix.rules.tables[name][mix.letters[name]].lines):
            raise RulesError(("wager", name), _LEVELS)
        if name in mix.meters and any(
            one[place].share and other[place].share for one, other in answer.law.counts
        ):
            raise RulesError(("wager", name), _DIVIDED)


def ask_table(
    mix: MixAnswer,
    seats: int,
    *,
    pace: Number | None = None,
    hours: Number | None = None,
    comp: Number | None = None,
) -> TableAnswer:
    """Return what some seats of a table come to that place the same wagers.

    Args:
        mix: the wagers of each seat, and how it is played.
        seats: how many seats are taken.
        pace: rounds dealt in an hour.
        hours: hours of a shift.
        comp: the part of his expected loss that a player gets back, such as "30%".

    Raises:
        JackpotError: a pace, a number of hours or a comp that is none.
        RulesError: more seats than there are cards for, or a wager that is not counted for two seats.
    """
    rules = mix.rules
    deal = rules.file.deal
    most = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: the cards are enough for 1 to {most}")
    if rules.comparisons:
        raise RulesError((), f"in {rules.file.id} all seats bet on the same two hands: they are not counted")
    terms = {"a pace": number("a pace", PACE if pace is None else pace)}
    terms["hours"] = number("hours", HOURS if hours is None else hours)
    for name, value in terms.items():
        if value <= 0:
            raise JackpotError(f"{name} of {plain(value)}: it must be above 0")
    share = None if comp is None else number("a comp", comp)
    if share is not None and not 0 < share <= 1:
        raise JackpotError(f"a comp of {plain(share)}: it must be above 0, and not above 1, or 100%")
    tables = {name: mix.letters.get(name, "") for name in mix.mix.law.wagers}
    deals = Deals(rules, tables, mix.strategy)
    answer = TableAnswer(mix, seats, deals, terms["a pace"], terms["hours"], share)
    _refuse_divided(answer)
    return answer
