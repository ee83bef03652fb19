"""Hands at the borders of a strategy, where the decision gains the least."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.suit_classes import SuitPattern
from combin.decimals import decimal, plain
from combin.exact.base_game import FOLD
from combin.exact.pay_lines import names_suit
from combin.exact.statement import matched, when_beside, when_matched
from combin.paper.faces import (
    Example,
    Face,
    choices,
    commonest_situation,
    dealers_card,
    decided,
    example,
    said_by_rank,
)
from combin.report.words import mean
from combin.words.catalogue import decision_name, seen_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.exact.matchups import Seen
    from combin.exact.statement import Statement
    from combin.exact.strategy import Border, Strategy
    from combin.words.catalogue import Catalogue


CLOSEST = 8
"""Rows of close calls that are kept at most, those whose decision gains the least."""

ANY = "any"
"""The suits of a call that does not depend on them."""

TWO_OF_ONE_SUIT = {SuitPattern.FIRST_TWO, SuitPattern.OUTER_TWO, SuitPattern.LAST_TWO}
"""The patterns of three cards in two suits."""


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Hands near a border: the mean value of each decision, and its range over the suits.

    `against` is the dealer's card where one is seen, and `seen` the same to draw where its suit decides;
    `as_said` tells whether the thresholds of the strategy say what to do with all of these hands. An empty
    value stands for a decision that is not allowed.
    `gain` is how much the decision gains over the next best one, `bar` the same in thousandths of the largest
    gain here; `value` is that of the decision, or of the best other one where that is to fold.
    """

    example: Example
    against: str
    seen: Face | None
    suits: str
    as_said: bool
    hands: str
    decision: str
    played: bool
    values: tuple[str, ...]
    ranges: tuple[str, ...]
    fold: str
    value: str
    gain: str
    bar: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Hands of one strength and one decision; how much it gains over the next best one, in the mean."""

    borders: list[Border]
    suits: str
    gain: Fraction
    as_said: bool


def close_calls(best: Strategy, statement: Statement, catalogue: Catalogue) -> tuple[CloseCall, ...]:
    """Return the hands of the nearest strengths around each border, the strongest first.

    Hands of one strength, against dealer's cards of one rank, stand together unless their suits decide. Where
    a card is seen, half of the rows are for hands that thresholds decide in all suits, if there are so many.
    """
    groups = list(_groups(best, statement, catalogue))
    order = sorted(range(len(groups)), key=lambda place: groups[place].gain)
    if best.seen:
        half = [place for place in order if groups[place].as_said][: CLOSEST // 2]
        others = [place for place in order if not groups[place].as_said][: CLOSEST // 2]
        order = list(dict.fromkeys((*half, *others, *order)))
    kept = [groups[place] for place in sorted(order[:CLOSEST])]
    most = max((one.gain for one in kept), default=Fraction(0)) or Fraction(1)
    return tuple(_close_call(one, best, most, catalogue) for one in kept)


def _groups(best: Strategy, statement: Statement, catalogue: Catalogue) -> Iterator[_Group]:
    by_rank = said_by_rank(statement)
    # With some hands the rules allow one decision alone.
    free = (border for border in best.borders(1 if best.seen else 2) if len(border.values) > 1)
    together: dict[tuple[int, int], list[Border]] = {}
    for border in free:
        together.setdefault(_situation(border, best), []).append(border)
    for borders in together.values():
        by_decision: dict[int, list[Border]] = {}
        for border in borders:
            by_decision.setdefault(border.decision, []).append(border)
        suits = _suits(by_decision, best, catalogue)
        for decision, group in by_decision.items():
            level = group[0].hand.strength.level
            seen = group[0].situation.seen
            said = [statement] if seen is None else [by_rank[rank] for rank in _alike(seen, best)]
            as_said = suits[decision] == ANY and all(decided(one, level) == decision for one in said)
            yield _Group(group, suits[decision], _gain(group), as_said)


def _situation(border: Border, best: Strategy) -> tuple[int, int]:
    """Return what is seen of the dealer's cards, and the strength of the hand."""
    seen = border.situation.seen
    return (0 if seen is None else min(_alike(seen, best))), border.hand.strength.level


def _alike(seen: Seen, best: Strategy) -> frozenset[int]:
    """Return what is seen of the dealer's cards, with all that differs by suits alone if suits are equal."""
    rules = best.game.rules
    named = any(map(names_suit, best.game.tables.values()))
    if rules.sights is None or named or not rules.deck.regular:
        return seen.ranks
    return rules.sights.alike(seen.group)


def _gain(group: Sequence[Border]) -> Fraction:
    """Return how much the decision for some hands gains over the next best one, in the mean."""
    decision = group[0].decision
    others = (_mean(group, choice) for choice, _ in group[0].values if choice != decision)
    return _mean(group, decision) - max(others)


def _mean(group: Sequence[Border], choice: int) -> Fraction:
    return mean((dict(border.values)[choice], border.situation.weight) for border in group)


def _close_call(border_group: _Group, best: Strategy, most: Fraction, catalogue: Catalogue) -> CloseCall:
    rules, group, gain = best.game.rules, border_group.borders, border_group.gain
    decision = group[0].decision
    ranking, shown = rules.ranking, commonest_situation(border.situation for border in group)
    values = {
        choice: [dict(border.values)[choice] for border in group]
        for choice in choices(best)
        if choice in dict(group[0].values)
    }
    means = {choice: _mean(group, choice) for choice in values}
    return CloseCall(
        example=example(shown.hand, ranking, catalogue),
        against=seen_named(sorted(_alike(shown.seen, best)), rules, catalogue) if shown.seen else "",
        seen=dealers_card(shown, ranking, catalogue) if border_group.suits != ANY else None,
        suits=border_group.suits,
        as_said=border_group.as_said,
        hands=catalogue.number(str(sum(border.situation.weight for border in group))),
        decision=decision_name(rules, decision, catalogue),
        played=decision != FOLD,
        values=tuple(
            catalogue.number(decimal(means[choice], 4)) if choice in means else "" for choice in choices(best)
        ),
        ranges=tuple(_range(values.get(choice, []), catalogue) for choice in choices(best)),
        fold=catalogue.number(plain(_mean(group, FOLD))),
        value=catalogue.number(decimal(means[decision] if decision in means else max(means.values()), 4)),
        gain=catalogue.number(decimal(gain, 4)),
        bar=int(1000 * gain / most),
    )


def _suits(
    by_decision: Mapping[int, Sequence[Border]], best: Strategy, catalogue: Catalogue
) -> dict[int, str]:
    """Return for each decision about hands of one strength the suits with which it is taken."""
    if len(by_decision) == 1:
        return dict.fromkeys(by_decision, ANY)
    rows = [(border.situation, border.decision) for group in by_decision.values() for border in group]
    if best.game.rules.ranking.dealt > 3:
        ranking = best.game.rules.ranking
        told = when_beside(rows).items()
        return {decision: beside.in_words(ranking, catalogue) if beside else "" for decision, beside in told}
    if matched(rows[0][0], best.game.rules.deck) is not None:
        return when_matched(rows, best.game.rules.deck, catalogue)
    patterns = {
        decision: dict.fromkeys(border.hand.pattern for border in group)
        for decision, group in by_decision.items()
    }
    # With suits of the dealer's cards a pattern may be decided in several ways.
    if sum(map(len, patterns.values())) > len({one for same in patterns.values() for one in same}):
        return dict.fromkeys(patterns, catalogue("statement.some_suits"))
    return {decision: _patterns(list(same), catalogue) for decision, same in patterns.items()}


def _patterns(patterns: Sequence[SuitPattern], catalogue: Catalogue) -> str:
    if set(patterns) == TWO_OF_ONE_SUIT:
        return catalogue("statement.suits.two cards of one suit")
    return ", ".join(catalogue(f"statement.suits.{pattern}") for pattern in patterns)


def _range(values: Sequence[Fraction], catalogue: Catalogue) -> str:
    least, most = min(values, default=Fraction(0)), max(values, default=Fraction(0))
    ends = [catalogue.number(decimal(end, 4)) for end in (least, most)]
    return "" if least == most else catalogue("deck.run", lowest=ends[0], highest=ends[1])
