"""The program of `verifier/`, run on certificates and files."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from combin.certificate.certify import verifier

FOLDER = Path(__file__).parents[2] / "verifier"


def module(name: str) -> Any:  # noqa: ANN401  the program has no types
    """Return a module of the program, as `combin verify` has it."""
    return import_module(f"{verifier().__package__}.{name}")


def answer(path: Path) -> tuple[int, str, str]:
    """Return what the program says about a file: its exit code, its output and its complaint."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code: int = module("comparing").main(str(path))
    return code, out.getvalue(), err.getvalue()


def about(certificate: dict[str, Any]) -> tuple[int, str, str]:
    """Return the same about a certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return answer(path)
