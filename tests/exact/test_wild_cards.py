"""Ranks and single cards that are wild: the engine held to every deal, and to counts told elsewhere."""

from __future__ import annotations

import pytest

from combin.certificate.body import not_certified
from combin.exact.analysis import analyse, choices
from combin.proof.hands import judge_deck
from combin.rules.errors import RulesError
from combin.settle.hands import settle_hand
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.brute import brute_force
from tests.exact.test_joint_games import same_as_every_deal
from tests.games import AGAINST_DEALER, BEATS, BONUS, bonus, comparison, game, odds, table_bet
from tests.proof.compare import compare, same_counts
from tests.variants import analysed, variant

SPADES = {"A-K-Q straight flush of spades": 60, **odds("20-15-4-3-1")}
SMALL = game(
    AGAINST_DEALER,
    bonus({"straight flush of spades": "17/2", **odds("5-4-1")}),
    BEATS,
    {"deck": {"ranks": "2 3 4 K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A high"},
    {"pay_tables.ante_bonus.A.flush": "lose", "pay_tables.ante_bonus.A.pair": "lose"},
    comparison("second", "Second", win="lose", tie=9, lose=1),
    table_bet("dealers", "Dealer's", odds("9-8-7-6-5"), hand="dealer", on_fold="lost"),
)
AK47 = game(
    AGAINST_DEALER,
    {"deck.wild": ["A", "K", "4", "7"]},
    {"ranking.order": ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]},
)


def test_aces_kings_fours_and_sevens_are_wild() -> None:
    """The counts of AK47, a kind of Teen Patti: by the engine, and of all hands one by one."""
    rules = variant(AK47)
    assert list(rules.ranking.counts.values()) == [5_780, 716, 2_292, 1_924, 6_528, 4_860]
    hands = judge_deck(rules.deck, rules.file.ranking)
    assert [int(hands.of(category).sum()) for category in rules.ranking.order] == [
        *rules.ranking.counts.values()
    ]


@pytest.mark.parametrize("wild", [["2"], ["3", "K"]])
def test_engine_and_brute_force_agree_on_wild_ranks(wild: list[str]) -> None:
    compare(variant(game(SMALL, {"deck.wild": wild})))


@pytest.mark.parametrize("deck", [{"wild": ["Kh", "3s", "3c"]}, {"wild": ["Kh"], "jokers": 1}])
def test_engine_and_brute_force_agree_on_single_cards(deck: dict[str, object]) -> None:
    rules = variant(game(SMALL, {"deck": deck}))
    (analysis,) = analyse(rules, choices(rules, {}))
    same_counts(analysis, brute_force(rules, analysis.letters))
    told = not_certified(rules)
    assert told is not None
    assert "whole ranks" in str(told)


NATURAL = {
    "natural three of a kind": 30,
    "wild three aces": 12,
    "three of a kind": 9,
    "natural straight flush": 20,
    "straight flush": "lose",
    "straight": 3,
    "flush": "lose",
    "wild pair": 1,
}


@pytest.mark.parametrize("deck", [{"wild": ["2"]}, {"jokers": 1, "joker": "straights and flushes"}])
def test_pays_for_natural_hands_and_for_those_with_wild_cards(deck: dict[str, object]) -> None:
    """Engine, every deal, and the letter of the rules; the dealer's hand and both hands too."""
    lines = {"natural three of a kind": 9, "three of a kind": 4}
    parts = game(
        AGAINST_DEALER,
        bonus(lines),
        {"deck": {"ranks": "2 3 4 5 K A", "suits": ["clubs", "hearts", "spades"], **deck}},
        {"dealer.qualifies": "A high"},
        table_bet("own", "Own", NATURAL, on_fold="lost"),
        table_bet("dealers", "Dealer's", NATURAL, hand="dealer", on_fold="lost"),
        table_bet("either", "Either", NATURAL, hand="either of both"),
    )
    rules = variant(parts)
    ((analysis, brute),) = compare(rules)
    held = rules.deck.parse("3c 3h 3s")
    met = rules.deck.parse("2c Ah As" if "wild" in deck else "Jk Ah As")
    by_letter = settle_hand(rules, analysis.letters, held, met, 1)
    assert [by_letter[name] for name in ("own", "dealers", "either")] == [30, 12, 30]
    rows = {tuple(hand): row for row, hand in enumerate(brute.deals.hands.cards.tolist())}
    own, theirs = (tuple(sorted(rules.deck.indexes(cards))) for cards in (held, met))
    assert by_letter["ante_bonus"] == brute.settle(rows[own], rows[theirs])["ante_bonus"] == 9


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        (
            {"dealer.qualifies": "natural pair"},
            '"natural pair" tells hands by wild cards, but such hands are',
        ),
        ({"pay_tables.own.A": {"natural pair of spades": 1}}, "such hands are of all suits; leave out"),
        ({"pay_tables.own.A": {"natural flush": 1, "flush of spades": 1}}, "overlaps the line"),
        (
            {"deck.wild": [], "pay_tables.own.A": {"wild pair": 1}},
            "the deck has no wild cards; leave out",
        ),
    ],
)
def test_what_natural_and_wild_cannot_mean_is_told(entries: dict[str, object], told: str) -> None:
    with pytest.raises(RulesError, match=told):
        variant(game(AGAINST_DEALER, {"deck.wild": ["2"]}, table_bet("own", "Own", {"pair": 1}), entries))


def test_certificates_hold_no_lines_that_hang_on_wild_cards() -> None:
    refused = not_certified(variant(game(AGAINST_DEALER, {"deck.wild": ["2"]}, bonus({"natural pair": 1}))))
    assert "Limits in docs/language.md" in str(refused)


@pytest.mark.parametrize("wild", [["2"], ["Ah"]])
def test_the_law_of_all_wagers_deal_by_deal(wild: list[str]) -> None:
    parts = game(SMALL, {"deck": {"ranks": "2 3 A", "wild": wild}, "dealer.qualifies": "pair of As"})
    lines = {"three of a kind": 4, "pair": 1, "straight flush": 9, "straight": 3}
    tables = {f"pay_tables.{name}.A": None for name in ("ante_bonus", "beats", "dealers")}
    rules = variant(
        game(parts, tables, {f"pay_tables.{name}.A": lines for name in ("ante_bonus", "beats", "dealers")})
    )
    same_as_every_deal(analysed(rules))


def test_a_wild_card_is_settled_as_the_best_that_it_can_be() -> None:
    rules = variant(game(AGAINST_DEALER, BONUS, {"deck.wild": ["2"]}))
    player, dealer = map(rules.deck.parse, ("2c As Ks", "Qc Qh Qs"))
    nets = settle_hand(rules, {}, player, dealer, 1)
    assert [nets["ante"], nets["play"], nets["ante_bonus"]] == [1, 1, 5]
    assert rules.ranking.strength(rules.deck.parse("2c 2h 2s")) == max(rules.ranking.strengths)


def test_the_rules_say_which_cards_are_wild() -> None:
    rules = variant(game(AGAINST_DEALER, {"deck.wild": ["10", "Jh", "Js"]}))
    said = {one.topic: one.says for one in rule_statements(rules, load_catalogue())}
    assert "Wild cards: every 10, J♥ and J♠." in said["deck"]
    assert "A wild card stands for" in said["hands"]


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"deck.wild": ["1"]}, "'1' is not a card"),
        ({"deck.wild": ["2"], "ranking.lowest_wins": True}, r"but wild cards \(deck.wild\) make the highest"),
        ({"deck": {"ranks": "Q K A", "wild": ["Q", "K", "A"]}}, "all cards are wild"),
        ({"deck.wild": ["2"], "deal": {"face_up": 1, "tells": "rank"}}, "wild cards are of no rank"),
        ({"deck": {"wild": ["2"], "jokers": 1, "joker": "straights and flushes"}}, "see Limits"),
    ],
)
def test_wild_cards_that_cannot_be_are_refused(parts: dict[str, object], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        variant(game(AGAINST_DEALER, parts))
