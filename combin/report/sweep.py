"""Sweeps shown: every combination of settings, and what each wager returns."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from combin.decimals import percent
from combin.design.settings import setting_words
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.toml_lines import keys_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.sweep import Impossible, Point, Sweep
    from combin.exact.distribution import Distribution

__all__ = ["short_names", "sweep_view"]


def sweep_view(sweep: Sweep, digits: int = 10) -> View:
    """Return a sweep ready to be shown; its records are the wagers of each combination."""
    wagers = list(dict.fromkeys(name for point in sweep.points for name in point.variant.wagers))
    tables, lines = [], []
    for wager in wagers:
        if places := sweep.depends(wager):
            tables.append(_table(sweep, wager, places))
        else:
            lines.append(_unchanged(sweep, wager))
    combinations = len(sweep.points) + len(sweep.impossible)
    heading = f"{sweep.rules.file.title}: {counted(combinations, 'combination')}"
    if sweep.impossible:
        heading += f", {len(sweep.impossible):,} of them impossible"
        tables.append(_impossible(sweep))
    return View(
        heading,
        tuple(lines),
        tuple(tables),
        lambda: [
            *(_payload(sweep, point, digits) for point in sweep.points),
            *(
                {"game": sweep.rules.file.id, "settings": _settings(one), "impossible": one.reason}
                for one in sweep.impossible
            ),
        ],
        lambda: _all_records(sweep, digits),
    )


def short_names(places: Sequence[str]) -> dict[str, str]:
    """Return for each dotted place the fewest of its last keys that tell it from the others.

    >>> short_names(["decision.play", "pay_tables.pair_plus.A.flush", "pay_tables.ante_bonus.A.flush"])
    {'decision.play': 'play', 'pay_tables.pair_plus.A.flush': 'pair_plus A flush', \
'pay_tables.ante_bonus.A.flush': 'ante_bonus A flush'}
    """
    keys = {place: keys_of(place) or (place,) for place in places}
    found = {}
    for place, own in keys.items():
        length = 1
        while length < len(own) and any(
            other[-length:] == own[-length:] for name, other in keys.items() if name != place
        ):
            length += 1
        found[place] = " ".join(own[-length:])
    return found


def _unchanged(sweep: Sweep, wager: str) -> str:
    """Return the sentence about a wager that no setting changes."""
    variant = sweep.points[0].variant
    rules, edge = variant.rules, percent(variant.wagers[wager].house_edge, 4)
    letter = f" {variant.letters[wager]}" if wager in variant.letters else ""
    said = f" {variant.statement}" if wager == rules.base else ""
    return f"{rules.wager_name(wager)}{letter} is the same in all: house edge {edge}.{said}"


def _table(sweep: Sweep, wager: str, places: Sequence[str]) -> Table:
    """Return the combinations of the settings that change a wager, each once."""
    base = wager == sweep.rules.base
    rows = {}
    for point in sweep.points:
        if found := point.variant.wagers.get(wager):
            words = tuple(setting_words(point.values[place]) for place in places)
            if words not in rows:
                rows[words] = (*words, *_figures(found), *(_played(point) if base else ()))
    names = short_names(places)
    headings = tuple(names[place][:1].upper() + names[place][1:] for place in places)
    figures = (">House edge", ">Element of risk", ">Hit", ">Std deviation")
    columns = (*headings, *figures, *((">Hands played", "Best strategy") if base else ()))
    rules = sweep.points[0].variant.rules
    return Table(rules.wager_name(wager), columns, tuple(rows.values()), merged=max(len(places) - 1, 0))


def _impossible(sweep: Sweep) -> Table:
    """Return the combinations that make no game, and why."""
    names = short_names(sweep.places)
    headings = tuple(names[place][:1].upper() + names[place][1:] for place in sweep.places)
    rows = tuple(
        (*(setting_words(one.values[place]) for place in sweep.places), one.reason)
        for one in sweep.impossible
    )
    return Table("Impossible combinations", (*headings, "Why"), rows, merged=max(len(headings) - 1, 0))


def _figures(distribution: Distribution) -> tuple[str, ...]:
    edge = distribution.house_edge
    return (
        percent(edge, 4),
        percent(edge / distribution.average_wager, 4),
        percent(distribution.hit_frequency, 2),
        distribution.standard_deviation(4),
    )


def _played(point: Point) -> tuple[str, str]:
    hands = comb(len(point.variant.rules.deck), 3)
    return percent(Fraction(point.variant.hands_played, hands), 2), point.variant.statement


def _payload(sweep: Sweep, point: Point, digits: int) -> dict[str, Any]:
    variant = point.variant
    return {
        "game": sweep.rules.file.id,
        "settings": _settings(point),
        "tables": dict(variant.letters),
        "strategy": {"statement": variant.statement, "hands_played": variant.hands_played},
        "wagers": {
            name: {
                "house_edge": exact_json(found.house_edge, digits),
                "element_of_risk": exact_json(found.element_of_risk, digits),
                "hit_frequency": exact_json(found.hit_frequency, digits),
                "variance": exact_json(found.variance, digits),
                "standard_deviation": {"decimal": found.standard_deviation(digits)},
            }
            for name, found in variant.wagers.items()
        },
    }


def _settings(point: Point | Impossible) -> dict[str, object]:
    """Return the settings of a combination as JSON has them."""
    return {place: _plain(value) for place, value in point.values.items()}


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return setting_words(value)


def _all_records(sweep: Sweep, digits: int) -> list[Record]:
    """Return a record for each wager of each combination, and one for each that makes no game."""
    records = [record for point in sweep.points for record in _records(sweep, point, digits)]
    blank: Record = dict.fromkeys(records[0])
    for one in sweep.impossible:
        settings: Record = {place: setting_words(one.values[place]) for place in sweep.places}
        game: Record = {"game": sweep.rules.file.id, "impossible": one.reason}
        records.append(blank | game | settings)
    return records


def _records(sweep: Sweep, point: Point, digits: int) -> list[Record]:
    variant = point.variant
    settings: Record = {place: setting_words(point.values[place]) for place in sweep.places}
    records = []
    for name, found in variant.wagers.items():
        base = name == variant.rules.base
        edge, variance = found.house_edge, found.variance
        record: Record = {"game": sweep.rules.file.id, **settings, "wager": name}
        record["table"] = variant.letters.get(name)
        record |= exact_columns("house_edge", edge, digits)
        record |= exact_columns("element_of_risk", edge / found.average_wager, digits)
        record |= exact_columns("hit_frequency", found.hit_frequency, digits)
        record |= exact_columns("variance", variance, digits)
        record["standard_deviation"] = Decimal(found.standard_deviation(digits))
        record["hands_played"] = variant.hands_played if base else None
        record["strategy"] = variant.statement if base else None
        record["impossible"] = None
        records.append(record)
    return records
