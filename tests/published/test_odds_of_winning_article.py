"""An article "Odds of winning Three Card Poker", copied at licoclammor1987.netlify.app."""

from __future__ import annotations

from fractions import Fraction

from combin.exact.decimals import percent
from tests.published.games import counts, standard


def test_hands_with_an_ante_bonus_differ() -> None:
    """824 of 22,100 hands and 3.73% are printed; 48 + 52 + 720 = 820 are straights or better, 3.71%."""
    paid = [line.text for line in standard().tables["ante_bonus"]["A"].lines]
    hands = sum(counts()[category] for category in paid)
    assert hands == 48 + 52 + 720
    assert hands != 824
    assert percent(Fraction(hands, 22_100), 2) == "3.71%"
    assert percent(Fraction(hands, 22_100), 2) != "3.73%"
