"""What the cards of neighbours are worth to a player who is shown them before he decides."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from msgspec import Struct

from combin.answers import Answer
from combin.exact.base_game import FOLD
from combin.protection.dead_sets import HandMargins, StakedGame, dealer_terms, refuse_other_games
from combin.rules.errors import RulesError
from combin.sweeps.sweep import done_shards

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers, Progress
    from combin.cards.suit_classes import HandClass
    from combin.protection.dead_sets import FoldedBet, ResultTerms
    from combin.rules.resolved import Rules

_WORK_OF_ONE, _WORK_OF_TWO = 30, 180
"""How long it takes to go through all sets beside a class: with one neighbour, and with two."""


class Signal(Struct, frozen=True):
    """A count that neighbours give, of their cards of the `lowest` rank (a rank index) and above.

    `house_edge` is exact when the player decides at his best by it and by his own hand; hands that are far
    from another decision, whatever one neighbour holds, keep theirs.
    """

    lowest: int
    house_edge: Fraction


class Neighbours(Struct, frozen=True):
    """The exact edge when the cards of so many neighbours are known before the decision, with their best use.

    `house_edge` is None where there are too many sets of cards to go through; the edge by the `signal` is an
    upper end of it then.
    """

    seen: int
    house_edge: Fraction | None
    signal: Signal


class Collusion(Answer, Struct, frozen=True):
    """The house edge by the number of neighbours who show their cards, from none on, and who give a signal.

    `changed` is the part of all pairs of hands in which one neighbour's cards change the decision.
    """

    shown_by: ClassVar[str] = "combin.protection.views:collusion_view"

    game: StakedGame
    neighbours: tuple[Neighbours, ...]
    changed: Fraction

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.game.rules

    @property
    def letters(self) -> Mapping[str, str]:
        """The pay tables, those of bets beside the base game as well."""
        return {**self.game.letters, **{bet.table.wager: bet.table.letter for bet in self.game.bets}}

    @property
    def house_edge(self) -> Fraction:
        """The edge without neighbours' cards."""
        return self.neighbours[0].signal.house_edge

    def gain(self, place: int) -> Fraction | None:
        """What the cards of so many neighbours gain, per unit of the initial wager; None where not known."""
        edge = self.neighbours[place].house_edge
        return None if edge is None else self.house_edge - edge

    def share(self, place: int) -> Fraction | None:
        """The part of that gain that the simple signal brings; None where there is none to share."""
        gain = self.gain(place)
        return (self.house_edge - self.neighbours[place].signal.house_edge) / gain if gain else None


def collusion(
    rules: Rules,
    letters: Mapping[str, str],
    seats: int = 7,
    *,
    bets: Sequence[FoldedBet] = (),
    exact: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Collusion:
    """What the cards of 0, 1, ... other seats are worth to one player.

    All edges are exact: with all cards of none, one and two, and by a count of the high ones among those of
    any number.

    Args:
        rules: a game dealt from one deck without jokers, in which no card of the dealer's is seen.
        letters: pay tables of the base game.
        seats: how many seats are taken, the player's own among them.
        bets: what the player stakes beside it and loses with a fold; edges are of all together then, per unit
            of the initial wager.
        exact: with all cards of how many neighbours, 1 or 2; by default 2, but in a deck of more than 52
            cards 1.
        workers: processes on this machine that go through sets; by default this one alone.
        cluster: the address of a Dask scheduler whose workers do.
        progress: is told again and again how much is done, and how much there is.

    The slow equivalent goes through the neighbours' hands beside each hand of the player and the dealer.

    Raises:
        RulesError: another kind of game, one without a decision, seats that the deck has not cards for, or no
            cluster answers.
    """
    refuse_other_games(rules, "neighbours' cards")
    rules.require_decision()
    most = (len(rules.deck) - max((bet.table.bet.more_cards for bet in bets), default=0)) // 3 - 1
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: 1 to {most} can be dealt to from {len(rules.deck)} cards")
    if exact is None:
        exact = 2 if len(rules.deck) <= 52 else 1
    game = StakedGame(rules, {name: letters[name] for name in rules.base_tables}, bets)
    table = _Table(game, max(seats - 1, 1))
    two = seats > 2 and exact >= 2
    done, steps = 0, len(table.classes) * (_WORK_OF_ONE + two * _WORK_OF_TWO)

    def step(number: int) -> None:
        nonlocal done
        done += number
        if progress is not None:
            progress(done, steps)

    edges: dict[int, Fraction] = {1: table.one_neighbour(lambda: step(_WORK_OF_ONE))}
    edges[0] = table.edge(0, table.kept(0))
    if two:
        sets, gained = AllSets(game, 2), 0
        with done_shards(sets, range(len(table.classes)), workers, cluster) as shards:
            for place, gains in shards:
                gained += table.classes[place].weight * gains
                step(_WORK_OF_TWO)
        edges[2] = table.edge(2, table.kept(2) + gained)
    signals = table.signals()[:seats]
    found = [Neighbours(seen, edges.get(seen), signal) for seen, signal in enumerate(signals)]
    return Collusion(game, tuple(found), table.changed)


class AllSets(Struct, frozen=True, dict=True):
    """All cards of so many neighbours beside each class of hands, as work for others: a shard a class."""

    game: StakedGame
    seen: int

    @cached_property
    def key(self) -> str:
        """The hash of all that the shards depend on."""
        return hashlib.sha256(json.dumps([*self.game.told, self.seen], default=str).encode()).hexdigest()

    def shard(self, number: int) -> int:
        """What the cards gain one hand of a class over all sets of them and all dealer hands left."""
        hand, cards = HandMargins.of_class(self.game, number), 3 * self.seen
        return hand.margins.best(cards) if hand.at_most(cards) > 0 else 0


class _Near(Struct, frozen=True, eq=False):
    """A class of hands that neighbours' cards may decide otherwise, with the terms of each decision.

    `threes` (ranks x 4) are those of threes added up, of which none, one ... are of a rank and above.
    """

    place: int
    hand: HandClass
    terms: Mapping[int, ResultTerms]
    threes: Mapping[int, Integers]


class _Table:
    """One game, and what a player at a table of it can be shown."""

    def __init__(self, game: StakedGame, most: int) -> None:
        self.game, self.most, self.classes = game, most, game.classes
        self.made = dealer_terms(game.rules.ranking).made
        self.size = len(game.rules.deck)
        self.threes: Integers = np.array(list(combinations(range(self.size), 3)))
        self.near: list[_Near] = []
        self.every: list[int] = []
        self.changed = Fraction(0)

    def deals(self, seen: int) -> int:
        """Number of dealer hands there are beside the player's hand and those of so many neighbours."""
        return comb(self.size - 3 - 3 * seen, 3)

    def edge(self, seen: int, net: int) -> Fraction:
        """The house edge from the net over all hands, sets of neighbours' cards and dealer hands."""
        deals = comb(self.size, 3) * comb(self.size - 3, 3 * seen) * self.deals(seen)
        return Fraction(-net, deals * self.game.unit)

    def kept(self, seen: int, without: Collection[int] = ()) -> int:
        """What classes net that decide as without neighbours' cards, over all sets of these."""
        beside = comb(self.size - 6, 3 * seen)  # the sets that leave a dealer hand whole
        return beside * sum(
            one.weight * every
            for place, (one, every) in enumerate(zip(self.classes, self.every, strict=True))
            if place not in without
        )

    def one_neighbour(self, step: Callable[[], None]) -> Fraction:
        """The exact edge with one neighbour's cards, and note which classes can be decided otherwise.

        The player's hand stands for its class; all hands of the neighbour are gone through beside it, unless
        bounds show that none changes the decision.
        """
        gained, changed, near = 0, 0, set[int]()
        sets = np.array(list(combinations(range(self.size - 3), 3)))
        for place, one in enumerate(self.classes):
            hand = HandMargins.of_class(self.game, place)
            self.every.append(hand.terms[hand.usual].every)
            most = hand.at_most(3)
            if most > 0:
                values = hand.margins.of_sets(sets)
                most, best = int(values.max()), np.maximum(values.max(axis=0), 0)
                gained += one.weight * int(best.sum())
                changed += one.weight * int((best > 0).sum())
            if self._may_change(hand, most):
                near.add(one.strength.level)
            step()
        places = [place for place, one in enumerate(self.classes) if one.strength.level in near]
        self.near = [self._near(place) for place in places]
        self.changed = Fraction(changed, comb(self.size, 3) * comb(self.size - 3, 3))
        return self.edge(1, self.kept(1) + gained)

    def _may_change(self, hand: HandMargins, most: int) -> bool:
        """Whether all neighbours may change a decision, if each does thrice what one can at most."""
        usual = hand.terms[hand.usual]
        others = [each.every - usual.every for each in hand.terms.values() if each is not usual]
        mean = max(others, default=0) * self.deals(1) / self.deals(0)
        return bool(others) and mean + 3 * self.most * (most - mean) > 0

    def _near(self, place: int) -> _Near:
        one = self.classes[place]
        terms = self.game.terms(place)
        raised = {decision: each for decision, each in terms.items() if decision != FOLD}
        threes = {decision: self._added_threes(each, one.cards) for decision, each in raised.items()}
        return _Near(place, one, terms, threes)

    @cached_property
    def _holds(self) -> NDArray[np.bool_]:
        """Whether each card is one of each hand of three."""
        found = np.zeros((self.size, len(self.threes)), np.bool_)
        found[self.threes.T, np.arange(len(self.threes))] = True
        return found

    def _added_threes(self, terms: ResultTerms, own: tuple[int, ...]) -> Integers:
        """Return (ranks x 4) the terms of threes beside a hand, by how many are of each rank and above."""
        multiset_of, high = self._ranks_of_threes
        worth = terms.threes(self.made, *self.threes.T) * ~self._holds[list(own)].any(axis=0)
        sums = np.zeros(len(high), worth.dtype)
        np.add.at(sums, multiset_of, worth)
        found: Integers = np.tensordot(sums, high, axes=(0, 0))
        return found

    @cached_property
    def _ranks_of_threes(self) -> tuple[Integers, Integers]:
        """The ranks of each three as a number; for each, a rank and a count, whether so many are as high."""
        rank_of = np.array(self.game.rules.deck.rank_of)
        multisets, places = np.unique(rank_of[self.threes], axis=0, return_inverse=True)
        number = (multisets[:, :, np.newaxis] >= np.arange(rank_of.max() + 1)).sum(axis=1)
        return places.reshape(-1), (number[:, :, np.newaxis] == np.arange(4)).astype(np.int64)

    # -- a simple signal -------------------------------------------------------------------------------

    def signals(self) -> list[Signal]:
        """The best counts of cards of some rank and above, by the number of neighbours.

        Where that does not change a decision the rank is the best one for the most neighbours.
        """
        ranks = range(1, len(self.game.rules.deck.ranks))
        edges = {lowest: self._by_count(lowest) for lowest in ranks} if self.near else {}
        if not edges:
            return [Signal(len(ranks), self.edge(0, self.kept(0)))] * (self.most + 1)
        found = []
        for seen in range(self.most + 1):
            lowest = min(edges, key=lambda rank: (edges[rank][seen], edges[rank][-1]))
            found.append(Signal(lowest, edges[lowest][seen]))
        return found

    def _by_count(self, lowest: int) -> list[Fraction]:
        """The edge by the number of neighbours, if the count of their high cards is told.

        The worth of a decision over all sets of cards with one count is a sum over the terms of cards, pairs
        and threes: each is in as many sets as the others can be chosen for.
        """
        is_high = np.array(self.game.rules.deck.rank_of) >= lowest
        groups: dict[tuple[int, tuple[int, ...]], list[_Near]] = {}
        for near in self.near:
            groups.setdefault((int(is_high[list(near.hand.cards)].sum()), tuple(near.terms)), []).append(near)
        places = {near.place for near in self.near}
        sums = [self.kept(seen, places) for seen in range(self.most + 1)]
        for (own, decisions), group in groups.items():
            left = int((~is_high).sum()) - 3 + own, int(is_high.sum()) - own
            parts = [
                np.array([_parts(near, decision, is_high, lowest) for near in group], object)
                for decision in decisions
                if decision != FOLD
            ]
            weights = np.array([near.hand.weight for near in group], object)
            for seen, cards in enumerate(range(0, 3 * self.most + 1, 3)):
                sets = np.array([_sets(count, cards, left) for count in range(cards + 1)], object).T
                folded = np.broadcast_to(self.game.fold * self.deals(seen) * sets[0], (len(group), cards + 1))
                worth = [*(own @ sets for own in parts), *([folded] if FOLD in decisions else [])]
                sums[seen] += int(np.stack(worth).max(axis=0).sum(axis=1) @ weights)
        return [self.edge(seen, net) for seen, net in enumerate(sums)]


def _parts(near: _Near, decision: int, is_high: NDArray[np.bool_], lowest: int) -> list[int]:
    """The terms of a decision added up over the cards, pairs and threes with none, one ... high cards.

    In Python's integers, since those of sets pass 64 bits.
    """
    terms, left = near.terms[decision], np.ones(len(is_high), np.int64)
    left[list(near.hand.cards)] = 0
    low, high = left * ~is_high, left * is_high
    low_pairs, high_pairs, itself = low @ terms.two, high @ terms.two, terms.two.diagonal()
    sums = (
        terms.every,
        -terms.one @ low,
        -terms.one @ high,
        (low_pairs - itself) @ low // 2,
        low_pairs @ high,
        (high_pairs - itself) @ high // 2,
        *(-near.threes[decision][lowest]),
    )
    return list(map(int, sums))


@cache
def _sets(count: int, cards: int, number: tuple[int, int]) -> tuple[int, ...]:
    """Number of sets with one count that hold no card, one, two and three, in the order of `_parts`."""
    low, high = number

    def holding(lows: int, highs: int) -> int:
        if lows > min(low, cards - count) or highs > min(high, count):
            return 0
        return comb(low - lows, cards - count - lows) * comb(high - highs, count - highs)

    return tuple(holding(size - highs, highs) for size in range(4) for highs in range(size + 1))
