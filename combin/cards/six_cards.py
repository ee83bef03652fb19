"""The six highest ranks in one suit, as all six cards of the player and the dealer together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from combin.cards.cards import Card, Deck, Suit


_WORDS = "six-card royal"


@dataclass(frozen=True, slots=True)
class SixCardRoyal:
    """All six cards of the six highest ranks and of one suit: of `suit`, if one is given."""

    suit: Suit | None = None

    def holds(self, cards: Collection[Card], deck: Deck) -> bool:
        """Tell whether cards are such a hand, or can become one if they are fewer than six.

        >>> from combin.cards.cards import STANDARD_DECK
        >>> SixCardRoyal().holds(STANDARD_DECK.parse("Ad Kd Qd Jd Td 9d"), STANDARD_DECK)
        True
        """
        suits = {card.suit for card in cards}
        return (
            len(suits) == 1
            and self.suit in (None, *suits)
            and all(card.rank in deck.ranks[-6:] for card in cards)
            and not any(card.rank in deck.ranks[-6:] and card.suit in suits for card in deck.missing)
        )

    def within(self, other: SixCardRoyal) -> bool:
        """Tell whether every hand of this kind is one of the other."""
        return other.suit in (None, self.suit)


def parse_six_card_royal(text: str, deck: Deck) -> SixCardRoyal | None:
    """Return what "six-card royal" or "six-card royal of diamonds" names; None for other words.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> parse_six_card_royal("six-card royal of diamonds", STANDARD_DECK).suit.name
    'diamonds'
    """
    if text == _WORDS:
        return SixCardRoyal()
    for suit in deck.suits:
        if text == f"{_WORDS} of {suit.name}":
            return SixCardRoyal(suit)
    return None
