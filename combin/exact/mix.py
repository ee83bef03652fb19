"""A mix of wagers in one round: what all of them together come to, and how they go with one another."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.distribution import Distribution
from combin.rules.numbers import Rounding, in_chips

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.distribution import Pay
    from combin.exact.joint_law import JointLaw


@dataclass(frozen=True, slots=True)
class Limits:
    """What a table does to pays: each is rounded to a multiple of `chip`, and a round pays `most` at most.

    `most` is about winnings, not about stakes that come back.
    """

    chip: Fraction | None = None
    most: Fraction | None = None
    rounding: Rounding = "next amount up"

    def rounded(self, pay: Fraction) -> Fraction:
        """Return a pay in amounts that chips make."""
        return pay if self.chip is None else in_chips(pay, self.chip, self.rounding)


@dataclass(frozen=True)
class Mix:
    """Wagers of one player in one round, in money.

    `stakes` are the initial stakes of all wagers of the law, `meters` what a meter shows for those that pay
    a share of one. Under `limits` the law must tell what is won.
    """

    law: JointLaw
    stakes: Mapping[str, Fraction]
    meters: Mapping[str, Fraction]
    limits: Limits = Limits()

    @property
    def staked(self) -> Fraction:
        """The initial stakes of all wagers together, without what is staked beside the base wager as well."""
        return sum((self.stakes[name] for name in self.law.wagers), Fraction(0))

    @property
    def average_staked(self) -> Fraction:
        """What is staked on average, raises included."""
        return sum((self.stakes[name] * self.law.average[name] for name in self.law.wagers), Fraction(0))

    @cached_property
    def nets(self) -> tuple[tuple[tuple[Fraction, ...], int], ...]:
        """The nets of all wagers in money, in the order of the law, and how many deals have them.

        With chips that do not make every pay, as it is paid; what a round pays at most is not looked at.
        """
        places, limits = range(len(self.law.wagers)), self.limits
        terms = self.terms

        def net(pay: Pay, place: int) -> Fraction:
            more = sum((limits.rounded(part) - part for part in pay.won(*terms[place])), Fraction(0))
            return pay.net(*terms[place]) + more

        return tuple(
            (tuple(net(pays[place], place) for place in places), count)
            for pays, count in self.law.counts.items()
        )

    @property
    def terms(self) -> list[tuple[Fraction, Fraction]]:
        """The stake of each wager, and what its meter shows."""
        return [(self.stakes[name], self.meters.get(name, Fraction(0))) for name in self.law.wagers]

    @cached_property
    def cut(self) -> tuple[Fraction, ...]:
        """What is not paid of each round of `nets` because it is more than a round pays."""
        most = self.limits.most
        if most is None:
            return (Fraction(0),) * len(self.nets)
        found = []
        for pays in self.law.counts:
            won = (part for pay, terms in zip(pays, self.terms, strict=True) for part in pay.won(*terms))
            paid = sum(map(self.limits.rounded, won), Fraction(0))
            found.append(max(paid - most, Fraction(0)))
        return tuple(found)

    def distribution(self, wager: str | None = None) -> Distribution:
        """Return the net results in money, of all wagers together or of one; of one without what is cut."""
        counts: Counter[Fraction] = Counter()
        place = None if wager is None else self.law.wagers.index(wager)
        for (nets, count), cut in zip(self.nets, self.cut, strict=True):
            counts[sum(nets, -cut) if place is None else nets[place]] += count
        staked = self.average_staked if wager is None else self.stakes[wager] * self.law.average[wager]
        return Distribution.from_counts(counts, staked * self.law.total)

    @cached_property
    def total(self) -> Distribution:
        """The net results of all wagers together, in money."""
        return self.distribution()

    @property
    def expected_loss(self) -> Fraction:
        """What the mix loses on average, in money."""
        return self.total.house_edge

    @property
    def house_edge(self) -> Fraction:
        """What the mix loses on average per unit of its initial stakes."""
        return self.expected_loss / self.staked

    @property
    def element_of_risk(self) -> Fraction:
        """What the mix loses on average per unit of all money staked, raises included."""
        return self.expected_loss / self.average_staked

    @cached_property
    def covariances(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of each pair of wagers in squared money; of a wager with itself its variance.

        They add to the variance of the mix, if nothing is cut.
        """
        names, total = self.law.wagers, self.law.total
        places = range(len(names))
        means = [
            sum((nets[place] * count for nets, count in self.nets), Fraction(0)) / total for place in places
        ]
        found = {}
        for one in places:
            for other in places[one:]:
                product = (
                    sum((nets[one] * nets[other] * count for nets, count in self.nets), Fraction(0)) / total
                )
                found[names[one], names[other]] = product - means[one] * means[other]
        return found | {(other, one): value for (one, other), value in found.items()}
