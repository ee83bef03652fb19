"""Rule files that tests write, and the one line that tells what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, load_rules

GAMES = tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))
Write = Callable[..., Path]
"""Writes the text of a file into a folder of its own, under a name that may be given; returns the path."""


def told(path: str | Path, **readings: str) -> str:
    """Return the one line about what is wrong with a file."""
    with pytest.raises(RulesError) as error:
        load_rules(path, readings)
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


def crown() -> str:
    return (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8")
