"""A plot as an answer: in words where there is text alone, as the picture in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.formats.view import View

if TYPE_CHECKING:
    from combin.formats.drawing import Drawing


@dataclass(frozen=True)
class _PictureView(View):
    """A view that a notebook shows as a picture."""

    svg: str = ""

    def html(self) -> str:
        """Return the picture."""
        return self.svg


def plot_view(drawing: Drawing) -> View:
    """Return a plot with what it says in words; its one record is that."""
    entry = {"title": drawing.title, "description": drawing.description}
    return _PictureView(
        drawing.title, (drawing.description,), (), lambda: entry, lambda: [{**entry}], svg=drawing.to_svg()
    )
