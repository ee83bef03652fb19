"""Settings of all tests."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# As the program has it; the tests need both cores themselves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# How long an example takes, or to draw one, is the machine's affair. Every run draws others, so that few do;
# COMBIN_EXAMPLES=200 draws as many in one.
EXAMPLES = int(os.environ.get("COMBIN_EXAMPLES", "12"))
settings.register_profile(
    "combin", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("combin")


def pytest_collection_finish() -> None:
    """Look for garbage as rarely as the program does: to do so often takes a tenth of the time."""
    gc.set_threshold(200_000, 20, 20)
    gc.freeze()
