from __future__ import annotations

import tracemalloc
from math import comb
from typing import Any

import numpy as np
import pytest

from combin.cards.cards import STANDARD_DECK, CardError, Deck, HandSetError, Joker, parse_deck
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.exact.fivecard_counts import category_counts
from combin.progress import watched
from combin.proof.hands import judge_deck, named, visit
from combin.rules.model import RankingEntry
from combin.rules.resolved import Rules
from tests.helpers.each_hand import visit_each
from tests.helpers.fivecard_naive import SMALL_DECKS, naive_counts
from tests.helpers.strategies import SUITS, rules_of
from tests.helpers.variants import variant

NAMES = (
    *Category,
    *("any hand", "any three cards", "mini royal", "Q high", "any queen", "ten-high", "10 high flush"),
    *("A high straight", "3 high straight flush", "A high straight flush of hearts", "pair of aces"),
    *("pair of 8s", "three kings", "three of a kind 4s", "Q-6-4", "Q-6", "A-A", "5-5-K", "K-5-5", "7-7-7"),
    *("A-K-Q", "4-3-2", "A-2-3", "A-2-3 straight flush", "3-2-A straight", "A-3-2 high card", "9-8-7 flush"),
    *("A-J-9 flush of diamonds", "straight flush of spades", "flush of clubs", "any hand of spades"),
)


def game(ace_low: AceLow, straight_suits: StraightSuits, *order: Category) -> Rules:
    """Return Crown's game under another ranking, without pay tables that depend on it."""
    bonus = "\n".join(
        f'[pay_tables.ante_bonus.{letter}]\n"flush" = 1\n"pair" = 1\n"high card" = 1' for letter in "ABC"
    )
    pairs = "\n".join(f'[pay_tables.pair_plus.{letter}]\n"high card" = 1' for letter in "ABCDEF")
    return variant(f"""
        extends = "crown-melbourne"
        [ranking]
        order = {[category.value for category in order or Category]}
        ace_low_straight = "{ace_low}"
        straight_suits = "{straight_suits}"
        {bonus}
        {pairs}
    """)


BARE: dict[str, Any] = {
    "id": "bare",
    "title": "Only an Ante",
    "source": {"document": "these tests"},
    "wager": {
        "ante": {
            "name": "Ante",
            "settles": "against the dealer",
            "win": {"pays": 1},
            "tie": {"pays": 0},
            "lose": {"pays": "lose"},
        }
    },
}
MIXED = (
    Category.PAIR,
    Category.THREE_OF_A_KIND,
    Category.HIGH_CARD,
    Category.FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.STRAIGHT,
)

RANKINGS = [
    *((ace_low, suits, *Category) for ace_low in AceLow for suits in StraightSuits),
    (AceLow.SECOND, StraightSuits.THREE, *reversed(Category)),
]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: "-".join(ranking[:2]))
@pytest.mark.few(4)
def test_orders_all_hands_as_the_ranking_does(
    ranking: tuple[AceLow, StraightSuits, *tuple[Category, ...]],
) -> None:
    same_order(game(*ranking))


def same_order(rules: Rules) -> None:
    """Assert that each hand has the category, ranks and place that the ranking gives it."""
    hands = judge_deck(rules.deck, rules.file.ranking)
    level = {hand: level for level, members in enumerate(rules.ranking.hands) for hand in members}
    levels = np.array([level[tuple(hand)] for hand in hands.cards.tolist()])
    assert np.array_equal(np.unique(hands.strength, return_inverse=True)[1], levels)
    strengths = rules.ranking.strengths
    assert [hands.order[place] for place in hands.category] == [strengths[level].category for level in levels]
    assert hands.ranks.tolist() == [list(strengths[level].ranks) for level in levels]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: "-".join(ranking[:2]))
@pytest.mark.few(3)
def test_words_mean_the_same_hands(ranking: tuple[AceLow, StraightSuits, *tuple[Category, ...]]) -> None:
    rules = game(*ranking)
    hands = judge_deck(rules.deck, rules.file.ranking)
    levels = np.unique(hands.strength, return_inverse=True)[1].tolist()
    cards = rules.deck.cards
    shown = [rules.deck.suits_shown(cards[card] for card in hand) for hand in hands.cards.tolist()]
    kinds = [*zip(levels, shown, strict=True)]
    for name in NAMES:
        try:
            expected = parse_hand_set(name, rules.ranking)
        except HandSetError:
            assert not named(name, hands).any(), name
            continue
        holds = {kind: expected.holds(*kind) for kind in {*kinds}}
        assert named(name, hands).tolist() == [holds[kind] for kind in kinds], name


@pytest.mark.parametrize("words", ["royal flush", "1 high", "Q", "pair of jokers", "Q high royal", ""])
def test_words_that_are_none_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        named(words, judge_deck(STANDARD_DECK, RankingEntry()))


@pytest.mark.slow
@pytest.mark.parametrize("straight_suits", StraightSuits)
@pytest.mark.parametrize("joker", Joker)
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.few(6)
def test_orders_hands_with_jokers_as_the_ranking_does(
    decks: int, jokers: int, joker: Joker, straight_suits: StraightSuits
) -> None:
    for ranks, suits in (("T J Q K A", 4), ("5 6 7 8", 2), ("J Q K A", 3)):
        for order, ace_low in zip((tuple(Category), tuple(reversed(Category)), MIXED), AceLow, strict=False):
            ranking = {"order": order, "ace_low_straight": ace_low, "straight_suits": straight_suits}
            deck = {"ranks": ranks, "suits": SUITS[:suits], "decks": decks, "jokers": jokers, "joker": joker}
            same_order(rules_of(BARE | {"deck": deck, "ranking": ranking}))


@pytest.mark.parametrize("straight_suits", StraightSuits)
def test_orders_the_hands_of_two_decks_as_the_ranking_does(straight_suits: StraightSuits) -> None:
    for order in (tuple(Category), tuple(reversed(Category)), MIXED):
        ranking = {"order": order, "straight_suits": straight_suits}
        deck = {"ranks": "2 3 4 K A", "suits": SUITS[:3], "decks": 2}
        same_order(rules_of(BARE | {"deck": deck, "ranking": ranking}))


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_all_hands_of_five_to_seven_cards_are_counted_alike(cards: int) -> None:
    visited = [*visit(STANDARD_DECK, cards).items()]
    assert visited == [*category_counts(STANDARD_DECK, cards).items()]
    assert visited == [*visit_each(STANDARD_DECK, cards).items()]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS)
@pytest.mark.few(11)
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
@pytest.mark.few(3)
def test_middling_decks_are_counted_alike(ranks: str, suits: str, cards: int) -> None:
    deck = parse_deck(ranks, suits)
    assert visit(deck, cards) == category_counts(deck, cards)


def test_progress_rises_to_the_number_of_hands() -> None:
    seen: list[tuple[int, int]] = []
    with watched(lambda *step: seen.append(step)):
        visit(STANDARD_DECK, 6)
    assert seen[-1] == (comb(52, 6), comb(52, 6))
    assert sorted(seen) == seen
    assert len(seen) > 10


@pytest.mark.slow
def test_progress_can_stop_it_and_it_takes_little_memory() -> None:
    calls = []

    def stop(done: int, total: int) -> None:
        calls.append((done, total))
        if done > 5_000_000:
            raise KeyboardInterrupt

    tracemalloc.start()
    with pytest.raises(KeyboardInterrupt), watched(stop):
        visit(STANDARD_DECK, 7)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [done > 5_000_000 for done, _ in calls].index(True) == len(calls) - 1
    assert peak < 200_000_000


def test_what_cannot_be_visited_is_refused() -> None:
    with pytest.raises(ValueError, match="hands of 8 cards: only 5, 6 and 7 are visited"):
        visit(STANDARD_DECK, 8)
    with pytest.raises(CardError, match="104 cards of 13 ranks: at most 64 of 16 can be visited"):
        visit(parse_deck(suits="8"), 5)
