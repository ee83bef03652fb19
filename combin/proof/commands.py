"""The commands of other roads to the same figures: formulas, rounds played at random."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import write
from combin.formats.format import Format
from combin.progress import progress_bar


@examples(
    "combin formula crown-melbourne",
    "combin formula crown-melbourne pair_plus",
    "combin formula uk-including-blind prime --latex",
)
def formula(
    game: options.Game,
    wager: Annotated[str | None, typer.Argument()] = None,
    *,
    letters: options.Letters,
    latex: bool = False,
    asked: options.Asked,
) -> None:
    """Give counts, edges and values as formulas.

    Counts are formulas in ranks and suits; edges and values are linear forms in what is paid, with exact
    coefficients: what one unit more changes.

    Args:
        wager ([WAGER]): The id of a wager, to have it under each of its tables; by default all.
        latex: Write LaTeX (align* of amsmath) in place of tables.
    """
    if latex and asked.form is not Format.TABLE:
        raise typer.BadParameter(f"LaTeX is written in place of {asked.form.value}", param_hint="--latex")
    formulas = asked.of(game).formula(wager, tables=letters.chosen)
    if not latex:
        asked.show(formulas)
        return
    from combin.proof.views import formulas_latex

    write(formulas_latex(formulas))


@examples(
    "combin simulate crown-melbourne",
    "combin simulate crown-melbourne --rounds 200000 --seed 7 --pair-plus F --table jackpot=2",
)
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
    question = partial(asked.of(game).simulate, strategy=strategy, tables=letters.chosen)
    with progress_bar("Rounds played", even=True) as progress:
        answer = question(rounds, seed=seed, progress=progress)
    asked.show(answer)
    return 1 if strict and not answer.agrees else 0
