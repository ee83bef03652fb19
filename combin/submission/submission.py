"""What is handed to a regulator or a test lab: every document of a game in one folder, with their hashes."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from combin.answers import Answer
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
    from combin.paper.strategy import StrategyPage
    from combin.rules.resolved import Rules


MANIFEST = "manifest.json"
"""The file that names all others."""

SUMS = "SHA256SUMS"
"""The hashes as `sha256sum --check` reads them."""

FULL_PAGES = {"-card.pdf": "card", "-guide.pdf": "guide"}
"""The ends of the names of what is left out where one page has no room for all: other documents have it."""

AUDIT, WORKBOOK, CERTIFICATE = "-audit.pdf", "-par.xlsx", ".certificate.json"
"""The ends of the names of what is checked in a way of its own."""

ASIDE = ".combin.submission."
"""The beginning of the name of a folder that documents are written into before they are all there."""

CONFIRMED, NOT_CHECKED, DIFFERS, MISSING = "confirmed", "not checked", "differs", "missing"
"""The verdicts on a file of a submission."""

MOST_BYTES = 10**6
"""More than a manifest has."""

MOST_NAMES = 8
"""Of other files in the folder that are named in one line; JSON has all."""


class SubmittedFile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "file", "size": "bytes"}
):
    """One file of a submission: its name in the folder, what it is, its size in bytes and its SHA-256."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[^./\\][^/\\]*\Z")]  # of no other folder
    what: str
    size: int
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]

    def stands_in(self, folder: Path) -> str:
        """Return the verdict on the file in a folder, by its size and its hash."""
        path = folder / self.name
        if not path.is_file():
            return MISSING
        with path.open("rb") as file:
            same = hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
            return CONFIRMED if same and file.tell() == self.size else DIFFERS


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a submission holds, the same for the same game wherever the folder is.

    `claims` and `font` name what was given for the audit, and for letters that no font of the program has.
    `left_out` has what the game has no document of, and why.
    """

    format: Literal["combin submission 1"] = "combin submission 1"
    made_by: str = f"combin {__version__}"
    game: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]*\Z")]
    title: str
    rules_sha256: str
    readings: dict[str, str] = {}
    claims: str = ""
    font: str = ""
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
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RulesError((), f"no manifest of a submission: {error}", str(path)) from None
    if len({file.name for file in manifest.files}) < len(manifest.files):
        raise RulesError((), "no manifest of a submission: it names a file twice", str(path))
    return manifest


class Printed(Protocol):
    """A document that can be written in a font of the machine."""

    def write(self, path: str | Path, *, font: str = "") -> tuple[Path, ...]:
        """Write it; return the files written."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What a game's documents are written by, as they are asked for, or why there is no audit.

    `rules` were read from a `source`, the id or the file of the game, under `readings`.
    """

    rules: Rules
    source: str | Path
    readings: Mapping[str, str]
    show: Callable[[], Answer]
    par: Callable[[], Printed]
    audit: Callable[[], Printed] | str
    strategy: Callable[[], StrategyPage]
    guide: Callable[[], Printed]
    certificate: Callable[[], Answer]


@dataclass(frozen=True, slots=True, repr=False)
class Submission(Answer):
    """A folder of documents about one game.

    Of what lay there before, documents of the last submission that this one has not were `removed`, and
    `others` were left as they were.
    """

    shown_by: ClassVar[str] = "combin.submission.submission:submission_view"

    manifest: Manifest
    folder: Path
    removed: tuple[str, ...]
    others: tuple[str, ...]


Document = tuple[str, str, Callable[[Path], object]]
"""The end of the file's name, what it is, and what writes it."""


def submit(
    documents: Documents,
    folder: Path,
    claims: str | Path | None = None,
    *,
    progress: Progress | None = None,
    font: str = "",
    warn: Callable[[str], object] | None = None,
) -> Submission:
    """Write the rules, PAR sheets, audit, strategy, certificate and a manifest of a game into a folder.

    They are written aside, by two processes where there are two cores, and come into the folder together when
    all are done. Documents of an older submission that the new one has not are removed, unless they have been
    changed; whatever else is there stays, but for what a run has left that was killed.

    Args:
        documents: of the game.
        folder: made where there is none.
        claims: the path of the claims file of the audit, if not the one that ships for the game.
        progress: is told how many works are begun, and how many there are.
        font: of this machine, for letters that no font of the program has.
        warn: is called before anything is written if the game can have no certificate, and told why.

    Raises:
        RulesError: the folder holds something else than a submission of the game, or the game was not read
            from a file.
        CertificateError: two roads lead to different figures.
        PrintError: something else than a single page does not fit.
        OSError: a file cannot be written.
    """
    from combin.processes import shared

    documents.rules.require_initial_wager()
    game = documents.rules.file.id
    for place in (folder, folder.parent):
        _clear(place)
    before = _before(folder, game)
    left_out: dict[str, str] = {}
    works = [*works_of(documents, left_out, font)]
    if warn is not None and "certificate" in left_out:
        warn(f"without a certificate: {left_out['certificate']}")
    names = {f"{game}{ending}": what for work in works for ending, what, _ in work}
    for name in (*names, SUMS, MANIFEST):
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        aside = tempfile.TemporaryDirectory(dir=folder if folder.is_dir() else folder.parent, prefix=ASIDE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    with aside as name, _locked(Path(name)) as there:
        for full in shared([partial(write_work, work, there / game) for work in works], progress):
            left_out |= full
        written = {name: what for name, what in names.items() if (there / name).is_file()}
        files = [_submitted(there / name, what) for name, what in written.items()]
        manifest = manifest_of(
            documents, files, left_out, claims="" if claims is None else Path(claims).name, font=font
        )
        write_text(manifest.sums, there / SUMS)
        write_text(
            msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n", there / MANIFEST
        )
        kept = {file.name for file in manifest.files}
        gone = tuple(
            file.name for file in before if file.name not in kept and file.stands_in(folder) == CONFIRMED
        )
        # An interrupt comes to this thread alone, which then waits for the other.
        with ThreadPoolExecutor(1) as undisturbed:
            undisturbed.submit(_move, there, folder, (*kept, SUMS, MANIFEST), gone).result()
    return Submission(manifest, folder, gone, manifest.others(folder))


def manifest_of(
    documents: Documents, files: Sequence[SubmittedFile], left_out: dict[str, str], *, claims: str, font: str
) -> Manifest:
    """Return the manifest of the documents of a game."""
    from combin.certificate.canonical import digest, rules_data

    rules = documents.rules
    return Manifest(
        game=rules.file.id,
        title=rules.file.title,
        rules_sha256=digest(rules_data(rules)),
        readings=dict(documents.readings),
        claims=claims,
        font=Path(font).name,
        imprint=imprint_data(rules.file),
        files=tuple(files),
        left_out=left_out,
    )


def _clear(place: Path) -> None:
    """Remove what runs have left that were killed: of one that still writes, the folder is locked."""
    for left in place.glob(f"{ASIDE}*"):
        if not left.is_symlink() and left.is_dir() and (lock := _lock(left)) is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)


@contextmanager
def _locked(folder: Path) -> Iterator[Path]:
    """Lock a folder as long as this process, or a copy of it, works there."""
    lock = _lock(folder)
    try:
        yield folder
    finally:
        if lock is not None:
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """Lock a folder until its descriptor is closed, or its processes end; None if it cannot be locked."""
    try:
        import fcntl
    except ImportError:  # as on Windows, where nothing is cleared
        return None
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
        else:
            return descriptor
    return None


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


def write_work(work: Sequence[Document], path: Path) -> dict[str, str]:
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


def _in_words(rules: Callable[[], Answer], path: Path) -> None:
    write_text(rules().view().text(Format.MD), path)


def works_of(documents: Documents, left_out: dict[str, str], font: str) -> Iterator[Sequence[Document]]:
    """Yield the documents of a game, together those that share their work, the longest first."""
    from combin.certificate.body import certificate_hash, not_certified
    from combin.rules.load import EXTENDS, raw_layers

    rules, layers = documents.rules, []
    for number, (path, _) in enumerate(raw_layers(documents.source)):
        name = path.stem.removeprefix(f"{rules.file.id}{EXTENDS}")
        ending = ".toml" if number == 0 else f"{EXTENDS}{name}.toml"
        what = "the rules" if number == 0 else "rules that these extend"
        layers.append((ending, what, partial(write_text, path.read_text(encoding="utf-8"))))
    words = partial(_in_words, documents.show)
    yield [*layers, ("-rules.md", "the rules in words, with all that they pay", words)]
    refused = not_certified(rules)
    certificate_hash(rules)  # all documents name it
    if not isinstance(audit := documents.audit, str):
        yield [(AUDIT, "audit of the document", lambda into: audit().write(into, font=font))]
    else:
        left_out["audit"] = audit
    par, strategy = cache(documents.par), cache(documents.strategy)
    yield [
        (WORKBOOK, "PAR sheets as a workbook", lambda into: par().write(into)),
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


def submission_view(submission: Submission, _: int = 10) -> View:
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
            *named("Removed, since the last submission had it and this one has not", submission.removed),
            *named("Also there, and not named by the manifest", submission.others),
            f"manifest.json names them; combin verify {submission.folder} checks all.",
        ),
        (table,),
        lambda: msgspec.to_builtins(manifest),
        lambda: table.records(0, game=manifest.game),
    )


def named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the line that tells of files, if there are any."""
    if names:
        more = f" and {len(names) - MOST_NAMES:,} more" * (len(names) > MOST_NAMES)
        yield f"{what}: {', '.join(names[:MOST_NAMES])}{more}."
