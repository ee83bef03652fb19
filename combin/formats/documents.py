"""Documents as blocks of headings, paragraphs, tables and pictures, in Markdown and as one HTML file.

The HTML needs nothing else: light and dark, for screens of any width and paper. A small script of its own
sorts tables, chooses verdicts, folds sections and labels points of plots; without it the page says the same.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from combin.formats.tables import Table
from combin.formats.text import one_line, visible, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from combin.formats.drawing import Plot


class Heading(Struct, frozen=True):
    """A heading in plain text; level 1 is the title of the document."""

    level: int
    text: str


class Paragraph(Struct, frozen=True):
    """A paragraph of marked prose."""

    text: str


class Item(Struct, frozen=True):
    """An entry of a list in marked prose, and a list of prose below it."""

    text: str
    below: tuple[str, ...] = ()


class Listing(Struct, frozen=True):
    """A list with bullets, or numbered from `first` on."""

    items: tuple[Item, ...]
    first: int | None = None


class Picture(Struct, frozen=True):
    """A plot, which says what it shows to those who do not see it."""

    plot: Plot


Block: TypeAlias = Heading | Paragraph | Listing | Picture | Table

Tone = Literal["good", "bad", "open"]
"""What a strong word means: all is well, something is wrong, or it depends."""


class Document(Struct, frozen=True):
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
        return next(block.text for block in self.blocks if isinstance(block, Heading))


def bullets(texts: Iterable[str]) -> Listing:
    """Return a list of marked prose with bullets."""
    return Listing(tuple(map(Item, texts)))


class Span(Struct, frozen=True):
    """A run of text in one style."""

    text: str
    style: Literal["plain", "strong", "code"] = "plain"


_MARKED = re.compile(
    r"\\(?P<escaped>.)|\*\*(?P<strong>(?:\\.|[^\\])+?)\*\*|`(?P<code>[^`]+)`|(?P<plain>[^\\*`]+|[\\*`])"
)


def spans(text: str) -> tuple[Span, ...]:
    r"""Return marked prose as runs of text: `**strong**`, `` `code` ``, a backslash before what is no mark.

    >>> [(one.style, one.text) for one in spans(r"2\*3 is **six**, see `x`")]
    [('plain', '2*3 is '), ('strong', 'six'), ('plain', ', see '), ('code', 'x')]
    """
    runs: list[Span] = []
    for match in _MARKED.finditer(text):
        if match["strong"]:
            runs.append(Span("".join(span.text for span in spans(match["strong"])), "strong"))
        elif match["code"]:
            runs.append(Span(match["code"], "code"))
        else:
            before = runs.pop().text if runs and runs[-1].style == "plain" else ""
            runs.append(Span(before + (match["escaped"] or match["plain"])))
    return tuple(runs)


# -- Markdown ------------------------------------------------------------------------------------------


WIDTH = 100
"""Columns of the source."""

_OBEYED = r"[\\`*\[|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)"
"""What prose or Markdown would obey inside a line; an underscore only at the edge of a word."""
_OF_PROSE = re.compile(_OBEYED + r"|<(?=[A-Za-z/!?])")
_OF_CELLS = re.compile(_OBEYED + "|<")

_BEGINS_A_BLOCK = re.compile(r"(?:#{1,6}|[-+])(?: |$)|>|[-=][-= ]*$|\d{1,9}(?=[.)](?: |$))")
"""What at the start of a line makes a heading, a list, a quotation or a rule."""
_STARTS_A_LIST = r"(?:[-+*#>]+|\d+[.)]|=+)(?: |$)"
"""What no line of a paragraph may start with, nor any word of it that might come to stand there."""


def escaped(text: str) -> str:
    r"""Return text in one line, with a backslash before what would be taken for a mark.

    >>> print(escaped("10*R for R < 2"))
    10\*R for R < 2
    """
    return _OF_PROSE.sub(r"\\\g<0>", one_line(text))


def markdown_text(text: str) -> str:
    r"""Return text in one line, with the characters that Markdown would obey escaped.

    >>> print(markdown_text("![x](javascript:y) <b>, pair_plus"))
    !\[x](javascript:y) \<b>, pair_plus
    """
    return _OF_CELLS.sub(r"\\\g<0>", one_line(text).strip())


def markdown_line(text: str) -> str:
    r"""Return the same for text at the start of a line, where Markdown obeys more.

    >>> print(markdown_line("1. # > -"), markdown_line("# 1."), markdown_line("-1.5"))
    1\. # > - \# 1. -1.5
    """
    line = markdown_text(text)
    if not (begins := _BEGINS_A_BLOCK.match(line)):
        return line
    place = begins.end() if line[0].isdigit() else 0
    return rf"{line[:place]}\{line[place:]}"


def markdown(table: Table) -> str:
    """Return a table in Markdown, its columns padded so that the source reads well too."""
    cells = [tuple(map(markdown_text, row)) for row in (table.headings, *table.merged_cells)]
    widths = [max(3, *map(width, column)) for column in zip(*cells, strict=True)]

    def line(row: Sequence[str]) -> str:
        blanks = (" " * (columns - width(cell)) for cell, columns in zip(row, widths, strict=True))
        pairs = zip(row, blanks, table.flush_right, strict=True)
        return f"| {' | '.join(blank + cell if right else cell + blank for cell, blank, right in pairs)} |"

    parts = [f"### {markdown_text(table.title)}\n"] if table.title else []
    sides = zip(widths, table.flush_right, strict=True)
    rule = ["-" * (columns - 1) + (":" if right else "-") for columns, right in sides]
    parts += map(line, (cells[0], rule, *cells[1:]))
    if table.note:
        parts += ["", markdown_line(table.note)]
    return "\n".join(parts) + "\n"


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
        case Listing(items, first):
            lines = []
            for number, item in enumerate(items, start=first or 0):
                mark = "- " if first is None else f"{number}. "
                lines.append(_wrapped(_marked(item.text), mark, " " * len(mark), WIDTH - 2 + len(mark)))
                lines += (_wrapped(_marked(text), "    - ", "      ") for text in item.below)
            return "".join(lines)
        case Picture(plot):
            return _wrapped(f"![{escaped(plot.alt)}]({plot.file})")
        case table:
            note = f"\n{_wrapped(markdown_text(table.note))}" if table.note else ""
            return markdown(replace(table, note="")) + note


_MARKS = {"plain": "", "strong": "**", "code": "`"}


def _marked(text: str) -> str:
    """Return marked prose with no other marks than prose may have: no links, no pictures."""
    return "".join(
        f"{(mark := _MARKS[span.style])}{span.text if span.style == 'code' else escaped(span.text)}{mark}"
        for span in spans(text)
    )


def _wrapped(text: str, first: str = "", others: str = "", width: int = WIDTH) -> str:
    """Return text in lines; no line but the first starts with what Markdown takes for a list or a heading."""
    text = " ".join(text.split())
    if not first and re.match(_STARTS_A_LIST, text):
        mark, blank, rest = text.partition(" ")
        text = f"{mark[:-1]}\\{mark[-1]}{blank}{rest}"
    together = re.sub(f" (?={_STARTS_A_LIST})", "\0", text)
    wrapper = textwrap.TextWrapper(
        width, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )
    return "".join(f"{line}\n" for line in wrapper.wrap(together)).replace("\0", " ")


# -- HTML ----------------------------------------------------------------------------------------------


def document_html(document: Document) -> str:
    """Return a document in HTML, its plots in the page; the same document always gives the same bytes."""
    from combin.formats.drawing import style_sheet

    title = escape(document.title)
    here = Path(__file__)
    style, script = (here.with_name(f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
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
        first = next((place for place, (_, name) in enumerate(named) if name), len(named))
        yield f"<header>\n<h1>{escape(self.document.title)}</h1>"
        yield from (self.block(block) for block in blocks[:first])
        yield "</header>"
        yield self.contents([(block, name) for block, name in named if isinstance(block, Heading)])
        yield "<main>"
        yield from (self.block(block, name) for block, name in named[first:])
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
            case Listing(items, first):
                start = "" if first in (None, 1) else f' start="{first}"'
                tag, entries = "ul" if first is None else "ol", "\n".join(map(self.item, items))
                return f"<{tag}{start}>\n{entries}\n</{tag}>"
            case Picture(plot):
                return f"<figure>{plot.draw().to_inline(self.name(plot.name))}</figure>"
            case table:
                return _table(table, self.document.tones)

    def item(self, item: Item) -> str:
        """Return an entry of a list, with what stands below it."""
        below = "".join(f"\n<li>{self.prose(text)}</li>" for text in item.below)
        return f"<li>{self.prose(item.text)}{f'<ul>{below}</ul>' if below else ''}</li>"

    def prose(self, text: str) -> str:
        """Return marked prose; strong words that have a tone get it as a class."""
        written = []
        for span in spans(text):
            words = escape(span.text, quote=False)
            match span.style:
                case "plain":
                    written.append(_HAND.sub(r'<span class="hand">\g<0></span>', words))
                case "code":
                    written.append(f"<code>{words}</code>")
                case "strong":
                    tone = self.document.tones.get(span.text, "")
                    written.append(f"<strong{_class(tone)}>{words}</strong>")
        return "".join(written)


_SHORT, _LONG = 30, 24
"""The letters of a text that stays on one line where there is room, and of a word that never breaks."""


def _table(table: Table, tones: Mapping[str, Tone]) -> str:
    """Return a table that scrolls by itself where the page is narrower, its first column staying in view."""

    def line(tag: str, row: tuple[str, ...], kind: str = "") -> str:
        scope = ' scope="col"' if tag == "th" else ""
        pairs = list(zip(table.flush_right, row, strict=True))
        sides = ("r" if right else "k" if len(cell) <= _SHORT else "" for right, cell in pairs)
        words = ((side, _words(cell, tones.get(cell))) for side, cell in zip(sides, row, strict=True))
        cells = (f"<{tag}{scope}{_class(side)}>{cell}</{tag}>" for side, cell in words)
        return f"<tr{_class(kind)}>{''.join(cells)}</tr>"

    title = f'<p class="title">{escape(table.title)}</p>' if table.title else ""
    rows = table.merged_cells
    goes_on = [*(not row[0] and place not in table.sums for place, row in enumerate(rows)), False][1:]
    kinds = ["sum" if place in table.sums else "more" if goes_on[place] else "" for place in range(len(rows))]
    body = "\n".join(line("td", row, kind) for row, kind in zip(rows, kinds, strict=True))
    note = f'<p class="note">{escape(table.note, quote=False)}</p>' if table.note else ""
    label = escape(table.title or ", ".join(filter(None, table.headings)))
    return (
        f'{title}<div class="table" role="region" tabindex="0" aria-label="{label}"><table><thead>'
        f"{line('th', table.headings)}</thead><tbody>\n{body}\n</tbody></table></div>{note}"
    )


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _words(text: str, tone: Tone | None) -> str:
    """Return the text of a cell, with its tone; long addresses in it may break after a stroke."""
    parts = escape(text, quote=False).split(" ")
    words = " ".join(word.replace("/", "/<wbr>") if len(word) > _LONG else word for word in parts)
    return f'<strong class="{tone}">{words}</strong>' if tone else words


def notebook_html(table: Table) -> str:
    """Return a table in HTML, for notebooks."""

    def line(tag: str, row: tuple[str, ...]) -> str:
        cells = zip(("right" if right else "left" for right in table.flush_right), row, strict=True)
        written = (f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>' for side, cell in cells)
        return f"<tr>{''.join(written)}</tr>"

    title = f"<h5>{escape(table.title)}</h5>" if table.title else ""
    body = "".join(line("td", row) for row in table.merged_cells)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f"{title}<table><thead>{line('th', table.headings)}</thead><tbody>{body}</tbody></table>{note}"
