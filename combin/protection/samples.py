"""Sets of neighbours' cards drawn at random: what it gains to know them over a count of the high ones.

The gain is that of a player who is told how many cards of each rank there are, over one who is told the
count, and that of one who is told the cards, over the former. The first is most of it and worked out for
thousands of sets together; the second is small, so that few sets are enough.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import ceil, comb, isqrt, lcm, log2, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from combin.sweeps.cluster import done_shards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.protection.dead_sets import Margins
    from combin.protection.staked import StakedGame

    Numbers = NDArray[np.float64]

STANDARD_ERRORS = Fraction(329, 100)
"""How far the ends of a sampled edge are from its estimate: 99.9% of a normal law lie within."""
CONFIDENCE = Fraction(999, 1000)

_COST = {False: 1, True: 80}
"""The work of a set by its ranks, or by all its cards."""
_PILOT = {False: 1000, True: 40}
"""How many sets of each likely count are drawn first, by ranks or by cards, to see how much they vary."""
_FEW = {False: 100, True: 4}
"""How many are drawn of each other count."""
_LIKELY = Fraction(1, 200)
_AT_A_TIME = {False: 1000, True: 25}
"""How many sets are drawn together."""
_PER_SHARD = {False: 20_000, True: 500}
_MANY = 10**6
_ROUNDS = 8


class Place(NamedTuple):
    """A stratum: sets of so many neighbours' cards, as many of them high, by ranks or by all cards."""

    seen: int
    high: int
    by_cards: bool


class Batch(NamedTuple):
    """Sets to be drawn of one stratum; each batch of a stratum has another number, which seeds it."""

    place: Place
    number: int
    sets: int


class SampleSums(NamedTuple):
    """How many sets were drawn, the sum of what they gain, and that of the squares."""

    sets: int
    total: int
    squares: int

    def __add__(self, other: object) -> SampleSums:
        if not isinstance(other, SampleSums):
            return NotImplemented
        return SampleSums(*(one + another for one, another in zip(self, other, strict=True)))

    @property
    def mean(self) -> Fraction:
        """The mean gain."""
        return Fraction(self.total, self.sets)

    @property
    def variance(self) -> Fraction:
        """The variance of the gains, estimated from them."""
        return Fraction(self.squares * self.sets - self.total**2, self.sets * (self.sets - 1))


@dataclass(frozen=True, eq=False)
class SampleTold:
    """What is known of so many neighbours before sets are drawn: how many cards are of the `lowest` rank up.

    Decisions are places among the multiples of the rules from 1 on, 0 for a fold.

    Attributes:
        seen: how many neighbours.
        lowest: a rank index.
        house_edge: the exact edge to a player who is told the count.
        rule: (counts x groups of hands) what he does.
        usual: (classes of hands) what classes in no group do.
        group_of: (classes) their groups; -1 for none.
        groups: the groups that may decide by the ranks of the cards.
        forms: theirs.
        fits: of each count what gains by ranks are compared with, a sum over cards and pairs of each ranks.
    """

    seen: int
    lowest: int
    house_edge: Fraction
    rule: NDArray[np.int8]
    usual: NDArray[np.int8]
    group_of: Integers
    groups: Integers
    forms: RankForms
    fits: Mapping[int, Integers] = field(default_factory=dict)

    def only(self, places: Integers, fits: Mapping[int, Integers]) -> SampleTold:
        """The same with the forms of some groups, and with what to compare gains with."""
        return replace(self, forms=self.forms.only(places), groups=self.groups[places], fits=fits)


class Look(NamedTuple):
    """What sets gain, over `Draws.unit`, their cards and pairs by ranks, and who decides otherwise."""

    gains: Integers
    terms: Integers
    changed: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Draws:
    """Sets to be drawn, as they are sent to workers; a shard is a batch."""

    game: StakedGame
    told: Mapping[int, SampleTold]
    seed: int
    batches: Sequence[Batch]

    @cached_property
    def key(self) -> str:
        """The hash of all that the figures depend on."""
        fits = [{count: fit.tolist() for count, fit in told.fits.items()} for told in self.told.values()]
        told = (*self.game.told, self.seed, list(self.batches), fits)
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()

    def shard(self, number: int) -> SampleSums:
        """What the sets of a batch gain in all, less what they are compared with."""
        batch = self.batches[number]
        fits = {} if batch.place.by_cards else self.told[batch.place.seen].fits
        fit = fits.get(batch.place.high)
        found = SampleSums(0, 0, 0)
        for look in self.looks(batch):
            gains = (look.gains if fit is None else look.gains - fit @ look.terms).tolist()
            found += SampleSums(len(gains), sum(gains), sum(gain * gain for gain in gains))
        return found

    def looks(self, batch: Batch) -> Iterator[Look]:
        """Yield what the sets of a batch gain, some at a time."""
        (seen, count, by_cards), number, sets = batch
        told, step = self.told[seen], _AT_A_TIME[by_cards]
        random = np.random.default_rng([self.seed, seen, count, by_cards, number])
        for start in range(0, sets, step):
            dead = self._drawn(told, count, min(step, sets - start), random)
            numbers = np.zeros((len(self.sizes), len(dead)), np.int64)
            np.add.at(numbers, (self._rank_of[dead].T, np.arange(len(dead))), 1)
            rule = told.rule[count][told.groups]
            gains, taken, terms = told.forms.gains(numbers, rule)
            if by_cards:
                every = zip(dead.tolist(), taken.T, strict=True)
                gains = np.array([self._of_cards(told, count, *one) for one in every])
            yield Look(gains, terms, (taken != rule[:, np.newaxis]).any(axis=1))

    def _of_cards(self, told: SampleTold, count: int, dead: list[int], taken: NDArray[np.int8]) -> int:
        """What it gains to know a set over its ranks, by which decisions are `taken`."""
        by_group = np.append(told.rule[count], 0)
        by_group[told.groups] = taken
        return self.game.deals.gain(dead, np.where(told.group_of < 0, told.usual, by_group[told.group_of]))

    def _drawn(self, told: SampleTold, count: int, sets: int, random: np.random.Generator) -> Integers:
        """Return (sets x cards) as many sets as are asked for, each as likely."""
        high = np.flatnonzero(self._rank_of >= told.lowest)
        low = np.flatnonzero(self._rank_of < told.lowest)
        drawn = []
        for cards, number in ((high, count), (low, 3 * told.seen - count)):
            order = np.argsort(random.random((sets, len(cards))), axis=1, kind="stable")
            drawn.append(cards[order[:, :number]])
        found: Integers = np.concatenate(drawn, axis=1)
        return found

    @cached_property
    def _rank_of(self) -> Integers:
        return np.array(self.game.rules.deck.rank_of)

    @cached_property
    def sizes(self) -> Integers:
        """How many cards of each rank there are."""
        return np.bincount(self._rank_of)

    def places(self, seen: int) -> list[Place]:
        """The strata of so many neighbours' cards."""
        every = (Place(seen, count, by_cards) for count in range(3 * seen + 1) for by_cards in (False, True))
        return [place for place in every if self.part(place)]

    def unit(self, place: Place) -> Fraction:
        """What gains of a stratum are over: all pairs of hands times the unit of nets and others."""
        left = len(self.game.rules.deck) - 3 * place.seen
        scale = Fraction(1) if place.by_cards else self.told[place.seen].forms.unit
        return scale * comb(left, 3) * comb(left - 3, 3) * self.game.unit

    def part(self, place: Place) -> Fraction:
        """The part of all sets that a stratum is."""
        high = int(self.sizes[self.told[place.seen].lowest :].sum())
        cards, size = 3 * place.seen, len(self.game.rules.deck)
        return Fraction(comb(high, place.high) * comb(size - high, cards - place.high), comb(size, cards))

    def mean_fit(self, place: Place) -> Fraction:
        """The exact mean of what gains by ranks are compared with."""
        told = self.told[place.seen]
        fit = told.fits.get(place.high)
        if fit is None or place.by_cards:
            return Fraction(0)
        return sum(
            (number * mean for number, mean in zip(fit.tolist(), self._means(told, place.high), strict=True)),
            Fraction(0),
        )

    def _means(self, told: SampleTold, high: int) -> list[Fraction]:
        """The mean numbers of dead cards and pairs of each ranks, as `monomials` has them."""
        sizes, lowest = self.sizes.tolist(), told.lowest
        drawn, whole = (3 * told.seen - high, high), (sum(sizes[:lowest]), sum(sizes[lowest:]))
        # Of low cards and of high ones: how likely one of them is dead, and how likely two are.
        one = [Fraction(number, each) for number, each in zip(drawn, whole, strict=True)]
        two = [
            Fraction(comb(number, 2), comb(each, 2)) if each > 1 else Fraction(0)
            for number, each in zip(drawn, whole, strict=True)
        ]
        found = [size * one[rank >= lowest] for rank, size in enumerate(sizes)]
        for rank, other in combinations_with_replacement(range(len(sizes)), 2):
            pairs = comb(sizes[rank], 2) if rank == other else sizes[rank] * sizes[other]
            low, above = rank >= lowest, other >= lowest
            found.append(pairs * (two[low] if low == above else one[low] * one[above]))
        return found


@dataclass(frozen=True, slots=True)
class SampleEstimate:
    """A house edge within two ends, and how many sets of cards were drawn by ranks alone and by all cards."""

    low: Fraction
    high: Fraction
    by_ranks: int
    by_cards: int


def estimates(
    game: StakedGame,
    told: Sequence[SampleTold],
    within: Fraction,
    seed: int,
    *,
    step: Callable[[int, int], object],
    workers: int | None = None,
    cluster: str | None = None,
) -> dict[int, SampleEstimate]:
    """The house edge with all cards of so many neighbours known, between ends at most so far apart.

    First a few sets are drawn of each stratum, to see how much gains vary, and to fit sums over cards and
    pairs of the ranks to them, whose mean is known: what is drawn then is compared with these. Then as many
    sets of each stratum are drawn as make the ends as near as is asked for with the least work: in proportion
    to how likely the stratum is and how much it varies.

    Args:
        game: the game.
        told: what is known before, for each number of neighbours.
        within: how far the ends may be apart, in units of the initial wager.
        seed: of the sets; the same seed draws the same ones, whoever works them out.
        workers: processes on this machine; by default this one alone.
        cluster: the address of a Dask scheduler.
        step: is told how much more work is done, and how much more there is.
    """
    draws, spreads = _first_look(Draws(game, {one.seen: one for one in told}, seed, ()), step)
    sums = dict.fromkeys(spreads, SampleSums(0, 0, 0))
    found: dict[int, SampleEstimate] = {}
    for number in range(1, _ROUNDS + 1):
        short = [
            seen for seen in draws.told if seen not in found or found[seen].high - found[seen].low > within
        ]
        if not short:
            break
        aim = within * Fraction(97 - number, 100)  # what varies more than it first seemed needs some more
        batches = [
            batch
            for seen in short
            for place, sets in _sizes(draws, seen, spreads, aim)
            for batch in _batches(place, number, sets - sums[place].sets)
        ]
        draws = replace(draws, batches=batches)
        step(0, sum(map(_work, batches)))
        with done_shards(draws, range(len(batches)), workers, cluster) as shards:
            for place, drawn in shards:
                sums[batches[place].place] += drawn
                step(_work(batches[place]), 0)
        found = {seen: _estimate(draws, seen, sums) for seen in draws.told}
        spreads = {place: sqrt(drawn.variance) / draws.unit(place) for place, drawn in sums.items()}
    return found


def _first_look(draws: Draws, step: Callable[[int, int], object]) -> tuple[Draws, dict[Place, float]]:
    """Draw some sets of each stratum; return what to compare others with, and what then is left to vary."""
    spreads = {}
    for seen, told in draws.told.items():
        places = [place for place in draws.places(seen) if not place.by_cards]
        batches = [_first_batch(draws, place) for place in places]
        step(0, 2 * sum(map(_work, batches)))
        looks = [list(draws.looks(batch)) for batch in batches]
        fits = {}
        for place, look in zip(places, looks, strict=True):
            gains = np.concatenate([one.gains for one in look]).astype(np.float64)
            if len(gains) == _PILOT[False]:
                fits[place.high], gains = _fitted(gains, np.concatenate([one.terms for one in look], axis=1))
            spreads[place] = float(gains.std()) / draws.unit(place)
        changed = np.any([one.changed for look in looks for one in look], axis=0)
        draws = replace(draws, told={**draws.told, seen: told.only(np.flatnonzero(changed), fits)})
        step(sum(map(_work, batches)), 0)
        for place in draws.places(seen):
            if place.by_cards:
                gains = np.concatenate([one.gains for one in draws.looks(_first_batch(draws, place))])
                spreads[place] = float(gains.astype(np.float64).std()) / draws.unit(place)
        step(sum(map(_work, batches)), 0)
    return draws, spreads


def _first_batch(draws: Draws, place: Place) -> Batch:
    sets = _PILOT if draws.part(place) >= _LIKELY else _FEW
    return Batch(place, 0, sets[place.by_cards])


def _fitted(gains: Numbers, terms: Integers) -> tuple[Integers, Numbers]:
    """The sum of cards and pairs that is nearest to gains, in whole numbers, and what it leaves."""
    columns = np.vstack([np.ones(len(gains)), terms])
    # The numbers of cards add up to a whole, so that many sums are as near; a little weight chooses one.
    fit = np.linalg.solve(columns @ columns.T + np.eye(len(columns)), columns @ gains)
    whole: Integers = np.rint(fit[1:]).astype(np.int64)
    return whole, gains - whole @ terms


def _sizes(
    draws: Draws, seen: int, spreads: Mapping[Place, float], aim: Fraction
) -> Iterator[tuple[Place, int]]:
    """Yield how many sets of each stratum bring the ends as near as is aimed at, with the least work."""
    places = draws.places(seen)
    of_level = {
        by_cards: sum(float(draws.part(one)) * spreads[one] for one in places if one.by_cards == by_cards)
        for by_cards in (False, True)
    }
    # In proportion to the part and the spread; to some spread at least, which a few sets may not have shown.
    weights = {
        place: float(draws.part(place)) * max(spreads[place], of_level[place.by_cards] / 20)
        for place in places
    }
    error = float(aim / 2 / STANDARD_ERRORS)
    each = sum(weight * sqrt(_COST[place.by_cards]) for place, weight in weights.items()) / error**2
    for place in places:
        sets = ceil(each * weights[place] / sqrt(_COST[place.by_cards]))
        yield place, max(sets, _first_batch(draws, place).sets // 2)


def _batches(place: Place, number: int, sets: int) -> Iterator[Batch]:
    """Yield as many sets of a stratum in batches for one round."""
    most = _PER_SHARD[place.by_cards]
    for batch, start in enumerate(range(0, sets, most)):
        yield Batch(place, number * _MANY + batch, min(most, sets - start))


def _work(batch: Batch) -> int:
    return batch.sets * _COST[batch.place.by_cards]


def _estimate(draws: Draws, seen: int, sums: Mapping[Place, SampleSums]) -> SampleEstimate:
    mean, variance, sets = Fraction(0), Fraction(0), {False: 0, True: 0}
    for place in draws.places(seen):
        drawn, part, unit = sums[place], draws.part(place), draws.unit(place)
        mean += part * (drawn.mean + draws.mean_fit(place)) / unit
        variance += (part / unit) ** 2 * drawn.variance / drawn.sets
        sets[place.by_cards] += drawn.sets
    middle, away = draws.told[seen].house_edge - mean, STANDARD_ERRORS * _root(variance)
    return SampleEstimate(middle - away, middle + away, sets[False], sets[True])


def _root(square: Fraction) -> Fraction:
    """The square root of a rational number, from above, to twelve decimals."""
    scale = 10**12
    return Fraction(isqrt(square.numerator * scale**2 // square.denominator) + 1, scale)


_BITS = 53
"""So long may sums of whole numbers be that are exact in floating point, in whatever order they are added."""


@dataclass(frozen=True, eq=False)
class Held:
    """A class of hands: its number of hands, the ranks of its cards in order, and its margins over a fold.

    `margins` are those of the decisions at these `places` among the multiples of the rules, by the dead
    cards, of which `ranks` are the ranks.
    """

    weight: int
    own: tuple[int, ...]
    places: tuple[int, ...]
    margins: Margins
    ranks: Integers


@dataclass(frozen=True, eq=False)
class RankForms:
    """Margins of groups of hands over a fold, as sums over the ranks of dead cards, pairs and threes of them.

    Given how many cards of each rank are dead, each set of such cards is as likely, and so is each card of a
    rank. So the mean margin is a sum over the ranks, pairs and threes of ranks of the mean terms, times how
    many such cards, pairs and threes are dead: `monomials`.

    Attributes:
        sizes: how many cards of each rank there are.
        own: (groups x 3) the ranks of the hands.
        forms: (decisions x groups x monomials) what multiplies each, in whole numbers, for all hands of a
            group together; 0, as of a fold, for a decision that may not be taken.
        parts: (groups) what multiplies the ways to hold the hand from the cards that are left.
        unit: what gains are over, beside the unit of nets. Where pays are divided so finely that sums would
            be longer than `_BITS`, they are rounded to that: far below what samples tell.
    """

    sizes: Integers
    own: Integers
    forms: Numbers
    parts: Integers
    unit: Fraction

    @classmethod
    def of_groups(cls, groups: Sequence[Sequence[Held]], sizes: Integers, decisions: int) -> RankForms:
        """The forms of groups of classes, each of hands with the same ranks."""
        ranks = len(sizes)
        scale = lcm(*(int(number) for group in groups for one in group for number in set(_ways(one, ranks))))
        forms = np.zeros((decisions, len(groups), len(_monomials(ranks)[1])))
        for number, group in enumerate(groups):
            for one in group:
                forms[list(one.places), number] += _sums(one, ranks) * (
                    one.weight * scale // _ways(one, ranks)
                )
        own = np.array([group[0].own for group in groups]).reshape(len(groups), 3)
        whole = _in_order(sizes, own.T)
        common = lcm(*map(int, whole))
        parts = common // whole
        most = (np.abs(forms) @ monomials(sizes[:, np.newaxis])).sum(axis=1).max(initial=1) * common
        halved = max(0, ceil(log2(most)) - _BITS)
        return cls(sizes, own, np.rint(forms / 2**halved), parts, Fraction(scale * common, 2**halved))

    def only(self, groups: Integers) -> RankForms:
        """The forms of some of the groups."""
        return replace(self, own=self.own[groups], forms=self.forms[:, groups], parts=self.parts[groups])

    def gains(self, dead: Integers, rule: NDArray[np.int8]) -> tuple[Integers, NDArray[np.int8], Integers]:
        """What the best decision by the ranks of dead cards gains over those of a rule, over `unit`.

        Args:
            dead: (ranks x sets) how many cards of each rank are dead.
            rule: (groups) the place of a decision, 0 for a fold.

        Returns:
            The gain with each set, the best decisions (groups x sets), and the monomials of cards and pairs.
        """
        terms = monomials(dead)
        decisions, groups, _ = self.forms.shape
        margins = (self.forms.reshape(decisions * groups, -1) @ terms).reshape(decisions, groups, -1)
        best = margins.max(axis=0)
        taken = np.where(best > 0, 1 + (margins.argmax(axis=0) if decisions > 1 else 0), 0)
        followed = margins[rule - 1, np.arange(groups)] * (rule > 0)[:, np.newaxis]
        more = (np.maximum(best, 0) - followed).astype(np.int64)
        hands = self.parts[:, np.newaxis] * _in_order(self.sizes[:, np.newaxis] - dead, self.own.T)
        gains: Integers = np.einsum("gs,gs->s", hands, more)
        return gains, taken.astype(np.int8), terms[1 : 1 + pairs_up_to(len(dead))].astype(np.int64)


def pairs_up_to(ranks: int) -> int:
    """Number of monomials of one card or two there are."""
    return ranks + ranks * (ranks + 1) // 2


def monomials(dead: Integers) -> Numbers:
    """Return (monomials x sets) how many cards, pairs and threes of each ranks are dead; the first is 1."""
    ranks, sets = dead.shape
    numbers = dead.astype(np.float64)
    (pairs, threes), repeats = _monomials(ranks)
    every = [np.ones((1, sets)), numbers, _in_order(numbers, pairs), _in_order(numbers, threes)]
    found: Numbers = np.concatenate(every) / repeats[:, np.newaxis]
    return found


@lru_cache(maxsize=4)
def _monomials(ranks: int) -> tuple[tuple[Integers, Integers], Integers]:
    """The ranks of pairs and threes, and in how many orders each monomial has the same ranks."""
    pairs, threes = (np.array(list(combinations_with_replacement(range(ranks), n))).T for n in (2, 3))
    (a, b), (c, d, e) = pairs, threes
    of_threes = np.where(c == e, 6, np.where((c == d) | (d == e), 2, 1))
    return (pairs, threes), np.concatenate([np.ones(1 + ranks, np.int64), 1 + (a == b), of_threes])


def _in_order(numbers: NDArray[Any], ranks: Integers) -> NDArray[Any]:
    """Number of ways to take cards of two or three ranks one after the other from so many."""
    found: NDArray[Any] = numbers[ranks[0]]
    for place in range(1, len(ranks)):
        again = (ranks[:place] == ranks[place]).sum(axis=0)
        found = found * (numbers[ranks[place]] - again.reshape(-1, *[1] * (numbers.ndim - 1)))
    return found


def _ways(held: Held, ranks: int) -> Integers:
    """Number of ordered cards, pairs and threes a class leaves for each monomial; 1 where none."""
    sizes = np.bincount(held.ranks, minlength=ranks)
    (pairs, threes), _ = _monomials(ranks)
    ways = np.concatenate([[1], sizes, _in_order(sizes, pairs), _in_order(sizes, threes)])
    found: Integers = np.maximum(ways, 1)
    return found


def _sums(held: Held, ranks: int) -> Numbers:
    """Return (decisions x monomials) the terms of a class, over all ordered cards, pairs and threes."""
    to_rank = np.eye(ranks)[held.ranks]
    margins, ((a, b), (c, d, e)) = held.margins, _monomials(ranks)[0]
    one, of_two, of_three = (part.astype(np.float64) for part in (margins.one, margins.two, margins.three))
    cards = one @ to_rank
    two = to_rank.T @ (of_two @ to_rank)
    three = np.einsum("ar,dabs->drbs", to_rank, of_three @ to_rank, optimize=True)
    three = np.einsum("bt,drbs->drts", to_rank, three, optimize=True)
    found: Numbers = np.concatenate(
        [margins.every[:, np.newaxis].astype(np.float64), -cards, two[:, a, b], -three[:, c, d, e]], axis=1
    )
    return found
