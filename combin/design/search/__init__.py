"""The search for pay tables in a window of edges: what is asked, and by which road it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from combin.design.search.answer import DesignAnswer
    from combin.design.search.by_settings import SettingsDesigns
    from combin.design.search.jackpot import JackpotDesigns
    from combin.rules.resolved import Rules


def ask_designs(
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
    progress: Callable[[int, int], object] | None,
    tables: Mapping[str, str],
    settings: Mapping[str, Sequence[object]] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
) -> DesignAnswer | JackpotDesigns | SettingsDesigns:
    """Return what `Game.design` does.

    Raises:
        RulesError: terms that cannot be met, or that do not go with the wager.
        JackpotError: no rate meets the target.
    """
    from combin.design.search.answer import ask_design
    from combin.design.search.by_settings import SettingsSearch, design_by_settings
    from combin.design.search.jackpot import design_jackpot
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
    if wager in rules.jackpots:
        told = {"hit": hit is not None, "pareto": pareto, "sort": sort != "edge", "table": bool(tables)}
        told |= {"set": bool(settings)}
        _refuse(told, "does not go with a jackpot, whose meters are listed by seed and prizes")
        return design_jackpot(
            rules, terms, wager=wager, option=option, seeds=seeds, digits=digits, progress=progress
        )
    _refuse({"option": option is not None, "seed": seeds is not None}, "goes with a jackpot")
    if not settings:
        told = {"workers": workers is not None, "cluster": cluster is not None}
        _refuse(told, "goes with settings, whose combinations are shared out")
        return ask_design(rules, wager, terms, tables, progress)
    _refuse({"pareto": pareto}, "does not go with settings")
    found = SettingsSearch(rules, settings, wager, terms, tables)
    return design_by_settings(found, workers=workers, cluster=cluster, progress=progress)


def _refuse(told: Mapping[str, bool], why: str) -> None:
    for term, given in told.items():
        if given:
            raise RulesError((term,), why)
