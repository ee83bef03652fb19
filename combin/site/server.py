"""The page served on this machine alone, as any host would serve it, and nothing from anywhere else in it."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    "worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own files, and nothing from anywhere else.

No script of it may ask any address for anything. The worker is a `blob:`, made of what the page holds, since
a page that was opened as a file may have no other.
"""

SERVICE = "service.js"
"""The script that keeps the page in the browser; it is told the version and the files."""

KEEPER = f"{POLICY}; connect-src 'self'"
"""The same for the script that keeps the page: it fetches the page's own files."""


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  as the standard library has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/zip",
    }

    def end_headers(self) -> None:
        keeper = self.path.partition("?")[0].endswith(f"/{SERVICE}")
        self.send_header("Content-Security-Policy", KEEPER if keeper else POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as the standard library has it
        """Say nothing of each request."""


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder on the loopback address, not yet started; port 0 takes a free one.

    Raises:
        OSError: the port is taken, or may not be had.
    """
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"port {port}") from None


def address(at: ThreadingHTTPServer) -> str:
    """Return where a server is found."""
    return f"http://127.0.0.1:{at.server_address[1]}/"
