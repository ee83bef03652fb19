"""Games of few cards, small enough to count deal by deal, with what each hand's bonus is by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.strategy import Strategy
from tests.exact.naive import Described, NaiveGame
from tests.variants import variant

__all__ = ["AGAINST_DEALER", "SMALL_GAMES", "decided", "engine"]

AGAINST_DEALER = """
id = "small"
title = "A game of few cards"
[source]
document = "these tests"
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = 1
win = 1
tie = "push"
lose = "lose"
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
no_qualify = "push"
win = 1
tie = "push"
lose = "lose"
"""
BONUS = """
[wager.ante_bonus]
name = "Ante Bonus"
settles = "bonus"
on = "ante"
[pay_tables.ante_bonus.A]
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
"""


def standard_bonus(hand: Described) -> Fraction:
    return Fraction({"straight flush": 5, "three of a kind": 4, "straight": 1}.get(hand.category, 0))


@cache
def as_dealt() -> NaiveGame:
    """Return the standard game on twenty cards."""
    text = AGAINST_DEALER + BONUS + '[deck]\nranks = "T J Q K A"\n[dealer]\nqualifies = "K high"\n'
    return NaiveGame(variant(text), "K", standard_bonus)


FINE_LINES = """
[wager.ante_bonus]
name = "Ante Bonus"
settles = "bonus"
on = "ante"
[pay_tables.ante_bonus.A]
"straight flush" = "3/2"
"A-K-Q straight flush of spades" = 12.5
"three of a kind" = 4
"straight" = 1
"flush" = "lose"
"pair of aces" = "1/3"
[deck]
ranks = "T J Q K A"
[dealer]
qualifies = "A high"
[decision]
play = [1, 2, 4]
"""


def fine_bonus(hand: Described) -> Fraction:
    if (hand.symbols, hand.suit) == ("AKQ", "s"):
        return Fraction(25, 2)
    if hand.category == "pair" and hand.symbols.count("A") == 2:
        return Fraction(1, 3)
    odds = {"straight flush": Fraction(3, 2), "three of a kind": Fraction(4), "straight": Fraction(1)}
    return odds.get(hand.category, Fraction(0))


@cache
def fine_lines() -> NaiveGame:
    """Return a game with fractions, a line for spades, pushes and pays where the standard has none."""
    text = AGAINST_DEALER.replace("no_qualify = 1\nwin = 1\n", 'no_qualify = 0\nwin = "19/20"\n')
    text = text.replace('tie = "push"', "tie = 1").replace('no_qualify = "push"', "no_qualify = 2")
    return NaiveGame(variant(text + FINE_LINES), "A", fine_bonus)


FIVE_SUITS = """
[deck]
ranks = "2 3 4 5"
suits = [
    "spades", "hearts", "clubs", "diamonds",
    { symbol = "x", glyph = "*", name = "stars", colour = "green" },
]
[ranking]
order = ["three of a kind", "straight flush", "flush", "straight", "pair", "high card"]
[decision]
play = [3]
"""


@cache
def five_suits() -> NaiveGame:
    """Return a game of five suits and another order, in which the dealer always plays and ties lose."""
    text = AGAINST_DEALER.replace('tie = "push"', 'tie = "lose"') + BONUS + '"flush" = "lose"\n' + FIVE_SUITS
    return NaiveGame(variant(text), "", standard_bonus)


SMALL_GAMES = {"as dealt": as_dealt, "fine lines": fine_lines, "five suits": five_suits}
TWO_BONUSES = """
[wager.spade_bonus]
name = "Spade Bonus"
settles = "bonus"
on = "ante"
[pay_tables.spade_bonus.A]
"flush of spades" = 2
[deck]
ranks = "T J Q K A"
"""


def two_bonuses_of(hand: Described) -> Fraction:
    return standard_bonus(hand) + (2 if (hand.category, hand.suit) == ("flush", "s") else 0)


@cache
def two_bonuses() -> NaiveGame:
    """Return a game with two bonuses, of which one looks at the suit and the other does not."""
    return NaiveGame(variant(AGAINST_DEALER + BONUS + TWO_BONUSES), "", two_bonuses_of)


SMALL_GAMES = {
    "as dealt": as_dealt,
    "fine lines": fine_lines,
    "five suits": five_suits,
    "two bonuses": two_bonuses,
}


@cache
def engine(name: str) -> BaseGame:
    """Return a small game as the engine sees it."""
    rules = SMALL_GAMES[name]().rules
    return base_game(rules, dict.fromkeys(rules.bonuses, "A"))


def decided(game: BaseGame, seed: int) -> Strategy:
    """Return a strategy of random decisions."""
    random, options = Random(seed), (FOLD, *game.cases)
    return Strategy("random", game, tuple(random.choice(options) for _ in game.matchups))
