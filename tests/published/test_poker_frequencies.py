"""Published frequencies of hands of three to seven cards, each with its source in `frequencies.txt`."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from combin.cards.cards import STANDARD_DECK
from combin.cards.ranking import Ranking
from combin.exact.fivecard_counts import category_counts
from combin.formatting import percent
from tests.helpers.texts import table_rows

PUBLISHED = table_rows(Path(__file__).with_name("frequencies.txt"))


@pytest.mark.parametrize("cards", [3, 5, 6, 7])
def test_the_published_frequencies(cards: int) -> None:
    counts = Ranking().counts if cards == 3 else category_counts(STANDARD_DECK, cards)
    published = {hand: number.replace(",", "") for size, hand, number in PUBLISHED if size == str(cards)}
    known = sum(int(number) for number in published.values() if number != "rest")
    assert {category.value: count for category, count in counts.items() if count} == {
        hand: comb(52, cards) - known if number == "rest" else int(number)
        for hand, number in published.items()
    }


def six_card_edge(pays: tuple[int, ...]) -> Fraction:
    """Return the edge when the bet stays in play after a fold and two pair or less loses; pays are to 1."""
    highest_first = [count for count in category_counts(STANDARD_DECK, 6).values() if count]
    paid = sum(count * (odds + 1) for count, odds in zip(highest_first, pays, strict=False))
    return 1 - Fraction(paid, comb(52, 6))


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        pytest.param((2000, 200, 50, 25, 15, 10, 5), "14.3555%", id="Wizard of Odds: 2000"),
        # Table Games Online prints 10.23% for it.
        pytest.param((1000, 200, 50, 25, 20, 10, 5), "10.2248%", id="Wizard of Odds: Version 1-D"),
        pytest.param((1000, 200, 100, 20, 15, 9, 8), "6.7413%", id="Massachusetts 6B2, Stones Gambling Hall"),
        pytest.param((1000, 200, 100, 20, 15, 10, 7), "8.5614%", id="Evolution: returns 91.44%"),
    ],
)
def test_published_edges_of_six_card_bonuses(pays: tuple[int, ...], edge: str) -> None:
    assert percent(six_card_edge(pays), 4) == edge
