from __future__ import annotations

import ast
import tracemalloc
from math import comb
from pathlib import Path

import pytest

from combin.cards.cards import STANDARD_DECK, CardError, Deck, parse_deck
from combin.exact.fivecard_counts import category_counts
from combin.proof import visiting
from combin.proof.visiting import visit
from tests.fivecard_naive import SMALL_DECKS, naive_counts


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_all_hands_of_five_to_seven_cards_are_counted_alike(cards: int) -> None:
    assert [*visit(STANDARD_DECK, cards).items()] == [*category_counts(STANDARD_DECK, cards).items()]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS)
def test_small_decks_are_counted_as_by_the_reference(deck: Deck, cards: int) -> None:
    assert visit(deck, cards) == naive_counts(deck, cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "suits", "cards"),
    [
        ("6 7 8 9 T J Q K A", "4", 7),
        ("6 7 8 9 T J Q K A", "6", 6),
        ("2 3 4 5 6 7 8 9 J Q K A", "5", 5),
        ("2 3 4 5 6 7 8 9 T J Q K", "3", 7),
        ("2 3 4 5 6 7 8 9 T J Q K A B C D", "4", 5),
        ("J Q K A", "8", 7),
    ],
)
def test_middling_decks_are_counted_alike(ranks: str, suits: str, cards: int) -> None:
    deck = parse_deck(ranks, suits)
    assert visit(deck, cards) == category_counts(deck, cards)


def test_progress_rises_to_the_number_of_hands() -> None:
    seen: list[tuple[int, int]] = []
    visit(STANDARD_DECK, 6, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (comb(52, 6), comb(52, 6))
    assert sorted(seen) == seen
    assert len(seen) > 20


@pytest.mark.slow
def test_progress_can_stop_it_and_it_takes_little_memory() -> None:
    calls = []

    def stop(done: int, total: int) -> None:
        calls.append((done, total))
        if done > 5_000_000:
            raise KeyboardInterrupt

    tracemalloc.start()
    with pytest.raises(KeyboardInterrupt):
        visit(STANDARD_DECK, 7, stop)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [done > 5_000_000 for done, _ in calls].index(True) == len(calls) - 1
    assert peak < 200_000_000


def test_what_cannot_be_visited_is_refused() -> None:
    with pytest.raises(ValueError, match="hands of 8 cards: only 5, 6 and 7 are visited"):
        visit(STANDARD_DECK, 8)
    with pytest.raises(CardError, match="104 cards of 13 ranks: at most 64 of 16 can be visited"):
        visit(parse_deck(suits="8"), 5)


def test_it_shares_no_code_with_the_counting() -> None:
    tree = ast.parse(Path(visiting.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in modules if name and name.startswith("combin")} == {
        "combin.cards.cards",
        "combin.cards.five_cards",
    }
