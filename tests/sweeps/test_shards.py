"""Sweeps in shards: the figures of a plain sweep, whoever works them out, also when a worker is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from combin.rules.errors import RulesError
from combin.sweeps.sweep import MANIFEST, Job, ShardedSweep, sharded_sweep, sweep
from combin.sweeps.views import sweep_view
from tests.command_line import combin
from tests.games import AGAINST_DEALER, game
from tests.variants import variant

RULES = variant(game(AGAINST_DEALER, {"deck.ranks": "9 Q K A", "dealer.qualifies": "A high"}))
SETTINGS = {
    "dealer.qualifies": ("A high", "pair", "7 high"),  # the last makes no game
    "wager.ante.win": (1, "3/2"),
    "decision.play": (1, 2, [1, 3]),
}
JOB = Job(RULES, SETTINGS, per_shard=4)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> ShardedSweep:
    """The sweep by this process alone."""
    return sharded_sweep(JOB, tmp_path_factory.mktemp("alone"))


def test_shards_together_are_the_sweep(alone: ShardedSweep) -> None:
    assert (alone.combinations, len(alone.files), alone.kept) == (18, 5, 0)
    whole = sweep_view(sweep(RULES, SETTINGS)).frame()
    both = [whole, alone.scan().collect()]
    order = [name for name in whole.columns if whole[name].dtype == pl.String]
    numbers = pl.selectors.integer().cast(pl.Int128)
    assert_frame_equal(*(frame.with_columns(numbers).sort(order) for frame in both))
    assert both[1]["impossible"].count() == 6


def test_a_sweep_that_was_stopped_goes_on(alone: ShardedSweep, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 18
        if done > 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sharded_sweep(JOB, tmp_path, report=stop)
    assert sorted(contents(tmp_path)) == list(alone.files[:2])
    (tmp_path / alone.files[0]).unlink()
    assert sharded_sweep(JOB, tmp_path).kept == 1
    assert contents(tmp_path) == contents(alone.folder)


def test_another_sweep_is_not_mixed_with_it(tmp_path: Path) -> None:
    sharded_sweep(Job(RULES, {"decision.play": (1,)}), tmp_path)
    before = contents(tmp_path)
    with pytest.raises(
        RulesError, match=r"holds another sweep, such as [0-9a-f]{16}-000000\.parquet; take another"
    ):
        sharded_sweep(JOB, tmp_path)
    assert contents(tmp_path) == before


def test_what_makes_no_game_at_all_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="7 high"):
        sharded_sweep(Job(RULES, {"dealer.qualifies": ("7 high",)}), tmp_path)


@pytest.mark.slow
def test_workers_write_the_same_bytes_though_one_is_killed(alone: ShardedSweep, tmp_path: Path) -> None:
    from distributed import LocalCluster  # whose import takes half a second

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        killed: list[int] = []

        def kill(_: int, __: int) -> None:
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        found = sharded_sweep(JOB, tmp_path, cluster=cluster.scheduler_address, report=kill)
    assert killed
    assert found.kept == 0
    assert contents(tmp_path) == contents(alone.folder)


@pytest.mark.slow
def test_the_command_fills_a_folder(tmp_path: Path) -> None:
    arguments = ["sweep", "three-card-poker", "--set", "wager.ante.win=1,2", "-o", str(tmp_path / "all")]
    run = combin(*arguments)
    assert (run.code, run.err) == (0, "")
    assert run.out == f"2 combinations in {tmp_path / 'all'}: 1 file\n"
    assert combin(*arguments).out == f"2 combinations in {tmp_path / 'all'}: 1 file, 1 of them from before\n"
    assert (tmp_path / "all" / MANIFEST).exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--workers", "2"], "--workers: fill a folder: -o FOLDER"),
        (["--cluster", "x", "-o", "a.csv"], "--cluster: fill a folder: -o FOLDER"),
        (["--cluster", "x", "--workers", "2", "-o", "a"], "--workers: workers of this machine, or --cluster"),
    ],
)
def test_workers_are_for_folders(arguments: list[str], problem: str) -> None:
    run = combin("sweep", "three-card-poker", "--set", "wager.ante.win=1,2", *arguments)
    assert (run.code, run.out) == (2, "")
    assert problem in run.err


def test_a_cluster_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="no Dask scheduler answers at nonsense://x"):
        sharded_sweep(JOB, tmp_path, cluster="nonsense://x")
