"""Sets of hands in words: "pair", "Q high", "pair of aces", "Q-6-4", "A-K-Q straight flush of spades"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import Struct

from combin.cards.cards import JOKER, HandSetError, Suit
from combin.cards.ranking import Category, Ranking, Strength

ONE_SUIT = Suit("", "", "one suit", "")
"""The suit of hands that are of one suit, whichever that is: "suited three of a kind"."""

NATURAL, WILD = (Suit("", "", f"{word} hands", "") for word in ("natural", "wild"))
"""In the place of a suit: of hands without wild cards and jokers, "natural pair", and of those with some."""


class HandSet(Struct, frozen=True):
    """The hands of consecutive levels, of one suit if `suit` is given, of any one if it is `ONE_SUIT`.

    Where that is `NATURAL` or `WILD`, those without wild cards, or with some.
    """

    text: str
    levels: range
    suit: Suit | None = None

    def holds(self, level: int, suits: frozenset[Suit]) -> bool:
        """Whether the set has a hand of this level that shows these suits, as `Deck.suits_shown` has them."""
        if level not in self.levels or self.suit is None:
            return level in self.levels
        if self.by_wild_cards:
            return (JOKER.suit in suits) == (self.suit == WILD)
        shown = suits - {JOKER.suit}
        return len(shown) == 1 if self.suit == ONE_SUIT else shown == {self.suit}

    @property
    def by_wild_cards(self) -> bool:
        """Whether it depends on whether a hand has wild cards."""
        return self.suit in (NATURAL, WILD)

    def within(self, other: object) -> bool:
        """Whether every hand of this set is also in the other."""
        if not isinstance(other, HandSet):
            return False
        inside = other.levels.start <= self.levels.start and self.levels.stop <= other.levels.stop
        suited = other.suit == ONE_SUIT and self.suit is not None and not self.by_wild_cards
        return inside and (suited or other.suit in (None, self.suit))

    def meets(self, other: object) -> bool:
        """Whether some hand is in both sets."""
        if not isinstance(other, HandSet):
            return False
        overlap = max(self.levels.start, other.levels.start) < min(self.levels.stop, other.levels.stop)
        named = {self.suit, other.suit} - {None, ONE_SUIT}
        return overlap and (len(named) < 2 or self.by_wild_cards != other.by_wild_cards)


_SUITED = "suited "

_ALIASES = {"mini royal": "A-K-Q straight flush", "any": "any hand", "any three cards": "any hand"}


def parse_hand_set(text: str, ranking: Ranking) -> HandSet:
    """Return the set of hands that `text` names.

    The words: `any hand`; a category (`pair`); `Q high` or `any queen` (three odd cards with that rank
    highest; with a category behind it, such as `Q high flush`, that category); `pair of aces`, `pair of
    5s`; `three aces`; ranks with dashes, two or three of them, and a category if the ranks leave a choice
    (`Q-6-4`, `Q-6`, `5-5-K`, `A-K-Q straight flush`); `mini royal`. Each may end in `of spades`, or begin
    with `suited` where not all such hands are of one suit, or in a deck with wild cards or jokers with
    `natural` or `wild`, for hands without such cards or with some. A trailing `or better` is the caller's
    to strip. Of hands that the deck lacks for its missing cards the levels are none, where they would stand.

    >>> from combin.cards.ranking import Ranking
    >>> parse_hand_set("pair", Ranking()).levels
    range(274, 430)

    Raises:
        HandSetError: the words are not of the language, or no hand of the deck is meant by them.
    """
    words, suit = _without_suit(text, ranking)
    levels = _levels(words, suit, text, ranking)
    if not levels:
        if not (gone := ranking.deck.missing and _levels(words, suit, text, ranking.whole)):
            raise HandSetError(f"{text!r} names no hand of {'two cards of ' * (ranking.dealt == 2)}this deck")
        below = {(one.category, one.ranks) for one in ranking.whole.strengths[: gone[0]]}
        start = sum((one.category, one.ranks) in below for one in ranking.strengths)
        return HandSet(" ".join(text.split()), range(start, start), suit)
    if suit == ONE_SUIT and not any(suits > 1 for level, _, suits in ranking.levels_shown if level in levels):
        raise HandSetError(f"{text!r}: all such hands are of one suit; leave out {_SUITED.strip()!r}")
    if len(ranking.deck.suits) == 1:  # the hands of the only suit are all hands
        suit = None
    return HandSet(" ".join(text.split()), range(levels[0], levels[-1] + 1), suit)


def hands_by_shape(text: str, ranking: Ranking) -> tuple[HandSet, ...]:
    """Return the sets of hands that `text` names in ordinary speech, none if the deck has no such hand.

    As `parse_hand_set`, but hands of one suit are meant by their ranks, of whatever category they are: a
    "suited pair" of several decks is a flush, a "straight of spades" a straight flush.

    >>> from combin.cards.ranking import Ranking
    >>> hands_by_shape("suited pair", Ranking()), hands_by_shape("suited straight", Ranking())[-1].levels
    ((), range(740, 741))
    """
    words, suit = _without_suit(text, ranking)
    levels = _levels(words, suit, text, ranking)
    if not levels and suit not in (None, NATURAL, WILD) and not ranking.deck.wild_cards:
        chosen = _chooser(words, text, ranking)
        suited = (one for one in ranking.strengths if one.level in ranking.levels_of_one_suit)
        levels = [one.level for one in suited if chosen(replace(one, category=_shape(one.ranks, ranking)))]
        return tuple(HandSet(text, range(level, level + 1), suit) for level in levels)
    return (HandSet(text, range(levels[0], levels[-1] + 1), suit),) if levels else ()


def _shape(ranks: Sequence[int], ranking: Ranking) -> Category:
    """The category of ranks whose suits are left aside."""
    in_sequence = sorted(ranks) in [sorted(run) for run in ranking.sequences]
    odd = Category.STRAIGHT if in_sequence else Category.HIGH_CARD
    return (odd, Category.PAIR, Category.THREE_OF_A_KIND)[len(ranks) - len(set(ranks))]


def _without_suit(text: str, ranking: Ranking) -> tuple[str, Suit | None]:
    """The words for hands without what they say of suits and wild cards, and that."""
    words = " ".join(text.split())
    ends = words.casefold().endswith
    suit = next((suit for suit in ranking.deck.suits if ends(f" of {suit.name}".casefold())), None)
    words = words if suit is None else words[: -len(f" of {suit.name}")]
    if words.casefold().startswith(_SUITED):
        words, suit = words[len(_SUITED) :], suit or ONE_SUIT
    for word, named in (("natural ", NATURAL), ("wild ", WILD)):
        if words.casefold().startswith(word):
            if suit is not None or not ranking.deck.wild_cards:
                why = "such hands are of all suits" if suit else "the deck has no wild cards"
                raise HandSetError(f"{text!r}: {why}; leave out {word.strip()!r}", unknown=bool(suit))
            words, suit = words[len(word) :], named
    return _ALIASES.get(words.casefold(), words), suit


def with_dashes(words: str) -> str:
    """Return a pair as reports describe it, "pair of 5s with a K", as rule files write it: "5s-5s-K"."""
    return re.sub(r"pair of (\w+) with an? (\w+)", r"\1-\1-\2", words, flags=re.IGNORECASE)


def _levels(words: str, suit: Suit | None, text: str, ranking: Ranking) -> list[int]:
    """The levels of the hands that words mean, in order; those of one suit, if a suit is named."""
    chosen = _chooser(words, text, ranking)
    levels = [strength.level for strength in ranking.strengths if chosen(strength)]
    if suit is None:
        return levels
    own = ranking.levels_of_one_suit
    if suit in (NATURAL, WILD):
        own = frozenset(level for level, wild, _ in ranking.levels_shown if wild == (suit == WILD))
    return [level for level in levels if level in own]


_BY_FIRST_RANK = (
    (r"three (?:of a kind )?(?:of )?(\w+)()", Category.THREE_OF_A_KIND),
    (r"pair of (\w+)()", Category.PAIR),
    (r"any (\w+)|(\w+)[ -]high(?: (.+))?", None),
)


def _chooser(words: str, text: str, ranking: Ranking) -> Callable[[Strength], bool]:
    """The test that a strength must pass."""
    lower = words.casefold()
    if lower == "any hand":
        return lambda _: True
    if lower in set(Category):
        return lambda strength: strength.category == lower
    for form, named in _BY_FIRST_RANK:
        if match := re.fullmatch(form, lower):
            rank = ranking.deck.rank_index(match[1] or match[2], text)
            category = named or _category(match[3] or Category.HIGH_CARD, text)
            return lambda strength: strength.category is category and strength.ranks[0] == rank
    if match := re.fullmatch(r"(\w+)-(\w+)(?:-(\w+))?(?: (.+))?", lower):
        ranks = [ranking.deck.rank_index(part, text) for part in (match[1], match[2], match[3]) if part]
        return _dashed(ranks, match[4], text, ranking)
    known = f"{', '.join(Category)}, or such as 'any hand', 'Q high', 'pair of aces', 'three 5s', 'Q-6-4'"
    raise HandSetError(f"{text!r} is not a hand (write {known})", unknown=True)


def _dashed(
    ranks: list[int], category: str | None, text: str, ranking: Ranking
) -> Callable[[Strength], bool]:
    """The test for ranks written with dashes, in any order of the cards."""
    named = None if category is None else _category(category, text)
    if len(ranks) < ranking.size:  # the two cards that decide first
        leading, of_two = tuple(ranks), Category.PAIR if ranks[0] == ranks[1] else Category.HIGH_CARD
        return lambda strength: strength.category is (named or of_two) and strength.ranks[:2] == leading
    meant = named or _shape(ranks, ranking)
    return lambda strength: sorted(strength.ranks) == sorted(ranks) and strength.category is meant


def _category(name: str, text: str) -> Category:
    if name not in list(Category):
        raise HandSetError(f"{text!r}: {name!r} is not a category ({', '.join(Category)})", unknown=True)
    return Category(name)
