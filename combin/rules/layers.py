"""Rule files over each other: a variant over the game it extends, the changes of a reading over a file."""

from __future__ import annotations

from typing import Any

from combin.rules.errors import RulesError, shown
from combin.rules.places import keys_of

__all__ = ["changed", "merged"]


def merged(below: dict[str, Any], above: dict[str, Any], place: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return one table over another: tables in both are merged, everything else is the upper one's.

    A citation says where the document has an entry, so it does not pass to a table in which the upper
    file changes something.

    >>> merged({"dealer": {"qualifies": "Q high", "rule": "3.9"}}, {"dealer": {"qualifies": "K high"}})
    {'dealer': {'qualifies': 'K high'}}
    """
    both = {
        key
        for key, value in above.items()
        if isinstance(value, dict) and isinstance(below.get(key), dict) and not _is_entry((*place, key))
    }
    kept = {key: value for key, value in below.items() if key != "rule" or both == above.keys()}
    return kept | {
        key: merged(below[key], value, (*place, key)) if key in both else value
        for key, value in above.items()
    }


def _is_entry(place: tuple[str, ...]) -> bool:
    """Tell whether a table at this place is one value (an outcome, a prize, the changes of a reading)."""
    match place:
        case ("wager", _, "no_qualify" | "win" | "tie" | "lose"):
            return True
        case ("pay_tables", _, _, _) | ("readings", _, "options", _):
            return True
    return False


def changed(raw: dict[str, Any], changes: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any]:
    """Return a file with the entries at dotted places replaced.

    Args:
        raw: the file.
        changes: what to put where.
        place: where the changes are written.

    Raises:
        RulesError: a dotted place leads through something that is no table.
    """
    for dotted, value in changes.items():
        keys = keys_of(dotted)
        table = _put(raw, keys, value) if keys else None
        if table is None:
            raise RulesError((*place, dotted), f"{shown(dotted)} is no place in this file")
        raw = table
    return raw


def _put(table: object, keys: tuple[str, ...], value: object) -> dict[str, Any] | None:
    """Return the table with one entry, named by its keys from the top, replaced; None if that cannot be."""
    if not isinstance(table, dict):
        return None
    key, *rest = keys
    inner = _put(table.get(key, {}), tuple(rest), value) if rest else value
    return None if inner is None else table | {key: inner}
