"""A public document "Three Card Poker - Implementation Specification", with its own full enumeration."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.exact.decimals import decimal, percent
from combin.isomorphism import SuitPattern
from tests.published.games import (
    ante,
    counts,
    no_bonus,
    pair_plus,
    six_card_bonus,
    standard,
    value_of_playing,
)

TIES_TO_PLAYER = "[wager.ante]\ntie = 1\n[wager.play]\ntie = 1\n"


def test_number_of_deals_differs() -> None:
    """It prints 22,100 x 18,424 = 407,222,600; the product is 407,170,400. Its results use the right one."""
    assert ante().wagers["ante"].total == comb(52, 3) * comb(49, 3) == 22_100 * 18_424 == 407_170_400
    assert ante().wagers["ante"].total != 407_222_600


def test_pair_plus_winners() -> None:
    """25.6109%, 5,660 of 22,100."""
    hit = pair_plus("40-30-6-4-1").hit_frequency
    assert hit == Fraction(5_660, 22_100)
    assert percent(hit, 4) == "25.6109%"


def test_dealer_qualifies() -> None:
    """69.5928%, 15,380 of 22,100."""
    rules = standard()
    qualifying = sum(one.count for one in rules.ranking.strengths[rules.qualifies :])
    assert qualifying == 15_380
    assert percent(Fraction(qualifying, 22_100), 4) == "69.5928%"


def test_hands_folded_and_played() -> None:
    assert ante().strategy.hands_played == 14_900
    assert sum(counts().values()) - ante().strategy.hands_played == 7_200


def test_deals_folded_and_tied() -> None:
    """32.5792% are folded, 0.0657% tie with a dealer who qualifies."""
    rows = ante().game.by_category(ante().strategy.decisions).values()
    assert percent(Fraction(sum(row[0] for row in rows), 407_170_400), 4) == "32.5792%"
    assert percent(Fraction(sum(row[3] for row in rows), 407_170_400), 4) == "0.0657%"


def play_won_and_staked() -> tuple[int, int]:
    """Return what the Play bet nets and how many units are staked on it, over all deals."""
    rows = ante().game.by_category(ante().strategy.decisions).values()
    _, no_qualify, win, tie, lose = (sum(column) for column in zip(*rows, strict=True))
    return win - lose, no_qualify + win + tie + lose


def test_parts_of_the_house_edge() -> None:
    """-10.1201% by the Ante alone, +1.4621% by Play, both per Ante and without the bonus."""
    won, _ = play_won_and_staked()
    assert percent(Fraction(won, 407_170_400), 4) == "1.4621%"
    ante_alone = -no_bonus().wagers["ante"].house_edge - Fraction(won, 407_170_400)
    assert percent(ante_alone, 4) == "-10.1201%"


def test_return_of_the_play_bet_differs() -> None:
    """+2.1687% of what is staked on it is printed; 5,953,068 of 274,517,600 are 2.16856%."""
    won, staked = play_won_and_staked()
    assert (won, staked) == (5_953_068, 274_517_600)
    assert percent(Fraction(won, staked), 5) == "2.16856%"
    assert percent(Fraction(won, staked), 4) != "2.1687%"


def test_mimic_the_dealer() -> None:
    """3.4491%."""
    assert percent(ante(strategy="mimic the dealer").wagers["ante"].house_edge, 4) == "3.4491%"


def test_always_play() -> None:
    """7.6538%."""
    assert percent(ante(strategy="always play").wagers["ante"].house_edge, 4) == "7.6538%"


@pytest.mark.parametrize(
    ("hand", "published", "three_suits"),
    [
        ("K-3-2", "-0.552974", "-0.551509"),
        ("Q-7-2", "-0.977095", "-0.975684"),
        ("Q-6-5", "-0.987733", "-0.986648"),
        ("Q-6-4", "-0.994627", "-0.993378"),
        ("Q-6-3", "-1.003962", "-1.002551"),
        ("Q-5-4", "-1.022036", "-1.020951"),
    ],
)
def test_value_of_playing_offsuit_hands(hand: str, published: str, three_suits: str) -> None:
    """Said to be of offsuit hands: they are the values of the worst pattern of two suits."""
    two_suits = (SuitPattern.FIRST_TWO, SuitPattern.OUTER_TWO, SuitPattern.LAST_TWO)
    values = {pattern: value_of_playing(hand, pattern) for pattern in (*two_suits, SuitPattern.THREE_SUITS)}
    assert decimal(min(values.values()), 6) == published
    assert [decimal(values[pattern], 6) for pattern in two_suits].count(published) == 1
    assert decimal(values[SuitPattern.THREE_SUITS], 6) == three_suits


def test_ties_pay_the_player() -> None:
    """3.2415%, element of risk 1.9361%, with Q-6-4 kept."""
    result = ante(strategy="Q-6-4", entries=TIES_TO_PLAYER).wagers["ante"]
    assert percent(result.house_edge, 4) == "3.2415%"
    assert percent(result.element_of_risk, 4) == "1.9361%"


def test_ties_pay_the_player_and_q_6_3_of_three_suits_is_played() -> None:
    """Q-6-4 is not quite the best then, which the fifth decimal shows."""
    kept = ante(strategy="Q-6-4", entries=TIES_TO_PLAYER).wagers["ante"].house_edge
    best = ante(entries=TIES_TO_PLAYER)
    assert [percent(kept, 6), percent(best.wagers["ante"].house_edge, 6)] == ["3.241514%", "3.241484%"]
    assert best.strategy.hands_played == 14_900 + 24


def test_ante_and_pair_plus_together() -> None:
    """2.845% of two units, one on each; Pair Plus at 40-30-6-4-1."""
    together = ante().wagers["ante"].house_edge + pair_plus("40-30-6-4-1").house_edge
    assert percent(together / 2, 3) == "2.845%"


def test_lowest_pair_plus_of_massachusetts_differs() -> None:
    """35-25-5-3-1, mini royal 35 too: 12.7986% is printed; 2,828 of 22,100 are 12.7964%."""
    house_edge = pair_plus("35-25-5-3-1", mini_royal=35).house_edge
    assert house_edge == Fraction(2_828, 22_100)
    assert percent(house_edge, 4) == "12.7964%"
    assert percent(house_edge, 4) != "12.7986%"


def test_six_card_bonus_of_massachusetts() -> None:
    """6.7413% for TCP-6B2."""
    assert percent(six_card_bonus("1000-200-100-20-15-9-8").house_edge, 4) == "6.7413%"
