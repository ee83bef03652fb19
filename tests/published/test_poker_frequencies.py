"""Published frequencies of hands of three to seven cards, each named after its source."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.cards.cards import STANDARD_DECK
from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import Ranking
from combin.exact.fivecard_counts import category_counts
from combin.formatting import percent

SIX_CARD_LINES = tuple(
    map(
        FiveCardCategory,
        (
            "royal flush",
            "straight flush",
            "four of a kind",
            "full house",
            "flush",
            "straight",
            "three of a kind",
        ),
    )
)


def five_card(cards: int) -> dict[str, int]:
    counts = category_counts(STANDARD_DECK, cards)
    return {category.value: count for category, count in counts.items() if count}


def test_wizard_of_odds_three_cards() -> None:
    """Wizard of Odds, Three Card Poker: 48, 52, 720, 3,744 and 16,440 of 22,100; flushes are what is left."""
    assert {category.value: count for category, count in Ranking(STANDARD_DECK).counts.items()} == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 22_100 - 48 - 52 - 720 - 3_744 - 16_440,
        "pair": 3_744,
        "high card": 16_440,
    }


def test_casino_city_times_grochowski_five_cards() -> None:
    """The classic table, flush and straight in Casino City Times, 23 April 2015: of 2,598,960."""
    assert five_card(5) == {
        "royal flush": 4,
        "straight flush": 36,
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "pair": 1_098_240,
        "high card": 1_302_540,
    }


def test_wizard_of_odds_best_five_of_six() -> None:
    """6-Card Bonus, Version 1, lists the first seven; "The exact figures" adds two pair and pair."""
    published = {
        "royal flush": 188,
        "straight flush": 1_656,
        "four of a kind": 14_664,
        "full house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three of a kind": 732_160,
        "two pair": 2_532_816,
        "pair": 9_730_740,
    }
    assert five_card(6) == published | {"high card": 20_358_520 - sum(published.values())}


def test_public_evaluators_best_five_of_seven() -> None:
    """Exhaustive tests of public evaluators list the first five; the rest is the usual table."""
    assert five_card(7) == {
        "royal flush": 4_324,
        "straight flush": 37_260,
        "four of a kind": 224_848,
        "full house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three of a kind": 6_461_620,
        "two pair": 31_433_400,
        "pair": 58_627_800,
        "high card": 23_294_460,
    }


def six_card_edge(pays: tuple[int, ...]) -> Fraction:
    """Return the edge when the bet stays in play after a fold and two pair or less loses; pays are to 1."""
    counts = category_counts(STANDARD_DECK, 6)
    paid = zip(SIX_CARD_LINES, pays, strict=True)
    return 1 - Fraction(sum(counts[category] * (odds + 1) for category, odds in paid), 20_358_520)


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        pytest.param((2000, 200, 50, 25, 15, 10, 5), "14.3555%", id="Wizard of Odds: 2000"),
        pytest.param((1000, 200, 50, 25, 20, 10, 5), "10.2248%", id="Wizard of Odds: Version 1-D"),
        pytest.param((1000, 200, 100, 20, 15, 9, 8), "6.7413%", id="Massachusetts 6B2, Stones Gambling Hall"),
    ],
)
def test_wizard_of_odds_six_card_bonus(pays: tuple[int, ...], edge: str) -> None:
    assert percent(six_card_edge(pays), 4) == edge


def test_evolution_six_card_bonus_returns_91_44() -> None:
    assert percent(1 - six_card_edge((1000, 200, 100, 20, 15, 10, 7)), 2) == "91.44%"


def test_table_games_online_rounds_a_six_card_edge_wrongly() -> None:
    """It prints 10.23% for Version 1-D; the exact 10.2248% rounds to 10.22%."""
    assert percent(six_card_edge((1000, 200, 50, 25, 20, 10, 5)), 2) == "10.22%"
