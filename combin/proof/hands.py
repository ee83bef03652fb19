"""Every three-card hand of a deck, judged in whole arrays by the words of the documents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from combin.cards import Joker
from combin.ranking import AceLow, Category, StraightSuits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.cards import Deck
    from combin.rules.rules import Rules

    Integers = NDArray[np.int64]
    Truths = NDArray[np.bool_]

__all__ = ["Hands", "judge", "named"]


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of three cards, one a row, in the order of `itertools.combinations` over the deck.

    `cards` (rows x 3) are ascending card indexes. `category` is a place in the order of the rule file, 0 the
    highest; `ranks` (rows x 3) are rank indexes as they decide: the pair before its kicker, 3-2-A where the
    ace is low. A greater `strength` wins, an equal one ties. `suit` and `colour` are those of hands that have
    only one, -1 for all others; a colour is a place in `colours`.
    """

    deck: Deck
    order: tuple[Category, ...]
    cards: Integers
    category: Integers
    ranks: Integers
    strength: Integers
    suit: Integers
    colour: Integers
    colours: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.cards)

    def of(self, category: Category) -> Truths:
        """Return which hands are of a category."""
        return np.equal(self.category, self.order.index(category))

    def led_by(self, rank: int) -> Truths:
        """Return which hands have a rank as the one that decides first."""
        return np.equal(self.ranks[:, 0], rank)


def judge(rules: Rules) -> Hands:
    """Return all hands of a game's deck with their category and strength.

    >>> from combin.rules.load import load_rules
    >>> hands = judge(load_rules("crown-melbourne"))
    >>> len(hands), len(np.unique(hands.strength))
    (22100, 741)
    """
    deck = rules.deck
    cards = np.array(list(combinations(range(len(deck)), 3)), np.int64).reshape(-1, 3)
    kinds = cards // deck.copies  # cards of one rank and suit are of one kind
    jokers = (cards >= len(deck) - deck.jokers).sum(axis=1)
    judged = _without_jokers(rules, np.where(jokers[:, None] > 0, 0, kinds))
    for number in range(1, deck.jokers + 1):
        rows = jokers == number
        judged.put(rows, _with_jokers(rules, kinds[rows][:, : 3 - number]))

    suits = kinds % len(deck.suits)
    for column in (1, 2):  # a joker shows the suit of what it is held with
        suits[:, column] = np.where(jokers >= 3 - column, suits[:, 0], suits[:, column])
    colours = tuple(dict.fromkeys(suit.colour for suit in deck.suits))
    shown = np.array([colours.index(suit.colour) for suit in deck.suits])[suits]
    return Hands(
        deck=deck,
        order=tuple(rules.file.ranking.order),
        cards=cards,
        category=judged.category,
        ranks=judged.ranks,
        strength=judged.strength,
        suit=np.where(_same(suits), suits[:, 0], -1),
        colour=np.where(_same(shown), shown[:, 0], -1),
        colours=colours,
    )


@dataclass(frozen=True, eq=False)
class _Judged:
    """Categories, deciding ranks and strengths, as in `Hands`."""

    category: Integers
    ranks: Integers
    strength: Integers

    def put(self, rows: Truths, other: _Judged) -> None:
        """Put others in some rows."""
        for mine, theirs in (
            (self.category, other.category),
            (self.ranks, other.ranks),
            (self.strength, other.strength),
        ):
            mine[rows] = theirs


def _same(columns: Integers) -> Truths:
    """Return in which rows all three numbers are the same."""
    same: Truths = (columns[:, :1] == columns).all(axis=1)
    return same


def _without_jokers(rules: Rules, kinds: Integers) -> _Judged:
    """Judge hands without jokers, one a row, each card given as rank index * suits + suit index."""
    deck, ranking = rules.deck, rules.file.ranking
    kinds = np.sort(kinds, axis=1)
    suits = kinds % len(deck.suits)
    low, middle, high = (kinds // len(deck.suits)).T
    ace = len(deck.ranks) - 1

    # Sequences: 4-3-2 up to A-K-Q; 3-2-A if the ace "may count high or low in a straight" (Crown 3.6.1(d)).
    with_low_ace = (low == 0) & (middle == 1) & (high == ace) & (deck.ranks[ace].symbol == "A") & (ace > 2)
    if ranking.ace_low_straight is AceLow.NONE:
        with_low_ace[:] = False
    in_sequence = ((high - middle == 1) & (middle - low == 1)) | with_low_ace
    one_suit = _same(suits)
    three_suits = (suits[:, 0] != suits[:, 1]) & (suits[:, 1] != suits[:, 2]) & (suits[:, 0] != suits[:, 2])
    suited_for_straight = three_suits if ranking.straight_suits is StraightSuits.THREE else ~one_suit

    # What the documents say a hand is: of several, the highest; if nothing else fits, a high card.
    is_of = {
        Category.STRAIGHT_FLUSH: in_sequence & one_suit,
        Category.THREE_OF_A_KIND: low == high,
        Category.STRAIGHT: in_sequence & suited_for_straight,
        Category.FLUSH: one_suit & ~in_sequence,
        Category.PAIR: ((low == middle) | (middle == high)) & (low != high),
    }
    order = tuple(ranking.order)
    category = np.full(len(kinds), len(order))
    for name, members in is_of.items():
        category[members] = np.minimum(category[members], order.index(name))
    category[category == len(order)] = order.index(Category.HIGH_CARD)
    straights = is_of[Category.STRAIGHT_FLUSH] | is_of[Category.STRAIGHT]

    # The ranks in deciding order.
    ranks = np.stack([high, middle, low], axis=1)
    kicker = np.where(low == middle, high, low)
    pairs = category == order.index(Category.PAIR)
    ranks = np.where(pairs[:, None], np.stack([middle, middle, kicker], axis=1), ranks)
    turned = straights & with_low_ace
    ranks = np.where(turned[:, None], np.stack([middle, low, high], axis=1), ranks)

    # Straights compare by their highest card alone, doubled here to leave places for the one with the ace low
    # at either end or just below the highest.
    within = (ranks[:, 0] * (ace + 1) + ranks[:, 1]) * (ace + 1) + ranks[:, 2]
    place_of_low_ace = {
        AceLow.LOWEST: 0,
        AceLow.SECOND: 2 * ace - 1,
        AceLow.HIGHEST: 2 * ace + 1,
        AceLow.NONE: 0,
    }
    within[straights] = 2 * high[straights]
    within[turned] = place_of_low_ace.get(ranking.ace_low_straight, 0)
    strength = (len(order) - category) * (ace + 1) ** 3 + within
    return _Judged(category, ranks, strength)


def _with_jokers(rules: Rules, held: Integers) -> _Judged:
    """Judge hands of some cards (rows x 1 or 2) and jokers: the best of all hands that they can stand for."""
    deck = rules.deck
    taken = np.array(
        list(product(range(len(deck.ranks) * len(deck.suits)), repeat=3 - held.shape[1])), np.int64
    )
    whole = np.hstack([np.repeat(held, len(taken), axis=0), np.tile(taken, (len(held), 1))])
    judged = _without_jokers(rules, whole)

    # A joker stands for no card that the hand holds as often as the deck does.
    first, second, third = whole.T
    equal = (first == second).astype(np.int64) + (second == third) + (first == third)
    most = np.array([1, 2, 3, 3])[equal]
    possible = most <= deck.copies
    if deck.joker is Joker.BUG:
        order = tuple(rules.file.ranking.order)
        wanted = (Category.STRAIGHT_FLUSH, Category.STRAIGHT, Category.FLUSH)
        completed = np.isin(judged.category, [order.index(one) for one in wanted])
        aces = np.tile((taken // len(deck.suits) == len(deck.ranks) - 1).all(axis=1), len(held))
        possible = np.where(completed, possible, aces)
    strength = np.where(possible, judged.strength, -1).reshape(len(held), len(taken))
    best = strength.argmax(axis=1) + np.arange(len(held)) * len(taken)
    return _Judged(judged.category[best], judged.ranks[best], judged.strength[best])


def named(text: str, hands: Hands) -> Truths:
    """Return which hands the words of a rule file mean: "pair", "Q high", "pair of aces", "5-5-K", ... .

    >>> from combin.rules.load import load_rules
    >>> hands = judge(load_rules("crown-melbourne"))
    >>> int(named("A-K-Q straight flush of spades", hands).sum()), int(named("Q high", hands).sum())
    (1, 2640)

    Raises:
        ValueError: the words are not of the language.
    """
    words = " ".join(text.split()).casefold()
    for index, suit in enumerate(hands.deck.suits):
        ending = f" of {suit.name.casefold()}"
        if words.endswith(ending):
            return named(words.removesuffix(ending), hands) & np.equal(hands.suit, index)
    if words in ("any hand", "any", "any three cards"):
        return np.ones(len(hands), np.bool_)
    if words == "mini royal":
        return named("a-k-q straight flush", hands)
    if words in list(Category):
        return hands.of(Category(words))
    if found := re.fullmatch(r"three (?:of a kind )?(?:of )?(\w+)", words):
        return hands.of(Category.THREE_OF_A_KIND) & hands.led_by(_rank(found[1], hands.deck))
    if found := re.fullmatch(r"pair of (\w+)", words):
        return hands.of(Category.PAIR) & hands.led_by(_rank(found[1], hands.deck))
    if found := re.fullmatch(r"any (\w+)", words):
        return hands.of(Category.HIGH_CARD) & hands.led_by(_rank(found[1], hands.deck))
    if found := re.fullmatch(r"(\w+)[ -]high ?(.*)", words):
        category = Category(found[2] or "high card")
        return hands.of(category) & hands.led_by(_rank(found[1], hands.deck))
    if found := re.fullmatch(r"(\w+(?:-\w+){1,2}) ?(.*)", words):
        return _dashed([_rank(rank, hands.deck) for rank in found[1].split("-")], found[2], hands)
    msg = f"{text!r} is not a hand"
    raise ValueError(msg)


def _dashed(ranks: list[int], category: str, hands: Hands) -> Truths:
    """Return the hands with the ranks written with dashes: the two that decide first, or all three."""
    if len(ranks) == 2:
        category = category or ("pair" if ranks[0] == ranks[1] else "high card")
        return hands.of(Category(category)) & np.equal(hands.ranks[:, :2], ranks).all(axis=1)
    members: Truths = (np.sort(hands.ranks, axis=1) == sorted(ranks)).all(axis=1)
    if category:
        return members & hands.of(Category(category))
    if len(set(ranks)) < 3:
        return members & hands.of(Category.PAIR if len(set(ranks)) == 2 else Category.THREE_OF_A_KIND)
    # Three odd ranks alone are the straight where they are one, and else the high cards.
    straights = members & hands.of(Category.STRAIGHT)
    return straights if straights.any() else members & hands.of(Category.HIGH_CARD)


def _rank(word: str, deck: Deck) -> int:
    """Return the index of a rank written as a symbol, a name or a plural."""
    for index, rank in enumerate(deck.ranks):
        written = {rank.symbol, f"{rank.symbol}s", rank.name, rank.plural}
        if rank.symbol == "T":
            written |= {"10", "10s"}
        if word in {one.casefold() for one in written}:
            return index
    msg = f"{word!r} is not a rank of this deck"
    raise ValueError(msg)
