from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from combin.cards.cards import Deck, HandSetError, Suit, parse_deck
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import DOCUMENT_ORDER, Category, Ranking, StraightSuits
from tests.decks import DECKS, ranking_of
from tests.plain import HIGH_TO_LOW, STANDARD, Plain, PlainHand

Test = Callable[[PlainHand], bool]
THREE_SUITS = Plain(different_suits=3)
PIQUET = DECKS["piquet"]


@cache
def ranks(hand: PlainHand) -> str:
    """Return the ranks from high to low, as "AK2"."""
    return "".join(sorted((card[0] for card in hand), key="23456789TJQKA".index, reverse=True))


def only_suit(hand: PlainHand) -> str:
    suits = {card[1] for card in hand}
    return suits.pop() if len(suits) == 1 else ""


@cache
def category_of(hand: PlainHand, plain: Plain) -> str:
    return plain.category(hand)


def is_a(category: str, plain: Plain = STANDARD) -> Test:
    return lambda hand: category_of(hand, plain) == category


def both(test: Test, other: Test) -> Test:
    return lambda hand: test(hand) and other(hand)


def starts(symbols: str) -> Test:
    return lambda hand: ranks(hand).startswith(symbols)


def exactly(symbols: str) -> Test:
    return lambda hand: ranks(hand) == symbols


def pair_of(symbol: str) -> Test:
    return both(is_a("pair"), lambda hand: ranks(hand).count(symbol) == 2)


def of(letter: str, test: Test) -> Test:
    return lambda hand: only_suit(hand) == letter and test(hand)


MEANINGS: dict[str, Test] = {
    **{category: is_a(category) for category in HIGH_TO_LOW},
    "any hand": lambda _: True,
    "Any  three cards": lambda _: True,
    "Q high": both(is_a("high card"), starts("Q")),
    "queen high": both(is_a("high card"), starts("Q")),
    "any queen": both(is_a("high card"), starts("Q")),
    "10-high": both(is_a("high card"), starts("T")),
    "A high flush": both(is_a("flush"), starts("A")),
    "K high straight": both(is_a("straight"), exactly("KQJ")),
    "A high straight": both(is_a("straight"), exactly("AKQ")),
    "3 high straight": both(is_a("straight"), exactly("A32")),
    "pair of aces": pair_of("A"),
    "Pair of Sixes": pair_of("6"),
    "pair of 5s": pair_of("5"),
    "pair of As": pair_of("A"),
    "pair of 10s": pair_of("T"),
    "three aces": exactly("AAA"),
    "three of a kind 4s": exactly("444"),
    "three of a kind of 4s": exactly("444"),
    "Q-6-4": both(is_a("high card"), exactly("Q64")),
    "4-q-6": both(is_a("high card"), exactly("Q64")),
    "Q-6": both(is_a("high card"), starts("Q6")),
    "A-K": both(is_a("high card"), starts("AK")),
    "A-K flush": both(is_a("flush"), starts("AK")),
    "5-5": pair_of("5"),
    "5-5-K": both(pair_of("5"), exactly("K55")),
    "K-5-5": both(pair_of("5"), exactly("K55")),
    "5-5-2 pair": both(pair_of("5"), exactly("552")),
    "7-7-7": exactly("777"),
    "A-K-Q": both(is_a("straight"), exactly("AKQ")),
    "A-2-3": both(is_a("straight"), exactly("A32")),
    "A-K-Q straight flush": both(is_a("straight flush"), exactly("AKQ")),
    "mini royal": both(is_a("straight flush"), exactly("AKQ")),
    "K-J-9 flush": both(is_a("flush"), exactly("KJ9")),
    "mini royal of spades": of("s", exactly("AKQ")),
    "flush of Hearts": of("h", is_a("flush")),
    "straight flush of clubs": of("c", is_a("straight flush")),
    "K-J-9 flush of diamonds": of("d", exactly("KJ9")),
    "any hand of spades": of("s", lambda _: True),
}


@cache
def hands_of(plain: Plain) -> list[tuple[PlainHand, int, frozenset[Suit]]]:
    """Return every hand with its level and its suits."""
    ranking = ranking_of(plain)
    cards = {str(card): card for card in ranking.deck.cards}
    dealt = ((hand, [cards[text] for text in hand]) for hand in plain.hands())
    return [(hand, ranking.strength(cards).level, ranking.deck.suits_shown(cards)) for hand, cards in dealt]


def members(hand_set: HandSet, plain: Plain) -> set[PlainHand]:
    return {hand for hand, level, suits in hands_of(plain) if hand_set.holds(level, suits)}


@pytest.mark.slow
@pytest.mark.parametrize("words", MEANINGS)
def test_words_name_the_hands_that_they_say(words: str) -> None:
    expected = {hand for hand in STANDARD.hands() if MEANINGS[words](hand)}
    assert expected
    assert members(parse_hand_set(words, Ranking()), STANDARD) == expected


def test_a_run_of_two_suits_is_a_high_card_where_straights_have_three() -> None:
    ranking = Ranking(straight_suits=StraightSuits.THREE)
    straights = members(parse_hand_set("Q-J-10", ranking), THREE_SUITS)
    others = members(parse_hand_set("Q-J-10 high card", ranking), THREE_SUITS)
    assert {len({card[1] for card in hand}) for hand in straights} == {3}
    assert {len({card[1] for card in hand}) for hand in others} == {2}
    # By hand: 4 x 3 x 2 ways with three suits, and 64 - 24 - 4 with two.
    assert (len(straights), len(others)) == (24, 36)
    assert others <= members(parse_hand_set("Q high", ranking), THREE_SUITS)


def test_words_are_about_the_deck_that_is_played() -> None:
    ranking = ranking_of(PIQUET)
    assert members(parse_hand_set("A-7-8", ranking), PIQUET) == {
        hand for hand in PIQUET.hands() if exactly("A87")(hand) and PIQUET.category(hand) == "straight"
    }
    with pytest.raises(
        HandSetError, match=r"^'pair of 2s': '2' is not a rank of this deck \(7 8 9 T J Q K A\)$"
    ):
        parse_hand_set("pair of 2s", ranking)
    six_suits = DECKS["six suits of nine ranks"]
    found = members(parse_hand_set("flush of moons", ranking_of(six_suits)), six_suits)
    assert found == {hand for hand in six_suits.hands() if of("m", is_a("flush", six_suits))(hand)}
    with pytest.raises(HandSetError, match="of moons"):
        parse_hand_set("flush of moons", Ranking())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "'' is not a hand (write straight flush, three of a kind, straight, flush, pair, high card, or"),
        ("flsh", "'flsh' is not a hand (write straight flush,"),
        ("pairs", "'pairs' is not a hand"),
        ("Q", "'Q' is not a hand"),
        ("Q high or better", "'Q high or better': 'or better' is not a category (straight flush,"),
        ("Z high", "'Z high': 'z' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)"),
        ("1 high", "'1 high': '1' is not a rank of this deck"),
        ("any s", "'any s': 's' is not a rank of this deck"),
        ("pair of jokers", "'pair of jokers': 'joker' is not a rank of this deck"),
        ("three kinds", "'three kinds': 'kind' is not a rank of this deck"),
        ("Q-X-4", "'Q-X-4': 'x' is not a rank of this deck"),
        ("Q-6-4 royal", "'Q-6-4 royal': 'royal' is not a category"),
        ("Q-6-4 of swords", "'Q-6-4 of swords': 'of swords' is not a category"),
        ("2 high", "'2 high' names no hand of this deck"),
        ("3 high", "'3 high' names no hand of this deck"),
        ("4 high", "'4 high' names no hand of this deck"),
        ("Q-6-4 straight", "'Q-6-4 straight' names no hand of this deck"),
        ("A-K-Q high card", "'A-K-Q high card' names no hand of this deck"),
        ("5-5-5 pair", "'5-5-5 pair' names no hand of this deck"),
        ("6-Q", "'6-Q' names no hand of this deck"),
        ("pair of spades", "'pair of spades' names no hand of this deck"),
        ("straight of spades", "'straight of spades' names no hand of this deck"),
    ],
)
def test_other_words_are_refused_in_one_line(words: str, message: str) -> None:
    with pytest.raises(HandSetError) as error:
        parse_hand_set(words, Ranking())
    assert str(error.value).startswith(message)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.slow
def test_sets_are_within_each_other_and_meet_as_their_hands_do() -> None:
    # "any hand of spades" names no consecutive hands, so `meets` may say more than is true of it.
    words = [one for one in MEANINGS if one != "any hand of spades"]
    sets = [parse_hand_set(one, Ranking()) for one in words]
    found = [frozenset(members(one, STANDARD)) for one in sets]
    for (one, mine), (other, theirs) in product(zip(sets, found, strict=True), repeat=2):
        assert one.within(other) == (mine <= theirs), (one.text, other.text)
        assert one.meets(other) == bool(mine & theirs), (one.text, other.text)


def test_a_set_keeps_its_words() -> None:
    assert parse_hand_set("  pair   of  aces ", Ranking()).text == "pair of aces"


TWO_DECKS = Ranking(Deck(copies=2, jokers=1))


@pytest.mark.parametrize(
    ("words", "inside", "outside"),
    [
        ("mini royal of spades", ("As Ks Qs", "Qs Jk As", "Ks Qs Jk"), ("Ah Kh Jk", "As Kh Jk", "Js Qs Jk")),
        ("flush of spades", ("Ks Ks 9s", "Ks 9s Jk"), ("Kh 9h Jk", "Ks 9h Jk")),
        ("5-5-K", ("5s 5h Kd", "5s 5s Kd", "Kh 5d 5c"), ("5s 5s Ks", "5s Kd Jk", "5h 5d Qs")),
        ("5-5-K flush", ("5s 5s Ks",), ("5s 5s Kd", "5s 5s Qs")),
        ("three aces", ("As Ah Jk", "As As Ad"), ("As Kh Jk", "Ks Kd Jk")),
        ("pair of kings", ("Ks 9h Jk", "Ks Kh 2d", "Ks Ks 2d"), ("Ks 9s Jk", "As Kh 9d", "Ks Ks 2s")),
        ("A-K-Q", ("As Qh Jk", "As Kh Qd"), ("As Qs Jk", "As Jh Jk")),
    ],
)
def test_hands_of_two_decks_and_a_joker(
    words: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    hands = parse_hand_set(words, TWO_DECKS)
    for expected, texts in ((True, inside), (False, outside)):
        for text in texts:
            cards = TWO_DECKS.deck.parse(text, 3)
            shown = TWO_DECKS.deck.suits_shown(cards)
            assert hands.holds(TWO_DECKS.strength(cards).level, shown) is expected, text


FEW = parse_deck("9 T J Q K A")


@pytest.mark.parametrize(
    ("words", "deck", "hands"),
    [
        ("three aces of spades", replace(FEW, copies=3), 1),
        ("three of a kind of spades", replace(FEW, copies=3), 6),
        ("pair of aces of spades", replace(FEW, copies=2), 5 * 2),
        ("pair of spades", replace(FEW, copies=2), 6 * 5 * 2),
        ("A-A-K of spades", replace(FEW, copies=2), 2),
        ("three aces of hearts", replace(FEW, jokers=2), 1),
    ],
)
def test_whatever_can_be_of_one_suit_in_a_deck_may_be_named_so(words: str, deck: Deck, hands: int) -> None:
    """Three packs hold one hand of three aces of spades; one with jokers, too."""
    order = (Category.THREE_OF_A_KIND, Category.PAIR, *DOCUMENT_ORDER)
    ranking = Ranking(deck, tuple(dict.fromkeys(order)))
    named = parse_hand_set(words, ranking)
    shown = [
        (level, deck.suits_shown(deck.cards[card] for card in hand))
        for level, of_level in enumerate(ranking.hands)
        for hand in of_level
    ]
    assert sum(named.holds(level, suits) for level, suits in shown) == hands


def test_suited_hands_are_of_any_one_suit() -> None:
    ranking = Ranking(Deck(copies=6))
    suited, aces, spades = (
        parse_hand_set(words, ranking)
        for words in ("suited three of a kind", "suited three aces", "three aces of spades")
    )
    assert spades.within(aces)
    assert aces.within(suited)
    assert not suited.within(aces)
    assert spades.meets(suited)
    assert not spades.meets(parse_hand_set("three aces of hearts", ranking))
    level = ranking.strength(ranking.deck.parse("Ah Ah Ah")).level
    shown = {words: frozenset(card.suit for card in ranking.deck.parse(words)) for words in ("Ah", "Ah As")}
    assert [suited.holds(level, shown[words]) for words in shown] == [True, False]
    assert not spades.holds(level, shown["Ah"])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("suited three of a kind", "names no hand of this deck"),
        ("suited flush", "all such hands are of one suit; leave out 'suited'"),
    ],
)
def test_suited_is_said_where_it_tells_something(words: str, problem: str) -> None:
    with pytest.raises(HandSetError, match=problem):
        parse_hand_set(words, Ranking())
