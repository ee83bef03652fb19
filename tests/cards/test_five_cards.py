from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.cards import (
    STANDARD_DECK,
    STANDARD_RANKS,
    STANDARD_SUITS,
    Card,
    CardError,
    Deck,
    Suit,
    parse_deck,
)
from combin.cards.five_cards import (
    FiveCardCategory,
    FiveCardStrength,
    best_five,
    five_card_strength,
    possible_categories,
)
from combin.exact.fivecard_counts import category_counts
from tests.helpers.texts import sides

HANDS = Path(__file__).with_name("five_cards.txt")


def strength(text: str, deck: Deck = STANDARD_DECK) -> FiveCardStrength:
    return five_card_strength(deck.parse(text), deck)


@pytest.mark.parametrize(("hand", "made"), sides(HANDS, "hands"))
def test_what_a_hand_is(hand: str, made: str) -> None:
    text, _, ranks = hand.rstrip(")").partition(" (")
    deck = parse_deck(ranks) if ranks else STANDARD_DECK
    found = strength(text, deck)
    assert f"{found.category}: {' '.join(deck.ranks[rank].symbol for rank in found.ranks)}" == made


def test_the_7462_strengths_that_evaluators_list() -> None:
    """The classes of Kevin Suffecool's evaluator; the best of its 10 straight flushes is royal here."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            cards = [rank * 4 + number % 4 for number, rank in enumerate(ranks)]
            found.add(five_card_strength([STANDARD_DECK.cards[card] for card in cards], STANDARD_DECK))
    for ranks in combinations(range(13), 5):
        found.add(five_card_strength([STANDARD_DECK.cards[rank * 4] for rank in ranks], STANDARD_DECK))
    counts = Counter(one.category for one in found)
    listed = [0, 1, 9, 156, 156, 1277, 10, 858, 858, 2860, 1277]
    assert [counts[category] for category in FiveCardCategory] == listed
    assert sum(listed) == 7462


def test_the_lowest_straight_of_a_stripped_deck_begins_with_the_ace() -> None:
    short = parse_deck("6 7 8 9 T J Q K A")
    assert strength("Ah 6c 7c 8d 9s", short) < strength("Th 6c 7c 8d 9s", short)


def test_five_of_a_kind_beats_all_where_there_are_five_suits() -> None:
    deck = parse_deck("9 T J Q K A", "5")
    lowest = strength("9c 9d 9h 9s 9t", deck)
    assert lowest.category is FiveCardCategory.FIVE_OF_A_KIND
    assert lowest > strength("Ah Kh Qh Jh Th", deck)
    assert lowest < strength("Tc Td Th Ts Tt", deck)


@pytest.mark.parametrize(("more", "five"), sides(HANDS, "the best five"))
def test_best_five_of_more(more: str, five: str) -> None:
    assert best_five(STANDARD_DECK.parse(more), STANDARD_DECK) == strength(five)


@pytest.mark.parametrize(
    ("text", "message"),
    [("As Ks Qs Js", "4 cards where 5 are needed"), ("As Ks Qs Js Ts 9s", "6 cards where 5 are needed")],
)
def test_other_numbers_of_cards_are_refused(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        strength(text)


def test_hands_that_cannot_be_are_refused() -> None:
    ace, king, queen, jack = STANDARD_DECK.parse("As Ks Qs Js")
    with pytest.raises(CardError, match="a card appears twice in As Ks Qs Js Js"):
        five_card_strength([ace, king, queen, jack, jack], STANDARD_DECK)
    with pytest.raises(CardError, match="As is not a card of this deck"):
        five_card_strength([ace, king, queen, jack, *STANDARD_DECK.parse("Ts")], parse_deck("T J Q K"))
    with pytest.raises(CardError, match="4 cards where at least 5 are needed"):
        best_five([ace, king, queen, jack], STANDARD_DECK)


hands = st.lists(st.sampled_from(STANDARD_DECK.cards), min_size=7, max_size=7, unique=True)


@given(hands, st.permutations(STANDARD_DECK.suits), st.randoms(use_true_random=False))
def test_suits_and_places_may_change(cards: list[Card], suits: list[Suit], shuffle: random.Random) -> None:
    called = dict(zip(STANDARD_DECK.suits, suits, strict=True))
    other = [Card(card.rank, called[card.suit]) for card in cards]
    shuffle.shuffle(other)
    assert best_five(cards, STANDARD_DECK) == best_five(other, STANDARD_DECK)


@given(hands)
def test_more_cards_never_make_a_hand_worse(cards: list[Card]) -> None:
    five, six, seven = (best_five(cards[:count], STANDARD_DECK) for count in (5, 6, 7))
    assert five == five_card_strength(cards[:5], STANDARD_DECK)
    assert five <= six <= seven
    assert all(five_card_strength(some, STANDARD_DECK) <= six for some in combinations(cards[:6], 5))
    assert seven in {five_card_strength(some, STANDARD_DECK) for some in combinations(cards, 5)}


@given(hands)
def test_the_ranks_are_those_of_the_cards_the_most_frequent_first(cards: list[Card]) -> None:
    five = cards[:5]
    found = five_card_strength(five, STANDARD_DECK)
    assert sorted(found.ranks) == sorted(STANDARD_DECK.ranks.index(card.rank) for card in five)
    times = [found.ranks.count(rank) for rank in found.ranks]
    assert times == sorted(times, reverse=True)


# -- every pair of hands -----------------------------------------------------------------------------------


def test_each_hand_wins_against_all_behind_it_and_ties_with_those_beside_it() -> None:
    groups = enumerate(sides(HANDS, "high to low, tied hands on one line"))
    placed = [(place, name, hand) for place, (name, hands) in groups for hand in hands.split(" | ")]
    pairs = 0
    for place, name, hand in placed:
        own = five_card_strength(STANDARD_DECK.parse(hand), STANDARD_DECK)
        assert own.category == name
        for behind, _, other in placed:
            met = five_card_strength(STANDARD_DECK.parse(other), STANDARD_DECK)
            told = (own > met) - (own < met)
            assert told == (behind > place) - (behind < place), (hand, other)
            assert (own == met) == (behind == place)
            pairs += 1
    assert pairs == len(placed) ** 2 > 2000


def test_the_words_that_hold_a_category_are_its_own_and_those_of_wider_ones() -> None:
    """A royal flush is a straight flush; a straight flush is of no other category, nor is any other hand."""
    holds = {one: [other for other in FiveCardCategory if other.within(one)] for one in FiveCardCategory}
    assert holds.pop(FiveCardCategory.STRAIGHT_FLUSH) == [
        FiveCardCategory.ROYAL_FLUSH,
        FiveCardCategory.STRAIGHT_FLUSH,
    ]
    assert all(held == [one] for one, held in holds.items())


@pytest.mark.parametrize("ranks", range(1, 9))
@pytest.mark.parametrize("suits", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("with_ace", [True, False])
def test_categories_that_a_deck_can_make_are_those_of_its_hands(
    ranks: int, suits: int, with_ace: bool
) -> None:
    own = STANDARD_RANKS[-ranks:] if with_ace else STANDARD_RANKS[:ranks]
    stars = Suit("x", "*", "stars", "green")
    deck = Deck(own, (*STANDARD_SUITS, stars)[:suits])
    made = {category for category, count in category_counts(deck, 5).items() if count}
    assert set(possible_categories(deck)) == made
