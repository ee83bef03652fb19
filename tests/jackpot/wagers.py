"""Progressive wagers that tests share, and what their tables pay, typed from the documents."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame
from combin.jackpot.value import JackpotChances, jackpot_chances
from tests.variants import shipped, variant

CROWN_PAYS = {
    "1": {"four of a kind": 500, "full house": 150, "flush": 100},
    "2": {"four of a kind": 600, "full house": 100, "flush": 60, "straight": 40},
}
"""Dollars for each $1 wagered (Tables 3 and 4); beside them 100% and 10% of the meter."""

BY_SUIT = """
extends = "resorts-world-sentosa"
[ranking]
order = ["straight flush", "three of a kind", "straight", "pair", "high card", "flush"]
[dealer]
qualifies = "J high"
[pay_tables.pair_plus.A]
"high card" = "lose"
[wager.jackpot]
on_fold = "lost"
[pay_tables.jackpot.A]
"flush" = { odds = "1/4" }
"7-5-2 flush of spades" = { money = 30 }
"9 high flush of hearts" = { meter = "1%" }
"pair" = "lose"
"high card" = { odds = "1/100" }
"""
"""A game in which flushes are the lowest hands, and folded, and a jackpot that tells their suits apart."""


_SEVEN_CARDS = """
extends = "crown-melbourne"
id = "seven"
title = "Best five of own three and four community cards"
without = ["wager.jackpot"]
[deal]
jackpot = 4
[wager.seven]
name = "Seven"
settles = "jackpot"
hand = "player and jackpot cards"
on_fold = "lost"
needs = ["ante"]
[pay_tables.seven.A]
"""

SEVEN = f"""{_SEVEN_CARDS}
"royal flush" = {{ meter = "100%", envy = 500 }}
"straight flush" = {{ meter = "10%", envy = 100 }}
"four of a kind" = 200
"full house" = 20
"flush" = 15
"straight" = 8
"three of a kind" = 2
[jackpot]
wager = "seven"
[jackpot.options.1]
pay_table = "A"
meters = [{{ seed = 5_000, increment = "15%" }}]
"""
"""A jackpot that returns 228% beside its meter to a player who never folds, at a full table."""

NEVER_FOLDING = f"""{_SEVEN_CARDS}
"straight flush" = 100
"four of a kind" = 50
"full house" = 10
"flush" = 6
"straight" = 5
"three of a kind" = 2
"""
"""A jackpot in odds alone by which a player gains who never folds, and the house if he folds as is best."""


MINOR = """
[wager.minor]
name = "Minor"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.minor.A]
odds = "for 1"
"A-K-Q straight flush of spades" = { meter = "100%", envy = 25 }
"A-K-Q straight flush" = { odds = 500, envy = 10 }
"straight flush" = 50
"three of a kind" = 40
"straight" = 5
"""
"""A second progressive wager: (3 x 500 + 44 x 50 + 52 x 40 + 720 x 5) / 22,100 = 469/1,105 for 1."""


@cache
def chances_of(game: str, letter: str) -> JackpotChances:
    """Return the chances of the jackpot of a game that ships, or of a rule file."""
    rules = variant(game) if "\n" in game else shipped(game)
    return jackpot_chances(rules, rules.tables["jackpot"][letter])


@cache
def joint_of(
    game: str, option: str | None = None, meter: Fraction | None = None, stake: Fraction | int = 1
) -> JointGame:
    """Return the base game of a game with its first tables, decided together with its jackpot."""
    rules = variant(game) if "\n" in game else shipped(game)
    letters = {name: next(iter(rules.tables[name])) for name in rules.bonuses}
    return ask_jackpot(rules, option=option, meter=meter, stake=stake).joint(letters)


ENVY = """
extends = "three-card-poker"
without = [
    "pay_tables.progressive.B", "pay_tables.progressive.2A",
    "wager.millionaire_maker", "wager.six_card_bonus", "wager.pair_plus",
]
[deal]
seats = 7
[jackpot]
wager = "progressive"
[jackpot.options.1]
pay_table = "A"
meters = [{ seed = 1_000, increment = "20%" }]
"""
"""A meter beside envy bonuses, at a table of seven."""
