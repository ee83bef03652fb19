"""Published figures about many rounds, each by its source."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from combin.cards.cards import STANDARD_DECK
from combin.cards.ranking import Ranking
from combin.exact.base_game import base_game
from combin.exact.strategy import best_strategy
from combin.formatting import decimal, percent
from combin.rules.load import load_rules
from combin.session.answer import Rebate, RuinForEver, least_rebate, least_rebate_of_any_play
from combin.session.total import OneRound, TotalLaw

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


def test_jacobsons_claim_that_every_loss_rebate_can_be_beaten_fails_at_three_card_poker() -> None:
    """The Third Loss Rebate Theorem - 888casino.com/blog/casino-promotions/the-third-loss-rebate-theorem.

    It is about a diffusion, where bets are as small as one likes; whole Antes of equal size gain nothing
    below the rebates here.
    """
    rules = load_rules("crown-melbourne")
    letters = {"ante_bonus": "A"}
    best = OneRound.of(best_strategy(rules, letters).distribution, ONE)
    any_play = least_rebate_of_any_play(base_game(rules, letters))
    assert least_rebate(best) == Fraction(3433445, 78794242)
    assert any_play is not None
    share, strategy = any_play
    assert (share, strategy.hands_played) == (Fraction(59273, 1361827), 15_020)
    assert Rebate(best, share).ends is None
    under_five = OneRound.of(strategy.distribution, ONE)
    assert Rebate(under_five, Fraction(1, 20)).value().low > Rebate(best, Fraction(1, 20)).value().high


def test_jacobsons_loss_rebate_coefficient_is_the_limit_of_small_bets() -> None:
    """The Third Loss Rebate Theorem: 0.0055690 for a rebate of 20%, in units of variance / (2 x edge).

    Its diffusion is the limit of a coin with a small edge, here of 1 or 2 thousandths.
    """
    coefficients = []
    for half in (500, 1000):
        coin = OneRound(ONE, ((-1, half + 1), (1, half - 1)), ONE)
        gain = Rebate(coin, Fraction(20, 100)).value().middle
        coefficients.append(gain * 2 * -coin.mean / coin.variance)
    assert all(abs(one - Fraction("0.0055690")) < Fraction(1, 10**6) for one in coefficients)


def in_a_row(cards: int, rounds: int) -> Fraction:
    """Return in how many sessions so many rounds bring one in which all have one of some hands of 22,100."""
    one_round = OneRound(ONE, ((0, 22_100 - cards), (1, cards)), ONE)
    return 1 / TotalLaw(one_round, rounds, rounds).exactly(rounds).low


def test_gaming_and_destinations_streaks_of_straight_flushes_are_right() -> None:
    """Three Card Poker: wild winning streaks - gaminganddestinations.com: 1 in 460.417, 211,984 and so on."""
    counts = Ranking(STANDARD_DECK).counts
    (straight_flushes,) = (count for one, count in counts.items() if one.value == "straight flush")
    one, two, three, four = (in_a_row(straight_flushes, rounds) for rounds in (1, 2, 3, 4))
    assert decimal(one, 3) == "460.417"
    assert decimal(two, 0) == "211984"
    assert decimal(three / 10**6, 1) == "97.6"
    assert decimal(four / 10**9, 1) == "44.9"


def test_wizard_of_odds_three_queens_twice_are_right() -> None:
    """Ask the Wizard #56 - wizardofodds.com/ask-the-wizard/56/: 0.000181, and 1 in 30,525,625 for two."""
    assert decimal(1 / in_a_row(comb(4, 3), 1), 6) == "0.000181"
    assert in_a_row(comb(4, 3), 2) == 30_525_625


def test_jacobsons_insurance_of_three_who_share_their_cards_is_right() -> None:
    """Collusion 101: three players without a ten beside an ace of the dealer's gain 6.67% by insurance."""
    insurance = OneRound(ONE, ((-1, 52 - 7 - 16), (2, 16)), ONE)
    assert percent(insurance.mean, 2) == "6.67%"
