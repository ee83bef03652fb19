"""The figures of every combination of some settings, each a game of its own.

In this process, or into a folder of Parquet files, by workers or by a cluster, each file a shard that is
whole or not there at all. A shard depends on the job and its place alone. So a sweep that was stopped goes on
where it was, and its files are the same, byte for byte, however many processes or machines worked them out.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property, lru_cache
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct

from combin.answers import Answer
from combin.design.variants import Variant, Workbench, setting_words, with_settings
from combin.design.views import figures_table, jackpot_columns
from combin.exact.analysis import choices
from combin.exact.distribution import Distribution
from combin.files import write_bytes, write_text
from combin.formats.tables import COUNT, Column, Record, Table, percents
from combin.formats.view import View
from combin.formatting import capital, counted, percent, plain
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.processes import spread
from combin.progress import progress, watched
from combin.report.words import figure_columns
from combin.rules.errors import RulesError
from combin.rules.load import keys_of
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written
from combin.rules.wagers import Kind
from combin.version import __version__

if TYPE_CHECKING:
    import polars as pl

MOST_VARIANTS = 1_000_000
"""The most combinations of one sweep."""

PER_SHARD = 1_000
"""The combinations of a shard: some ten seconds of work."""

MANIFEST = "sweep.json"
"""What the files of a folder are; it is written last, so that a folder without one is not complete."""


class Point(Struct, frozen=True):
    """One combination of a sweep: the value of each setting by its dotted place, and the game they make.

    `jackpots` are the progressive wagers that some setting is about, at the price of a unit.
    """

    values: Mapping[str, object]
    variant: Variant
    jackpots: Mapping[str, JackpotAnswer] = {}


class Impossible(Struct, frozen=True):
    """A combination of settings that makes no game, and why."""

    values: Mapping[str, object]
    error: RulesError

    @property
    def reason(self) -> str:
        """Why, in a line."""
        return str(self.error)


class Sweep(Answer, Struct, frozen=True):
    """All combinations of the settings of a game, the last setting changing first.

    `places` are the settings; where several tables of a wager are visited, `wager table` is one of them.
    Combinations that make no game stand apart, `impossible`.
    """

    shown_by: ClassVar[str] = "combin.sweeps.sweep:sweep_view"

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

    def frame(self, digits: int = 10) -> pl.DataFrame:
        """`Answer.frame`, without the tables that people read."""
        return View("", (), (), list, lambda: sweep_records(self, digits)).frame()

    def depends(self, wager: str) -> tuple[str, ...]:
        """The settings that change the figures of a wager, or the strategy if it is the base wager."""
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


class Job(Struct, frozen=True, dict=True):
    """The figures of every combination of settings, and of tables, which change before the settings do."""

    rules: Rules
    settings: Mapping[str, Sequence[object]]
    tables: Mapping[str, Sequence[str]] | None = None
    digits: int = 10
    per_shard: int = PER_SHARD

    def __len__(self) -> int:
        return prod(map(len, (*self.settings.values(), *self._lettered.values())))

    @cached_property
    def key(self) -> str:
        """The hash of all that the answers depend on."""
        settings = list(self.settings.items())
        parts = as_written(self.rules.file), settings, self.tables, self.digits, self.per_shard
        return hashlib.sha256(json.dumps([__version__, *parts], default=str).encode()).hexdigest()

    @cached_property
    def _bench(self) -> Workbench:
        return Workbench(self.rules.inherited)

    @cached_property
    def _lettered(self) -> dict[str, tuple[str, ...]]:
        """The letters to visit for each wager that has pay tables."""
        rules, tables = self.rules, self.tables or {}
        for wager, letters in tables.items():
            for letter in letters:
                choices(rules, {wager: letter})
        changed: dict[str, str] = {}
        for place in self.settings:
            match keys_of(place):
                case ("pay_tables", wager, letter, *_):
                    changed.setdefault(wager, letter)
        return {
            name: tuple(tables.get(name) or (changed.get(name, next(iter(rules.tables[name]))),))
            for name in (*rules.base_tables, *rules.bets_by_table)
        }

    @cached_property
    def _jackpots(self) -> dict[str, str | None]:
        """The progressive wagers that settings are about, each with the option or table that one names."""
        rules, options = self.rules, dict[str, str | None]()
        for place in self.settings:
            match keys_of(place):
                case ("jackpot", "options", option, *_):
                    options[rules.metered] = option
                case ("jackpots", wager, "options", option, *_) | ("pay_tables", wager, option, *_):
                    if wager in rules.jackpots:
                        options[wager] = option
                case ("wager" | "jackpots", wager, *_) if wager in rules.jackpots:
                    options[wager] = None
                case ("jackpot", *_):
                    options[rules.metered] = None
        return options

    @cached_property
    def _raw(self) -> dict[str, Any]:
        """The file without what no figure depends on, to read it faster: other tables, jackpots."""
        rules, raw = self.rules, as_written(self.rules.file)
        touched = {keys[:length] for keys in map(keys_of, self.settings) if keys for length in (1, 2, 3)}
        for key in ("irregularities", "readings", "tournament"):
            if (key,) not in touched:
                raw.pop(key, None)
        needed = {other for bet in rules.bets.values() for other in bet.needs}
        places = {("jackpot",), ("jackpots",), *product(("wager", "pay_tables"), rules.jackpots)}
        if rules.jackpots and not touched & places and not needed & {*rules.jackpots}:
            for key in ("wager", "pay_tables"):
                raw[key] = {name: entry for name, entry in raw[key].items() if name not in rules.jackpots}
            for key in ("jackpot", "jackpots"):
                raw.pop(key, None)
        for name, letters in self._lettered.items():
            if rules.bets[name].kind in (Kind.BONUS, Kind.PAY_TABLE):
                raw["pay_tables"][name] = {
                    letter: table
                    for letter, table in raw["pay_tables"][name].items()
                    if letter in letters or ("pay_tables", name, letter) in touched
                }
        return raw

    def worked_out(self, span: range) -> Sweep:
        """The exact figures of the combinations at these places."""
        swept = {f"{wager} table": wager for wager, letters in self._lettered.items() if len(letters) > 1}
        points: list[Point] = []
        impossible: list[Impossible] = []
        games = product(product(*self.settings.values()), product(*self._lettered.values()))
        made: tuple[tuple[object, ...], Rules | RulesError] | None = None
        for chosen, letters in islice(games, span.start, span.stop):
            named = dict(zip(self._lettered, letters, strict=True))
            if made is None or made[0] is not chosen:  # the tables change first, under the same settings
                made = chosen, self._game(chosen)
            values = dict(zip(self.settings, chosen, strict=True))
            values |= {place: named[wager] for place, wager in swept.items()}
            try:
                if isinstance(made[1], RulesError):
                    raise made[1]
                found = self._bench.variant(made[1], _tables_of(made[1], named))
            except RulesError as error:
                impossible.append(Impossible(values, error))
            else:
                jackpots = {
                    name: ask_jackpot(found.rules, wager=name, option=option)
                    for name, option in self._jackpots.items()
                    if name in found.rules.jackpots
                }
                points.append(Point(values, found, jackpots))
            progress(len(points) + len(impossible), len(span))
        return Sweep(self.rules, (*self.settings, *swept), tuple(points), tuple(impossible))

    def _game(self, chosen: tuple[object, ...]) -> Rules | RulesError:
        """The game with a value of each setting, or why there is none."""
        settings = dict(zip(self.settings, chosen, strict=True))
        try:
            return self._bench.rules(with_settings(self._raw, settings))
        except RulesError as error:
            said = ", ".join(f"{place} = {setting_words(value)}" for place, value in settings.items())
            return RulesError(error.place, f"{error.problem} (with {said})")

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-len(self) // self.per_shard)

    def span(self, number: int) -> range:
        """The places of the combinations of a shard."""
        first = number * self.per_shard
        return range(first, min(first + self.per_shard, len(self)))

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """The type of each column, the same in all files, by the first combination that makes a game."""
        import polars as pl

        for place in range(len(self)):
            with watched(None):
                variants = self.worked_out(range(place, place + 1))
            if variants.points:
                types = variants.frame(self.digits).schema
                return {name: pl.Int128() if kind == pl.Int64 else kind for name, kind in types.items()}
        raise variants.impossible[0].error

    def shard(self, number: int) -> bytes:
        """A shard as a Parquet file; a column that none of its combinations has is empty."""
        import polars as pl

        span = self.span(number)
        with watched(None):
            frame = self.worked_out(span).frame(self.digits)
        try:
            typed = frame.select(
                (pl.col(name) if name in frame.columns else pl.lit(None).alias(name)).cast(kind)
                for name, kind in self.schema.items()
            )
        except pl.exceptions.InvalidOperationError as error:  # a number of more than 38 digits
            raise RulesError(("set",), f"combinations {span.start + 1:,} to {span.stop:,}: {error}") from None
        typed.write_parquet(into := io.BytesIO())
        return into.getvalue()


def sweep(
    rules: Rules, settings: Mapping[str, Sequence[object]], tables: Mapping[str, Sequence[str]] | None = None
) -> Sweep:
    """The exact figures of every combination of settings.

    The slow equivalent writes a rule file for each combination and analyses it.
    """
    job = Job(rules, settings, tables)
    if len(job) > MOST_VARIANTS:
        most = f"at most {MOST_VARIANTS:,} are worked out at once, any number into a folder: -o FOLDER/"
        raise RulesError(("set",), f"{len(job):,} combinations; {most}")
    found = job.worked_out(range(len(job)))
    if not found.points:
        raise found.impossible[0].error
    return found


def _tables_of(rules: Rules, named: Mapping[str, str]) -> dict[str, str]:
    """The letters of a variant, which may have wagers of its own, or lack a table of the others."""
    found = {}
    for name in (*rules.base_tables, *rules.bets_by_table):
        found[name] = named.get(name, next(iter(rules.tables[name])))
        if found[name] not in rules.tables[name]:
            raise RulesError(("set",), f"a variant without {name} table {found[name]}")
    return found


class ShardedSweep(Struct, frozen=True):
    """A folder of shards: how many combinations they hold, and how many files there are and were before."""

    folder: Path
    key: str
    combinations: int
    files: tuple[str, ...]
    kept: int

    def scan(self) -> pl.LazyFrame:
        """Return all combinations as a frame that polars reads as it needs them."""
        import polars as pl

        return pl.scan_parquet([self.folder / name for name in self.files])


def sharded_sweep(
    job: Job, folder: Path, *, workers: int | None = None, cluster: str | None = None
) -> ShardedSweep:
    """Work out the shards of a sweep that are not in a folder yet, and name them all in its manifest.

    The work is done by this process, by `workers` on this machine, or by the Dask scheduler at the address of
    a `cluster`, whose workers have combin installed.
    """
    total = len(job)
    names = [f"{job.key[:16]}-{number:06}.parquet" for number in range(job.shards)]
    folder.mkdir(parents=True, exist_ok=True)
    if other := {path.name for path in folder.glob("*.parquet")}.difference(names):
        raise RulesError((), f"holds another sweep, such as {min(other)}; take another folder", str(folder))
    missing = [number for number, name in enumerate(names) if not (folder / name).exists()]
    done, left = 0, sum(len(job.span(number)) for number in missing)
    job.schema  # noqa: B018  what makes no game is told before any worker begins
    with closing(_done_shards(job, missing, workers, cluster)) as shards:
        for number, content in shards:
            write_bytes(content, folder / names[number])
            done += len(job.span(number))
            progress(done, left)
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    manifest = {
        "format": "combin sweep 1",
        "made_by": f"combin {__version__}",
        "game": job.rules.file.id,
        "key": job.key,
        "combinations": total,
        "files": hashes,
    }
    write_text(json.dumps(manifest, indent=2) + "\n", folder / MANIFEST)
    return ShardedSweep(folder, job.key, total, tuple(names), len(names) - len(missing))


WAITING = 3
"""The shards that each worker has been given at a time, so that none waits and few are under way."""


def _done_shards(
    job: Job, missing: Sequence[int], workers: int | None, cluster: str | None
) -> Generator[tuple[int, bytes]]:
    if missing and cluster is not None:
        yield from _by_cluster(cluster, job, missing)
    elif workers is not None and min(workers, len(missing)) > 1:
        yield from spread(job.shard, missing, workers)
    else:
        yield from ((number, job.shard(number)) for number in missing)


def _by_cluster(cluster: str, job: Job, missing: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Yield shards as workers have done them, a few for each under way; of a lost worker they begin anew."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise RulesError((), "a cluster needs Dask: pip install 'combin[cluster]'") from None
    try:
        client = Client(cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise RulesError((), f"no Dask scheduler answers at {cluster}: {error}") from None
    with client:
        sent = client.scatter(pickle.dumps(job), broadcast=True)
        waiting, done = iter(missing), as_completed([])
        for number in islice(waiting, WAITING * len(client.scheduler_info()["workers"])):
            done.add(client.submit(_shard, sent, number, key=f"{job.key}-{number}"))
        for future in done:
            yield future.result()
            for number in islice(waiting, 1):
                done.add(client.submit(_shard, sent, number, key=f"{job.key}-{number}"))


@lru_cache(maxsize=1)
def _received(job: bytes) -> Job:
    """The job as a worker got it, the same for all its shards, so that it keeps what they share."""
    received: Job = pickle.loads(job)  # noqa: S301  the one who began the cluster has sent it
    return received


def _shard(job: bytes, number: int) -> tuple[int, bytes]:
    """Work out a shard in a process that may be on another machine."""
    return number, _received(job).shard(number)


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
    heading = f"{sweep.rules.file.title}: {counted(len(sweep.points) + len(sweep.impossible), 'combination')}"
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
    columns = [*_settings_columns(sweep.places), *jackpot_columns(_asked(name))]
    title = sweep.rules.wager_name(name)
    price = plain(next(one.jackpots[name] for one in sweep.points if name in one.jackpots).terms.stake)
    note = f"For a price of {price}. What the rules leave open is blank."
    return Table.of(title, sweep.points, columns, note, merged=max(len(sweep.places) - 1, 0))


def _asked(name: str) -> Callable[[Point], JackpotAnswer | None]:
    return lambda point: point.jackpots.get(name)


def _impossible(sweep: Sweep) -> Table:
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


def _settings(point: Point | Impossible) -> Any:  # noqa: ANN401  a value as JSON has it
    return msgspec.to_builtins(point.values, enc_hook=setting_words)


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
