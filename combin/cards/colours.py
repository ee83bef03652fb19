"""Pay table lines about colour, for bets such as Prime."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.cards import Card


class ColourLine(StrEnum):
    """What a line asks of the colours of the player's and the dealer's three cards.

    In this order each line is a part of the next one.
    """

    SAME = "both of the same colour"
    EACH = "both of one colour each"
    PLAYER = "player of one colour"

    def holds(self, player: Sequence[Card], dealer: Sequence[Card]) -> bool:
        """Tell whether two hands meet the line."""
        own = {card.suit.colour for card in player}
        theirs = {card.suit.colour for card in dealer}
        match self:
            case ColourLine.PLAYER:
                return len(own) == 1
            case ColourLine.EACH:
                return len(own) == 1 and len(theirs) == 1
            case ColourLine.SAME:
                return len(own | theirs) == 1

    def within(self, other: ColourLine) -> bool:
        """Tell whether hands that meet this line meet the other as well."""
        order = list(ColourLine)
        return order.index(self) <= order.index(other)
