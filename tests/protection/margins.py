"""Margins of decisions by visits to all sets of dead cards: the slow equivalent of `dead_sets.Decisions`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from combin.protection.dead_sets import dealer_terms, decision_terms, decision_worths, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Integers
    from combin.exact.base_game import BaseGame

_AT_A_TIME = 2**16  # how many sets are looked at together: what a processor has close by


def margins_of(game: BaseGame, place: int) -> Margins:
    """Return what the decisions about a class of hands are worth more than the usual one."""
    hand, ranking, qualifies = game.matchups.classes[place], game.rules.ranking, game.rules.qualifies
    level, made = hand.strength.level, dealer_terms(ranking).made
    terms, worths = decision_terms(game, hand, place), decision_worths(game, hand, place)
    usual = max(terms, key=lambda one: terms[one].every)
    cards = np.delete(np.arange(len(made)), hand.cards)
    pairs, threes = np.ix_(cards, cards), made[np.ix_(cards, cards, cards)]
    rows = []
    for one in (one for one in terms if one != usual):
        totals = [np.array(weights_of(worths[of], qualified=level >= qualifies)) for of in (one, usual)]
        total, *weights = (totals[0] - totals[1]).tolist()
        borders = zip(weights, (qualifies, level, level + 1), strict=True)
        three = total + sum(weight * (threes < border) for weight, border in borders)
        three[threes == len(ranking.strengths)] = 0  # a card beside itself
        more = terms[one].every - terms[usual].every
        two = (terms[one].two - terms[usual].two)[pairs]
        rows.append((more, (terms[one].one - terms[usual].one)[cards], two, three.min(), three))
    return Margins(*map(np.array, zip(*rows, strict=True)))


class Margins(Struct, frozen=True, eq=False, dict=True):
    """What decisions are worth more than another one, by the cards that are dead, over all dealer hands left.

    With a set K of dead cards that is, as `ResultTerms` have it,

        every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c]

    over the cards, pairs and threes of K. The first axis is the decision, all others are the cards that may
    be dead; of a card beside itself there is 0. `least` is a lower bound of the terms of three cards.
    """

    every: Integers
    one: Integers
    two: Integers
    least: Integers
    three: Integers

    @property
    def cards(self) -> int:
        """How many cards may be dead."""
        return int(self.one.shape[1])

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

    def at_most(self, number: int) -> int:
        """A bound of all margins with any N dead cards: of a pair each card has half, with its best."""
        twice = 2 * self.every - 2 * comb(number, 3) * self.least
        of_cards = (number - 1) * self.two.max(axis=2) - 2 * self.one
        twice += np.sort(of_cards, axis=1)[:, self.cards - number :].sum(axis=1)
        return max(((int(each) + 1) // 2 for each in twice), default=0)

    def best(self, number: int) -> int:
        """The sum over all sets of that many cards, at most six, of the best margin or of 0.

        Cards that are alike for all decisions, as are those that beat the hand whatever the dealer has beside
        them, are taken out first: it only matters how many of them a set holds. Where a bound shows that no
        decision is better than 0, nothing has to be visited.

        The slow equivalent adds up `max(0, *margins)` over `combinations(range(cards), number)`.
        """
        alike, total = self._alike(), 0
        others = np.delete(np.arange(self.cards), alike)
        three = self._only(self.three, others)
        for dead in range(max(0, number - len(others)), min(number, len(alike)) + 1):
            every, one, two = (self._only(part, others) for part in self._without(alike, dead))
            left = Margins(every, one, two, self.least.astype(np.int64), three)
            if left.at_most(number - dead) > 0:
                total += comb(len(alike), dead) * left._best_of_all(number - dead)
        return total

    def _alike(self) -> list[int]:
        """Cards that can change places in all margins, as many as one of them shows to be."""
        one = self.one.astype(np.int64)
        _, kinds, numbers = np.unique(one, axis=1, return_inverse=True, return_counts=True)
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

    def _only(self, part: Integers, cards: Integers) -> Integers:
        """A part of the margins in 64 bits, by some cards alone."""
        found: Integers = part[np.ix_(np.arange(len(part)), *[cards] * (part.ndim - 1))].astype(np.int64)
        return found

    def _without(self, alike: Sequence[int], dead: int) -> tuple[Integers, Integers, Integers]:
        """`every`, `one` and `two` with that many dead of the cards that are alike."""
        a, b, c = (*alike, 0, 0)[:3]  # of fewer of them no pair or three is dead
        pairs, threes = comb(dead, 2), comb(dead, 3)
        every = (
            self.every - dead * self.one[:, a] + pairs * self.two[:, a, b] - threes * self.three[:, a, b, c]
        )
        one = self.one - dead * self.two[:, a] + pairs * self.three[:, a, b]
        return every, one, self.two - dead * self.three[:, a]

    def _best_of_all(self, number: int) -> int:
        """The sum over all sets of the best margin or of 0, by their first cards and three last ones."""
        if number <= 3:
            return int(np.maximum(self.of_sets(all_sets(self.cards, number)).max(axis=0), 0).sum())
        lasts, total = all_sets(self.cards, 3), 0
        columns = lasts.T.copy()
        own = self.of_sets(lasts) - self.every[:, np.newaxis]
        # Of a first card and three last ones: what pairs and threes with the first card add.
        across = self.two[:, :, lasts].sum(axis=3)
        for a, b in combinations(columns, 2):
            across -= self.three[:, :, a, b]
        for last in range(number - 4, self.cards - 3):  # of the first cards
            before, start = all_sets(last, number - 4), int(np.searchsorted(lasts[:, 0], last + 1))
            firsts = np.column_stack([before, np.full(len(before), last)])
            alone, common = self.of_sets(firsts), own[:, start:] + across[:, last, start:]
            thirds: Integers = np.zeros((*alone.shape, self.cards), np.int64)
            for a, b in combinations(firsts.T, 2):
                thirds += self.three[:, a, b]
            step = max(1, _AT_A_TIME // (len(lasts) - start))
            for some in (slice(row, row + step) for row in range(0, len(firsts), step)):
                best: Integers = np.zeros((len(firsts[some]), len(lasts) - start), np.int64)
                for place in range(len(self.every)):
                    values = common[place] + alone[place, some, np.newaxis]
                    for cards in before[some].T:
                        values += across[place, cards, start:]
                    for column in columns if number > 4 else ():
                        values -= thirds[place, some].take(column[start:], axis=1)
                    np.maximum(best, values, out=best)
                total += int(best.sum())
        return total


@lru_cache(maxsize=256)
def all_sets(size: int, number: int) -> Integers:
    """Return (sets x cards) all sets of that many places below a size, in order."""
    found = list(combinations(range(size), number))
    return np.array(found, np.int64).reshape(len(found), number)
