"""Games of few cards, small enough to count deal by deal, with what each hand's bonus is by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.strategy import Strategy
from tests.exact.naive import Described, NaiveGame
from tests.games import AGAINST_DEALER, BONUS, bonus, game
from tests.variants import variant

STARS = {"symbol": "x", "glyph": "*", "name": "stars", "colour": "green"}
FIVE_SUITS = {"deck.suits": ["spades", "hearts", "clubs", "diamonds", STARS]}
LEAVES = {"symbol": "y", "glyph": "+", "name": "leaves", "colour": "green"}
THREE_COLOURS = {"deck.suits": ["spades", "hearts", {**STARS, "colour": "red"}, LEAVES, "diamonds"]}
"""One black suit, three red, one green: no formula of halves fits it."""
TWENTY_CARDS = {"deck.ranks": "T J Q K A"}


def standard_bonus(hand: Described) -> Fraction:
    return Fraction({"straight flush": 5, "three of a kind": 4, "straight": 1}.get(hand.category, 0))


@cache
def as_dealt() -> NaiveGame:
    """Return the standard game on twenty cards."""
    rules = variant(game(AGAINST_DEALER, BONUS, TWENTY_CARDS, {"dealer.qualifies": "K high"}))
    return NaiveGame(rules, "K", standard_bonus)


FINE_LINES = game(
    AGAINST_DEALER,
    TWENTY_CARDS,
    bonus(
        {
            "straight flush": "3/2",
            "A-K-Q straight flush of spades": 12.5,
            "three of a kind": 4,
            "straight": 1,
            "flush": "lose",
            "pair of aces": "1/3",
        }
    ),
    {"dealer.qualifies": "A high", "decision.play": [1, 2, 4]},
)


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
    pays = {
        "wager.ante": {"no_qualify": 0, "win": "19/20", "tie": 1},
        "wager.play": {"no_qualify": 2, "tie": 1},
    }
    return NaiveGame(variant(game(FINE_LINES, pays)), "A", fine_bonus)


@cache
def five_suits() -> NaiveGame:
    """Return a game of five suits and another order, in which the dealer always plays and ties lose."""
    rules = variant(
        game(
            AGAINST_DEALER,
            BONUS,
            FIVE_SUITS,
            {
                "wager.ante.tie": "lose",
                "wager.play.tie": "lose",
                "pay_tables.ante_bonus.A.flush": "lose",
                "deck.ranks": "2 3 4 5",
                "ranking.order": [
                    "three of a kind",
                    "straight flush",
                    "flush",
                    "straight",
                    "pair",
                    "high card",
                ],
                "decision.play": [3],
            },
        )
    )
    return NaiveGame(rules, "", standard_bonus)


def two_bonuses_of(hand: Described) -> Fraction:
    return standard_bonus(hand) + (2 if (hand.category, hand.suit) == ("flush", "s") else 0)


@cache
def two_bonuses() -> NaiveGame:
    """Return a game with two bonuses, of which one looks at the suit and the other does not."""
    spades = bonus({"flush of spades": 2}, "spade_bonus", "Spade Bonus")
    return NaiveGame(variant(game(AGAINST_DEALER, BONUS, spades, TWENTY_CARDS)), "", two_bonuses_of)


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
