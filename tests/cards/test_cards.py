from __future__ import annotations

from itertools import product

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
from tests.decks import DECKS, deck_of

SIX_SUITS = deck_of(DECKS["six suits of nine ranks"])
QUEEN_SIX_FOUR = ("Qs", "6h", "4d")


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
        ("Xs 6h 4d", "'X' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)"),
        ("1s 6h 4d", "'1' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)"),
        ("Qx 6h 4d", "'x' in 'Qx' is not a suit of this deck (c d h s)"),
        ("Q? 6h 4d", "'?' in 'Q?' is not a suit of this deck (c d h s)"),
        ("Q★ 6h 4d", "'★' in 'Q★' is not a suit of this deck (c d h s)"),
        ("Qs 6h Qs", "Qs stands twice"),
        ("Qs 6h q♠", "Qs stands twice"),
        ("10s Ts 4d", "Ts stands twice"),
        ("Qs 6h 4", "'4' is not a card (write Qs or Q♠)"),
        ("Qs 6 4d", "'6 4d' is not a card (write Qs or Q♠)"),
        ("Qs 6h 11d", "'11d' is not a card (write Qs or Q♠)"),
        ("Qs,,6h,4d", "'6h,4d' is not a card (write Qs or Q♠)"),
        ("♠Q 6h 4d", "'♠Q 6h 4d' is not a card (write Qs or Q♠)"),
        ("queen of spades", "'u' in 'qu' is not a suit of this deck (c d h s)"),
        ("Q\u0455 6h 4d", "'\u0455' in 'Q\u0455' is not a suit of this deck (c d h s)"),
        ("Qs\x006h", "'\\x006h' is not a card (write Qs or Q♠)"),
    ],
)
def test_what_is_no_card_is_one_clear_line(text: str, message: str) -> None:
    assert refused(STANDARD_DECK, text, 3) == message


@pytest.mark.parametrize(
    ("text", "found"),
    [("", "0 cards"), ("   ", "0 cards"), ("Qs", "1 card"), ("Qs 6h", "2 cards"), ("Qs 6h 4d 2c", "4 cards")],
)
def test_the_number_of_cards_is_counted(text: str, found: str) -> None:
    assert refused(STANDARD_DECK, text, 3) == f"{found} where 3 are needed"


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


@pytest.mark.parametrize(
    ("ranks", "suits", "message"),
    [
        ((), STANDARD_SUITS, "a deck needs at least one rank"),
        (STANDARD_RANKS, (), "a deck needs at least one suit"),
        ((*STANDARD_RANKS, STANDARD_RANKS[3]), STANDARD_SUITS, "the rank '5' stands twice in the deck"),
        ((Rank("q", "q", "q"), *STANDARD_RANKS), STANDARD_SUITS, "the rank 'Q' stands twice in the deck"),
        (STANDARD_RANKS, (*STANDARD_SUITS, STANDARD_SUITS[0]), "the suit 'c' stands twice in the deck"),
        (
            STANDARD_RANKS,
            (*STANDARD_SUITS, Suit("C", "C", "cups", "green")),
            "the suit 'c' stands twice in the deck",
        ),
        (
            STANDARD_RANKS,
            (*STANDARD_SUITS, Suit("x", "♠", "swords", "blue")),
            "the suit '♠' stands twice in the deck",
        ),
        (
            (Rank("10", "ten", "tens"),),
            STANDARD_SUITS,
            "a rank is written with one letter or digit, not '10'",
        ),
        (
            (Rank("★", "star", "stars"),),
            STANDARD_SUITS,
            "a rank is written with one letter or digit, not '★'",
        ),
        (
            STANDARD_RANKS,
            (Suit("1", "1", "ones", "red"),),
            "a suit is written with one letter or sign, not '1'",
        ),
        (STANDARD_RANKS, (Suit("", "", "none", "red"),), "a suit is written with one letter or sign, not ''"),
        (
            STANDARD_RANKS,
            (Suit("x", "xx", "two", "red"),),
            "a suit is written with one letter or sign, not 'xx'",
        ),
    ],
)
def test_a_deck_whose_cards_could_be_mistaken_is_refused(
    ranks: tuple[Rank, ...], suits: tuple[Suit, ...], message: str
) -> None:
    with pytest.raises(CardError) as error:
        Deck(ranks, suits)
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Qs Qs Qs", "Qs stands 3 times, and the deck holds 2"),
        ("Jk Qs Jk", "Jk stands twice"),
        ("Qs Jk *", "Jk stands twice"),
        ("Qs 1s 4d", "'1' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)"),
        ("Qs Jk 10", "'10' is not a card (write Qs or Q♠)"),
        ("Jx Qs 4d", "'x' in 'Jx' is not a suit of this deck (c d h s)"),
    ],
)
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
        (1, 1, "K", "the suit 'k' stands beside jokers, which are written Jk or *"),
        (1, 2, "*", "the suit '*' stands beside jokers, which are written Jk or *"),
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
