"""The commands of submissions: write all that a regulator asks for, check what was handed over."""

from __future__ import annotations

from pathlib import Path

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import fail, show
from combin.formats.format import Format
from combin.progress import progress_bar


@examples("combin submit three-card-prime -o lab")
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

    about = printed.of(game)
    folder = output or Path(f"{about.rules.file.id}-submission")
    try:
        with progress_bar("Writing documents") as progress:
            submission = about.submit(folder, claims, progress=progress, font=printed.font, warn=fail)
    except CertificateError as error:
        return fail(str(error))
    show(submission.view(), form)
    return 0


@examples(
    "combin certify resorts-world-sentosa -o game.certificate.json", "combin verify game.certificate.json"
)
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

    try:
        with progress_bar("Settling every deal") as progress:
            verified = verify(file, rules, progress=progress)
    except CertificateError as error:
        return fail(str(error))
    show(verified.view(), form)
    return 0 if verified.confirmed else 1
