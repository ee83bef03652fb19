"""Lines for some kinds of a category of five cards: pairs of jacks or better, flushes of a suit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from combin.cards.cards import STANDARD_DECK, HandSetError
from combin.cards.five_cards import FiveCardCategory, parse_five_card_set
from combin.cards.suit_classes import hand_classes
from combin.exact.joint_law import joint_law
from combin.exact.pay_lines import line_counts, line_ways
from combin.exact.side_bets import side_bet
from combin.rules.errors import RulesError
from combin.settle.hands import Showdown, paying_line
from tests.variants import variant

GAME = """
id = "finer"
title = "Finer lines"
[source]
document = "A test"
[deck]
ranks = "9 T J Q K A"
suits = ["hearts", "spades"]
[wager.first]
name = "First"
settles = "against the dealer"
win = 1
tie = "push"
lose = "lose"
[wager.six]
name = "Six"
settles = "pay table"
hand = "player and dealer"
[pay_tables.six.A]
"royal flush of spades" = 1000
"royal flush" = 500
"straight flush" = 200
"full house" = "lose"
"flush" = "lose"
"K high straight" = 12
"straight" = 10
"two pair, queens or better" = 2
"two pair" = 1
"pair of kings or better" = "1/2"
"""


def test_lines_of_a_small_game_settled_by_the_letter() -> None:
    rules = variant(GAME)
    table, deck = rules.tables["six"]["A"], rules.deck
    expected = Counter[str]()
    for six in combinations(deck.cards, 6):  # the player's cards may be any three of them
        line = paying_line(table, Showdown.of(rules, six[:3], six[3:]))
        expected["nothing" if line is None else line.text] += 20
    found = side_bet(rules, table)
    assert {line.text: line.count for line in found.lines} == dict(expected)
    # Of a class that is not split by suit, each way is counted once for each suit.
    classes = hand_classes(rules.ranking)
    ways, total = line_ways(rules, table, classes)
    assert total == 84 * len(deck.suits)
    for text in (line.text for line in table.lines):
        counted = sum(one.weight * by_line[text] for one, by_line in zip(classes, ways, strict=True))
        assert counted == expected[text] * len(deck.suits)
    law = joint_law(rules, {"six": "A"}, None)
    pays = Counter[Fraction]()
    for (paid,), count in law.counts.items():
        pays[paid.net(Fraction(1))] += count
    by_net = Counter[Fraction]()
    for one in found.lines:
        by_net[one.net] += one.count
    assert {net: Fraction(count, law.total) for net, count in pays.items()} == {
        net: Fraction(count, found.total) for net, count in by_net.items()
    }


FIVE = """
extends = "crown-melbourne"
id = "five"
title = "Five cards"
without = ["wager.jackpot"]
[wager.five]
name = "Five"
settles = "pay table"
hand = "player and jackpot cards"
[pay_tables.five.A]
"pair of tens or better" = 1
[pay_tables.five.B]
"royal flush" = 1000
"straight flush" = 200
"four aces" = 80
"four of a kind" = 50
"full house" = 11
"flush" = 8
"straight" = 5
"three of a kind" = 3
"two pair" = 2
"jacks or better" = 1
"""


def test_figures_that_everybody_knows() -> None:
    rules = variant(FIVE)
    counts = line_counts(rules, rules.tables["five"]["B"])[0]
    # Pairs of jacks or better of five cards, 1,098,240 pairs being alike for all thirteen ranks.
    assert counts["jacks or better"] == 337_920
    assert (counts["four aces"], counts["four of a kind"], counts["royal flush"]) == (48, 576, 4)
    # Alone the words mean every better hand too: the winning hands of Let It Ride.
    alone = line_counts(rules, rules.tables["five"]["A"])[0]
    assert alone["pair of tens or better"] == 422_400 + 123_552 + 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"flush" = 8\n', "", 'the line "flush" is missing'),
        ('"jacks or better" = 1', '"pair of jacks" = 1\n"four jacks of spades" = 2', "is of one suit"),
        ('"jacks or better"', '"jack or better or better"', "is no five-card hand"),
        (
            '"four aces" = 80',
            '"four aces" = 80\n"four kings or better" = 60\n"four of a kind, aces" = 7',
            "overlaps",
        ),
        (
            '"royal flush" = 1000',
            '"straight flush of spades" = 900\n"K high straight flush" = 800',
            "overlaps",
        ),
        ('"two pair" = 2', '"two pair, twos" = 2', "names no five-card hand of this deck"),
    ],
)
def test_lines_that_do_not_fit(old: str, new: str, problem: str) -> None:
    assert old in FIVE
    with pytest.raises(RulesError, match=problem):
        variant(FIVE.replace(old, new))


def test_words() -> None:
    of = FiveCardCategory
    deck = STANDARD_DECK
    spades = parse_five_card_set("straight flush of spades", deck)
    assert spades.holds((of.ROYAL_FLUSH, 12), deck.suits[3]) == (deck.suits[3].name == "spades")
    assert not spades.holds((of.STRAIGHT_FLUSH, 8), deck.suits[0])
    wheel = parse_five_card_set("5 high straight", deck)
    assert wheel.kinds == {(of.STRAIGHT, 3)}
    with pytest.raises(HandSetError, match="write royal flush, straight flush"):
        parse_five_card_set("quads", deck)
