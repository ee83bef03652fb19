"""What hands are, told card by card; it shares no code with the engine past the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from combin.cards.cards import Card, Deck


@dataclass(frozen=True)
class Described:
    """A hand as a dealer calls it: its category, its ranks from the highest, and its suit if it has one."""

    category: str
    symbols: str
    suit: str


def described(hand: Iterable[Card], deck: Deck) -> Described:
    """Return what a hand is, the ace also counting below the deck's lowest rank in a straight."""
    cards = sorted(hand, key=lambda card: deck.ranks.index(card.rank), reverse=True)
    places = [deck.ranks.index(card.rank) for card in cards]
    suits = {card.suit.symbol for card in cards}
    different = len(set(places))
    low_ace = cards[0].rank.symbol == "A" and places[1:] == [1, 0]
    run = different == 3 and (places[0] - places[2] == 2 or low_ace)
    flush = len(suits) == 1
    category = {1: "three of a kind", 2: "pair"}.get(different) or (
        ("straight flush" if flush else "straight") if run else ("flush" if flush else "high card")
    )
    return Described(category, "".join(card.rank.symbol for card in cards), suits.pop() if flush else "")


def hands_of(deck: Deck) -> Iterator[frozenset[Card]]:
    """Yield all three-card hands of a deck."""
    return map(frozenset, combinations(deck.cards, 3))
