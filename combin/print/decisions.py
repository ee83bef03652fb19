"""Decisions of a strategy as what is printed asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy

__all__ = ["choices", "decided", "levels", "said_by_rank"]


def choices(best: Strategy) -> list[int]:
    """Return the decisions other than a fold, the dearest first."""
    return sorted((choice for choice in best.game.cases if choice != FOLD), reverse=True)


def levels(best: Strategy) -> list[int]:
    """Return the level of the hand in each situation of a game, without a look at the rest of it."""
    situations = best.game.matchups
    of_class = [one.strength.level for one in situations.classes]
    return [of_class[number] for number in situations.numbers]


def decided(said: Statement, level: int) -> int:
    """Return what the thresholds of a statement say to do with hands of a level."""
    return next((multiple for multiple, strength in said.thresholds if level >= strength.level), FOLD)


def said_by_rank(statement: Statement) -> dict[int, Statement]:
    """Return what is said for a dealer's card of each rank (rank indexes); nothing where none is seen."""
    return {rank: card.statement for card in statement.by_card for rank in card.ranks}
