"""The commands of game protection: what knowledge of cards is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, tell
from combin.formats.format import Format


def removal(
    game: options.Game,
    without: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="CARDS", help='Cards out together: "As Kd"; may be repeated.'),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give the edge without each card of the deck.

    What the removal of each card does to the edge of each wager, exact, with best play; and how well a count
    that adds such effects up tells the edge without two cards, over all pairs, or without any set.
    """
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    show(options.loaded(game, reading).removal(without or (), digits=digits, tables=tables).view, form)


def collusion(
    game: options.Game,
    seats: Annotated[int, typer.Option(metavar="N", help="How many seats are taken.")] = 7,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            metavar="WAGER=AMOUNT",
            help="What is staked, such as --bet ante=5 --bet jackpot=1: wagers that a fold loses as well.",
        ),
    ] = None,
    option: options.JackpotTable = None,
    meter: options.Meters = None,
    exact: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=2,
            help="With how many neighbours the edge is exact: 1, or 2, which takes some ten seconds; "
            "2 by default in a deck of up to 52 cards.",
        ),
    ] = None,
    within: Annotated[
        str | None,
        typer.Option(
            metavar="POINTS",
            help="How far the ends of other edges may be apart, in percentage points; 0.001 by default.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="SEED", min=0, help="Of sets of cards drawn for these.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Processes that go through sets of cards; they need combin[cluster]."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers do: tcp://host:8786."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give the edge when neighbours show their cards.

    The cards of 0, 1, ... other seats are known before the decision, and the best is made of them. None, one
    and two: exact. More: an estimate between two ends, with a stated confidence. Beside each the best simple
    signal, a count of high cards, of which the edge is exact.
    """
    from combin.progress import progress_bar

    if workers and cluster:
        raise typer.BadParameter("workers of this machine, or --cluster", param_hint="--workers")
    tables = options.letters(table, ante_bonus=ante_bonus)
    asked = options.loaded(game, reading)
    with progress_bar("Hands and sets of cards") as progress:
        found = asked.collusion(
            seats,
            stakes=options.stakes(bet) if bet else None,
            option=option,
            meter=options.meters(meter),
            exact=exact,
            within=options.amount(within, "--within"),
            seed=seed,
            workers=workers,
            cluster=cluster,
            digits=digits,
            progress=progress,
            tables=tables,
        )
    show(found.view, form)


def protect(
    game: options.Game,
    seats: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many seats are taken.")] = None,
    limit: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The highest initial wager; $100 by default.")
    ] = None,
    pace: Annotated[
        str | None, typer.Option(metavar="ROUNDS", help="Rounds dealt in an hour; 40 by default.")
    ] = None,
    ante_bonus: options.AnteBonus = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
    output: Annotated[Path | None, options.output("A report: .html, .pdf or .md.")] = None,
) -> None:
    """Give one report of all threats to a game.

    What it gains to see cards of the dealer's, whole or by the pattern of their backs, those of neighbours,
    or to know of a card that is out; an hour of it at a limit and a pace; how it shows, and what stops it.
    And what each irregularity of the rules is worth to a player who seeks it. All edges are exact.
    """
    from combin.progress import progress_bar

    options.document(output)
    tables = options.letters(table, ante_bonus=ante_bonus)
    asked = options.loaded(game, reading)
    with progress_bar("Neighbours' hands") as progress:
        found = asked.protect(
            seats=seats,
            limit=options.amount(limit, "--limit"),
            pace=options.amount(pace, "--pace"),
            digits=digits,
            progress=progress,
            tables=tables,
        )
    if output is None:
        show(found.view, form)
    else:
        found.write(output)
        tell(output, f": {found.view.heading}")
