"""Work that processes share: in a second one, or in shards on this machine or a Dask cluster."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from combin.rules.errors import RulesError
from combin.rules.remember import keep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from distributed import Client

    from combin.aliases import Progress

WAITING = 3
"""The shards that each worker has been given at a time, so that none waits and few are under way."""

Found = TypeVar("Found")
_Done_co = TypeVar("_Done_co", covariant=True)


def begun(work: Callable[[], Found]) -> Callable[[], Found]:
    """Begin some work in a second process, and return how to get what it finds.

    The process is a copy of this one as it stands, which takes no time to make. What it finds comes back
    pickled. Where there is no second core or the system makes no such copies, and where the second process
    comes to nothing, the work is done here, when it is asked for; so what it raises, it raises here.

    >>> begun(lambda: sum(range(10)))()
    45
    """
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2:
        return work
    receiving, sending = os.pipe()
    second = os.fork()
    if second == 0:
        os.close(receiving)  # else it would wait for itself to read, when the first process has been killed
        try:
            with os.fdopen(sending, "wb") as pipe:
                pickle.dump(work(), pipe, pickle.HIGHEST_PROTOCOL)
        finally:  # without a word: the first process finds that nothing, or half of it, has come
            os._exit(0)
    os.close(sending)

    @cache
    def came() -> bytes:
        with os.fdopen(receiving, "rb") as pipe:
            data = pipe.read()
        os.waitpid(second, 0)
        return data

    def found() -> Found:
        try:
            result: Found = pickle.loads(came())  # noqa: S301  nobody else has written it
        except (EOFError, pickle.UnpicklingError):
            return work()
        return result

    return found


def shared(works: Sequence[Callable[[], Found]], progress: Progress | None = None) -> list[Found]:
    """Do pieces of work in this process and in a second one, and return what each finds, in their order.

    Either takes the next piece when it has done one, so that those that take longest should come first. What
    one raises is raised here, once the second process has ended.

    Args:
        works: the pieces, none of which needs another one; at most 256.
        progress: is told how many have been begun, and how many there are.

    >>> shared([lambda: sum(range(10)), lambda: sum(range(20))])
    [45, 190]
    """
    return _sharing(works, progress)()


def begun_answers(questions: Sequence[partial[Any]]) -> Callable[[], None]:
    """Begin to answer questions in a second process; return what takes part, until all are remembered.

    They are calls of functions that are `remembered`, without keywords; what takes longest comes first.
    """
    answers = _sharing(questions)

    @cache
    def wait() -> None:
        for question, answer in zip(questions, answers(), strict=True):
            keep(question, answer)

    return wait


def _sharing(
    works: Sequence[Callable[[], Found]], progress: Progress | None = None
) -> Callable[[], list[Found]]:
    """Begin pieces of work in a second process; return what does the others here, as `shared` has it."""
    taking, giving = os.pipe()
    os.write(giving, bytes(range(len(works))))  # the places, each of which one process can read, and no other
    os.close(giving)
    here = os.getpid()

    def done() -> dict[int, Found]:
        found = {}
        while place := os.read(taking, 1):
            if progress is not None and os.getpid() == here:
                progress(place[0], len(works))
            found[place[0]] = works[place[0]]()
        return found

    # Once it has set a page, the typesetter waits in a copy of this process for threads that stay here.
    second = dict if "typst" in sys.modules else begun(done)

    def all_done() -> list[Found]:
        try:
            found = done()
        finally:
            os.read(taking, len(works))
            found_there = second()
            os.close(taking)
        found |= found_there
        return [found[place] if place in found else work() for place, work in enumerate(works)]

    return all_done


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
