"""Hands of two and of four cards against visiting every hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb

import pytest
from msgspec.structs import replace

from combin import frequencies, load
from combin.cards.cards import STANDARD_DECK, CardError, Deck, Suit, parse_deck
from combin.cards.ranking import Category, Ranking
from combin.counting.frequencies import MOST_CARDS, counts_of_few, deals_below, visited_few
from combin.exact.matchups import face_down
from tests.helpers.decks import DECKS, deck_of, ranking_of
from tests.helpers.plain import Plain
from tests.helpers.plain_jokers import Shuffled


def test_four_cards_are_what_they_are_known_to_be() -> None:
    """Of 270,725: 13 x C(4, 4), 11 runs in 4 suits, 13 x 4 x 48, 11 x 252, C(13, 2) x 36, 4 x 715 - 44."""
    found = {row.category: row.count for row in frequencies(4).rows}
    assert list(found.values())[:6] == [13, 11 * 4, 13 * 4 * 48, 11 * (256 - 4), 78 * 36, 4 * 715 - 44]
    assert list(found)[:6] == [
        "four of a kind",
        "straight flush",
        "three of a kind",
        "straight",
        "two pair",
        "flush",
    ]
    assert sum(found.values()) == 270_725


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("cards", [2, 4])
@pytest.mark.few(9)
def test_other_decks_are_what_visiting_every_hand_gives(name: str, cards: int) -> None:
    deck = deck_of(DECKS[name])
    if len(deck) >= cards:
        assert {one: count for one, count in counts_of_few(deck, cards).items() if count} == visited_few(
            deck, cards
        )


def test_two_cards_are_checked_and_named() -> None:
    found = frequencies(2, hands=["pair", "flush"], check=True)
    assert [row.count for row in found.rows] == [78, 260]
    assert found.agree


def test_a_name_that_few_cards_do_not_have_is_refused() -> None:
    with pytest.raises(CardError, match=r"'full house' is no hand of 4 cards \(four of a kind"):
        frequencies(4, hands=["full house"])


SMALL = {
    "nine cards": Plain("QKA", "cdh"),
    "twelve cards": Plain("QKA"),
    "three suits": Plain("9JQK", "cdh"),
    "two jokers": Shuffled("JKA", "cdh", jokers=2),
    "wild queens": Shuffled("JQK", "cdhs", wild=("Qc", "Qd", "Qh", "Qs")),
}


def dealt(ranking: Ranking, level: int, seats: int) -> int:
    """Deal hands below a level one after the other, each from what the others leave."""
    hands = [frozenset(hand) for of_level in ranking.hands[:level] for hand in of_level]

    @cache
    def ways(used: frozenset[int], left: int) -> int:
        return sum(ways(used | hand, left - 1) for hand in hands if not hand & used) if left else 1

    return ways(frozenset(), seats)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        *((name, seats) for name in SMALL for seats in (2, 3) if len(SMALL[name].ranks) > 2),
        ("twelve cards", 4),
    ],
)
@pytest.mark.few(6)
def test_deals_are_what_dealing_hand_after_hand_gives(name: str, seats: int) -> None:
    ranking = ranking_of(SMALL[name])
    every = len(ranking.strengths)
    levels = sorted({every, every - 1, 2 * every // 3, every // 2, every // 3, 0})
    found = deals_below(ranking, levels, seats)
    assert found == {level: dealt(ranking, level, seats) for level in levels}


@pytest.mark.slow
def test_the_largest_decks_are_counted_by_whole_numbers() -> None:
    """Of 26 ranks in six suits the counts pass 2^53; of the most cards all deals are counted."""
    large = parse_deck("2 3 4 5 6 7 8 9 T J Q K A B C D E F G H I L M N O P", "6")
    levels = Ranking(large).levels_by_category[Category.THREE_OF_A_KIND]
    below = deals_below(Ranking(large), [min(levels), max(levels) + 1], 3)
    assert below[max(levels) + 1] - below[min(levels)] == 502_689_728_476_560
    largest = parse_deck(" ".join("23456789TJQKABCDEFGHILMNOPRSUVWXY"), "6")
    largest = replace(largest, suits=(*largest.suits, Suit("z", "z", "zigzags", "green")))
    assert len(largest) == MOST_CARDS
    ranking = Ranking(largest)
    every = len(ranking.strengths)
    assert deals_below(ranking, [every], 3) == {every: comb(231, 3) * comb(228, 3) * comb(225, 3)}
    with pytest.raises(CardError, match="232 cards, and at most 231 are counted"):
        deals_below(Ranking(replace(largest, jokers=1)), [0], 2)


def test_two_hands_are_what_comparing_them_gives() -> None:
    """The higher of two is of a category as often as either wins with it or both have it."""
    ranking = Ranking()
    higher: Counter[str] = Counter()
    for one in face_down(ranking):
        higher[one.hand.strength.category.value] += one.weight * (2 * one.win + one.tie)
    assert {row.category: row.count for row in frequencies(3, seats=2).rows} == higher


@pytest.mark.slow
def test_hands_are_named_and_the_lowest_may_win() -> None:
    whole = frequencies(3, seats=3)
    pairs, better = frequencies(3, hands=["pair", "pair or better"], seats=3).rows
    assert pairs.count == next(row.count for row in whole.rows if row.category == "pair")
    assert better.count == whole.total - whole.rows[-1].count
    lowest = replace(Ranking(), lowest_wins=True)
    rows = frequencies(3, ranking=lowest, seats=2).rows
    assert sum(row.count for row in rows) == 407_170_400
    assert {row.category for row in rows} == {row.category for row in whole.rows}
    assert load("three-card-poker").frequencies(3, seats=2).rows == frequencies(3, seats=2).rows


@pytest.mark.parametrize(
    ("deck", "cards", "seats", "problem"),
    [
        (STANDARD_DECK, 3, 7, "7 seats: the highest of 2 to 4 hands is counted; see Limits"),
        (STANDARD_DECK, 5, 2, "the highest of 2 hands: it is counted for hands of 3 cards"),
        (Deck(copies=2), 3, 2, "2 decks: the highest of several hands is counted for one deck"),
        (Deck(STANDARD_DECK.ranks[:2]), 3, 3, "3 hands of 3 cards: the deck has only 8"),
    ],
)
def test_what_cannot_be_counted_is_refused(deck: Deck, cards: int, seats: int, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        frequencies(cards, deck, seats=seats)


def test_a_circle_of_hands_has_no_highest() -> None:
    ranking = replace(Ranking(), upsets=((range(1), range(740, 741)),))
    with pytest.raises(CardError, match="some hands beat some of those above them"):
        frequencies(3, ranking=ranking, seats=2)
