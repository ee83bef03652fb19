"""The commands that judge what documents and others publish."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import fail, show, write
from combin.formats.format import Format


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
    loaded = [options.loaded(game, None, imprint) for game in chosen]
    if output is not None and len(loaded) == 1:  # of several, each report begins its own when it is written
        from combin.report.audit import begun_report

        begun_report(loaded[0].rules, confidence)
    audits = [game.audit(claims).answer for game in loaded]
    written: tuple[Path, ...] = ()
    if output is not None:
        from combin.report.audit import write_reports

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
    from combin import report
    from combin.audit import Verdict

    figures = report.published.published(
        game, source, [Verdict[name.name] for name in verdict or VerdictName]
    )
    if output is not None:
        figures.write(output)
    show(figures.view, form)
    return 1 if strict and any(figure.verdict is Verdict.DIFFERS for figure in figures) else 0


def certify(
    game: options.Game,
    output: options.Output = None,
    reading: options.Readings = None,
    form: options.Form = Format.TABLE,
) -> int:
    """Write every figure with its proof into a file to check.

    Rules, counts, edges, jackpots and a witness for each hand, once all roads to them agree. The hash in it
    depends on the game alone. "combin verify" checks such a file; docs/certificate.md is its format.

    Args:
        output (FILE): Where to write; by default GAME.certificate.json.
    """
    from combin.certificate.canonical import CertificateError
    from combin.progress import progress_bar
    from combin.report.certificates import certified_view

    about = options.loaded(game, reading)
    path = output or Path(f"{about.rules.file.id}.certificate.json")
    if path.exists() and Path(game).exists() and path.samefile(game):
        raise typer.BadParameter(f"{path} holds the rules", param_hint="--output")
    try:
        with progress_bar("Settling every deal") as progress:
            made = about.certify(progress=progress)
    except CertificateError as error:
        return fail(str(error))
    made.write(path)
    show(certified_view(made.answer, path), form)
    return 0


def verify_file(file: Path, rules: str | None = None, form: options.Form = Format.TABLE) -> int:
    """Check a certificate by deriving all of it again.

    By brute force and from the rules in the file; every field that is wrong is named. Of a folder of "combin
    submit", or its manifest, also whether each file is what the rules in it come to. Exit code 0 when all is
    confirmed, 1 when something is wrong, 2 when the file is no certificate.

    Args:
        file (FILE): A certificate, or the folder of a submission.
        rules (GAME): The game or rule file that it should be about; by default the game of that id.
    """
    from combin.certificate.canonical import CertificateError
    from combin.game import verify
    from combin.progress import progress_bar

    try:
        with progress_bar("Settling every deal") as progress:
            verified = verify(file, rules, progress=progress)
    except CertificateError as error:
        return fail(str(error))
    show(verified.view, form)
    return 0 if verified.confirmed else 1


def submit(
    game: options.Game,
    *,
    output: options.Place = None,
    claims: Path | None = None,
    printed: options.PrintOptions,
    form: options.Form = Format.TABLE,
) -> int:
    """Write all that a regulator asks for into a folder.

    The rules as a file and in words, the audit if claims are known, PAR sheets as a workbook and as PDF, the
    certificate, strategy sheet and rack card, the player's guide, and a manifest with the hash of each file.
    The same game gives the same bytes. "combin verify FOLDER" checks them.

    Args:
        output (FOLDER): The folder; by default GAME-submission. If it holds a submission of the game, that is
            replaced when all is written.
        claims (FILE): Claims to judge; by default those that ship.
    """
    from combin.certificate.canonical import CertificateError
    from combin.progress import progress_bar

    about = printed.of(game)
    folder = output or Path(f"{about.rules.file.id}-submission")
    try:
        with progress_bar("Writing documents") as progress:
            submission = about.submit(folder, claims, progress=progress, font=printed.font, warn=fail)
    except CertificateError as error:
        return fail(str(error))
    show(submission.view, form)
    return 0


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
    formulas = asked.of(game).formula(wager, digits=asked.digits, tables=letters.chosen)
    if not latex:
        asked.show(formulas)
        return
    from combin.report.formulas import formulas_latex

    write(formulas_latex(formulas.answer))
