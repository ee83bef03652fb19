"""Typesets a template with data into PDF, SVG or PNG, the same byte for byte everywhere.

A document is a template `combin/formats/templates/NAME.typ` and a mapping of what JSON can hold (texts,
numbers, lists, mappings, None). In the template:

    #import "base.typ": *       // colours, sizes, tables, playing cards: see its comments
    #let data = json(bytes(sys.inputs.data))
    #show: document.with(data.title)

and in Python:

    print_document("poster", {"title": "..."}, Path("poster.pdf"))      # writes .pdf, .svg or .png
    pages = typeset("poster", {"title": "..."}, "png")                  # one bytes object a page

Texts go in as texts: nothing in them is taken for markup. Only the fonts of the engine's wheel are used
(Libertinus Serif, New Computer Modern, DejaVu Sans Mono), and of the machine's the one that is asked for.
PDFs are tagged and follow PDF/UA-1: the engine refuses headings out of order and pictures without `alt`.
(PDF/A would want a date.) A template checks its own measures and stops with `#panic("...")` where something
does not fit; that, and anything else that the engine complains of, warnings included, is a PrintError of one
line.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from combin.files import write_bytes
from combin.formats.documents import Block, Document, Heading, Listing, Paragraph, Picture, Span, spans
from combin.formats.drawing import WIDTH, Drawing
from combin.formats.tables import Table
from combin.formats.text import visible

POINTS = 72 / 25.4
"""In a millimetre."""

_PAGE = re.compile(rb"/Type/Page/Resources \d+ 0 R/MediaBox\[0 0 (\S+) (\S+)\]")
_ENTRY = re.compile(rb"(\d{10})( \d{5} n)")


def with_boxes(pdf: bytes, outside: float, bleed: float, *, cropped: bool = False) -> bytes:
    """A PDF of the typesetter with a TrimBox and a BleedBox on each page (PDF 1.7, 14.11.2), as of `Press`.

    What is inserted moves what follows, so the places in the table of objects at its end are moved as well.
    """
    table = pdf.rindex(b"xref\n", 0, pdf.rindex(b"startxref"))
    insets = [("TrimBox", outside * POINTS), ("BleedBox", (outside - bleed) * POINTS)]
    insets += [("CropBox", outside * POINTS)] * cropped
    inserted: list[tuple[int, bytes]] = []

    def with_these(page: re.Match[bytes]) -> bytes:
        wide, high = float(page[1]), float(page[2])
        boxes = "".join(
            f"/{name}[{_points(inset)} {_points(inset)} {_points(wide - inset)} {_points(high - inset)}]"
            for name, inset in insets
        )
        inserted.append((page.end(), boxes.encode()))
        return page[0] + boxes.encode()

    def moved(offset: int) -> int:
        return offset + sum(len(boxes) for place, boxes in inserted if place <= offset)

    body = _PAGE.sub(with_these, pdf[:table])
    end = _ENTRY.sub(lambda entry: b"%010d%s" % (moved(int(entry[1])), entry[2]), pdf[table:])
    return body + re.sub(rb"(?<=startxref\n)\d+", b"%d" % moved(table), end)


def _points(length: float) -> str:
    return f"{length:.4f}".rstrip("0").rstrip(".")


PIXELS_PER_INCH = 200
"""Of PNG pages, unless said otherwise."""

TEMPLATES = Path(__file__).parent / "templates"

_Form = Literal["pdf", "svg", "png"]
_LACKING = re.compile(r'the text `"(.+)"` could not be displayed')
_FORMS: dict[str, _Form] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


class Press(Struct, frozen=True):
    """How a document is printed: resolution of PNG pages, paper around trimmed ones, another font, inks.

    `outside` are millimetres around the trimmed page, of which `bleed` are printed on; viewers of a `cropped`
    PDF do not show them. A `font` of the machine is for letters that those of the wheel do not have; "" if
    none is named, None if none can be. With `cmyk` a PDF has the colours of a printing press.
    """

    pixels_per_inch: float = PIXELS_PER_INCH
    outside: float = 0
    bleed: float = 0
    cropped: bool = False
    font: str | None = None
    cmyk: bool = False


PLAIN = Press()


class PrintError(ValueError):
    """A document that cannot be printed; the message is one line."""


def typeset(
    template: str, data: Mapping[str, Any], form: _Form, press: Press = PLAIN, *, others: Sequence[str] = ()
) -> tuple[bytes, ...]:
    """Return a document by the name of its template: its pages as SVG or PNG, or one PDF.

    `others` are endings of files that are written without the engine, so with any letters.

    Raises:
        PrintError: the template does not fit the data, something does not fit its page, or no font
            has a letter.
    """
    import typst

    if press.font and press.font.casefold() not in map(str.casefold, typst.Fonts().families()):
        raise PrintError(f"no font {press.font!r} is installed on this machine")
    file = TEMPLATES / f"{template}.typ"
    compiler = typst.Compiler(file, root=TEMPLATES, ignore_system_fonts=not press.font)
    inputs = {"data": json.dumps(_visible(data), ensure_ascii=False), "font": press.font or ""}
    inputs["cmyk"] = "cmyk" if press.cmyk else ""
    found: Any = None
    # The engine reports letters that no font has only for PDF, which takes little time after the layout.
    for made in dict.fromkeys(("pdf", form)):
        try:
            found, warnings = compiler.compile_with_warnings(
                sys_inputs=inputs,
                format=made,
                ppi=press.pixels_per_inch,
                pdf_standards=["ua-1"] if made == "pdf" else [],
                timestamp=0,  # no hour of printing: the same input gives the same bytes
            )
        except typst.TypstError as error:
            lacking, said = _LACKING.search(error.message), _complaint(template, error.message)
            raise PrintError(_lacks(lacking[1], data, press, others) if lacking else said) from None
        if warnings:
            raise PrintError(_complaint(template, warnings[0].message))
    pages = found if isinstance(found, list) else [found]
    match form:
        case "png":
            return tuple(_with_resolution(page, press.pixels_per_inch) for page in pages)
        case "svg":
            title = f"<title>{escape(visible(str(data.get('title', ''))))}</title>".encode()
            return tuple(page.replace(b">", b">" + title, 1) for page in pages)
        case "pdf":
            return tuple(with_boxes(pdf, press.outside, press.bleed, cropped=press.cropped) for pdf in pages)


def _with_resolution(page: bytes, pixels_per_inch: float) -> bytes:
    """Return a PNG that says how large it is in print by a chunk pHYs after its header (PNG 1.2, 4.2.4.2)."""
    per_metre = round(pixels_per_inch / 0.0254)
    content = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    header = 33  # the signature of 8 bytes and the header, of which the length never varies
    return page[:header] + chunk + page[header:]


def print_document(
    template: str, data: Mapping[str, Any], path: Path, press: Press = PLAIN, *, others: Sequence[str] = ()
) -> tuple[Path, ...]:
    """Write a document in the format that the ending of its path names; return the files written.

    Several pages of SVG or PNG go to files of their own: `card-1.png`, `card-2.png`. All else is as in
    `typeset`; after a PrintError nothing is written.
    """
    form = _FORMS.get(path.suffix.casefold())
    if form is None:
        known = ", ".join(dict.fromkeys((*_FORMS, *others)))
        raise PrintError(f"{path}: no format goes by this ending; known: {known}")
    if press.cmyk and form != "pdf":
        raise PrintError(f"{path}: only .pdf has colours in CMYK")
    pages = typeset(template, data, form, press, others=others)
    several = (path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pages) + 1))
    files = (path,) if len(pages) == 1 else tuple(several)
    for file, page in zip(files, pages, strict=True):
        write_bytes(page, file)
    return files


def _complaint(template: str, message: str) -> str:
    """Return what the engine says in one line, what a template says in its own words."""
    own = message.removeprefix("panicked with: ")
    return " ".join((own if own != message else f"{template}.typ: {message}").split())


def _lacks(letter: str, data: object, press: Press, others: Sequence[str]) -> str:
    """In one line, the letter that no font has, its place, and what to do."""
    text = min((one for one in _texts(data) if letter in one), key=len, default=letter)
    start = max(0, text.find(letter) - 20)
    ways = ["name a font of this machine that has it"] if press.font is not None else []
    ways += [f"write {' or '.join(others)} instead"] if others else []
    where = f"which stands in {text[start : start + 60]!r}"
    return f"the fonts for print have no {letter!r}, {where}; {', or '.join((*ways, 'use other words'))}"


def _visible(data: object) -> object:
    """Return data with nothing in its texts that is not seen."""
    if isinstance(data, Mapping):
        return {key: _visible(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_visible(part) for part in data]
    return visible(data) if isinstance(data, str) else data


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping | list | tuple):
        for part in data.values() if isinstance(data, Mapping) else data:
            yield from _texts(part)


FONT = "Libertinus Serif"
"""The font of the words in plots: that of the template."""

_FRACTION = re.compile(r"(.* = )?(−?\d+/\d+|−?[\d,]+ / [\d,]+)")
_LONG = 16
"""The letters of a figure that is never broken."""
_MINUS = re.compile(r"(?<![^\s(])-(?=\W?\d)")
"""What is written as a hyphen before an amount."""


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
    def run(span: Span) -> dict[str, str | None]:
        text = span.text if span.style == "code" else _signed(span.text)
        return {"style": span.style, "text": text, "tone": document.tones.get(span.text)}

    def prose(text: str) -> list[dict[str, str | None]]:
        return [*map(run, spans(text))]

    match block:
        case Heading(level, text):
            yield {"kind": "heading", "level": level - 1, "text": text}
        case Paragraph(text):
            yield {"kind": "paragraph", "prose": prose(text)}
        case Listing(items, first):
            entries = [{"prose": prose(item.text), "below": [*map(prose, item.below)]} for item in items]
            yield {"kind": "list", "first": first, "items": entries}
        case Picture(plot):
            drawing = plot.draw()
            yield {"kind": "plot", "svg": drawing.to_print(FONT, trimmed=True), "alt": drawing.description}
        case table:
            yield from _tables(table)


def _tables(table: Table) -> Iterator[dict[str, Any]]:
    """Yield a table, or the parts of one that is wider than a page; the last one has its note."""
    # Each part has the first column, so that rows can still be read; the title stands above the first one.
    parts = list(fitting(list(zip(table.headings, *table.merged_cells, strict=True))))
    for number, places in enumerate(parts, start=1):

        def of_part(rows: Sequence[Sequence[str]], places: Sequence[int] = places) -> list[list[str]]:
            return [[_cell(row[place]) for place in places] for row in rows]

        yield {
            "kind": "table",
            "title": table.title if number == 1 else "",
            "columns": [{"title": table.headings[at], "right": table.flush_right[at]} for at in places],
            "rows": of_part(table.merged_cells),
            "whole": of_part(table.cells),
            "sums": table.sums,
            "note": _signed(table.note) if number == len(parts) else "",
        }


def _signed(text: str) -> str:
    """Return a text with a minus where it has a hyphen before an amount.

    >>> _signed("a fold is worth -2, not -$2 (-2), with 10-9-8")
    'a fold is worth −2, not −$2 (−2), with 10-9-8'
    """
    return _MINUS.sub("−", text)


def _cell(text: str) -> str:
    """Return the text of a cell; a long fraction may break after its stroke, and a figure before one."""
    text = _signed(text)
    match = _FRACTION.fullmatch(text)
    if match is None or len(text) <= _LONG:
        return text
    figure, fraction = match.groups("")
    broken = fraction.replace("/", "/\u200b") if len(fraction) > _LONG else fraction
    return f"{figure}\u200b{broken}" if figure else broken


_WIDE, _WIDEST, _LONGEST = 140, 165, 24
"""The letters that a page is wide, in smaller type too, and the most that a column of sentences asks for."""


def fitting(columns: Sequence[Sequence[str]], repeated: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the places of columns in as few groups as a page allows; the first `repeated` are in each.

    `columns` have their heading first, and then their cells. Several groups are about equally wide.

    >>> list(fitting([["Hand", "flush"], ["First", "1" * 80], ["Second", "2" * 80]]))
    [(0, 1), (0, 2)]
    """
    widths = [_width(column) for column in columns]
    if sum(widths) <= _WIDEST:
        yield tuple(range(len(widths)))
        return
    most = len(_groups(widths, repeated, _WIDE))
    room = next(room for room in range(_WIDE + 1) if len(_groups(widths, repeated, room)) <= most)
    yield from _groups(widths, repeated, room)


def _groups(widths: Sequence[int], repeated: int, room: int) -> list[tuple[int, ...]]:
    """Return the places of columns in groups no wider than some room, but for one column alone."""
    always = tuple(range(repeated))
    groups = [always]
    for place in range(repeated, len(widths)):
        if len(groups[-1]) > repeated and sum(widths[other] for other in (*groups[-1], place)) > room:
            groups.append(always)
        groups[-1] = (*groups[-1], place)
    return groups


def _width(texts: Sequence[str]) -> int:
    """Return how many letters a column takes: its longest word (addresses break), or more of sentences."""
    words = " ".join(texts).split()
    pieces = (piece for word in words for piece in (word.split("/") if len(word) > _LONGEST else [word]))
    cells = min(_LONGEST, max(map(len, texts[1:]), default=0))
    return max(max(map(len, pieces), default=0), cells) + 2
