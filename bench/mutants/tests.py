"""The tests that may kill a mutant, and how pytest is to run them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

__all__ = ["TARGETS", "SameExamples", "options", "own_tests", "tests_of"]

TARGETS = (
    "combin/cards/ranking.py",
    "combin/cards/five_cards.py",
    "combin/exact",
    "combin/settle",
    "combin/jackpot",
    "combin/audit",
    "combin/proof",
)
TESTS = {
    "combin/cards/ranking.py": ("tests/cards/test_ranking*.py", "tests/cards/test_suit_classes*.py"),
    "combin/exact": (
        "tests/exact",
        "tests/test_pitfalls.py",
        "tests/jackpot/test_joint_seen.py",
        "tests/jackpot/test_mixes.py",
    ),
    "combin/settle": ("tests/settle",),
    "combin/jackpot": ("tests/jackpot", "tests/cli/test_jackpot.py"),
}
"""The tests that may kill a mutant, where they are others than those that mirror its part of the package."""

OPTIONS = (
    "--override-ini=addopts=",
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:terminal"),
    *("--doctest-modules", "--import-mode=importlib", "--strict-markers"),
)


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


def options(paths: Sequence[str]) -> list[str]:
    return [*OPTIONS, *(str(one) for path in paths for one in sorted(Path().glob(path)))]


def own_tests(module: Path) -> list[str]:
    """Return the file that mirrors a module: rules/settle/meter.py has tests/rules/test_settle_meter.py."""
    _, *folders, name = module.parts
    mirrors = (
        Path("tests", *folders[:depth], "_".join(("test", *folders[depth:], name)))
        for depth in range(len(folders) + 1)
    )
    return [str(one) for one in mirrors if one.exists()]


def tests_of(modules: Sequence[str]) -> list[str]:
    """Return what tests the parts of the package that modules belong to, with the doctests of these."""
    parts = dict.fromkeys(map(_part_of, modules))
    return [path for part in parts for path in (part, *TESTS.get(part, _mirrors(part)))]


def _part_of(module: str) -> str:
    """Return the part of the package: combin/paper, combin/cards/cards.py, or one that `TESTS` names."""
    named = (part for part in TESTS if Path(module).is_relative_to(part))
    return next(named, str(Path(*Path(module).parts[:2])))


def _mirrors(part: str) -> tuple[str, ...]:
    name = Path(part).relative_to("combin")
    return (f"tests/test_{name.stem}*.py" if name.suffix else f"tests/{name}",)
