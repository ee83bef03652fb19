"""The fixed point of a contraction against the solution of its equations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from combin.jackpot.meter.rounds import CLOSE, _added_up, fixed_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def test_few_steps_solve_what_steps_alone_take_long_for() -> None:
    """Each value is what is added to it, and 97% of values before it: a step leaves up to 97% of a miss."""
    points = 200
    random = np.random.default_rng(1)
    weights = np.tril(random.random((points, points))) + np.eye(points)
    matrix = 0.97 * weights / weights.sum(axis=1, keepdims=True)
    added = random.random(points)
    steps = 0

    def once(values: Floats) -> Floats:
        nonlocal steps
        steps += 1
        after: Floats = matrix @ values + added
        return after

    found, left = fixed_point(once, np.zeros(points))
    assert left <= CLOSE * found.max()
    exact = np.linalg.solve(np.eye(points) - matrix, added)
    assert np.abs(found - exact).max() < CLOSE / 0.03 * exact.max()
    assert steps < 60
    alone = np.zeros(points)
    for _ in range(100):
        alone = once(alone)
    assert np.abs(alone - exact).max() > 1e-3 * exact.max()


def test_what_comes_no_nearer_ends_and_says_how_far_it_is() -> None:
    random = np.random.default_rng(1)
    _, left = fixed_point(lambda values: random.random(len(values)), np.zeros(3))
    assert left > 1e-3


@pytest.mark.parametrize("stays", [0.9, 0.5, 1e-7, 1e-200, 0])
def test_what_lies_ahead_is_added_up_however_seldom_it_is_reached(stays: float) -> None:
    values = np.random.default_rng(1).random(60)
    ahead = [sum(stays**steps * value for steps, value in enumerate(values[cell:])) for cell in range(60)]
    assert np.allclose(_added_up(values, stays ** np.arange(60.0)), ahead, rtol=1e-13, atol=0)
