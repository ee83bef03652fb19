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
    stake: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="The price of the jackpot wager; by default the $1 of its seeds."
        ),
    ] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The jackpot's meter; by default at its seed.")
    ] = None,
    language: options.Language = None,
    font: options.Font = "",
    reading: options.Readings = None,
    imprint: options.Imprint = None,
) -> None:
    """Print the best strategy: on a card, on a sheet, or as text.

    With the hands at its borders, what simpler rules cost, the edge, and the pays and rules that it is for.
    A card has a front and a back: two pages, or two files of .svg or .png.
    """
    asked = options.loaded(game, reading, imprint)
    if not asked.rules.jackpots:
        options.refuse(
            {"--stake": stake, "--meter": meter}, f"{asked.rules.file.id} has no progressive wager"
        )
    found = asked.printed_strategy(
        options=option or None,
        stake=options.amount(stake, "--stake"),
        meter=options.amount(meter, "--meter"),
        language=language,
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
        output,
        size=size or Size.WALLET,
        sheet=sheet,
        crop_marks=crop_marks,
        four_colours=four_colour,
        font=font,
    )
    for file in files:
        tell(file)


def print_poster(
    game: options.Game,
    output: Annotated[Path, options.output("Where to write: .pdf, .svg or .png.")],
    size: Annotated[
        PosterPaper, typer.Option(metavar="PAPER", help="a4 (the default), a3 or letter.")
    ] = PosterPaper.A4,
    bleed: Annotated[
        bool, typer.Option("--bleed", help="3 mm of colour beyond the edge at which the paper is cut.")
    ] = False,
    crop_marks: Annotated[
        bool, typer.Option("--crop-marks", help="The same, and marks to cut along.")
    ] = False,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="The pay table of the jackpot; by default the first.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Where the jackpot's meter starts.")
    ] = None,
    language: options.Language = None,
    font: options.Font = "",
    reading: options.Readings = None,
    imprint: options.Imprint = None,
) -> None:
    """Print the player's guide: bets, pay tables and house edges.

    For a player at the table: how a round goes, the hands, how each bet is settled, and what it costs on
    average, with the definition of the house edge that is used. Tables without a letter are the first.
    """
    found = options.loaded(game, reading, imprint).poster(
        option=option,
        seed=seed,
        language=language,
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    files = found.write(output, paper=size.value, bleed=bleed, crop_marks=crop_marks, font=font)
    for file in files:
        tell(file)


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
    confidence: Annotated[
        int | None,
        typer.Option(
            metavar="PERCENT",
            min=50,
            max=99,
            help="The confidence of bands over many rounds and of volatility indices, such as 90, 95 or "
            "99; by default 95 and 90.",
        ),
    ] = None,
    font: options.Font = "",
    reading: options.Readings = None,
    imprint: options.Imprint = None,
) -> None:
    """Write the PAR sheets of a game into a workbook or a document.

    A sheet for each wager and pay table, and sheets for strategy, joint results, limits, sensitivity and
    checks. In a workbook pays are input cells and figures formulas: change a pay and all of them follow;
    "combin check" reads it back and works out exactly what a change does. As PDF, HTML or Markdown the sheets
    are chapters, with plots.
    """
    from combin.formatting import counted

    chosen = {
        name: [letter.strip() for letter in letters.split(",")]
        for name, letters in options.pairs(table, "--table", "WAGER=LETTERS").items()
    }
    found = options.loaded(game, reading, imprint).par(
        strategy=strategy, confidence=confidence, tables=chosen
    )
    path = output or Path(f"{found.scope.rules.file.id}.xlsx")
    files = found.write(path, two_processes=True, font=font)
    sheets = counted(len(found.written.wagers), "wager sheet")
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
"""The values of `combin.report.plots.Kind`, which takes longer to import than a help text may."""


def _complete_kind(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def plot(
    game: options.Game,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.", autocompletion=_complete_kind)
    ],
    wager: Annotated[
        str | None,
        typer.Option(metavar="WAGER", help="For outcomes and sensitivity: a wager by its id."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    output: Annotated[Path | None, options.output("A file: .svg, .png or .pdf; else SVG to stdout.")] = None,
) -> None:
    """Draw a plot of a game as SVG, PNG or PDF.

    Outcomes: how often each result comes. Play-value: what it is worth to play each hand, beside a fold.
    By-card: the same against each card of the dealer's that is seen.
    Sensitivity: which rules move the house edge most. Meter-density, royal-prize: where a meter stands in
    the long run, and what it then pays. Folding, price: what a jackpot wager returns.
    """
    from combin.rules.errors import nearest

    if kind not in KINDS:
        raise typer.BadParameter(f"no plot of {kind!r}; {nearest(kind, KINDS)}", param_hint="KIND")
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    found = options.loaded(game, reading).plot(kind, wager, tables=tables)
    if output is None:
        write(found.to_svg())
    else:
        found.write(output)
        tell(output, f": {found.description}")
