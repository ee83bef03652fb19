"""The commands about PAR sheets: write them, read a workbook back."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import Question, examples, field
from combin.cli.output import show, tell
from combin.formats import Format


def _letters(texts: list[str], name: str) -> dict[str, list[str]]:
    tables = options.pairs(texts, name, "WAGER=LETTERS")
    return {wager: [letter.strip() for letter in text.split(",")] for wager, text in tables.items()}


@examples(
    "combin par crown-melbourne -o crown.xlsx",
    "combin par crown-melbourne -o crown.pdf",
    "combin par crown-melbourne --table pair_plus=A,F --table jackpot=1 -o crown.xlsx",
    "combin check crown.xlsx",
)
class Par(Question):
    """Write the PAR sheets of a game into a workbook or a document.

    A sheet for each wager and pay table, and sheets for strategy, limits, sensitivity and checks. In a
    workbook pays are input cells and figures formulas: change a pay and all of them follow; "combin check"
    reads it back and computes exactly what a change does. As PDF, HTML or Markdown the sheets are chapters,
    with plots.
    """

    asks = "par"
    game: str = options.GAME
    output: Path | None = options.output(
        "FILE", "Where to write: .xlsx (GAME.xlsx by default), .pdf, .html or .md."
    )
    tables: Mapping[str, list[str]] = field(
        "WAGER=LETTERS",
        "The tables of a wager that get a sheet: pair_plus=A,F; by default all. May be repeated.",
        "--table",
        read=_letters,
    )
    strategy: str | None = options.STRATEGY
    confidence: int | None = field(
        "PERCENT",
        "The confidence of bands over many rounds and of volatility indices, such as 90, 95 or 99; by "
        "default 95 and 90.",
        least=50,
        most=99,
    )
    printed: options.PrintOptions

    def run(self) -> None:
        from combin.formatting import counted

        book = self.answer()
        path = self.output or Path(f"{book.rules.file.id}.xlsx")
        files = book.write(path, two_processes=True, font=self.printed.font)
        sheets = counted(len(book.told.wagers), "wager sheet")
        if path.suffix.casefold() == ".xlsx":
            sheets += f"; after a change, ask: combin check {shlex.quote(str(path))}"
        elif len(files) > 1:
            sheets += f", and {counted(len(files) - 1, 'plot')} beside it"
        tell(path, f": {sheets}")


def check_books(files: list[str], digits: int, form: Format) -> int:
    """Show what was changed in workbooks; return the exit code."""
    from combin.par.checking import check_book, checked_view

    books = [check_book(file) for file in files]
    show(checked_view(books, digits), form)
    return 1 if any(book.strange for book in books) else 0
