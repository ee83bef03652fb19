"""All hands beside a set of dead cards: what it gains to know these."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD, base_game
from combin.exact.face_up import every_hand
from combin.protection.dealer_terms import dealer_terms, weights_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.rules.resolved import Rules

    Integers = NDArray[np.int64]


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
