"""Whom progressive wagers favour: who never folds, and who decides by the base game alone."""

from __future__ import annotations

from fractions import Fraction

from combin.design.progressives import jackpot_favours
from combin.exact.distribution import Favour
from combin.exact.strategy import best_strategy
from combin.jackpot.answer import even_where
from tests.helpers.texts import game_text
from tests.helpers.variants import variant
from tests.jackpot.wagers import MINOR, NEVER_FOLDING, SEVEN


def test_a_jackpot_that_only_favours_who_never_folds() -> None:
    (one,) = jackpot_favours(variant(NEVER_FOLDING))
    assert (one.favour, one.favour_folding) == (Favour.PLAYER, Favour.HOUSE)


def test_a_jackpot_of_228_per_cent_beside_its_meter() -> None:
    (one,) = jackpot_favours(variant(SEVEN))
    answer = one.first
    assert round(float(answer.per_unit(answer.value)), 2) >= 2.28
    assert (one.favour, one.favour_folding) == (Favour.PLAYER, Favour.PLAYER)
    assert one.edges[0].high < one.edges_folding[0].low <= one.edges_folding[0].high < 0


OF_LEVELS = game_text(__file__, "levels of folds")


def test_what_a_fold_loses_of_each_meter_is_lost_once() -> None:
    """Straights and two pairs take the mean of their own meters, and a part of them is folded."""
    one = jackpot_favours(variant(OF_LEVELS))[0]
    answer, run = one.first, one.first.long_run
    assert run is not None
    means = {"straight": run.law.mean, "two pair": run.levels["major"].law.mean}
    slow = Fraction(0)
    for line in answer.chances.played_lines(best_strategy(answer.rules, {"ante_bonus": "A"})):
        paid = means[line.line.text].middle if line.line.text in means else line.line.prize.odds
        assert paid is not None
        slow += line.probability * Fraction(paid)
    assert one.edges_folding[0].contains(1 - slow)
    assert one.edges_folding[0].width < Fraction(1, 10**6)
    assert one.edges[0].high < 0 < 1 - slow


def test_odds_that_return_more_than_the_stake_need_no_price() -> None:
    generous = MINOR.replace('"straight" = 5', '"straight" = 40')
    rules = variant(f'extends = "uk-including-blind"\nid = "two"\n{generous}')
    (one,) = jackpot_favours(rules)
    assert one.favour is Favour.PLAYER
    assert one.in_words == "Minor favours the player whatever its price and meter are"
    assert even_where(one.first) == "at any price and meter"
