"""What wagers look at: the player's hands in classes that none tells apart, and all that lies around them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.suit_classes import by_suit, hand_classes, hands_alike
from combin.exact.fivecard_counts import CATEGORIES, kind_lines, rank_code, rank_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck, Suit
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchups, Seen
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights
    from combin.rules.tables import Line, PayTable

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


SIX_CARD_ROYAL = len(CATEGORIES)
"""The place of a royal flush of which the sixth card is the next rank of its suit."""


class KindOutcomes:
    """What tables pay each kind of five cards in each suit, where lines are finer than categories.

    `place_of` (suits + 1 x kinds) numbers the outcomes that some table tells apart; `lines` has of each what
    the tables pay.
    """

    def __init__(self, tables: Sequence[PayTable], deck: Deck) -> None:
        import numpy as np

        self.tables = tuple(tables)
        found: dict[tuple[Line | None, ...], int] = {}
        by_suit = zip(*(kind_lines(table, deck) for table in tables), strict=True)
        self.place_of: Integers = np.array(
            [
                [found.setdefault(lines, len(found)) for lines in zip(*by_kind, strict=True)]
                for by_kind in by_suit
            ]
        )
        self.lines = list(found)

    def __len__(self) -> int:
        return len(self.lines)

    def paid(self, table: PayTable) -> list[Line | None]:
        """Return what one of the tables pays each outcome."""
        column = self.tables.index(table)
        return [lines[column] for lines in self.lines]


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
        self._kinds, self._codes = rank_kinds(deck), [rank_code(some) for some in multisets.tolist()]
        self._category_of: Integers = np.arange(len(CATEGORIES)).repeat(len(deck.ranks))[np.newaxis]
        self._category_of = self._category_of.repeat(len(deck.suits) + 1, axis=0)
        self._multiset_of: Integers = places.reshape(-1)
        bits = np.left_shift(1, ranks)
        self._masks = [np.where(suit_of == suit, bits, 0).sum(axis=1) for suit in range(len(deck.suits))]
        # Hands of the same ranks come one after the other.
        self._by_ranks = lru_cache(maxsize=4)(self._kinds_by_ranks)
        self._suited = cache(self._with_suit)

    def categories(self, hand: Sequence[int]) -> Integers:
        """Return for each set the place in `CATEGORIES` of the best five of it and the hand."""
        return self.of_kinds(hand, self._category_of)

    def of_kinds(self, hand: Sequence[int], values: Integers) -> Integers:
        """Return for each set the value of the best five of it and the hand.

        Sets that hold a card of the hand are not told from others: their values mean nothing.

        Args:
            hand: card indexes.
            values: by suit and kind, as `KindOutcomes.place_of`.
        """
        import numpy as np

        # The sets have few multisets of ranks (the 1,326 pairs 91 of them), so that ranks are judged once for
        # each and spread over the sets; suits touch only the few sets with as many cards of a suit as the
        # hand lacks. Of up to six cards, five of one suit are better than what the ranks make.
        found: Integers = values[-1][self._by_ranks(tuple(sorted(self.deck.rank_of[card] for card in hand)))]
        for suit, flushes, masks in self._flushes(hand):
            every, place_of = np.unique(masks, return_inverse=True)
            kinds = np.array([self._kinds.of_suit(mask) for mask in every.tolist()])
            found[flushes] = values[suit][kinds[place_of]]
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

    def _kinds_by_ranks(self, hand: tuple[int, ...]) -> Integers:
        """Return for each set the kind that its ranks make with those of a hand."""
        import numpy as np

        code, kinds = rank_code(hand), self._kinds
        return np.array([kinds[code + added] for added in self._codes]).take(self._multiset_of)


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
