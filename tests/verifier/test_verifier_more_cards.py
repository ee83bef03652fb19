"""Hands that get more cards before the program of `verifier/`, against all cards added one by one."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import pytest

from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes
from tests.helpers.fivecard_naive import CATEGORIES, SMALL_DECKS, naive_completions
from tests.verifier.verifiers import module


@pytest.mark.slow
@pytest.mark.parametrize("more", [2, 3, 4])
@pytest.mark.parametrize(
    "name",
    [
        "straights over the ace",
        "three suits of seven ranks",
        "five ranks: the wheel is the royal",
        "five suits: five of a kind",
        "no ace, gaps and other ranks",
    ],
)
def test_cards_added_one_by_one_make_what_the_program_counts(name: str, more: int) -> None:
    deck = SMALL_DECKS[name]
    symbols, suits = [str(rank) for rank in deck.ranks], [suit.name for suit in deck.suits]
    cards = [*product(range(len(symbols)), range(len(suits)))]
    of_program = SimpleNamespace(ranks=symbols, suits=suits, cards=cards, written=lambda *card: card)
    game = SimpleNamespace(deck=of_program, face_up=0, several_seen=False)
    program = module("more_cards").MoreCards(game, [])
    for one in hand_classes(Ranking(deck))[:: 1 if more == 2 else 5]:
        hand = tuple((deck.rank_of[card], deck.suit_of[card]) for card in one.cards)
        found = dict.fromkeys(CATEGORIES, 0)
        for (category, _, suit), count in program.completed(hand, more).items():
            found[category] += count
            assert (suit is None) == ("flush" not in category)
        assert found == naive_completions(deck, one.cards, more), one
