"""The command that makes a certificate."""

from __future__ import annotations

from pathlib import Path

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import fail, show
from combin.formats.format import Format
from combin.progress import progress_bar


@examples("combin certify crown-melbourne -o crown.certificate.json")
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
    from combin.certificate.views import certified_view

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
    show(certified_view(made, path=path), form)
    return 0
