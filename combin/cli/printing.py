"""The command that prints a strategy: a card for the wallet, a sheet, or text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, write
from combin.formats.format import Format
from combin.paper.layout import Paper, Size

__all__ = ["print_strategy"]


def print_strategy(
    game: options.Game,
    output: Annotated[
        Path | None, options.output("Where to write: .pdf, .svg, .png or .txt. Without it the text is shown.")
    ] = None,
    size: Annotated[
        Size | None,
        typer.Option(metavar="SIZE", help="wallet (85.6 by 54 mm, the default), a4 or letter."),
    ] = None,
    sheet: Annotated[
        Paper | None,
        typer.Option(
            metavar="PAPER",
            help="Cards for the wallet, as many as a sheet of a4 or letter holds. "
            "To print both sides, turn it over its long edge.",
        ),
    ] = None,
    crop_marks: Annotated[
        bool | None,
        typer.Option(
            "--crop-marks/--no-crop-marks", help="Marks to cut cards along; by default on a sheet of them."
        ),
    ] = None,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
    ante_bonus: options.AnteBonus = None,
    table: options.Tables = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION", help="A pay table of the jackpot; may be repeated. By default all."),
    ] = None,
    wager: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="The price of the jackpot wager; by default the $1 of its seeds."
        ),
    ] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The jackpot's meter; by default at its seed.")
    ] = None,
    reading: options.Readings = None,
) -> None:
    """Print the best strategy: on a card, on a sheet, or as text.

    With the hands at its borders, what simpler rules cost, the edge, and the pays and rules that it is for.
    A card has a front and a back: two pages, or two files of .svg or .png.
    """
    asked = options.loaded(game, reading)
    if not asked.rules.jackpots:
        options.refuse(
            {"--wager": wager, "--meter": meter}, f"{asked.rules.file.id} has no progressive wager"
        )
    found = asked.printed_strategy(
        options=option or None,
        wager=options.amount(wager, "--wager"),
        meter=options.amount(meter, "--meter"),
        tables=options.letters(table, ante_bonus=ante_bonus),
    )
    cards = {"--sheet": sheet, "--crop-marks": crop_marks}
    if output is None or output.suffix.casefold() == ".txt":
        options.refuse(
            {"--size": size, **cards, "--four-colour": four_colour or None}, "the text has no pages"
        )
    if output is None:
        show(found.view, Format.TABLE)
        return
    if size not in {None, Size.WALLET}:
        options.refuse(cards, "goes with cards, not with --size a4 or letter")
    files = found.write(
        output, size or Size.WALLET, sheet=sheet, crop_marks=crop_marks, four_colours=four_colour
    )
    write("".join(f"{file}\n" for file in files))
