from __future__ import annotations

from itertools import combinations

import pytest

from combin.cards.cards import Deck, parse_deck
from combin.cards.five_cards import FiveCardCategory
from combin.exact.fivecard_counts import category_counts
from combin.proof.counts import (
    ACE,
    FIVES,
    RANKS,
    SEVENS,
    SIXES,
    all_hands,
    deck_numbers,
    polynomial,
    sequence_formulas,
    sets_with_a_sequence,
)
from combin.proof.edges import best_five_counts
from combin.proof.named_hands import five_card_counts
from tests.fivecard_naive import SMALL_DECKS, naive_counts

RANKS_OF = (
    "2", "K A", "2 3 A", "2 3 4 A", "2 3 4 5 A", "9 T J Q K", "9 T J Q K A", "2 3 4 5 6 7",
    "2 3 4 5 6 7 A", "2 3 4 5 6 7 8 A", "6 7 8 9 T J Q K A", "2 3 4 5 6 7 8 9 T J Q K A",
)  # fmt: skip


def formulas(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    numbers = deck_numbers(deck)
    return {category: count.value(numbers) for category, count in best_five_counts(cards).items()}


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("name", [name for name, deck in SMALL_DECKS.items() if len(deck) <= 20])
def test_every_count_is_that_of_hands_judged_one_by_one(name: str, cards: int) -> None:
    deck = SMALL_DECKS[name]
    assert formulas(deck, cards) == naive_counts(deck, cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_count_is_that_of_the_engine_for_many_decks(cards: int) -> None:
    expressions = best_five_counts(cards)
    for ranks in RANKS_OF:
        for suits in range(1, 9):
            deck = parse_deck(ranks, str(suits))
            numbers = deck_numbers(deck)
            found = {category: count.value(numbers) for category, count in expressions.items()}
            if len(deck) < cards:
                assert not any(found.values())
            elif suits in {1, 2, 4, 5, 8}:
                assert found == category_counts(deck, cards), (ranks, suits)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_counts_add_to_all_hands_for_any_ranks_suits_and_sequences(cards: int) -> None:
    total = polynomial(sum(count.expression for count in best_five_counts(cards).values()))
    assert total == polynomial(all_hands(cards))
    assert not total.free_symbols & {FIVES, SIXES, SEVENS, ACE}


def test_the_formulas_of_five_cards_are_derived_twice() -> None:
    by_hand, by_patterns = five_card_counts(), best_five_counts(5)
    for category in FiveCardCategory:
        assert polynomial(by_hand[category].expression) == polynomial(by_patterns[category].expression)


def test_sets_with_a_sequence_are_those_found_by_looking() -> None:
    for ranks in RANKS_OF:
        deck = parse_deck(ranks)
        n, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
        runs = [set(range(low, low + 5)) for low in range(n - 4)]
        runs += [{0, 1, 2, 3, n - 1}] if ace and n > 5 else []
        numbers = deck_numbers(deck)
        for size, symbol in ((5, FIVES), (6, SIXES), (7, SEVENS)):
            seen = sum(any(run <= set(one) for run in runs) for one in combinations(range(n), size))
            assert numbers[symbol] == seen
            if runs:
                assert sets_with_a_sequence(size).subs(numbers).doit() == seen
        assert numbers[RANKS] == n


def test_other_numbers_of_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="formulas for the best five of 8 cards"):
        best_five_counts(8)


def test_ranks_in_sequence_have_formulas_of_their_own() -> None:
    for ranks in RANKS_OF:
        deck = parse_deck(ranks)
        numbers = deck_numbers(deck)
        if numbers[FIVES]:
            for symbol, formula in sequence_formulas(deck).items():
                assert formula.subs(numbers).doit() == numbers[symbol], (ranks, symbol)


def test_a_factor_says_what_it_chooses() -> None:
    six = best_five_counts(6)
    assert six[FiveCardCategory.FULL_HOUSE].words == (
        "ranks: 2 three times, their suits; or ranks: 1 three times, 1 twice, 1 once, their suits"
    )
    assert six[FiveCardCategory.FIVE_OF_A_KIND].words == (
        "ranks: 1 6 times, their suits; or ranks: 1 five times, 1 once, their suits"
    )
    assert six[FiveCardCategory.FOUR_OF_A_KIND].words.startswith("ranks: 1 four times, 1 twice")
    assert six[FiveCardCategory.PAIR].words == (
        "5 ranks without a sequence of five, which of them are repeated, suits without a flush"
    )
    assert (
        six[FiveCardCategory.HIGH_CARD].words == "6 ranks without a sequence of five, suits without a flush"
    )
    assert "; less the highest five ranks, if an ace ends them" in six[FiveCardCategory.STRAIGHT_FLUSH].words
