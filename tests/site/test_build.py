"""The folder of the page, with stand-ins for what is fetched; and what is said where fetching fails."""

from __future__ import annotations

import base64
import gzip
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from combin.rules.errors import RulesError
from combin.site import build, fetch
from combin.site.build import KEEPER, PAGE, POLICY, build_site, server
from combin.site.fetch import Fetched, Wheel, fetched, pins
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
    monkeypatch.setattr(build, "fetched", lambda _: found)
    monkeypatch.setattr(Fetched, "compiled", lambda _, archives: list(archives))
    monkeypatch.setattr(build, "_library", lambda archive: archive)
    monkeypatch.setattr(build, "games", lambda: ("pick-a-card",))


def carried(folder: Path, name: str) -> Any:  # noqa: ANN401  what JSON holds
    """Return what a script of the folder carries."""
    given = re.fullmatch(rf'carried\.give\("{name}", (.*)\);\n', (folder / f"{name}.js").read_text("utf-8"))
    assert given is not None
    return json.loads(given[1])


def unpacked(folder: Path, name: str) -> bytes:
    return gzip.decompress(base64.b64decode(carried(folder, name)))


@pytest.mark.usefixtures("stand_ins")
def test_the_folder_holds_a_page_that_can_be_read_at_once(tmp_path: Path) -> None:
    folder, done = tmp_path / "site", list[tuple[int, int]]()
    size = build_site(folder, progress=lambda *steps: done.append(steps))
    assert size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert done[-1] == (5, 5)
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "{{" not in page
    assert "Pick A Card" in page
    assert "36/1105" in page
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
    with pytest.raises(RulesError, match="something else than the page"):
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
    package = fetch._kept_in() / f"pyodide-{pins()[0].version}.tgz"
    package.write_bytes(b"something else")
    with pytest.raises(RulesError, match="is not what was pinned"):
        fetched()
    assert not package.exists()


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
