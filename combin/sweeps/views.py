"""Sweeps shown: every combination of settings, and what each wager returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from combin.design.variants import setting_words
from combin.design.views import figures_table, jackpot_columns
from combin.formats.tables import COUNT, Column, Record, Table, percents
from combin.formats.view import View
from combin.formatting import capital, counted, percent, plain
from combin.report.words import figure_columns
from combin.rules.load import keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.design.variants import Variant
    from combin.exact.distribution import Distribution
    from combin.jackpot.answer import JackpotAnswer
    from combin.sweeps.sweep import Impossible, Point, Sweep


def sweep_view(sweep: Sweep, digits: int = 10) -> View:
    """A sweep ready to be shown; its records are the wagers of each combination."""
    wagers = list(dict.fromkeys(name for point in sweep.points for name in point.variant.wagers))
    tables, lines = [], []
    for wager in wagers:
        if places := sweep.depends(wager):
            tables.append(_table(sweep, wager, places))
        else:
            lines.append(_unchanged(sweep, wager))
    tables += [_jackpot_table(sweep, name) for point in sweep.points[:1] for name in point.jackpots]
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
                {
                    "game": sweep.rules.file.id,
                    "settings": _settings(impossible),
                    "impossible": impossible.reason,
                }
                for impossible in sweep.impossible
            ),
        ],
        lambda: sweep_records(sweep, digits),
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
    """The sentence about a wager that no setting changes."""
    variant = sweep.points[0].variant
    rules, edge = variant.rules, percent(variant.wagers[wager].house_edge, 4)
    letter = f" {variant.letters[wager]}" if wager in variant.letters else ""
    said = f" {variant.statement}" if wager == rules.base else ""
    return f"{rules.wager_name(wager)}{letter} is the same in all: house edge {edge}.{said}"


class _Row(NamedTuple):
    """One wager of a combination; of a progressive one what was asked about it, as it has no law."""

    values: Mapping[str, object]
    variant: Variant
    wager: str
    answer: JackpotAnswer | None = None

    @property
    def law(self) -> Distribution | None:
        return self.variant.wagers.get(self.wager)

    @property
    def letter(self) -> str | None:
        return self.variant.letters.get(self.wager) if self.answer is None else self.answer.terms.letter

    @property
    def base(self) -> bool:
        return self.wager == self.variant.rules.base


def _settings_columns(places: Sequence[str]) -> list[Column[Any]]:
    names = short_names(places)

    def setting(place: str) -> Column[Point | Impossible]:
        heading = capital(names[place].replace("_", " "))
        return Column(heading, value=lambda point: setting_words(point.values[place]), name=place)

    return [*map(setting, places)]


def _table(sweep: Sweep, wager: str, places: Sequence[str]) -> Table:
    """The combinations of the settings that change a wager, each once."""
    rows: dict[tuple[str, ...], _Row] = {}
    for point in sweep.points:
        key = tuple(setting_words(point.values[place]) for place in places)
        if wager in point.variant.wagers:
            rows.setdefault(key, _Row(point.values, point.variant, wager))
    rules = sweep.points[0].variant.rules
    columns: list[Column[_Row]] = [
        *_settings_columns(places),
        *figure_columns(lambda row: row.law, in_full=False),
    ]
    if wager == sweep.rules.base:
        seen = any(point.variant.rules.file.deal.face_up for point in sweep.points)
        played = "Deals played" if seen else "Hands played"
        columns += [
            Column(played, percents(2), lambda row: row.variant.play_rate),
            Column("Best strategy", value=lambda row: row.variant.statement),
        ]
    return Table.of(rules.wager_name(wager), rows.values(), columns, merged=max(len(places) - 1, 0))


def _jackpot_table(sweep: Sweep, name: str) -> Table:
    """Return what combinations make of a progressive wager."""
    columns = [*_settings_columns(sweep.places), *jackpot_columns(_asked(name))]
    title = sweep.rules.wager_name(name)
    price = plain(next(one.jackpots[name] for one in sweep.points if name in one.jackpots).terms.stake)
    note = f"For a price of {price}. What the rules leave open is blank."
    return Table.of(title, sweep.points, columns, note, merged=max(len(sweep.places) - 1, 0))


def _asked(name: str) -> Callable[[Point], JackpotAnswer | None]:
    return lambda point: point.jackpots.get(name)


def _impossible(sweep: Sweep) -> Table:
    """The combinations that make no game, and why."""
    columns: list[Column[Impossible]] = [
        *_settings_columns(sweep.places),
        Column("Why", value=lambda impossible: impossible.reason, name="impossible"),
    ]
    return Table.of(
        "Impossible combinations", sweep.impossible, columns, merged=max(len(sweep.places) - 1, 0)
    )


def _payload(sweep: Sweep, point: Point, digits: int) -> dict[str, Any]:
    variant = point.variant
    laws = figures_table(variant.wagers.values())
    jackpots = {
        name: Table.of("", [point], jackpot_columns(_asked(name))).objects(digits)[0]
        for name in point.jackpots
    }
    return {
        "game": sweep.rules.file.id,
        "settings": _settings(point),
        "tables": dict(variant.letters),
        "strategy": {"statement": variant.statement, "hands_played": variant.hands_played},
        "wagers": dict(zip(variant.wagers, laws.objects(digits), strict=True)),
        **({"jackpots": jackpots} if jackpots else {}),
    }


def _settings(point: Point | Impossible) -> dict[str, object]:
    """The settings of a combination as JSON has them."""
    return {place: _plain(value) for place, value in point.values.items()}


def _plain(value: object) -> object:
    """A value as JSON has it."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return setting_words(value)


def sweep_records(sweep: Sweep, digits: int) -> list[Record]:
    """A record for each wager of each combination, and one for each that makes no game.

    Where settings are about progressive wagers these have records too, with columns of their own.
    """
    game, rows = sweep.rules.file.id, list[_Row]()
    for point in sweep.points:
        rows += [_Row(point.values, point.variant, wager) for wager in point.variant.wagers]
        rows += [_Row(point.values, point.variant, *asked) for asked in point.jackpots.items()]
    before = [
        *_settings_columns(sweep.places),
        Column[_Row](None, value=lambda row: row.wager, name="wager"),
        Column[_Row](None, value=lambda row: row.letter, name="table"),
    ]
    after: list[Column[_Row]] = [
        Column(None, COUNT, lambda row: row.variant.hands_played if row.base else None, "hands_played"),
        Column(None, value=lambda row: row.variant.statement if row.base else None, name="strategy"),
        *(jackpot_columns(lambda row: row.answer) if any(row.answer is not None for row in rows) else ()),
        Column(None, name="impossible"),
    ]
    laws = {id(row.law): row.law for row in rows}  # most combinations share those of most wagers
    of_law = dict(zip(laws, figures_table(laws.values()).records(digits), strict=True))
    parts = (
        Table.of("", rows, before).records(digits, game=game),
        (of_law[id(row.law)] for row in rows),
        Table.of("", rows, after).records(digits),
    )
    records: list[Record] = [{**first, **law, **last} for first, law, last in zip(*parts, strict=True)]
    blank: Record = dict.fromkeys(records[0] if records else ())
    return [*records, *(blank | record for record in _impossible(sweep).records(digits, game=game))]
