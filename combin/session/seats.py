"""A table of several seats with the same wagers: how far its results spread, and what it earns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.exact.distribution import Distribution
from combin.exact.largest import Largest, largest_of_all
from combin.exact.shared_cards import SharedCards
from combin.exact.two_seats import Deals
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter.meter import JackpotError, number
from combin.rules.errors import RulesError
from combin.session.division import Division, TooManyError, divide, winners_together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    def shared(self) -> Mapping[str, SharedCards]:
        """The wagers on jackpot cards, which all seats share."""
        return {name: SharedCards(self.deals, name) for name in self.deals.on_jackpot_cards}

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of each seat."""
        return self.mix.mix.law.wagers

    @cached_property
    def law(self) -> TwoSeats:
        """The joint law of two seats, of all wagers that are not on jackpot cards."""
        return self.deals.law()

    @property
    def total(self) -> int:
        """The deals to the dealer and two seats, with the jackpot cards where a wager is on them."""
        return self.law.total * (comb(len(self.deals.numbers) - 9, 2) if self.shared else 1)

    @cached_property
    def covariances(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money.

        It is that of seats of which each wins as it would alone; `division` has what a divided meter changes.
        """
        means = {name: -self.mix.wagers[name].house_edge for name in self.wagers}
        return {
            (name, other): product - means[name] * means[other]
            for (name, other), product in (self._of_own_cards() | self._of_jackpot_cards()).items()
        }

    def _terms(self, name: str) -> tuple[Fraction, Fraction]:
        return self.mix.mix.terms[self.wagers.index(name)]

    def _nets(self, name: str) -> list[Fraction]:
        """Return what each result of a wager nets: of one on jackpot cards, or each combination of others."""
        if name in self.deals.on_jackpot_cards:
            return [pay.net(*self._terms(name)) for pay in self.deals.on_jackpot_cards[name].pays]
        place = self.deals.wagers.index(name)
        return [pays[place].net(*self._terms(name)) for pays in self.deals.results]

    def _of_own_cards(self) -> dict[tuple[str, str], Fraction]:
        """Return the mean product of wagers in two seats, of those that are not on jackpot cards."""
        names, units, nets = self.deals.wagers, {}, {}
        for name in names:
            units[name], nets[name] = _whole(self._nets(name))
        place_of = {pays: place for place, pays in enumerate(self.deals.results)}
        counts = [(place_of[one], place_of[other], count) for (one, other), count in self.law.counts.items()]
        found = {}
        for name in names:
            for other in names:
                product = sum(nets[name][one] * nets[other][two] * count for one, two, count in counts)
                found[name, other] = Fraction(product, units[name] * units[other] * self.law.total)
        return found

    def _of_jackpot_cards(self) -> dict[tuple[str, str], Fraction]:
        """Return the mean product of wagers in two seats, of which one is on jackpot cards at least."""
        found = {}
        own = {name: _whole(self._nets(name)) for name in self.deals.wagers}
        # A result that loses all wins nothing, which most do: what is won is what is netted above that.
        won = {name: _whole([net + self._terms(name)[0] for net in self._nets(name)]) for name in self.shared}
        means = {name: -self.mix.wagers[name].house_edge for name in self.wagers}
        for name, (unit, values) in won.items():
            stake, shared = self._terms(name)[0], self.shared[name]
            for other, (whole, others) in won.items():
                product = shared.beside(self.shared[other], values, others) / (unit * whole)
                theirs = self._terms(other)[0]
                found[name, other] = product - stake * means[other] - theirs * means[name] - stake * theirs
            products = shared.beside_dealers(values, [nets for _, nets in own.values()]) if own else []
            for (other, (whole, _)), product in zip(own.items(), products, strict=True):
                found[name, other] = product / (unit * whole) - stake * means[other]
                found[other, name] = found[name, other]
        return found

    @cached_property
    def division(self) -> Division | None:
        """What a meter that seats divide changes; None where no two win shares of one in the same round.

        Raises:
            RulesError: the rules do not say how they divide it, or it is not counted.
        """
        shares = {name: self._shares(name) for name in self.shared}
        names = [
            name for name, shared in self.shared.items() if any(winners_together(shared, [*shares[name]]))
        ]
        if not names:
            return None
        name, *others = names
        mix, bet, entry = self.mix, self.mix.rules.bets[name], self.mix.rules.meters.get(name)
        kinds = {share for share in shares[name].values() if share != 1}
        stake, shown = mix.mix.stakes[name], mix.meters[name]
        terms = ask_jackpot(mix.rules, wager=name, option=mix.letters[name], stake=stake, meter=shown).terms
        said = entry is not None and entry.sharing_rule and len(kinds) <= 1 and bet.full_stake is None
        if not said or others or terms.seed is None:
            raise RulesError(("wager", name), _DIVIDED)
        if self.deals.both_hands:
            raise RulesError(("wager", name), _BOTH_HANDS)
        nets = {wager: self._nets(wager) for wager in self.shared}
        beside = [self._net(pays) for pays in self.deals.results]
        seed = terms.seed * terms.stake
        try:
            return divide(
                self.shared, nets, beside, name, shares[name], meter=shown, seed=seed, seats=self.seats
            )
        except TooManyError:
            raise RulesError(("wager", name), _DIVIDED) from None

    def _shares(self, name: str) -> dict[int, Fraction]:
        """Return which results of a wager on jackpot cards win a share of its meter, and which."""
        pays = self.deals.on_jackpot_cards[name].pays
        return {place: pay.share for place, pay in enumerate(pays) if pay.share}

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
        alone = self.seats * (self.mix.together.variance + (self.seats - 1) * self.between)
        if self.division is None:
            return alone
        return alone + self.division.more_variance(-self.seats * self.mix.mix.expected_loss)

    @property
    def expected_win(self) -> Fraction:
        """What the table wins in a round on average: its theoretical win."""
        less = Fraction(0) if self.division is None else self.division.mean
        return self.seats * self.mix.mix.expected_loss - less

    @property
    def cost(self) -> Fraction:
        """What a round costs the player of a seat on average."""
        return self.expected_win / self.seats

    @cached_property
    def largest(self) -> Largest | None:
        """The most that all seats together net in a round, in money; None if it is not found.

        With wagers on jackpot cards it is not looked for.
        """
        if self.shared:
            return None
        found = largest_of_all(self.deals, self._net, self.seats)
        if self.two is not None and self.seats == 2 and (found is None or found.count is None):
            net, count = self.two.outcomes[-1]
            return Largest(net, count, self.law.total)
        return found

    def _net(self, pays: tuple[Pay, ...]) -> Fraction:
        """Return the net of results of all wagers in one seat but those on jackpot cards, in money."""
        parts = zip(pays, map(self._terms, self.deals.wagers), strict=True)
        return sum((pay.net(*terms) for pay, terms in parts), Fraction(0))

    @property
    def rounds(self) -> Fraction:
        """The rounds of a shift."""
        return self.pace * self.hours

    @cached_property
    def two(self) -> Distribution | None:
        """The net results of two seats together, in money; None with wagers on jackpot cards."""
        if self.shared:
            return None
        counts = Counter[Fraction]()
        nets = {pays: self._net(pays) for pays in self.deals.results}
        for (one, other), count in self.law.counts.items():
            counts[nets[one] + nets[other]] += count
        return Distribution.from_counts(counts, 2 * self.mix.mix.average_staked * self.law.total)


def _whole(nets: Sequence[Fraction]) -> tuple[int, list[int]]:
    """Return amounts as whole numbers of a part of one, with how many parts that has."""
    unit = lcm(*(net.denominator for net in nets))
    return unit, [int(net * unit) for net in nets]


_ALONE = "it is not counted at a table; leave it out, and ask combin mix for one seat with it"
_BOTH_HANDS = (
    "beside a meter that seats divide, bets on the best five of both hands are not counted: leave them out"
)
_DIVIDED = f"two seats can win a share of its meter in one round, and would divide it: {_ALONE}"
_LEVELS = f"two seats may win of one level of its meter, and would divide it: {_ALONE}"


def _refuse_divided(answer: TableAnswer) -> None:
    """Refuse wagers of which two seats can win a share of the meter together, and those with levels.

    Where no two can, each seat wins as it would alone, however many there are. Of jackpot cards that all
    share, `division` tells.

    Raises:
        RulesError: there is one.
    """
    mix = answer.mix
    for name in answer.wagers:
        if name not in mix.rules.jackpots:
            continue
        if any(line.prize.level for line in mix.rules.tables[name][mix.letters[name]].lines):
            raise RulesError(("wager", name), _LEVELS)
        if name in answer.deals.wagers:
            place = answer.deals.wagers.index(name)
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
    _ = answer.division  # where it is refused, now
    return answer
