"""The command that makes a certificate."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from combin.cli import options
from combin.cli.options import OptionError, Question, examples, writable
from combin.cli.output import fail, show
from combin.formats import Format

if TYPE_CHECKING:
    from combin.game import Game


def coq_file(path: Path, name: str) -> Path:
    """Where a file for Coq is to go, which wants the name of a module before ".v"."""
    if not re.fullmatch(r"[A-Za-z]\w*\.v", path.name, re.ASCII):
        raise OptionError(f"{path}: Coq reads files named by letters, digits and _, such as Crown.v", name)
    return writable(path, name)


@examples("combin certify crown-melbourne -o crown.certificate.json")
class Certify(Question):
    """Write every figure with its proof into a file to check.

    Rules, counts, edges, jackpots and a witness for each hand, if all methods agree. The hash in it
    depends on the game alone. "combin verify" checks such a file; docs/certificate.md is its format.
    With --theorem, write the house edges as theorems that the proof kernel Coq checks (docs/theorem.md).
    """

    doing = "Settling every deal"
    game: str = options.GAME
    output: Path | None = options.output("FILE", "Where to write; by default GAME.certificate.json.")
    theorem: Path | None = options.field(
        "FILE.v", "Write theorems for Coq, as Crown.v, and no certificate.", default=None, read=coq_file
    )
    reading: Mapping[str, str] = options.READING
    form: Format = options.FORM

    def run(self) -> int:
        from combin.certificate.canonical import CertificateError
        from combin.certificate.certify import certified_view

        about = self.load()
        if self.theorem is not None:
            self.refuse("a certificate is not written with --theorem", "output")
            return self._theorem(about, self.theorem)
        path = self.output or Path(f"{about.rules.file.id}.certificate.json")
        if path.exists() and Path(self.game).exists() and path.samefile(self.game):
            raise OptionError(f"{path} is the rule file", "--output")
        try:
            made = about.certify()
        except CertificateError as error:
            return fail(str(error))
        made.write(path)
        show(certified_view(made, path=path), self.form)
        return 0

    def _theorem(self, about: Game, path: Path) -> int:
        from combin.certificate.theorem import theorem_view

        made = about.theorem()
        made.write(path)
        show(theorem_view(made, path=path), self.form)
        return 0
