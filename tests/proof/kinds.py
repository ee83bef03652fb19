"""Games of few cards of every kind that the rules language knows, and certificates of them to spoil."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from combin.certificate.canonical import digest
from tests.certificate.certificates import SMALL, leaf_places, value_at, written
from tests.helpers import other_games
from tests.helpers.games import AGAINST_DEALER, BEATS, bonus, comparison, game, odds, progressive, table_bet
from tests.helpers.variants import variant

SEEN = {"deal": {"face_up": 1, "tells": ["A K", "8 J", "9 Q"]}}
FEW = {"deck.ranks": "8 9 J Q K A"}
EVERY_WORD = game(other_games.EVERY_WORD, FEW, SEEN)
KEPT = game(EVERY_WORD, {f"wager.{name}.on_fold": None for name in ("dealers", "beats", "prime")})
PAIR_PLUS = table_bet(
    "pair_plus",
    "Pair Plus",
    {"mini royal": 60, "straight flush": 20, "pair": 1, "three of a kind": 15, "straight": 4, "flush": 3},
    on_fold="lost",
)
SPADES = game(
    bonus({"straight flush of spades": "17/2", "straight flush": 5}),
    {"pay_tables.ante_bonus.B": {"straight flush": 4}},
)
JACKPOT = progressive({"A-K-Q straight flush of spades": {"meter": "100%"}, "straight flush": 40}, "player")
SIX_ROYALS = table_bet(
    "six",
    "Six Card Millions",
    {"six-card royal of spades": 1000, "six-card royal": 500, "royal flush": 100, "straight flush": 3},
    hand="player and dealer",
    on_fold="lost",
)
MORE_CARDS = game(
    SIX_ROYALS,
    {"deal.jackpot": 2},
    table_bet(
        "five",
        "Fives",
        {"royal flush": 5, "straight flush": 4},
        hand="player and jackpot cards",
        on_fold="lost",
    ),
)
EIGHTEEN = {"deck": {"ranks": "8 9 J Q K A", "suits": ["clubs", "hearts", "spades"]}}
LOST = game(
    table_bet(
        "dealers", "Dealer's", {"flush of hearts": 9, **odds("5-4-3-2-1")}, hand="dealer", on_fold="lost"
    ),
    table_bet(
        "beats",
        "Beats",
        {"flush of clubs": 9, **odds("5-4-3-2")},
        on_fold="lost",
        if_tied="push",
        if_beaten=2,
    ),
    table_bet("prime", "Prime", {"both of one colour each": 2, "player of one colour": 1}, on_fold="lost"),
)
BAD_BEAT = game(
    comparison(
        "bad_beat",
        "Bad Beat",
        win="lose",
        tie={"pays": "push", "by_table": True},
        lose={"pays": "lose", "by_table": True},
        commission="5%",
    ),
    {
        "pay_tables.bad_beat": {
            "A": {"straight flush of hearts": 80, **odds("50-40-10-5-2")},
            "B": {"odds": "for 1", **odds("51-41-11-6-1")},
        }
    },
)
"""A bet on the higher hand that its tables pay to a hand that ties or is beaten."""
TURNED = ["straight flush", "three of a kind", "straight", "pair", "high card", "flush"]
PLAYED = game(
    AGAINST_DEALER, PAIR_PLUS, SPADES, {"deck": {"ranks": "9 Q K A", "suits": ["hearts", "spades"]}}
)

KINDS = {
    "every word and a card told by its kind": KEPT,
    "every word and a card seen": game(KEPT, {"deal.tells": None}),
    "every word and no card seen": game(EVERY_WORD, {"deal": None}),
    "every word and two decks": game(EVERY_WORD, {"deal": None, "deck.decks": 2}),
    "a bet lost by a fold that depends on a card": game(other_games.CARD_SEEN, FEW, PAIR_PLUS),
    "every bet lost by a fold that depends on a card": game(other_games.CARD_SEEN, EIGHTEEN, LOST),
    "six-card royals lost by a fold that depends on a card": game(
        other_games.CARD_SEEN, EIGHTEEN, MORE_CARDS
    ),
    "larger raises for some hands": game(other_games.ULTIMATE, FEW, {"dealer.qualifies": "K high"}),
    "nothing to decide": game(other_games.TEEN_PATTI, FEW),
    "Play paid by a table": game(other_games.PRIME_PLAY, FEW),
    "a bad beat paid by a table": game(AGAINST_DEALER, FEW, BAD_BEAT, {"dealer.qualifies": "K high"}),
    "a bad beat and a card seen": game(other_games.CARD_SEEN, EIGHTEEN, BAD_BEAT),
    "a bad beat and two decks": game(AGAINST_DEALER, EIGHTEEN, BAD_BEAT, {"deck.decks": 2}),
    "two decks and a joker": game(PLAYED, {"deck.decks": 2, "deck.jokers": 1}),
    "a wild joker and a jackpot": game(
        PLAYED, {"deck.suits": ["clubs", "hearts", "spades"], "deck.jokers": 1}, JACKPOT
    ),
    "a wild rank and a jackpot": game(
        PLAYED,
        {"deck": {"ranks": "2 9 Q K A", "suits": ["clubs", "hearts", "spades"], "wild": ["2"]}},
        JACKPOT,
    ),
    "two bugs": game(PLAYED, {"deck": {"ranks": "9 J Q K A", "jokers": 2, "joker": "straights and flushes"}}),
    "six-card royals lost by a fold": game(
        AGAINST_DEALER,
        {"deck": {"ranks": "8 9 T J Q K A", "suits": ["clubs", "hearts", "spades"]}},
        {"ranking.order": TURNED},
        SIX_ROYALS,
    ),
}
"""Games of few cards of every kind that is not Three Card Poker's own."""

SIDE_BETS = game(
    SMALL,
    comparison("higher", "Higher", win=1, tie=10, lose="lose", commission="5%"),
    table_bet("dealers", "Dealer's hand", odds("20-15"), hand="dealer", commission="10%"),
    BEATS,
    table_bet(
        "millions", "Millions", {"A-K-Q straight flush": {"money": 100}, "straight flush": 9}, stakes=[5, 10]
    ),
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
    certificate, random = written(variant(KINDS[kind])), Random(kind)
    for place in places:
        holder = value_at(certificate, place[:-1])
        holder[place[-1]] = another(holder[place[-1]], random)
    certificate["sha256"] = digest(certificate["body"])
    return certificate
