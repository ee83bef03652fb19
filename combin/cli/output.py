"""Where answers, complaints and progress go: stdout and stderr, whoever may be reading there."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from combin.formats import Format
from combin.progress import watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.progress import Progress

    from combin.formats.view import View


def show(view: View, form: Format) -> None:
    """Print a view: to a terminal in its width and colours, else in 100 columns."""
    from combin.formats.text import painter
    from combin.formats.view import WIDTH

    paint, width = painter() if form is Format.TABLE else None, WIDTH
    if to_terminal():
        from shutil import get_terminal_size

        width = get_terminal_size().columns
    text = view.text(form, width, paint)
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
    if Wait.now is not None and to_terminal():
        Wait.now.end()
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
        with suppress(OSError):  # nobody reads it; there is the exit code
            print(f"combin: {printable(message)}", file=sys.stderr)  # noqa: T201  the one place that complains
    return 2


PATIENCE = 2.0
"""Seconds of work from which on its progress is shown."""

SILENT = "COMBIN_PROGRESS"
"""Where it is 0, progress is not shown."""


class Wait:
    """Work that takes more than two seconds: a bar on a terminal, else one line, both on stderr.

    Attributes:
        even: whether each part of it takes as long as another, so that the time of all can be estimated.
    """

    now: ClassVar[Wait | None] = None

    def __init__(self, doing: str, *, even: bool = False) -> None:
        from threading import Lock, Timer

        self.doing, self.even, self.reached = doing, even, (0, 0)
        self.bar: Progress | None = None
        self.over, self.lock, self.timer = False, Lock(), Timer(PATIENCE, self.show)
        self.timer.daemon = True

    def reach(self, done: int, total: int) -> None:
        """Take the work done, and the whole."""
        self.reached = done, total
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done, total=total)

    def show(self) -> None:
        """Show how far the work is, unless it is done."""
        with self.lock:
            if self.over:
                return
            if not sys.stderr.isatty():
                with suppress(OSError):
                    print(self.line(), file=sys.stderr)  # noqa: T201  no bar
                return
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True, soft_wrap=True), transient=True)
            bar.add_task(self.doing, completed=self.reached[0], total=self.reached[1] or None)
            bar.start()
            self.bar = bar

    def line(self) -> str:
        """One line, by what is reached after two seconds."""
        from combin.formatting import counted

        done, total = self.reached
        after = counted(int(PATIENCE), "second")
        if not 0 < done <= total:  # of what comes through a pipe, the whole is not known
            how = f"more than {after}"
        elif self.even:
            seconds = PATIENCE * total / done
            units = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "year": 31557600}
            unit = [unit for unit in units if seconds >= 2 * units[unit]][-1]
            how = f"about {counted(round(seconds / units[unit]), unit)} in all"
        else:
            how = f"{done / total:.0%} after {after}"
        return f"{self.doing}: {how}; Ctrl-C ends it"

    def end(self) -> None:
        """Show no more of it."""
        self.timer.cancel()
        with self.lock:
            self.over = True
            if self.bar is not None:
                self.bar.stop()
                self.bar = None


@contextmanager
def waiting(doing: str, *, even: bool = False, steps: bool = True) -> Iterator[None]:
    """Show the progress of the work inside, with the steps that it reports, if it takes long."""
    if sys.stderr is None or os.environ.get(SILENT) == "0":
        yield
        return
    Wait.now = wait = Wait(doing, even=even)
    wait.timer.start()
    with watched(wait.reach if steps else None):
        try:
            yield
        finally:
            Wait.now = None
            wait.end()
