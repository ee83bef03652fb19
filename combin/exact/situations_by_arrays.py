"""The situations of all hands together: nothing of the dealer's seen, several cards, or less than a card."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import hand_classes
from combin.exact.arrays import Arrays
from combin.exact.face_up import Listed, compared, levels_of_threes
from combin.exact.matchups import Seen, Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Situations
    from combin.rules.sights import Sights

    Integers = NDArray[np.int64]
    Below = tuple[int, Integers, Callable[[Integers], Integers]]
    """A sight, how many dealer hands have it against each class, and what counts those below levels."""
    from combin.aliases import Integers
    from combin.cards.ranking import Ranking


def ways_of(number: Integers, held: Integers) -> Integers:
    """Return how many hands have these kinds of cards (hands x 3, equal ones together), so many of each."""
    a, b, c = held.T
    first, second, third = number[a], number[b] - (b == a), number[c] - (c == b) - (c == a)
    alike = np.array([1, 2, 0, 6])[(a == b).astype(np.int64) + (b == c) + (a == c)]
    found: Integers = first * second * third // alike
    return found


class Sighted(Listed):
    """The situations of a game in which the player has a sight of the dealer's hand.

    They stand by what the sights are called; `sight` is the number of each one's own, which for whole cards
    is beside the class's own hand. Of one whole card cards alike to a hand stand each for itself.
    """

    def __init__(self, arrays: Arrays, sight: Integers, sights: Sights) -> None:
        """Take all situations as arrays, and the sight of each."""
        super().__init__(arrays)
        self.sight: list[int] = sight.tolist()
        one_card = range(sights.number if sights.by_rank and sights.move else 0)
        self._card_of = {sight: sights.marks.index(*sights.told(sight)) for sight in one_card}

    def _matchup(self, index: int, counts: list[int], group: int, weight: int) -> Situation:
        sight = self.sight[index]
        seen = Seen(group, frozenset({group}), self._card_of.get(sight), weight, sight)
        return Situation(self.classes[self.numbers[index]], tuple(counts), seen)


def as_sighted(situations: Situations) -> Sighted:
    """Return the situations of a game in which the player has a sight as what they are.

    Raises:
        TypeError: he has none.
    """
    if not isinstance(situations, Sighted):
        msg = "no sight of the dealer's hand is told"
        raise TypeError(msg)
    return situations


@lru_cache(maxsize=4)
def sighted_situations(sights: Sights, qualifies: int, cases: int, classes: tuple[HandClass, ...]) -> Sighted:
    """Return a situation for every class of player hands and every sight, by what sights are called.

    Each dealer hand stands in each sight that it can give: with two cards seen of 52 there are 22,100 x
    18,424 x 3 deals, with three no more than without any.

    Args:
        sights: what can be seen.
        qualifies: the lowest level with which the dealer qualifies (0: always).
        cases: 4, or 6 to compare the hands though the dealer does not qualify.
        classes: the classes of the player's hands, weakest first; suits that change places in them must leave
            sights as they are, or move them with the hand.

    The slow equivalent goes through every hand, dealer hand and choice of cards; `combin.proof.brute` does.
    """
    own, level = np.array([one.cards for one in classes]), np.array([one.strength.level for one in classes])
    rows = []
    for sight, total, below in _by_pairs(sights, own) if sights.pairs else _by_hands(sights, own, level):
        met = np.flatnonzero(total)
        counts = compared(sights.ranking, level, total, below, qualifies=qualifies, cases=cases)[met]
        rows.append((met, counts, np.full(len(met), sight)))
    numbers, counts, sight_of = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    headings = np.array(sights.heading_of)[sight_of]
    order = np.lexsort((sight_of, numbers, headings))  # weakest hand first beside what is called the same
    numbers, counts, sight_of, headings = (one[order] for one in (numbers, counts, sight_of, headings))
    weights = np.array([one.weight for one in classes])[numbers]
    arrays = Arrays(numbers, counts, weights, headings, classes)
    return Sighted(arrays, sight_of, sights)


def _by_hands(sights: Sights, own: Integers, level: Integers) -> Iterator[Below]:
    """Yield of each sight what tells how many of its dealer hands are below levels, for each class.

    Of these N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) - N(abc) avoid the cards a, b, c of a hand.
    """
    ranking, deck = sights.ranking, sights.ranking.deck
    by_level = ranking.different_hands
    dealers = np.array([hand for hands in by_level for hand in hands])
    levels = np.repeat(np.arange(len(by_level)), [len(hands) for hands in by_level])
    seen, of_own = sights.of_hands(dealers, levels), sights.of_hands(own, level)
    # Cards that are alike are one kind. Of the hands of some kinds each pair of places tells in how many two
    # given cards stand there: six times that is an integer.
    kinds, kind_of = np.unique([deck.index(card) for card in deck.cards], return_inverse=True)
    number = np.bincount(kind_of)
    held, size = kind_of[dealers], len(kinds)
    pairs = np.outer(number, number) - np.diag(number)
    others = np.tile(number, (size, 1)) - np.eye(size, dtype=np.int64)
    six = 6 * ways_of(number, held)
    order = np.argsort(seen.reshape(-1), kind="stable")
    starts = np.searchsorted(seen.reshape(-1)[order], np.arange(sights.number + 1))
    a, b, c = kind_of[own].T
    for sight in range(sights.number):
        some = order[starts[sight] : starts[sight + 1]] // seen.shape[1]
        # Only levels that occur matter, which are few where much is seen: a border is a place among these.
        here, places = np.unique(levels[some], return_inverse=True)
        two = np.zeros((len(here) + 1, size, size), np.int64)
        for one, other in permutations(range(3), 2):
            there = held[some, one], held[some, other]
            np.add.at(two, (places + 1, *there), six[some] // pairs[there])
        two = two.cumsum(axis=0) // 6
        with_card = (two * others).sum(axis=2) // 2
        every = with_card @ number // 3
        itself = (of_own == sight).sum(axis=1)

        def below(border: Integers) -> Integers:
            at = np.searchsorted(here, border)  # noqa: B023  asked before the next sight
            found: Integers = every[at] - with_card[at, a] - with_card[at, b] - with_card[at, c]  # noqa: B023
            found += two[at, a, b] + two[at, a, c] + two[at, b, c]  # noqa: B023
            found -= itself * (level < border)  # noqa: B023
            return found

        yield sight, below(np.full_like(level, len(ranking.strengths))), below


def _by_pairs(sights: Sights, own: Integers) -> Iterator[Below]:
    """Yield the same of two whole cards, beside which the third one makes the dealer's hand."""
    made = levels_of_threes(sights.ranking)
    for sight in range(sights.number):
        first, second = sights.told(sight)
        hands = made[first, second]
        in_order, of_own = np.sort(hands), hands[own]
        # A card beside itself makes no hand: its level is above all.
        free = ((own != first) & (own != second)).all(axis=1)

        def below(border: Integers) -> Integers:
            own_below = (of_own < border[:, np.newaxis]).sum(axis=1)  # noqa: B023
            found: Integers = free * (np.searchsorted(in_order, border) - own_below)  # noqa: B023
            return found

        yield sight, free * (len(hands) - 5), below


@lru_cache(maxsize=8)
def situations_by_arrays(ranking: Ranking, qualifies: int, cases: int) -> tuple[Situation, ...]:
    """Return what `matchups` does, its slow equivalent, of a deck in which each card is there once.

    Of the hands below a level, N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) - N(abc) avoid cards a, b, c.
    """
    made, classes = levels_of_threes(ranking), hand_classes(ranking)
    cards, levels = len(made), len(ranking.strengths)
    # By a card and a level: the hands with this card that are below the level; each is met twice.
    with_card = np.zeros((cards, levels + 1), np.int64)
    for card in range(cards):
        with_card[card, 1:] = np.bincount(made[card].reshape(-1), minlength=levels)[:levels].cumsum() // 2
    every = with_card.sum(axis=0) // 3
    own = np.array([one.strength.level for one in classes])
    a, b, c = np.array([one.cards for one in classes]).T

    def below(level: Integers) -> Integers:
        found: Integers = every[level] - with_card[a, level] - with_card[b, level] - with_card[c, level]
        for one, other in ((a, b), (a, c), (b, c)):
            found += (made[one, other] < level[:, np.newaxis]).sum(axis=1)
        return found - (own < level)

    counts = compared(ranking, own, comb(cards - 3, 3), below, qualifies=qualifies, cases=cases)
    return tuple(map(Situation, classes, map(tuple, counts.tolist())))
