"""A strategy in the fewest true words: thresholds first, then exceptions by suit pattern."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.ranking import Category

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards import Suit
    from combin.exact.strategy import Strategy
    from combin.isomorphism import HandClass, SuitPattern
    from combin.ranking import Ranking, Strength

__all__ = ["Exemption", "Statement", "or_better", "state"]


@dataclass(frozen=True, slots=True)
class Exemption:
    """Hands of one strength that are not decided as the thresholds say.

    Only those of these `patterns`; or, where a bonus tells one suit from another, only those of these
    `suits`; all of them if both are empty.
    """

    strength: Strength
    patterns: tuple[SuitPattern, ...]
    decision: int
    suits: tuple[Suit, ...] = ()


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

    For each multiple in use the threshold is the strength for which the fewest hands are exceptions, the
    weakest of several; what remains is listed by strength and suit pattern, so that the statement is true
    of every hand.
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


def _decided(thresholds: Sequence[tuple[int, Strength]], level: int) -> int:
    return next((multiple for multiple, strength in thresholds if level >= strength.level), FOLD)


def _exceptions(strategy: Strategy, thresholds: list[tuple[int, Strength]]) -> tuple[Exemption, ...]:
    found = []
    for level, rows in groupby(strategy, key=lambda row: row[0].hand.strength.level):
        group = [(matchup.hand, decision) for matchup, decision in rows]
        said = _decided(thresholds, level)
        for multiple in sorted({decision for _, decision in group if decision != said}):
            fits = [hand for hand, decision in group if decision == multiple]
            others = {hand.pattern for hand, decision in group if decision != multiple}
            patterns = dict.fromkeys(hand.pattern for hand in fits if hand.pattern not in others)
            suits = [_first_suit(hand, strategy) for hand in fits if hand.pattern in others]
            found.append(
                Exemption(fits[0].strength, tuple(patterns) if others else (), multiple, tuple(suits))
            )
    return tuple(reversed(found))


def _first_suit(hand: HandClass, strategy: Strategy) -> Suit:
    suits = strategy.game.rules.deck.suits
    return suits[hand.hand[0] % len(suits)]


def or_better(strength: Strength, ranking: Ranking) -> str:
    """Return "Q-6-4 or better", "any queen or better", "pair of aces or better", "any pair or better"."""
    below = ranking.strengths[strength.level - 1] if strength.level else None
    if below is None:
        return "any hand"
    if below.category is not strength.category:
        return f"any {strength.category.value} or better"
    rank = ranking.deck.ranks[strength.ranks[0]]
    if below.ranks[0] != strength.ranks[0]:
        if strength.category is Category.HIGH_CARD:
            return f"any {rank.name} or better"
        if strength.category is Category.PAIR:
            return f"pair of {rank.plural} or better"
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
        parts = [
            f"{_verb(multiple, many=many)} {or_better(strength, ranking)}"
            for multiple, strength in thresholds
        ]
        rest = ", fold the rest" if thresholds[-1][1].level else ""
        text = ", ".join([parts[0], *(part[0].lower() + part[1:] for part in parts[1:])]) + rest
    if exceptions:
        text += f"; but {_exception_words(thresholds, exceptions, ranking, many=many)}"
    return text + "."


def _exception_words(
    thresholds: Sequence[tuple[int, Strength]],
    exceptions: Sequence[Exemption],
    ranking: Ranking,
    *,
    many: bool,
) -> str:
    """Return the exceptions, those of one decision and then those of the same suits together.

    "also play J-9-8, 10-9-7; Q-6-3, Q-6-2 (each: three suits); fold K-3-2 (one suit)": a verb holds up to
    the next one, and what stands in brackets for all hands from the semicolon before it on.
    """
    groups: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for one in exceptions:
        also = "also " if one.decision > _decided(thresholds, one.strength.level) else ""
        suits = (*map(str, one.patterns), *(suit.name for suit in one.suits))
        same = groups.setdefault(also + _verb(one.decision, many=many).lower(), {})
        same.setdefault(suits, []).append(ranking.describe(one.strength))
    return "; ".join(
        f"{verb} {'; '.join(_hands_in_words(hands, suits) for suits, hands in same.items())}"
        for verb, same in groups.items()
    )


def _hands_in_words(hands: Sequence[str], suits: Sequence[str]) -> str:
    which = f" ({'each: ' if len(hands) > 1 else ''}{', '.join(suits)})" if suits else ""
    return ", ".join(hands) + which


def _verb(multiple: int, *, many: bool) -> str:
    if multiple == FOLD:
        return "Fold"
    return f"Play {multiple}x with" if many else "Play"
