"""What wagers look at beside the player's cards: his decision, the dealer's hand, the jackpot cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.exact.fivecard_kinds import KindOutcomes
    from combin.rules.tables import PayTable

    Places = int | NDArray[np.signedinteger[Any]]

RESULTS = 3
"""Win, tie, lose, seen by the player."""

CASES = 2 * RESULTS
"""The results against a dealer who does not qualify, and then those against one who does."""

SAME, OTHER, MIXED = range(3)
"""The dealer's colours: all of the player's one, all of another one, or several."""

NOTHING = -1
"""The colour or category of cards that no wager looks at, or that have none."""

FOLDED = 0
"""The place of a fold among the decisions of a game; the multiples that may be played come behind it."""


@dataclass(frozen=True, slots=True)
class Features:
    """What some wagers look at beside the player's cards.

    `face_up` whether the player decides by a card of the dealer's, `compared` whether the hands are compared,
    `colours` those of the dealer. `dealer` are the tables about the dealer's hand. `six` whether the best
    five of both hands matter, and `royal` whether six cards of one suit are told apart among them; `five` are
    the categories (places in `CATEGORIES`) that matter of the player's hand with two jackpot cards. Where
    lines are finer than categories, the outcomes of `finer_six` and `finer_five` stand in their place.
    """

    face_up: bool
    compared: bool
    colours: bool
    dealer: tuple[PayTable, ...]
    six: bool
    royal: bool
    five: frozenset[int]
    finer_six: KindOutcomes | None = None
    finer_five: KindOutcomes | None = None

    @property
    def of_suits(self) -> tuple[PayTable, ...]:
        """The tables whose lines may name a suit that others make up with the player's cards, or have."""
        finer = (one.tables for one in (self.finer_six, self.finer_five) if one is not None)
        return (*self.dealer, *(table for tables in finer for table in tables))


@dataclass(frozen=True, slots=True)
class Context:
    """What lies around a hand of the player: of each aspect a value, or one for each of many deals.

    `decision` is the place of what the player does among the decisions of the game, `case` that of the result
    among the `CASES`, `colour` one of the dealer's colours beside a player's hand that has one, `kind` the
    place of the dealer's hand among the kinds that tables tell apart; `six` and `five` those of categories.
    """

    decision: Places
    case: Places = 0
    colour: Places = NOTHING
    kind: Places = 0
    six: Places = NOTHING
    five: Places = NOTHING


CATEGORIES = tuple(FiveCardCategory)
"""High to low, so that the better of two has the smaller place."""

SIX_CARD_ROYAL = len(CATEGORIES)
"""The place of a royal flush of which the sixth card is the next rank of its suit."""

PLACE = {category: place for place, category in enumerate(CATEGORIES)}
ROYAL_FLUSH = PLACE[FiveCardCategory.ROYAL_FLUSH]
STRAIGHT_FLUSH = PLACE[FiveCardCategory.STRAIGHT_FLUSH]
FLUSH = PLACE[FiveCardCategory.FLUSH]
STRAIGHT = PLACE[FiveCardCategory.STRAIGHT]


class AddedCards:
    """Sets of cards of a deck that can complete three cards to five or six.

    `cards` (sets x cards) are card indexes. Sets that hold a card of the hand are judged as well, but mean
    nothing.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> from collections import Counter
    >>> from itertools import combinations
    >>> pairs = AddedCards(deck, list(combinations(range(len(deck)), 2)))
    >>> royal = [deck.index(card) for card in deck.parse("As Ks Qs")]
    >>> found = Counter(CATEGORIES[place].value for place in pairs.categories(royal).tolist())
    >>> found["royal flush"]
    1
    """

    def __init__(self, deck: Deck, cards: list[tuple[int, ...]]) -> None:
        """Note of each set its ranks, as one of the multisets that occur, and its ranks in each suit."""
        import numpy as np

        self.deck = deck
        self.cards: Integers = np.array(cards, np.int64)
        ranks, suit_of = np.array(deck.rank_of)[self.cards], np.array(deck.suit_of)[self.cards]
        multisets, places = np.unique(np.sort(ranks, axis=1), axis=0, return_inverse=True)
        # One rank more than there are, which never occurs: of a single rank there is a second one as well.
        self._ranks: Integers = np.arange(len(deck.ranks) + 1)
        self._times: Integers = (multisets[:, :, np.newaxis] == self._ranks).sum(axis=1)
        self._multiset_of: Integers = places.reshape(-1)
        bits = np.left_shift(1, ranks)
        self._masks = [np.where(suit_of == suit, bits, 0).sum(axis=1) for suit in range(len(deck.suits))]
        # Hands of the same ranks come one after the other.
        self._by_ranks = lru_cache(maxsize=4)(self._categories_by_ranks)
        self._suited = cache(self._with_suit)

    def categories(self, hand: tuple[int, ...] | list[int]) -> Integers:
        """Return for each set the place in `CATEGORIES` of the best five of it and the hand.

        A hand with five of a suit is no four of a kind and no full house: of up to six cards, five of one
        suit leave one. So the better of what its ranks say and what its suits say is its category.
        """
        import numpy as np

        # The sets have few multisets of ranks (the 1,326 pairs 91 of them), so that ranks are judged once for
        # each and spread over the sets; suits touch only the few sets with as many cards of a suit as the
        # hand lacks.
        rank_of = self.deck.rank_of
        found: Integers = self._by_ranks(tuple(sorted(rank_of[card] for card in hand))).copy()
        for _, flushes, masks in self._flushes(hand):
            by_suit = np.where(_with_run(self.deck, masks), STRAIGHT_FLUSH, FLUSH)
            if royal := _runs(self.deck)[1]:
                by_suit = np.where(masks & royal == royal, ROYAL_FLUSH, by_suit)
            found[flushes] = np.minimum(found[flushes], by_suit)
        return found

    def outcomes(self, hand: tuple[int, ...] | list[int], outcomes: KindOutcomes) -> Integers:
        """Return for each set the place of the outcome of the best five of it and the hand."""
        import numpy as np

        from combin.exact.fivecard_kinds import flush_kinds, kinds_by_ranks

        own_ranks = [self.deck.rank_of[card] for card in hand]
        times = self._times[:, :-1] + np.bincount(own_ranks, minlength=len(self.deck.ranks))
        kinds = kinds_by_ranks(self.deck, times)[self._multiset_of]
        found: Integers = outcomes.place_of[-1][kinds]
        for suit, flushes, masks in self._flushes(hand):
            # Cards of the hand are not to be counted twice: such sets mean nothing.
            has = masks[:, np.newaxis] >> self._ranks[:-1] & 1 == 1
            found[flushes] = outcomes.place_of[suit][flush_kinds(self.deck, has)]
        return found

    def _flushes(self, hand: Sequence[int]) -> Iterator[tuple[int, Integers, Integers]]:
        """Yield suits in which sets make a flush with a hand, these sets, and their ranks then, as bits."""
        own = [0] * len(self.deck.suits)
        for card in hand:
            own[self.deck.suit_of[card]] |= 1 << self.deck.rank_of[card]
        for suit, mask in enumerate(own):
            missing = 5 - mask.bit_count()
            if missing <= self.cards.shape[1] and len(flushes := self._suited(suit, missing)):
                yield suit, flushes, self._masks[suit][flushes] | mask

    def _with_suit(self, suit: int, least: int) -> Integers:
        """Return the sets with at least so many cards of a suit."""
        import numpy as np

        return np.flatnonzero(np.bitwise_count(self._masks[suit]) >= least)

    def _categories_by_ranks(self, hand: tuple[int, ...]) -> Integers:
        """Return for each set the category that its ranks make with those of a hand."""
        import numpy as np

        times = self._times + np.bincount(hand, minlength=len(self._ranks))
        in_order = np.sort(times, axis=1)
        found: Integers = _by_times()[in_order[:, -1], in_order[:, -2]]
        masks: Integers = (times > 0) @ (1 << self._ranks)
        found = np.where(_with_run(self.deck, masks), np.minimum(found, STRAIGHT), found)
        return found.take(self._multiset_of)


@cache
def _by_times() -> Integers:
    """Return the place of the best category with ranks that occur so often, the most and the next often."""
    import numpy as np

    found = np.full((7, 4), PLACE[FiveCardCategory.HIGH_CARD])
    found[2] = PLACE[FiveCardCategory.PAIR]
    found[2, 2] = PLACE[FiveCardCategory.TWO_PAIR]
    found[3] = PLACE[FiveCardCategory.THREE_OF_A_KIND]
    found[3, 2:] = PLACE[FiveCardCategory.FULL_HOUSE]
    found[4] = PLACE[FiveCardCategory.FOUR_OF_A_KIND]
    found[5:] = PLACE[FiveCardCategory.FIVE_OF_A_KIND]
    return found


def _with_run(deck: Deck, masks: Integers) -> NDArray[np.bool_]:
    """Tell which sets of ranks hold a straight."""
    if len(deck.ranks) <= _FEW_RANKS:
        return _runs_of_all(deck)[masks]
    return _holding(_runs(deck)[0], masks)


_FEW_RANKS = 16
"""Of so many ranks all sets are looked through once."""


@cache
def _runs_of_all(deck: Deck) -> NDArray[np.bool_]:
    """Tell of each set of ranks whether it holds a straight; there may be one rank more than the deck has."""
    import numpy as np

    return _holding(_runs(deck)[0], np.arange(2 << len(deck.ranks)))


def _holding(runs: tuple[int, ...], masks: Integers) -> NDArray[np.bool_]:
    import numpy as np

    return np.any([masks & run == run for run in runs], axis=0) if runs else np.zeros(len(masks), np.bool_)


@cache
def _runs(deck: Deck) -> tuple[tuple[int, ...], int]:
    """Return the straights as sets of ranks, and that which is royal in one suit (0 if none is)."""
    ranks = len(deck.ranks)
    runs = [0b11111 << low for low in range(ranks - 4)]
    if deck.ranks[-1].symbol != "A" or ranks < 5:
        return tuple(runs), 0
    return (*runs, 0b1111 | 1 << ranks - 1), 0b11111 << ranks - 5
