"""Sets of neighbours' cards drawn at random, and what it gains to know them over a count of the high ones."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, isqrt
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD, base_game
from combin.exact.face_up import every_hand
from combin.protection.dealer_terms import dealer_terms, weights_of
from combin.rules.spelling import as_written
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.rules.resolved import Rules

    Integers = NDArray[np.int64]

_FEWEST = 10
"""The fewest samples of a stratum."""


@dataclass(frozen=True, eq=False)
class Told:
    """What is known of so many neighbours before sets are drawn: how many cards are of the `lowest` rank up.

    `decisions` (counts x classes) has what a player does who is told that count: a place among the fold and
    the multiples of the rules.
    """

    seen: int
    lowest: int
    decisions: NDArray[np.int8]


@dataclass(frozen=True)
class Stratum:
    """Sets of a number of neighbours' cards with one of some counts: their part of all, how many to draw."""

    told: Told
    counts: tuple[int, ...]
    part: Fraction
    draws: int


@dataclass(frozen=True, eq=False)
class Samples:
    """The sets to be drawn, as they are sent to workers; a shard is a stratum of one number of neighbours.

    Each stratum has a seed of its own, so that it does not matter who works it out, and in which order.
    """

    rules: Rules
    letters: Mapping[str, str]
    told: Sequence[Told]
    samples: int
    seed: int

    @cached_property
    def key(self) -> str:
        """The hash of all that the figures depend on."""
        told = (as_written(self.rules.file), dict(self.letters), len(self.told), self.samples, self.seed)
        return hashlib.sha256(json.dumps([__version__, *told], default=str).encode()).hexdigest()

    @cached_property
    def strata(self) -> tuple[Stratum, ...]:
        """The strata of each number of neighbours, by their places as shards."""
        return tuple(stratum for told in self.told for stratum in self._strata(told))

    def _strata(self, told: Told) -> list[Stratum]:
        """Return the strata of a number of neighbours: what few samples fall into goes with its neighbour."""
        cards, (high, low) = 3 * told.seen, map(len, self._kinds(told.lowest))
        counts: list[list[int]] = [[]]
        for count in range(cards + 1):
            counts[-1].append(count)
            if self._part(counts[-1], cards, high, low) * self.samples >= _FEWEST:
                counts.append([])
        if self._part(counts[-1], cards, high, low) * self.samples < _FEWEST:
            counts[-2:] = [counts[-2] + counts[-1]]
        parts = [self._part(each, cards, high, low) for each in counts]
        return [
            Stratum(told, tuple(each), part, int(part * self.samples))
            for each, part in zip(counts, parts, strict=True)
        ]

    def _kinds(self, lowest: int) -> tuple[list[int], list[int]]:
        """Return the cards of a rank and above, and those below."""
        rank_of = self.rules.deck.rank_of
        high = [card for card, rank in enumerate(rank_of) if rank >= lowest]
        return high, [card for card, rank in enumerate(rank_of) if rank < lowest]

    @staticmethod
    def _part(counts: Sequence[int], cards: int, high: int, low: int) -> Fraction:
        """Return the part of all sets of so many cards that have one of the counts of high ones."""
        return Fraction(
            sum(comb(high, count) * comb(low, cards - count) for count in counts), comb(high + low, cards)
        )

    def shard(self, number: int) -> list[int]:
        """Return what each set that is drawn of a stratum gains, over `unit` of its number of neighbours."""
        stratum = self.strata[number]
        told = stratum.told
        cards, (high, low) = 3 * told.seen, self._kinds(told.lowest)
        random = Random(f"{self.seed} {told.seen} {stratum.counts[0]}")  # noqa: S311  not for secrets
        chances = [float(self._part([count], cards, len(high), len(low))) for count in stratum.counts]
        gains = []
        for _ in range(stratum.draws):
            (count,) = random.choices(stratum.counts, chances)
            dead = random.sample(high, count) + random.sample(low, cards - count)
            gains.append(self._deals.gain(dead, told.decisions[count]))
        return gains

    @cached_property
    def _deals(self) -> Deals:
        return Deals(self.rules, self.letters)

    def unit(self, seen: int) -> int:
        """Return what gains beside so many neighbours are over: all pairs of hands times the unit of nets."""
        left = len(self.rules.deck) - 3 * seen
        return comb(left, 3) * comb(left - 3, 3) * self._deals.unit

    def estimate(self, seen: int, gains: Mapping[int, Sequence[int]]) -> tuple[Fraction, Fraction]:
        """Return the mean gain of all cards of so many neighbours over their count, and its standard error.

        Args:
            seen: how many neighbours.
            gains: those of the strata, by their places.
        """
        mean = variance = Fraction(0)
        for place, stratum in enumerate(self.strata):
            if stratum.told.seen != seen:
                continue
            values = gains[place]
            number, total, squares = len(values), sum(values), sum(gain * gain for gain in values)
            mean += stratum.part * Fraction(total, number)
            square = Fraction(squares * number - total * total, number * (number - 1))
            variance += stratum.part**2 * square / number
        unit = self.unit(seen)
        return mean / unit, _root(variance / unit**2)


def _root(square: Fraction) -> Fraction:
    """Return the square root of a rational number, from above, to twelve decimals."""
    scale = 10**12
    return Fraction(isqrt(square.numerator * scale**2 // square.denominator) + 1, scale)


class Deals:
    """All hands of three, and what each decision is worth to each class of them.

    `weights` (decisions x classes x 4) has that in `weights_of`. A decision that a class may not take is as
    if it folded.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        game = base_game(rules, letters)
        classes, self.size, self.qualifies = game.matchups.classes, len(rules.deck), rules.qualifies
        self.unit, self.made = game.unit, dealer_terms(rules.ranking).made
        self.borders = len(rules.ranking.strengths) + 1
        self.level_of_class: Integers = np.array([one.strength.level for one in classes])
        self.threes: Integers = np.array(list(combinations(range(self.size), 3))).T.copy()
        a, b, c = self.threes
        self.levels: Integers = self.made[a, b, c].astype(np.int64)
        every = every_hand(classes, rules.deck)
        class_of = np.zeros((self.size,) * 3, np.int64)
        class_of[tuple(np.sort(every.hands, axis=1).T)] = every.numbers
        self.classes: Integers = class_of[a, b, c]
        self.holds = np.zeros((self.size, len(a)), np.bool_)
        self.holds[self.threes, np.arange(len(a))] = True
        decisions = (FOLD, *rules.multiples)
        self.weights = np.zeros((len(decisions), len(classes), 4), np.int64)
        for number, one in enumerate(classes):
            level = one.strength.level
            for place, decision in enumerate(decisions):
                may = decision == FOLD or level >= rules.multiples[decision]
                worth = game.nets(number, decision if may else FOLD)
                self.weights[place, number] = weights_of(worth, qualified=level >= rules.qualifies)

    def gain(self, dead: list[int], usual: NDArray[np.int8]) -> int:
        """Return what it gains to know some cards, over all hands of the player and dealer that are left.

        Dealer hands below a level that avoid the player's are counted by inclusion and exclusion. First they
        lie between what any three cards leave, by class; then, by hand, between the number without the
        pairs' terms and three pairs times all cards more; and only hands that may still be decided
        otherwise are counted to the end.

        Args:
            dead: the cards.
            usual: of each class the place of the decision that is taken without.
        """
        size, left = self.size, np.delete(np.arange(self.size), dead)
        dealt, of_pairs = comb(len(left) - 3, 3), 3 * (len(left) - 2)
        hands = np.flatnonzero(~self.holds[dead].any(axis=0))
        cards, levels = self.threes.take(hands, axis=1), self.levels.take(hands)
        # Of each level and card: the hands below that level with the card.
        with_card = np.bincount((levels * size + cards).reshape(-1) + size, minlength=self.borders * size)
        with_card = with_card.reshape(-1, size).cumsum(axis=0)
        every = with_card.sum(axis=1) // 3
        followed = np.take_along_axis(self.weights, usual[np.newaxis, :, np.newaxis].astype(np.int64), axis=0)
        more = self.weights - followed  # of each decision and class, than the usual one

        of_left = with_card[:, left]
        fewest, most = every - 3 * of_left.max(axis=1), every - 3 * of_left.min(axis=1) + of_pairs
        borders = self._borders(self.level_of_class)
        may = _may_gain(more, dealt, [(fewest[border], most[border]) for border in borders])
        kept = may.take(self.classes.take(hands))
        hands, cards, levels = hands[kept], cards[:, kept], levels[kept]

        here = more.take(self.classes.take(hands), axis=1)
        counts = [
            every.take(border) - with_card.take(border * size + cards).sum(axis=0)
            for border in self._borders(levels)
        ]
        near = _may_gain(here, dealt, [(number, number + of_pairs) for number in counts])

        (a, b, c), levels, here = cards[:, near], levels[near], here[:, near]
        # Of each hand and two of its cards: what a dealer hand with any third card is.
        pairs = np.concatenate([self.made[a, b], self.made[a, c], self.made[b, c]], axis=1)
        pairs = pairs.take(np.concatenate([left, left + size, left + 2 * size]), axis=1)
        gained = here[:, :, 0] * dealt
        for place, (border, number) in enumerate(zip(self._borders(levels), counts, strict=True), 1):
            below = (pairs < border.astype(np.int16)[:, np.newaxis]).sum(axis=1, dtype=np.int16)
            gained += here[:, :, place] * (number[near] + below - (levels < border))
        return int(gained.max(axis=0).sum())

    def _borders(self, levels: Integers) -> tuple[Integers, Integers, Integers]:
        """Return below which levels dealer hands fail, are lower and are not higher than hands of levels."""
        return np.full_like(levels, self.qualifies), levels, levels + 1


def _may_gain(more: Integers, dealt: int, ends: Sequence[tuple[Integers, Integers]]) -> NDArray[np.bool_]:
    """Tell which hands another decision may be better for, if dealer hands are as few or as many.

    Args:
        more: what each decision is worth more than the usual one (decisions x hands x 4).
        dealt: how many dealer hands there are.
        ends: the fewest and the most of them that fail, are lower and are not higher.
    """
    most: Integers = more[:, :, 0] * dealt
    for place, (low, high) in enumerate(ends, 1):
        most += np.maximum(more[:, :, place] * low, more[:, :, place] * high)
    found: NDArray[np.bool_] = most.max(axis=0) > 0
    return found
