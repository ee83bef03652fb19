"""What two seats net in one round, multiplied and added up over all deals, without their joint law."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.exact.joint_hands import PlayerClass
    from combin.exact.two_seats import Alike, Deals

    Integers = NDArray[np.signedinteger[Any]]

_BITS = 31
"""What all hands together net has no more, so that its square is sure to fit into 64."""
_AT_A_TIME = 32
"""Of the dealer's hands, so that what is at work stays small."""


def sum_of_products(deals: Deals, nets: Sequence[int], squares: int) -> int | None:
    """Return the sum over all deals of what one seat nets times what another one does.

    None where it takes the joint law: where both hands count together or hands are not in one order, and for
    very large nets.

    Beside hands of the dealer's that differ by their strength alone, a hand wins against the weaker ones,
    and loses to the stronger. So what hands with each two cards net beside each strength is a running sum.

    Args:
        deals: all deals.
        nets: what each of the `results` nets.
        squares: the sum over all deals to one seat of the square of what it nets.

    The slow equivalent is `sum(count * nets[a] * nets[b] for a, b, count in deals.law().places)`.
    """
    rules = deals.rules
    most = max(map(abs, nets), default=0) * comb(len(rules.deck), 3)
    if deals.both_hands or rules.ranking.upsets or most.bit_length() > _BITS:
        return None
    groups: dict[Alike, dict[int, list[PlayerClass]]] = {}
    for alike, dealers in deals.dealers.items():
        lowest = rules.qualifies if alike.level >= rules.qualifies else 0
        groups.setdefault(alike._replace(level=lowest), {})[alike.level] = dealers
    hands = _Hands(deals)
    found, variants = 0, np.array(nets)[deals.variants]
    for alike, of_level in groups.items():
        places = deals.by_result(alike)
        found += sum(hands.beside(of_variant[places], of_level) for of_variant in variants)
    return found // len(variants) - squares


class _Hands:
    """All hands by their strength, and by each of their cards with the two others.

    `with_pair` has the hand (cards x pairs), or else a last one that is none, and `levels` its strength.
    """

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        rows = deals.row[:, *deals.pairs]
        self._with_pair = np.where(rows < 0, len(deals.hands), rows).astype(np.int32)
        self._levels = np.append(deals.around.level, 0).astype(np.int32)[self._with_pair]

    def beside(self, nets: Integers, of_level: Mapping[int, Sequence[PlayerClass]]) -> int:
        """Return the sum beside some of the dealer's hands, those with the same one twice among them.

        Args:
            nets: what hands net that win, tie or lose (results x hands).
            of_level: the dealer's hands.
        """
        deals, found = self._deals, 0
        levels = np.array(sorted(of_level), np.int32)
        sums, known = self._running(nets, levels), np.pad(nets.astype(np.int32), ((0, 0), (0, 1))).reshape(-1)
        every = np.arange(len(deals.numbers))
        dealers = [(place, one) for place, level in enumerate(levels.tolist()) for one in of_level[level]]
        for start in range(0, len(dealers), _AT_A_TIME):
            some = dealers[start : start + _AT_A_TIME]
            place = np.array([place for place, _ in some])
            cards = np.array([deals.places(dealer) for _, dealer in some])
            # Two cards and one of the dealer's are one hand, which is gone. Of equal cards each is in as many
            # hands as another: what is counted for one of them holds for all that the dealer leaves.
            results = 1 - np.sign(self._levels[cards] - levels[place, np.newaxis, np.newaxis])
            gone = known.take(results * np.int32(len(deals.hands) + 1) + self._with_pair[cards])
            each = sums[place] - gone.sum(axis=1, dtype=np.int64)
            number = np.array(deals.numbers) - (cards[:, :, np.newaxis] == every).sum(axis=1)
            left = each * deals.ways_of_pairs(number)
            of_cards = deals.of_cards(left)
            # Hands that share a card are taken out, and those that share two, once too often, put in again
            # (`Deals.disjoint`). Each hand has three pairs of cards.
            products = (left.sum(axis=1) // 3) ** 2 + (left * each).sum(axis=1)
            products -= (of_cards * (of_cards // np.maximum(number, 1))).sum(axis=1)
            weights = [dealer.one.weight for _, dealer in some]
            found += sum(map(int.__mul__, weights, products.tolist()))
        return found

    def _running(self, nets: Integers, levels: Integers) -> Integers:
        """Return what hands with two cards, of all equal ones, net beside each level (levels x pairs)."""
        deals, level = self._deals, self._deals.around.level
        won, tied, lost = nets * deals.around.ways
        size = len(deals.pairs[0])
        at = np.searchsorted(levels, level)
        ties = levels[np.minimum(at, len(levels) - 1)] == level
        # From one level on a hand no longer wins: there it ties, or has lost already.
        steps = np.zeros((len(levels) + 2) * size)
        for place, step in (
            (np.zeros_like(at), won),
            (at, np.where(ties, tied, lost) - won),
            (at + 1, np.where(ties, lost - tied, 0)),
        ):
            steps += np.bincount((place * size + deals.twos).reshape(-1), np.tile(step, 3), len(steps))
        found: Integers = steps.reshape(-1, size)[: len(levels)].cumsum(axis=0).astype(np.int64)
        return found // np.maximum(deals.ways_of_pairs(np.array(deals.numbers)), 1)
