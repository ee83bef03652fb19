"""Hands judged by the letter of the documents, in plain words: the slow comparison that tests trust.

A hand is three cards as text, such as ("Qs", "6h", "4d"). Nothing here knows the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

PlainHand = tuple[str, str, str]

HIGH_TO_LOW = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")
"""Crown 3.6.1, RWS 3.5.2 and bullet 12 of the UK poster."""


class Plain(Struct, frozen=True):
    """A deck and the order of its hands.

    `ranks` are symbols from low to high, `suits` letters. An ace is the highest card, "except in the context
    of a straight sequence consisting of 3, 2, Ace, where the Ace may be counted as 1" (RWS 3.5.1);
    `low_ace` says where that sequence stands. `different_suits` is how many suits make a straight.
    """

    ranks: str = "23456789TJQKA"
    suits: str = "cdhs"
    order: tuple[str, ...] = HIGH_TO_LOW
    low_ace: str = "lowest"
    different_suits: int = 2

    def hands(self) -> Iterator[PlainHand]:
        """Yield every hand once."""
        deck = [rank + suit for rank in self.ranks for suit in self.suits]
        yield from combinations(deck, 3)

    def top_of_sequence(self, hand: Sequence[str]) -> float | None:
        """Return the value of the highest card of three in sequence, or None if they are in none."""
        values = sorted(self.ranks.index(card[0]) for card in hand)
        if values[0] + 1 == values[1] and values[1] + 1 == values[2]:
            return values[2]
        ace = len(self.ranks) - 1
        if self.ranks[ace] == "A" and values == [0, 1, ace] and self.low_ace != "none":
            return {"lowest": 1, "second": ace - 0.5, "highest": ace + 1}[self.low_ace]
        return None

    def category(self, hand: Sequence[str]) -> str:
        """Return what a hand is."""
        different_ranks = len({card[0] for card in hand})
        suits = len({card[1] for card in hand})
        if different_ranks == 1:
            return "three of a kind"
        if different_ranks == 2:
            return "pair"
        in_sequence = self.top_of_sequence(hand) is not None
        if in_sequence and suits == 1:
            return "straight flush"
        if suits == 1:
            return "flush"
        if in_sequence and suits >= self.different_suits:
            return "straight"
        return "high card"

    def values(self, hand: Sequence[str]) -> list[float]:
        """Return what decides between hands of a category, the first card to compare first."""
        category = self.category(hand)
        if category in ("straight", "straight flush"):
            top = self.top_of_sequence(hand)
            assert top is not None
            return [top]
        ranks = [card[0] for card in hand]
        values = sorted((self.ranks.index(rank) for rank in ranks), reverse=True)
        if category == "pair":
            (pair,) = {rank for rank in ranks if ranks.count(rank) == 2}
            (kicker,) = {rank for rank in ranks if ranks.count(rank) == 1}
            return [self.ranks.index(pair), self.ranks.index(kicker)]
        return [float(value) for value in values]

    def judge(self, hand: Sequence[str]) -> tuple[str, list[float]]:
        """Return the category of a hand and what decides inside it."""
        return self.category(hand), self.values(hand)

    def compare(self, one: tuple[str, list[float]], other: tuple[str, list[float]]) -> int:
        """Return 1 if the first judged hand beats the second, -1 if it loses to it, 0 if they tie."""
        (category, values), (their_category, their_values) = one, other
        if category != their_category:
            return 1 if self.order.index(category) < self.order.index(their_category) else -1
        for mine, theirs in zip(values, their_values, strict=True):
            if mine != theirs:
                return 1 if mine > theirs else -1
        return 0

    def key(self, hand: Sequence[str]) -> tuple[float, ...]:
        """Return a number sequence that is larger for a better hand and equal for a tie."""
        return -self.order.index(self.category(hand)), *self.values(hand)


STANDARD = Plain()
