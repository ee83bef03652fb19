from __future__ import annotations

from itertools import combinations, permutations

import pytest

from combin.cards.cards import parse_deck
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes
from combin.proof.counts import RANKS, suit_classes


def hands(ranks: int, suits: int, cards: int) -> list[frozenset[tuple[int, int]]]:
    deck = [(rank, suit) for rank in range(ranks) for suit in range(suits)]
    return [frozenset(one) for one in combinations(deck, cards)]


@pytest.mark.parametrize(
    ("ranks", "suits", "cards"),
    [
        (1, 3, 3),
        (2, 2, 3),
        (3, 3, 3),
        (5, 4, 3),
        (4, 5, 3),
        (2, 4, 5),
        (3, 4, 5),
        (3, 3, 4),
        (2, 6, 3),
        (3, 1, 2),
    ],
)
def test_classes_are_those_that_permutations_make(ranks: int, suits: int, cards: int) -> None:
    least = {
        min(tuple(sorted((rank, to[suit]) for rank, suit in hand)) for to in permutations(range(suits)))
        for hand in hands(ranks, suits, cards)
    }
    assert suit_classes(suits, cards).subs(RANKS, ranks) == len(least)


def test_classes_are_those_of_the_engine() -> None:
    for ranks in ("2 3", "J Q K A", "6 7 8 9 T J Q K A", "2 3 4 5 6 7 8 9 T J Q K A"):
        for suits in range(1, 9):
            deck = parse_deck(ranks, str(suits))
            assert suit_classes(suits).subs(RANKS, len(deck.ranks)) == len(hand_classes(Ranking(deck)))


def test_the_published_numbers_of_classes() -> None:
    found = [suit_classes(4, cards).subs(RANKS, 13) for cards in (2, 3, 5, 7)]
    assert found == [169, 1755, 134459, 6009159]
