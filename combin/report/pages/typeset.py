"""A document as data for the typesetter's template `report.typ`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.report.pages.blocks import Heading, Listing, Paragraph, Picture, spans
from combin.report.plots.drawing import WIDTH

if TYPE_CHECKING:
    from combin.report.pages.blocks import Block, Document
    from combin.report.plots.drawing import Drawing
    from combin.report.tables import Table

__all__ = ["document_data", "plot_data"]

FONT = "Libertinus Serif"
"""The font of the words in plots: that of the template."""


def document_data(document: Document) -> dict[str, Any]:
    """Return a document as what JSON can hold: its title, and its other blocks by kind."""
    return {
        "title": document.title,
        "blocks": [_block(block, document) for block in document.blocks[1:]],
    }


def plot_data(drawing: Drawing) -> dict[str, Any]:
    """Return a plot for the template `plot.typ`, with its height as a part of its width."""
    return {
        "title": drawing.title,
        "alt": drawing.description,
        "svg": drawing.to_print(FONT),
        "ratio": drawing.height / WIDTH,
    }


def _block(block: Block, document: Document) -> dict[str, Any]:
    match block:
        case Heading(level, text):
            return {"kind": "heading", "level": level - 1, "text": text}
        case Paragraph(text):
            return {"kind": "paragraph", "prose": _prose(text, document)}
        case Listing():
            items = [
                {
                    "prose": _prose(item.text, document),
                    "below": [_prose(text, document) for text in item.below],
                }
                for item in block.items
            ]
            return {"kind": "list", "first": block.first, "items": items}
        case Picture(plot):
            drawing = plot.draw()
            return {"kind": "plot", "svg": drawing.to_print(FONT), "alt": drawing.description}
        case table:
            return _table(table)


def _prose(text: str, document: Document) -> list[dict[str, str | None]]:
    return [
        {"style": span.style, "text": span.text, "tone": document.tones.get(span.text)}
        for span in spans(text)
    ]


def _table(table: Table) -> dict[str, Any]:
    columns = [
        {"title": title, "right": right}
        for title, right in zip(table.headings, table.flush_right, strict=True)
    ]
    return {
        "kind": "table",
        "title": table.title,
        "columns": columns,
        "rows": table.merged_rows,
        "note": table.note,
    }
