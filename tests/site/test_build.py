"""The folder of the page, with stand-ins for what is fetched; and what is said where fetching fails."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import socket
import struct
import zipfile
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import patch

import pytest

from combin.progress import watched
from combin.rules.errors import RulesError
from combin.site import build
from combin.site.build import KEEPER, PAGE, POLICY, Fetched, Wheel, build_site, fetched, pins, server
from combin.words.catalogue import load_catalogue


@pytest.fixture
def stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime, wheel = [tmp_path / name for name in pins()[0].files], tmp_path / "msgspec.whl"
    for path in (*runtime, wheel):
        path.write_text(f"// {path.name}\n", encoding="utf-8")
    module = "const here = import.meta.url;\nexport default _createPyodideModule;\n"
    (tmp_path / "pyodide.asm.mjs").write_text(module, encoding="utf-8")
    (tmp_path / "pyodide-lock.json").write_text('{"info": {"python": "3"}, "packages": {"a": 1}}')
    found = Fetched(tuple(runtime), ((Wheel("msgspec", "1", "", "msgspec", at_once=True), wheel),))
    monkeypatch.setattr(build, "fetched", lambda: found)
    monkeypatch.setattr(Fetched, "compiled", lambda _, archives: list(archives))
    monkeypatch.setattr(build, "_library", lambda archive: archive)
    monkeypatch.setattr(build, "games", lambda: ("pick-a-card",))


def carried(folder: Path, name: str) -> Any:  # noqa: ANN401  what JSON holds
    """Return what a script of the folder carries."""
    given = re.fullmatch(
        rf'dispatchEvent\(new CustomEvent\("carried", {{ detail: \["{name}", (.*)\] }}\)\);\n',
        (folder / f"{name}.js").read_text("utf-8"),
    )
    assert given is not None
    return json.loads(given[1])


def unpacked(folder: Path, name: str) -> bytes:
    return gzip.decompress(base64.b64decode(carried(folder, name)))


@pytest.mark.slow
@pytest.mark.usefixtures("stand_ins")
def test_the_folder_holds_a_page_that_can_be_read_at_once(tmp_path: Path) -> None:
    folder, done = tmp_path / "site", list[tuple[int, int]]()
    with watched(lambda *step: done.append(step)):
        size = build_site(folder)
    assert size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert done[-1] == (5, 5)
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "{{" not in page
    assert "Pick A Card" in page
    assert "36/1105" in page
    assert page.index("Games described by others") < page.index("Pick A Card")
    assert unpacked(folder, "posters/pick-a-card-0").startswith(b"<svg")
    assert "posters/" not in (folder / "service.js").read_text()
    words = carried(folder, "rules/pick-a-card")
    assert (words["heading"], words["pages"]) == ("Pick A Card", 1)
    assert carried(folder, "data/pick-a-card")["plot"]["svg"].startswith("<svg")
    names = set(zipfile.ZipFile(BytesIO(unpacked(folder, "python/combin"))).namelist())
    assert {"combin/site/bridge.py", "combin/rules/library/pick-a-card.toml"} <= names
    assert not any("/cli/" in name or "__pycache__" in name for name in names)
    worker = unpacked(folder, "python/worker").decode()
    assert "const here = HOME;\n\n// pyodide.js\n" in worker
    assert 'LOCK = {"info": {"python": "3"}, "packages": {}};' in worker
    assert "loadPyodide" in worker
    service = (folder / "service.js").read_text()
    version = json.loads((folder / "site.json").read_text())["version"]
    assert f"combin-{version}" in service
    assert '"python/combin.js"' in service


@pytest.mark.slow
@pytest.mark.usefixtures("stand_ins")
def test_an_older_page_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    build_site(folder)
    (folder / "old.js").touch()
    first = (folder / "site.json").read_bytes()
    build_site(folder, "fr")
    assert not (folder / "old.js").exists()
    assert (folder / "site.json").read_bytes() != first
    assert '<html lang="fr"' in (folder / "index.html").read_text(encoding="utf-8")
    (folder / "site.json").unlink()
    with pytest.raises(RulesError, match="other things in it than the page"):
        build_site(folder)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["site"]


def test_what_cannot_be_fetched_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        RulesError, match=r"^npm is missing, which fetches Python for browsers: install Node.js$"
    ):
        fetched()
    with pytest.raises(RulesError, match=r"^Node.js is missing, which compiles for browsers: install it$"):
        Fetched((), ()).compiled([])
    failing = tmp_path / "npm"
    failing.write_text("#!/bin/sh\necho npm error network is down >&2\nexit 1\n", encoding="utf-8")
    failing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        RulesError, match=r"^npm could not fetch what the page needs: npm error network is down$"
    ):
        fetched()
    package = tmp_path / "combin" / "site" / f"pyodide-{pins()[0].version}.tgz"
    package.write_bytes(b"something else")
    with pytest.raises(RulesError, match="is not what was pinned"):
        fetched()
    assert not package.exists()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A server of a folder with links, a pipe and a large file, beside which stands a secret."""
    folder = tmp_path / "site"
    (folder / "data").mkdir(parents=True)
    (folder / "linked").mkdir()
    (tmp_path / "secret").touch()
    (folder / "index.html").touch()
    (folder / "data" / "large.js").write_bytes(bytes(20_000_000))
    links = {
        "out": "../secret",
        "up": "..",
        "loop": "loop",
        "linked/index.html": "../../secret",
        "in": "index.html",
    }
    for link, target in links.items():
        (folder / link).symlink_to(target)
    os.mkfifo(folder / "pipe")
    with server(folder) as at:
        Thread(target=at.serve_forever, args=(0.01,), daemon=True).start()
        yield at
        at.shutdown()


def reach(at: ThreadingHTTPServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", at.server_address[1]), 5)


def requested(at: ThreadingHTTPServer, request: str) -> bytes:
    with reach(at) as reader:
        reader.sendall(f"{request}\r\n\r\n".encode())
        return reader.makefile("rb").read()


def test_the_server_gives_the_files_of_its_folder_and_nothing_else(
    served: ThreadingHTTPServer, capfd: pytest.CaptureFixture[str]
) -> None:
    for path in ("/", "/index.html", "/in", "/?query"):
        assert requested(served, f"GET {path} HTTP/1.0").startswith(b"HTTP/1.0 200 "), path
    outside = (
        "/out",
        "/up/secret",
        "/up",
        "/up/",
        "/../secret",
        "/%2e%2e/secret",
        "/loop",
        "/linked",
        "/linked/",
    )
    no_names = ("/%00", "/%ed%a0%80", "/%ff", f"/{'a' * 5000}", "http://[/../..", "/pipe", "/data", "/data/")
    for path in (*outside, *no_names):
        assert requested(served, f"GET {path} HTTP/1.0").startswith(b"HTTP/1.0 404 "), path
    for bad in (
        "x",
        "GET / HTTP/9.9",
        f"GET /{'a' * 70_000} HTTP/1.0",
        "GET / x y HTTP/1.0",
        "POST / HTTP/1.0",
    ):
        assert b"Error response" in requested(served, bad), bad
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("request_", [b"", b"GE", b"GET /data/large.js HTTP/1.0\r\n\r\n"])
@pytest.mark.parametrize("reset", [False, True])
def test_readers_who_go_away_leave_no_word(
    served: ThreadingHTTPServer, request_: bytes, capfd: pytest.CaptureFixture[str], *, reset: bool
) -> None:
    done = Event()

    def ended(_: object, connection: socket.socket) -> None:
        connection.close()
        done.set()

    with patch.object(type(served), "shutdown_request", ended):
        with reach(served) as reader:
            reader.sendall(request_)
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", reset, 0))
        assert done.wait(10)
    assert capfd.readouterr().err == ""


def test_a_connection_that_asks_for_nothing_is_closed(served: ThreadingHTTPServer) -> None:
    assert 0 < build._Handler.timeout < 300
    with patch.object(build._Handler, "timeout", 0.01), reach(served) as reader:
        assert reader.recv(1) == b""


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with server(tmp_path) as at, pytest.raises(OSError, match="in use") as refused:
        server(tmp_path, at.server_address[1])
    assert refused.value.filename == f"port {at.server_address[1]}"


def test_both_policies_are_one() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    assert POLICY.startswith(found[1])
    assert "connect-src" not in POLICY
    assert KEEPER.startswith(POLICY)


def test_scripts_say_what_the_catalogue_has() -> None:
    catalogue = {key for key in load_catalogue().texts if key.startswith("site.")}
    said = {
        f"site.{key}"
        for path in PAGE.glob("*.js")
        for key in re.findall(r'\bsay\("([a-z_.]+)"', path.read_text(encoding="utf-8"))
    }
    fields = {
        f"site.{key}" for key in re.findall(r"\{\{([a-z_.]+)\}\}", (PAGE / "index.html").read_text("utf-8"))
    }
    assert said <= catalogue
    assert fields - catalogue == {"site.language", "site.program", "site.games"}
