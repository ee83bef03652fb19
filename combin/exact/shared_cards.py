"""Two seats that share jackpot cards: how what these win goes together with all other wagers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from combin.exact.joint_features import FOLDED
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.exact.two_seats import Deals, TwoSeats

    Integers = NDArray[np.signedinteger[Any]]
    Exact = NDArray[Any]
    """Integers of 64 bits, or of any size where these might not do."""

_TWOS = ((0, 1), (0, 2), (1, 2))
_BITS = 62
"""Sums of fewer bits are sure to fit into 64."""


def covariances(
    law: TwoSeats, shared: Mapping[str, SharedCards], terms: Mapping[str, tuple[Fraction, Fraction]]
) -> dict[tuple[str, str], Fraction]:
    """Return the covariance of a wager in one seat with a wager in another, in squared money.

    Args:
        law: the law of two seats, of the wagers that are not on jackpot cards.
        shared: those that are.
        terms: the stake of each wager, and what its meter shows.
    """
    nets = {
        name: [pays[place].net(*terms[name]) for pays in law.results] for place, name in enumerate(law.wagers)
    }
    own = {name: _whole(values) for name, values in nets.items()}
    # Most results lose the stake: what is won is reckoned from there.
    prizes = {name: [pay.net(*terms[name]) for pay in one.pays] for name, one in shared.items()}
    won = {name: _whole([net - values[0] for net in values]) for name, values in prizes.items()}
    deals: Exact = law.sums.astype(object)
    means = {
        name: Fraction(deals.sum(axis=1).dot(values), unit * law.total)
        for name, (unit, values) in own.items()
    }
    means |= {name: shared[name].mean(values) / unit for name, (unit, values) in won.items()}
    products = {
        (name, other): Fraction(deals.dot(others).dot(values), unit * whole * law.total)
        for name, (unit, values) in own.items()
        for other, (whole, others) in own.items()
    }
    for name, (unit, values) in won.items():
        for other, (whole, others) in won.items():
            products[name, other] = shared[name].beside(shared[other], values, others) / (unit * whole)
        beside = shared[name].beside_dealers(values, [nets for _, nets in own.values()]) if own else []
        for (other, (whole, _)), product in zip(own.items(), beside, strict=True):
            products[name, other] = products[other, name] = product / (unit * whole)
    return {
        (name, other): product - means[name] * means[other] for (name, other), product in products.items()
    }


def _whole(amounts: Sequence[Fraction]) -> tuple[int, list[int]]:
    """Return amounts as whole numbers of parts of one, after how many parts that has."""
    unit = lcm(*(amount.denominator for amount in amounts))
    return unit, [int(amount * unit) for amount in amounts]


class Sums(NamedTuple):
    """Sums of a value over hands: all of them, those with each card, with each two cards, and each hand."""

    whole: Exact
    of_card: Exact
    of_two: Exact
    of_hand: Exact

    def plus(self, more: Sums) -> Sums:
        """Return the sums with those of values that are added to the values."""
        return Sums(*(one + other for one, other in zip(self, more, strict=True)))


def sums(deals: Deals, rows: Integers, values: Exact) -> Sums:
    """Return the sums of values of some hands of all deals, each of which is there once."""
    size = len(deals.numbers)
    of_hand = np.zeros(len(deals.hands), values.dtype)
    of_hand[rows] = values
    # Each two cards of a hand stand in the order of the deck.
    places, thrice = deals.twos[:, rows].reshape(-1), np.tile(values, 3)
    found = np.zeros(size**2, values.dtype)
    if values.dtype == object or int(np.abs(values).sum()) >= 1 << 51:
        np.add.at(found, places, thrice)
    else:  # floats hold these exactly
        found += np.bincount(places, thrice, size**2).astype(np.int64)
    of_two = found.reshape(size, size)
    of_card = (of_two.sum(axis=0) + of_two.sum(axis=1)) // 2
    return Sums(values.sum(keepdims=True), of_card, of_two, of_hand)


def apart(held: Sums, other: Sums) -> int:
    """Return the sum of products of the values of two hands over all that have no card in common.

    As in `Deals.law`, by inclusion and exclusion over the cards that both have.
    """
    shared = enumerate(zip(held, other, strict=True))
    return sum((-1) ** cards * int((a * b).sum()) for cards, (a, b) in shared)


def exact_kind(most: int) -> type:
    """Return what holds integers up to some size exactly."""
    return np.int64 if most.bit_length() < _BITS else object


class Made(NamedTuple):
    """Hands of three cards that win by the rules with two jackpot cards, each `hand` with each `pair`.

    `result` is its place among the pays of the wager, `played` whether it is not folded, if that matters, and
    `splits` in how many ways the five cards are a hand that is played and two jackpot cards.
    """

    hand: Integers
    pair: Integers
    result: Integers
    played: NDArray[np.bool_]
    splits: Integers

    def some(self, rows: Integers | slice | NDArray[np.bool_]) -> Made:
        """Return some of them."""
        return Made(self.hand[rows], self.pair[rows], self.result[rows], self.played[rows], self.splits[rows])


class SharedCards:
    """What seats win by a wager on jackpot cards that they share. docs/sessions.md derives what is counted.

    Args:
        deals: all deals, of one deck.
        name: the wager.

    The slow equivalent goes through all deals of two seats, the dealer and the jackpot cards.

    Raises:
        RulesError: a card of the dealer's is seen before the decision.
    """

    def __init__(self, deals: Deals, name: str) -> None:
        self.deals = deals
        if deals.seen:
            problem = "is on jackpot cards: two seats are not counted where a card of the dealer's is seen"
            raise RulesError(("wager", name), problem)
        bet, size = deals.on_jackpot_cards[name], len(deals.numbers)
        self.pays = bet.pays
        self.first, self.second = np.array([*combinations(range(size), 2)]).T
        hands, pairs, results = [], [], []
        for row, (a, b, c) in enumerate(deals.hands.tolist()):
            places = np.asarray(bet.of_five(deals.around.five((a, b, c))))
            paid = np.flatnonzero(places)
            hands.append(np.full(len(paid), row, np.int32))
            pairs.append(paid.astype(np.int32))
            results.append(places[paid].astype(np.int16))
        hand, pair = np.concatenate(hands), np.concatenate(pairs)
        played = np.ones(len(deals.hands), bool)
        if bet.lost_with_fold:
            played = deals.decisions != FOLDED
        made = Made(hand, pair, np.concatenate(results), played[hand], self._splits(played, hand, pair))
        self.by_hand = made, np.searchsorted(hand, np.arange(len(deals.hands) + 1))
        by_pair = made.some(np.argsort(pair, kind="stable"))
        self.by_pair = by_pair, np.searchsorted(by_pair.pair, np.arange(len(self.first) + 1))

    def _splits(self, played: NDArray[np.bool_], hand: Integers, pair: Integers) -> Integers:
        """Return in how many ways five cards are a hand that is played and two jackpot cards."""
        deals = self.deals
        of = np.append(played, False).astype(np.int8)[deals.row]  # a card twice has the row -1
        with_one = np.sum([of[deals.hands[:, a], deals.hands[:, b]] for a, b in _TWOS], axis=0)
        first, second, cards = self.first[pair], self.second[pair], deals.hands[hand]
        found: Integers = played[hand] + with_one[hand, first] + with_one[hand, second]
        for column in cards.T:
            found += of[column, first, second]
        return found

    def of_pair(self, pair: int) -> Made:
        """Return the hands that win with a pair of jackpot cards."""
        made, starts = self.by_pair
        return made.some(slice(starts[pair], starts[pair + 1]))

    def played(self, pair: int) -> Made:
        """Return those of them that are played."""
        made = self.of_pair(pair)
        return made.some(made.played)

    def of_hand(self, hand: int) -> Made:
        """Return the pairs of jackpot cards with which a hand wins."""
        made, starts = self.by_hand
        return made.some(slice(starts[hand], starts[hand + 1]))

    def mean(self, won: Sequence[int]) -> Fraction:
        """Return what a seat wins on average, if each result wins so much."""
        made, size = self.by_hand[0], len(self.deals.numbers)
        counts = np.bincount(made.result[made.played], minlength=len(won)).tolist()
        return Fraction(sum(map(mul, won, counts)), comb(size, 2) * comb(size - 2, 3))

    def beside(self, other: SharedCards, won: Sequence[int], others: Sequence[int]) -> Fraction:
        """Return the mean of what one seat wins by this wager times what another one wins by another.

        Args:
            other: the other wager.
            won: what each result of this one wins.
            others: what each result of the other one wins.
        """
        size, found = len(self.deals.numbers), 0
        kind = exact_kind(max(*won, *others) ** 2 * len(self.deals.hands) ** 2)
        values: Exact = np.array(won, kind)
        theirs: Exact = np.array(others, kind)
        for pair in range(len(self.first)):
            one, two = self.played(pair), other.played(pair)
            found += apart(
                sums(self.deals, one.hand, values[one.result]), sums(self.deals, two.hand, theirs[two.result])
            )
        return Fraction(found, comb(size, 2) * comb(size - 2, 3) * comb(size - 5, 3))

    def beside_dealers(self, won: Sequence[int], nets: Sequence[Sequence[int]]) -> list[Fraction]:
        """Return the means of what one seat wins by this wager times what another one nets by each other.

        With X the hand of the other seat and the dealer's, that is the sum over all X of the net times what
        all hands and pairs of jackpot cards win that have no card of X: by inclusion and exclusion over the
        cards that they share, of which five can be.

        Args:
            won: what each result of this wager wins.
            nets: for each other wager, what each of the results of `Deals` nets.
        """
        deals, size = self.deals, len(self.deals.numbers)
        made, _ = self.by_hand
        splits = [int(made.splits[made.result == place].sum()) for place in range(len(won))]
        most = sum(map(mul, won, splits)) * max(abs(net) for of in nets for net in of)
        kind = exact_kind(8 * most * len(deals.hands))  # of as many terms at most
        weights = _Weights(self, np.array(won, kind))
        known: Exact = np.array(nets, kind)
        found = [0] * len(nets)
        for alike, dealers in deals.dealers.items():
            of_hand = known[:, deals.beside(alike)]
            for dealer in dealers:
                beside = weights.beside(deals.places(dealer))
                for place, net in enumerate(of_hand):
                    found[place] += dealer.one.weight * int((net * beside).sum())
        total = comb(size, 3) * comb(size - 3, 3) * comb(size - 6, 3) * comb(size - 9, 2)
        return [Fraction(one, total) for one in found]


class _Weights:
    """What five cards win in all splits into hand and jackpot cards, summed over those with some cards."""

    def __init__(self, shared: SharedCards, won: Exact) -> None:
        self._shared, self._won = shared, won
        self._hands, self._row = shared.deals.hands, shared.deals.row
        size = len(shared.deals.numbers)
        self._pair = np.zeros((size, size), np.int64)
        self._of_four = np.zeros(
            (size, len(self._hands) + 1), won.dtype
        )  # a card and a hand; the last is none
        self._of_hand = np.zeros(len(self._hands) + 1, won.dtype)
        for pair, (one, two) in enumerate(zip(shared.first.tolist(), shared.second.tolist(), strict=True)):
            self._pair[one, two] = self._pair[two, one] = pair
            made = shared.of_pair(pair)
            for some in (self._of_four[one], self._of_four[two], self._of_hand):
                some[made.hand] += self._all(made)
        self._of_two = self._of_hand[self._row].sum(axis=2) // 3
        self._of_one = self._of_two.sum(axis=1) // 4
        self._of_none = self._of_one.sum() // 5

    def _all(self, made: Made) -> Exact:
        """Return what the five cards of each hand and pair win in all their splits."""
        found: Exact = self._won[made.result] * made.splits
        return found

    def beside(self, dealer: Sequence[int]) -> Exact:
        """Return for each hand what all fives win that have no card of it and none of the dealer's."""
        row, four, hand = self._row, self._of_four, self._of_hand
        own = int(row[tuple(dealer)])
        none = self._of_none - self._of_one[dealer].sum() - hand[own]
        one = self._of_one - self._of_two[dealer].sum(axis=0) - four[:, own]
        two = self._of_two - hand[row[dealer]].sum(axis=0)
        made = self._shared.of_hand(own)
        first, second = self._shared.first[made.pair], self._shared.second[made.pair]
        two[first, second] -= self._all(made)  # of a pair, only the one order is looked at below
        three = hand[:-1] - four[dealer, :-1].sum(axis=0)
        for a, b in (dealer[:2], dealer[1:], dealer[::2]):
            none += self._of_two[a, b]
            one += hand[row[a, b]]
            two += four[a][row[b]]
            made = self._shared.of_pair(self._pair[a, b])
            three[made.hand] += self._all(made)
        low, middle, high = self._hands.T
        found: Exact = none - one[low] - one[middle] - one[high]
        found += two[low, middle] + two[low, high] + two[middle, high] - three
        apart = np.ones(len(one), bool)
        apart[list(dealer)] = False
        return np.where(apart[self._hands].all(axis=1), found, 0)
