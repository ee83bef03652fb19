from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.cards import STANDARD_DECK, Deck
from combin.decks import parse_deck
from combin.exact.fivecard_counts import HandCounter, category_counts, three_card_counts
from combin.fivecard import FiveCardCategory
from combin.ranking import Ranking
from tests.fivecard_naive import SMALL_DECKS, naive_counts

RANKS = "2 3 4 5 6 7 8 9 T J Q K A"

decks = st.builds(
    lambda ranks, ace, suits: parse_deck(
        " ".join([*RANKS.split()[:ranks], *(["A"] if ace else [])]), str(suits)
    ),
    st.integers(1, 12),
    st.booleans(),
    st.integers(1, 8),
)


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS)
def test_counts_are_those_of_the_reference_hand_by_hand(deck: Deck, cards: int) -> None:
    assert category_counts(deck, cards) == naive_counts(deck, cards)


@given(decks, st.sampled_from([5, 6, 7]))
@settings(deadline=None)
def test_counts_add_to_the_number_of_hands(deck: Deck, cards: int) -> None:
    counts = category_counts(deck, cards)
    assert list(counts) == list(FiveCardCategory)
    assert sum(counts.values()) == comb(len(deck), cards)
    assert min(counts.values()) >= 0


@given(decks, st.integers(5, 6))
@settings(deadline=None)
def test_a_further_card_finds_every_hand_as_often_as_it_has_cards(deck: Deck, cards: int) -> None:
    """Hold each card of the deck in turn: every hand is counted once for each of its cards."""
    counter = HandCounter(deck, cards)
    held = [counter.counts((card,)) for card in range(len(deck))]
    assert {category: sum(one[category] for one in held) for category in FiveCardCategory} == {
        category: count * cards for category, count in counter.counts().items()
    }


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("Ah Kh Qh Jh Th 9c 9d", FiveCardCategory.ROYAL_FLUSH),
        ("Ah Kh Qh Jh 9h 8h 7h", FiveCardCategory.FLUSH),
        ("Ah Ac Ad Jh Jd Jc 7h", FiveCardCategory.FULL_HOUSE),
    ],
)
def test_all_cards_held_is_one_hand(cards: str, category: FiveCardCategory) -> None:
    held = tuple(map(STANDARD_DECK.index, STANDARD_DECK.parse(cards)))
    counts = HandCounter(STANDARD_DECK, 7).counts(held)
    assert counts.pop(category) == 1
    assert not any(counts.values())


@pytest.mark.parametrize("cards", [0, 3, 4, 8])
def test_other_numbers_of_cards_are_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"hands of {cards} cards: only 5, 6 and 7 are counted"):
        category_counts(STANDARD_DECK, cards)


@given(decks)
@settings(deadline=None)
def test_three_card_counts_are_those_of_the_ranking(deck: Deck) -> None:
    assert three_card_counts(deck) == Ranking(deck).counts
