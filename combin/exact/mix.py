"""A mix of wagers in one round: what all of them together come to, and how they go with one another."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.summary import Distribution

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.joint_law import JointLaw

__all__ = ["Mix"]


@dataclass(frozen=True)
class Mix:
    """Wagers of one player in one round, in money.

    `stakes` are the initial stakes of all wagers of the law, `meters` what a meter shows for those that pay
    a share of one.
    """

    law: JointLaw
    stakes: Mapping[str, Fraction]
    meters: Mapping[str, Fraction]

    @property
    def staked(self) -> Fraction:
        """The initial stakes of all wagers together."""
        return sum((self.stakes[name] for name in self.law.wagers), Fraction(0))

    @property
    def average_staked(self) -> Fraction:
        """What is staked on average, raises included."""
        return sum((self.stakes[name] * self.law.average[name] for name in self.law.wagers), Fraction(0))

    @cached_property
    def nets(self) -> tuple[tuple[tuple[Fraction, ...], int], ...]:
        """The nets of all wagers in money, in the order of the law, and how many deals have them."""
        places = range(len(self.law.wagers))
        terms = [(self.stakes[name], self.meters.get(name, Fraction(0))) for name in self.law.wagers]
        return tuple(
            (tuple(pays[place].net(*terms[place]) for place in places), count)
            for pays, count in self.law.counts.items()
        )

    def distribution(self, wager: str | None = None) -> Distribution:
        """Return the net results in money, of all wagers together or of one."""
        counts: Counter[Fraction] = Counter()
        place = None if wager is None else self.law.wagers.index(wager)
        for nets, count in self.nets:
            counts[sum(nets, Fraction(0)) if place is None else nets[place]] += count
        staked = self.average_staked if wager is None else self.stakes[wager] * self.law.average[wager]
        return Distribution.of(counts, staked * self.law.total)

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

        They add to the variance of the mix.
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
