"""The session of pytest that runs mutants where pytest would run the tests."""

from __future__ import annotations

import ast
import builtins
import gc
import json
import resource
import signal
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pytest

from bench.mutants.forks import in_parallel
from bench.mutants.imported import apart
from bench.mutants.in_place import Marked, forget, install, live_functions
from bench.mutations import Mutant, mutants

__all__ = ["Score", "Session"]

SECONDS = 10.0
"""Of processor time for the tests of one mutant, the quickest first; one that lives so long survives."""
MEMORY = 8 << 30
Calls = dict[tuple[str, int], set[str]]
"""By the module and the first line of a function: the tests that call it."""


@dataclass
class Score:
    """What became of the mutants of one module."""

    killed: int = 0
    late: int = 0
    survived: list[Mutant] = field(default_factory=list)

    @property
    def mutants(self) -> int:
        return self.dead + len(self.survived)

    @property
    def dead(self) -> int:
        return self.killed + self.late

    @property
    def share(self) -> str:
        return f"{self.dead / self.mutants:.1%}" if self.mutants else "-"


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
        if session.testsfailed or not session.items:
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
        print(f"== {module}: {found.mutants} mutants, {found.dead} killed, {found.share}", flush=True)
        return found
