"""Player against a dealer of whom nothing is seen, for all hands together: `matchups` by arrays."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import hand_classes
from combin.exact.level_table import compared, levels_of_threes
from combin.exact.matchups import Situation

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.cards.ranking import Ranking


@lru_cache(maxsize=8)
def situations_by_arrays(ranking: Ranking, qualifies: int, cases: int) -> tuple[Situation, ...]:
    """Return what `matchups` does, its slow equivalent, of a deck in which each card is there once.

    Of the hands below a level, N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) - N(abc) avoid cards a, b, c.
    """
    made, classes = levels_of_threes(ranking), hand_classes(ranking)
    cards, levels = len(made), len(ranking.strengths)
    # By a card and a level: the hands with this card that are below the level; each is met twice.
    with_card = np.zeros((cards, levels + 1), np.int64)
    for card in range(cards):
        with_card[card, 1:] = np.bincount(made[card].reshape(-1), minlength=levels)[:levels].cumsum() // 2
    every = with_card.sum(axis=0) // 3
    own = np.array([one.strength.level for one in classes])
    a, b, c = np.array([one.cards for one in classes]).T

    def below(level: Integers) -> Integers:
        found: Integers = every[level] - with_card[a, level] - with_card[b, level] - with_card[c, level]
        for one, other in ((a, b), (a, c), (b, c)):
            found += (made[one, other] < level[:, np.newaxis]).sum(axis=1)
        return found - (own < level)

    counts = compared(own, qualifies, cases, comb(cards - 3, 3), below)
    return tuple(map(Situation, classes, map(tuple, counts.tolist())))
