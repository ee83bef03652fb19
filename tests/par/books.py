"""Games whose workbooks the tests look at, and their workbooks, each written once in a run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from combin.par.book import Book
from combin.par.subject import Subject, chosen_letters
from combin.par.writing import write_book
from combin.rules.rules import Rules
from tests.exact.small_games import AGAINST_DEALER, FINE_LINES
from tests.par.workbook import Workbook
from tests.variants import shipped, variant

__all__ = ["GAMES", "book", "game", "kept", "written"]

_FOLDER = TemporaryDirectory()

MANY = AGAINST_DEALER.replace('title = "A game of few cards"', 'title = "A & B <\\"many\\">: [side] bets?"')
MANY = MANY.replace('name = "Ante"\n', 'name = "Ante of an unusually long name, longer than sheets have"\n')
MANY += '[deck]\nranks = "9 T J Q K A"\n' + "".join(
    f"""[wager.side_{number}]
name = "A side bet whose name is longer than a sheet's: [{number % 2}]"
settles = "pay table"
on_fold = "{"lost" if number % 2 else "stays"}"
[pay_tables.side_{number}.A]
odds = "{"for 1" if number % 3 else "to 1"}"
"A-K-Q straight flush of spades" = {100 + number}
"straight flush" = "{20 + number}/3"
"three of a kind" = 12.5
"straight" = 2
"flush" = 1
"""
    for number in range(1, 6)
)
"""Names too long and alike for sheets, tables of both kinds of odds, finer lines, fractions."""

WORDS = """
id = "other-words"
title = "Words of other games"
[source]
document = "these tests"
[deck]
ranks = "T J Q K A"
[dealer]
qualifies = "A high"
[decision]
play = [1, { multiple = 3, hand = "pair" }]
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = { win = 1, tie = "push", lose = "push" }
win = 1
tie = "push"
lose = "lose"
commission = "5%"
[wager.blind]
name = "Blind"
settles = "against the dealer"
equals = "ante"
no_qualify = "compared"
win = { pays = "push", by_table = true }
tie = "push"
lose = "lose"
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
no_qualify = "compared"
win = 1
tie = "push"
lose = "lose"
[wager.extra]
name = "Extra"
settles = "bonus"
on = "ante"
paid_on = ["win", "tie"]
[wager.higher]
name = "Higher hand"
settles = "comparison"
win = 1
tie = "lose"
lose = "lose"
commission = "2.5%"
[wager.duel]
name = "Duel"
settles = "pay table"
if_tied = "push"
if_beaten = "lose"
commission = "4%"
[pay_tables.blind.A]
"straight flush" = 10
"three of a kind" = 5
[pay_tables.extra.A]
"straight flush" = 2
[pay_tables.duel.A]
"straight flush" = 8
"three of a kind" = 6
"""
"""Everything that a base game and a side bet can hang on beside the player's hand."""

GAMES = ("uk-including-blind", "resorts-world-sentosa", "crown", "fine lines", "many", "other words")


@cache
def game(name: str) -> Rules:
    """Return the rules of one of the games."""
    texts = {"fine lines": AGAINST_DEALER + FINE_LINES, "many": MANY, "other words": WORDS}
    if name in texts:
        return variant(texts[name])
    return shipped("crown-melbourne" if name == "crown" else name)


@cache
def book(name: str) -> Book:
    """Return the workbook of a game; of Crown with some of its tables."""
    chosen = {"ante_bonus": ["A", "C"], "pair_plus": ["A", "F"]} if name == "crown" else {}
    return Book(Subject(game(name), chosen_letters(game(name), chosen)))


@cache
def written(name: str) -> Path:
    """Return the file that the workbook of a game was written into."""
    path = Path(_FOLDER.name) / f"{name}.xlsx"
    write_book(book(name), path)
    return path


def kept(name: str) -> Workbook:
    """Return the cells of a game's workbook, out of its file."""
    return Workbook.read(written(name))
