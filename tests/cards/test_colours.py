from __future__ import annotations

from itertools import combinations

import pytest

from combin.cards.cards import STANDARD_DECK, Card, ColourLine, Deck
from tests.helpers.decks import DECKS, deck_of

THREE_COLOURS = deck_of(DECKS["six suits of nine ranks"])


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        ("Qs 6c 4c", "Ks 9s 2c", ["SAME", "EACH", "PLAYER"]),
        ("Qh 6d 4d", "Kh 9h 2d", ["SAME", "EACH", "PLAYER"]),
        ("Qs 6c 4c", "Kh 9h 2d", ["EACH", "PLAYER"]),
        ("Qh 6d 4d", "Ks 9s 2c", ["EACH", "PLAYER"]),
        ("Qs 6c 4c", "Ks 9s 2d", ["PLAYER"]),
        ("Qh 6h 4h", "Ks 9h 2d", ["PLAYER"]),
        ("Qs 6c 4d", "Ks 9s 2c", []),
        ("Qs 6h 4d", "Kh 9h 2d", []),
    ],
)
def test_a_line_holds_as_the_poster_says(player: str, dealer: str, lines: list[str]) -> None:
    hands = STANDARD_DECK.parse(player), STANDARD_DECK.parse(dealer)
    assert [line.name for line in ColourLine if line.holds(*hands)] == lines


def suited(deck: Deck) -> list[tuple[Card, ...]]:
    """Return a hand of every three suits, of ranks that no matter."""
    return [deck.parse(" ".join(letters)) for letters in combinations(_three_of_each(deck), 3)]


def _three_of_each(deck: Deck) -> list[str]:
    return [f"{rank.symbol}{suit.symbol}" for rank in deck.ranks[:3] for suit in deck.suits]


@pytest.mark.parametrize("deck", [STANDARD_DECK, THREE_COLOURS], ids=["two colours", "three colours"])
def test_lines_hold_within_each_other(deck: Deck) -> None:
    """A line is within another exactly if whatever meets it meets the other."""
    hands = {frozenset(card.suit.colour for card in hand): hand for hand in suited(deck)}
    met = {
        line: {
            (own, theirs)
            for own, player in hands.items()
            for theirs, dealer in hands.items()
            if line.holds(player, dealer)
        }
        for line in ColourLine
    }
    for line in ColourLine:
        for other in ColourLine:
            assert line.within(other) == (met[line] <= met[other])


def test_how_many_pairs_of_hands_meet_a_line() -> None:
    """By hand: 26 black and 26 red cards, so 2 C(26, 3) player hands of one colour, 5,200 of 22,100.

    For each the dealer has C(23, 3) = 1,771 of that colour and C(26, 3) = 2,600 of the other.
    """
    whole = [hand for hand in combinations(STANDARD_DECK.cards, 3) if ColourLine.PLAYER.holds(hand, ())]
    assert len(whole) == 5_200
    player = STANDARD_DECK.parse("Qs 6c 4c")
    rest = [card for card in STANDARD_DECK.cards if card not in player]
    dealers = list(combinations(rest, 3))
    counts = [sum(line.holds(player, dealer) for dealer in dealers) for line in ColourLine]
    assert counts == [1_771, 1_771 + 2_600, 18_424]
