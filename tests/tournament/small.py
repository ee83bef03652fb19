"""Tournaments with few cards, of which every deal of three hands is settled, plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from combin.rules.resolved import Rules
from tests.helpers.every_deal import EveryDeal
from tests.helpers.games import AGAINST_DEALER, bonus, game
from tests.helpers.variants import variant

TERMS: Mapping[str, object] = {"bank": 60, "smallest_wager": 4, "largest_wager": 16, "unit": 2}
GAMES: Mapping[str, Mapping[str, object]] = {
    "no bonus": {"deck.ranks": "Q K A", "dealer.qualifies": "any hand"},
    "bonus, dealer qualifies": {
        **bonus({"straight flush": 5, "three of a kind": "5/2", "straight": 1}),
        "deck": {"ranks": "J Q K A", "suits": ["spades", "hearts", "diamonds"]},
        "dealer.qualifies": "pair",
    },
    "two multiples": {
        **bonus(
            {"straight flush": 4, "straight": 2, "flush": 2, "pair": 1, "A high": 1}
        ),  # a line of hands that may not play 3x
        "deck": {"ranks": "T J Q K A", "suits": ["spades", "hearts"]},
        "dealer.qualifies": "K high",
        "decision.play": [1, {"multiple": 3, "hand": "pair or better"}],
        "wager.ante.no_qualify": "push",
    },
    "compared with a dealer who does not qualify": {
        "deck": {"ranks": "T J Q K A", "suits": ["spades", "hearts"]},
        "dealer.qualifies": "A high",
        "wager.ante.no_qualify": "compared",
        "wager.play.no_qualify": "compared",
    },
}


@cache
def small(name: str) -> Rules:
    return variant(game(AGAINST_DEALER, GAMES[name], {"tournament": dict(TERMS)}))


@cache
def every(name: str) -> EveryDeal:
    return EveryDeal(small(name), {"ante": Fraction(1)})


@cache
def pairs(name: str) -> Counter[tuple[Fraction, Fraction]]:
    """The nets of two seats by the game's strategy, per unit of their wagers."""
    return every(name).two("ante")
