"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def replace_file(path: Path, write: Callable[[str], object]) -> None:
    """Have a file written next to its place, by `write` under another name, and moved there when it is done.

    A symbolic link stays one: the file that it leads to is written, and keeps its mode. What is no file but a
    pipe or a device gets the content of the file. If it raises OSError, the file is as it was before.
    """
    try:
        mode = _mode(path)
        if mode is None or stat.S_ISREG(mode):
            place = Path(os.path.realpath(path))
            with _part(place.parent) as name:
                write(name)
                os.umask(mask := os.umask(0))  # the bits that files of this process do not get
                Path(name).chmod(0o666 & ~mask if mode is None else stat.S_IMODE(mode))
                Path(name).replace(place)
        else:
            with _part() as name:
                write(name)
                # A reader of a pipe who goes away is no mistake of anybody.
                with Path(name).open("rb") as source, suppress(BrokenPipeError), path.open("wb") as into:
                    shutil.copyfileobj(source, into)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_bytes(content: bytes, path: Path) -> None:
    """Write a file whole or not at all; OSError if it cannot be written."""
    replace_file(path, lambda into: Path(into).write_bytes(content))


def write_text(text: str, path: Path) -> None:
    """Write a text with line feeds at the ends of its lines, as `write_bytes` does."""
    write_bytes(text.encode(), path)


def _mode(path: Path) -> int | None:
    """Return the mode of what is written over, None if nothing is there; refuse what must not be."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path, os.W_OK):  # which moving another file there would pass over
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


@contextmanager
def _part(folder: Path | None = None) -> Iterator[str]:
    """Make an empty file in a folder, by default that of the system, and remove it if it is still there."""
    handle, name = tempfile.mkstemp(dir=folder, prefix=".combin.", suffix=".part")
    try:
        os.close(handle)
        yield name
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()
