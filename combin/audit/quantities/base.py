"""What several quantities read in the same way: strategies, and ranks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from combin.audit.answer import UntrueError
from combin.cards.cards import CardError, Deck, Rank
from combin.exact.named_strategies import named_strategy, written_strategy
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.exact.base_game import BaseGame
    from combin.exact.strategy import Strategy


StrategyEntry = str | dict[str, Any]
"""A strategy as claims write it: in words ("Q-6-4", "always play"), or the entries of a strategy file."""


def as_written(strategy: StrategyEntry, game: BaseGame) -> Strategy:
    """Return a strategy that a claim names in words or writes out.

    Raises:
        RulesError: the words name no strategy, or an entry says something that it may not.
    """
    if isinstance(strategy, str):
        return named_strategy(strategy, game)
    try:
        return written_strategy(strategy, "as published", game)
    except RulesError as error:
        raise RulesError(("strategy", *error.place), error.problem) from None


def ranks_in(text: str, deck: Deck) -> tuple[Rank, ...]:
    """Return the ranks that a published text names, as symbols or in words ("3, 2, Ace").

    Raises:
        UntrueError: a word is no rank of the deck.
    """
    names = {rank.name: rank.symbol for rank in deck.ranks}
    words = re.findall(r"[A-Za-z]+|\d+", text)
    try:
        return tuple(deck.rank(names.get(word.casefold(), word)) for word in words)
    except CardError as error:
        raise UntrueError(str(error)) from None
