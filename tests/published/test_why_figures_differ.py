"""How figures that differ came about, and how some of those that stand hang together."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.cards.ranking import Category
from combin.exact.analysis import Analysis
from combin.formatting import decimal, percent
from tests.helpers.variants import analysed, shipped


def standard(strategy: str | None = None) -> Analysis:
    return analysed(shipped("three-card-poker"), strategy, ante_bonus="1")


def test_grochowski_divides_the_edge_of_one_strategy_by_the_average_wager_of_another() -> None:
    """2.07 percent for who mimics the dealer: 3.45 divided by about 1.67, the average wager under Q-6-4."""
    mimic = standard("mimic the dealer").wagers["ante"]
    assert decimal(mimic.average_wager, 6) == "1.695928"
    assert percent(mimic.house_edge, 2) == "3.45%"
    assert decimal(standard().wagers["ante"].average_wager, 2) == "1.67"
    assert percent(Fraction("3.45") / Fraction("1.67") / 100, 2) == "2.07%"


@pytest.mark.parametrize(
    ("strategy", "per_ante", "of_all_wagers"),
    [("Q-6-4", "3.37%", "2.01%"), ("mimic the dealer", "3.45%", "2.03%"), ("always play", "7.65%", "3.83%")],
)
def test_the_good_gambling_guide_prints_no_edge(strategy: str, per_ante: str, of_all_wagers: str) -> None:
    """2.14 percent, of what and by which strategy is not said: it is true of none of these."""
    result = standard(strategy).wagers["ante"]
    shown = [percent(result.house_edge, 2), percent(result.element_of_risk, 2)]
    assert shown == [per_ante, of_all_wagers]
    assert "2.14%" not in shown


def test_ocean_s_11_is_the_hole_card_game_without_its_bonus() -> None:
    """1.802206% = 5.285068% that the bonus returns less 3.482862% that the player gains."""
    seen = analysed(shipped("hole-card"), ante_bonus="1").wagers["ante"].house_edge
    bonus = Fraction(48 * 5 + 52 * 4 + 720, 22_100)
    assert analysed(shipped("oceans-11")).wagers["ante"].house_edge == seen + bonus
    assert [percent(one, 6) for one in (-seen, bonus, seen + bonus)] == [
        "3.482862%",
        "5.285068%",
        "1.802206%",
    ]


def test_teen_patti_20_20_takes_the_ties_off_twice() -> None:
    """203,134,672 wins of 406,719,872 deals; the slip is hidden at the six digits of the edge."""
    outcomes = dict(analysed(shipped("teen-patti-20-20")).wagers["player_a"].outcomes)
    won, tied = outcomes[Fraction("0.95")], outcomes[Fraction(0)]
    assert (won, tied) == (203_359_936, 450_528)
    assert won - tied // 2 == 203_134_672
    assert comb(52, 3) * comb(49, 3) - tied == 406_719_872
    assert decimal(Fraction(203_134_672, 20 * 406_719_872), 6) == "0.024972"


def test_teen_patti_pro_takes_26_equal_hands_for_every_straight_and_every_high_card() -> None:
    """460,824 ties are printed, and with them 0.499434 for either side's win; 450,528 are right."""
    analysis = analysed(shipped("teen-patti-pro"))
    hands = analysis.rules.ranking.counts
    equal = {
        Category.STRAIGHT_FLUSH: 3,
        Category.STRAIGHT: 26,
        Category.FLUSH: 3,
        Category.PAIR: 3,
        Category.HIGH_CARD: 26,
    }
    printed = sum(hands[category] * number for category, number in equal.items())
    assert printed == 460_824
    assert decimal((1 - Fraction(printed, 407_170_400)) / 2, 6) == "0.499434"
    rows = analysis.strategy.by_category
    assert sum(row[3] for row in rows.values()) == 450_528


@pytest.mark.parametrize(("letter", "three"), [("1", 40), ("2", 100)])
def test_every_rank_is_as_good_a_pick_as_the_ace(letter: str, three: int) -> None:
    """Pick A Card is a rule file about the ace; four cards of any rank are in as many hands."""
    hands = {3: 4 * comb(48, 2), 10: comb(4, 2) * 48, three: comb(4, 3), -1: comb(48, 3)}
    result = analysed(shipped("pick-a-card"), pick=letter).wagers["pick"]
    assert {net: Fraction(count, result.total) for net, count in result.outcomes} == {
        net: Fraction(count, comb(52, 3)) for net, count in hands.items()
    }
