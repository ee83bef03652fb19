"""Hands of several decks and of decks with jokers, held to judging them card by card in plain words."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.cards.cards import CardError, Deck, Joker, parse_deck
from combin.cards.ranking import DOCUMENT_ORDER, AceLow, Category, Ranking
from tests.helpers.decks import ranking_of
from tests.helpers.plain_jokers import JOKERED, TRIPS_ABOVE, Shuffled
from tests.helpers.texts import sides

HANDS = Path(__file__).with_name("rankings.txt")
COUNTS_OF_53 = [148, 130, 1_020, 1_308, 4_380, 16_440]


def by_category(deck: Deck, *order: Category) -> dict[str, int]:
    return {
        category.value: count for category, count in Ranking(deck, order or DOCUMENT_ORDER).counts.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", JOKERED)
@pytest.mark.few(9)
def test_every_hand_has_the_place_that_trying_all_cards_gives_it(name: str) -> None:
    plain = JOKERED[name]
    ranking = ranking_of(plain)
    assert [str(card) for card in ranking.deck.cards] == plain.deck
    keys = [plain.key(hand) for hand in plain.hands()]
    place = {key: level for level, key in enumerate(sorted(set(keys)))}
    found = {hand: level for level, hands in enumerate(ranking.hands) for hand in hands}
    assert [found[hand] for hand in combinations(range(len(plain.deck)), 3)] == [place[key] for key in keys]
    names = {place[key]: plain.order[-int(key[0])] for key in keys}
    assert [one.category.value for one in ranking.strengths] == [names[level] for level in range(len(place))]
    assert [one.count for one in ranking.strengths] == [len(hands) for hands in ranking.hands]


@pytest.mark.parametrize("name", JOKERED)
def test_the_strength_of_cards_is_that_of_the_hand_they_make(name: str) -> None:
    plain = JOKERED[name]
    ranking = ranking_of(plain)
    cards = ranking.deck.cards
    for level, hands in enumerate(ranking.hands):
        for hand in hands[:: max(1, len(hands) // 5)]:
            for order in (hand, hand[::-1]):
                assert ranking.strength([cards[index] for index in order]).level == level


@pytest.mark.slow
@pytest.mark.parametrize("ace_low", AceLow)
@pytest.mark.parametrize("bug", [False, True])
@pytest.mark.few(4)
def test_jokers_know_where_the_low_ace_stands(ace_low: AceLow, *, bug: bool) -> None:
    plain = Shuffled("2345QKA", "cdh", jokers=1, bug=bug, low_ace=ace_low.value)
    ranking = ranking_of(plain)
    keys = {hand: plain.key(tuple(plain.deck[card] for card in hand)) for hand in combinations(range(22), 3)}
    place = {key: level for level, key in enumerate(sorted(set(keys.values())))}
    assert {hand: level for level, hands in enumerate(ranking.hands) for hand in hands} == {
        hand: place[key] for hand, key in keys.items()
    }


def test_one_wild_joker_makes_three_of_a_kind_rarer_than_a_straight_flush() -> None:
    """Pitfall 25: 13 x 4 of 23,426 hands without the joker; with it any of 13 x 6 pairs."""
    assert sum(COUNTS_OF_53) == comb(53, 3) == 23_426
    assert by_category(Deck(jokers=1))["three of a kind"] == 13 * 4 + 13 * 6


def test_the_order_of_the_categories_does_not_change_the_counts_of_one_wild_joker() -> None:
    """A joker makes three of a kind of a pair alone, and of a pair nothing else that is as high."""
    order = tuple(Category(name) for name in TRIPS_ABOVE)
    assert sorted(by_category(Deck(jokers=1), *order).values()) == sorted(COUNTS_OF_53)


def test_the_bug_makes_three_of_a_kind_of_aces_alone() -> None:
    counts = by_category(Deck(jokers=1, joker=Joker.BUG))
    wild = by_category(Deck(jokers=1))
    assert counts["three of a kind"] == 13 * 4 + comb(4, 2)
    for completed in ("straight flush", "straight", "flush"):
        assert counts[completed] == wild[completed]
    # Twelve pairs and the joker, which is an ace; an ace and another card with which it completes nothing.
    with_joker = 12 * 6 + (13 - 1 - 4) * 4 * 3
    assert counts["pair"] == 3_744 + with_joker


def test_two_decks_hand_by_hand() -> None:
    """All C(104, 3) = 182,104 hands; a pair in one suit is a flush, which stands above pairs."""
    ranks = "23456789TJQKA"
    deck = [(rank, suit) for rank in range(13) for suit in range(4) for _ in range(2)]
    runs = {(low, low + 1, low + 2) for low in range(11)} | {(0, 1, 12)}
    found: Counter[str] = Counter()
    for (low, one), (middle, two), (high, three) in combinations(deck, 3):
        flush, run = one == two == three, (low, middle, high) in runs
        if low == high:
            found["three of a kind"] += 1
        elif flush:
            found["straight flush" if run else "flush"] += 1
        elif middle in (low, high):
            found["pair"] += 1
        else:
            found["straight" if run else "high card"] += 1
    assert found.total() == comb(104, 3) == 182_104
    assert by_category(parse_deck(" ".join(ranks), decks=2)) == found
    # 26 cards of a suit, less the straight flushes: 12 runs of 2 x 2 x 2 cards in 4 suits.
    assert found["straight flush"] == 12 * 8 * 4
    assert found["flush"] == 4 * comb(26, 3) - 12 * 8 * 4 == 10_016


def test_six_suits_of_nine_ranks() -> None:
    """54 cards, C(54, 3) = 24,804 hands: 8 runs; a flush is rarer than a straight."""
    counts = by_category(parse_deck("6 7 8 9 T J Q K A", "6"))
    runs = 8
    assert counts == {
        "straight flush": runs * 6,
        "three of a kind": 9 * comb(6, 3),
        "straight": runs * (6**3 - 6),
        "flush": (comb(9, 3) - runs) * 6,
        "pair": 9 * comb(6, 2) * 8 * 6,
        "high card": (comb(9, 3) - runs) * (6**3 - 6),
    }
    assert sum(counts.values()) == comb(54, 3) == 24_804


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "words"), sides(HANDS, "a joker"))
def test_what_a_joker_stands_for(hand: str, words: str) -> None:
    for joker, made in zip((Joker.WILD, Joker.BUG), words.split(" | "), strict=True):
        ranking = Ranking(Deck(jokers=1, joker=joker))
        assert ranking.describe(ranking.strength(ranking.deck.parse(hand))) == made


@pytest.mark.parametrize(("natural", "wild"), sides(HANDS, "natural and wild hands that tie"))
def test_natural_and_wild_hands_tie(natural: str, wild: str) -> None:
    ranking = Ranking(Deck(jokers=2))
    one, other = (ranking.strength(ranking.deck.parse(hand)) for hand in (natural, wild))
    assert one == other


@pytest.mark.parametrize(
    ("order", "words"),
    [(DOCUMENT_ORDER, "A-K-K flush"), (tuple(reversed(Category)), "pair of kings with an ace")],
)
def test_a_pair_of_one_suit_is_what_stands_higher(order: tuple[Category, ...], words: str) -> None:
    ranking = Ranking(Deck(copies=2), order)
    assert ranking.describe(ranking.strength(ranking.deck.parse("Ks As Ks"))) == words
    assert ranking.describe(ranking.strength(ranking.deck.parse("Ks Ah Ks"))) == "pair of kings with an ace"


def test_a_joker_does_not_stand_for_a_card_that_is_held() -> None:
    """Of two suits there is no third king; of two decks there is."""
    two_suits = replace(JOKERED["two suits and a joker, upside down"], order=tuple(DOCUMENT_ORDER))
    for plain, words in (
        (two_suits, "pair of kings with an ace"),
        (replace(two_suits, copies=2), "three kings"),
    ):
        ranking = ranking_of(plain)
        assert ranking.describe(ranking.strength(ranking.deck.parse("Kc Kd Jk"))) == words


def test_cards_that_the_deck_does_not_hold_make_no_hand() -> None:
    ranking = Ranking(Deck(copies=2, jokers=1))
    king, queen, joker = ranking.deck.parse("Ks Qs Jk")
    assert ranking.strength([king, king, queen]).category is Category.FLUSH
    for cards in ([king, king, king], [joker, joker, king], [king, queen]):
        with pytest.raises(CardError, match=r"^[KQJsk ]+: a hand is three cards of the deck$"):
            ranking.strength(cards)
    with pytest.raises(CardError, match="Jk is not a card of this deck"):
        Ranking().strength([joker, king, queen])
