"""The command about formulas."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show, write
from combin.formats.format import Format

__all__ = ["formula"]


def formula(
    game: options.Game,
    wager: Annotated[
        str | None,
        typer.Argument(
            metavar="[WAGER]", help="The id of a wager, to have it under each of its tables; by default all."
        ),
    ] = None,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    latex: Annotated[
        bool, typer.Option("--latex", help="Write LaTeX (align* of amsmath) in place of tables.")
    ] = False,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give counts, edges and values as formulas.

    Counts are formulas in ranks and suits; edges and values are linear forms in what is paid, with exact
    coefficients: what one unit more changes.
    """
    if latex and form is not Format.TABLE:
        raise typer.BadParameter(f"LaTeX is written in place of {form.value}", param_hint="--latex")
    from combin.proof.formulas import formulas
    from combin.report.formulas import formulas_view
    from combin.rules.load import load_rules

    rules = load_rules(game, options.readings(reading))
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    found = formulas(rules, wager, tables)
    if latex:
        from combin.report.formulas import formulas_latex

        write(formulas_latex(found))
        return
    show(formulas_view(found, digits), form)
