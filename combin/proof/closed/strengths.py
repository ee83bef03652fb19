"""How many strengths hands of three cards have, the classes within which hands tie."""

from __future__ import annotations

from combin.cards.ranking import Category, StraightSuits
from combin.proof.closed.counts import RANKS, THREES, Count, choose, product

__all__ = ["strengths", "strengths_by_category"]

n = RANKS


def strengths_by_category(
    suits: int, straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE
) -> dict[Category, Count]:
    """Return how many strengths each category has, by its ranks; none where the suits are too few for it.

    >>> numbers = {RANKS: 13, THREES: 12}
    >>> [count.value(numbers) for count in strengths_by_category(4).values()]
    [12, 13, 12, 274, 156, 274]
    """
    sequence = product((THREES, "three ranks in sequence"))
    no_sequence = product((choose(n, 3) - THREES, "three ranks not in sequence"))
    three = straight_suits is StraightSuits.THREE
    found = {
        Category.STRAIGHT_FLUSH: (1, (sequence,)),
        Category.THREE_OF_A_KIND: (3, (product((n, "the rank")),)),
        Category.STRAIGHT: (3 if three else 2, (sequence,)),
        Category.FLUSH: (1, (no_sequence,)),
        Category.PAIR: (2, (product((n, "the rank of the pair"), (n - 1, "the third rank")),)),
        Category.HIGH_CARD: (2, (no_sequence, sequence) if three else (no_sequence,)),
    }
    return {category: Count(cases if suits >= needed else ()) for category, (needed, cases) in found.items()}


def strengths(suits: int, straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> Count:
    """Return how many strengths there are in all.

    Every multiset of three ranks is one strength, C(n + 2, 3), and each set of three ranks one more in a
    single suit, C(n, 3): for three suits or more. Of two suits there are no three of a kind, of one suit only
    sets of three ranks. Where a straight needs three suits, each sequence of two suits is a strength as well.

    >>> strengths(4).text, strengths(4).value({RANKS: 13})
    ('C(n + 2, 3) + C(n, 3)', 741)
    """
    three_ranks = (choose(n, 3), "three ranks of one suit")
    if suits < 3:
        pairs = product((n, "the rank of the pair"), (n - 1, "the third rank"))
        mixed = product((choose(n, 3), "three ranks of two suits"))
        return Count((product(three_ranks), mixed, pairs)[: 1 if suits == 1 else None])
    cases = [
        product((choose(n + 2, 3), "three ranks, which may be equal, not of one suit")),
        product(three_ranks),
    ]
    if straight_suits is StraightSuits.THREE:
        cases.append(product((THREES, "three ranks in sequence of exactly two suits")))
    return Count(tuple(cases))
