"""The colours of two hands of three cards, as products of binomial coefficients: the bet Prime."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from combin.cards.colours import ColourLine
from combin.proof.closed.counts import RANKS, SUITS, Count, Expression, Product, choose, product

if TYPE_CHECKING:
    from combin.cards.cards import Deck


n, s = RANKS, SUITS


def deals() -> Expression:
    """Return how many deals of both hands there are, C(n s, 3) C(n s - 3, 3)."""
    return choose(n * s, 3) * choose(n * s - 3, 3)


def colour_counts(deck: Deck) -> dict[ColourLine, Count]:
    """Return how many deals of both hands meet each line, those that meet a finer line among them.

    For one colour after the other: the player's three of its cards, then the dealer's three of the rest of
    them, of the same colour or of any one colour. A poster that says "if the dealer's hand is also one
    colour" can be read either way, so both lines are given.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> for line, count in colour_counts(STANDARD_DECK).items():
    ...     print(f"{line.value}: {count.text}")
    both of the same colour: 2 * C(2*n, 3) * C(2*n - 3, 3)
    both of one colour each: 2 * C(2*n, 3) * C(2*n - 3, 3) + 2 * C(2*n, 3) * C(2*n, 3)
    player of one colour: 2 * C(2*n, 3) * C(n*s - 3, 3)

    The slow equivalent asks `ColourLine.holds` for every deal.
    """
    suits_of = Counter(suit.colour for suit in deck.suits)
    alike = Counter(suits_of.values())  # how many colours have so many suits
    same: list[Product] = []
    player: list[Product] = []
    for suits, colours in alike.items():
        own = (
            (colours, "the player's colour"),
            (choose(suits * n, 3), "his three cards of it"),
        )
        same.append(product(*own, (choose(suits * n - 3, 3), "the dealer's three of it")))
        player.append(product(*own, (choose(n * s - 3, 3), "the dealer's three")))
    different = [
        product(
            (colours * (others - (suits == more)), "the player's and the dealer's colour"),
            (choose(suits * n, 3), "the player's three cards"),
            (choose(more * n, 3), "the dealer's three"),
        )
        for suits, colours in alike.items()
        for more, others in alike.items()
        if others - (suits == more)
    ]
    return {
        ColourLine.SAME: Count(tuple(same)),
        ColourLine.EACH: Count((*same, *different)),
        ColourLine.PLAYER: Count(tuple(player)),
    }
