"""Where answers and complaints go: stdout and stderr, whoever may be reading there."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from combin.report.formats import Format

if TYPE_CHECKING:
    from combin.report.view import View

__all__ = ["fail", "show", "write"]


def show(view: View, form: Format) -> None:
    """Print a view: to a terminal in its width, else in 100 columns and without bold headings.

    Raises:
        OSError: nothing can be written to stdout.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        write(view.text(form))
        return
    plain = os.environ.get("TERM") == "dumb" or "NO_COLOR" in os.environ or os.name == "nt"
    _put(view.text(form, shutil.get_terminal_size().columns, styled=not plain))


def write(text: str) -> None:
    """Write to stdout, with nothing that a terminal would obey.

    Raises:
        OSError: nothing can be written to stdout.
    """
    from combin.report.text import visible

    _put(visible(text))


def _put(text: str) -> None:
    """Write to stdout as it stands; a reader who has gone away is no mistake of anybody."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer must not fail again when the interpreter exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def fail(message: str) -> int:
    """Tell of a mistake in one line on stderr; return the exit code of bad input."""
    from combin.report.text import one_line

    if sys.stderr is not None:
        with suppress(OSError):  # nobody can be told, but the exit code
            print(f"combin: {one_line(message)}", file=sys.stderr)  # noqa: T201  the one place that complains
    return 2
