"""Documents as blocks of headings, paragraphs, tables and pictures, and as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec.structs import replace

from combin.formats.tables import Table, markdown, markdown_text
from combin.formats.text import one_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from combin.formats.drawing import Plot


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in plain text; level 1 is the title of the document."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of marked prose."""

    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list in marked prose, and a list of prose below it."""

    text: str
    below: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with bullets, or numbered from `first` on."""

    items: tuple[Item, ...]
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot, which says what it shows to those who do not see it."""

    plot: Plot


Block: TypeAlias = Heading | Paragraph | Listing | Picture | Table

Tone = Literal["good", "bad", "open"]
"""What a strong word means: all is well, something is wrong, or it depends."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as its blocks; the first is its title.

    `tones` say of strong words what they mean for the reader, where a format can show it. `footer` stands at
    the foot of every printed page. Where its chapters are `sheets`, they are set closer, and small tables
    stand side by side.
    """

    blocks: tuple[Block, ...]
    tones: Mapping[str, Tone] = field(default_factory=dict)
    footer: str = ""
    sheets: bool = False

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return next(one.text for one in self.blocks if isinstance(one, Heading))


def bullets(texts: Iterable[str]) -> Listing:
    """Return a list of marked prose with bullets."""
    return Listing(tuple(map(Item, texts)))


def escaped(text: str) -> str:
    r"""Return text in one line, with a backslash before what would be taken for a mark.

    >>> print(escaped("10*R for R < 2"))
    10\*R for R < 2
    """
    return _OBEYED.sub(r"\\\g<0>", one_line(text))


_OBEYED = re.compile(r"[\\`*\[|~]|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
"""What this prose or Markdown would obey; an underscore only at the edge of a word."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style."""

    text: str
    style: Literal["plain", "strong", "code"] = "plain"


_MARKED = re.compile(r"\\(?P<escaped>.)|\*\*(?P<strong>(?:\\.|[^\\])+?)\*\*|`(?P<code>[^`]+)`")


def spans(text: str) -> tuple[Span, ...]:
    r"""Return marked prose as runs of text: `**strong**`, `` `code` ``, a backslash before what is no mark.

    >>> [(one.style, one.text) for one in spans(r"2\*3 is **six**, see `x`")]
    [('plain', '2*3 is '), ('strong', 'six'), ('plain', ', see '), ('code', 'x')]
    """
    found: list[Span] = []

    def add(words: str, style: Literal["plain", "strong", "code"] = "plain") -> None:
        if found and style == found[-1].style == "plain":
            words = found.pop().text + words
        if words:
            found.append(Span(words, style))

    end = 0
    for match in _MARKED.finditer(text):
        add(text[end : match.start()])
        if match["strong"]:
            add("".join(one.text for one in spans(match["strong"])), "strong")
        elif match["code"]:
            add(match["code"], "code")
        else:
            add(match["escaped"])
        end = match.end()
    add(text[end:])
    return tuple(found)


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
