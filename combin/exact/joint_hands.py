"""What wagers look at: the player's hands in classes that none tells apart, and all that lies around them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.five_cards import FiveCardCategory
from combin.cards.suit_classes import by_suit, hand_classes, hands_alike

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck, Suit
    from combin.cards.suit_classes import HandClass
    from combin.exact.fivecard_kinds import KindOutcomes
    from combin.exact.matchups import Matchups, Seen
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights
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


class PlayerClass(Struct, frozen=True):
    """Hands of the player that no wager tells apart, as a class or a part of one.

    `index` is the first situation of the base game with them, and `decision` the number of what is done with
    them, such as its place among the decisions of the game; where that depends on the dealer's card, for each
    card of the deck, and where on a sight of the dealer's hand, for each sight (`Rules.sights`).
    """

    one: HandClass
    index: int = 0
    decision: Places = 1


def held_hands(
    rules: Rules,
    decided: tuple[Matchups, Sequence[int]] | None,
    *,
    apart: Callable[[HandClass], bool],
    colours_apart: bool,
    named: Collection[Suit],
) -> Iterator[PlayerClass]:
    """Yield the player's hands in classes that no wager tells apart.

    Args:
        rules: the game.
        decided: the situations of the base game with a number for what is done in each; None if there is
            nothing to decide.
        apart: tells whether it matters of a class of one suit which suit it is.
        colours_apart: whether it matters which cards are of one colour.
        named: the suits of the dealer's hands that are told apart from others.
    """
    told = _Told(rules.deck, rules.sights, colours_apart, frozenset(named))
    whole = map(PlayerClass, hand_classes(rules.ranking)) if decided is None else _decided(rules, *decided)
    for held in whole:
        for part in by_suit(held.one, rules.ranking) if apart(held.one) else (held.one,):
            for one in told.parts(part):
                yield replace(moved(held, one.cards, rules), one=one)


def _decided(rules: Rules, situations: Matchups, numbers: Sequence[int]) -> Iterator[PlayerClass]:
    """Yield the suit classes of a base game with what is decided."""
    if rules.sights is not None:
        yield from _decided_by_sight(rules.sights, situations, numbers)
        return
    rows: list[list[int]] = [[] for _ in situations.classes]
    for index, number in enumerate(situations.numbers):
        rows[number].append(index)
    for one, indexes in zip(situations.classes, rows, strict=True):
        decided = [numbers[index] for index in indexes]
        if len(set(decided)) == 1:
            yield PlayerClass(one, indexes[0], decided[0])
        else:
            seen = [(situations[index].seen, place) for index, place in zip(indexes, decided, strict=True)]
            yield PlayerClass(one, indexes[0], _by_card(one.cards, seen, rules.deck))


def _by_card(hand: tuple[int, ...], seen: Sequence[tuple[Seen | None, int]], deck: Deck) -> Places:
    """Return what is decided against each card of the deck; one of the hand itself is never seen."""
    import numpy as np

    suits = len(deck.suits)
    own = {card % suits for card in hand}
    found = np.full((len(deck.ranks), suits), seen[0][1])
    others = [suit for suit in range(suits) if suit not in own]
    for one, place in seen:
        # A card of a suit that the hand does not show stands for those of all such suits.
        suit = None if one is None or one.card is None else one.card % suits
        alike = list(range(suits)) if suit is None else [suit] if suit in own else others
        for rank in () if one is None else one.ranks:
            found[rank, alike] = place
    return found.reshape(-1)


def _decided_by_sight(sights: Sights, situations: Matchups, numbers: Sequence[int]) -> Iterator[PlayerClass]:
    """Yield the same where it is decided by sights, of which some cannot be beside a hand."""
    import numpy as np

    from combin.exact.observed import Sighted, observed

    places, classes = situations.arrays.decisions(numbers), situations.arrays.numbers
    order, sight = np.argsort(classes, kind="stable"), observed(situations, Sighted).sight
    ends = np.bincount(classes, minlength=len(situations.classes)).cumsum()
    for one, indexes in zip(situations.classes, np.split(order, ends[:-1]), strict=True):
        decided, first = places[indexes], int(indexes[0])
        if (decided == decided[0]).all():
            yield PlayerClass(one, first, int(decided[0]))
        else:
            by_sight = np.full(sights.number, decided[0])
            by_sight[sight[indexes]] = decided
            yield PlayerClass(one, first, by_sight)


def moved(held: PlayerClass, cards: tuple[int, ...], rules: Rules) -> PlayerClass:
    """Return a hand with other suits, and what is decided for it; its cards stand in the same order."""
    one = replace(held.one, cards=cards)
    if isinstance(held.decision, int) or cards == held.one.cards:
        return replace(held, one=one)
    # A decision depends on what the dealer's suit is to the hand. So its columns move as the hand's suits
    # did; of the suits that the hand does not show it does not matter which comes where.
    deck, sights = rules.deck, rules.sights
    if sights is not None:
        suit_of = deck.suit_of
        shown = [
            (suit_of[before], suit_of[after])
            for before, after in zip(held.one.cards, cards, strict=True)
            if suit_of[before] < len(deck.suits)
        ]
        swap = next(one for one in sights.swaps if all(one[before] == after for before, after in shown))
        moved_sights = held.decision.copy()
        moved_sights[sights.moved(swap)] = held.decision
        return replace(held, one=one, decision=moved_sights)
    suits = range(len(deck.suits))
    pairs = zip(held.one.cards, cards, strict=True)
    to = {before % len(suits): after % len(suits) for before, after in pairs}
    left = [suit for suit in suits if suit not in to.values()]
    to |= dict(zip((suit for suit in suits if suit not in to), left, strict=True))
    by_suit_now = held.decision.reshape(-1, len(suits))[:, sorted(suits, key=to.__getitem__)]
    return replace(held, one=one, decision=by_suit_now.reshape(-1))


@dataclass(frozen=True)
class _Told:
    """What is told apart of suits: their `colours`, and which of those that are `named` they are."""

    deck: Deck
    sights: Sights | None
    colours: bool
    named: frozenset[Suit]

    def parts(self, hand_class: HandClass) -> list[HandClass]:
        """Return a class in parts of hands that differ only by suits which nothing tells apart."""
        if not (self.colours or self.named) or (hand_class.suit is not None and len(self.deck.suits) > 1):
            return [hand_class]  # a class of one suit by itself
        if not self.deck.regular or self.sights is not None:
            moves = None if self.sights is None else self.sights.swaps
            return list(hands_alike(hand_class, self.deck, moves))
        rank_of, suit_of = self.deck.rank_of, self.deck.suit_of
        ranks = [rank_of[card] for card in hand_class.cards]
        found = _ways(self, tuple(map(ranks.index, ranks)), tuple(suit_of[card] for card in hand_class.cards))
        total = sum(ways for _, ways in found)
        parts = []
        for suits, ways in found:
            first, second, third = (
                card + (suit - suit_of[card]) * self.deck.copies
                for card, suit in zip(hand_class.cards, suits, strict=True)
            )
            parts.append(
                replace(hand_class, weight=hand_class.weight * ways // total, cards=(first, second, third))
            )
        return parts

    def pattern(self, suits: Sequence[int]) -> tuple[tuple[object, ...], ...]:
        """Return what can be told of the suits of cards, the suits and colours numbered as they come.

        Two colours can change places if they have as many suits, none of which is named.
        """
        known: list[object] = []
        found: list[tuple[object, ...]] = []
        for suit in suits:
            if suit == len(self.deck.suits):
                found.append((-1,))
                continue
            own = self.deck.suits[suit]
            colour = own.colour if self.colours else ""
            alike = [one for one in self.deck.suits if one.colour == colour or not self.colours]
            marks = tuple(one.name for one in alike if one in self.named), own.name * (own in self.named)
            known += [one for one in (colour, suit) if one not in known]
            found.append((len(alike), *marks, known.index(colour), known.index(suit)))
        return tuple(found)


@cache
def _ways(told: _Told, ranks: tuple[int, ...], suits: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Return all suits that cards can get in the place of theirs, of those alike one with their number.

    Cards with the same number in `ranks` are of one rank, and can change places.
    """
    # All ways to give the hand's suits to others are gone through: each makes as many hands of the class, so
    # a pattern's part of the ways is its part of the class. Where cards of one rank can change places the
    # least of the patterns stands for all, so that the order in which equal cards are held tells nothing
    # apart.
    joker = len(told.deck.suits)
    own = list(dict.fromkeys(suit for suit in suits if suit != joker))
    first: dict[object, tuple[int, ...]] = {}
    ways: Counter[object] = Counter()
    orders = [order for order in permutations(range(3)) if [ranks[place] for place in order] == list(ranks)]
    for given in permutations(range(joker), len(own)):
        to = dict(zip(own, given, strict=True)) | {joker: joker}
        moved = tuple(to[suit] for suit in suits)
        pattern = min(told.pattern([moved[place] for place in order]) for order in orders)
        first.setdefault(pattern, moved)
        ways[pattern] += 1
    return [(first[pattern], number) for pattern, number in ways.items()]
