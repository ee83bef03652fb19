from __future__ import annotations

import pytest

from combin.cards.cards import STANDARD_DECK, CardError, Joker
from combin.cards.decks import deck_in_words, parse_deck


def test_without_words_it_is_the_standard_deck() -> None:
    assert parse_deck() == STANDARD_DECK


@pytest.mark.parametrize(
    ("ranks", "suits", "first", "last", "cards"),
    [
        ("6 7 8 9 10 J Q K A", "4", "6c", "As", 36),
        ("6,7,8,9,t,j,q,k,a", " 4 ", "6c", "As", 36),
        ("J Q K A", "8", "Jc", "Af", 32),
        ("2 X 3", "Spades ♥", "2s", "3h", 6),
        ("A", "s", "As", "As", 1),
    ],
)
def test_decks_in_words(ranks: str, suits: str, first: str, last: str, cards: int) -> None:
    deck = parse_deck(ranks, suits)
    assert (str(deck.cards[0]), str(deck.cards[-1]), len(deck)) == (first, last, cards)


@pytest.mark.parametrize(
    ("ranks", "suits", "message"),
    [
        ("A 2 3", "4", "the ranks 'A 2 3' are not written from low to high: 2 after A"),
        ("2 X K Q", "4", "not written from low to high: Q after K"),
        ("2 3 11", "4", "'11' is not the symbol of a rank"),
        ("2 3 ♠", "4", "'♠' is not the symbol of a rank"),
        ("2 2", "4", "the rank '2' stands twice"),
        ("", "4", "a deck needs at least one rank"),
        ("2 3", "0", "0 suits: a deck has 1 to 8"),
        ("2 3", "9", "9 suits: a deck has 1 to 8"),
        ("2 3", "swords", "'swords' is not a suit"),
        ("2 3", "clubs c", "the suit 'c' stands twice"),
        ("2 3", "", "a deck needs at least one suit"),
    ],
)
def test_bad_decks_are_refused_in_one_line(ranks: str, suits: str, message: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_deck(ranks, suits)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_several_decks_and_jokers() -> None:
    deck = parse_deck("J Q K A", "spades", decks=2, jokers=1, joker="straights and flushes")
    assert [str(card) for card in deck.cards] == ["Js", "Js", "Qs", "Qs", "Ks", "Ks", "As", "As", "Jk"]
    assert deck.joker is Joker.BUG
    with pytest.raises(CardError, match=r"^'tame' is no kind of joker \(wild, straights and flushes\)$"):
        parse_deck(joker="tame")


@pytest.mark.parametrize(
    ("decks", "jokers", "joker", "words"),
    [
        (1, 0, "wild", ""),
        (2, 0, "wild", "2 decks shuffled together"),
        (1, 1, "wild", "with a wild joker"),
        (1, 2, "straights and flushes", "with two jokers for straights and flushes"),
        (3, 2, "wild", "3 decks shuffled together, with two wild jokers"),
    ],
)
def test_what_a_deck_holds_in_words(decks: int, jokers: int, joker: str, words: str) -> None:
    assert deck_in_words(parse_deck(decks=decks, jokers=jokers, joker=joker)) == words
