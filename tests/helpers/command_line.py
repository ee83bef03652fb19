"""The command line as tests run it: in this process, or as a program of its own."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from combin.cli import main
from combin.rules import load
from combin.rules.resolved import Rules


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def combin(*arguments: str) -> Run:
    """Run the command line in this process, its output going nowhere else."""
    out, err = io.StringIO(), io.StringIO()
    code = _run(arguments, out, err)
    return Run(code, out.getvalue(), err.getvalue())


def combined(text: str) -> str:
    """Run a line that begins with `combin` in this process, and return all that it prints in its order."""
    out = io.StringIO()
    _run(shlex.split(text)[1:], out, out)
    return out.getvalue()


_read_rules = load._read_rules


@lru_cache(maxsize=16)
def _read_once(layers: str, game: str | Path, readings: tuple[tuple[str, str], ...]) -> Rules:  # noqa: ARG001
    return _read_rules(game, readings)


def shared_rules(game: str | Path, readings: tuple[tuple[str, str], ...]) -> Rules:
    """Return the rules of a file, which keep what is computed of them for as long as it says the same."""
    return _read_once(repr(load.raw_layers(game)), game, readings)


def _run(arguments: Iterable[str], out: io.StringIO, err: io.StringIO) -> int:
    code: object = None
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["combin", *arguments]),
        patch.object(load, "_read_rules", shared_rules),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return int(str(code)) if code is not None else 0


def typed(text: str) -> Run:
    """Run the command line in this process, as it is typed."""
    return combin(*shlex.split(text))


def answer(text: str, form: str = "table") -> Run:
    """Run the command line as it is typed, and have the answer in a format."""
    return typed(f"{text} --format {form}")


def payload(text: str) -> Any:  # noqa: ANN401  whatever JSON holds
    """Return what a line answers in JSON."""
    done = answer(text, "json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def program(*arguments: str, environment: dict[str, str] | None = None, cwd: Path | None = None) -> Run:
    """Run the command line as a program."""
    done = subprocess.run(
        [sys.executable, "-m", "combin", *arguments],
        capture_output=True,
        check=False,
        env=environment,
        cwd=cwd,
        encoding="utf-8",
    )
    return Run(done.returncode, done.stdout, done.stderr)
