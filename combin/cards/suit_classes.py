"""Suit classes: hands that differ only by which suit is which, counted once with a weight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from combin.cards.suit_shapes import SuitShape, hands_by_suits, suitings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.cards import Card, Deck
    from combin.cards.ranking import Ranking, Strength


class SuitPattern(StrEnum):
    """Which of three cards share a suit; the cards stand in the order in which the hand's ranks decide.

    Pairs of one suit need several decks; a joker stands where the card does that it is taken for.
    """

    ONE_SUIT = "one suit"
    FIRST_TWO = "first two cards of one suit"
    OUTER_TWO = "first and last card of one suit"
    LAST_TWO = "last two cards of one suit"
    PAIRED_SUIT = "kicker of a suit of the pair"
    THREE_SUITS = "three suits"
    PAIR_OF_ONE_SUIT = "pair of one suit"
    TWO_SUITS = "two suits"
    JOKER_FIRST = "joker as first card, others of two suits"
    JOKER_FIRST_ONE_SUIT = "joker as first card, others of one suit"
    JOKER_SECOND = "joker as second card, others of two suits"
    JOKER_SECOND_ONE_SUIT = "joker as second card, others of one suit"
    JOKER_LAST = "joker as last card, others of two suits"
    JOKER_LAST_ONE_SUIT = "joker as last card, others of one suit"
    JOKERS_FIRST_TWO = "jokers as first two cards"
    JOKERS_OUTER_TWO = "jokers as first and last card"
    JOKERS_LAST_TWO = "jokers as last two cards"
    JOKERS = "three jokers"


_PATTERNS = {
    (0, 0, 0): SuitPattern.ONE_SUIT,
    (0, 0, 1): SuitPattern.FIRST_TWO,
    (0, 1, 0): SuitPattern.OUTER_TWO,
    (0, 1, 1): SuitPattern.LAST_TWO,
    (0, 1, 2): SuitPattern.THREE_SUITS,
    (None, 0, 1): SuitPattern.JOKER_FIRST,
    (None, 0, 0): SuitPattern.JOKER_FIRST_ONE_SUIT,
    (0, None, 1): SuitPattern.JOKER_SECOND,
    (0, None, 0): SuitPattern.JOKER_SECOND_ONE_SUIT,
    (0, 1, None): SuitPattern.JOKER_LAST,
    (0, 0, None): SuitPattern.JOKER_LAST_ONE_SUIT,
    (None, None, 0): SuitPattern.JOKERS_FIRST_TWO,
    (None, 0, None): SuitPattern.JOKERS_OUTER_TWO,
    (0, None, None): SuitPattern.JOKERS_LAST_TWO,
    (None, None, None): SuitPattern.JOKERS,
}
_PATTERNS_OF_EQUAL_RANKS = {
    2: {
        (0, 0, 1): SuitPattern.PAIR_OF_ONE_SUIT,
        (0, 1, 0): SuitPattern.PAIRED_SUIT,
        (0, 1, 1): SuitPattern.PAIRED_SUIT,
    },
    1: dict.fromkeys([(0, 0, 1), (0, 1, 0), (0, 1, 1)], SuitPattern.TWO_SUITS),
}
_OF_ONE_SUIT = {pattern for suits, pattern in _PATTERNS.items() if 0 in suits and 1 not in suits}


@dataclass(frozen=True, slots=True)
class HandClass:
    """All hands that a permutation of the suits turns into one another.

    `cards` are one of them, as card indexes in deciding order; `weight` is how many there are. `suit` is the
    index of the suit if a class of one suit has been split by suit.
    """

    strength: Strength
    pattern: SuitPattern
    weight: int
    cards: tuple[int, int, int]
    suit: int | None = None


@lru_cache(maxsize=8)
def hand_classes(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the suit classes of all three-card hands, weakest strength first.

    1,755 classes for 52 cards; their weights add to the number of hands, C(52, 3) = 22,100. Hands that differ
    only by which of several equal cards they hold are of one class; those whose jokers are taken for another
    card of the hand are not.

    >>> from combin.cards.ranking import Ranking
    >>> classes = hand_classes(Ranking())
    >>> len(classes), sum(one.weight for one in classes)
    (1755, 22100)
    """
    if not ranking.deck.regular:
        return classes_of_odd_deck(ranking)
    # Hands are never gone through: three ranks and the number of suits shown have one strength, and how suits
    # can lie on them (a suit shape with its number of hands) depends only on which ranks are equal.
    deck, levels = ranking.deck, ranking.strengths
    found: list[list[HandClass]] = [[] for _ in levels]
    for low, middle, high in combinations_with_replacement(deck.ranks_held, 3):
        for shown in hands_by_suits(deck, (low, middle, high)):
            strength = levels[ranking.level(low, middle, high, shown)]
            in_order = in_deciding_order(strength, (low, middle, high), len(deck.ranks))
            different = len(set(in_order))
            for suiting, weight in suitings(deck, in_order):
                if len(set(suiting)) == shown:
                    pattern = _pattern(different, suiting, len(deck.suits))
                    one = HandClass(strength, pattern, weight, _indexes(deck, in_order, suiting))
                    found[strength.level].append(one)
    return tuple(one for classes in found for one in classes)


def in_deciding_order(strength: Strength, held: Sequence[int], joker: int) -> tuple[int, int, int]:
    """Return the ranks of cards in the order in which they decide, jokers in the places of other ranks."""
    if joker not in held:
        return strength.ranks
    left = list(held)
    in_order = []
    for rank in strength.ranks:
        taken = rank if rank in left else joker
        left.remove(taken)
        in_order.append(taken)
    first, second, third = in_order
    return first, second, third


@cache
def _pattern(different: int, suits: SuitShape, joker: int) -> SuitPattern:
    """Return the pattern of cards of so many different ranks with these suits."""
    first, second, third = (None if suit == joker else suit for suit in suits)
    shown = first, second, third
    if None not in shown and different < 3 and shown in (own := _PATTERNS_OF_EQUAL_RANKS[different]):
        return own[shown]
    return _PATTERNS[shown]


def _indexes(deck: Deck, ranks: tuple[int, int, int], suits: SuitShape) -> tuple[int, int, int]:
    """Return cards of these ranks and suits as card indexes, of equal cards one after the other."""
    index, (one, two, three), (own, its, last) = _first(deck), ranks, suits
    first, second, third = index[one, own], index[two, its], index[three, last]
    return first, second + (second == first), third + (third == first) + (third == second)


def by_suit(hand_class: HandClass, ranking: Ranking) -> tuple[HandClass, ...]:
    """Return a class of one suit as a class for each suit; any other class, or one so split, as it is.

    Cards beside jokers are of one suit if they show no other. For pay tables with lines such as "A-K-Q
    straight flush of spades".
    """
    if hand_class.pattern not in _OF_ONE_SUIT or hand_class.suit is not None:
        return (hand_class,)
    deck = ranking.deck
    step, jokers = deck.copies, len(deck) - deck.wild_cards
    suits = range(len(deck.suits))
    found = []
    for suit in suits:
        first, second, third = (card if card >= jokers else card + suit * step for card in hand_class.cards)
        found.append(
            replace(
                hand_class, weight=hand_class.weight // len(suits), cards=(first, second, third), suit=suit
            )
        )
    return tuple(found)


@lru_cache(maxsize=8)
def hand_classes_by_suit(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the suit classes with those of one suit split, one for each suit; weakest strength first."""
    return tuple(part for one in hand_classes(ranking) for part in by_suit(one, ranking))


def suit_pattern(ranking: Ranking, cards: Sequence[Card]) -> SuitPattern:
    """Return which of three cards share a suit, and which are jokers.

    >>> from combin.cards.ranking import Ranking
    >>> ranking = Ranking()
    >>> suit_pattern(ranking, ranking.deck.parse("4d Qs 6d")).value
    'last two cards of one suit'
    """
    deck = ranking.deck
    indexes = [deck.index(card) for card in cards]
    ranks = [deck.rank_of[index] for index in indexes]
    left = list(indexes)
    in_order = []
    for rank in in_deciding_order(ranking.strength(cards), ranks, len(deck.ranks)):
        in_order.append(next(index for index in left if deck.rank_of[index] == rank))
        left.remove(in_order[-1])
    first, second, third = in_order
    return pattern_of(deck, (first, second, third))


def pattern_of(deck: Deck, cards: tuple[int, int, int]) -> SuitPattern:
    """Return which of three cards share a suit, given as card indexes in deciding order."""
    numbers: dict[int, int] = {len(deck.suits): len(deck.suits)}
    first, second, third = (numbers.setdefault(deck.suit_of[card], len(numbers) - 1) for card in cards)
    return _pattern(len({deck.rank_of[card] for card in cards}), (first, second, third), len(deck.suits))


# -- decks that lack some cards or hold some more often: some suits cannot change places -----------------


def classes_of_odd_deck(
    ranking: Ranking, moves: Sequence[tuple[int, ...]] | None = None
) -> tuple[HandClass, ...]:
    """Return the suit classes of all three-card hands, weakest first, those of one suit for each suit.

    With the ace of spades missing the three other suits are alike, and a class holds hands that differ only
    by which of them is which. `moves` are the permutations of suits to go by, if not all that leave the deck
    as it is. The slow equivalent takes each hand of `Ranking.hands` for itself.
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
    # A hand goes by the least number that it can get if suits alike change places; of one suit, by its own.
    swapped = [
        np.sort(rank * width + np.array([*swap, width - 1])[suit], axis=1) @ (1 << np.array([0, 16, 32]))
        for swap in moves or swaps(deck)
    ]
    shown = [{one for one in row if one < width - 1} for row in suit.tolist()]
    keys = np.where([len(suits) == 1 for suits in shown], swapped[0], np.min(swapped, axis=0))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.bincount(which, weight).astype(np.int64)  # below 2**53
    found = []
    order = sorted(range(len(first)), key=lambda place: (levels[first[place]], -len(shown[first[place]])))
    for place in order:
        row = int(first[place])
        strength, held = ranking.strengths[levels[row]], rank[row].tolist()
        left, cards = hands[row].tolist(), []
        for wanted in in_deciding_order(strength, held, len(deck.ranks)):
            card = next(card for card in left if deck.rank_of[card] == wanted)
            left.remove(card)
            cards.append(card)
        own = shown[row].pop() if len(shown[row]) == 1 else None
        a, b, c = cards
        pattern = pattern_of(deck, (a, b, c))
        found.append(HandClass(strength, pattern, int(weights[place]), (a, b, c), own))
    return tuple(found)


@lru_cache(maxsize=4)
def swaps(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Return the permutations of the suits that leave a deck as it is, the one that moves none first."""
    every = permutations(range(len(deck.suits)))
    return tuple(swap for swap in every if tuple(deck.alike[to] for to in swap) == deck.alike)


@lru_cache(maxsize=4)
def _first(deck: Deck) -> dict[tuple[int, int], int]:
    """Return the index of the first card of each rank and suit."""
    kinds = list(enumerate(zip(deck.rank_of, deck.suit_of, strict=True)))
    return {kind: index for index, kind in reversed(kinds)}


def hands_alike(
    hand_class: HandClass, deck: Deck, moves: Sequence[tuple[int, ...]] | None = None
) -> Iterator[HandClass]:
    """Yield the hands of a class one by one, of any deck, each as a class of its own.

    `moves` are the permutations of suits that its classes go by, if not all that leave the deck as it is.
    """
    first, moved = _first(deck), dict[frozenset[int], tuple[int, int, int]]()
    wild = range(len(deck) - deck.wild_cards, len(deck))
    held = [place for place, card in enumerate(hand_class.cards) if card in wild]
    for swap in (moves or swaps(deck)) if hand_class.suit is None else [range(len(deck.suits))]:
        to = [*swap, len(deck.suits)]
        cards = list[int]()
        for card in hand_class.cards:
            place = first[deck.rank_of[card], to[deck.suit_of[card]]]
            cards.append(place + sum(deck.cards[other] == deck.cards[place] for other in cards))
        for others in combinations(wild, len(held)):
            for place, card in zip(held, others, strict=True):
                cards[place] = card
            a, b, c = cards
            moved.setdefault(frozenset(cards), (a, b, c))
    for hand in moved.values():
        yield replace(hand_class, cards=hand, weight=hand_class.weight // len(moved))
