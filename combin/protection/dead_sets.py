"""What the best of several decisions is worth over all sets of up to six dead cards, beside one hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.protection.dealer_terms import dealer_terms
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.protection.dealer_terms import ResultTerms
    from combin.protection.staked import StakedGame

    Integers = NDArray[np.int64]
    Levels = NDArray[np.int16]

_MOST = 2**42
"""What no margin may come to, so that 64 bits hold sums over as many sets as are added up at once."""
_AT_A_TIME = 2**16
"""How many sets are looked at together: what a processor has close by."""


@dataclass(frozen=True, eq=False)
class Margins:
    """What decisions are worth more than another one, by the cards that are dead, over all dealer hands left.

    With a set K of dead cards that is, as `ResultTerms` have it,

        every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c]

    over the cards, pairs and threes of K. The first axis is the decision, all others are the cards that may
    be dead; of a card beside itself there is 0.
    """

    every: Integers
    one: Integers
    two: Integers
    three: Integers

    @classmethod
    def of_terms(cls, others: Sequence[ResultTerms], usual: ResultTerms, made: Levels) -> Margins:
        """What decisions are worth more than the usual one beside a hand.

        Args:
            others: their terms.
            usual: those of the usual decision.
            made: the level of every three cards of the deck; for a card beside itself it means nothing.
        """
        cards, size = usual.beside, len(usual.beside)
        a, b, c = np.ix_(cards, cards, cards)
        of_usual = usual.threes(made, a, b, c)
        kind = np.result_type(usual.one, *(each.one for each in others))
        every = np.array([each.every - usual.every for each in others], kind)
        one = np.array([(each.one - usual.one)[cards] for each in others]).reshape(-1, size)
        two = np.array([(each.two - usual.two)[np.ix_(cards, cards)] for each in others])
        three = np.array([each.threes(made, a, b, c) - of_usual for each in others])
        found = cls(every, one, two.reshape(-1, size, size), three.reshape(-1, size, size, size))
        return cls(every, one, found.pairs(_nothing), found.threes(_nothing))

    @property
    def cards(self) -> int:
        """How many cards may be dead."""
        return int(self.one.shape[1])

    def pairs(self, bound: Callable[[Integers], int]) -> Integers:
        """The terms of pairs; that of a card beside itself is a bound of all."""
        places = np.arange(self.cards)
        found = self.two.copy()
        found[:, places, places] = bound(found)
        return found

    def threes(self, bound: Callable[[Integers], int]) -> Integers:
        """The terms of threes; where a card is beside itself it is a bound of all."""
        places = np.arange(self.cards)
        found = self.three.copy()
        itself = bound(found)
        found[:, places, places] = itself
        found[:, places, :, places] = itself
        found[:, :, places, places] = itself
        return found

    def of_sets(self, sets: Integers) -> Integers:
        """Return (decisions x sets) the margins with sets of up to three cards (sets x cards)."""
        found: Integers = np.repeat(self.every[:, np.newaxis], len(sets), axis=1)
        columns = sets.T
        for card in columns:
            found -= self.one[:, card]
        for a, b in combinations(columns, 2):
            found += self.two[:, a, b]
        for a, b, c in combinations(columns, 3):
            found -= self.three[:, a, b, c]
        return found

    def at_most(self, number: int) -> Integers:
        """Six times a bound of each margin with any so many dead cards.

        A pair counts half for each of its cards, with the best partner, and a three a third.
        """
        part = (
            6 * -self.one
            + 3 * (number - 1) * self.pairs(np.min).max(axis=2)
            - (number - 1) * (number - 2) * self.threes(np.max).min(axis=(2, 3))
        )
        found: Integers = 6 * self.every + np.sort(part, axis=1)[:, self.cards - number :].sum(axis=1)
        return found

    def best(self, number: int) -> int:
        """The sum over all sets of so many cards, at most six, of the best margin or of 0.

        Cards that are alike for all decisions, as are those that beat the hand whatever the dealer has beside
        them, are taken out first: it only matters how many of them a set holds. Of what is left the sets are
        gone through by their first cards and their last three. Where bounds show for the first cards that no
        decision is better than 0, or one is with all, nothing has to be gone through.

        The slow equivalent adds up `max(0, *margins)` over `combinations(range(cards), number)`.
        """
        most = abs(self.every) + sum(
            comb(number, size) * abs(part).reshape(len(self.every), -1).max(axis=1)
            for size, part in enumerate((self.one, self.two, self.three), start=1)
        )
        if int(most.max()) >= _MOST:
            raise RulesError((), "pays are divided too finely for all sets of cards to be gone through")
        whole = Margins(*(part.astype(np.int64) for part in (self.every, self.one, self.two, self.three)))
        alike = whole._alike()
        rest = whole.only(np.delete(np.arange(self.cards), alike))
        total = 0
        for dead in range(max(0, number - rest.cards), min(number, len(alike)) + 1):
            left = whole._without(alike, dead, rest)
            if left.at_most(number - dead).max() > 0:
                total += comb(len(alike), dead) * _best_of_all(left, number - dead, int(most.max()))
        return total

    def _alike(self) -> list[int]:
        """Cards that can change places in all margins, as many as one of them shows to be."""
        _, kinds, numbers = np.unique(self.one, axis=1, return_inverse=True, return_counts=True)
        like = np.flatnonzero(kinds.reshape(-1) == numbers.argmax())
        first, found = int(like[0]), [int(like[0])]
        for card in map(int, like[1:]):
            others = np.delete(np.arange(self.cards), [first, card])
            pairs = np.ix_(np.arange(len(self.every)), others, others)
            if np.array_equal(self.two[:, first, others], self.two[:, card, others]) and np.array_equal(
                self.three[:, first][pairs], self.three[:, card][pairs]
            ):
                found.append(card)
        return found

    def only(self, cards: Integers) -> Margins:
        """The margins by some of the cards, in an order."""
        at: tuple[Integers, ...] = np.arange(len(self.every)), cards, cards, cards
        return Margins(
            self.every, *(part[np.ix_(*at[: part.ndim])] for part in (self.one, self.two, self.three))
        )

    def _without(self, alike: Sequence[int], dead: int, rest: Margins) -> Margins:
        """The margins by the rest of the cards, with so many of those that are alike dead."""
        a, b, c = (*alike, 0, 0)[:3]  # of fewer of them no pair or three is dead
        pairs, threes = comb(dead, 2), comb(dead, 3)
        others = np.delete(np.arange(self.cards), alike)
        every = (
            self.every - dead * self.one[:, a] + pairs * self.two[:, a, b] - threes * self.three[:, a, b, c]
        )
        one = rest.one + (pairs * self.three[:, a, b] - dead * self.two[:, a])[:, others]
        two = rest.two - dead * self.three[:, a][:, others[:, np.newaxis], others]
        return Margins(every, one, two, rest.three)


@dataclass(frozen=True, eq=False)
class HandMargins:
    """A class of hands: the terms of its decisions, which is the best, and the margins of the others."""

    terms: Mapping[int, ResultTerms]
    usual: int
    made: Levels

    @classmethod
    def of_class(cls, game: StakedGame, place: int) -> HandMargins:
        """Those of the class at a place among those of a game."""
        terms = game.terms(place)
        usual = max(terms, key=lambda decision: terms[decision].every)
        return cls(terms, usual, dealer_terms(game.rules.ranking).made)

    @cached_property
    def margins(self) -> Margins:
        """The margins of the other decisions over the best one."""
        others = [each for decision, each in self.terms.items() if decision != self.usual]
        return Margins.of_terms(others, self.terms[self.usual], self.made)

    def at_most(self, number: int) -> int:
        """A bound of all margins with any so many dead cards, sooner found than `Margins.at_most`."""
        usual, found = self.terms[self.usual], list[int]()
        cards = usual.beside
        for each in self.terms.values():
            if each is not usual:
                two = (each.two - usual.two)[np.ix_(cards, cards)]
                np.fill_diagonal(two, two.min())
                part = np.sort((number - 1) * two.max(axis=1) - 2 * (each.one - usual.one)[cards])
                least = int((each.of_level - usual.of_level).min())
                if each.pairs is not None or usual.pairs is not None:
                    least += 3 * int(
                        np.min(
                            (0 if each.pairs is None else each.pairs)
                            - (0 if usual.pairs is None else usual.pairs)
                        )
                    )
                twice = (
                    2 * (each.every - usual.every) + int(part[-number:].sum()) - 2 * comb(number, 3) * least
                )
                found.append((twice + 1) // 2)
        return max(found, default=0)


class _Walk:
    """A way through all sets of four to six cards, by their first cards and their last three."""

    def __init__(self, margins: Margins, number: int, kind: type[np.int32 | np.int64]) -> None:
        self.margins, self.first, self.kind, size = margins, number - 3, kind, margins.cards
        self.lasts = _sets(size, 3)
        self.starts: Integers = np.searchsorted(self.lasts[:, 0], np.arange(size + 1))
        u, v, w = self.columns = self.lasts.T.copy()
        # Of a card, or two: the best or worst partner, or two of them, from a place on, for bounds both ways.
        self.partners = [
            (
                _from_each_on(better, margins.pairs(worst), 2),
                threes := _from_each_on(worse, margins.threes(best), 3),
                _from_each_on(worse, threes, 2),
            )
            for better, worse, worst, best in (
                (np.maximum, np.minimum, np.min, np.max),
                (np.minimum, np.maximum, np.max, np.min),
            )
        ]
        self.two_sums = _from_each_on(np.add, margins.two, 2)
        self.three_sums = _from_each_on(np.add, _from_each_on(np.add, margins.three, 3), 2)
        own = margins.of_sets(self.lasts) - margins.every[:, np.newaxis]
        self.own = own.astype(kind)
        self.own_sums: Integers = own[:, ::-1].cumsum(axis=1)[:, ::-1]
        # Of a first card and three last ones: what pairs and threes with the first card add.
        two: Integers = margins.two.astype(kind)
        three: Integers = margins.three.astype(kind)
        self.across = two[:, :, u] + two[:, :, v] + two[:, :, w]
        for one, other in ((u, v), (u, w), (v, w)):
            self.across -= three[:, :, one, other]

    def total(self) -> int:
        """The sum of the best margin or of 0."""
        return sum(self._after(last) for last in range(self.first - 1, self.margins.cards - 3))

    def _after(self, last: int) -> int:
        """The sum over the sets whose first cards end with one card."""
        margins, left = self.margins, slice(last + 1, None)
        before = _sets(last, self.first - 1)
        firsts = np.column_stack([before, np.full(len(before), last)])
        base = margins.of_sets(firsts)
        # Of the first cards and a last one: the threes of which it is the third.
        thirds = np.zeros((len(base), len(firsts), margins.cards - last - 1), np.int64)
        for a, b in combinations(firsts.T, 2):
            thirds += margins.three[:, a, b, left]
        upper, lower = (3 * base + end for end in self._ends(firsts, thirds, last))
        may = upper > 0
        alone = may.sum(axis=0) == 1
        sure = may & alone & (lower >= 0)
        total = sum(self._sum_of_all(firsts, thirds, base, last)[sure].tolist()) if sure.any() else 0
        for rows in self._parts(np.flatnonzero(may.any(axis=0) & ~sure.any(axis=0)), last):
            total += self._sum_of_best(firsts[rows], thirds[:, rows], base[:, rows], last)
        return total

    def _ends(self, firsts: Integers, thirds: Integers, last: int) -> Iterator[Integers]:
        """Yield thrice what any three last cards add to first ones at most, and at least."""
        left, after = slice(last + 1, None), last + 1
        slopes = (
            self.margins.two[:, firsts, left].sum(axis=2) - self.margins.one[:, np.newaxis, left] - thirds
        )
        for (pairs, threes, own), chosen in zip(self.partners, (slice(-3, None), slice(3)), strict=True):
            of_pairs = pairs[:, np.newaxis, left, after] - threes[..., after][:, firsts, left].sum(axis=2)
            ends = 3 * (slopes + of_pairs) - own[:, np.newaxis, left, after, after]
            yield np.sort(ends, axis=2)[:, :, chosen].sum(axis=2)

    def _sum_of_all(self, firsts: Integers, thirds: Integers, base: Integers, last: int) -> Integers:
        """The sum of each margin over all last cards."""
        size, after = self.margins.cards - last - 1, last + 1
        with_card, with_pair = comb(size - 1, 2), size - 2
        across = with_card * self.two_sums[:, :, after] - with_pair * (
            self.three_sums[:, :, after, after] // 2
        )
        sums = comb(size, 3) * base + self.own_sums[:, self.starts[after], np.newaxis]
        found: Integers = sums + across[:, firsts].sum(axis=2) - with_card * thirds.sum(axis=2)
        return found

    def _parts(self, rows: Integers, last: int) -> Iterator[Integers]:
        step = max(1, _AT_A_TIME // (len(self.lasts) - int(self.starts[last + 1])))
        for start in range(0, len(rows), step):
            yield rows[start : start + step]

    def _sum_of_best(self, firsts: Integers, thirds: Integers, base: Integers, last: int) -> int:
        """The sum of the best margin or of 0, over all last cards one by one."""
        start = self.starts[last + 1]
        columns = [column[start:] - last - 1 for column in self.columns]
        best = np.zeros((len(firsts), len(columns[0])), self.kind)
        for across, own, each, third in zip(self.across, self.own, base, thirds, strict=True):
            values = across[firsts[:, 0], start:]
            for card in firsts.T[1:-1]:
                values += across[card, start:]
            common = own[start:] + (across[last, start:] if self.first > 1 else 0)
            values += common
            values += each.astype(self.kind)[:, np.newaxis]
            if self.first > 1:
                of_card = third.astype(self.kind)
                for column in columns:
                    values -= of_card.take(column, axis=1)
            np.maximum(best, values, out=best)
        return int(best.sum(dtype=np.int64))


def _best_of_all(margins: Margins, number: int, most: int) -> int:
    """The sum over all sets of the best margin or of 0; `most` is as much as any margin can be."""
    if number <= 3:
        return int(np.maximum(margins.of_sets(_sets(margins.cards, number)).max(axis=0), 0).sum())
    spread = abs(margins.one - np.median(margins.one, axis=1, keepdims=True)).sum(axis=0)
    order = np.argsort(-spread, kind="stable")  # what matters most comes first
    return _Walk(margins.only(order), number, np.int32 if most < 2**30 else np.int64).total()


def _nothing(_: Integers) -> int:
    return 0


def _from_each_on(together: np.ufunc, parts: Integers, axis: int) -> Integers:
    """What parts come to together from each place of an axis on."""
    found: Integers = np.flip(together.accumulate(np.flip(parts, axis), axis), axis)
    return found


@lru_cache(maxsize=256)
def _sets(size: int, number: int) -> Integers:
    """Return (sets x cards) all sets of so many places below a size, in order."""
    found = list(combinations(range(size), number))
    return np.array(found, np.int64).reshape(len(found), number)
