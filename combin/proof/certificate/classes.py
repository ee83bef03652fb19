"""Which hands differ only by their suits, found by looking at every hand: the witnesses of a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.proof.hands import Hands

__all__ = ["PATTERNS", "ClassRow", "class_rows"]

PATTERNS = ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0))
"""Which cards share a suit, in the order in which classes of one strength are listed."""


@dataclass(frozen=True)
class ClassRow:
    """A class of hands: one that stands for it, as card indexes and in letters, and the rows of all.

    The hand that stands for a class has its cards in the order in which their ranks decide, and the first
    suits of the deck as its pattern numbers them.
    """

    hand: tuple[int, ...]
    text: str
    members: list[int]


def class_rows(hands: Hands, *, split: bool) -> list[ClassRow]:
    """Return the classes of all hands, weakest first.

    With `split` hands of one suit are a class for each suit, as pay tables that name a suit need it.
    """
    suits = len(hands.deck.suits)
    classes: dict[tuple[int, int, int], list[int]] = {}
    ranks_of: dict[tuple[int, int, int], tuple[int, ...]] = {}
    strengths, ranks = hands.strength.tolist(), hands.ranks.tolist()
    for row, cards in enumerate(hands.cards.tolist()):
        order = [
            tuple(card % suits for card in one)
            for one in permutations(cards)
            if [card // suits for card in one] == ranks[row]
        ]
        pattern = PATTERNS.index(min(map(_renamed, order)))
        own = order[0][0] if split and PATTERNS[pattern] == (0, 0, 0) else 0
        key = (strengths[row], pattern, own)
        classes.setdefault(key, []).append(row)
        ranks_of[key] = tuple(ranks[row])
    found = []
    for key in sorted(classes):
        _, pattern, own = key
        cards = tuple(
            rank * suits + suit + own for rank, suit in zip(ranks_of[key], PATTERNS[pattern], strict=True)
        )
        text = " ".join(str(hands.deck.cards[card]) for card in cards)
        found.append(ClassRow(cards, text, classes[key]))
    return found


def _renamed(suits: tuple[int, ...]) -> tuple[int, int, int]:
    """Return three suits numbered as they come."""
    known: dict[int, int] = {}
    first, second, third = (known.setdefault(suit, len(known)) for suit in suits)
    return first, second, third
