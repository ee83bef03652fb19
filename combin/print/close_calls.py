"""Hands at the borders of a strategy, where the decision gains the least."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.decimals import decimal, plain
from combin.exact.statement import ranks_in_words
from combin.isomorphism import SuitPattern
from combin.print.faces import Example, commonest, example
from combin.report.words import decision_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.strategy import Border, Strategy

__all__ = ["CloseCall", "choices", "close_calls"]

CLOSEST = 8
"""Rows of close calls that are kept at most, those whose decision gains the least."""

TWO_OF_ONE_SUIT = {SuitPattern.FIRST_TWO, SuitPattern.OUTER_TWO, SuitPattern.LAST_TWO}
"""The patterns of three cards in two suits."""


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Hands near a border: the mean value of each decision, and its range over the suits.

    `against` is the dealer's card where one is seen; an empty text stands for a decision that is not allowed.
    `gain` is how much the decision gains over the next best one, `bar` the same in thousandths of the largest
    gain here; `value` is that of the decision, or of the best other one where that is to fold.
    """

    example: Example
    against: str
    suits: str
    hands: str
    decision: str
    played: bool
    values: tuple[str, ...]
    ranges: tuple[str, ...]
    fold: str
    value: str
    gain: str
    bar: int


def choices(best: Strategy) -> list[int]:
    """Return the decisions other than a fold, the dearest first."""
    return sorted((choice for choice in best.game.cases if choice != FOLD), reverse=True)


def close_calls(best: Strategy) -> tuple[CloseCall, ...]:
    """Return the hands of the nearest strengths around each border, the strongest first.

    Hands of one strength stand together unless their suits decide. Where a card of the dealer's is seen,
    those whose suits decide are left out.
    """
    groups: list[list[Border]] = []
    alone: set[int] = set()
    for _, borders in groupby(best.borders(1 if best.seen else 2), key=_situation):
        by_decision: dict[int, list[Border]] = {}
        for border in borders:
            by_decision.setdefault(border.decision, []).append(border)
        if len(by_decision) == 1:
            alone.add(len(groups))
        elif best.seen:
            continue  # the suit of the dealer's card decides: no row can say so in brief
        groups += by_decision.values()
    nearest = sorted(range(len(groups)), key=lambda place: _gain(groups[place]))[:CLOSEST]
    most = max((_gain(groups[place]) for place in nearest), default=Fraction(0)) or Fraction(1)
    return tuple(_close_call(groups[place], best, most, alone=place in alone) for place in sorted(nearest))


def _situation(border: Border) -> tuple[int, int]:
    """Return what is seen of the dealer's card, and the strength of the hand."""
    seen = border.matchup.seen
    return (0 if seen is None else seen.group), border.hand.strength.level


def _gain(group: Sequence[Border]) -> Fraction:
    """Return how much the decision for some hands gains over the next best one, in the mean."""
    decision = group[0].decision
    others = (_mean(group, choice) for choice, _ in group[0].values if choice != decision)
    return _mean(group, decision) - max(others)


def _mean(group: Sequence[Border], choice: int) -> Fraction:
    weight = sum(border.matchup.weight for border in group)
    whole = (dict(border.values)[choice] * border.matchup.weight for border in group)
    return sum(whole, Fraction(0)) / weight


def _close_call(group: Sequence[Border], best: Strategy, most: Fraction, *, alone: bool) -> CloseCall:
    rules, decision, gain = best.game.rules, group[0].decision, _gain(group)
    ranking, seen = rules.ranking, group[0].matchup.seen
    values = {
        choice: [dict(border.values)[choice] for border in group]
        for choice in choices(best)
        if choice in dict(group[0].values)
    }
    means = {choice: _mean(group, choice) for choice in values}
    return CloseCall(
        example=example(commonest(border.hand for border in group), ranking),
        against="" if seen is None else ranks_in_words(sorted(seen.ranks), ranking),
        suits="any" if alone else _suits(group),
        hands=f"{sum(border.matchup.weight for border in group):,}",
        decision=decision_word(rules, decision),
        played=decision != FOLD,
        values=tuple(_signed(means[choice], 4) if choice in means else "" for choice in choices(best)),
        ranges=tuple(_range(values.get(choice, [])) for choice in choices(best)),
        fold=plain(_mean(group, FOLD)).replace("-", "−"),
        value=_signed(means[decision] if decision in means else max(means.values()), 4),
        gain=_signed(gain, 4),
        bar=int(1000 * gain / most),
    )


def _suits(group: Sequence[Border]) -> str:
    patterns = list(dict.fromkeys(border.hand.pattern for border in group))
    if set(patterns) == TWO_OF_ONE_SUIT:
        return "two cards of one suit"
    return ", ".join(patterns)


def _range(values: Sequence[Fraction]) -> str:
    least, most = min(values, default=Fraction(0)), max(values, default=Fraction(0))
    return "" if least == most else f"{_signed(least, 4)} to {_signed(most, 4)}"


def _signed(value: Fraction, digits: int) -> str:
    """Return a decimal with a true minus sign."""
    return decimal(value, digits).replace("-", "−")
