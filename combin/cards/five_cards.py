"""Five-card hands in order, named sets of them, and the best five of more cards: the plain reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Card, CardError, Deck, HandSetError, Suit


class FiveCardCategory(StrEnum):
    """What a five-card hand can be, high to low; five of a kind in decks of five suits or more.

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
        """Whether all hands of this category are of the other as well: royal flushes are straight flushes."""
        return self is other or (self.value, other.value) == ("royal flush", "straight flush")


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
        """The category of that level."""
        return _LOW_TO_HIGH[self.level]


def possible_categories(deck: Deck) -> tuple[FiveCardCategory, ...]:
    """Return the categories that five cards of a deck can be, high to low."""
    return tuple(category for category in FiveCardCategory if _leading(category, deck))


def _leading(category: FiveCardCategory, deck: Deck) -> Collection[int]:
    """Ranks that can decide first in hands of a category, a royal flush being no straight flush."""
    ranks, suits, of = len(deck.ranks), len(deck.suits), FiveCardCategory
    times = next((times for times, other in _BY_RANKS.items() if other is category), ())
    if times and (times[0] > suits or len(times) > ranks):
        return ()
    ace = deck.ranks[-1].symbol == "A"
    tops = {*range(4, ranks), *([3] if ace and ranks > 5 else [])}
    royal = {ranks - 1} if ace and ranks > 4 else set[int]()
    leading: dict[FiveCardCategory, Collection[int]] = {
        of.ROYAL_FLUSH: royal,
        of.STRAIGHT_FLUSH: tops - royal,
        of.STRAIGHT: tops if suits > 1 else (),
        of.FLUSH: range(5, ranks),  # of five ranks, all are one sequence
        of.HIGH_CARD: range(5, ranks) if suits > 1 else (),
        of.TWO_PAIR: range(1, ranks),
    }
    return leading.get(category, range(ranks))


def five_card_strength(cards: Sequence[Card], deck: Deck) -> FiveCardStrength:
    """Return the strength of five cards, in any order; CardError if they are not such.

    Five ranks that follow one another in the deck are a straight, and so are the ace and the four lowest
    ranks, the lowest straight (Crown rule 1.1, "Straight": 5/4/3/2/Ace). The five highest ranks in one suit
    are a royal flush if the ace is among them, and then no straight flush (rule 1.1, "Straight Flush": of
    five cards the ace counts low only).

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> wheel = five_card_strength(deck.parse("Ah 2c 3c 4d 5s"), deck)
    >>> wheel.category.value, "-".join(str(deck.ranks[rank]) for rank in wheel.ranks)
    ('straight', '5-4-3-2-A')
    """
    if len(cards) != 5:
        raise CardError(f"{len(cards)} cards where 5 are needed")
    indexes = deck.indexes(cards)
    if len(set(indexes)) < 5:
        raise CardError(f"a card appears twice in {' '.join(map(str, cards))}")
    places = [deck.rank_of[index] for index in indexes]
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
    """Return the strength of the best five of five or more cards; CardError as `five_card_strength`."""
    if len(cards) < 5:
        raise CardError(f"{len(cards)} cards where at least 5 are needed")
    return max(five_card_strength(five, deck) for five in combinations(cards, 5))


class SixCardRoyal(Struct, frozen=True):
    """All six cards of the six highest ranks and of one suit: of `suit`, if one is given."""

    suit: Suit | None = None

    def holds(self, cards: Collection[Card], deck: Deck) -> bool:
        """Whether cards are such a hand, or can become one if they are fewer than six."""
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
    """Return what "six-card royal" or "six-card royal of diamonds" names; None for other words."""
    named = {f"six-card royal of {suit.name}": suit for suit in deck.suits}
    return SixCardRoyal(named.get(text)) if text in ("six-card royal", *named) else None


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
        if not isinstance(other, FiveCardSet) or other.suit not in (None, self.suit):
            return False
        return self.kinds <= other.kinds and self.whole <= other.whole

    def meets(self, other: object) -> bool:
        """Whether some hand is in both sets."""
        if not isinstance(other, FiveCardSet):
            return False
        same_suit = self.suit is None or other.suit is None or self.suit == other.suit
        return same_suit and not self.kinds.isdisjoint(other.kinds)

    def below(self, spoken: frozenset[FiveCardCategory]) -> FiveCardSet:
        """The set up to the lowest better category of which a pay table speaks elsewhere."""
        order = list(FiveCardCategory)
        own = order.index(self.category)
        end = max((place for place in map(order.index, spoken) if place < own), default=-1)
        kept = frozenset(kind for kind in self.kinds if order.index(kind[0]) > end)
        return replace(self, kinds=kept, whole=self.whole & {category for category, _ in kept})


def kinds_of(category: FiveCardCategory, deck: Deck) -> frozenset[FiveCardKind]:
    """Return the kinds of a category of a deck; those of a straight flush with the royal flush."""
    within = (one for one in FiveCardCategory if one.within(category))
    return frozenset((one, rank) for one in within for rank in _leading(one, deck))


def category_set(category: FiveCardCategory, deck: Deck) -> FiveCardSet:
    """All hands of a category; none if the deck has none, and a straight flush with the royal flush."""
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
    examples = "'pair of jacks or better', 'two pair, tens or better', 'four aces', 'royal flush of spades'"
    known = f"{', '.join(possible_categories(deck))}, or such as {examples}"
    problem = f"{text!r} is no five-card hand (write {known})"
    raise HandSetError(problem, unknown=True)
