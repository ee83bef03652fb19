"""Work in child processes, one a core."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

__all__ = ["BROKEN", "in_parallel"]

BROKEN = 70
"""How a child process ends that could not do its work: neither a test that passed nor one that failed."""


def fork(work: Callable[[], int]) -> int:
    """Start work in a child process, and return its process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = work()
    finally:
        os._exit(status)


def in_parallel(works: Iterator[tuple[int, Callable[[], int]]], done: Callable[[int, int], None]) -> None:
    """Run works in child processes, one a core; `done` takes the number of each and how it ended."""
    running: dict[int, int] = {}
    more = True
    while more or running:
        while more and len(running) < (os.cpu_count() or 1):
            work = next(works, None)
            if work is None:
                more = False
            else:
                running[fork(work[1])] = work[0]
        if running:
            child, status = os.wait()
            ended = os.waitstatus_to_exitcode(status)
            if ended == BROKEN:
                raise RuntimeError("a mutant could not be tried; nothing can be said about its tests")
            done(running.pop(child), ended)


def part_of(text: str) -> slice:
    """Return the part of a module's mutants that "2/3" names: the second, fifth, eighth and so on."""
    first, step = map(int, text.split("/"))
    if not 1 <= first <= step:
        raise ValueError(text)
    return slice(first - 1, None, step)
