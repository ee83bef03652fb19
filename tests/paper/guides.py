"""Players' guides that the tests of posters share, and the texts in them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from combin.paper.poster import guide, poster_data
from combin.rules.load import load_rules

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["blocks", "data", "texts"]


@cache
def data(game: str | Path, **letters: str) -> dict[str, Any]:
    """Return a guide as the template shows it."""
    return poster_data(guide(load_rules(game), letters))


def blocks(game: str | Path) -> dict[str, Any]:
    """Return the blocks of a guide by their headings."""
    return {one["heading"]: one for one in data(game)["blocks"]}


SHOWN = (
    "edges",
    "blocks",
    "heading",
    "tiles",
    "notes",
    "name",
    "edge",
    "beside",
    "per",
    "more",
    "steps",
    "lead",
    "rows",
    "columns",
    "title",
)


def texts(value: object) -> list[str]:
    """Return all that a guide, or a part of one, says."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, one in value.items() if key in SHOWN for text in texts(one)]
    return [text for one in value for text in texts(one)] if isinstance(value, list) else []
