"""Mutation testing: put one small fault after the other into a module and see whether its tests notice.

`make mutants` runs it; docs/mutants.md says how to read it. Nothing is written to any source file: all tests
are collected once, each mutant is a fork of that process, in which the code of the mutated function is
exchanged in place, and runs the tests that call this function until the first one fails.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.mutants.forks import part_of
from bench.mutants.imported import run_imported
from bench.mutants.session import Session
from bench.mutants.tests import TARGETS, SameExamples, options, tests_of
from bench.mutations import mutants


def modules_of(paths: Sequence[str]) -> list[str]:
    """The modules under files and folders."""
    return [
        str(one)
        for path in map(Path, paths)
        for one in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
        if mutants(one.read_text())
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=TARGETS, help="modules or folders of combin/")
    parser.add_argument("--part", type=part_of, default="1/1", help="2/3: of three mutants the second")
    parser.add_argument("--import", dest="imported", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.imported:
        return run_imported()
    modules = modules_of(chosen.paths)
    session = Session(modules, chosen.part)
    pytest.main(options(tests_of(modules)), plugins=[SameExamples(), session])
    if not session.scores:
        print("no tests of these modules, or they do not even collect")
        return 1
    print(f"\n{'module':<44}{'mutants':>8}{'killed':>8}{'of them late':>14}{'score':>8}")
    for module, score in session.scores.items():
        print(f"{module:<44}{score.mutants:>8}{score.dead:>8}{score.late:>14}{score.share:>8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
