"""What a bet brings back in each situation of a base game, to a hand that is not folded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from combin.exact.pay_lines import about_colours, names_suit, suit_matters, suits_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.matchups import Situations
    from combin.jackpot.value import JackpotChances
    from combin.rules.resolved import Rules, Table

__all__ = ["Returned", "looks_at_dealer", "returned_around", "returned_in", "told_by_classes"]


@dataclass(frozen=True)
class Returned:
    """What a unit of a bet brings back in each situation: `prizes` of so many `deals`.

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
    """Return what a unit of a jackpot wager, or of a bet on a hand alone, brings back in each situation.

    Args:
        found: the situations, of the same classes of hands as the chances.
        chances: of the bet.
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


def looks_at_dealer(rules: Rules, table: Table) -> bool:
    """Tell whether more of the dealer's hand decides a bet than that it makes a hand with the player's."""
    of_dealer = getattr(rules.wagers[table.wager], "hand", "") == "dealer"
    versus = table.wager in rules.side_bets and rules.versus_dealer(table.wager)
    return of_dealer or versus or about_colours(table)


def told_by_classes(rules: Rules, table: Table) -> bool:
    """Tell whether hands that are alike but for which suits they show are all worth the same to a bet."""
    return not about_colours(table) and not (looks_at_dealer(rules, table) and names_suit(table))


def returned_around(found: Situations, rules: Rules, table: Table) -> Returned:
    """Return what a unit of a side bet brings back in each situation where the dealer's hand decides too.

    Every dealer hand is gone through beside one hand of each class.
    """
    from combin.exact.joint_bets import SideBet
    from combin.exact.joint_deals import Surroundings
    from combin.exact.joint_hands import held_hands
    from combin.exact.joint_law import aspects_of

    own = {table.wager: table}
    aspects = aspects_of(rules, {table.wager: table.letter}, own, seen=bool(rules.file.deal.face_up))
    around = Surroundings(rules, aspects)
    bet = SideBet(rules, table, around)
    pays = [1 + one.net(table.stake) / table.stake for one in bet.pays]
    scale = lcm(*(one.denominator for one in pays))
    scaled = [int(one * scale) for one in pays]
    prizes, deals = [0] * len(found), [0] * len(found)
    hands = held_hands(
        rules,
        (found, range(len(found))),  # each situation for itself
        apart=suit_matters(rules, [table]),
        colours_apart=aspects.colours,
        named=suits_named(aspects.dealer),
    )
    for held in hands:
        paid = bet.if_played(held)
        for beside, numbers in around.around(held):
            row = int(beside.decision)
            places = (0 * numbers + paid(beside)).tolist()
            for place, number in zip(places, numbers.tolist(), strict=True):
                prizes[row] += held.one.weight * number * scaled[place]
                deals[row] += held.one.weight * number * scale
    return Returned(prizes, deals, [False] * len(found))


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
