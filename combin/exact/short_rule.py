"""A short rule for who sees several of the dealer's cards: few groups of what is seen, at the least cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD
from combin.exact.statement import Statement
from combin.exact.strategy import Strategy
from combin.rules.sights import Tells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Integers, Truths
    from combin.exact.arrays import Arrays
    from combin.rules.sights import Sights

MOST = 12
"""Groups of what is seen, as many as a small card has room for."""

Thresholds = tuple[tuple[int, int], ...]
"""Each decision that is taken with the level from which on it is, the highest first."""


@dataclass(frozen=True)
class ShortRule:
    """From which hand on each decision is taken, group by group of what is seen, and nothing else.

    A group is of headings, as `Sights` numbers them; or, where the whole hand is seen, of one case of
    `Rules.cases`, which is then known. `statements` are aligned with `groups`, `group_of` has the place of
    that of each situation; the `strategy` decides so.
    """

    groups: tuple[tuple[int, ...], ...]
    statements: tuple[Statement, ...]
    cases: bool
    strategy: Strategy
    group_of: Integers


def short_rule(best: Strategy, most: int = MOST) -> ShortRule:
    """Return a rule with few groups of what is seen, and no exceptions, that costs little.

    Where the whole hand is seen, it goes by what comes of the deal. Else what is seen is put in order: no two
    cards of one rank, then two, then three, by the highest card, or by the hand that three ranks make. Then
    each time those two neighbours become one group that lose the least by having the same thresholds, until
    there are so few.

    Args:
        best: the best strategy of a game in which a sight is told.
        most: how many groups there may be.

    Raises:
        TypeError: no sight is told.
    """
    game, rules, sights = best.game, best.game.rules, best.game.rules.sights
    arrays = game.arrays or game.matchups.arrays
    if sights is None:
        msg = "no sight of the dealer's hand is told"
        raise TypeError(msg)
    unit, groups = arrays.groups, _in_order(sights)
    if sights.by_strength:
        unit = arrays.counts.argmax(axis=1)
        groups = [(case,) for case in np.unique(unit).tolist()]
    place = np.zeros(unit.max() + 1, np.int64)
    for at, group in enumerate(groups):
        place[list(group)] = at
    gains, least = list(_gains(best, arrays, place[unit], len(groups))), list(rules.later.values())
    _join(groups, gains, least, most)
    multiples, strengths = list(rules.later), rules.ranking.strengths
    decided, statements = np.zeros((len(place), len(strengths)), np.int64), []
    met = np.zeros_like(decided, np.bool_)
    met[unit, arrays.levels] = True
    for group, gain in zip(groups, gains, strict=True):
        here: Truths = np.any(met[list(group)], axis=0)
        thresholds = [(at, _lowest(level, least[at], here)) for at, level in _best(gain, least)[1]]
        for at, level in reversed(thresholds):
            decided[list(group), level:] = multiples[at]
        told = tuple((multiples[at], strengths[level]) for at, level in thresholds)
        statements.append(Statement(told, (), ""))
    later = decided[unit, arrays.levels].tolist()
    decisions = (one if one in rules.early else said for one, said in zip(best.decisions, later, strict=True))
    strategy = Strategy("by groups", game, tuple(decisions))
    for at, group in enumerate(groups):
        place[list(group)] = at
    return ShortRule(tuple(groups), tuple(statements), sights.by_strength, strategy, place[unit])


def _lowest(level: int, least: int, met: Truths) -> int:
    """Return the lowest level from which on the same hands are met as from a level on."""
    while level > least and not met[level - 1]:
        level -= 1
    return level


def _join(groups: list[tuple[int, ...]], gains: list[Integers], least: Sequence[int], most: int) -> None:
    """Make each time those two neighbours one that lose the least by it, until there are so few."""
    worth = [_best(one, least)[0] for one in gains]

    def lost(at: int) -> int:
        return worth[at] + worth[at + 1] - _best(gains[at] + gains[at + 1], least)[0]

    losses = [lost(at) for at in range(len(groups) - 1)]
    while len(groups) > most:
        at = losses.index(min(losses))
        gains[at] = gains[at] + gains.pop(at + 1)
        groups[at] += groups.pop(at + 1)
        worth[at : at + 2] = [_best(gains[at], least)[0]]
        del losses[at]
        for beside in range(max(at - 1, 0), min(at + 1, len(losses))):
            losses[beside] = lost(beside)


def _in_order(sights: Sights) -> list[tuple[int, ...]]:
    """Return what is seen in its order: headings, those of the same ranks or as many suits together."""
    if sights.tells not in (Tells.CARD, Tells.RANK):
        alike = (tuple(sorted(sights.alike(heading))) for heading in range(len(sights.headings)))
        return list(dict.fromkeys(alike))
    ranking, units = sights.ranking, dict[tuple[int, ...], list[int]]()
    for heading in range(len(sights.headings)):
        units.setdefault(sights.ranks_of(heading), []).append(heading)

    def order(ranks: tuple[int, ...]) -> tuple[int, ...]:
        if len(ranks) == 3:
            low, middle, high = ranks
            return (ranking.level(low, middle, high, len(set(ranks))),)
        return (max(Counter(ranks).values()), *reversed(ranks))

    return [tuple(units[ranks]) for ranks in sorted(units, key=order)]


def _gains(best: Strategy, arrays: Arrays, unit: Integers, number: int) -> Integers:
    """Return (units x decisions x levels) what each decision gains over a fold, over all deals."""
    values, levels = best.game.values_by(arrays), len(best.game.rules.ranking.strengths)
    kind = arrays.kinds(best.game.lines).of
    found: Integers = np.zeros((number, len(values) - 1, levels), np.result_type(*values.values()))
    for place, least in enumerate(best.game.rules.later.items()):
        multiple, level = least
        may = arrays.levels >= level
        gain = (values[multiple] - values[FOLD])[kind[may]] * arrays.weights[may]
        np.add.at(found[:, place], (unit[may], arrays.levels[may]), gain)
    return found.astype(exact_kind(4 * levels * (1 + int(abs(found).sum()))))  # as `_best` adds up


def _best(gains: Integers, least: Sequence[int]) -> tuple[int, Thresholds]:
    """Return the most that thresholds gain (decisions x levels), and these: places of decisions, and levels.

    A decision is taken from a level on up to that of the next dearer one, so that the most up to a level is
    the gain from there on and the most that cheaper ones gain below.
    """
    until: Integers = np.zeros(gains.shape[1] + 1, gains.dtype)
    never = -1 - abs(gains).sum()  # the gain of what may not be done: less than that of all hands together
    starts = []
    for decision, lowest in zip(gains, least, strict=True):
        sums = np.concatenate([[0], np.where(np.arange(len(decision)) < lowest, never, decision).cumsum()])
        before = until - sums
        highest = np.maximum.accumulate(before)
        # The last place at which the most below it is reached, so that of equals the least is staked.
        reached = np.where(before == highest, np.arange(len(before)), 0)
        starts.append(np.maximum.accumulate(reached))
        until = sums + highest
    found, end = [], gains.shape[1]
    for place in range(len(starts) - 1, -1, -1):
        start = int(starts[place][end])
        if start < end:
            found.append((place, start))
        end = start
    return int(until[-1]), tuple(found)
