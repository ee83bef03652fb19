"""How many hands of three and of five cards are of each category, as formulas in n ranks and s suits."""

from __future__ import annotations

from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import Category, StraightSuits
from combin.proof.closed.counts import ACE, FIVES, RANKS, SUITS, THREES, Count, Expression, choose, product

n, s = RANKS, SUITS
TWO_OR_THREE_SUITS: Expression = s**3 - s
"""Suits for three different ranks that are not all alike."""
MIXED: Expression = 3 * s * (s - 1)
"""Suits for three different ranks of which exactly two are alike: which one differs, the suits of both."""


def straight_suit_choices(suits: StraightSuits) -> Expression:
    """Return in how many ways the suits of three given ranks in sequence make a straight, by the reading."""
    return TWO_OR_THREE_SUITS if suits is StraightSuits.MORE_THAN_ONE else s * (s - 1) * (s - 2)


def three_card_counts(suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> dict[Category, Count]:
    """Return the formula of each category, high to low by the shipped documents.

    Args:
        suits: how many suits a straight must show (Crown 1.1 "Straight": "different suits"). Where it must
            be three, ranks in sequence of exactly two suits are high cards.

    >>> counts = three_card_counts()
    >>> for count in counts.values():
    ...     print(count.text, "=", count.value({RANKS: 13, SUITS: 4, THREES: 12}))
    r3 * s = 48
    n * C(s, 3) = 52
    r3 * (s^3 - s) = 720
    (C(n, 3) - r3) * s = 1096
    n * C(s, 2) * (n - 1) * s = 3744
    (C(n, 3) - r3) * (s^3 - s) = 16440

    The slow equivalent asks `Ranking.strength` for every hand.
    """
    sequence = (THREES, "three ranks in sequence")
    no_sequence = (choose(n, 3) - THREES, "three ranks not in sequence")
    high_cards = [product(no_sequence, (TWO_OR_THREE_SUITS, "suits not all alike"))]
    if suits is StraightSuits.THREE:
        high_cards.append(product(sequence, (MIXED, "exactly two suits")))
    return {
        Category.STRAIGHT_FLUSH: Count((product(sequence, (s, "the suit")),)),
        Category.THREE_OF_A_KIND: Count((product((n, "the rank"), (choose(s, 3), "its suits")),)),
        Category.STRAIGHT: Count((product(sequence, (straight_suit_choices(suits), _SUITS_OF[suits])),)),
        Category.FLUSH: Count((product(no_sequence, (s, "the suit")),)),
        Category.PAIR: Count(
            (
                product(
                    (n, "the rank of the pair"),
                    (choose(s, 2), "its suits"),
                    (n - 1, "the third rank"),
                    (s, "its suit"),
                ),
            )
        ),
        Category.HIGH_CARD: Count(tuple(high_cards)),
    }


_SUITS_OF = {StraightSuits.MORE_THAN_ONE: "suits not all alike", StraightSuits.THREE: "three different suits"}


def five_card_counts() -> dict[FiveCardCategory, Count]:
    """Return the formula of each category, high to low.

    Five of a kind counts 0 for fewer than five suits, as C(s, 5) does.

    >>> numbers = {RANKS: 13, SUITS: 4, FIVES: 10, ACE: 1}
    >>> for count in list(five_card_counts().values())[1:6]:
    ...     print(count.text, "=", count.value(numbers))
    a * s = 4
    (r5 - a) * s = 36
    n * C(s, 4) * (n - 1) * s = 624
    n * C(s, 3) * (n - 1) * C(s, 2) = 3744
    (C(n, 5) - r5) * s = 5108

    The slow equivalent asks `combin.cards.five_cards.five_card_strength` for every hand.
    """
    suit = (s, "the suit")
    not_all_alike = (s**5 - s, "suits not all alike")
    no_sequence = (choose(n, 5) - FIVES, "five ranks not in sequence")
    of = FiveCardCategory
    products = {
        of.FIVE_OF_A_KIND: product((n, "the rank"), (choose(s, 5), "its suits")),
        of.ROYAL_FLUSH: product((ACE, "the highest five ranks, if an ace ends them"), suit),
        of.STRAIGHT_FLUSH: product((FIVES - ACE, "five ranks in sequence, the royal ones left out"), suit),
        of.FOUR_OF_A_KIND: product(
            (n, "the rank of the four"),
            (choose(s, 4), "its suits"),
            (n - 1, "the fifth rank"),
            (s, "its suit"),
        ),
        of.FULL_HOUSE: product(
            (n, "the rank of the three"),
            (choose(s, 3), "its suits"),
            (n - 1, "the rank of the pair"),
            (choose(s, 2), "its suits"),
        ),
        of.FLUSH: product(no_sequence, suit),
        of.STRAIGHT: product((FIVES, "five ranks in sequence"), not_all_alike),
        of.THREE_OF_A_KIND: product(
            (n, "the rank of the three"),
            (choose(s, 3), "its suits"),
            (choose(n - 1, 2), "two other ranks"),
            (s**2, "their suits"),
        ),
        of.TWO_PAIR: product(
            (choose(n, 2), "the ranks of the pairs"),
            (choose(s, 2) ** 2, "their suits"),
            (n - 2, "the fifth rank"),
            (s, "its suit"),
        ),
        of.PAIR: product(
            (n, "the rank of the pair"),
            (choose(s, 2), "its suits"),
            (choose(n - 1, 3), "three other ranks"),
            (s**3, "their suits"),
        ),
        of.HIGH_CARD: product(no_sequence, not_all_alike),
    }
    return {category: Count((one,)) for category, one in products.items()}
