from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import combin

PACKAGE = Path(combin.__file__).parent
MAP = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")

FLOORS = [
    re.findall(r"`(\w+)(?:/|\.py)`", row.split("|")[2])
    for row in MAP.splitlines()
    if re.match(r"\| \d+ \|", row)
]
"""What stands on each floor, the lowest first, as the map of docs/architecture.md has it."""

FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def top(module: str) -> str:
    """Return the folder or file of the package that a module is in: "exact" of combin.exact.strategy."""
    return [*module.split("."), "__init__"][1]


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))))


def imported(path: Path) -> list[tuple[int, str]]:
    """Return the modules of the package that a file imports, also for types alone, each with its line."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "combin":
            names = [f"combin.{alias.name}" for alias in node.names] if node.module == "combin" else []
            found += [(node.lineno, name) for name in names or [str(node.module)]]
        elif isinstance(node, ast.Import):
            found += [
                (node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "combin"
            ]
    return found


def test_the_map_names_everything_that_is_there() -> None:
    there = {path.parts[0].removesuffix(".py") for path in MODULES} - {"__init__", "__main__"}
    assert set(FLOOR_OF) == there


@pytest.mark.slow
def test_no_import_runs_from_a_lower_floor_to_a_higher_one() -> None:
    floors = {path: FLOOR_OF.get(path.parts[0].removesuffix(".py"), len(FLOORS)) for path in MODULES}
    upwards = [
        f"{path}:{line} imports {module}"
        for path, floor in floors.items()
        for line, module in imported(path)
        if FLOOR_OF.get(top(module), len(FLOORS)) > floor
    ]
    assert upwards == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {
        ".".join(("combin", *path.with_suffix("").parts)).removesuffix(".__init__"): path for path in MODULES
    }
    below: dict[str, set[str]] = {}
    for name, path in names.items():
        text = (PACKAGE / path).read_text(encoding="utf-8")
        below[name] = set()
        for module, words in re.findall(r"^ *from (combin[.\w]*) import (\([^)]*|.*)", text, re.MULTILINE):
            inner = {f"{module}.{word}" for word in re.findall(r"\w+", words)} & names.keys()
            below[name] |= (inner or {module}) - {name}
    while leaves := [name for name, others in below.items() if not others & below.keys()]:
        below = {name: others for name, others in below.items() if name not in leaves}
    while roots := below.keys() - set().union(*below.values()):
        below = {name: others for name, others in below.items() if name not in roots}
    assert sorted(below) == []


@pytest.mark.slow
def test_a_parameter_says_what_it_is() -> None:
    vague = [
        f"{path}:{node.lineno}"
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.arg) and node.arg in ("one", "found")
    ]
    assert vague == []
