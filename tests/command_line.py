"""The command line as tests run it: in this process, or as a program of its own."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from combin.cli import main

__all__ = ["Run", "answer", "combin", "program"]


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def combin(*arguments: str) -> Run:
    """Run the command line in this process, its output going nowhere else."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", ["combin", *arguments]):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Run(int(str(code)) if code is not None else 0, out.getvalue(), err.getvalue())


def answer(command: str, form: str = "table") -> Run:
    """Run a line of the command line in this process, and have the answer in a format."""
    return combin(*shlex.split(command), "--format", form)


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
