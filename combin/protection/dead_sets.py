"""What hands and decisions are worth when other cards are dead: inclusion and exclusion over dealer hands."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, lcm
from operator import add, sub
from typing import TYPE_CHECKING, Any

import numpy as np

from combin.cards.ranking import Ranking
from combin.cards.suit_classes import HandClass
from combin.exact.arrays import MOST, exact_kind
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.matchups import against, sieve_of
from combin.rules.errors import RulesError, single_deck_only, three_cards_only
from combin.rules.resolved import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.aliases import Floats, Integers, Truths

    Numbers = NDArray[Any]
    """Floats that hold integers exactly, or Python's own."""


class DealerRanks:
    """The dealer hands of a deck, and sets of dead cards, by their ranks.

    Attributes:
        cards: (ranks x suits) which cards the deck has.
        pairs, threes: (2 x pairs, 3 x threes) all two and three ranks, equal ones too, in order.
        place: (ranks x ranks x ranks) the place of three ranks in any order among `threes`.
        levels: (3 x threes) the level of three ranks that show one suit, two and three.
    """

    def __init__(self, ranking: Ranking) -> None:
        deck, size = ranking.deck, len(ranking.deck.ranks)
        self.cards: Integers = np.zeros((size, len(deck.suits)), np.int64)
        self.cards[deck.rank_of, deck.suit_of] = 1
        pairs, threes = (np.array([*combinations_with_replacement(range(size), of)]).T for of in (2, 3))
        self.pairs: Integers = pairs
        self.threes: Integers = threes
        self.place: Integers = np.zeros((size,) * 3, np.int64)
        for order in permutations(threes):
            self.place[order] = np.arange(threes.shape[1])
        none = (-1, -1, -1)
        levels = np.array([ranking.by_suits.get(ranks, none) for ranks in zip(*threes.tolist(), strict=True)])
        differ = (threes[0] < threes[1]) & (threes[1] < threes[2])  # else suits decide nothing
        self.levels: Integers = np.where(differ, levels.T, levels.max(axis=1))

    @staticmethod
    def ways(number: Integers) -> Integers:
        """Ways to take none, one, two and three of the cards of all ranks, if there is a number of each.

        The numbers are ranks x columns; the rows are for none, each rank, each of `pairs` and of `threes`.
        """
        two, three = number * (number - 1) // 2, number * (number - 1) * (number - 2) // 6
        ranks = range(len(number))
        pairs = [np.concatenate([two[a : a + 1], number[a] * number[a + 1 :]]) for a in ranks]
        threes = [
            np.concatenate([three[a : a + 1], two[a] * number[a + 1 :], *(number[a] * of for of in others)])
            for a, others in ((a, pairs[a + 1 :]) for a in ranks)
        ]
        return np.concatenate([np.ones_like(number[:1]), number, *pairs, *threes])

    def sets(self, size: int) -> Integers:
        """Number of cards of each rank, for all sets of that many that differ by ranks (ranks x sets)."""
        every = np.array([*combinations_with_replacement(range(len(self.cards)), size)])
        number = np.stack([(every == rank).sum(axis=1) for rank in range(len(self.cards))])
        found: Integers = number[:, (number <= self.cards.sum(axis=1)[:, np.newaxis]).all(axis=0)]
        return found


class Decisions:
    """What the decisions about some classes of hands are worth over the dealer hands that dead cards leave.

    All is more than what the first decision is worth. A dealer hand is worth something by its ranks, and
    something more in one suit. With so many cards of each rank dead the mean over their suits is a sum over
    ranks, pairs and threes of them. Suits add little: with most ranks dead one decision is best whatever the
    suits are, and only with the others these are looked at.

    The slow equivalent visits all sets (`tests/protection/margins.py`).

    Attributes:
        left: (hands x ranks x suits) the cards that each hand leaves; `number` counts them by rank.
        by_ranks: (others x hands x threes) what other decisions are worth against the ranks of dealer hands.
        every: (decisions x hands) the worth over all dealer hands.
        usual: (hands) the decision that is best over all dealer hands.
    """

    def __init__(self, game: BaseGame, ranks: DealerRanks, places: Sequence[int]) -> None:
        deck, hands = game.rules.deck, [game.matchups.classes[place] for place in places]
        self.ranks, self.weights = ranks, np.array([one.weight for one in hands])
        self.left: Integers = np.repeat(ranks.cards[np.newaxis], len(hands), axis=0)
        for cards in np.array([one.cards for one in hands]).T:
            kinds = (np.array(of)[cards] for of in (deck.rank_of, deck.suit_of))
            self.left[np.arange(len(hands)), *kinds] = 0
        self.number: Integers = self.left.sum(axis=2)
        level, qualifies = [one.strength.level for one in hands], game.rules.qualifies
        worths = [decision_worths(game, *one) for one in zip(hands, places, strict=True)]
        # What a hand may not do is worth as much as the first decision.
        every = [[of.get(other, of[FOLD]) for of in worths] for other in (FOLD, *game.rules.multiples)]
        self.most = max(abs(net) for row in every for of in row for net in of) * comb(len(deck), 3)
        self.scale = lcm(*range(1, len(deck.suits) + 1)) ** 3
        # Sums are exact in floats below 2**53, and else in Python's integers.
        self.fine = _ROOM * self.scale * self.most >= MOST
        self.exact = np.dtype(object if self.fine else np.float64)
        linear = [
            [weights_of(of, qualified=own >= qualifies) for of, own in zip(row, level, strict=True)]
            for row in every
        ]
        first, *others = np.array(linear, object if self.fine else np.int64)
        total, *weights = np.moveaxis(np.array(others) - first, 2, 0)[..., np.newaxis]
        levels, own = ranks.levels[:, np.newaxis, np.newaxis], np.array(level)[:, np.newaxis]
        borders: tuple[int | Integers, ...] = qualifies, own, own + 1
        by_suits = total + sum(weight * (levels < at) for weight, at in zip(weights, borders, strict=True))
        # Of three ranks in two suits one pair is of one suit, of those in one suit each pair.
        self.plain, self.paired = by_suits[2], by_suits[1] - by_suits[2]
        self.suited = by_suits[0] - self.plain - 3 * self.paired
        a, b, c = ranks.threes
        number, same = self.number, self.left @ self.left.swapaxes(1, 2)
        pairs = same[:, a, b] * number[:, c] + same[:, a, c] * number[:, b] + same[:, b, c] * number[:, a]
        self.in_suits = self.paired * pairs
        self.in_suits += self.suited * (self.left[:, a] * self.left[:, b] * self.left[:, c]).sum(axis=2)
        self.ways: Integers = ranks.ways(number.T)[-len(a) :].T
        self.by_ranks: Integers = self.plain * self.ways + self.in_suits
        self.every = _and_first(self.by_ranks.sum(axis=2))
        self.usual: Integers = self.every.argmax(axis=0)

    def by_high_cards(self) -> Integers:
        """The worth over dealer hands with none, one ... cards of a rank and above, of all but the lowest.

        The axes are decisions, hands, ranks and numbers of cards.
        """
        above = np.arange(1, len(self.ranks.cards))
        number = (self.ranks.threes[..., np.newaxis] >= above).sum(axis=0)
        counts = (number[..., np.newaxis] == np.arange(4)).reshape(len(number), -1)
        worth = self.by_ranks.astype(self.exact) @ counts.astype(self.exact)
        return _and_first(worth.astype(self.by_ranks.dtype).reshape(*worth.shape[:2], len(above), 4))

    def gains(self, size: int, *, usual: bool) -> tuple[int, int]:
        """What decisions by dead cards gain over the usual ones, over all sets of that many and dealer hands.

        Where it is not clear which decision is best all suits are looked at: with the `usual` one, and then
        the hands and sets that change it are counted too, or with the one that is best on average.

        Raises:
            RulesError: pays are divided too finely for what is best on average.
        """
        if self.fine and not usual:
            raise RulesError((), "pays are divided too finely for all sets of cards to be gone through")
        mean = self.plain * self.scale + self.in_suits * self.scale // np.maximum(self.ways, 1)
        terms = _and_first(self._terms(mean.astype(self.exact)))
        above, below = map(_and_first, self._spread(size))
        bounds, every = self._bounds(terms, above, below, size), self.ranks.sets(size)
        every = every[:, np.argsort(bounds[..., 1:].sum(axis=(0, 1)) @ every)]  # of like sums together
        kinds, kind_of = _different(self.number)
        cards = range(self.left.shape[2] + 1)
        choose = np.array([[comb(of, dead) for dead in cards] for of in cards])
        gained, changed = 0, 0
        for sets in np.split(every, range(_AT_A_TIME, every.shape[1], _AT_A_TIME), axis=1):
            ways = self.ranks.ways(sets)
            reached = bounds @ np.vstack([ways[:1], sets]).astype(np.float64)
            hands = np.flatnonzero((reached > 0.5).any(axis=(0, 2)))
            if not len(hands):
                continue
            means = _and_first(terms[1:, hands] @ ways.astype(self.exact))
            kept = np.broadcast_to(self.usual[hands, np.newaxis], means.shape[1:])
            best = kept if usual else means.argmax(axis=0)
            base, at = _chosen(means, best), ways[: above.shape[2]].astype(np.float64)
            more = ((means - base) / self.scale).astype(np.float64)
            more += _and_first(above[1:, hands] @ at)
            more += _chosen(_and_first(below[1:, hands] @ at), best)
            more[np.arange(len(means))[:, np.newaxis, np.newaxis] == best] = -np.inf
            number = choose[kinds[..., np.newaxis], sets].prod(axis=1)[kind_of[hands]]
            # The worth is a whole number: what is half at most is not above 0.
            near = (more > 0.5).any(axis=0) & (number > 0)
            found = self._visited(sets, hands, best, near, counted=usual)
            gained, changed = gained + found[0], changed + found[1]
            if not usual:
                over = (base - _chosen(means, kept)).astype(np.int64) * self.weights[hands, np.newaxis]
                high, low = np.divmod(over, 1 << 30)
                gained += ((int((high * number).sum()) << 30) + int((low * number).sum())) // self.scale
        return gained, changed

    def _bounds(self, terms: Numbers, above: Floats, below: Floats, size: int) -> Floats:
        """A bound of what decisions are worth more than the usual one: for no card, and for one of each rank.

        Each card has its half of each pair with the one that adds most.
        """
        usual, width = np.broadcast_to(self.usual[:, np.newaxis], terms.shape[1:]), above.shape[2]
        more = ((terms - _chosen(terms, usual)) / self.scale).astype(np.float64)
        more[..., :width] += above + _chosen(below, usual[:, :width])
        (a, b), ranks = self.ranks.pairs, len(self.ranks.cards)
        two = np.zeros((*terms.shape[:2], ranks, ranks))
        two[..., a, b] = two[..., b, a] = more[..., 1 + ranks : width]
        one = more[..., 1 : 1 + ranks] + (size - 1) / 2 * two.max(axis=3)
        none = more[..., :1] + comb(size, 3) * np.maximum(more[..., width:].max(axis=2, keepdims=True), 0)
        found = np.concatenate([none, one], axis=2)
        found[self.usual, np.arange(len(self.usual))] = [-np.inf, *[0] * ranks]
        return found

    @cached_property
    def _shared(self) -> tuple[Numbers, Integers]:
        """Terms of dead ranks that many hands share, and which each decision about a hand has."""
        return _different(_and_first(self._terms(self.plain)))

    @cached_property
    def _in_one_suit(self) -> tuple[Numbers, Integers]:
        """What threes of one suit are worth more, in rows that hands share (decisions x suits x hands)."""
        left = np.moveaxis(self.left, 2, 0)
        a, b, c = self.ranks.threes
        return _different(
            _and_first(self.suited)[:, np.newaxis] * (left[..., a] * left[..., b] * left[..., c])
        )

    def _terms(self, worth: Numbers) -> Numbers:
        """What is worth that of `threes` over the cards left, by dead ranks: rows of `DealerRanks.ways`."""
        full, number = worth[..., self.ranks.place], self.number.astype(worth.dtype)
        two = (full @ number[:, np.newaxis, :, np.newaxis])[..., 0]
        equal = np.diagonal(full, axis1=-2, axis2=-1)
        two = two - equal - equal.swapaxes(-1, -2)
        one = ((two * number[:, np.newaxis]).sum(axis=-1) - np.diagonal(two, axis1=-2, axis2=-1)) // 2
        every = (one * number).sum(axis=-1) // 3
        a, b = self.ranks.pairs
        return np.concatenate([every[..., np.newaxis], -one, two[..., a, b], -worth], axis=-1)

    def _spread(self, size: int) -> Iterator[Floats]:
        """How much more, then less, decisions can be worth than on average over the suits of dead cards.

        The rows are the first of those of `DealerRanks.ways`. With each card and each two cards the suits are
        those that add most; what three of one suit add belongs to the three pairs of them.
        """
        place, (a, b), left = self.ranks.place, self.ranks.pairs, self.left.astype(np.float64)
        number, cards = self.number[:, np.newaxis], left[:, np.newaxis]
        mean = (self.in_suits / np.maximum(self.ways, 1)).astype(np.float64)
        suited, paired = (part.astype(np.float64) for part in (self.suited, self.paired))

        def with_third(worth: Floats, thirds: Floats) -> Floats:
            """What two ranks are worth with each third one of `thirds` (hands x ranks x columns)."""
            full = worth[..., place].reshape(*worth.shape[:2], -1, len(place))
            return (full @ thirds).reshape(*worth.shape[:2], len(place), len(place), -1)

        every = self.number[..., np.newaxis].astype(np.float64)
        on_average = with_third(mean, every)[..., 0]
        # Of two ranks in one suit, and of two suits what either adds.
        same = with_third(suited + 2 * paired, left)
        apart = np.zeros((1,) * 5)
        if paired.any():
            same, apart = same + with_third(paired, every), with_third(paired, left)
        of_one = (same - 2 * apart) * cards + apart * number[..., np.newaxis]
        one = (of_one + (apart * cards).sum(axis=-1, keepdims=True)).sum(axis=-2) / 2
        its_mean = (one * left).sum(axis=-1) / np.maximum(self.number, 1)
        for sign in (1, -1):
            loss = np.maximum(-sign * paired, 0)
            more = np.maximum(-sign * (suited + 3 * paired) - loss, 0)[..., place].max(axis=-1)
            most = (sign * same).max(axis=-1) + (size - 2) / 3 * more
            two = np.maximum(most, 2 * (sign * apart).max(axis=-1)) - sign * on_average
            least = np.where(left > 0, sign * one, np.inf).min(axis=-1)
            lower = np.where(self.number > 0, sign * its_mean - least, 0)
            three = comb(size, 3) * np.maximum((sign * mean + loss).max(axis=-1, keepdims=True), 0)
            yield np.concatenate([three, lower, np.where(a < b, two[..., a, b], 0)], axis=-1)

    def _in_two_suits(self, decision: int, hands: Integers, left: Integers, number: Integers) -> Numbers:
        """What dealer hands are worth more for two cards of a suit, by the cards left and their number."""
        found = np.zeros(left.shape, self.plain.dtype)
        matter = (self.paired != 0).any(axis=(0, 1))[self.ranks.place].any(axis=2)
        for first, second in np.argwhere(np.triu(matter)).tolist():
            thirds = self.paired[decision - 1, hands][:, self.ranks.place[first, second]]
            found += (left >> first & left >> second & 1) * (thirds * number).sum(axis=1)
        return found

    def _visited(
        self, sets: Integers, hands: Integers, best: Integers, near: Truths, *, counted: bool
    ) -> tuple[int, int]:
        """How much more others are worth than the `best` decisions, over all suits of the sets near another.

        With it comes how often one is, if that is `counted`. The suits stand in two halves, and each dead
        card in one of these: what the cards in a half add does not depend on those in the other.
        """
        rows, columns = np.nonzero(near)
        if not len(rows):
            return 0, 0
        dead, base, hands = sets[:, columns], best[rows, columns], hands[rows]
        size, suits = self.ranks.cards.shape
        terms, terms_of = self._shared
        by_ranks = terms.astype(self.exact) @ self.ranks.ways(sets).astype(self.exact)
        left = (self.left << np.arange(size)[:, np.newaxis]).sum(axis=1).T[:, hands]
        order = np.argsort(-sets, axis=0, kind="stable")  # the ranks with most dead cards first
        numbers = np.take_along_axis(sets, order, axis=0)[: int(dead[:, 0].sum()), columns]

        marks = np.zeros((1, sets.shape[1]), np.int64)
        for ranks in np.where(np.take_along_axis(sets, order, axis=0) > 0, 1 << order, 0)[: len(numbers)]:
            marks = np.concatenate([marks, marks | ranks])
        missing, places = np.unique(marks, return_inverse=True)
        free = ~missing >> np.arange(size)[:, np.newaxis] & 1
        (a, b, c), (rows_of_threes, row_of) = self.ranks.threes, self._in_one_suit
        in_suit = rows_of_threes.astype(self.exact) @ (free[a] & free[b] & free[c]).astype(self.exact)

        def worth(decision: int, at: Integers, marks: Integers) -> list[Numbers]:
            """What a decision is worth in each suit without ranks (marks x sets), by ranks in the first."""
            place = places[: len(marks), columns[at]]
            found = [in_suit.take(of * len(missing) + place) for of in row_of[decision][:, hands[at]]]
            if decision and self.paired.any():
                numbers_left = self.number[hands[at]] - dead[:, at].T
                without = left[:, np.newaxis, at] & ~marks
                found = [*map(add, found, self._in_two_suits(decision, hands[at], without, numbers_left))]
            found[0] += by_ranks[terms_of[decision, hands[at]], columns[at]]
            return found

        gained, changed = 0, 0
        codes = (suits + 1) ** np.arange(len(numbers)) @ numbers * len(terms_of) + base
        for code in np.unique(codes).tolist():
            members = np.flatnonzero(codes == code)
            best_one, number = int(base[members[0]]), numbers[:, members[0]].tolist()
            parts = [*_halves(tuple(filter(None, number)), suits)]
            for at in np.split(members, range(_AT_A_TIME, len(members), _AT_A_TIME)):
                absent = marks[: 1 << np.count_nonzero(number), columns[at]]
                usually = worth(best_one, at, absent) if best_one else [0] * suits
                others = [worth(one, at, absent) for one in range(len(terms_of)) if one != best_one]
                for suit, cards in enumerate(left[:, at]):
                    for each in others:
                        each[suit] -= usually[suit]
                        each[suit][(absent & ~cards) > 0] = -np.inf  # a card that is not there
                sums, weights = np.zeros(len(at), self.exact), self.weights[hands[at]]
                for here, there in parts:
                    of_halves = [(_sum_of(each, here), _sum_of(each[suits // 2 :], there)) for each in others]
                    most = [one.max(axis=0) + other.max(axis=0) for one, other in of_halves]
                    some = np.flatnonzero(reduce(np.maximum, most) > 0)
                    better = np.zeros((), self.exact)
                    for one, other in of_halves:
                        better = np.maximum(better, one[:, some][:, np.newaxis] + other[:, some])
                    sums[some] += better.sum(axis=(0, 1))
                    if counted:
                        changed += int(np.count_nonzero(better, axis=(0, 1)) @ weights[some])
                gained += sum((sums.astype(self.plain.dtype) * weights).tolist())
        return gained, changed


_AT_A_TIME = 1024
"""How many sets of ranks are looked at together: what a processor has close by."""


def _sum_of(worths: Iterable[Numbers], places: Integers) -> Numbers:
    """The sum of rows of as many worths as there are rows of places."""
    return reduce(add, (worth.take(of, axis=0) for worth, of in zip(worths, places, strict=False)))


def _and_first(others: Numbers) -> Numbers:
    """What all decisions are worth more than the first, from what the others are."""
    return np.concatenate([np.zeros_like(others[:1]), others])


def _chosen(worths: Numbers, decisions: Integers) -> Numbers:
    """The worth of one decision each (hands x columns)."""
    found: Numbers = np.take_along_axis(worths, decisions[np.newaxis], axis=0)[0]
    return found


def _different(rows: Numbers) -> tuple[Numbers, Integers]:
    """The different rows of the last axis, and which of them each is."""
    flat, places = rows.reshape(-1, rows.shape[-1]), dict[Hashable, int]()
    keys = map(tuple, flat) if rows.dtype == np.dtype(object) else (row.tobytes() for row in flat)
    first, of = np.unique([places.setdefault(key, at) for at, key in enumerate(keys)], return_inverse=True)
    return flat[first], of.reshape(rows.shape[:-1])


def _halves(dead: tuple[int, ...], suits: int) -> Iterator[tuple[Integers, Integers]]:
    """The ways to divide dead cards of several ranks among both halves of the suits, as `_in_suits` does."""
    half = suits // 2
    for here in product(*(range(min(number, half) + 1) for number in dead)):
        there = tuple(map(sub, dead, here))
        if max(there) <= suits - half:
            yield _in_suits(half, here), _in_suits(suits - half, there)


@lru_cache(maxsize=1 << 12)
def _in_suits(suits: int, dead: tuple[int, ...]) -> Integers:
    """The ranks in each suit, a number with a bit for each, in all ways to suit dead ones (suits x ways)."""
    every = product(*(combinations(range(suits), number) for number in dead))
    ways = [
        [sum(1 << at for at, of in enumerate(way) if suit in of) for suit in range(suits)] for way in every
    ]
    return np.array(ways).T


_ROOM = 64  # how many times a sum over all deals what is added up on the way may be


@lru_cache(maxsize=2)
def dealer_pairs(ranking: Ranking) -> Numbers:
    """Number of dealer hands below each level that have two different cards (levels x cards x cards)."""
    sieve, size = sieve_of(ranking), len(ranking.deck)
    places = sieve.places_of(np.indices((size, size)).reshape(2, -1))
    found = np.array(sieve.rows)[places].T.astype(np.int16, order="C")
    return found.reshape(-1, size, size)


def sums_kind(worth: Iterable[int], cards: int) -> type:
    """The type of exact sums of worths over all deals of two hands, and of bounds of these, in a deck."""
    return exact_kind(_ROOM * max(map(abs, worth), default=0) * comb(cards, 3) ** 2)


def worth_with_two(ranking: Ranking, hand: HandClass, least: int, worth: tuple[int, ...]) -> Integers:
    """The worth of a result of a hand over the dealer hands that have each two cards (cards x cards).

    `worth` is that of each case, as `Matchup.counts` has them, if the dealer qualifies from level `least` on.
    The worth is 0 with cards of the hand, and on the diagonal.
    """
    level, below = hand.strength.level, dealer_pairs(ranking)
    total, *weights = weights_of(worth, qualified=level >= least)
    own, made = list(hand.cards), sieve_of(ranking).made
    size, kind = len(made), sums_kind(worth, len(made))
    two: Integers = np.full((size, size), total * (size - 5), kind)
    for border, weight in zip((least, level, level + 1), weights, strict=True):
        if weight:
            two += weight * (below[border] - (made[own] < border).sum(axis=0)).astype(kind)
    two[own] = two[:, own] = 0
    np.fill_diagonal(two, 0)
    return two


@lru_cache(maxsize=1 << 12)
def weights_of(worth: tuple[int, ...], *, qualified: bool) -> tuple[int, int, int, int]:
    """What all dealer hands, those that fail, those lower and those not higher add to a worth.

    What cases are worth is linear in these four numbers (`against`).
    """
    units = np.eye(4, dtype=np.int64).tolist()
    total, failing, lower, not_higher = (
        sum(map(int.__mul__, worth, against(*unit, qualified=qualified, cases=len(worth)))) for unit in units
    )
    return total, failing, lower, not_higher


def decision_worths(game: BaseGame, hand: HandClass, place: int) -> dict[int, tuple[int, ...]]:
    """What each decision nets in each case that a class of hands, that at a `place`, may take."""
    rules = game.rules
    worth = {FOLD: (game.fold,) * len(rules.cases)} if rules.play else {}
    for multiple, least in rules.multiples.items():
        if hand.strength.level >= least:
            worth[multiple] = game.by_lines[game.lines[place]][multiple]
    return worth


def refuse_other_games(rules: Rules, what: str) -> None:
    """Refuse games in which dealer hands cannot be counted by these terms."""
    single_deck_only(rules.deck, what)
    three_cards_only(rules.file.deal.player, what)
    if rules.ranking.upsets:
        problem = f"{what} are worked out where the higher hand wins; see Limits in docs/language.md"
        raise RulesError(("ranking", "beats"), problem)
    if rules.file.deal.face_up:
        raise RulesError(("deal", "face_up"), f"{what} are worked out for games in which no card is seen")
