"""A document as one HTML file that needs nothing else: light and dark, for screens of any width and paper.

A small script of its own sorts tables, chooses verdicts, folds sections and tells of points of plots; without
it the page says all the same.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from combin.formats.blocks import Heading, Listing, Paragraph, Picture, spans
from combin.formats.drawing import style_sheet
from combin.formats.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from combin.formats.blocks import Block, Document, Item, Tone
    from combin.formats.tables import Table


def document_html(document: Document) -> str:
    """Return a document in HTML, its plots in the page; the same document always gives the same bytes."""
    title = escape(document.title)
    style, script = (
        (files("combin.formats") / f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js")
    )
    parts = "\n".join(_Page(document).parts())
    return visible(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>\n{style}{style_sheet('.plot')}\n</style>\n</head>\n<body>\n"
        f"{parts}\n<script>\n{script}</script>\n</body>\n</html>\n"
    )


_HAND = re.compile(r"\b[0-9A-Z]{1,2}(?:-[0-9A-Z]{1,2}){2}\b")
"""A hand by its ranks, which stays on one line."""


class _Page:
    """Writes the blocks of a document, and gives its headings and plots names."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.names: set[str] = set()

    def parts(self) -> Iterator[str]:
        """Yield the title, the contents, and the sections."""
        _, *blocks = self.document.blocks
        named = [(block, self.name(block.text) if isinstance(block, Heading) else "") for block in blocks]
        yield f"<header>\n<h1>{escape(self.document.title)}</h1>"
        first = next((place for place, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        for block in blocks[:first]:
            yield self.block(block)
        yield "</header>"
        yield self.contents([(block, name) for block, name in named if isinstance(block, Heading)])
        yield "<main>"
        for block, name in named[first:]:
            yield self.block(block, name)
        yield "</main>"

    def name(self, text: str) -> str:
        """Return a name for a heading that no other one has."""
        plain = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "section"
        name, number = plain, 1
        while name in self.names:
            number += 1
            name = f"{plain}-{number}"
        self.names.add(name)
        return name

    def contents(self, headings: list[tuple[Heading, str]]) -> str:
        """Return the table of contents: the chapters, each with its sections."""
        lines = ['<nav aria-label="Contents">', "<h2>Contents</h2>", "<ol>"]
        levels = [*(heading.level for heading, _ in headings), 2]
        for (heading, name), following in zip(headings, levels[1:], strict=True):
            end = "\n<ol>" if following > heading.level else "</li>"
            lines.append(f'<li><a href="#{name}">{escape(heading.text)}</a>{end}')
            if following < heading.level:
                lines.append("</ol></li>")
        return "\n".join([*lines, "</ol>", "</nav>"])

    def block(self, block: Block, name: str = "") -> str:
        """Return one block."""
        match block:
            case Heading(level, text):
                return f'<h{level} id="{name}">{escape(text)}</h{level}>'
            case Paragraph(text):
                return f"<p>{self.prose(text)}</p>"
            case Listing():
                return self.listing(block)
            case Picture(plot):
                return f"<figure>{plot.draw().to_inline(self.name(plot.name))}</figure>"
            case table:
                return _table(table, self.document.tones)

    def listing(self, block: Listing) -> str:
        """Return a list."""
        tag = "ul" if block.first is None else "ol"
        start = "" if block.first in (None, 1) else f' start="{block.first}"'
        items = "\n".join(map(self.item, block.items))
        return f"<{tag}{start}>\n{items}\n</{tag}>"

    def item(self, item: Item) -> str:
        """Return an entry of a list, with what stands below it."""
        below = "".join(f"\n<li>{self.prose(text)}</li>" for text in item.below)
        return f"<li>{self.prose(item.text)}{f'<ul>{below}</ul>' if below else ''}</li>"

    def prose(self, text: str) -> str:
        """Return marked prose; strong words that have a tone get it as a class."""
        written = []
        for span in spans(text):
            words = escape(span.text, quote=False)
            if span.style == "plain":
                written.append(_HAND.sub(r'<span class="hand">\g<0></span>', words))
            elif span.style == "code":
                written.append(f"<code>{words}</code>")
            else:
                tone = self.document.tones.get(span.text)
                kind = f' class="{tone}"' if tone else ""
                written.append(f"<strong{kind}>{words}</strong>")
        return "".join(written)


_SHORT, _LONG = 30, 24
"""The letters of a text that stays on one line where there is room, and of a word that never breaks."""


def _table(table: Table, tones: Mapping[str, Tone]) -> str:
    """Return a table that scrolls by itself where the page is narrower, its first column staying in view."""

    def line(tag: str, row: tuple[str, ...], kind: str = "") -> str:
        scope = ' scope="col"' if tag == "th" else ""
        pairs = zip(table.flush_right, row, strict=True)
        sides = ("r" if right else "k" if len(cell) <= _SHORT else "" for right, cell in pairs)
        cells = (
            f"<{tag}{scope}{_kind(side)}>{_words(cell, tones.get(cell))}</{tag}>"
            for side, cell in zip(sides, row, strict=True)
        )
        return f"<tr{_kind(kind)}>{''.join(cells)}</tr>"

    title = f'<p class="title">{escape(table.title)}</p>' if table.title else ""
    rows = table.merged_cells
    goes_on = [*(not row[0] and place not in table.sums for place, row in enumerate(rows)), False][1:]
    kinds = ["sum" if place in table.sums else "more" if goes_on[place] else "" for place in range(len(rows))]
    body = "\n".join(line("td", row, kind) for row, kind in zip(rows, kinds, strict=True))
    note = f'<p class="note">{escape(table.note, quote=False)}</p>' if table.note else ""
    label = escape(table.title or ", ".join(one for one in table.headings if one))
    return (
        f'{title}<div class="table" role="region" tabindex="0" aria-label="{label}"><table><thead>'
        f"{line('th', table.headings)}</thead><tbody>\n{body}\n</tbody></table></div>{note}"
    )


def _kind(name: str) -> str:
    return f' class="{name}"' if name else ""


def _words(text: str, tone: Tone | None) -> str:
    """Return the text of a cell, with its tone; long addresses in it may break after a stroke."""
    words = " ".join(
        word.replace("/", "/<wbr>") if len(word) > _LONG else word
        for word in escape(text, quote=False).split(" ")
    )
    return f'<strong class="{tone}">{words}</strong>' if tone else words
