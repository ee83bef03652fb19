"""Cards seen beside classes of hands, and the hands of the classes one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes, hand_classes_by_suit
from combin.exact.cards_seen import CardsSeen, cards_seen, every_hand
from tests.decks import ranking_of
from tests.plain import Plain

RANKING = ranking_of(Plain("9TJQ", "cdhs"))
Seen = tuple[tuple[int, ...], int]


def moved(ranking: Ranking, hand: tuple[int, ...], card: int) -> set[Seen]:
    """Return what a hand and a card become under every permutation of the suits."""
    suits = len(ranking.deck.suits)
    return {
        (
            tuple(sorted(one - one % suits + to[one % suits] for one in hand)),
            card - card % suits + to[card % suits],
        )
        for to in permutations(range(suits))
    }


def rows_of(seen: CardsSeen) -> list[tuple[tuple[int, ...], int, int]]:
    hands = [tuple(hand) for hand in seen.hands.tolist()]
    return list(zip(hands, seen.cards.tolist(), seen.weights.tolist(), strict=True))


def test_all_pairs_of_a_hand_and_a_card_are_counted_once() -> None:
    """Two rows are alike where the hand has a pair, whose suits can change places."""
    weights: Counter[Seen] = Counter()
    for hand, card, weight in rows_of(cards_seen(hand_classes(RANKING), RANKING.deck)):
        weights[min(moved(RANKING, hand, card))] += weight
    cards = range(len(RANKING.deck))
    every = ((hand, card) for hand in combinations(cards, 3) for card in cards if card not in hand)
    assert weights == Counter(min(moved(RANKING, *one)) for one in every)


def test_of_the_cards_alike_one_stands_for_all() -> None:
    seen = cards_seen(hand_classes(RANKING), RANKING.deck)
    for hand in hand_classes(RANKING):
        own = {card % 4 for card in hand.cards}
        suits = {card % 4 for cards, card, _ in rows_of(seen) if cards == hand.cards}
        assert suits >= own
        assert len(suits - own) == (len(own) < 4)


def test_rows_split_by_suit_are_those_of_the_classes_split_by_suit() -> None:
    seen = cards_seen(hand_classes(RANKING), RANKING.deck)
    split, rows = seen.by_suit(RANKING)
    assert split.classes == hand_classes_by_suit(RANKING)
    for (hand, card, _), row in zip(rows_of(split), rows.tolist(), strict=True):
        assert (tuple(sorted(hand)), card) in moved(RANKING, tuple(seen.hands[row]), int(seen.cards[row]))
    parts = np.bincount(rows, split.weights)
    assert parts.tolist() == seen.weights.tolist()
    again, same = split.by_suit(RANKING)
    assert rows_of(again) == rows_of(split)
    assert same.tolist() == list(range(len(rows)))


@pytest.mark.parametrize("by_suit", [False, True])
def test_what_is_told_of_a_row_is_told_of_all_hands_and_cards_like_it(by_suit: bool) -> None:
    classes = (hand_classes_by_suit if by_suit else hand_classes)(RANKING)
    seen = cards_seen(classes, RANKING.deck)

    def like(hand: tuple[int, ...], card: int) -> set[Seen]:
        own = tuple(sorted(hand))
        alone = by_suit and len({one % 4 for one in hand}) == 1
        return {one for one in moved(RANKING, hand, card) if one[0] == own or not alone}

    orbits = [like(hand, card) for hand, card, _ in rows_of(seen)]
    yes = [Random(str(min(orbit))).random() < 0.5 for orbit in orbits]
    every = every_hand(classes, RANKING.deck)
    found = every.spread(seen, np.array(yes))
    hands = [tuple(hand) for hand in every.hands.tolist()]
    assert sorted(hands) == list(combinations(range(len(RANKING.deck)), 3))
    told = {(hands[row], card) for row, card in np.argwhere(found).tolist()}
    assert told == set().union(*(orbit for orbit, one in zip(orbits, yes, strict=True) if one))
