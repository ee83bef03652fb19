"""Raises before a card of the dealer's is seen, beside brute force and a plain sum over all cards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.analysis import analyse
from combin.exact.base_game import base_game
from combin.exact.hand import explain
from combin.exact.named_strategies import named_strategy, written_strategy
from combin.exact.statement import statement_of
from combin.exact.strategy import WAIT, best_later, best_strategy, early_hands, raised_early
from combin.report.strategy import mistakes_table, proof_lines
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.words.rules import explained
from tests.brute import brute_force
from tests.games import AGAINST_DEALER, BONUS, Part, game, table_bet
from tests.settle.records import hand, nets, settled
from tests.variants import variant

LETTERS = {"ante_bonus": "A"}
EARLY = game(
    AGAINST_DEALER,
    BONUS,
    {"deck": {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "J high"},
    {"deal.face_up": 1, "decision.early": [2, {"multiple": 3, "hand": "pair or better"}]},
)


def early(*parts: Part) -> Rules:
    return variant(game(EARLY, *parts))


@pytest.mark.parametrize(
    "more", [{}, {"deal.tells": ["2 3 4", "T J A"]}, {"deal.face_up": 2, "decision.early": [2]}]
)
def test_the_best_of_both_stages_is_that_of_every_deal_settled(more: Part) -> None:
    rules = early(more)
    best, every = best_strategy(rules, LETTERS), brute_force(rules, LETTERS)
    assert dict(best.distribution.outcomes) == every.outcomes["ante"]
    assert best.hands_played == every.hands_played
    raised = {one.decision for one in best.early}
    assert raised == {WAIT, max(rules.early)}
    assert all(gain > 0 for one in best.early if one.decision and (gain := one.gain) is not None)
    assert all(margin.gain >= 0 for margin in best.tightest().values())


def test_to_wait_is_worth_the_mean_of_the_best_with_each_card() -> None:
    rules = early()
    found = explain(rules, rules.deck.parse("Tc 4h 2s"), LETTERS, rules.deck.parse("Ah"))
    assert found.early is not None
    own = rules.deck.parse("Tc 4h 2s")
    each = [explain(rules, own, LETTERS, [card]) for card in rules.deck.cards if card not in own]
    waiting = [max(one.values.values()) for one in each]
    assert found.early.values[WAIT] == sum(waiting, Fraction(0)) / len(waiting)
    assert {*found.values} == {0, 1}
    assert {*found.early.values} == {0, 2}


def test_sums_by_arrays_are_those_of_one_situation_after_the_other() -> None:
    game_ = base_game(early(), LETTERS)
    later = best_later(game_)
    nothing = [Fraction(0)] * len(later)
    assert early_hands(game_, later) == early_hands(game_, later, beside=nothing)
    dear = [Fraction(9)] * len(later)
    assert sum(map(bool, raised_early(game_, later, dear))) > sum(map(bool, raised_early(game_, later)))


def test_it_is_said_in_words_that_are_read_back() -> None:
    rules = early()
    best = best_strategy(rules, LETTERS)
    text = statement_of(best).text
    assert text.startswith(
        "Before a card is seen: play 3x with a pair of fours or better, wait with the rest; but"
    )
    assert named_strategy(text, best.game).decisions == best.decisions
    rough = "Before a card is seen: play 2x with a pair or better, wait with the rest. By the dealer's card. "
    rough += "2 to 10: play 1x with every hand. J, A: play 1x with A-J-2 or better, fold the rest."
    assert statement_of(named_strategy(rough, best.game)).text == rough
    (raise_, wait, *_) = proof_lines(best)
    assert "hands to play 3x; it comes closest for" in raise_
    assert "hands to wait; it comes closest for" in wait
    (decision,) = [one for one in explained(rules) if one.topic == "decision"]
    assert "But before the dealer's cards are seen he may already place a Play bet two times" in decision.says


def test_other_strategies_raise_early_or_late_and_what_it_costs() -> None:
    game_ = base_game(early(), LETTERS)
    best = best_strategy(game_.rules, LETTERS)
    rules = [{"hands": "pair or better", "decision": 2}, {"hands": "A high or better", "decision": "play"}]
    other = written_strategy({"rule": rules}, "mine", game_)
    total = sum((mistake.in_all for mistake in other.mistakes(best)), Fraction(0))
    assert total == other.distribution.house_edge - best.distribution.house_edge
    assert "not yet seen" in {str(row[1]) for row in mistakes_table(other, best).rows}
    with pytest.raises(RulesError, match="2 is decided before a card is seen, and this depends on the card"):
        written_strategy({"rule": [{"hands": "pair", "sees": "A", "decision": 2}]}, "mine", game_)


def test_a_bet_lost_by_a_fold_is_kept_by_an_early_raise() -> None:
    rules = early(table_bet("pairs", "Pairs", {"pair": 3}, on_fold="lost"))
    (found,) = analyse(rules, [LETTERS | {"pairs": "A"}])
    every = brute_force(rules, LETTERS | {"pairs": "A"})
    assert dict(found.side_bets["pairs"].distribution.outcomes) == every.outcomes["pairs"]


def test_it_is_settled_as_any_play_of_that_size() -> None:
    raised = settled(early(), "Jc 3h 2s", hand("Tc Th 4s", ante=10, play=30))
    assert nets(raised) == {"ante": "10", "play": "30"}


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"deal.face_up": 0}, "no card of the dealer's is seen"),
        ({"decision.play": [1, 2]}, "2 stands in play as well"),
        ({"decision.early": [2, 2]}, "2 stands twice"),
    ],
)
def test_raises_that_can_not_be_are_refused(more: Part, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        early(more)
