"""The commands about wagers placed together and rounds played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format

if TYPE_CHECKING:
    from fractions import Fraction


def _meters(texts: list[str] | None) -> Fraction | dict[str, Fraction] | None:
    """Return what the meter shows, or the meters by wager."""
    if texts and len(texts) == 1 and "=" not in texts[0]:
        return options.money(texts[0], "--meter")
    shown = options.pairs(texts, "--meter", "WAGER=AMOUNT")
    return {name: options.money(text, "--meter") for name, text in shown.items()} or None


def mix(
    game: options.Game,
    bet: Annotated[
        list[str],
        typer.Option(metavar="WAGER=AMOUNT", help="A wager by its id, and its stake; may be repeated."),
    ],
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="Which pay table of a jackpot wager (Crown: 1 or 2).")
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AMOUNT",
            help="What the meter shows; by default its seed. WAGER=AMOUNT where several wagers have one.",
        ),
    ] = None,
    chip: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="The smallest amount that chips make; pays are rounded up."),
    ] = None,
    max_payout: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="The most that a round pays one player, beside his stakes."),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="STRATEGY",
            help="How the player plays, if not at his best with all wagers; 'optimal': for the base game.",
        ),
    ] = None,
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
    placed = options.pairs(bet, "--bet", "WAGER=AMOUNT")
    stakes = {name: options.money(text, "--bet") for name, text in placed.items()}
    found = options.loaded(game, reading).mix(
        stakes,
        strategy=strategy,
        option=option,
        meter=_meters(meter),
        chip=options.amount(chip, "--chip"),
        most=options.amount(max_payout, "--max-payout"),
        digits=digits,
        tables=options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime),
    )
    show(found.view, form)


def simulate(
    game: options.Game,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="How many rounds are played.")] = 1_000_000,
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
