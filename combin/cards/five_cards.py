"""Five-card hands in order, and the best five of more cards: plain and slow, the reference of fast counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from itertools import combinations
from typing import TYPE_CHECKING

from combin.cards.cards import Card, CardError, Deck

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from combin.cards.cards import Card, Deck, Suit


class FiveCardCategory(StrEnum):
    """What a five-card hand can be, high to low.

    Five of a kind needs a deck of five suits or more, and then stands at the top, as in games with wild
    cards; in all other decks no hand is of it.

    As words for a set of hands a straight flush may be a royal flush; as the category of one hand it is none.
    """

    FIVE_OF_A_KIND = "five of a kind"
    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIR = "two pair"
    PAIR = "pair"
    HIGH_CARD = "high card"

    def within(self, other: FiveCardCategory) -> bool:
        """Tell whether the other word, too, is true of all hands of this category.

        >>> FiveCardCategory.ROYAL_FLUSH.within(FiveCardCategory.STRAIGHT_FLUSH)
        True
        """
        return self is other or (
            self is FiveCardCategory.ROYAL_FLUSH and other is FiveCardCategory.STRAIGHT_FLUSH
        )


_LEVEL = {category: level for level, category in enumerate(reversed(FiveCardCategory))}

_BY_RANKS = {
    (5,): FiveCardCategory.FIVE_OF_A_KIND,
    (4, 1): FiveCardCategory.FOUR_OF_A_KIND,
    (3, 2): FiveCardCategory.FULL_HOUSE,
    (3, 1, 1): FiveCardCategory.THREE_OF_A_KIND,
    (2, 2, 1): FiveCardCategory.TWO_PAIR,
    (2, 1, 1, 1): FiveCardCategory.PAIR,
    (1, 1, 1, 1, 1): FiveCardCategory.HIGH_CARD,
}
"""What hands are by how often each of their ranks is there, straights and flushes aside."""


@total_ordering
@dataclass(frozen=True, slots=True)
class FiveCardStrength:
    """How strong a five-card hand is; the greater one wins, equal ones tie.

    `ranks` are rank indexes in the order in which they decide: the triple of a full house before its pair,
    5-4-3-2-A for the straight with the ace low.
    """

    category: FiveCardCategory
    ranks: tuple[int, ...]

    def __lt__(self, other: FiveCardStrength) -> bool:
        return (_LEVEL[self.category], self.ranks) < (_LEVEL[other.category], other.ranks)


def possible_categories(deck: Deck) -> tuple[FiveCardCategory, ...]:
    """Return the categories that five cards of a deck can be, high to low.

    >>> from combin.cards.cards import STANDARD_RANKS, Deck
    >>> [category.value for category in possible_categories(Deck(STANDARD_RANKS[-5:]))][:3]
    ['royal flush', 'four of a kind', 'full house']
    """
    ranks, suits = len(deck.ranks), len(deck.suits)
    with_ace = deck.ranks[-1].symbol == "A"
    of = FiveCardCategory
    found: set[FiveCardCategory] = {
        category
        for times, category in _BY_RANKS.items()
        if times[0] <= suits and len(times) <= ranks and category is not of.HIGH_CARD
    }
    if ranks >= 5:
        found |= {of.ROYAL_FLUSH} if with_ace else {of.STRAIGHT_FLUSH}
        found |= {of.STRAIGHT} if suits > 1 else set()
    if ranks >= 6:  # of five ranks, all are one sequence
        found |= {of.STRAIGHT_FLUSH, of.FLUSH} | ({of.HIGH_CARD} if suits > 1 else set())
    return tuple(category for category in of if category in found)


def five_card_strength(cards: Sequence[Card], deck: Deck) -> FiveCardStrength:
    """Return the strength of five cards of a deck, in any order.

    Five ranks that follow one another in the deck are a straight, and so are the ace and the four lowest
    ranks, the lowest straight (Crown rule 1.1, "Straight": 5/4/3/2/Ace). The five highest ranks in one suit
    are a royal flush if the ace is among them, and then no straight flush (rule 1.1, "Straight Flush": of
    five cards the ace counts low only).

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> wheel = five_card_strength(deck.parse("Ah 2c 3c 4d 5s"), deck)
    >>> wheel.category.value, "-".join(str(deck.ranks[rank]) for rank in wheel.ranks)
    ('straight', '5-4-3-2-A')
    >>> wheel < five_card_strength(deck.parse("2h 3c 4c 5d 6s"), deck)
    True

    Raises:
        CardError: there are not five cards, one stands twice, or one is of another deck.
    """
    if len(cards) != 5:
        raise CardError(f"{len(cards)} cards where 5 are needed")
    if len(set(cards)) < 5:
        raise CardError(f"a card stands twice among {' '.join(map(str, cards))}")
    places = [deck.rank_of[place] for place in deck.indexes(cards)]
    times = Counter(places)
    ranks = tuple(sorted(places, key=lambda rank: (times[rank], rank), reverse=True))
    ace = len(deck.ranks) - 1 if deck.ranks[-1].symbol == "A" else None
    straight = len(times) == 5 and ranks[0] - ranks[4] == 4
    if len(times) == 5 and not straight and ranks == (ace, 3, 2, 1, 0):
        straight, ranks = True, (3, 2, 1, 0, ranks[0])
    flush = len({card.suit for card in cards}) == 1
    return FiveCardStrength(_category(times, ace == ranks[0], straight=straight, flush=flush), ranks)


def _category(times: Counter[int], ace_first: bool, *, straight: bool, flush: bool) -> FiveCardCategory:  # noqa: FBT001
    if straight and flush:
        return FiveCardCategory.ROYAL_FLUSH if ace_first else FiveCardCategory.STRAIGHT_FLUSH
    if flush:
        return FiveCardCategory.FLUSH
    if straight:
        return FiveCardCategory.STRAIGHT
    return _BY_RANKS[tuple(sorted(times.values(), reverse=True))]


def best_five(cards: Sequence[Card], deck: Deck) -> FiveCardStrength:
    """Return the strength of the best five of five or more cards of a deck.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> best_five(deck.parse("Qs 6h 4d Qd 4s Qc"), deck).category.value
    'full house'

    Raises:
        CardError: there are fewer than five cards, one stands twice, or one is of another deck.
    """
    if len(cards) < 5:
        raise CardError(f"{len(cards)} cards where at least 5 are needed")
    return max(five_card_strength(five, deck) for five in combinations(cards, 5))


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
