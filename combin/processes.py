"""Work that a second process of this machine shares, or several."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections import Counter
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from combin.progress import progress, watched
from combin.rules.resolved import keep

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from multiprocessing.connection import Connection


Found = TypeVar("Found")


def begun(work: Callable[[], Found]) -> Callable[[], Found]:
    """Begin some work in a second process, and return how to get what it finds.

    The process is a copy of this one as it stands; what it finds comes back pickled. Where there is no second
    core or the system makes no such copies, and where the second process comes to nothing, the work is done
    here, when it is asked for; so what it raises, it raises here.

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
            with os.fdopen(sending, "wb") as pipe, watched(None):
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

    @cache
    def found() -> Found:
        try:
            result: Found = pickle.loads(came())  # noqa: S301  nobody else has written it
        except (EOFError, pickle.UnpicklingError):
            return work()
        return result

    return found


def shared(works: Sequence[Callable[[], Found]]) -> list[Found]:
    """Do at most 256 pieces of work in this process and a second one; return what each finds, in order.

    Either takes the next piece when it has done one, so that those that take longest should come first. What
    one raises is raised here, once the second process has ended. Progress is how many have been
    begun.

    >>> shared([lambda: sum(range(10)), lambda: sum(range(20))])
    [45, 190]
    """
    return _sharing(works)()


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


def _sharing(works: Sequence[Callable[[], Found]]) -> Callable[[], list[Found]]:
    """Begin pieces of work in a second process; return what does the others here, as `shared` has it."""
    taking, giving = os.pipe()
    os.write(giving, bytes(range(len(works))))  # the places, each of which one process can read, and no other
    os.close(giving)

    def done() -> dict[int, Found]:
        found = {}
        while place := os.read(taking, 1):
            progress(place[0], len(works))
            with watched(None):
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


PRELOADED = ("combin.exact.arrays", "polars")
"""What takes long to import: where the system copies processes, one imports it for all that work."""

MOST_LOST = 3
"""How many processes may be lost with the same piece of work."""


def spread(
    work: Callable[[int], Found], pieces: Iterable[int], workers: int
) -> Generator[tuple[int, Found], None, None]:
    """Yield each piece of work with what some processes of this machine find for it, as they have done it.

    The work and what it finds are sent pickled; what it raises, is raised here. A process that is lost is
    replaced, and its piece done anew. ChildProcessError if three are lost with the same one.
    """
    import multiprocessing
    from multiprocessing.connection import wait

    copied = "forkserver" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if copied else "spawn")
    context.set_forkserver_preload([*PRELOADED, work.__module__])
    waiting, lost, processes = [*pieces][::-1], Counter[int](), list[Any]()
    doing: dict[Connection, int] = {}

    def begin(connection: Connection | None = None) -> None:
        """Give the next piece to a process that has done one, or to a new one."""
        if connection is None:
            connection, theirs = context.Pipe()
            given = work, theirs, gc.get_threshold()
            processes.append(context.Process(target=_work, args=given, daemon=True))
            processes[-1].start()
            theirs.close()
        doing[connection] = waiting.pop()
        with suppress(OSError):  # it has just been lost, as it is found next
            connection.send(doing[connection])

    try:
        for _ in range(min(workers, len(waiting))):
            begin()
        while doing:
            for connection in cast("list[Connection]", wait([*doing])):
                piece = doing.pop(connection)
                try:
                    found = connection.recv()
                except (EOFError, OSError):
                    lost[piece] += 1
                    if lost[piece] == MOST_LOST:
                        with_it = f"{MOST_LOST} processes were lost with piece {piece} of the work"
                        raise ChildProcessError(with_it) from None
                    waiting.append(piece)
                    begin()
                    continue
                if isinstance(found, Exception):
                    raise found
                if waiting:
                    begin(connection)
                yield piece, found
    finally:
        for process in processes:
            process.kill()
            process.join()


def _work(work: Callable[[int], Found], connection: Connection, garbage: tuple[int, int, int]) -> None:
    """Do pieces of work for another process, which looks for garbage as often, until that has ended."""
    gc.set_threshold(*garbage)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # there are as many processes as are to be busy
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts the work, interrupts the one that gave it
    with suppress(EOFError, OSError):
        while True:
            piece = connection.recv()
            try:
                found: object = work(piece)
            except Exception as error:  # noqa: BLE001  it is raised where the work was given
                found = error
            connection.send(found)
