"""All hands beside a set of dead cards: what it gains to know these."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD
from combin.exact.face_up import every_hand
from combin.protection.dealer_terms import dealer_terms, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from combin.exact.face_up import EveryHand
    from combin.protection.staked import StakedGame

    Integers = NDArray[np.int64]


class Deals:
    """All hands of three, and what each decision is worth to each class of them.

    `weights` (decisions x classes x 4) has that in `weights_of`. A decision that a class may not take is as
    if it folded.
    """

    def __init__(self, game: StakedGame) -> None:
        rules, classes = game.rules, game.classes
        self.size, self.qualifies = len(rules.deck), rules.qualifies
        self.made = dealer_terms(rules.ranking).made
        self.borders = len(rules.ranking.strengths) + 1
        self.level_of_class: Integers = np.array([one.strength.level for one in classes])
        self.threes: Integers = np.array(list(combinations(range(self.size), 3))).T.copy()
        a, b, c = self.threes
        self.levels: Integers = self.made[a, b, c].astype(np.int64)
        every = every_hand(classes, rules.deck)
        class_of = np.zeros((self.size,) * 3, np.int64)
        class_of[tuple(np.sort(every.hands, axis=1).T)] = every.numbers
        self.classes: Integers = class_of[a, b, c]
        self.prizes = _Prizes(game, every)
        self.holds = np.zeros((self.size, len(a)), np.bool_)
        self.holds[self.threes, np.arange(len(a))] = True
        decisions = (FOLD, *rules.multiples)
        self.weights = np.zeros((len(decisions), len(classes), 4), np.int64)
        self.raised = np.zeros((len(decisions), len(classes)), np.int64)
        for number, one in enumerate(classes):
            qualified, worth = one.strength.level >= rules.qualifies, game.worth(number)
            self.raised[:, number] = [decision != FOLD and decision in worth for decision in decisions]
            for place, decision in enumerate(decisions):
                self.weights[place, number] = weights_of(
                    worth.get(decision, worth[FOLD]), qualified=qualified
                )

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
        # Of each decision and class, what is more than with the usual one.
        classes = np.arange(len(usual))
        more = self.weights - self.weights[usual, classes]
        raised = self.raised - self.raised[usual, classes]
        prizes = self.prizes.most * (len(left) - 5)

        of_left = with_card[:, left]
        fewest, most = every - 3 * of_left.max(axis=1), every - 3 * of_left.min(axis=1) + of_pairs
        borders = self._borders(self.level_of_class)
        ends = [(fewest[border], most[border]) for border in borders]
        may = _may_gain(more, dealt, ends, np.maximum(raised, 0) * prizes)
        kept = may.take(self.classes.take(hands))
        hands, cards, levels = hands[kept], cards[:, kept], levels[kept]

        of_class = self.classes.take(hands)
        here, raised = more.take(of_class, axis=1), raised.take(of_class, axis=1)
        counts = [
            every.take(border) - with_card.take(border * size + cards).sum(axis=0)
            for border in self._borders(levels)
        ]
        ends = [(number, number + of_pairs) for number in counts]
        near = _may_gain(here, dealt, ends, np.maximum(raised, 0) * prizes.take(of_class))

        (a, b, c), levels, here = cards[:, near], levels[near], here[:, near]
        # Of each hand and two of its cards: what a dealer hand with any third card is.
        pairs = np.concatenate([self.made[a, b], self.made[a, c], self.made[b, c]], axis=1)
        pairs = pairs.take(np.concatenate([left, left + size, left + 2 * size]), axis=1)
        gained = here[:, :, 0] * dealt
        for place, (border, number) in enumerate(zip(self._borders(levels), counts, strict=True), 1):
            below = (pairs < border.astype(np.int16)[:, np.newaxis]).sum(axis=1, dtype=np.int16)
            gained += here[:, :, place] * (number[near] + below - (levels < border))
        if self.prizes.most.any():
            gained += raised[:, near] * self.prizes.of_hands(cards[:, near], of_class[near], left)
        return int(gained.max(axis=0).sum())

    def _borders(self, levels: Integers) -> tuple[Integers, Integers, Integers]:
        """Return below which levels dealer hands fail, are lower and are not higher than hands of levels."""
        return np.full_like(levels, self.qualifies), levels, levels + 1


class _Prizes:
    """What bets with jackpot cards bring hands of each class, put on all dealer hands that are left.

    `most` (classes) is over all pairs of jackpot cards; of a dealer hand any two cards count.
    """

    def __init__(self, game: StakedGame, every: EveryHand) -> None:
        deck = game.rules.deck
        self.suit_of, self.suits = np.array(deck.suit_of), len(deck.suits)
        pairs = [game.pairs(number) for number in range(len(game.classes))]
        self.most: Integers = np.array([0 if each is None else each.sum() // 2 for each in pairs])
        some = [each for each in pairs if each is not None]
        self.pairs: Integers = np.array(some).reshape(len(some), len(deck), len(deck))
        self.place_of = np.cumsum(self.most > 0) - 1
        self.row_of = np.zeros((len(deck),) * 3, np.int64)
        if some:
            self.row_of[tuple(np.sort(every.hands, axis=1).T)] = np.arange(len(every.hands))
            self.sources = self._all_sources(every)

    def _all_sources(self, every: EveryHand) -> Integers:
        """Return of each hand, and each suit as its class has it, the suit that this is."""
        shown = np.zeros(every.sources.shape, np.bool_)
        shown[np.arange(len(shown))[:, np.newaxis], self.suit_of[every.hands]] = True
        kinds, place_of = np.unique(np.where(shown, every.sources, -1), axis=0, return_inverse=True)
        found = np.zeros_like(kinds)
        for row, given in zip(found, kinds.tolist(), strict=True):
            left = [suit for suit, source in enumerate(given) if source < 0]
            own = {source: suit for suit, source in enumerate(given) if source >= 0}
            row[:] = [own[source] if source in own else left.pop() for source in range(self.suits)]
        return found[place_of.reshape(-1)]

    def of_hands(self, hands: Integers, classes: Integers, left: Integers) -> Integers:
        """Return what the bets bring hands (3 x hands) over all dealer hands that are left beside them."""
        found = np.zeros(len(classes), np.int64)
        some = np.flatnonzero(self.most[classes])
        there = np.zeros(len(self.suit_of), np.int64)
        there[left] = 1
        sources = self.sources[self.row_of[tuple(hands[:, some])]]
        # The cards as the hand of the class has them beside it.
        beside = there.reshape(-1, self.suits)[:, sources].transpose(1, 0, 2)
        beside = beside.reshape(len(some), len(there))
        pairs = self.pairs[self.place_of[classes[some]]]
        found[some] = ((pairs @ beside[:, :, np.newaxis])[:, :, 0] * beside).sum(axis=1) // 2
        return found * (len(left) - 5)


def _may_gain(
    more: Integers, dealt: int, ends: Sequence[tuple[Integers, Integers]], beside: Integers
) -> NDArray[np.bool_]:
    """Tell which hands another decision may be better for, if dealer hands are as few or as many.

    Args:
        more: what each decision is worth more than the usual one (decisions x hands x 4).
        dealt: how many dealer hands there are.
        ends: the fewest and the most of them that fail, are lower and are not higher.
        beside: what other bets may bring more (decisions x hands).
    """
    most: Integers = more[:, :, 0] * dealt + beside
    for place, (low, high) in enumerate(ends, 1):
        most += np.maximum(more[:, :, place] * low, more[:, :, place] * high)
    found: NDArray[np.bool_] = most.max(axis=0) > 0
    return found
