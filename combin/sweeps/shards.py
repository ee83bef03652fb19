"""Sweeps of any size: combinations in shards, each a Parquet file that is whole or not there at all.

A shard depends on the rules, the settings and its place alone. So a sweep that was stopped goes on where it
was, and its files are the same, byte for byte, however many processes or machines worked them out.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.files import replace_file, write_text
from combin.formats.view import frame_of
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written
from combin.sweeps.cluster import done_shards
from combin.sweeps.sweep import Combinations
from combin.sweeps.views import sweep_records
from combin.version import __version__

if TYPE_CHECKING:
    import polars as pl

PER_SHARD = 1_000
"""The combinations of a shard: some ten seconds of work."""

MANIFEST = "sweep.json"
"""What the files of a folder are; it is written last, so that a folder without one is not complete."""


@dataclass(frozen=True)
class Job:
    """A sweep as it is sent to workers: the game, its settings and tables."""

    rules: Rules
    settings: Mapping[str, Sequence[object]]
    tables: Mapping[str, Sequence[str]] | None = None
    digits: int = 10
    per_shard: int = PER_SHARD

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-len(self.combinations) // self.per_shard)

    def span(self, number: int) -> range:
        """Return the places of the combinations of a shard."""
        first = number * self.per_shard
        return range(first, min(first + self.per_shard, len(self.combinations)))

    @cached_property
    def combinations(self) -> Combinations:
        """The combinations, with what several shards share of them."""
        return Combinations(self.rules, self.settings, self.tables)

    @cached_property
    def key(self) -> str:
        """The hash of all that the figures depend on."""
        told = (
            as_written(self.rules.file),
            list(self.settings.items()),
            self.tables,
            self.digits,
            self.per_shard,
        )
        return hashlib.sha256(json.dumps([__version__, *told], default=str).encode()).hexdigest()

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """The type of each column, the same in all files, by the first combination that makes a game.

        Raises:
            RulesError: none does.
        """
        import polars as pl

        for place in range(len(self.combinations)):
            variants = self.combinations.worked_out(place, place + 1)
            if variants.points:
                types = frame_of(sweep_records(variants, self.digits)).schema
                return {name: pl.Int128() if kind == pl.Int64 else kind for name, kind in types.items()}
        raise variants.impossible[0].error

    def shard(self, number: int) -> bytes:
        """Return a shard as a Parquet file.

        Raises:
            RulesError: a number of more than 38 digits.
        """
        import polars as pl

        span = self.span(number)
        variants = self.combinations.worked_out(span.start, span.stop)
        frame = frame_of(sweep_records(variants, self.digits))
        try:
            typed = frame.select(_typed(frame, name, kind) for name, kind in self.schema.items())
        except pl.exceptions.InvalidOperationError as error:
            problem = f"combinations {span.start + 1:,} to {span.stop:,}: {error}"
            raise RulesError(("set",), problem) from None
        typed.write_parquet(into := io.BytesIO())
        return into.getvalue()


def _typed(frame: pl.DataFrame, name: str, kind: Any) -> pl.Expr:  # noqa: ANN401  polars' own types
    """Return a column of a frame in the type of all shards; nothing stands where the frame has none."""
    import polars as pl

    return (pl.col(name) if name in frame.columns else pl.lit(None).alias(name)).cast(kind)


@dataclass(frozen=True, slots=True)
class ShardedSweep:
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
    job: Job,
    folder: Path,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    report: Callable[[int, int], object] | None = None,
) -> ShardedSweep:
    """Work out the shards of a sweep that are not in a folder yet, and name them all in its manifest.

    Args:
        job: the sweep.
        folder: where to; it is made if it is not there.
        workers: processes on this machine; by default this one alone.
        cluster: the address of a Dask scheduler whose workers have combin installed.
        report: is told how many combinations are done, and how many there are.

    Raises:
        RulesError: the folder holds another sweep, no cluster answers, or what `Job.shard` raises.
        OSError: a file cannot be written.
    """
    total = len(job.combinations)
    names = [f"{job.key[:16]}-{number:06}.parquet" for number in range(job.shards)]
    folder.mkdir(parents=True, exist_ok=True)
    if other := {path.name for path in folder.glob("*.parquet")}.difference(names):
        raise RulesError((), f"holds another sweep, such as {min(other)}; take another folder", str(folder))
    missing = [number for number, name in enumerate(names) if not (folder / name).exists()]
    done = total - sum(len(job.span(number)) for number in missing)
    job.schema  # noqa: B018  what makes no game is told before any worker begins
    with done_shards(job, missing, workers, cluster) as shards:
        for number, content in shards:
            replace_file(folder / names[number], partial(_write, content))
            done += len(job.span(number))
            if report is not None:
                report(done, total)
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


def _write(content: bytes, into: str) -> None:
    Path(into).write_bytes(content)
