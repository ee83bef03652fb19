"""The command that searches for pay tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format

__all__ = ["design"]


def design(
    game: options.Game,
    edge: Annotated[
        str,
        typer.Option(metavar="WINDOW", help="The house edge wanted, as 2%..3%; of jackpots in the long run."),
    ],
    wager: Annotated[
        str, typer.Option(metavar="WAGER", help="The id of a side bet, a bonus or the jackpot.")
    ] = "pair_plus",
    hit: Annotated[
        str | None,
        typer.Option(metavar="WINDOW", help="The hit frequency wanted: at least 25%, or 20%..26%."),
    ] = None,
    pays: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE=PAYS",
            help="Pays to try for a line: 4, 3..5, 30..50:5 or 4,6,10; may be repeated. "
            "Other lines vary from half to twice what they pay.",
        ),
    ] = None,
    only: Annotated[bool, typer.Option("--only", help="Lines without --pays stay as they are.")] = False,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="A better hand may pay less than a worse one.")
    ] = False,
    sort: Annotated[
        str,
        typer.Option(
            metavar="ORDER",
            help="What comes first: edge (closest to the target), low-edge, high-edge, volatility (lowest), "
            "high-volatility, round.",
        ),
    ] = "edge",
    target: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT", help="The edge to come close to; by default the middle of the window."
        ),
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="How many to list; all are counted.")] = 20,
    pareto: Annotated[
        bool,
        typer.Option(
            "--pareto",
            help="The frontier of low edge against low standard deviation; with --sort high-volatility of "
            "high against high.",
        ),
    ] = False,
    table: options.Tables = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="Of a jackpot: which pay table (Crown: 1 or 2).")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEEDS", help="Of a jackpot: 10000,20000 or 10000..75000:5000; by default the published."
        ),
    ] = None,
    output: Annotated[Path | None, options.output("Write what is listed there: .csv or .parquet.")] = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Find the pay tables with a house edge in a window.

    Every choice of whole pays is decided exactly, and all that fit are counted; the best are listed. For a
    jackpot: the increment rates that meet a long-run edge, by seed and bonus prizes.
    """
    if output is not None and output.suffix.casefold() not in {".csv", ".parquet"}:
        raise typer.BadParameter(f"{output} is neither .csv nor .parquet", param_hint="--output")
    from combin.formats.files import write_view
    from combin.progress import progress_bar

    rules = options.loaded(game, reading)
    with progress_bar("Searching") as report:
        found = rules.design(
            edge,
            wager,
            hit=hit,
            pays=options.pairs(pays, "--pays", "LINE=PAYS"),
            others_stay=only,
            ordered=not any_order,
            sort=sort,
            target=target,
            limit=limit,
            pareto=pareto,
            option=option,
            seeds=seed,
            digits=digits,
            tables=options.letters(table),
            progress=report,
        )
    if output is not None:
        write_view(found.view, output)
    show(found.view, form)
