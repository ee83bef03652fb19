"""Two seats that share jackpot cards: how what these win goes together with all other wagers."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from combin.exact.arrays import MOST, exact_kind
from combin.exact.joint_hands import FOLDED
from combin.processes import begun
from combin.rules.errors import RulesError
from combin.seats.deals import TwoSeats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Progress
    from combin.exact.distribution import Pay
    from combin.seats.deals import Deals

    Integers = NDArray[np.signedinteger[Any]]

_TWOS = np.array([*combinations(range(5), 2)])
"""Two of five cards; `_THREES` are three of them, and `_OTHERS` the two that each of these leaves."""
_THREES = np.array([*combinations(range(5), 3)])
_OTHERS = _TWOS[::-1]


def covariances(
    law: TwoSeats, terms: Mapping[str, tuple[Fraction, Fraction]]
) -> dict[tuple[str, str], Fraction]:
    """Return the covariance of a wager in one seat with a wager in another, in squared money.

    Args:
        law: the law of two seats.
        terms: the stake of each wager, and what its meter shows.
    """
    nets = {
        name: _whole([pays[place].net(*terms[name]) for pays in law.results])
        for place, name in enumerate(law.wagers)
    }
    deals: NDArray[Any] = law.sums.astype(object)
    alone = deals.sum(axis=1)
    means = {name: Fraction(alone.dot(values), unit * law.total) for name, (unit, values) in nets.items()}
    products = {
        (name, other): Fraction(deals.dot(others).dot(values), unit * whole * law.total)
        for name, (unit, values) in nets.items()
        for other, (whole, others) in nets.items()
    }
    return {
        (name, other): product - means[name] * means[other] for (name, other), product in products.items()
    }


def _whole(amounts: Sequence[Fraction]) -> tuple[int, list[int]]:
    """Return amounts as whole numbers of parts of one, after how many parts that has."""
    unit = lcm(*(amount.denominator for amount in amounts))
    return unit, [int(amount * unit) for amount in amounts]


class Made(NamedTuple):
    """Hands of three cards that win by the rules with two jackpot cards, each `hand` with each `pair`.

    `result` is its place among the pays of the wager, `played` whether it is not folded, if that matters.
    """

    hand: Integers
    pair: Integers
    result: Integers
    played: NDArray[np.bool_]

    def some(self, rows: Integers | slice | NDArray[np.bool_]) -> Made:
        """Return some of them."""
        return Made(self.hand[rows], self.pair[rows], self.result[rows], self.played[rows])


class SharedCards:
    """What seats win by a wager on jackpot cards that they share.

    Args:
        deals: all deals, of one deck.
        name: the wager.

    Raises:
        RulesError: a card of the dealer's is seen before the decision.
    """

    def __init__(self, deals: Deals, name: str) -> None:
        self.deals = deals
        if deals.seen:
            problem = "is on jackpot cards: two seats are not counted where a card of the dealer's is seen"
            raise RulesError(("wager", name), problem)
        bet = deals.on_jackpot_cards[name]
        self.pays = bet.pays
        self.pairs = JackpotPairs(deals)
        hands, pairs, results = [], [], []
        for row in np.unique(deals.moved.min(axis=0)).tolist():
            places = np.asarray(bet.of_five(deals.around.five(tuple(deals.hands[row].tolist()))))
            paid = np.flatnonzero(places)
            alike, moves = np.unique(deals.moved[:, row], return_index=True)
            hands.append(np.repeat(alike, len(paid)))
            pairs.append(self.pairs.moved[moves][:, paid].reshape(-1))
            results.append(np.tile(places[paid], len(alike)))
        hand, pair = np.concatenate(hands), np.concatenate(pairs)
        played = np.ones(len(deals.hands), bool)
        if bet.lost_with_fold:
            played = deals.decisions != FOLDED
        made = Made(hand, pair, np.concatenate(results), played[hand])
        self._made = made.some(np.lexsort((hand, pair)))
        self._starts = np.searchsorted(self._made.pair, np.arange(len(self.pairs.cards) + 1))

    def played(self, pair: int) -> Made:
        """Return the hands that win with a pair of jackpot cards and are played."""
        made = self._made.some(slice(self._starts[pair], self._starts[pair + 1]))
        return made.some(made.played)


class JackpotPairs:
    """All pairs of jackpot cards: `cards` (pairs x 2), and `moved`, to which each of the moves moves each."""

    def __init__(self, deals: Deals) -> None:
        size = len(deals.numbers)
        self.cards: Integers = np.array([*combinations(range(size), 2)])
        self.place: Integers = np.zeros((size, size), np.int64)
        self.place[tuple(self.cards.T)] = self.place[tuple(self.cards.T[::-1])] = np.arange(len(self.cards))
        self.moved: Integers = self.place[deals.moves[:, self.cards[:, 0]], deals.moves[:, self.cards[:, 1]]]


def law_with(deals: Deals, every: Mapping[str, SharedCards], progress: Progress | None = None) -> TwoSeats:
    """Return the joint law of two seats, of all wagers. docs/sessions.md derives it.

    The slow equivalent goes through all deals of two seats, the dealer and the jackpot cards.

    Args:
        deals: all deals, of one deck.
        every: the wagers on jackpot cards, which come last in the law.
        progress: is told how much is done of how much in all.
    """
    won = Won(deals, every)
    both_win = begun(partial(_both_win, deals, won))
    plain, one_wins = _one_wins(deals, won, progress)
    # By the result of one seat and what it wins by jackpot cards, and by those of the other.
    sums = both_win()
    kinds, results = len(won.pays), len(deals.results)
    for kind in range(1, kinds):
        alone = one_wins[kind] - sums[:, kind].sum(axis=2)
        sums[:, kind, :, 0], sums[:, 0, :, kind] = alone, alone.T
    pairs = comb(len(deals.numbers) - 9, 2)
    sums[:, 0, :, 0] = plain * pairs - sums.sum(axis=(1, 3))
    names = [(*pays, *more) for pays in deals.results for more in won.pays]
    place_of: dict[tuple[Pay, ...], int] = {}
    places = np.array([place_of.setdefault(pays, len(place_of)) for pays in names])
    together: Integers = np.zeros((len(place_of), len(place_of)), _kind(deals))
    np.add.at(together, (places[:, np.newaxis], places), sums.reshape(results * kinds, -1))
    return TwoSeats((*deals.wagers, *every), list(place_of), together, deals.total(2) * pairs)


def _kind(deals: Deals) -> type:
    """Return what holds the number of all deals with jackpot cards; from 98 cards on 64 bits do not."""
    return exact_kind(deals.total(2) * comb(len(deals.numbers) - 9, 2))


def _refuse_inexact(most: int) -> None:
    """Refuse sums of products that floats do not hold exactly."""
    if most >= MOST:
        raise RulesError((), "so many jackpot hands of so many cards are not counted exactly for two seats")


class Won:
    """What hands win by all wagers on jackpot cards: `pays` has all that comes, first what loses all."""

    def __init__(self, deals: Deals, every: Mapping[str, SharedCards]) -> None:
        self.pairs = JackpotPairs(deals)
        kinds: dict[tuple[int, ...], int] = {(0,) * len(every): 0}
        of_pair = []
        for pair in range(len(self.pairs.cards)):
            results = np.zeros((len(every), len(deals.hands)), np.int64)
            for place, shared in enumerate(every.values()):
                made = shared.played(pair)
                results[place, made.hand] = made.result
            hands = np.flatnonzero(results.any(axis=0))
            keys = map(tuple, results[:, hands].T.tolist())
            of_pair.append((hands, np.array([kinds.setdefault(key, len(kinds)) for key in keys], np.int64)))
        self.of_pair: Sequence[tuple[Integers, Integers]] = of_pair
        self.pays = [
            tuple(shared.pays[result] for shared, result in zip(every.values(), key, strict=True))
            for key in kinds
        ]


def _one_wins(deals: Deals, won: Won, progress: Progress | None) -> tuple[Integers, Integers]:
    """Return the law of two seats by their results, and that with what one of them wins (the first axis).

    The latter also counts pairs of jackpot cards. What five cards make they make in each of their ten splits
    into a hand and two jackpot cards, so that of each five the hands with each result are counted, and beside
    them the other seat's hands, by inclusion and exclusion over the cards of these that are among the five.
    """
    size, none, results = len(deals.numbers), len(deals.hands), len(deals.results)
    fives, splits, starts = _fives(deals, won)
    moved = _moved_fives(deals, fives, starts)
    alike: dict[bytes, tuple[Integers, Integers]] = {}
    every = deals.row[*fives[_THREES.T]]
    folded = np.flatnonzero((splits == none).any(axis=0))
    among = np.zeros((size, fives.shape[1]), bool)
    among[fives, np.arange(fives.shape[1])] = True
    twos = deals.two[fives[_TWOS[:, 0]], fives[_TWOS[:, 1]]]
    narrow = np.min_scalar_type(none)  # sums may wrap around on the way, as they end within it
    _refuse_inexact(fives.shape[1] * len(splits) * len(deals.hands))
    kind_of_sums = _kind(deals)
    law: Integers = np.zeros((results, results), kind_of_sums)
    found: Integers = np.zeros((len(starts), results, results), kind_of_sums)
    for done, (known, own, left) in enumerate(deals.left_beside(), 1):
        if progress is not None:
            progress(done, len(deals.dealers))
        kinds, places = len(known), np.ix_(known, known)
        taken = _numbers(own[every], kinds)
        paid = taken.astype(np.float64)
        paid[folded] = _numbers(np.append(own, kinds)[splits[:, folded]], kinds + 1)[:, :kinds]
        taken = taken.astype(narrow)
        for dealer, pairs in left:
            weight = dealer.one.weight
            cards = deals.of_cards(pairs)
            law[places] += weight * deals.disjoint(pairs, cards, dealer.one.cards).astype(kind_of_sums)
            places_of_dealer = deals.places(dealer)
            # Of fives that moves take to each other which leave the dealer's hand as it is, one will do.
            stays = deals.moved[:, deals.row[*places_of_dealer]] == deals.row[*places_of_dealer]
            if (key := stays.tobytes()) not in alike:
                alike[key] = np.unique(moved[stays].min(axis=0), return_counts=True)
            rows, times = alike[key]
            free = ~among[places_of_dealer].take(rows, axis=1).any(axis=0)
            rows, times = rows[free], times[free]
            beside = (cards.sum(axis=1) // 3).astype(narrow) - taken.take(rows, axis=0)
            of_card = np.ascontiguousarray(cards.T.astype(narrow))
            of_two = np.ascontiguousarray(pairs.T.astype(narrow))
            for column in fives:
                beside -= of_card.take(column[rows], axis=0)
            for column in twos:
                beside += of_two.take(column[rows], axis=0)
            ways, others = paid.take(rows, axis=0) * times[:, np.newaxis], beside.astype(np.float64)
            ends = np.searchsorted(rows, starts)
            for kind, (start, end) in enumerate(pairwise(ends.tolist()), 1):
                together = ways[start:end].T @ others[start:end]  # as `_refuse_inexact` has made sure
                found[kind][places] += weight * together.astype(np.int64).astype(kind_of_sums)
    return law, found


def _fives(deals: Deals, won: Won) -> tuple[Integers, Integers, Integers]:
    """Return all five cards that win, in the order of what they win, and where each of that starts and ends.

    Of each five (cards x fives) there are the hands of the splits in which they win (splits x fives), or the
    number of hands in place of one.
    """
    number = len(deals.hands)
    hands = np.concatenate([hand for hand, _ in won.of_pair])
    kinds = np.concatenate([kind for _, kind in won.of_pair])
    pairs = np.repeat(np.arange(len(won.of_pair)), [len(hand) for hand, _ in won.of_pair])
    cards = np.concatenate([deals.hands[hands], won.pairs.cards[pairs]], axis=1).T
    _, first = np.unique(_codes(deals, kinds, cards), return_index=True)
    kind, fives = kinds[first], np.sort(cards[:, first], axis=0)
    # Pairs come in order, and of each of them the hands.
    made, split = pairs * number + hands, won.pairs.place[*fives[_OTHERS.T]] * number
    split += deals.row[*fives[_THREES.T]]
    place = np.minimum(np.searchsorted(made, split), len(made) - 1)
    wins = (made[place] == split) & (kinds[place] == kind)
    return fives, np.where(wins, split % number, number), np.searchsorted(kind, range(1, len(won.pays) + 1))


def _moved_fives(deals: Deals, fives: Integers, starts: Integers) -> Integers:
    """Return the five cards (moves x fives) to which each of the moves moves each five, that win as much."""
    kinds = np.searchsorted(starts, np.arange(fives.shape[1]), side="right")
    own = _codes(deals, kinds, fives)
    return np.stack([np.searchsorted(own, _codes(deals, kinds, move[fives])) for move in deals.moves])


def _codes(deals: Deals, kinds: Integers, cards: Integers) -> Integers:
    """Return a number for what five cards (cards x fives) win and which they are, in this order."""
    size = len(deals.numbers)
    found: Integers = kinds * size**5 + np.sort(cards, axis=0).T @ size ** np.arange(5)
    return found


def _numbers(values: Integers, most: int) -> Integers:
    """Return how often each column has each value below the most (columns x values)."""
    columns = values.shape[1]
    codes = values + most * np.arange(columns)
    return np.bincount(codes.reshape(-1), minlength=columns * most).reshape(columns, most)


def _both_win(deals: Deals, won: Won) -> Integers:
    """Return how many deals have two seats that win by jackpot cards, by the result and the prize of each.

    Of pairs of jackpot cards that differ by suits alone one is taken, and beside it one of such hands of the
    dealer's. Those beside which all hands that win have the same results go together: of the matrix that
    tells which of these hands each leaves, the product with itself counts those that leave both of two.
    """
    results, kinds, size = len(deals.results), len(won.pays), len(deals.numbers)
    holds = np.zeros((size, len(deals.hands)), np.float32)
    holds[deals.hands.T, np.arange(len(deals.hands))] = 1
    kind_of_sums = _kind(deals)
    found: Integers = np.zeros((results * kinds,) * 2, kind_of_sums)
    pairs, numbers = np.unique(won.pairs.moved.min(axis=0), return_counts=True)
    for pair, number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        hands, prizes = won.of_pair[pair]
        same = deals.moved[won.pairs.moved[:, pair] == pair].min(axis=0)
        free = ~holds[won.pairs.cards[pair]].any(axis=0)
        left, weights = np.unique(same[free], return_counts=True)
        codes, group = deals.results_beside(left, hands)
        alike: dict[bytes, int] = {}
        group = np.array([alike.setdefault(code.tobytes(), len(alike)) for code in codes])[group]
        # Of the dealer's cards those count which some of the hands hold.
        held = np.bincount(deals.hands[hands].reshape(-1), minlength=size) > 0
        cards = np.where(held[deals.hands[left]], deals.hands[left], size)
        places = group * (size + 1) ** 3 + np.sort(cards, axis=1) @ (size + 1) ** np.arange(3)
        _, first, back = np.unique(places, return_index=True, return_inverse=True)
        weights, left, group = np.bincount(back, weights), left[first], group[first]
        _refuse_inexact(len(hands) ** 2 * len(deals.hands))
        kind = np.float32 if len(hands) * len(deals.hands) < 1 << 24 else np.float64
        leaves = (holds[:, left].T @ holds[:, hands] == 0).astype(kind)
        apart = (holds[:, hands].T @ holds[:, hands] == 0).astype(kind)
        weighted = leaves * weights[:, np.newaxis].astype(kind)
        ends = np.searchsorted(group, np.arange(len(alike) + 1))
        for code, (start, end) in zip(alike, pairwise(ends.tolist()), strict=True):
            own = np.frombuffer(code, codes.dtype).astype(np.int64) * kinds + prizes
            known = np.flatnonzero(np.bincount(own))
            of_kind = (own == known[:, np.newaxis]).astype(kind)
            of_one = weighted[start:end].T @ leaves[start:end] * apart @ of_kind.T
            both = of_kind.astype(np.float64) @ of_one
            found[np.ix_(known, known)] += number * both.astype(np.int64).astype(kind_of_sums)
    return found.reshape(results, kinds, results, kinds)
