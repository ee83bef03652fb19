"""Hands as documents word them, read once for all claims, of three cards or the best five of more."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.audit.answer import UncheckableError, UntrueError
from combin.cards.cards import CardError
from combin.cards.five_cards import (
    OF_ONE_SUIT,
    FiveCardCategory,
    FiveCardKind,
    FiveCardSetError,
    kinds_of,
    parse_five_card_set,
)
from combin.cards.hand_sets import HandSet, HandSetError, hands_by_shape, parse_hand_set, with_dashes
from combin.cards.ranking import Category, Ranking
from combin.cards.suit_classes import HandClass, hand_classes_by_suit
from combin.exact.fivecard_counts import category_counts
from combin.exact.pay_lines import paid_lines
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.cards.cards import Deck, Rank, Suit
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


class Hands(ABC):
    """The hands that words name, by what a pay table can tell apart."""

    @abstractmethod
    def counted(self, cards: int) -> dict[object, tuple[str, int]]:
        """Return the category and the number of hands of so many cards, of each kind of them."""

    @abstractmethod
    def paid(self, rules: Rules, table: PayTable) -> Mapping[object, Line | None]:
        """Return the line of a table that pays each kind of them, None for one that it does not pay."""

    def count(self, cards: int = 3) -> int:
        """Return how many hands of so many cards they are."""
        return sum(number for _, number in self.counted(cards).values())


@dataclass(frozen=True)
class ThreeCards(Hands):
    """The hands of three cards that words name: the sets that they are of, stronger ones with "or better"."""

    text: str
    sets: tuple[HandSet, ...]
    ranking: Ranking

    @cached_property
    def levels(self) -> frozenset[int]:
        """The levels of which it has hands."""
        return frozenset(level for one in self.sets for level in one.levels)

    @cached_property
    def classes(self) -> dict[tuple[int, ...], HandClass]:
        """Its suit classes by their cards, those of one suit split by suit."""
        deck = self.ranking.deck
        return {
            one.cards: one
            for one in hand_classes_by_suit(self.ranking)
            if one.strength.level in self.levels
            and self.holds(one.strength.level, deck.suits_shown(deck.cards[card] for card in one.cards))
        }

    def holds(self, level: int, suits: frozenset[Suit]) -> bool:
        """Tell whether a hand of this level that shows these suits is one of them."""
        return any(one.holds(level, suits) for one in self.sets)

    def counted(self, cards: int) -> dict[object, tuple[str, int]]:
        """Return the category and the number of hands of each of its classes."""
        del cards
        return {place: (one.strength.category.value, one.weight) for place, one in self.classes.items()}

    def paid(self, rules: Rules, table: PayTable) -> Mapping[object, Line | None]:
        """Return the line of a table that pays each class of them, None for one that it does not pay."""
        return dict(zip(self.classes, paid_lines(rules, table, [*self.classes.values()]), strict=True))


@dataclass(frozen=True)
class BestFive(Hands):
    """The hands of five cards, or of the best five of more, that words name; of one `suit` if it is given."""

    text: str
    kinds: frozenset[FiveCardKind]
    suit: Suit | None
    deck: Deck

    def count(self, cards: int = 5) -> int:
        """Number of hands of so many cards; whole categories are counted without their kinds, and numpy."""
        categories = {category for category, _ in self.kinds}
        whole = {kind for category in categories for kind in kinds_of(category, self.deck)}
        whole = {(category, rank) for category, rank in whole if category in categories}
        if self.suit is not None or self.kinds != whole:
            return super().count(cards)
        counts = category_counts(self.deck, cards)
        return sum(counts[category] for category in categories)

    def counted(self, cards: int) -> dict[object, tuple[str, int]]:
        """Return the category and the number of hands of so many cards, of each of its kinds in each suit."""
        from combin.exact.fivecard_kinds import kind_counter

        suits, order = self.deck.suits, list(FiveCardCategory)
        counts = kind_counter(self.deck, cards).counts().reshape(len(suits) + 1, len(order), -1)
        return {
            (category, rank, suit): (
                category.value,
                int(counts[suits.index(suit) if suit else -1, order.index(category), rank]),
            )
            for category, rank, suit in self._kinds
        }

    @cached_property
    def _kinds(self) -> tuple[tuple[FiveCardCategory, int, Suit | None], ...]:
        suits: dict[bool, tuple[Suit | None, ...]] = {True: self.deck.suits, False: (None,)}
        return tuple(
            (category, rank, suit)
            for category, rank in self.kinds
            for suit in suits[category in OF_ONE_SUIT]
            if self.suit in (None, suit)
        )

    def paid(self, rules: Rules, table: PayTable) -> Mapping[object, Line | None]:
        """Return the line of a table that pays each kind in each suit, None for one that it does not pay."""
        del rules
        return {kind: table.line_of_best(*kind) for kind in self._kinds}


def hands_of(text: str, rules: Rules, place: str, cards: int = 3) -> Hands:
    """Return the hands of so many cards that the words of a claim name.

    Raises:
        UntrueError: this deck has no such hand, so that nothing said of it can be true.
        RulesError: the words name no hand of any deck, with `place` as the place.
    """
    return three_cards(text, rules.ranking, place) if cards == 3 else best_five(text, rules.deck, place)


COUNTED = (5, 6, 7)
"""Sizes of hands of which the best five count, and that are counted."""


def five_card_counts(rules: Rules, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands of so many cards have their best five in each category, high to low.

    Raises:
        UncheckableError: hands of so many cards, or of such a deck, are not counted.
    """
    if cards not in COUNTED:
        raise UncheckableError(f"hands of {cards} cards are not counted")
    if rules.deck.copies > 1 or rules.deck.wild_cards:
        raise UncheckableError("hands of more than three cards are counted of one deck without wild cards")
    return category_counts(rules.deck, cards)


def or_better(text: str) -> tuple[str, bool]:
    """Return the words for a hand, and whether all stronger hands are meant too.

    >>> or_better("A Straight or better"), or_better("A high")
    (('Straight', True), ('A high', False))
    """
    words = " ".join(text.split())
    bare = re.sub(r"(?: or (?:better|higher|above|stronger)|\+| and up)$", "", words, flags=re.IGNORECASE)
    return re.sub(r"^an? (?!high\b)(?=\w)", "", bare, flags=re.IGNORECASE), bare != words


def parted(text: str) -> list[str]:
    """Return the hands that a list names: "Straight Flush, Three of a Kind or Straight"."""
    parts = re.split(r",|;| and (?!up$)| or (?!better|higher|above|stronger)", text, flags=re.IGNORECASE)
    return [part.strip() for part in parts if part.strip()]


_SAME = {
    "royal flush": "mini royal",
    "royal": "mini royal",
    "nothing": "high card",
}
_WORDS = {"quads": "four of a kind", "trips": "three of a kind", "one pair": "pair"}
"""What documents call a hand beside its words in rule files."""


def _in_words(text: str) -> str:
    """Return words for hands as rule files have them: "Three-of-a-Kind", "Trips", "pair of 10s with a 7"."""
    words = " ".join(text.split()).casefold()
    plain = words.replace("-", " ")
    words = plain if plain in {*Category, *FiveCardCategory} else words
    words = with_dashes(words)
    return re.sub(
        r"^(suited )?(\w+(?: pair)?)(?=$| of )", lambda match: _same(match[1] or "", match[2]), words
    )


def _same(before: str, words: str) -> str:
    return before + _WORDS.get(words, words)


def ranks_in(text: str, deck: Deck) -> tuple[Rank, ...]:
    """Return the ranks that a published text names, as symbols or in words ("3, 2, Ace").

    Raises:
        UntrueError: a word is no rank of the deck.
    """
    names = {rank.name: rank.symbol for rank in deck.ranks}
    words = re.findall(r"[A-Za-z]+|\d+", text)
    try:
        return tuple(deck.rank(names.get(word.casefold(), word)) for word in words)
    except CardError as error:
        raise UntrueError(str(error)) from None


def three_cards(text: str, ranking: Ranking, place: str) -> ThreeCards:
    """Return the hands of three cards that the words of a claim name.

    >>> three_cards("A straight or better", Ranking(), "hands").count()
    820

    Raises:
        UntrueError: this deck has no such hand.
        RulesError: the words name no hand of any deck.
    """
    told, better = or_better(text)
    words = _in_words(told)
    bare, of, suit = words.partition(" of ")
    words = f"{_SAME.get(bare, bare)}{of}{suit}"
    try:
        sets = hands_by_shape(words, ranking)
    except HandSetError as error:
        if error.unknown and words not in set(FiveCardCategory):
            raise RulesError((place,), str(error)) from None
        sets = ()
    if not sets:
        raise UntrueError(_what_it_is(words, ranking) or f"{told} is no hand of three cards of this deck")
    if better:
        sets += (HandSet(text, range(sets[-1].levels.stop, len(ranking.strengths))),)
    return ThreeCards(text, sets, ranking)


def best_five(text: str, deck: Deck, place: str) -> BestFive:
    """Return the hands of the best five cards that the words of a claim name.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> best_five("pair of aces", STANDARD_DECK, "hands").count(5)
    84480

    Raises:
        UntrueError: a hand of three cards that the best of five cannot be, or one that the deck lacks.
        RulesError: the words name no hand of any deck.
    """
    told, better = or_better(text)
    words, suit = _in_words(told), None
    if words == "any hand":
        kinds = frozenset().union(*(kinds_of(one, deck) for one in FiveCardCategory))
    else:
        try:
            found = parse_five_card_set(f"{words}{' or better' if better else ''}", deck)
        except FiveCardSetError as error:
            try:
                three = words == "mini royal" or bool(parse_hand_set(words, Ranking()))
            except HandSetError as other:
                three = not other.unknown
            if error.unknown and not three and words not in set(FiveCardCategory):
                raise RulesError((place,), str(error)) from None
            raise UntrueError(f"{told} is no hand of the best five cards of this deck") from None
        kinds, suit = found.kinds, found.suit
        royal = kinds_of(FiveCardCategory.ROYAL_FLUSH, deck)
        if words.startswith("straight flush") and not better and kinds != royal:
            kinds -= royal  # which tables and lists have apart
    return BestFive(text, kinds, suit, deck)


def _what_it_is(words: str, ranking: Ranking) -> str:
    """Return what three ranks are that are said to be of a category that they cannot be."""
    match = re.fullmatch(r"(\w+-\w+-\w+) (.+)", words)
    if match is None:
        return ""
    try:
        ranks = [parse_hand_set(f"pair of {rank}", ranking) for rank in match[1].split("-")]
    except HandSetError:
        return ""
    wanted = sorted(ranking.strengths[one.levels.start].ranks[0] for one in ranks)
    of_one_suit = match[2].endswith("flush") and len(set(wanted)) == 3
    strengths = (
        [ranking.strengths[ranking.level(wanted[0], wanted[1], wanted[2], 1)]]
        if of_one_suit
        else ranking.strengths
    )
    found = dict.fromkeys(one.category.value for one in strengths if sorted(one.ranks) == wanted)
    return f"{match[1].upper()} is never a {match[2]}; it is a {' or a '.join(found)}" if found else ""
