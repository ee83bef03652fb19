"""Games of few cards, small enough to settle deal by deal, of every kind of deck, deal and wager."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.strategy import Strategy
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from tests.helpers.games import (
    AGAINST_DEALER,
    BEATS,
    BONUS,
    HEAD,
    Part,
    against_dealer,
    bonus,
    comparison,
    game,
    odds,
    table_bet,
)
from tests.helpers.variants import analysed, shipped, variant

TWENTY_CARDS = {"deck.ranks": "T J Q K A"}
THREE_SUITS = ["clubs", "hearts", "spades"]
STARS = {"symbol": "x", "glyph": "*", "name": "stars", "colour": "green"}
FIVE_SUITS = {"deck.suits": ["spades", "hearts", "clubs", "diamonds", STARS]}
LEAVES = {"symbol": "y", "glyph": "+", "name": "leaves", "colour": "green"}
THREE_COLOURS = {"deck.suits": ["spades", "hearts", {**STARS, "colour": "red"}, LEAVES, "diamonds"]}
"""One black suit, three red, one green: no formula of halves fits it."""

# -- pays of every kind ------------------------------------------------------------------------------------

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
"""Fractions, a line for one suit, pushes."""

SUITED_BET = table_bet(
    "pair_plus",
    "Pair Plus",
    {
        "A-K-Q straight flush of spades": 100,
        "A-K-Q straight flush": 50,
        "straight flush": "3/2",
        "three of a kind": "lose",
        "three aces": 60,
        "straight": 5,
        "K high flush of hearts": 9,
        "flush": 4,
        "pair": 1,
        "pair of tens": 0,
    },
    on_fold="lost",
)


def prime(**pays: object) -> Part:
    """Return a game with a bet on colours, by what it pays for the same, for one each, and the player's."""
    lines = {
        "same": "both of the same colour",
        "each": "both of one colour each",
        "own": "player of one colour",
    }
    bet = table_bet("prime", "Prime", {lines[key]: pay for key, pay in pays.items()}, on_fold="lost")
    return game(AGAINST_DEALER, THREE_COLOURS, bet, {"deck.ranks": "K A"})


PAYS: dict[str, Part] = {
    "as dealt": game(AGAINST_DEALER, BONUS, TWENTY_CARDS, {"dealer.qualifies": "K high"}),
    "fine lines": game(
        FINE_LINES,
        {
            "wager.ante": {"no_qualify": 0, "win": "19/20", "tie": 1},
            "wager.play": {"no_qualify": 2, "tie": 1},
        },
    ),
    "five suits": game(
        AGAINST_DEALER,
        BONUS,
        FIVE_SUITS,
        {"deck.ranks": "2 3 4 5", "decision.play": [3], "pay_tables.ante_bonus.A.flush": "lose"},
        {"wager.ante.tie": "lose", "wager.play.tie": "lose"},
        {"ranking.order": [*("three of a kind", "straight flush", "flush", "straight", "pair", "high card")]},
    ),
    "two bonuses": game(
        AGAINST_DEALER, BONUS, bonus({"flush of spades": 2}, "spade_bonus", "Spade Bonus"), TWENTY_CARDS
    ),
    "a win by the hand": game(
        AGAINST_DEALER,
        TWENTY_CARDS,
        {"dealer.qualifies": "K high"},
        {"wager.ante.win": {"pays": 1, "hands": {"pair or better": "3/2"}}},
    ),
    "a bet lost with folds": game(AGAINST_DEALER, BONUS, TWENTY_CARDS, SUITED_BET),
    "a bonus and a bet for one suit": game(FINE_LINES, SUITED_BET),
    "a bonus for one suit": game(FINE_LINES, BEATS),
    "colours": game(prime(own=3, each=5, same=7), {"deck.ranks": "J K A"}),
    "one colour each lost": prime(own=3, each="lose", same=7),
    "the same colour lost": prime(own="lose", each=5, same="lose"),
    "one colour each": prime(each=5),
    "the same colour": prime(same=7),
}

# -- hands that beat some of those above them, wild cards, dead cards ------------------------------------

OUT_OF_ORDER = game(
    AGAINST_DEALER,
    BONUS,
    BEATS,
    {"deck": {"ranks": "2 3 4 5 A", "suits": THREE_SUITS}, "dealer.qualifies": "A high"},
    {"wager.ante.no_qualify": "compared"},
    {"ranking.beats": {"2-3-5": "three of a kind", "pair of 3s": "straight"}},
    comparison("second", "Second", win="lose", tie="push", lose=1),
    table_bet("higher", "Higher", odds("9-8-7-6-5"), hand="higher of both", on_fold="stays"),
    table_bet("beaten", "Beaten", odds("9-8-7-6-5"), hand="dealer", if_beaten="lose"),
)
WILD = game(
    AGAINST_DEALER,
    bonus({"straight flush of spades": "17/2", **odds("5-4-1")}),
    BEATS,
    {"deck": {"ranks": "2 3 4 K A", "suits": THREE_SUITS}, "dealer.qualifies": "A high"},
    {"pay_tables.ante_bonus.A.flush": "lose", "pay_tables.ante_bonus.A.pair": "lose"},
    comparison("second", "Second", win="lose", tie=9, lose=1),
    table_bet("dealers", "Dealer's", odds("9-8-7-6-5"), hand="dealer", on_fold="lost"),
)
FLUSHES = {**odds("20-15-4-3-1"), "flush of hearts": 9}
MINI_ROYAL = {"mini royal of spades": 60, **odds("20-15-4-3-1")}
OF_FIVE = {"royal flush": 90, "straight flush": 60, "full house": 20, "flush": 15, "straight": 7}
PACK = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "9 T J Q K A", "suits": THREE_SUITS}, "dealer.qualifies": "A high"},
    bonus({"straight flush": 5, "straight flush of spades": "17/2", "three of a kind": 4, "straight": 1}),
    BEATS,
    table_bet("dealers", "Dealer's", FLUSHES, hand="dealer", on_fold="lost"),
    table_bet("colours", "Colours", {"both of the same colour": 9, "both of one colour each": 5}),
    table_bet("plus", "Plus", MINI_ROYAL, on_fold="lost"),
    table_bet("six", "Six", OF_FIVE, hand="player and dealer"),
    comparison("higher", "Higher", win="lose", tie=9, lose=1),
)
PACKS: dict[str, tuple[Part, str]] = {
    "one card dead": (PACK, "Kh"),
    "two cards dead": (PACK, "As 9c"),
    "all of the dealer's level dead": (PACK, "Ac Ah As"),
    "no hand reaches the dealer's level": (
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "2 4 5 7 8 T J", "suits": THREE_SUITS}, "dealer.qualifies": "straight flush"},
        ),
        "2c 2s 4c 4s 5c 5h 7h 7s 8c 8s Tc Th Jc Jh",
    ),
    "only the finer line's hands are left": (
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "9 T J Q K A", "suits": THREE_SUITS}},
            table_bet("plus", "Plus", {"A-K-Q straight flush": 60, **odds("20-5-3-2-1")}),
        ),
        "Tc Th Ts Jc Jh Js",
    ),
}

# -- several decks and jokers ------------------------------------------------------------------------------

PLAYED = game(
    AGAINST_DEALER,
    bonus({"straight flush": 5, "straight flush of spades": "17/2", "three of a kind": 4, "straight": 1}),
    table_bet(
        "pair_plus",
        "Pair Plus",
        {"mini royal of spades": 60, **odds("20-15-4-3"), "pair of kings": 2, "pair": 1},
        on_fold="lost",
    ),
)

FOUR_RANKS = {"deck": {"ranks": "9 Q K A", "suits": ["hearts", "spades"]}}
SHUFFLED: dict[str, Part] = {
    "two decks": game(PLAYED, FOUR_RANKS, {"deck.decks": 2}),
    "two decks, joker": game(PLAYED, FOUR_RANKS, {"deck.decks": 2, "deck.jokers": 1}),
    "wild joker": game(PLAYED, FOUR_RANKS, {"deck": {"suits": THREE_SUITS, "jokers": 1, "joker": "wild"}}),
    "two bugs": game(
        PLAYED, FOUR_RANKS, {"deck": {"ranks": "9 J Q K A", "jokers": 2, "joker": "straights and flushes"}}
    ),
}

# -- other wagers against the dealer, one card seen ------------------------------------------------------

FEW = game(
    AGAINST_DEALER,
    {
        "deck": {"ranks": "T J Q K", "suits": ["clubs", "hearts", "spades"]},
        "dealer.qualifies": "K high",
        "wager.ante.no_qualify": {"win": 1, "tie": "push", "lose": "push"},
        "wager.play.no_qualify": "compared",
    },
)

BLIND = game(
    against_dealer(
        "blind",
        "Blind",
        {**odds("8-6"), "straight": 1.5, "pair of kings": 1},
        equals="ante",
        win={"pays": "push", "by_table": True},
        commission="5%",
    ),
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
)

SOMETIMES = bonus({"straight flush of spades": 9, **odds("5-4-1")}, paid_on=["win", "tie"])

BETS = game(
    table_bet("pair_plus", "Pair Plus", odds("40-30-6-4-1"), if_tied="push", if_beaten="lose"),
    table_bet(
        "dealer_plus", "Dealer Plus", {"odds": "for 1", **odds("40-30")}, hand="dealer", commission="10%"
    ),
    comparison("tie", "Tie", win="lose", tie=30, lose="lose", commission="3%"),
    comparison("banker", "Banker", win="lose", tie="push", lose=0.95),
    comparison(
        "bad_beat",
        "Bad Beat",
        {"straight flush of spades": 90, **odds("50-40-10-5-2")},
        win="lose",
        tie={"pays": 3, "by_table": True},
        lose={"pays": "lose", "by_table": True},
        commission="5%",
    ),
)
ONE_SEEN = {"deal.face_up": 1}
OF_KINDS = {"deal": {"face_up": 1, "tells": ["K", "T J", "Q"]}}
HIGH = table_bet("high", "High", odds("4-3-2-2-1"), on_fold="lost")
OTHER_WAGERS: dict[str, Part] = {
    "compared": FEW,
    "blind": game(FEW, BLIND),
    "bonus on some results": game(FEW, SOMETIMES, BETS),
    "face up": game(FEW, ONE_SEEN, BLIND, HIGH),
    "face up, suits told apart": game(FEW, ONE_SEEN, SOMETIMES),
    "groups": game(FEW, OF_KINDS, SOMETIMES, HIGH, BETS),
    "no decision": game(FEW, {"wager.play": None}, BETS),
}
SIX_CARDS = game(
    HEAD,
    {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "diamonds"]}},
    against_dealer("high", "High"),
    table_bet(
        "six",
        "Six",
        {
            "six-card royal of diamonds": {"money": 1000},
            "six-card royal": {"money": 500},
            "royal flush": 50,
            "straight flush": 20,
            "full house": 3,
        },
        hand="player and dealer",
        stakes=[5, 10, 25],
    ),
    {
        "pay_tables.six.B": {
            "six-card royal": "lose",
            "royal flush": {"money": 50},
            "straight flush": 20,
            "full house": 3,
        }
    },
)

# -- several cards seen, less than a rank, early raises ------------------------------------------------------

SIGHTED = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": THREE_SUITS}, "dealer.qualifies": "A-Q-J"},
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    bonus(odds("5-4-1")),
    BEATS,
    table_bet("dealers", "Dealer's", FLUSHES, hand="dealer", on_fold="lost"),
    table_bet("plus", "Plus", MINI_ROYAL, on_fold="lost"),
)
HIGH_AND_LOW = ["J", "Q K A"]
TELLS = ["card", "rank", "suit", "colour", HIGH_AND_LOW]
SIGHTS = [(cards, tells) for cards in (1, 2, 3) for tells in TELLS]


def seen(tells: object, parts: Part | None = None) -> Part:
    """Return a game in which one card of the dealer's is seen, of twelve cards and more."""
    bets = game(*(table_bet(bet, bet, odds("20-15-4-3-1"), on_fold="lost") for bet in ("dealers", "plus")))
    rest = {"wager.dealers.hand": "dealer", "dealer.qualifies": "A high", "wager.beats": None}
    tables = {"pay_tables.beats": None, "wager.ante_bonus": None, "pay_tables.ante_bonus": None}
    return game(SIGHTED, bets, rest, tables, {"deal": {"face_up": 1, "tells": tells}}, parts or {})


EARLY = game(
    AGAINST_DEALER,
    BONUS,
    {"deck": {"ranks": "2 3 4 T J A", "suits": THREE_SUITS}, "dealer.qualifies": "J high"},
    {"deal.face_up": 1, "decision.early": [2, {"multiple": 3, "hand": "pair or better"}]},
    table_bet("pairs", "Pairs", {"pair": 3}, on_fold="lost"),
)

# -- two and four cards --------------------------------------------------------------------------------------

FOUR: Part = {"deal": {"player": 4, "dealer": 4}}

TWO: Part = {
    "deal": {"player": 2, "dealer": 2},
    "ranking.order": ["straight flush", "pair", "straight", "flush", "high card"],
}


def bets(lines: dict[str, object]) -> dict[str, object]:
    """Return a bonus, and bets on one hand and on both."""
    return game(
        bonus(lines),
        table_bet("own", "Own", lines, on_fold="lost"),
        table_bet("beats", "Beats", lines, if_beaten="lose", if_tied="push"),
        table_bet("dealers", "Dealer's", lines, hand="dealer"),
        table_bet("lower", "Lower", lines, hand="lower of both", if_tied="lose"),
        table_bet("either", "Either", lines, hand="either of both"),
        comparison("second", "Second", win="lose", tie="push", lose=1),
    )


LOWEST: Part = {
    "deck": {"ranks": "2 3 4 5 K A", "suits": THREE_SUITS},
    "ranking.lowest_wins": True,
    "ranking.ace_low_straight": "second",
}
OF_TWO = {"straight flush": 9, "pair": 3, "straight": 2, "flush": "lose"}
OF_FOUR = {"straight flush": 9, "three of a kind": 7, "straight": "lose", "flush": "lose", "pair": 2}
OTHER_SIZES: dict[str, Part] = {
    "two": game(AGAINST_DEALER, TWO, bets(OF_TWO), {"dealer.qualifies": "Q high"}),
    "two, lowest wins": game(AGAINST_DEALER, TWO, bets(OF_TWO), LOWEST),
    "four": game(AGAINST_DEALER, FOUR, bets(OF_FOUR), TWENTY_CARDS, {"dealer.qualifies": "pair of kings"}),
    "four, lowest wins": game(AGAINST_DEALER, FOUR, bets({"pair": 5}), LOWEST),
}

# -- wagers of every kind together -------------------------------------------------------------------------

PAIR_PLUS = table_bet(
    "pair_plus",
    "Pair Plus",
    {"straight flush": 4, "straight": 2, "flush": 3, "pair": 1},
    on_fold="lost",
    if_tied="push",
    if_beaten="1/2",
    commission="5%",
)

DEALER = table_bet(
    "dealer",
    "Dealer Pairs",
    {
        "straight flush of hearts": 20,
        "straight flush": 10,
        "straight": 3,
        "flush of clubs": 5,
        "flush": 2,
        "pair": 1,
    },
    hand="dealer",
    on_fold="lost",
)

HIGHER = game(
    comparison("higher", "Higher", win=1, tie=8, lose="lose", commission="5%"),
    comparison(
        "bad_beat",
        "Bad Beat",
        {"odds": "for 1", "straight flush": 9, "straight": 5, "flush of clubs": 4, "flush": 1, "pair": 2},
        win="push",
        tie="lose",
        lose={"pays": "lose", "by_table": True},
        commission="1/3",
    ),
)

PRIME = table_bet(
    "prime", "Prime", {"both of the same colour": 4, "player of one colour": 2}, on_fold="may stay"
)

MONEY = table_bet(
    "money",
    "Money",
    {
        "odds": "for 1",
        "straight flush of hearts": {"money": 200},
        "straight flush": {"money": 100},
        "straight": {"money": 7},
        "flush": "lose",
        "pair": 2,
    },
    stakes=[5, 25],
    commission="10%",
)

SIDE_BETS = game(PAIR_PLUS, DEALER, HIGHER, MONEY)

COMPARED = game(
    HEAD,
    {
        "deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"]},
        "dealer.qualifies": "K high",
        "decision.play": [1, {"multiple": 3, "hand": "straight or better"}],
    },
    against_dealer("ante", "Ante", no_qualify="push"),
    against_dealer(
        "blind",
        "Blind",
        {"straight flush": 8, "straight": 1.5, "flush of hearts": 1},
        equals="ante",
        no_qualify="compared",
        win={"pays": "push", "by_table": True},
    ),
    against_dealer(
        "play", "Play", raises="ante", no_qualify={"win": 1, "tie": 0.5, "lose": "push"}, commission="5%"
    ),
    bonus({"straight flush": 5, "straight": 1}, paid_on=["no qualify", "win"]),
)

UNDECIDED = game(
    HEAD,
    against_dealer("pick", "Pick", {"straight flush": 8, "pair": 2}, win={"pays": 0.95, "by_table": True}),
)

NEEDS_A_PAIR = {"dealer.qualifies": "pair"}


def with_threes(*parts: Part) -> Part:
    """Return a game of which each table has a line for three of a kind, which ten cards of two suits lack."""
    found = game(*parts)
    for tables in found["pay_tables"].values():
        lines = tables["A"]
        if "straight" in lines:
            lines["three of a kind"] = 6
    return found


TOGETHER = {
    "a card seen": with_threes(
        AGAINST_DEALER,
        DEALER,
        PRIME,
        NEEDS_A_PAIR,
        {"deck": {"ranks": "9 T J Q", "suits": ["clubs", "hearts", "diamonds"]}, "deal.face_up": 1},
    ),
    "ranks told apart": game(
        COMPARED, SIDE_BETS, PRIME, {"deal": {"face_up": 1, "tells": ["A", "K Q", "J T"]}}
    ),
    "two decks": with_threes(
        AGAINST_DEALER,
        SIDE_BETS,
        PRIME,
        NEEDS_A_PAIR,
        {"wager.pair_plus.if_tied": None},
        {"deck": {"ranks": "9 T Q", "suits": ["clubs", "hearts"], "decks": 2}},
    ),
    "two jokers": game(
        UNDECIDED,
        SIDE_BETS,
        {"wager.pair_plus.if_beaten": None},
        {"deck": {"ranks": "9 T J Q", "suits": ["clubs", "hearts"], "jokers": 2}},
    ),
}

# -- bets lost with folds that depend on a card of the dealer's -------------------------------------------

LOSING = dict.fromkeys(("four of a kind", "flush", "three of a kind"), "lose")

FIVES = {"royal flush": 50, "straight flush": 40, "full house": 20, "straight": 4, "two pair": 2, **LOSING}

SIX = table_bet("six", "Six Card Bonus", FIVES, hand="player and dealer", on_fold="lost")

EACH = table_bet("each", "Each", {"both of one colour each": 3, "player of one colour": 1}, on_fold="lost")

CARD = {"deal.face_up": 1}

RANKS = {"deal": {"face_up": 1, "tells": ["A J", "K", "T Q"]}}

TEN = {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"]}, "dealer.qualifies": "K high"}
SUITED = game(
    PAIR_PLUS, {"pay_tables.pair_plus.A": {"flush of clubs": 7, "A-K-Q straight flush of hearts": 90}}
)
PAIRS = table_bet(
    "pairs",
    "Dealer's pairs",
    {**dict.fromkeys(("straight flush", "three of a kind", "straight"), "lose"), "flush": 3, "pair": 2},
    hand="dealer",
    on_fold="lost",
)
COLOURS = table_bet(
    "prime", "Prime", {"both of the same colour": 4, "player of one colour": 2}, on_fold="lost"
)
EVERY_BET = game(AGAINST_DEALER, TEN, SIX, SUITED, DEALER, PAIRS, COLOURS, EACH)
LOST_WITH_FOLDS: dict[str, Part] = {
    "a card seen": game(EVERY_BET, CARD),
    "a card seen and two raises": game(  # hands are never folded, but raised by more beside some cards
        EVERY_BET,
        CARD,
        {"decision.play": [1, 2], "pay_tables.dealer.A": {f"pair of {rank}s": 3 for rank in "TJQKA"}},
    ),
    "ranks told apart": game(EVERY_BET, RANKS),
    "no hand of one colour is black": game(
        AGAINST_DEALER, {"deck": {"ranks": "K A", "suits": ["clubs", "hearts", "diamonds"]}}, COLOURS, CARD
    ),
    "a bet on the dealer's hand": game(
        FEW,
        SOMETIMES,
        table_bet(
            "theirs",
            "Theirs",
            {"straight flush": 4, "three of a kind": 3, "straight": "lose", "flush of spades": 2},
            hand="dealer",
            on_fold="lost",
        ),
    ),
}

DATA = Path(__file__).parents[1] / "data"


def example(file: str) -> Rules:
    """Return the rules of one of the files of the tests."""
    return load_rules(DATA / f"{file}.toml")


@cache
def engine(name: str) -> BaseGame:
    """Return a game of `PAYS` as the engine sees it."""
    rules = variant(PAYS[name])
    return base_game(rules, dict.fromkeys(rules.base_tables, "A"))


RAISES = 'extends = "crown-melbourne"\n[decision]\nplay = [1, 2]\n'
TIES_TO_PLAYER = 'extends = "crown-melbourne"\n[wager.ante]\ntie = 1\n[wager.play]\ntie = 1\n'


def standard() -> BaseGame:
    """Return the game of Crown Melbourne, of 52 cards."""
    return analysed(shipped("crown-melbourne")).game


def raises() -> BaseGame:
    """Return the same with two multiples."""
    return analysed(variant(RAISES)).game


OF_DECISIONS: dict[str, Callable[[], BaseGame]] = {
    "standard": standard,
    "raises": raises,
    "ties to the player": lambda: analysed(variant(TIES_TO_PLAYER)).game,
    "split by suit": lambda: engine("fine lines"),
}
"""Games with strategies of every kind, the last of which has its classes of one suit in each suit."""


def decided(game: BaseGame, seed: int) -> Strategy:
    """Return a strategy of random decisions."""
    random, options = Random(seed), (FOLD, *game.cases)
    return Strategy("random", game, tuple(random.choice(options) for _ in game.matchups))
