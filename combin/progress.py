"""A progress bar on stderr for work that takes its time."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


LONG = 300
"""Seconds of work from which on the time is told where there is no bar."""


@contextmanager
def progress_bar(
    label: str, *, shown: bool = True, even: bool = False
) -> Iterator[Callable[[int, int], object] | None]:
    """Give a function of what is done and what there is in all; None where nobody would see the bar.

    Where each part takes as long as another, `even`, a line in place of the bar says how long work takes.
    """
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield _estimate(label) if even and shown and sys.stderr is not None else None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True, soft_wrap=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _estimate(label: str) -> Callable[[int, int], object]:
    """Return what says once, by the time between its first two calls, how long all takes, if that is long."""
    calls: list[tuple[float, int]] = []

    def tell(done: int, total: int) -> None:
        if len(calls) == 2 or (calls and done <= calls[0][1]):
            return
        calls.append((time.monotonic(), done))
        if len(calls) == 2:
            (start, first), (now, second) = calls
            seconds = (now - start) * total / (second - first)
            units = {"minute": 60, "hour": 3600, "day": 86400, "year": 31557600}
            if fitting := [unit for unit in units if seconds >= max(LONG, 2 * units[unit])]:
                from combin.formatting import counted

                about = counted(round(seconds / units[fitting[-1]]), fitting[-1])
                print(f"{label}: about {about} in all; Ctrl-C ends it", file=sys.stderr)  # noqa: T201  no bar

    return tell
