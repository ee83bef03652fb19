"""The best five of a hand and the cards added to it, set by set, against the reference."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from combin.cards.cards import STANDARD_DECK, Deck, parse_deck
from combin.cards.five_cards import best_five
from combin.exact.fivecard_counts import CATEGORIES
from combin.exact.joint_hands import AddedCards

NO_ACE = parse_deck("2 3 4 5 6 7", "5")
FIVE_RANKS = parse_deck("T J Q K A", "3")
FOUR_RANKS = parse_deck("J Q K A", "5")


def check(deck: Deck, hand: str, sets: list[tuple[int, ...]]) -> None:
    held = deck.parse(hand)
    added = AddedCards(deck, [one for one in sets if not {deck.cards[card] for card in one} & set(held)])
    place_of = np.arange(len(CATEGORIES)).repeat(len(deck.ranks))
    places_of = np.stack([place_of] * (len(deck.suits) + 1))
    found = added.of_kinds([deck.index(card) for card in held], places_of).tolist()
    cards = [(*held, *(deck.cards[card] for card in one)) for one in added.cards.tolist()]
    assert [CATEGORIES[place] for place in found] == [best_five(one, deck).category for one in cards]


@pytest.mark.parametrize("hand", ["Ah Kh 5h", "9h 8h 7h", "5h 3h 9c"])
def test_six_cards_of_one_suit(hand: str) -> None:
    """Six of a suit can hold a straight flush, or a royal one, and a card beside it."""
    hearts = [STANDARD_DECK.index(card) for card in STANDARD_DECK.cards if str(card).endswith("h")]
    assert len(hearts) == 13
    check(STANDARD_DECK, hand, list(combinations(hearts, 3)))


@pytest.mark.parametrize(
    ("deck", "hand"),
    [
        (NO_ACE, "2c 3c 4c"),
        (NO_ACE, "2c 2d 2h"),
        (FIVE_RANKS, "Ac Kc Qc"),
        (FIVE_RANKS, "Tc Jd Jc"),
        (FOUR_RANKS, "Ac Ad Ah"),
        (FOUR_RANKS, "Ac Kc Qc"),
    ],
)
@pytest.mark.parametrize("more", [2, 3])
def test_decks_without_an_ace_with_five_suits_and_with_few_ranks(deck: Deck, hand: str, more: int) -> None:
    check(deck, hand, list(combinations(range(len(deck)), more)))
