"""The wagers against the dealer with their bonuses: nets, units and figures of the full deck."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from combin.exact.base_game import FOLD, base_game
from combin.exact.matchups import Matchups, face_down
from combin.exact.strategy import optimal_strategy
from combin.rules.outcomes import base_nets
from tests.exact.small_games import engine
from tests.helpers.variants import analysed, shipped, variant


def test_categories_of_the_standard_game() -> None:
    """The rows add to what combinations say: hands of the category times 18,424 dealers."""
    strategy = analysed(shipped("crown-melbourne")).strategy
    rows = strategy.by_category
    hands = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
    hands["high card"] = comb(52, 3) - sum(hands.values())
    assert {str(category): sum(row) for category, row in rows.items()} == {
        category: count * 18424 for category, count in hands.items()
    }
    assert [row[0] for row in rows.values()] == [0, 0, 0, 0, 0, 7200 * 18424]


def test_a_dealer_who_always_plays_decides_ties_and_wins_of_weak_hands_too() -> None:
    """Wins against dealers that qualify, plus wins against those that do not, are all wins."""
    standard = {one.hand: one for one in analysed(shipped("crown-melbourne")).game.matchups}
    for one in face_down(shipped("crown-melbourne").ranking, qualifies=0):
        known = standard[one.hand]
        if known.win or known.tie:
            assert (known.no_qualify + known.win, known.tie, known.lose) == (one.win, one.tie, one.lose)
        else:
            assert known.no_qualify + known.lose == 18424


def test_nets_are_integers_of_the_smallest_common_unit() -> None:
    assert engine("as dealt").unit == 1
    assert engine("fine lines").unit == 60  # 19/20, 12.5, 3/2 and 1/3


def test_a_bonus_is_part_of_the_base_wager_and_paid_whatever_the_dealer_holds() -> None:
    """Where only the bonus differs, every deal of a hand that is played nets so much more."""
    rules = variant(
        'extends = "crown-melbourne"\n[pay_tables.ante_bonus.none]\n"straight flush" = 0\n'
        '"three of a kind" = 0\n"straight" = 0\n'
    )
    with_bonus = analysed(rules, "always play", ante_bonus="A").wagers["ante"]
    without = analysed(rules, "always play", ante_bonus="none").wagers["ante"]
    assert without.house_edge - with_bonus.house_edge == Fraction(48 * 5 + 52 * 4 + 720, 22100)
    folded = analysed(rules, "never play", ante_bonus="A").wagers["ante"]
    assert folded.outcomes == ((Fraction(-1), 407_170_400),)
    assert folded.average_wager == 1


def test_commission_is_of_what_the_ante_wins() -> None:
    rules = variant('extends = "crown-melbourne"\n[wager.ante]\ncommission = "5%"\n')
    plain, taxed = (analysed(one, "always play") for one in (shipped("crown-melbourne"), rules))
    won = sum(no_qualify + win for _, no_qualify, win, _, _ in plain.strategy.by_category.values())
    lost = taxed.wagers["ante"].house_edge - plain.wagers["ante"].house_edge
    assert lost == Fraction(won, 20 * 407_170_400)


def test_what_each_wager_and_bonus_gains_where_it_wins() -> None:
    game = analysed(variant('extends = "crown-melbourne"\n[decision]\nplay = [1, 2]\n')).game
    best, weakest = len(game.matchups) - 1, 0  # A-K-Q of one suit, whose bonus is 5 to 1, and 5-3-2
    assert game.rules.cases == ("no_qualify", "win", "tie", "lose")
    won = [
        [tuple(map(int, parts)) for parts in game.wins(*one)] for one in ((best, 1), (best, 2), (weakest, 1))
    ]
    assert won[0] == [(1, 5), (1, 1, 5), (5,), (5,)]
    assert won[1] == [(1, 5), (1, 2, 5), (5,), (5,)]
    assert won[2] == [(1,), (1, 1), (), ()]
    assert game.wins(best, FOLD) == ()


def test_a_fold_nets_the_same_in_every_case() -> None:
    game = engine("fine lines")
    assert game.nets(0, FOLD) == (-60,) * len(game.rules.cases)


def test_nothing_more_than_the_first_wager_is_staked_where_nothing_is_decided() -> None:
    game = analysed(shipped("teen-patti-20-20")).game
    assert game.staked(1) == len(game.rules.initial) == 1
    first = [base_nets(game.rules, case, 1, game.letters, {})[game.rules.base] for case in game.rules.cases]
    assert list(game.cases[1]) == [net * game.unit for net in first]


def test_matchups_that_the_caller_has_are_used() -> None:
    rules = shipped("crown-melbourne")
    known = Matchups(face_down(rules.ranking, rules.qualifies))
    game = base_game(rules, {"ante_bonus": "A"}, known)
    assert game.matchups is known
    assert optimal_strategy(game).decisions == analysed(rules).strategy.decisions
