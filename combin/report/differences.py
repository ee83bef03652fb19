"""Two games side by side, shown: the rules that differ, and the figures."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from combin.decimals import percent
from combin.formats.tables import Table
from combin.formats.view import Record, View, exact, exact_columns
from combin.report.words import counted, wager_name

if TYPE_CHECKING:
    from combin.design.differences import Differences, Pair
    from combin.exact.distribution import Distribution

__all__ = ["differences_view"]

_NONE = "–"


def differences_view(found: Differences, digits: int = 10) -> View:
    """Return where two games differ ready to be shown; its records are the figures of both."""
    first, second = found.rules
    names = _names(found)
    lines = []
    if not found.entries:
        lines.append("No rule differs.")
    if found.citations:
        are = "is" if found.citations == 1 else "are"
        lines.append(f"{counted(found.citations, 'citation')} of the documents {are} left out.")
    lines += _statements(found, names)
    return View(
        f"{first.file.title} and {second.file.title}: differences",
        tuple(lines),
        tuple(table for table in (_rules_table(found, names), _figures_table(found, names)) if table.rows),
        lambda: _payload(found, digits),
        lambda: [_record(pair, found, digits) for pair in found.pairs],
        tuple(_record(found.pairs[0], found, digits)) if found.pairs else (),
    )


def _names(found: Differences) -> tuple[str, str]:
    """Return what the games are called in headings: their ids, if these are not the same."""
    first, second = (rules.file.id for rules in found.rules)
    return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")


def _statements(found: Differences, names: tuple[str, str]) -> list[str]:
    """Return the best strategies of both, or the one that they share."""
    sets = [
        list(dict.fromkeys(said for pair in found.pairs if (said := pair.statements[side]) is not None))
        for side in (0, 1)
    ]
    if sets[0] == sets[1] and len(sets[0]) == 1:
        return [f"Best strategy of both: {sets[0][0]}"]
    return [
        f"Best strategy of {name}: {' Or, with other tables: '.join(said)}"
        for name, said in zip(names, sets, strict=True)
    ]


def _rules_table(found: Differences, names: tuple[str, str]) -> Table:
    rows = tuple(
        (one.place, *(_NONE if value is None else value for value in (one.first, one.second)))
        for one in found.entries
    )
    return Table("Rules that differ", ("Place in the file", *names), rows)


def _figures_table(found: Differences, names: tuple[str, str]) -> Table:
    """Return the wagers with a row for each game, or one for both where all is the same."""
    rows = []
    for pair in found.pairs:
        rules = found.rules[0] if pair.wager in found.rules[0].wagers else found.rules[1]
        label = f"{wager_name(rules, pair.wager)} {pair.letters}".strip()
        if pair.first == pair.second and pair.first is not None:
            rows.append((label, "both", *_figures(pair.first), "none"))
            continue
        for name, one in zip(names, (pair.first, pair.second), strict=True):
            if one is not None:
                change = _change(pair) if one is pair.second else ""
                rows.append((label, name, *_figures(one), change))
    columns = (
        "Wager",
        "Game",
        ">House edge",
        ">Element of risk",
        ">Hit",
        ">Std deviation",
        ">Change of edge",
    )
    return Table("Figures", columns, tuple(rows), merged=1)


def _figures(one: Distribution) -> tuple[str, ...]:
    return (
        percent(one.house_edge, 4),
        percent(one.element_of_risk, 4),
        percent(one.hit_frequency, 2),
        one.standard_deviation(4),
    )


def _change(pair: Pair) -> str:
    if pair.first is None or pair.second is None:
        return ""
    change = pair.second.house_edge - pair.first.house_edge
    text = percent(change, 4)
    return "none" if not change else text if change < 0 else f"+{text}"


_FIGURES = ("house_edge", "element_of_risk", "hit_frequency", "variance")


def _payload(found: Differences, digits: int) -> dict[str, Any]:
    def figures(one: Distribution | None) -> dict[str, Any] | None:
        if one is None:
            return None
        return {name: exact(getattr(one, name), digits) for name in _FIGURES} | {
            "standard_deviation": {"decimal": one.standard_deviation(digits)}
        }

    return {
        "games": [rules.file.id for rules in found.rules],
        "rules": [{"place": one.place, "first": one.first, "second": one.second} for one in found.entries],
        "citations": found.citations,
        "figures": [
            {
                "wager": pair.wager,
                "tables": pair.letters,
                "first": figures(pair.first),
                "second": figures(pair.second),
                "strategies": list(pair.statements),
            }
            for pair in found.pairs
        ],
    }


def _record(pair: Pair, found: Differences, digits: int) -> Record:
    record: Record = {
        "first_game": found.rules[0].file.id,
        "second_game": found.rules[1].file.id,
        "wager": pair.wager,
        "tables": pair.letters,
    }
    for side, one, said in zip(("first", "second"), (pair.first, pair.second), pair.statements, strict=True):
        for name in _FIGURES:
            key = f"{side}_{name}"
            if one is None:
                record |= {f"{key}_numerator": None, f"{key}_denominator": None, key: None}
            else:
                record |= exact_columns(key, getattr(one, name), digits)
        deviation = None if one is None else Decimal(one.standard_deviation(digits))
        record |= {f"{side}_standard_deviation": deviation, f"{side}_strategy": said}
    return record
