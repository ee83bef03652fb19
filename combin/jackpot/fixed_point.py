"""The values that a contraction leaves as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["fixed_point"]

CLOSE = 1e-12
"""How far the last step may still lead, as a part of the largest value."""


def fixed_point(once: Callable[[Floats], Floats], points: int) -> Floats:
    """Return the values that a step of a contraction leaves as they are, by Anderson's mixing of the last.

    A step of the meter brings values nearer by the odds that a prize is partial; alone it would take 300.

    Args:
        once: makes one step; positive values at the end.
        points: how many values there are.
    """
    import numpy as np

    values: Floats = np.zeros(points)
    image = once(values)
    miss = image - values
    turns: list[Floats] = []
    moves: list[Floats] = []  # of the misses and of the images from each step to the next
    while np.abs(miss).max() > CLOSE * image.max():
        values = image
        if turns:
            changes = np.array(turns)
            values = image - np.linalg.lstsq(changes @ changes.T, changes @ miss)[0] @ np.array(moves)
        before, last = miss, image
        image = once(values)
        miss = image - values
        turns, moves = [*turns[-2:], miss - before], [*moves[-2:], image - last]
    return image
