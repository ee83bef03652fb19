"""The command about many rounds with the same wagers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, write
from combin.formats.format import Format


def session(
    game: options.Game,
    bet: options.Bets,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="How many rounds are played.")] = 100,
    bankroll: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the player has at first.")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What he leaves with as soon as he has it.")
    ] = None,
    rebate: Annotated[
        str | None, typer.Option(metavar="SHARE", help="The part of a loss that comes back, such as 10%.")
    ] = None,
    loss: Annotated[
        list[str] | None,
        typer.Option(metavar="AMOUNT", help="How likely it is to lose so much or more; may be repeated."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: options.JackpotTable = None,
    meter: options.Meters = None,
    chip: options.Chip = None,
    max_payout: options.MaxPayout = None,
    strategy: options.MixStrategy = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
    plot: Annotated[str, typer.Option(metavar="KIND", help="What is drawn: fan or ruin.")] = "fan",
    output: Annotated[Path | None, options.output("A file: a plot as .svg, .png or .pdf; or tables.")] = None,
) -> None:
    """Give the law of many rounds with the same wagers.

    Mean and deviation of the total, its percentiles, the chance to be ahead, and how far the normal
    approximation is off; the bankroll that it takes. With a bankroll also the chance of ruin: that what is
    left no longer pays for all stakes and the highest raise. With a rebate on losses the best points to quit
    and what it costs the house. Chances are exact or lie between proven bounds; a meter stands still.
    """
    found = options.loaded(game, reading).session(
        options.stakes(bet),
        rounds,
        bankroll=options.amount(bankroll, "--bankroll"),
        goal=options.amount(goal, "--goal"),
        rebate=options.amount(rebate, "--rebate"),
        losses=[options.money(text, "--loss") for text in loss or ()],
        strategy=strategy,
        option=option,
        meter=options.meters(meter),
        chip=options.amount(chip, "--chip"),
        most=options.amount(max_payout, "--max-payout"),
        digits=digits,
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    if output is None:
        show(found.view, form)
    else:
        found.write(output, plot=plot)
        write(f"{output}: {found.view.heading}\n")
