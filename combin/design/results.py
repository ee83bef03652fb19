"""The answers to a designer's questions, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.design.sweep import Point, Sweep
    from combin.report.view import View

__all__ = ["SweepResult"]


@dataclass(frozen=True, repr=False)
class SweepResult(Result):
    """Every combination of some settings, which can be gone through in a loop."""

    sweep: Sweep
    digits: int = 10

    def __iter__(self) -> Iterator[Point]:
        return iter(self.sweep.points)

    def __len__(self) -> int:
        return len(self.sweep.points)

    def __getitem__(self, index: int) -> Point:
        return self.sweep.points[index]

    @cached_property
    def view(self) -> View:
        """A table for each wager that the settings change; the records are the wagers of each combination."""
        from combin.report.sweep import sweep_view

        return sweep_view(self.sweep, self.digits)
