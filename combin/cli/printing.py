"""The commands that write documents: strategies, posters, PAR sheets and plots."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, tell, write
from combin.formats.format import Format, Paper, PosterPaper, Size


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
        show(strategy.view, Format.TABLE)
        return
    if size not in {None, Size.WALLET}:
        options.refuse(cards, "goes with cards, not with --size a4 or letter")
    size = size or Size.WALLET
    layout = {"size": size, "sheet": sheet, "crop_marks": crop_marks, "four_colours": four_colour}
    for file in strategy.write(output, **layout, font=printed.font):
        tell(file)


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
    layout = {"paper": size.value, "bleed": bleed, "crop_marks": crop_marks}
    for file in poster.write(output, **layout, font=printed.font):
        tell(file)


def par(
    game: options.Game,
    *,
    output: options.Output = None,
    table: list[str] | None = None,
    strategy: options.Strategy = None,
    confidence: Annotated[int | None, typer.Option(min=50, max=99)] = None,
    printed: options.PrintOptions,
) -> None:
    """Write the PAR sheets of a game into a workbook or a document.

    A sheet for each wager and pay table, and sheets for strategy, joint results, limits, sensitivity and
    checks. In a workbook pays are input cells and figures formulas: change a pay and all of them follow;
    "combin check" reads it back and works out exactly what a change does. As PDF, HTML or Markdown the sheets
    are chapters, with plots.

    Args:
        output (FILE): Where to write: .xlsx (GAME.xlsx by default), .pdf, .html or .md.
        table (WAGER=LETTERS): The tables of a wager that get a sheet: pair_plus=A,F; by default all. May be
            repeated.
        confidence (PERCENT): The confidence of bands over many rounds and of volatility indices, such as 90,
            95 or 99; by default 95 and 90.
    """
    from combin.formatting import counted

    chosen = {
        name: [letter.strip() for letter in letters.split(",")]
        for name, letters in options.pairs(table, "--table", "WAGER=LETTERS").items()
    }
    book = printed.of(game).par(strategy=strategy, confidence=confidence, tables=chosen)
    path = output or Path(f"{book.scope.rules.file.id}.xlsx")
    files = book.write(path, two_processes=True, font=printed.font)
    sheets = counted(len(book.told.wagers), "wager sheet")
    if path.suffix.casefold() == ".xlsx":
        sheets += f"; after a change, ask: combin check {shlex.quote(str(path))}"
    elif len(files) > 1:
        sheets += f", and {counted(len(files) - 1, 'plot')} beside it"
    tell(path, f": {sheets}")


KINDS = (
    "outcomes",
    "play-value",
    "by-card",
    "sensitivity",
    "meter-density",
    "royal-prize",
    "folding",
    "price",
)
"""The values of `combin.report.plots.PlotKind`, which takes longer to import than a help text may."""


def _complete_kind(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def plot(
    game: options.Game,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.", autocompletion=_complete_kind)
    ],
    *,
    wager: str | None = None,
    letters: options.Letters,
    reading: options.Readings = None,
    output: options.Output = None,
) -> None:
    """Draw a plot of a game as SVG, PNG or PDF.

    Outcomes: how often each result comes. Play-value: what it is worth to play each hand, beside a fold.
    By-card: the same against each card of the dealer's that is seen.
    Sensitivity: which rules move the house edge most. Meter-density, royal-prize: where a meter stands in
    the long run, and what it then pays. Folding, price: what a jackpot wager returns.

    Args:
        wager (WAGER): For outcomes and sensitivity: a wager by its id.
        output (FILE): A file: .svg, .png or .pdf; else SVG to stdout.
    """
    from combin.rules.errors import nearest

    if kind not in KINDS:
        raise typer.BadParameter(f"no plot of {kind!r}; {nearest(kind, KINDS)}", param_hint="KIND")
    drawing = options.loaded(game, reading).plot(kind, wager, tables=letters.chosen)
    if output is None:
        write(drawing.to_svg())
    else:
        drawing.write(output)
        tell(output, f": {drawing.description}")
