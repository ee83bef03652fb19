"""Work done in a second process while the first one goes on."""

from __future__ import annotations

import os
import pickle
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable


Found = TypeVar("Found")


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

    def found() -> Found:
        with os.fdopen(receiving, "rb") as pipe:
            data = pipe.read()
        os.waitpid(second, 0)
        try:
            result: Found = pickle.loads(data)  # noqa: S301  nobody else has written it
        except (EOFError, pickle.UnpicklingError):
            return work()
        return result

    return found
