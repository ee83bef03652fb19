from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

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


def imported(arguments: list[str], folder: Path) -> set[str]:
    """Return the modules that a command has imported when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=False, cwd=folder
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
        ["--help"],
        ["games"],
        ["show", "resorts-world-sentosa"],
        ["analyse", "crown-melbourne"],
        ["analyse", "uk-including-blind", "--format", "json"],
        ["strategy", "crown-melbourne"],
        ["hand", "crown-melbourne", "Qs 6h 4d"],
        ["audit", "resorts-world-sentosa"],
        ["published", "--game", "three-card-poker"],
        ["print", "strategy", "crown-melbourne"],
        ["new", "my-game.toml"],
        ["diff", "crown-melbourne", "uk-including-blind"],
    ],
    ids=" ".join,
)
def test_commands_import_nothing_heavy(command: list[str], tmp_path: Path) -> None:
    assert not imported(command, tmp_path) & HEAVY


def test_help_imports_no_engine_and_no_rules_language(tmp_path: Path) -> None:
    modules = imported(["--help"], tmp_path)
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
def test_the_analysis_of_two_jackpots_runs_through_few_modules(tmp_path: Path) -> None:
    names = imported(["analyse", "crown-melbourne"], tmp_path)
    root = Path(__file__).parents[1]
    modules = [name for name in names if (root / f"{name.replace('.', '/')}.py").is_file()]
    assert len(modules) <= 55


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyse crown-melbourne", "hand crown-melbourne Qs6h4d"])
def test_questions_of_the_base_game_import_no_other_wing(command: str, tmp_path: Path) -> None:
    wings = tuple(f"combin.{wing}" for wing in ("audit", "par", "design", "certificate", "session"))
    assert {name for name in imported(command.split(), tmp_path) if name.startswith(wings)} == set()
