"""Neighbours who show their cards, held to a walk through all seats of a small deck."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from combin import Game, RulesError, load
from combin.cards.ranking import Strength
from combin.exact.base_game import FOLD, base_game
from combin.protection.collusion import collusion
from combin.protection.dead_sets import DealerRanks, Decisions, refuse_other_games
from tests.helpers.games import AGAINST_DEALER, bonus, game, odds
from tests.helpers.variants import variant
from tests.protection.margins import gains

RULES = variant(
    game(
        AGAINST_DEALER,
        {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
        {"decision.play": [1, {"multiple": 2, "hand": "flush or better"}]},
        bonus(odds("5-4-1")),
    )
)
LETTERS = {"ante_bonus": "A"}
DECK = RULES.deck


@cache
def strength(hand: tuple[int, ...]) -> Strength:
    return RULES.ranking.strength([DECK.cards[card] for card in hand])


@cache
def worth(hand: tuple[int, ...], left: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the mean net of each decision, in units of the Ante."""
    bonuses = {"straight flush": 5, "three of a kind": 4, "straight": 1}
    more = bonuses.get(str(strength(hand).category), 0)
    dealers = [strength(dealer).level for dealer in combinations(left, 3)]
    found, level = {FOLD: Fraction(-1)}, strength(hand).level
    for multiple in (multiple for multiple, least in RULES.multiples.items() if level >= least):
        nets = (
            1 if dealer < RULES.qualifies else (1 + multiple) * ((level > dealer) - (level < dealer))
            for dealer in dealers
        )
        found[multiple] = Fraction(sum(nets), len(dealers)) + more
    return found


def walk(seen: int, lowest: int | None = None) -> Fraction:
    """Return the house edge with all cards of so many neighbours known, or only the count of high ones."""
    net, number = Fraction(0), 0
    for hand in combinations(range(len(DECK)), 3):
        rest = [card for card in range(len(DECK)) if card not in hand]
        by_told = defaultdict[object, dict[int, Fraction]](dict)
        for known in combinations(rest, 3 * seen):
            told = known if lowest is None else sum(DECK.rank_of[card] >= lowest for card in known)
            left = tuple(card for card in rest if card not in known)
            sums = by_told[told]
            for decision, value in worth(hand, left).items():
                sums[decision] = sums.get(decision, Fraction(0)) + value
            number += 1
        net += sum(max(sums.values()) for sums in by_told.values())
    return -net / number


@pytest.mark.slow
def test_all_seats_of_a_small_deck_are_gone_through() -> None:
    none, one, two = collusion(RULES, LETTERS, 3).neighbours
    assert (none.house_edge, one.house_edge, two.house_edge) == (walk(0), walk(1), walk(2))
    for each in (one, two):
        counts = {lowest: walk(each.seen, lowest) for lowest in range(1, len(DECK.ranks))}
        assert each.signal.house_edge == min(counts.values()) == counts[each.signal.lowest]


def test_whole_numbers_of_any_size_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = collusion(RULES, LETTERS, 3, exact=1)
    monkeypatch.setattr("combin.protection.dead_sets.MOST", 0)
    assert collusion(RULES, LETTERS, 3, exact=1).neighbours == usual.neighbours
    with pytest.raises(RulesError, match="divided too finely"):
        collusion(RULES, LETTERS, 3)


def test_with_more_neighbours_than_are_asked_for_only_the_count_is_known() -> None:
    answer = Game(RULES).collusion(3, exact=1)
    seen = answer.neighbours[2]
    assert (seen.house_edge, answer.gain(2), answer.share(2)) == (None, None, None)
    assert seen.signal == collusion(RULES, LETTERS, 3).neighbours[2].signal
    assert answer.to_dict()["neighbours"][2]["house_edge"] is None
    assert [row["house_edge"] is None for row in answer.frame().to_dicts()] == [False, False, True]
    assert "Edges with all cards of two players or more are not computed" in " ".join(str(answer).split())


@pytest.mark.parametrize("seats", [0, 17])
def test_seats_that_cannot_be_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match="seats"):
        load("crown-melbourne").collusion(seats=seats)


@pytest.mark.parametrize("name", ["hole-card", "three-card-poker-joker", "teen-patti-20-20"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(RulesError):
        load(name).collusion()
    upset = variant(game(AGAINST_DEALER, {"ranking.beats": {"2-3-5": "three aces"}}))
    with pytest.raises(RulesError, match="where the higher hand wins"):
        refuse_other_games(upset, "neighbours' cards")


def test_edges_are_those_at_the_stake_where_money_is_taken_of_each_hand() -> None:
    cards = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}}
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [20]}
    free, taken = (Game(variant(game(AGAINST_DEALER, cards, part))) for part in ({}, fee))
    for without, one in zip(*(one.collusion(2).neighbours for one in (free, taken)), strict=True):
        assert one.house_edge == without.house_edge + Fraction(1, 20)
        assert one.signal.house_edge == without.signal.house_edge + Fraction(1, 20)


def test_tables_of_other_wagers_are_refused() -> None:
    with pytest.raises(RulesError, match="pair_plus: neighbours' cards are worked out for Ante & Play alone"):
        load("crown-melbourne").collusion(pair_plus="A")


# -- dead sets -------------------------------------------------------------------------------------------


THREE_SUITS = {"ranking.straight_suits": "three"}
MULTIPLES = {"decision.play": [1, {"multiple": 2, "hand": "K high or better"}]}


@pytest.mark.parametrize("change", [{}, THREE_SUITS, MULTIPLES], ids=["usual", "three suits", "multiples"])
def test_decisions_are_worth_what_a_walk_through_the_sets_finds(change: dict[str, object]) -> None:
    """Of a deck of five ranks, for each 31st class of hands."""
    deck = {"deck": {"ranks": "T J Q K A"}, "dealer.qualifies": "K high"}
    rules = variant(game(AGAINST_DEALER, deck, {"decision.play": [1]}, change))
    base, ranks = base_game(rules, {}), DealerRanks(rules.ranking)
    for place in range(0, len(base.matchups.classes), 31):
        decisions = Decisions(base, ranks, [place])
        for size in (3, 6):
            usual, best = (decisions.gains(size, usual=usual) for usual in (True, False))
            gained, changed = gains(base, place, size)
            assert (usual, best) == ((gained, changed), (gained, 0))
