"""Games whose workbooks the tests look at, and their workbooks, each written once in a run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from combin.par.book import Book
from combin.rules.resolved import Rules
from tests.exact.small_games import FINE_LINES
from tests.helpers.games import AGAINST_DEALER, HEAD, against_dealer, bonus, comparison, odds, table_bet
from tests.helpers.games import game as rule_file
from tests.helpers.variants import shipped, variant
from tests.par.workbook import Workbook

_FOLDER = TemporaryDirectory()

MANY = rule_file(
    AGAINST_DEALER,
    {"deck.ranks": "9 T J Q K A"},
    {
        "title": 'A & B <"many">: [side] bets?',
        "wager.ante.name": "Ante of an unusually long name, longer than sheets have",
    },
    *(
        table_bet(
            f"side_{number}",
            f"A side bet whose name is longer than a sheet's: [{number}]",
            {
                "odds": "for 1" if number % 3 else "to 1",
                "A-K-Q straight flush of spades": 100 + number,
                "straight flush": f"{20 + number}/3",
                "three of a kind": 12.5,
                "straight": 2,
                "flush": 1,
            },
            on_fold="lost" if number % 2 else "stays",
        )
        for number in range(1, 6)
    ),
)
"""Names too long and alike for sheets, tables of both kinds of odds, finer lines, fractions."""

WORDS = rule_file(
    HEAD,
    {
        "title": "Words of other games",
        "deck.ranks": "T J Q K A",
        "dealer.qualifies": "A high",
        "decision.play": [1, {"multiple": 3, "hand": "pair"}],
    },
    against_dealer("ante", "Ante", no_qualify={"win": 1, "tie": "push", "lose": "push"}, commission="5%"),
    against_dealer(
        "blind",
        "Blind",
        odds("10-5"),
        equals="ante",
        no_qualify="compared",
        win={"pays": "push", "by_table": True},
    ),
    against_dealer("play", "Play", raises="ante", no_qualify="compared"),
    bonus({"straight flush": 2}, "extra", "Extra", paid_on=["win", "tie"]),
    comparison("higher", "Higher hand", win=1, tie="lose", lose="lose", commission="2.5%"),
    table_bet("duel", "Duel", odds("8-6"), if_tied="push", if_beaten="lose", commission="4%"),
)
"""Everything that a base game and a side bet can depend on beside the player's hand."""

GAMES = ("uk-including-blind", "resorts-world-sentosa", "crown", "fine lines", "many", "other words")


@cache
def game(name: str) -> Rules:
    """Return the rules of one of the games."""
    own = {"fine lines": FINE_LINES, "many": MANY, "other words": WORDS}
    if name in own:
        return variant(own[name])
    return shipped("crown-melbourne" if name == "crown" else name)


@cache
def book(name: str) -> Book:
    """Return the workbook of a game; of Crown with some of its tables."""
    chosen = {"ante_bonus": ["A", "C"], "pair_plus": ["A", "F"]} if name == "crown" else {}
    return Book.of(game(name), chosen)


def write_book(of: Book, path: Path, changed: Mapping[tuple[str, ...], Fraction] | None = None) -> None:
    """Write a workbook, with other values of some inputs."""
    path.write_bytes(of.file(of.built(changed) if changed else of.written))


@cache
def written(name: str) -> Path:
    """Return the file that the workbook of a game was written into."""
    path = Path(_FOLDER.name) / f"{name}.xlsx"
    write_book(book(name), path)
    return path


def kept(name: str) -> Workbook:
    """Return the cells of a game's workbook, out of its file."""
    return Workbook.read(written(name))
