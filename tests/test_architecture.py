from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
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
"""What stands on each floor of the core, the lowest first, as the map of docs/architecture.md has it."""

FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
PRODUCTS = {
    row[1]: set(re.findall(r"`(\w+)`", row[2])) for row in re.finditer(r"(?m)^\| `(\w+)/` \| ([^|]*)\|", MAP)
}
"""The products, each with the products that it may import."""

DOORS = {"game", "__init__"}
"""The modules of the core that may name products, to reach them when asked."""

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
    assert FLOOR_OF.keys() | PRODUCTS.keys() == there
    assert not FLOOR_OF.keys() & PRODUCTS.keys()


@pytest.mark.slow
def test_imports_run_down_the_floors_and_along_the_table_of_products() -> None:
    wrong = []
    for path in MODULES:
        own = path.parts[0].removesuffix(".py")
        products = PRODUCTS.keys() if own in DOORS else PRODUCTS.get(own, set()) | {own}
        floor = FLOOR_OF.get(own, len(FLOORS))
        allowed = products | {name for name, its_floor in FLOOR_OF.items() if its_floor <= floor}
        wrong += [
            f"{path}:{line} imports {module}"
            for line, module in imported(path)
            if top(module) not in allowed | {"__init__"}
        ]
    assert wrong == []


@pytest.mark.slow
def test_the_core_works_without_a_product(tmp_path: Path) -> None:
    """A product that no other imports is deleted, with its lines in the table of commands."""
    gone = "submission"
    assert not any(gone in uses for uses in PRODUCTS.values())
    root = PACKAGE.parent
    for part in ("combin", "tests", "docs", "verifier", "pyproject.toml"):
        copy = shutil.copytree if (root / part).is_dir() else shutil.copy
        copy(root / part, tmp_path / part)
    shutil.rmtree(tmp_path / "combin" / gone)
    table = tmp_path / "combin" / "cli" / "app.py"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if f"combin.{gone}." not in line), encoding="utf-8")

    def ran(*words: str) -> str:
        run = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
        return run.stdout

    assert gone not in ran("-m", "combin", "--help")
    assert "3.3730%" in ran("-m", "combin", "analyse", "crown-melbourne", "--ante-bonus", "A")
    marks = "not slow and not browser and not kernel"
    quick = ("-m", "pytest", "-m", marks, "-p", "no:cacheprovider", "-n", "0")
    assert " passed" in ran(*quick, "tests/cards/test_cards.py", "tests/exact/test_strategy.py")


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
        if path.stem in DOORS:  # which reach a product when asked, so that products may ask a game
            below[name] = {module for module in below[name] if top(module) not in PRODUCTS}
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


def test_what_is_named_by_its_place_is_there() -> None:
    texts = {(PACKAGE / path).read_text(encoding="utf-8") for path in MODULES}
    places = {place for text in texts for place in re.findall(r'"(combin[.\w]+:\w+)"', text)}
    assert len(places) > 60
    for place in places:
        module, _, name = place.partition(":")
        assert hasattr(import_module(module), name), place


SIZES = {
    "core": (21_857, 77),
    "audit": (6_487, 16),
    "certificate": (2_463, 9),
    "counting": (553, 3),
    "design": (3_591, 8),
    "figures": (404, 3),
    "paper": (1_957, 5),
    "par": (4_019, 9),
    "plots": (1_113, 6),
    "proof": (3_120, 8),
    "protection": (1_641, 7),
    "seats": (1_177, 4),
    "session": (2_903, 7),
    "settle": (3_471, 9),
    "site": (1_159, 4),
    "submission": (957, 5),
    "sweeps": (678, 3),
    "tournament": (1_670, 7),
    "all": (59_220, 190),
}
"""The most lines and modules of the core, of each product, and of all; they only go down."""


def test_the_house_does_not_grow() -> None:
    lines, modules = Counter[str](), Counter[str]()
    for path in MODULES:
        name = path.parts[0].removesuffix(".py")
        for part in (name if name in PRODUCTS else "core", "all"):
            lines[part] += len((PACKAGE / path).read_text(encoding="utf-8").splitlines())
            modules[part] += 1
    assert SIZES.keys() == lines.keys()
    grown = [part for part, most in SIZES.items() if lines[part] > most[0] or modules[part] > most[1]]
    assert grown == []
