"""Decks that tests deal from, as the package and as `tests.helpers.plain` see them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, permutations

from msgspec.structs import replace

from combin.cards.cards import STANDARD_RANKS, STANDARD_SUITS, Card, Deck, Joker, Suit
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.cards.suit_classes import HandClass, hand_classes, suit_variants
from tests.helpers.plain import Plain
from tests.helpers.plain_jokers import Shuffled

STARS = Suit("r", "★", "stars", "green")
MOONS = Suit("m", "☾", "moons", "green")

DECKS = {
    "six suits of nine ranks": Plain("6789TJQKA", "cdhsrm"),
    "two suits": Plain(suits="cd"),
    "one suit": Plain(suits="s"),
    "piquet": Plain("789TJQKA"),
    "without aces": Plain("23456789TJQK"),
    "with gaps": Plain("258TJA", "cdhs"),
    "four ranks": Plain("QK2A", "cdh"),
    "three ranks": Plain("QKA"),
    "two ranks": Plain("KA"),
}
"""Decks beside the standard one; the order of ranks is the deck's, whatever the symbols."""


def deck_of(plain: Plain) -> Deck:
    """Return the deck."""
    ranks = {rank.symbol: rank for rank in STANDARD_RANKS}
    suits = {suit.symbol: suit for suit in (*STANDARD_SUITS, STARS, MOONS)}
    of_ranks = tuple(ranks[symbol] for symbol in plain.ranks)
    of_suits = tuple(suits[symbol] for symbol in plain.suits)
    if isinstance(plain, Shuffled):
        joker = Joker.BUG if plain.bug else Joker.WILD
        deck = Deck(of_ranks, of_suits, plain.copies, plain.jokers, joker)
        return replace(deck, wild=deck.parse(" ".join(plain.wild)))
    return Deck(of_ranks, of_suits)


def ranking_of(plain: Plain) -> Ranking:
    """Return the package's order of the hands."""
    return Ranking(
        deck_of(plain),
        tuple(Category(name) for name in plain.order),
        AceLow(plain.low_ace),
        StraightSuits.MORE_THAN_ONE if plain.different_suits == 2 else StraightSuits.THREE,
    )


def class_of(ranking: Ranking, cards: Collection[Card]) -> HandClass:
    """Return the suit class of a hand: that of which some hand has the same cards."""
    deck, level, wanted = ranking.deck, ranking.strength([*cards]).level, sorted(map(str, cards))
    return next(
        one
        for one in hand_classes(ranking)
        for hand in (suit_variants(one, deck) if one.strength.level == level else ())
        if sorted(str(deck.cards[card]) for card in hand.cards) == wanted
    )


def alike_hands(deck: Deck, alike: Collection[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one of all three-card hands that a permutation of suits makes of each other, and their number.

    `alike` are the suits that may be permuted: no rule tells them apart.
    """
    moves = []
    for places in permutations(alike):
        to = dict(zip(alike, places, strict=True))
        suits = zip(range(len(deck)), deck.suit_of, strict=True)
        moves.append([card + (to.get(suit, suit) - suit) * deck.copies for card, suit in suits])
    for hand in combinations(range(len(deck)), 3):
        others = {tuple(sorted(move[card] for card in hand)) for move in moves}
        if hand == min(others):
            yield hand, len(others)
