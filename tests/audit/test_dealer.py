"""Claims that the dealer's hand does not decide a wager, against every deal of a small deck settled."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from combin.audit.quantities.play import hands_that_the_dealer_decides
from tests.helpers.brute import brute_force, count_deals
from tests.helpers.games import AGAINST_DEALER, BEATS, BONUS, bonus, comparison, game, odds, table_bet
from tests.helpers.variants import variant

SMALL = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": ["clubs", "diamonds", "spades"]}, "dealer": {"qualifies": "pair"}},
    BONUS,
    bonus(odds("5-4-1"), "winners", "Bonus of winners", paid_on=["win"]),
    BEATS,
    table_bet("pair_plus", "Pair Plus", odds("40-30-6-4-1")),
    table_bet("dealers", "Dealer's pairs", {"pair": 1}, hand="dealer"),
    table_bet(
        "either",
        "Either",
        {"flush": 4, "straight flush": 4, "three of a kind": 5, "straight": 2},
        hand="either of both",
    ),
    table_bet("higher", "Higher", {"flush": 4}, hand="higher of both"),
    table_bet("colour", "Colour", {"player of one colour": 3}),
    table_bet("prime", "Prime", {"both of the same colour": 4, "player of one colour": 3}),
    comparison("tie", "Tie", win="lose", tie=20, lose="lose"),
)
OWN_HAND = {"ante_bonus", "pair_plus", "colour"}


@pytest.fixture(scope="module")
def by_hand() -> dict[str, dict[int, Counter[Fraction]]]:
    """Return for each wager and hand how many of the dealer's give each net, by settling every deal."""
    rules = variant(SMALL)
    deals = count_deals(rules)
    found = brute_force(
        rules,
        dict.fromkeys(rules.tables, "A"),
        decisions=np.ones(len(deals.hands.cards), np.int64),
        deals=deals,
    )
    hands = [frozenset(hand) for hand in deals.hands.cards.tolist()]
    results: dict[str, dict[int, Counter[Fraction]]] = defaultdict(lambda: defaultdict(Counter))
    for own, dealer in product(range(len(hands)), repeat=2):
        if not hands[own] & hands[dealer]:
            for name, net in found.settle(own, dealer).items():
                results[name][own][net] += 1
    return results


@pytest.mark.slow
@pytest.mark.parametrize("wager", variant(SMALL).bets)
def test_hands_are_those_of_every_deal(wager: str, by_hand: dict[str, dict[int, Counter[Fraction]]]) -> None:
    nets = [counts for counts in by_hand[wager].values() if len(counts) > 1]
    expected = len(nets), sum(counts.total() - max(counts.values()) for counts in nets)
    rules = variant(SMALL)
    letter = "A" if rules.bets[wager].by_table else ""
    assert hands_that_the_dealer_decides(rules, wager, letter) == expected
    assert (expected == (0, 0)) == (wager in OWN_HAND)
