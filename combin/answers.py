"""What every answer can do: show itself, be a frame, be what JSON says, be written to a file."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from combin.formatting import DOLLARS, Currency, money_in

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from combin.formats.view import View


class Answer:
    """An answer about a game; `print` shows it as the command line does, a notebook as tables."""

    __slots__ = ()
    shown_by: ClassVar[str]
    """Its view, a function of the answer and a number of decimals, imported when the answer is first shown:
    "combin.report.joint:mix_view"."""

    written_by: ClassVar[str]
    """What writes it, where it is a document, a function of the answer, a path and how it is laid out."""

    @property
    def currency(self) -> Currency:
        """The currency of its money: that of the game, where the answer knows its rules."""
        rules = getattr(self, "rules", None)
        return DOLLARS if rules is None else rules.file.imprint.sign

    def view(self, digits: int = 10) -> View:
        """Tables and lines ready to be shown in any format, with `digits` decimals of exact values."""
        with money_in(self.currency):
            view: View = _function(self.shown_by)(self, digits)
        return view

    def frame(self, digits: int = 10) -> pl.DataFrame:
        """A data frame: counts as integers, exact values as decimals and as two integer columns."""
        return self.view(digits).frame()

    def to_dict(self, digits: int = 10) -> Any:  # noqa: ANN401  whatever JSON holds
        """The dictionaries and lists that `--format json` prints."""
        return self.view(digits).payload()

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the answer to a file, whole or not at all; return the files written.

        A document (PAR sheets, a poster, a card, a report, a plot) is written as the ending of the path says,
        any other answer as .txt, .json, .csv, .md or .parquet; RulesError for another ending, PrintError if
        something does not fit on its page.
        """
        from combin.formats.view import write_view

        return write_view(self.view(), Path(path))

    def _written(self, path: str | Path, **layout: object) -> tuple[Path, ...]:
        """Write it by `written_by`; a class with a layout of its own has a `write` that names it."""
        with money_in(self.currency):
            files: tuple[Path, ...] = _function(self.written_by)(self, Path(path), **layout)
        return files

    def __str__(self) -> str:
        return self.view().text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.view().heading}>"

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self.view().html()


def _function(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)  # type: ignore[no-any-return]
