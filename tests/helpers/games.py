"""Rule files that tests write: parts laid one over the other, with the wagers that most games share.

A part holds entries by their places in the file, such as "wager.ante.win". What `game` makes of parts is one
itself, and `tests.helpers.variants.variant` loads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

Part = Mapping[str, object]
Lines = Mapping[str, object]
"""What the lines of a pay table pay."""


def game(*parts: Part) -> dict[str, Any]:
    """Return a rule file: each part is laid over those before it, table over table, and None takes away.

    >>> game({"id": "x", "deck": {"ranks": "Q K A"}}, {"deck.decks": 2, "id": None})
    {'deck': {'ranks': 'Q K A', 'decks': 2}}
    """
    found: dict[str, Any] = {}
    for part in parts:
        for place, value in part.items():
            *tables, last = place.split(".")
            holder = found
            for table in tables:
                holder = holder.setdefault(table, {})
            _lay(holder, last, value)
    return found


def _lay(holder: dict[str, Any], key: str, value: object) -> None:
    if value is None:
        del holder[key]
    elif isinstance(value, Mapping) and isinstance(holder.get(key), dict):
        for inner, one in value.items():
            _lay(holder[key], inner, one)
    else:
        holder[key] = deepcopy(value)


def odds(pays: str) -> Lines:
    """Return the lines of a pay table, from the straight flush down.

    >>> odds("5-4-1")
    {'straight flush': 5, 'three of a kind': 4, 'straight': 1}
    """
    names = ("straight flush", "three of a kind", "straight", "flush", "pair")
    return {name: int(pay) for name, pay in zip(names, pays.split("-"), strict=False)}


def against_dealer(key: str, name: str, lines: Lines | None = None, **entries: object) -> Part:
    """Return a wager that wins 1, is handed back on a tie and lost to a higher hand, but for the entries.

    `lines` are those of its table A, if it has one.
    """
    wager = _wager(name, "against the dealer", {"win": 1, "tie": "push", "lose": "lose"}, entries)
    return {f"wager.{key}": wager} | ({} if lines is None else {f"pay_tables.{key}.A": lines})


def comparison(key: str, name: str, lines: Lines | None = None, **entries: object) -> Part:
    """Return a bet on which hand is higher, with a table A if it is paid by one."""
    wager = _wager(name, "comparison", {}, entries)
    return {f"wager.{key}": wager} | ({} if lines is None else {f"pay_tables.{key}.A": lines})


def table_bet(key: str, name: str, lines: Lines, **entries: object) -> Part:
    """Return a bet that its table A pays."""
    return {f"wager.{key}": _wager(name, "pay table", {}, entries), f"pay_tables.{key}.A": lines}


def bonus(lines: Lines, key: str = "ante_bonus", name: str = "Ante Bonus", **entries: object) -> Part:
    """Return a bonus on the Ante, which its table A pays."""
    return {f"wager.{key}": _wager(name, "bonus", {"on": "ante"}, entries), f"pay_tables.{key}.A": lines}


def progressive(lines: Lines, hand: str, **entries: object) -> Part:
    """Return a jackpot wager, which its table A pays, with a meter."""
    return {
        "wager.jackpot": _wager("Jackpot", "jackpot", {"hand": hand, "on_fold": "lost"}, entries),
        "pay_tables.jackpot.A": lines,
        "jackpot.wager": "jackpot",
        "jackpot.options.1": {"pay_table": "A", "meters": [{"seed": 100, "increment": "15%"}]},
    }


def _wager(name: str, settles: str, usual: Part, entries: Part) -> Part:
    return {"name": name, "settles": settles, **usual, **entries}


HEAD: Part = {"id": "tested", "title": "A game of these tests", "source.document": "these tests"}
AGAINST_DEALER = game(
    HEAD,
    against_dealer("ante", "Ante", no_qualify=1),
    against_dealer("play", "Play", raises="ante", no_qualify="push"),
)
"""A game of two wagers, with 52 cards and a dealer who always qualifies unless more is said."""
BONUS = bonus(odds("5-4-1"))
BEATS = table_bet(
    "beats",
    "Pair Plus that must beat the dealer",
    odds("40-30-6-4-1"),
    on_fold="lost",
    if_tied="push",
    if_beaten="lose",
)
