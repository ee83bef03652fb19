"""What a player can face who sees a card of the dealer's, several, or less than one: all as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from combin.exact.arrays import Arrays, alike, compact
from combin.exact.matchups import Matchup, Matchups, Seen, Sieve, compared, sieve_of
from combin.rules.sights import Sights, Tells

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Below, RankSets

    _Columns = tuple[Integers, Integers, Integers, Integers, Integers]
    """Of some matchups the class, the counts, the sight, the heading and the weight of each."""


class ArrayMatchups(Matchups):
    """Matchups of a game in which something is seen, kept as arrays: each is made when it is asked for."""

    by_arrays = True

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.classes = arrays.classes

    @cached_property
    def numbers(self) -> list[int]:  # type: ignore[override]  # which is computed when it is asked for
        """Which class each matchup is of."""
        found: list[int] = self.arrays.numbers.tolist()
        return found

    def spans(self) -> Iterable[range]:
        """Return the places of those in which one thing is seen, for all that can be, in order."""
        starts = np.flatnonzero(np.diff(self.arrays.groups, prepend=-1)).tolist()
        return (range(start, end) for start, end in pairwise([*starts, len(self)]))

    def _seen(self, index: int, group: int, weight: int) -> Seen:
        raise NotImplementedError

    def _matchup(self, index: int, counts: list[int], group: int, weight: int) -> Matchup:
        hand = self.classes[self.arrays.numbers[index]]
        return Matchup(hand, tuple(counts), self._seen(index, group, weight))

    @cached_property
    def _matchups(self) -> tuple[Matchup, ...]:  # type: ignore[override]  # made when they are asked for
        columns = self.arrays.counts.tolist(), self.arrays.groups.tolist(), self.arrays.weights.tolist()
        return tuple(map(self._matchup, range(len(self)), *columns))

    def __getitem__(self, index: int) -> Matchup:
        place, arrays = range(len(self))[index], self.arrays
        counts = arrays.counts[place].tolist()
        return self._matchup(place, counts, int(arrays.groups[place]), int(arrays.weights[place]))

    def __len__(self) -> int:
        return len(self.arrays.numbers)


class FaceUp(ArrayMatchups):
    """The matchups of a game in which a card is seen.

    `seen` are the cards beside all classes; `places` tells in which matchup each of its rows is, where that
    is not one of its own. `ranks` are those of each thing that is told.
    """

    def __init__(
        self, arrays: Arrays, ranks: Sequence[frozenset[int]], seen: CardsSeen, places: Integers | None = None
    ) -> None:
        super().__init__(arrays)
        self._ranks, self.seen = ranks, seen
        self.places: Integers = np.arange(len(arrays.numbers)) if places is None else places
        self.cards = seen.cards.tolist() if places is None else None

    def _seen(self, index: int, group: int, weight: int) -> Seen:
        return Seen(group, self._ranks[group], None if self.cards is None else self.cards[index], weight)


class Sighted(ArrayMatchups):
    """The matchups of a game in which the player has a sight of the dealer's hand.

    They stand by what the sights are called; `sight` is the number of each one's own, which for whole cards
    is beside the class's own hand. Of one whole card cards alike to a hand stand each for itself.
    """

    def __init__(self, arrays: Arrays, sight: Integers, sights: Sights) -> None:
        super().__init__(arrays)
        self.sight = sight
        one_card = range(sights.number if sights.by_rank and sights.tells is Tells.CARD else 0)
        self._card_of = {sight: sights.marks.index(*sights.told(sight)) for sight in one_card}

    def _seen(self, index: int, group: int, weight: int) -> Seen:
        sight = int(self.sight[index])
        return Seen(group, frozenset({group}), self._card_of.get(sight), weight, sight)


# -- one whole card, or a group of its ranks, of a deck in which each card is there once ------------------


@lru_cache(maxsize=8)
def face_up(
    ranking: Ranking, qualifies: int, cases: int, classes: tuple[HandClass, ...], groups: RankSets = ()
) -> FaceUp:
    """Return a matchup for every suit class of player hands and everything that can be seen.

    Any of the dealer's three cards may be the one that is face up, so with 52 cards there are
    22,100 x 49 x C(48, 2) = 22,100 x 18,424 x 3 deals. The rows are in the order of what is seen, and within
    that weakest hand first.

    The deck has no jokers, and each card once; `groups` are the ranks that the player can distinguish, where
    he does not see the whole card; else as `face_down`. The slow equivalent visits every hand, card and pair
    of further cards; `tests/helpers/brute.py` does.
    """
    seen, sieve = cards_seen(classes, ranking.deck), sieve_of(ranking)
    ranks = seen.cards // len(ranking.deck.suits)
    level = np.array([one.strength.level for one in classes])[seen.numbers]
    below = sieve.all_below(seen.hands.T, [seen.cards])
    counts = compared(ranking, level, sieve.total(3, 1), below, qualifies=qualifies, cases=cases)
    if not groups:
        alone = [frozenset({rank}) for rank in range(len(ranking.deck.ranks))]
        return FaceUp(Arrays(seen.numbers, counts, seen.weights, ranks, classes), alone, seen)
    group_of = np.array(
        [next(at for at, one in enumerate(groups) if rank in one) for rank in range(max(ranks) + 1)]
    )
    key, places = np.unique(group_of[ranks] * len(classes) + seen.numbers, return_inverse=True)
    sums = np.zeros((len(key), cases), np.int64)
    np.add.at(sums, places, counts * seen.times[:, np.newaxis])
    met, numbers = np.divmod(key, len(classes))
    weights = np.array([one.weight for one in classes])[numbers]
    return FaceUp(Arrays(numbers, sums, weights, met, classes), groups, seen, places)


class CardsSeen(Struct, frozen=True, dict=True):
    """Rows of a class of hands and a card beside it.

    Cards alike to the hand stand once: a card is of the suit of one of the hand's cards, or of another suit.
    `numbers` are the places of the classes, `times` how many cards there are like each of the `cards`.
    """

    classes: tuple[HandClass, ...]
    numbers: Integers
    cards: Integers
    times: Integers

    @cached_property
    def hands(self) -> Integers:
        """The cards of the hand in each row (rows x 3)."""
        return np.array([one.cards for one in self.classes])[self.numbers]

    @cached_property
    def weights(self) -> Integers:
        """How many pairs of a hand of the class and a card like this one there are in each row."""
        return np.array([one.weight for one in self.classes])[self.numbers] * self.times


def cards_seen(classes: tuple[HandClass, ...], deck: Deck) -> CardsSeen:
    """Return all cards beside all classes, by rank, of a deck in which each card is there once."""
    suits, rows = len(deck.suits), np.arange(len(classes))[:, np.newaxis]
    hands = np.array([one.cards for one in classes])
    # How many suits are like each: the first one that a hand does not show stands for all of those.
    shown = (hands[:, :, np.newaxis] % suits == np.arange(suits)).any(axis=1)
    like = shown.astype(np.int64)
    like[rows[:, 0], shown.argmin(axis=1)] += suits - shown.sum(axis=1)
    times = np.tile(like, len(deck.ranks))
    times[rows, hands] = 0
    by_rank = times.reshape(len(classes), -1, suits).swapaxes(0, 1)
    ranks, numbers, suit = np.nonzero(by_rank)
    return CardsSeen(classes, numbers, ranks * suits + suit, by_rank[ranks, numbers, suit])


# -- several cards, less than a rank, or a card of an odd pack ---------------------------------------------


@lru_cache(maxsize=2)
def sighted(sights: Sights, qualifies: int, cases: int, classes: tuple[HandClass, ...]) -> Sighted:
    """Return a matchup for every class of player hands and every sight, by what sights are called.

    Each dealer hand stands in each sight that it can give: with two cards seen of 52 there are 22,100 x
    18,424 x 3 deals, with three no more than without any. Suits that change places in the classes must leave
    sights as they are, or move them with the hand. The slow equivalent visits every hand, dealer hand and
    choice of cards; `tests/helpers/brute.py` does.
    """
    return _sighted(sights, classes, _blocks(sights, qualifies, cases, classes))


def sighted_together(
    sights: Sights, qualifies: int, cases: int, classes: tuple[HandClass, ...], kinds: Integers
) -> Sighted:
    """Return the same, but one matchup for all of one heading and kind with equal counts: of the first class.

    `kinds` has that of each class. With two cards seen of 52 there are 194,206 matchups of 2,063,880.
    """

    def together() -> Iterator[_Columns]:
        for numbers, counts, sight, headings, weights in _blocks(sights, qualifies, cases, classes):
            first, of = alike(kinds[numbers], headings, *counts.T)
            summed = np.bincount(of, weights).astype(np.int64)  # whole, far below 2^53
            yield numbers[first], counts[first], sight[first], headings[first], summed

    return _sighted(sights, classes, together())


def _sighted(sights: Sights, classes: tuple[HandClass, ...], blocks: Iterator[_Columns]) -> Sighted:
    numbers, counts, sight, headings, weights = map(np.concatenate, zip(*blocks, strict=True))
    return Sighted(Arrays(numbers, counts, weights, headings, classes), sight, sights)


def _blocks(sights: Sights, qualifies: int, cases: int, classes: tuple[HandClass, ...]) -> Iterator[_Columns]:
    """Yield all matchups, some of one heading at a time, weakest hand first."""
    ranking, heading_of = sights.ranking, np.array(sights.heading_of)
    sieve, own = sieve_of(ranking), np.array([one.strength.level for one in classes])
    weights = np.array([one.weight for one in classes])
    hands = np.array(sieve.kind_of)[np.array([one.cards for one in classes])].T
    by_marks = _below_cards if sights.tells is Tells.CARD else _below_told
    counted = _below_strengths if sights.by_strength else by_marks
    for some, total, below in counted(sieve, sights, hands, own):
        level, shape = np.tile(own, len(some)), (len(some), len(own))
        counts = compared(ranking, level, total, below, qualifies=qualifies, cases=cases)
        numbers, places = np.nonzero(total.reshape(shape).T)
        so_compared = compact(counts.reshape(*shape, cases)[places, numbers])
        sight = some[places]
        yield numbers, so_compared, sight, heading_of[sight], weights[numbers]


def _below_strengths(
    sieve: Sieve, _: Sights, hands: Integers, own: Integers
) -> Iterator[tuple[Integers, Integers, Below]]:
    """Yield some sights of one heading, the dealer hands with each against each class, and those below."""
    below, borders = sieve.all_below(hands), range(sieve.levels + 1)
    under = np.stack([below(np.full_like(own, border)) for border in borders])
    for sight, number in enumerate(np.diff(under, axis=0)):
        yield np.array([sight]), number, partial(_times, number, partial(np.less, sight))


def _below_cards(
    sieve: Sieve, sights: Sights, hands: Integers, _: Integers
) -> Iterator[tuple[Integers, Integers, Below]]:
    """The same of whole cards that are seen; cards alike are seen in as many ways."""
    number, deck = np.array(sieve.number), sights.ranking.deck
    suits, joker = len(deck.suits), len(deck.ranks)
    kind_of = {
        min(rank, joker) * suits + suit * (rank < joker): kind
        for kind, (rank, suit) in enumerate(sieve.kinds)
    }
    heading_of = np.array(sights.heading_of)
    for heading in np.unique(heading_of).tolist():
        some = np.flatnonzero(heading_of == heading)
        told = np.array([[kind_of[mark] for mark in sights.told(sight)] for sight in some.tolist()])
        seen, own = np.repeat(told, hands.shape[1], axis=0).T, np.tile(hands, len(some))
        ways = np.prod([number[kinds] - (own == kinds).sum(axis=0) for kinds in seen], axis=0)
        below = sieve.all_below(own, [*seen])
        yield some, ways * sieve.total(len(own), len(seen)), partial(_times, ways, below)


def _times(ways: Integers, below: Below, border: Integers) -> Integers:
    return ways * below(border)


def _below_told(
    sieve: Sieve, sights: Sights, hands: Integers, own: Integers
) -> Iterator[tuple[Integers, Integers, Below]]:
    """The same of what is called with some cards: N counts each hand as often as it shows that."""
    size, number = len(sieve.kinds), np.array(sieve.number)
    first = np.unique(sieve.kind_of, return_index=True)[1]
    others = number - np.eye(size, dtype=np.int64)
    cube = np.indices((size,) * 3).reshape(3, -1)
    a, b, c = cube
    left = (number[c] - (c == a) - (c == b)) * (others[a, b] > 0)
    cube, left = cube[:, left > 0], left[left > 0]
    made = sieve.levels_of(cube)
    seen, of_own = sights.of_hands(first[cube.T], made), sights.of_hands(first[hands.T], own)
    order = np.argsort(seen.reshape(-1), kind="stable")
    starts = np.searchsorted(seen.reshape(-1)[order], np.arange(sights.number + 1))
    a, b, c = hands

    def of_sight(sight: int) -> tuple[Integers, Integers, Below]:
        some = order[starts[sight] : starts[sight + 1]] // seen.shape[1]
        # Only levels that occur matter, which are few where much is seen: a border is a place among these.
        here, places = np.unique(made[some], return_inverse=True)
        code = ((places + 1) * size + cube[0, some]) * size + cube[1, some]
        two = np.bincount(code, left[some], (len(here) + 1) * size**2).astype(np.int64)
        two = two.reshape(-1, size, size).cumsum(axis=0)
        one = (two * others).sum(axis=2) // 2
        every, itself = one @ number // 3, (of_own == sight).sum(axis=1)

        def below(border: Integers) -> Integers:
            at = np.searchsorted(here, border)
            found: Integers = every[at] - one[at, a] - one[at, b] - one[at, c]
            found += two[at, a, b] + two[at, a, c] + two[at, b, c]
            found -= itself * (own < border)
            return found

        return np.array([sight]), below(np.full_like(own, sieve.levels)), below

    return map(of_sight, range(sights.number))
