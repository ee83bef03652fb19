"""The questions of designers, which every game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from combin.design.results import CheckResult, DiffResult, SensitivityResult, SweepResult
    from combin.design.search_result import DesignResult, JackpotDesignResult
    from combin.rules.resolved import Rules

__all__ = ["DesignQuestions"]


class DesignQuestions:
    """What a designer asks of a game: `combin.game.Game` inherits it."""

    rules: Rules

    def design(
        self,
        edge: str | tuple[Fraction, Fraction],
        wager: str = "pair_plus",
        *,
        hit: str | tuple[Fraction, Fraction] | None = None,
        pays: Mapping[str, str] | None = None,
        others_stay: bool = False,
        ordered: bool = True,
        sort: str = "edge",
        target: str | Fraction | None = None,
        limit: int = 20,
        pareto: bool = False,
        option: str | None = None,
        seeds: str | None = None,
        digits: int = 10,
        progress: Callable[[int, int], None] | None = None,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> DesignResult | JackpotDesignResult:
        """Return the pay tables with a house edge in a window, or the meters of a jackpot.

        Args:
            edge: the window, as "2%..3%" or as two Fractions.
            wager: a side bet, a bonus or the jackpot.
            hit: the hit frequency wanted: "25%" for at least that, "20%..26%", or two Fractions.
            pays: pays to try by line: "4", "3..5", "30..50:5", "4,6,10".
            others_stay: whether other lines stay as they are, in place of half to twice what they pay.
            ordered: whether a better hand must pay at least as much.
            sort: "edge", "low-edge", "high-edge", "volatility", "high-volatility" or "round".
            target: the edge to come close to; by default the middle of the window.
            limit: how many are kept; all are counted.
            pareto: whether to keep the frontier of edge against standard deviation instead.
            option: of a jackpot, which pay table with its seeds.
            seeds: of a jackpot, "10000,20000" or "10000..75000:5000"; by default those published.
            digits: decimals shown beside the exact values.
            progress: is told what is done and what there is in all.
            tables: the pay tables to begin from, by wager; `letters` are the same.
            letters: the pay tables to begin from, by wager.

        >>> from combin import load
        >>> found = load("crown-melbourne").design("2%..3%", pays={"pair": "1"}, sort="volatility")
        >>> found.answer.matching, str(found[0])
        (1776, 'straight flush 20, three of a kind 18, straight 8, flush 4, pair 1')

        Raises:
            RulesError: terms that cannot be met, in one line; the nearest table where none is in the window.
            JackpotError: no rate meets the target.
        """
        from combin.design.search.answer import search

        return search(
            self.rules,
            edge,
            wager,
            hit=hit,
            pays=pays,
            others_stay=others_stay,
            ordered=ordered,
            sort=sort,
            target=target,
            limit=limit,
            pareto=pareto,
            option=option,
            seeds=seeds,
            digits=digits,
            progress=progress,
            tables={**(tables or {}), **letters},
        )

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
