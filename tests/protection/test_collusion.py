"""Neighbours who show their cards, held to a walk through all seats of a small deck."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from combin import Game, RulesError, load
from combin.cards.five_cards import best_five
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD, base_game
from combin.exact.hand import explain
from combin.protection.collusion import collusion
from combin.protection.dead_sets import Margins, refuse_other_games
from combin.rules.wagers import Case
from tests.games import AGAINST_DEALER, bonus, game, odds, progressive, table_bet
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
    none, one, two = collusion(SMALL, LETTERS, 3).neighbours
    assert (none.house_edge, one.house_edge, two.house_edge) == (walk(0), walk(1), walk(2))
    for each in (one, two):
        counts = {lowest: walk(each.seen, lowest) for lowest in range(1, len(SMALL.deck.ranks))}
        assert each.signal.house_edge == min(counts.values()) == counts[each.signal.lowest]


def test_whole_numbers_of_any_size_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = collusion(SMALL, LETTERS, 3)
    monkeypatch.setattr("combin.protection.dead_sets.exact_kind", lambda _: object)
    assert collusion(SMALL, LETTERS, 3).neighbours == usual.neighbours


def test_with_more_neighbours_than_are_asked_for_only_the_count_is_known() -> None:
    answer = Game(SMALL).collusion(3, exact=1)
    seen = answer.neighbours[2]
    assert (seen.house_edge, answer.gain(2), answer.share(2)) == (None, None, None)
    assert seen.signal == collusion(SMALL, LETTERS, 3).neighbours[2].signal
    assert answer.to_dict()["neighbours"][2]["house_edge"] is None
    assert [row["house_edge"] is None for row in answer.frame().to_dicts()] == [False, False, True]
    assert "None is worked out for all cards of two neighbours and more" in " ".join(str(answer).split())


def test_one_dealer_hand_is_left_to_three_seats_of_twelve_cards() -> None:
    found = collusion(SMALL, LETTERS, 3)
    deck = SMALL.deck
    hand = explain(SMALL, deck.parse("Jc Qh Ks"), LETTERS)
    assert hand.values[FOLD] == -1
    assert comb(len(deck) - 9, 3) == 1
    assert found.neighbours[2].signal.house_edge < found.house_edge


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


# -- staked ----------------------------------------------------------------------------------------------


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
def of_level(cards: tuple[int, ...]) -> int:
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
    strength = RULES.ranking.strengths[of_level(hand)]
    ace_high = 2 if DECK.rank_of[hand[-1]] == len(DECK.ranks) - 1 else 0
    return Fraction(brings.get(str(strength.category), ace_high)) / ANTE


@cache
def beside(hand: tuple[int, ...], left: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the mean net of each decision, in units of the Ante."""
    multiples = (
        FOLD,
        *(multiple for multiple, least in RULES.multiples.items() if of_level(hand) >= least),
    )
    staked = sum(stake for name, stake in STAKES.items() if name != "ante") / ANTE
    dealers = [of_level(dealer) for dealer in combinations(left, 3)]
    pairs = [jackpot(frozenset((*hand, *pair))) for pair in combinations(left, 2)]
    found = {FOLD: Fraction(-1) - staked}
    for multiple in multiples[1:]:
        net = 0
        for theirs in dealers:
            fails, won, tied = (
                theirs < RULES.qualifies,
                of_level(hand) > theirs,
                of_level(hand) == theirs,
            )
            net += 1 if fails else (1 + multiple) * (1 if won else 0 if tied else -1)
        found[multiple] = (
            Fraction(net, len(dealers)) + sum(pairs, Fraction(0)) / len(pairs) + own(hand) - staked
        )
    return found


def walk_all(seen: int) -> Fraction:
    net, number = Fraction(0), 0
    for hand in combinations(range(len(DECK)), 3):
        rest = [card for card in range(len(DECK)) if card not in hand]
        for known in combinations(rest, 3 * seen):
            net += max(beside(hand, tuple(card for card in rest if card not in known)).values())
            number += 1
    return -net / number


@pytest.mark.slow
def test_all_cards_of_one_neighbour_with_two_bets() -> None:
    none, one = collusion(RULES, {}, 2, stakes=STAKES, meter=METER).neighbours
    assert (none.house_edge, one.house_edge) == (walk_all(0), walk_all(1))
    assert walk_all(1) < walk_all(0)


@pytest.mark.parametrize("stakes", [[5, 20], None])
def test_edges_are_those_at_the_stake_where_money_is_taken_of_each_hand(stakes: list[int] | None) -> None:
    cards = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}}
    fee = {"wager.ante.collection": {"money": 1}, **({"wager.ante.stakes": stakes} if stakes else {})}
    free, taken = (Game(variant(game(AGAINST_DEALER, cards, part))) for part in ({}, fee))
    edges = [one.collusion(2, stakes={"ante": 20}).neighbours for one in (free, taken)]
    for without, one in zip(*edges, strict=True):
        assert one.house_edge == without.house_edge + Fraction(1, 20)
        assert one.signal.house_edge == without.signal.house_edge + Fraction(1, 20)


@pytest.mark.parametrize("stakes", [{"ante": 1, "pair_plus": 1}, {"pair_plus": 1}])
def test_bets_that_change_nothing_are_refused(stakes: dict[str, int]) -> None:
    with pytest.raises(RulesError, match=r"a fold does not lose it|no ante to decide about"):
        load("crown-melbourne").collusion(seats=2, stakes=stakes)


# -- dead sets -------------------------------------------------------------------------------------------


SEED = 1


def margins(seed: int, decisions: int, cards: int) -> Margins:
    """Return margins of some dealer hands, of which the first cards are alike."""
    random = np.random.default_rng(seed)
    kinds = np.append(np.zeros(4, int), random.integers(0, 4, cards - 4))
    worth, three = (
        random.integers(-3, 4, (decisions, 4, 4, 4)),
        np.zeros((decisions, *[cards] * 3), int),
    )
    for hand in combinations(range(cards), 3):
        low, middle, high = sorted(kinds[list(hand)])
        each = worth[:, low, middle, high]
        each = each + random.integers(-1, 2, decisions) * (kinds[list(hand)].min() > 0)
        for a, b, c in permutations(hand):
            three[:, a, b, c] = each
    two = three.sum(axis=3)
    one = two.sum(axis=2) // 2
    return Margins(one.sum(axis=1) // 3, one, two, three.min(axis=(1, 2, 3)), lambda: three)


def worth_of(of: Margins, dead: tuple[int, ...]) -> list[int]:
    left = [card for card in range(of.cards) if card not in dead]
    return [sum(int(each[hand]) for hand in combinations(left, 3)) for each in of.three]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("decisions", [1, 2])
def test_sums_over_all_sets_are_those_of_a_walk(number: int, decisions: int) -> None:
    found = margins(SEED, decisions, 10)
    every = [worth_of(found, dead) for dead in combinations(range(10), number)]
    assert found.best(number) == sum(max(0, *each) for each in every) > 0
    assert np.max(every) <= found.at_most(number)


def test_terms_give_the_margins_of_each_set() -> None:
    found, sets = margins(3, 2, 8), list(combinations(range(8), 3))
    assert found.of_sets(np.array(sets)).T.tolist() == [worth_of(found, dead) for dead in sets]


def test_pays_that_are_divided_too_finely_are_refused() -> None:
    small = margins(1, 1, 8)
    every, one, two, least = (part * 2**53 for part in (small.every, small.one, small.two, small.least))
    large = Margins(every, one, two, least, lambda: small.three * 2**53)
    with pytest.raises(RulesError, match="divided too finely"):
        large.best(6)
