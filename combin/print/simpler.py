"""Simpler rules than the best strategy: those that players follow, and what each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.named import named_strategy
from combin.exact.statement import or_better
from combin.exact.strategy import Strategy
from combin.ranking import Category

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from combin.exact.statement import Statement

__all__ = ["cost", "simpler_strategies"]


def simpler_strategies(best: Strategy, statement: Statement) -> tuple[Strategy, ...]:
    """Return simpler strategies that decide some hand otherwise than the best one, the cheapest first.

    The thresholds without their exceptions; thresholds that need no more than the highest card ("any queen")
    on both sides of the best one; what the dealer qualifies with; any pair; every hand.
    """
    found: dict[tuple[int, ...], Strategy] = {best.decisions: best}
    for one in _candidates(best, statement):
        found.setdefault(one.decisions, one)
    others = [one for one in found.values() if one is not best]
    return tuple(sorted(others, key=lambda one: one.distribution.house_edge))


def cost(one: Strategy, best: Strategy) -> Fraction:
    """Return how much higher the house edge of a strategy is than that of the best one."""
    return one.distribution.house_edge - best.distribution.house_edge


def _candidates(best: Strategy, statement: Statement) -> Iterator[Strategy]:
    game, ranking = best.game, best.game.rules.ranking
    if statement.exceptions:
        yield Strategy("without the exceptions", game, _plain(best, statement))
    lowest = statement.thresholds[-1][1].level if statement.thresholds else len(ranking.strengths)
    starts = [one.level for one in ranking.strengths if _starts_a_word(one.level, best)]
    near = [level for level in starts if level <= lowest][-1:] + [
        level for level in starts if level > lowest
    ][:1]
    if lowest:
        for level in near:
            yield _from(level, or_better(ranking.strengths[level], ranking), best)
        yield named_strategy("mimic the dealer", game)
    yield named_strategy("always play", game)


def _starts_a_word(level: int, best: Strategy) -> bool:
    """Tell whether "or better" than the hands of a level is said by one rank or by one category."""
    strengths = best.game.rules.ranking.strengths
    one, below = strengths[level], strengths[level - 1] if level else None
    if below is None or one.category is not below.category:
        return True
    return one.category in {Category.HIGH_CARD, Category.PAIR} and one.ranks[0] != below.ranks[0]


def _plain(best: Strategy, statement: Statement) -> tuple[int, ...]:
    return tuple(
        next(
            (multiple for multiple, strength in statement.thresholds if level >= strength.level),
            FOLD,
        )
        for level in (matchup.hand.strength.level for matchup in best.game.matchups)
    )


def _from(level: int, name: str, best: Strategy) -> Strategy:
    lowest = min(best.game.cases)
    decisions = (lowest if one.hand.strength.level >= level else FOLD for one in best.game.matchups)
    return Strategy(name, best.game, tuple(decisions))
