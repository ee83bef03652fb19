"""Suit classes: hands that differ only by which suit is which, counted once with a weight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards import Card
    from combin.ranking import Ranking, Strength

__all__ = ["HandClass", "SuitPattern", "by_suit", "hand_classes", "suit_pattern"]


class SuitPattern(StrEnum):
    """Which of three cards share a suit; the cards stand in the order in which the hand's ranks decide."""

    ONE_SUIT = "one suit"
    FIRST_TWO = "first two cards of one suit"
    OUTER_TWO = "first and last card of one suit"
    LAST_TWO = "last two cards of one suit"
    PAIRED_SUIT = "kicker of a suit of the pair"
    THREE_SUITS = "three suits"


_SAME = {
    SuitPattern.ONE_SUIT: (0, 0, 0),
    SuitPattern.FIRST_TWO: (0, 0, 1),
    SuitPattern.OUTER_TWO: (0, 1, 0),
    SuitPattern.LAST_TWO: (0, 1, 1),
    SuitPattern.PAIRED_SUIT: (0, 1, 0),
    SuitPattern.THREE_SUITS: (0, 1, 2),
}


@dataclass(frozen=True, slots=True)
class HandClass:
    """All hands that a permutation of the suits turns into one another.

    `hand` is one of them, as card indexes in deciding order; `weight` is how many there are.
    """

    strength: Strength
    pattern: SuitPattern
    weight: int
    hand: tuple[int, int, int]


def hand_classes(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the suit classes of all three-card hands, weakest strength first.

    1,755 classes for 52 cards; their weights add to the number of hands, C(52, 3) = 22,100.

    >>> from combin.ranking import Ranking
    >>> classes = hand_classes(Ranking())
    >>> len(classes), sum(one.weight for one in classes)
    (1755, 22100)
    """
    suits = len(ranking.deck.suits)
    pairs = suits * (suits - 1)
    triples = pairs * (suits - 2)
    distinct = {
        SuitPattern.THREE_SUITS: triples,
        SuitPattern.FIRST_TWO: pairs,
        SuitPattern.OUTER_TWO: pairs,
        SuitPattern.LAST_TWO: pairs,
        SuitPattern.ONE_SUIT: suits,
    }
    weights_of = {
        3: distinct,
        2: {SuitPattern.THREE_SUITS: triples // 2, SuitPattern.PAIRED_SUIT: pairs},
        1: {SuitPattern.THREE_SUITS: triples // 6},
    }
    found = []
    for strength in ranking.strengths:
        low, middle, high = sorted(strength.ranks)
        for pattern, weight in weights_of[len({low, middle, high})].items():
            same = _SAME[pattern]
            if weight and ranking.level(low, middle, high, len(set(same))) == strength.level:
                first, second, third = (
                    rank * suits + suit for rank, suit in zip(strength.ranks, same, strict=True)
                )
                found.append(HandClass(strength, pattern, weight, (first, second, third)))
    return tuple(found)


def by_suit(one: HandClass, ranking: Ranking) -> tuple[HandClass, ...]:
    """Return a class of one suit as a class for each suit; any other class, or one so split, as it is.

    For pay tables with lines such as "A-K-Q straight flush of spades".
    """
    if one.pattern is not SuitPattern.ONE_SUIT or one.weight == 1:
        return (one,)
    suits = range(len(ranking.deck.suits))
    first, second, third = one.hand
    return tuple(
        HandClass(one.strength, one.pattern, 1, (first + suit, second + suit, third + suit)) for suit in suits
    )


def suit_pattern(ranking: Ranking, cards: Sequence[Card]) -> SuitPattern:
    """Return which of three cards share a suit.

    >>> from combin.ranking import Ranking
    >>> ranking = Ranking()
    >>> suit_pattern(ranking, ranking.deck.parse("4d Qs 6d")).value
    'last two cards of one suit'
    """
    strength = ranking.strength(cards)
    by_rank = sorted(cards, key=lambda card: strength.ranks.index(ranking.deck.ranks.index(card.rank)))
    first, second, third = (card.suit for card in by_rank)
    if len(set(strength.ranks)) < len(cards):
        return SuitPattern.PAIRED_SUIT if third in (first, second) else SuitPattern.THREE_SUITS
    same = {
        (True, True): SuitPattern.ONE_SUIT,
        (True, False): SuitPattern.FIRST_TWO,
        (False, True): SuitPattern.LAST_TWO,
    }
    outer = SuitPattern.OUTER_TWO if first == third else SuitPattern.THREE_SUITS
    return same.get((first == second, second == third), outer)
