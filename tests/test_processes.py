"""Work in a second process comes to the same as here, and what goes wrong there is met again here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from combin.processes import MOST_LOST, begun, begun_answers, shared, spread
from combin.progress import progress, watched
from combin.rules.load import load_rules
from combin.rules.resolved import Rules, remembered

HERE = os.getpid()


@pytest.fixture(params=[1, 2])
def cores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Pretend that there are so many cores."""
    number: int = request.param
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(number)), raising=False)
    monkeypatch.delitem(sys.modules, "typst", raising=False)  # which other tests may have used
    return number


def test_a_second_core_gets_a_process_of_its_own(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert (begun(os.getpid)() == HERE) == (cores == 1)


def test_work_is_done_here_where_the_system_makes_no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert begun(os.getpid)() == HERE


@pytest.mark.usefixtures("cores")
def test_much_that_is_found_comes_whole() -> None:
    asked = begun(lambda: list(range(100_000)))  # more than a pipe holds
    assert asked() == asked() == list(range(100_000))


@pytest.mark.usefixtures("cores")
def test_what_is_raised_is_raised_here_and_only_here(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ValueError(os.getpid())

    asked = begun(fail)
    for _ in range(2):
        with pytest.raises(ValueError, match=str(HERE)):
            asked()
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("cores")
def test_what_cannot_be_sent_is_worked_out_here() -> None:
    assert begun(lambda: lambda: 5)()() == 5


def _counted(place: int) -> tuple[int, int]:
    progress(place, 1)  # what a piece reports itself, is not that of the whole
    return place, os.getpid()


@pytest.mark.usefixtures("cores")
def test_shared_work_comes_in_order_and_is_told_of() -> None:
    told: list[tuple[int, int]] = []
    with watched(lambda *step: told.append(step)):
        found = shared([partial(_counted, place) for place in range(40)])
    assert [place for place, _ in found] == list(range(40))
    assert told == [(place, 40) for place, process in found if process == HERE]


def test_shared_work_that_fails_fails_here(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_processes: list[int] = []
    fork = os.fork

    def noted() -> int:
        begun_processes.append(fork())
        return begun_processes[-1]

    monkeypatch.setattr(os, "fork", noted)

    def fail() -> None:
        raise ValueError(os.getpid())

    for _ in range(2):
        with pytest.raises(ValueError, match=str(HERE)):
            shared([lambda: None, fail, lambda: None, fail])
    assert len(begun_processes) == 2 * (cores - 1)
    for process in begun_processes:
        with pytest.raises(ChildProcessError):  # it has ended, and nothing of it is left
            os.waitpid(process, os.WNOHANG)


def test_a_process_that_ends_half_way_is_made_good() -> None:
    assert begun(lambda: 5 if os.getpid() == HERE else os._exit(1))() == 5


@remembered
def doubled(_: Rules, number: int) -> int:
    if number == 7 and os.getpid() != HERE:
        raise ValueError(number)
    return 2 * number


@pytest.mark.usefixtures("cores")
@pytest.mark.parametrize("numbers", [(), (1, 2, 3, 4), (7, 8, 9)])
def test_answers_of_both_processes_are_remembered(numbers: tuple[int, ...]) -> None:
    rules = load_rules("crown-melbourne")
    known = rules.answers[doubled.__wrapped__] = {}  # type: ignore[attr-defined]
    answered = begun_answers([partial(doubled, rules, number) for number in numbers])
    for _ in range(2):  # who waits again finds all there
        answered()
    assert known == {(number,): 2 * number for number in numbers}


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_the_second_process_ends_when_the_first_is_killed(ending: signal.Signals) -> None:
    text = (
        "import os, time\n"
        "os.sched_getaffinity = lambda _: {0, 1}\n"
        "from combin.processes import begun\n"
        "def work():\n"
        "    print('working', flush=True)\n"
        "    return list(range(1_000_000))\n"
        "begun(work)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "working\n"
        running.send_signal(ending)
        running.communicate(timeout=20)  # which ends when the second, too, has closed its output


# -- several processes ---------------------------------------------------------------------------------------


def lost_at(times: int, folder: Path, piece: int) -> tuple[int, int]:
    """Work out a piece, but for the first one, where the process is lost so many times."""
    with (folder / str(piece)).open("a") as tries:
        tries.write("x")
    if piece == 0 and (folder / "0").stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    if piece == 9:
        raise ValueError("a nine")
    return piece**2, os.getpid()


def test_pieces_are_spread_and_those_of_a_lost_process_done_anew(tmp_path: Path) -> None:
    found = dict(spread(partial(lost_at, MOST_LOST - 1, tmp_path), range(6), 2))
    assert {piece: square for piece, (square, _) in found.items()} == {piece: piece**2 for piece in range(6)}
    assert HERE not in {process for _, process in found.values()}
    assert (tmp_path / "0").stat().st_size == MOST_LOST


def test_a_piece_that_ends_each_process_ends_the_work(tmp_path: Path) -> None:
    with pytest.raises(ChildProcessError, match="3 processes of the work were lost"):
        list(spread(partial(lost_at, MOST_LOST, tmp_path), range(2), 2))


def test_what_a_piece_raises_is_raised_where_the_work_was_given(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a nine"):
        list(spread(partial(lost_at, 0, tmp_path), range(8, 12), 2))
