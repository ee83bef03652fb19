"""What `Game.design` returns: the tables found, or the meters, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.results import Several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.search.answer import Design, DesignAnswer
    from combin.design.search.jackpot import JackpotDesign, JackpotDesigns
    from combin.formats.view import View

__all__ = ["DesignResult", "JackpotDesignResult"]


@dataclass(frozen=True, repr=False)
class DesignResult(Several["Design"]):
    """The pay tables found, the best first.

    `answer.matching` is how many there are in all, listed or not.
    """

    answer: DesignAnswer
    digits: int = 10

    @property
    def _parts(self) -> Sequence[Design]:
        return self.answer.designs

    @cached_property
    def view(self) -> View:
        """The tables side by side; the records are the tables."""
        from combin.report.search import designs_view

        return designs_view(self.answer, self.digits)


@dataclass(frozen=True, repr=False)
class JackpotDesignResult(Several["JackpotDesign"]):
    """The meters found, by seed and by bonus prizes."""

    answer: JackpotDesigns
    digits: int = 10

    @property
    def _parts(self) -> Sequence[JackpotDesign]:
        return self.answer.designs

    @cached_property
    def view(self) -> View:
        """The meters side by side; the records are the meters."""
        from combin.report.search import meters_view

        return meters_view(self.answer, self.digits)
