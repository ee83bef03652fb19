"""Suit classes of several decks and of decks with jokers, held to permuting the suits of every hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import pytest

from combin.cards.cards import Deck
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import SuitPattern, by_suit, hand_classes
from tests.helpers.decks import class_of, ranking_of
from tests.helpers.plain_jokers import JOKERED, Shuffled
from tests.helpers.texts import sides

Kinds = tuple[str, ...]
REGULAR = [name for name, plain in JOKERED.items() if ranking_of(plain).deck.regular]
"""Those in which all suits can change places."""


@cache
def classes(plain: Shuffled) -> dict[Kinds, tuple[frozenset[Kinds], int]]:
    """Return for the cards of each hand all that permutations of the suits make of them, and their number.

    The number is that of the hands: two copies of a card make two.
    """
    hands = Counter(kinds_of(hand, plain) for hand in plain.hands())
    swaps = [str.maketrans(plain.suits, "".join(other)) for other in permutations(plain.suits)]
    found = {}
    for hand in hands:
        # Capitals are ranks and small letters are suits; the k of a joker is none of the suits.
        alike = frozenset(tuple(sorted(card.translate(swap) for card in hand)) for swap in swaps)
        found[hand] = (alike, sum(hands[one] for one in alike))
    return found


def kinds_of(hand: Iterable[str], plain: Shuffled) -> Kinds:
    """Return the cards of a hand in some order; wild ones are as good as jokers."""
    return tuple(sorted("Jk" if card in plain.wild else card for card in hand))


def cards_of(hand: tuple[int, ...], plain: Shuffled) -> Kinds:
    return kinds_of((str(ranking_of(plain).deck.cards[index]) for index in hand), plain)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGULAR)
@pytest.mark.few(8)
def test_classes_are_what_permuted_suits_make_of_a_hand(name: str) -> None:
    plain = JOKERED[name]
    ranking = ranking_of(plain)
    expected = classes(plain)
    found = hand_classes(ranking)
    alike = [expected[cards_of(one.cards, plain)] for one in found]
    assert [one.weight for one in found] == [weight for _, weight in alike]
    assert len({hands for hands, _ in alike}) == len(alike)
    assert {hands for hands, _ in alike} == {hands for hands, _ in expected.values()}
    assert all(len(set(one.cards)) == 3 for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGULAR)
@pytest.mark.few(8)
def test_every_hand_is_of_the_strength_of_its_class(name: str) -> None:
    plain = JOKERED[name]
    ranking = ranking_of(plain)
    one_of = {}
    for one in hand_classes(ranking):
        for hand in classes(plain)[cards_of(one.cards, plain)][0]:
            one_of[hand] = one
    for cards in combinations(ranking.deck.cards, 3):
        one = one_of[kinds_of(map(str, cards), plain)]
        assert ranking.strength(cards) == one.strength


@pytest.mark.parametrize("name", REGULAR)
def test_strength_and_pattern_tell_the_classes_apart(name: str) -> None:
    """So that a statement about hands of one strength by their pattern is about whole classes."""
    found = hand_classes(ranking_of(JOKERED[name]))
    assert len({(one.strength.level, one.pattern) for one in found}) == len(found)


@pytest.mark.parametrize("name", REGULAR)
def test_classes_of_one_suit_are_split_by_the_suit_that_they_show(name: str) -> None:
    ranking = ranking_of(JOKERED[name])
    deck = ranking.deck
    for one in hand_classes(ranking):
        shown = {deck.suit_of[card] for card in one.cards} - {len(deck.suits)}
        parts = by_suit(one, ranking)
        if len(shown) != 1:
            assert parts == (one,)
            continue
        assert sum(part.weight for part in parts) == one.weight
        assert [part.suit for part in parts] == list(range(len(deck.suits)))
        for part in parts:
            assert {deck.suit_of[card] for card in part.cards} - {len(deck.suits)} == {part.suit}
            assert [deck.rank_of[card] for card in part.cards] == [deck.rank_of[card] for card in one.cards]
            assert by_suit(part, ranking) == (part,)


def test_classes_of_53_cards() -> None:
    """Beside the 1,755 of 52 cards, for 91 sets of two ranks one or two suits, equal ranks being of two."""
    found = hand_classes(Ranking(Deck(jokers=1)))
    assert len(found) == 1_755 + 78 * 2 + 13 == 1_924
    with_joker = [one for one in found if "wild" in one.pattern]
    assert sum(one.weight for one in with_joker) == 52 * 51 // 2


def test_classes_of_two_decks() -> None:
    """Of two decks a pair may be of one suit, with a kicker of it or not; three of a kind of two suits."""
    one_deck, two_decks = (
        Counter(one.pattern for one in hand_classes(Ranking(Deck(copies=copies)))) for copies in (1, 2)
    )
    assert two_decks - one_deck == {
        SuitPattern.ONE_SUIT: 13 * 12,
        SuitPattern.PAIR_OF_ONE_SUIT: 13 * 12,
        SuitPattern.TWO_SUITS: 13,
    }
    assert one_deck - two_decks == Counter()


@pytest.mark.parametrize(
    ("hand", "pattern"),
    sides(Path(__file__).with_name("rankings.txt"), "patterns of two decks and two jokers"),
)
@pytest.mark.few(6)
def test_patterns_in_words(hand: str, pattern: str) -> None:
    """A hand of Q and 4 in one suit is an A-Q-4 flush with a joker, which is its ace."""
    ranking = Ranking(Deck(copies=2, jokers=2))
    assert class_of(ranking, ranking.deck.parse(hand)).pattern.value == pattern
