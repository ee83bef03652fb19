"""Two seats that share jackpot cards: how what these win goes together with all other wagers."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from combin.exact.arrays import MOST, exact_kind
from combin.exact.joint_hands import FOLDED
from combin.processes import begun
from combin.rules.errors import RulesError
from combin.seats.deals import TwoSeats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.aliases import Progress
    from combin.exact.distribution import Pay
    from combin.seats.deals import Deals

    Integers = NDArray[np.signedinteger[Any]]

_TWOS = np.array([*combinations(range(5), 2)])
"""Two of five cards; `_THREES` are three of them, and `_OTHERS` the two that each of these leaves."""
_THREES = np.array([*combinations(range(5), 3)])
_OTHERS = _TWOS[::-1]


class JackpotCards:
    """What each hand wins by all wagers on jackpot cards with each pair of these, which all seats share.

    `wins` are the combinations of results of the `wagers` that come, first that which loses all. `cards` are
    the pairs of jackpot cards (pairs x 2), `place` is where each two cards are among them, and `moved` the
    pair to which each move of suits moves each (moves x pairs). `winners` has for each pair the hands that
    win, and the place of what each wins.

    Args:
        deals: all deals, of one deck.

    Raises:
        RulesError: a card of the dealer's is seen before the decision.
    """

    def __init__(self, deals: Deals) -> None:
        self.deals, self.wagers = deals, tuple(deals.on_jackpot_cards)
        if deals.seen:
            problem = "is on jackpot cards: two seats are not counted where a card of the dealer's is seen"
            raise RulesError(("wager", self.wagers[0]), problem)
        size, bets = len(deals.numbers), deals.on_jackpot_cards.values()
        self.cards: Integers = np.array([*combinations(range(size), 2)])
        self.place: Integers = np.zeros((size, size), np.int64)
        self.place[tuple(self.cards.T)] = self.place[tuple(self.cards.T[::-1])] = np.arange(len(self.cards))
        self.moved: Integers = self.place[deals.moves[:, self.cards[:, 0]], deals.moves[:, self.cards[:, 1]]]
        known: dict[tuple[int, ...], int] = {(0,) * len(bets): 0}
        columns: list[tuple[Integers, Integers, Integers]] = []
        for row in np.unique(deals.moved.min(axis=0)).tolist():
            five = deals.every.five(tuple(deals.hands[row].tolist()))
            folded = deals.decisions[row] == FOLDED
            results = np.array([bet.of_five(five) * (not (folded and bet.lost_with_fold)) for bet in bets])
            pairs = np.flatnonzero(results.any(axis=0))
            keys = map(tuple, results[:, pairs].T.tolist())
            won = np.array([known.setdefault(key, len(known)) for key in keys], np.int64)
            hands, moves = np.unique(deals.moved[:, row], return_index=True)
            moved = self.moved[moves][:, pairs].reshape(-1)
            columns.append((moved, np.repeat(hands, len(pairs)), np.tile(won, len(hands))))
        pair, hand, won = (np.concatenate(column) for column in zip(*columns, strict=True))
        order = np.lexsort((hand, pair))
        ends = np.searchsorted(pair[order], np.arange(1, len(self.cards)))
        self.winners = [*zip(np.split(hand[order], ends), np.split(won[order], ends), strict=True)]
        self.wins: list[tuple[Pay, ...]] = [
            tuple(bet.pays[result] for bet, result in zip(bets, key, strict=True)) for key in known
        ]


def jackpot_cards(deals: Deals) -> JackpotCards | None:
    """What hands win by wagers on jackpot cards; None where there are none."""
    return JackpotCards(deals) if deals.on_jackpot_cards else None


def law_of_two_seats(
    deals: Deals, jackpot: JackpotCards | None, progress: Progress | None = None
) -> TwoSeats:
    """The joint law of two seats, of all wagers. docs/sessions.md derives it.

    The slow equivalent goes through all deals of two seats, the dealer and the jackpot cards.

    Args:
        deals: all deals; of one deck where some wagers are on jackpot cards.
        jackpot: what these win; they come last in the law.
        progress: is told how much is done of how much in all.
    """
    if jackpot is None:
        return deals.law(progress)
    both_win = begun(partial(_both_win, jackpot))
    plain, one_wins = _one_wins(jackpot, progress)
    # By the result of one seat and what it wins by jackpot cards, and by those of the other.
    sums = both_win()
    kinds, results = len(jackpot.wins), len(deals.results)
    for kind in range(1, kinds):
        alone = one_wins[kind] - sums[:, kind].sum(axis=2)
        sums[:, kind, :, 0], sums[:, 0, :, kind] = alone, alone.T
    pairs = comb(len(deals.numbers) - 9, 2)
    sums[:, 0, :, 0] = plain * pairs - sums.sum(axis=(1, 3))
    names = [(*pays, *wins) for pays in deals.results for wins in jackpot.wins]
    place_of: dict[tuple[Pay, ...], int] = {}
    places = np.array([place_of.setdefault(pays, len(place_of)) for pays in names])
    together: Integers = np.zeros((len(place_of), len(place_of)), _kind(deals))
    np.add.at(together, (places[:, np.newaxis], places), sums.reshape(results * kinds, -1))
    return TwoSeats((*deals.wagers, *jackpot.wagers), list(place_of), together, deals.total(2) * pairs)


def _kind(deals: Deals) -> type:
    """What holds the number of all deals with jackpot cards; from 98 cards on 64 bits do not."""
    return exact_kind(deals.total(2) * comb(len(deals.numbers) - 9, 2))


def _refuse_inexact(most: int) -> None:
    """Refuse sums of products that floats do not hold exactly."""
    if most >= MOST:
        raise RulesError((), "so many jackpot hands of so many cards are not counted exactly for two seats")


def _one_wins(jackpot: JackpotCards, progress: Progress | None) -> tuple[Integers, Integers]:
    """The law of two seats by their results, and that with what one of them wins (the first axis).

    The latter also counts pairs of jackpot cards. What five cards make they make in each of their ten splits
    into a hand and two jackpot cards, so that of each five the hands with each result are counted, and with
    them the other seat's hands, by inclusion and exclusion over the cards of these that are among the five.
    """
    deals = jackpot.deals
    size, none, results = len(deals.numbers), len(deals.hands), len(deals.results)
    fives, splits, starts = _fives(jackpot)
    moved = _moved_fives(deals, fives, starts)
    unmoved: dict[bytes, tuple[Integers, Integers]] = {}
    every = deals.row[*fives[_THREES.T]]
    folded = np.flatnonzero((splits == none).any(axis=0))
    among = np.zeros((size, fives.shape[1]), bool)
    among[fives, np.arange(fives.shape[1])] = True
    twos = deals.two[fives[_TWOS[:, 0]], fives[_TWOS[:, 1]]]
    narrow = np.min_scalar_type(none)  # sums may wrap around on the way, as they end within it
    _refuse_inexact(fives.shape[1] * len(splits) * len(deals.hands))
    kind_of_sums = _kind(deals)
    law: Integers = np.zeros((results, results), kind_of_sums)
    sums: Integers = np.zeros((len(starts), results, results), kind_of_sums)
    for done, (known, own, left) in enumerate(deals.left_by_dealer(), 1):
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
            # Of fives that moves take to each other which leave the dealer's hand as it is, one will do.
            row = deals.row[*deals.places(dealer.one.cards)]
            stays = deals.moved[:, row] == row
            if (key := stays.tobytes()) not in unmoved:
                unmoved[key] = np.unique(moved[stays].min(axis=0), return_counts=True)
            rows, times = unmoved[key]
            free = ~among[deals.hands[row]].take(rows, axis=1).any(axis=0)
            rows, times = rows[free], times[free]
            others = (cards.sum(axis=1) // 3).astype(narrow) - taken.take(rows, axis=0)
            of_card = np.ascontiguousarray(cards.T.astype(narrow))
            of_two = np.ascontiguousarray(pairs.T.astype(narrow))
            for column in fives:
                others -= of_card.take(column[rows], axis=0)
            for column in twos:
                others += of_two.take(column[rows], axis=0)
            ways, numbers = paid.take(rows, axis=0) * times[:, np.newaxis], others.astype(np.float64)
            ends = np.searchsorted(rows, starts)
            for kind, (start, end) in enumerate(pairwise(ends.tolist()), 1):
                together = ways[start:end].T @ numbers[start:end]  # as `_refuse_inexact` has made sure
                sums[kind][places] += weight * together.astype(np.int64).astype(kind_of_sums)
    return law, sums


def _fives(jackpot: JackpotCards) -> tuple[Integers, Integers, Integers]:
    """All five cards that win, in the order of what they win, and where each of that starts and ends.

    Of each five (cards x fives) there are the hands of the splits in which they win (splits x fives), or the
    number of hands in place of one.
    """
    deals, number = jackpot.deals, len(jackpot.deals.hands)
    hands, kinds = (np.concatenate(column) for column in zip(*jackpot.winners, strict=True))
    pairs = np.repeat(np.arange(len(jackpot.cards)), [len(hand) for hand, _ in jackpot.winners])
    cards = np.concatenate([deals.hands[hands], jackpot.cards[pairs]], axis=1).T
    _, first = np.unique(_codes(deals, kinds, cards), return_index=True)
    kind, fives = kinds[first], np.sort(cards[:, first], axis=0)
    # Pairs come in order, and of each of them the hands.
    made, split = pairs * number + hands, jackpot.place[*fives[_OTHERS.T]] * number
    split += deals.row[*fives[_THREES.T]]
    place = np.minimum(np.searchsorted(made, split), len(made) - 1)
    wins = (made[place] == split) & (kinds[place] == kind)
    starts = np.searchsorted(kind, range(1, len(jackpot.wins) + 1))
    return fives, np.where(wins, split % number, number), starts


def _moved_fives(deals: Deals, fives: Integers, starts: Integers) -> Integers:
    """The five cards (moves x fives) to which each of the moves moves each five, that win as much."""
    kinds = np.searchsorted(starts, np.arange(fives.shape[1]), side="right")
    own = _codes(deals, kinds, fives)
    return np.stack([np.searchsorted(own, _codes(deals, kinds, move[fives])) for move in deals.moves])


def _codes(deals: Deals, kinds: Integers, cards: Integers) -> Integers:
    """A number for what five cards (cards x fives) win and which they are, in this order."""
    size = len(deals.numbers)
    codes: Integers = kinds * size**5 + np.sort(cards, axis=0).T @ size ** np.arange(5)
    return codes


def _numbers(values: Integers, most: int) -> Integers:
    """How often each column has each value below the most (columns x values)."""
    columns = values.shape[1]
    codes = values + most * np.arange(columns)
    return np.bincount(codes.reshape(-1), minlength=columns * most).reshape(columns, most)


def _both_win(jackpot: JackpotCards) -> Integers:
    """How many deals have two seats that win by jackpot cards, by the result and the prize of each.

    Of pairs of jackpot cards that differ by suits alone one is taken, and with it one of such hands of the
    dealer's. Those against which all hands that win have the same results go together: of the matrix that
    tells which of these hands each leaves, the product with itself counts those that leave both of two.
    """
    deals = jackpot.deals
    results, kinds, size = len(deals.results), len(jackpot.wins), len(deals.numbers)
    holds = np.zeros((size, len(deals.hands)), np.float32)
    holds[deals.hands.T, np.arange(len(deals.hands))] = 1
    kind_of_sums = _kind(deals)
    sums: Integers = np.zeros((results * kinds,) * 2, kind_of_sums)
    pairs, numbers = np.unique(jackpot.moved.min(axis=0), return_counts=True)
    for pair, number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        hands, prizes = jackpot.winners[pair]
        same = deals.moved[jackpot.moved[:, pair] == pair].min(axis=0)
        free = ~holds[jackpot.cards[pair]].any(axis=0)
        left, weights = np.unique(same[free], return_counts=True)
        codes, row_of = deals.results_of(hands, left)
        rows: dict[bytes, int] = {}
        group = np.array([rows.setdefault(code.tobytes(), len(rows)) for code in codes])[row_of]
        # Of the dealer's cards those count which some of the hands have.
        counted = np.bincount(deals.hands[hands].reshape(-1), minlength=size) > 0
        cards = np.where(counted[deals.hands[left]], deals.hands[left], size)
        places = group * (size + 1) ** 3 + np.sort(cards, axis=1) @ (size + 1) ** np.arange(3)
        _, first, back = np.unique(places, return_index=True, return_inverse=True)
        weights, left, group = np.bincount(back, weights), left[first], group[first]
        _refuse_inexact(len(hands) ** 2 * len(deals.hands))
        kind = np.float32 if len(hands) * len(deals.hands) < 1 << 24 else np.float64
        leaves = (holds[:, left].T @ holds[:, hands] == 0).astype(kind)
        apart = (holds[:, hands].T @ holds[:, hands] == 0).astype(kind)
        weighted = leaves * weights[:, np.newaxis].astype(kind)
        ends = np.searchsorted(group, np.arange(len(rows) + 1))
        for code, (start, end) in zip(rows, pairwise(ends.tolist()), strict=True):
            own = np.frombuffer(code, codes.dtype).astype(np.int64) * kinds + prizes
            known = np.flatnonzero(np.bincount(own))
            of_kind = (own == known[:, np.newaxis]).astype(kind)
            of_one = weighted[start:end].T @ leaves[start:end] * apart @ of_kind.T
            both = of_kind.astype(np.float64) @ of_one
            sums[np.ix_(known, known)] += number * both.astype(np.int64).astype(kind_of_sums)
    return sums.reshape(results, kinds, results, kinds)
