"""The commands that judge what documents and others publish."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format


def audit(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Games that ship, paths of rule files, or 'all' (the default), all with claims that ship.",
        ),
    ] = None,
    claims: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The claims to judge, for a rule file of your own.")
    ] = None,
    output: Annotated[
        Path | None,
        options.output(
            "Write the report of one game to a file (.html, .md, .pdf), or each to a folder as GAME.md. "
            "Beside Markdown stand its plots.",
            "PLACE",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERDICTS",
            help="Only claims that came out so: differs, inconsistent, reading, cannot-occur, not-checkable, "
            "cut-off, rounds or exact, with commas between. Without it all, what needs attention first.",
        ),
    ] = None,
    imprint: options.Imprint = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if something is contradicted.")
    ] = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Judge what the documents publish against exact counts.

    With --output the report is written: every figure with its evidence, and plots.
    """
    from combin.audit import Verdict
    from combin.audit.load import audited_games
    from combin.report.audits import audits_view, one_file

    if games and "all" in games and len(games) > 1:
        raise typer.BadParameter("'all' stands alone", param_hint="GAME")
    chosen = list(audited_games()) if games in (None, [], ["all"]) else games or []
    if claims is not None and len(chosen) != 1:
        raise typer.BadParameter("claims are about one game; name it", param_hint="--claims")
    if output is not None and one_file(output) and len(chosen) != 1:
        raise typer.BadParameter("a file holds the report of one game; name it", param_hint="--output")
    verdicts = {verdict.name.replace("_", "-").lower(): verdict for verdict in Verdict}
    wanted = [name.strip() for names in only or () for name in names.split(",")]
    if unknown := [name for name in wanted if name not in verdicts]:
        from combin.rules.errors import nearest

        raise typer.BadParameter(
            f"no verdict {unknown[0]!r}; {nearest(unknown[0], (*verdicts,))}", param_hint="--only"
        )
    found = [options.loaded(game, None, imprint).audit(claims).answer for game in chosen]
    written: tuple[Path, ...] = ()
    if output is not None:
        from combin.report.audit import write_reports

        written = write_reports(found, output)
    show(audits_view(found, written, [verdicts[name] for name in wanted]), form)
    return 1 if strict and any(one.contradicted for one in found) else 0


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
    from combin import game as games
    from combin.audit import Verdict

    found = games.published(game, source, [Verdict[one.name] for one in verdict or VerdictName])
    if output is not None:
        found.write(output)
    show(found.view, form)
    return 1 if strict and any(one.verdict is Verdict.DIFFERS for one in found) else 0
