"""Files are written whole or not at all, wherever their names lead."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from combin.files import replace_file
from tests.helpers.command_line import Run, combin


def put(text: str) -> Callable[[str], object]:
    return lambda name: Path(name).write_text(text, encoding="utf-8")


def test_a_file_gets_the_mode_of_all_new_files_and_keeps_its_own(tmp_path: Path) -> None:
    path, plain = tmp_path / "some.txt", tmp_path / "plain.txt"
    plain.touch()
    replace_file(path, put("one"))
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    replace_file(path, put("two"))
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("two", 0o640)


def test_a_symbolic_link_stays_one_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link, second = tmp_path / "there" / "some.txt", tmp_path / "link.txt", tmp_path / "second.txt"
    link.symlink_to(target)
    second.symlink_to(link.name)
    for text in ("new", "again"):  # at first the link leads nowhere
        replace_file(second, put(text))
        assert target.read_text(encoding="utf-8") == text
    assert link.is_symlink()
    assert second.is_symlink()
    assert len([*tmp_path.rglob("*")]) == 4


def test_a_name_as_long_as_names_can_be_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".txt")
    replace_file(path, put("one"))
    assert path.read_text(encoding="utf-8") == "one"


def test_a_pipe_gets_what_would_stand_in_the_file(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe.csv", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    replace_file(pipe, put("x" * 200_000))
    reader.join(10)
    assert read == ["x" * 200_000]
    assert pipe.is_fifo()


def test_a_reader_who_goes_away_is_no_mistake() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    replace_file(Path(f"/dev/fd/{writing}"), put("x" * 200_000))
    os.close(writing)


SWEEP = "sweep three-card-prime --set decision.play=1 -o"


@pytest.mark.parametrize(
    ("command", "make", "complaint"),
    [
        (SWEEP, lambda path: path.mkdir(), "Is a directory"),
        (SWEEP, lambda path: path.symlink_to(path.name), "Too many levels of symbolic links"),
        (SWEEP, lambda path: path.symlink_to("/dev/full"), "No space left on device"),
        (SWEEP, lambda path: path.symlink_to("nowhere/file.csv"), "No such file or directory"),
        ("submit three-card-prime -o", lambda path: path.touch(), "Not a directory"),
        pytest.param(
            "certify three-card-prime -o", lambda path: path.mkdir(), "Is a directory", marks=pytest.mark.slow
        ),
        pytest.param(
            "par three-card-prime -o",
            lambda path: path.symlink_to("/dev/full"),
            "No space left on device",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(
    command: str, make: Callable[[Path], object], complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / f"some.{'xlsx' if command.startswith('par') else 'csv'}"
    make(path)
    assert combin(*command.split(), str(path)) == Run(2, "", f"combin: {path}: {complaint}\n")
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_is_write_protected_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.txt"
    path.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)  # as it is for whoever may do less than these tests
    with pytest.raises(PermissionError, match="Permission denied"):
        replace_file(path, put("one"))
    assert path.read_text(encoding="utf-8") == ""


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.few(2)
def test_a_command_that_is_ended_leaves_no_file(ending: signal.Signals, tmp_path: Path) -> None:
    # Whoever runs these tests may leave some endings to others, as nohup does, and programs inherit that.
    text = (
        "import signal, sys, time\n"
        "for ending in (signal.SIGTERM, signal.SIGHUP):\n"
        "    signal.signal(ending, signal.SIG_DFL)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import combin.formats.view as formats, combin.files as files\n"
        "formats.write_view = lambda view, path: files.replace_file(path, lambda _: wait())\n"
        "def wait():\n"
        "    print('writing', flush=True)\n"
        "    time.sleep(60)\n"
        "from combin.__main__ import run\n"
        "run()\n"
    )
    arguments = ["sweep", "three-card-prime", "--set", "wager.prime.on_fold=lost", "-o", "out.csv"]
    command = [sys.executable, "-c", text, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "writing\n"
        assert len([*tmp_path.iterdir()]) == 1
        running.send_signal(ending)
        _, complaint = running.communicate(timeout=20)
    assert running.returncode == 128 + ending
    assert complaint == ("combin: interrupted\n" if ending == signal.SIGINT else "")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_an_interrupt_at_any_import_of_the_start_shows_no_traceback() -> None:
    """Before each module that is looked for, a copy of the program is interrupted and goes on from there."""
    text = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from combin.__main__ import run\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        copy = os.fork()\n"
        "        if copy == 0:\n"
        "            sys.meta_path.remove(self)\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "        code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])\n"
        "        print(name, 'ended with', code, file=sys.stderr)\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "run()\n"
    )
    command = [sys.executable, "-c", text, "analyse", "crown-melbourne"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    assert {*lines[::2]} == {"combin: interrupted"}
    modules = [line.removesuffix(" ended with 130") for line in lines[1::2]]
    assert {"combin.cli", "typer.core", "combin.game", "msgspec", "combin.exact.strategy"} <= {*modules}
    assert all(" " not in module for module in modules)
    assert done.stdout.count("Three Card Poker") == 1
