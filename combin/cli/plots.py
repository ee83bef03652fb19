"""The command that draws one plot of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import write

__all__ = ["plot"]

KINDS = ("outcomes", "play-value", "sensitivity", "meter-density", "royal-prize", "folding", "price")
"""The values of `combin.report.plots.Kind`, which takes longer to import than a help text may."""


def _complete_kind(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def plot(
    game: options.Game,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.", autocompletion=_complete_kind)
    ],
    wager: Annotated[
        str | None,
        typer.Option(metavar="WAGER", help="For outcomes and sensitivity: a wager by its id."),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    output: Annotated[Path | None, options.output("A file: .svg, .png or .pdf; else SVG to stdout.")] = None,
) -> None:
    """Draw a plot of a game as SVG, PNG or PDF.

    Outcomes: how often each result comes. Play-value: what it is worth to play each hand, beside a fold.
    Sensitivity: which rules move the house edge most. Meter-density, royal-prize: where a meter stands in
    the long run, and what it then pays. Folding, price: what a jackpot wager returns.
    """
    from combin.audit.subject import Subject
    from combin.exact.analysis import analyse, choices
    from combin.formats.files import write_plot
    from combin.report.plots import Kind, plot_of
    from combin.rules.errors import nearest
    from combin.rules.load import load_rules

    if kind not in KINDS:
        raise typer.BadParameter(f"no plot of {kind!r}; {nearest(kind, KINDS)}", param_hint="KIND")
    rules = load_rules(game, options.readings(reading))
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    chosen = choices(rules, tables)[0]
    found = plot_of(Subject(game, rules), Kind(kind), analyse(rules, [chosen])[0], wager).draw()
    if output is None:
        write(found.to_svg())
    else:
        write_plot(found, output)
        write(f"{output}: {found.description}\n")
