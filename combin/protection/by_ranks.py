"""What decisions gain over a fold when only the ranks of the dead cards matter: the mean over their suits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import ceil, lcm, log2
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from combin.protection.dead_sets import Margins

    Integers = NDArray[np.int64]
    Numbers = NDArray[np.float64]

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
    """In how many ways cards of two or three ranks can be taken one after the other from so many."""
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
