"""The questions of designers, which every game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.design.results import CheckResult, DiffResult, SensitivityResult, SweepResult
    from combin.rules.rules import Rules

__all__ = ["DesignQuestions"]


class DesignQuestions:
    """What a designer asks of a game: `combin.game.Game` inherits it."""

    rules: Rules

    def sweep(
        self,
        settings: Mapping[str, Sequence[object]],
        *,
        tables: Mapping[str, Sequence[str]] | None = None,
        digits: int = 10,
        report: Callable[[int, int], None] | None = None,
    ) -> SweepResult:
        """Return the exact figures of every combination of some settings.

        Args:
            settings: values to try, by the dotted place of the entry in a rule file.
            tables: letters to try, by wager; a wager that is not named has the table that a setting changes,
                or its first.
            digits: decimals shown beside the exact values.
            report: is told how many combinations are done, and how many there are.

        >>> from combin import load
        >>> for one in load("crown-melbourne").sweep({"decision.play": [1, 2]}):
        ...     print(one.values, one.variant.wagers["ante"].house_edge)
        {'decision.play': 1} 686689/20358520
        {'decision.play': 2} -1058789/50896300

        Raises:
            RulesError: a place or a value that the language does not allow.
        """
        from combin.design.results import SweepResult
        from combin.design.sweep import sweep

        return SweepResult(sweep(self.rules, settings, tables, report), digits)

    def sensitivity(
        self, *, digits: int = 10, tables: Mapping[str, str] | None = None, **letters: str
    ) -> SensitivityResult:
        """Return what one unit in each pay, each switch of a rule and each wrong decision at a border does.

        Args:
            digits: decimals shown beside the exact values.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        Raises:
            RulesError: no such wager or table.
        """
        from combin.design.results import SensitivityResult
        from combin.design.sensitivity import sensitivity
        from combin.exact.analysis import choices

        chosen = choices(self.rules, {**(tables or {}), **letters})[0]
        return SensitivityResult(sensitivity(self.rules, chosen), digits)

    def diff(self, other: DesignQuestions, *, digits: int = 10) -> DiffResult:
        """Return where two games differ, in rules and in numbers."""
        from combin.design.differences import differences
        from combin.design.results import DiffResult

        return DiffResult(differences(self.rules, other.rules), digits)

    def check(self, *, digits: int = 10) -> CheckResult:
        """Return what the rules say in plain words, and what is odd about them."""
        from combin.design.checking import examined
        from combin.design.results import CheckResult

        return CheckResult((examined(self.rules),), digits)
