"""The commands about the floor of a house: several seats of one table, and live tables watched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.output import fail, show, tell
from combin.formats.format import Format
from combin.progress import progress_bar

if TYPE_CHECKING:
    from combin.rules.errors import RulesError


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
    meter: options.Meters = None,
    strategy: options.MixStrategy = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give what several seats with the same wagers come to.

    All seats play against one hand of the dealer's, from one deck: exact covariances of wagers in two seats,
    deviation and theoretical win of a round, an hour and a shift, the most that all net in a round and how
    likely, what an hour costs a player, and the law of two seats together. Each seat plays without a look at
    the others. A meter that seats win together is divided as the rules say, and refused where they do not.
    With wagers on jackpot cards, which all seats share, that takes some seconds.
    """
    from combin.progress import progress_bar

    with progress_bar("Two seats") as progress:
        found = options.loaded(game, reading).table(
            options.stakes(bet),
            seats,
            pace=options.amount(pace, "--pace"),
            hours=options.amount(hours, "--hours"),
            comp=options.amount(comp, "--comp"),
            strategy=strategy,
            option=option,
            meter=options.meters(meter),
            digits=digits,
            tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
            progress=progress,
        )
        view = found.view
    show(view, form)


def monitor(
    game: options.Game,
    log: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Rows of table, day, wager, hands, staked and won (.csv, .parquet), or rounds (.jsonl).",
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SETTING",
            help="A wrong setting to test: pair_plus=D, that table in place of the right one, or "
            "'without A', a deck that lacks one; may be repeated.",
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many hands share a round at most; 1 by default."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    strategy: options.Strategy = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first bad row.")] = False,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
    plot: Annotated[
        str | None,
        typer.Option(metavar="WAGER", help="What is drawn: a wager over all tables, or TABLE/WAGER."),
    ] = None,
    output: options.PlotOutput = None,
) -> int:
    """Watch live tables: what came back beside what should.

    For each wager of each table the return, the exact chance that so many hands return as little or as much,
    bands of 95, 99 and 99.9%, and a correction for watching many. A hand counts by its own stake: what is
    staked over the hands of its row, or the row's "stake" where raises are in "staked" too; "won" is all that
    players were handed back, and "meter_share" the part of it that a meter paid. Bad rows are named on stderr
    and left out, and the exit code is 2.
    """
    options.refuse_plot(plot, output)

    def told(error: RulesError) -> None:
        if strict:
            raise error
        fail(str(error))

    with progress_bar("Reading") as progress:
        found = options.loaded(game, reading).monitor(
            log,
            against=against or (),
            seats=seats,
            strategy=strategy,
            digits=digits,
            told=told,
            progress=progress,
            tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
        )
    if output is None:
        show(found.view, form)
    else:
        found.write(output, plot=plot)
        tell(output, f": {found.view.heading}")
    return 2 if found.log.bad else 0
