"""The answers to a designer's questions, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.results import Result, Several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.checking import Checked
    from combin.design.differences import Differences
    from combin.design.sensitivity import Sensitivity
    from combin.design.sweep import Point, Sweep
    from combin.formats.view import View

__all__ = ["CheckResult", "DiffResult", "SensitivityResult", "SweepResult"]


@dataclass(frozen=True, repr=False)
class SweepResult(Several["Point"]):
    """Every combination of some settings."""

    sweep: Sweep
    digits: int = 10

    @property
    def _parts(self) -> Sequence[Point]:
        return self.sweep.points

    @cached_property
    def view(self) -> View:
        """A table for each wager that the settings change; the records are the wagers of each combination."""
        from combin.report.sweep import sweep_view

        return sweep_view(self.sweep, self.digits)


@dataclass(frozen=True, repr=False)
class SensitivityResult(Result):
    """What one unit in each pay, each switch of a rule and each wrong decision at a border does."""

    sensitivity: Sensitivity
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The effects in tables; each is a record."""
        from combin.report.sensitivity import sensitivity_view

        return sensitivity_view(self.sensitivity, self.digits)


@dataclass(frozen=True, repr=False)
class DiffResult(Result):
    """Where two games differ, in rules and in numbers."""

    differences: Differences
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The entries and the figures that differ; the records are the figures."""
        from combin.report.differences import differences_view

        return differences_view(self.differences, self.digits)


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """Sound games, each with what it says and what is odd about it."""

    checked: tuple[Checked, ...]
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """What the rules say, their figures and what is odd; the records are what is odd."""
        from combin.report.checks import checks_view

        return checks_view(self.checked, self.digits)
