"""The command about a tournament."""

from __future__ import annotations

from combin.cli import options
from combin.cli.options import Question, examples


@examples("combin tournament crown-melbourne", "combin tournament FILE.toml --format md")
class Tournament(Question):
    """Check the terms of a tournament, and compute its rounds, prize pool and prizes.

    Lists which statements that the document demands are there, missing or not applicable, the players of
    each round, the prize pool as a formula, each prize, and the expectation of a player. A game without a
    tournament lists what its document demands of one.
    """

    asks = "tournament"
    game: str = options.GAME
    asked: options.Asked
