"""A plot that stands in a report: its name, what it shows in words, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.formats.drawing import Drawing

__all__ = ["Plot"]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot of a game's report; it is drawn when it is written.

    `alt` says what it shows to those who do not see it, with its figures.
    """

    game: str
    name: str
    alt: str
    draw: Callable[[], Drawing]

    @property
    def file(self) -> str:
        """The name of its file, beside the report: `crown-melbourne-meter-density.svg`."""
        return f"{self.game}-{self.name}.svg"
