"""Every combination of some settings of a game, each with its exact figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod
from typing import Any, ClassVar

from combin.answers import Answer
from combin.design.settings import setting_words, with_settings
from combin.design.variants import Variant, Workbench
from combin.exact.analysis import choices
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.rules.bets import Kind
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written
from combin.rules.toml_lines import keys_of

MOST_VARIANTS = 1_000_000
"""The most combinations of one sweep."""

Report = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of a sweep: the value of each setting by its dotted place, and the game they make.

    `jackpots` are the progressive wagers that some setting is about, at the price of a unit.
    """

    values: Mapping[str, object]
    variant: Variant
    jackpots: Mapping[str, JackpotAnswer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A combination of settings that makes no game, and why."""

    values: Mapping[str, object]
    error: RulesError

    @property
    def reason(self) -> str:
        """Why, in a line."""
        return str(self.error)


@dataclass(frozen=True, repr=False)
class Sweep(Answer):
    """All combinations of the settings of a game, the last setting changing first.

    `places` are the settings; where several tables of a wager are gone through, `wager table` is one of them.
    Combinations that make no game stand apart, `impossible`.
    """

    shown_by: ClassVar[str] = "combin.sweeps.views:sweep_view"

    rules: Rules
    places: tuple[str, ...]
    points: tuple[Point, ...]
    impossible: tuple[Impossible, ...] = ()

    def __iter__(self) -> Iterator[Point]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, index: int) -> Point:
        return self.points[index]

    def depends(self, wager: str) -> tuple[str, ...]:
        """Return the settings that change the figures of a wager, or the strategy if it is the base wager."""
        base = wager == self.rules.base
        keys = [(one.variant.wagers.get(wager), one.variant.decisions if base else ()) for one in self.points]
        found = []
        for place in self.places:
            groups: dict[tuple[str, ...], Any] = {}
            for point, key in zip(self.points, keys, strict=True):
                others = tuple(setting_words(v) for name, v in point.values.items() if name != place)
                if groups.setdefault(others, key) != key:
                    found.append(place)
                    break
        return tuple(found)


class Combinations:
    """The combinations of some settings of a game, in their order; any stretch of them is worked out alone.

    Raises:
        RulesError: a place or a table that the language does not know.
    """

    def __init__(
        self,
        rules: Rules,
        settings: Mapping[str, Sequence[object]],
        tables: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.rules, self.settings = rules, settings
        self._bench = Workbench(rules.inherited)
        self._lettered = _letters(rules, settings, tables or {})
        self._jackpots = dict(_jackpots(rules, settings))
        self._trimmed = _trimmed(as_written(rules.file), rules, settings, self._lettered)

    def __len__(self) -> int:
        return prod(map(len, (*self.settings.values(), *self._lettered.values())))

    def worked_out(self, first: int, last: int, report: Report | None = None) -> Sweep:
        """Return the exact figures of the combinations from `first` on and before `last`."""
        swept = {f"{wager} table": wager for wager, letters in self._lettered.items() if len(letters) > 1}
        points: list[Point] = []
        impossible: list[Impossible] = []
        games = product(product(*self.settings.values()), product(*self._lettered.values()))
        made: tuple[tuple[object, ...], Rules | RulesError] | None = None
        for chosen, letters in islice(games, first, last):
            values: dict[str, object] = dict(zip(self.settings, chosen, strict=True))
            named = dict(zip(self._lettered, letters, strict=True))
            if made is None or made[0] is not chosen:  # the tables change first, under the same settings
                made = chosen, _made(self._bench, self._trimmed, values)
            found = made[1] if isinstance(made[1], RulesError) else _variant(self._bench, made[1], named)
            values |= {place: named[wager] for place, wager in swept.items()}
            if isinstance(found, RulesError):
                impossible.append(Impossible(values, found))
            else:
                jackpots = {
                    name: ask_jackpot(found.rules, wager=name, option=option)
                    for name, option in self._jackpots.items()
                    if name in found.rules.jackpots
                }
                points.append(Point(values, found, jackpots))
            if report is not None:
                report(len(points) + len(impossible), last - first)
        return Sweep(self.rules, (*self.settings, *swept), tuple(points), tuple(impossible))


def sweep(
    rules: Rules,
    settings: Mapping[str, Sequence[object]],
    tables: Mapping[str, Sequence[str]] | None = None,
    report: Report | None = None,
) -> Sweep:
    """Return the exact figures of every combination of settings.

    What is asked is told in `combin.Game.sweep`.

    The slow equivalent writes a rule file for each combination and analyses it.

    Raises:
        RulesError: a place that the language does not know, too many combinations, or none that makes a game.
    """
    combinations = Combinations(rules, settings, tables)
    total = len(combinations)
    if total > MOST_VARIANTS:
        problem = f"{total:,} combinations; at most {MOST_VARIANTS:,} are worked out at once"
        raise RulesError(("set",), f"{problem}, any number into a folder: -o FOLDER/")
    found = combinations.worked_out(0, total, report)
    if not found.points:
        raise found.impossible[0].error
    return found


def _letters(
    rules: Rules, settings: Mapping[str, Sequence[object]], tables: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the letters to go through for each wager that has pay tables."""
    for wager, letters in tables.items():
        for letter in letters:
            choices(rules, {wager: letter})
    changed: dict[str, str] = {}
    for place in settings:
        match keys_of(place):
            case ("pay_tables", wager, letter, *_):
                changed.setdefault(wager, letter)
    found = {}
    for name in (*rules.base_tables, *rules.bets_by_table):
        first = changed.get(name, next(iter(rules.tables[name])))
        found[name] = tuple(tables.get(name) or (first,))
    return found


def _jackpots(rules: Rules, settings: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, str | None]]:
    """Yield the progressive wagers that settings are about, each with the option or table that one names."""
    for place in settings:
        match keys_of(place):
            case ("jackpot", "options", option, *_):
                yield rules.metered, option
            case ("jackpots", wager, "options", option, *_) | ("pay_tables", wager, option, *_):
                if wager in rules.jackpots:
                    yield wager, option
            case ("wager" | "jackpots", wager, *_) if wager in rules.jackpots:
                yield wager, None
            case ("jackpot", *_):
                yield rules.metered, None


def _made(bench: Workbench, raw: dict[str, Any], values: Mapping[str, object]) -> Rules | RulesError:
    """Return the game with some settings, or why there is none."""
    try:
        return bench.rules(with_settings(raw, values))
    except RulesError as error:
        said = ", ".join(f"{place} = {setting_words(value)}" for place, value in values.items())
        return RulesError(error.place, f"{error.problem} (with {said})")


def _variant(bench: Workbench, rules: Rules, named: Mapping[str, str]) -> Variant | RulesError:
    """Return a game with its figures, or why there are none."""
    try:
        return bench.variant(rules, _tables_of(rules, named))
    except RulesError as error:
        return error


def _tables_of(rules: Rules, named: Mapping[str, str]) -> dict[str, str]:
    """Return the letters of a variant, which may have wagers of its own, or lack a table of the others."""
    found = {}
    for name in (*rules.base_tables, *rules.bets_by_table):
        found[name] = named.get(name, next(iter(rules.tables[name])))
        if found[name] not in rules.tables[name]:
            raise RulesError(("set",), f"a variant without {name} table {found[name]}")
    return found


def _trimmed(
    raw: dict[str, Any],
    rules: Rules,
    settings: Mapping[str, Sequence[object]],
    lettered: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """Return the file without what no figure depends on, to read it faster: other tables, jackpots."""
    touched = {keys[:length] for keys in map(keys_of, settings) if keys for length in (1, 2, 3)}
    idle = {key for key in ("irregularities", "readings") if (key,) not in touched}
    found = {key: value for key, value in raw.items() if key not in idle}
    needed = {other for bet in rules.bets.values() for other in bet.needs}
    places = {("jackpot",), ("jackpots",), *product(("wager", "pay_tables"), rules.jackpots)}
    if rules.jackpots and not touched & places and not needed & {*rules.jackpots}:
        for key in ("wager", "pay_tables"):
            found[key] = {name: one for name, one in raw[key].items() if name not in rules.jackpots}
        for key in ("jackpot", "jackpots"):
            found.pop(key, None)
    tables = dict(found["pay_tables"])
    for name, letters in lettered.items():
        if rules.bets[name].kind in (Kind.BONUS, Kind.PAY_TABLE):
            tables[name] = {
                letter: one
                for letter, one in tables[name].items()
                if letter in letters or ("pay_tables", name, letter) in touched
            }
    found["pay_tables"] = tables
    return found
