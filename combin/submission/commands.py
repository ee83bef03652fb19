"""The commands of submissions: write all that a regulator asks for, check what was handed over."""

from __future__ import annotations

from pathlib import Path

from combin.cli import options
from combin.cli.options import Question, argument, examples, field
from combin.cli.output import fail, show
from combin.formats import Format


@examples("combin submit three-card-prime -o lab")
class Submit(Question):
    """Write all that a regulator asks for into a folder.

    Rules as a file and in words, dealing procedure with worked examples, table layout, audit if there are
    claims, PAR sheets, certificate, strategy sheet, rack card, player's guide, and a manifest with hashes.
    The same game gives the same bytes. "combin verify FOLDER" checks all files.
    """

    doing = "Writing documents"
    game: str = options.GAME
    output: Path | None = options.output(
        "FOLDER",
        "The folder; by default GAME-submission. An older submission of the game in it is replaced.",
        read=None,
    )
    claims: Path | None = field("FILE", "Claims to audit; by default the built-in ones.")
    printed: options.PrintOptions
    form: Format = options.FORM

    def run(self) -> int:
        from combin.certificate.canonical import CertificateError

        about, font = self.load(), self.printed.font
        folder = self.output or Path(f"{about.rules.file.id}-submission")
        try:
            submission = about.submit(folder, self.claims, font=font, warn=fail)
        except CertificateError as error:
            return fail(str(error))
        show(submission.view(), self.form)
        return 0


@examples(
    "combin certify resorts-world-sentosa -o game.certificate.json", "combin verify game.certificate.json"
)
class Verify(Question):
    """Check a certificate by deriving all of it again.

    By brute force, from the rules in the file; every wrong field is listed. For a folder of "combin submit",
    or its manifest, also check every document against the rules in the folder. Exit code 0 if all is
    confirmed, 1 if something is wrong, 2 if the file is not a certificate.
    """

    doing = "Settling every deal"
    file: Path = argument("FILE", "A certificate, or the folder of a submission.")
    rules: str | None = field(
        "GAME", "The game or rule file that it should be about; by default the game of that id."
    )
    form: Format = options.FORM

    def run(self) -> int:
        from combin.certificate.canonical import CertificateError
        from combin.game import verify

        try:
            verified = verify(self.file, self.rules)
        except CertificateError as error:
            return fail(str(error))
        show(verified.view(), self.form)
        return 0 if verified.confirmed else 1
