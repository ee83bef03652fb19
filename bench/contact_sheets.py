"""A picture of each document in a folder with all of its pages side by side, to be looked at after a change.

`make documents` runs it: `build/NAME-contact.png` for each `build/NAME.pdf`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typst
from pypdf import PdfReader

WIDTH, ACROSS, GAP = 400, 6, 4
"""Millimetres of a sheet, how many pages stand beside one another at most, and how far apart they are."""
PIXELS_PER_INCH = 120

SHEET = """
#set page(width: {width}mm, height: auto, margin: {gap}mm, fill: luma(85%))
#grid(
  columns: ({page}mm,) * {across}, gutter: {gap}mm,
  ..range(1, {pages} + 1).map(number => box(fill: white, image("{name}", page: number, width: 100%))),
)
"""


def contact_sheet(pdf: Path) -> bytes:
    """Return a PNG of all pages of a PDF."""
    pages = len(PdfReader(pdf).pages)
    page = (WIDTH - GAP) / ACROSS - GAP
    across = min(ACROSS, pages)
    text = SHEET.format(
        width=across * (page + GAP) + GAP, gap=GAP, page=page, across=across, pages=pages, name=pdf.name
    )
    made = typst.Compiler(text.encode(), root=pdf.parent).compile(format="png", ppi=PIXELS_PER_INCH)
    assert isinstance(made, bytes)  # of one page
    return made


def main(folder: Path) -> None:
    """Write the contact sheet of each PDF in a folder beside it."""
    for pdf in sorted(folder.glob("*.pdf")):
        pdf.with_name(f"{pdf.stem}-contact.png").write_bytes(contact_sheet(pdf))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
