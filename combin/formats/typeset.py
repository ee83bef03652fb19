"""A document as data for the typesetter's template `report.typ`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from combin.formats.blocks import Heading, Listing, Paragraph, Picture, spans
from combin.formats.drawing import WIDTH
from combin.formats.tables import fitting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.formats.blocks import Block, Document
    from combin.formats.drawing import Drawing
    from combin.formats.tables import Table


FONT = "Libertinus Serif"
"""The font of the words in plots: that of the template."""

_FRACTION = re.compile(r"(.* = )?(-?\d+/\d+|-?[\d,]+ / [\d,]+)")
_LONG = 16
"""The letters of a figure that is never broken."""


def document_data(document: Document) -> dict[str, Any]:
    """Return a document as what JSON can hold: its title, its other blocks by kind, and how they are set."""
    return {
        "title": document.title,
        "footer": document.footer,
        "sheets": document.sheets,
        "tones": dict(document.tones),
        "blocks": [data for block in document.blocks[1:] for data in _blocks(block, document)],
    }


def plot_data(drawing: Drawing) -> dict[str, Any]:
    """Return a plot for the template `plot.typ`, with its height as a part of its width."""
    return {
        "title": drawing.title,
        "alt": drawing.description,
        "svg": drawing.to_print(FONT),
        "ratio": drawing.height / WIDTH,
    }


def _blocks(block: Block, document: Document) -> Iterator[dict[str, Any]]:
    match block:
        case Heading(level, text):
            yield {"kind": "heading", "level": level - 1, "text": text}
        case Paragraph(text):
            yield {"kind": "paragraph", "prose": _prose(text, document)}
        case Listing():
            items = [
                {
                    "prose": _prose(item.text, document),
                    "below": [_prose(text, document) for text in item.below],
                }
                for item in block.items
            ]
            yield {"kind": "list", "first": block.first, "items": items}
        case Picture(plot):
            drawing = plot.draw()
            yield {"kind": "plot", "svg": drawing.to_print(FONT, trimmed=True), "alt": drawing.description}
        case table:
            yield from _tables(table)


def _prose(text: str, document: Document) -> list[dict[str, str | None]]:
    return [
        {"style": span.style, "text": span.text, "tone": document.tones.get(span.text)}
        for span in spans(text)
    ]


def _tables(table: Table) -> Iterator[dict[str, Any]]:
    """Yield a table, or the parts of one that is wider than a page; the last one has its note."""
    # A table too wide for a page is set in parts, each with the first column, so that rows can still be told;
    # what is said once of the whole stands once, the title above the first part and the note below the last.
    columns = list(zip(table.headings, *table.merged_cells, strict=True))
    parts = list(fitting(columns))
    for number, places in enumerate(parts, start=1):
        yield {
            "kind": "table",
            "title": table.title if number == 1 else "",
            "columns": [
                {"title": table.headings[place], "right": table.flush_right[place]} for place in places
            ],
            "rows": [[_cell(row[place]) for place in places] for row in table.merged_cells],
            "whole": [[_cell(row[place]) for place in places] for row in table.cells],
            "sums": table.sums,
            "note": table.note if number == len(parts) else "",
        }


def _cell(text: str) -> str:
    """Return the text of a cell; a long fraction may break after its stroke, and a figure before one."""
    match = _FRACTION.fullmatch(text)
    if match is None or len(text) <= _LONG:
        return text
    figure, fraction = match.groups("")
    broken = fraction.replace("/", "/\u200b") if len(fraction) > _LONG else fraction
    return f"{figure}\u200b{broken}" if figure else broken
