"""What is handed to a regulator or a test lab: every document of a game in one folder, with their hashes."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.files import write_text
from combin.formats.columns import COUNT, FILE, TEXT, Column
from combin.formats.tables import Table
from combin.formats.typesetter import PrintError
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.rules.spelling import imprint_data
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from combin.aliases import Progress
    from combin.report.shown import Shown
    from combin.rules.resolved import Rules


MANIFEST = "manifest.json"
"""The file that names all others; it comes last, so that a folder without one is not complete."""

CARD = "-card.pdf"
"""The end of the name of the card, which is left out where it has no room for all: the sheet has."""

SUMS = "SHA256SUMS"
"""The hashes as `sha256sum --check` reads them."""


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """One file of a submission: its name in the folder, what it is, its size in bytes and its SHA-256."""

    name: str
    what: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Documents:
    """What a game's documents are written by, as they are asked for; no audit where no claims are known."""

    par: Callable[[], Shown[Any]]
    audit: Callable[[], Shown[Any]] | None
    strategy: Callable[[], Shown[Any]]
    certificate: Callable[[], Shown[Any]]


@dataclass(frozen=True, slots=True)
class Submission:
    """A folder of documents about one game; `left_out` has what the game has no document of, and why."""

    game: str
    title: str
    rules_sha256: str
    imprint: dict[str, Any]
    folder: Path
    files: tuple[SubmittedFile, ...]
    left_out: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return the manifest, which is the same for the same game wherever the folder is."""
        return {
            "format": "combin submission 1",
            "made_by": f"combin {__version__}",
            "game": self.game,
            "title": self.title,
            "rules_sha256": self.rules_sha256,
            "imprint": self.imprint,
            "files": [
                {"file": file.name, "what": file.what, "bytes": file.size, "sha256": file.sha256}
                for file in self.files
            ],
            "left_out": self.left_out,
        }


def submit(
    rules: Rules,
    source: str | Path,
    documents: Documents,
    folder: Path,
    *,
    progress: Progress | None = None,
    font: str = "",
) -> Submission:
    """Write the rules, PAR sheets, audit, strategy, certificate and a manifest of a game into a folder.

    They are written beside it, and come into it when all are done.

    Args:
        rules: as they were read.
        source: the id or the file of the game.
        documents: what writes the others.
        folder: made where there is none; what it holds of another kind than a submission stays away.
        progress: is told how many documents are done, and how many there are.
        font: of this machine, for letters that no font of the program has.

    Raises:
        RulesError: the folder holds something else than a submission, or the game was not read from a file.
        CertificateError: two roads lead to different figures.
        PrintError: something else than the card does not fit on its page.
        OSError: a file cannot be written.
    """
    from combin.certificate.canonical import digest, rules_data

    if folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise RulesError((), "the folder holds something else than a submission", str(folder))
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    left_out: dict[str, str] = {}
    each = [*_documents(rules, source, documents, left_out, font)]
    files = []
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        beside = tempfile.TemporaryDirectory(dir=folder.parent, prefix=".combin.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    with beside as there:
        for done, (ending, what, write) in enumerate(each):
            if progress is not None:
                progress(done, len(each))
            path = Path(there) / f"{rules.file.id}{ending}"
            try:
                write(path)
            except PrintError as error:
                if ending != CARD:
                    raise
                left_out["card"] = str(error)
                continue
            content = path.read_bytes()
            files.append(SubmittedFile(path.name, what, len(content), hashlib.sha256(content).hexdigest()))
        submission = Submission(
            rules.file.id,
            rules.file.title,
            digest(rules_data(rules)),
            imprint_data(rules.file),
            folder,
            tuple(files),
            left_out,
        )
        sums = "".join(f"{file.sha256}  {file.name}\n" for file in files)
        write_text(sums, Path(there) / SUMS)
        manifest = json.dumps(submission.to_dict(), indent=2, ensure_ascii=False) + "\n"
        write_text(manifest, Path(there) / MANIFEST)
        folder.mkdir(exist_ok=True)
        for name in (*(file.name for file in files), SUMS, MANIFEST):
            (Path(there) / name).replace(folder / name)
    return submission


def _documents(
    rules: Rules, source: str | Path, documents: Documents, left_out: dict[str, str], font: str
) -> Iterator[tuple[str, str, Callable[[Path], object]]]:
    """Yield the documents of a game: the end of the file's name, what it is, and what writes it."""
    from combin.certificate.body import not_certified
    from combin.rules.load import raw_layers

    for number, (path, _) in enumerate(raw_layers(source)):
        text = path.read_text(encoding="utf-8")
        ending = ".toml" if number == 0 else f"-extends-{path.stem}.toml"
        what = "the rules" if number == 0 else "rules that these extend"
        yield ending, what, lambda into, text=text: write_text(text, into)  # type: ignore[misc]  # bound at once
    par = documents.par()
    yield "-par.xlsx", "PAR sheets as a workbook", par.write
    yield "-par.pdf", "PAR sheets", partial(par.write, font=font)
    if (audit := documents.audit) is not None:
        yield "-audit.pdf", "audit of the document", lambda into: audit().write(into, font=font)
    else:
        left_out["audit"] = "no claims about the document are known"
    if rules.play:
        strategy = partial(documents.strategy().write, font=font)
        yield "-strategy.pdf", "strategy sheet", partial(strategy, size="a4")
        yield CARD, "rack card", strategy
    else:
        left_out["strategy"] = "nothing is decided in the game"
    if (refused := not_certified(rules)) is not None:
        left_out["certificate"] = refused.problem
        return
    yield (
        ".certificate.json",
        "certificate, every figure with its proof",
        lambda into: documents.certificate().write(into),
    )


def submission_view(submission: Submission) -> View:
    """Return a submission ready to be shown; JSON is its manifest, and the records are its files."""
    table = Table.of(
        "",
        submission.files,
        [
            Column("File", FILE, lambda file: str(submission.folder / file.name)),
            Column(None, TEXT, lambda file: file.name, "file"),
            Column("What it is", TEXT, lambda file: file.what, "what"),
            Column("Bytes", COUNT, lambda file: file.size, "bytes"),
            Column(None, TEXT, lambda file: file.sha256, "sha256"),
        ],
    )
    left_out = (f"Without {name}: {why}." for name, why in submission.left_out.items())
    return View(
        f"{submission.title}: {counted(len(submission.files), 'document')} in {submission.folder}",
        (*left_out, "manifest.json names them; sha256sum --check SHA256SUMS checks them."),
        (table,),
        submission.to_dict,
        lambda: table.records(0, game=submission.game),
    )
