"""A game and all its questions, on one screen: what `combin.load` returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from combin.exact.analysis import Analysis, analyse, choices
from combin.report.analysis import analysis_view
from combin.rules.load import library_games, load_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars

    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy
    from combin.exact.summary import Distribution
    from combin.report.view import View
    from combin.rules.rules import Rules

__all__ = ["Analysed", "Game", "games", "load"]


def games() -> tuple[str, ...]:
    """Return the ids of the games that ship.

    >>> games()
    ('crown-melbourne', 'resorts-world-sentosa', 'uk-including-blind')
    """
    return library_games()


def load(game: str | Path, readings: Mapping[str, str] | None = None) -> Game:
    """Return a game by its id or by the path of its rule file.

    Args:
        game: `"crown-melbourne"`, or `"my-rules.toml"`.
        readings: for sentences of the document that can be read in several ways, the reading to take
            where it is not the adopted one, e.g. `{"straight": "three different suits"}`.

    Raises:
        RulesError: in one line, what is wrong and where.
    """
    return Game(load_rules(game, dict(readings or {})))
