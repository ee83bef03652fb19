"""Player against dealer: how many dealer hands lie below each level, and all that a player can face.

Of the dealer hands that hold all cards of a set T, let N(T, L) be how many lie below the level L. Those that
hold the cards `seen` and none of a player's hand h are, below a level,

    sum over the sets S of cards of h, of (-1) ** |S| * N(seen + S, L).

N depends on the ranks of T and on which of its suits are one, so 183 rows of levels (one for no card, 13 for
one, 169 for two) hold it for 52 cards; a whole hand is below L or it is not.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, groupby, pairwise, permutations, repeat
from math import comb
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec import Struct

from combin.cards.suit_classes import HandClass, by_suit, hand_classes

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.ranking import Ranking
    from combin.exact.arrays import Arrays

    Count = TypeVar("Count", int, NDArray[np.int64])
    Below: TypeAlias = Callable[[Integers], Integers]
    """How many dealer hands are below levels, row by row."""

BySuits: TypeAlias = "Mapping[tuple[int, ...], tuple[int, ...]]"
RankSets: TypeAlias = tuple[frozenset[int], ...]
Kinds: TypeAlias = tuple[int, ...]
"""Cards by their kinds: copies of a card are of one, and all jokers and wild cards."""


class Sieve(dict[Kinds, int]):
    """How many dealer hands hold given cards and lie below each level.

    A mapping of cards, in any order, to the place of their row in `rows`: how many hands are below each
    level. Of a whole hand, to its level. Rows are made when they are asked for, in plain Python; sets of
    cards that a move of suits turns into each other share one.
    """

    def __init__(self, ranking: Ranking, levels: int = 0, by_suits: BySuits | None = None) -> None:
        # Other levels of its hands, so many, may be given as `Ranking.by_suits` has them.
        super().__init__()
        deck, self.size, self.dealt = ranking.deck, ranking.size, ranking.dealt
        self.levels, self.by_suits = levels or len(ranking.strengths), by_suits or ranking.by_suits
        cards = list(zip(deck.rank_of, deck.suit_of, strict=True))
        self.kinds = sorted(set(cards))
        place = {kind: index for index, kind in enumerate(self.kinds)}
        self.kind_of = [place[card] for card in cards]
        self.number = [self.kind_of.count(kind) for kind in range(len(self.kinds))]
        self.rows: list[list[int]] = []
        self._suits_of: dict[int, list[int]] = {}
        for rank, suit in self.kinds:
            self._suits_of.setdefault(rank, []).append(suit)
        self._alike = (*deck.alike, len(deck.suits))
        self._ways: dict[Hashable, dict[int, int]] = {}
        self._completed: dict[Kinds, list[int]] = {}
        self._row_of: dict[Hashable, int] = {}
        self._places: dict[int, Integers] = {}
        self._array: Integers | None = None

    def __missing__(self, held: Kinds) -> int:
        cards = tuple(sorted(held))
        if len(held) == self.dealt:
            found = self._level(cards)
        else:
            found = self._row_of.setdefault(self._key(cards), len(self.rows))
            if found == len(self.rows):
                ways = [0] * self.levels
                for level, number in self._ways_of(cards).items():
                    ways[level] = number
                self.rows.append([0, *accumulate(ways)])
        self[held] = found
        return found

    def _level(self, held: Kinds) -> int:
        if len(held) > self.size:
            return max(map(self._level, combinations(held, self.size)))
        ranks, suits = zip(*[self.kinds[kind] for kind in held], strict=True)
        return self.by_suits[ranks][len(set(suits)) - 1]

    def _key(self, held: Kinds) -> Hashable:
        """Return what sets of cards share that a move of suits turns into each other."""
        names: dict[int, int] = {}
        cards = [self.kinds[kind] for kind in held]
        return tuple([(rank, self._alike[suit], names.setdefault(suit, len(names))) for rank, suit in cards])

    def _ways_of(self, held: Kinds) -> dict[int, int]:
        """Return how many hands of each level hold given cards."""
        key = self._key(held)
        if key in self._ways:
            return self._ways[key]
        missing, found = self.dealt - len(held), defaultdict[int, int](int)
        left = list(self.number)
        for kind in held:
            left[kind] -= 1
        if missing == 1:
            for level, number in zip(self._with_one_more(held), left, strict=True):
                if number:
                    found[level] += number
        else:
            # A hand is met once for each of its cards beyond those given. Suits that those do not show are
            # taken together.
            shown = {self.kinds[kind][1] for kind in held}
            times: dict[Hashable, int] = defaultdict(int)
            example: dict[Hashable, int] = {}
            for kind, ((rank, suit), number) in enumerate(zip(self.kinds, left, strict=True)):
                if number:
                    like: Hashable = (rank, suit) if suit in shown else (rank, None, self._alike[suit])
                    times[like] += number
                    example[like] = kind
            for like, number in times.items():
                for level, ways in self._ways_of(tuple(sorted((*held, example[like])))).items():
                    found[level] += number * ways
            found = defaultdict(int, {level: ways // missing for level, ways in found.items()})
        self._ways[key] = found
        return found

    def _with_one_more(self, held: Kinds) -> list[int]:
        """Return the level of cards with each kind of card added."""
        if held in self._completed:
            return self._completed[held]
        if len(held) == self.size:  # and one card more: the best of these count
            parts = map(self._with_one_more, combinations(held, len(held) - 1))
            return list(map(max, repeat(self._level(held)), *parts))
        ranks, suits = [self.kinds[kind][0] for kind in held], {self.kinds[kind][1] for kind in held}
        found: list[int] = []
        for rank, of_rank in self._suits_of.items():
            levels = self.by_suits[tuple(sorted((*ranks, rank)))]
            found += [levels[len(suits) - (suit in suits)] for suit in of_rank]
        self._completed[held] = found
        return found

    def total(self, hand: int, seen: int = 0) -> int:
        """Return how many dealer hands hold that many cards that are seen, and none of a hand of so many."""
        return comb(sum(self.number) - hand - seen, self.dealt - seen)

    def below(self, hand: Kinds, level: int, borders: Sequence[int], seen: Kinds = ()) -> list[int]:
        """Return how many dealer hands are below levels beside a hand of three of a level.

        They hold none of its cards, and the card seen if one is.
        """
        a, b, c = hand
        # A place is asked for first, since what was not there before adds a row.
        places = self[seen], self[(*seen, a)], self[(*seen, b)], self[(*seen, c)]
        none, one, two, three = map(self.rows.__getitem__, places)
        if seen:
            with_a, with_b = (self._with_one_more(tuple(sorted((*seen, kind)))) for kind in (a, b))
            ab, ac, bc = with_a[b], with_a[c], with_b[c]
            return [
                none[at] - one[at] - two[at] - three[at] + (ab < at) + (ac < at) + (bc < at) for at in borders
            ]
        first, second, third = [self.rows[place] for place in (self[a, b], self[a, c], self[b, c])]
        return [
            none[at] - one[at] - two[at] - three[at] + first[at] + second[at] + third[at] - (level < at)
            for at in borders
        ]

    def of_class(self, hand: HandClass) -> Kinds:
        """Return the cards of a class of hands."""
        return tuple(sorted([self.kind_of[card] for card in hand.cards]))

    def of_each_level(self, classes: Sequence[HandClass], borders: Sequence[int] = ()) -> list[list[int]]:
        """Return how many dealer hands without the cards of each class lie from each border up to the next.

        By default of each level; borders are then 0 to the number of levels.
        """
        borders = borders or range(self.levels + 1)
        hands = list(map(self.of_class, classes))
        if self.dealt == 3:
            below = [self.below(hand, self[hand], borders) for hand in hands]
        else:
            import numpy as np

            of_hands = self.all_below(np.array(hands).T)
            every = [of_hands(np.full(len(hands), border)) for border in borders]
            below = np.stack(every, axis=1).tolist()
        return [[stop - start for start, stop in pairwise(row)] for row in below]

    # -- the same of many hands together: cards are arrays of kinds ----------------------------------------

    @cached_property
    def made(self) -> Integers:
        """The level of each choice of as many kinds of cards as count (kinds x kinds x kinds), -1 if none."""
        import numpy as np

        size = self.size
        ranks, suits = (np.ix_(*[of] * size) for of in np.array(self.kinds).T)
        by_rank = np.full((self.kinds[-1][0] + 1,) * size + (size,), -1, np.int32)
        for some, levels in self.by_suits.items():
            for order in set(permutations(some)):
                by_rank[order] = levels
        shown = np.zeros((1,) * size, np.int64)
        for place in range(1, size):
            shown = shown + np.logical_and.reduce(
                np.broadcast_arrays(*[suits[place] != other for other in suits[:place]])
            )
        found: Integers = by_rank[(*ranks, shown)]
        return found

    def levels_of(self, held: Sequence[Integers] | Integers) -> Integers:
        """Return the levels of whole hands."""
        import numpy as np

        size = self.size
        if len(held) > size:
            best: Integers = np.maximum.reduce([self.levels_of(some) for some in combinations(held, size)])
            return best
        level: Integers = self.made[tuple(held)]
        return level

    def places_of(self, held: Sequence[Integers] | Integers) -> Integers:
        """Return the places in `rows` of sets of cards that are no whole hands."""
        import numpy as np

        size, code = len(self.kinds), np.zeros(1, np.int64)
        for kinds in held:
            code = code * size + kinds
        places = self._places.setdefault(len(held), np.full(size ** len(held), -1))
        asked = np.zeros(len(places), np.bool_)
        asked[code] = True
        for one in np.flatnonzero(asked & (places < 0)).tolist():
            places[one] = self[tuple(sorted(one // size**place % size for place in range(len(held))))]
        return places[code]

    @property
    def _flat(self) -> Integers:
        """All rows, one after the other."""
        import numpy as np

        if self._array is None:
            self._array = np.empty((0, self.levels + 1), np.int64)
        if rows := self.rows[len(self._array) :]:
            self._array = np.concatenate([self._array, rows])
        return self._array.reshape(-1)

    def all_below(self, hands: Sequence[Integers] | Integers, seen: Sequence[Integers] = ()) -> Below:
        """Return what counts as `below` does: hands of any size, and of each as many whole cards seen.

        Sums stay far below 2^63: of eight decks of 218 cards there are C(1744, 3) hands, fewer than 2^30.
        """
        import numpy as np

        starts, whole, width = [], [], self.levels + 1
        for of in range(self.dealt - len(seen) + 1):
            add = np.subtract if of % 2 else np.add
            for some in combinations(hands, of):
                held = (*seen, *some)
                if len(held) == self.dealt:
                    whole.append((add, self.levels_of(held)))
                else:
                    starts.append((add, self.places_of(held) * width))
        flat = self._flat

        def below(border: Integers) -> Integers:
            found = np.zeros(border.shape, np.int64)
            for add, start in starts:
                add(found, flat[start + border], out=found)
            for add, level in whole:
                add(found, level < border, out=found)
            return found

        return below


sieve_of = lru_cache(maxsize=8)(Sieve)
"""The sieve of the hands of a ranking, which is kept."""


def against(
    total: Count, failing: Count, lower: Count, not_higher: Count, *, qualified: bool, cases: int
) -> tuple[Count | int, ...]:
    """Return the counts of a matchup, or of many, from those of dealer hands below certain levels.

    The dealer's `failing` hands do not qualify, `lower` ones the player's hand beats, `not_higher` ones it
    beats or ties; it is `qualified` if a dealer would qualify with it.
    """
    # A dealer's hand that fails to qualify is lower than every hand that would qualify; so with such a hand
    # the player beats all of them, and no comparison is needed. A lower hand loses to every dealer
    # who qualifies.
    if qualified:
        win, tie, lose = lower - failing, not_higher - lower, total - not_higher
        return (failing, win, tie, lose) if cases == 4 else (failing, 0, 0, win, tie, lose)
    higher = total - failing
    if cases == 4:
        return failing, 0, 0, higher
    return lower, not_higher - lower, failing - not_higher, 0, 0, higher


def upsets(ranking: Ranking, qualifies: int, cases: int) -> Iterator[tuple[range, range, int, int]]:
    """Yield levels of the player's, and of dealer hands that against these count in another case.

    With them come the place, from the end of the counts of a matchup, where the order of levels has them, and
    that where they belong.
    """
    for lower, higher in ranking.upsets:
        for own, dealers, counted, meant in ((lower, higher, -1, -3), (higher, lower, -3, -1)):
            border = min(max(dealers.start, qualifies), dealers.stop)
            if dealers.start < border and cases > 4:
                yield own, range(dealers.start, border), counted - 3, meant - 3
            if border < dealers.stop:
                yield own, range(border, dealers.stop), counted, meant


def counts_of(
    ranking: Ranking, qualifies: int, cases: int, rows: Iterable[tuple[int, Kinds, Kinds]]
) -> Iterator[tuple[int, ...]]:
    """Yield the counts of hands of three: of each its level, its kinds, and that of a card seen if one is."""
    sieve, moves, totals = sieve_of(ranking), list(upsets(ranking, qualifies, cases)), {}
    for level, hand, seen in rows:
        if len(seen) not in totals:
            totals[len(seen)] = sieve.total(3, len(seen))
        failing, lower, not_higher = sieve.below(hand, level, (qualifies, level, level + 1), seen)
        counts = against(
            totals[len(seen)], failing, lower, not_higher, qualified=level >= qualifies, cases=cases
        )
        if moves:
            moved = list(counts)
            for own, dealers, counted, meant in moves:
                if level in own:
                    start, stop = sieve.below(hand, level, (dealers.start, dealers.stop), seen)
                    moved[counted] -= stop - start
                    moved[meant] += stop - start
            counts = tuple(moved)
        yield counts


def compared(
    ranking: Ranking, level: Integers, total: int | Integers, below: Below, *, qualifies: int, cases: int
) -> Integers:
    """Return (rows x cases, as `Matchup.counts` has them) the counts of hands of these levels, row by row.

    `total` is how many dealer hands there are against each, `below` how many of these are below levels, and
    `qualifies` the lowest level with which the dealer qualifies.
    """
    import numpy as np

    found = np.empty((len(level), cases), np.int64)
    every: Integers = np.broadcast_to(total, level.shape)
    counted = below(np.full_like(level, qualifies)), below(level), below(level + 1)
    for qualified in (False, True):
        rows = (level >= qualifies) == qualified
        failing, lower, not_higher = (one[rows] for one in counted)
        counts = against(every[rows], failing, lower, not_higher, qualified=qualified, cases=cases)
        found[rows] = np.stack(np.broadcast_arrays(*counts), axis=1)
    for own, dealers, counted_as, meant in upsets(ranking, qualifies, cases):
        number = below(np.full_like(level, dealers.stop)) - below(np.full_like(level, dealers.start))
        number[(level < own.start) | (level >= own.stop)] = 0
        found[:, counted_as] -= number
        found[:, meant] += number
    return found


class Seen(Struct, frozen=True):
    """What a player knows of the one card of the dealer's that is face up, or of several.

    It is of one of these `ranks` (rank indexes), the `group`-th thing that he can tell. `card` is one such
    card beside the class's hand; None where he cannot tell cards apart. `weight` is how many pairs there are
    of a hand of the class and what is seen. With several cards, or less than a rank, there is a `sight`
    (`Rules.sights`); then `ranks` holds the group.
    """

    group: int
    ranks: frozenset[int]
    card: int | None
    weight: int
    sight: int | None = None


class Matchup(Struct, frozen=True):
    """One suit class of player hands against all dealer hands from the rest of the deck.

    `counts` are dealer hands by the result of the comparison, aligned with `Rules.cases`: no qualify, win,
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


class Matchups:
    """All that a player can face, one by one or as arrays: by what is seen, then weakest hand first.

    `classes` are the classes of his hands, and `numbers` tells which one each matchup is of; `cards` are the
    cards seen, if he can tell them apart. `by_arrays` is whether it pays to look at them as arrays.
    """

    classes: tuple[HandClass, ...]
    numbers: Sequence[int]
    cards: Sequence[int] | None = None
    by_arrays: bool = False

    def __init__(
        self,
        matchups: Sequence[Matchup],
        classes: tuple[HandClass, ...] = (),
        numbers: Sequence[int] = (),
        cards: Sequence[int] | None = None,
        *,
        by_arrays: bool = False,
    ) -> None:
        self.by_arrays = by_arrays  # by default nothing is seen, and there is one of each class
        self.classes = classes or tuple(one.hand for one in matchups)
        self.numbers = numbers or range(len(matchups))
        self.cards = cards
        self._matchups = matchups

    def spans(self) -> Iterable[range]:
        """The places of those in which one thing is seen, for all that can be, in order."""
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

    @cached_property
    def packed(self) -> tuple[int, list[int]]:
        """Of each its hands and its deals by case, put into one integer by so many bits: sums of all fit."""
        bits = sum(one.weight * (1 + one.deals) for one in self).bit_length()
        return bits, [
            one.weight * sum(n << bits * at for at, n in enumerate((1, *one.counts))) for one in self
        ]

    def __getitem__(self, index: int) -> Matchup:
        return self._matchups[index]

    def __iter__(self) -> Iterator[Matchup]:
        return iter(self._matchups)

    def __len__(self) -> int:
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

    `qualifies` is the lowest level with which the dealer does; with 6 `cases` the hands are compared though
    he does not. The slow equivalent compares every pair of hands; `tests/helpers/brute.py` does.
    """
    classes, sieve = hand_classes(ranking), sieve_of(ranking)
    if ranking.dealt == 3:
        rows = ((one.strength.level, sieve.of_class(one), ()) for one in classes)
        return tuple(map(Matchup, classes, counts_of(ranking, qualifies, cases, rows)))
    import numpy as np

    level = np.array([one.strength.level for one in classes])
    below = sieve.all_below(np.array([sieve.of_class(one) for one in classes]).T)
    counts = compared(ranking, level, sieve.total(ranking.dealt), below, qualifies=qualifies, cases=cases)
    return tuple(map(Matchup, classes, map(tuple, counts.tolist())))


@lru_cache(maxsize=8)
def face_up_rows(
    ranking: Ranking, qualifies: int, cases: int, classes: tuple[HandClass, ...], groups: RankSets
) -> Matchups:
    """Return what `combin.exact.observed.face_up` does, one by one, for where numpy is not."""
    suits, ranks = len(ranking.deck.suits), range(len(ranking.deck.ranks))
    beside = [list(_suits_beside(one.cards, suits)) for one in classes]
    pairs = [
        (rank * suits + suit, number, times)
        for rank in ranks
        for number, one in enumerate(classes)
        for suit, times in beside[number]
        if rank * suits + suit not in one.cards
    ]
    rows = ((classes[at].strength.level, classes[at].cards, (card,)) for card, at, _ in pairs)
    counted = zip(pairs, counts_of(ranking, qualifies, cases, rows), strict=True)
    found: list[tuple[int, Matchup]] = []
    if groups:
        group_of = {rank: place for place, group in enumerate(groups) for rank in group}
        sums: dict[tuple[int, int], list[int]] = {}
        for (card, number, times), counts in counted:
            before = sums.setdefault((group_of[card // suits], number), [0] * cases)
            before[:] = [total + times * count for total, count in zip(before, counts, strict=True)]
        for (group, at), added in sorted(sums.items()):
            seen = Seen(group, groups[group], None, classes[at].weight)
            found.append((at, Matchup(classes[at], tuple(added), seen)))
    else:
        alone = [frozenset({rank}) for rank in ranks]
        for (card, at, times), counts in counted:
            seen = Seen(card // suits, alone[card // suits], card, classes[at].weight * times)
            found.append((at, Matchup(classes[at], counts, seen)))
    numbers, every = zip(*found, strict=True)
    return Matchups(every, classes, numbers, None if groups else [card for card, _, _ in pairs])


def _suits_beside(hand: Sequence[int], suits: int) -> Iterator[tuple[int, int]]:
    """Yield the suits of a card that differ to a hand: those it shows and the first other, for all such."""
    shown = {card % suits for card in hand}
    other = next((suit for suit in range(suits) if suit not in shown), None)
    for suit in range(suits):
        if suit in shown or suit == other:
            yield suit, 1 if suit in shown else suits - len(shown)
