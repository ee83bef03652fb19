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

    from combin.aliases import Integers
    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Situations
    from combin.rules.sights import Sights

    Below = tuple[Integers, Callable[[Integers], Integers]]
    """How many dealer hands have a sight against each class, and what counts those below levels."""

    BelowIn = Callable[[Integers], Iterator[Below]]
    """What yields that of sights: one by one, or of all together, class by class of the first, and so on."""


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
        self.sight = sight
        one_card = range(sights.number if sights.by_rank and sights.move else 0)
        self._card_of = {sight: sights.marks.index(*sights.told(sight)) for sight in one_card}

    def index_of(self, number: int, sight: int) -> int:
        """Return the situation of a class, by its place, with a sight."""
        return int(np.flatnonzero((self.arrays.numbers == number) & (self.sight == sight))[0])

    def _matchup(self, index: int, counts: list[int], group: int, weight: int) -> Situation:
        sight = int(self.sight[index])
        seen = Seen(group, frozenset({group}), self._card_of.get(sight), weight, sight)
        return Situation(self.classes[self.arrays.numbers[index]], tuple(counts), seen)


def as_sighted(situations: Situations) -> Sighted:
    """Return the situations of a game in which the player has a sight as what they are.

    Raises:
        TypeError: he has none.
    """
    if not isinstance(situations, Sighted):
        msg = "no sight of the dealer's hand is told"
        raise TypeError(msg)
    return situations


@lru_cache(maxsize=2)
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
    below_in = _of_pairs(sights, own) if sights.pairs else _of_hands(sights, own, level)
    rows, heading_of = [], np.array(sights.heading_of)
    for heading in np.unique(heading_of).tolist():
        called = np.flatnonzero(heading_of == heading)
        if not called.size:  # of a rank that a pack lacks
            continue
        totals, every = [], []
        for total, below in below_in(called):
            levels = np.tile(level, len(total) // len(level))
            totals.append(total)
            every.append(compared(sights.ranking, levels, total, below, qualifies=qualifies, cases=cases))
        # Weakest hand first beside what is called the same.
        counts = np.concatenate(every).reshape(len(called), len(level), cases).swapaxes(0, 1)
        numbers, places = np.nonzero(np.concatenate(totals).reshape(len(called), len(level)).T)
        so_compared = counts[numbers, places].astype(np.int32)
        rows.append((numbers, so_compared, called[places], np.full(len(numbers), heading)))
    numbers, counts, sight_of, headings = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    weights = np.array([one.weight for one in classes])[numbers]
    return Sighted(Arrays(numbers, counts, weights, headings, classes), sight_of, sights)


def _of_hands(sights: Sights, own: Integers, level: Integers) -> BelowIn:
    """Return what yields of each of some sights how many of its dealer hands are below levels.

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

    def of_sight(sight: int) -> Below:
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
            at = np.searchsorted(here, border)
            found: Integers = every[at] - with_card[at, a] - with_card[at, b] - with_card[at, c]
            found += two[at, a, b] + two[at, a, c] + two[at, b, c]
            found -= itself * (level < border)
            return found

        return below(np.full_like(level, len(ranking.strengths))), below

    return lambda called: map(of_sight, called.tolist())


def _of_pairs(sights: Sights, own: Integers) -> BelowIn:
    """Return the same of two whole cards, beside which the third one makes the dealer's hand."""
    made, none = levels_of_threes(sights.ranking), len(sights.ranking.strengths)

    def of_pairs(called: Integers) -> Iterator[Below]:
        first, second = np.array([sights.told(sight) for sight in called.tolist()]).T
        hands, rows = made[first, second], np.arange(len(called))[:, np.newaxis]
        under = np.zeros((len(called), none + 2), np.int64)
        np.add.at(under, (rows, hands + 1), 1)
        under = under.cumsum(axis=1)
        of_own = hands.astype(np.int32)[:, own.T].swapaxes(0, 1)
        # A card beside itself makes no hand: its level is above all.
        free = (of_own != none).all(axis=0)

        def below(border: Integers) -> Integers:
            borders = border.reshape(free.shape).astype(np.int32)
            own_below = (of_own < borders).sum(axis=0, dtype=np.int8)
            found: Integers = free * (under[rows, borders] - own_below)
            return found.reshape(-1)

        yield (free * (len(made) - 5)).reshape(-1), below

    return of_pairs


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
