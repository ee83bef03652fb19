"""Simpler rules than the best strategy: those that players follow, and what each costs."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.statement import or_better
from combin.exact.strategy import Strategy
from combin.print.decisions import decided, said_by_rank
from combin.ranking import Category

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from combin.exact.matchups import Matchup
    from combin.exact.statement import Statement

__all__ = ["cost", "simpler_strategies"]


def simpler_strategies(best: Strategy, statement: Statement) -> tuple[Strategy, ...]:
    """Return simpler strategies that decide some hand otherwise than the best one, the cheapest first.

    The thresholds without their exceptions; the best threshold for a player who overlooks the dealer's card;
    thresholds said by one rank or category ("any queen") on both sides of the best one; what the dealer
    qualifies with; every hand.
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
    if statement.exceptions or any(one.statement.exceptions for one in statement.by_card):
        yield Strategy("without the exceptions", game, _plain(best, statement))
    lowest = statement.thresholds[-1][1].level if statement.thresholds else len(ranking.strengths)
    if best.seen:
        lowest = _without_card(best)
        yield _from(lowest, f"whatever the card, {or_better(ranking.strengths[lowest], ranking)}", best)
    starts = [one.level for one in ranking.strengths if _starts_a_word(one.level, best)]
    below, above = (
        [level for level in starts if level <= lowest],
        [level for level in starts if level > lowest],
    )
    if lowest:
        for level in (*below[-1:], *above[:1]):
            yield _from(level, or_better(ranking.strengths[level], ranking), best)
        yield _from(game.rules.qualifies, "mimic the dealer", best)
    several = len(game.cases) > 1
    yield _from(0, "never fold" if several else "always play", best)
    if several:
        least = min(game.cases)
        yield Strategy(f"always play {least}x", game, (least,) * len(game.matchups))


def _from(level: int, name: str, best: Strategy) -> Strategy:
    """Return the strategy that plays from a level on, as the best one does, or else the least."""
    decisions = (
        played if one.hand.strength.level >= level else FOLD
        for one, played in zip(best.game.matchups, _played(best), strict=True)
    )
    return Strategy(name, best.game, tuple(decisions))


def _played(best: Strategy) -> Iterator[int]:
    """Yield how each hand is played if it is not folded."""
    for index, decision in enumerate(best.decisions):
        yield decision or next(choice for choice in best.game.choices(index) if choice != FOLD)


def _without_card(best: Strategy) -> int:
    """Return the level from which on a player who overlooks the dealer's card should play."""
    game = best.game
    gains = [0] * len(game.rules.ranking.strengths)
    for index, (matchup, played) in enumerate(zip(game.matchups, _played(best), strict=True)):
        more = game.value(index, played) - game.value(index, FOLD)
        gains[matchup.hand.strength.level] += matchup.weight * more
    sums = list(accumulate(reversed(gains)))
    return len(gains) - 1 - sums.index(max(sums))


def _starts_a_word(level: int, best: Strategy) -> bool:
    """Tell whether "or better" than the hands of a level is said by one rank or by one category."""
    strengths = best.game.rules.ranking.strengths
    one, below = strengths[level], strengths[level - 1] if level else None
    if below is None or one.category is not below.category:
        return True
    return one.category in {Category.HIGH_CARD, Category.PAIR} and one.ranks[0] != below.ranks[0]


def _plain(best: Strategy, statement: Statement) -> tuple[int, ...]:
    """Return the decisions by the thresholds alone."""
    by_rank = said_by_rank(statement)

    def decide(matchup: Matchup) -> int:
        said = statement if matchup.seen is None else by_rank[min(matchup.seen.ranks)]
        return decided(said, matchup.hand.strength.level)

    return tuple(map(decide, best.game.matchups))
