"""The commands about wagers placed together: one round, many of them, and rounds played at random."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from combin.cli import options


def mix(
    game: options.Game,
    *,
    bet: options.Bets,
    letters: options.Letters,
    terms: options.MixTerms,
    odd: options.OddPack,
    asked: options.Asked,
) -> None:
    """Give the law of several wagers in one round.

    Edge and spread of the mix, covariances of its wagers, and every net result with its deals: over all
    cards of player and dealer, the card of the dealer's that is seen, and the jackpot cards. A wager that a
    fold loses takes part in how the player plays. Limits of the table, chips and a greatest payout, change
    what is paid, and so the edge; they do not change how the player plays.
    """
    about, stakes = asked.of(game), options.stakes(bet)
    asked.show(about.mix(stakes, **terms.options, digits=asked.digits, pack=odd.pack, tables=letters.chosen))


def simulate(
    game: options.Game,
    *,
    rounds: Annotated[int, typer.Option(min=1, max=10**12)] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    letters: options.Letters,
    strategy: options.Strategy = None,
    strict: bool = False,
    asked: options.Asked,
) -> int:
    """Play a game at random, beside its exact figures.

    Every wager's mean net result, its exact expectation, the standard error of the mean, and how many of
    these it is off. Rounds are settled without the exact engine, from which only the player's decisions come.
    The same seed gives the same figures on every machine.

    Args:
        rounds (N): How many rounds are played.
        seed (SEED): Of the random cards; another one deals other rounds.
        strict: Exit with 1 if a mean is 4 standard errors off.
    """
    from combin.progress import progress_bar

    question = partial(asked.of(game).simulate, strategy=strategy, digits=asked.digits, tables=letters.chosen)
    with progress_bar("Rounds played", even=True) as progress:
        answer = question(rounds, seed=seed, progress=progress)
    asked.show(answer)
    return 1 if strict and not answer.agrees else 0


def session(
    game: options.Game,
    *,
    bet: options.Bets,
    rounds: Annotated[int, typer.Option(min=1)] = 100,
    bankroll: str | None = None,
    goal: str | None = None,
    rebate: str | None = None,
    loss: list[str] | None = None,
    letters: options.Letters,
    terms: options.MixTerms,
    odd: options.OddPack,
    asked: options.Asked,
    plot: str | None = None,
    output: options.PlotOutput = None,
) -> None:
    """Give the law of many rounds with the same wagers.

    Mean and deviation of the total, its percentiles, the chance to be ahead, and how far the normal
    approximation is off; the bankroll that it takes. With a bankroll also the chance of ruin: that what is
    left no longer pays for all stakes and the highest raise. With a rebate on losses the best points to quit
    and what it costs the house. Chances are exact or lie between proven bounds; a meter stands still.

    Args:
        rounds (N): How many rounds are played.
        bankroll (AMOUNT): What the player has at first.
        goal (AMOUNT): What he leaves with as soon as he has it.
        rebate (SHARE): The part of a loss that comes back, such as 10%.
        loss (AMOUNT): How likely it is to lose so much or more; may be repeated.
        plot (KIND): What is drawn: fan (the default), law or ruin.
    """
    options.refuse_plot(plot, output)
    answer = asked.of(game).session(
        options.stakes(bet),
        rounds,
        bankroll=options.amount(bankroll, "--bankroll"),
        goal=options.amount(goal, "--goal"),
        rebate=options.amount(rebate, "--rebate"),
        losses=[options.money(text, "--loss") for text in loss or ()],
        **terms.options,
        digits=asked.digits,
        pack=odd.pack,
        tables=letters.chosen,
    )
    asked.tell(answer, output, plot=plot)
