"""The commands of game protection: what knowledge of cards is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show
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
