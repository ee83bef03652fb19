"""The part of the player's guide that says what each bet costs, with the definition that is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal
from combin.jackpot.meter import JackpotError
from combin.print.poster_round import wager_names

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.exact.analysis import Analysis
    from combin.print.catalogue import Catalogue
    from combin.print.poster import Guide

__all__ = ["edges"]


def edges(found: Guide, words: Catalogue) -> dict[str, Any]:
    """Return a figure for each bet, and what the figures mean."""
    analysis, rules = found.analysis, found.rules
    initial = rules.base_wagers
    names = words.listed(wager_names(rules, initial), "language.list_and")
    base = rules.wagers[rules.base].name
    several = len(initial) > 1
    shown: list[Fraction] = []
    tiles = []
    for wager, one in analysis.wagers.items():
        shown.append(one.house_edge)
        if wager == rules.base:
            of_all = words("edges.of_all", percent=words.percent(one.element_of_risk), wagers=names)
            per = words("edges.per_initial", base=base) if several else words("edges.per_stake")
            tiles.append(_tile(names, one.house_edge, per, of_all if several else "", words))
        else:
            name = rules.wagers[wager].name
            tiles.append(_tile(name, one.house_edge, words("edges.per_stake"), "", words))
    if (jackpot := _jackpot(found, words)) is not None:
        edge, tile = jackpot
        shown.append(edge)
        tiles.append(tile)
    elif found.jackpot is not None and found.jackpot.value.share:
        name = rules.wagers[found.jackpot.wager].name
        per, varies = words("edges.varies_why"), words("edges.varies")
        tiles.append({"name": name, "edge": varies, "per": per, "more": ""})
    notes = [words("edges.meaning")]
    if several:
        notes.append(words("edges.meaning_base", wagers=names, base=base))
    if rules.play:
        notes.append(_best(analysis, words))
    if min(shown) < 0:
        notes.append(words("edges.advantage"))
    return {"heading": words("edges.heading"), "tiles": tiles, "notes": notes}


def _tile(name: str, edge: Fraction, per: str, more: str, words: Catalogue) -> dict[str, str]:
    return {"name": name, "edge": words.percent(edge), "per": per, "more": more}


def _best(analysis: Analysis, words: Catalogue) -> str:
    """Return for which play the figures hold, with the strategy itself where it is one threshold."""
    found = analysis.statement
    one = len(found.thresholds) == 1 and not found.exceptions and not found.by_card
    if one and len(analysis.rules.multiples) == 1 and found.thresholds[0][1].level:
        hand = analysis.rules.ranking.describe(found.thresholds[0][1])
        return words("edges.best_threshold", hand=words.hand(hand))
    return words("edges.best")


def _jackpot(found: Guide, words: Catalogue) -> tuple[Fraction, dict[str, str]] | None:
    """Return the house edge of the progressive wager in the long run, if its document states enough."""
    answer = found.jackpot
    if answer is None:
        return None
    try:
        if answer.long_run is None:
            return None
        lost = answer.chances.lost_on_fold
        returned = answer.long_run_played if lost else answer.long_run.long_run_return
    except JackpotError:
        return None
    if returned is None or answer.meter is None:
        return None
    edge = 1 - returned.middle
    seed = words.money(decimal(answer.meter.seed * answer.terms.stake, 0))
    stake = words.money(decimal(answer.terms.stake, 0))
    name = found.rules.wagers[answer.wager].name
    return edge, _tile(
        name, edge, words("edges.per_stake"), words("edges.long_run", money=seed, stake=stake), words
    )
