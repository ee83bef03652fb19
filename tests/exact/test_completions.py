from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from combin.cards import STANDARD_DECK, Deck
from combin.decks import parse_deck
from combin.exact.completions import all_completions, completions
from combin.exact.fivecard_counts import category_counts
from combin.fivecard import FiveCardCategory, best_five
from combin.isomorphism import HandClass, hand_classes
from combin.ranking import Ranking
from tests.fivecard_naive import CATEGORIES, SMALL_DECKS, naive_completions, places_of

CLASSES = hand_classes(Ranking())
# Some of every kind and pattern, among them hands that can become straights at both ends and royals.
SOME = random.Random(5).sample(CLASSES, 50)
SOME += [
    one
    for one in CLASSES
    if {card // 4 for card in one.hand} in ({12, 11, 10}, {0, 1, 12}, {8, 9, 12}) and one not in SOME
]


def by_name(one: HandClass) -> str:
    return " ".join(str(STANDARD_DECK.cards[card]) for card in one.hand)


@pytest.mark.parametrize("one", SOME, ids=by_name)
def test_two_jackpot_cards_as_by_the_reference(one: HandClass) -> None:
    found = dict.fromkeys(FiveCardCategory, 0)
    hand = [STANDARD_DECK.cards[card] for card in one.hand]
    for added in combinations([card for card in STANDARD_DECK.cards if card not in hand], 2):
        found[best_five([*hand, *added], STANDARD_DECK).category] += 1
    assert completions(STANDARD_DECK, one.hand, 2) == found


@pytest.mark.parametrize("more", [3, 4])
def test_three_and_four_more_cards_way_by_way(more: int) -> None:
    for one in random.Random(more).sample(SOME, 8):
        rest = [card for card in range(52) if card not in one.hand]
        added = np.array(list(combinations(rest, more)))
        hands = np.concatenate([np.tile(one.hand, (len(added), 1)), added], axis=1)
        places = places_of(hands, STANDARD_DECK)
        counts = np.bincount(places, minlength=len(CATEGORIES)).tolist()
        assert completions(STANDARD_DECK, one.hand, more) == dict(zip(CATEGORIES, counts, strict=True))
        for row in random.Random(more).sample(range(len(hands)), 20):  # the way by way judge is right
            best = best_five([STANDARD_DECK.cards[card] for card in hands[row]], STANDARD_DECK)
            assert CATEGORIES[places[row]] is best.category


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
def test_every_class_of_small_decks(name: str, more: int) -> None:
    ranking = Ranking(SMALL_DECKS[name])
    found = all_completions(ranking, more)
    for one, counts in zip(hand_classes(ranking), found, strict=True):
        assert counts == naive_completions(ranking.deck, one.hand, more), one
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
def test_all_classes_together_are_all_hands_once_for_every_three_of_their_cards(
    deck: Deck, more: int
) -> None:
    ranking = Ranking(deck)
    classes = hand_classes(ranking)
    found = all_completions(ranking, more)
    for category, count in category_counts(deck, 3 + more).items():
        weighted = sum(one.weight * counts[category] for one, counts in zip(classes, found, strict=True))
        assert weighted == count * comb(3 + more, 3)


def test_which_suits_a_hand_has_makes_no_difference() -> None:
    one = completions(STANDARD_DECK, (0, 5, 21), 4)
    assert one == completions(STANDARD_DECK, (3, 4, 20), 4) == completions(STANDARD_DECK, (20, 3, 4), 4)


def test_a_hand_that_q64_folds_can_still_become_a_straight() -> None:
    seven_five_four = tuple(map(STANDARD_DECK.index, STANDARD_DECK.parse("7s 5h 4d")))
    assert len(seven_five_four) == 3
    counts = completions(STANDARD_DECK, seven_five_four, 2)
    assert counts[FiveCardCategory.STRAIGHT] == 2 * 16  # 3-6 and 6-8 in any suits
    assert counts[FiveCardCategory.FLUSH] == 0


@pytest.mark.parametrize("hand", [(0, 0, 1), (0, 1, 52), (-1, 0, 1)])
def test_what_is_no_hand_is_refused(hand: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="are not the indexes of three cards of this deck"):
        completions(STANDARD_DECK, hand, 2)


@pytest.mark.parametrize("more", [0, 1, 5])
def test_other_numbers_of_cards_are_refused(more: int) -> None:
    with pytest.raises(ValueError, match=f"hands of {3 + more} cards: only 5, 6 and 7 are counted"):
        all_completions(Ranking(), more)
