"""Settings of all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, settings

# As the program has it; the tests need both cores themselves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What goes to stderr may not depend on how fast a machine is.
os.environ.setdefault("COMBIN_PROGRESS", "0")

# Each worker keeps to a core, so that none copies itself for a second process to share its work.
if sys.platform == "linux" and (worker := os.environ.get("PYTEST_XDIST_WORKER")):
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[int(worker.removeprefix("gw")) % len(cores)]})

EXAMPLES = os.environ.get("COMBIN_EXAMPLES")
"""How many examples are drawn; if it is said, every case is gone through, and else `few` of some tests."""

# How long an example takes, or to draw one, is the machine's affair. Every run draws others, so that few do.
settings.register_profile(
    "combin", deadline=None, max_examples=int(EXAMPLES or 9), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("combin")

SLOW_EXAMPLES = {
    "combin.audit.report.report",
    "combin.counting.frequencies.frequencies",
    *(f"combin.game.Game.{question}" for question in ("collusion", "par", "removal", "table")),
}
"""Doctests that take more than 0.3 s; what takes a mark of its own is marked where it stands."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark slow doctests; of tests marked `few(most)` keep so many cases, evenly spread over all."""
    for item in items:
        if item.name in SLOW_EXAMPLES:
            item.add_marker(pytest.mark.slow)
    cases = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items if EXAMPLES is None else ():
        if (mark := item.get_closest_marker("few")) is not None:
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    left: list[pytest.Item] = []
    for (_, most), alike in cases.items():
        kept = {round(place * (len(alike) - 1) / (most - 1)) for place in range(most)}
        left += [item for place, item in enumerate(alike) if place not in kept]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in {*left}]


def pytest_collection_finish() -> None:
    """Look for garbage more rarely than the program does: to do so as often takes a twentieth of the time."""
    gc.set_threshold(2_000_000, 20, 20)
    gc.freeze()
