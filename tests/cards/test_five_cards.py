from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement

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


def strength(text: str, deck: Deck = STANDARD_DECK) -> FiveCardStrength:
    return five_card_strength(deck.parse(text), deck)


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("Ah 2c 3c 4d 5s", "straight", "5 4 3 2 A"),
        ("Ah Kc Qc Jd Ts", "straight", "A K Q J T"),
        ("Kh Ac 2c 3d 4s", "high card", "A K 4 3 2"),
        ("9d 2s 9c 2h 9h", "full house", "9 9 9 2 2"),
        ("Kd 2s Kc 2h 9h", "two pair", "K K 2 2 9"),
        ("Kd Ks 9c 9h 9d", "full house", "9 9 9 K K"),
        ("2d 2s 2c Jh 2h", "four of a kind", "2 2 2 2 J"),
        ("Qs 6h Qd 4d As", "pair", "Q Q A 6 4"),
        ("Th Ah Jh Kh Qh", "royal flush", "A K Q J T"),
        ("9h Th Jh Kh Qh", "straight flush", "K Q J T 9"),
        ("5h Ah 3h 2h 4h", "straight flush", "5 4 3 2 A"),
        ("9h Ah 3h 2h 4h", "flush", "A 9 4 3 2"),
    ],
)
def test_what_a_hand_is(text: str, category: str, ranks: str) -> None:
    found = strength(text)
    assert found.category == category
    assert [STANDARD_DECK.ranks[rank].symbol for rank in found.ranks] == ranks.split()


def test_the_7462_strengths_that_evaluators_list() -> None:
    """The classes of Kevin Suffecool's evaluator; the best of its 10 straight flushes is royal here."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            cards = [rank * 4 + number % 4 for number, rank in enumerate(ranks)]
            found.add(five_card_strength([STANDARD_DECK.cards[card] for card in cards], STANDARD_DECK))
    for ranks in combinations(range(13), 5):
        found.add(five_card_strength([STANDARD_DECK.cards[rank * 4] for rank in ranks], STANDARD_DECK))
    counts = Counter(one.category.value for one in found)
    assert counts == {
        "royal flush": 1,
        "straight flush": 9,
        "four of a kind": 156,
        "full house": 156,
        "flush": 1277,
        "straight": 10,
        "three of a kind": 858,
        "two pair": 858,
        "pair": 2860,
        "high card": 1277,
    }
    assert sum(counts.values()) == 7462


def test_stripped_decks_have_their_own_lowest_straight_and_royal() -> None:
    short = parse_deck("6 7 8 9 T J Q K A")
    assert strength("Ah 6c 7c 8d 9s", short).category is FiveCardCategory.STRAIGHT
    assert strength("Ah 6c 7c 8d 9s", short) < strength("Th 6c 7c 8d 9s", short)
    assert strength("Ah Kh Qh Jh Th", short).category is FiveCardCategory.ROYAL_FLUSH
    no_tens = parse_deck("2 3 4 5 6 7 8 9 J Q K A")
    assert strength("Ah Kh Qh Jh 9h", no_tens).category is FiveCardCategory.ROYAL_FLUSH
    no_ace = parse_deck("2 3 4 5 6 7 8 9 T J Q K")
    assert strength("Kh Qh Jh Th 9h", no_ace).category is FiveCardCategory.STRAIGHT_FLUSH
    assert strength("Kh 2c 3c 4d 5s", no_ace).category is FiveCardCategory.HIGH_CARD
    five_ranks = parse_deck("2 3 4 5 A")
    assert strength("Ah 2h 3h 4h 5h", five_ranks).category is FiveCardCategory.ROYAL_FLUSH
    assert strength("Ah 2h 3h 4h 5d", five_ranks).ranks == (4, 3, 2, 1, 0)
    four_ranks = parse_deck("J Q K A")
    assert strength("As Ah Kh Qh Jh", four_ranks).category is FiveCardCategory.PAIR


def test_five_of_a_kind_beats_all_where_there_are_five_suits() -> None:
    deck = parse_deck("9 T J Q K A", "5")
    lowest = strength("9c 9d 9h 9s 9t", deck)
    assert lowest.category is FiveCardCategory.FIVE_OF_A_KIND
    assert lowest > strength("Ah Kh Qh Jh Th", deck)
    assert lowest < strength("Tc Td Th Ts Tt", deck)


def test_best_five_of_more() -> None:
    def best(text: str) -> FiveCardStrength:
        return best_five(STANDARD_DECK.parse(text), STANDARD_DECK)

    assert best("Qs Qh 4d 4s 2c 2d") == strength("Qs Qh 4d 4s 2c")
    assert best("Qs Qh Qd 4s 4c 4d") == strength("Qs Qh Qd 4s 4c")
    assert best("As 2h 3h 4h 5h 6h 7h") == strength("3h 4h 5h 6h 7h")
    assert best("As 2s 3s 4s 5h 6s Kd") == strength("As 2s 3s 4s 6s")
    assert best("As Ad Ah Ac Ks Kd Kh") == strength("As Ad Ah Ac Ks")
    assert best("Ts Js Qs Ks As 9s 8s") == strength("Ts Js Qs Ks As")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("As Ks Qs Js", "4 cards where 5 are needed"),
        ("As Ks Qs Js Ts 9s", "6 cards where 5 are needed"),
    ],
)
def test_other_numbers_of_cards_are_refused(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        strength(text)


def test_hands_that_cannot_be_are_refused() -> None:
    ace, king, queen, jack = STANDARD_DECK.parse("As Ks Qs Js")
    with pytest.raises(CardError, match="a card stands twice among As Ks Qs Js Js"):
        five_card_strength([ace, king, queen, jack, jack], STANDARD_DECK)
    with pytest.raises(CardError, match="As is not a card of this deck"):
        five_card_strength([ace, king, queen, jack, *STANDARD_DECK.parse("Ts")], parse_deck("T J Q K"))
    with pytest.raises(CardError, match="4 cards where at least 5 are needed"):
        best_five([ace, king, queen, jack], STANDARD_DECK)


hands = st.lists(st.sampled_from(STANDARD_DECK.cards), min_size=7, max_size=7, unique=True)


@given(hands, st.permutations(STANDARD_DECK.suits), st.randoms(use_true_random=False))
def test_suits_and_places_may_be_permuted(
    cards: list[Card], suits: list[Suit], shuffle: random.Random
) -> None:
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

HIGH_TO_LOW = {
    "royal flush": ["As Ks Qs Js Ts | Th Ah Jh Kh Qh"],
    "straight flush": [
        "Ks Qs Js Ts 9s | Kd Qd Jd Td 9d",
        "Th 9h 8h 7h 6h",
        "6c 5c 4c 3c 2c",
        "5d 4d 3d 2d Ad",
    ],
    "four of a kind": [
        "As Ah Ad Ac Ks | As Ah Ad Ac Kd",
        "As Ah Ad Ac 2s",
        "Ks Kh Kd Kc As",
        "2s 2h 2d 2c 3s",
    ],
    "full house": ["As Ah Ad Ks Kh", "As Ah Ad 2s 2h", "Ks Kh Kd As Ah", "3s 3h 3d 2s 2h", "2s 2h 2d As Ah"],
    "flush": ["As Ks Qs Js 9s | Ad Kd Qd Jd 9d", "Ah Kh Qh Jh 8h", "Ac 6c 4c 3c 2c", "7s 5s 4s 3s 2s"],
    "straight": ["As Kh Qs Js Ts | Ad Kd Qd Jd Th", "Ks Qh Js Ts 9s", "6s 5h 4s 3s 2s", "5s 4h 3s 2s As"],
    "three of a kind": ["As Ah Ad Ks Qh", "As Ah Ad Ks 2h", "Ks Kh Kd As Qh", "2s 2h 2d 4s 3h"],
    "two pair": ["As Ah Ks Kh Qd", "As Ah Ks Kh 2d", "As Ah 2s 2h Kd", "Ks Kh Qs Qh Ad", "3s 3h 2s 2h 4d"],
    "pair": ["As Ah Ks Qh Jd", "As Ah Ks Qh 2d", "As Ah 4s 3h 2d", "Ks Kh As Qh Jd", "2s 2h 5s 4h 3d"],
    "high card": ["As Kh Qs Js 9s | Ad Kd Qd Jd 9h", "As Kh Qs Js 8s", "Ks Qh Js Ts 8s", "7s 5h 4s 3s 2s"],
}
"""Hands in the order of poker, each stronger than all behind it; those beside one another tie."""


def test_each_hand_wins_against_all_behind_it_and_ties_with_those_beside_it() -> None:
    groups = [
        (name, hands.split(" | ")) for name, of_category in HIGH_TO_LOW.items() for hands in of_category
    ]
    placed = [(place, name, hand) for place, (name, hands) in enumerate(groups) for hand in hands]
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
def test_the_categories_that_a_deck_can_make_are_those_of_its_hands(
    ranks: int, suits: int, with_ace: bool
) -> None:
    own = STANDARD_RANKS[-ranks:] if with_ace else STANDARD_RANKS[:ranks]
    stars = Suit("x", "*", "stars", "green")
    deck = Deck(own, (*STANDARD_SUITS, stars)[:suits])
    made = {category for category, count in category_counts(deck, 5).items() if count}
    assert set(possible_categories(deck)) == made
