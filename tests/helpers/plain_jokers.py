"""Hands of several decks and of decks with jokers, judged in plain words by trying every card for a joker.

A hand is three cards as text, as in `tests.helpers.plain`; a joker is "Jk". Nothing here knows the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tests.helpers.plain import Plain, PlainHand

COMPLETED = ("straight flush", "straight", "flush")


class Shuffled(Plain, frozen=True):
    """Several decks shuffled together, and jokers.

    A wild joker is any card that the hand does not hold already as often as the decks do. With `bug` it is
    such a card if that makes a straight, a flush or a straight flush; or it counts as the highest rank. Cards
    in `wild` count as jokers.
    """

    copies: int = 1
    jokers: int = 0
    bug: bool = False
    wild: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[str]:
        """All cards, once each."""
        return [rank + suit for rank in self.ranks for suit in self.suits]

    @property
    def deck(self) -> list[str]:
        """All cards, in the order in which the package numbers them."""
        kinds = sorted(self.kinds, key=lambda card: card in self.wild)
        return [card for card in kinds for _ in range(self.copies)] + ["Jk"] * self.jokers

    def hands(self) -> Iterator[PlainHand]:
        """Yield every hand once, also those that hold other copies of the same cards."""
        yield from combinations(self.deck, 3)

    def fits(self, hand: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
        """Yield each category that a hand without jokers fits, with what decides inside it."""
        values = sorted((self.ranks.index(card[0]) for card in hand), reverse=True)
        yield self.judge(hand)
        if len(set(values)) < 3 and len({card[1] for card in hand}) == 1:
            yield "flush", [float(value) for value in values]

    def candidates(self, hand: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
        """Yield all that a hand can be called."""
        held = [card for card in hand if card != "Jk" and card not in self.wild]
        if len(held) == len(hand):
            yield from self.fits(hand)
            return
        for taken in product(self.kinds, repeat=len(hand) - len(held)):
            whole = [*held, *taken]
            if all(whole.count(card) <= self.copies for card in whole):
                for category, values in self.fits(whole):
                    if not self.bug or category in COMPLETED:
                        yield category, values
            if self.bug and all(card[0] == self.ranks[-1] for card in taken):
                for category, values in self.fits(whole):
                    if category not in COMPLETED:
                        yield category, values

    def key(self, hand: Sequence[str]) -> tuple[float, ...]:
        """Return a number sequence that is larger for a better hand and equal for a tie."""
        return max((-self.order.index(category), *values) for category, values in self.candidates(hand))


TRIPS_ABOVE = ("three of a kind", "straight flush", "straight", "flush", "pair", "high card")
PAIRS_ABOVE_FLUSHES = ("straight flush", "three of a kind", "straight", "pair", "flush", "high card")
UPSIDE_DOWN = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")

JOKERED = {
    "wild joker": Shuffled("89TJQKA", jokers=1),
    "wild joker, trips above": Shuffled("2345KA", jokers=1, order=TRIPS_ABOVE, low_ace="highest"),
    "bug": Shuffled("89TJQKA", jokers=1, bug=True),
    "bug, pairs above flushes": Shuffled("2346KA", jokers=1, bug=True, order=PAIRS_ABOVE_FLUSHES),
    "two jokers": Shuffled("9TJQKA", "cdh", jokers=2),
    "two bugs": Shuffled("2349KA", "cdh", jokers=2, bug=True, low_ace="second"),
    "two bugs without an ace": Shuffled("2349K", "cdh", jokers=2, bug=True),
    "two decks": Shuffled("9TJQKA", copies=2),
    "two decks, pairs above flushes": Shuffled("234KA", "cdh", copies=2, order=PAIRS_ABOVE_FLUSHES),
    "three decks": Shuffled("9QKA", "cd", copies=3),
    "two decks and a joker": Shuffled("JQKA", "cdh", copies=2, jokers=1, different_suits=3),
    "two decks and two bugs": Shuffled("TJQKA", "cd", copies=2, jokers=2, bug=True, order=TRIPS_ABOVE),
    "three decks and two jokers": Shuffled("JQK", "cd", copies=3, jokers=2),
    "one suit and a joker": Shuffled("9TJQKA", "s", jokers=1),
    "one suit and the bug": Shuffled("9TJQKA", "s", jokers=2, bug=True),
    "a wild rank": Shuffled("2349KA", "cdh", wild=("2c", "2d", "2h")),
    "a wild rank and a joker, trips above": Shuffled(
        "23KA", "cdh", jokers=1, order=TRIPS_ABOVE, wild=("3c", "3d", "3h")
    ),
    "a wild rank of two decks": Shuffled("QKA", "cd", copies=2, wild=("Qc", "Qd")),
    "two wild cards": Shuffled("TJQKA", "cdhs", wild=("Jh", "Js")),
    "two suits and a joker, upside down": Shuffled("9TJQKA", "cd", jokers=1, order=UPSIDE_DOWN),
}
"""Decks of which every hand can be judged card by card."""
