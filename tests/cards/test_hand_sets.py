from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.cards.cards import Deck, HandSetError, Suit, parse_deck
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import DOCUMENT_ORDER, Category, Ranking, StraightSuits
from tests.helpers.decks import DECKS, ranking_of
from tests.helpers.plain import STANDARD, Plain, PlainHand
from tests.helpers.texts import entries, sides

THREE_SUITS = Plain(different_suits=3)
PIQUET = DECKS["piquet"]


@cache
def ranks(hand: PlainHand) -> str:
    """Return the ranks from high to low, as "AK2"."""
    return "".join(sorted((card[0] for card in hand), key="23456789TJQKA".index, reverse=True))


def only_suit(hand: PlainHand) -> str:
    suits = {card[1] for card in hand}
    return suits.pop() if len(suits) == 1 else ""


WORDS = Path(__file__).with_name("hand_sets.txt")
MEANINGS = {
    words: meaning
    for words, *meaning in (
        map(str.strip, line.split("|")) for line in entries(WORDS)["meanings"].splitlines()
    )
}
"""What words mean: category, ranks and suit."""


def meant(category: str, symbols: str, suit: str) -> set[PlainHand]:
    """Return the hands that words mean."""
    return {
        hand
        for hand in STANDARD.hands()
        if category in ("any", STANDARD.category(hand))
        and fnmatchcase(ranks(hand), symbols)
        and suit in ("any", only_suit(hand))
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
@pytest.mark.few(14)
def test_words_name_the_hands_that_they_say(words: str) -> None:
    expected = meant(*MEANINGS[words])
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
        hand for hand in PIQUET.hands() if ranks(hand) == "A87" and PIQUET.category(hand) == "straight"
    }
    with pytest.raises(
        HandSetError, match=r"^'pair of 2s': '2' is not a rank of this deck \(7 8 9 T J Q K A\)$"
    ):
        parse_hand_set("pair of 2s", ranking)
    six_suits = DECKS["six suits of nine ranks"]
    found = members(parse_hand_set("flush of moons", ranking_of(six_suits)), six_suits)
    assert found == {
        hand for hand in six_suits.hands() if only_suit(hand) == "m" and six_suits.category(hand) == "flush"
    }
    with pytest.raises(HandSetError, match="of moons"):
        parse_hand_set("flush of moons", Ranking())


@pytest.mark.parametrize(("words", "message"), [("", "'' is not a hand"), *sides(WORDS, "refused")])
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
def test_two_decks_and_a_joker(words: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
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
