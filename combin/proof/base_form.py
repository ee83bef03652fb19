"""The edge of the base game as a linear form in its pays, and how far each pay may move under one strategy.

It has no closed form in n and s, since the best strategy is found hand by hand; but under one strategy it is
linear in every pay, with coefficients out of the counts of `combin.exact`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.pay_lines import paid_lines
from combin.exact.strategy import Strategy, optimal_strategy
from combin.proof.closed.linear import LinearForm, Term, symbols_of
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from combin.exact.matchups import Matchup
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line

    Outcomes = Callable[[int, int], int]
    """For the index of a class and a multiple: how many units are paid at a pay over all dealer hands."""


_CASES: dict[Case, str] = {
    Case.NO_QUALIFY: "dealer does not qualify",
    Case.WIN: "win",
    Case.TIE: "tie",
    Case.LOSE: "lose",
}


@dataclass(frozen=True, slots=True)
class PayRange:
    """Between which values of one pay, the others as they are, no other decision is better for any hand.

    None where there is no bound on a side. `lowest` is the least that a rule file may say: 0 for what a bonus
    pays, -1 (the loss of the stake) for a net result.
    """

    start: Fraction | None
    stop: Fraction | None
    lowest: int

    @property
    def always(self) -> bool:
        """Whether no pay that a rule file may state changes the strategy."""
        return self.stop is None and (self.start is None or self.start <= self.lowest)


@dataclass(frozen=True)
class BaseForm:
    """The house edge per unit of the initial wager under one strategy, in all pays and nets of the base game.

    `ranges` are aligned with the terms of `edge`.
    """

    rules: Rules
    letters: Mapping[str, str]
    strategy: Strategy
    edge: LinearForm
    ranges: tuple[PayRange, ...]


@dataclass(frozen=True, slots=True)
class _Pay:
    """One pay of the base game: its key and name, its value, the least it can be, and where it is paid."""

    key: str
    name: str
    at: Fraction
    lowest: int
    outcomes: Outcomes


def base_form(rules: Rules, letters: Mapping[str, str]) -> BaseForm:
    """Return the edge of the base game as a linear form, for its best strategy.

    Args:
        rules: the game.
        letters: the table of each bonus.

    >>> from combin.rules.load import load_rules
    >>> found = base_form(load_rules("crown-melbourne"), {"ante_bonus": "A"})
    >>> found.edge.value, found.edge.at(ante_bonus_straight=2)
    (Fraction(686689, 20358520), Fraction(4685, 4071704))

    Coefficients and edge stay exact as long as the strategy stays the best; `ranges` says how long.
    """
    game = base_game(rules, letters)
    strategy = optimal_strategy(game)
    pays = list(_pays(rules, letters, game))
    symbols = symbols_of(one.key for one in pays)
    hands = comb(len(rules.deck), 3)
    total = hands * game.dealer_hands
    folded = hands - strategy.hands_played
    terms, ranges = [], []
    for one in pays:
        paid = sum(
            situation.hand.weight * one.outcomes(index, decision)
            for index, (situation, decision) in enumerate(strategy)
        )
        terms.append(Term(one.name, symbols[one.key], Fraction(-paid, total), one.at))
        ranges.append(_range(strategy, one))
    edge = LinearForm("house edge", Fraction(folded, hands), tuple(terms), total)
    return BaseForm(rules, letters, strategy, edge, tuple(ranges))


def _pays(rules: Rules, letters: Mapping[str, str], game: BaseGame) -> Iterator[_Pay]:
    for wager, raised in ((rules.base, False), (rules.play, True)):
        entry = rules.bets[wager]
        for case, (key, words) in enumerate(_CASES.items()):
            outcomes = _case(game.matchups, case, raised=raised)
            at = Fraction(entry.outcome(key).pays)
            yield _Pay(f"{wager} {key}", f"{entry.name}: {words}", at, -1, outcomes)
    for wager in rules.bonuses:
        table = rules.tables[wager][letters[wager]]
        paid = paid_lines(rules, table, game.matchups.classes)
        by_text = {line.text: line for line in table.lines}
        for text in rules.file.pay_tables[wager][letters[wager]].lines:
            outcomes = _bonus(paid, by_text[text], game.dealer_hands)
            name = f"{rules.wagers[wager].name}: {text}"
            yield _Pay(f"{wager} {text}", name, table.odds(by_text[text]), 0, outcomes)


def _case(matchups: Sequence[Matchup], case: int, *, raised: bool) -> Outcomes:
    def outcomes(index: int, multiple: int) -> int:
        times = multiple if raised else int(multiple != FOLD)
        return times * matchups[index].counts[case]

    return outcomes


def _bonus(paid: list[Line | None], line: Line, dealer_hands: int) -> Outcomes:
    def outcomes(index: int, multiple: int) -> int:
        return dealer_hands if multiple != FOLD and paid[index] is line else 0

    return outcomes


def _range(strategy: Strategy, pay: _Pay) -> PayRange:
    """Return how far a pay may move before some hand is better decided otherwise.

    Against each other decision a hand gains `gap` now, and `slope` more for each unit of the pay.
    """
    game = strategy.game
    starts: list[Fraction] = []
    stops: list[Fraction] = []
    for index, decision in enumerate(strategy.decisions):
        for other in (FOLD, *game.cases):
            slope = pay.outcomes(index, decision) - pay.outcomes(index, other)
            if other == decision or not slope:
                continue
            gap = Fraction(game.value(index, decision) - game.value(index, other), game.unit)
            (starts if slope > 0 else stops).append(pay.at - gap / slope)
    return PayRange(max(starts, default=None), min(stops, default=None), pay.lowest)
