"""Games of few cards of every kind that the rules language knows, and certificates of them to spoil."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from random import Random
from typing import Any

from combin.proof.certificate.canonical import digest
from tests import other_games
from tests.exact.small_games import AGAINST_DEALER
from tests.proof.certificates import SMALL, leaf_places, value_at, written
from tests.variants import variant

__all__ = ["KINDS", "SIDE_BETS", "another", "body_of", "one_of_each", "spoilt"]

SEEN = 'face_up = 1\ntells = ["A K", "8 J", "9 T Q"]\n'
EVERY_WORD = other_games.EVERY_WORD.replace("8 9 T J Q K A", "8 9 J Q K A")
KEPT = EVERY_WORD.replace('on_fold = "lost"\n', "")
FEW = '[deck]\nranks = "8 9 J Q K A"\n'
PAIR_PLUS = """
[wager.pair_plus]
name = "Pair Plus"
settles = "pay table"
on_fold = "lost"
[pay_tables.pair_plus.A]
"mini royal" = 60
"straight flush" = 20
"pair" = 1
"three of a kind" = 15
"straight" = 4
"flush" = 3
"""
SPADES = """
[wager.ante_bonus]
name = "Ante Bonus"
settles = "bonus"
on = "ante"
[pay_tables.ante_bonus.A]
"straight flush of spades" = "17/2"
"straight flush" = 5
[pay_tables.ante_bonus.B]
"straight flush" = 4
"""
JACKPOT = """
[wager.jackpot]
name = "Jackpot"
settles = "jackpot"
hand = "player"
on_fold = "lost"
[pay_tables.jackpot.A]
"A-K-Q straight flush of spades" = { meter = "100%" }
"straight flush" = 40
[jackpot]
wager = "jackpot"
[jackpot.options.1]
pay_table = "A"
meters = [{ seed = 100, increment = "15%" }]
"""
SIX_ROYALS = """
[deck]
ranks = "8 9 T J Q K A"
suits = ["clubs", "hearts", "spades"]
[ranking]
order = ["straight flush", "three of a kind", "straight", "pair", "high card", "flush"]
[wager.six]
name = "Millions"
settles = "pay table"
hand = "player and dealer"
on_fold = "lost"
[pay_tables.six.A]
"six-card royal of spades" = 1000
"six-card royal" = 500
"royal flush" = 100
"flush" = 3
"""
QUEENS = '[deck]\nranks = "9 Q K A"\nsuits = ["hearts", "spades"]\n'
PLAYED = AGAINST_DEALER + PAIR_PLUS + SPADES

KINDS = {
    "every word and a card told by its kind": KEPT.replace('"9 T Q"', '"9 Q"'),
    "every word and a card seen": KEPT.replace(SEEN, "face_up = 1\n"),
    "every word and no card seen": EVERY_WORD.replace(SEEN, ""),
    "every word and two decks": EVERY_WORD.replace(SEEN, "").replace("[deck]\n", "[deck]\ndecks = 2\n"),
    "a bet lost by a fold that hangs on a card": other_games.CARD_SEEN + FEW + PAIR_PLUS,
    "larger raises for some hands": other_games.ULTIMATE.replace("Q high", "K high") + FEW,
    "nothing to decide": other_games.TEEN_PATTI + FEW,
    "Play paid by a table": other_games.PRIME_PLAY + FEW,
    "two decks and a joker": PLAYED + QUEENS + "decks = 2\njokers = 1\n",
    "a wild joker and a jackpot": PLAYED
    + QUEENS.replace('"hearts"', '"clubs", "hearts"')
    + "jokers = 1\n"
    + JACKPOT,
    "two bugs": PLAYED + QUEENS.replace("9 Q", "9 J Q") + 'jokers = 2\njoker = "straights and flushes"\n',
    "six-card royals lost by a fold": AGAINST_DEALER + SIX_ROYALS,
}
"""Games of few cards of every kind that is not Three Card Poker's own."""

SIDE_BETS = (
    SMALL
    + """
[wager.higher]
name = "Higher"
settles = "comparison"
win = 1
tie = 10
lose = "lose"
commission = "5%"
[wager.dealers]
name = "Dealer's hand"
settles = "pay table"
hand = "dealer"
commission = "10%"
[wager.beats]
name = "Pair Plus that must beat the dealer"
settles = "pay table"
on_fold = "lost"
if_tied = "push"
if_beaten = "lose"
[wager.millions]
name = "Millions"
settles = "pay table"
stakes = [5, 10]
[pay_tables.dealers.A]
"straight flush" = 20
"three of a kind" = 15
[pay_tables.beats.A]
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 4
"pair" = 1
[pay_tables.millions.A]
"A-K-Q straight flush" = { money = 100 }
"straight flush" = 9
"""
)
"""A game with side bets of every kind."""


def body_of(kind: str) -> dict[str, Any]:
    body: dict[str, Any] = written(variant(KINDS[kind]))["body"]
    return body


def one_of_each(kind: str, *parts: str) -> list[tuple[str | int, ...]]:
    """Return a place of every field of some parts of a body, drawn among its rows by a fixed seed."""
    fields: dict[tuple[str, ...], list[tuple[str | int, ...]]] = {}
    for place in leaf_places({part: body_of(kind)[part] for part in parts}):
        field = [key if isinstance(key, str) else "row" for key in place]
        if place[0] == "witnesses":
            field[-1] = str(place[-1])  # each of its columns is a field
        fields.setdefault(tuple(field), []).append(place)
    random = Random(kind)
    return [random.choice(places) for places in fields.values()]


def another(value: object, random: Random) -> object:
    """Return what a forger may put in the place of a value: another digit, or another letter."""
    if value is None:
        return 0
    if isinstance(value, int):
        return value + 10 ** random.randrange(len(str(abs(value))))
    text = str(value)
    place = random.randrange(max(1, len(text)))
    letters = [one for one in "123cdAK" if one != text[place : place + 1]]
    return text[:place] + random.choice(letters) + text[place + 1 :]


def spoilt(kind: str, places: Iterable[tuple[str | int, ...]]) -> dict[str, Any]:
    """Return a certificate with another digit or letter in each of some places, and a hash that fits."""
    certificate, random = copy.deepcopy(written(variant(KINDS[kind]))), Random(kind)
    for place in places:
        holder = value_at(certificate, place[:-1])
        holder[place[-1]] = another(holder[place[-1]], random)
    certificate["sha256"] = digest(certificate["body"])
    return certificate
