"""How likely winners of one round are, beside every deal of small decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from combin.cards.cards import STANDARD_DECK, STANDARD_RANKS, STANDARD_SUITS, Deck, parse_deck
from combin.jackpot.value import Winners


def naive_law(deck: Deck, seats: int) -> dict[tuple[int, int], Fraction]:
    """Deal two jackpot cards and then every seat in every way, and look at each five cards."""
    cards = range(len(deck))
    suits, ranks = len(deck.suits), len(deck.ranks)
    top = list(range(ranks - 5, ranks))

    def kind(five: tuple[int, ...]) -> str:
        if len({card % suits for card in five}) > 1:
            return ""
        held = sorted(card // suits for card in five)
        if held == top:
            return "royal"
        low = held[0]
        run = held == list(range(low, low + 5)) or held == [0, 1, 2, 3, ranks - 1]
        return "straight flush" if run else ""

    found: Counter[tuple[int, int]] = Counter()

    def deal(pair: tuple[int, int], left: tuple[int, ...], seat: int, royals: int, flushes: int) -> None:
        if seat == seats:
            found[royals, flushes] += 1
            return
        for hand in combinations(left, 3):
            what = kind(pair + hand)
            rest = tuple(card for card in left if card not in hand)
            deal(pair, rest, seat + 1, royals + (what == "royal"), flushes + (what == "straight flush"))

    for pair in combinations(cards, 2):
        deal(pair, tuple(card for card in cards if card not in pair), 0, 0, 0)
    total = sum(found.values())
    return {outcome: Fraction(count, total) for outcome, count in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "suits", "seats"), [(6, 2, 1), (6, 2, 2), (8, 1, 2), (11, 1, 2), (10, 1, 2), (7, 2, 1)]
)
@pytest.mark.few(4)
def test_law_equals_dealing_everything(ranks: int, suits: int, seats: int) -> None:
    deck = Deck(STANDARD_RANKS[-ranks:], STANDARD_SUITS[:suits])
    assert Winners(deck).law(seats) == naive_law(deck, seats)


def test_one_seat_has_the_frequencies_of_five_cards() -> None:
    law = Winners(STANDARD_DECK).law(1)
    assert law[1, 0] == Fraction(4, comb(52, 5))
    assert law[0, 1] == Fraction(36, comb(52, 5))


@pytest.mark.parametrize("seats", range(1, 10))
def test_laws_add_to_one_and_their_means_are_those_of_the_seats(seats: int) -> None:
    law = Winners(STANDARD_DECK).law(seats)
    assert sum(law.values()) == 1
    assert sum(royals * p for (royals, _), p in law.items()) == Fraction(4 * seats, comb(52, 5))
    assert sum(flushes * p for (_, flushes), p in law.items()) == Fraction(36 * seats, comb(52, 5))


def test_two_royals_and_three_straight_flushes_cannot_occur() -> None:
    """Two shared cards leave one triple to a royal, and no room for three disjoint ones beside them."""
    assert Winners(STANDARD_DECK).possible == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


def test_royal_and_straight_flush_together_need_the_jack_and_ten_of_a_suit() -> None:
    """A-K-Q in one hand and 9-8-7 in another; any other pair of jackpot cards leaves no two such triples."""
    winners = Winners(STANDARD_DECK)
    width = len(STANDARD_DECK.suits)
    pairs = combinations(range(52), 2)
    both = [pair for pair in pairs if any(outcome == (1, 1) for outcome, _ in winners.families_of(pair))]
    ten = [rank.symbol for rank in STANDARD_RANKS].index("T")
    assert [(low // width, high // width) for low, high in both] == [(ten, ten + 1)] * width
    assert winners.families[(1, 1), (1, 1)] == len(both)


@pytest.mark.parametrize("seats", [0, -1, 17])
def test_seats_out_of_range_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats"):
        Winners(STANDARD_DECK).law(seats)


def test_only_the_ace_starts_a_low_run() -> None:
    no_ace = Winners(parse_deck("2 3 4 5 6 7 8 9 T J Q K"))
    assert len(no_ace.runs) == 8 * 4
    assert not any(royal for _, royal in no_ace.runs)


def test_of_five_ranks_the_low_run_is_the_royal_one() -> None:
    five_ranks = Winners(parse_deck("2 3 4 5 A"))
    assert len(five_ranks.runs) == 4
    assert all(royal for _, royal in five_ranks.runs)


def test_the_runs_of_a_suit_are_those_that_rule_1_1_names() -> None:
    clubs = {card for card in range(52) if str(STANDARD_DECK.cards[card]).endswith("c")}
    runs = {
        "".join(STANDARD_DECK.cards[card].rank.symbol for card in sorted(run)): royal
        for run, royal in Winners(STANDARD_DECK).runs
        if run <= clubs
    }
    low_first = ["2345A", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK"]
    assert runs == {**dict.fromkeys(low_first, False), "TJQKA": True}
