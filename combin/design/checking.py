"""Rule files checked: every mistake with its place, or what the rules say and what is odd about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.design.explain import explained
from combin.design.oddities import Oddity, oddities
from combin.design.variants import Variant, Workbench
from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, combined, inherited, load_rules, located, raw_layers
from combin.rules.resolved import Inherited, Rules
from combin.rules.spelling import rules_file

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Checked", "Found", "check", "examined", "mistakes"]

_MOST = 100
"""The most mistakes of one file that are told."""


@dataclass(frozen=True, slots=True)
class Found:
    """An oddity with the file and line where its entry stands; a file of the library by its name alone."""

    oddity: Oddity
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        return str(RulesError(self.oddity.place, self.oddity.says, self.file, self.line))


@dataclass(frozen=True)
class Checked:
    """A sound game: what it says, its figures under each of its tables, and what is odd about it."""

    name: str
    rules: Rules
    says: tuple[tuple[str, str], ...]
    variants: tuple[Variant, ...]
    found: tuple[Found, ...]

    @property
    def warnings(self) -> tuple[Found, ...]:
        """What is odd; the others are good to know."""
        return tuple(one for one in self.found if not one.oddity.note)


def check(game: str | Path) -> Checked:
    """Return what a game that ships or a rule file says, and what is odd about it, each with its place.

    Raises:
        RulesError: it makes a mistake; `mistakes` tells of all.
    """
    return examined(load_rules(game), str(game), [path for path, _ in raw_layers(game)])


def examined(rules: Rules, name: str = "", paths: Sequence[Path] = ()) -> Checked:
    """Return what rules say, and what is odd about them; `paths` are their files, uppermost first."""
    variants = tuple(_variants(rules))
    found = []
    for one in oddities(rules, variants):
        if paths:
            place = located(RulesError(one.place, one.says), list(paths))
            inside = Path(place.file).parent == LIBRARY
            found.append(Found(one, Path(place.file).name if inside else place.file, place.line))
        else:
            found.append(Found(one))
    return Checked(name or rules.file.id, rules, explained(rules), variants, tuple(found))


def _variants(rules: Rules) -> list[Variant]:
    """Return the figures of each choice of tables for the strategy, and of each table of a bet beside it.

    None where all tables of a bonus are refused, so that the base game has no figures.
    """
    if any(name in rules.tables.refused for name in rules.base_tables):
        return []
    bench = Workbench()
    first = {name: next(iter(rules.tables[name])) for name in (*rules.base_tables, *rules.bets_by_table)}
    chosen = [
        first | dict(zip(rules.base_tables, letters, strict=True))
        for letters in product(*(rules.tables[name] for name in rules.base_tables))
    ]
    for name in rules.bets_by_table:
        chosen += [first | {name: letter} for letter in rules.tables[name] if letter != first[name]]
    return [bench.variant(rules, letters) for letters in chosen]


def mistakes(game: str | Path) -> tuple[RulesError, ...]:
    """Return every mistake of a rule file, each with its place.

    After a mistake the entry is taken away (what the file extends stands again) and the rest is read; what
    only follows from an entry's absence is not told.
    """
    try:
        load_rules(game)
    except RulesError as error:
        told = error
    else:
        return ()
    try:
        layers = raw_layers(game)
        below, raw = combined(layers[1:]), combined(layers)
    except RulesError as error:
        return (error,)
    paths = [path for path, _ in layers]
    found: list[RulesError] = []
    while len(found) < _MOST and (wrong := _mistake(raw, inherited(layers))) is not None:
        gone = [one.place for one in found]
        if any(wrong.place == place[: len(wrong.place)] for place in gone):
            break
        found.append(wrong)
        if "is missing" in wrong.problem or not wrong.place:
            break
        raw = _without(raw, wrong.place, below)
    placed = [located(one, paths) for one in found] or [told]
    return tuple(sorted(placed, key=lambda one: (one.file, one.line or 0)))


def _mistake(raw: dict[str, Any], tables: Inherited) -> RulesError | None:
    try:
        Rules(rules_file(raw), inherited=tables)
    except RulesError as error:
        return error
    return None


def _without(raw: Mapping[str, Any], place: tuple[str, ...], below: object) -> dict[str, Any]:
    """Return tables without an entry, or with what stands below in its place."""
    key, *rest = place
    under = below.get(key) if isinstance(below, dict) else None
    now = raw.get(key)
    if rest and isinstance(now, dict) and rest[0] in now:
        return {**raw, key: _without(now, tuple(rest), under)}
    kept = {name: value for name, value in raw.items() if name != key}
    return kept if under is None or under == now else kept | {key: under}
