"""Simpler rules than the best strategy: those that players follow, and what each costs."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from combin.cards.ranking import Category
from combin.exact.base_game import FOLD
from combin.exact.statement import or_better
from combin.exact.strategy import Strategy
from combin.paper.faces import decided, levels, said_by_rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from combin.exact.statement import Statement


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
    return tuple(sorted(others, key=lambda strategy: strategy.distribution.house_edge))


def cost(strategy: Strategy, best: Strategy) -> Fraction:
    """Return how much higher the house edge of a strategy is than that of the best one."""
    return strategy.distribution.house_edge - best.distribution.house_edge


def _candidates(best: Strategy, statement: Statement) -> Iterator[Strategy]:
    game, ranking, hands = best.game, best.game.rules.ranking, _hands(best)
    several, least = len(game.cases) > 1, min(game.cases)

    def from_hand(level: int, before: str = "") -> Strategy:
        # Stronger hands are played for more, as the best strategy does.
        which = f"{least}x with " if several else ""
        name = f"{before}{which}{or_better(ranking.strengths[level], ranking)}"
        return Strategy(name, game, _from(level, hands))

    if statement.exceptions or any(one.statement.exceptions for one in statement.by_card):
        yield Strategy("without the exceptions", game, _plain(best, statement))
    lowest = statement.thresholds[-1][1].level if statement.thresholds else len(ranking.strengths)
    if best.seen:
        lowest = _without_card(best, hands)
        yield from_hand(lowest, "whatever the card, ")
    starts = [one.level for one in ranking.strengths if _starts_a_word(one.level, best)]
    below, above = (
        [level for level in starts if level <= lowest],
        [level for level in starts if level > lowest],
    )
    if lowest:
        for level in (*below[-1:], *above[:1]):
            yield from_hand(level)
        yield Strategy("mimic the dealer", game, _from(game.rules.qualifies, hands))
    yield Strategy("never fold" if several else "always play", game, _from(0, hands))
    if several and not game.rules.multiples[least]:
        yield Strategy(f"always play {least}x", game, (least,) * len(hands))


def _hands(best: Strategy) -> list[tuple[int, int]]:
    """Return the level of each hand, and how it is played: as the best strategy does, or else the least.

    Hands that the rules do not allow to be played are folded.
    """
    least = {
        level: next(
            (multiple for multiple, lowest in best.game.rules.multiples.items() if level >= lowest), FOLD
        )
        for level in range(len(best.game.rules.ranking.strengths))
    }
    return [
        (level, decision or least[level])
        for level, decision in zip(levels(best), best.decisions, strict=True)
    ]


def _from(lowest: int, hands: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the decisions to play from a level on."""
    return tuple(played if level >= lowest else FOLD for level, played in hands)


def _without_card(best: Strategy, hands: Sequence[tuple[int, int]]) -> int:
    """Return the level from which on a player who overlooks the dealer's card should play."""
    game = best.game
    gains = [0] * len(game.rules.ranking.strengths)
    values = {multiple: game.values(multiple) for multiple in {played for _, played in hands} - {FOLD}}
    weights = game.matchups.arrays.weights.tolist()
    for index, ((level, played), deals) in enumerate(zip(hands, game.dealer_hands_of_each, strict=True)):
        if played != FOLD:
            gains[level] += weights[index] * ((values[played][index] or 0) - game.fold * deals)
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
    by_rank, situations, level_of = said_by_rank(statement), best.game.matchups, levels(best)
    decisions: list[int] = []
    for span in situations.spans():
        seen = situations[span.start].seen
        said = statement if seen is None else by_rank[min(seen.ranks)]
        by_level = [decided(said, level) for level in range(len(best.game.rules.ranking.strengths))]
        decisions += (by_level[level_of[index]] for index in span)
    return tuple(decisions)
