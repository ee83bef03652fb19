"""Progressive wagers that tests share, and what their tables pay, typed from the documents."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame
from combin.jackpot.value import JackpotChances, jackpot_chances
from tests.variants import shipped, variant

__all__ = ["BY_SUIT", "CROWN_PAYS", "ENVY", "chances_of", "joint_of"]

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


@cache
def chances_of(game: str, letter: str) -> JackpotChances:
    """Return the chances of the jackpot of a game that ships, or of a rule file."""
    rules = variant(game) if "\n" in game else shipped(game)
    return jackpot_chances(rules, rules.tables["jackpot"][letter])


@cache
def joint_of(
    game: str, option: str | None = None, reading: Fraction | None = None, stake: Fraction | int = 1
) -> JointGame:
    """Return the base game of a game with its first tables, decided together with its jackpot."""
    rules = variant(game) if "\n" in game else shipped(game)
    letters = {name: next(iter(rules.tables[name])) for name in rules.bonuses}
    return ask_jackpot(rules, option=option, reading=reading, stake=stake).joint(letters)


ENVY = """
extends = "three-card-poker"
without = ["pay_tables.progressive.B", "pay_tables.progressive.2A", "wager.millionaire_maker"]
[deal]
seats = 7
[jackpot]
wager = "progressive"
[jackpot.options.1]
pay_table = "A"
meters = [{ seed = 1_000, increment = "20%" }]
"""
"""A meter beside envy bonuses, at a table of seven."""
