"""The base game: the wagers against the dealer with their bonuses, for every hand and decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING

from combin.exact.matchups import Matchup, matchups
from combin.exact.pay_lines import names_suit, paid_lines
from combin.exact.summary import Distribution
from combin.isomorphism import by_suit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.ranking import Category
    from combin.rules.rules import Rules

__all__ = ["FOLD", "BaseGame", "base_game"]

FOLD = 0
"""The multiple of a decision to fold."""


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The wagers against the dealer and their bonuses, for every suit class and decision.

    Nets are integers in `1/unit` of the base wager. `cases` gives the net without bonus for each
    multiple in the order no qualify, win, tie, lose; `bonus` is aligned with `matchups`.
    """

    rules: Rules
    matchups: tuple[Matchup, ...]
    unit: int
    cases: dict[int, tuple[int, int, int, int]]
    bonus: tuple[int, ...]

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand."""
        return comb(len(self.rules.deck) - 3, 3)

    def value(self, index: int, multiple: int) -> int:
        """Return the net of one class over all dealer hands, in `1/unit`; fold is the multiple 0."""
        if multiple == FOLD:
            return -self.unit * self.dealer_hands
        played = sum(map(int.__mul__, self.matchups[index].counts, self.cases[multiple]))
        return played + self.bonus[index] * self.dealer_hands

    def expectation(self, index: int, multiple: int) -> Fraction:
        """Return the expected net of one class in units of the base wager."""
        return Fraction(self.value(index, multiple), self.unit * self.dealer_hands)

    def distribution(self, decisions: Sequence[int]) -> Distribution:
        """Return the net results over all deals when each class follows its decision."""
        counts: Counter[int] = Counter()
        staked = 0
        for index, multiple in enumerate(decisions):
            matchup, weight = self.matchups[index], self.matchups[index].hand.weight
            staked += weight * (1 + multiple)
            if multiple == FOLD:
                counts[-self.unit] += weight * self.dealer_hands
                continue
            for count, net in zip(matchup.counts, self.cases[multiple], strict=True):
                counts[net + self.bonus[index]] += weight * count
        exact = {Fraction(net, self.unit): count for net, count in counts.items()}
        return Distribution.of(exact, staked * self.dealer_hands)

    def by_category(self, decisions: Sequence[int]) -> dict[Category, tuple[int, int, int, int, int]]:
        """Return for each category, high to low, the deals: fold, no qualify, win, tie, lose."""
        rows = {category: [0, 0, 0, 0, 0] for category in self.rules.ranking.order}
        for matchup, multiple in zip(self.matchups, decisions, strict=True):
            row, weight = rows[matchup.hand.strength.category], matchup.hand.weight
            if multiple == FOLD:
                row[0] += weight * self.dealer_hands
            else:
                for column, count in enumerate(matchup.counts, start=1):
                    row[column] += weight * count
        return {category: (row[0], row[1], row[2], row[3], row[4]) for category, row in rows.items()}


def base_game(rules: Rules, letters: Mapping[str, str], known: Sequence[Matchup] | None = None) -> BaseGame:
    """Return the base game with the bonus tables of the given letters.

    `known` are the matchups of the same rules, where the caller has them already.
    """
    tables = [rules.tables[name][letters[name]] for name in rules.bonuses]
    found = tuple(known) if known is not None else matchups(rules.ranking, rules.qualifies)
    if any(names_suit(table) for table in tables):
        found = tuple(
            Matchup(hand, *matchup.counts)
            for matchup in found
            for hand in by_suit(matchup.hand, rules.ranking)
        )
    bonus = [Fraction(0)] * len(found)
    for table in tables:
        for index, line in enumerate(paid_lines(rules, table, [one.hand for one in found])):
            if line is not None:
                bonus[index] += table.odds(line)
    base, play = rules.against_dealer(rules.base), rules.against_dealer(rules.play)
    pairs = [
        (base.no_qualify.pays, play.no_qualify.pays),
        (base.win.pays, play.win.pays),
        (base.tie.pays, play.tie.pays),
        (base.lose.pays, play.lose.pays),
    ]
    unit = lcm(
        *(number.denominator for pair in pairs for number in pair), *(pay.denominator for pay in bonus)
    )
    cases = {}
    for multiple in rules.file.decision.play:
        none, win, tie, lose = (int((one + multiple * other) * unit) for one, other in pairs)
        cases[multiple] = (none, win, tie, lose)
    return BaseGame(rules, found, unit, cases, tuple(int(pay * unit) for pay in bonus))
