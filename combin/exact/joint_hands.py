"""What wagers look at: the player's hands in classes that none distinguishes, and what is dealt besides."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.suit_classes import HandClass, by_suit, hand_classes, moves_of, suit_variants
from combin.exact.base_game import FOLD
from combin.exact.fivecard_counts import kind_lines, rank_code, rank_kinds
from combin.exact.pay_lines import suits_named

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.cards import Deck, Suit
    from combin.exact.matchups import Matchups, Seen
    from combin.exact.observed import Sighted
    from combin.exact.strategy import Strategy
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


class Features(Struct, frozen=True):
    """What some wagers look at in addition to the player's cards.

    `face_up` whether the player decides by a card of the dealer's, `compared` whether the hands are compared,
    `colours` those of the dealer. `dealer` are the tables about the dealer's hand, `six` the outcomes of the
    best five of both hands, `five` those of the player's with two jackpot cards; `royal` whether six cards of
    one suit are distinguished.
    """

    face_up: bool
    compared: bool
    colours: bool
    dealer: tuple[PayTable, ...]
    six: KindOutcomes | None
    five: KindOutcomes | None
    royal: bool

    @property
    def suits_named(self) -> set[Suit]:
        """The suits that lines name which others make up with the player's cards, or have."""
        more = (outcomes.tables for outcomes in (self.six, self.five) if outcomes is not None)
        return suits_named([*self.dealer, *(table for tables in more for table in tables)])


class Context(Struct, frozen=True):
    """What is dealt besides a hand of the player: of each aspect a value, or one for each of many deals.

    `decision` is a place among the decisions of the game, `case` among the `CASES`, `colour` one of the
    dealer's where the player's hand has one, `kind` that of the dealer's hand; `six` and `five` are outcomes.
    """

    decision: Places
    case: Places = 0
    colour: Places = NOTHING
    kind: Places = 0
    six: Places = NOTHING
    five: Places = NOTHING


class KindOutcomes:
    """What tables pay each kind of five cards in each suit.

    `place_of` (suits + 1 x kinds) numbers the outcomes that some table distinguishes; `lines` has what the
    tables pay for each. `royal` is the place behind all of them, for a royal flush whose sixth card is the
    next rank of its suit.
    """

    def __init__(self, tables: Sequence[PayTable], deck: Deck) -> None:
        import numpy as np

        self.tables = tuple(tables)
        known: dict[tuple[Line | None, ...], int] = {}
        by_suit = zip(*(kind_lines(table, deck) for table in tables), strict=True)
        self.place_of: Integers = np.array(
            [
                [known.setdefault(lines, len(known)) for lines in zip(*by_kind, strict=True)]
                for by_kind in by_suit
            ]
        )
        self.lines = list(known)
        self.royal = len(known)

    def paid(self, table: PayTable) -> list[Line | None]:
        """What one of the tables pays each outcome."""
        column = self.tables.index(table)
        return [lines[column] for lines in self.lines]


class AddedCards:
    """Sets of cards of a deck (sets x card indexes) that can complete three cards to five or six.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> from combin.exact.fivecard_counts import CATEGORIES
    >>> from itertools import combinations
    >>> import numpy as np
    >>> pairs = AddedCards(deck, list(combinations(range(len(deck)), 2)))
    >>> place_of = np.arange(len(CATEGORIES)).repeat(len(deck.ranks))[np.newaxis].repeat(5, axis=0)
    >>> places = pairs.of_kinds([deck.index(card) for card in deck.parse("As Ks Qs")], place_of)
    >>> sum(CATEGORIES[place].value == "royal flush" for place in places)
    1
    """

    def __init__(self, deck: Deck, cards: list[tuple[int, ...]]) -> None:
        # Of each set its ranks are noted, as one of the multisets that occur, and its ranks in each suit.
        import numpy as np

        self.deck = deck
        self.cards: Integers = np.array(cards, np.int64)
        ranks, suit_of = np.array(deck.rank_of)[self.cards], np.array(deck.suit_of)[self.cards]
        multisets, places = np.unique(np.sort(ranks, axis=1), axis=0, return_inverse=True)
        self._kinds, self._codes = rank_kinds(deck), [rank_code(some) for some in multisets.tolist()]
        self._multiset_of: Integers = places.reshape(-1)
        bits = np.left_shift(1, ranks)
        self._masks = [np.where(suit_of == suit, bits, 0).sum(axis=1) for suit in range(len(deck.suits))]
        # Hands of the same ranks come one after the other.
        self._by_ranks = lru_cache(maxsize=4)(self._kinds_by_ranks)
        self._suited = cache(self._with_suit)

    def of_kinds(self, hand: Sequence[int], values: Integers) -> Integers:
        """For each set the value (by suit and kind) of the best five of it and a hand.

        Sets that hold a card of the hand are not told from others: their values mean nothing.
        """
        import numpy as np

        # The sets have few multisets of ranks (the 1,326 pairs 91 of them), so that ranks are judged once for
        # each and spread over the sets; suits touch only the few sets with as many cards of a suit as the
        # hand lacks. Of up to six cards, five of one suit are better than what the ranks make.
        ranks = tuple(sorted(self.deck.rank_of[card] for card in hand))
        of_sets: Integers = values[-1][self._by_ranks(ranks)]
        for suit, flushes, masks in self._flushes(hand):
            every, place_of = np.unique(masks, return_inverse=True)
            kinds = np.array([self._kinds.of_suit(mask) for mask in every.tolist()])
            of_sets[flushes] = values[suit][kinds[place_of]]
        return of_sets

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
        """The sets with at least that many cards of a suit."""
        import numpy as np

        return np.flatnonzero(np.bitwise_count(self._masks[suit]) >= least)

    def _kinds_by_ranks(self, hand: tuple[int, ...]) -> Integers:
        """For each set the kind that its ranks make with those of a hand."""
        import numpy as np

        code, kinds = rank_code(hand), self._kinds
        return np.array([kinds[code + added] for added in self._codes]).take(self._multiset_of)


class PlayerClass(Struct, frozen=True):
    """Hands of the player that no wager distinguishes, as a class or a part of one.

    `index` is the first situation of the base game with them, and `decision` the number of what is done with
    them; where that depends on the dealer's card, for each card of the deck, and where on a sight of the
    dealer's hand, for each sight (`Rules.sights`).
    """

    one: HandClass
    index: int = 0
    decision: Places = 1


def decided_by(strategy: Strategy | None) -> tuple[Matchups, Sequence[int]] | None:
    """The situations of a base game with the place of each decision; None where nothing is decided."""
    if strategy is None:
        return None
    place_of = {multiple: place for place, multiple in enumerate((FOLD, *strategy.game.rules.multiples))}
    return strategy.game.matchups, [place_of[decision] for decision in strategy.decisions]


def player_classes(
    rules: Rules,
    decided: tuple[Matchups, Sequence[int]] | None,
    *,
    apart: Callable[[HandClass], bool],
    colours: bool,
    named: Collection[Suit],
) -> Iterator[PlayerClass]:
    """Yield hands of three cards in classes that no wager distinguishes.

    `decided` are the situations of the base game with a number for what is done in each, if something is.
    `apart` is whether the suit of a class of one suit matters, `colours` whether it matters which cards are
    of one colour; `named` are the suits of the other hands that are distinguished from others.
    """
    deck = rules.deck
    marks = _marks(deck, frozenset(named), colours=colours) if named or colours else ()
    whole = map(PlayerClass, hand_classes(rules.ranking)) if decided is None else _decided(rules, *decided)
    for player in whole:
        for part in by_suit(player.one, rules.ranking) if apart(player.one) else (player.one,):
            parts: Iterable[HandClass] = [part]
            # A class of one suit by itself needs no parts.
            if marks and (part.suit is None or len(deck.suits) == 1):
                parts = _parts(part, deck, marks, rules.sights)
            for one in parts:
                yield replace(moved(player, one.cards, rules), one=one)


@lru_cache(maxsize=16)
def _marks(deck: Deck, named: frozenset[Suit], *, colours: bool) -> tuple[Any, ...]:
    """Of each suit what it may change places with, its colour by that, and the colour; then of jokers."""
    suits, alike = deck.suits, deck.alike
    kinds = [-1 - own if suit in named else alike[own] for own, suit in enumerate(suits)]
    shades = [[one.colour for one in suits].index(suit.colour) if colours else 0 for suit in suits]
    of = [*zip(kinds, shades, strict=True)]
    own = [(kind, tuple(sorted(one for one, like in of if like == shade)), shade) for kind, shade in of]
    return (*own, (len(suits), (), -1))


def _called(suits: Sequence[int], marks: tuple[Any, ...]) -> tuple[object, ...]:
    """What suits share that moves take to each other which keep their marks."""
    names, shades = dict[int, int](), dict[int, int]()
    return tuple(
        (*marks[suit][:2], names.setdefault(suit, len(names)), shades.setdefault(marks[suit][2], len(shades)))
        for suit in suits
    )


def suit_moves(deck: Deck, named: frozenset[Suit], *, colours: bool) -> tuple[tuple[int, ...], ...]:
    """The moves of suits that leave a deck, the named suits and, if asked for, both colours as they are."""
    own, marks = tuple(range(len(deck.suits))), _marks(deck, named, colours=colours)
    every = moves_of(deck.alike, frozenset(own))
    return tuple(move for move in every if _called(move, marks) == _called(own, marks))


def _parts(
    hand_class: HandClass, deck: Deck, marks: tuple[Any, ...], sights: Sights | None
) -> Iterator[HandClass]:
    """Yield a class in parts of hands that moves of suits take to each other which keep their marks."""
    if not deck.regular or sights is not None:
        yield from suit_variants(hand_class, deck, None if sights is None else sights.suits_alike)
        return
    rank_of, suit_of = deck.rank_of, deck.suit_of
    ranks = [rank_of[card] for card in hand_class.cards]
    shown = tuple(suit_of[card] for card in hand_class.cards)
    parts = _suits_of_parts(deck, marks, tuple(map(ranks.index, ranks)), shown)
    total = sum(ways for _, ways in parts)
    for suits, ways in parts:
        first, second, third = (
            card + (suit - suit_of[card]) * deck.copies
            for card, suit in zip(hand_class.cards, suits, strict=True)
        )
        yield replace(hand_class, weight=hand_class.weight * ways // total, cards=(first, second, third))


@cache
def _suits_of_parts(
    deck: Deck, marks: tuple[Any, ...], ranks: tuple[int, ...], suits: tuple[int, ...]
) -> list[tuple[tuple[int, ...], int]]:
    """The suits that cards get by moves which leave the deck as it is: one of each part, with its number.

    Cards with the same number in `ranks` are of one rank, and can change places.
    """
    # Each way to move the suits makes as many hands of the class, so a part's share of the ways is its share
    # of the class. Where cards of one rank can change places the least of the orders stands for all.
    joker = len(deck.suits)
    orders = [order for order in permutations(range(3)) if tuple(ranks[place] for place in order) == ranks]
    first: dict[Hashable, tuple[int, ...]] = {}
    ways: Counter[Hashable] = Counter()
    for move in moves_of(deck.alike, frozenset(suits) - {joker}):
        own = tuple((*move, joker)[suit] for suit in suits)
        key = min(_called([own[place] for place in order], marks) for order in orders)
        first.setdefault(key, own)
        ways[key] += 1
    return [(first[key], number) for key, number in ways.items()]


def _decided(rules: Rules, situations: Matchups, numbers: Sequence[int]) -> Iterator[PlayerClass]:
    """Yield the suit classes of a base game with what is decided."""
    import numpy as np

    places, classes = situations.arrays.decisions(numbers), situations.arrays.numbers
    order = np.argsort(classes, kind="stable")
    ends = np.bincount(classes, minlength=len(situations.classes)).cumsum()
    for one, indexes in zip(situations.classes, np.split(order, ends[:-1]), strict=True):
        decided = places[indexes]
        decision: Places = int(decided[0])
        if (decided != decided[0]).any() and rules.sights is not None:
            decision = np.full(rules.sights.number, decided[0])  # some sights cannot be beside a hand
            decision[cast("Sighted", situations).sight[indexes]] = decided
        elif (decided != decided[0]).any():
            seen = [situations[index].seen for index in indexes.tolist()]
            decision = _by_card(one.cards, list(zip(seen, decided.tolist(), strict=True)), rules.deck)
        yield PlayerClass(one, int(indexes[0]), decision)


def _by_card(hand: tuple[int, ...], decided: Sequence[tuple[Seen | None, int]], deck: Deck) -> Integers:
    """Return what is decided against each card of the deck; one of the hand itself is never seen."""
    import numpy as np

    suits = len(deck.suits)
    own, found = {card % suits for card in hand}, np.full((len(deck.ranks), suits), decided[0][1])
    others = [suit for suit in range(suits) if suit not in own]
    for one, place in decided:
        # A card of a suit that the hand does not show stands for those of all such suits.
        suit = None if one is None or one.card is None else one.card % suits
        alike = list(range(suits)) if suit is None else [suit] if suit in own else others
        for rank in () if one is None else one.ranks:
            found[rank, alike] = place
    return found.reshape(-1)


def moved(held: PlayerClass, cards: tuple[int, ...], rules: Rules) -> PlayerClass:
    """Return a hand with other suits, and what is decided for it; its cards stand in the same order."""
    one = replace(held.one, cards=cards)
    if isinstance(held.decision, int) or cards == held.one.cards:
        return replace(held, one=one)
    # A decision depends on what the dealer's suit is to the hand, and so moves as the hand's suits did; which
    # of the suits that the hand does not show comes where does not matter.
    deck, sights = rules.deck, rules.sights
    suits = zip(*([deck.suit_of[card] for card in some] for some in (held.one.cards, cards)), strict=True)
    shown = [(before, after) for before, after in suits if before < len(deck.suits)]
    alike = deck.alike if sights is None else sights.suits_alike
    moves = moves_of(alike, frozenset(before for before, _ in shown))
    swap = next(move for move in moves if all(move[before] == after for before, after in shown))
    decision = held.decision.copy()
    if sights is None:
        decision[[card + swap[suit] - suit for card, suit in enumerate(deck.suit_of)]] = held.decision
    else:
        decision[sights.moved(swap)] = held.decision
    return replace(held, one=one, decision=decision)
