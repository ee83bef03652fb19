"""Rule files unlike those that ship, by what is odd about them."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.texts import entries

ODD_GAMES = entries(Path(__file__).parents[1] / "data" / "odd_games.txt")
