"""A search asked in words, for a side bet, a bonus or a jackpot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.design.search_answer import Terms, ask_design
from combin.design.search_jackpot import design_jackpot
from combin.design.search_result import DesignResult, JackpotDesignResult
from combin.design.search_terms import hit_window, order, percentage, window
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from combin.rules.resolved import Rules

__all__ = ["search"]


def search(
    rules: Rules,
    edge: str | tuple[Fraction, Fraction],
    wager: str,
    *,
    hit: str | tuple[Fraction, Fraction] | None,
    pays: Mapping[str, str] | None,
    others_stay: bool,
    ordered: bool,
    sort: str,
    target: str | Fraction | None,
    limit: int,
    pareto: bool,
    option: str | None,
    seeds: str | None,
    digits: int,
    progress: Callable[[int, int], None] | None,
    tables: Mapping[str, str],
) -> DesignResult | JackpotDesignResult:
    """Return what `Game.design` does.

    Raises:
        RulesError: terms that cannot be met, or that do not go with the wager.
        JackpotError: no rate meets the target.
    """
    terms = Terms(
        window("edge", edge),
        None if hit is None else hit_window(hit),
        pays,
        others_stay,
        ordered,
        order(sort),
        None if target is None else percentage("target", target),
        limit,
        pareto,
    )
    if terms.target is not None and terms.order is not terms.order.EDGE:
        raise RulesError(("target",), f"only tables sorted by edge come close to a target, not by {sort}")
    if wager in rules.jackpots:
        told = {"hit": hit is not None, "pareto": pareto, "sort": sort != "edge", "table": bool(tables)}
        _refuse(told, "does not go with a jackpot, whose meters are listed by seed and prizes")
        found = design_jackpot(rules, terms, option=option, seeds=seeds, digits=digits, progress=progress)
        return JackpotDesignResult(found, digits)
    _refuse({"option": option is not None, "seed": seeds is not None}, "goes with a jackpot")
    return DesignResult(ask_design(rules, wager, terms, tables, progress), digits)


def _refuse(told: Mapping[str, bool], why: str) -> None:
    for term, given in told.items():
        if given:
            raise RulesError((term,), why)
