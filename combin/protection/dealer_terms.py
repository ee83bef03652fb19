"""What a hand is worth when other cards are dead: inclusion and exclusion over the dealer's hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD
from combin.exact.face_up import levels_of_threes
from combin.exact.matchups import against
from combin.rules.errors import RulesError, single_deck_only, three_cards_only

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.base_game import BaseGame
    from combin.rules.resolved import Rules

    Integers = NDArray[np.int64]


_ROOM = 64
"""How many times a sum over all deals what is added up on the way may be."""


@dataclass(frozen=True, eq=False)
class ResultTerms:
    """What a result is worth over all dealer hands that avoid one hand of the player's, by the cards in them.

    With a set K of further dead cards it is worth

        every - sum of one[a] + sum of two[a, b] - sum of three(a, b, c)

    over the cards, pairs and threes of K: dealer hands are counted, minus those with a card of K, and so on.
    `one` (cards) and `two` (cards x cards) are what it is worth over the dealer hands with these cards;
    `of_level` what it is worth against one dealer hand of each level. For cards of the player's own, and for
    a card beside itself, they mean nothing. `pairs` (cards x cards) is what any
    two cards of a dealer hand add to it, 0 for the player's own and a card beside itself; none, if nothing.
    """

    every: int
    one: Integers
    two: Integers
    of_level: Integers
    hand: Sequence[int]
    pairs: Integers | None = None

    @cached_property
    def beside(self) -> Integers:
        """All cards but those of the hand."""
        return np.delete(np.arange(len(self.one)), self.hand)

    def with_pairs(self, pairs: Integers) -> ResultTerms:
        """The terms with what any two cards of a dealer hand add."""
        cards, with_card = len(self.beside), pairs.sum(axis=1)
        every = int(with_card.sum()) // 2
        return ResultTerms(
            self.every + (cards - 2) * every,
            self.one + (cards - 3) * with_card + every,
            self.two + (cards - 4) * pairs + with_card + with_card[:, np.newaxis],
            self.of_level,
            self.hand,
            pairs,
        )

    def without_cards(self) -> tuple[Integers, Integers]:
        """What it is worth without each card, and without each two."""
        return self.every - self.one, self.every - self.one[:, np.newaxis] - self.one + self.two

    def threes(self, made: NDArray[np.int16], a: Any, b: Any, c: Any) -> Integers:  # noqa: ANN401  indexes
        """The terms of three cards, by arrays of indexes that go together."""
        found: Integers = self.of_level[made[a, b, c]]
        if self.pairs is not None:
            found = found + self.pairs[a, b] + self.pairs[a, c] + self.pairs[b, c]
        return found


class DealerTerms:
    """All dealer hands of a deck by level, by a card and by two cards; what `ResultTerms` are made of.

    The slow equivalent goes through the dealer hands beside the hand and the dead cards.
    """

    def __init__(self, ranking: Ranking) -> None:
        levels = len(ranking.strengths)
        self.made = levels_of_threes(ranking).astype(np.int16)
        self.cards = len(self.made)
        # Of a level, a card and another one: the third cards that make a hand below the level.
        two = np.zeros((levels + 2, self.cards**2), np.int16)
        pairs = np.repeat(np.arange(self.cards**2), self.cards)
        np.add.at(two, (self.made.reshape(-1) + 1, pairs), 1)  # those of no three cards above all levels
        self.two: Integers = two.cumsum(axis=0, dtype=np.int16)[: levels + 1].reshape(
            -1, self.cards, self.cards
        )
        self.one: Integers = self.two.sum(axis=2, dtype=np.int64) // 2
        self.every: Integers = self.one.sum(axis=1) // 3

    def kind(self, worth: Iterable[int]) -> type:
        """What holds sums over all deals of two hands, and of bounds of them, of what cases are worth.

        The slow equivalent of 64 bits are Python's integers; `_ROOM` is for bounds, which pass such sums.
        """
        return exact_kind(_ROOM * max(map(abs, worth), default=0) * comb(self.cards, 3) ** 2)

    def of_hand(self, hand: Sequence[int], level: int, qualifies: int, worth: tuple[int, ...]) -> ResultTerms:
        """The terms of what each case of a comparison is worth to a hand.

        Args:
            hand: three card indexes.
            level: that of the hand.
            qualifies: the lowest level with which the dealer qualifies.
            worth: of each case, of which there are 4 or 6, as `Situation.counts` has them.
        """
        at = (qualifies, level, level + 1)
        total, *weights = weights_of(worth, qualified=level >= qualifies)
        a, b, c = hand
        cards, kind = self.cards, self.kind(worth)
        of_level: Integers = np.full(len(self.every), total, kind)
        one: Integers = np.full(cards, total * comb(cards - 4, 2), kind)
        two: Integers = np.full((cards, cards), total * (cards - 5), kind)
        every = total * comb(cards - 3, 3)
        for border, weight in zip(at, weights, strict=True):
            if not weight:
                continue
            pairs = self.two[border]
            with_own = [self.made[own] < border for own in hand]
            every += weight * int(
                self.every[border]
                - self.one[border, [a, b, c]].sum()
                + pairs[[a, a, b], [b, c, c]].sum()
                - with_own[0][b, c]
            )
            one += weight * (
                self.one[border]
                - pairs[:, [a, b, c]].sum(axis=1, dtype=np.int64)
                + (with_own[0][b].astype(np.int64) + with_own[0][c] + with_own[1][c])
            ).astype(kind)
            two += weight * (
                pairs.astype(np.int64) - (with_own[0].astype(np.int64) + with_own[1] + with_own[2])
            ).astype(kind)
            of_level[:border] += weight
        return ResultTerms(every, one, two, of_level, hand)


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
    """The terms of each decision that a class of hands may take, the cheapest first.

    Args:
        game: the base game.
        hand: the class.
        place: its place among the classes of the game.
    """
    rules, terms, level = game.rules, dealer_terms(game.rules.ranking), hand.strength.level
    nets = game.by_lines[game.lines[place]]
    folds = {FOLD: (game.fold,) * len(rules.cases)} if rules.play else {}
    allowed = {multiple: nets[multiple] for multiple, least in rules.multiples.items() if level >= least}
    return {
        decision: terms.of_hand(hand.cards, level, rules.qualifies, worth)
        for decision, worth in (folds | allowed).items()
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
