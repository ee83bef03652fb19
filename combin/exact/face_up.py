"""Player against a dealer of whom one card is seen: which cards can be, and how the hands then compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, overload

import numpy as np

from combin.cards.suit_classes import by_suit
from combin.exact.arrays import Arrays
from combin.exact.matchups import Seen, Situation, Situations, against, turned

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass


@dataclass(frozen=True)
class CardsSeen:
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
        hands: Integers = np.array([one.cards for one in self.classes])
        return hands[self.numbers]

    @cached_property
    def weights(self) -> Integers:
        """How many pairs of a hand of the class and a card like this one there are in each row."""
        weights: Integers = np.array([one.weight for one in self.classes])
        return weights[self.numbers] * self.times

    def take(self, rows: Integers) -> CardsSeen:
        """Return some of the rows."""
        return CardsSeen(self.classes, self.numbers[rows], self.cards[rows], self.times[rows])

    def by_suit(self, ranking: Ranking) -> tuple[CardsSeen, Integers]:
        """Return the same with classes of one suit split by suit, and from which row each one comes."""
        # To let the class's suit and another one change places is a permutation of the suits. It moves the
        # hand and the card seen together, so that the card stays to the hand what it was, and as many cards
        # are like it.
        parts = [by_suit(one, ranking) for one in self.classes]
        number = np.array([len(one) for one in parts])
        rows = np.repeat(np.arange(len(self.numbers)), number[self.numbers])
        nth = np.arange(len(rows)) - np.searchsorted(rows, rows)
        classes = self.numbers[rows]
        split = tuple(part for whole in parts for part in whole)
        numbers = (number.cumsum() - number)[classes] + nth
        suits = len(ranking.deck.suits)
        before, after = (np.array([one.cards[0] for one in of]) % suits for of in (self.classes, split))
        cards = with_suits_changed(self.cards[rows], before[classes], after[numbers], suits)
        return CardsSeen(split, numbers, cards, self.times[rows]), rows


def with_suits_changed(cards: Integers, integers: Integers, other: Integers, suits: int) -> Integers:
    """Return cards of a deck of so many suits after two of these have changed places."""
    suit = cards % suits
    return cards - suit + np.where(suit == integers, other, np.where(suit == other, integers, suit))


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


@dataclass(frozen=True)
class EveryHand:
    """All hands of some classes: the cards of each (hands x 3), and the place of its class.

    `sources` has for each suit beside the hand the suit that it is beside the class's own hand.
    """

    hands: Integers
    numbers: Integers
    sources: Integers

    def spread(self, seen: CardsSeen, told: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return what is told of each row for each hand and each card of the deck; False for its own."""
        suits = self.sources.shape[1]
        ranks = int(seen.cards.max()) // suits + 1
        of_classes = np.zeros((len(seen.classes), ranks, suits), np.bool_)
        of_classes[seen.numbers, seen.cards // suits, seen.cards % suits] = told
        rows, columns = self.numbers[:, np.newaxis, np.newaxis], self.sources[:, np.newaxis, :]
        found: NDArray[np.bool_] = of_classes[rows, np.arange(ranks)[:, np.newaxis], columns]
        return found.reshape(len(self.hands), -1)


def every_hand(classes: Sequence[HandClass], deck: Deck) -> EveryHand:
    """Return all hands of suit classes, of a deck in which each card is there once."""
    # A class's hands come from its own hand by giving its suits to others in all ways; classes that show the
    # same suits are done together. A suit that a hand does not show is, to it, like the first such suit,
    # which is the one that stands for all in `cards_seen`.
    suits = len(deck.suits)
    held = np.array([one.cards for one in classes])
    split = [one.suit is not None for one in classes]
    shown, pattern_of = np.unique(np.column_stack([held % suits, split]), axis=0, return_inverse=True)
    hands, numbers, sources = [], [], []
    for place, (*of_cards, alone) in enumerate(shown.tolist()):
        which = np.flatnonzero(pattern_of.reshape(-1) == place)
        own = list(dict.fromkeys(of_cards))
        other = next((suit for suit in range(suits) if suit not in own), own[0])
        for given in [own] if alone else permutations(range(suits), len(own)):
            to = dict(zip(own, given, strict=True))
            source = {after: before for before, after in to.items()}
            hands.append(held[which] + [to[suit] - suit for suit in of_cards])
            numbers.append(which)
            sources += [[source.get(suit, other) for suit in range(suits)]] * len(which)
    found = np.sort(np.concatenate(hands), axis=1)
    _, rows = np.unique(found @ len(deck) ** np.arange(3), return_index=True)  # several ways to one hand
    return EveryHand(found[rows], np.concatenate(numbers)[rows], np.array(sources)[rows])


def levels_of_threes(ranking: Ranking) -> Integers:
    """Return (cards x cards x cards) the level of three cards of a deck in which each card is there once.

    Where they are not three different cards, it is above all levels.
    """
    ranks = range(len(ranking.deck.ranks))
    level = np.zeros((len(ranks), len(ranks), len(ranks), 3), np.int64)
    for triple in combinations_with_replacement(ranks, 3):
        level[triple] = [ranking.level(*triple, shown) for shown in (1, 2, 3)]
    found: Integers = level[_threes(ranking.deck)]
    cards = np.arange(len(found))
    found[cards, cards] = found[cards, :, cards] = found[:, cards, cards] = len(ranking.strengths)
    return found


@lru_cache(maxsize=2)
def _threes(deck: Deck) -> tuple[Integers, ...]:
    """Return (cards x cards x cards) of three cards the ascending ranks, and the suits less one."""
    rank_of, suit_of = np.divmod(np.arange(len(deck)), len(deck.suits))
    ranks = np.sort(np.stack(np.broadcast_arrays(*np.ix_(rank_of, rank_of, rank_of))), axis=0)
    a, b, c = np.ix_(suit_of, suit_of, suit_of)
    return (*ranks, np.add(b != a, (c != a) & (c != b), dtype=np.int64))


def compared(
    ranking: Ranking,
    level: Integers,
    total: int | Integers,
    below: Callable[[Integers], Integers],
    *,
    qualifies: int,
    cases: int,
) -> Integers:
    """Return (rows x cases) the counts of matchups of hands of these levels.

    Args:
        ranking: the order of hands.
        level: that of each row's hand.
        total: all dealer hands against one hand, or against that of each row.
        below: returns of given levels how many dealer hands are below them, row by row.
        qualifies: the lowest level with which the dealer qualifies.
        cases: 4 or 6, as `Situation.counts` has them.
    """
    found = np.empty((len(level), cases), np.int64)
    every: Integers = np.broadcast_to(total, level.shape)
    counted = below(np.full_like(level, qualifies)), below(level), below(level + 1)
    for qualified in (False, True):
        rows = (level >= qualifies) == qualified
        failing, lower, not_higher = (one[rows] for one in counted)
        counts = against(every[rows], failing, lower, not_higher, qualified=qualified, cases=cases)
        found[rows] = np.stack(np.broadcast_arrays(*counts), axis=1)
    for own, dealers, counted_as, meant in turned(ranking, qualifies, cases):
        number = below(np.full_like(level, dealers.stop)) - below(np.full_like(level, dealers.start))
        number[(level < own.start) | (level >= own.stop)] = 0
        found[:, counted_as] -= number
        found[:, meant] += number
    return found


@lru_cache(maxsize=8)
def face_up_situations(
    ranking: Ranking,
    qualifies: int,
    cases: int,
    classes: tuple[HandClass, ...],
    groups: tuple[frozenset[int], ...] = (),
) -> FaceUp:
    """Return a situation for every suit class of player hands and everything that can be seen.

    Any of the dealer's three cards may be the one that is face up, so with 52 cards there are
    22,100 x 49 x C(48, 2) = 22,100 x 18,424 x 3 deals. The rows are in the order of what is seen, and within
    that weakest hand first.

    Args:
        ranking: the order of hands, of a deck without jokers in which each card is there once.
        qualifies: the lowest level with which the dealer qualifies (0: always).
        cases: 4, or 6 to compare the hands though the dealer does not qualify.
        classes: the suit classes of the player's hands, weakest first.
        groups: the ranks that the player can tell apart, where he does not see the whole card.

    The slow equivalent goes through every hand, card and pair of further cards; `combin.proof.brute` does.
    """
    seen = cards_seen(classes, ranking.deck)
    suits = len(ranking.deck.suits)
    ranks, own = seen.cards // suits, seen.cards[:, np.newaxis] % suits
    levels = np.array([one.strength.level for one in classes])[seen.numbers]
    # All is counted for a card of the first suit, to which that suit of the hand is moved.
    moved = with_suits_changed(seen.hands, own, np.zeros_like(own), suits)
    counts = _counts(ranking, qualifies, cases, levels, np.column_stack([ranks, moved]))
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


class Listed(Situations):
    """Situations of a game in which something is seen, kept as arrays: each is made when it is asked for."""

    def __init__(self, arrays: Arrays) -> None:
        """Take all situations as arrays, in the order of their groups."""
        self.by_arrays = True
        self.arrays = arrays
        self.classes = arrays.classes

    @cached_property
    def numbers(self) -> list[int]:  # type: ignore[override]  # which is worked out when it is asked for
        """Which class each situation is of."""
        found: list[int] = self.arrays.numbers.tolist()
        return found

    def spans(self) -> Iterable[range]:
        """Return the places of those in which one thing is seen, for all that can be, in order."""
        starts = np.flatnonzero(np.diff(self.arrays.groups, prepend=-1)).tolist()
        return (range(start, end) for start, end in pairwise([*starts, len(self)]))

    def _matchup(self, index: int, counts: list[int], group: int, weight: int) -> Situation:
        raise NotImplementedError

    @cached_property
    def _all(self) -> tuple[Situation, ...]:
        arrays, places = self.arrays, range(len(self))
        columns = arrays.counts.tolist(), arrays.groups.tolist(), arrays.weights.tolist()
        return tuple(map(self._matchup, places, *columns))

    @overload
    def __getitem__(self, index: int) -> Situation: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Situation]: ...

    def __getitem__(self, index: int | slice) -> Situation | Sequence[Situation]:
        """Return one situation, or some."""
        if isinstance(index, slice):
            return self._all[index]
        place, arrays = range(len(self))[index], self.arrays
        counts = arrays.counts[place].tolist()
        return self._matchup(place, counts, int(arrays.groups[place]), int(arrays.weights[place]))

    def __iter__(self) -> Iterator[Situation]:
        """Go through all situations."""
        return iter(self._all)

    def __len__(self) -> int:
        """Return how many situations there are."""
        return len(self.arrays.numbers)


class FaceUp(Listed):
    """The situations of a game in which a card is seen.

    `seen` are the cards beside all classes, and `places` tells in which situation each of its rows is.
    """

    def __init__(
        self,
        arrays: Arrays,
        ranks: Sequence[frozenset[int]],
        seen: CardsSeen,
        places: Integers | None = None,
    ) -> None:
        """Take all situations as arrays, the ranks of what is told; `places` if that is not each card."""
        super().__init__(arrays)
        self._ranks = ranks
        self.seen = seen
        self.places: Integers = np.arange(len(arrays.numbers)) if places is None else places
        self.cards = seen.cards.tolist() if places is None else None

    def _matchup(self, index: int, counts: list[int], group: int, weight: int) -> Situation:
        card = None if self.cards is None else self.cards[index]
        seen = Seen(group, self._ranks[group], card, weight)
        return Situation(self.classes[self.numbers[index]], tuple(counts), seen)


def as_face_up(situations: Situations) -> FaceUp:
    """Return the situations of a game in which a card of the dealer's is seen as what they are.

    Raises:
        TypeError: no card is seen.
    """
    if not isinstance(situations, FaceUp):
        msg = "no card of the dealer's is seen"
        raise TypeError(msg)
    return situations


def _counts(ranking: Ranking, qualifies: int, cases: int, level: Integers, cards: Integers) -> Integers:
    """Return the counts of rows: of hands of a level each, with the rank seen and the cards of the hand.

    Of the pairs that complete the dealer's hand to one below a level, N - N(a) - N(b) - N(c) + N(ab) + N(ac)
    + N(bc) avoid the cards a, b, c.
    """
    # Levels depend on the suits of three cards only by how many they show, so a card seen of one suit stands
    # for those of all: the rows have been turned so that it is of the first suit, and `made` needs no other.
    made = levels_of_threes(ranking)[:: len(ranking.deck.suits)]
    ranks, size, _ = made.shape
    levels = len(ranking.strengths)
    # By the rank seen, a card and a level: the pairs with this card that make a hand below the level.
    with_card = np.zeros((ranks, size, levels + 1), dtype=np.int64)
    for rank in range(ranks):
        for card in range(size):
            # A card is no pair with itself, so the level above all is among those made: none is left out.
            with_card[rank, card, 1:] = np.bincount(made[rank, card])[:levels].cumsum()
    every = with_card.sum(axis=1) // 2
    seen, a, b, c = cards.T

    def avoiding(below: Integers) -> Integers:
        found: Integers = every[seen, below]
        for card in (a, b, c):
            found -= with_card[seen, card, below]
        for one, other in ((a, b), (a, c), (b, c)):
            found += made[seen, one, other] < below
        return found

    return compared(ranking, level, comb(size - 4, 2), avoiding, qualifies=qualifies, cases=cases)
