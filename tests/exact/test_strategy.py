from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.suit_classes import SuitPattern, by_suit
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.strategy import Strategy, optimal_strategy
from tests.exact.small_games import OF_DECISIONS, decided, raises, standard
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, followed, shipped, variant

seeds = st.integers(0, 2**32 - 1)
levels = st.integers(0, 741)


def threshold(game: BaseGame, level: int) -> Strategy:
    decisions = (min(game.cases) if one.hand.strength.level >= level else FOLD for one in game.matchups)
    return Strategy(f"from level {level}", game, tuple(decisions))


# -- the optimum ------------------------------------------------------------------------------------------


def test_optimum_of_the_standard_game_plays_14900_hands() -> None:
    best = optimal_strategy(standard())
    assert best.hands_played == 14900
    assert best.play_rate == Fraction(14900, 22100)
    assert best.distribution.house_edge == Fraction(686689, 20358520)


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DECISIONS)
@given(seed=seeds)
def test_no_random_strategy_beats_the_optimum(name: str, seed: int) -> None:
    game = OF_DECISIONS[name]()
    assert optimal_strategy(game).distribution.house_edge <= decided(game, seed).distribution.house_edge


@given(level=levels)
def test_no_threshold_beats_the_optimum(level: int) -> None:
    game = standard()
    loss = threshold(game, level).distribution.house_edge - optimal_strategy(game).distribution.house_edge
    border = game.rules.ranking.strengths[level].ranks if level < 741 else ()
    assert loss > 0 or border == (10, 4, 2)  # Q-6-4


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DECISIONS)
@given(seed=seeds)
@pytest.mark.few(2)
def test_another_decision_for_one_class_costs_its_margin_each_time_it_is_dealt(name: str, seed: int) -> None:
    game, random = OF_DECISIONS[name](), Random(seed)
    best = optimal_strategy(game)
    index = random.randrange(len(game.matchups))
    others = [multiple for multiple in (FOLD, *game.cases) if multiple != best.decisions[index]]
    margin = list(best.margins())[index]
    losses = []
    for other in others:
        changed = Strategy("", game, (*best.decisions[:index], other, *best.decisions[index + 1 :]))
        losses.append(changed.distribution.house_edge - best.distribution.house_edge)
    hands = sum(situation.hand.weight for situation in game.matchups)
    assert min(losses) == margin.gain * game.matchups[index].hand.weight / hands
    assert min(losses) >= 0


@pytest.mark.parametrize("name", OF_DECISIONS)
def test_margins_of_the_optimum_prove_it(name: str) -> None:
    game = OF_DECISIONS[name]()
    best = optimal_strategy(game)
    gains = {index: margin.gain for index, margin in enumerate(best.margins())}
    assert min(gains.values()) >= 0
    assert best.tightest().keys() == set(best.decisions)
    assert list(best.tightest()) == sorted(set(best.decisions), reverse=True)
    for decision, margin in best.tightest().items():
        assert margin.decision == decision
        assert margin.gain == min(gains[i] for i, taken in enumerate(best.decisions) if taken == decision)


def test_tightest_hands_of_the_standard_game() -> None:
    """No other hand is nearer to the border than these two."""
    margins = optimal_strategy(standard()).tightest()
    named = {
        decision: (standard().rules.ranking.describe(margin.hand.strength), margin.hand.pattern)
        for decision, margin in margins.items()
    }
    assert named == {1: ("Q-6-4", SuitPattern.LAST_TWO), 0: ("Q-6-3", SuitPattern.THREE_SUITS)}
    assert [margin.gain for margin in margins.values()] == [Fraction(99, 18424), Fraction(47, 18424)]


def test_margins_of_a_bad_strategy_are_negative_just_where_it_errs() -> None:
    worst, best = followed(shipped("crown-melbourne"), "never play"), optimal_strategy(standard())
    for margin, decision in zip(worst.margins(), best.decisions, strict=True):
        assert (margin.gain < 0) == (decision != FOLD)


FOLD_OR_LOSE = game_text(__file__, "a fold loses as much")


def test_of_equal_decisions_the_cheaper_is_taken() -> None:
    """The Ante is lost whatever happens and Play pushes: only a bonus is worth a Play, and one unit does."""
    analysis = analysed(variant(FOLD_OR_LOSE))
    assert set(analysis.strategy.decisions) == {FOLD, 1}
    assert analysis.strategy.hands_played == 48 + 52
    assert analysis.strategy.tightest()[FOLD].gain == analysis.strategy.tightest()[1].gain == 0


def test_of_classes_that_gain_the_same_the_weakest_is_the_tightest() -> None:
    strategy = analysed(variant(FOLD_OR_LOSE)).strategy
    for decision, margin in strategy.tightest().items():
        equal = [
            one.hand for one in strategy.margins() if (one.decision, one.gain) == (decision, margin.gain)
        ]
        assert len(equal) > 1
        assert margin.hand == equal[0]


# -- counts -----------------------------------------------------------------------------------------------


@given(seed=seeds)
def test_outcomes_add_to_all_deals(seed: int) -> None:
    strategy = decided(standard(), seed)
    assert strategy.distribution.total == 407_170_400
    assert sum(map(sum, strategy.by_category.values())) == 407_170_400
    assert strategy.distribution.average_wager == 1 + Fraction(strategy.hands_played, 22100)


@given(seed=seeds)
def test_folded_hands_and_played_hands_are_all_hands(seed: int) -> None:
    """A folded class of one suit stands there in all four, so that side bets can tell the suits apart."""
    strategy = decided(standard(), seed)
    weight: dict[tuple[int, ...], int] = {}
    for situation, _ in strategy:
        parts = by_suit(situation.hand, standard().rules.ranking)
        weight |= {one.cards: one.weight for one in parts}
    assert sum(weight[hand] for hand in strategy.folded) == 22100 - strategy.hands_played


@given(seed=seeds)
def test_edge_is_the_mean_of_the_expectations(seed: int) -> None:
    strategy = decided(standard(), seed)
    total = Fraction(0)
    for index, (situation, decision) in enumerate(strategy):
        total += situation.hand.weight * standard().expectation(index, decision)
    assert strategy.distribution.house_edge == -total / 22100


# -- mistakes --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DECISIONS)
@given(seed=seeds)
@pytest.mark.few(2)
def test_mistakes_add_to_the_difference_of_the_edges(name: str, seed: int) -> None:
    game = OF_DECISIONS[name]()
    best, other = optimal_strategy(game), decided(game, seed)
    mistakes = other.mistakes(best)
    difference = other.distribution.house_edge - best.distribution.house_edge
    assert sum((mistake.in_all for mistake in mistakes), Fraction(0)) == difference
    places = {situation: place for place, (situation, _) in enumerate(best)}
    for one in mistakes:
        gains = [game.expectation(places[one.situation], choice) for choice in (one.best, one.decision)]
        assert one.per_hand == gains[0] - gains[1] > 0
    assert [mistake.in_all for mistake in mistakes] == sorted((one.in_all for one in mistakes), reverse=True)


@pytest.mark.slow
@given(level=levels)
def test_mistakes_of_a_threshold_are_the_hands_between_it_and_the_optimum(level: int) -> None:
    game = standard()
    best, other = optimal_strategy(game), threshold(game, level)
    wrong = Counter({mistake.hand: mistake.hand.weight for mistake in other.mistakes(best)})
    assert wrong.total() == abs(other.hands_played - best.hands_played)
    assert {mistake.decision for mistake in other.mistakes(best)} <= {FOLD, 1}
    assert all(mistake.decision + mistake.best == 1 for mistake in other.mistakes(best))


def test_mistakes_of_any_queen() -> None:
    """Eight strengths of 60 hands are played that should be folded; Q-3-2 is the dearest of them."""
    best = optimal_strategy(standard())
    mistakes = followed(shipped("crown-melbourne"), "any queen").mistakes(best)
    described = Counter[str]()
    for mistake in mistakes:
        described[standard().rules.ranking.describe(mistake.hand.strength)] += mistake.hand.weight
    assert described == dict.fromkeys(
        ["Q-6-3", "Q-6-2", "Q-5-4", "Q-5-3", "Q-5-2", "Q-4-3", "Q-4-2", "Q-3-2"], 60
    )
    dearest = max(mistakes, key=lambda mistake: mistake.per_hand)
    assert standard().rules.ranking.describe(dearest.hand.strength) == "Q-3-2"


def test_the_optimum_makes_no_mistake() -> None:
    best = optimal_strategy(standard())
    assert best.mistakes(best) == ()


# -- borders ---------------------------------------------------------------------------------------------


def test_borders_show_both_sides_with_every_suit_pattern() -> None:
    game = standard()
    borders = optimal_strategy(game).borders()
    shown = Counter((game.rules.ranking.describe(one.hand.strength), one.decision) for one in borders)
    assert list(shown.items()) == [(("Q-6-5", 1), 4), (("Q-6-4", 1), 4), (("Q-6-3", 0), 4), (("Q-6-2", 0), 4)]
    index = {situation.hand: place for place, situation in enumerate(game.matchups)}
    for one in borders:
        assert one.values == ((0, Fraction(-1)), (1, game.expectation(index[one.hand], 1)))


def test_only_the_nearest_strengths_are_shown() -> None:
    game = standard()
    shown = [one.hand.strength.level for one in threshold(game, 300).borders(strengths=2)]
    assert shown == sorted(shown, reverse=True)
    assert set(shown) == {298, 299, 300, 301}


def test_the_border_below_the_very_best_hand_is_shown() -> None:
    game = standard()
    last = len(game.matchups) - 1
    found = Strategy("all but the best", game, (1,) * last + (FOLD,)).borders(strengths=1)
    assert [one.decision for one in found] == [FOLD, 1]
    assert found[0].hand == game.matchups[last].hand


def test_borders_inside_one_strength_are_found() -> None:
    game = OF_DECISIONS["ties to the player"]()
    borders = optimal_strategy(game).borders(strengths=1)
    shown = {
        (game.rules.ranking.describe(one.hand.strength), one.hand.pattern, one.decision) for one in borders
    }
    assert ("Q-6-3", SuitPattern.THREE_SUITS, 1) in shown
    assert ("Q-6-3", SuitPattern.FIRST_TWO, 0) in shown


def test_a_border_inside_one_strength_shows_that_strength_alone() -> None:
    game = standard()
    cut = next(index for index, one in enumerate(game.matchups) if one.hand.strength.level == 300)
    decisions = tuple(FOLD if index <= cut else 1 for index in range(len(game.matchups)))
    shown = Strategy("cut", game, decisions).borders(strengths=1)
    assert {one.hand.strength.level for one in shown} == {300}
    assert {one.decision for one in shown} == {FOLD, 1}


def test_every_border_of_several_multiples_is_shown() -> None:
    game = raises()
    borders = optimal_strategy(game).borders(strengths=1)
    assert {one.decision for one in borders} == {0, 1, 2}
    assert {multiple for one in borders for multiple, _ in one.values} == {0, 1, 2}
    for one in borders:
        assert max(one.values, key=lambda value: value[1])[0] == one.decision


def test_who_never_decides_otherwise_has_no_border() -> None:
    assert followed(shipped("crown-melbourne"), "always play").borders() == ()


def test_bonus_tables_do_not_move_the_border() -> None:
    """They pay only hands that are played anyway, so all three of Crown's share one strategy."""
    rules = shipped("crown-melbourne")
    letters = rules.tables["ante_bonus"]
    decisions = {analysed(rules, ante_bonus=letter).strategy.decisions for letter in letters}
    assert len(decisions) == 1
