"""Answers about one game kept with its rules, since other questions ask the same again."""

from __future__ import annotations

import inspect
from functools import partial, wraps
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.rules.resolved import Rules


Args = TypeVarTuple("Args")
T = TypeVar("T")

MOST = 1 << 14
"""How many answers of a function are kept; when there are more, all begin anew."""


def remembered(function: Callable[[Rules, *Args], T]) -> Callable[[Rules, *Args], T]:
    """Return a function of rules and hashable values that works out each answer once for a game.

    All that it answers by stands among its arguments.
    """

    def answer(rules: Rules, *args: *Args) -> T:
        try:
            found: T = rules.answers[function][args]
        except KeyError:
            known = rules.answers.setdefault(function, {})
            if len(known) >= MOST:
                known.clear()
            known[args] = found = function(rules, *args)
        return found

    return wraps(function)(answer)


def keep(question: partial[T], answer: T) -> None:
    """Keep what a remembered function answers, where that was worked out elsewhere."""
    rules, *args = question.args
    rules.answers.setdefault(inspect.unwrap(question.func), {})[tuple(args)] = answer
