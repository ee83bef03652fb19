"""Mutants at the level of a module or class, which run when it is imported: a process for each."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from bench.mutants.forks import BROKEN
from bench.mutants.tests import SameExamples, options, own_tests, tests_of
from bench.mutations import mutants

__all__ = ["apart", "run_imported"]

ENVIRONMENT = "COMBIN_MUTANT"


def apart(module: str, number: int) -> int:
    """Run the tests of a module in a new process, into which the mutant is imported; 0 if all pass."""
    command = [sys.executable, "-m", "bench.mutants", "--import"]
    environment = {**os.environ, ENVIRONMENT: f"{module}:{number}"}
    code = subprocess.run(command, env=environment, check=False, capture_output=True).returncode
    # 1: a test failed; 2: a file does not even import. Anything else but 0 says nothing about the tests.
    return code if code in {0, 1, 2} else BROKEN


class Mutated(SourceFileLoader):
    """Loads the mutant of a module in the module's place."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.get_filename(fullname), "exec", dont_inherit=True)


class Finder:
    """Finds the mutant of one module, and nothing else; a pytest plugin."""

    def __init__(self, module: str, number: int) -> None:
        self.module = module
        self.name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.number = number

    def pytest_configure(self) -> None:
        sys.meta_path.insert(0, self)  # before the hook of pytest, which would take the file as it is

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        loader = Mutated(fullname, str(spec.origin))
        loader.tree = mutants(Path(self.module).read_text())[self.number].tree
        spec.loader = loader
        return spec


def run_imported() -> int:
    module, number = os.environ[ENVIRONMENT].split(":")
    own = own_tests(Path(module))
    paths = [module, *own] if own else tests_of([module])
    return int(
        pytest.main(["--exitfirst", *options(paths)], plugins=[SameExamples(), Finder(module, int(number))])
    )
