"""The folder of the page: its own files, figures that it shows at once, Python for browsers and combin."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.game import games
from combin.rules.errors import RulesError
from combin.site.bridge import ask
from combin.site.fetch import fetched
from combin.version import __version__
from combin.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from combin.site.fetch import Fetched
    from combin.words.catalogue import Catalogue

Progress = Callable[[int, int], object]

PAGE = Path(__file__).with_name("page")
"""What is written by hand: one page, one style sheet, script modules."""

PACKAGE = Path(__file__).parents[1]

MANIFEST = "site.json"
"""What tells a folder that this program has made from any other."""

SERVICE = "service.js"
"""The script that keeps the page in the browser; it is told the version and the files."""

LARGE = 15_000_000
"""The bytes from which on a file is kept only once it was asked for."""

_LEFT_OUT = ("__pycache__", "cli", "page")
"""Folders of the package that are of no use in a browser."""


def build_site(folder: Path, language: str | None = None, progress: Progress | None = None) -> int:
    """Write the page into a folder, whole or not at all; return how many bytes it has.

    Args:
        folder: made where there is none; one that holds an older page is replaced.
        language: of the page's own words, "fr" or a translation of the texts; by default English.
        progress: is told how many steps are done, and how many there are.

    Raises:
        RulesError: the folder holds something else; what the page needs of others cannot be fetched.
        OSError: a file cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise RulesError((), "is a file, and no folder", str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise RulesError((), "the folder holds something else than the page", str(folder))
    catalogue, names = load_catalogue(language), games()
    steps = 4 + len(names)
    tell = progress or _nobody
    brought = fetched(lambda done, total: tell(3 * done // total, steps))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".combin.") as there:
        new = Path(there) / "new"
        for name in ("data", "python"):
            (new / name).mkdir(parents=True)
        _write_python(new / "python", brought)
        told = []
        for done, name in enumerate(names, start=3):
            tell(done, steps)
            told.append(_write_game(new / "data", name))
        _write_json(new / "data" / "games.json", told)
        _write_json(new / "data" / "texts.json", _texts(catalogue))
        _write_page(new, catalogue, told)
        if folder.exists():
            folder.rename(Path(there) / "old")
        new.rename(folder)
    tell(steps, steps)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _nobody(done: int, total: int) -> None:
    """Tell nobody how much is done."""


def _write_json(path: Path, what: object) -> None:
    path.write_text(json.dumps(what, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


# -- Python --------------------------------------------------------------------------------------------


def _write_python(folder: Path, brought: Fetched) -> None:
    """Write the runtime, combin itself, the wheels, and a list of which the worker reads."""
    for path in brought.runtime:
        shutil.copyfile(path, folder / path.name)
    _write_package(folder / "combin.zip")
    listed = []
    for wheel, path in brought.wheels:
        shutil.copyfile(path, folder / path.name)
        size = path.stat().st_size
        listed.append({"module": wheel.module, "file": path.name, "at_once": wheel.at_once, "bytes": size})
    _write_json(folder / "packages.json", listed)


def _write_package(path: Path) -> None:
    """Write the package as an archive, of the same bytes each time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(PACKAGE.rglob("*")):
            inside = file.relative_to(PACKAGE)
            if file.is_file() and not set(inside.parts[:-1]) & set(_LEFT_OUT):
                entry = zipfile.ZipInfo(f"combin/{inside.as_posix()}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())


# -- figures -------------------------------------------------------------------------------------------


def _write_game(folder: Path, name: str) -> dict[str, Any]:
    """Write what the page shows of a game before Python has started; return its line in the list of games."""
    rules = {"name": name, "text": f'extends = "{name}"\n'}
    found = ask({"ask": "figures", **rules})
    kind = "play-value" if found["asks"]["decides"] else "outcomes"
    found["plot"] = ask({"ask": "plot", "kind": kind, **rules})
    _write_json(folder / f"{name}.json", found)
    return {key: found[key] for key in ("id", "title", "statement", "wagers")}


# -- the page ------------------------------------------------------------------------------------------


def _texts(catalogue: Catalogue) -> dict[str, str]:
    """Return the words of the page by their keys."""
    return {
        key.removeprefix("site."): text for key, text in catalogue.texts.items() if key.startswith("site.")
    }


def _write_page(folder: Path, catalogue: Catalogue, told: Iterable[Mapping[str, Any]]) -> None:
    """Write the page with its words and the list of games in it, and scripts that know their version."""
    fields = {
        **_texts(catalogue),
        "language": catalogue("language.code"),
        "program": __version__,
        "games": _rows(told),
    }
    for path in sorted(PAGE.iterdir()):
        text = path.read_text(encoding="utf-8")
        filled = _filled(text, fields) if path.suffix == ".html" else text
        (folder / path.name).write_text(filled, encoding="utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    version = digest.hexdigest()[:16]
    small = [path for path in files if path.stat().st_size < LARGE and path.name != SERVICE]
    kept = ["./", *(path.relative_to(folder).as_posix() for path in small)]
    service = (folder / SERVICE).read_text(encoding="utf-8")
    service = service.replace("VERSION", version).replace("FILES = []", f"FILES = {json.dumps(kept)}")
    (folder / SERVICE).write_text(service, encoding="utf-8")
    made = {"format": "combin site 1", "made_by": f"combin {__version__}", "version": version}
    _write_json(folder / MANIFEST, made)


_FIELD = re.compile(r"\{\{([a-z_.]+)\}\}")


def _filled(text: str, fields: Mapping[str, str]) -> str:
    """Return a page with its fields filled in; all but the rows of games are texts."""
    return _FIELD.sub(
        lambda field: fields[field[1]] if field[1] == "games" else escape(fields[field[1]]), text
    )


def _rows(told: Iterable[Mapping[str, Any]]) -> str:
    """Return the list of games as rows of a table, a wager each."""
    rows = []
    for game in told:
        link = f'<a href="#game={game["id"]}">{escape(game["title"])}</a>'
        said, wagers = escape(game["statement"]), game["wagers"]
        first = f'<th scope="rowgroup" rowspan="{len(wagers)}">{link}<small>{said}</small></th>'
        for wager in wagers:
            cells = (escape(wager[name]) for name in ("name", "edge", "exact", "risk", "hit"))
            rows.append(f"<tr>{first}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
            first = ""
    return "\n".join(rows)
