"""Published figures about many rounds, each by its source."""

from __future__ import annotations

from fractions import Fraction

from combin.session.for_ever import RuinForEver
from combin.session.one_round import OneRound

ONE = Fraction(1)


def lopsided() -> OneRound:
    """Return the game of Dunbar and Math Boy: 75% lose 1, 24.99% win 1, and 0.01% win 5,101.

    Risk of Ruin for Video Poker and Other Skewed-Up Games, Blackjack Forum XIX 3 (1999).
    """
    return OneRound(ONE, ((-1, 7500), (1, 2499), (5101, 1)), ONE)


def test_dunbar_and_math_boys_lopsided_game_has_an_edge_of_one_percent() -> None:
    assert lopsided().mean == Fraction(1, 100)


def test_dunbar_and_math_boy_are_right_that_100_000_units_are_not_enough() -> None:
    ever = RuinForEver(lopsided())
    ruin = ever.ruin(100_000 - 1)
    assert ruin.low > Fraction(5, 100)
    assert ruin.percent(4) == "45.9076%"
    enough = ever.units_for(Fraction(5, 100))
    assert enough is not None
    assert enough + 1 == 384_789
