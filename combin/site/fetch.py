"""What the page brings along of others: fetched once, checked against its hash, kept for the next build."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import IO

import msgspec

from combin.files import replace_file, write_bytes
from combin.rules.errors import RulesError
from combin.rules.load import read_toml

PINS = Path(__file__).with_name("pins.toml")


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


COMPILE = Path(__file__).with_name("compile.cjs")
"""What Node runs to compile modules by the Python of the page."""


@dataclass(frozen=True, slots=True)
class Fetched:
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
    raw = read_toml(PINS)
    return msgspec.convert(raw["pyodide"], Runtime), msgspec.convert(raw["wheel"], tuple[Wheel, ...])


def fetched(progress: Callable[[int, int], object] | None = None) -> Fetched:
    """Return the files of the runtime and of all wheels; those that are not here yet are fetched.

    Raises:
        RulesError: npm or pip is missing, fails, or brings something else than the pins say.
        OSError: the folder of what is kept cannot be written.
    """
    runtime, wheels = pins()
    folder = _kept_in()
    folder.mkdir(parents=True, exist_ok=True)
    files = _runtime(runtime, folder)
    found = []
    for done, wheel in enumerate(wheels, start=1):
        if progress is not None:
            progress(done, 1 + len(wheels))
        found.append((wheel, _wheel(wheel, runtime, folder)))
    return Fetched(files, tuple(found))


def _kept_in() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return Path(base) / "combin" / "site"


def _runtime(runtime: Runtime, folder: Path) -> tuple[Path, ...]:
    package = folder / f"pyodide-{runtime.version}.tgz"
    if not package.is_file():
        if (npm := shutil.which("npm")) is None:
            raise RulesError((), "npm is missing, which fetches Python for browsers: install Node.js")
        with tempfile.TemporaryDirectory() as there:
            _run([npm, "pack", f"pyodide@{runtime.version}", "--loglevel=error"], there, "npm")
            _keep(Path(there) / package.name, package, "sha512", _hex(runtime.integrity))
    _check(package, "sha512", _hex(runtime.integrity))
    into = folder / f"pyodide-{runtime.version}"
    into.mkdir(exist_ok=True)
    with tarfile.open(package) as archive:
        for name in runtime.files:
            member = archive.extractfile(f"package/{name}")
            if member is not None and not (into / name).is_file():
                replace_file(into / name, partial(_copy, member))
    return tuple(into / name for name in runtime.files)


def _copy(member: IO[bytes], path: str) -> None:
    with Path(path).open("wb") as file:
        shutil.copyfileobj(member, file)


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
        told = [line for line in (error.stderr or error.stdout or "").splitlines() if line.strip()]
        said = next((line for line in told if "error" in line.casefold()), "".join(told[-1:]))
        raise RulesError((), f"{program} could not fetch what the page needs: {said}") from None


def _keep(brought: Path, place: Path, kind: str, wanted: str) -> None:
    _check(brought, kind, wanted)
    replace_file(place, lambda path: shutil.copyfile(brought, path))


def _check(file: Path, kind: str, wanted: str) -> None:
    """Refuse a file of another hash than is pinned; one that was kept goes, so that it is fetched anew."""
    with file.open("rb") as content:
        found = hashlib.file_digest(content, kind).hexdigest()
    if found != wanted:
        file.unlink()
        raise RulesError((), f"{file.name} is not what was pinned ({kind} {found[:16]}...); it was removed")


def _hex(integrity: str) -> str:
    return base64.b64decode(integrity.partition("-")[2]).hex()
