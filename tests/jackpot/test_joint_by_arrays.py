"""Bets that a fold loses, beside what is seen of the dealer: all situations together, against one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from combin.exact.base_game import FOLD, base_game
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import optimal_strategy
from combin.jackpot.joint import JointGame, best_beside
from combin.jackpot.value import jackpot_chances
from tests.games import AGAINST_DEALER, game, odds, progressive, table_bet
from tests.variants import variant

SEEN = {"two": {"face_up": 2}, "three": {"face_up": 3}, "two ranks": {"face_up": 2, "tells": "rank"}}
GAME = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    table_bet("plus", "Plus", odds("20-15-4-3-1"), on_fold="lost"),
    table_bet("minus", "Minus", {**odds("9-9-2-2-1"), "high card": "1/3"}, on_fold="lost"),
)


@pytest.mark.parametrize("seen", SEEN)
def test_both_roads_lead_to_the_same_strategies(seen: str) -> None:
    rules = variant(game(GAME, {"deal": SEEN[seen]}))
    fast = base_game(rules, {})
    slow = replace(fast)
    vars(slow)["arrays"] = None
    tables = [rules.tables[name]["A"] for name in ("plus", "minus")]
    by_arrays, by_rows = ([JointGame(optimal_strategy(of), one) for one in tables] for of in (fast, slow))
    for one, other in zip(by_arrays, by_rows, strict=True):
        assert one.break_evens == other.break_evens
        ratios = sorted({Fraction(0), *(found.ratio for found in one.break_evens)})
        for low, high in pairwise([*ratios, ratios[-1] + 1]):
            decisions = one.strategy((low + high) / 2).decisions
            assert decisions == other.strategy((low + high) / 2).decisions
            assert one.strategy(high).decisions == decisions
        said = [
            [(of.above, of.hands_played, of.bet_return) for of in all_of.stages()] for all_of in (one, other)
        ]
        assert said[0] == said[1]
        assert len(said[0]) > 1
        # The mean is over all deals, hand by hand.
        parts = (
            situation.weight * situation.deals * one.returned[index]
            for index, (situation, decision) in enumerate(one.best)
            if decision != FOLD
        )
        assert one.bet_return(one.best) == sum(parts, Fraction(0)) / fast.total
    together = [
        best_beside(of[0].best, [(Fraction(2, 3), bet.returned) for bet in of]) for of in (by_arrays, by_rows)
    ]
    assert together[0].decisions == together[1].decisions != by_arrays[0].best.decisions


def test_a_jackpot_on_more_cards_is_paid_to_who_never_folds_as_to_all() -> None:
    lost = dict.fromkeys(
        ("straight flush", "four of a kind", "full house", "three of a kind", "pair"), "lose"
    )
    fives = {"royal flush": 90, "flush": {"meter": "1%"}, "straight": 5, "two pair": 2, **lost}
    of_jackpot = game(progressive(fives, "player and jackpot cards"), {"deal": {"face_up": 2, "jackpot": 2}})
    rules = variant(game(GAME, of_jackpot))
    played = base_game(rules, {})
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"])
    every = chances.played_lines(named_strategy("always play", played))
    assert [one.probability for one in every] == [one.probability for one in chances.lines()]
    assert chances.played(optimal_strategy(played)).odds < chances.overall().odds
