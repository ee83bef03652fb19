"""One round of a session in whole units of money, and what a player must have to begin it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.jackpot.mixes import MixAnswer


@dataclass(frozen=True)
class OneRound:
    """The net results of one round: `nets` are pairs of whole units and a count, from the worst to the best.

    A `unit` is the greatest amount that all nets are multiples of. `needed` is the money that a player must
    have to begin a round, so that no decision is forced on him: all initial stakes, the highest raise and
    what the house takes of each hand. Counts have no common divisor.
    """

    unit: Fraction
    nets: tuple[tuple[int, int], ...]
    needed: Fraction

    @classmethod
    def of(cls, distribution: Distribution, needed: Fraction) -> OneRound:
        """Return the round with a distribution of nets in money.

        >>> from combin.exact.distribution import Distribution
        >>> law = Distribution.from_counts({Fraction(-5): 6, Fraction(15, 2): 4}, 50)
        >>> OneRound.of(law, Fraction(5))
        OneRound(unit=Fraction(5, 2), nets=((-2, 3), (3, 2)), needed=Fraction(5, 1))
        """
        whole = lcm(*(net.denominator for net, _ in distribution.outcomes))
        size = gcd(*(int(net * whole) for net, _ in distribution.outcomes)) or 1
        common = gcd(*(count for _, count in distribution.outcomes))
        nets = ((int(net * whole) // size, count // common) for net, count in distribution.outcomes)
        return cls(Fraction(size, whole), tuple(nets), needed)

    @classmethod
    def of_mix(cls, answer: MixAnswer) -> OneRound:
        """Return the round of a mix of wagers."""
        rules, mix = answer.rules, answer.mix
        needed = mix.staked
        if rules.base in mix.law.wagers:
            times = len(rules.equals) + (max(rules.multiples) if rules.play else 0)
            needed += times * mix.stakes[rules.base]
            collection = rules.bets[rules.base].collection
            needed += 0 if collection is None else collection.of(mix.stakes[rules.base])
        return cls.of(answer.together, needed)

    @cached_property
    def total(self) -> int:
        """The number of cases."""
        return sum(count for _, count in self.nets)

    @cached_property
    def mean(self) -> Fraction:
        """The expected net, in units."""
        return Fraction(sum(net * count for net, count in self.nets), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net, in squared units."""
        return Fraction(sum(net**2 * count for net, count in self.nets), self.total) - self.mean**2

    @property
    def worst(self) -> int:
        """The least net, in units."""
        return self.nets[0][0]

    @property
    def best(self) -> int:
        """The greatest net, in units."""
        return self.nets[-1][0]
