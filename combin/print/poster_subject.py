"""What a player's guide is about: a game under one choice of pay tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.exact.analysis import analyse, choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.analysis import Analysis
    from combin.jackpot.answer import JackpotAnswer
    from combin.rules.resolved import Rules

__all__ = ["Guide", "guide"]


@dataclass(frozen=True)
class Guide:
    """A game under one choice of pay tables, and what is to be said of its progressive wagers, by id."""

    analysis: Analysis
    jackpots: Mapping[str, JackpotAnswer]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.analysis.rules


def guide(
    rules: Rules, letters: Mapping[str, str], option: str | None = None, seed: str | None = None
) -> Guide:
    """Return what a guide is about; a wager without a letter has the first of its tables.

    Args:
        rules: the game.
        letters: pay tables by wager.
        option: which pay table of the progressive wager that has a meter, or of the first; its first by
            default, as it is of any other.
        seed: where its meter starts; the first published amount by default.

    Raises:
        RulesError: no such wager or table.
        JackpotError: no such option or seed.
    """
    analysis = analyse(rules, [choices(rules, letters)[0]])[0]
    if not rules.jackpots and option is None and seed is None:
        return Guide(analysis, {})
    from combin.jackpot.answer import ask_jackpot

    asked = ask_jackpot(rules, option=option, seed=seed)
    return Guide(
        analysis,
        {name: asked if name == asked.wager else ask_jackpot(rules, wager=name) for name in rules.jackpots},
    )
