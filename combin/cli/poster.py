"""The command that prints the player's guide."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import write
from combin.paper.layout import PosterPaper

__all__ = ["print_poster"]


def print_poster(
    game: options.Game,
    output: Annotated[Path, options.output("Where to write: .pdf, .svg or .png.")],
    size: Annotated[
        PosterPaper, typer.Option(metavar="PAPER", help="a4 (the default), a3 or letter.")
    ] = PosterPaper.A4,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="The pay table of the jackpot; by default the first.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Where the jackpot's meter starts.")
    ] = None,
    language: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A translation of combin/print/text/en.toml; else English."),
    ] = None,
    reading: options.Readings = None,
) -> None:
    """Print the player's guide: bets, pay tables and house edges.

    For a player at the table: how a round goes, the hands, how each bet is settled, and what it costs on
    average, with the definition of the house edge that is used. Tables without a letter are the first.
    """
    from combin.paper.poster import print_poster as write_poster
    from combin.paper.poster_parts import guide
    from combin.rules.load import load_rules
    from combin.words.catalogue import load_catalogue

    words = load_catalogue(language)
    rules = load_rules(game, options.readings(reading))
    chosen = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    files = write_poster(guide(rules, chosen, option, seed), words, output, size.value)
    write("".join(f"{file}\n" for file in files))
