"""Mutation testing: put one small fault after the other into a module and see whether its tests notice.

`make mutants` runs it; docs/mutants.md says how to read it. Nothing is written to any source file: all tests
are collected once, each mutant is a fork of that process, in which the code of the mutated function is
exchanged in place, and runs the tests that call this function until the first one fails.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import resource
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from types import CodeType, FunctionType, ModuleType

import pytest

from bench.mutations import Mutant, first_line, mutants

TARGETS = ("combin/ranking.py", "combin/fivecard.py", "combin/exact", "combin/rules/settle", "combin/jackpot")
TESTS = {
    "combin/ranking.py": ("combin/ranking.py", "tests/test_ranking*.py", "tests/test_isomorphism*.py"),
    "combin/fivecard.py": ("combin/fivecard.py", "tests/test_fivecard.py"),
    "combin/exact": (
        "combin/exact",
        "tests/exact",
        "tests/test_pitfalls.py",
        "tests/jackpot/test_mixes.py",
    ),
    "combin/rules/settle": (
        "combin/rules/settle",
        "tests/rules/test_settle*.py",
        "tests/rules/test_rounds.py",
    ),
    "combin/jackpot": ("combin/jackpot", "tests/jackpot", "tests/cli/test_jackpot.py"),
}
"""The tests that may kill a mutant: those of its own part of the package."""

SECONDS = 10.0
"""Of processor time for the tests of one mutant, the quickest first; one that lives so long survives."""
MEMORY = 8 << 30
BROKEN = 70
"""How a child process ends that could not do its work: neither a test that passed nor one that failed."""
ENVIRONMENT = "COMBIN_MUTANT"
OPTIONS = (
    "--override-ini=addopts=",
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:terminal"),
    *("--doctest-modules", "--import-mode=importlib", "--strict-markers"),
)
Key = tuple[str, str, int]
"""A function: its file, its qualified name and its first line."""
Calls = dict[tuple[str, int], set[str]]
"""By the module and the first line of a function: the tests that call it."""


def options(paths: Sequence[str]) -> list[str]:
    return [*OPTIONS, *(str(one) for path in paths for one in sorted(Path().glob(path)))]


# -- changing code in place -----------------------------------------------------------------------------


def codes(code: CodeType) -> Iterator[CodeType]:
    """Every code inside a module's code."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


def install(tree: ast.Module, path: str, live: dict[Key, list[FunctionType]]) -> None:
    """Give the functions that exist the code of this tree."""
    for code in codes(compile(tree, path, "exec", dont_inherit=True)):
        for function in live.get((path, code.co_qualname, code.co_firstlineno), ()):
            if function.__code__.co_freevars == code.co_freevars:
                function.__code__ = code


def live_functions(paths: set[str]) -> dict[Key, list[FunctionType]]:
    found: dict[Key, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in paths:
            code = one.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)
    return found


def forget() -> None:
    """Empty every cache that collecting the tests has filled."""
    for one in gc.get_objects():
        kind = type(one)
        if hasattr(kind, "cache_clear"):
            one.cache_clear()
        elif str(kind.__module__).startswith("combin.") and hasattr(one, "__dict__"):
            for base in kind.__mro__:
                for name, value in vars(base).items():
                    if isinstance(value, cached_property):
                        vars(one).pop(name, None)


class Marked(ast.NodeTransformer):
    """Makes every function report its first line when it is called."""

    def __init__(self, path: str) -> None:
        self.path = path

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        call = ast.parse(f"mutants_called(({self.path!r}, {first_line(node)}))").body[0]
        node.body.insert(ast.get_docstring(node, clean=False) is not None, call)
        return node


# -- processes ----------------------------------------------------------------------------------------------


def fork(work: Callable[[], int]) -> int:
    """Start work in a child process, and return its process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = work()
    finally:
        os._exit(status)


def in_parallel(works: Iterator[tuple[int, Callable[[], int]]], done: Callable[[int, int], None]) -> None:
    """Run works in child processes, one a core; `done` takes the number of each and how it ended."""
    running: dict[int, int] = {}
    more = True
    while more or running:
        while more and len(running) < (os.cpu_count() or 1):
            work = next(works, None)
            if work is None:
                more = False
            else:
                running[fork(work[1])] = work[0]
        if running:
            child, status = os.wait()
            ended = os.waitstatus_to_exitcode(status)
            if ended == BROKEN:
                raise RuntimeError("a mutant could not be tried; nothing can be said about its tests")
            done(running.pop(child), ended)


# -- the session -------------------------------------------------------------------------------------------


class SameExamples:
    """The pytest plugin that makes every run draw the same examples, and shrink none: a failure is enough."""

    def pytest_configure(self) -> None:
        from hypothesis import HealthCheck, Phase, settings  # pytest has to see it first

        settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")


@dataclass
class Score:
    """What became of the mutants of one module."""

    killed: int = 0
    late: int = 0
    survived: list[Mutant] = field(default_factory=list)

    @property
    def mutants(self) -> int:
        return self.killed + self.late + len(self.survived)


class Session:
    """The pytest plugin that runs mutants where pytest would run the tests."""

    def __init__(self, modules: Sequence[str], part: slice) -> None:
        self.modules = modules
        self.part = part
        self.failed = False
        self.scores: dict[str, Score] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return False
        self.paths = {module: str(Path(module).resolve()) for module in self.modules}
        self.live = live_functions(set(self.paths.values()))
        forget()
        gc.freeze()
        calls, self.seconds = self.baseline(session.items)
        items = [one for one in session.items if one.nodeid in self.seconds]
        print(f"{len(items)} tests, {sum(self.seconds.values()):.0f} s", flush=True)
        for module in self.modules:
            self.scores[module] = self.score(module, items, calls)
        return True

    def run(self, items: Sequence[pytest.Item]) -> bool:
        """Run tests until the first one fails; tell whether all pass."""
        for item, following in pairwise([*items, None]):
            assert item is not None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return False
        return True

    def baseline(self, items: Sequence[pytest.Item]) -> tuple[Calls, dict[str, float]]:
        """Which tests call which function, and the seconds of every test that passes unmutated."""
        calls: Calls = defaultdict(set)
        seconds: dict[str, float] = {}
        files = [list(group) for _, group in groupby(items, lambda item: item.path)]
        with TemporaryDirectory() as folder:

            def observe(number: int) -> int:
                called: set[tuple[str, int]] = set()
                vars(builtins)["mutants_called"] = called.add
                for module, path in self.paths.items():
                    tree = ast.fix_missing_locations(Marked(module).visit(ast.parse(Path(path).read_text())))
                    install(tree, path, self.live)
                seen = []
                for item in files[number]:
                    called.clear()
                    self.failed = False
                    start = process_time()
                    if self.run([item]):
                        seen.append((item.nodeid, process_time() - start, sorted(called)))
                Path(folder, str(number)).write_text(json.dumps(seen))
                return 0

            works = ((number, partial(observe, number)) for number in range(len(files)))
            in_parallel(works, lambda _number, _status: None)
            for name in Path(folder).iterdir():
                for nodeid, taken, called in json.loads(name.read_text()):
                    seconds[nodeid] = taken
                    for module, line in called:
                        calls[module, line].add(nodeid)
        return calls, seconds

    def chosen(self, calling: set[str], items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests that call a function, quickest first, then the others of their files, which may use what
        those have left in a cache; as many as the time for one mutant allows."""
        files = {item.path for item in items if item.nodeid in calling}
        near = [item for item in items if item.path in files]
        near.sort(key=lambda item: (item.nodeid not in calling, self.seconds[item.nodeid]))
        taken: list[pytest.Item] = []
        left = SECONDS
        for item in near:
            left -= self.seconds[item.nodeid]
            if left > 0 or not taken:
                taken.append(item)
        return taken

    def score(self, module: str, items: Sequence[pytest.Item], calls: Calls) -> Score:
        path = self.paths[module]
        made = mutants(Path(path).read_text())
        found = Score()

        def attempt(tree: ast.Module, calling: set[str]) -> int:
            tests = self.chosen(calling, items)
            limit = int(4 * sum(self.seconds[one.nodeid] for one in tests)) + 5
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(40 * limit)
            install(tree, path, self.live)
            return 0 if self.run(tests) else 1

        def work(number: int) -> int:
            if number < 0:
                called = {
                    nodeid for (one, _), nodeids in calls.items() if one == module for nodeid in nodeids
                }
                return attempt(ast.parse(Path(path).read_text()), called)
            mutant = made[number]
            if mutant.scope is None:
                return apart(module, number)
            return attempt(mutant.tree, calls.get((module, mutant.scope), set()))

        def done(number: int, status: int) -> None:
            if number < 0:
                # The module as it is, tried like a mutant, has to live.
                if status:
                    raise RuntimeError(f"{module}: its tests fail without any fault")
            elif status == 0:
                found.survived.append(made[number])
                print(f"{module}:{made[number].line}: {made[number].shown}", flush=True)
            elif status > 0:
                found.killed += 1
            else:
                found.late += 1

        numbers = (-1, *range(len(made))[self.part])
        in_parallel(((number, partial(work, number)) for number in numbers), done)
        dead = found.killed + found.late
        killed = share(dead, found.mutants)
        print(f"== {module}: {found.mutants} mutants, {dead} killed, {killed}", flush=True)
        return found


# -- what runs when a module is imported needs a process of its own ----------------------------------------


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


# -- the command ---------------------------------------------------------------------------------------------


def share(dead: int, tried: int) -> str:
    return f"{dead / tried:.1%}" if tried else "-"


def own_tests(module: Path) -> list[str]:
    """Return the file that mirrors a module: rules/settle/paid.py has tests/rules/test_settle_paid.py."""
    _, *folders, name = module.parts
    mirrors = (
        Path("tests", *folders[:depth], "_".join(("test", *folders[depth:], name)))
        for depth in range(len(folders) + 1)
    )
    return [str(one) for one in mirrors if one.exists()]


def tests_of(modules: Sequence[str]) -> list[str]:
    parts = [part for part in TARGETS if any(Path(module).is_relative_to(part) for module in modules)]
    return [path for part in parts for path in TESTS[part]]


def modules_of(paths: Sequence[str]) -> list[str]:
    """The modules under files and folders."""
    return [
        str(one)
        for path in map(Path, paths)
        for one in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
        if mutants(one.read_text())
    ]


def part_of(text: str) -> slice:
    """Return the part of a module's mutants that "2/3" names: the second, fifth, eighth and so on."""
    first, step = map(int, text.split("/"))
    if not 1 <= first <= step:
        raise ValueError(text)
    return slice(first - 1, None, step)


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
        print("the tests do not even collect")
        return 1
    print(f"\n{'module':<44}{'mutants':>8}{'killed':>8}{'of them late':>14}{'score':>8}")
    for module, score in session.scores.items():
        dead = score.killed + score.late
        print(f"{module:<44}{score.mutants:>8}{dead:>8}{score.late:>14}{share(dead, score.mutants):>8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
