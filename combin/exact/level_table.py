"""Levels of all threes of cards as an array, and how many hands compare with what a dealer can have."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.matchups import against

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking


def levels_of_threes(ranking: Ranking) -> Integers:
    """Return (cards x cards x cards) the level of three cards of a deck in which each card is there once.

    Where they are not three different cards, it is above all levels.
    """
    ranks = range(len(ranking.deck.ranks))
    level = np.zeros((len(ranks), len(ranks), len(ranks), 3), np.int64)
    for triple in combinations_with_replacement(ranks, 3):
        level[triple] = [ranking.level(*triple, shown) for shown in (1, 2, 3)]
    found: Integers = level[_threes(ranking.deck)]
    cards = np.arange(len(found))
    found[cards, cards] = found[cards, :, cards] = found[:, cards, cards] = len(ranking.strengths)
    return found


@lru_cache(maxsize=2)
def _threes(deck: Deck) -> tuple[Integers, ...]:
    """Return (cards x cards x cards) of three cards the ascending ranks, and the suits less one."""
    rank_of, suit_of = np.divmod(np.arange(len(deck)), len(deck.suits))
    ranks = np.sort(np.stack(np.broadcast_arrays(*np.ix_(rank_of, rank_of, rank_of))), axis=0)
    a, b, c = np.ix_(suit_of, suit_of, suit_of)
    return (*ranks, np.add(b != a, (c != a) & (c != b), dtype=np.int64))


def compared(
    level: Integers, qualifies: int, cases: int, total: int | Integers, below: Callable[[Integers], Integers]
) -> Integers:
    """Return (rows x cases) the counts of matchups of hands of these levels.

    Args:
        level: that of each row's hand.
        qualifies: the lowest level with which the dealer qualifies.
        cases: 4 or 6, as `Situation.counts` has them.
        total: all dealer hands against one hand, or against that of each row.
        below: returns of given levels how many dealer hands are below them, row by row.
    """
    found = np.empty((len(level), cases), np.int64)
    every: Integers = np.broadcast_to(total, level.shape)
    counted = below(np.full_like(level, qualifies)), below(level), below(level + 1)
    for qualified in (False, True):
        rows = (level >= qualifies) == qualified
        failing, lower, not_higher = (one[rows] for one in counted)
        counts = against(every[rows], failing, lower, not_higher, qualified=qualified, cases=cases)
        found[rows] = np.stack(np.broadcast_arrays(*counts), axis=1)
    return found
