"""Work that processes share: in a second one, or in shards on this machine or a Dask cluster."""

from __future__ import annotations

import pickle
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from distributed import Client


WAITING = 3
"""The shards that each worker has been given at a time, so that none waits and few are under way."""

_Done_co = TypeVar("_Done_co", covariant=True)


class Sharded(Protocol[_Done_co]):
    """Work that is split into shards, as it is sent to workers."""

    @property
    def key(self) -> str:
        """The hash of all that the shards depend on."""

    def shard(self, number: int) -> _Done_co:
        """Work out a shard, which depends on the work and its place alone."""


@contextmanager
def done_shards(
    job: Sharded[_Done_co], missing: Sequence[int], workers: int | None, cluster: str | None
) -> Iterator[Iterator[tuple[int, _Done_co]]]:
    """Give the shards of these places, each when it is done, by this process or by a cluster.

    Args:
        job: the work.
        missing: the places of the shards.
        workers: processes on this machine; by default this one alone.
        cluster: the address of a Dask scheduler whose workers have combin installed.

    Raises:
        RulesError: Dask is not installed, or no cluster answers.
    """
    if not missing or (workers is None and cluster is None):
        yield ((number, job.shard(number)) for number in missing)
        return
    with _client(workers, cluster) as client:
        yield _by_cluster(client, job, missing)


@contextmanager
def _client(workers: int | None, cluster: str | None) -> Iterator[Client]:
    """Connect with a cluster, or begin one of processes of this machine that ends with the work."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        problem = "work on several processes needs Dask: pip install 'combin[cluster]'"
        raise RulesError((), problem) from None
    if cluster is not None:
        try:
            client = Client(cluster, timeout=10)
        except (OSError, ValueError) as error:
            raise RulesError((), f"no Dask scheduler answers at {cluster}: {error}") from None
        with client:
            yield client
        return
    # Dask has workers give memory back to the system after each array, which takes them longer than the work.
    entry = "distributed.nanny.pre-spawn-environ"
    environ = {name: value for name, value in dask.config.get(entry).items() if "TRIM" not in name}
    with (
        dask.config.set({entry: environ}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as local,
        Client(local) as client,
    ):
        yield client


def _by_cluster(
    client: Client, job: Sharded[_Done_co], missing: Sequence[int]
) -> Iterator[tuple[int, _Done_co]]:
    """Yield shards as workers have done them, a few for each under way; of a lost worker they begin anew."""
    from distributed import as_completed

    sent = client.scatter(pickle.dumps(job), broadcast=True)
    numbers: dict[str, int] = {}
    futures, waiting = as_completed([]), iter(missing)

    def begin(most: int) -> None:
        for number in islice(waiting, most):
            future = client.submit(_shard, sent, number, key=f"{job.key}-{number}")
            numbers[future.key] = number
            futures.add(future)

    begin(WAITING * len(client.scheduler_info()["workers"]))
    for future in futures:
        yield numbers.pop(future.key), future.result()
        begin(1)


@lru_cache(maxsize=1)
def _received(job: bytes) -> Sharded[Any]:
    """Return work as a worker got it, the same for all its shards, so that it keeps what they share."""
    sharded: Sharded[Any] = pickle.loads(job)  # noqa: S301  the one who began the cluster has sent it
    return sharded


def _shard(job: bytes, number: int) -> Any:  # noqa: ANN401  whatever the work yields
    """Work out a shard in a process that may be on another machine."""
    return _received(job).shard(number)
