"""Everything that a player can face in a game: his hand, and what he sees of the dealer's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, overload

from msgspec import Struct

from combin.cards.suit_classes import by_suit, hand_classes
from combin.exact.sieve import compared, counts_of, sieve_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.arrays import Arrays


class Seen(Struct, frozen=True):
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


class Matchup(Struct, frozen=True):
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


class Matchups(Sequence[Matchup]):
    """All that a player can face in a game, in order: one by one, or together as arrays.

    `classes` are the classes of his hands, and `numbers` tells which one each matchup is of. By what is seen
    of the dealer's card, if anything is, and within that weakest hand first; `cards` are the cards seen, if
    he can tell them apart. `by_arrays` is whether it pays to look at them as arrays: they are many, or are
    asked about often enough for numpy to be loaded.
    """

    classes: tuple[HandClass, ...]
    numbers: Sequence[int]
    cards: Sequence[int] | None = None
    by_arrays: bool = False

    def __init__(self, matchups: Sequence[Matchup], *, by_arrays: bool = False) -> None:
        """Take matchups in which nothing is seen, one of each class."""
        self.by_arrays = by_arrays
        self.classes = tuple(one.hand for one in matchups)
        self.numbers = range(len(matchups))
        self._matchups = matchups

    def spans(self) -> Iterable[range]:
        """Return the places of those in which one thing is seen, for all that can be, in order."""
        start = 0
        for _, some in groupby(self, lambda matchup: matchup.seen and matchup.seen.group):
            span = range(start, start + sum(1 for _ in some))
            start = span.stop
            yield span

    @cached_property
    def arrays(self) -> Arrays:
        """All matchups together, as arrays."""
        from combin.exact.arrays import Arrays

        return Arrays(
            numbers=self.numbers,
            counts=[one.counts for one in self],
            weights=[one.weight for one in self],
            groups=[one.seen.group if one.seen else 0 for one in self],
            classes=self.classes,
        )

    @overload
    def __getitem__(self, index: int) -> Matchup: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Matchup]: ...

    def __getitem__(self, index: int | slice) -> Matchup | Sequence[Matchup]:
        """Return one matchup, or some."""
        return self._matchups[index]

    def __iter__(self) -> Iterator[Matchup]:
        """Go through all matchups."""
        return iter(self._matchups)

    def __len__(self) -> int:
        """Return how many matchups there are."""
        return len(self._matchups)


@lru_cache(maxsize=16)
def all_face_down(ranking: Ranking, qualifies: int, cases: int, *, suits: bool, by_arrays: bool) -> Matchups:
    """Return all matchups in which nothing is seen; `suits` splits those of one suit."""
    found = face_down(ranking, qualifies, cases)
    return Matchups(split_by_suit(found, ranking) if suits else found, by_arrays=by_arrays)


def split_by_suit(matchups: Iterable[Matchup], ranking: Ranking) -> tuple[Matchup, ...]:
    """Return matchups with those of one suit split, one for each suit."""
    return tuple(Matchup(hand, one.counts) for one in matchups for hand in by_suit(one.hand, ranking))


@lru_cache(maxsize=8)
def face_down(ranking: Ranking, qualifies: int = 0, cases: int = 4) -> tuple[Matchup, ...]:
    """Return a matchup for every suit class of player hands, weakest first, where nothing is seen.

    Args:
        ranking: the order of hands.
        qualifies: the lowest level with which the dealer qualifies (0: always).
        cases: 6 to compare the hands though the dealer does not qualify, else 4.

    The slow equivalent compares every pair of hands; `tests/brute.py` does.
    """
    classes, sieve = hand_classes(ranking), sieve_of(ranking)
    if ranking.dealt == 3:
        rows = ((one.strength.level, sieve.of_class(one), ()) for one in classes)
        return tuple(map(Matchup, classes, counts_of(ranking, qualifies, cases, rows)))
    import numpy as np

    level = np.array([one.strength.level for one in classes])
    below = sieve.all_below(np.array([sieve.of_class(one) for one in classes]).T)
    total = sieve.total(ranking.dealt)
    counts = compared(ranking, level, total, below, qualifies=qualifies, cases=cases)
    return tuple(map(Matchup, classes, map(tuple, counts.tolist())))


class FaceUpRows(Matchups):
    """What `face_up` returns, one by one, for where numpy is not."""

    def __init__(
        self,
        ranking: Ranking,
        qualifies: int,
        cases: int,
        classes: tuple[HandClass, ...],
        groups: Sequence[frozenset[int]],
    ) -> None:
        """Take what `face_up` takes."""
        suits, weights = len(ranking.deck.suits), [one.weight for one in classes]
        beside = [list(_suits_beside(one.cards, suits)) for one in classes]
        pairs = [
            (rank * suits + suit, number, times)
            for rank in range(len(ranking.deck.ranks))
            for number, one in enumerate(classes)
            for suit, times in beside[number]
            if rank * suits + suit not in one.cards
        ]
        rows = ((classes[at].strength.level, classes[at].cards, (card,)) for card, at, _ in pairs)
        counted = zip(pairs, counts_of(ranking, qualifies, cases, rows), strict=True)
        if groups:
            group_of = {rank: place for place, group in enumerate(groups) for rank in group}
            sums: dict[tuple[int, int], list[int]] = {}
            for (card, number, times), counts in counted:
                before = sums.setdefault((group_of[card // suits], number), [0] * cases)
                before[:] = [total + times * count for total, count in zip(before, counts, strict=True)]
            found = [
                (at, Matchup(classes[at], tuple(counts), Seen(group, groups[group], None, weights[at])))
                for (group, at), counts in sorted(sums.items())
            ]
        else:
            alone = [frozenset({rank}) for rank in range(len(ranking.deck.ranks))]
            found = []
            for (card, at, times), counts in counted:
                seen = Seen(card // suits, alone[card // suits], card, weights[at] * times)
                found.append((at, Matchup(classes[at], counts, seen)))
            self.cards = [card for card, _, _ in pairs]
        self.numbers, self._matchups = zip(*found, strict=True)
        self.classes = classes


face_up_rows = lru_cache(maxsize=8)(FaceUpRows)


def _suits_beside(hand: Sequence[int], suits: int) -> Iterator[tuple[int, int]]:
    """Yield the suits of a card that differ to a hand: those it shows and the first other, for all such."""
    shown = {card % suits for card in hand}
    other = next((suit for suit in range(suits) if suit not in shown), None)
    for suit in range(suits):
        if suit in shown or suit == other:
            yield suit, 1 if suit in shown else suits - len(shown)
