from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.cards import (
    JOKER,
    STANDARD_DECK,
    STANDARD_RANKS,
    STANDARD_SUITS,
    Card,
    CardError,
    Deck,
    Joker,
    Rank,
    Suit,
    deck_in_words,
    parse_deck,
)
from tests.helpers.decks import DECKS, deck_of
from tests.helpers.texts import sides

SIX_SUITS = deck_of(DECKS["six suits of nine ranks"])
QUEEN_SIX_FOUR = ("Qs", "6h", "4d")

TOLD = Path(__file__).with_name("cards.txt")


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def refused(deck: Deck, text: str, count: int | None = None) -> str:
    """Return the message, which is one line and repeats the text."""
    with pytest.raises(CardError) as error:
        deck.parse(text, count)
    message = str(error.value)
    assert message.isprintable()
    assert message.startswith(repr(text))
    return message.removeprefix(f"{text!r}: ")


def test_the_standard_deck_is_thirteen_ranks_of_four_suits() -> None:
    expected = [rank + suit for rank, suit in product("23456789TJQKA", "cdhs")]
    assert [str(card) for card in STANDARD_DECK.cards] == expected
    assert len(STANDARD_DECK) == 52
    assert {suit.symbol: suit.colour for suit in STANDARD_SUITS} == {
        "c": "black",
        "d": "red",
        "h": "red",
        "s": "black",
    }


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_is_every_rank_in_every_suit_once(name: str) -> None:
    deck = deck_of(DECKS[name])
    expected = [rank + suit for rank, suit in product(DECKS[name].ranks, DECKS[name].suits)]
    assert [str(card) for card in deck.cards] == expected
    assert len(deck) == len(expected)
    assert [deck.index(card) for card in deck.cards] == list(range(len(expected)))


@pytest.mark.parametrize(
    "text",
    [
        "Qs 6h 4d",
        "qS 6H 4D",
        "Qs6h4d",
        "QS6H4D",
        "Qs,6h,4d",
        " Qs ,  6h\t4d\n",
        "Q s 6 h 4 d",
        "Q♠6♥4♦",
        "Q♠ 6♥ 4♦",
        "Q♠\ufe0f6♥\ufe0f4♦\ufe0f",
        "Q♠\ufe0e 6h 4♦\ufe0f",
    ],
)
def test_cards_as_people_write_them(text: str) -> None:
    assert texts(STANDARD_DECK.parse(text)) == QUEEN_SIX_FOUR
    assert texts(STANDARD_DECK.parse(text, 3)) == QUEEN_SIX_FOUR


@pytest.mark.parametrize("text", ["Th", "th", "10h", "10♥", "T♥\ufe0f", "10 h"])
def test_a_ten_is_written_in_two_ways(text: str) -> None:
    (ten,) = STANDARD_DECK.parse(text)
    assert (str(ten), ten.glyph, str(ten.rank)) == ("Th", "10♥", "10")


def test_tens_stand_beside_other_cards() -> None:
    assert texts(STANDARD_DECK.parse("10h10dJs")) == ("Th", "Td", "Js")
    assert texts(STANDARD_DECK.parse("")) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *sides(TOLD, "no cards of 52"),
        ("", "0 cards where 3 are needed"),
        ("   ", "0 cards where 3 are needed"),
        ("Qs\x006h", "'\\x006h' is not a card (write Qs or Q♠)"),
    ],
)
def test_what_is_no_card_is_one_clear_line(text: str, message: str) -> None:
    assert refused(STANDARD_DECK, text, 3) == message


def test_cards_of_other_decks() -> None:
    assert texts(SIX_SUITS.parse("A★ 6m 10☾")) == ("Ar", "6m", "Tm")
    assert refused(SIX_SUITS, "5r") == "'5' is not a rank of this deck (6 7 8 9 T J Q K A)"
    (two,) = STANDARD_DECK.parse("2c")
    with pytest.raises(CardError, match=r"^2c is not a card of this deck$"):
        SIX_SUITS.index(two)


@given(
    st.lists(st.sampled_from(STANDARD_DECK.cards), unique=True), st.sampled_from(["", " ", ",", ", ", "\n"])
)
def test_cards_written_are_the_cards_read(cards: list[Card], between: str) -> None:
    assert STANDARD_DECK.parse(between.join(map(str, cards))) == tuple(cards)
    assert STANDARD_DECK.parse(between.join(card.glyph for card in cards)) == tuple(cards)


@given(st.data())
def test_cards_of_six_suits_written_are_the_cards_read(data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(SIX_SUITS.cards), unique=True))
    assert SIX_SUITS.parse(" ".join(map(str, cards)), len(cards)) == tuple(cards)
    assert SIX_SUITS.parse("".join(card.glyph for card in cards)) == tuple(cards)


@pytest.mark.slow
@given(st.text(max_size=12), st.none() | st.integers(0, 3))
def test_any_text_is_cards_or_one_line(text: str, count: int | None) -> None:
    complaint = ""
    cards: tuple[Card, ...] = ()
    try:
        cards = STANDARD_DECK.parse(text, count)
    except CardError as error:
        complaint = str(error)
    assert len(complaint.splitlines()) <= 1
    assert STANDARD_DECK.parse(" ".join(map(str, cards))) == cards


def test_ranks_are_found_by_any_way_to_write_them() -> None:
    assert [STANDARD_DECK.rank(symbol).name for symbol in ("q", "Q", "10", "t", "2")] == [
        "queen",
        "queen",
        "ten",
        "ten",
        "two",
    ]
    with pytest.raises(CardError, match="'1' is not a rank of this deck"):
        STANDARD_DECK.rank("1")
    small = Deck((Rank("x", "fool", "fools"), Rank("Y", "page", "pages")))
    assert small.rank("X").name == "fool"
    assert texts(small.parse("xs Yh yd")) == ("xs", "Yh", "Yd")


@pytest.mark.parametrize(("deck", "message"), sides(TOLD, "decks whose cards could be mistaken"))
def test_a_deck_whose_cards_could_be_mistaken_is_refused(deck: str, message: str) -> None:
    ranks, suits = (words.split() for words in deck.split("|"))
    written = (suit.partition("/") for suit in suits)
    with pytest.raises(CardError) as error:
        Deck(
            tuple(Rank(rank, rank, rank) for rank in ranks),
            tuple(Suit(letter, glyph, "suit", "red") for letter, _, glyph in written),
        )
    assert str(error.value) == message


def test_a_glyph_may_ask_for_its_emoji_form() -> None:
    deck = Deck(suits=(Suit("h", "♥\ufe0f", "hearts", "red"),))
    assert texts(deck.parse("Q♥ 6♥\ufe0f")) == ("Qh", "6h")


TWO_DECKS = Deck(copies=2, jokers=1)


def test_several_decks_hold_each_card_so_many_times_and_jokers_last() -> None:
    expected = [rank + suit for rank, suit in product("23456789TJQKA", "cdhs") for _ in range(2)] + ["Jk"]
    assert [str(card) for card in TWO_DECKS.cards] == expected
    assert len(TWO_DECKS) == 105
    assert TWO_DECKS.cards[-1] == JOKER
    for index, card in enumerate(TWO_DECKS.cards[:-1]):
        assert TWO_DECKS.ranks[TWO_DECKS.rank_of[index]] == card.rank
        assert TWO_DECKS.suits[TWO_DECKS.suit_of[index]] == card.suit
        assert TWO_DECKS.index(card) == index - index % 2
    assert (TWO_DECKS.rank_of[-1], TWO_DECKS.suit_of[-1], TWO_DECKS.index(JOKER)) == (13, 4, 104)


def test_how_many_of_a_card_a_deck_holds() -> None:
    ace, star = STANDARD_DECK.cards[-1], SIX_SUITS.parse("A★")[0]
    assert [deck.number(ace) for deck in (STANDARD_DECK, TWO_DECKS, SIX_SUITS)] == [1, 2, 1]
    assert [deck.number(JOKER) for deck in (STANDARD_DECK, TWO_DECKS, Deck(jokers=2))] == [0, 1, 2]
    assert STANDARD_DECK.number(star) == 0
    assert (STANDARD_DECK.single, Deck(copies=2).single, Deck(jokers=1).single) == (True, False, False)


@pytest.mark.parametrize(
    "text", ["Qs Jk 4d", "qsjk4d", "Qs,jk, 4d", "Qs*4d", "Q♠ * 4♦", "QS JOKER 4D", "Qs J k 4d"]
)
def test_jokers_as_people_write_them(text: str) -> None:
    assert texts(TWO_DECKS.parse(text, 3)) == ("Qs", "Jk", "4d")
    assert [card.glyph for card in TWO_DECKS.parse(text)] == ["Q♠", "Jk", "4♦"]


@pytest.mark.parametrize(("text", "message"), sides(TOLD, "no cards of two decks and a joker"))
def test_cards_that_two_decks_and_a_joker_do_not_hold(text: str, message: str) -> None:
    assert refused(TWO_DECKS, text, 3) == message


@pytest.mark.parametrize(
    ("text", "message"), [("Jk", "'k' in 'Jk' is not a suit"), ("*", "'*' is not a card")]
)
def test_a_deck_without_jokers_reads_none(text: str, message: str) -> None:
    assert refused(STANDARD_DECK, text).startswith(message)


@given(st.data())
def test_cards_of_two_decks_written_are_the_cards_read(data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(TWO_DECKS) - 1), unique=True, max_size=40))
    cards = tuple(TWO_DECKS.cards[place] for place in places)
    assert TWO_DECKS.parse(" ".join(map(str, cards)), len(cards)) == cards
    assert TWO_DECKS.parse("".join(card.glyph for card in cards)) == cards


@pytest.mark.parametrize(
    ("copies", "jokers", "suit", "message"),
    [
        (0, 0, "s", "0 decks: one to eight can be shuffled together"),
        (9, 0, "s", "9 decks: one to eight can be shuffled together"),
        (1, 3, "s", "3 jokers: a deck has none, one or two"),
        (1, -1, "s", "-1 jokers: a deck has none, one or two"),
        (1, 1, "K", "the suit 'k' cannot be used with jokers, which are written Jk or *"),
        (1, 2, "*", "the suit '*' cannot be used with jokers, which are written Jk or *"),
    ],
)
def test_decks_that_cannot_be_are_refused(copies: int, jokers: int, suit: str, message: str) -> None:
    with pytest.raises(CardError) as error:
        Deck(STANDARD_RANKS, (Suit(suit, suit, "swords", "blue"),), copies, jokers)
    assert str(error.value) == message
    if suit != "s":
        assert len(Deck(STANDARD_RANKS, (Suit(suit, suit, "swords", "blue"),), copies)) == 13


def test_without_words_it_is_the_standard_deck() -> None:
    assert parse_deck() == STANDARD_DECK


@pytest.mark.parametrize(("words", "cards"), sides(TOLD, "decks"))
def test_decks_in_words(words: str, cards: str) -> None:
    ranks, suits = words.split(" | ")
    deck = parse_deck(ranks, suits)
    assert f"{deck.cards[0]} {deck.cards[-1]} {len(deck)}" == cards


@pytest.mark.parametrize(("words", "message"), sides(TOLD, "no decks"))
def test_bad_decks_are_refused_in_one_line(words: str, message: str) -> None:
    ranks, suits = words.split(" | ")
    with pytest.raises(CardError) as refused:
        parse_deck(ranks, suits)
    assert str(refused.value).startswith(message)
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
