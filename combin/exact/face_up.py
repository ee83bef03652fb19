"""Player against a dealer of whom one card is seen: for every hand and card, how the hands compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, overload

import numpy as np

from combin.exact.arrays import Arrays, compared, levels_of_threes
from combin.exact.cards_seen import CardsSeen, cards_seen, with_suits_changed
from combin.exact.matchups import Seen, Situation, Situations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass

    Integers = NDArray[np.int64]


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
        self.numbers = arrays.numbers.tolist()

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
        return len(self.numbers)


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
        self.places: Integers = np.arange(len(self.numbers)) if places is None else places
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
