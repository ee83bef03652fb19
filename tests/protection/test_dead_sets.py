"""The best of several decisions over all sets of dead cards, held to a walk through the sets."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from combin import RulesError
from combin.protection.dead_sets import Margins

SEED = 1


def margins(seed: int, decisions: int, cards: int) -> Margins:
    """Return margins of some dealer hands, of which the first cards are alike."""
    random = np.random.default_rng(seed)
    kinds = np.append(np.zeros(4, int), random.integers(0, 4, cards - 4))
    worth, three = random.integers(-3, 4, (decisions, 4, 4, 4)), np.zeros((decisions, *[cards] * 3), int)
    for hand in combinations(range(cards), 3):
        low, middle, high = sorted(kinds[list(hand)])
        each = worth[:, low, middle, high]
        each = each + random.integers(-1, 2, decisions) * (kinds[list(hand)].min() > 0)
        for a, b, c in permutations(hand):
            three[:, a, b, c] = each
    two = three.sum(axis=3)
    one = two.sum(axis=2) // 2
    return Margins(one.sum(axis=1) // 3, one, two, three)


def worth(of: Margins, dead: tuple[int, ...]) -> list[int]:
    left = [card for card in range(of.cards) if card not in dead]
    return [sum(int(each[hand]) for hand in combinations(left, 3)) for each in of.three]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("decisions", [1, 2])
def test_sums_over_all_sets_are_those_of_a_walk(number: int, decisions: int) -> None:
    found = margins(SEED, decisions, 10)
    every = [worth(found, dead) for dead in combinations(range(10), number)]
    assert found.best(number) == sum(max(0, *each) for each in every) > 0
    assert (6 * np.max(every, axis=0) <= found.at_most(number)).all()


def test_terms_give_the_margins_of_each_set() -> None:
    found, sets = margins(3, 2, 8), list(combinations(range(8), 3))
    assert found.of_sets(np.array(sets)).T.tolist() == [worth(found, dead) for dead in sets]


def test_pays_that_are_divided_too_finely_are_refused() -> None:
    small = margins(1, 1, 8)
    large = Margins(*(part * 2**53 for part in (small.every, small.one, small.two, small.three)))
    with pytest.raises(RulesError, match="divided too finely"):
        large.best(6)
