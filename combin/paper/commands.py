"""The commands that print strategies and posters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import show, tell
from combin.formats.format import Format, Paper, PosterPaper, Size


@examples(
    "combin print strategy crown-melbourne",
    "combin print strategy crown-melbourne -o card.pdf --four-colour",
    "combin print strategy crown-melbourne -o cards.pdf --sheet a4",
    "combin print strategy crown-melbourne -o sheet.pdf --size a4 --option 2",
)
def print_strategy(
    game: options.Game,
    *,
    output: options.Output = None,
    size: Size | None = None,
    sheet: Paper | None = None,
    crop_marks: Annotated[bool | None, typer.Option("--crop-marks/--no-crop-marks")] = None,
    four_colour: bool = False,
    letters: options.BaseLetters,
    option: list[str] | None = None,
    stake: str | None = None,
    meter: str | None = None,
    language: options.Language = None,
    printed: options.PrintOptions,
) -> None:
    """Print the best strategy: on a card, on a sheet, or as text.

    With the hands at its borders, what simpler rules cost, the edge, and the pays and rules that it is for.
    A card has a front and a back: two pages, or two files of .svg or .png.

    Args:
        output (FILE): Where to write: .pdf, .svg, .png or .txt. Without it the text is shown.
        size (SIZE): wallet (85.6 by 54 mm, the default), a4 or letter.
        sheet (PAPER): Cards for the wallet, as many as a sheet of a4 or letter holds. To print both sides,
            turn it over its long edge.
        crop_marks: Marks to cut cards along; by default on a sheet of them.
        four_colour: A colour for each suit.
        option (OPTION): A pay table of the jackpot; may be repeated. By default all.
        stake (AMOUNT): The price of the jackpot wager; by default the $1 of its seeds.
        meter (AMOUNT): The jackpot's meter; by default at its seed.
    """
    about = printed.of(game)
    if not about.rules.jackpots:
        options.refuse(
            {"--stake": stake, "--meter": meter}, f"{about.rules.file.id} has no progressive wager"
        )
    strategy = about.printed_strategy(
        options=option or None,
        stake=options.amount(stake, "--stake"),
        meter=options.amount(meter, "--meter"),
        language=language,
        tables=letters.chosen,
    )
    cards = {"--sheet": sheet, "--crop-marks": crop_marks}
    if output is None or output.suffix.casefold() == ".txt":
        options.refuse(
            {"--size": size, **cards, "--four-colour": four_colour or None}, "the text has no pages"
        )
    if output is None:
        show(strategy.view(), Format.TABLE)
        return
    if size not in {None, Size.WALLET}:
        options.refuse(cards, "goes with cards, not with --size a4 or letter")
    size = size or Size.WALLET
    files = strategy.write(
        output,
        size=size,
        sheet=sheet,
        crop_marks=crop_marks,
        four_colours=four_colour,
        font=printed.font,
    )
    for file in files:
        tell(file)


@examples(
    "combin print poster uk-including-blind -o poster.pdf",
    "combin print poster crown-melbourne -o poster.pdf --size a3 --pair-plus F --option 2 --seed 20000",
)
def print_poster(
    game: options.Game,
    *,
    output: Annotated[Path, typer.Option("--output", "-o")],
    size: PosterPaper = PosterPaper.A4,
    bleed: bool = False,
    crop_marks: bool = False,
    letters: options.Letters,
    option: str | None = None,
    seed: str | None = None,
    language: options.Language = None,
    printed: options.PrintOptions,
) -> None:
    """Print the player's guide: bets, pay tables and house edges.

    For a player at the table: how a round goes, the hands, how each bet is settled, and what it costs on
    average, with the definition of the house edge that is used. Tables without a letter are the first.

    Args:
        output (FILE): Where to write: .pdf, .svg or .png.
        size (PAPER): a4 (the default), a3 or letter.
        bleed: 3 mm of colour beyond the edge at which the paper is cut.
        crop_marks: The same, and marks to cut along.
        option (OPTION): The pay table of the jackpot; by default the first.
        seed (AMOUNT): Where the jackpot's meter starts.
    """
    about = printed.of(game)
    poster = about.poster(option=option, seed=seed, language=language, tables=letters.chosen)
    files = poster.write(output, paper=size.value, bleed=bleed, crop_marks=crop_marks, font=printed.font)
    for file in files:
        tell(file)
