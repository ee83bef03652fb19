"""The outcomes of the base game by the player's hand, his decision and what the comparison comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.report.words import decision_word

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.rules.resolved import Rules
    from combin.rules.wagers import Case

__all__ = ["CASES", "FOLDED", "BaseRow", "base_rows"]

CASES: Mapping[Case, str] = {
    "no_qualify": "dealer does not qualify",
    "no_qualify_win": "dealer does not qualify, player's hand is higher",
    "no_qualify_tie": "dealer does not qualify, tie",
    "no_qualify_lose": "dealer does not qualify, dealer's hand is higher",
    "win": "player wins",
    "tie": "tie",
    "lose": "player loses",
}
"""What the comparison can come to, by the words of the rules."""

FOLDED = "fold"
"""How a row of folded hands is told."""

_Key = tuple[str, tuple[tuple[str, str], ...], int, "Case | None"]


@dataclass(frozen=True, slots=True)
class BaseRow:
    """Deals that end alike: a category, the line of each table that is met, a multiple played, and a case.

    A fold has the multiple 0 and no case; `lines` are by wager.
    """

    category: str
    lines: tuple[tuple[str, str], ...]
    multiple: int
    case: Case | None
    count: int

    def detail(self, rules: Rules) -> str:
        """Return the decision and the case in words; nothing where there is neither."""
        if self.case is None:
            return FOLDED
        if rules.alone:
            return ""
        return (
            f"{decision_word(rules, self.multiple)}, {CASES[self.case]}" if rules.play else CASES[self.case]
        )

    @property
    def name(self) -> str:
        """The player's hand: its category, and the lines of tables that say more than that."""
        finer = dict.fromkeys(text for _, text in self.lines if text != self.category)
        return f"{self.category} ({', '.join(finer)})" if finer else self.category


def base_rows(analysis: Analysis) -> tuple[BaseRow, ...]:
    """Return the rows of a base game under the strategy that is followed, high hands first."""
    rules, game = analysis.rules, analysis.game
    counts: Counter[_Key] = Counter()
    for (level, place, multiple), (_, *deals) in analysis.strategy.together.items():
        category = rules.ranking.strengths[level].category.value
        if multiple == FOLD:
            counts[category, (), FOLD, None] += sum(deals)
            continue
        lines = tuple((name, line.text) for name, line in game.paid[place].items() if line is not None)
        if rules.alone:  # all cases are one
            counts[category, lines, multiple, rules.cases[-1]] += sum(deals)
            continue
        for case, count in zip(rules.cases, deals, strict=True):
            counts[category, lines, multiple, case] += count
    ordered = sorted(counts.items(), key=lambda one: _place(one[0], rules))
    return tuple(BaseRow(*key, count) for key, count in ordered if count)


def _place(key: _Key, rules: Rules) -> tuple[int, int, tuple[tuple[str, str], ...], int, int]:
    """Return what orders rows: categories, those of finer lines first, then multiples, then cases."""
    category, lines, multiple, case = key
    categories = [one.value for one in rules.ranking.order]
    finer = sum(text != category for _, text in lines)
    return (
        categories.index(category),
        -finer,
        lines,
        -multiple,
        0 if case is None else rules.cases.index(case),
    )
