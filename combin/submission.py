"""What is handed to a regulator or a test lab: every document of a game in one folder, with their hashes."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from combin.files import write_text
from combin.formats.columns import COUNT, FILE, TEXT, Column
from combin.formats.format import Format
from combin.formats.tables import Table
from combin.formats.typesetter import PrintError
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.rules.spelling import imprint_data
from combin.version import __version__

if TYPE_CHECKING:
    from combin.aliases import Progress
    from combin.certificate.verify import Verification
    from combin.report.shown import Shown
    from combin.rules.resolved import Rules


MANIFEST = "manifest.json"
"""The file that names all others."""

SUMS = "SHA256SUMS"
"""The hashes as `sha256sum --check` reads them."""

FULL_PAGES = {"-card.pdf": "card", "-guide.pdf": "guide"}
"""The ends of the names of what is left out where one page has no room for all: other documents have it."""

CERTIFICATE = ".certificate.json"
"""The end of the name of the certificate."""

MOST_BYTES = 10**6
"""More than a manifest has."""

MOST_NAMES = 8
"""Of other files in the folder that are named in one line; JSON has all."""


class SubmittedFile(msgspec.Struct, frozen=True, rename={"name": "file", "size": "bytes"}):
    """One file of a submission: its name in the folder, what it is, its size in bytes and its SHA-256."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[^./\\][^/\\]*\Z")]  # of no other folder
    what: str
    size: int
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]

    def stands_in(self, folder: Path) -> str:
        """Return what is to be said of the file in a folder: "confirmed", "missing" or "differs"."""
        path = folder / self.name
        if not path.is_file():
            return "missing"
        with path.open("rb") as file:
            same = hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
        return "confirmed" if same else "differs"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a submission holds, the same for the same game wherever the folder is.

    `left_out` has what the game has no document of, and why.
    """

    format: Literal["combin submission 1"] = "combin submission 1"
    made_by: str = f"combin {__version__}"
    game: str
    title: str
    rules_sha256: str
    imprint: dict[str, Any]
    files: tuple[SubmittedFile, ...]
    left_out: dict[str, str]

    @property
    def sums(self) -> str:
        """The text of `SHA256SUMS`."""
        return "".join(f"{file.sha256}  {file.name}\n" for file in self.files)

    def others(self, folder: Path) -> tuple[str, ...]:
        """Return what else lies in a folder."""
        own = {MANIFEST, SUMS, *(file.name for file in self.files)}
        return tuple(sorted(path.name for path in folder.iterdir() if path.name not in own))


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a submission, without having looked at the files that it names.

    Raises:
        RulesError: it is none.
        OSError: it cannot be read.
    """
    path = folder / MANIFEST
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    try:
        if len(content) > MOST_BYTES:
            raise RulesError((), f"no manifest of a submission: more than {MOST_BYTES:,} bytes", str(path))
        return msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RulesError((), f"no manifest of a submission: {error}", str(path)) from None


@dataclass(frozen=True, slots=True)
class Documents:
    """What a game's documents are written by, as they are asked for, or why there is no audit."""

    rules: Callable[[], Shown[Any]]
    par: Callable[[], Shown[Any]]
    audit: Callable[[], Shown[Any]] | str
    strategy: Callable[[], Shown[Any]]
    guide: Callable[[], Shown[Any]]
    certificate: Callable[[], Shown[Any]]


@dataclass(frozen=True, slots=True)
class Submission:
    """A folder of documents about one game.

    Of what lay there before, documents of the last submission that this one has not were `removed`, and
    `others` were left as they were.
    """

    manifest: Manifest
    folder: Path
    removed: tuple[str, ...]
    others: tuple[str, ...]


Document = tuple[str, str, Callable[[Path], object]]
"""The end of the file's name, what it is, and what writes it."""


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

    They are written aside, by two processes where there are two cores, and come into the folder together when
    all are done. Documents of an older submission that the new one has not are removed, unless they have been
    changed; whatever else is there stays.

    Args:
        rules: as they were read.
        source: the id or the file of the game.
        documents: what writes the others.
        folder: made where there is none.
        progress: is told how many works are begun, and how many there are.
        font: of this machine, for letters that no font of the program has.

    Raises:
        RulesError: the folder holds something else than a submission of the game, or the game was not read
            from a file.
        CertificateError: two roads lead to different figures.
        PrintError: something else than a single page does not fit.
        OSError: a file cannot be written.
    """
    from combin.certificate.canonical import digest, rules_data
    from combin.cluster import shared

    game = rules.file.id
    before = _before(folder, game)
    left_out: dict[str, str] = {}
    works = [*_works(rules, source, documents, left_out, font)]
    names = {f"{game}{ending}": what for work in works for ending, what, _ in work}
    for name in (*names, SUMS, MANIFEST):
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        aside = tempfile.TemporaryDirectory(
            dir=folder if folder.is_dir() else folder.parent, prefix=".combin."
        )
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    with aside as name:
        there = Path(name)
        for full in shared([partial(_write, work, there / game) for work in works], progress):
            left_out |= full
        manifest = Manifest(
            game=game,
            title=rules.file.title,
            rules_sha256=digest(rules_data(rules)),
            imprint=imprint_data(rules.file),
            files=tuple(
                _submitted(there / name, what) for name, what in names.items() if (there / name).is_file()
            ),
            left_out=left_out,
        )
        write_text(manifest.sums, there / SUMS)
        write_text(
            msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n", there / MANIFEST
        )
        kept = {file.name for file in manifest.files}
        gone = tuple(
            file.name for file in before if file.name not in kept and file.stands_in(folder) == "confirmed"
        )
        # An interrupt comes to this thread alone, which then waits for the other.
        with ThreadPoolExecutor(1) as undisturbed:
            undisturbed.submit(_move, there, folder, (*kept, SUMS, MANIFEST), gone).result()
    return Submission(manifest, folder, gone, manifest.others(folder))


def _before(folder: Path, game: str) -> tuple[SubmittedFile, ...]:
    """Return the files of the game's last submission in a folder.

    Raises:
        RulesError: the folder holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if not folder.is_dir() or not any(folder.iterdir()):
        return ()
    if not (folder / MANIFEST).is_file():
        raise RulesError((), "the folder holds something else than a submission", str(folder))
    manifest = read_manifest(folder)
    if manifest.game != game:
        raise RulesError((), f"the folder holds the submission of another game, {manifest.game}", str(folder))
    return manifest.files


def _write(work: Sequence[Document], path: Path) -> dict[str, str]:
    """Write documents that share what is worked out; return what is left out, and why.

    Args:
        work: the documents.
        path: the beginning of their names.
    """
    left_out = {}
    for ending, _, write in work:
        try:
            write(path.with_name(path.name + ending))
        except PrintError as error:
            if ending not in FULL_PAGES:
                raise
            left_out[FULL_PAGES[ending]] = str(error)
    return left_out


def _submitted(path: Path, what: str) -> SubmittedFile:
    content = path.read_bytes()
    return SubmittedFile(path.name, what, len(content), hashlib.sha256(content).hexdigest())


def _move(there: Path, folder: Path, names: Sequence[str], gone: Sequence[str]) -> None:
    """Move files into a folder, and remove those that are gone from it."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (there / name).replace(folder / name)
    for name in gone:
        (folder / name).unlink(missing_ok=True)


def _in_words(rules: Callable[[], Shown[Any]], path: Path) -> None:
    write_text(rules().view.text(Format.MD), path)


def _works(
    rules: Rules, source: str | Path, documents: Documents, left_out: dict[str, str], font: str
) -> Iterator[Sequence[Document]]:
    """Yield the documents of a game, together those that share their work, the longest first."""
    from combin.certificate.body import certificate_hash, not_certified
    from combin.jackpot.meter.meter import JackpotError
    from combin.rules.load import raw_layers

    layers = []
    for number, (path, _) in enumerate(raw_layers(source)):
        ending = ".toml" if number == 0 else f"-extends-{path.stem}.toml"
        what = "the rules" if number == 0 else "rules that these extend"
        layers.append((ending, what, partial(write_text, path.read_text(encoding="utf-8"))))
    words = partial(_in_words, documents.rules)
    yield [*layers, ("-rules.md", "the rules in words, with all that they pay", words)]
    refused: Exception | None = not_certified(rules)
    try:
        certificate_hash(rules)  # all documents name it
    except JackpotError as error:
        refused = error
    if not isinstance(audit := documents.audit, str):
        yield [("-audit.pdf", "audit of the document", lambda into: audit().write(into, font=font))]
    else:
        left_out["audit"] = audit
    par, strategy = cache(documents.par), cache(documents.strategy)
    yield [
        ("-par.xlsx", "PAR sheets as a workbook", lambda into: par().write(into)),
        ("-par.pdf", "PAR sheets", lambda into: par().write(into, font=font)),
    ]
    if refused is None:
        what = "certificate, every figure with its proof"
        yield [(CERTIFICATE, what, lambda into: documents.certificate().write(into))]
    else:
        left_out["certificate"] = refused.problem if isinstance(refused, RulesError) else str(refused)
    if rules.play:
        yield [
            ("-strategy.pdf", "strategy sheet", lambda into: strategy().write(into, font=font, size="a4")),
            ("-card.pdf", "rack card", lambda into: strategy().write(into, font=font)),
        ]
    else:
        left_out["strategy"] = "nothing is decided in the game"
    yield [("-guide.pdf", "player's guide", lambda into: documents.guide().write(into, font=font))]


def submission_view(submission: Submission) -> View:
    """Return a submission ready to be shown; JSON is its manifest, and the records are its files."""
    manifest = submission.manifest
    table = Table.of(
        "",
        manifest.files,
        [
            Column("File", FILE, lambda file: str(submission.folder / file.name)),
            Column(None, TEXT, lambda file: file.name, "file"),
            Column("What it is", TEXT, lambda file: file.what, "what"),
            Column("Bytes", COUNT, lambda file: file.size, "bytes"),
            Column(None, TEXT, lambda file: file.sha256, "sha256"),
        ],
    )
    return View(
        f"{manifest.title}: {counted(len(manifest.files), 'document')} in {submission.folder}",
        (
            *(f"Without {name}: {why}." for name, why in manifest.left_out.items()),
            *_named("Removed, since the last submission had it and this one has not", submission.removed),
            *_named("Also there, and not named by the manifest", submission.others),
            f"manifest.json names them; combin verify {submission.folder} checks all.",
        ),
        (table,),
        lambda: msgspec.to_builtins(manifest),
        lambda: table.records(0, game=manifest.game),
    )


def _named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the line that tells of files, if there are any."""
    if names:
        more = f" and {len(names) - MOST_NAMES:,} more" * (len(names) > MOST_NAMES)
        yield f"{what}: {', '.join(names[:MOST_NAMES])}{more}."


def verify(
    file: str | Path, game: str | Path | None = None, *, progress: Progress | None = None
) -> Shown[Verification] | Shown[CheckedFolder]:
    """Return what is right and what is wrong in a certificate, all of it derived again.

    Of the folder of a submission, or its manifest, also whether each file is as it was handed over.

    Args:
        file: the certificate, or the folder.
        game: the game or rule file that it should be about; by default the game of its id.
        progress: is told how many deals are done, and how many there are.

    Raises:
        CertificateError: it is no certificate.
        OSError: it cannot be read.
        RulesError: the folder holds no submission, or the rule file to compare with is none.
    """
    from combin.certificate.verify import verify
    from combin.report.certificates import verified_view
    from combin.report.shown import Shown

    path = Path(file)
    if path.is_dir() or path.name == MANIFEST:
        checked = check_folder(path if path.is_dir() else path.parent, game, progress)
        return Shown(checked, lambda: checked_view(checked))
    answer = verify(path, game, progress)
    return Shown(answer, lambda: verified_view(answer))


@dataclass(frozen=True, slots=True)
class CheckedFolder:
    """What came of checking a submission: a verdict for each file, and the certificate's, if it has one.

    `verdicts` are "confirmed", "missing" or "differs", by file. `sha256` is the hash of the manifest, which
    nothing in the folder can confirm; `others` are the files that it does not name.
    """

    folder: Path
    manifest: Manifest
    sha256: str
    verdicts: dict[str, str]
    others: tuple[str, ...]
    certificate: Verification | None

    @property
    def confirmed(self) -> bool:
        """Whether nothing differs."""
        files = all(verdict == "confirmed" for verdict in self.verdicts.values())
        return files and (self.certificate is None or self.certificate.confirmed)


def check_folder(
    folder: Path, game: str | Path | None = None, progress: Progress | None = None
) -> CheckedFolder:
    """Return what is right and what is wrong in the folder of a submission.

    Args:
        folder: with a manifest.
        game: the game or rule file that the certificate should be about; by default the game of its id, or
            the rules in the folder.
        progress: is told how many deals are done, and how many there are.

    Raises:
        RulesError: it has no manifest, or the rule file to compare with is none.
        CertificateError: the certificate is none.
        OSError: a file cannot be read.
    """
    from combin.certificate.verify import verify

    if not (folder / MANIFEST).is_file():
        raise RulesError((), f"the folder holds no submission: it has no {MANIFEST}", str(folder))
    manifest = read_manifest(folder)
    verdicts = {file.name: file.stands_in(folder) for file in manifest.files}
    sums = folder / SUMS
    same = sums.is_file() and sums.read_bytes() == manifest.sums.encode()
    verdicts[SUMS] = "confirmed" if same else "differs" if sums.is_file() else "missing"
    path, certificate = folder / f"{manifest.game}{CERTIFICATE}", None
    if verdicts.get(path.name, "missing") != "missing":
        certificate = verify(path, game or _rules_in(folder, manifest), progress)
    sha256 = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    return CheckedFolder(folder, manifest, sha256, verdicts, manifest.others(folder), certificate)


def _rules_in(folder: Path, manifest: Manifest) -> Path | None:
    """Return the rules in a folder, if the game is none that ships and they can be read there."""
    from combin.rules.load import library_games, load_rules

    path = folder / f"{manifest.game}.toml"
    if manifest.game in library_games() or path.name not in {file.name for file in manifest.files}:
        return None
    try:
        load_rules(path)
    except (OSError, RulesError):  # as when they extend a file by its path
        return None
    return path


def checked_view(checked: CheckedFolder) -> View:
    """Return what came of checking a submission, ready to be shown."""
    from combin.report.certificates import VERDICT, verified_view

    manifest, verdicts = checked.manifest, checked.verdicts
    wrong = sum(verdict != "confirmed" for verdict in verdicts.values())
    what = {file.name: file.what for file in manifest.files} | {SUMS: "the hashes"}
    files = Table.of(
        "",
        [*verdicts],
        [
            Column("File", FILE, lambda name: str(checked.folder / name)),
            Column(None, TEXT, str, "file"),
            Column("What it is", TEXT, what.__getitem__, "what"),
            Column("Verdict", VERDICT, verdicts.__getitem__, "verdict"),
        ],
    )
    certificate = None if checked.certificate is None else verified_view(checked.certificate)
    return View(
        f"{manifest.title}: submission {_verdict(wrong, confirmed=checked.confirmed)}",
        (
            f"{checked.folder}, made by {manifest.made_by}.",
            f"SHA-256 of {MANIFEST}, which nothing here can confirm: {checked.sha256}",
            *_named("Also there, and not named by the manifest", checked.others),
            *((certificate.heading, *certificate.lines) if certificate else ("It has no certificate.",)),
        ),
        (files, *(certificate.tables if certificate else ())),
        lambda: {
            "folder": str(checked.folder),
            "game": manifest.game,
            "made_by": manifest.made_by,
            "sha256": checked.sha256,
            "confirmed": checked.confirmed,
            "files": files.objects(0),
            "others": list(checked.others),
            "certificate": certificate and certificate.payload(),
        },
        lambda: files.records(0, game=manifest.game),
    )


def _verdict(wrong: int, *, confirmed: bool) -> str:
    if confirmed:
        return "confirmed"
    return f"contradicted in {counted(wrong, 'file')}" if wrong else "contradicted in its certificate"
