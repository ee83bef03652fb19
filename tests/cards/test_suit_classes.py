from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations

import pytest

from combin.cards.ranking import AceLow, Ranking, StraightSuits
from combin.cards.suit_classes import HandClass, SuitPattern, by_suit, hand_classes
from tests.helpers.decks import DECKS, ranking_of
from tests.helpers.plain import STANDARD, Plain

ALL_DECKS = {"standard": STANDARD, **DECKS}
Hand = frozenset[str]


@cache
def classes_by_hand(plain: Plain) -> dict[Hand, frozenset[Hand]]:
    """Return for each hand all hands that permutations of the suits make of it, found one by one."""
    swaps = [str.maketrans(plain.suits, "".join(other)) for other in permutations(plain.suits)]
    # Capitals are ranks and small letters are suits, so that a swap of suits leaves ranks alone.
    found: dict[Hand, frozenset[Hand]] = {}
    for cards in plain.hands():
        hand = frozenset(cards)
        if hand not in found:
            members = frozenset(frozenset(card.translate(swap) for card in hand) for swap in swaps)
            found.update(dict.fromkeys(members, members))
    return found


def cards_of(hand_class: HandClass, ranking: Ranking) -> list[str]:
    return [str(ranking.deck.cards[index]) for index in hand_class.cards]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_DECKS)
@pytest.mark.few(5)
def test_classes_are_what_permuted_suits_make_of_a_hand(name: str) -> None:
    plain = ALL_DECKS[name]
    ranking = ranking_of(plain)
    expected = classes_by_hand(plain)
    found = [expected[frozenset(cards_of(one, ranking))] for one in hand_classes(ranking)]
    assert len(set(found)) == len(found)
    assert set(found) == set(expected.values())
    assert [one.weight for one in hand_classes(ranking)] == [len(members) for members in found]


@pytest.mark.slow
@pytest.mark.parametrize("straight_suits", StraightSuits)
@pytest.mark.parametrize("ace_low", AceLow)
@pytest.mark.few(4)
def test_all_hands_of_a_class_are_of_its_strength(ace_low: AceLow, straight_suits: StraightSuits) -> None:
    ranking = Ranking(ace_low=ace_low, straight_suits=straight_suits)
    strength_of = {
        frozenset(str(ranking.deck.cards[index]) for index in hand): level
        for level, hands in enumerate(ranking.hands)
        for hand in hands
    }
    levels = []
    for one in hand_classes(ranking):
        members = classes_by_hand(STANDARD)[frozenset(cards_of(one, ranking))]
        assert {strength_of[hand] for hand in members} == {one.strength.level}
        levels.append(one.strength.level)
    assert levels == sorted(levels)


def test_classes_of_the_standard_deck() -> None:
    """Of 286 rank triples 5 patterns each, of 156 pairs 2, of 13 trips 1: 1,755 (published; 22,100 hands)."""
    classes = hand_classes(Ranking())
    assert len(classes) == 286 * 5 + 156 * 2 + 13
    assert sum(one.weight for one in classes) == 22_100
    # By hand: four suits for one, 4 x 3 for two, 4 x 3 x 2 for three; a pair has C(4, 2) x 2 either way.
    weights = {
        SuitPattern.ONE_SUIT: {4},
        SuitPattern.FIRST_TWO: {12},
        SuitPattern.OUTER_TWO: {12},
        SuitPattern.LAST_TWO: {12},
        SuitPattern.PAIRED_SUIT: {12},
        SuitPattern.THREE_SUITS: {24, 12, 4},
    }
    found: dict[SuitPattern, set[int]] = {}
    for one in classes:
        found.setdefault(one.pattern, set()).add(one.weight)
    assert found == weights


@pytest.mark.parametrize("name", ["standard", "six suits of nine ranks", "four ranks", "two suits"])
def test_the_pattern_says_which_cards_share_a_suit(name: str) -> None:
    """Cards stand as they decide: the pair before its kicker, 3-2-A with the ace last."""
    ranking = ranking_of(ALL_DECKS[name])
    shared = {
        (True, True, True): SuitPattern.ONE_SUIT,
        (True, False, False): SuitPattern.FIRST_TWO,
        (False, True, False): SuitPattern.OUTER_TWO,
        (False, False, True): SuitPattern.LAST_TWO,
        (False, False, False): SuitPattern.THREE_SUITS,
    }
    width = len(ranking.deck.suits)
    for one in hand_classes(ranking):
        assert tuple(index // width for index in one.cards) == one.strength.ranks
        first, second, third = (index % width for index in one.cards)
        pattern = shared[first == second, first == third, second == third]
        if len(set(one.strength.ranks)) == 2 and pattern is not SuitPattern.THREE_SUITS:
            pattern = SuitPattern.PAIRED_SUIT
        assert one.pattern is pattern


def test_a_class_of_one_suit_is_split_by_suit() -> None:
    ranking = Ranking()
    split = Counter(
        (one.strength, one.pattern, each.weight, each.cards[0] % 4)
        for one in hand_classes(ranking)
        for each in by_suit(one, ranking)
        if each != one
    )
    # 12 straight flushes and 274 flushes, in each of four suits.
    assert len(split) == 4 * (12 + 274)
    assert {weight for _, _, weight, _ in split} == {1}
    assert Counter(suit for *_, suit in split) == dict.fromkeys(range(4), 286)
    total = sum(each.weight for one in hand_classes(ranking) for each in by_suit(one, ranking))
    assert total == 22_100


def test_a_split_class_stays_as_it_is() -> None:
    ranking = Ranking()
    for one in hand_classes(ranking):
        for each in by_suit(one, ranking):
            assert by_suit(each, ranking) == (each,)
