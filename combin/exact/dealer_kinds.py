"""Dealer's hands by kind, met by hands of the player that are played against some cards: all at once."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.cards_seen import every_hand
from combin.exact.pay_lines import paid_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.cards.cards import Deck
    from combin.rules.resolved import Rules, Table

    Integers = NDArray[np.int64]

__all__ = ["Kinds"]


class Kinds:
    """A kind for every hand of three cards, below `number`: `of` is that of any three cards of the deck."""

    def __init__(self, deck: Deck, hands: Integers, kinds: Integers, number: int) -> None:
        """Take all hands of the deck with their kinds; of some kinds there may be none."""
        self.number = number
        self.of: Integers = np.full((len(deck),) * 3, self.number)  # which no hand is: a card stands twice
        for order in permutations(range(3)):
            self.of[tuple(hands[:, order].T)] = kinds

    @classmethod
    def by_line(cls, rules: Rules, table: Table) -> Kinds:
        """Return hands by the line that pays them: its place in the table from 1 on, 0 for what loses."""
        classes = hand_classes_by_suit(rules.ranking)
        places = {line.text: place for place, line in enumerate(table.lines, start=1)}
        paid = [places[line.text] if line else 0 for line in paid_lines(rules, table, classes)]
        every = every_hand(classes, rules.deck)
        return cls(rules.deck, every.hands, np.array(paid)[every.numbers], len(table.lines) + 1)

    @classmethod
    def by_colour(cls, rules: Rules, colours: Integers) -> Kinds:
        """Return hands by the one colour that they show, of those of the deck's cards, or none of them."""
        hands = every_hand(hand_classes_by_suit(rules.ranking), rules.deck).hands
        first, second, third = colours[hands].T
        mixed = (first != second) | (first != third)
        return cls(rules.deck, hands, np.where(mixed, colours.max() + 1, first), colours.max() + 2)

    def met(self, hands: Integers, played: NDArray[np.bool_]) -> Integers:
        """Return in how many deals the dealer has a hand of each kind.

        A deal is one of the player's `hands` (hands x 3), a card of the dealer's that is seen and against
        which the hand is `played` (hands x cards), and two more. Of the pairs that make a kind with the card
        seen, N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) avoid the cards a, b, c of the hand.
        """
        cards, kinds = len(self.of), np.arange(self.number)
        width = self.number + 1
        keys = self.of + width * np.arange(cards * cards).reshape(cards, cards, 1)
        # The last key is that of a card three times, so that all keys are counted.
        with_card = np.bincount(keys.reshape(-1)).reshape(cards, cards, width)[:, :, kinds]
        found: Integers = played.sum(axis=0) @ with_card.sum(axis=1) // 2
        for place in range(3):
            every, holding = _together(hands[:, place], played)
            found -= np.einsum("ac,cak->k", holding, with_card[:, every])
        for one, other in ((0, 1), (0, 2), (1, 2)):
            every, holding = _together(hands[:, one] * cards + hands[:, other], played)
            made = self.of.reshape(cards, -1).T[every]
            found += np.bincount(made.reshape(-1), holding.reshape(-1), width)[kinds].astype(np.int64)
        return found


def _together(keys: Integers, played: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Return the different keys of hands, and how many of those with each are played against each card."""
    order = np.argsort(keys, kind="stable")
    every, starts = np.unique(keys[order], return_index=True)
    return every, np.add.reduceat(played[order], starts, axis=0, dtype=np.int64)
