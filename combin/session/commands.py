"""The commands about many rounds: one player's, several seats of one table, and live tables watched."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import fail, show
from combin.progress import progress_bar

if TYPE_CHECKING:
    from combin.rules.errors import RulesError


@examples(
    "combin session crown-melbourne --bet ante=10 --bet pair_plus=5 --rounds 400",
    "combin session crown-melbourne --bet ante=10 --rounds 400 --bankroll 500 --goal 1000",
    "combin session crown-melbourne --bet ante=10 --rebate 10%",
    "combin session crown-melbourne --bet ante=10 --rounds 100000 --loss 5000 --format json",
)
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
    asked.tell(answer, output, partial(answer.write, plot=plot, digits=asked.digits))


@examples(
    "combin table crown-melbourne --seats 7 --bet ante=10 --bet pair_plus=5",
    "combin table crown-melbourne --seats 5 --bet ante=25 --pace 50 --hours 6 --comp 30%",
)
def table(
    game: options.Game,
    *,
    bet: options.Bets,
    seats: Annotated[int, typer.Option(min=1)],
    pace: options.Pace = None,
    hours: str | None = None,
    comp: str | None = None,
    letters: options.Letters,
    option: options.JackpotTable = None,
    meter: options.Meters = None,
    strategy: options.MixStrategy = None,
    asked: options.Asked,
) -> None:
    """Give what several seats with the same wagers come to.

    All seats play against one hand of the dealer's, from one deck: exact covariances of wagers in two seats,
    deviation and theoretical win of a round, an hour and a shift, the most that all net in a round and how
    likely, what an hour costs a player, and the law of two seats together. Each seat plays without a look at
    the others. A meter that seats win together is divided as the rules say, and refused where they do not.
    With wagers on jackpot cards, which all seats share, that takes some seconds.

    Args:
        seats (N): How many seats are taken.
        hours (HOURS): Hours of a shift; 8 by default.
        comp (SHARE): The part of an expected loss that comes back, such as 30%.
    """
    from combin.progress import progress_bar

    with progress_bar("Two seats") as progress:
        answer = asked.of(game).table(
            options.stakes(bet),
            seats,
            pace=options.amount(pace, "--pace"),
            hours=options.amount(hours, "--hours"),
            comp=options.amount(comp, "--comp"),
            strategy=strategy,
            option=option,
            meter=options.meters(meter),
            tables=letters.chosen,
            progress=progress,
        )
        view = answer.view(asked.digits)
    show(view, asked.form)


@examples(
    "combin monitor crown-melbourne log.csv --against pair_plus=D",
    "combin monitor crown-melbourne log.parquet --pair-plus F --plot TCP-1/pair_plus -o running.svg",
    "combin monitor crown-melbourne rounds.jsonl --format json",
)
def monitor(
    game: options.Game,
    log: Path,
    *,
    against: list[str] | None = None,
    seats: Annotated[int | None, typer.Option(min=1)] = None,
    letters: options.Letters,
    strategy: options.Strategy = None,
    strict: bool = False,
    asked: options.Asked,
    plot: str | None = None,
    output: options.PlotOutput = None,
) -> int:
    """Watch live tables: what came back beside what should.

    For each wager of each table the return, the exact chance that so many hands return as little or as much,
    bands of 95, 99 and 99.9%, and a correction for watching many. A hand counts by its own stake: what is
    staked over the hands of its row, or the row's "stake" where raises are in "staked" too; "won" is all that
    players were handed back, and "meter_share" the part of it that a meter paid. Bad rows are named on stderr
    and left out, and the exit code is 2.

    Args:
        log (FILE): Rows of table, day, wager, hands, staked and won (.csv, .parquet), or rounds (.jsonl).
        against (SETTING): A wrong setting to test: pair_plus=D, that table in place of the right one, or
            'without A', a deck that lacks one; may be repeated.
        seats (N): How many hands share a round at most; 1 by default.
        strict: Stop at the first bad row.
        plot (WAGER): What is drawn: a wager over all tables, or TABLE/WAGER.
    """
    options.refuse_plot(plot, output)

    def told(error: RulesError) -> None:
        if strict:
            raise error
        fail(str(error))

    with progress_bar("Reading") as progress:
        answer = asked.of(game).monitor(
            log,
            against=against or (),
            seats=seats,
            strategy=strategy,
            told=told,
            progress=progress,
            tables=letters.chosen,
        )
    asked.tell(answer, output, partial(answer.write, plot=plot, digits=asked.digits))
    return 2 if answer.log.bad else 0
