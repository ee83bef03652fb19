"""Neighbours who show their cards, held to a walk through all seats of a small deck."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from combin import RulesError, load
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD, base_game
from combin.exact.hand import explain
from combin.protection.collusion import collusion
from combin.protection.dead_sets import refuse_other_games
from combin.protection.staked import StakedGame, StakedHands
from combin.rules.wagers import Case
from tests.games import AGAINST_DEALER, bonus, game, odds
from tests.variants import variant

SMALL = variant(
    game(
        AGAINST_DEALER,
        {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
        {"decision.play": [1, {"multiple": 2, "hand": "flush or better"}]},
        bonus(odds("5-4-1")),
    )
)
LETTERS = choices(SMALL, {})[0]
WITHIN = Fraction(1, 200)


@cache
def worth(player: tuple[int, ...], left: tuple[int, ...]) -> dict[int, int]:
    """Return what each decision nets over all dealer hands from the cards that are left."""
    table = base_game(SMALL, LETTERS)
    deck, ranking = SMALL.deck, SMALL.ranking
    own = ranking.strength([deck.cards[card] for card in player])
    index = next(place for place, one in enumerate(table.matchups) if one.hand.strength.level == own.level)
    found = dict.fromkeys(table.choices(index), 0)
    for dealer in combinations(left, 3):
        theirs = level(dealer)
        if theirs < SMALL.qualifies:
            case = Case.NO_QUALIFY
        else:
            case = Case.WIN if own.level > theirs else Case.TIE if own.level == theirs else Case.LOSE
        for decision in found:
            found[decision] += table.nets(index, decision)[SMALL.cases.index(case)]
    return found


@cache
def level(hand: tuple[int, ...]) -> int:
    return SMALL.ranking.strength([SMALL.deck.cards[card] for card in hand]).level


def walk(seen: int, lowest: int | None = None) -> Fraction:
    """Return the house edge with all cards of so many neighbours known, or only the count of high ones."""
    deck, total, net = range(len(SMALL.deck)), 0, 0
    for player in combinations(deck, 3):
        rest = [card for card in deck if card not in player]
        by_told: dict[object, dict[int, int]] = {}
        for known in combinations(rest, 3 * seen):
            left = tuple(card for card in rest if card not in known)
            told = known if lowest is None else sum(SMALL.deck.rank_of[card] >= lowest for card in known)
            sums = by_told.setdefault(told, {})
            for decision, value in worth(player, left).items():
                sums[decision] = sums.get(decision, 0) + value
            total += comb(len(left), 3)
        net += sum(max(sums.values()) for sums in by_told.values())
    return Fraction(-net, total * base_game(SMALL, LETTERS).unit)


@pytest.mark.slow
def test_all_seats_of_a_small_deck_are_gone_through() -> None:
    found, sampled = (collusion(SMALL, LETTERS, 3, exact=exact, within=WITHIN) for exact in (2, 1))
    none, one, two = found.neighbours
    assert none.low == none.high == walk(0)
    assert one.low == one.high == walk(1)
    assert two.low == two.high == walk(2)
    estimate = sampled.neighbours[2]
    assert estimate.low <= walk(2) <= estimate.high <= estimate.low + WITHIN
    assert not estimate.exact
    for each in (one, two):
        counts = {lowest: walk(each.seen, lowest) for lowest in range(1, len(SMALL.deck.ranks))}
        assert each.signal.house_edge == min(counts.values()) == counts[each.signal.lowest]
        assert each.signal.house_edge >= each.low


def test_whole_numbers_of_any_size_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = collusion(SMALL, LETTERS, 3)
    monkeypatch.setattr("combin.protection.dead_sets.exact_kind", lambda _: object)
    assert collusion(SMALL, LETTERS, 3).neighbours == usual.neighbours
    with pytest.raises(RulesError, match="divided too finely for sets of cards to be looked at one by one"):
        StakedHands(StakedGame(SMALL, LETTERS))


def test_the_same_seed_draws_the_same_sets() -> None:
    first, again, other = (
        collusion(SMALL, LETTERS, 3, exact=1, within=4 * WITHIN, seed=seed) for seed in (1, 1, 2)
    )
    assert first.neighbours == again.neighbours != other.neighbours


@pytest.mark.parametrize("dead", [[0, 4, 8], [1, 2, 5], [9, 10, 11]], ids=str)
def test_what_a_set_gains_is_added_up_over_all_hands_beside_it(dead: list[int]) -> None:
    deals = StakedHands(StakedGame(SMALL, LETTERS))
    left, expected = [card for card in range(len(SMALL.deck)) if card not in dead], 0
    for player in combinations(left, 3):
        values = worth(player, tuple(card for card in left if card not in player))
        expected += max(values.values()) - values[1]
    always_played = np.ones(deals.weights.shape[1], np.int8)
    assert deals.gain(dead, always_played) == expected > 0


@pytest.mark.slow
def test_two_workers_give_the_same_figures_as_one_process() -> None:
    alone, shared = (
        collusion(SMALL, LETTERS, 3, exact=1, within=4 * WITHIN, workers=workers) for workers in (None, 2)
    )
    assert shared.neighbours == alone.neighbours


def test_one_dealer_hand_is_left_to_three_seats_of_twelve_cards() -> None:
    found = collusion(SMALL, LETTERS, 3)
    deck = SMALL.deck
    hand = explain(SMALL, deck.parse("Jc Qh Ks"), LETTERS)
    assert hand.values[FOLD] == -1
    assert comb(len(deck) - 9, 3) == 1
    assert found.neighbours[2].signal.house_edge < found.neighbours[0].low


@pytest.mark.parametrize("seats", [0, 17])
def test_seats_that_cannot_be_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match="seats"):
        load("crown-melbourne").collusion(seats=seats)


@pytest.mark.parametrize("name", ["hole-card", "three-card-poker-joker", "teen-patti-20-20"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(RulesError):
        load(name).collusion()


def test_side_bets_are_refused() -> None:
    with pytest.raises(RulesError, match="pair_plus: neighbours' cards are worked out for Ante & Play and"):
        load("crown-melbourne").collusion(pair_plus="A")


def test_neighbours_are_not_counted_where_a_lower_hand_beats_a_higher_one() -> None:
    with pytest.raises(RulesError, match="where the higher hand wins"):
        refuse_other_games(
            variant(game(AGAINST_DEALER, {"ranking.beats": {"2-3-5": "three aces"}})), "neighbours' cards"
        )
