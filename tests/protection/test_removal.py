"""Effects of removal, held to an analysis of the game without the cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from combin import load
from combin.exact.analysis import analyse, choices
from combin.protection.dead_sets import sums_kind
from combin.protection.removal import Removal, removal
from combin.rules.resolved import Rules, without_cards
from tests.helpers.brute import brute_force
from tests.helpers.games import AGAINST_DEALER, BEATS, Part, bonus, comparison, game, odds, table_bet
from tests.helpers.variants import variant

DECK = {
    "deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts", "spades"]},
    "dealer.qualifies": "A high",
}
SMALL: Part = game(
    AGAINST_DEALER,
    DECK,
    bonus(odds("5-4-1")),
    BEATS,
    table_bet("dealers", "Dealer's", {**odds("20-15-4-3-1"), "flush of hearts": 9}, hand="dealer"),
    table_bet("colours", "Colours", {"both of the same colour": 9, "both of one colour each": 5}),
    table_bet("plus", "Plus", odds("20-15-4-3-1"), on_fold="lost"),
    table_bet(
        "six",
        "Six",
        {"six-card royal of hearts": 500, "royal flush": 90, "straight flush": 60, "full house": 20},
        hand="player and dealer",
    ),
    comparison("higher", "Higher", win="lose", tie=9, lose=1),
)
SUITS: Part = game(
    AGAINST_DEALER,
    DECK,
    bonus({"straight flush": 5, "straight flush of spades": "17/2", "three of a kind": 4, "straight": 1}),
    table_bet("lost", "Dealer's, lost with a fold", odds("20-15-4-3-1"), hand="dealer", on_fold="lost"),
)
"""The suit matters to the base game, and a bet is left for the long road."""


def removed(rules: Rules) -> Removal:
    return removal(rules, choices(rules, {})[0])


def without(rules: Rules, cards: str) -> dict[str, Fraction]:
    (found,) = analyse(without_cards(rules, cards), choices(rules, {})[:1])
    return {name: wager.house_edge for name, wager in found.wagers.items()}


def by_brute_force(rules: Rules) -> Fraction:
    nets = brute_force(rules, {}).outcomes["ante"]
    return -sum((net * count for net, count in nets.items()), Fraction(0)) / sum(nets.values())


@pytest.mark.slow
@pytest.mark.parametrize("entries", [SMALL, SUITS], ids=["kinds of bets", "suits"])
def test_the_edge_without_a_card_is_that_of_the_game_without_it(entries: Part) -> None:
    rules = variant(entries)
    found = removed(rules)
    for index, card in list(enumerate(rules.deck.cards))[::7]:
        exact = without(rules, str(card))
        assert {name: one.without[index] for name, one in found.wagers.items()} == exact


def test_a_commission_of_thirteen_decimals_is_counted_exactly() -> None:
    """Nets of which sums pass 64 bits, of the base game, of bets that it decides and of bets on the hand."""
    cut = {"commission": "0.0123456789123"}
    entries = {f"wager.{name}.{key}": value for name in ("ante", "plus") for key, value in cut.items()}
    rules = variant(game(SMALL, entries, {"wager.plus.commission": "1/1000000000000000000000"}))
    found = removed(rules)
    for index in (0, len(rules.deck) - 1):
        exact = without(rules, str(rules.deck.cards[index]))
        assert {name: one.without[index] for name, one in found.wagers.items()} == exact


def test_the_largest_unit_that_64_bits_hold() -> None:
    most = (2**61 - 1) // (64 * 22_100**2)
    assert most == 73_767_525
    assert [sums_kind((worth, -1), 52) for worth in (most, most + 1, -most - 1)] == [np.int64, object, object]


@pytest.mark.slow
def test_a_linear_count_is_judged_over_all_pairs() -> None:
    rules = variant(game(SMALL, {"deck.ranks": "J Q K A", "wager.six": None, "pay_tables.six": None}))
    found = removed(rules)
    cards = rules.deck.cards
    exact = {(a, b): without(rules, f"{cards[a]} {cards[b]}") for a, b in combinations(range(len(cards)), 2)}
    for name, one in found.wagers.items():
        effects = {(a, b): one.effect(a) + one.effect(b) for a, b in exact}
        errors = [edges[name] - one.whole - effects[pair] for pair, edges in exact.items()]
        assert one.linear is not None
        assert abs(one.linear.worst) == max(map(abs, errors))
        assert one.linear.mean_square == sum(error**2 for error in errors) / len(errors)


def test_one_card_of_two_decks_changes_nothing_on_average() -> None:
    entries = {"deck.decks": 2, "deck.ranks": "J Q K A", "wager.six": None, "pay_tables.six": None}
    rules = variant(game(SMALL, entries, {"wager.colours": None, "pay_tables.colours": None}))
    found = removed(rules)
    means = {name: sum(one.without) / len(rules.deck) for name, one in found.wagers.items()}
    for name in ("higher", "dealers"):  # which a fold does not lose
        assert means[name] == found.wagers[name].whole
    assert means["ante"] < found.wagers["ante"].whole  # as the player knows the card
    assert all(one.linear is None for one in found.wagers.values())
    assert len(found.cards) == len(rules.deck) // 2


@pytest.mark.slow
def test_cards_of_a_whole_deck() -> None:
    crown = load("crown-melbourne")
    found = crown.removal()
    for card in Random(17).sample(crown.rules.deck.cards, 1):
        exact = crown.analyse(dead=str(card))
        for name, one in found.wagers.items():
            assert one.without[crown.rules.deck.index(card)] == exact.wagers[name].house_edge
    assert len(found.kinds) == 13


@pytest.mark.parametrize(
    "words",
    [
        {"deal.face_up": 1},
        {"deal.face_up": 2, "deal.tells": "rank"},
        {"ranking.beats": {"K-Q-J": "three of a kind"}},
    ],
)
def test_beside_cards_seen_and_hands_out_of_order(words: dict[str, object]) -> None:
    three = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}}
    rules = variant(game(AGAINST_DEALER, three, {"dealer.qualifies": "pair"}, words))
    found = removed(rules).wagers["ante"]
    assert len(set(found.without)) > 1
    for card in (0, 3):
        assert found.without[card] == by_brute_force(without_cards(rules, str(rules.deck.cards[card])))


@pytest.mark.parametrize("deck", [{"jokers": 2}, {"jokers": 1}, {"wild": ["Jh"]}], ids=str)
def test_a_joker_is_taken_out_as_any_card(deck: dict[str, object]) -> None:
    three = game(AGAINST_DEALER, {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}})
    rules = variant(game(three, {"dealer.qualifies": "pair", "deck": deck}))
    found = removed(rules)
    other = {"jokers": rules.deck.jokers - 1} if rules.deck.jokers else {}
    if other:
        assert (
            found.wagers["ante"].without[-1]
            == without(variant(game(three, {"dealer.qualifies": "pair", "deck": other})), "")["ante"]
        )
    for card in (0, -1):
        dead = without_cards(rules, str(rules.deck.cards[card]))
        assert found.wagers["ante"].without[card] == by_brute_force(dead)
