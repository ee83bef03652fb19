"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from combin.report.formats import Format
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.report.view import View

__all__ = ["replace_file", "write_view"]

_FORMATS = {".txt": Format.TABLE, ".json": Format.JSON, ".csv": Format.CSV, ".md": Format.MD}


def write_view(view: View, path: Path) -> None:
    """Write a view in the format that the ending of the file asks for.

    Raises:
        RulesError: another ending.
        OSError: the file cannot be written.
    """
    form = _FORMATS.get(path.suffix.casefold())
    if form is not None:
        text = view.text(form)
        replace_file(path, lambda into: Path(into).write_text(text, encoding="utf-8"))
    elif path.suffix.casefold() == ".parquet":
        replace_file(path, view.frame().write_parquet)
    else:
        known = ", ".join((*_FORMATS, ".parquet"))
        raise RulesError((), f"no format goes by this ending; known: {known}", str(path))


def replace_file(path: Path, write: Callable[[str], object]) -> None:
    """Have a file written beside its place and moved there when it is done.

    Raises:
        OSError: the file cannot be written; it is then as it was before.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        os.close(handle)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        write(name)
        Path(name).chmod(0o666 & ~_mask())
        Path(name).replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()


def _mask() -> int:
    """Return the bits that files of this process do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
