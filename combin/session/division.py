"""What seats win more or less because they play together: a meter that they divide, and envy bonuses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from combin.exact.arrays import exact_kind
from combin.jackpot.winners import settle_meter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.exact.shared_cards import SharedCards
    from combin.exact.two_seats import TwoSeats


@dataclass(frozen=True)
class Together:
    """What all seats win more, in money, than if each played alone: its `mean` in a round.

    `square` is the mean of its square, `product` that of it times what they would net if each played alone.
    """

    mean: Fraction
    square: Fraction
    product: Fraction

    def more_variance(self, mean: Fraction) -> Fraction:
        """By how much that makes the variance of what all net greater; `mean` is of each alone."""
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
    """For all winners what both net on average together, and any other seat, if each wins alone."""
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
