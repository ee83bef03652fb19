"""Players' guides and printed strategies that several tests share, and the texts in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from combin.exact.analysis import Analysis
from combin.formats.typesetter import typeset
from combin.paper.poster import guide, poster_data
from combin.paper.strategy import StrategyPage, strategy_page
from combin.rules.load import load_rules
from tests.helpers.odd_games import ODD_GAMES
from tests.helpers.texts import entries
from tests.helpers.variants import CARD_SEEN, analysed, shipped, variant


@cache
def data(game: str | Path, **letters: str) -> dict[str, Any]:
    """Return a guide as the template shows it."""
    return poster_data(guide(load_rules(game), letters))


def blocks(game: str | Path) -> dict[str, Any]:
    """Return the blocks of a guide by their headings."""
    return {one["heading"]: one for one in data(game)["blocks"]}


SHOWN = (
    *("edges", "blocks", "heading", "tiles", "notes", "name", "edge", "beside", "per", "more"),
    *("steps", "lead", "rows", "columns", "title"),
)


def texts(value: object) -> list[str]:
    """Return all that a guide, or a part of one, says."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, one in value.items() if key in SHOWN for text in texts(one)]
    return [text for one in value for text in texts(one)] if isinstance(value, list) else []


OTHERS = ODD_GAMES | entries(Path(__file__).with_name("games.txt"))
"""Games unlike those that ship, by name."""

LAYOUTS: dict[str, dict[str, Any]] = {
    "card": {},
    "card with marks": {"crop_marks": True},
    "cards on a4": {"sheet": "a4", "crop_marks": True},
    "cards on letter": {"sheet": "letter"},
    "a4": {"size": "a4", "four_colours": True},
    "letter": {"size": "letter"},
}


@cache
def analysis(game: str) -> Analysis:
    """Return the analysis of a game that ships, or of one that is named here, with its first tables."""
    others = OTHERS | {"a card seen": CARD_SEEN}
    return analysed(variant(others[game]) if game in others else shipped(game))


@cache
def page_of(game: str) -> StrategyPage:
    """Return what is printed of the strategy of a game."""
    return strategy_page(analysis(game))


@cache
def pdf_of(game: str, layout: str) -> bytes:
    """Return the strategy of a game in one of the `LAYOUTS`."""
    template, shown = page_of(game).laid_out(**LAYOUTS[layout])
    (pdf,) = typeset(template, shown, "pdf")
    return pdf
