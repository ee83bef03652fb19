"""What a result of a wager nets, and what counts of net results say: edge, hit frequency, variance."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm

from msgspec import Struct

from combin.formatting import root_decimal
from combin.rules.outcomes import Payoff
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import HandFee, Kind

DealCounts = Mapping[tuple[int, int, int], tuple[int, ...]]
"""Of all hands with a level, a place of lines and a decision: their number, and their deals in each case."""


class Distribution(Struct, frozen=True, dict=True):
    """Net results of one wager over equally likely deals.

    `outcomes` are pairs of net and count, from the worst to the best; `staked` is what is wagered over all
    deals. Both are in units of the initial wager, or in money where `initial` says what that is.
    """

    outcomes: tuple[tuple[Fraction, int], ...]
    staked: Fraction
    initial: Fraction = Fraction(1)

    @classmethod
    def from_counts(
        cls, counts: Mapping[Fraction, int], staked: Fraction | int, initial: Fraction = Fraction(1)
    ) -> Distribution:
        """Return the distribution of `counts`, which maps net to count."""
        outcomes = sorted((net, count) for net, count in counts.items() if count)
        return cls(tuple(outcomes), Fraction(staked), initial)

    @cached_property
    def total(self) -> int:
        """The number of deals."""
        return sum(count for _, count in self.outcomes)

    def in_groups(self, deals: int) -> Distribution:
        """Return the same distribution over groups of deals with the same result."""
        outcomes = tuple((net, count // deals) for net, count in self.outcomes)
        return Distribution(outcomes, self.staked / deals, self.initial)

    def _mean(self, power: int) -> Fraction:
        unit = lcm(*(net.denominator for net, _ in self.outcomes))
        sums = sum(int(net * unit) ** power * count for net, count in self.outcomes)
        return Fraction(sums, unit**power * self.total)

    @cached_property
    def expected_loss(self) -> Fraction:
        """Expected loss per round; positive when the house wins."""
        return -self._mean(1)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the initial wager."""
        return self.expected_loss / self.initial

    @property
    def average_wager(self) -> Fraction:
        """The average wager per round, raises included."""
        return self.staked / self.total

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit of total money wagered."""
        return self.expected_loss / self.average_wager

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the net result, in squared units."""
        return self._mean(2) - self.expected_loss**2

    def standard_deviation(self, digits: int) -> str:
        """Return the root of the variance, rounded half up from its exact radicand."""
        return root_decimal(self.variance, digits)

    def frequency(self, sign: int) -> Fraction:
        """Return the probability that the net is positive (1), zero (0) or negative (-1)."""
        counts = (count for net, count in self.outcomes if (net > 0) - (net < 0) == sign)
        return Fraction(sum(counts), self.total)

    @property
    def hit_frequency(self) -> Fraction:
        """P(net > 0)."""
        return self.frequency(1)

    @property
    def push_frequency(self) -> Fraction:
        """P(net = 0)."""
        return self.frequency(0)

    @property
    def loss_frequency(self) -> Fraction:
        """P(net < 0)."""
        return self.frequency(-1)


class Favour(StrEnum):
    """Whom a wager favours; each value can follow its name in a sentence."""

    HOUSE = "favours the house"
    EVEN = "is even"
    PLAYER = "favours the player"


def favour(low: Fraction, high: Fraction | None = None) -> Favour:
    """Return whom a wager of this house edge favours, or of one within bounds; even if these hold no sign."""
    if low > 0:
        return Favour.HOUSE
    return Favour.PLAYER if (low if high is None else high) < 0 else Favour.EVEN


class Pay(Struct, frozen=True):
    """What one result of a wager nets: `odds` x stake + `money` + `share` x meter, of a gain the part `kept`.

    `wins` are the parts of the odds that are won, told where they matter; the rest is lost. `holds_stake` is
    whether what is handed to the player is one prize that the stake is part of, as of a progressive wager. A
    `collection` is taken beside it. `envy` is what each other player of the table gets for the hand.
    """

    odds: Fraction
    money: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    wins: tuple[Fraction, ...] = ()
    kept: Fraction = Fraction(1)
    holds_stake: bool = False
    collection: HandFee | None = None
    envy: Fraction = Fraction(0)

    def net(self, stake: Fraction, meter: Fraction = Fraction(0)) -> Fraction:
        """Return the net in money, of a gain what commission leaves.

        >>> Pay(Fraction(0), money=Fraction(1, 2), kept=Fraction(19, 20)).net(Fraction(1))
        Fraction(19, 40)
        """
        net = self._pays(stake, meter)
        return net if self.collection is None else net - self.collection.of(stake)

    def _pays(self, stake: Fraction, meter: Fraction) -> Fraction:
        net = self.odds * stake + self.money + self.share * meter
        return net * self.kept if net > 0 else net

    def won(self, stake: Fraction, meter: Fraction = Fraction(0)) -> tuple[Fraction, ...]:
        """Return what is paid, part by part, in money; a stake that comes back besides is not.

        Of a bet that loses a part of its stake the rest is paid.
        """
        if self.wins:
            return tuple(part * stake for part in self.wins)
        net = self._pays(stake, meter)
        paid = net + stake if self.holds_stake or net < 0 else net
        return (paid,) if paid > 0 else ()


LOST = Pay(Fraction(-1))


def pay_of(table: PayTable, row: Payoff) -> Pay:
    """Return what a line of a table nets, by its row; a level of a meter at what it shows."""
    progressive, part = table.bet.kind is Kind.JACKPOT, table.bet.part(table.stake)
    envy = row.envy * part
    if row.level and row.meter:
        return Pay(row.net + row.meter * table.shows[row.level], holds_stake=progressive, envy=envy)
    if not (row.money or row.meter):
        return Pay(row.odds(), holds_stake=progressive, envy=envy)
    if not progressive:
        return Pay(row.net, row.money, kept=1 - row.commission)
    if table.bet.full_stake is None:
        return Pay(row.net, row.money, row.meter, holds_stake=True, envy=envy)
    odds = row.net + row.money / table.bet.full_stake  # any stake gets its part, as of odds
    return Pay(odds, share=row.meter * part, holds_stake=True, envy=envy)


def base_pay(rules: Rules, net: Fraction, wins: tuple[Fraction, ...] = ()) -> Pay:
    """Return what the base game nets in units of the base wager, distinguished from the collection in it."""
    return Pay(net + rules.collection, wins=wins, collection=rules.bets[rules.base].collection)
