"""Games of two cards, and of four whose best three count, by every deal, by the letter and in plain words."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from combin.cards.suit_classes import hand_classes
from combin.counting.frequencies import frequencies
from combin.exact.hand import explain
from combin.exact.matchups import face_down
from combin.exact.statement import statement_of
from combin.exact.strategy import best_strategy
from combin.game import Game
from combin.proof.simulated import sample
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.brute import brute_force
from tests.games import AGAINST_DEALER, HEAD, Part, against_dealer, bonus, comparison, game, table_bet
from tests.plain import Plain
from tests.proof.compare import compare
from tests.variants import analysed, variant

FOUR: Part = {"deal": {"player": 4, "dealer": 4}}
TWO: Part = {
    "deal": {"player": 2, "dealer": 2},
    "ranking.order": ["straight flush", "pair", "straight", "flush", "high card"],
}
LINES = {"straight flush": 9, "pair": 3, "straight": 2, "flush": "lose"}
TRIPS = {"straight flush": 9, "three of a kind": 7, "straight": "lose", "flush": "lose", "pair": 2}
PAIRS = {"straight flush": "lose", "pair": 5}


def bets(lines: dict[str, object]) -> dict[str, object]:
    """Return a bonus, and bets on one hand and on both."""
    return game(
        bonus(lines),
        table_bet("own", "Own", lines, on_fold="lost"),
        table_bet("beats", "Beats", lines, if_beaten="lose", if_tied="push"),
        table_bet("dealers", "Dealer's", lines, hand="dealer"),
        table_bet("lower", "Lower", lines, hand="lower of both", if_tied="lose"),
        table_bet("either", "Either", lines, hand="either of both"),
        comparison("second", "Second", win="lose", tie="push", lose=1),
    )


SMALL: Part = {"deck": {"ranks": "T J Q K A"}}
LOWEST: Part = {
    "deck": {"ranks": "2 3 4 5 K A", "suits": ["clubs", "hearts", "spades"]},
    "ranking.lowest_wins": True,
    "ranking.ace_low_straight": "second",
}
TWO_SUITS = {
    "pay_tables.own.B": {
        "A-K straight flush of spades": 40,
        "straight flush": 5,
        "pair": 1,
        "straight": "lose",
        "A-2": 2,
    }
}
GAMES = {
    "two": game(AGAINST_DEALER, TWO, bets(LINES), {"dealer.qualifies": "Q high"}),
    "two, lowest wins": game(AGAINST_DEALER, TWO, bets(LINES), LOWEST),
    "four": game(AGAINST_DEALER, FOUR, bets(TRIPS), SMALL, {"dealer.qualifies": "pair of kings"}),
    "four, lowest wins": game(AGAINST_DEALER, FOUR, bets({"pair": 5}), LOWEST),
}


def rules_of(name: str) -> Rules:
    return variant(GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_agrees_with_every_deal(name: str) -> None:
    compare(rules_of(name), "always play", "mimic the dealer")


@pytest.mark.parametrize("name", GAMES)
def test_settles_deals_as_the_reference_does(name: str) -> None:
    rules, chance = rules_of(name), random.Random(name)
    letters = dict.fromkeys(rules.tables, "A")
    brute, deck = brute_force(rules, letters), rules.deck
    dealt = rules.file.deal.player
    rows = {tuple(hand): row for row, hand in enumerate(brute.deals.hands.cards.tolist())}
    for _ in range(60):
        cards = chance.sample(range(len(deck)), 2 * dealt)
        own, theirs = sorted(cards[:dealt]), sorted(cards[dealt:])
        row = rows[tuple(own)]
        held, met = ([deck.cards[card] for card in hand] for hand in (own, theirs))
        decision = int(brute.decisions[row, 0])
        by_letter = settle_hand(rules, letters, held, met, decision or None, keeps=rules.side_bets)
        assert by_letter == brute.settle(row, rows[tuple(theirs)])


def test_best_threes_in_plain_words() -> None:
    """On 20 cards, each hand of four by the plainest comparison of its threes, and two hands compared so."""
    rules, plain = rules_of("four"), Plain("TJQKA")
    names = [str(card) for card in rules.deck.cards]
    keys = {three: plain.key([names[card] for card in three]) for three in combinations(range(20), 3)}
    best = {four: max(keys[three] for three in combinations(four, 3)) for four in combinations(range(20), 4)}
    assert Counter(Counter(best.values()).values()) == Counter(one.count for one in rules.ranking.strengths)
    one = face_down(rules.ranking)[300]
    a, b, c, d = sorted(one.hand.cards)
    own = a, b, c, d
    met = [key for four, key in best.items() if not set(four) & set(own)]
    assert one.counts == (
        0,
        sum(key < best[own] for key in met),
        met.count(best[own]),
        sum(key > best[own] for key in met),
    )


@pytest.mark.parametrize(("dealt", "classes"), [(2, 169), (4, 16_432)])
def test_suit_classes_hold_all_hands(dealt: int, classes: int) -> None:
    ranking = variant(game(AGAINST_DEALER, TWO if dealt == 2 else FOUR)).ranking
    found = hand_classes(ranking)
    assert (len(found), sum(one.weight for one in found)) == (classes, comb(52, dealt))
    by_category = Counter[str]()
    for one in found:
        by_category[one.strength.category.value] += one.weight
    rows = frequencies(dealt, ranking.deck, best_three=dealt > 3).rows
    assert by_category == {row.category: row.count for row in rows}


def test_the_card_beside_the_best_three_decides_at_the_border() -> None:
    """Of 52,677,670,500 deals; brute force over all of them, which takes twelve seconds, finds the same."""
    strategy = best_strategy(variant(game(AGAINST_DEALER, FOUR)), {})
    assert strategy.distribution.house_edge == Fraction(-26_955_856, 209_038_375)
    assert strategy.game.total == comb(52, 4) * comb(48, 4)
    assert str(statement_of(strategy)) == (
        "Play K-10-8 or better, fold the rest; but fold K-10-8 (with 2 for some suits); also play K-10-7 "
        "(with 4 to 6 for some suits)."
    )
    explained = explain(strategy.game.rules, strategy.game.rules.deck.parse("Ks Th 8c 2d"), {})
    assert explained.situation.hand.told == "with 2, four suits"
    assert explained.best == 1
    assert sum(explained.situation.counts) == comb(48, 4)


def test_two_cards_are_explained_and_lines_of_one_suit_paid() -> None:
    rules = variant(game(GAMES["two"], TWO_SUITS))
    found = explain(rules, rules.deck.parse("As Ks"), {"ante_bonus": "A"})
    assert found.situation.hand.strength.count == 4
    assert found.better == 0
    assert {(line.wager, line.letter): line.net for line in found.paid} == {
        ("ante_bonus", "A"): 9,
        ("own", "A"): 9,
        ("own", "B"): 40,
    }
    lines = {line.text: line.count for line in analysed(rules, own="B").side_bets["own"].lines}
    assert lines["A-K straight flush of spades"] == 1
    assert lines["A-2"] == 12


def test_rounds_are_settled_plainly_and_by_the_letter_alike() -> None:
    hand = {"seat": 1, "cards": "As Ks Qs Ah", "wagers": {"ante": 10, "play": 10, "lower": 5, "either": 5}}
    line = json.dumps({"id": 1, "dealer": "Kc Kd Jd Ts", "hands": [hand]})
    (plainly,) = Game(rules_of("four")).settle([line]).rounds
    wagers = {wager.wager: (Fraction(wager.returned), wager.reason) for wager in plainly.hands[0].wagers}
    assert wagers["ante"] == (Fraction(20), "A-K-Q straight flush beats dealer's pair of kings with a jack")
    assert wagers["either"] == (Fraction(50), "straight flush pays 9 to 1")
    assert wagers["lower"] == (Fraction(15), "pair pays 2 to 1")


def test_rounds_played_at_random_agree() -> None:
    analysis = analysed(rules_of("four"))
    for played in sample(analysis, (), rounds=20_000, seed=3):
        assert played.agrees


def test_words_tell_how_many_cards() -> None:
    told = [*rule_statements(rules_of("four"), load_catalogue())]
    assert "The player and the dealer get four cards each. Of four cards the best three" in str(told)
    assert "A bet on the dealer's four cards." in str(told)
    assert "A-2 is the lowest straight." in str([*rule_statements(rules_of("two"), load_catalogue())])


ALONE = "for hands of three cards alone, and 4 are dealt (Limits in docs/language.md)"
PRIME = table_bet("prime", "Prime", {"player of one colour": 4})


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"deal.dealer": 3}, "deal.dealer: 3, but the player is dealt 4; both get as many"),
        ({"deck.jokers": 1}, f"deck.jokers: {ALONE}"),
        ({"deck.decks": 2}, f"deck.decks: {ALONE}"),
        ({"deal.face_up": 1}, f"deal.face_up: {ALONE}"),
        ({"ranking.beats": {"2-3-5": "three of a kind"}}, f"ranking.beats: {ALONE}"),
        ({"wager.own.hand": "player and dealer"}, f"wager.own.hand: {ALONE}"),
        ({"wager.own.hand": "dealer", "wager.own.on_fold": "lost"}, f"wager.own.on_fold: {ALONE}"),
        (
            {"pay_tables.own.B": {"straight flush of spades": 9}},
            'pay_tables.own.B."straight flush of spades": a line of one suit, where the best three of four',
        ),
        (PRIME, 'pay_tables.prime.A."player of one colour": colours are of three cards, and 4 are dealt'),
    ],
)
def test_what_is_for_three_cards_alone_is_refused_in_a_line(entries: Part, told: str) -> None:
    with pytest.raises(RulesError) as error:
        variant(
            game(HEAD, against_dealer("ante", "Ante"), table_bet("own", "Own", {"pair": 1}), FOUR, entries)
        )
    assert told in str(error.value)
    assert "Limits in docs/language.md" in str(error.value)


@pytest.mark.parametrize("what", ["formula", "removal", "certify", "collusion", "mix"])
def test_what_is_worked_out_for_three_cards_is_refused_for_others(what: str) -> None:
    two = Game(rules_of("two"))
    ask = {"mix": lambda: two.mix({"ante": 1, "lower": 1})}.get(what) or getattr(two, what)
    with pytest.raises(RulesError, match=r"^deal\.player: .*three cards \(Limits in docs/language\.md\)"):
        ask()
