"""Games dealt from a pack with dead cards: the engine held to every deal."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from combin import CardError, Game, RulesError, load
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.hand import explain
from combin.rules.resolved import Rules, without_cards
from tests.brute import Deals, brute_force, count_deals, net_of
from tests.games import AGAINST_DEALER, BEATS, bonus, comparison, game, odds, table_bet
from tests.proof.compare import same_counts, same_laws
from tests.variants import variant

FLUSHES = {**odds("20-15-4-3-1"), "flush of hearts": 9}
OF_FIVE = {"royal flush": 90, "straight flush": 60, "full house": 20, "flush": 15, "straight": 7}
SMALL = variant(
    game(
        AGAINST_DEALER,
        {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts", "spades"]}},
        {"dealer.qualifies": "A high"},
        bonus({"straight flush": 5, "straight flush of spades": "17/2", "three of a kind": 4, "straight": 1}),
        BEATS,
        table_bet("dealers", "Dealer's", FLUSHES, hand="dealer", on_fold="lost"),
        table_bet("colours", "Colours", {"both of the same colour": 9, "both of one colour each": 5}),
        table_bet("plus", "Plus", {"mini royal of spades": 60, **odds("20-15-4-3-1")}, on_fold="lost"),
        table_bet("six", "Six", OF_FIVE, hand="player and dealer"),
        comparison("higher", "Higher", win="lose", tie=9, lose=1),
    )
)
PACKS = ("Kh", "As 9c", "Ac Ah As")
"""Dead cards: one, two, and all of the level with which the dealer qualifies."""


def rules_of(dead: str) -> Rules:
    return without_cards(SMALL, dead)


def row_of(deals: Deals, cards: tuple[int, ...]) -> int:
    """Return the row of a hand among all of the brute force."""
    return int(np.flatnonzero((deals.hands.cards == sorted(cards)).all(axis=1))[0])


@pytest.mark.slow
@pytest.mark.parametrize("dead", PACKS)
def test_every_deal_is_counted(dead: str) -> None:
    rules = rules_of(dead)
    deals = count_deals(rules)
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    assert analysis.game.total == deals.total
    for situation in analysis.game.matchups:
        assert situation.counts == tuple(deals.cases[row_of(deals, situation.hand.cards), 0].tolist())
    same_counts(analysis, brute_force(rules, analysis.letters, deals=deals))
    same_laws(analysis)


def test_a_level_stands_where_it_stood_though_its_hands_are_gone() -> None:
    """By the dead cards no Q high is left; 3,010 of 4,495 dealer hands are below it."""
    gone = "Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As 2c 2d 3c 3d 5c 5d"
    hand = load("three-card-poker").hand("Js 9h 4d", dead=gone)
    assert (hand.values[1], hand.situation.counts[0]) == (Fraction(8, 899), 3_010)
    limited = variant(
        game(AGAINST_DEALER, {"decision.play": [1, {"multiple": 2, "hand": "Q high or better"}]})
    )
    assert without_cards(limited, "Qc Qd Qh Qs").multiples == {1: 0, 2: limited.multiples[2]}


def test_where_no_hand_reaches_the_level_the_dealer_never_qualifies() -> None:
    suits = ["clubs", "hearts", "spades"]
    level = {"dealer.qualifies": "straight flush"}
    whole = variant(game(AGAINST_DEALER, {"deck": {"ranks": "2 4 5 7 8 T J", "suits": suits}}, level))
    kept = ["2h", "4h", "5s", "7c", "8h", "Ts", "Js"]
    rules = without_cards(whole, " ".join(str(card) for card in whole.deck.cards if str(card) not in kept))
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    assert rules.qualifies == len(rules.ranking.strengths) == 35
    same_counts(analysis, brute_force(rules, analysis.letters))


def test_a_finer_line_stays_finer_where_only_its_hands_are_left() -> None:
    lines = {"straight flush": 20, "A-K-Q straight flush": 60, "pair": 1}
    finer = variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts", "spades"]}},
            table_bet("plus", "Plus", {**lines, "three of a kind": 5, "straight": 3, "flush": 2}),
        )
    )
    rules = without_cards(finer, "Tc Th Ts Jc Jh Js")
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    assert analysis.side_bets["plus"].by_line["A-K-Q straight flush"] == 3
    same_counts(analysis, brute_force(rules, analysis.letters))


def test_a_whole_pack_is_that_of_the_rules() -> None:
    assert without_cards(SMALL, "") is SMALL
    crown = load("crown-melbourne")
    assert crown.analyse(dead="").wagers["ante"] == crown.analyse().wagers["ante"]


def test_all_questions_about_one_pack_agree() -> None:
    dead, small = "As Kc", Game(SMALL)
    edge = small.analyse(dead=dead).wagers["ante"].house_edge
    assert small.strategy(dead=dead).best.distribution.house_edge == edge
    assert small.session({"ante": 10}, 5, dead=dead).mean == -50 * edge
    hand = small.hand("Qs Jh 9h", dead=dead)
    assert hand.values[FOLD] == -1
    assert hand.situation.deals == comb(len(SMALL.deck) - 2 - 3, 3)


@pytest.mark.parametrize(("dead", "problem"), [("As As", "As stands twice"), ("1s", "not a rank|not a card")])
def test_a_pack_that_cannot_be_is_refused(dead: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        without_cards(SMALL, dead)


def test_a_dead_card_is_in_no_hand() -> None:
    with pytest.raises(CardError, match="the deck holds none"):
        load("crown-melbourne").hand("As 6h 4d", dead="As")


# -- with a card of the dealer's seen --------------------------------------------------------------------

TELLS = ["card", "rank", ["J", "Q K A"], "colour"]


def seen(tells: object, parts: dict[str, object] | None = None) -> Rules:
    """Return the rules of a game of twelve cards and more in which one card of the dealer's is seen."""
    bets: tuple[tuple[str, dict[str, Any]], ...] = ("dealers", {"hand": "dealer"}), ("plus", {})
    return variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}},
            {"dealer.qualifies": "A high", "decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
            *(table_bet(bet, bet, odds("20-15-4-3-1"), on_fold="lost", **more) for bet, more in bets),
            {"deal": {"face_up": 1, "tells": tells}},
            parts or {},
        )
    )


def same_as_brute_force(rules: Rules) -> None:
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    same_counts(analysis, brute_force(rules, analysis.letters))


@pytest.mark.parametrize("tells", TELLS, ids=str)
def test_every_deal_of_a_pack_is_counted_beside_a_card_seen(tells: object) -> None:
    same_as_brute_force(without_cards(seen(tells), "As Jc"))


@pytest.mark.parametrize(
    ("entry", "tells"),
    [
        ({"deck.decks": 2}, "card"),
        ({"deck.decks": 2}, ["J", "Q K A"]),
        ({"deck.jokers": 2}, "card"),
        ({"deck.jokers": 1}, "rank"),
        ({"deck.decks": 2, "deck.jokers": 1}, "card"),
        ({"deck.wild": ["Jh"]}, "card"),
    ],
    ids=str,
)
def test_a_card_is_seen_of_several_decks_and_with_jokers(entry: dict[str, object], tells: object) -> None:
    same_as_brute_force(seen(tells, entry))


@pytest.mark.parametrize(("dead", "tells"), [("As", "card"), ("Kh", "suit")])
def test_a_hand_from_a_pack_is_explained_beside_a_card_seen(dead: str, tells: str) -> None:
    rules = without_cards(seen(tells), dead)
    own, card = rules.deck.parse("Qh Js Kc"), rules.deck.parse("Qs")
    found = explain(rules, own, choices(rules, {})[0], card)
    brute = brute_force(rules, choices(rules, {})[0])
    deals = brute.deals
    row, told = row_of(deals, tuple(map(rules.deck.index, own))), deals.seen_of[rules.deck.index(card[0])]
    assert found.situation.counts == tuple(deals.cases[row, told].tolist())
    paid = sum(line.net * line.count for line in found.paid if line.wager == "dealers")
    bet = brute.side_bets["dealers"]
    ways = np.ndenumerate(deals.counts[row, told])
    assert paid == sum(net_of(bet, row, case, kind) * int(count) for (case, kind), count in ways)


def test_a_whole_pack_looked_at_as_an_odd_one_is_played_alike() -> None:
    whole = load("ultimate-three-card-poker").rules
    odd = Rules(whole.file, pack=whole.deck)
    assert whole.sights is None
    assert odd.sights is not None
    first, second = (analyse(rules, choices(rules, {})[:1])[0] for rules in (whole, odd))
    assert first.statement.text == second.statement.text
    assert first.best.distribution == second.best.distribution


@pytest.mark.parametrize(("cards", "tells"), [(2, "card"), (3, "rank")])
def test_several_cards_seen_of_a_pack_are_refused(cards: int, tells: str) -> None:
    rules = variant(game(AGAINST_DEALER, {"deal": {"face_up": cards, "tells": tells}}))
    with pytest.raises(RulesError, match=r"Limits in docs/language\.md"):
        without_cards(rules, "As")


def test_a_game_with_another_pack_can_be_sent_to_another_process() -> None:
    rules = rules_of("Qs")
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  our own bytes
    assert (again.deck, again.file) == (rules.deck, rules.file)
