"""Whole outputs kept as files in `tests/golden/`, compared line by line.

`UPDATE_GOLDEN=1 make test` writes them anew; the difference is then to be read in `git diff`.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden"


def compare(name: str, text: str) -> None:
    """Fail with the difference if a text is not that of the golden file; or write the file, if asked to."""
    path = FOLDER / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    if text != kept:
        difference = "\n".join(
            difflib.unified_diff(
                kept.splitlines(), text.splitlines(), f"tests/golden/{name}", "now", lineterm=""
            )
        )
        pytest.fail(f"{difference}\n\nIf this is right: UPDATE_GOLDEN=1 make test", pytrace=False)
