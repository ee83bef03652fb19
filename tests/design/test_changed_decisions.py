from __future__ import annotations

import pytest

from combin.design.sensitivity import Effect, Otherwise, decided_otherwise
from combin.design.variants import Workbench
from combin.design.views import LONGEST, strategy_then
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy
from tests.variants import analysed, shipped, variant

CROWN = shipped("crown-melbourne")
QUEEN = 'extends = "hole-card"\n[dealer]\nqualifies = "J high"\n'
LOW_ACE = 'extends = "crown-melbourne"\n[ranking]\nace_low_straight = "second"\n'


def slowly(before: Strategy, after: Strategy) -> dict[tuple[int, bool], int]:
    """Return how many hands get another decision, looked through one by one."""
    found: dict[tuple[int, bool], int] = {}
    for (hand, old), (_, new) in zip(before, after, strict=True):
        if old != new:
            found[new, new > old] = found.get((new, new > old), 0) + hand.weight
    return found


def test_hands_are_counted_with_the_one_at_the_border_as_an_example() -> None:
    best = analysed(CROWN).best
    looser = named_strategy("always play", best.game)
    strengths = CROWN.ranking.strengths
    assert decided_otherwise(best, looser) == (Otherwise(1, True, 7200, strengths[0], ()),)
    (folded,) = decided_otherwise(looser, best)
    assert (folded.decision, folded.more, folded.hands) == (FOLD, False, 7200)
    assert CROWN.ranking.describe(folded.strength) == "Q-6-3"
    assert decided_otherwise(best, best) == ()


@pytest.mark.slow
def test_with_a_card_seen_pairs_of_hand_and_card_are_counted() -> None:
    before, after = analysed(shipped("hole-card")).best, analysed(variant(QUEEN)).best
    found = decided_otherwise(before, after)
    assert {(one.decision, one.more): one.hands for one in found} == slowly(before, after)
    assert all(one.card for one in found)


def test_hands_that_are_ranked_otherwise_are_not_compared() -> None:
    assert decided_otherwise(analysed(CROWN).best, analysed(variant(LOW_ACE)).best) == ()


def effect(before: str, after: str) -> Effect:
    """Return what it makes of the base wager to take one game for another."""
    bench, games = Workbench(), [variant(text) for text in (before, after)]
    start, then = (bench.variant(rules, analysed(rules).letters) for rules in games)
    otherwise = decided_otherwise(bench.strategy(start), bench.strategy(then))
    return Effect("A rule", (), "so", "thus", games[0].base, start, then, otherwise)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "[decision]\nplay = [1, 2]\n",
            "Of the pairs of hand and card 408,980 now play 2x, the weakest Q-J-6 against Q.",
        ),
        ('[ranking]\nstraight_suits = "three"\n', "18,204 pairs of hand and card more are played."),
    ],
)
def test_a_long_strategy_is_told_by_what_it_decides_otherwise(rule: str, words: str) -> None:
    game = 'extends = "face-up-three-card-poker"\n'
    found = effect(game, game + rule)
    assert len(found.after.statement) > LONGEST
    assert strategy_then(found) == words


def test_a_short_strategy_is_told_whole_and_the_same_one_not_at_all() -> None:
    game = 'extends = "crown-melbourne"\n'
    assert strategy_then(effect(game, f'{game}[dealer]\nqualifies = "K high"\n')) == "Play every hand."
    assert strategy_then(effect(game, game)) == ""
