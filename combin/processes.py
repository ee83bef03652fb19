"""Work that a second process of this machine shares, or several."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from combin.progress import progress, watched
from combin.rules.resolved import keep

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence


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
"""How many times processes may be lost."""


def spread(
    work: Callable[[int], Found], pieces: Iterable[int], workers: int
) -> Generator[tuple[int, Found], None, None]:
    """Yield each piece of work with what some processes of this machine find for it, as they have done it.

    The work and what it finds are sent pickled; what it raises, is raised here. Where a process is lost, what
    was being done is done anew. ChildProcessError if that happens three times.
    """
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    copied = "forkserver" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if copied else "spawn")
    context.set_forkserver_preload([*PRELOADED, work.__module__])
    waiting, lost, doing = [*pieces][::-1], 0, dict[Future[Any], int]()
    while waiting:
        pool = ProcessPoolExecutor(min(workers, len(waiting)), context, _begin, (work, gc.get_threshold()))
        try:
            while waiting or doing:
                while waiting and len(doing) < 2 * workers:
                    piece = waiting.pop()
                    doing[pool.submit(_do, piece)] = piece
                for done in wait(doing, return_when=FIRST_COMPLETED).done:
                    found = done.result()
                    yield doing.pop(done), found
        except BrokenProcessPool:
            lost += 1
            if lost == MOST_LOST:
                raise ChildProcessError(f"{MOST_LOST} processes of the work were lost") from None
            waiting += doing.values()
            doing.clear()
        finally:
            pool.shutdown(cancel_futures=True)


_work: list[Callable[[int], object]] = []


def _begin(work: Callable[[int], object], garbage: tuple[int, int, int]) -> None:
    """Make this process do pieces of some work for another one, until that has ended."""
    from multiprocessing import parent_process
    from threading import Thread

    _work.append(work)
    gc.set_threshold(*garbage)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # there are as many processes as are to be busy
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts the work, interrupts the one that gave it
    giver: Any = parent_process()
    Thread(target=lambda: (giver.join(), os._exit(1)), daemon=True).start()


def _do(piece: int) -> object:
    return _work[0](piece)
