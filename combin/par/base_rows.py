"""The outcomes of the base game by the player's hand, his decision and what the dealer has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.pay_lines import paid_lines
from combin.report.words import decision_word

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.rules.rules import Rules

__all__ = ["CASES", "FOLDED", "BaseRow", "base_rows"]

CASES = {
    "no_qualify": "dealer does not qualify",
    "win": "player wins",
    "tie": "tie",
    "lose": "player loses",
}
"""What the dealer's hand can come to, by the word of the rules."""

FOLDED = "fold"
"""How a row of folded hands is told."""


@dataclass(frozen=True, slots=True)
class BaseRow:
    """Deals that end alike: a category, the line that each bonus pays, a multiple played, and a case.

    A fold has the multiple 0 and no case; `bonuses` are by wager.
    """

    category: str
    bonuses: tuple[tuple[str, str], ...]
    multiple: int
    case: str
    count: int

    def detail(self, rules: Rules) -> str:
        """Return the decision and the case in words."""
        if self.multiple == FOLD:
            return FOLDED
        return f"{decision_word(rules, self.multiple)}, {CASES[self.case]}"

    @property
    def name(self) -> str:
        """The player's hand: its category, and the lines of bonuses that say more than that."""
        finer = dict.fromkeys(text for _, text in self.bonuses if text != self.category)
        return f"{self.category} ({', '.join(finer)})" if finer else self.category


def base_rows(analysis: Analysis, pays: Mapping[tuple[str, str], Fraction]) -> tuple[BaseRow, ...] | None:
    """Return the rows of a base game, or None if what the rows say is not all that its results hang on.

    Args:
        analysis: the game under one choice of tables.
        pays: what the base wager and its raise net in each case, by wager and case; a row nets the first, and
            the second for each multiple, and what its bonuses pay.

    The test is that the rows give the results of the analysis again, every net with its count: games with a
    card of the dealer face up, with bonuses that hang on the result, with commission do not pass it.
    """
    rules, game = analysis.rules, analysis.game
    if {case for _, case in pays} != set(CASES) or len(pays) != 2 * len(CASES):
        return None
    hands = [matchup.hand for matchup in game.matchups]
    tables = {name: rules.tables[name][analysis.letters[name]] for name in rules.bonuses}
    lines = {name: paid_lines(rules, table, hands) for name, table in tables.items()}
    counts: Counter[tuple[str, tuple[tuple[str, str], ...], int, str]] = Counter()
    for index, (matchup, multiple) in enumerate(analysis.strategy):
        category, weight = matchup.hand.strength.category.value, matchup.hand.weight
        if multiple == FOLD:
            counts[category, (), FOLD, ""] += weight * game.dealer_hands
            continue
        bonuses = tuple(
            (name, line.text) for name, found in lines.items() if (line := found[index]) is not None
        )
        for case, count in zip(CASES, matchup.counts, strict=False):
            counts[category, bonuses, multiple, case] += weight * count
    rows = tuple(BaseRow(*key, count) for key, count in _in_order(counts, rules) if count)
    return rows if _results(rows, analysis, pays) == analysis.wagers[rules.base].outcomes else None


def _in_order(
    counts: Counter[tuple[str, tuple[tuple[str, str], ...], int, str]], rules: Rules
) -> list[tuple[tuple[str, tuple[tuple[str, str], ...], int, str], int]]:
    """Return the rows by category, high to low, those of finer lines first, then multiples and cases."""
    categories, cases = [one.value for one in rules.ranking.order], ["", *CASES]

    def place(row: tuple[tuple[str, tuple[tuple[str, str], ...], int, str], int]) -> tuple[object, ...]:
        category, bonuses, multiple, case = row[0]
        finer = sum(text != category for _, text in bonuses)
        return categories.index(category), -finer, bonuses, -multiple, cases.index(case)

    return sorted(counts.items(), key=place)


def _results(
    rows: tuple[BaseRow, ...], analysis: Analysis, pays: Mapping[tuple[str, str], Fraction]
) -> tuple[tuple[Fraction, int], ...]:
    rules = analysis.rules
    odds = {
        name: {line.text: table.odds(line) for line in table.lines}
        for name in rules.bonuses
        for table in (rules.tables[name][analysis.letters[name]],)
    }
    found: Counter[Fraction] = Counter()
    for row in rows:
        if row.multiple == FOLD:
            found[Fraction(-1)] += row.count
            continue
        net = pays[rules.base, row.case] + row.multiple * pays[rules.play, row.case]
        found[net + sum((odds[name][text] for name, text in row.bonuses), Fraction(0))] += row.count
    return tuple(sorted(found.items()))
