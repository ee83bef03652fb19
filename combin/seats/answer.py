"""A table of several seats: how far its results spread, what it earns, and what seats win together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from combin.answers import Answer
from combin.decimals import plain
from combin.exact.arrays import exact_kind
from combin.exact.distribution import Distribution
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter.meter import JackpotError, number
from combin.jackpot.meter.rounds import settle_meter
from combin.processes import begun
from combin.rules.errors import RulesError
from combin.seats.deals import Deals, sum_of_products
from combin.seats.largest import Divided, Largest, largest_of_all, largest_with
from combin.seats.shared_cards import SharedCards, Won, covariances, law_with

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Progress
    from combin.exact.distribution import Pay
    from combin.jackpot.meter.meter import Number
    from combin.jackpot.mixes import MixAnswer
    from combin.rules.resolved import Rules
    from combin.seats.deals import TwoSeats

PACE, HOURS = 40, 8
"""Rounds of a table in an hour, and hours of a shift, if none are asked for."""


@dataclass(frozen=True, repr=False)
class TableAnswer(Answer):
    """Some seats of a table with the same mix of wagers each, in money.

    Each has a hand of its own; they share the dealer's, and jackpot cards if there are any. `pace` is how
    many rounds are dealt in an hour, `hours` how long a shift is, and `comp` the part of his expected loss
    that a player gets back in comps. `progress` is told how far the law of two seats is worked out.
    """

    shown_by: ClassVar[str] = "combin.seats.views:table_view"

    mix: MixAnswer
    seats: int
    pace: Fraction
    hours: Fraction
    comp: Fraction | None
    progress: Progress | None = field(default=None, compare=False, repr=False)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.mix.rules

    @cached_property
    def deals(self) -> Deals:
        """All deals of hands and jackpot cards to seats."""
        tables = {name: self.mix.letters.get(name, "") for name in self.wagers}
        return Deals(self.rules, tables, self.mix.strategy)

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of each seat."""
        return self.mix.mix.law.wagers

    @property
    def correlation(self) -> Fraction:
        """The correlation of the results of two seats."""
        return self.between / self.mix.together.variance

    @property
    def variance(self) -> Fraction:
        """The variance of what all seats together net in a round, in squared money."""
        alone = self.seats * (self.mix.together.variance + (self.seats - 1) * self.between)
        mean = -self.seats * self.mix.mix.expected_loss
        more = (one.more_variance(mean) for one in (self.division, self.envy) if one is not None)
        return alone + sum(more, Fraction(0))

    @property
    def expected_win(self) -> Fraction:
        """What the table wins in a round on average: its theoretical win."""
        more = (one.mean for one in (self.division, self.envy) if one is not None)
        return self.seats * self.mix.mix.expected_loss - sum(more, Fraction(0))

    @property
    def cost(self) -> Fraction:
        """What a round costs the player of a seat on average."""
        return self.expected_win / self.seats

    @property
    def rounds(self) -> Fraction:
        """The rounds of a shift."""
        return self.pace * self.hours

    @property
    def counted(self) -> tuple[int, str]:
        """How many deals are counted for two seats, and to whom."""
        jackpot = "the dealer, two seats and the jackpot cards"
        return self.law.total, jackpot if self.shared else "the dealer and two seats"

    @cached_property
    def shared(self) -> Mapping[str, SharedCards]:
        """The wagers on jackpot cards, which all seats share."""
        return {name: SharedCards(self.deals, name) for name in self.deals.on_jackpot_cards}

    @cached_property
    def law(self) -> TwoSeats:
        """The joint law of two seats, each of which wins as it would alone."""
        return self._law_and_search[0] if self.shared else self.deals.law(self.progress)

    @cached_property
    def _law_and_search(self) -> tuple[TwoSeats, Largest | None]:
        """That law with jackpot cards, and the most of a round, for which a second process searches."""
        _ = self.winners  # before there is a second one, so that both know them
        search = begun(self._search)
        return law_with(self.deals, self.shared, self.progress), search()

    @cached_property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money."""
        return covariances(self.law, {name: self._terms(name) for name in self.wagers})

    @cached_property
    def between(self) -> Fraction:
        """The covariance of the results of two seats, in squared money; without their law if it can be."""
        if self.shared or "law" in vars(self):
            return sum(self.covariances.values(), Fraction(0))
        nets = [self._net(pays) for pays in self.deals.results]
        whole = lcm(*(net.denominator for net in nets))
        alone, mean = self.mix.together, -self.mix.mix.expected_loss
        squares = (alone.variance + mean**2) * whole**2 * self.deals.total(1)
        found = sum_of_products(self.deals, [int(net * whole) for net in nets], int(squares))
        if found is None:
            return sum(self.covariances.values(), Fraction(0))
        return Fraction(found, whole**2 * self.deals.total(2)) - mean**2

    @property
    def _of_law(self) -> tuple[str, ...]:
        return (*self.deals.wagers, *self.deals.on_jackpot_cards)

    def _terms(self, name: str) -> tuple[Fraction, Fraction]:
        return self.mix.mix.terms[self.wagers.index(name)]

    @cached_property
    def winners(self) -> tuple[DividedMeter, Sequence[SeatWinners]] | None:
        """The meter of which two seats can win shares in one round, and all hands that do."""
        shares = {name: self._shares(name) for name in self.shared}
        winners = {}
        for name, shared in self.shared.items() if self.seats > 1 else ():
            try:
                winners[name] = winners_together(shared, shares[name], self.seats)
            except TooManyError:
                raise RulesError(("wager", name), _DIVIDED) from None
        names = [name for name, found in winners.items() if found]
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
        return DividedMeter(name, shares[name], shown, terms.seed * terms.stake), winners[name]

    @cached_property
    def division(self) -> Together | None:
        """What a meter that seats divide changes; None where no two win shares of one in the same round."""
        if self.winners is None:
            return None
        meter, winners = self.winners
        nets = {
            wager: [pay.net(*self._terms(wager)) for pay in one.pays] for wager, one in self.shared.items()
        }
        beside = [self._net(pays) for pays in self.deals.results]
        return divide(self.shared, nets, beside, meter=meter, winners=winners, seats=self.seats)

    @property
    def divided(self) -> str | None:
        """The wager whose meter that is."""
        return None if self.winners is None else self.winners[0].name

    @cached_property
    def envy(self) -> Together | None:
        """What the hands of each seat bring all others; None where no envy bonuses are paid or counted.

        They are counted where no fold loses them, each seat having a player of its own.
        """
        results = self.law.results if self.shared else self.deals.results
        envy = [self._envy(pays) for pays in results]
        if self.seats == 1 or not any(envy):
            return None
        return envy_bonuses(self.law, [self._net(pays) for pays in results], envy, self.seats)

    def _envy(self, pays: tuple[Pay, ...]) -> Fraction:
        """What results of one seat bring each other one, in money."""
        found = Fraction(0)
        for name, pay in zip(self._of_law, pays, strict=True):
            bet = self.mix.rules.bets[name]
            met = not bet.envy_needs or any(needed in self.wagers for needed in bet.envy_needs)
            if pay.envy and met and not bet.loses_on_fold:
                found += pay.envy * bet.part(self.mix.mix.stakes[name])
        return found

    def _shares(self, name: str) -> dict[int, Fraction]:
        return {place: pay.share for place, pay in enumerate(self.shared[name].pays) if pay.share}

    @cached_property
    def largest(self) -> Largest | None:
        """The most that all seats together net in a round, in money; None if it is not found."""
        found = self._law_and_search[1] if self.shared else self._search()
        if self.two is not None and self.seats == 2 and (found is None or found.count is None):
            net, count = self.two.outcomes[-1]
            return Largest(net, count, self.law.total)
        return found

    def _search(self) -> Largest | None:
        """Search for the most that seats net together; None if it is not found."""
        if not self.shared:
            return largest_of_all(self.deals, self._most, self.seats)
        meter, winners = (None, ()) if self.winners is None else self.winners
        divided = [
            Divided(won.pair, won.hands, meter.more([meter.shares[place] for place in won.results]))
            for won in winners
            if meter is not None
        ]
        return largest_with(self.deals, Won(self.deals, self.shared), self._most, self.seats, divided)

    def _most(self, pays: tuple[Pay, ...]) -> Fraction:
        return self._net(pays) + (self.seats - 1) * self._envy(pays)

    def _net(self, pays: tuple[Pay, ...]) -> Fraction:
        """The net of results of a seat that wins alone, in money: of all, or those on its hand."""
        parts = zip(pays, map(self._terms, self._of_law), strict=False)
        return sum((pay.net(*terms) for pay, terms in parts), Fraction(0))

    @cached_property
    def two(self) -> Distribution | None:
        """The net results of two seats together, in money; None for a table of one."""
        if self.seats == 1:
            return None
        counts = Counter[Fraction]()
        nets = [self._net(pays) + self._envy(pays) for pays in self.law.results]
        shares = [self._share(pays) for pays in self.law.results]
        for one, other, count in self.law.places:
            more = Fraction(0)
            if shares[one] and shares[other] and self.winners is not None:
                more = self.winners[0].more([shares[one], shares[other]])
            counts[nets[one] + nets[other] + more] += count
        mix = self.mix.mix
        return Distribution.from_counts(counts, 2 * mix.average_staked * self.law.total, 2 * mix.staked)

    def _share(self, pays: tuple[Pay, ...]) -> Fraction:
        return Fraction(0) if self.divided is None else pays[self._of_law.index(self.divided)].share


@dataclass(frozen=True, repr=False)
class SameHands(TableAnswer):
    """Seats that all bet on the same two hands, and so net the same."""

    winners = envy = None

    @property
    def counted(self) -> tuple[int, str]:
        """How many deals are counted for two seats, and to whom."""
        return self.mix.mix.law.total, "the two hands on which all seats bet"

    @property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another: that of both in one seat."""
        return self.mix.covariances

    @property
    def between(self) -> Fraction:
        """The covariance of the results of two seats, in squared money."""
        return sum(self.covariances.values(), Fraction(0))

    @property
    def two(self) -> Distribution:
        """The net results of two seats together, in money."""
        alone = self.mix.together
        twice = tuple((2 * net, count) for net, count in alone.outcomes)
        return Distribution(twice, 2 * alone.staked, 2 * alone.initial)

    @property
    def largest(self) -> Largest:
        """The most that all seats together net in a round, in money."""
        net, count = self.mix.together.outcomes[-1]
        return Largest(self.seats * net, count, self.mix.together.total)


_ALONE = "it is not counted at a table; leave it out, and ask combin mix for one seat with it"
_BOTH_HANDS = (
    "beside a meter that seats divide, bets on the best five of both hands are not counted: leave them out"
)
_DIVIDED = f"two seats can win a share of its meter in one round, and would divide it: {_ALONE}"
_LEVELS = f"two seats may win of one level of its meter, and would divide it: {_ALONE}"


def _refuse_divided(answer: TableAnswer) -> None:
    """Refuse wagers of which two seats can win a share of the meter together, and those with levels."""
    mix = answer.mix
    for name in answer.wagers:
        if name not in mix.rules.jackpots:
            continue
        if any(line.prize.level for line in mix.rules.tables[name][mix.letters[name]].lines):
            raise RulesError(("wager", name), _LEVELS)
        if name in answer.deals.wagers:
            place = answer.deals.wagers.index(name)
            shares = [pays[place].share for pays in answer.law.results]
            if name in mix.meters and any(
                shares[one] and shares[other] for one, other, _ in answer.law.places
            ):
                raise RulesError(("wager", name), _DIVIDED)
    _ = answer.winners


def ask_table(
    mix: MixAnswer,
    seats: int,
    *,
    pace: Number | None = None,
    hours: Number | None = None,
    comp: Number | None = None,
    progress: Progress | None = None,
) -> TableAnswer:
    """What some seats of a table come to that place the same wagers.

    Args:
        mix: the wagers of each seat, and how it is played.
        seats: how many seats are taken.
        pace: rounds dealt in an hour.
        hours: hours of a shift.
        comp: the part of his expected loss that a player gets back, such as "30%".
        progress: is told how far the law of two seats is worked out, which takes some seconds.

    Raises:
        JackpotError: a pace, a number of hours or a comp that is none.
        RulesError: more seats than there are cards for, or a wager that is not counted for two seats.
    """
    rules = mix.rules
    deal = rules.file.deal
    terms = {"a pace": number("a pace", PACE if pace is None else pace)}
    terms["hours"] = number("hours", HOURS if hours is None else hours)
    for name, value in terms.items():
        if value <= 0:
            raise JackpotError(f"{name} of {plain(value)}: it must be above 0")
    share = None if comp is None else number("a comp", comp)
    if share is not None and not 0 < share <= 1:
        raise JackpotError(f"a comp of {plain(share)}: it must be above 0, and not above 1, or 100%")
    asked = mix, seats, terms["a pace"], terms["hours"], share
    most = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
    if rules.same_hands and seats >= 1:
        for name in mix.meters:
            raise RulesError(("wager", name), _DIVIDED)
        return SameHands(*asked)
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: the cards are enough for 1 to {most}")
    answer = TableAnswer(*asked, progress)
    _refuse_divided(answer)
    return answer


@dataclass(frozen=True)
class Together:
    """What all seats win more, in money, than if each played alone: its `mean` in a round.

    `square` is the mean of its square, `product` that of it times what they would net if each played alone.
    """

    mean: Fraction
    square: Fraction
    product: Fraction

    def more_variance(self, mean: Fraction) -> Fraction:
        """The variance that it adds to that of what all net; `mean` is of each alone."""
        return 2 * (self.product - self.mean * mean) + self.square - self.mean**2


def envy_bonuses(law: TwoSeats, nets: Sequence[Fraction], envy: Sequence[Fraction], seats: int) -> Together:
    """What seats win more, as the hand of each brings an envy bonus to all others.

    Args:
        law: of two seats.
        nets: what each of its results nets.
        envy: the bonus that each brings every other seat.
        seats: how many there are.
    """
    deals: NDArray[Any] = law.sums.astype(object)
    alone, values, bonuses = deals.sum(axis=1), np.array(nets, object), np.array(envy, object)
    beside = deals.dot(bonuses)
    others, total = seats - 1, Fraction(law.total)

    def sum_times(factor: NDArray[Any]) -> Fraction:
        """The mean of all bonuses that hands bring times the sum of a value of all seats."""
        found = alone.dot(bonuses * factor) + others * beside.dot(factor)
        return Fraction(seats * found / total)

    mean = seats * alone.dot(bonuses) / total
    return Together(others * mean, others**2 * sum_times(bonuses), others * sum_times(values))


@dataclass(frozen=True)
class SeatWinners:
    """Two hands that win shares of a meter with a pair of jackpot cards, and the places of their results."""

    pair: int
    hands: tuple[int, int]
    results: tuple[int, int]


_MOST_WINNERS = 2000
"""Two hands with jackpot cards are gone through up to so many: two fours of a kind are 1,248."""


class TooManyError(ValueError):
    """More than two seats can win at once, or two with more hands than are gone through."""


def winners_together(shared: SharedCards, results: Collection[int], seats: int) -> list[SeatWinners]:
    """All hands of two seats that can win some results at once."""
    cards = [frozenset(hand) for hand in shared.deals.hands.tolist()]
    found: list[SeatWinners] = []
    for pair in range(len(shared.pairs.cards)):
        made = shared.played(pair)
        made = made.some(np.isin(made.result, [*results]))
        won = [*zip(made.hand.tolist(), made.result.tolist(), strict=True)]
        for (one, first), (other, second) in combinations(won, 2):
            both = cards[one] | cards[other]
            if len(both) == 6:
                three = seats > 2 and any(not both & cards[third] for third, _ in won)
                if three or len(found) == _MOST_WINNERS:
                    raise TooManyError
                found.append(SeatWinners(pair, (one, other), (first, second)))
    return found


@dataclass(frozen=True)
class DividedMeter:
    """The meter of a wager, what it shows and is reset to, which seats divide as Crown 7.4 has it.

    `shares` has which results of the wager win a share of it, and which.
    """

    name: str
    shares: Mapping[int, Fraction]
    shown: Fraction
    seed: Fraction

    def more(self, shares: Sequence[Fraction]) -> Fraction:
        """What seats with some shares of it win more, which is less, than if each won alone."""
        others = [part for part in shares if part != 1]
        settled = settle_meter(
            self.shown,
            self.seed,
            len(shares) - len(others),
            len(others),
            part=min(others, default=Fraction(1)),
            round_up_to=Fraction(1, self.shown.denominator),
        )
        return settled.paid - self.shown * sum(shares)


def divide(
    every: Mapping[str, SharedCards],
    nets: Mapping[str, Sequence[Fraction]],
    beside: Sequence[Fraction],
    *,
    meter: DividedMeter,
    winners: Sequence[SeatWinners],
    seats: int,
) -> Together:
    """What seats win more because they divide a meter.

    Args:
        every: all wagers on jackpot cards.
        nets: what each of their results nets a hand that wins alone, in money.
        beside: what each result of all other wagers nets.
        meter: the meter that is divided.
        winners: all hands that win shares of it at once.
        seats: how many have these wagers.
    """
    shared = every[meter.name]
    size = len(shared.deals.numbers)
    mean = square = product = Fraction(0)
    alike = _alike(shared, winners)
    nets_of = nets_beside(every, nets, beside, [won for won, _ in alike])
    for (won, count), (both, another) in zip(alike, nets_of, strict=True):
        more = meter.more([meter.shares[result] for result in won.results])
        mean += count * more
        square += count * more**2
        product += count * more * (both + (seats - 2) * another)
    ways = Fraction(seats * (seats - 1), comb(size, 2) * comb(size - 2, 3) * comb(size - 5, 3))
    return Together(ways * mean, ways * square, ways * product)


def _alike(shared: SharedCards, winners: Sequence[SeatWinners]) -> list[tuple[SeatWinners, int]]:
    """Winners that differ by more than their suits, where these do not matter, and how many others."""
    deals = shared.deals
    first: dict[object, SeatWinners] = {}
    number: Counter[object] = Counter()
    for won in winners:
        moved = zip(
            shared.pairs.moved[:, won.pair].tolist(), deals.moved[:, list(won.hands)].tolist(), strict=True
        )
        key = min((pair, *sorted(hands)) for pair, hands in moved)
        first.setdefault(key, won)
        number[key] += 1
    return [(won, number[key]) for key, won in first.items()]


def nets_beside(
    every: Mapping[str, SharedCards],
    nets: Mapping[str, Sequence[Fraction]],
    beside: Sequence[Fraction],
    winners: Sequence[SeatWinners],
) -> list[tuple[Fraction, Fraction]]:
    """Mean nets of both winners together, and of any other seat, if each wins alone."""
    shared = next(iter(every.values()))
    deals, size = shared.deals, len(shared.deals.numbers)
    unit = lcm(*(net.denominator for net in beside))
    whole = [int(net * unit) for net in beside]
    values: NDArray[Any] = np.array(whole, exact_kind(max(map(abs, whole)) * len(deals.hands) ** 2))
    # Beside the next of the dealer's hands few hands net anything else: what each nets is a sum of steps,
    # each from one of these hands on.
    results, alike_of, number = deals.all_beside, deals.alike_of, len(deals.dealers)
    before, changed = np.nonzero(np.diff(results, axis=0))
    hands = np.concatenate([np.arange(len(deals.hands)), changed])
    since = np.concatenate([np.zeros(len(deals.hands), np.int64), before + 1])
    steps = values[results[since, hands]]
    steps[len(deals.hands) :] -= values[results[before, changed]]
    means = []
    for won in winners:
        gone = [*shared.pairs.cards[won.pair], *deals.hands[list(won.hands)].flat]
        left = np.ones(size, bool)
        left[gone] = False
        there: NDArray[np.bool_] = np.all(left[deals.hands], axis=1)
        rows = np.flatnonzero(there).tolist()

        def from_each(places: NDArray[Any], most: int, rows: list[int] = rows) -> NDArray[Any]:
            """Number of of the dealer's hands have each of some places, from each kind of them on."""
            codes = (alike_of[rows] * most + places).reshape(-1)
            of_kind = np.bincount(codes, minlength=number * most).reshape(number, most)
            return of_kind[::-1].cumsum(axis=0)[::-1]

        some = there[hands]
        own, start = hands[some], since[some]
        dealers = from_each(np.zeros(len(rows), np.int64), 1)[start, 0] - (alike_of[own] >= start)
        dealers -= from_each(deals.hands[rows].T, size)[start, deals.hands[own].T].sum(axis=0)
        with_two = from_each(deals.twos[:, rows], int(deals.two.max()) + 1)
        dealers += with_two[start, deals.twos[:, own]].sum(axis=0)
        of_both = values[results[:, list(won.hands)]].sum(axis=1)[alike_of[rows]].sum()
        both = Fraction(int(of_both), unit * len(rows))
        others = max(comb(size - 11, 3), 1)  # with fewer cards there is no other seat
        another = Fraction(int((steps[some] * dealers).sum()), unit * len(rows) * others)
        for name, one in every.items():
            made = one.played(won.pair)
            paid = dict(zip(made.hand.tolist(), made.result.tolist(), strict=True))
            both += sum(nets[name][paid.get(hand, 0)] for hand in won.hands)
            counts = Counter(paid.get(hand, 0) for hand in rows)
            another += sum(nets[name][result] * count for result, count in counts.items()) / len(rows)
        means.append((both, another))
    return means
