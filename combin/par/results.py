"""PAR sheets, and what a workbook that was read back says, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from combin.results import Result
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.formats.view import View
    from combin.par.book import Book
    from combin.par.checking import CheckedBook

__all__ = ["DOCUMENTS", "CheckedBookResult", "ParResult"]

DOCUMENTS = (".pdf", ".html", ".md")
"""The endings of documents."""


@dataclass(frozen=True, repr=False)
class ParResult(Result):
    """The PAR sheets of a game, ready to be written."""

    book: Book
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The wagers and tables that have a sheet; each is a record."""
        from combin.par.views import book_view

        return book_view(self.book, self.digits)

    def write(self, path: str | Path, *, two_processes: bool = False) -> tuple[Path, ...]:
        """Write a workbook (.xlsx) or a document (.pdf, .html, .md); return the files written.

        Beside Markdown stand its plots. Each file is written whole or not at all; the same game gives
        the same bytes.

        Args:
            path: where to write.
            two_processes: whether a copy of this process may do a part of the work, which takes a quarter
                less time where there are two cores; not for programs with threads of their own.

        Raises:
            RulesError: a file of another ending, or a text too long for a cell.
            PrintError: something does not fit on its page.
            OSError: a file cannot be written.
        """
        path = Path(path)
        ending = path.suffix.casefold()
        if ending not in (".xlsx", *DOCUMENTS):
            raise RulesError((), f"a PAR sheet ends in .xlsx, {', '.join(DOCUMENTS)}", str(path))
        if two_processes:
            self.book.work_out()
        if ending == ".xlsx":
            from combin.par.writing import write_book

            write_book(self.book, path)
            return (path,)
        from combin.formats.files import write_document
        from combin.par.document import par_document

        return write_document(par_document(self.book), path)


@dataclass(frozen=True, repr=False)
class CheckedBookResult(Result):
    """Workbooks that were read back: what was changed in each, and what that does."""

    books: tuple[CheckedBook, ...]
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The changes and their effects; the records are the wagers of each workbook."""
        from combin.par.views import checked_view

        return checked_view(self.books, self.digits)
