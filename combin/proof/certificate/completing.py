"""The best five of the player's and the dealer's cards, judged for every dealer hand one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from combin.cards.cards import Deck

    Integers = NDArray[np.int64]

__all__ = ["completed"]


def completed(deck: Deck, hand: Sequence[int], more: int) -> Counter[str]:
    """Return how many ways to add so many cards of the rest of the deck give each category.

    Args:
        deck: any deck of at most 24 ranks.
        hand: indexes of the cards held.
        more: the number of cards added, so that there are five to seven.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> royal = [deck.index(card) for card in deck.parse("As Ks Qs")]
    >>> completed(deck, royal, 2)["royal flush"]
    1
    """
    rest = [card for card in range(len(deck)) if card not in hand]
    added = np.array(list(combinations(rest, more)), np.int64).reshape(-1, more)
    cards = np.concatenate([np.tile(np.array(hand, np.int64), (len(added), 1)), added], axis=1)
    ranks, suits = np.divmod(cards, len(deck.suits))
    bits = np.left_shift(1, ranks)
    straights, royals = _runs(deck)

    times = np.stack([(ranks == rank).sum(axis=1) for rank in range(len(deck.ranks))], axis=1)
    times.sort(axis=1)
    most, next_ = times[:, -1], (times[:, -2] if len(deck.ranks) > 1 else np.zeros(len(cards), np.int64))
    in_suit = [np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(len(deck.suits))]
    all_ranks = np.bitwise_or.reduce(bits, axis=1)

    # Of all that a hand is, the highest category counts; so they are put in from low to high.
    found = np.full(len(cards), FiveCardCategory.HIGH_CARD.value, dtype=object)
    found[most == 2] = FiveCardCategory.PAIR.value
    found[(most == 2) & (next_ == 2)] = FiveCardCategory.TWO_PAIR.value
    found[most == 3] = FiveCardCategory.THREE_OF_A_KIND.value
    found[_contains(all_ranks, straights)] = FiveCardCategory.STRAIGHT.value
    for mask in in_suit:
        found[np.bitwise_count(mask) >= 5] = FiveCardCategory.FLUSH.value
    found[(most == 3) & (next_ >= 2)] = FiveCardCategory.FULL_HOUSE.value
    found[most == 4] = FiveCardCategory.FOUR_OF_A_KIND.value
    for mask in in_suit:
        found[_contains(mask, straights)] = FiveCardCategory.STRAIGHT_FLUSH.value
        found[_contains(mask, royals)] = FiveCardCategory.ROYAL_FLUSH.value
    found[most >= 5] = FiveCardCategory.FIVE_OF_A_KIND.value
    return Counter(found.tolist())


def _contains(masks: Integers, runs: Sequence[int]) -> NDArray[np.bool_]:
    """Return which sets of ranks contain some run."""
    found = np.zeros(len(masks), np.bool_)
    for run in runs:
        found |= masks & run == run
    return found


def _runs(deck: Deck) -> tuple[list[int], list[int]]:
    """Return the straights as sets of ranks, and those of them that are royal in one suit."""
    ranks = len(deck.ranks)
    runs = [0b11111 << low for low in range(ranks - 4)]
    has_ace = deck.ranks[-1].symbol == "A"
    if has_ace and ranks > 5:
        runs.append(0b1111 | 1 << ranks - 1)
    return runs, [0b11111 << ranks - 5] if has_ace and ranks >= 5 else []
