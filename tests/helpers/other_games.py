"""Games of other kinds than the three that ship, as rule files, with what has been published of them."""

from __future__ import annotations

from tests.helpers.games import (
    AGAINST_DEALER,
    BEATS,
    BONUS,
    HEAD,
    against_dealer,
    bonus,
    comparison,
    game,
    odds,
    table_bet,
)

__all__ = [
    "CARD_SEEN",
    "EVERY_WORD",
    "FACE_UP_CALIFORNIA",
    "HIGH_OR_LOW",
    "OCEANS_11",
    "PRIME_PLAY",
    "TEEN_PATTI",
    "THREE_KINDS",
    "ULTIMATE",
]

_QUEEN = {"dealer.qualifies": "Q high"}

OCEANS_11 = game(AGAINST_DEALER, _QUEEN, {"deal.face_up": 1})
"""One of the dealer's cards face up, and no bonus; the Ante is paid if the dealer does not qualify."""

FACE_UP_CALIFORNIA = game(OCEANS_11, {"wager.ante.no_qualify": {"win": 1, "tie": "push", "lose": "push"}})
"""The same, but if the dealer does not qualify, the Ante is paid to a higher hand alone."""

CARD_SEEN = game(OCEANS_11, BONUS)
"""The standard game with one of the dealer's cards face up."""

THREE_KINDS = game(CARD_SEEN, {"deal.tells": ["A", "J Q K", "2 3 4 5 6 7 8 9 T"]})
"""The same, but for a player who knows no more than which of three kinds of rank it is."""

HIGH_OR_LOW = game(CARD_SEEN, {"deal.tells": ["Q K A", "2 3 4 5 6 7 8 9 T J"]})
"""The same, but for a player who knows no more than whether it is high."""

ULTIMATE = game(
    HEAD,
    _QUEEN,
    {"deal.face_up": 1, "decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    against_dealer("ante", "Ante", no_qualify="push"),
    against_dealer(
        "blind",
        "Blind",
        {"mini royal": 100, **odds("8-6"), "straight": 1.5, "flush": 1},
        equals="ante",
        win={"pays": "push", "by_table": True},
    ),
    against_dealer("play", "Play", raises="ante"),
)
"""Two wagers before the deal; of the raises the larger is for pairs alone."""

TEEN_PATTI = game(
    HEAD,
    {
        "ranking.order": ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"],
        "ranking.ace_low_straight": "second",
    },
    against_dealer("player_a", "Player A", win="0.95"),
    comparison("player_b", "Player B", win="lose", tie="push", lose="0.95"),
    comparison("tie", "Tie", win="lose", tie=200, lose="lose"),
)
"""Two hands and nothing to decide."""

PRIME_PLAY = game(
    AGAINST_DEALER,
    _QUEEN,
    {
        "wager.ante.no_qualify": "push",
        "wager.play.no_qualify": {"pays": "push", "by_table": True},
        "wager.play.win": {"pays": 1, "by_table": True},
        "pay_tables.play.A": odds("3-2"),
    },
)
"""The Ante pushes if the dealer does not qualify, and the Play is paid by a table."""

EVERY_WORD = game(
    HEAD,
    {
        "deck": {"ranks": "8 9 T J Q K A", "suits": ["clubs", "hearts", "spades"]},
        "deal": {"face_up": 1, "tells": ["A K", "8 J", "9 T Q"]},
        "dealer.qualifies": "K high",
        "decision.play": [1, {"multiple": 2, "hand": "A high or better"}, {"multiple": 5, "hand": "pair"}],
    },
    against_dealer(
        "ante",
        "Ante",
        {"straight flush": 4, "three of a kind": 3, "straight": 2},
        no_qualify={"win": {"pays": 2, "by_table": True}, "tie": "push", "lose": "1/2"},
        win={"pays": 1, "by_table": True},
        commission="5%",
    ),
    against_dealer(
        "blind",
        "Blind",
        {"A-K-Q straight flush of spades": 100, **odds("8-6"), "straight": 1.5, "flush": 1},
        equals="ante",
        no_qualify="compared",
        win={"pays": "push", "by_table": True},
        lose={"pays": "lose", "by_table": True},
    ),
    against_dealer("second", "Second Ante", equals="ante", no_qualify="1/3", tie=1, commission="1/7"),
    against_dealer(
        "play",
        "Play",
        raises="ante",
        no_qualify={"win": "3/4", "tie": "push", "lose": "lose"},
        commission="2%",
    ),
    bonus(odds("5-4-1"), "bonus", "Bonus", paid_on=["win", "no qualify"]),
    bonus(
        {"straight flush": 50, "three of a kind": "1/9"},
        "consolation",
        "Consolation",
        paid_on=["lose", "tie"],
    ),
    comparison("higher", "Higher", win=1, tie="push", lose="lose", commission="5%"),
    table_bet(
        "dealers",
        "Dealer's hand",
        {"odds": "for 1", **odds("20-15-6-4-2")},
        hand="dealer",
        on_fold="lost",
        commission="10%",
    ),
    {"pay_tables.dealers.B": {**odds("20-15-6-4"), "pair": "lose"}},
    BEATS,
    table_bet(
        "consoled",
        "Pair Plus that is paid even if beaten, but less",
        odds("40-30-6"),
        if_beaten="1/2",
        commission="50%",
    ),
    table_bet(
        "millions",
        "Millions",
        {"A-K-Q straight flush": {"money": 100}, "straight flush": 9, "three of a kind": {"money": 12}},
        stakes=[5, 10],
    ),
    table_bet(
        "prime",
        "Prime",
        {"both of the same colour": 4, "both of one colour each": 2, "player of one colour": 1},
        on_fold="lost",
    ),
)
"""A game of twenty-one cards that uses every word of the language about how wagers are settled."""
