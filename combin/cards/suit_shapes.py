"""The ways to suit some ranks: which cards share a suit, and how many hands do so."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement, pairwise, permutations, product
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.cards.cards import Deck


SuitShape = tuple[int, ...]
"""The suits of the cards of a hand: 0 for the first one's, 1 for the next that is another, and so on.

A joker has the suit of its own that `Deck.suit_of` gives it.
"""


def suitings(deck: Deck, ranks: tuple[int, ...]) -> tuple[tuple[SuitShape, int], ...]:
    """Return the suitings of some ranks that a deck can make, those of most suits first, with their hands.

    Hands that differ only by which suit is which, or by which of equal cards is held, are of one suiting.

    Args:
        deck: any deck.
        ranks: rank indexes, equal ones beside each other; a joker's is one above the highest.

    >>> from combin.cards.cards import Deck
    >>> suitings(Deck(), (10, 4, 2))
    (((0, 1, 2), 24), ((0, 0, 1), 12), ((0, 1, 0), 12), ((0, 1, 1), 12), ((0, 0, 0), 4))
    >>> suitings(Deck(copies=2, jokers=1), (5, 5, 13))  # two fives and a joker
    (((0, 1, 4), 24), ((0, 0, 4), 4))
    """
    return _suitings(_shape(deck, ranks))


def hands_by_suits(deck: Deck, ranks: tuple[int, ...]) -> Mapping[int, int]:
    """Return how many hands of some ranks, as for `suitings`, show so many different suits.

    >>> from combin.cards.cards import Deck
    >>> hands_by_suits(Deck(), (10, 4, 2))
    {3: 24, 2: 36, 1: 4}
    """
    return (
        _hands_by_suits(_shape(deck, ranks)) if deck.regular else _one_by_one(deck, len(ranks)).get(ranks, {})
    )


@lru_cache(maxsize=4)
def _one_by_one(deck: Deck, cards: int) -> Mapping[tuple[int, ...], Mapping[int, int]]:
    """Return the same by ranks, for a deck that lacks some cards: its different hands are gone through."""
    by_shape: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    kinds = Counter(zip(deck.rank_of, deck.suit_of, strict=True))
    for hand in combinations_with_replacement(kinds, cards):
        if hands := prod(comb(kinds[kind], times) for kind, times in Counter(hand).items()):
            ranks, suits = zip(*hand, strict=True)
            by_shape[ranks][len(set(suits))] += hands
    return by_shape


class _Shape(NamedTuple):
    """All that suitings depend on; of the ranks which neighbours are equal, and which are jokers."""

    suits: int
    copies: int
    jokers: int
    equal: tuple[bool, ...]
    is_joker: tuple[bool, ...]


def _shape(deck: Deck, ranks: tuple[int, ...]) -> _Shape:
    joker = len(deck.ranks)
    equal = tuple(rank == other for rank, other in pairwise(ranks))
    return _Shape(
        len(deck.suits), deck.copies, deck.wild_cards, equal, tuple(rank == joker for rank in ranks)
    )


@cache
def _suitings(shape: _Shape) -> tuple[tuple[SuitShape, int], ...]:
    numbered = accumulate((not same for same in shape.equal), initial=0)
    ranks = [rank for rank, joker in zip(numbered, shape.is_joker, strict=True) if not joker]
    shapes: dict[SuitShape, int] = {}
    for suits in product(range(len(ranks)), repeat=len(ranks)):
        if any(suit > max(suits[:place], default=-1) + 1 for place, suit in enumerate(suits)):
            continue  # one that numbers its suits as they come is alike to it
        alike = {
            tuple(sorted((rank, swapped[suit]) for rank, suit in zip(ranks, suits, strict=True)))
            for swapped in permutations(range(len(ranks)))
        }
        cards = min(alike)  # the one of all these that is numbered as suitings are
        shown = {suit for _, suit in cards}
        hands = sum({suit for _, suit in other} == shown for other in alike) * comb(shape.suits, len(shown))
        hands *= prod(comb(shape.copies, times) for times in Counter(cards).values())
        hands *= comb(shape.jokers, len(shape.is_joker) - len(ranks))
        if hands:
            left = iter(cards)
            shapes[tuple(shape.suits if joker else next(left)[1] for joker in shape.is_joker)] = hands
    return tuple(sorted(shapes.items(), key=lambda row: (-len(set(row[0])), row[0])))


@cache
def _hands_by_suits(shape: _Shape) -> dict[int, int]:
    numbers: Counter[int] = Counter()
    for suiting, hands in _suitings(shape):
        numbers[len(set(suiting))] += hands
    return dict(numbers)
