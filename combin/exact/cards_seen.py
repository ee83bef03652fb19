"""Every card of the dealer's that can be seen beside each class of the player's hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import by_suit

if TYPE_CHECKING:
    from collections.abc import Sequence

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
