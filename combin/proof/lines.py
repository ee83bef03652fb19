"""Which line of a pay table each hand gets: the slow and plain way, by the words of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import ColourLine
from combin.proof.hands import Hands, named

if TYPE_CHECKING:
    from combin.aliases import Integers, Truths
    from combin.rules.wagers import PayTableEntry


UNPAID = -1
"""The place of the line of hands that no line pays."""


def line_of_hands(table: PayTableEntry, hands: Hands) -> Integers:
    """Return the place among the table's lines that pays each hand against each colour of the dealer's.

    A row for each of the player's hands, and a column for each colour that all three of the dealer's cards
    can have and a last one for mixed colours. Of several lines that fit, the one for the fewest hands is
    paid; a line written "lose" takes its hands from the others.
    """
    columns = len(hands.colours) + 1
    found = np.full((len(hands), columns), UNPAID, np.int64)
    texts = (*table.lines, *table.unpaid)
    members = [_members(text, hands, columns) for text in texts]
    for place in sorted(range(len(texts)), key=lambda place: -int(members[place].sum())):
        found[members[place]] = place if place < len(table.lines) else UNPAID
    return found


def names_suit(table: PayTableEntry, hands: Hands) -> bool:
    """Tell whether a line of the table is for one suit only: its words end in "of spades" or the like."""
    endings = tuple(f" of {suit.name.casefold()}" for suit in hands.deck.suits)
    return any(" ".join(text.split()).casefold().endswith(endings) for text in (*table.lines, *table.unpaid))


def _members(text: str, hands: Hands, columns: int) -> Truths:
    """Return which hands a line is for, against which colours of the dealer's."""
    if text not in set(ColourLine):
        return np.repeat(named(text, hands)[:, None], columns, axis=1)
    members = np.zeros((len(hands), columns), np.bool_)
    for own in range(len(hands.colours)):
        rows = np.equal(hands.colour, own)
        if text == ColourLine.SAME:
            members[rows, own] = True
        elif text == ColourLine.EACH:
            members[rows, :-1] = True
        else:
            members[rows] = True
    return members
