"""Progressive wagers that tests share, and what their tables pay, typed from the documents."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from combin.jackpot.value import JackpotChances, jackpot_chances
from tests.helpers.variants import shipped, variant

CROWN_PAYS = {
    "1": {"four of a kind": 500, "full house": 150, "flush": 100},
    "2": {"four of a kind": 600, "full house": 100, "flush": 60, "straight": 40},
}
"""Dollars for each $1 wagered (Tables 3 and 4); beside them 100% and 10% of the meter."""

BY_SUIT, ENVY, LEVELS, MINOR, NEVER_FOLDING, PART, SEVEN = (
    (Path(__file__).parents[1] / "data" / "progressives" / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("by-suit", "envy", "levels", "minor", "never-folding", "part", "seven")
)
"""Rule files; each says in its first line what is special about it. MINOR is to be added to a game."""


@cache
def chances_of(game: str, letter: str) -> JackpotChances:
    """Return the chances of the jackpot of a game that ships, or of a rule file."""
    rules = variant(game) if "\n" in game else shipped(game)
    return jackpot_chances(rules, rules.tables["jackpot"][letter])
