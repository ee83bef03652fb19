"""The highest of several hands: held to dealing all of them, and for two to comparing every pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from combin import frequencies, load
from combin.cards.cards import STANDARD_DECK, CardError, Deck
from combin.cards.ranking import Ranking
from combin.exact.highest import deals_below
from combin.exact.matchups import matchups
from tests.decks import ranking_of
from tests.plain import Plain
from tests.plain_jokers import Shuffled

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


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        *((name, seats) for name in SMALL for seats in (2, 3) if len(SMALL[name].ranks) > 2),
        ("twelve cards", 4),
    ],
)
def test_deals_are_what_dealing_hand_after_hand_gives(name: str, seats: int) -> None:
    ranking = ranking_of(SMALL[name])
    every = len(ranking.strengths)
    levels = sorted({every, every - 1, 2 * every // 3, every // 2, every // 3, 0})
    found = deals_below(ranking, levels, seats)
    assert found == {level: dealt(ranking, level, seats) for level in levels}


def test_two_hands_are_what_comparing_them_gives() -> None:
    """The higher of two is of a category as often as either wins with it or both have it."""
    ranking = Ranking()
    higher: Counter[str] = Counter()
    for one in matchups(ranking):
        higher[one.hand.strength.category.value] += one.weight * (2 * one.win + one.tie)
    assert {row.category: row.count for row in frequencies(3, seats=2).rows} == higher


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
