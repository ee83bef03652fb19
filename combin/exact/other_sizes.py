"""Player against dealer where each is dealt two cards, or four of which the best three count."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import hand_classes
from combin.exact.face_up import levels_of_threes
from combin.exact.matchups import Situation, against

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Integers
    from combin.cards.ranking import Ranking


class SieveOfSets:
    """How many of the hands put in so far avoid the cards of a hand of as many cards.

    By inclusion and exclusion: the hands that hold some of its cards are counted for each choice of them,
    and taken away or added as these are odd or even in number. `Sieve` is the same for three cards.
    """

    def __init__(self, cards: int, dealt: int) -> None:
        """Take the number of cards of the deck, and of a hand."""
        self._chosen = [some for number in range(dealt) for some in combinations(range(dealt), number)]
        self._signs = np.array([(-1) ** len(some) for some in self._chosen])
        self._itself = (-1) ** dealt
        self._base = cards
        self._starts = np.cumsum([0, *(cards**number for number in range(dealt))])
        self._held = np.zeros(self._starts[-1], np.int64)

    def places(self, hands: Integers) -> Integers:
        """Return (hands x choices) where the choices of cards of ascending hands are counted."""
        found = np.empty((len(hands), len(self._chosen)), np.int64)
        for column, some in enumerate(self._chosen):
            place = np.zeros(len(hands), np.int64)
            for card in some:
                place = place * self._base + hands[:, card]
            found[:, column] = place + self._starts[len(some)]
        return found

    def put(self, hands: Sequence[tuple[int, ...]] | Integers) -> None:
        """Add hands, each as ascending card indexes."""
        if len(hands):
            np.add.at(self._held, self.places(np.asarray(hands)).ravel(), 1)

    def avoiding_at(self, places: Integers, *, hand_itself: bool) -> Integers:
        """Count the hands put in that share no card with each of some, by what `places` returns of these."""
        found: Integers = self._held[places] @ self._signs + self._itself * hand_itself
        return found

    def avoiding(self, hand: Sequence[int], *, hand_itself: bool) -> int:
        """Count the hands put in that share no card with `hand`; say whether it was put in itself."""
        return int(self.avoiding_at(self.places(np.array([sorted(hand)])), hand_itself=hand_itself)[0])


def hands_by_level(ranking: Ranking) -> tuple[Integers, ...]:
    """Return for each level all its hands (hands x cards), as ascending card indexes of single cards."""
    size, dealt = len(ranking.deck), ranking.dealt
    every = chain.from_iterable(combinations(range(size), dealt))
    hands = np.fromiter(every, np.int64, comb(size, dealt) * dealt).reshape(-1, dealt)
    if dealt == 2:
        rank, suit = (np.array(of_card)[hands] for of_card in (ranking.deck.rank_of, ranking.deck.suit_of))
        made = np.zeros((len(ranking.deck.ranks), len(ranking.deck.ranks), 2), np.int64)
        for ranks, levels in ranking.by_suits.items():
            made[ranks] = levels
        level = made[rank[:, 0], rank[:, 1], (suit[:, 0] != suit[:, 1]).astype(np.int64)]
    else:
        of_threes = levels_of_threes(ranking)
        level = np.max([of_threes[tuple(hands[:, some].T)] for some in combinations(range(dealt), 3)], axis=0)
    order = np.argsort(level, kind="stable")
    return tuple(np.split(hands[order], np.bincount(level).cumsum()[:-1]))


@lru_cache(maxsize=8)
def matchups_of_sets(ranking: Ranking, qualifies: int, cases: int) -> tuple[Situation, ...]:
    """Return a situation for every suit class of player hands, as `matchups` does.

    One sweep up the levels, which asks about each class three times: what is below the qualifier, below its
    own level, and not above that.
    """
    sieve = SieveOfSets(len(ranking.deck), ranking.dealt)
    classes = hand_classes(ranking)
    level = np.array([one.strength.level for one in classes])
    places = sieve.places(np.sort([one.cards for one in classes], axis=1))
    by_level = hands_by_level(ranking)
    begins = np.searchsorted(level, np.arange(len(by_level) + 1))
    failing, lower, not_higher = (np.zeros(len(classes), np.int64) for _ in range(3))
    for at, hands in enumerate(by_level):
        here = slice(begins[at], begins[at + 1])
        if at == qualifies:
            failing[: begins[at]] = sieve.avoiding_at(places[: begins[at]], hand_itself=True)
            failing[begins[at] :] = sieve.avoiding_at(places[begins[at] :], hand_itself=False)
        lower[here] = sieve.avoiding_at(places[here], hand_itself=False)
        sieve.put(hands)
        not_higher[here] = sieve.avoiding_at(places[here], hand_itself=True)
    total, border = comb(len(ranking.deck) - ranking.dealt, ranking.dealt), begins[qualifies]
    every = np.full(len(classes), total)
    rows = list[tuple[int, ...]]()
    for qualified, some in ((False, slice(None, border)), (True, slice(border, None))):
        known = every[some], failing[some], lower[some], not_higher[some]
        counts = np.broadcast_arrays(*against(*known, qualified=qualified, cases=cases))
        rows += zip(*(one.tolist() for one in counts), strict=True)
    return tuple(map(Situation, classes, rows))
