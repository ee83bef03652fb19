"""How the player plays, in words short enough to stand wherever figures hang on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.report.sensitivity import LONGEST

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.rules.resolved import Rules

__all__ = ["played_in_words", "strategy_title"]


def strategy_title(rules: Rules) -> str:
    """Return what the sheet about strategy is called."""
    return f"{rules.base_name}: strategy"


def played_in_words(analysis: Analysis) -> str:
    """Return the strategy that is followed; of a long one, what it hangs on and where it is told.

    >>> from combin import load
    >>> played_in_words(load("face-up-three-card-poker").par().book.subject.main)
    "It hangs on the dealer's card: 'Ante & Play: strategy' tells it card by card."
    """
    text = analysis.statement.text
    if len(text) <= LONGEST:
        return text
    where = f"'{strategy_title(analysis.rules)}' tells"
    if analysis.statement.by_card:
        return f"It hangs on the dealer's card: {where} it card by card."
    return f"It has many parts: {where} them."
