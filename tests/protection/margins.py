"""What dead cards gain, by a visit to every set of them: the slow equivalent of `dead_sets.Decisions`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from combin import load
from combin.exact.base_game import base_game
from combin.exact.matchups import sieve_of
from combin.protection.dead_sets import decision_worths, weights_of, worth_with_two

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.exact.base_game import BaseGame

_AT_A_TIME = 2**16  # how many sets are looked at together


@lru_cache(maxsize=2)
def all_sets(size: int, number: int) -> Integers:
    """Return (sets x cards) all sets of that many places below a size."""
    return np.array([*combinations(range(size), number)], np.int8)


def gains(game: BaseGame, place: int, dead: int) -> tuple[int, int]:
    """Return what sets of that many dead cards gain for a class of hands, and how many gain.

    Dealer hands are counted less those with each dead card, and so on: with a set K of dead cards another
    decision is worth every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c] more than the usual.
    """
    hand, ranking, qualifies = game.matchups.classes[place], game.rules.ranking, game.rules.qualifies
    level, made, worths = hand.strength.level, sieve_of(ranking).made, decision_worths(game, hand, place)
    with_two = {one: worth_with_two(ranking, hand, qualifies, worth) for one, worth in worths.items()}
    usual = max(with_two, key=lambda one: with_two[one].sum())
    cards = np.delete(np.arange(len(made)), hand.cards)
    pairs, levels = np.ix_(cards, cards), made[np.ix_(cards, cards, cards)]
    margins = []
    for one in (one for one in worths if one != usual):
        weights = [np.array(weights_of(worths[of], qualified=level >= qualifies)) for of in (one, usual)]
        total, *others = (weights[0] - weights[1]).tolist()
        borders = zip(others, (qualifies, level, level + 1), strict=True)
        three = total + sum(weight * (levels < border) for weight, border in borders)
        two = (with_two[one] - with_two[usual])[pairs]
        margins.append((two.sum() // 6, two.sum(axis=1) // 2, two, three))
    sets = all_sets(len(cards), dead)
    gained, changed = 0, 0
    for some in np.split(sets, range(_AT_A_TIME, len(sets), _AT_A_TIME)):
        columns, values = some.T, []
        for every, single, two, three in margins:
            value = every - sum(single[card] for card in columns)
            value += sum(two[a, b] for a, b in combinations(columns, 2))
            values.append(value - sum(three[a, b, c] for a, b, c in combinations(columns, 3)))
        best = np.max(values, axis=0)
        gained, changed = gained + int(best[best > 0].sum()), changed + int((best > 0).sum())
    return hand.weight * gained, hand.weight * changed


def half_of_the_hands() -> None:
    """Visit the sets of a neighbour's cards with each second class of hands of Crown Melbourne's game."""
    rules = load("crown-melbourne").rules
    game = base_game(rules, {"ante_bonus": "A"})
    for place in range(0, len(game.matchups.classes), 2):
        gains(game, place, 3)
