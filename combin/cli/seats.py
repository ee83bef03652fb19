"""The command about several seats of one table."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format


def table(
    game: options.Game,
    bet: options.Bets,
    seats: Annotated[int, typer.Option(metavar="N", min=1, help="How many seats are taken.")],
    pace: Annotated[
        str | None, typer.Option(metavar="ROUNDS", help="Rounds dealt in an hour; 40 by default.")
    ] = None,
    hours: Annotated[
        str | None, typer.Option(metavar="HOURS", help="Hours of a shift; 8 by default.")
    ] = None,
    comp: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="The part of an expected loss that comes back, such as 30%."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: options.JackpotTable = None,
    strategy: options.MixStrategy = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give what several seats with the same wagers come to.

    All seats play against one hand of the dealer's, from one deck: exact covariances of wagers in two seats,
    deviation and theoretical win of a round, an hour and a shift, what an hour costs a player, and the law of
    two seats together. Each seat plays without a look at the others. Wagers on jackpot cards, on a meter or
    on both hands together are refused.
    """
    found = options.loaded(game, reading).table(
        options.stakes(bet),
        seats,
        pace=options.amount(pace, "--pace"),
        hours=options.amount(hours, "--hours"),
        comp=options.amount(comp, "--comp"),
        strategy=strategy,
        option=option,
        digits=digits,
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    show(found.view, form)
