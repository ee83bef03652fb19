"""The commands of the page: write its folder, serve it on this machine."""

from __future__ import annotations

from pathlib import Path

from combin.cli import options
from combin.cli.options import Question, argument, examples, field
from combin.cli.output import write


@examples("combin site -o public", "combin site -o public --language fr")
class Site(Question):
    """Write the page, combin in a browser, as one folder.

    The reader's browser computes everything; nothing is sent anywhere. Python for browsers and its packages
    are fetched once, by npm and pip, and checked against their hashes.
    """

    output: Path = options.output(
        "FILE", "The folder to write; one with an older page is replaced.", default=options.NEEDED, read=None
    )
    language: str | None = options.LANGUAGE

    def run(self) -> None:
        write(f"{self.output}: {_built(self.output, self.language) / 10**6:.1f} MB\n")


@examples("combin serve", "combin serve public --port 8000 --no-open")
class Serve(Question):
    """Serve the page on this machine alone, and open it."""

    doing = None
    folder: Path | None = argument(
        "FOLDER", "A folder that combin site wrote; by default a new one is made.", default=None
    )
    port: int = field("PORT", "0 takes a free one.", default=0, least=0, most=65535)
    opened: bool = field(None, "Whether to open a browser.", "--open/--no-open", default=True)

    def run(self) -> None:
        import tempfile
        import webbrowser

        from combin.rules.errors import RulesError
        from combin.site.build import MANIFEST, address, server

        folder = self.folder
        with tempfile.TemporaryDirectory(prefix="combin-") as made:
            if folder is None:
                folder = Path(made) / "site"
                _built(folder, None)
            elif not (folder / MANIFEST).is_file():
                raise RulesError((), 'has no page; "combin site -o FOLDER" writes one', str(folder))
            with server(folder, self.port) as at:
                write(f"{address(at)} (Ctrl-C ends it)\n")
                if self.opened:
                    webbrowser.open(address(at))
                at.serve_forever()


def _built(folder: Path, language: str | None) -> int:
    from combin.site.build import build_site

    return build_site(folder, language)
