"""Player against dealer, of three cards: how many dealer hands fail to qualify, lose, tie and win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from combin.cards.suit_classes import hand_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.arrays import Arrays


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player knows of the one card of the dealer's that is face up, or of several.

    It is of one of these `ranks` (rank indexes; one alone where the whole card is seen), the `group`-th thing
    that he can tell. `card` is one such card beside the class's `hand`, as an index; None where he cannot
    tell cards apart. `weight` is how many pairs there are of a hand of the class and what is seen. With
    several cards, or less than a rank, he has a `sight` (`Rules.sights`); then `ranks` holds the group.
    """

    group: int
    ranks: frozenset[int]
    card: int | None
    weight: int
    sight: int | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """One suit class of player hands against all dealer hands from the rest of the deck.

    `counts` are dealer hands by what the comparison comes to, aligned with `Rules.cases`: no qualify, win,
    tie, lose, seen by the player; or six, where the hands are compared though the dealer does not qualify.
    They add to C(49, 3) = 18,424 for 52 cards; with a card `seen`, to the ways to complete a dealer's hand.
    """

    hand: HandClass
    counts: tuple[int, ...]
    seen: Seen | None = None

    @property
    def weight(self) -> int:
        """How many hands there are in the class; with a card seen, pairs of a hand and what is seen."""
        return self.hand.weight if self.seen is None else self.seen.weight

    @property
    def deals(self) -> int:
        """How many dealer hands there are against one hand of the class."""
        return sum(self.counts)

    @property
    def no_qualify(self) -> int:
        """The dealer hands that do not qualify."""
        return sum(self.counts[:-3])

    @property
    def win(self) -> int:
        """The dealer hands that qualify and are lower."""
        return self.counts[-3]

    @property
    def tie(self) -> int:
        """The dealer hands that qualify and are equal."""
        return self.counts[-2]

    @property
    def lose(self) -> int:
        """The dealer hands that qualify and are higher."""
        return self.counts[-1]


class Situations(Sequence[Situation]):
    """All that a player can face in a game, in order: one by one, or together as arrays.

    `classes` are the classes of his hands, and `numbers` tells which one each situation is of. By what is
    seen of the dealer's card, if anything is, and within that weakest hand first; `cards` are the cards seen,
    if he can tell them apart. `by_arrays` is whether it pays to look at them as arrays: they are many, or are
    asked about often enough for numpy to be loaded.
    """

    classes: tuple[HandClass, ...]
    numbers: Sequence[int]
    cards: Sequence[int] | None = None
    by_arrays: bool

    def __init__(self, matchups: Sequence[Situation], *, by_arrays: bool = False) -> None:
        """Take matchups in which no card of the dealer's is seen."""
        self.by_arrays = by_arrays
        self.classes = tuple(one.hand for one in matchups)
        self.numbers = range(len(matchups))
        self._matchups = matchups

    def spans(self) -> Iterable[range]:
        """Return the places of those in which one thing is seen, for all that can be, in order."""
        return (range(len(self.numbers)),)

    @cached_property
    def arrays(self) -> Arrays:
        """All situations together, as arrays."""
        from combin.exact.arrays import Arrays

        return Arrays(
            numbers=self.numbers,
            counts=[one.counts for one in self._matchups],
            weights=[one.weight for one in self._matchups],
            groups=[0] * len(self._matchups),
            classes=self.classes,
        )

    @overload
    def __getitem__(self, index: int) -> Situation: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Situation]: ...

    def __getitem__(self, index: int | slice) -> Situation | Sequence[Situation]:
        """Return one situation, or some."""
        return self._matchups[index]

    def __iter__(self) -> Iterator[Situation]:
        """Go through all situations."""
        return iter(self._matchups)

    def __len__(self) -> int:
        """Return how many situations there are."""
        return len(self._matchups)


class Sieve:
    """How many of the hands put in so far avoid three given cards, by inclusion and exclusion."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.all = 0
        self.with_card = [0] * cards
        self.with_pair = [0] * (cards * cards)

    def put(self, hands: Sequence[tuple[int, int, int]]) -> None:
        """Add hands, each as three ascending card indexes."""
        cards, with_card, with_pair = self.cards, self.with_card, self.with_pair
        self.all += len(hands)
        for a, b, c in hands:
            with_card[a] += 1
            with_card[b] += 1
            with_card[c] += 1
            with_pair[a * cards + b] += 1
            with_pair[a * cards + c] += 1
            with_pair[b * cards + c] += 1

    def avoiding(self, hand: Sequence[int], *, hand_itself: bool) -> int:
        """Count the hands put in that share no card with `hand`; say whether it was put in itself."""
        a, b, c = sorted(hand)
        cards, with_card, with_pair = self.cards, self.with_card, self.with_pair
        return (
            self.all
            - (with_card[a] + with_card[b] + with_card[c])
            + (with_pair[a * cards + b] + with_pair[a * cards + c] + with_pair[b * cards + c])
            - hand_itself
        )


class SieveOfKinds:
    """What a `Sieve` tells of several decks shuffled together, from kinds of cards instead of cards.

    Copies of a card are alike: of the hands with a kind of which there are n, m of them in the hand, m / n
    hold a given copy, and m (m - 1) / n (n - 1) two given ones. So eight decks cost what one does.
    """

    def __init__(self, deck: Deck) -> None:
        self.kind_of = [deck.index(card) for card in deck.cards]
        self.number = [deck.number(card) for card in deck.cards]
        self.all = 0
        self.with_card: Counter[int] = Counter()
        self.with_pair: Counter[tuple[int, int]] = Counter()

    def put(self, hands: Iterable[tuple[int, int, int]]) -> None:
        """Add all hands of some kinds, each named by the ascending first indexes of its kinds."""
        number, with_card, with_pair = self.number, self.with_card, self.with_pair
        for kinds in hands:
            a, b, c = kinds
            if a != b != c:  # most hands, in short
                of_a, of_b, of_c = number[a], number[b], number[c]
                self.all += of_a * of_b * of_c
                with_card[a] += of_b * of_c
                with_card[b] += of_a * of_c
                with_card[c] += of_a * of_b
                with_pair[a, b] += of_c
                with_pair[a, c] += of_b
                with_pair[b, c] += of_a
                continue
            held = Counter(kinds)
            every = prod(comb(number[kind], times) for kind, times in held.items())
            self.all += every
            for kind, times in held.items():
                with_card[kind] += every * times // number[kind]
            for one, other in set(combinations(kinds, 2)):
                if one == other:
                    ordered, pairs = held[one] * (held[one] - 1), number[one] * (number[one] - 1)
                else:
                    ordered, pairs = held[one] * held[other], number[one] * number[other]
                with_pair[one, other] += every * ordered // pairs

    def avoiding(self, hand: Sequence[int], *, hand_itself: bool) -> int:
        """Count the hands put in that share no card with `hand`; say whether it was put in itself."""
        kinds = sorted(self.kind_of[card] for card in hand)
        with_card = sum(self.with_card[kind] for kind in kinds)
        with_pair = sum(self.with_pair[pair] for pair in combinations(kinds, 2))
        return self.all - with_card + with_pair - hand_itself


def sieve_of_threes(ranking: Ranking) -> tuple[Sieve | SieveOfKinds, Sequence[Any]]:
    """Return an empty sieve for hands of three, and for each level all its hands as the sieve takes them."""
    if ranking.deck.copies == 1:
        return Sieve(len(ranking.deck)), ranking.hands
    return SieveOfKinds(ranking.deck), ranking.different_hands


Count = TypeVar("Count", int, "NDArray[np.int64]")


def against(
    total: Count, failing: Count, lower: Count, not_higher: Count, *, qualified: bool, cases: int
) -> tuple[Count | int, ...]:
    """Return the counts of a situation from those of dealer hands below certain levels, or those of many.

    Args:
        total: all dealer hands.
        failing: those that do not qualify.
        lower: those lower than the player's hand.
        not_higher: those lower or equal.
        qualified: whether the player's hand is one with which a dealer would qualify.
        cases: 4 or 6, as `Situation.counts` has them.
    """
    # A dealer's hand that fails to qualify is lower than every hand that would qualify; so with such a hand
    # the player beats all of them, and no comparison is needed. With a lower hand he loses to every dealer
    # who qualifies.
    if qualified:
        win, tie, lose = lower - failing, not_higher - lower, total - not_higher
        return (failing, win, tie, lose) if cases == 4 else (failing, 0, 0, win, tie, lose)
    higher = total - failing
    if cases == 4:
        return failing, 0, 0, higher
    return lower, not_higher - lower, failing - not_higher, 0, 0, higher


class Turned(NamedTuple):
    """Dealer hands of some levels that, against others, count in another case than the order has them in.

    `own` are the levels of the player's hands; `counted` and `meant` are places from the end of the counts
    of a situation, where the order of levels has them and where they belong.
    """

    own: range
    dealers: range
    counted: int
    meant: int


def turned(ranking: Ranking, qualifies: int, cases: int) -> Iterator[Turned]:
    """Yield the dealer hands that are beaten from below, or beat from there, by whether they qualify.

    Args:
        ranking: the order of hands.
        qualifies: the lowest level with which the dealer qualifies.
        cases: 4 or 6, as `Situation.counts` has them.
    """
    for lower, higher in ranking.upsets:
        for own, dealers, counted, meant in ((lower, higher, -1, -3), (higher, lower, -3, -1)):
            border = min(max(dealers.start, qualifies), dealers.stop)
            if dealers.start < border and cases > 4:
                yield Turned(own, range(dealers.start, border), counted - 3, meant - 3)
            if border < dealers.stop:
                yield Turned(own, range(border, dealers.stop), counted, meant)


@lru_cache(maxsize=8)
def matchups(ranking: Ranking, qualifies: int = 0, cases: int = 4) -> tuple[Situation, ...]:
    """Return a situation for every suit class of player hands of three cards, weakest first.

    Args:
        ranking: the order of hands.
        qualifies: the lowest level with which the dealer qualifies (0: always).
        cases: 6 to compare the hands though the dealer does not qualify, else 4.

    A dealer hand avoids the player's cards a, b, c in N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) - N(abc)
    of the hands below a level. The slow equivalent compares every pair of hands; `combin.proof.brute` does.
    """
    failing, levels = sieve_of_threes(ranking)
    for hands in levels[:qualifies]:
        failing.put(hands)
    dealer_hands = comb(len(ranking.deck) - 3, 3)
    moves = [(move, sieve_of_threes(ranking)[0]) for move in turned(ranking, qualifies, cases)]
    for move, some in moves:
        for hands in levels[move.dealers.start : move.dealers.stop]:
            some.put(hands)
    found = []
    for one, lower, not_higher in _compared(ranking):
        qualified = one.strength.level >= qualifies
        fail = failing.avoiding(one.cards, hand_itself=not qualified)
        counts = list(against(dealer_hands, fail, lower, not_higher, qualified=qualified, cases=cases))
        for move, some in moves:
            if one.strength.level in move.own:
                number = some.avoiding(one.cards, hand_itself=False)
                counts[move.counted] -= number
                counts[move.meant] += number
        found.append(Situation(one, tuple(counts)))
    return tuple(found)


@lru_cache(maxsize=8)
def _compared(ranking: Ranking) -> tuple[tuple[HandClass, int, int], ...]:
    """Return for every suit class how many dealer hands are lower, and how many are not higher.

    One sweep up the strengths; games that differ in what qualifies share it.
    """
    # The sieve is asked twice at each level: before its hands go in, for what is lower, and after, for what
    # is not higher; the hand itself is then in, once. So every hand is put in once, and what a class costs
    # does not depend on how many hands there are.
    classes: list[list[HandClass]] = [[] for _ in ranking.strengths]
    for one in hand_classes(ranking):
        classes[one.strength.level].append(one)
    sieve, levels = sieve_of_threes(ranking)
    found = []
    for level, hands in enumerate(levels):
        below = [sieve.avoiding(one.cards, hand_itself=False) for one in classes[level]]
        sieve.put(hands)
        for one, lower in zip(classes[level], below, strict=True):
            found.append((one, lower, sieve.avoiding(one.cards, hand_itself=True)))
    return tuple(found)
