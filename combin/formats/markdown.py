"""A document in Markdown, wrapped so that the source reads as well as the page."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from combin.formats.blocks import Heading, Listing, Paragraph, Picture, escaped, spans
from combin.formats.tables import markdown, markdown_text
from combin.formats.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.formats.blocks import Block, Document


WIDTH = 100
"""Columns of the source."""

_STARTS_A_LIST = re.compile(r"[-+*#>]+$|\d+[.)]$|=+$")


def document_markdown(document: Document) -> str:
    """Return a document in Markdown; plots are files beside it."""
    return visible("\n".join(map(block_markdown, document.blocks)))


def block_markdown(block: Block) -> str:
    """Return one block in Markdown, with a line break at its end."""
    match block:
        case Heading(level, text):
            return f"{'#' * level} {markdown_text(text)}\n"
        case Paragraph(text):
            return _wrapped(_marked(text))
        case Listing():
            return "".join(_items(block))
        case Picture(plot):
            return _wrapped(f"![{escaped(plot.alt)}]({plot.file})")
        case table:
            note = f"\n{_wrapped(markdown_text(table.note))}" if table.note else ""
            return markdown(replace(table, note="")) + note


def _items(block: Listing) -> Iterator[str]:
    for number, item in enumerate(block.items, start=block.first or 0):
        mark = "- " if block.first is None else f"{number}. "
        yield _wrapped(_marked(item.text), mark, " " * len(mark), WIDTH - len("- ") + len(mark))
        for text in item.below:
            yield _wrapped(_marked(text), "    - ", "      ")


_MARKS = {"plain": "", "strong": "**", "code": "`"}


def _marked(text: str) -> str:
    """Return marked prose with no other marks than prose may have: no links, no pictures."""
    return "".join(
        f"{(mark := _MARKS[span.style])}{span.text if span.style == 'code' else escaped(span.text)}{mark}"
        for span in spans(text)
    )


def _wrapped(text: str, first: str = "", others: str = "", width: int = WIDTH) -> str:
    """Return text in lines; no line but the first starts with what Markdown takes for a list or a heading."""
    words: list[str] = []
    for word in text.split():
        if words and _STARTS_A_LIST.match(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    if words and not first and _STARTS_A_LIST.match(words[0]):
        words[0] = f"{words[0][:-1]}\\{words[0][-1]}"
    lines = [first + words[0]] if words else []
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append(others + word)
        else:
            lines[-1] += f" {word}"
    return "".join(f"{line}\n" for line in lines)
