"""The commands of the page: write its folder, serve it on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import write
from combin.progress import progress_bar


@examples("combin site -o public", "combin site -o public --language fr")
def site(output: Annotated[Path, typer.Option("--output", "-o")], language: options.Language = None) -> None:
    """Write the page, combin in a browser, as one folder.

    All is worked out where it is read; nothing is sent anywhere. Python for browsers and its packages are
    fetched once, by npm and pip, and checked against their hashes.

    Args:
        output (FILE): The folder to write; one with an older page is replaced.
    """
    size = _built(output, language)
    write(f"{output}: {size / 10**6:.1f} MB\n")


@examples("combin serve", "combin serve public --port 8000 --no-open")
def serve(
    folder: Annotated[Path | None, typer.Argument()] = None,
    port: Annotated[int, typer.Option(min=0, max=65535)] = 0,
    opened: Annotated[bool, typer.Option("--open/--no-open")] = True,
) -> None:
    """Serve the page on this machine alone, and open it.

    Args:
        folder (FOLDER): What combin site has written; by default it is written anew.
        port (PORT): 0 takes a free one.
        opened: Whether to open a browser.
    """
    import tempfile
    import webbrowser

    from combin.rules.errors import RulesError
    from combin.site.build import MANIFEST, address, server

    with tempfile.TemporaryDirectory(prefix="combin-") as made:
        if folder is None:
            folder = Path(made) / "site"
            _built(folder, None)
        elif not (folder / MANIFEST).is_file():
            raise RulesError((), 'holds no page; "combin site -o FOLDER" writes one', str(folder))
        with server(folder, port) as at:
            write(f"{address(at)} (Ctrl-C ends it)\n")
            if opened:
                webbrowser.open(address(at))
            at.serve_forever()


def _built(folder: Path, language: str | None) -> int:
    from combin.site.build import build_site

    with progress_bar("The page") as progress:
        return build_site(folder, language, progress)
