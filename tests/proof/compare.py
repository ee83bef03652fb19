"""Brute force compared with the exact engine: hand by hand, and every count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.joint_law import joint_law
from combin.exact.matchups import Matchups
from combin.proof.simulated import situations_of_hands
from combin.rules.resolved import Rules
from tests.helpers.brute import BruteForce, brute_force, count_deals


def compare(
    rules: Rules, *strategies: str, chosen: Mapping[str, str] | None = None
) -> list[tuple[Analysis, BruteForce]]:
    """Assert that engine and brute force agree on every table, and return both.

    `chosen` are the tables of some wagers, where not all are to be gone through. Strategies other than the
    optimal one are compared under the last choice of tables.
    """
    deals = count_deals(rules)
    tables = each_table_once(choices(rules, chosen or {}))
    both = []
    rows: dict[Matchups, NDArray[np.int64]] = {}
    for strategy in (None, *strategies):
        for analysis in analyse(rules, tables if strategy is None else tables[-1:], strategy):
            matchups = analysis.game.matchups
            if matchups not in rows:
                rows[matchups] = situations_of_hands(matchups, deals)
            decisions = np.array(analysis.strategy.decisions)[rows[matchups]]
            brute = brute_force(
                rules, analysis.letters, deals=deals, decisions=None if strategy is None else decisions
            )
            if strategy is None:
                same_situations(analysis, brute, rows[matchups])
            same_counts(analysis, brute)
            both.append((analysis, brute))
    return both


def each_table_once(tables: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return few choices that have every table: what one table pays does not depend on another."""
    letters = {name: [*dict.fromkeys(one[name] for one in tables)] for name in tables[0]}
    most = max(map(len, letters.values()), default=1)
    return [{name: of[place % len(of)] for name, of in letters.items()} for place in range(most)]


def same_situations(analysis: Analysis, brute: BruteForce, rows: NDArray[np.int64]) -> None:
    """Assert that each hand, with what is seen, meets the same dealer hands, values and decisions."""
    game, can_be = analysis.game, brute.deals.situations > 0
    rows = rows[can_be]
    assert (rows >= 0).all()
    assert np.array_equal(np.array([one.counts for one in game.matchups])[rows], brute.deals.cases[can_be])
    assert np.array_equal(np.array(analysis.strategy.decisions)[rows], brute.decisions[can_be])
    allowed = [game.choices(index) for index in range(len(game.matchups))]
    assert set(brute.choices) >= {choice for choices in allowed for choice in choices}
    for column, choice in enumerate(brute.choices):
        here = np.array([choice in choices for choices in allowed])[rows]
        values = [
            game.value(index, choice) if choice in choices else 0 for index, choices in enumerate(allowed)
        ]
        kind = object if len(rows) < 100_000 else np.int64  # in games of so many rows products are small
        found = brute.values[can_be][here, column].astype(kind)
        assert np.array_equal(np.array(values, kind)[rows[here]] * brute.unit, found * game.unit)


def same_counts(analysis: Analysis, brute: BruteForce) -> None:
    """Assert that each wager has each net in as many of all deals, and so on."""
    rules = analysis.rules
    on_more_cards = {name for name in rules.side_bets if rules.bets[name].more_cards}
    assert analysis.wagers.keys() - on_more_cards == brute.outcomes.keys()
    for name in brute.outcomes:
        exact = analysis.wagers[name]
        deals_each = Fraction(brute.deals.total, exact.total)  # the engine counts some bets over hands alone
        assert {net: count * deals_each for net, count in exact.outcomes} == brute.outcomes[name], name
    assert analysis.wagers[rules.base].staked * analysis.alike == brute.staked
    assert analysis.strategy.hands_played == brute.hands_played
    assert analysis.strategy.by_category == brute.by_category


def same_laws(analysis: Analysis) -> None:
    """Assert that all wagers together have the laws that each has alone."""
    letters = {name: analysis.letters.get(name, "") for name in analysis.wagers}
    law = joint_law(analysis.rules, letters, analysis.strategy)
    for wager, exact in analysis.wagers.items():
        found = Counter[Fraction]()
        for pay, count in law.marginal(wager).items():
            found[pay.net(Fraction(1))] += count
        assert {net: Fraction(count, law.total) for net, count in found.items()} == {
            net: Fraction(count, exact.total) for net, count in exact.outcomes
        }, wager
