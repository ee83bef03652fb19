"""What hands and decisions are worth when other cards are dead: inclusion and exclusion over dealer hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from combin.cards.ranking import Ranking
from combin.cards.suit_classes import HandClass
from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.matchups import against, sieve_of
from combin.rules.errors import RulesError, single_deck_only, three_cards_only
from combin.rules.resolved import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.aliases import Integers


_MOST = 2**42
"""What no margin may come to, so that 64 bits hold sums over as many sets as are added up at once."""
_AT_A_TIME = 2**16  # how many sets are looked at together: what a processor has close by


class Margins(Struct, frozen=True, eq=False, dict=True):
    """What decisions are worth more than another one, by the cards that are dead, over all dealer hands left.

    With a set K of dead cards that is, as `ResultTerms` have it,

        every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c]

    over the cards, pairs and threes of K. The first axis is the decision, all others are the cards that may
    be dead; of a card beside itself there is 0. `least` is a lower bound of the terms of three cards, which
    are looked up by `threes` where they are needed.
    """

    every: Integers
    one: Integers
    two: Integers
    least: Integers
    threes: Callable[[], Integers]

    @classmethod
    def of_terms(cls, terms: Sequence[ResultTerms], usual: ResultTerms, made: NDArray[np.int16]) -> Margins:
        """What decisions are worth more than the usual one beside a hand.

        `made` has the level of every three cards of the deck, above all levels for a card beside itself.
        """
        less = [each.less(usual) for each in terms if each is not usual]
        cards = np.delete(np.arange(len(made)), usual.hand)
        size = len(cards)
        one = np.array([each.one[cards] for each in less]).reshape(-1, size)
        two = np.array([each.two[np.ix_(cards, cards)] for each in less]).reshape(-1, size, size)

        def threes() -> Integers:
            return np.array([each.threes(made)[np.ix_(cards, cards, cards)] for each in less])

        every, least = np.array([(each.every, each.least) for each in less], one.dtype).reshape(-1, 2).T
        return cls(every, one, two, least, threes)

    @cached_property
    def three(self) -> Integers:
        """The terms of three cards."""
        return self.threes()

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
        most = abs(self.every) + sum(
            comb(number, size) * abs(part).reshape(len(self.every), -1).max(axis=1)
            for size, part in enumerate((self.one, self.two, self.three), start=1)
        )
        if int(most.max()) >= _MOST:
            raise RulesError((), "pays are divided too finely for all sets of cards to be gone through")
        alike, total = self._alike(), 0
        others = np.delete(np.arange(self.cards), alike)
        three = self._only(self.three, others)
        for dead in range(max(0, number - len(others)), min(number, len(alike)) + 1):
            every, one, two = (self._only(part, others) for part in self._without(alike, dead))
            left = Margins(every, one, two, self.least.astype(np.int64), lambda: three)
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


_ROOM = 64  # how many times a sum over all deals what is added up on the way may be


class ResultTerms(Struct, frozen=True, eq=False, dict=True):
    """What a result is worth over all dealer hands that avoid one hand of the player's, by the cards in them.

    With a set K of further dead cards it is worth

        every - sum of one[a] + sum of two[a, b] - sum of three(a, b, c)

    over the cards, pairs and threes of K: dealer hands are counted, minus those with a card of K, and so on.
    `two` (cards x cards) is what it is worth over the dealer hands with two cards, 0 for those of the `hand`
    and for a card beside itself; `of_level` what it is worth against one dealer hand of each level.
    """

    two: Integers
    of_level: Integers
    hand: Sequence[int]

    @cached_property
    def one(self) -> Integers:
        """What it is worth over the dealer hands with each card: with two of them each is there twice."""
        found: Integers = self.two.sum(axis=1) // 2
        return found

    @cached_property
    def every(self) -> int:
        """What it is worth over all dealer hands."""
        return int(self.one.sum()) // 3

    @property
    def least(self) -> int:
        """A lower bound of what it is worth against a dealer hand."""
        return int(self.of_level[:-1].min())

    def less(self, other: ResultTerms) -> ResultTerms:
        """The terms of what it is worth more than another result for the same hand."""
        return ResultTerms(self.two - other.two, self.of_level - other.of_level, self.hand)

    def without_cards(self) -> tuple[Integers, Integers]:
        """What it is worth without each card, and without each two."""
        return self.every - self.one, self.every - self.one[:, np.newaxis] - self.one + self.two

    def threes(self, made: NDArray[np.int16]) -> Integers:
        """Return (cards x cards x cards) what it is worth against each dealer hand, with the same zeros."""
        found: Integers = self.of_level[made]
        found[made == len(self.of_level) - 1] = 0
        own = list(self.hand)
        found[own] = found[:, own] = found[:, :, own] = 0
        return found


class DealerTerms:
    """All dealer hands of a deck by level and by two cards; what `ResultTerms` are made of.

    The slow equivalent visits the dealer hands beside the hand and the dead cards.

    Attributes:
        made: (cards x cards x cards) the level of three cards, above all levels where two are the same.
    """

    def __init__(self, ranking: Ranking) -> None:
        levels, self.made = len(ranking.strengths), sieve_of(ranking).made.astype(np.int16)
        self.cards = len(self.made)
        cards = np.arange(self.cards)
        self.made[cards, cards] = self.made[cards, :, cards] = self.made[:, cards, cards] = levels
        # Of a level, a card and another one: the third cards that make a hand below the level.
        two = np.zeros((levels + 2, self.cards**2), np.int16)
        np.add.at(two, (self.made.reshape(-1) + 1, np.repeat(np.arange(self.cards**2), self.cards)), 1)
        self.two = two.cumsum(axis=0, dtype=np.int16)[: levels + 1].reshape(-1, self.cards, self.cards)

    def kind(self, worth: Iterable[int]) -> type:
        """What holds sums over all deals of two hands, and of bounds of them, of what cases are worth.

        The slow equivalent of 64 bits are Python's integers; `_ROOM` is for bounds, which pass such sums.
        """
        return exact_kind(_ROOM * max(map(abs, worth), default=0) * comb(self.cards, 3) ** 2)

    def of_hand(self, hand: Sequence[int], level: int, qualifies: int, worth: tuple[int, ...]) -> ResultTerms:
        """The terms of what each case of a comparison is worth to a hand.

        `worth` is that of each case, of which there are 4 or 6, as `Matchup.counts` has them.
        """
        total, *weights = weights_of(worth, qualified=level >= qualifies)
        own, kind = list(hand), self.kind(worth)
        of_level: Integers = np.full(len(self.two), total, kind)
        two: Integers = np.full((self.cards, self.cards), total * (self.cards - 5), kind)
        for border, weight in zip((qualifies, level, level + 1), weights, strict=True):
            if weight:
                two += weight * (self.two[border] - (self.made[own] < border).sum(axis=0)).astype(kind)
                of_level[:border] += weight
        two[own] = two[:, own] = 0
        np.fill_diagonal(two, 0)
        return ResultTerms(two, of_level, hand)


@lru_cache(maxsize=1 << 12)
def weights_of(worth: tuple[int, ...], *, qualified: bool) -> tuple[int, int, int, int]:
    """What all dealer hands, those that fail, those lower and those not higher add to a worth.

    What cases are worth is linear in these four numbers (`against`).
    """
    units = np.eye(4, dtype=np.int64).tolist()
    total, failing, lower, not_higher = (
        sum(map(int.__mul__, worth, against(*unit, qualified=qualified, cases=len(worth)))) for unit in units
    )
    return total, failing, lower, not_higher


@lru_cache(maxsize=2)
def dealer_terms(ranking: Ranking) -> DealerTerms:
    """The dealer hands of a deck, which several questions ask about."""
    return DealerTerms(ranking)


def decision_terms(game: BaseGame, hand: HandClass, place: int) -> dict[int, ResultTerms]:
    """The terms of each decision that a class of hands, that at a `place`, may take, the cheapest first."""
    rules, terms, level = game.rules, dealer_terms(game.rules.ranking), hand.strength.level
    worth = {FOLD: (game.fold,) * len(rules.cases)} if rules.play else {}
    for multiple, least in rules.multiples.items():
        if level >= least:
            worth[multiple] = tuple(game.by_lines[game.lines[place]][multiple])
    return {
        decision: terms.of_hand(hand.cards, level, rules.qualifies, of_cases)
        for decision, of_cases in worth.items()
    }


def refuse_other_games(rules: Rules, what: str) -> None:
    """Refuse games in which dealer hands cannot be counted by these terms."""
    single_deck_only(rules.deck, what)
    three_cards_only(rules.file.deal.player, what)
    if rules.ranking.upsets:
        problem = f"{what} are worked out where the higher hand wins; see Limits in docs/language.md"
        raise RulesError(("ranking", "beats"), problem)
    if rules.file.deal.face_up:
        raise RulesError(("deal", "face_up"), f"{what} are worked out for games in which no card is seen")
