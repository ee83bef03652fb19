"""The plain way to count hands of five to seven cards: each of them judged by the reference evaluator."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from combin.cards.cards import Deck, parse_deck
from combin.cards.five_cards import FiveCardCategory, five_card_strength

CATEGORIES = tuple(FiveCardCategory)
"""High to low, so the best of several is the least."""

SMALL_DECKS = {
    "straights over the ace": parse_deck("9 10 J Q K A", "3"),
    "three suits of seven ranks": parse_deck("2 3 4 5 6 7 A", "3"),
    "five ranks: the wheel is the royal": parse_deck("2 3 4 5 A", "4"),
    "five ranks without an ace": parse_deck("9 10 J Q K", "4"),
    "five suits: five of a kind": parse_deck("10 J K A", "5"),
    "eight suits of two ranks": parse_deck("K A", "8"),
    "two suits": parse_deck("6 7 8 9 10 J Q K A", "2"),
    "one suit": parse_deck(suits="spades"),
    "no ace, gaps and other ranks": parse_deck("2 4 5 9 X Y Z", "2"),
    "seven cards": parse_deck("3 4 5 6 7 8 A", "1"),
    "six cards": parse_deck("2 3 A", "2"),
}


@cache
def fives(deck: Deck) -> dict[tuple[int, ...], int]:
    """Return for all five ascending card indexes the place of their category."""
    return {
        five: CATEGORIES.index(five_card_strength([deck.cards[card] for card in five], deck).category)
        for five in combinations(range(len(deck)), 5)
    }


@cache
def naive_counts(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands have their best five in each category."""
    return naive_completions(deck, (), cards)


def naive_completions(deck: Deck, hand: tuple[int, ...], more: int) -> dict[FiveCardCategory, int]:
    """Return how many ways to add cards to a hand have their best five in each category."""
    place = fives(deck)
    rest = [card for card in range(len(deck)) if card not in hand]
    counts: Counter[int] = Counter()
    for added in combinations(rest, more):
        counts[min(place[five] for five in combinations(sorted((*hand, *added)), 5))] += 1
    return {category: counts[index] for index, category in enumerate(CATEGORIES)}


def places_of(hands: NDArray[np.int64], deck: Deck) -> NDArray[np.int64]:
    """Return the place of the best category of many hands at once, one a row, by all that is seen in them.

    For decks with an ace and at least five ranks.
    """
    ranks, suits = len(deck.ranks), len(deck.suits)
    held = np.zeros((len(hands), suits, ranks), np.bool_)
    for column in hands.T:
        held[np.arange(len(hands)), column % suits, column // suits] = True
    times = -np.sort(-np.sum(held, axis=1), axis=1)
    runs = [list(range(low, low + 5)) for low in range(ranks - 4)]
    royals = runs[-1:] if deck.ranks[-1].symbol == "A" else []
    runs += [[0, 1, 2, 3, ranks - 1] for _ in royals]

    def any_of(sets: list[list[int]], cards: NDArray[np.bool_]) -> NDArray[np.bool_]:
        found = np.zeros(cards.shape[:-1], np.bool_)
        for one in sets:
            found |= np.all(cards[..., one], axis=-1)
        return found

    seen = {
        FiveCardCategory.FIVE_OF_A_KIND: times[:, 0] >= 5,
        FiveCardCategory.ROYAL_FLUSH: np.any(any_of(royals, held), axis=1),
        FiveCardCategory.STRAIGHT_FLUSH: np.any(any_of(runs, held), axis=1),
        FiveCardCategory.FOUR_OF_A_KIND: times[:, 0] >= 4,
        FiveCardCategory.FULL_HOUSE: (times[:, 0] >= 3) & (times[:, 1] >= 2),
        FiveCardCategory.FLUSH: np.any(np.sum(held, axis=2) >= 5, axis=1),
        FiveCardCategory.STRAIGHT: any_of(runs, np.any(held, axis=1)),
        FiveCardCategory.THREE_OF_A_KIND: times[:, 0] >= 3,
        FiveCardCategory.TWO_PAIR: (times[:, 0] >= 2) & (times[:, 1] >= 2),
        FiveCardCategory.PAIR: times[:, 0] >= 2,
    }
    places = np.full(len(hands), CATEGORIES.index(FiveCardCategory.HIGH_CARD))
    for index in reversed(range(len(CATEGORIES) - 1)):
        places[seen[CATEGORIES[index]]] = index
    return places
