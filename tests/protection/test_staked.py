"""Bets that a fold loses, decided with neighbours' cards known: held to a walk through all cards left."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from combin import Game, RulesError, load
from combin.cards.five_cards import best_five
from combin.exact.base_game import FOLD
from combin.jackpot.mixes import lost_with_fold
from combin.protection.collusion import collusion
from combin.protection.staked import FoldedBet, StakedGame
from tests.games import AGAINST_DEALER, game, odds, progressive, table_bet
from tests.variants import variant

FIVES = {"full house": 9, "three of a kind": 4, "two pair": {"meter": "10%"}, "pair": 1, "odds": "to 1"}
RULES = variant(
    game(
        AGAINST_DEALER,
        {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
        {"decision.play": [1, {"multiple": 2, "hand": "flush or better"}], "deal.jackpot": 2},
        table_bet("own", "Own", {**odds("5-4-3-2-1"), "A high": 1}, on_fold="lost"),
        progressive(FIVES, "player and jackpot cards"),
    )
)
STAKES = {"ante": 2, "own": 1, "jackpot": 3}
METER = 300
DECK = RULES.deck
ANTE = Fraction(STAKES["ante"])


@cache
def level(cards: tuple[int, ...]) -> int:
    return RULES.ranking.strength([DECK.cards[card] for card in cards]).level


@cache
def jackpot(cards: frozenset[int]) -> Fraction:
    """Return what the jackpot wager brings back for each unit of the Ante."""
    strength = best_five([DECK.cards[card] for card in sorted(cards)], DECK)
    brings = {"full house": 30, "three of a kind": 15, "two pair": METER // 10, "pair": 6}
    return Fraction(brings.get(str(strength.category), 0)) / ANTE


@cache
def own(hand: tuple[int, ...]) -> Fraction:
    brings = {"straight flush": 6, "three of a kind": 5, "straight": 4, "flush": 3, "pair": 2}
    strength = RULES.ranking.strengths[level(hand)]
    ace_high = 2 if DECK.rank_of[hand[-1]] == len(DECK.ranks) - 1 else 0
    return Fraction(brings.get(str(strength.category), ace_high)) / ANTE


@cache
def beside(hand: tuple[int, ...], left: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the mean net of each decision, in units of the Ante."""
    multiples = (FOLD, *(multiple for multiple, least in RULES.multiples.items() if level(hand) >= least))
    staked = sum(stake for name, stake in STAKES.items() if name != "ante") / ANTE
    dealers = [level(dealer) for dealer in combinations(left, 3)]
    pairs = [jackpot(frozenset((*hand, *pair))) for pair in combinations(left, 2)]
    found = {FOLD: Fraction(-1) - staked}
    for multiple in multiples[1:]:
        net = 0
        for theirs in dealers:
            fails, won, tied = theirs < RULES.qualifies, level(hand) > theirs, level(hand) == theirs
            net += 1 if fails else (1 + multiple) * (1 if won else 0 if tied else -1)
        found[multiple] = (
            Fraction(net, len(dealers)) + sum(pairs, Fraction(0)) / len(pairs) + own(hand) - staked
        )
    return found


def staked() -> tuple[FoldedBet, ...]:
    _, ante, bets = lost_with_fold(RULES, STAKES, meter=METER)
    return tuple(FoldedBet(bet.table, bet.unit / ante, bet.meter, bet.unit) for bet in bets)


def walk(seen: int) -> Fraction:
    net, number = Fraction(0), 0
    for hand in combinations(range(len(DECK)), 3):
        rest = [card for card in range(len(DECK)) if card not in hand]
        for known in combinations(rest, 3 * seen):
            net += max(beside(hand, tuple(card for card in rest if card not in known)).values())
            number += 1
    return -net / number


@pytest.mark.slow
def test_all_cards_of_one_neighbour_with_two_bets() -> None:
    none, one = collusion(RULES, {}, 2, bets=staked()).neighbours
    assert (none.low, one.low) == (walk(0), walk(1))
    assert one.low < none.low


@pytest.mark.parametrize("dead", [(0, 4, 8), (1, 2, 5), (9, 10, 11)], ids=str)
def test_what_a_set_gains_with_two_bets(dead: tuple[int, ...]) -> None:
    shown = StakedGame(RULES, {}, staked())
    left, expected = [card for card in range(len(DECK)) if card not in dead], Fraction(0)
    for hand in combinations(left, 3):
        values = beside(hand, tuple(card for card in left if card not in hand))
        expected += max(values.values()) - values[FOLD]
    always_folded = np.zeros(len(shown.classes), np.int8)
    assert shown.deals.gain(list(dead), always_folded) == expected * 20 * shown.unit > 0


@pytest.mark.parametrize("stakes", [[5, 20], None])
def test_edges_are_those_at_the_stake_where_money_is_taken_of_each_hand(stakes: list[int] | None) -> None:
    cards = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}}
    fee = {"wager.ante.collection": {"money": 1}, **({"wager.ante.stakes": stakes} if stakes else {})}
    free, taken = (Game(variant(game(AGAINST_DEALER, cards, part))) for part in ({}, fee))
    edges = [one.collusion(2, stakes={"ante": 20}).neighbours for one in (free, taken)]
    for without, one in zip(*edges, strict=True):
        assert one.low - without.low == one.signal.house_edge - without.signal.house_edge == Fraction(1, 20)


@pytest.mark.parametrize("stakes", [{"ante": 1, "pair_plus": 1}, {"pair_plus": 1}])
def test_bets_that_change_nothing_are_refused(stakes: dict[str, int]) -> None:
    with pytest.raises(RulesError, match=r"a fold does not lose it|no ante to decide about"):
        load("crown-melbourne").collusion(seats=2, stakes=stakes)
