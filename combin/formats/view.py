"""An answer laid out as lines and tables, in any format, and written to a file."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from combin.formats import Format
from combin.formats.text import NARROWEST, Paint, one_line, paint_suits, table_text, wrap
from combin.formatting import Currency, currency, money_in
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from combin.formats.documents import Document
    from combin.formats.drawing import Drawing, Plot
    from combin.formats.tables import Record, Table

WIDTH = 100
"""Columns of the text where it does not go to a terminal."""


class View(Struct, frozen=True):
    """A result ready to be shown.

    `tables` and `lines` (sentences above them) are for people, `prose` for readers of Markdown alone;
    `payload` makes what JSON says, and `records` flat rows of one shape for CSV and frames. `columns` names
    the entries of a record where there may be none. Money is in the `currency` in force when it is made.
    """

    heading: str
    lines: tuple[str, ...]
    tables: tuple[Table, ...]
    payload: Callable[[], Any]
    records: Callable[[], list[Record]]
    columns: tuple[str, ...] = ()
    currency: Currency = field(default_factory=currency)
    prose: tuple[str, ...] = ()

    def text(self, form: Format = Format.TABLE, width: int = WIDTH, paint: Paint | None = None) -> str:
        """Return the result in a format; tables for a terminal take that many columns and look as painted."""
        with money_in(self.currency):
            match form:
                case Format.TABLE:
                    return self._plain(max(width, NARROWEST), paint)
                case Format.JSON:
                    import json

                    written = json.dumps(self.payload(), indent=2, ensure_ascii=False)
                    return _UNPRINTABLE.sub(_escape, written) + "\n"
                case Format.CSV:
                    return self._csv()
                case Format.MD:
                    from combin.formats.documents import markdown, markdown_line, markdown_text

                    parts = [f"## {markdown_text(self.heading)}\n"]
                    parts += [f"{markdown_line(line)}\n" for line in (*self.lines, *self.prose)]
                    return "\n".join([*parts, *map(markdown, self.tables)])

    def frame(self) -> pl.DataFrame:
        """Return the records as a polars data frame.

        Counts and the two parts of exact values are integers; decimals are of polars' decimal type with the
        digits asked for. Text stands where a number is too long for the type (past 38 digits).
        """
        import polars as pl

        records = self.records()
        names = records[0] if records else self.columns
        return pl.DataFrame([_series(name, [record[name] for record in records]) for name in names])

    def html(self) -> str:
        """Return the result for a notebook."""
        from html import escape

        from combin.formats.documents import notebook_html

        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        with money_in(self.currency):
            return f"<h4>{escape(self.heading)}</h4>{lines}{''.join(map(notebook_html, self.tables))}"

    def _plain(self, width: int, paint: Paint | None) -> str:
        heading = wrap(one_line(self.heading), width)
        lines = [line for sentence in self.lines for line in wrap(one_line(sentence), width)]
        if paint is not None:
            heading = [paint_suits(line, paint, "heading") for line in heading]
            lines = [paint_suits(line, paint) for line in lines]
        tables = [line for table in self.tables for line in ("", *table_text(table, width, paint))]
        return "\n".join([*heading, *lines, *tables]) + "\n"

    def _csv(self) -> str:
        import csv
        import io

        out = io.StringIO()
        records = self.records()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(records[0] if records else self.columns)
        writer.writerows(map(_cell, record.values()) for record in records)
        return out.getvalue()


_UNPRINTABLE = re.compile(r"[^\n -~]")
"""What may be no letter, of all that JSON leaves as it is: to be looked at one by one."""


def _escape(match: re.Match[str]) -> str:
    """Return a letter, or the escape of a character that a terminal would obey or nobody sees."""
    import json

    return match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1]


_NUMBER = re.compile(r"[-+]?[\d.,/ ]*%?(?: [A-Za-z].*)?", re.ASCII)
"""A number, or a sentence that begins with one, which no formula does."""
_CALCULATED = ("=", "+", "-", "@")
"""What begins a text that a spreadsheet takes for a formula."""


def _cell(value: int | str | Decimal | None) -> int | str | None:
    """Return a value as CSV has it: decimals without exponent, before what is calculated an apostrophe."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if not isinstance(value, str):
        return value
    text = one_line(value)
    calculated = text.lstrip().startswith(_CALCULATED) and not _NUMBER.fullmatch(text)
    return f"'{text}" if calculated else text


def _series(name: str, values: list[int | str | Decimal | None]) -> pl.Series:
    """Return a column of a frame with the type that holds all of its values exactly."""
    import polars as pl

    known = [value for value in values if value is not None]
    if known and all(isinstance(value, Decimal) for value in known):
        digits = [value.as_tuple() for value in known if isinstance(value, Decimal)]
        scale = max(-int(one.exponent) for one in digits)
        if max(len(one.digits) for one in digits) < _LONGEST and scale < _LONGEST:
            return pl.Series(name, values, dtype=pl.Decimal(_LONGEST, scale))
    if known and all(isinstance(value, int) for value in known):
        longest = max(value.bit_length() for value in known if isinstance(value, int))
        if longest < 128:
            return pl.Series(name, values, dtype=pl.Int64 if longest < 64 else pl.Int128)
    text = [None if one is None else format(one, "f" if isinstance(one, Decimal) else "") for one in values]
    return pl.Series(name, text, dtype=pl.String)


_LONGEST = 38
"""The digits of polars' decimal type."""

DOCUMENTS = (".pdf", ".html", ".md")
"""The endings of documents."""
PICTURES = (".svg", ".png", ".pdf")
"""The endings of plots."""
_FORMATS = {".txt": Format.TABLE, ".json": Format.JSON, ".csv": Format.CSV, ".md": Format.MD}


def write_document(document: Document, path: Path, font: str | None = None) -> tuple[Path, ...]:
    """Write a document as HTML, in Markdown or else in a format of the typesetter; return the files written.

    Beside Markdown stand its plots. A `font` is as in `Press`; PrintError as in `print_document`.
    """
    from combin.files import write_text
    from combin.formats.documents import Picture, document_html, document_markdown

    match path.suffix.casefold():
        case ".html":
            texts = {path: document_html(document)}
        case ".md":
            plots = [block.plot for block in document.blocks if isinstance(block, Picture)]
            texts = {path: document_markdown(document)}
            texts |= {path.with_name(plot.file): plot.draw().to_svg() for plot in plots}
        case _:
            from combin.formats.typesetter import Press, document_data, print_document

            data = document_data(document)
            return print_document("report", data, path, Press(font=font), others=(".html", ".md"))
    for file, text in texts.items():
        write_text(text, file)
    return (*texts,)


def write_plot(drawing: Drawing, path: Path) -> tuple[Path, ...]:
    """Write a plot as SVG, or else in a format of the typesetter; return the file written."""
    if path.suffix.casefold() == ".svg":
        from combin.files import write_text

        write_text(drawing.to_svg(), path)
        return (path,)
    from combin.formats.typesetter import plot_data, print_document

    return print_document("plot", plot_data(drawing), path, others=(".svg",))


def write_drawn(path: Path, view: Callable[[], View], plot: Callable[[], Plot]) -> tuple[Path, ...]:
    """Write an answer as a plot or as a view, as the ending of the file asks for; return the file written."""
    if path.suffix.casefold() in PICTURES:
        return write_plot(plot().draw(), path)
    return write_view(view(), path)


def write_view(view: View, path: Path) -> tuple[Path, ...]:
    """Write a view in the format that the ending of the file asks for, or RulesError; return the file."""
    from combin.files import replace_file, write_text

    ending = path.suffix.casefold()
    if ending in _FORMATS:
        write_text(view.text(_FORMATS[ending]), path)
    elif ending == ".parquet":
        replace_file(path, view.frame().write_parquet)
    else:
        known = ", ".join((*_FORMATS, ".parquet"))
        raise RulesError((), f"no format goes by this ending; known: {known}", str(path))
    return (path,)
