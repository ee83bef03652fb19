"""The command that writes the PAR sheets of a game."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import write

__all__ = ["par"]


def par(
    game: options.Game,
    output: Annotated[
        Path | None, options.output("Where to write: .xlsx (GAME.xlsx by default), .pdf, .html or .md.")
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=LETTERS",
            help="The tables of a wager that get a sheet: pair_plus=A,F; by default all. May be repeated.",
        ),
    ] = None,
    strategy: options.Strategy = None,
    reading: options.Readings = None,
) -> None:
    """Write the PAR sheets of a game into a workbook or a document.

    A sheet for each wager and pay table, and sheets for strategy, joint results, limits, sensitivity and
    checks. In a workbook pays are input cells and figures formulas: change a pay and all of them follow;
    "combin check" reads it back and works out exactly what a change does. As PDF, HTML or Markdown the sheets
    are chapters, with plots.
    """
    from combin.report.words import counted

    chosen = {
        name: [letter.strip() for letter in letters.split(",")]
        for name, letters in options.pairs(table, "--table", "WAGER=LETTERS").items()
    }
    found = options.loaded(game, reading).par(strategy=strategy, tables=chosen)
    path = output or Path(f"{found.book.subject.rules.file.id}.xlsx")
    files = found.write(path, two_processes=True)
    sheets = counted(len(found.book.written.wagers), "wager sheet")
    if path.suffix.casefold() == ".xlsx":
        sheets += f"; after a change, ask: combin check {shlex.quote(str(path))}"
    elif len(files) > 1:
        sheets += f", and {counted(len(files) - 1, 'plot')} beside it"
    write(f"{path}: {sheets}\n")
