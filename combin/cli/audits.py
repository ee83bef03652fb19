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
    font: options.Font = "",
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

        written = write_reports(found, output, font)
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

    options.document(output)
    found = games.published(game, source, [Verdict[one.name] for one in verdict or VerdictName])
    if output is not None:
        found.write(output)
    show(found.view, form)
    return 1 if strict and any(one.verdict is Verdict.DIFFERS for one in found) else 0


def certify(
    game: options.Game,
    output: Annotated[
        Path | None, options.output("Where to write; by default GAME.certificate.json.")
    ] = None,
    reading: options.Readings = None,
    form: options.Form = Format.TABLE,
) -> int:
    """Write every figure with its proof into a file to check.

    Rules, counts, edges, jackpots and a witness for each hand, once all roads to them agree. The hash in it
    depends on the game alone. "combin verify" checks such a file; docs/certificate.md is its format.
    """
    from combin.certificate.canonical import CertificateError
    from combin.progress import progress_bar
    from combin.report.certificates import certified_view

    asked = options.loaded(game, reading)
    path = output or Path(f"{asked.rules.file.id}.certificate.json")
    if path.exists() and Path(game).exists() and path.samefile(game):
        raise typer.BadParameter(f"{path} holds the rules", param_hint="--output")
    try:
        with progress_bar("Settling every deal") as report:
            made = asked.certify(progress=report)
    except CertificateError as error:
        return fail(str(error))
    made.write(path)
    show(certified_view(made.answer, path), form)
    return 0


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate.")],
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game or rule file that it should be about; by default the game of that id.",
        ),
    ] = None,
    form: options.Form = Format.TABLE,
) -> int:
    """Check a certificate by deriving all of it again.

    By brute force and from the rules in the file; every field that is wrong is named. Exit code 0 when all is
    confirmed, 1 when something is wrong, 2 when the file is no certificate.
    """
    from combin import game as games
    from combin.certificate.canonical import CertificateError
    from combin.progress import progress_bar

    try:
        with progress_bar("Settling every deal") as report:
            found = games.verify(file, rules, progress=report)
    except CertificateError as error:
        return fail(str(error))
    show(found.view, form)
    return 0 if found.confirmed else 1


def submit(
    game: options.Game,
    output: Annotated[
        Path | None, options.output("The folder; by default GAME-submission.", "FOLDER")
    ] = None,
    claims: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Claims to judge; by default those that ship.")
    ] = None,
    font: options.Font = "",
    reading: options.Readings = None,
    imprint: options.Imprint = None,
    form: options.Form = Format.TABLE,
) -> int:
    """Write all that a regulator asks for into a folder.

    The rules, PAR sheets as a workbook and as PDF, the audit if claims are known, the strategy sheet and rack
    card, the certificate, and a manifest with the hash of each file. The same game gives the same bytes.
    """
    from combin.certificate.canonical import CertificateError
    from combin.progress import progress_bar

    asked = options.loaded(game, reading, imprint)
    folder = output or Path(f"{asked.rules.file.id}-submission")
    try:
        with progress_bar("Writing documents") as report:
            found = asked.submit(folder, claims, progress=report, font=font)
    except CertificateError as error:
        return fail(str(error))
    show(found.view, form)
    return 0


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
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    found = options.loaded(game, reading).formula(wager, digits=digits, tables=tables)
    if latex:
        from combin.report.formulas import formulas_latex

        write(formulas_latex(found.answer))
        return
    show(found.view, form)
