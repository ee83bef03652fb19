"""Suit classes of a deck that lacks some cards or holds some more often: some suits cannot change places."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from combin.cards.suit_classes import HandClass, in_deciding_order, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking


def classes_of_odd_deck(
    ranking: Ranking, moves: Sequence[tuple[int, ...]] | None = None
) -> tuple[HandClass, ...]:
    """Return the suit classes of all three-card hands, weakest first, those of one suit for each suit.

    With the ace of spades missing the three other suits are alike, and a class holds hands that differ only
    by which of them is which. `moves` are the permutations of suits to go by, if not all that leave the deck
    as it is. The slow equivalent takes each hand of `Ranking.hands` for itself.
    """
    import numpy as np

    deck, width = ranking.deck, len(ranking.deck.suits) + 1
    hands = np.array([hand for hands in ranking.hands for hand in hands])
    levels = np.repeat(np.arange(len(ranking.hands)), [len(hands) for hands in ranking.hands])
    rank, suit = np.array(deck.rank_of)[hands], np.array(deck.suit_of)[hands]
    # A hand goes by the least number that it can get if suits alike change places; of one suit, by its own.
    swapped = [
        np.sort(rank * width + np.array([*swap, width - 1])[suit], axis=1) @ (1 << np.array([0, 16, 32]))
        for swap in moves or swaps(deck)
    ]
    shown = [{one for one in row if one < width - 1} for row in suit.tolist()]
    keys = np.where([len(suits) == 1 for suits in shown], swapped[0], np.min(swapped, axis=0))
    _, first, weights = np.unique(keys, return_index=True, return_counts=True)
    found = []
    order = sorted(range(len(first)), key=lambda place: (levels[first[place]], -len(shown[first[place]])))
    for place in order:
        row = int(first[place])
        strength, held = ranking.strengths[levels[row]], rank[row].tolist()
        left, cards = hands[row].tolist(), []
        for wanted in in_deciding_order(strength, held, len(deck.ranks)):
            card = next(card for card in left if deck.rank_of[card] == wanted)
            left.remove(card)
            cards.append(card)
        own = shown[row].pop() if len(shown[row]) == 1 else None
        a, b, c = cards
        pattern = pattern_of(deck, (a, b, c))
        found.append(HandClass(strength, pattern, int(weights[place]), (a, b, c), own))
    return tuple(found)


@lru_cache(maxsize=4)
def swaps(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Return the permutations of the suits that leave a deck as it is, the one that moves none first."""
    every = permutations(range(len(deck.suits)))
    return tuple(swap for swap in every if tuple(deck.alike[to] for to in swap) == deck.alike)


@lru_cache(maxsize=4)
def _first(deck: Deck) -> dict[tuple[int, int], int]:
    """Return the index of the first card of each rank and suit."""
    kinds = list(enumerate(zip(deck.rank_of, deck.suit_of, strict=True)))
    return {kind: index for index, kind in reversed(kinds)}


def hands_alike(
    hand_class: HandClass, deck: Deck, moves: Sequence[tuple[int, ...]] | None = None
) -> Iterator[HandClass]:
    """Yield the hands of a class one by one, of any deck, each as a class of its own.

    `moves` are the permutations of suits that its classes go by, if not all that leave the deck as it is.
    """
    first, moved = _first(deck), dict[frozenset[int], tuple[int, int, int]]()
    for swap in (moves or swaps(deck)) if hand_class.suit is None else [range(len(deck.suits))]:
        to = [*swap, len(deck.suits)]
        cards = list[int]()
        for card in hand_class.cards:
            place = first[deck.rank_of[card], to[deck.suit_of[card]]]
            cards.append(place + sum(deck.cards[other] == deck.cards[place] for other in cards))
        a, b, c = cards
        moved.setdefault(frozenset(cards), (a, b, c))
    for hand in moved.values():
        yield replace(hand_class, cards=hand, weight=hand_class.weight // len(moved))
