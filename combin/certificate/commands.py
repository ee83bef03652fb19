"""The command that makes a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, examples
from combin.cli.output import fail, progress_bar, show
from combin.formats import Format


@examples("combin certify crown-melbourne -o crown.certificate.json")
class Certify(Question):
    """Write every figure with its proof into a file to check.

    Rules, counts, edges, jackpots and a witness for each hand, if all methods agree. The hash in it
    depends on the game alone. "combin verify" checks such a file; docs/certificate.md is its format.
    """

    game: str = options.GAME
    output: Path | None = options.output("FILE", "Where to write; by default GAME.certificate.json.")
    reading: Mapping[str, str] = options.READING
    form: Format = options.FORM

    def run(self) -> int:
        from combin.certificate.canonical import CertificateError
        from combin.certificate.certify import certified_view

        about = self.load()
        path = self.output or Path(f"{about.rules.file.id}.certificate.json")
        if path.exists() and Path(self.game).exists() and path.samefile(self.game):
            raise OptionError(f"{path} is the rule file", "--output")
        try:
            with progress_bar("Settling every deal") as progress:
                made = about.certify(progress=progress)
        except CertificateError as error:
            return fail(str(error))
        made.write(path)
        show(certified_view(made, path=path), self.form)
        return 0
