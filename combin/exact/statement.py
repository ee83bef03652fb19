"""A strategy in the fewest true words: thresholds first, then exceptions by suit pattern."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.wagers import FOLD
from combin.ranking import Category

if TYPE_CHECKING:
    from combin.exact.strategy import Strategy
    from combin.isomorphism import SuitPattern
    from combin.ranking import Ranking, Strength

__all__ = ["Exemption", "Statement", "or_better", "state"]


@dataclass(frozen=True, slots=True)
class Exemption:
    """Hands of one strength that are not decided as the thresholds say; `patterns` is empty for all of them."""

    strength: Strength
    patterns: tuple[SuitPattern, ...]
    decision: int


@dataclass(frozen=True, slots=True)
class Statement:
    """Thresholds, strongest decision first, as pairs of multiple and the weakest strength that gets it.

    A hand gets the first decision whose threshold it reaches, and folds if it reaches none; except for
    the exceptions. `text` says so in words.
    """

    thresholds: tuple[tuple[int, Strength], ...]
    exceptions: tuple[Exemption, ...]
    text: str


def state(strategy: Strategy) -> Statement:
    """Return the shortest true statement of a strategy.

    For each multiple in use the threshold is the strength for which the fewest hands are exceptions; what
    remains is listed by strength and suit pattern, so that the statement is true of every hand.
    """
    ranking = strategy.game.rules.ranking
    used = sorted({decision for decision in strategy.decisions if decision != FOLD})
    thresholds: list[tuple[int, Strength]] = []
    for multiple in reversed(used):
        level = _threshold(strategy, multiple)
        above = thresholds[-1][1].level if thresholds else len(ranking.strengths)
        if level < above:
            thresholds.append((multiple, ranking.strengths[level]))
    exceptions = _exceptions(strategy, thresholds)
    return Statement(tuple(thresholds), exceptions, _words(strategy, tuple(thresholds), exceptions))


def _threshold(strategy: Strategy, multiple: int) -> int:
    """Return the level from which on "at least this multiple" is wrong for the fewest hands."""
    levels = len(strategy.game.rules.ranking.strengths)
    change = [0] * (levels + 1)
    wrong = 0
    for matchup, decision in strategy:
        level, weight = matchup.hand.strength.level, matchup.hand.weight
        if decision >= multiple:
            change[level + 1] += weight
        else:
            wrong += weight
            change[level + 1] -= weight
    best, fewest = 0, wrong
    for level in range(1, levels + 1):
        wrong += change[level]
        if wrong < fewest:
            best, fewest = level, wrong
    return best


def _decided(thresholds: list[tuple[int, Strength]], level: int) -> int:
    return next((multiple for multiple, strength in thresholds if level >= strength.level), FOLD)


def _exceptions(strategy: Strategy, thresholds: list[tuple[int, Strength]]) -> tuple[Exemption, ...]:
    found = []
    for level, rows in groupby(strategy, key=lambda row: row[0].hand.strength.level):
        group = list(rows)
        said = _decided(thresholds, level)
        for multiple in sorted({decision for _, decision in group if decision != said}):
            patterns = tuple(dict.fromkeys(one.hand.pattern for one, decision in group if decision == multiple))
            whole = all(decision == multiple for _, decision in group)
            found.append(Exemption(group[0][0].hand.strength, () if whole else patterns, multiple))
    return tuple(reversed(found))


def or_better(strength: Strength, ranking: Ranking) -> str:
    """Return "Q-6-4 or better", "any pair or better", "any queen or better"."""
    below = ranking.strengths[strength.level - 1] if strength.level else None
    if below is None:
        return "any hand"
    if below.category is not strength.category:
        return f"any {strength.category.value} or better"
    if strength.category is Category.HIGH_CARD and below.ranks[0] != strength.ranks[0]:
        return f"any {ranking.deck.ranks[strength.ranks[0]].name} or better"
    return f"{ranking.describe(strength)} or better"


def _words(
    strategy: Strategy, thresholds: tuple[tuple[int, Strength], ...], exceptions: tuple[Exemption, ...]
) -> str:
    ranking = strategy.game.rules.ranking
    many = len(strategy.game.cases) > 1
    if not thresholds:
        text = "Fold every hand"
    elif thresholds[-1][1].level == 0 and len(thresholds) == 1:
        text = f"{_verb(thresholds[0][0], many=many)} every hand"
    else:
        parts = [f"{_verb(multiple, many=many)} {or_better(strength, ranking)}" for multiple, strength in thresholds]
        rest = ", fold the rest" if thresholds[-1][1].level else ""
        text = ", ".join([parts[0], *(part[0].lower() + part[1:] for part in parts[1:])]) + rest
    if exceptions:
        said = [
            f"{_verb(one.decision, many=many).lower()} {ranking.describe(one.strength)}"
            + (f" ({', '.join(one.patterns)})" if one.patterns else "")
            for one in exceptions
        ]
        text += "; but " + ", ".join(said)
    return text + "."


def _verb(multiple: int, *, many: bool) -> str:
    if multiple == FOLD:
        return "Fold"
    return f"Play {multiple}x with" if many else "Play"
