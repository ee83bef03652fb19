"""The search for pay tables in a window of edges: what is asked, and by which road it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from combin.design.search.answer import DesignAnswer
    from combin.design.search.jackpot import JackpotDesigns
    from combin.design.search.terms import SearchTerms
    from combin.rules.resolved import Rules


def search_terms(
    edge: str | tuple[Fraction, Fraction],
    *,
    hit: str | tuple[Fraction, Fraction] | None,
    pays: Mapping[str, str] | None,
    others_stay: bool,
    ordered: bool,
    sort: str,
    target: str | Fraction | None,
    limit: int,
    pareto: bool,
) -> SearchTerms:
    """What a search asks for, read from the words of `Game.design`.

    Raises:
        RulesError: terms that cannot be met.
    """
    from combin.design.search.terms import SearchTerms, hit_window, order, percentage, window

    terms = SearchTerms(
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
    return terms


def ask_designs(
    rules: Rules,
    terms: SearchTerms,
    wager: str,
    *,
    option: str | None,
    seeds: str | None,
    digits: int,
    progress: Callable[[int, int], object] | None,
    tables: Mapping[str, str],
) -> DesignAnswer | JackpotDesigns:
    """The pay tables of a wager, or the meters of a jackpot, that meet some terms.

    Raises:
        RulesError: terms that cannot be met, or that do not go with the wager.
        JackpotError: no rate meets the target.
    """
    from combin.design.search.answer import ask_design
    from combin.design.search.jackpot import design_jackpot

    if wager in rules.jackpots:
        given = {
            "hit": terms.hit is not None,
            "pareto": terms.pareto,
            "sort": terms.order is not terms.order.EDGE,
            "table": bool(tables),
        }
        refuse(given, ALONE)
        return design_jackpot(
            rules, terms, wager=wager, option=option, seeds=seeds, digits=digits, progress=progress
        )
    refuse({"option": option is not None, "seed": seeds is not None}, "goes with a jackpot")
    return ask_design(rules, wager, terms, tables, progress)


ALONE = "does not go with a jackpot, whose meters are listed by seed and prizes"
"""Why terms of pay tables are refused for a jackpot."""


def refuse(given: Mapping[str, bool], why: str) -> None:
    """Refuse terms that would be ignored.

    Raises:
        RulesError: one of them is given.
    """
    for term, is_given in given.items():
        if is_given:
            raise RulesError((term,), why)
