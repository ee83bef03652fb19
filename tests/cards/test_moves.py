"""Moves of suits, by the suits that a hand shows, compared with all permutations of the suits."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, permutations
from math import comb

import pytest
from msgspec.structs import replace

from combin.cards.cards import Deck, parse_deck
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import classes_of_odd_deck, hand_classes, moves_of, suit_variants
from combin.exact.joint_hands import _called, _marks, suit_moves

ALIKE = [(0,), (0, 1), (0, 0, 0, 0), (0, 0, 2, 2), (0, 1, 0, 3), (0, 1, 1, 0, 4), (0, 0, 0, 0, 0, 5)]
FOUR = parse_deck("9 T J Q K A")
SIX = parse_deck("J Q K A", "6")


def odd(deck: Deck, *, missing: str = "", wild: str = "") -> Deck:
    return replace(deck, missing=tuple(deck.parse(missing)), wild=tuple(deck.parse(wild)))


ODD = [
    odd(FOUR, missing="As"),
    odd(FOUR, missing="As Kd 9d"),
    odd(FOUR, wild="9s"),
    odd(FOUR, missing="Tc", wild="9s 9d"),
    odd(parse_deck("T J Q K A", decks=2, jokers=1), missing="As As Kd"),
    odd(SIX, missing="As Kd"),
]


def every_move(alike: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all permutations of suits that leave a deck as it is."""
    every = permutations(range(len(alike)))
    return [move for move in every if tuple(alike[to] for to in move) == alike]


@pytest.mark.parametrize("alike", ALIKE)
def test_moves_are_the_first_of_those_that_take_the_suits_shown_to_the_same(alike: tuple[int, ...]) -> None:
    for number in range(len(alike) + 1):
        for shown in combinations(range(len(alike)), number):
            first: dict[tuple[int, ...], tuple[int, ...]] = {}
            for move in every_move(alike):
                first.setdefault(tuple(move[suit] for suit in shown), move)
            assert moves_of(alike, frozenset(shown)) == tuple(first.values())


@pytest.mark.parametrize("deck", ODD)
def test_classes_of_odd_decks_are_what_all_moves_make_of_a_hand(deck: Deck) -> None:
    ranking, joker = Ranking(deck), len(deck.suits)
    kinds = [*zip(deck.rank_of, deck.suit_of, strict=True)]
    moves = [(*move, joker) for move in every_move(deck.alike)]
    hands: Counter[tuple[tuple[int, int], ...]] = Counter()
    for hand in combinations(kinds, 3):
        shown = {suit for _, suit in hand} - {joker}
        like = moves if len(shown) > 1 else moves[:1]  # of one suit, hands are a class for each suit
        hands[min(tuple(sorted((rank, move[suit]) for rank, suit in hand)) for move in like)] += 1
    found = Counter[tuple[tuple[int, int], ...]]()
    for one in classes_of_odd_deck(ranking):
        cards = [kinds[card] for card in one.cards]
        like = moves if one.suit is None and {suit for _, suit in cards} != {joker} else moves[:1]
        found[min(tuple(sorted((rank, move[suit]) for rank, suit in cards)) for move in like)] += one.weight
    assert found == hands


@pytest.mark.parametrize("deck", [FOUR, SIX, *ODD])
def test_the_hands_of_all_classes_are_all_hands(deck: Deck) -> None:
    ranking = Ranking(deck)
    members = [hand for one in hand_classes(ranking) for hand in suit_variants(one, deck)]
    kinds = [tuple(sorted(str(deck.cards[card]) for card in hand.cards)) for hand in members]
    if deck.copies == 1 and not deck.jokers:
        assert len(set(kinds)) == len(kinds) == comb(len(deck), 3)
    assert sum(hand.weight for hand in members) == comb(len(deck), 3)


def test_the_hands_of_eight_suits_are_listed() -> None:
    """Of 40,320 permutations of the suits at most 336 move the suits of a hand."""
    deck = parse_deck("9 T J Q K A", "8")
    ranking = Ranking(deck)
    listed = {tuple(sorted(hand.cards)) for one in hand_classes(ranking) for hand in suit_variants(one, deck)}
    assert listed == {hand for hands in ranking.hands for hand in hands}


@pytest.mark.parametrize("colours", [False, True])
@pytest.mark.parametrize("named", [(), (0,), (1, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("deck", [FOUR, SIX, parse_deck("Q K A", "3"), odd(FOUR, missing="As Kd")])
def test_suits_are_called_alike_where_moves_take_them_to_each_other(
    deck: Deck, named: tuple[int, ...], colours: bool
) -> None:
    suits = frozenset(deck.suits[suit] for suit in named if suit < len(deck.suits))
    shade = [suit.colour for suit in deck.suits]
    moves = [
        move
        for move in every_move(deck.alike)
        if all(move[suit] == suit for suit in named if suit < len(shade))
        and not (
            colours
            and any(
                (shade[a] == shade[b]) != (shade[to] == shade[other])
                for a, to in enumerate(move)
                for b, other in enumerate(move)
            )
        )
    ]
    assert suit_moves(deck, suits, colours=colours) == tuple(moves)
    marks = _marks(deck, suits, colours=colours)
    # Hands go by their suits in order: those with one name are those that the moves take to each other.
    by_name, by_moves = defaultdict[object, set[tuple[int, ...]]](set), set[frozenset[tuple[int, ...]]]()
    for shown in {
        (a, b, c) for a in range(3) for b in range(len(deck.suits)) for c in range(len(deck.suits))
    }:
        every = {tuple(move[suit] for suit in shown) for move in moves}
        by_moves.add(frozenset(every))
        for one in every:
            by_name[_called(one, marks)].add(one)
    assert set(map(frozenset, by_name.values())) == by_moves
