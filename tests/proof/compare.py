"""Brute force beside the exact engine: hand by hand, and every count."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import BaseGame
from combin.proof.brute import BruteForce, brute_force
from combin.proof.deals import Deals, count_deals
from combin.rules.rules import Rules


def compare(rules: Rules, *strategies: str) -> list[tuple[Analysis, BruteForce]]:
    """Assert that engine and brute force agree on every choice of tables, and return both.

    Strategies other than the optimal one are compared under the last choice of tables.
    """
    deals = count_deals(rules)
    tables = choices(rules, {})
    both = []
    rows: dict[tuple[tuple[int, ...], ...], NDArray[np.int64]] = {}
    for strategy in (None, *strategies):
        for analysis in analyse(rules, tables if strategy is None else tables[-1:], strategy):
            classes = tuple(matchup.hand.hand for matchup in analysis.game.matchups)
            if classes not in rows:
                rows[classes] = class_of_hands(analysis.game, deals)
            decisions = np.array(analysis.strategy.decisions)[rows[classes]]
            brute = brute_force(
                rules, analysis.letters, deals=deals, decisions=None if strategy is None else decisions
            )
            if strategy is None:
                same_hands(analysis, brute, rows[classes])
            same_counts(analysis, brute)
            both.append((analysis, brute))
    return both


def same_hands(analysis: Analysis, brute: BruteForce, row: NDArray[np.int64]) -> None:
    """Assert that each hand meets the same dealer hands, and has the same values and decision."""
    game = analysis.game
    assert np.array_equal(np.array([one.counts for one in game.matchups])[row], brute.deals.cases[:, 0])
    assert np.array_equal(np.array(analysis.strategy.decisions)[row], brute.decisions[:, 0])
    allowed = [game.choices(index) for index in range(len(game.matchups))]
    assert brute.choices == tuple(sorted({choice for choices in allowed for choice in choices}))
    for column, choice in enumerate(brute.choices):
        values = np.array([game.value(index, choice) for index in range(len(game.matchups))], dtype=object)
        assert np.array_equal(values[row] * brute.unit, brute.values[:, 0, column] * game.unit)


def same_counts(analysis: Analysis, brute: BruteForce) -> None:
    """Assert that each wager has each net in as many of all deals, and so on."""
    assert analysis.wagers.keys() == brute.outcomes.keys()
    for name, exact in analysis.wagers.items():
        deals_each = Fraction(brute.deals.total, exact.total)  # the engine counts some bets over hands alone
        assert {net: count * deals_each for net, count in exact.outcomes} == brute.outcomes[name], name
    assert analysis.wagers[analysis.rules.base].staked == brute.staked
    assert analysis.strategy.hands_played == brute.hands_played
    assert analysis.game.by_category(analysis.strategy.decisions) == brute.by_category


def class_of_hands(game: BaseGame, deals: Deals) -> NDArray[np.int64]:
    """Return for every hand the index of its suit class among the matchups of a game."""
    suits = len(game.rules.deck.suits)
    index: dict[object, int] = {}
    for place, matchup in enumerate(game.matchups):
        hand = matchup.hand.hand
        index[tuple(sorted(hand))] = place  # a class that is one hand, where pay tables name a suit
        index.setdefault(_pattern(hand, suits), place)
    hands = [tuple(hand) for hand in deals.hands.cards.tolist()]
    return np.array([index[hand] if hand in index else index[_pattern(hand, suits)] for hand in hands])


def _pattern(hand: tuple[int, ...], suits: int) -> tuple[tuple[int, int], ...]:
    """Return the ranks and which of them share a suit: the least of all ways to write the cards."""
    ways = []
    for cards in permutations(hand):
        called: dict[int, int] = {}
        ways.append(tuple((card // suits, called.setdefault(card % suits, len(called))) for card in cards))
    return min(ways)
