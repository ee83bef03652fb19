"""The blocks that a document is made of, and the two marks that its prose may carry."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from combin.formats.tables import Table
from combin.formats.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
