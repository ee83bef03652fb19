"""A printed strategy on paper: a card for the wallet, cards on a sheet, or a sheet of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from combin.formats.typesetter import PIXELS_PER_INCH, print_document
from combin.print.layout import Paper, Size

if TYPE_CHECKING:
    from pathlib import Path

    from combin.print.strategy import StrategyPage

__all__ = ["Layout", "laid_out", "print_strategy"]

CARD_PIXELS_PER_INCH = 300
"""Of a card as PNG: its type is small."""


PAPERS = {Paper.A4: (210, 297), Paper.LETTER: (215.9, 279.4)}
"""Width and height in millimetres."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a strategy is laid out.

    On `sheet` as many cards as it holds are printed; `crop_marks` show where cards are cut; in `four_colours`
    each suit has its own.
    """

    size: Size = Size.WALLET
    sheet: Paper | None = None
    crop_marks: bool = False
    four_colours: bool = False


def print_strategy(page: StrategyPage, path: Path, layout: Layout) -> tuple[Path, ...]:
    """Write a strategy as .pdf, .svg or .png; return the files written.

    A card has two pages, its front and its back.

    Raises:
        PrintError: another ending, or something does not fit.
        OSError: a file cannot be written.
    """
    alone = layout.size is Size.WALLET and layout.sheet is None
    template, data = laid_out(page, layout)
    pixels = CARD_PIXELS_PER_INCH if alone else PIXELS_PER_INCH
    return print_document(template, data, path, pixels_per_inch=pixels, others=(".txt",))


def laid_out(page: StrategyPage, layout: Layout) -> tuple[str, dict[str, Any]]:
    """Return the template of a layout, and what it shows."""
    card = layout.size is Size.WALLET
    paper = layout.sheet if card else Paper(layout.size)
    width, height = PAPERS[paper] if paper is not None else (0, 0)
    data = {
        **asdict(page),
        "four": layout.four_colours,
        "sheet": layout.sheet,
        "marks": layout.crop_marks,
        "width": width,
        "height": height,
    }
    return ("strategy-card" if card else "strategy-sheet"), data
