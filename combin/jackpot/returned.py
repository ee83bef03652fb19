"""What a jackpot wager brings back in each situation of a base game, to a hand that is not folded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.matchups import Situations
    from combin.jackpot.value import JackpotChances

__all__ = ["Returned", "returned_in"]


@dataclass(frozen=True)
class Returned:
    """What a unit of jackpot wager brings back in each situation: `prizes` of so many `deals`.

    Over all hands of a situation together, with all cards that can be seen in it, so that sums over
    situations are means over all hands. `wins_share` tells where part of the meter can be won.
    """

    prizes: Sequence[int]
    deals: Sequence[int]
    wins_share: Sequence[bool]

    def __getitem__(self, index: int) -> Fraction:
        """Return the mean of one situation."""
        return Fraction(self.prizes[index], self.deals[index])


def returned_in(found: Situations, chances: JackpotChances, meter: Fraction, unit: Fraction) -> Returned:
    """Return what a unit of a jackpot wager brings back in each situation.

    Args:
        found: the situations, of the same classes of hands as the chances.
        chances: of the wager.
        meter: the meter per unit of the wager.
        unit: the money of a unit, for prizes that are sums.
    """
    lines = chances.table.lines
    prizes = [chances.prize(line) for line in lines]
    pays = [odds + money / unit + share * meter for odds, money, share in prizes]
    scale = lcm(*(one.denominator for one in pays))
    scaled = [int(one * scale) for one in pays]
    if chances.rules.file.deal.face_up:
        ways, weights, whole = _seen(found, chances)
    else:
        weights, whole = [one.weight for one in found], chances.ways
        counts = (chances.counts[number] for number in found.numbers)
        ways = [
            [weight * of_class.get(line.text, 0) for line in lines]
            for weight, of_class in zip(weights, counts, strict=True)
        ]
    return Returned(
        [sum(map(int.__mul__, row, scaled)) for row in ways],
        [weight * whole * scale for weight in weights],
        [any(number and share for number, (_, _, share) in zip(row, prizes, strict=True)) for row in ways],
    )


def _seen(found: Situations, chances: JackpotChances) -> tuple[list[list[int]], list[int], int]:
    """Return the ways of each line in each situation, its pairs of hand and card, and the ways of each."""
    import numpy as np

    from combin.exact.face_up import as_face_up
    from combin.exact.seen_lines import ways_seen

    cards = as_face_up(found)
    ways, whole = ways_seen(chances.rules, chances.table, cards.seen)
    # Floats hold these sums exactly: all ways together are far below 2^53.
    columns = (cards.seen.weights * column for column in (*ways.T, 1))
    *by_line, weights = (np.bincount(cards.places, one).astype(np.int64).tolist() for one in columns)
    return list(map(list, zip(*by_line, strict=True))), weights, whole
