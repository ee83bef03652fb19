"""What a player sees of the dealer's hand before the decision: the cards, and what is identified of each."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.cards.ranking import Ranking

    Integers = NDArray[np.int64]


class Tells(StrEnum):
    """What a player identifies of a card of the dealer's that is seen."""

    CARD = "card"
    RANK = "rank"
    SUIT = "suit"
    COLOUR = "colour"
    GROUP = "group of ranks"


_BITS = 10
"""Bits that hold the mark of a card."""


class Sights(Struct, frozen=True, dict=True):
    """All that can be seen of the dealer's hand: some of its three cards, any of them, in no order.

    A *sight* has a number from 0 on. Of one or two whole cards it is these, of three whole ones the strength
    of the hand, which is all that matters; else the marks of the cards, such as one high card and one low.
    More than one whole card is seen only of a deck of single cards without jokers.
    """

    ranking: Ranking
    cards: int
    tells: Tells
    groups: tuple[frozenset[int], ...] = ()

    @property
    def by_strength(self) -> bool:
        """Whether the whole hand is seen, so that only its strength matters."""
        return self.cards == 3 and self.tells is Tells.CARD

    @property
    def by_rank(self) -> bool:
        """Whether a sight goes by its rank, as one whole card does; `headings` are then numbered as ranks."""
        return self.cards == 1 and self.tells in (Tells.CARD, Tells.RANK)

    @cached_property
    def suits_alike(self) -> tuple[int, ...]:
        """For each suit the first that may change places with it, which keeps the marks or moves sights."""
        alike, suits = self.ranking.deck.alike, self.ranking.deck.suits
        if self.tells is Tells.COLOUR:
            kinds = [(of, suit.colour) for of, suit in zip(alike, suits, strict=True)]
            return tuple(map(kinds.index, kinds))
        return tuple(range(len(suits))) if self.tells is Tells.SUIT else alike

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """What is identified of each card, as a number that another deck of these cards has as well.

        A whole card is its rank times the number of suits and its suit; all jokers are one above these.
        """
        deck, suits = self.ranking.deck, len(self.ranking.deck.suits)
        match self.tells:
            case Tells.CARD:
                kinds = zip(deck.rank_of, deck.suit_of, strict=True)
                return tuple(min(rank * suits + suit, len(deck.ranks) * suits) for rank, suit in kinds)
            case Tells.RANK:
                return deck.rank_of
            case Tells.SUIT:
                return deck.suit_of
            case Tells.COLOUR:
                colours = list(dict.fromkeys(suit.colour for suit in deck.suits))
                return tuple(colours.index(card.suit.colour) for card in deck.cards)
            case Tells.GROUP:
                return tuple([rank in group for group in self.groups].index(True) for rank in deck.rank_of)

    @cached_property
    def codes(self) -> Integers:
        """The different marks of this number of cards, each as one number; of sights that go by marks."""
        import numpy as np

        return np.unique(self._codes(np.array([*combinations(range(len(self.ranking.deck)), self.cards)])))

    def _codes(self, cards: Integers) -> Integers:
        import numpy as np

        marks = np.sort(np.array(self.marks)[cards], axis=-1)
        codes: Integers = marks @ (1 << _BITS * np.arange(self.cards))
        return codes

    def moved(self, swap: Sequence[int]) -> Integers:
        """The sight that each one becomes if suits change places so; `swap` keeps those alike."""
        import numpy as np

        if self.tells is not Tells.CARD or self.by_strength:
            return np.arange(self.number)
        suits = len(swap)
        to = np.arange(len(self.ranking.deck.ranks) * suits + 1)  # the last is a joker
        to[:-1] += np.tile(np.array(swap) - np.arange(suits), len(to) // suits)
        marks = np.sort(to[[self.told(sight) for sight in range(self.number)]], axis=1)
        return np.searchsorted(self.codes, marks @ (1 << _BITS * np.arange(self.cards)))

    def of(self, cards: Integers) -> Integers:
        """The sight that cards are (... x cards); of whole hands, seen by strength, ask `of_hands`."""
        import numpy as np

        if self.by_strength:
            raise TypeError("whole hands are seen by strength")
        return np.searchsorted(self.codes, self._codes(cards))

    def of_hands(self, hands: Integers, levels: Integers) -> Integers:
        """Sights (hands x ways) of hands of the dealer's (hands x 3) of these levels."""
        import numpy as np

        if self.by_strength:
            return levels[:, np.newaxis]
        places = np.array(list(combinations(range(3), self.cards)))
        return self.of(hands[:, places])

    @property
    def number(self) -> int:
        """Number of sights."""
        return len(self.ranking.strengths) if self.by_strength else len(self.codes)

    def told(self, sight: int) -> tuple[int, ...]:
        """Return the marks of the cards of a sight, in ascending order."""
        code = int(self.codes[sight])
        return tuple(code >> _BITS * place & (1 << _BITS) - 1 for place in range(self.cards))

    def ranks_of(self, heading: int) -> tuple[int, ...]:
        """Return the ranks that identify the cards of a heading, in ascending order."""
        return tuple(sorted(self._ranks_told(self.heading_of.index(heading))))

    def _ranks_told(self, sight: int) -> list[int]:
        """Return the ranks that identify the cards of a sight."""
        suits = len(self.ranking.deck.suits) if self.tells is Tells.CARD else 1
        return [mark // suits for mark in self.told(sight)]

    @cached_property
    def headings(self) -> Sequence[Hashable]:
        """What distinguishes sights, apart from names of suits; the same in other decks of these cards."""
        if self.by_rank:
            return range(len(self.ranking.deck.rank_names))
        return list(dict.fromkeys(map(self._key, range(self.number))))

    @cached_property
    def heading_of(self) -> Sequence[int]:
        """The place among the `headings` of each sight."""
        places = {heading: place for place, heading in enumerate(self.headings)}
        return [places[self._key(sight)] for sight in range(self.number)]

    def _key(self, sight: int) -> Hashable:
        if self.by_rank:
            return self._ranks_told(sight)[0]
        if self.by_strength:
            strength = self.ranking.strengths[sight]
            return strength.category, strength.ranks
        told = self.told(sight)
        if self.tells is not Tells.CARD:
            return told
        return tuple(self._ranks_told(sight)), self._of_one_suit(told)

    def _of_one_suit(self, told: Sequence[int]) -> bool:
        """Whether some whole cards are of one suit."""
        return len({card % len(self.ranking.deck.suits) for card in told}) < self.cards

    def of_one_suit(self, heading: int) -> bool:
        """Whether two whole cards that are called so are of one suit."""
        return self.tells is Tells.CARD and self._of_one_suit(self.told(self.heading_of.index(heading)))

    def counts(self, heading: int) -> dict[int, int]:
        """Number of cards of each mark, the highest mark first."""
        told = self.told(self.heading_of.index(heading))
        return {mark: told.count(mark) for mark in sorted(set(told), reverse=True)}

    def alike(self, heading: int) -> frozenset[int]:
        """The headings that differ from one only by which suit is which, itself among them."""
        if self.tells is not Tells.SUIT:
            return frozenset({heading})
        shapes = [sorted(self.counts(other).values()) for other in range(len(self.headings))]
        return frozenset(other for other, shape in enumerate(shapes) if shape == shapes[heading])

    def ranks(self, heading: int) -> frozenset[int] | None:
        """The ranks that cards with this name can be of; None where no rank is identified."""
        if self.tells in (Tells.SUIT, Tells.COLOUR):
            return None
        sight = self.heading_of.index(heading)
        if self.by_strength:
            return frozenset(self.ranking.strengths[sight].ranks)
        told = self.told(sight)
        if self.tells is Tells.GROUP:
            return frozenset(rank for mark in told for rank in self.groups[mark])
        return frozenset(self._ranks_told(sight))
