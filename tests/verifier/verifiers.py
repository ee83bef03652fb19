"""The programs of `verifier/`, run on certificates and files."""

from __future__ import annotations

import importlib.util
import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from tests.proof.kinds import KINDS
from tests.variants import variant

__all__ = [
    "CARDS",
    "DECKS",
    "FOLDER",
    "HANDS",
    "METERS",
    "MORE",
    "ONE_DECK",
    "OTHER_DECKS",
    "PROGRAMS",
    "SEVERAL",
    "WORDS",
    "about",
    "answer",
]


FOLDER = Path(__file__).parents[2] / "verifier"
HANDS, MORE, METERS = "verify_certificate", "verify_more_cards", "verify_meters"
DECKS, SEVERAL = "verify_other_decks", "verify_several_seen"
WORDS, CARDS = "certificate_words", "certificate_hands"
"""What all programs read a certificate with, and what most know the hands of a deck by."""


def _program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = {name: _program(name) for name in (HANDS, MORE, METERS, DECKS, SEVERAL)}


def answer(name: str, path: Path) -> tuple[int, str, str]:
    """Return what a program says about a file: its exit code, its output and its complaint."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = PROGRAMS[name].main(str(path))
    return code, out.getvalue(), err.getvalue()


def about(name: str, certificate: dict[str, Any]) -> tuple[int, str, str]:
    """Return the same about a certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return answer(name, path)


ONE_DECK = [kind for kind in KINDS if variant(KINDS[kind]).deck.single and "six-card" not in kind]
OTHER_DECKS = [kind for kind in KINDS if not variant(KINDS[kind]).deck.single]
"""The kinds of games that a program of their own is for, and those for which there is another one."""
