"""The most that all seats net in a round beside all deals of a small deck, and beside laws of one and two."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from combin.jackpot.mixes import ask_mix
from combin.seats.answer import TableAnswer, ask_table
from tests.brute import brute_force
from tests.exact.test_joint_law import THREE_CARDS
from tests.games import game
from tests.seats.test_deals import DECKS, TWO_DECKS
from tests.variants import analysed, shipped, variant


def asked(name: str, seats: int, **stakes: int) -> TableAnswer:
    return ask_table(ask_mix(shipped(name), stakes), seats)


STAKES = {"ante": 10, "pair_plus": 5, "prime": 2}
JOKERS: dict[str, object] = {
    "deck": {"ranks": "T J Q K A", "suits": ["spades", "hearts"], "jokers": 2, "joker": "wild"},
    "dealer.qualifies": "pair",
    "wager.prime": None,  # of which lines are about colours
    "pay_tables.prime": None,
    "pay_tables.ante_bonus.A.three of a kind": None,
    "pay_tables.pair_plus.A.three of a kind": None,
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "deck", [DECKS["three suits"], TWO_DECKS, JOKERS], ids=["one deck", "two decks", "jokers"]
)
def test_all_deals_of_three_seats_and_the_laws_of_fewer(deck: dict[str, object]) -> None:
    rules = variant(game(THREE_CARDS, deck))
    stakes = {name: stake for name, stake in STAKES.items() if name in rules.wagers}
    answer = ask_table(ask_mix(rules, stakes, strategy="optimal"), 3)
    largest = answer.largest
    brute = brute_force(rules, analysed(rules).letters)
    hands = [frozenset(hand) for hand in brute.deals.hands.cards.tolist()]
    found: Counter[int] = Counter()
    for dealer, cards in enumerate(hands):
        nets = {}
        for player, own in enumerate(hands):
            if not own & cards:
                won = brute.settle(player, dealer)
                won["ante"] += won["play"] + won["ante_bonus"]
                nets[own] = int(sum(stake * won[name] for name, stake in stakes.items()))
        left = frozenset(range(12)) - cards
        first = min(left)  # three seats take all cards that are left, one of them this one
        for pair in combinations(sorted(left - {first}), 2):
            one = frozenset((first, *pair))
            rest = left - one
            for others in combinations(sorted(rest - {min(rest)}), 2):
                other = frozenset((min(rest), *others))
                found[nets[one] + nets[other] + nets[rest - other]] += 6
    assert largest is not None
    assert largest.total == sum(found.values())
    assert largest.net == max(found)
    assert largest.count == found[max(found)]
    two, alone = (replace(answer, seats=seats).largest for seats in (2, 1))
    outcomes = answer.mix.together.outcomes
    assert two is not None
    assert answer.two is not None
    assert (two.net, two.count) == answer.two.outcomes[-1]
    assert alone is not None
    assert alone.net == outcomes[-1][0]
    assert alone.probability == Fraction(outcomes[-1][1], answer.mix.mix.law.total)


@pytest.mark.slow
def test_straight_flushes_in_every_seat() -> None:
    """Of Pair Plus alone no hand of the dealer's matters: sets of straight flushes, suit by suit."""
    largest = asked("crown-melbourne", 7, pair_plus=1).largest
    runs = [{*range(low, low + 3)} for low in range(1, 13)]  # the ace stands at 1 and at 14
    runs = [{rank if rank < 14 else 1 for rank in run} for run in runs]
    # In one suit, by hands of seats: how many sets leave so many cards.
    sets = [
        sum(
            all(not one & other for one, other in combinations(hands, 2))
            for hands in combinations(runs, number)
        )
        for number in range(5)
    ]
    ways = [1]
    for _ in range(4):
        ways = [
            sum(ways[place] * sets[more - place] for place in range(len(ways)) if 0 <= more - place < 5)
            for more in range(len(ways) + 4)
        ]
    assert largest is not None
    # The dealer may have any three of the cards that 21 leave.
    assert largest.net == 7 * 40
    assert largest.count == ways[7] * 5040 * 4495


@pytest.mark.slow
def test_the_most_is_told_where_too_many_deals_have_it() -> None:
    largest = asked("florida-three-card-poker", 7, ante=1).largest
    assert largest is not None
    assert largest.net == 7 * 2  # the Ante and the Play win in each seat
    assert largest.probability is None
