from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
import sympy as sp

from combin.cards.cards import STANDARD_DECK, parse_deck
from combin.cards.ranking import AceLow, Ranking, StraightSuits
from combin.proof.counts import (
    RANKS,
    SUITS,
    THREES,
    all_hands,
    deck_numbers,
    polynomial,
    sequence_formulas,
)
from combin.proof.named_hands import strengths, three_card_counts
from tests.decks import DECKS, deck_of, ranking_of
from tests.plain import STANDARD, Plain

READINGS = list(StraightSuits)
GRID = [
    (ranks, suits, ace_low)
    for ranks, suits, ace_low in product(
        (
            "2",
            "2 3",
            "Q K A",
            "K A",
            "2 3 A",
            "2 3 4 A",
            "2 3 4 5",
            "2 4 6 8 T Q A",
            "2 3 4 5 6 7 8 9 T J Q K A",
        ),
        range(1, 9),
        (AceLow.LOWEST, AceLow.NONE),
    )
]


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_every_count_is_that_of_the_hands_of_many_decks(reading: StraightSuits) -> None:
    formulas = three_card_counts(reading)
    for ranks, suits, ace_low in GRID:
        ranking = Ranking(parse_deck(ranks, str(suits)), ace_low=ace_low, straight_suits=reading)
        numbers = deck_numbers(ranking.deck, ace_low)
        found = {category: count.value(numbers) for category, count in formulas.items()}
        assert found == ranking.counts, (ranks, suits, ace_low)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", DECKS)
def test_every_count_is_that_of_hands_judged_one_by_one(name: str, reading: StraightSuits) -> None:
    plain = DECKS[name]
    different = 2 if reading is StraightSuits.MORE_THAN_ONE else 3
    read = Plain(plain.ranks, plain.suits, different_suits=different)
    judged = Counter(read.category(hand) for hand in read.hands())
    numbers = deck_numbers(deck_of(read))
    for category, count in three_card_counts(reading).items():
        assert count.value(numbers) == judged[category.value], category


def test_the_standard_deck_has_the_published_counts() -> None:
    numbers = deck_numbers(STANDARD_DECK)
    counts = [count.value(numbers) for count in three_card_counts().values()]
    assert counts == [48, 52, 720, 1096, 3744, 16440]
    without_low_ace = deck_numbers(STANDARD_DECK, AceLow.NONE)
    assert [count.value(without_low_ace) for count in three_card_counts().values()][:3] == [44, 52, 660]


@pytest.mark.parametrize("reading", READINGS)
def test_the_counts_add_to_all_hands_for_any_ranks_suits_and_sequences(reading: StraightSuits) -> None:
    total = sum(count.expression for count in three_card_counts(reading).values())
    assert polynomial(total) == polynomial(all_hands(3))
    assert THREES not in polynomial(total).free_symbols


def test_the_two_readings_differ_by_the_sequences_of_two_suits() -> None:
    many, three = (three_card_counts(reading) for reading in READINGS)
    moved = {name: polynomial(three[name].expression - many[name].expression) for name in many}
    two_suits = polynomial(THREES * 3 * SUITS * (SUITS - 1))
    assert {name.value: change for name, change in moved.items() if change != 0} == {
        "straight": -two_suits,
        "high card": two_suits,
    }
    assert two_suits.subs({THREES: 12, SUITS: 4}) == 432


@pytest.mark.parametrize("ace_low", [AceLow.LOWEST, AceLow.SECOND, AceLow.HIGHEST, AceLow.NONE])
def test_the_number_of_sequences_is_that_of_the_ranking(ace_low: AceLow) -> None:
    for ranks in (
        "2",
        "2 3",
        "2 3 4",
        "Q K A",
        "J Q K A",
        "2 3 4 5 6",
        "2 3 4 5 A",
        "2 3 4 5 6 7 8 9 T J Q K A",
    ):
        deck = parse_deck(ranks)
        numbers = deck_numbers(deck, ace_low)
        assert numbers[THREES] == len(Ranking(deck, ace_low=ace_low).sequences)
        if len(deck.ranks) > 3:
            assert sequence_formulas(deck, ace_low)[THREES].subs(numbers) == numbers[THREES]


@pytest.mark.parametrize("reading", READINGS)
def test_strengths_are_those_of_the_ranking(reading: StraightSuits) -> None:
    for ranks, suits, ace_low in GRID:
        ranking = Ranking(parse_deck(ranks, str(suits)), ace_low=ace_low, straight_suits=reading)
        numbers = deck_numbers(ranking.deck, ace_low)
        assert strengths(suits, reading).value(numbers) == len(ranking.strengths), (ranks, suits)


def test_741_strengths_are_a_formula_in_the_number_of_ranks() -> None:
    whole = polynomial(strengths(4).expression)
    assert whole == sp.expand(RANKS**2 + RANKS * (RANKS - 1) * (RANKS - 2) / 3)
    assert whole.subs(RANKS, 13) == 741 == len(ranking_of(STANDARD).strengths)


def test_a_factor_says_what_it_chooses() -> None:
    pair = list(three_card_counts().values())[4]
    assert pair.words == "the rank of the pair, its suits, the third rank, its suit"
    assert [str(ways) for ways, _ in pair.cases[0].choices] == ["n", "binomial(s, 2)", "n - 1", "s"]
    assert pair.latex == r"n \, {\binom{s}{2}} \, \left(n - 1\right) \, s"
