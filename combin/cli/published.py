"""The command that sets beside each other what others publish about games and what is so."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format

__all__ = ["published"]


class VerdictName(StrEnum):
    """The verdicts to choose from, by a word of each."""

    EXACT = "exact"
    ROUNDS = "rounds"
    CUT_OFF = "cut-off"
    READING = "reading"
    DIFFERS = "differs"
    NOT_CHECKABLE = "not-checkable"


def published(
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Only figures about this game; may be repeated."),
    ] = None,
    source: Annotated[
        str, typer.Option(metavar="TEXT", help="Only figures of sources with this text, such as Wizard.")
    ] = "",
    verdict: Annotated[
        list[VerdictName] | None,
        typer.Option(
            metavar="VERDICT",
            help="Only exact, rounds, cut-off, reading, differs or not-checkable; may be repeated.",
        ),
    ] = None,
    output: Annotated[Path | None, options.output("Write the report there: .md, .html or .pdf.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if one of the figures differs.")
    ] = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Set published figures beside their exact values.

    Each source with its figures about the games that ship, and whether they are exact, round to what is
    printed, or differ.
    """
    from combin.audit.figures import judged_figures
    from combin.audit.verdict import Verdict
    from combin.report.published import published_view, write_published

    wanted = {Verdict[one.name] for one in verdict or VerdictName}
    found = [one for one in judged_figures(game, source) if one.verdict in wanted]
    if output is not None:
        write_published(found, output)
    show(published_view(found), form)
    return 1 if strict and any(one.verdict is Verdict.DIFFERS for one in found) else 0
