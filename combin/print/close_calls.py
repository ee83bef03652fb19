"""Hands at the borders of a strategy, where the decision gains the least."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.decimals import decimal, plain
from combin.print.faces import Example, commonest, example
from combin.report.words import decision_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.strategy import Border, Strategy

__all__ = ["CloseCall", "choices", "close_calls"]

CLOSEST = 8
"""Rows of close calls that are kept at most, those whose decision gains the least."""


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Hands near a border: the mean value of each decision, and its range over the suits.

    `gain` is how much the decision gains over the next best one, `bar` the same in thousandths of the largest
    gain here; `value` is that of the decision, or of the best other one where that is to fold.
    """

    example: Example
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

    Hands of one strength stand together unless their suits decide.
    """
    groups: list[list[Border]] = []
    for _, borders in groupby(best.borders(), key=lambda border: border.hand.strength):
        by_decision: dict[int, list[Border]] = {}
        for border in borders:
            by_decision.setdefault(border.decision, []).append(border)
        groups += by_decision.values()
    nearest = sorted(groups, key=_gain)[:CLOSEST]
    most = max(map(_gain, nearest), default=Fraction(0)) or Fraction(1)
    strengths = [group[0].hand.strength for group in groups]
    return tuple(
        _close_call(group, best, most, alone=strengths.count(group[0].hand.strength) == 1)
        for group in groups
        if group in nearest
    )


def _gain(group: Sequence[Border]) -> Fraction:
    """Return how much the decision for some hands gains over the next best one, in the mean."""
    decision = group[0].decision
    others = (_mean(group, choice) for choice, _ in group[0].values if choice != decision)
    return _mean(group, decision) - max(others)


def _mean(group: Sequence[Border], choice: int) -> Fraction:
    hands = sum(border.hand.weight for border in group)
    return sum((dict(border.values)[choice] * border.hand.weight for border in group), Fraction(0)) / hands


def _close_call(group: Sequence[Border], best: Strategy, most: Fraction, *, alone: bool) -> CloseCall:
    rules, ways = best.game.rules, choices(best)
    values = [[dict(border.values)[choice] for border in group] for choice in ways]
    means = [_mean(group, choice) for choice in ways]
    decision = group[0].decision
    gain = _gain(group)
    return CloseCall(
        example=example(commonest(border.hand for border in group), rules.ranking),
        suits="any" if alone else ", ".join(dict.fromkeys(border.hand.pattern.value for border in group)),
        hands=f"{sum(border.hand.weight for border in group):,}",
        decision=decision_word(rules, decision),
        played=decision != FOLD,
        values=tuple(_signed(mean, 4) for mean in means),
        ranges=tuple(
            f"{_signed(min(some), 4)} to {_signed(max(some), 4)}" if min(some) != max(some) else ""
            for some in values
        ),
        fold=plain(_mean(group, FOLD)).replace("-", "−"),
        gain=_signed(gain, 4),
        bar=int(1000 * gain / most),
        value=_signed(means[ways.index(decision)] if decision in ways else max(means), 4),
    )


def _signed(value: Fraction, digits: int) -> str:
    """Return a decimal with a true minus sign."""
    return decimal(value, digits).replace("-", "−")
