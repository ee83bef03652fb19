"""The commands about wagers placed together: one round, many of them, and rounds played at random."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, tell
from combin.formats.format import Format


def mix(
    game: options.Game,
    bet: options.Bets,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: options.JackpotTable = None,
    meter: options.Meters = None,
    chip: options.Chip = None,
    max_payout: options.MaxPayout = None,
    strategy: options.MixStrategy = None,
    dead: options.Dead = None,
    missing: options.Missing = None,
    doubled: options.Doubled = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give the law of several wagers in one round.

    Edge and spread of the mix, covariances of its wagers, and every net result with its deals: over all
    cards of player and dealer, the card of the dealer's that is seen, and the jackpot cards. A wager that a
    fold loses takes part in how the player plays. Limits of the table, chips and a greatest payout, change
    what is paid, and so the edge; they do not change how the player plays.
    """
    found = options.loaded(game, reading).mix(
        options.stakes(bet),
        strategy=strategy,
        option=option,
        meter=options.meters(meter),
        chip=options.amount(chip, "--chip"),
        most=options.amount(max_payout, "--max-payout"),
        digits=digits,
        pack=options.pack(dead, missing, doubled),
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    show(found.view, form)


def simulate(
    game: options.Game,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**12, help="How many rounds are played.")
    ] = 1_000_000,
    seed: Annotated[
        int, typer.Option(metavar="SEED", min=0, help="Of the random cards; another one deals other rounds.")
    ] = 1,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    strategy: options.Strategy = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if a mean is 4 standard errors off.")
    ] = False,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> int:
    """Play a game at random, beside its exact figures.

    Every wager's mean net result, its exact expectation, the standard error of the mean, and how many of
    these it is off. Rounds are settled without the exact engine, from which only the player's decisions come.
    The same seed gives the same figures on every machine.
    """
    from combin.progress import progress_bar

    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    rules = options.loaded(game, reading)
    with progress_bar("Rounds played") as progress:
        found = rules.simulate(
            rounds, seed=seed, strategy=strategy, digits=digits, tables=tables, progress=progress
        )
    show(found.view, form)
    return 1 if strict and not found.agrees else 0


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
    dead: options.Dead = None,
    missing: options.Missing = None,
    doubled: options.Doubled = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
    plot: Annotated[
        str | None, typer.Option(metavar="KIND", help="What is drawn: fan (the default), law or ruin.")
    ] = None,
    output: options.PlotOutput = None,
) -> None:
    """Give the law of many rounds with the same wagers.

    Mean and deviation of the total, its percentiles, the chance to be ahead, and how far the normal
    approximation is off; the bankroll that it takes. With a bankroll also the chance of ruin: that what is
    left no longer pays for all stakes and the highest raise. With a rebate on losses the best points to quit
    and what it costs the house. Chances are exact or lie between proven bounds; a meter stands still.
    """
    options.refuse_plot(plot, output)
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
        pack=options.pack(dead, missing, doubled),
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    if output is None:
        show(found.view, form)
    else:
        found.write(output, plot=plot)
        tell(output, f": {found.view.heading}")
