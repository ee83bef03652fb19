"""What dead cards gain, by a visit to every set of them: the slow equivalent of `dead_sets.Decisions`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from combin import load
from combin.exact.base_game import base_game
from combin.protection.dead_sets import dealer_terms, decision_terms, decision_worths, weights_of

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.exact.base_game import BaseGame

_AT_A_TIME = 2**16  # how many sets are looked at together


@lru_cache(maxsize=2)
def all_sets(size: int, number: int) -> Integers:
    """Return (sets x cards) all sets of that many places below a size."""
    return np.array([*combinations(range(size), number)], np.int8)


def gains(game: BaseGame, place: int, dead: int) -> tuple[int, int, int]:
    """Return what sets of so many dead cards gain for a class of hands, how many gain, and the most of one.

    Dealer hands are counted less those with each dead card, and so on: with a set K of dead cards another
    decision is worth every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c] more than the usual.
    """
    hand, ranking, qualifies = game.matchups.classes[place], game.rules.ranking, game.rules.qualifies
    level, made = hand.strength.level, dealer_terms(ranking).made
    terms, worths = decision_terms(game, hand, place), decision_worths(game, hand, place)
    usual = max(terms, key=lambda one: terms[one].every)
    cards = np.delete(np.arange(len(made)), hand.cards)
    pairs, levels = np.ix_(cards, cards), made[np.ix_(cards, cards, cards)]
    margins = []
    for one in (one for one in terms if one != usual):
        weights = [np.array(weights_of(worths[of], qualified=level >= qualifies)) for of in (one, usual)]
        total, *others = (weights[0] - weights[1]).tolist()
        borders = zip(others, (qualifies, level, level + 1), strict=True)
        three = total + sum(weight * (levels < border) for weight, border in borders)
        every, single = terms[one].every - terms[usual].every, (terms[one].one - terms[usual].one)[cards]
        margins.append((every, single, (terms[one].two - terms[usual].two)[pairs], three))
    sets = all_sets(len(cards), dead)
    gained, changed, most = 0, 0, -(2**62)
    for some in np.split(sets, range(_AT_A_TIME, len(sets), _AT_A_TIME)):
        columns, values = some.T, []
        for every, single, two, three in margins:
            value = every - sum(single[card] for card in columns)
            value += sum(two[a, b] for a, b in combinations(columns, 2))
            values.append(value - sum(three[a, b, c] for a, b, c in combinations(columns, 3)))
        best = np.max(values, axis=0)
        gained, changed = gained + int(best[best > 0].sum()), changed + int((best > 0).sum())
        most = max(most, int(best.max()))
    return hand.weight * gained, hand.weight * changed, most


def half_of_the_hands() -> None:
    """Visit the sets of a neighbour's cards with each second class of hands of Crown Melbourne's game."""
    rules = load("crown-melbourne").rules
    game = base_game(rules, {"ante_bonus": "A"})
    for place in range(0, len(game.matchups.classes), 2):
        gains(game, place, 3)
