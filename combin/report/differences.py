"""Two games side by side, shown: the rules that differ, and the figures."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from combin.decimals import percent
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from combin.design.differences import Differences, Pair
    from combin.exact.distribution import Distribution

__all__ = ["differences_view"]

_NONE = "–"


def differences_view(differences: Differences, digits: int = 10) -> View:
    """Return where two games differ ready to be shown; its records are the figures of both."""
    first, second = differences.rules
    names = _names(differences)
    lines = []
    if not differences.entries:
        lines.append("No rule differs.")
    if differences.citations:
        are = "is" if differences.citations == 1 else "are"
        lines.append(f"{counted(differences.citations, 'citation')} of the documents {are} left out.")
    lines += _statements(differences, names)
    return View(
        f"{first.file.title} and {second.file.title}: differences",
        tuple(lines),
        tuple(
            table
            for table in (_rules_table(differences, names), _figures_table(differences, names))
            if table.rows
        ),
        lambda: _payload(differences, digits),
        lambda: [_record(pair, differences, digits) for pair in differences.pairs],
        tuple(_record(differences.pairs[0], differences, digits)) if differences.pairs else (),
    )


def _names(differences: Differences) -> tuple[str, str]:
    """Return what the games are called in headings: their ids, if these are not the same."""
    first, second = (rules.file.id for rules in differences.rules)
    return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")


def _statements(differences: Differences, names: tuple[str, str]) -> list[str]:
    """Return the best strategies of both, or the one that they share."""
    sets = [
        list(dict.fromkeys(said for pair in differences.pairs if (said := pair.statements[side]) is not None))
        for side in (0, 1)
    ]
    if sets[0] == sets[1] and len(sets[0]) == 1:
        return [f"Best strategy of both: {sets[0][0]}"]
    return [
        f"Best strategy of {name}: {' Or, with other tables: '.join(said)}"
        for name, said in zip(names, sets, strict=True)
    ]


def _rules_table(differences: Differences, names: tuple[str, str]) -> Table:
    rows = tuple(
        (one.place, *(_NONE if value is None else value for value in (one.first, one.second)))
        for one in differences.entries
    )
    return Table("Rules that differ", ("Place in the file", *names), rows)


def _figures_table(differences: Differences, names: tuple[str, str]) -> Table:
    """Return the wagers with a row for each game, or one for both where all is the same."""
    rows = []
    for pair in differences.pairs:
        rules = differences.rules[0] if pair.wager in differences.rules[0].wagers else differences.rules[1]
        label = f"{rules.wager_name(pair.wager)} {pair.letters}".strip()
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


def _figures(distribution: Distribution) -> tuple[str, ...]:
    return (
        percent(distribution.house_edge, 4),
        percent(distribution.element_of_risk, 4),
        percent(distribution.hit_frequency, 2),
        distribution.standard_deviation(4),
    )


def _change(pair: Pair) -> str:
    if pair.first is None or pair.second is None:
        return ""
    change = pair.second.house_edge - pair.first.house_edge
    text = percent(change, 4)
    return "none" if not change else text if change < 0 else f"+{text}"


_FIGURES = ("house_edge", "element_of_risk", "hit_frequency", "variance")


def _payload(differences: Differences, digits: int) -> dict[str, Any]:
    def figures(distribution: Distribution | None) -> dict[str, Any] | None:
        if distribution is None:
            return None
        return {name: exact_json(getattr(distribution, name), digits) for name in _FIGURES} | {
            "standard_deviation": {"decimal": distribution.standard_deviation(digits)}
        }

    return {
        "games": [rules.file.id for rules in differences.rules],
        "rules": [
            {"place": one.place, "first": one.first, "second": one.second} for one in differences.entries
        ],
        "citations": differences.citations,
        "figures": [
            {
                "wager": pair.wager,
                "tables": pair.letters,
                "first": figures(pair.first),
                "second": figures(pair.second),
                "strategies": list(pair.statements),
            }
            for pair in differences.pairs
        ],
    }


def _record(pair: Pair, differences: Differences, digits: int) -> Record:
    record: Record = {
        "first_game": differences.rules[0].file.id,
        "second_game": differences.rules[1].file.id,
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
