"""What the cards of neighbours are worth to a player who is shown them before he decides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cluster import done_shards
from combin.exact.base_game import FOLD
from combin.exact.strategy import best_strategy
from combin.protection.dealer_terms import dealer_terms, decision_terms, refuse_other_games
from combin.protection.samples import Samples, Told
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from combin.exact.strategy import Strategy
    from combin.protection.dealer_terms import Terms
    from combin.rules.resolved import Rules

    Integers = NDArray[np.int64]
    Progress = Callable[[int, int], object]

STANDARD_ERRORS = Fraction(329, 100)
"""How far the ends of a sampled edge are from its estimate: 99.9% of a normal law lie within."""
CONFIDENCE = Fraction(999, 1000)
SAMPLES = 600
"""How many sets of neighbours' cards are drawn, if no number is asked for."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A count that neighbours give, of their cards of the `lowest` rank (a rank index) and above.

    `house_edge` is exact when the player decides at his best by it and by his own hand; hands that are far
    from another decision, whatever one neighbour holds, keep theirs.
    """

    lowest: int
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The house edge when the cards of so many neighbours are known before the decision, with their best use.

    It is exact where `low` is `high`. Else these lie on both sides of an estimate from `samples` sets of
    cards, so far that the edge is between them with the `CONFIDENCE`: that is no proof.
    """

    seen: int
    low: Fraction
    high: Fraction
    signal: Signal
    samples: int = 0

    @property
    def exact(self) -> bool:
        """Whether the edge is exact."""
        return self.low == self.high

    @property
    def estimate(self) -> Fraction:
        """The middle of the ends."""
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Collusion:
    """The house edge by the number of neighbours who show their cards, from none on, and who give a signal.

    `changed` is the part of all pairs of hands in which one neighbour's cards change the decision.
    """

    strategy: Strategy
    letters: Mapping[str, str]
    neighbours: tuple[Neighbours, ...]
    signals: tuple[Signal, ...]
    changed: Fraction

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.strategy.game.rules

    def gain(self, place: int) -> Fraction:
        """Return what the cards of so many neighbours gain, per unit of the initial wager."""
        return self.neighbours[0].estimate - self.neighbours[place].estimate

    def share(self, place: int) -> Fraction | None:
        """Return the part of that gain that the simple signal brings; None where there is none to share."""
        gain = self.gain(place)
        return (self.neighbours[0].high - self.neighbours[place].signal.house_edge) / gain if gain else None


def collusion(
    rules: Rules,
    letters: Mapping[str, str],
    seats: int = 7,
    *,
    samples: int | None = SAMPLES,
    seed: int = 1,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Collusion:
    """Return what the cards of 0, 1, ... other seats are worth to one player.

    With none and one the edge is exact. With more it is estimated: what the cards gain over a count of the
    high ones among them, whose own mean is known exactly, over sets of cards drawn by strata of that count.
    For each set all hands of the player and the dealer are worked out.

    Args:
        rules: a game dealt from one deck without jokers, in which no card of the dealer's is seen.
        letters: pay tables of the base game.
        seats: how many seats are taken, the player's own among them.
        samples: how many sets are drawn for each number of neighbours above one; None to leave these out.
        seed: of the sets; the same seed draws the same ones, whoever works them out.
        workers: processes on this machine that work the sets out; by default this one alone.
        cluster: the address of a Dask scheduler whose workers do.
        progress: is told again and again how many steps are done, and how many there are.

    The slow equivalent goes through the neighbours' hands beside each hand of the player and the dealer.

    Raises:
        RulesError: another kind of game, one without a decision, seats that the deck has not cards for,
            fewer than 100 samples, or no cluster answers.
    """
    refuse_other_games(rules, "neighbours' cards")
    if not rules.play:
        raise RulesError((), f"{rules.file.id}: nothing is decided in this game")
    most = len(rules.deck) // 3 - 1
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: 1 to {most} can be dealt to from {len(rules.deck)} cards")
    if samples is not None and samples < 100:
        raise RulesError((), f"{samples} samples: at least 100 are needed to tell how far they are off")
    strategy = best_strategy(rules, letters)
    base = strategy.distribution.house_edge
    table = _Table(strategy, max(seats - 1, 1))
    chosen = {name: letters[name] for name in rules.base_tables}
    several = range(2, seats) if samples is not None else range(0)
    steps, done = len(strategy.decisions) + (samples or 0) * len(several), 0

    def step(number: int) -> None:
        nonlocal done
        done += number
        if progress is not None:
            progress(done, steps)

    one = table.one_neighbour(step)
    signals = table.signals()
    found = [Neighbours(0, base, base, signals[0]), Neighbours(1, one, one, signals[1])][:seats]
    if several and samples is not None:
        told = [
            Told(seen, signals[seen].lowest, table.by_signal(seen, signals[seen].lowest)) for seen in several
        ]
        sets, gains = Samples(rules, chosen, told, samples, seed), {}
        with done_shards(sets, range(len(sets.strata)), workers, cluster) as shards:
            for place, values in shards:
                gains[place] = values
                step(len(values))
        for seen in several:
            mean, deviation = sets.estimate(seen, gains)
            low, high = (
                signals[seen].house_edge - mean - sign * STANDARD_ERRORS * deviation for sign in (1, -1)
            )
            found.append(Neighbours(seen, low, high, signals[seen], samples))
    return Collusion(strategy, chosen, tuple(found), tuple(signals[:seats]), table.changed)


@dataclass(frozen=True, eq=False)
class _Near:
    """A class of hands that neighbours' cards may decide otherwise, with the terms of each decision.

    `threes` (ranks x 4) are those of threes added up, of which none, one ... are of a rank and above.
    """

    place: int
    weight: int
    cards: tuple[int, int, int]
    terms: Mapping[int, Terms]
    threes: Mapping[int, Integers]


class _Table:
    """One game, and what a player at a table of it can be shown."""

    def __init__(self, strategy: Strategy, most: int) -> None:
        self.strategy, self.game, self.most = strategy, strategy.game, most
        game = strategy.game
        self.dealers = dealer_terms(game.rules.ranking)
        self.size = len(game.rules.deck)
        self.threes: Integers = np.array(list(combinations(range(self.size), 3)))
        a, b, c = self.threes.T
        self.levels: Integers = self.dealers.made[a, b, c].astype(np.int64)
        self.near: list[_Near] = []
        self.far = 0
        self.changed = Fraction(0)

    def deals(self, seen: int) -> int:
        """Return how many dealer hands there are beside the player's hand and those of so many neighbours."""
        return comb(self.size - 3 - 3 * seen, 3)

    def one_neighbour(self, step: Callable[[int], None]) -> Fraction:
        """Return the exact edge with one neighbour's cards, and note which classes can be decided otherwise.

        The player's hand stands for its class; all hands of the neighbour are gone through beside it, unless
        bounds show that none changes the decision.
        """
        game, size = self.game, self.size
        best, changed = 0, 0
        for place, one in enumerate(game.matchups.classes):
            terms = decision_terms(game, one, place)
            usual = max(terms, key=lambda decision: terms[decision].every)
            most = {decision: self._most_gained(terms, usual, decision, one.cards) for decision in terms}
            if max(most.values()) > 0:
                free = np.flatnonzero(~self._holds[list(one.cards)].any(axis=0))
                values = {decision: self._beside(each, free) for decision, each in terms.items()}
                most = {decision: int((value - values[usual]).max()) for decision, value in values.items()}
                together = np.max(list(values.values()), axis=0)
                best += one.weight * int(together.sum())
                changed += one.weight * int((values[usual] < together).sum())
            else:  # over all neighbours' hands each dealer hand is met with C(46, 3) of them
                best += one.weight * terms[usual].every * self.deals(1)
            if any(self._may_change(terms, usual, decision, gain) for decision, gain in most.items()):
                raised = {decision: each for decision, each in terms.items() if decision != FOLD}
                threes = {decision: self._added_threes(each, one.cards) for decision, each in raised.items()}
                self.near.append(_Near(place, one.weight, one.cards, terms, threes))
            else:
                self.far += one.weight * terms[usual].every
            step(1)
        total = comb(size, 3) * comb(size - 3, 3)
        self.changed = Fraction(changed, total)
        return Fraction(-best, total * self.deals(1) * game.unit)

    def _beside(self, terms: Terms, hands: Integers) -> Integers:
        """Return what a decision is worth beside hands of a neighbour, which avoid the player's."""
        a, b, c = self.threes[hands].T
        two, size = terms.two.reshape(-1), self.size
        value: Integers = terms.every - terms.of_level[self.levels[hands]]
        for card in (a, b, c):
            value -= terms.one[card]
        for one, other in ((a, b), (a, c), (b, c)):
            value += two[one * size + other]
        return value

    def _most_gained(
        self, terms: Mapping[int, Terms], usual: int, other: int, own: tuple[int, int, int]
    ) -> int:
        """Return what another decision gains at most beside any hand of a neighbour, or more than that."""
        if other == usual:
            return 0
        left = np.ones(self.size, np.bool_)
        left[list(own)] = False
        here, there = terms[other], terms[usual]
        one = np.sort((here.one - there.one)[left])
        two = (here.two - there.two)[left][:, left].max()
        return int(
            here.every - there.every - one[:3].sum() + 3 * two - (here.of_level - there.of_level).min()
        )

    @cached_property
    def _holds(self) -> NDArray[np.bool_]:
        """Of each card and each hand of three, whether it is one of them."""
        found = np.zeros((self.size, len(self.threes)), np.bool_)
        found[self.threes.T, np.arange(len(self.threes))] = True
        return found

    def _added_threes(self, terms: Terms, own: tuple[int, int, int]) -> Integers:
        """Return (ranks x 4) the terms of threes beside a hand, by how many are of each rank and above."""
        multiset_of, high = self._ranks_of_threes
        worth = terms.of_level[self.levels] * ~self._holds[list(own)].any(axis=0)
        sums = np.bincount(multiset_of, worth).astype(np.int64)  # of numbers far below 2^53
        found: Integers = np.einsum("m,mrk->rk", sums, high)
        return found

    @cached_property
    def _ranks_of_threes(self) -> tuple[Integers, Integers]:
        """The ranks of each three as a number; for each, a rank and a count, whether so many are as high."""
        rank_of = np.array(self.game.rules.deck.rank_of)
        multisets, places = np.unique(rank_of[self.threes], axis=0, return_inverse=True)
        number = (multisets[:, :, np.newaxis] >= np.arange(rank_of.max() + 1)).sum(axis=1)
        return places.reshape(-1), (number[:, :, np.newaxis] == np.arange(4)).astype(np.int64)

    def _may_change(self, terms: Mapping[int, Terms], usual: int, other: int, most: int) -> bool:
        """Tell whether so many neighbours may change a decision, if each does thrice what one can at most."""
        if other == usual:
            return False
        mean = (terms[other].every - terms[usual].every) * self.deals(1) / self.deals(0)
        return mean + 3 * self.most * (most - mean) > 0

    # -- a simple signal -------------------------------------------------------------------------------

    def signals(self) -> list[Signal]:
        """Return for each number of neighbours the best count of cards of some rank and above.

        Where that does not change a decision the rank is the best one for the most neighbours.
        """
        ranks = range(1, len(self.game.rules.deck.ranks))
        edges = {lowest: self._by_count(lowest) for lowest in ranks} if self.near else {}
        if not edges:
            whole = Fraction(-self.far, comb(self.size, 3) * self.deals(0) * self.game.unit)
            return [Signal(len(ranks), whole)] * (self.most + 1)
        found = []
        for seen in range(self.most + 1):
            lowest = min(edges, key=lambda rank: (edges[rank][seen], edges[rank][-1]))
            found.append(Signal(lowest, edges[lowest][seen]))
        return found

    def _by_count(self, lowest: int) -> list[Fraction]:
        """Return the edge by the number of neighbours, if the count of their high cards is told."""
        game, size = self.game, self.size
        sums = [0] * (self.most + 1)
        for group in self._alike(lowest):
            weights = np.array([near.weight for near in group.near], object)
            for seen in range(self.most + 1):
                best = group.worth(3 * seen, game.fold * self.deals(seen)).max(axis=0)
                sums[seen] += int(best.sum(axis=1) @ weights)
        found = []
        for seen, near_sum in enumerate(sums):
            sets = comb(size - 3, 3 * seen)
            far = Fraction(self.far, self.deals(0)) * self.deals(seen) * sets
            found.append(-(far + near_sum) / (comb(size, 3) * sets * self.deals(seen) * game.unit))
        return found

    def _alike(self, lowest: int) -> list[_Alike]:
        """Return the hands near another decision, by their decisions and how many high cards they hold."""
        is_high = np.array(self.game.rules.deck.rank_of) >= lowest
        groups: dict[tuple[int, tuple[int, ...]], list[_Near]] = {}
        for near in self.near:
            groups.setdefault((int(is_high[list(near.cards)].sum()), tuple(near.terms)), []).append(near)
        found = []
        for (held, decisions), alike in groups.items():
            number = int((~is_high).sum()) - 3 + held, int(is_high.sum()) - held
            sums: dict[int, list[list[int]]] = {one: [] for one in decisions if one != FOLD}
            for near in alike:
                left = np.ones(self.size, np.int64)
                left[list(near.cards)] = 0
                for decision, each in sums.items():
                    kinds = left * ~is_high, left * is_high
                    each.append(_parts(near.terms[decision], kinds, near.threes[decision][lowest]))
            arrays = {decision: np.array(each, object) for decision, each in sums.items()}
            found.append(_Alike(alike, decisions, number, arrays))
        return found

    def by_signal(self, seen: int, lowest: int) -> NDArray[np.int8]:
        """Return (counts x classes) the place of the decision that a player takes who is told a count."""
        decisions = [FOLD, *self.game.rules.multiples]
        usual = np.array([decisions.index(decision) for decision in self.strategy.decisions], np.int8)
        found = np.repeat(usual[np.newaxis], 3 * seen + 1, axis=0)
        for group in self._alike(lowest):
            places = np.array([decisions.index(decision) for decision in group.decisions])
            worth = group.worth(3 * seen, self.game.fold * self.deals(seen))
            found[:, [near.place for near in group.near]] = places[worth.argmax(axis=0)].T
        return found


@dataclass(frozen=True, eq=False)
class _Alike:
    """Hands with the same decisions that leave as many low cards, and as many high ones: `number`.

    `sums` (hands x 10, Python's integers, for those of sets pass 64 bits) are the `_parts` of each decision
    but the fold.
    """

    near: list[_Near]
    decisions: tuple[int, ...]
    number: tuple[int, int]
    sums: Mapping[int, NDArray[np.object_]]

    def worth(self, cards: int, fold: int) -> NDArray[np.object_]:
        """Return (decisions x hands x counts) the worth over all sets of so many cards with one count.

        That is a sum over the terms of cards, pairs and threes: each is in as many sets as the others can be
        chosen for. A fold is worth `fold` with each set.
        """
        sets = np.array([_sets(count, cards, self.number) for count in range(cards + 1)], object).T
        folded = np.broadcast_to(fold * sets[0], (len(self.near), cards + 1))
        return np.stack([folded if one == FOLD else self.sums[one] @ sets for one in self.decisions])


def _parts(terms: Terms, kinds: tuple[Integers, Integers], threes: Integers) -> list[int]:
    """Return the terms of a decision added up over the cards, pairs and threes with none, one ... high cards.

    Args:
        terms: those of a hand.
        kinds: 1 for cards beside the hand that are low, 0 for others; and the same of high ones.
        threes: the terms of threes added up, by how many of their cards are high.
    """
    low, high = kinds
    low_pairs, high_pairs, itself = low @ terms.two, high @ terms.two, terms.two.diagonal()
    sums = (
        terms.every,
        -terms.one @ low,
        -terms.one @ high,
        (low_pairs - itself) @ low // 2,
        low_pairs @ high,
        (high_pairs - itself) @ high // 2,
        *(-threes),
    )
    return list(map(int, sums))


@cache
def _sets(count: int, cards: int, number: tuple[int, int]) -> tuple[int, ...]:
    """Return in how many sets with one count no card, one, two and three are, in the order of `_parts`."""
    low, high = number

    def holding(lows: int, highs: int) -> int:
        if lows > min(low, cards - count) or highs > min(high, count):
            return 0
        return comb(low - lows, cards - count - lows) * comb(high - highs, count - highs)

    return tuple(holding(size - highs, highs) for size in range(4) for highs in range(size + 1))
