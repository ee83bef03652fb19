from __future__ import annotations

import json
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

HEAVY = {"numpy", "polars", "sympy", "asyncio", "multiprocessing", "pandas", "xlsxwriter", "openpyxl"}
"""What takes a tenth of a second or more to import, or brings such things with it."""

RUN = """
import json, sys
from combin.cli import main
sys.argv = ["combin", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    code = end.code
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


@cache
def imported(command: str) -> set[str]:
    """Return the modules that a command has imported when it is done."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", RUN, *shlex.split(command)],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
    *complaints, last = done.stderr.splitlines()
    code, modules = json.loads(last)
    assert not code, complaints
    assert done.stdout
    return set(modules)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "games",
        "analyse crown-melbourne",
        "hand crown-melbourne Qs6h4d",
        "tournament crown-melbourne",
        "audit resorts-world-sentosa",
        "published --game three-card-poker",
        "print strategy crown-melbourne",
        "new my-game.toml",
    ],
)
def test_commands_import_nothing_heavy(command: str) -> None:
    assert not imported(command) & HEAVY


def test_help_imports_no_engine_and_no_rules_language() -> None:
    modules = imported("--help")
    assert not modules & {
        "msgspec",
        "combin.exact",
        "combin.rules.model",
        "combin.proof.hands",
        "combin.game",
    }


def test_nothing_else_is_imported_before_the_library_is_asked_and_interrupts_are_taken_care_of() -> None:
    code = "import sys; before = {*sys.modules}; import combin.__main__; print(*{*sys.modules} - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} <= {"__future__", "combin", "combin.version", "combin.__main__"}


@pytest.mark.slow
def test_the_analysis_of_two_jackpots_runs_through_few_modules() -> None:
    names = imported("analyse crown-melbourne")
    root = Path(__file__).parents[1]
    modules = [name for name in names if (root / f"{name.replace('.', '/')}.py").is_file()]
    assert len(modules) <= 55


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyse crown-melbourne", "hand crown-melbourne Qs6h4d"])
def test_questions_of_the_base_game_import_no_other_wing(command: str) -> None:
    wings = tuple(f"combin.{wing}" for wing in ("audit", "par", "design", "certificate", "session"))
    assert {name for name in imported(command) if name.startswith(wings)} == set()
