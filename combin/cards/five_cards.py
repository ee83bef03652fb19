"""Five-card hands in order, named sets of them, and the best five of more cards: the plain reference."""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Card, CardError, Deck, HandSetError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from combin.cards.cards import Suit


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


_LOW_TO_HIGH = tuple(reversed(FiveCardCategory))

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


class FiveCardStrength(Struct, frozen=True, order=True):
    """How strong a five-card hand is; the greater one wins, equal ones tie.

    `level` is that of the category, from 0, the lowest. `ranks` are rank indexes in the order in which they
    decide: the triple of a full house before its pair, 5-4-3-2-A for the straight with the ace low.
    """

    level: int
    ranks: tuple[int, ...]

    @property
    def category(self) -> FiveCardCategory:
        """The category."""
        return _LOW_TO_HIGH[self.level]


def possible_categories(deck: Deck) -> tuple[FiveCardCategory, ...]:
    """Return the categories that five cards of a deck can be, high to low.

    >>> from combin.cards.cards import STANDARD_RANKS, Deck
    >>> [category.value for category in possible_categories(Deck(STANDARD_RANKS[-5:]))][:3]
    ['royal flush', 'four of a kind', 'full house']
    """
    ranks, suits = len(deck.ranks), len(deck.suits)
    with_ace = deck.ranks[-1].symbol == "A"
    of = FiveCardCategory
    categories: set[FiveCardCategory] = {
        category
        for times, category in _BY_RANKS.items()
        if times[0] <= suits and len(times) <= ranks and category is not of.HIGH_CARD
    }
    if ranks >= 5:
        categories |= {of.ROYAL_FLUSH} if with_ace else {of.STRAIGHT_FLUSH}
        categories |= {of.STRAIGHT} if suits > 1 else set()
    if ranks >= 6:  # of five ranks, all are one sequence
        categories |= {of.STRAIGHT_FLUSH, of.FLUSH} | ({of.HIGH_CARD} if suits > 1 else set())
    return tuple(category for category in of if category in categories)


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
    category = _BY_RANKS[tuple(sorted(times.values(), reverse=True))]
    if len({card.suit for card in cards}) == 1:
        category = FiveCardCategory.FLUSH
        if straight:
            royal = ranks[0] == ace
            category = FiveCardCategory.ROYAL_FLUSH if royal else FiveCardCategory.STRAIGHT_FLUSH
    elif straight:
        category = FiveCardCategory.STRAIGHT
    return FiveCardStrength(_LOW_TO_HIGH.index(category), ranks)


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


class SixCardRoyal(Struct, frozen=True):
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

    def within(self, other: object) -> bool:
        """Whether every hand of this kind is one of the other, which may be a set of royal flushes."""
        if isinstance(other, FiveCardSet):
            return other.suit is None and FiveCardCategory.ROYAL_FLUSH in other.whole
        return isinstance(other, SixCardRoyal) and other.suit in (None, self.suit)


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


FiveCardKind = tuple[FiveCardCategory, int]
"""What a five-card hand is, and the index of the rank that decides first: of the pair, or the highest."""

OF_ONE_SUIT = (FiveCardCategory.ROYAL_FLUSH, FiveCardCategory.STRAIGHT_FLUSH, FiveCardCategory.FLUSH)


class FiveCardSet(Struct, frozen=True):
    """Hands of some kinds, of one suit if `suit` is given; with `better` the words end in "or better".

    Of better categories it holds those below the next one of which a pay table says something; `whole` are
    the categories of which it holds all kinds.
    """

    text: str
    kinds: frozenset[FiveCardKind]
    suit: Suit | None = None
    better: bool = False
    whole: frozenset[FiveCardCategory] = frozenset()

    @property
    def category(self) -> FiveCardCategory:
        """The lowest category that it holds."""
        return max(self.whole | {category for category, _ in self.kinds}, key=list(FiveCardCategory).index)

    @property
    def finer(self) -> bool:
        """Whether it is not a category as such, but some hands of one, or those of better ones too."""
        return self.text not in set(FiveCardCategory)

    def holds(self, kind: FiveCardKind, suit: Suit | None) -> bool:
        """Whether a hand of a kind is in the set; `suit` is that of a hand of one suit."""
        return self.suit in (None, suit) and (kind in self.kinds or kind[0] in self.whole)

    def within(self, other: object) -> bool:
        """Whether every hand of this set is also in the other."""
        return (
            isinstance(other, FiveCardSet)
            and self.kinds <= other.kinds
            and self.whole <= other.whole
            and other.suit in (None, self.suit)
        )

    def meets(self, other: object) -> bool:
        """Whether some hand is in both sets."""
        if not isinstance(other, FiveCardSet):
            return False
        same_suit = self.suit is None or other.suit is None or self.suit == other.suit
        return same_suit and not self.kinds.isdisjoint(other.kinds)

    def below(self, spoken: frozenset[FiveCardCategory]) -> FiveCardSet:
        """Return the set up to the lowest better category of which a pay table speaks elsewhere."""
        order = list(FiveCardCategory)
        own = order.index(self.category)
        end = max((place for place in map(order.index, spoken) if place < own), default=-1)
        kept = frozenset(kind for kind in self.kinds if order.index(kind[0]) > end)
        return replace(self, kinds=kept, whole=self.whole & {category for category, _ in kept})


def kinds_of(category: FiveCardCategory, deck: Deck) -> frozenset[FiveCardKind]:
    """Return the kinds of a category of a deck; those of a straight flush with the royal flush.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> len(kinds_of(FiveCardCategory.STRAIGHT_FLUSH, STANDARD_DECK))
    10
    """
    ranks, ace, of = len(deck.ranks), deck.ranks[-1].symbol == "A", FiveCardCategory
    if category not in possible_categories(deck):
        # Of five ranks up to the ace every straight flush is a royal flush.
        return kinds_of(of.ROYAL_FLUSH, deck) if category is of.STRAIGHT_FLUSH else frozenset()
    wheel = {3} if ace and ranks > 5 else set()
    match category:
        case of.ROYAL_FLUSH:
            return frozenset({(category, ranks - 1)})
        case of.STRAIGHT_FLUSH:
            tops = {*range(4, ranks - 1 if ace else ranks), *wheel}
            return frozenset((category, top) for top in tops) | kinds_of(of.ROYAL_FLUSH, deck)
        case of.STRAIGHT:
            leading = {*range(4, ranks), *wheel}
        case of.FLUSH | of.HIGH_CARD:
            leading = set(range(5, ranks))
        case of.TWO_PAIR:
            leading = set(range(1, ranks))
        case _:
            leading = set(range(ranks))
    return frozenset((category, rank) for rank in leading)


def category_set(category: FiveCardCategory, deck: Deck) -> FiveCardSet:
    """All hands of a category, none where the deck has none; those of a straight flush with the royal flush.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> sorted(category_set(FiveCardCategory.STRAIGHT_FLUSH, STANDARD_DECK).whole)
    ['royal flush', 'straight flush']
    """
    own = frozenset(one for one in FiveCardCategory if one.within(category))
    return FiveCardSet(category.value, kinds_of(category, deck), whole=own)


_COUNTS: tuple[tuple[str, FiveCardCategory], ...] = (
    (r"(\w+)", FiveCardCategory.PAIR),  # "jacks or better", and only so
    (r"pair of (\w+)", FiveCardCategory.PAIR),
    (r"two pair(?:,| of| with) (\w+)", FiveCardCategory.TWO_PAIR),
    (r"three (?:of a kind(?:,| of) )?(\w+)", FiveCardCategory.THREE_OF_A_KIND),
    (r"four (?:of a kind(?:,| of) )?(\w+)", FiveCardCategory.FOUR_OF_A_KIND),
    (r"five (?:of a kind(?:,| of) )?(\w+)", FiveCardCategory.FIVE_OF_A_KIND),
    (r"full house(?:,| of| with) (\w+)", FiveCardCategory.FULL_HOUSE),
    (r"(\w+)[ -]high straight", FiveCardCategory.STRAIGHT),
    (r"(\w+)[ -]high flush", FiveCardCategory.FLUSH),
    (r"(\w+)[ -]high straight flush", FiveCardCategory.STRAIGHT_FLUSH),
    (r"(\w+)[ -]high", FiveCardCategory.HIGH_CARD),
)


def parse_five_card_set(text: str, deck: Deck) -> FiveCardSet:
    """Return the set of five-card hands that `text` names, finer than a category or with all better ones.

    The words: `pair of jacks`, `two pair, tens`, `three aces`, `four aces`, `full house of kings`, `K high
    straight`, `K high straight flush`, `A high flush`, `A high`; a category of one suit `of spades`; any of
    these, or a category, `or better`.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> sorted(deck.ranks[rank].symbol for _, rank in parse_five_card_set("pair of jacks", deck).kinds)
    ['J']

    Raises:
        HandSetError: the words are not of the language, or name no hand of the deck.
    """
    words = " ".join(text.split())
    plain = words.removesuffix(" or better")
    better, suit = plain != words, None
    for one in deck.suits:
        if plain.endswith(f" of {one.name}"):
            plain, suit = plain.removesuffix(f" of {one.name}"), one
    category, rank = _named(plain, text, deck, alone=better)
    own = kinds_of(category, deck)
    if rank is not None:
        own = frozenset(kind for kind in own if kind[1] == rank or (better and kind[1] > rank))
    if suit is not None and (category not in OF_ONE_SUIT or better):
        raise HandSetError(f"{text!r}: only a flush, a straight flush or a royal flush is of one suit")
    if not own:
        raise HandSetError(f"{text!r} names no five-card hand of this deck")
    if better:
        higher = tuple(FiveCardCategory)[: list(FiveCardCategory).index(category)]
        own = own.union(*(kinds_of(one, deck) for one in higher))
    whole = frozenset(one for one in possible_categories(deck) if kinds_of(one, deck) <= own)
    return FiveCardSet(words, own, suit if len(deck.suits) > 1 else None, better, whole)


def _named(plain: str, text: str, deck: Deck, *, alone: bool) -> tuple[FiveCardCategory, int | None]:
    """Return the category that words name, and the rank that decides first, if they name one."""
    if plain in set(FiveCardCategory):
        return FiveCardCategory(plain), None
    for pattern, category in _COUNTS if alone else _COUNTS[1:]:
        if match := re.fullmatch(pattern, plain):
            return category, deck.rank_index(match[1], text)
    examples = (
        "such as 'pair of jacks or better', 'two pair, tens or better', 'four aces', 'royal flush of spades'"
    )
    problem = f"{text!r} is no five-card hand (write {', '.join(possible_categories(deck))}, or {examples})"
    raise HandSetError(problem, unknown=True)
