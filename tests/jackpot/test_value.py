"""What jackpot wagers return, against every card that can come and every hand that can be dealt."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.cards import STANDARD_DECK
from combin.cards.five_cards import best_five, five_card_strength
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import HandClass, hand_classes
from combin.exact.fivecard_counts import category_counts
from combin.jackpot.meter import Value
from combin.jackpot.value import JackpotChances, jackpot_chances, tells_suits
from tests.exact.naive import Described, described
from tests.helpers.games import AGAINST_DEALER, game, progressive
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant
from tests.jackpot.wagers import BY_SUIT, CROWN_PAYS, chances_of

CLASSES = hand_classes(Ranking())
RANDOM = random.Random(20)
# Hands that can become royals and straights at both ends or with gaps, of every pattern, and some others.
SOME = [
    *(one for one in CLASSES if {card // 4 for card in one.cards} in ({12, 11, 8}, {0, 2, 12}, {2, 3, 5})),
    *RANDOM.sample(CLASSES, 12),
]


def by_name(hand_class: HandClass) -> str:
    return " ".join(str(STANDARD_DECK.cards[card]) for card in hand_class.cards)


# -- the player's three with two jackpot cards (Crown 5.10, Tables 3 and 4) ---------------------------------


@pytest.mark.parametrize("hand_class", SOME, ids=by_name)
def test_value_of_a_hand_pair_by_pair(hand_class: HandClass) -> None:
    """All 1,176 pairs of jackpot cards, each judged by the plain evaluator."""
    hand = [STANDARD_DECK.cards[card] for card in hand_class.cards]
    rest = [card for card in STANDARD_DECK.cards if card not in hand]
    made = Counter(
        five_card_strength([*hand, *pair], STANDARD_DECK).category.value for pair in combinations(rest, 2)
    )
    for option, pays in CROWN_PAYS.items():
        chances = chances_of("crown-melbourne", option)
        index = chances.classes.index(hand_class)
        paid = sum(made[line] * amount for line, amount in pays.items())
        share = made["royal flush"] + Fraction(made["straight flush"], 10)
        assert chances.value(index) == Value(odds=Fraction(paid, 1176), share=share / 1176)


@pytest.mark.parametrize("option", CROWN_PAYS)
def test_lines_count_each_five_cards_in_all_ways_to_deal_them(option: str) -> None:
    chances = chances_of("crown-melbourne", option)
    counts = {category.value: count for category, count in category_counts(STANDARD_DECK, 5).items()}
    assert chances.total == comb(52, 3) * comb(49, 2) == comb(52, 5) * comb(5, 3)
    lines = chances.lines()
    assert [(one.line.text, one.count) for one in lines] == [
        (text, counts[text] * comb(5, 3)) for text in ("royal flush", "straight flush", *CROWN_PAYS[option])
    ]
    paid = sum(counts[line] * amount for line, amount in CROWN_PAYS[option].items())
    share = counts["royal flush"] + Fraction(counts["straight flush"], 10)
    hands = comb(52, 5)
    assert chances.overall() == Value(Fraction(paid, hands), share=share / hands)


def mean_of_classes(chances: JackpotChances) -> Value:
    total = sum(one.weight for one in chances.classes)
    values = [
        (chances.value(index), Fraction(one.weight, total)) for index, one in enumerate(chances.classes)
    ]
    odds, money, share = (
        sum((getattr(value, part) * weight for value, weight in values), Fraction(0))
        for part in ("odds", "money", "share")
    )
    return Value(odds, money, share, chances.envy)


@pytest.mark.parametrize(
    ("game", "letter"),
    [("crown-melbourne", "1"), ("crown-melbourne", "2"), ("resorts-world-sentosa", "A"), (BY_SUIT, "A")],
)
def test_all_hands_are_worth_the_mean_of_the_classes(game: str, letter: str) -> None:
    chances = chances_of(game, letter)
    assert chances.overall() == mean_of_classes(chances)
    assert chances.lines(range(len(chances.classes))) == chances.lines()
    assert not any(one.count for one in chances.lines([]))


def test_only_hands_that_are_live_win() -> None:
    """Split at any place, the two parts win what all win together."""
    chances = chances_of("crown-melbourne", "2")
    for cut in (1, 600, 1754):
        below, above = chances.lines(range(cut)), chances.lines(range(cut, 1755))
        both = [one.count + other.count for one, other in zip(below, above, strict=True)]
        assert both == [one.count for one in chances.lines()]
        assert all(one.total == chances.total for one in (*below, *above))


def test_a_line_that_the_file_says_is_not_paid_is_not_counted() -> None:
    game = 'extends = "crown-melbourne"\n[pay_tables.jackpot.1]\n"straight" = "lose"\n'
    assert chances_of(game, "1").overall() == chances_of("crown-melbourne", "1").overall()


def test_a_jackpot_can_have_one_line_alone() -> None:
    rules = variant(game(AGAINST_DEALER, progressive({"straight flush": {"meter": "100%"}}, "player")))
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"])
    assert chances.overall() == Value(share=Fraction(48, 22_100))


def test_odds_to_1_come_back_with_the_stake() -> None:
    """An even game at 1 to 1 returns the double, and at 0 to 1 the stake."""
    text = (
        'extends = "crown-melbourne"\n[pay_tables.jackpot.{}]\nodds = "{}"\n"flush" = {}\n"straight" = {}\n'
        + "".join(f'"{line}" = "lose"\n' for line in ("straight flush", "four of a kind", "full house"))
    )
    to_one = chances_of(text.format("X", "to 1", 99, 0), "X").overall()
    for_one = chances_of(text.format("X", "for 1", 100, 1), "X").overall()
    assert to_one == for_one
    assert to_one.odds == Fraction(100 * 5108 + 10200, comb(52, 5))


# -- the player's three with the dealer's three -------------------------------------------------------------


SIX_CARDS = game_text(__file__, "three prizes of six cards")


@pytest.mark.slow
def test_best_five_of_six_for_one_hand_way_by_way() -> None:
    chances = chances_of(SIX_CARDS, "six")
    index = next(
        index for index, one in enumerate(chances.classes) if {card // 4 for card in one.cards} == {12, 11, 9}
    )
    hand = [STANDARD_DECK.cards[card] for card in chances.classes[index].cards]
    rest = [card for card in STANDARD_DECK.cards if card not in hand]
    made = Counter(
        best_five([*hand, *three], STANDARD_DECK).category.value for three in combinations(rest, 3)
    )
    assert chances.ways == comb(49, 3)
    assert chances.value(index) == Value(
        Fraction(25, 2) * made["four of a kind"] / comb(49, 3),
        Fraction(250 * made["straight flush"], comb(49, 3)),
        Fraction(1, 2) * made["royal flush"] / comb(49, 3),
    )


def test_best_five_of_six_over_all_hands() -> None:
    counts = {category.value: count for category, count in category_counts(STANDARD_DECK, 6).items()}
    assert chances_of(SIX_CARDS, "six").overall() == Value(
        Fraction(25, 2) * counts["four of a kind"] / comb(52, 6),
        Fraction(250 * counts["straight flush"], comb(52, 6)),
        Fraction(1, 2) * counts["royal flush"] / comb(52, 6),
    )


# -- the player's three cards alone (RWS 3.11, 3.12, 4.4) ---------------------------------------------------


def paid_by_sentosa(hand: Described) -> tuple[int, int]:
    """Return the money and the part of the meter of a hand by Table 4.4."""
    if (hand.category, hand.symbols) == ("straight flush", "AKQ"):
        return (0, 1) if hand.suit == "s" else (1250, 0)
    return {"straight flush": 175, "three of a kind": 150, "straight": 15}.get(hand.category, 0), 0


def test_sentosa_class_by_class() -> None:
    """The classes of one suit are split, since only the spades win the meter."""
    chances = chances_of("resorts-world-sentosa", "A")
    assert len(chances.classes) == 1755 + 3 * sum(
        one.weight == 4 and len(by_suits(one)) == 1 for one in CLASSES
    )
    for index, one in enumerate(chances.classes):
        cards = [STANDARD_DECK.cards[card] for card in one.cards]
        money, share = paid_by_sentosa(described(cards, STANDARD_DECK))
        assert chances.value(index) == Value(money=Fraction(money), share=Fraction(share))
    assert chances.envy == Fraction(250 + 3 * 50, 22_100)


def by_suits(hand_class: HandClass) -> set[int]:
    return {card % 4 for card in hand_class.cards}


BONUS_OF_SPADES = """
extends = "crown-melbourne"
[pay_tables.ante_bonus.spades]
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
"A-K-Q straight flush of spades" = 50
"""


def test_suits_are_told_apart_where_a_table_of_the_jackpot_or_of_a_bonus_does() -> None:
    crown, sentosa = shipped("crown-melbourne"), shipped("resorts-world-sentosa")
    assert not tells_suits(crown, crown.tables["jackpot"]["1"])
    assert tells_suits(sentosa, sentosa.tables["jackpot"]["A"])
    spades = variant(BONUS_OF_SPADES)
    assert tells_suits(spades, spades.tables["jackpot"]["1"])
    split = jackpot_chances(spades, spades.tables["jackpot"]["1"])
    assert len(split.classes) > 1755
    assert split.overall() == chances_of("crown-melbourne", "1").overall()


# -- the linear function ------------------------------------------------------------------------------------

parts = st.fractions(0, 10, max_denominator=1000)
values = st.builds(Value, parts, parts, parts, parts)
stakes = st.fractions("1/100", 1000, max_denominator=100)


@pytest.mark.slow
@given(values, stakes, st.integers(0, 14))
def test_at_the_break_even_meter_the_stake_comes_back(value: Value, stake: Fraction, others: int) -> None:
    meter = value.break_even_meter(stake, others)
    if meter is None:
        assert value.share == 0
    else:
        assert value.returned(stake, meter, others) == stake


@given(values, values)
def test_sums_of_values_return_what_both_do(value: Value, other: Value) -> None:
    at = (Fraction(5, 3), Fraction(1234), 3)
    assert (value + other).returned(*at) == value.returned(*at) + other.returned(*at)


def test_nobody_else_and_an_empty_meter_unless_told() -> None:
    value = Value(Fraction(1, 2), Fraction(1), Fraction(1, 10), Fraction(3))
    assert value.returned(Fraction(4)) == 3
    assert value.returned(Fraction(4), Fraction(50), 2) == 3 + 5 + 6
    assert value.break_even_meter(Fraction(4)) == 10
