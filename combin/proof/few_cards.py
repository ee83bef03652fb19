"""Hands of two and of four cards by category, and the best three of four or five cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking

SIZES = (2, 4)
"""The numbers of cards of which hands are counted here; no order of them is taken for granted."""

_ALIKE = {
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (2,): "pair",
}
"""What hands are in which so many cards are of one rank."""


def counts_of_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return how many hands of two or four cards there are of each category, the rarest first.

    All cards of a flush, and of a straight, are of one suit, or in sequence; an ace is high or low.

    Args:
        deck: single cards, no joker.
        cards: 2 or 4.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts_of_few(STANDARD_DECK, 2)
    {'straight flush': 52, 'pair': 78, 'straight': 156, 'flush': 260, 'high card': 780}
    """
    found, suits = Counter[str](), len(deck.suits)
    for ranks in combinations_with_replacement(range(len(deck.ranks)), cards):
        times = sorted(Counter(ranks).values(), reverse=True)
        ways = prod(comb(suits, number) for number in times)
        if times[0] > 1:
            found[_ALIKE[tuple(times)]] += ways
            continue
        runs = _in_sequence(ranks, deck)
        found["straight flush" if runs else "flush"] += suits
        found["straight" if runs else "high card"] += ways - suits
    return {category: found[category] for category in sorted(found, key=lambda one: found[one])}


def _in_sequence(ranks: tuple[int, ...], deck: Deck) -> bool:
    """Tell whether different ascending ranks are in a row, the ace below the lowest if it is there."""
    if ranks[-1] - ranks[0] == len(ranks) - 1:
        return True
    top = len(deck.ranks) - 1
    low_ace = deck.ranks[top].symbol == "A" and ranks[-1] == top
    return low_ace and ranks[:-1] == tuple(range(len(ranks) - 1))


def visited_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return the same by visiting every hand."""
    order = [rank.symbol for rank in deck.ranks]
    found = Counter[str]()
    for hand in combinations(deck.cards, cards):
        values = sorted(order.index(card.rank.symbol) for card in hand)
        same = sum(one == other for one, other in combinations(values, 2))
        if same:
            pairs = {1: "pair", 2: "two pair", 3: "three of a kind", 6: "four of a kind"}
            found[pairs[same]] += 1
            continue
        low = [-1, *values[:-1]] if order[values[-1]] == "A" else values
        runs = any(all(after - before == 1 for before, after in pairwise(one)) for one in (values, low))
        suited = len({card.suit.symbol for card in hand}) == 1
        name = {(True, True): "straight flush", (True, False): "straight", (False, True): "flush"}
        found[name.get((runs, suited), "high card")] += 1
    return dict(found)


def best_three_counts(ranking: Ranking, cards: int) -> list[int]:
    """Return of each level how many hands of more cards have it as their best three.

    Args:
        ranking: the order of hands of three cards.
        cards: 4 or 5.
    """
    import numpy as np

    size = len(ranking.deck)
    level = np.zeros((size, size, size), np.int64)
    for place, hands in enumerate(ranking.hands):
        a, b, c = np.array(hands).T
        level[a, b, c] = place
    found = np.zeros(len(ranking.strengths), np.int64)
    for rows in _all_hands(size, cards):
        threes = [level[tuple(rows[:, list(three)].T)] for three in combinations(range(cards), 3)]
        found += np.bincount(np.max(threes, axis=0), minlength=len(found))
    return [int(count) for count in found]


def visited_best_threes(ranking: Ranking, cards: int) -> dict[str, int]:
    """Return how many hands have a best three of each category, all threes judged one by one."""
    import numpy as np

    from combin.proof.frequencies import judged

    hands, size = judged(ranking), len(ranking.deck)
    row = np.zeros((size, size, size), np.int64)
    row[tuple(hands.cards.T)] = np.arange(len(hands))
    found = Counter[str]()
    for rows in _all_hands(size, cards):
        threes = np.stack([row[tuple(rows[:, list(three)].T)] for three in combinations(range(cards), 3)])
        best = np.take_along_axis(threes, hands.strength[threes].argmax(axis=0)[None], axis=0)[0]
        for place, count in enumerate(np.bincount(hands.category[best], minlength=len(hands.order))):
            found[hands.order[place]] += int(count)
    return dict(found)


def _all_hands(size: int, cards: int) -> Iterator[Integers]:
    """Yield all hands of so many cards, ascending, some at a time."""
    import numpy as np

    for first in range(size - cards + 1):
        rest = np.array(list(combinations(range(first + 1, size), cards - 1)), np.int64)
        yield np.column_stack([np.full(len(rest), first), rest])
