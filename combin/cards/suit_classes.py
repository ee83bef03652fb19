"""Suit classes: hands that differ only by which suit is which, counted once with a weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Deck
from combin.cards.ranking import Ranking, Strength, SuitShape, hands_by_suits, suitings


class SuitPattern(StrEnum):
    """Which of three cards share a suit; the cards stand in the order in which the hand's ranks decide.

    Pairs of one suit need several decks; a joker is in the place of the card that it is taken for. Of two and
    of four cards, the number of one suit. `suits` are those of three cards, None of a joker.
    """

    suits: tuple[int | None, ...]

    def __new__(cls, text: str, suits: tuple[int | None, ...] = ()) -> Self:
        """Make a pattern of its text alone as a value."""
        pattern = str.__new__(cls, text)
        pattern._value_, pattern.suits = text, suits
        return pattern

    ONE_SUIT = "one suit", (0, 0, 0)
    FIRST_TWO = "first two cards of one suit", (0, 0, 1)
    OUTER_TWO = "first and last card of one suit", (0, 1, 0)
    LAST_TWO = "last two cards of one suit", (0, 1, 1)
    PAIRED_SUIT = "kicker of a suit of the pair"
    THREE_SUITS = "three suits", (0, 1, 2)
    PAIR_OF_ONE_SUIT = "pair of one suit"
    TWO_SUITS = "two suits"
    WILD_FIRST = "wild card as first card, others of two suits", (None, 0, 1)
    WILD_FIRST_ONE_SUIT = "wild card as first card, others of one suit", (None, 0, 0)
    WILD_SECOND = "wild card as second card, others of two suits", (0, None, 1)
    WILD_SECOND_ONE_SUIT = "wild card as second card, others of one suit", (0, None, 0)
    WILD_LAST = "wild card as last card, others of two suits", (0, 1, None)
    WILD_LAST_ONE_SUIT = "wild card as last card, others of one suit", (0, 0, None)
    WILDS_FIRST_TWO = "wild cards as first two cards", (None, None, 0)
    WILDS_OUTER_TWO = "wild cards as first and last card", (None, 0, None)
    WILDS_LAST_TWO = "wild cards as last two cards", (0, None, None)
    WILDS = "three wild cards", (None, None, None)
    THREE_OF_A_SUIT = "three cards of one suit"
    TWO_AND_TWO = "two cards each of two suits"
    TWO_OF_A_SUIT = "two cards of one suit"
    FOUR_SUITS = "four suits"


_PATTERNS = {pattern.suits: pattern for pattern in SuitPattern if pattern.suits}
_PATTERNS_OF_EQUAL_RANKS = {
    2: {
        (0, 0, 1): SuitPattern.PAIR_OF_ONE_SUIT,
        (0, 1, 0): SuitPattern.PAIRED_SUIT,
        (0, 1, 1): SuitPattern.PAIRED_SUIT,
    },
    1: dict.fromkeys([(0, 0, 1), (0, 1, 0), (0, 1, 1)], SuitPattern.TWO_SUITS),
}
_PATTERNS_OF_OTHERS = {
    (2,): SuitPattern.ONE_SUIT,
    (1, 1): SuitPattern.TWO_SUITS,
    (4,): SuitPattern.ONE_SUIT,
    (3, 1): SuitPattern.THREE_OF_A_SUIT,
    (2, 2): SuitPattern.TWO_AND_TWO,
    (2, 1, 1): SuitPattern.TWO_OF_A_SUIT,
    (1, 1, 1, 1): SuitPattern.FOUR_SUITS,
}
"""Of two and of four cards, by how many are of each suit."""

_OF_ONE_SUIT = {pattern for pattern in SuitPattern if 0 in pattern.suits and 1 not in pattern.suits}


class HandClass(Struct, frozen=True):
    """All hands that a permutation of the suits turns into one another.

    `cards` are one of them, as card indexes in deciding order, the card of four that does not count last;
    `weight` is how many there are. `suit` is the index of the suit if a class of one suit has been split by
    suit.
    """

    strength: Strength
    pattern: SuitPattern
    weight: int
    cards: tuple[int, ...]
    suit: int | None = None

    @property
    def beside(self) -> int | None:
        """The rank index of the card of four that does not count; None of other hands."""
        return self.strength.ranking.deck.rank_of[self.cards[3]] if len(self.cards) > 3 else None

    @property
    def told(self) -> str:
        """What distinguishes hands of one strength: suits, and of four cards the one that does not count."""
        if self.beside is None:
            return self.pattern.value
        return f"with {self.strength.ranking.deck.rank_names[self.beside]}, {self.pattern.value}"


@lru_cache(maxsize=8)
def hand_classes(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the suit classes of all hands, weakest strength first: 1,755 of three of 52 cards.

    Hands that differ only by which of several equal cards they hold are of one class; those whose jokers are
    taken for another card of the hand are not.
    """
    if ranking.dealt != 3:
        return _classes_of_others(ranking)
    if not ranking.deck.regular:
        return classes_of_odd_deck(ranking)
    # Hands are never enumerated: three ranks and the number of suits shown have one strength, and how suits
    # can lie on them (a suit shape with its number of hands) depends only on which ranks are equal.
    deck, levels = ranking.deck, ranking.strengths
    by_level: list[list[HandClass]] = [[] for _ in levels]
    joker = len(deck.ranks)
    for ranks in combinations_with_replacement(deck.ranks_held, 3):
        for shown in hands_by_suits(deck, ranks):
            strength = levels[ranking.by_suits[ranks][shown - 1]]
            places = _places(strength.ranks, ranks, joker) if joker in ranks else ()
            in_order = tuple(ranks[place] for place in places) or strength.ranks
            by_level[strength.level] += [HandClass(strength, *one) for one in _suited(deck, in_order, shown)]
    return tuple(one for classes in by_level for one in classes)


@lru_cache(maxsize=1 << 13)  # one deck is ranked in many ways
def _suited(
    deck: Deck, in_order: tuple[int, ...], shown: int
) -> tuple[tuple[SuitPattern, int, tuple[int, int, int]], ...]:
    """Pattern, weight and cards of each class of three ranks with this number of suits."""
    different = len(set(in_order))
    return tuple(
        (_pattern(different, suiting, len(deck.suits)), weight, _indexes(deck, in_order, suiting))
        for suiting, weight in suitings(deck, in_order)
        if len(set(suiting)) == shown
    )


def _classes_of_others(ranking: Ranking) -> tuple[HandClass, ...]:
    """The suit classes of hands of two cards, or of four whose best three count, of single cards."""
    deck, levels, index = ranking.deck, ranking.strengths, _first(ranking.deck)
    by_level: list[list[HandClass]] = [[] for _ in levels]
    places = tuple(combinations(range(ranking.dealt), ranking.size))
    for ranks in combinations_with_replacement(deck.ranks_held, ranking.dealt):
        rows = [ranking.by_suits[tuple(ranks[place] for place in some)] for some in places]
        orders: dict[tuple[int, int], list[int]] = {}
        for suits, weight in suitings(deck, ranks):
            made = [row[shown] for row, shown in zip(rows, _suits_less_one(suits, places), strict=True)]
            level = max(made)
            best = made.index(level)
            if (level, best) not in orders:
                found = _places(levels[level].ranks, tuple([ranks[place] for place in places[best]]), -1)
                rest = [place for place in range(len(ranks)) if place not in places[best]]
                orders[level, best] = [places[best][place] for place in found] + rest
            cards = tuple(index[ranks[place], suits[place]] for place in orders[level, best])
            by_level[level].append(HandClass(levels[level], _pattern_of_others(suits), weight, cards))
    return tuple(one for classes in by_level for one in classes)


@cache
def _suits_less_one(suits: SuitShape, places: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Number of suits that the cards at some places show, less one, for each choice of places."""
    return tuple(len({suits[place] for place in some}) - 1 for some in places)


@lru_cache(maxsize=1 << 10)
def _places(deciding: tuple[int, ...], ranks: tuple[int, ...], joker: int) -> list[int]:
    """The places of ranks in the order in which they decide, a joker's for a rank that is missing."""
    left, found = [*range(len(ranks))], list[int]()
    for rank in deciding:
        wanted = rank if rank in [ranks[place] for place in left] else joker
        found.append(next(place for place in left if ranks[place] == wanted))
        left.remove(found[-1])
    return found


@cache
def _pattern_of_others(suits: SuitShape) -> SuitPattern:
    """The pattern of two or four cards of these suits."""
    return _PATTERNS_OF_OTHERS[tuple(sorted(Counter(suits).values(), reverse=True))]


@cache
def _pattern(different: int, suits: SuitShape, joker: int) -> SuitPattern:
    """The pattern of cards of this number of different ranks with these suits."""
    first, second, third = (None if suit == joker else suit for suit in suits)
    shown = first, second, third
    if None not in shown and different < 3 and shown in (own := _PATTERNS_OF_EQUAL_RANKS[different]):
        return own[shown]
    return _PATTERNS[shown]


def _indexes(deck: Deck, ranks: tuple[int, ...], suits: SuitShape) -> tuple[int, int, int]:
    """Three cards of these ranks and suits as card indexes, of equal cards one after the other."""
    index, (one, two, three), (own, its, last) = _first(deck), ranks, suits
    first, second, third = index[one, own], index[two, its], index[three, last]
    return first, second + (second == first), third + (third == first) + (third == second)


def by_suit(hand_class: HandClass, ranking: Ranking) -> tuple[HandClass, ...]:
    """Return a class of one suit as a class for each suit; any other class, or one so split, as it is.

    Cards with jokers are of one suit if they show no other. For pay tables with lines such as "A-K-Q
    straight flush of spades".
    """
    if hand_class.pattern not in _OF_ONE_SUIT or hand_class.suit is not None:
        return (hand_class,)
    deck = ranking.deck
    jokers, weight, parts = len(deck) - deck.wild_cards, hand_class.weight // len(deck.suits), []
    for suit in range(len(deck.suits)):
        cards = tuple(card if card >= jokers else card + suit * deck.copies for card in hand_class.cards)
        parts.append(replace(hand_class, weight=weight, cards=cards, suit=suit))
    return tuple(parts)


@lru_cache(maxsize=8)
def hand_classes_by_suit(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the suit classes with those of one suit split, one for each suit; weakest strength first."""
    return tuple(part for one in hand_classes(ranking) for part in by_suit(one, ranking))


@lru_cache(maxsize=1 << 10)
def _pattern_of(different: int, suits: tuple[int, ...], joker: int) -> SuitPattern:
    """Which of three cards of this number of different ranks share a suit, in deciding order."""
    numbers: dict[int, int] = {joker: joker}
    first, second, third = (numbers.setdefault(suit, len(numbers) - 1) for suit in suits)
    return _pattern(different, (first, second, third), joker)


# -- decks that lack some cards or hold some more often: some suits cannot change places -----------------


@lru_cache(maxsize=8)
def classes_of_odd_deck(ranking: Ranking, alike: tuple[int, ...] | None = None) -> tuple[HandClass, ...]:
    """Return the suit classes of all three-card hands, weakest first, those of one suit for each suit.

    Suits alike, as `moves_of` takes them, may change places; by default those of `Deck.alike`. The slow
    equivalent takes each hand of `Ranking.hands` for itself.
    """
    import numpy as np

    deck, width, of_level = ranking.deck, len(ranking.deck.suits) + 1, ranking.different_hands
    hands = np.array([hand for hands in of_level for hand in hands])
    levels = np.repeat(np.arange(len(of_level)), [len(hands) for hands in of_level])
    number = np.array([deck.number(card) for card in deck.cards])[hands]
    a, b, c = hands.T
    second, third = (a == b).astype(np.int64), (b == c) * (1 + (a == b))  # which of equal cards each is
    weight = number[:, 0] * (number[:, 1] - second) * (number[:, 2] - third)
    weight //= np.array([1, 2, 6])[(a == b) * 1 + (b == c)]
    hands += np.stack([0 * a, second, third], axis=1)
    rank, suit = np.array(deck.rank_of)[hands], np.array(deck.suit_of)[hands]
    # A hand goes by the least number that it gets by exchanging equivalent suits; of one suit, by its own.
    # Which suits it then has depends on its own, and on which of its ranks are equal.
    equal = (rank[:, 1:] == rank[:, :-1]) @ (1, 2)
    codes = np.column_stack([suit, equal]) @ width ** np.arange(4)
    _, some, of = np.unique(codes, return_index=True, return_inverse=True)
    rows = zip(equal[some].tolist(), suit[some].tolist(), strict=True)
    least = np.array([_least(alike or deck.alike, equal, tuple(suits)) for equal, suits in rows])
    keys = (rank * width + least[of]) @ (1 << np.array([0, 16, 32]))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.bincount(which, weight).astype(np.int64).tolist()  # below 2**53
    classes = []
    hands, ranks, suits, level = (of[first].tolist() for of in (hands, rank, suit, levels))
    shown = [{one for one in row if one < width - 1} for row in suits]
    for row in sorted(range(len(first)), key=lambda row: (level[row], -len(shown[row]))):
        strength = ranking.strengths[level[row]]
        in_order = _places(strength.ranks, tuple(ranks[row]), len(deck.ranks))
        cards, held = ([of[row][place] for place in in_order] for of in (hands, suits))
        own = shown[row].pop() if len(shown[row]) == 1 else None
        pattern = _pattern_of(len({*ranks[row]}), tuple(held), width - 1)
        classes.append(HandClass(strength, pattern, weights[row], tuple(cards), own))
    return tuple(classes)


@lru_cache(maxsize=1 << 13)
def _least(alike: tuple[int, ...], equal: int, suits: tuple[int, ...]) -> list[int]:
    """The suits of the least number that three cards can get, of ascending ranks of which some are equal."""
    ranks, joker = (0, 1 - equal % 2, 2 - equal % 2 - equal // 2), len(alike)
    shown = frozenset(suits) - {joker}
    moves = moves_of(alike, shown)[: 1 if len(shown) == 1 else None]
    made = (sorted(zip(ranks, [(*move, joker)[suit] for suit in suits], strict=True)) for move in moves)
    return [suit for _, suit in min(made, key=lambda cards: cards[::-1])]


@lru_cache(maxsize=1 << 10)
def moves_of(alike: tuple[int, ...], shown: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Return moves of suits, one for each way in which they can take the suits that are shown.

    `alike` has for each suit the first one that may change places with it. Of all moves that take the suits
    shown to the same ones it is the first in order; the first of all moves none.

    >>> moves_of((0, 0, 0), frozenset({1}))
    ((0, 1, 2), (0, 2, 1), (1, 0, 2))
    """
    found, own = [], sorted(shown)
    for images in permutations(range(len(alike)), len(own)):
        if all(alike[to] == alike[suit] for suit, to in zip(own, images, strict=True)):
            to, left = dict(zip(own, images, strict=True)), [*range(len(alike))]
            for suit in range(len(alike)):
                others = (one for one in left if alike[one] == alike[suit] and one not in images)
                left.remove(to.setdefault(suit, next(others, suit)))
            found.append(tuple(to[suit] for suit in range(len(alike))))
    return tuple(sorted(found))


@lru_cache(maxsize=4)
def _first(deck: Deck) -> dict[tuple[int, int], int]:
    """The index of the first card of each rank and suit."""
    kinds = list(enumerate(zip(deck.rank_of, deck.suit_of, strict=True)))
    return {kind: index for index, kind in reversed(kinds)}


def suit_variants(
    hand_class: HandClass, deck: Deck, alike: tuple[int, ...] | None = None
) -> Iterator[HandClass]:
    """Yield the hands of a class one by one, of any deck, each as a class of its own.

    Suits alike, as `moves_of` takes them, may change places; by default those of `Deck.alike`.
    """
    first, moved = _first(deck), dict[frozenset[int], tuple[int, ...]]()
    wild = range(len(deck) - deck.wild_cards, len(deck))
    jokers = [place for place, card in enumerate(hand_class.cards) if card in wild]
    shown = frozenset(deck.suit_of[card] for card in hand_class.cards) - {len(deck.suits)}
    for swap in moves_of(alike or deck.alike, shown) if hand_class.suit is None else [range(len(deck.suits))]:
        to = [*swap, len(deck.suits)]
        cards = list[int]()
        for card in hand_class.cards:
            place = first[deck.rank_of[card], to[deck.suit_of[card]]]
            cards.append(place + sum(deck.cards[other] == deck.cards[place] for other in cards))
        for others in combinations(wild, len(jokers)):
            for place, card in zip(jokers, others, strict=True):
                cards[place] = card
            moved.setdefault(frozenset(cards), tuple(cards))
    for hand in moved.values():
        yield replace(hand_class, cards=hand, weight=hand_class.weight // len(moved))
