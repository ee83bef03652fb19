"""Hands that contain given cards, by category: all rows at once beside one after the other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from combin.cards.cards import STANDARD_DECK, STANDARD_SUITS, Deck, Suit
from combin.exact.fivecard_counts import CATEGORIES, hand_counter
from combin.exact.folded_bets import counts_with

RANKS = STANDARD_DECK.ranks
FIVE = (*STANDARD_SUITS, Suit("x", "*", "stars", "green"))
DECKS = {
    "52 cards": STANDARD_DECK,
    "five suits": Deck(RANKS[:3], FIVE),
    "two suits": Deck(RANKS[-7:], STANDARD_SUITS[:2]),
    "an ace below": Deck((*RANKS[:5], RANKS[-1]), STANDARD_SUITS[:3]),
}


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 4])
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("name", DECKS)
def test_every_row_is_what_the_counter_says(name: str, size: int, number: int) -> None:
    deck, random = DECKS[name], Random(name)
    held = list(combinations(range(len(deck)), number))
    held = [tuple(random.sample(cards, number)) for cards in random.sample(held, min(300, len(held)))]
    counter = hand_counter(deck, size)
    found = counts_with(counter, np.array(held))
    assert found.shape == (len(held), len(CATEGORIES))
    for cards, row in zip(held, found.tolist(), strict=True):
        assert row == list(counter.counts(cards).values())
