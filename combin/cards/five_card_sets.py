"""Finer sets of five-card hands in words: "pair of jacks or better", "royal flush of spades"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from combin.cards.cards import CardError
from combin.cards.five_cards import FiveCardCategory, possible_categories

if TYPE_CHECKING:
    from combin.cards.cards import Deck, Suit

FiveCardKind = tuple[FiveCardCategory, int]
"""What a five-card hand is, and the index of the rank that decides first: of the pair, or the highest."""

OF_ONE_SUIT = (FiveCardCategory.ROYAL_FLUSH, FiveCardCategory.STRAIGHT_FLUSH, FiveCardCategory.FLUSH)


class FiveCardSetError(ValueError):
    """Words that name no finer set of five-card hands of this deck, or are `unknown` altogether."""

    def __init__(self, problem: str, *, unknown: bool = False) -> None:
        super().__init__(problem)
        self.unknown = unknown


@dataclass(frozen=True, slots=True)
class FiveCardSet:
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
        return max((category for category, _ in self.kinds), key=list(FiveCardCategory).index)

    def holds(self, kind: FiveCardKind, suit: Suit | None) -> bool:
        """Tell whether a hand of a kind is in the set; `suit` is that of a hand of one suit."""
        return kind in self.kinds and self.suit in (None, suit)

    def within(self, other: FiveCardSet) -> bool:
        """Tell whether every hand of this set is also in the other."""
        return self.kinds <= other.kinds and other.suit in (None, self.suit)

    def meets(self, other: FiveCardSet) -> bool:
        """Tell whether some hand is in both sets."""
        same_suit = self.suit is None or other.suit is None or self.suit == other.suit
        return same_suit and not self.kinds.isdisjoint(other.kinds)

    def within_category(self, category: FiveCardCategory) -> bool:
        """Tell whether every hand of it is of a category."""
        return all(own.within(category) for own, _ in self.kinds)

    def meets_category(self, category: FiveCardCategory) -> bool:
        """Tell whether some hand of it is of a category."""
        return any(own.within(category) for own, _ in self.kinds)

    def holds_category(self, category: FiveCardCategory) -> bool:
        """Tell whether it holds every hand of a category."""
        return self.suit is None and category in self.whole

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


_WORDS: tuple[tuple[str, FiveCardCategory], ...] = (
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
        FiveCardSetError: the words are not of the language, or name no hand of the deck.
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
        raise FiveCardSetError(f"{text!r}: only a flush, a straight flush or a royal flush is of one suit")
    if not own:
        raise FiveCardSetError(f"{text!r} names no five-card hand of this deck")
    if better:
        higher = tuple(FiveCardCategory)[: list(FiveCardCategory).index(category)]
        own = own.union(*(kinds_of(one, deck) for one in higher))
    whole = frozenset(one for one in possible_categories(deck) if kinds_of(one, deck) <= own)
    return FiveCardSet(words, own, suit if len(deck.suits) > 1 else None, better, whole)


def _named(plain: str, text: str, deck: Deck, *, alone: bool) -> tuple[FiveCardCategory, int | None]:
    """Return the category that words name, and the rank that decides first, if they name one."""
    if plain in set(FiveCardCategory):
        return FiveCardCategory(plain), None
    for pattern, category in _WORDS if alone else _WORDS[1:]:
        if match := re.fullmatch(pattern, plain):
            return category, _rank(match[1], text, deck)
    examples = (
        "such as 'pair of jacks or better', 'two pair, tens or better', 'four aces', 'royal flush of spades'"
    )
    problem = f"{text!r} is no five-card hand (write {', '.join(possible_categories(deck))}, or {examples})"
    raise FiveCardSetError(problem, unknown=True)


def _rank(word: str, text: str, deck: Deck) -> int:
    """Return the index of a rank written as a symbol, a name or a plural."""
    for index, rank in enumerate(deck.ranks):
        if word in (rank.name, rank.plural):
            return index
    try:
        return deck.ranks.index(deck.rank(word.removesuffix("s") or word))
    except CardError as error:
        raise FiveCardSetError(f"{text!r}: {error}") from None
