"""The sieve beside each dealer hand by itself: odd packs, several decks, jokers, cards seen, other levels."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from combin.cards.cards import STANDARD_DECK, STANDARD_RANKS, STANDARD_SUITS, Deck
from combin.cards.ranking import DOCUMENT_ORDER, Category, Ranking
from combin.cards.suit_classes import hand_classes
from combin.exact.pay_lines import dealers_on_lines, line_of
from combin.exact.sieve import Sieve
from tests.games import AGAINST_DEALER, game, table_bet
from tests.variants import variant

RANKS, SUITS = STANDARD_RANKS[-4:], STANDARD_SUITS[:3]
(WILD,) = STANDARD_DECK.parse("Jc")
OF_TWO = tuple(one for one in DOCUMENT_ORDER if one is not Category.THREE_OF_A_KIND)
RANKINGS = {
    "single": Ranking(Deck(RANKS, SUITS)),
    "two decks and jokers": Ranking(Deck(RANKS[:2], SUITS[:2], copies=2, jokers=2)),
    "a wild jack": Ranking(Deck(RANKS, SUITS, wild=(WILD,))),
    "a card missing": Ranking(Deck(RANKS, SUITS, missing=tuple(STANDARD_DECK.parse("Ad")))),
    "two cards": Ranking(Deck(RANKS, SUITS), OF_TWO, dealt=2),
    "four cards": Ranking(Deck(RANKS, SUITS), dealt=4),
}


@pytest.mark.parametrize("name", RANKINGS)
@pytest.mark.parametrize("number", [0, 1])
def test_hands_that_hold_the_cards_seen_and_none_of_the_players_are_counted(name: str, number: int) -> None:
    ranking, draw = RANKINGS[name], Random(name)
    sieve, dealt, cards = Sieve(ranking), ranking.dealt, range(len(ranking.deck))
    levels = {hand: ranking.level_of(hand) for hand in combinations(cards, dealt)}
    for _ in range(12):
        *own, seen = draw.sample(cards, dealt + 1)
        left = [
            level
            for hand, level in levels.items()
            if not set(own) & set(hand) and (not number or seen in hand)
        ]
        hand, met = tuple(sorted(sieve.kind_of[card] for card in own)), (sieve.kind_of[seen],) * number
        borders = np.arange(sieve.levels + 1)
        below = sieve.all_below(
            [np.full_like(borders, kind) for kind in hand], [np.full_like(borders, kind) for kind in met]
        )
        expected = [sum(level < border for level in left) for border in borders.tolist()]
        assert below(borders).tolist() == expected
        assert sieve.total(dealt, number) == len(left)
        if dealt == 3:
            assert sieve.below(hand, ranking.level_of(own), borders.tolist(), met) == expected


LINES = {"suited three of a kind": 77, "straight flush": 9, "three of a kind": 5, "flush": 2, "pair": "lose"}
LINES |= {"straight": 3, "pair of aces": 4}
DECKS: dict[str, dict[str, object]] = {
    "three decks and a joker": {"decks": 3, "jokers": 1, "suits": ["clubs", "hearts"]},
    "a wild rank": {"wild": ["Qc", "Qd", "Qh", "Qs"]},
}


@pytest.mark.parametrize("name", DECKS)
def test_dealer_hands_are_counted_by_line(name: str) -> None:
    lines = LINES if "decks" in name else {**LINES, "suited three of a kind": None, "natural pair of aces": 6}
    bet = table_bet("theirs", "Theirs", {k: v for k, v in lines.items() if v}, hand="dealer", on_fold="lost")
    deck = {"ranks": "J Q K A"} | DECKS[name]
    rules = variant(game(AGAINST_DEALER, {"deck": deck, "dealer.qualifies": "any hand"}, bet))
    table, cards, ranking = rules.tables["theirs"]["A"], rules.deck, rules.ranking
    every = {}
    for hand in combinations(range(len(cards)), 3):
        shown = cards.suits_shown(cards.cards[card] for card in hand)
        line = line_of(table, ranking.level_of(hand), shown)
        every[hand] = 0 if line is None else 1 + table.lines.index(line)
    some = Random(name).sample(hand_classes(ranking), 8)
    for one, found in zip(some, dealers_on_lines(rules, table, some), strict=True):
        met = [place for hand, place in every.items() if not set(hand) & set(one.cards)]
        assert found == [met.count(place) for place in range(1 + len(table.lines))]
