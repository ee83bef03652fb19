"""Documents as tests read them: all that they say, and what stands in their pages as HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from combin.formats.documents import Document, Heading, Listing, Paragraph, Picture, spans
from combin.formats.tables import Table

_VOID = {"meta", "rect", "line", "circle", "path", "wbr"}


class Page(HTMLParser):
    """What stands in a page: its text, its elements, and whether each is closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def found(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element of a tag."""
        return [attributes for one, attributes in self.elements if one == tag]


def words(document: Document) -> list[str]:
    """Return all texts of a document, marks left out."""
    texts: list[str] = []
    for block in document.blocks:
        match block:
            case Heading(_, text):
                texts.append(text)
            case Paragraph(text):
                texts.append(_plain(text))
            case Listing(items):
                texts += [_plain(text) for item in items for text in (item.text, *item.below)]
            case Table():
                texts += [cell for row in (block.headings, *block.merged_cells) for cell in row]
                texts += [block.title, block.note]
            case Picture():
                pass
    return texts


def hashes(text: str) -> set[str]:
    """Return all that is a SHA-256 as it stands in a text."""
    return set(re.findall(r"\b[0-9a-f]{64}\b", text))


def labels(document: Document) -> list[str]:
    """Return the words in all plots of a document."""
    plots = [block.plot for block in document.blocks if isinstance(block, Picture)]
    drawn = (ET.fromstring(plot.draw().to_print("Some Font")) for plot in plots)  # noqa: S314  it was written here
    return [label.text or "" for root in drawn for label in root.iter("{http://www.w3.org/2000/svg}text")]


def _plain(text: str) -> str:
    return "".join(one.text for one in spans(text))


def closed(text: str) -> str:
    """Return a text without blanks, apostrophes straight, minus as hyphen."""
    return "".join(text.replace("\u2019", "'").replace("\u2212", "-").split())
