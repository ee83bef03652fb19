"""The values that a contraction leaves as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.jackpot.meter.meter import JackpotError

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["fixed_point"]

CLOSE = 1e-12
"""How far the last step may still lead, as a part of the largest value."""
MOST_STEPS = 1_000
"""Where the steps are given up: resets so rare among the prizes bring values nearer by next to nothing."""


def fixed_point(once: Callable[[Floats], Floats], points: int) -> Floats:
    """Return the values that a step of a contraction leaves as they are, by Anderson's mixing of the last.

    A step of the meter brings values nearer by the odds that a prize is partial; alone it would take 300.

    Args:
        once: makes one step; positive values at the end.
        points: how many values there are.

    Raises:
        JackpotError: the steps do not end.
    """
    import numpy as np

    values: Floats = np.zeros(points)
    image = once(values)
    miss = image - values
    turns: list[Floats] = []
    moves: list[Floats] = []  # of the misses and of the images from each step to the next
    for _ in range(MOST_STEPS):
        if np.abs(miss).max() <= CLOSE * image.max():
            return image
        values = image
        if turns:
            changes = np.array(turns)
            values = image - np.linalg.lstsq(changes @ changes.T, changes @ miss)[0] @ np.array(moves)
        before, last = miss, image
        image = once(values)
        miss = image - values
        turns, moves = [*turns[-2:], miss - before], [*moves[-2:], image - last]
    raise JackpotError("the meter is reset so rarely that a grid of its rounds does not settle")
