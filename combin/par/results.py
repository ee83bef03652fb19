"""A workbook, and what one that was read back says, with the ways to show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.results import Result

if TYPE_CHECKING:
    from pathlib import Path

    from combin.par.book import Book
    from combin.par.checking import CheckedBook
    from combin.report.view import View

__all__ = ["CheckedBookResult", "ParResult"]


@dataclass(frozen=True, repr=False)
class ParResult(Result):
    """A PAR workbook, ready to be written."""

    book: Book
    digits: int = 10

    @cached_property
    def view(self) -> View:
        """The wagers and tables that have a sheet; each is a record."""
        from combin.par.views import book_view

        return book_view(self.book, self.digits)

    def write(self, path: str | Path) -> None:
        """Write the workbook, whole or not at all; the same game gives the same bytes.

        Raises:
            RulesError: a file of another ending than .xlsx, or a text too long for a cell.
            OSError: the file cannot be written.
        """
        from combin.par.writing import write_book

        write_book(self.book, path)


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
