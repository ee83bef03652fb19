"""Which hands two strategies of one deck decide otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Strength
    from combin.exact.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Hands that now get one decision and had another: more money staked on them than before, or less.

    `hands` is how many, with a card seen pairs of hand and card. `strength` and `card` (rank indexes, none
    where no card is seen) are an example: the weakest hand if more is staked on it, else the strongest.
    """

    decision: int
    more: bool
    hands: int
    strength: Strength
    card: tuple[int, ...]


def decided_otherwise(before: Strategy, after: Strategy) -> tuple[Otherwise, ...]:
    """Return the hands that are decided otherwise by what they now get, folds first.

    In games of one multiple each, it makes no difference which. Nothing is returned where the hands are
    ranked otherwise.
    """
    faced, then = before.game.matchups, after.game.matchups
    if faced.classes != then.classes or list(faced.numbers) != list(then.numbers):
        return ()
    groups: dict[tuple[int, bool], list[int]] = {}
    for place, (old, new) in enumerate(zip(_decisions(before), _decisions(after), strict=True)):
        if old != new:
            groups.setdefault((new, new > old), []).append(place)
    return tuple(
        _group(after, decision, places, more=more) for (decision, more), places in sorted(groups.items())
    )


def _decisions(strategy: Strategy) -> Sequence[int]:
    if len(strategy.game.rules.multiples) > 1:
        return strategy.decisions
    return [int(decision != FOLD) for decision in strategy.decisions]


def _group(strategy: Strategy, decision: int, places: Sequence[int], *, more: bool) -> Otherwise:
    faced = strategy.game.matchups
    levels, weights = faced.arrays.levels, faced.arrays.weights
    example = faced[(min if more else max)(places, key=levels.__getitem__)]
    card = tuple(sorted(example.seen.ranks)) if example.seen else ()
    return Otherwise(decision, more, int(weights[places].sum()), example.hand.strength, card)
