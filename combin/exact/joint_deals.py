"""Hands of the player and all that can lie around them, counted together: dealer's hand and jackpot cards."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.joint_aspects import CASES, MIXED, NOTHING, OTHER, SAME, Aspects, Seen
from combin.exact.joint_cards import AddedCards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from combin.cards import Deck
    from combin.rules.rules import Rules

    Integers = NDArray[np.int64]

__all__ = ["Surroundings"]


class Surroundings:
    """All dealer hands, weakest first, and all pairs of jackpot cards."""

    def __init__(self, rules: Rules, aspects: Aspects) -> None:
        self.rules = rules
        self.aspects = aspects
        deck = rules.deck
        by_level = rules.ranking.hands
        hands = [hand for level in by_level for hand in level]
        self.starts = np.cumsum([0, *map(len, by_level)])
        self.cards: Integers = np.array(hands, np.int64)
        self.with_card = np.zeros((len(deck), len(hands)), np.bool_)
        for column in range(3):
            self.with_card[self.cards[:, column], np.arange(len(hands))] = True
        colours = _colours(deck)
        shown = np.array(colours)[self.cards % len(deck.suits)]
        one_colour = (shown[:, 0] == shown[:, 1]) & (shown[:, 1] == shown[:, 2])
        self.colour: Integers = np.where(one_colour, shown[:, 0], NOTHING)

    @cached_property
    def dealers(self) -> AddedCards:
        """The dealer hands as what completes six cards."""
        return AddedCards(self.rules.deck, [tuple(hand) for hand in self.cards.tolist()])

    @cached_property
    def pairs(self) -> AddedCards:
        """The pairs of jackpot cards."""
        return AddedCards(self.rules.deck, list(combinations(range(len(self.rules.deck)), 2)))

    def around(self, hand: tuple[int, int, int], level: int, *, compared: bool) -> Iterator[tuple[Seen, int]]:
        """Yield what can lie around a hand, and in how many ways.

        The dealer hands are given a number for each thing that is looked at. How many pairs of some category
        leave a dealer hand d whole is n - (sum over its cards of the pairs with the card) + (its own pairs).

        Args:
            hand: the player's cards.
            level: the level of their strength.
            compared: whether the hands are compared: the player has not folded.
        """
        free = np.flatnonzero(~self.with_card[list(hand)].any(axis=0))
        codes = np.zeros(len(free), np.int64)
        if self.aspects.dealer and compared:
            codes += self._cases(level)[free]
        own = self._own_colour(hand)
        if self.aspects.colours and own != NOTHING:
            theirs = self.colour[free]
            codes += CASES * np.where(theirs == own, SAME, np.where(theirs == NOTHING, MIXED, OTHER))
        else:
            codes += CASES * MIXED
        if self.aspects.six:
            codes += CASES * 3 * self.dealers.categories(hand)[free]
        ways = np.bincount(codes)
        if not self.aspects.five:
            yield from self._seen(ways, NOTHING)
            return
        rest = ways * comb(len(self.rules.deck) - 6, 2)
        cards = self.cards[free]
        for category, pairs in self._pairs_by_category(hand):
            leaving = self._pairs_left(pairs, cards)
            # The sums are integers below 2^53, which floats hold exactly.
            numbers = np.bincount(codes, weights=leaving, minlength=len(ways)).astype(np.int64)
            rest -= numbers
            yield from self._seen(numbers, category)
        yield from self._seen(rest, NOTHING)

    def _seen(self, numbers: Integers, five: int) -> Iterator[tuple[Seen, int]]:
        for code in np.flatnonzero(numbers).tolist():
            above, case = divmod(code, CASES)
            six, colour = divmod(above, 3)
            yield Seen(case, colour, six if self.aspects.six else NOTHING, five), int(numbers[code])

    def _cases(self, level: int) -> Integers:
        """Return for every dealer hand, weakest first, what comes of it against a level."""
        qualify = int(self.starts[self.rules.qualifies])
        first, last = (max(qualify, int(self.starts[one])) for one in (level, level + 1))
        return np.repeat(np.arange(CASES), np.diff([0, qualify, first, last, len(self.cards)]))

    def _own_colour(self, hand: tuple[int, int, int]) -> int:
        colours = _colours(self.rules.deck)
        shown = {colours[card % len(colours)] for card in hand}
        return shown.pop() if len(shown) == 1 else NOTHING

    def _pairs_by_category(self, hand: tuple[int, int, int]) -> Iterator[tuple[int, Integers]]:
        """Yield each category that matters and can come, with the pairs that make it."""
        places = self.pairs.categories(hand)
        free = ~np.isin(self.pairs.cards, hand).any(axis=1)
        for category in sorted(self.aspects.five):
            pairs = self.pairs.cards[free & (places == category)]
            if len(pairs):
                yield category, pairs

    def _pairs_left(self, pairs: Integers, cards: Integers) -> Integers:
        """Return how many of some pairs share no card with each dealer hand."""
        size = len(self.rules.deck)
        both = np.zeros((size, size), np.int64)
        both[pairs[:, 0], pairs[:, 1]] = both[pairs[:, 1], pairs[:, 0]] = 1
        with_card = both.sum(axis=1)
        first, second, third = cards.T
        touched = with_card[first] + with_card[second] + with_card[third]
        twice = both[first, second] + both[first, third] + both[second, third]
        left: Integers = len(pairs) - touched + twice
        return left


def _colours(deck: Deck) -> list[int]:
    """Return the colour of each suit as a number."""
    names = list(dict.fromkeys(suit.colour for suit in deck.suits))
    return [names.index(suit.colour) for suit in deck.suits]
