"""The commands of game protection: what knowledge of cards is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples


@examples(
    "combin removal crown-melbourne",
    'combin removal crown-melbourne --set "As Kd" --set "Qs Qd Qh" --format json',
)
def removal(
    game: options.Game,
    *,
    without: Annotated[list[str] | None, typer.Option("--set")] = None,
    letters: options.Letters,
    asked: options.Asked,
) -> None:
    """Give the edge without each card of the deck.

    What the removal of each card does to the edge of each wager, exact, with best play; and how well a count
    that adds such effects up tells the edge without two cards, over all pairs, or without any set.

    Args:
        without (CARDS): Cards out together: "As Kd"; may be repeated.
    """
    asked.show(asked.of(game).removal(without or (), tables=letters.chosen))


@examples(
    "combin collusion crown-melbourne --seats 2", "combin collusion crown-melbourne --seats 2 --format json"
)
def collusion(
    game: options.Game,
    *,
    seats: int = 7,
    bet: Annotated[list[str] | None, typer.Option("--bet")] = None,
    option: options.JackpotTable = None,
    meter: options.Meters = None,
    exact: Annotated[int | None, typer.Option(min=1, max=2)] = None,
    within: str | None = None,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    workers: options.Workers,
    letters: options.BaseLetters,
    asked: options.Asked,
) -> None:
    """Give the edge when neighbours show their cards.

    The cards of 0, 1, ... other seats are known before the decision, and the best is made of them. None, one
    and two: exact. More: an estimate between two ends, with a stated confidence. Beside each the best simple
    signal, a count of high cards, of which the edge is exact.

    Args:
        seats (N): How many seats are taken.
        bet (WAGER=AMOUNT): What is staked, such as --bet ante=5 --bet jackpot=1: wagers that a fold loses as
            well.
        exact (N): With how many neighbours the edge is exact: 1, or 2, which takes some ten seconds; 2 by
            default in a deck of up to 52 cards.
        within (POINTS): How far the ends of other edges may be apart, in percentage points; 0.001 by default.
        seed (SEED): Of sets of cards drawn for these.
    """
    from combin.progress import progress_bar

    workers.refuse_both()
    about = asked.of(game)
    with progress_bar("Hands and sets of cards") as progress:
        answer = about.collusion(
            seats,
            stakes=options.stakes(bet) if bet else None,
            option=option,
            meter=options.meters(meter),
            exact=exact,
            within=options.amount(within, "--within"),
            seed=seed,
            workers=workers.workers,
            cluster=workers.cluster,
            progress=progress,
            tables=letters.chosen,
        )
    asked.show(answer)


@examples(
    "combin protect crown-melbourne", "combin protect crown-melbourne --limit 500 --pace 60 -o protection.pdf"
)
def protect(
    game: options.Game,
    *,
    seats: Annotated[int | None, typer.Option(min=1)] = None,
    limit: str | None = None,
    pace: options.Pace = None,
    letters: options.BaseLetters,
    asked: options.Asked,
    output: options.Output = None,
) -> None:
    """Give one report of all threats to a game.

    What it gains to see cards of the dealer's, whole or by the pattern of their backs, those of neighbours,
    or to know of a card that is out; an hour of it at a limit and a pace; how it shows, and what stops it.
    And what each irregularity of the rules is worth to a player who seeks it. All edges are exact.

    Args:
        seats (N): How many seats are taken.
        limit (AMOUNT): The highest initial wager; $100 by default.
        output (FILE): A report: .html, .pdf or .md.
    """
    from combin.progress import progress_bar

    options.refuse_others(output)
    about = asked.of(game)
    with progress_bar("Neighbours' hands") as progress:
        answer = about.protect(
            seats=seats,
            limit=options.amount(limit, "--limit"),
            pace=options.amount(pace, "--pace"),
            progress=progress,
            tables=letters.chosen,
        )
    asked.tell(answer, output)
