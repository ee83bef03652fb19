"""Documents and plots as files, in the format that the ending asks for, each written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from combin.files import replace_file, write_text
from combin.formats.format import Format
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.formats.blocks import Document
    from combin.formats.drawing import Drawing, Plot
    from combin.formats.view import View


DOCUMENTS = (".pdf", ".html", ".md")
"""The endings of documents."""
PICTURES = (".svg", ".png", ".pdf")
"""The endings of plots."""


def write_document(document: Document, path: Path, font: str | None = None) -> tuple[Path, ...]:
    """Write a document as HTML, in Markdown or else in a format of the typesetter; return the files written.

    Beside Markdown stand its plots.

    Args:
        document: what is said.
        path: where to.
        font: of this machine, for letters that no font of the program has; None where none can be named.

    Raises:
        PrintError: another ending, or something does not fit on its page.
        OSError: the file cannot be written.
    """
    match path.suffix.casefold():
        case ".html":
            from combin.formats.html import document_html

            write_text(document_html(document), path)
            return (path,)
        case ".md":
            from combin.formats.blocks import Picture
            from combin.formats.markdown import document_markdown

            texts = {path: document_markdown(document)}
            plots = [block.plot for block in document.blocks if isinstance(block, Picture)]
            texts |= {path.with_name(plot.file): plot.draw().to_svg() for plot in plots}
            for file, text in texts.items():
                write_text(text, file)
            return (*texts,)
        case _:
            from combin.formats.typesetter import Press, document_data, print_document

            data = document_data(document)
            return print_document("report", data, path, Press(font=font), others=(".html", ".md"))


def write_plot(drawing: Drawing, path: Path) -> tuple[Path, ...]:
    """Write a plot as SVG, or else in a format of the typesetter; return the file written.

    Raises:
        PrintError: another ending.
        OSError: the file cannot be written.
    """
    if path.suffix.casefold() == ".svg":
        write_text(drawing.to_svg(), path)
        return (path,)
    from combin.formats.typesetter import plot_data, print_document

    return print_document("plot", plot_data(drawing), path, others=(".svg",))


_FORMATS = {".txt": Format.TABLE, ".json": Format.JSON, ".csv": Format.CSV, ".md": Format.MD}


def write_drawn(path: Path, view: Callable[[], View], plot: Callable[[], Plot]) -> tuple[Path, ...]:
    """Write an answer as a plot or as a view, as the ending of the file asks for; return the file written."""
    if path.suffix.casefold() in PICTURES:
        return write_plot(plot().draw(), path)
    return write_view(view(), path)


def write_view(view: View, path: Path) -> tuple[Path, ...]:
    """Write a view in the format that the ending of the file asks for; return the file written.

    Raises:
        RulesError: another ending.
        OSError: the file cannot be written.
    """
    form = _FORMATS.get(path.suffix.casefold())
    if form is not None:
        write_text(view.text(form), path)
    elif path.suffix.casefold() == ".parquet":
        replace_file(path, view.frame().write_parquet)
    else:
        known = ", ".join((*_FORMATS, ".parquet"))
        raise RulesError((), f"no format goes by this ending; known: {known}", str(path))
    return (path,)
