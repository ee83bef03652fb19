"""Names for types that many modules share, imported for type checkers alone, since numpy takes its time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]
Floats = NDArray[np.float64]
