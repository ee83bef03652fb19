"""Hands that beat some of those above them: 2-3-5 beats three of a kind, and nothing else out of order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from combin.cards.suit_classes import hand_classes
from combin.exact.analysis import analyse, choices
from combin.exact.hand import explain
from combin.exact.matchups import face_up_rows
from combin.exact.observed import face_up as counted_by_arrays
from combin.rules.errors import RulesError
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.brute import brute_force
from tests.exact.test_joint_games import same_as_every_deal
from tests.games import AGAINST_DEALER, BEATS, BONUS, comparison, game, odds, table_bet
from tests.plain import STANDARD
from tests.proof.compare import compare, same_counts
from tests.variants import analysed, variant

ZHA_JIN_HUA = ("three of a kind", "straight flush", "flush", "straight", "pair", "high card")
BEATEN = {"ranking.order": list(ZHA_JIN_HUA), "ranking.beats": {"2-3-5": "three of a kind"}}
ACES = {"ranking.beats": {"2-3-5": "three aces"}}
SMALL = game(
    AGAINST_DEALER,
    BONUS,
    BEATS,
    {"deck": {"ranks": "2 3 4 5 A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A high"},
    {
        "wager.ante.no_qualify": "compared",
        "ranking.beats": {"2-3-5": "three of a kind", "pair of 3s": "straight"},
    },
    comparison("second", "Second", win="lose", tie="push", lose=1),
    table_bet("higher", "Higher", odds("9-8-7-6-5"), hand="higher of both", on_fold="stays"),
    table_bet("beaten", "Beaten", odds("9-8-7-6-5"), hand="dealer", if_beaten="lose"),
)


@pytest.mark.slow
def test_every_pair_of_strengths_compares_as_the_words_say() -> None:
    """All 741 x 741 pairs: 2-3-5 that is no flush against three of a kind, and else as they stand."""
    ranking = variant(game(AGAINST_DEALER, BEATEN)).ranking
    plain = replace(STANDARD, order=ZHA_JIN_HUA)
    judged = [
        (plain.judge(cards), {card[0] for card in cards} == set("235"))
        for cards in ([str(ranking.deck.cards[card]) for card in hands[0]] for hands in ranking.hands)
    ]
    for level, (own, low) in enumerate(judged):
        for other, (theirs, their_low) in enumerate(judged):
            expected = plain.compare(own, theirs)
            if low and own[0] == "high card" and theirs[0] == "three of a kind":
                expected = 1
            if their_low and theirs[0] == "high card" and own[0] == "three of a kind":
                expected = -1
            assert ranking.compare(level, other) == expected, (own, theirs)


@pytest.mark.parametrize("face_up", [0, 1])
def test_engine_and_brute_force_agree(face_up: int) -> None:
    compare(variant(game(SMALL, {"deal.face_up": face_up})))


@pytest.mark.parametrize("cases", [4, 6])
def test_a_card_seen_is_counted_row_by_row_as_by_arrays(cases: int) -> None:
    ranking = variant(SMALL).ranking
    asked = ranking, len(ranking.strengths) // 2, cases, hand_classes(ranking), ()
    assert list(face_up_rows(*asked)) == list(counted_by_arrays(*asked))


def test_they_agree_where_two_cards_are_seen() -> None:
    rules = variant(game(SMALL, {"deal.face_up": 2, "deal.tells": "colour"}))
    (analysis,) = analyse(rules, choices(rules, {}))
    same_counts(analysis, brute_force(rules, analysis.letters))


def test_two_decks_agree_with_brute_force() -> None:
    deck = {"ranks": "2 3 4 5 A", "suits": ["clubs", "hearts"], "decks": 2}
    compare(variant(game(SMALL, {"deck": deck})))


@pytest.mark.parametrize("face_up", [0, 1])
def test_the_law_of_all_wagers_deal_by_deal(face_up: int) -> None:
    rules = variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "2 3 A", "suits": ["clubs", "hearts", "spades"]}, "deal.face_up": face_up},
            {"dealer.qualifies": "pair of 3s", "wager.ante.no_qualify": "compared"},
            {"ranking.beats": {"pair of 3s": "three of a kind", "2-3-A straight": "three 2s"}},
            comparison("second", "Second", win="lose", tie="push", lose=1),
            table_bet("higher", "Higher", {"three of a kind": 5}, hand="higher of both", on_fold="stays"),
            table_bet("beaten", "Beaten", {"pair": 2}, hand="dealer", if_beaten="lose"),
        )
    )
    same_as_every_deal(analysed(rules))


def test_what_a_hand_is_beaten_by() -> None:
    rules = variant(game(AGAINST_DEALER, BEATEN))
    low = explain(rules, rules.deck.parse("5s 3h 2d"), {})
    aces = explain(rules, rules.deck.parse("As Ah Ad"), {})
    assert (low.better, low.equal) == (22_100 - 52 - 60, 59)
    assert aces.better == 60


def test_the_printed_rule_says_it() -> None:
    rules = variant(game(AGAINST_DEALER, ACES))
    said = {one.topic: one.says for one in rule_statements(rules, load_catalogue())}
    assert "2-3-5 beats three aces" in said["hands"]


@pytest.mark.parametrize(
    ("beats", "problem"),
    [
        ({"three aces": "pair"}, '"pair" does not stand above "three aces" in the order of hands'),
        ({"2-3-5": "flush of spades"}, '"flush of spades" names a suit, but hands of all suits are equal'),
        ({"2-3-5": "three 1s"}, "'three 1s': '1' is not a rank of this deck"),
    ],
)
def test_hands_that_cannot_be_out_of_order_are_refused(beats: dict[str, str], problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as told:
        variant(game(AGAINST_DEALER, {"ranking.beats": beats}))
    assert told.value.place == ("ranking", "beats", *beats)
