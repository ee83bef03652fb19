"""Rule files over each other: a variant over the game it extends, the changes of a reading over a file."""

from __future__ import annotations

from typing import Any

from combin.rules.errors import RulesError, shown
from combin.rules.imprint import ISSUED
from combin.rules.toml_lines import keys_of


def over(below: dict[str, Any], layer: dict[str, Any]) -> dict[str, Any]:
    """Return a file over the game that it extends: what it is `without` taken away, the rest merged.

    >>> over({"wager": {"ante": {}, "prime": {}}}, {"without": ["wager.prime"], "title": "Mine"})
    {'wager': {'ante': {}}, 'title': 'Mine'}

    Raises:
        RulesError: `without` is no list of places in the game below.
    """
    above, own = dict(layer), layer.get("source")
    theirs, documented = below.get("source"), isinstance(own, dict) and "document" in own
    if isinstance(theirs, dict) and documented and theirs.get("kind") != "description":
        below = _uncited(below)  # the places of the other document are none of this one
    raw = merged(_without(below, above.pop("without", [])), above)
    if isinstance(theirs, dict) and isinstance(raw.get("source"), dict):
        raw["source"] = own if documented else raw["source"] | {"kind": "variant"}
    theirs, own = below.get("imprint"), above.get("imprint", {})
    if isinstance(theirs, dict) and isinstance(own, dict):
        # The money and the wagers stay the same; who issues a document, and when, does not.
        same = ("currency", "currency_place", "language", "deal", "told", "translations")
        kept = {key: theirs[key] for key in same if key in theirs}
        if isinstance(translations := kept.get("translations"), dict):
            gone = (*ISSUED, *["title"] * ("title" in above))
            kept["translations"] = {
                language: {key: words[key] for key in words if key not in gone}
                if isinstance(words, dict)
                else words
                for language, words in translations.items()
            }
        raw["imprint"] = merged(kept, own)
    return raw


def _uncited(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table without the places where a document states its entries."""
    return {
        key: _uncited(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if not (isinstance(value, str) and (key == "rule" or key.endswith("_rule")))
    }


def _without(below: dict[str, Any], dotted: object) -> dict[str, Any]:
    """Return a game without the entries at dotted places, and what only they are there for.

    The pay tables of a wager go with it, its meters, and what readings change in the entries.
    """
    if not isinstance(dotted, list):
        problem = f'{shown(dotted)} is not a list of places, such as ["wager.prime"]'
        raise RulesError(("without",), problem)
    places = []
    for one in dotted:
        keys = keys_of(one) if isinstance(one, str) else None
        if keys is None or not _has(below, keys):
            raise RulesError(("without",), f"{shown(one)} is no place in the game that this file extends")
        places.append(keys)
    wagers = [keys[1] for keys in places if keys[0] == "wager" and len(keys) == 2]
    places += [(kind, wager) for wager in wagers for kind in ("pay_tables", "jackpots")]
    meter = below.get("jackpot")
    if isinstance(meter, dict) and meter.get("wager") in wagers:
        places.append(("jackpot",))
    for keys in places:
        below = _taken_away(below, keys)
    if places and isinstance(below.get("readings"), dict):
        readings = {name: _kept(reading, places) for name, reading in below["readings"].items()}
        below = below | {"readings": {name: one for name, one in readings.items() if one is not None}}
    return below


def _kept(reading: Any, gone: list[tuple[str, ...]]) -> Any:  # noqa: ANN401  whatever stands in the file
    """Return a reading without changes of entries that are gone; None if it changes nothing any more."""
    options = reading.get("options") if isinstance(reading, dict) else None
    if not isinstance(options, dict) or not all(isinstance(one, dict) for one in options.values()):
        return reading
    kept = {
        option: {dotted: value for dotted, value in changes.items() if not _inside(dotted, gone)}
        for option, changes in options.items()
    }
    return reading | {"options": kept} if any(kept.values()) or kept == options else None


def _inside(dotted: str, places: list[tuple[str, ...]]) -> bool:
    keys = keys_of(dotted) or ()
    return any(keys[: len(place)] == place for place in places)


def _has(table: object, keys: tuple[str, ...]) -> bool:
    for key in keys:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True


def _taken_away(table: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return a table without an entry; a citation does not pass to what lacks a part of what it cites."""
    key, *rest = keys
    if not _has(table, keys):
        return table
    if rest:
        return table | {key: _taken_away(table[key], tuple(rest))}
    return {name: one for name, one in table.items() if name not in (key, "rule")}


def merged(below: dict[str, Any], above: dict[str, Any], place: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return one table over another: tables in both are merged, everything else is the upper one's.

    A citation says where the document has an entry, so it does not pass to a table in which the upper
    file changes something.

    >>> merged({"dealer": {"qualifies": "Q high", "rule": "3.9"}}, {"dealer": {"qualifies": "K high"}})
    {'dealer': {'qualifies': 'K high'}}
    """
    # A citation stays true of an entry only if nothing of it is changed. Tables inside are entries of their
    # own, with their own citations: where the upper file touches only these, the citation of what is around
    # them stays.
    both = {
        key
        for key, value in above.items()
        if isinstance(value, dict) and isinstance(below.get(key), dict) and not is_entry((*place, key))
    }
    kept = {key: value for key, value in below.items() if key != "rule" or both == above.keys()}
    return kept | {
        key: merged(below[key], value, (*place, key)) if key in both else value
        for key, value in above.items()
    }


def is_entry(place: tuple[str, ...]) -> bool:
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
        table = put(raw, keys, value) if keys else None
        if not isinstance(table, dict):
            raise RulesError((*place, dotted), f"{shown(dotted)} is no place in this file")
        raw = table
    return raw


def put(table: object, keys: tuple[str, ...], value: object) -> dict[str, Any] | list[Any] | None:
    """Return the table with one entry, named by its keys from the top, replaced; None if that cannot be.

    An entry of a list is named by its place there, from 0.
    """
    key, *rest = keys
    if isinstance(table, list):
        if not (key.isdecimal() and key.isascii() and int(key) < len(table)):
            return None
        place = int(key)
        inner = put(table[place], tuple(rest), value) if rest else value
        return None if inner is None else [*table[:place], inner, *table[place + 1 :]]
    if not isinstance(table, dict):
        return None
    inner = put(table.get(key, {}), tuple(rest), value) if rest else value
    return None if inner is None else table | {key: inner}
