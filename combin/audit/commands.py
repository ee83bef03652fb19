"""The commands that judge what documents and others publish."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import show
from combin.formats.format import Format


@examples(
    "combin audit crown-melbourne",
    "combin audit crown-melbourne --only differs,inconsistent",
    "combin audit crown-melbourne -o report.pdf",
    "combin audit all --output reports",
    "combin audit my-rules.toml --claims my-claims.toml",
)
def audit(
    games: Annotated[list[str] | None, typer.Argument()] = None,
    claims: Path | None = None,
    output: options.Place = None,
    only: list[str] | None = None,
    confidence: Annotated[int, typer.Option(min=50, max=99)] = 90,
    font: str = "",
    imprint: list[str] | None = None,
    strict: bool = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Judge what the documents publish against exact counts.

    With --output the report is written: every figure with its evidence, and plots.

    Args:
        games ([GAME]...): Games that ship, paths of rule files, or 'all' (the default), all with claims that
            ship.
        claims (FILE): The claims to judge, for a rule file of your own.
        output (PLACE): Write the report of one game to a file (.html, .md, .pdf), or each to a folder as
            GAME.md. Beside Markdown stand its plots.
        only (VERDICTS): Only claims that came out so: differs, inconsistent, reading, cannot-occur,
            not-checkable, cut-off, rounds or exact, with commas between. Without it all, what needs attention
            first.
        confidence (PERCENT): The confidence of bands over many rounds in the report, such as 90, 95 or 99; by
            default 90.
        font (NAME): A font of this machine, for letters that no font of combin has.
        imprint (ENTRY=TEXT): What the document says beside the rules, over [imprint] of the rule file:
            casino, currency, minimum, maximum, effective, version, licence, safer_gambling ...; may be
            repeated.
        strict: Exit with 1 if something is contradicted.
    """
    from combin.audit.load import audited_games
    from combin.audit.verdict import Verdict
    from combin.audit.views import audits_view, one_file

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
    loaded = [options.loaded(game, None, imprint) for game in chosen]
    if output is not None and len(loaded) == 1:  # of several, each report begins its own when it is written
        from combin.audit.report import begun_report

        begun_report(loaded[0].rules, confidence)
    audits = [game.audit(claims) for game in loaded]
    written: tuple[Path, ...] = ()
    if output is not None:
        from combin.audit.report import write_reports

        written = write_reports(audits, output, font, confidence)
    show(audits_view(audits, written, [verdicts[name] for name in wanted]), form)
    return 1 if strict and any(audited.contradicted for audited in audits) else 0


class VerdictName(StrEnum):
    """The verdicts to choose from, by a word of each."""

    EXACT = "exact"
    ROUNDS = "rounds"
    CUT_OFF = "cut-off"
    READING = "reading"
    DIFFERS = "differs"
    NOT_CHECKABLE = "not-checkable"


@examples(
    "combin published",
    "combin published --source Grochowski",
    "combin published --game three-card-poker --verdict differs --format csv",
)
def published(
    game: list[str] | None = None,
    source: str = "",
    verdict: list[VerdictName] | None = None,
    output: options.Output = None,
    strict: bool = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Set published figures beside their exact values.

    Each source with its figures about the games that ship, and whether they are exact, round to what is
    printed, or differ.

    Args:
        game (GAME): Only figures about this game; may be repeated.
        source (TEXT): Only figures of sources with this text, such as Wizard.
        verdict (VERDICT): Only exact, rounds, cut-off, reading, differs or not-checkable; may be repeated.
        output (FILE): Write the report there: .md, .html or .pdf.
        strict: Exit with 1 if one of the figures differs.
    """
    from combin.audit.published_views import published as judged
    from combin.audit.verdict import Verdict

    figures = judged(game, source, [Verdict[name.name] for name in verdict or VerdictName])
    if output is not None:
        figures.write(output)
    show(figures.view(), form)
    return 1 if strict and any(figure.verdict is Verdict.DIFFERS for figure in figures) else 0
