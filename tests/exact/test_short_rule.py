"""Short rules for several cards seen: held to every rule of their kind, on a small deck."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import ShortRule, short_rule
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, best_strategy
from combin.report.words import groups_named, shortened
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue
from tests.exact.small_games import SIGHTED as SMALL
from tests.games import game
from tests.variants import variant


def best_of(rules: Rules) -> Strategy:
    letters = choices(rules, {})[0]
    return best_strategy(rules, {name: letters[name] for name in rules.base_tables})


def small(cards: int, tells: object) -> Strategy:
    return best_of(variant(game(SMALL, {"deal": {"face_up": cards, "tells": tells}})))


def edge(strategy: Strategy) -> Fraction:
    return strategy.distribution.house_edge


@pytest.mark.parametrize(
    ("cards", "tells"), [(2, "card"), (2, "rank"), (1, "suit"), (2, "colour"), (3, "rank")]
)
def test_with_as_many_groups_as_can_be_seen_thresholds_are_the_best(cards: int, tells: object) -> None:
    best = small(cards, tells)
    whole = short_rule(best, 1000)
    assert sorted(one for group in whole.groups for one in group) == list(
        range(len(best.game.rules.sights.headings if best.game.rules.sights else ()))
    )
    rules = [short_rule(best, most) for most in (8, 4, 2, 1)]
    edges = [edge(rule.strategy) for rule in (whole, *rules)]
    assert edges == sorted(edges)
    assert edges[0] >= edge(best)
    assert [len(rule.groups) for rule in rules] == [min(most, len(whole.groups)) for most in (8, 4, 2, 1)]


def test_pays_of_many_decimals_are_added_up_exactly() -> None:
    of_commission = [
        best_of(variant(game(SMALL, {"deal": {"face_up": 2, "tells": "rank"}, "wager.ante.commission": one})))
        for one in ("1/1000", "0.00100000000000001")
    ]
    usual, fine = (short_rule(best, 4) for best in of_commission)
    assert of_commission[1].game.arrays is None  # sums pass 64 bits
    assert (fine.groups, fine.strategy.decisions) == (usual.groups, usual.strategy.decisions)


def test_no_other_thresholds_of_one_group_cost_less() -> None:
    best = small(2, "colour")
    rule, rules = short_rule(best, 1), best.game.rules
    least = list(rules.later.values())
    levels = range(len(rules.ranking.strengths) + 1)
    of_each = [best.game.matchups[at].hand.strength.level for at in range(len(best.decisions))]
    multiples = list(rules.later)

    def decided(level: int, once: int, more: int) -> int:
        if level >= more and level >= least[1]:
            return multiples[1]
        return multiples[0] if level >= once else FOLD

    others = (
        edge(Strategy("", best.game, tuple(decided(level, once, more) for level in of_each)))
        for once, more in product(levels[::2], levels[::2])
        if once <= more
    )
    assert edge(rule.strategy) <= min(others)


def test_whoever_sees_the_whole_hand_goes_by_what_comes_of_it() -> None:
    best = small(3, "card")
    rule = short_rule(best)
    assert rule.cases
    assert edge(rule.strategy) == edge(best)
    names = [name for name, _ in groups_named(rule, best.game.rules, load_catalogue())]
    assert names == ["not qualified", "yours is higher", "hands are equal", "dealer's is higher"]


def test_groups_are_named_by_their_first_and_last_and_pairs_apart() -> None:
    best = small(2, "card")

    def named(most: int) -> list[str]:
        rule: ShortRule = short_rule(best, most)
        return [name for name, _ in groups_named(rule, best.game.rules, load_catalogue())]

    assert named(1) == ["Q-J to A-K, J-J to A-A"]
    assert named(1000) == [
        *("Q-J", "K-J", "K-Q", "A-J", "A-Q", "A-K"),
        *("J-J", "Q-Q", "K-K", "A-A"),
    ]


def test_few_ways_need_no_short_rule() -> None:
    best = small(1, "suit")
    assert shortened(best, statement_of(best)) is None
