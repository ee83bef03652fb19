"""The folder of the page: its figures, combin, Python for browsers; and serving it on this machine alone.

What the page brings along of others is fetched once, checked against its hash, and kept for the next build.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from html import escape
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import msgspec

from combin.files import write_bytes
from combin.game import games, load
from combin.progress import progress, watched
from combin.report.rules import games_view
from combin.rules.errors import RulesError
from combin.rules.load import SCHEMA, extended, load_rules, read_toml
from combin.site.bridge import ask
from combin.version import __version__
from combin.words.catalogue import Catalogue, load_catalogue

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    "worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own files alone; its scripts ask no address. Its worker is text in the page."""
SERVICE = "service.js"  # the script that keeps the page in the browser, by its version and its files
KEEPER = f"{POLICY}; connect-src 'self'"  # the policy of that script, which fetches the page's own files


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}
    timeout = 60  # seconds, after which a connection that asks for nothing, or takes nothing, is closed
    path = ""  # of a request that is none

    def send_head(self) -> IO[bytes] | None:  # type: ignore[override]  # typeshed has other streams
        """Return the file that is asked for, open: no list of a folder, and nothing outside of the page's."""
        try:
            file = Path(os.path.realpath(self.translate_path(self.path)))
            file = Path(os.path.realpath(file / "index.html")) if file.is_dir() else file
            if file.is_file() and file.is_relative_to(os.path.realpath(self.directory)):
                return super().send_head()
        except (OSError, ValueError):  # a name too long or with a zero, or not an address
            pass
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def end_headers(self) -> None:
        keeper = self.path.partition("?")[0].endswith(f"/{SERVICE}")
        self.send_header("Content-Security-Policy", KEEPER if keeper else POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as the standard library has it
        """Say nothing of each request."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  as the standard library
        """Say nothing of readers who went away."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder on the loopback address, not yet started; port 0 takes a free one."""
    try:
        return _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"port {port}") from None


def address(at: ThreadingHTTPServer) -> str:
    """Return where a server is found."""
    return f"http://127.0.0.1:{at.server_address[1]}/"


PAGE = Path(__file__).with_name("page")
"""What is written by hand: one page, one style sheet, its modules, and the program of the worker."""
PACKAGE = Path(__file__).parents[1]
MANIFEST = "site.json"  # the file by which a folder that this program has written is known
LARGE = 15_000_000  # the bytes from which on a file is kept in the browser once asked for, as posters are
_MODULES = 1_000_000  # the bytes up to which a wheel is mostly modules, which are compiled
_UNUSED = re.compile(
    r"(unittest|_pyrepl|multiprocessing|xmlrpc|wsgiref)/|(pdb|doctest|pydoc|imaplib|smtplib|poplib|ftplib)\.py"
    r"|encodings/(?!__init__|aliases|ascii|latin_1|utf_|cp437|idna|punycode|raw_unicode|unicode)"
)
"""Parts of the standard library of no use in a browser: developers' tools, protocols, old encodings."""
_LEFT_OUT = ("__pycache__", "cli", "page")  # folders of the package that are of no use in a browser


def build_site(folder: Path, language: str | None = None) -> int:
    """Write the page into a folder, or in place of an older one, whole or not at all; return its bytes."""
    if folder.exists() and not folder.is_dir():
        raise RulesError((), "is a file, and no folder", str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise RulesError((), "the folder has other things in it than the page", str(folder))
    catalogue, extends = load_catalogue(language), {name: extended(name) for name in games()}
    extended_ones = {name: base for name, base in extends.items() if base is not None}
    view = games_view([load_rules(name) for name in extends], extended_ones)
    names = {str(row[0]): table.title for table in view.tables for row in table.rows}
    steps = 4 + len(names)
    with watched(lambda done, total: progress(3 * done // total, steps)):
        brought = fetched()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".combin.") as there:
        new = Path(there) / "new"
        for name in ("data", "posters", "python", "rules"):
            (new / name).mkdir(parents=True)
        _write_python(new, brought)
        listed = []
        for done, (name, kind) in enumerate(names.items(), start=3):
            progress(done, steps)
            listed.append(_write_game(new, name, language) | {"kind": kind})
        _write_carrier(new, "data/games", listed)
        _write_carrier(new, "data/texts", _texts(catalogue))
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"].items()
        _write_carrier(new, "data/schema", {name: one for name, one in schema if "ChangeOf" not in name})
        _write_page(new, catalogue, listed)
        if folder.exists():
            folder.rename(Path(there) / "old")
        new.rename(folder)
    progress(steps, steps)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_carrier(folder: Path, name: str, what: object) -> int:
    """Write a script that carries some JSON, all that a page opened as a file may read; return its length."""
    data = json.dumps(what, ensure_ascii=False, separators=(",", ":"), default=str)
    return (folder / f"{name}.js").write_text(
        f'dispatchEvent(new CustomEvent("carried", {{ detail: ["{name}", {data}] }}));\n', encoding="utf-8"
    )


def _write_bytes(folder: Path, name: str, what: bytes) -> int:
    """Write a script that carries bytes, compressed and in base 64; return how many letters it has."""
    return _write_carrier(folder, name, base64.b64encode(gzip.compress(what, 9, mtime=0)).decode())


def _write_python(folder: Path, brought: Fetched) -> None:
    """Write the runtime, the worker that runs it, combin itself, the wheels, and a list of packages."""
    runtime = {path.name: path.read_bytes() for path in brought.runtime}
    _write_bytes(folder, "python/worker", _worker(runtime))
    _write_bytes(folder, "python/pyodide.asm.wasm", runtime["pyodide.asm.wasm"])
    wheels = [(wheel.module, wheel.at_once, path.read_bytes()) for wheel, path in brought.wheels]
    small = [wheel for wheel in wheels if len(wheel[2]) < _MODULES]
    library = brought.compiled_and_kept(_library(runtime["python_stdlib.zip"]))
    _write_bytes(folder, "python/python_stdlib.zip", library)
    own, *others = brought.compiled([_package(), *(archive for *_, archive in small)])
    packages = [("combin", True, own)]
    packages += [(module, at_once, made) for (module, at_once, _), made in zip(small, others, strict=True)]
    packages += [wheel for wheel in wheels if wheel not in small]
    listed = []
    for module, at_once, archive in packages:
        size = _write_bytes(folder, f"python/{module}", archive)
        listed.append({"module": module, "file": module, "at_once": at_once, "bytes": size})
    _write_carrier(folder, "python/packages", listed)


def _worker(runtime: Mapping[str, bytes]) -> bytes:
    """Return what the worker runs, as one plain script: a page opened as a file may start no module."""
    module = runtime["pyodide.asm.mjs"].decode()
    module = module.replace("import.meta.url", "HOME").removesuffix("export default _createPyodideModule;\n")
    lock = {"info": json.loads(runtime["pyodide-lock.json"])["info"], "packages": {}}
    given = f'const HOME = "https://combin.invalid/", LOCK = {json.dumps(lock)};\n'
    given += "self.importScripts = undefined; // so that the runtime takes a plain script for a module"
    own = (PAGE / "worker.js").read_text(encoding="utf-8")
    return "\n".join((given, module, runtime["pyodide.js"].decode(), own)).encode()


def _library(archive: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as whole, zipfile.ZipFile(packed, "w") as part:
        for entry in whole.infolist():
            if not _UNUSED.match(entry.filename):
                part.writestr(zipfile.ZipInfo(entry.filename), whole.read(entry))
    return packed.getvalue()


def _package() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(PACKAGE.rglob("*")):
            inside = file.relative_to(PACKAGE)
            if file.is_file() and not set(inside.parts[:-1]) & set(_LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(f"combin/{inside.as_posix()}"), file.read_bytes())
    return packed.getvalue()


def _write_game(folder: Path, name: str, language: str | None) -> dict[str, Any]:
    """Write what the page shows of a game before Python has started; return its line in the list of games."""
    rules = {"name": name, "text": f'extends = "{name}"\n'}
    found = ask({"ask": "figures", **rules})
    found["plot"] = ask({"ask": "plot", "kind": "play-value" if found["decides"] else "outcomes", **rules})
    found["long_run"] = ask({"ask": "long_run", **rules})
    _write_carrier(folder, f"data/{name}", found)
    with tempfile.TemporaryDirectory() as there:
        pages = load(name).poster(language=language).write(Path(there) / "poster.svg")
        for number, page in enumerate(pages):
            _write_bytes(folder, f"posters/{name}-{number}", page.read_bytes())
    _write_carrier(folder, f"rules/{name}", ask({"ask": "rules_text", **rules}) | {"pages": len(pages)})
    found["jackpots"] = []
    for wager, of in ask({"ask": "progressives", **rules})["wagers"].items():
        worth = ask({"ask": "jackpot", "wager": wager, **rules})["figures"]
        edges = [one for one in worth if one["name"] != "even"] or [{"name": "open"}]
        found["jackpots"] += [edge | {"wager": of["name"]} for edge in edges]
    return {key: found[key] for key in ("id", "title", "statement", "wagers", "jackpots")}


def _texts(catalogue: Catalogue) -> dict[str, str]:
    texts = catalogue.texts.items()
    return {key.removeprefix("site."): text for key, text in texts if key.startswith("site.")}


def _write_page(folder: Path, catalogue: Catalogue, listed: Iterable[Mapping[str, Any]]) -> None:
    fields = {"language": catalogue("language.code"), "program": __version__, **_texts(catalogue)}
    groups = (_group(kind, of, catalogue) for kind, of in groupby(listed, itemgetter("kind")))
    fields = {name: escape(text) for name, text in fields.items()} | {"games": "\n".join(groups)}
    (folder / "page.js").write_text(_joined("main"), encoding="utf-8")
    for path in sorted(PAGE.iterdir()):
        if path.suffix == ".js" and path.name != SERVICE:
            continue
        text = path.read_text(encoding="utf-8")
        text = _FIELD.sub(lambda field: fields[field[1]], text) if path.suffix == ".html" else text
        (folder / path.name).write_text(text, encoding="utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    version = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    small = [path for path in files if path.stat().st_size < LARGE and path.parent.name != "posters"]
    kept = ["./", *(path.relative_to(folder).as_posix() for path in small if path.name != SERVICE)]
    service = (folder / SERVICE).read_text(encoding="utf-8")
    service = service.replace("VERSION", version).replace("FILES = []", f"FILES = {json.dumps(kept)}")
    (folder / SERVICE).write_text(service, encoding="utf-8")
    made = {"format": "combin site 1", "made_by": f"combin {__version__}", "version": version}
    (folder / MANIFEST).write_text(json.dumps(made), encoding="utf-8")


_IMPORT = re.compile(r'^import (?:\* as \w+|(\{[^}]*\})) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


def _joined(first: str) -> str:
    """Return a module, behind those that it imports, as one plain script, since a file may import none."""
    made: dict[str, str] = {}

    def add(module: str) -> None:
        text = (PAGE / f"{module}.js").read_text(encoding="utf-8")
        for _, other in _IMPORT.findall(text):
            if other not in made:
                add(other)
        text = _IMPORT.sub(lambda match: f"const {match[1]} = {match[2]};\n" if match[1] else "", text)
        exported = ", ".join(_EXPORT.findall(text))
        body = f"{_EXPORT.sub('', text)}return {{ {exported} }};"
        made[module] = f"const {module} = (() => {{\n{body}\n}})();\n"

    add(first)
    return f'"use strict";\n{{\n{"".join(made.values())}}}\n'


_FIELD = re.compile(r"\{\{([a-z_.]+)\}\}")


def _group(kind: str, listed: Iterable[Mapping[str, Any]], catalogue: Catalogue) -> str:
    """Games of one kind as rows of the list: their wagers, then the house edges of their jackpots."""
    rows = [f'<tr class="kind"><th scope="colgroup" colspan="6">{escape(kind)}</th></tr>']
    for game in listed:
        at, rules = f"#game={game['id']}", escape(catalogue("site.rules_of"))
        links = f'<a href="{at}">{escape(game["title"])}</a> <a class="rules" href="{at}&amp;tab=rules">'
        links += f"{rules}</a><small>{escape(game['statement'])}</small>"
        cells = [[wager[key] for key in ("name", "edge", "exact", "risk", "hit")] for wager in game["wagers"]]
        for one in game["jackpots"]:
            name = catalogue(f"site.jackpots.{one['name']}", **one)
            cells.append([name, one.get("value", "–"), one.get("exact", "–"), "–", "–"])
        body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in cells]
        first = f'<th scope="rowgroup" rowspan="{len(cells)}">{links}</th>'
        rows += [f"<tr>{row if place else first + row}</tr>" for place, row in enumerate(body)]
    return f"<tbody>{''.join(rows)}</tbody>"


class Runtime(msgspec.Struct, frozen=True):
    """Python for browsers: its release, and the files of it that the page serves."""

    version: str
    integrity: str
    python: str
    platform: str
    files: tuple[str, ...]


class Wheel(msgspec.Struct, frozen=True):
    """A package with compiled code: its release, what is imported of it, whether combin starts with it."""

    name: str
    version: str
    sha256: str
    module: str
    at_once: bool = False


COMPILE = Path(__file__).with_name("compile.cjs")  # by which Node compiles with the Python of the page


class Fetched(msgspec.Struct, frozen=True):
    """Files on this machine: those of the runtime, all in one folder, and of each wheel."""

    runtime: tuple[Path, ...]
    wheels: tuple[tuple[Wheel, Path], ...]

    def compiled(self, archives: Sequence[bytes]) -> list[bytes]:
        """Return archives with their modules compiled, as takes long in a browser; always the same bytes."""
        if (node := shutil.which("node")) is None:
            raise RulesError((), "Node.js is missing, which compiles for browsers: install it")
        with tempfile.TemporaryDirectory() as there:
            given = [Path(there) / f"{place}.zip" for place in range(len(archives))]
            for path, archive in zip(given, archives, strict=True):
                path.write_bytes(archive)
            pairs = [str(path) for one in given for path in (one, one.with_suffix(".compiled"))]
            _run([node, str(COMPILE), str(self.runtime[0].parent), *pairs], there, "Node.js")
            return [path.with_suffix(".compiled").read_bytes() for path in given]

    def compiled_and_kept(self, archive: bytes) -> bytes:
        """Return an archive with the modules in it compiled; it is kept for the next build."""
        name = hashlib.sha256(archive + COMPILE.read_bytes()).hexdigest()[:16]
        kept = self.runtime[0].with_name(f"compiled-{name}.zip")
        if not kept.is_file():
            (made,) = self.compiled([archive])
            write_bytes(made, kept)
        return kept.read_bytes()


@cache
def pins() -> tuple[Runtime, tuple[Wheel, ...]]:
    """Return the runtime and the wheels that the page is built with.

    >>> [wheel.module for wheel in pins()[1] if wheel.at_once]
    ['msgspec']
    """
    raw = read_toml(Path(__file__).with_name("pins.toml"))
    return msgspec.convert(raw["pyodide"], Runtime), msgspec.convert(raw["wheel"], tuple[Wheel, ...])


def fetched() -> Fetched:
    """Return the files of the runtime and of all wheels; those that are missing here are fetched."""
    runtime, wheels = pins()
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    folder = Path(base) / "combin" / "site"
    folder.mkdir(parents=True, exist_ok=True)
    files = _runtime(runtime, folder)
    found = []
    for done, wheel in enumerate(wheels, start=1):
        progress(done, 1 + len(wheels))
        found.append((wheel, _wheel(wheel, runtime, folder)))
    return Fetched(files, tuple(found))


def _runtime(runtime: Runtime, folder: Path) -> tuple[Path, ...]:
    package, wanted = folder / f"pyodide-{runtime.version}.tgz", base64.b64decode(runtime.integrity[7:]).hex()
    if not package.is_file():
        if (npm := shutil.which("npm")) is None:
            raise RulesError((), "npm is missing, which fetches Python for browsers: install Node.js")
        with tempfile.TemporaryDirectory() as there:
            _run([npm, "pack", f"pyodide@{runtime.version}", "--loglevel=error"], there, "npm")
            _keep(Path(there) / package.name, package, "sha512", wanted)
    _check(package, "sha512", wanted)
    into = folder / f"pyodide-{runtime.version}"
    into.mkdir(exist_ok=True)
    with tarfile.open(package) as archive:
        for name in runtime.files:
            member = archive.extractfile(f"package/{name}")
            if member is not None and not (into / name).is_file():
                write_bytes(member.read(), into / name)
    return tuple(into / name for name in runtime.files)


def _wheel(wheel: Wheel, runtime: Runtime, folder: Path) -> Path:
    stem = f"{wheel.name.replace('-', '_')}-{wheel.version}-"
    there = next(iter(folder.glob(f"{stem}*.whl")), None)
    if there is None:
        python = runtime.python.replace(".", "")
        with tempfile.TemporaryDirectory() as into:
            asked = Path(into) / "wheel.txt"
            pinned = f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n"
            asked.write_text(pinned, encoding="utf-8")
            terms = ["--platform", runtime.platform, "--python-version", python, "--implementation", "cp"]
            terms += [word for abi in (f"cp{python}", "abi3", "none") for word in ("--abi", abi)]
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", str(asked)]
            _run([*command, *terms], into, "pip")
            (brought,) = Path(into).glob("*.whl")
            there = folder / brought.name
            _keep(brought, there, "sha256", wheel.sha256)
    _check(there, "sha256", wheel.sha256)
    return there


def _run(command: Sequence[str], folder: str, program: str) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=600)  # noqa: S603  pinned
    except subprocess.TimeoutExpired:
        raise RulesError((), f"{program} got no answer in ten minutes: is there a network?") from None
    except subprocess.CalledProcessError as error:
        lines = [line for line in (error.stderr or error.stdout or "").splitlines() if line.strip()]
        said = next((line for line in lines if "error" in line.casefold()), "".join(lines[-1:]))
        raise RulesError((), f"{program} could not fetch what the page needs: {said}") from None


def _keep(brought: Path, place: Path, kind: str, wanted: str) -> None:
    _check(brought, kind, wanted)
    write_bytes(brought.read_bytes(), place)


def _check(file: Path, kind: str, wanted: str) -> None:
    """Refuse a file of another hash than is pinned; one that was kept goes, so that it is fetched anew."""
    with file.open("rb") as content:
        found = hashlib.file_digest(content, kind).hexdigest()
    if found != wanted:
        file.unlink()
        raise RulesError((), f"{file.name} is not what was pinned ({kind} {found[:16]}...); it was removed")
