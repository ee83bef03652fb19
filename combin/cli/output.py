"""Where answers, complaints and progress go: stdout and stderr, whoever may be reading there."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from combin.formats import Format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from combin.formats.view import View


def show(view: View, form: Format) -> None:
    """Print a view: to a terminal in its width and colours, else in 100 columns."""
    from combin.formats.text import painter
    from combin.formats.view import WIDTH

    paint = painter() if form is Format.TABLE else None
    text = view.text(form, shutil.get_terminal_size().columns if to_terminal() else WIDTH, paint)
    if paint is None:
        write(text)
    else:
        _put((text,))


def to_terminal() -> bool:
    """Return whether stdout goes to a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def write(text: str) -> None:
    """Write to stdout, with nothing that a terminal would obey; OSError if nothing can be written."""
    write_pieces((text,))


def tell(*parts: str | Path) -> None:
    """Write parts of a line to stdout; on a terminal with colours, files among them can be clicked on."""
    from combin.formats.text import painter, visible

    paint, line = painter(), ""
    for part in parts:
        text = visible(str(part))
        line += paint(text, "file") if paint and isinstance(part, Path) else text
    _put((line, "\n"))


def write_pieces(pieces: Iterable[str]) -> None:
    """Write to stdout piece by piece, until there are no more or the reader has gone away."""
    from combin.formats.text import visible

    _put(map(visible, pieces))


def _put(pieces: Iterable[str]) -> None:
    """Write to stdout as it stands; a reader who has gone away is no mistake of anybody."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    for piece in pieces:
        if not _written(sys.stdout.write, piece):
            return
    _written(sys.stdout.flush)


def _written(action: Callable[..., object], *args: str) -> bool:
    """Do something with stdout, and return whether somebody still reads it."""
    try:
        action(*args)
    except OSError as error:
        # What is left in the buffer must not fail again when the interpreter exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise
        return False
    return True


def fail(message: str) -> int:
    """Report a mistake in one line on stderr; return the exit code of bad input."""
    from combin.rules.errors import printable

    if sys.stderr is not None:
        with suppress(OSError):  # nobody can be told, but the exit code
            print(f"combin: {printable(message)}", file=sys.stderr)  # noqa: T201  the one place that complains
    return 2


LONG = 300
"""Seconds of work from which on the time is told where there is no bar."""


@contextmanager
def progress_bar(
    label: str, *, shown: bool = True, even: bool = False
) -> Iterator[Callable[[int, int], object] | None]:
    """A function of work done and in all, which draws a bar; where `even`, a line that estimates the time."""
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
