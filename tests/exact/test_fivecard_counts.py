"""Hands of five to nine cards counted by their best five, against the reference evaluator."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK, Deck, parse_deck
from combin.cards.five_cards import FiveCardCategory, best_five
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import HandClass, hand_classes
from combin.exact.fivecard_counts import HandCounter, category_counts
from tests.helpers.fivecard_naive import CATEGORIES, SMALL_DECKS, naive_completions, naive_counts, places_of

RANKS = "2 3 4 5 6 7 8 9 T J Q K A"

decks = st.builds(
    lambda ranks, ace, suits: parse_deck(
        " ".join([*RANKS.split()[:ranks], *(["A"] if ace else [])]), str(suits)
    ),
    st.integers(1, 12),
    st.booleans(),
    st.integers(1, 8),
)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS)
@pytest.mark.few(7)
def test_counts_are_those_of_the_reference_hand_by_hand(deck: Deck, cards: int) -> None:
    assert category_counts(deck, cards) == naive_counts(deck, cards)


@given(decks, st.sampled_from([5, 6, 7]))
def test_counts_add_to_the_number_of_hands(deck: Deck, cards: int) -> None:
    counts = category_counts(deck, cards)
    assert list(counts) == list(FiveCardCategory)
    assert sum(counts.values()) == comb(len(deck), cards)
    assert min(counts.values()) >= 0


@given(decks, st.integers(5, 6))
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
    counts = dict(HandCounter(STANDARD_DECK, 7).counts(held))
    assert counts.pop(category) == 1
    assert not any(counts.values())


@pytest.mark.parametrize("cards", [0, 4, 10])
def test_other_numbers_of_cards_are_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"hands of {cards} cards: only 5 to 9 are counted"):
        category_counts(STANDARD_DECK, cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [8, 9])
@pytest.mark.parametrize(
    ("ranks", "suits"),
    [
        ("2 3 4 5 6 A", "2"),
        ("9 T J Q K A", "2"),
        ("7 8 9 T J Q K", "2"),  # no ace, and no royal flush
        ("J Q K A", "3"),
        ("9 T J Q K", "3"),
        ("Q K A", "4"),
    ],
)
def test_eight_and_nine_cards_are_counted_as_the_best_five_of_each(
    ranks: str, suits: str, cards: int
) -> None:
    deck = parse_deck(ranks=ranks, suits=suits)
    assert category_counts(deck, cards) == naive_counts(deck, cards)


# -- by kind -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS)
def test_kinds_of_completions(deck: Deck) -> None:
    held = tuple(range(len(deck)))[:: len(deck) // 3][:3]
    rest = [card for card in range(len(deck)) if card not in held]
    expected = Counter[object]()
    for added in combinations(rest, 3):
        cards = [deck.cards[card] for card in (*held, *added)]
        best, times = best_five(cards, deck), Counter(card.suit for card in cards)
        suit = next((suit for suit, often in times.items() if often >= 5), None)
        expected[best.category, best.ranks[0], suit] += 1
    assert HandCounter(deck, 6).kinds(held) == expected


@given(decks, st.integers(5, 7), st.integers(0, 2**16))
def test_kinds_are_parts_of_categories(deck: Deck, cards: int, seed: int) -> None:
    held = tuple(random.Random(seed).sample(range(len(deck)), min(len(deck), 3)))
    by_category, counter = Counter[FiveCardCategory](), HandCounter(deck, cards)
    for (category, _, suit), number in counter.kinds(held).items():
        assert (suit is not None) == ("flush" in category)
        by_category[category] += number
    assert by_category == Counter(counter.counts(held))


# -- hands that hold three given cards ---------------------------------------------------------------------

CLASSES = hand_classes(Ranking())
# Some of every kind and pattern, among them hands that can become straights at both ends and royals.
SOME = random.Random(5).sample(CLASSES, 50)
SOME += [
    one
    for one in CLASSES
    if {card // 4 for card in one.cards} in ({12, 11, 10}, {0, 1, 12}, {8, 9, 12}) and one not in SOME
]


def by_name(hand_class: HandClass) -> str:
    return " ".join(str(STANDARD_DECK.cards[card]) for card in hand_class.cards)


@pytest.mark.slow
@pytest.mark.parametrize("hand_class", SOME, ids=by_name)
@pytest.mark.few(33)
def test_two_jackpot_cards_as_by_the_reference(hand_class: HandClass) -> None:
    found = dict.fromkeys(FiveCardCategory, 0)
    hand = [STANDARD_DECK.cards[card] for card in hand_class.cards]
    for added in combinations([card for card in STANDARD_DECK.cards if card not in hand], 2):
        found[best_five([*hand, *added], STANDARD_DECK).category] += 1
    assert HandCounter(STANDARD_DECK, 5).counts(hand_class.cards) == found


@pytest.mark.slow
@pytest.mark.parametrize("more", [3, 4])
def test_three_and_four_more_cards_way_by_way(more: int) -> None:
    counter = HandCounter(STANDARD_DECK, 3 + more)
    for one in random.Random(more).sample(SOME, 4):
        rest = [card for card in range(52) if card not in one.cards]
        added = np.array(list(combinations(rest, more)))
        hands = np.concatenate([np.tile(one.cards, (len(added), 1)), added], axis=1)
        places = places_of(hands, STANDARD_DECK)
        counts = np.bincount(places, minlength=len(CATEGORIES)).tolist()
        assert counter.counts(one.cards) == dict(zip(CATEGORIES, counts, strict=True))
        for row in random.Random(more).sample(range(len(hands)), 20):  # the way by way judge is right
            best = best_five([STANDARD_DECK.cards[card] for card in hands[row]], STANDARD_DECK)
            assert CATEGORIES[places[row]] is best.category


@pytest.mark.slow
@pytest.mark.parametrize("more", [2, 3, 4])
@pytest.mark.parametrize(
    "name",
    [
        "straights over the ace",
        "five ranks: the wheel is the royal",
        "five suits: five of a kind",
        "no ace, gaps and other ranks",
        "seven cards",
        "six cards",
    ],
)
@pytest.mark.few(7)
def test_every_class_of_small_decks(name: str, more: int) -> None:
    ranking = Ranking(SMALL_DECKS[name])
    counter = HandCounter(ranking.deck, 3 + more)
    for one in hand_classes(ranking)[:: 1 if more == 2 else 3]:
        counts = counter.counts(one.cards)
        assert counts == naive_completions(ranking.deck, one.cards, more), one
        assert sum(counts.values()) == comb(len(ranking.deck) - 3, more)


@pytest.mark.parametrize("more", [2, 3, 4])
@pytest.mark.parametrize(
    "deck",
    [
        STANDARD_DECK,
        parse_deck("6 7 8 9 T J Q K A", "6"),
        parse_deck(suits="8"),
        parse_deck("2 3 4 5 6 7 8", "2"),
    ],
    ids=["52 cards", "six suits of nine ranks", "eight suits", "two suits"],
)
def test_all_classes_are_all_hands_once_for_every_three_of_their_cards(deck: Deck, more: int) -> None:
    ranking = Ranking(deck)
    classes = hand_classes(ranking)
    counter = HandCounter(ranking.deck, 3 + more)
    found = [counter.counts(one.cards) for one in classes]
    for category, count in category_counts(deck, 3 + more).items():
        weighted = sum(one.weight * counts[category] for one, counts in zip(classes, found, strict=True))
        assert weighted == count * comb(3 + more, 3)


def test_which_suits_a_hand_has_makes_no_difference() -> None:
    counter = HandCounter(STANDARD_DECK, 7)
    assert counter.counts((0, 5, 21)) == counter.counts((3, 4, 20)) == counter.counts((20, 3, 4))


def test_a_hand_that_q64_folds_can_still_become_a_straight() -> None:
    seven_five_four = tuple(map(STANDARD_DECK.index, STANDARD_DECK.parse("7s 5h 4d")))
    assert len(seven_five_four) == 3
    counts = HandCounter(STANDARD_DECK, 5).counts(seven_five_four)
    assert counts[FiveCardCategory.STRAIGHT] == 2 * 16  # 3-6 and 6-8 in any suits
    assert counts[FiveCardCategory.FLUSH] == 0


@pytest.mark.parametrize("left", ["Js 9h 4d Qs 8h 3d Kc 2c 7s", "As Ks Qs Js Ts 9s 9h 8h 5d"])
def test_a_deck_of_which_few_cards_are_left(left: str) -> None:
    kept = STANDARD_DECK.parse(left)
    deck = replace(STANDARD_DECK, missing=tuple(card for card in STANDARD_DECK.cards if card not in kept))
    for cards, held in product((5, 6, 7), ((), (0, 3, 7))):
        hands = combinations(range(len(deck)), cards)
        naive = Counter(
            best_five([deck.cards[card] for card in hand], deck).category
            for hand in hands
            if {*held} <= {*hand}
        )
        assert HandCounter(deck, cards).counts(held) == {one: naive[one] for one in FiveCardCategory}
