"""How much of some long work is done, reported to who watches."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False  # that of `typing`, whose import takes most of the start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Watcher = Callable[[int, int], object]

_watchers: list[Watcher | None] = []


def progress(done: int, total: int) -> None:
    """Report the work done and the whole to who watches; what that raises, ends the work."""
    if not _watchers or (watcher := _watchers[-1]) is None:
        return
    _watchers.pop()
    try:  # what it reports itself, goes to the one before it
        watcher(done, total)
    finally:
        _watchers.append(watcher)


@contextmanager
def watched(watcher: Watcher | None) -> Iterator[None]:
    """Report the progress of the work inside to a function of the work done and the whole; None for nobody.

    >>> with watched(print):
    ...     progress(1, 2)
    1 2
    """
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.pop()
