"""Two games side by side: the entries of their rules that differ, and the figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from combin.answers import Answer
from combin.exact.analysis import Analysis, analyse, choices
from combin.formatting import Currency
from combin.rules.errors import shown
from combin.rules.spelling import as_written

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.rules.resolved import Rules


_LEFT_OUT = ("id", "title", "source")
"""Entries that tell a game's name and origin, not its rules."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that is not the same in both: its place, and the value in each (None where there is none)."""

    place: str
    first: str | None
    second: str | None


@dataclass(frozen=True, slots=True)
class Pair:
    """One wager under one table (the base wager under one choice of bonuses) in both games.

    None where a game does not have it. `statements` are the best strategies, of the base wager only.
    """

    wager: str
    letters: str
    first: Distribution | None
    second: Distribution | None
    statements: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, repr=False)
class Differences(Answer):
    """Where two games differ; `citations` counts differing places in the documents, which are left out."""

    shown_by: ClassVar[str] = "combin.design.views:differences_view"

    rules: tuple[Rules, Rules]
    entries: tuple[Difference, ...]
    citations: int
    pairs: tuple[Pair, ...]

    @property
    def currency(self) -> Currency:
        """The currency of the first game."""
        return self.rules[0].file.imprint.sign


def differences(first: Rules, second: Rules) -> Differences:
    """Return where two games differ, entry by entry and wager by wager.

    Of a wager that one game alone has, that is the only entry, without its pay tables and meter.
    """
    one, other = as_written(first.file), as_written(second.file)
    for wager in one["wager"].keys() ^ other["wager"].keys():
        for raw in (one, other):
            raw["pay_tables"].pop(wager, None)
            raw["jackpots"].pop(wager, None)
            if (raw.get("jackpot") or {}).get("wager") == wager:
                del raw["jackpot"]
    entries, citations = [], 0
    for place, here, there in _unequal(one, other):
        if place[0] in _LEFT_OUT or (place[0] == "imprint" and place[-1] == "title"):
            continue
        if place[-1] == "rule" or place[-1].endswith("_rule"):
            citations += 1
        else:
            entries.append(Difference(_dotted(place), _value(here), _value(there)))
    return Differences((first, second), tuple(entries), citations, tuple(_pairs(first, second)))


def _unequal(
    entry: Mapping[str, Any], other: Mapping[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Give the place of every entry that differs and both values; a table that only one has is one entry."""
    for key in (*entry, *(key for key in other if key not in entry)):
        here, there = entry.get(key), other.get(key)
        if here == there or (here or None) == (there or None):
            continue
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _unequal(here, there, (*place, key))
        else:
            yield (*place, key), here, there


def _value(value: object) -> str | None:
    """Return an entry in a few words; of a table what it is called, or its lines without citations."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return shown(value)
    if name := value.get("name") or value.get("says") or value.get("question"):
        return str(name)
    parts = [
        f"{key} {_value(one)}"
        for key, one in value.items()
        if not key.endswith("rule") and one not in ("", {}, "to 1")
    ]
    return ", ".join(parts)


def _dotted(place: tuple[str, ...]) -> str:
    return ".".join(key if key.replace("_", "").replace("-", "").isalnum() else shown(key) for key in place)


def _pairs(first: Rules, second: Rules) -> Iterator[Pair]:
    one, other = _figures(first), _figures(second)
    for wager, letters in (*one, *(key for key in other if key not in one)):
        here, there = one.get((wager, letters)), other.get((wager, letters))
        statements = tuple(
            found.statement.text if found and wager == found.rules.base else None for found in (here, there)
        )
        yield Pair(
            wager,
            letters,
            here.wagers[wager] if here else None,
            there.wagers[wager] if there else None,
            (statements[0], statements[1]),
        )


def _figures(rules: Rules) -> dict[tuple[str, str], Analysis]:
    """Return an analysis for each wager and table: the base wager under each choice of bonuses."""
    found: dict[tuple[str, str], Analysis] = {}
    analyses = analyse(rules, choices(rules, {}))
    for analysis in analyses:
        bonuses = " ".join(analysis.letters[name] for name in rules.base_tables)
        found.setdefault((rules.base, bonuses), analysis)
    for name in (*rules.side_bets, *rules.comparisons):
        for analysis in analyses:
            found.setdefault((name, analysis.letters.get(name, "")), analysis)
    return found
