"""One mistake at a time in a file that ships, and the one line that tells it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, keys_of, load_rules

__all__ = ["CROWN", "RWS", "UK", "Mistake", "check_told"]

CROWN, RWS, UK = "crown-melbourne", "resorts-world-sentosa", "uk-including-blind"


@dataclass(frozen=True)
class Mistake:
    """What is written instead of what, and the place and the problem that are to be told.

    `line` is what stands in the line that is to be named, if it is not the first one that differs.
    """

    old: str
    new: str
    place: str
    problem: str
    line: str = ""
    game: str = CROWN


def check_told(mistake: Mistake, folder: Path) -> None:
    """Load the file with the mistake: the line names file, line, place, value and what is allowed."""
    text = (LIBRARY / f"{mistake.game}.toml").read_text(encoding="utf-8")
    assert mistake.old in text
    path = folder / "mine.toml"
    wrong = text.replace(mistake.old, mistake.new, 1)
    path.write_text(wrong, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        load_rules(path)
    error = refused.value
    start = wrong.find(mistake.line or mistake.new)
    line = wrong[:start].count("\n") + 1 if start >= 0 and mistake.new + mistake.line else None
    place = keys_of(mistake.place) or ()
    assert (error.place, error.problem, error.line, error.file) == (place, mistake.problem, line, str(path))
    where = str(path) if line is None else f"{path}:{line}"
    assert str(error) == ": ".join(part for part in (where, mistake.place, mistake.problem) if part)
    assert len(str(error).splitlines()) == 1
