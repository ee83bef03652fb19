"""What is handed to a regulator or a test lab: every document of a game in one folder, with their hashes."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from combin.answers import Answer
from combin.files import write_text
from combin.formats.tables import COUNT, FILE, TEXT, Column, Table
from combin.formats.typesetter import PrintError
from combin.formats.view import View
from combin.formatting import counted
from combin.game import Game
from combin.rules.errors import RulesError
from combin.rules.spelling import imprint_data
from combin.version import __version__

if TYPE_CHECKING:
    from combin.certificate.certify import Verification


MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
"""The file that names all others, and their hashes as `sha256sum --check` reads them."""

FULL_PAGES = {"-card.pdf": "card", "-guide.pdf": "guide", "-layout.pdf": "layout"}
"""Documents, by the end of their name, that are left out where one page has no room for them."""

AUDIT, WORKBOOK, CERTIFICATE = "-audit.pdf", "-par.xlsx", ".certificate.json"
"""Ends of the names of documents that have a check of their own."""

ASIDE = ".combin.submission."
"""Beginning of the name of the folder in which documents are written until all are there."""

CONFIRMED, NOT_CHECKED, DIFFERS, MISSING = "confirmed", "not checked", "differs", "missing"
"""The verdicts on a file of a submission."""

MOST_BYTES, MOST_NAMES = 10**6, 8
"""Size limit of a manifest, and the most files that one line names; JSON has all."""


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
    """Contents of a submission, identical for the same game in any folder.

    `claims` and `font` name the options given; `left_out` has the documents that the game lacks, and why.
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
    """The manifest of a submission, its files not checked; RulesError if the file is not a manifest."""
    path = folder / MANIFEST
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    try:
        manifest = msgspec.json.decode(content, type=Manifest) if len(content) <= MOST_BYTES else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RulesError((), f"not a manifest of a submission: {error}", str(path)) from None
    if manifest is None or len({file.name for file in manifest.files}) < len(manifest.files):
        why = f"more than {MOST_BYTES:,} bytes" if manifest is None else "it names a file twice"
        raise RulesError((), f"not a manifest of a submission: {why}", str(path))
    return manifest


class Submission(Answer, msgspec.Struct, frozen=True):
    """A folder of documents on one game; older documents `removed` from it, and `others` left in it."""

    shown_by: ClassVar[str] = "combin.submission.submission:submission_view"

    manifest: Manifest
    folder: Path
    removed: tuple[str, ...]
    others: tuple[str, ...]


Document = tuple[str, str, Callable[[Path], object]]  # the end of its name, what it is, what writes it


def submit(
    game: Game,
    folder: Path,
    claims: str | Path | None = None,
    *,
    font: str = "",
    warn: Callable[[str], object] | None = None,
) -> Submission:
    """Write every document of a game for a regulator into a folder, all at once when all are done.

    Unchanged documents of an older submission that the new one lacks are removed; other files stay. `claims`
    is the claims file of the audit, by default the built-in one; `warn` is called with the reason if the game
    has no certificate, before anything is written.
    """
    from combin.processes import shared

    game.rules.require_initial_wager()
    own = game.rules.file.id
    for place in (folder, folder.parent):
        _clear(place)
    before = _before(folder, own)
    left_out: dict[str, str] = {}
    works = [*works_of(game, claims, left_out, font)]
    if warn is not None and "certificate" in left_out:
        warn(f"without a certificate: {left_out['certificate']}")
    names = {f"{own}{ending}": what for work in works for ending, what, _ in work}
    for name in (*names, SUMS, MANIFEST):
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        aside = tempfile.TemporaryDirectory(dir=folder if folder.is_dir() else folder.parent, prefix=ASIDE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    with aside as name, _locked(Path(name)) as there:
        for full in shared([partial(write_work, work, there / own) for work in works]):
            left_out |= full
        contents = {name: (there / name).read_bytes() for name in names if (there / name).is_file()}
        files = [
            SubmittedFile(name, names[name], len(content), hashlib.sha256(content).hexdigest())
            for name, content in contents.items()
        ]
        manifest = manifest_of(game, files, left_out, claims=Path(claims or "").name, font=font)
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode()
        write_text(manifest.sums, there / SUMS)
        write_text(f"{text}\n", there / MANIFEST)
        kept = {file.name for file in manifest.files}
        old = (file for file in before if file.name not in kept)
        gone = tuple(file.name for file in old if file.stands_in(folder) == CONFIRMED)
        # An interrupt comes to this thread alone, which then waits for the other.
        with ThreadPoolExecutor(1) as undisturbed:
            undisturbed.submit(_move, there, folder, (*kept, SUMS, MANIFEST), gone).result()
    return Submission(manifest, folder, gone, manifest.others(folder))


def manifest_of(
    game: Game, files: Sequence[SubmittedFile], left_out: dict[str, str], *, claims: str, font: str
) -> Manifest:
    """The manifest of the documents of a game."""
    from combin.certificate.canonical import digest, rules_data

    rules = game.rules
    return Manifest(
        game=rules.file.id,
        title=rules.file.title,
        rules_sha256=digest(rules_data(rules)),
        readings=dict(game.readings),
        claims=claims,
        font=Path(font).name,
        imprint=imprint_data(rules.file),
        files=tuple(files),
        left_out=left_out,
    )


def _clear(place: Path) -> None:
    """Remove the folders of killed runs; the folder of a run that still writes is locked."""
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
    with suppress(ImportError, OSError):  # no fcntl on Windows, where nothing is cleared
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
        else:
            return descriptor
    return None


def _before(folder: Path, game: str) -> tuple[SubmittedFile, ...]:
    """The files of the game's last submission in a folder; RulesError if it contains something else."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if not folder.is_dir() or not any(folder.iterdir()):
        return ()
    if not (folder / MANIFEST).is_file():
        raise RulesError((), "the folder contains files, but no submission", str(folder))
    manifest = read_manifest(folder)
    if manifest.game != game:
        raise RulesError((), f"the folder has the submission of another game, {manifest.game}", str(folder))
    return manifest.files


def write_work(work: Sequence[Document], path: Path) -> dict[str, str]:
    """Write documents whose names begin with a path; return the documents left out, and why."""
    left_out = {}
    for ending, _, write in work:
        try:
            write(path.with_name(path.name + ending))
        except PrintError as error:
            if ending not in FULL_PAGES:
                raise
            left_out[FULL_PAGES[ending]] = str(error)
    return left_out


def _move(there: Path, folder: Path, names: Sequence[str], gone: Sequence[str]) -> None:
    """Move files into a folder, and remove those that are gone from it."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (there / name).replace(folder / name)
    for name in gone:
        (folder / name).unlink(missing_ok=True)


def works_of(
    game: Game, claims: str | Path | None, left_out: dict[str, str], font: str
) -> Iterator[Sequence[Document]]:
    """Yield the documents of a game in groups that share work; add those it lacks, and why, to `left_out`."""
    from combin.audit.load import shipped_claims
    from combin.certificate.body import certificate_hash, not_certified
    from combin.report.strategy import many_ways
    from combin.rules.load import EXTENDS, raw_layers
    from combin.submission.procedure import worked_examples, write_procedure

    rules, layers = game.rules, list[Document]()
    for number, (path, _) in enumerate(raw_layers(game.source)):
        name = path.stem.removeprefix(f"{rules.file.id}{EXTENDS}")
        ending = ".toml" if number == 0 else f"{EXTENDS}{name}.toml"
        what = "rules" if number == 0 else "rules that these extend"
        layers.append((ending, what, partial(write_text, path.read_text(encoding="utf-8"))))
    yield [*layers, ("-rules.md", "rules in words, with pay tables", game.show().write)]
    examples = cache(partial(worked_examples, game))
    parts = {"-examples.jsonl": "records of the worked examples", "-procedure.pdf": "procedure and method"}
    yield [(end, what, lambda to: write_procedure(game, examples(), to, font)) for end, what in parts.items()]
    refused = not_certified(rules)
    certificate_hash(rules)  # all documents name it
    of_document = claims or (None if game.readings else shipped_claims(rules.file.id))
    if of_document is None:
        why = "an audit is of the adopted readings" if game.readings else "no claims about the document"
        left_out["audit"] = why
    audit = (AUDIT, "audit of the document", lambda into: game.audit(of_document).write(into, font=font))
    par, strategy = cache(game.par), cache(game.printed_strategy)
    yield [  # what an audit has found out, PAR sheets ask too
        *([audit] if of_document else []),
        (WORKBOOK, "PAR sheets as a workbook", lambda into: par().write(into)),
        ("-par.pdf", "PAR sheets", lambda into: par().write(into, font=font)),
    ]
    if refused is None:
        what = "certificate, every figure with its proof"
        yield [(CERTIFICATE, what, lambda into: game.certify().write(into))]
    else:
        left_out["certificate"] = refused.problem if isinstance(refused, RulesError) else str(refused)
    if not rules.play:
        left_out["strategy"] = "nothing is decided in the game"
    elif rules.sights is not None and many_ways(game.analyse().best):
        left_out["strategy"] = "there are too many ways to play by the dealer's cards to print them"
    else:
        yield [
            ("-strategy.pdf", "strategy sheet", lambda into: strategy().write(into, font=font, size="a4")),
            ("-card.pdf", "rack card", lambda into: strategy().write(into, font=font)),
        ]
    yield [
        ("-guide.pdf", "player's guide", lambda into: game.poster().write(into, font=font)),
        ("-layout.pdf", "table layout", lambda into: game.layout().write(into, font=font)),
    ]


def submission_view(submission: Submission, _: int = 10) -> View:
    """A submission as a table of its files; JSON has its manifest."""
    manifest = submission.manifest
    columns: list[Column[SubmittedFile]] = [
        Column("File", FILE, lambda file: str(submission.folder / file.name)),
        Column(None, TEXT, lambda file: file.name, "file"),
        Column("What it is", TEXT, lambda file: file.what, "what"),
        Column("Bytes", COUNT, lambda file: file.size, "bytes"),
        Column(None, TEXT, lambda file: file.sha256, "sha256"),
    ]
    table = Table.of("", manifest.files, columns)
    return View(
        f"{manifest.title}: {counted(len(manifest.files), 'document')} in {submission.folder}",
        (
            *(f"No {name}: {why}." for name, why in manifest.left_out.items()),
            *named("Removed documents of the last submission", submission.removed),
            *named("Other files in the folder", submission.others),
            f"combin verify {submission.folder} checks all files.",
        ),
        (table,),
        lambda: msgspec.to_builtins(manifest),
        lambda: table.records(0, game=manifest.game),
    )


def named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line that lists files, if there are any."""
    if names:
        more = f" and {len(names) - MOST_NAMES:,} more" * (len(names) > MOST_NAMES)
        yield f"{what}: {', '.join(names[:MOST_NAMES])}{more}."


class CheckedFolder(Answer, msgspec.Struct, frozen=True):
    """A checked submission: verdicts by file, with `reasons`, and the check of its certificate, if any.

    `sha256` is the hash of the manifest, which nothing in the folder can confirm; `others` are further files.
    """

    shown_by: ClassVar[str] = "combin.submission.submission:checked_view"

    folder: Path
    manifest: Manifest
    sha256: str
    verdicts: dict[str, str]
    reasons: dict[str, str]
    others: tuple[str, ...]
    certificate: Verification | None

    @property
    def confirmed(self) -> bool:
        """Whether nothing differs."""
        files = all(verdict in (CONFIRMED, NOT_CHECKED) for verdict in self.verdicts.values())
        return files and (self.certificate is None or self.certificate.confirmed)


def check_folder(folder: Path, game: str | Path | None = None) -> CheckedFolder:
    """Check the folder of a submission: derive its certificate again, write all other documents and compare.

    The rules in the folder say which documents it needs, and `game` which game it should be about, by default
    that of its id. RulesError without a manifest, CertificateError where a file is not the certificate it
    should be.
    """
    from combin.certificate.certify import verify
    from combin.game import load
    from combin.rules.load import load_rules

    if not (folder / MANIFEST).is_file():
        raise RulesError((), f"the folder has no submission: {MANIFEST} is missing", str(folder))
    manifest = read_manifest(folder)
    verdicts = {file.name: file.stands_in(folder) for file in manifest.files}
    sums = folder / SUMS
    same = sums.is_file() and sums.read_bytes() == manifest.sums.encode()
    verdicts[SUMS] = CONFIRMED if same else DIFFERS if sums.is_file() else MISSING
    verdicts[MANIFEST] = CONFIRMED
    path, rules = folder / f"{manifest.game}{CERTIFICATE}", folder / f"{manifest.game}.toml"
    if game is not None:
        load_rules(game)  # a mistake in it is not one of the folder
    reasons, certificate = dict[str, Reason](), None
    try:
        submitted = load(rules, manifest.readings, manifest.imprint)
        reasons = _unlike(submitted, folder, manifest)
        if other := _other_rules(submitted, game):
            reasons[rules.name] = DIFFERS, other
    except (RulesError, PrintError) as error:
        reasons[rules.name] = DIFFERS, f"the rules cannot be used: {error}"
    else:
        if verdicts.get(path.name, MISSING) != MISSING:
            certificate = verify(path, rules)
            if certificate.made_by != manifest.made_by:
                reasons[path.name] = DIFFERS, f"made by {certificate.made_by}, not by {manifest.made_by}"
    new = {name: found for name, (found, _) in reasons.items()}
    verdicts |= {name: found for name, found in new.items() if verdicts.get(name, CONFIRMED) == CONFIRMED}
    sha256 = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    why = {name: reason for name, (_, reason) in reasons.items()}
    return CheckedFolder(folder, manifest, sha256, verdicts, why, manifest.others(folder), certificate)


Reason = tuple[str, str]  # a verdict on a file, and why


def _other_rules(submitted: Game, game: str | Path | None) -> str:
    """The first difference of the submitted rules from those of the game; empty if there is none."""
    from combin.certificate.canonical import differences, rules_data
    from combin.rules.load import library_games, load_rules

    own = submitted.rules
    source = own.file.id if game is None and own.file.id in library_games() else game
    if source is None:
        return ""
    right = rules_data(load_rules(source, submitted.readings))
    found = [str(one) for one in differences(rules_data(own), right)]
    return f"{counted(len(found), 'value')} differ from the rules of {source}: {found[0]}" if found else ""


def _unlike(game: Game, folder: Path, manifest: Manifest) -> dict[str, Reason]:
    """The differences, by file, from the documents of a game written again."""
    from combin.certificate.canonical import differences
    from combin.processes import shared

    same_program = manifest.made_by == f"combin {__version__}" and not manifest.font
    stated, own = [file.name for file in manifest.files], manifest.game
    left_out, reasons = dict[str, str](), dict[str, Reason]()
    works = [*works_of(game, manifest.claims or None, left_out, "")]
    names = {f"{own}{ending}": what for work in works for ending, what, _ in work}
    apart = {CERTIFICATE, *[AUDIT] * bool(manifest.claims)}
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        again = [[document for document in work if document[0] not in apart] for work in works]
        for full in shared([partial(write_work, work, there / own) for work in again if work]):
            left_out |= full
        if not same_program:  # whose pages may have had room, or none, and whose words may be others
            left_out = {key: manifest.left_out.get(key, why) for key, why in left_out.items()}
        written = {path.name for path in there.iterdir()}
        for file in stated:
            if file in written and (folder / file).is_file():
                found = _compared(folder / file, there / file, same_program=same_program)
                reasons |= {} if found is None else {file: found}
    if manifest.claims:
        why = f"audited by the claims of {manifest.claims}, which are not in the folder: read its pages"
        reasons[f"{own}{AUDIT}"] = NOT_CHECKED, why
    written |= {f"{own}{ending}" for ending in apart}
    files = [SubmittedFile(file, what, 0, "") for file, what in names.items() if file in written]
    both = {*stated} & {file.name for file in files}
    must = manifest_of(game, files, left_out, claims=manifest.claims, font=manifest.font)
    says, right = (
        {
            **msgspec.to_builtins(one),
            "files": {file.name: file.what for file in one.files},
            "order of files": [name for name in (file.name for file in one.files) if name in both],
        }
        for one in (manifest, msgspec.structs.replace(must, made_by=manifest.made_by))
    )
    if wrong := [str(one) for one in differences(says, right)]:
        reasons[MANIFEST] = DIFFERS, "; ".join(wrong[:MOST_NAMES])
    return reasons


def _compared(path: Path, again: Path, *, same_program: bool) -> Reason | None:
    """The verdict on a document that differs from the one written again; None where they agree."""
    from combin.par.book import RULES
    from combin.par.checking import check_book, read_file
    from combin.par.workbook import WorkbookError

    if path.read_bytes() == again.read_bytes():
        return None
    if not path.name.endswith(WORKBOOK):
        unlike = f"differs from what combin {__version__} writes for these rules"
        return (DIFFERS, unlike) if same_program else (NOT_CHECKED, f"{unlike}: read its pages")
    try:  # a spreadsheet may have saved it
        book = check_book(path)
        says, right = (read_file(one.read_bytes()).sheets[RULES].rows(2) for one in (path, again))
        if says != right:
            return DIFFERS, "made for other rules or with other settings"
    except WorkbookError as error:
        return DIFFERS, str(error)
    same = not (book.changes or book.strange or book.uncalculated or book.stale)
    return None if same else (DIFFERS, "changed: combin check names the cells")


def checked_view(checked: CheckedFolder, _: int = 10) -> View:
    """A checked submission as a table of verdicts by file, with the check of its certificate."""
    from combin.certificate.certify import VERDICT, verified_view

    manifest, verdicts = checked.manifest, checked.verdicts
    wrong = sum(verdict not in (CONFIRMED, NOT_CHECKED) for verdict in verdicts.values())
    what = {file.name: file.what for file in manifest.files} | {SUMS: "the hashes", MANIFEST: "the manifest"}
    columns: list[Column[str]] = [
        Column("File", FILE, lambda name: str(checked.folder / name)),
        Column(None, TEXT, str, "file"),
        Column("What it is", TEXT, lambda name: what.get(name, ""), "what"),
        Column("Verdict", VERDICT, verdicts.__getitem__, "verdict"),
    ]
    files = Table.of("", [*verdicts], columns)
    certificate = None if checked.certificate is None else verified_view(checked.certificate)
    where = counted(wrong, "file") if wrong else "its certificate"
    return View(
        f"{manifest.title}: submission {'confirmed' if checked.confirmed else f'contradicted in {where}'}",
        (
            f"{checked.folder}, made by {manifest.made_by}.",
            f"SHA-256 of {MANIFEST} (compare with the one you were sent): {checked.sha256}",
            *(f"{name}: {why}." for name, why in checked.reasons.items()),
            *named("Other files in the folder", checked.others),
            *((certificate.heading, *certificate.lines) if certificate else ("No certificate was checked.",)),
        ),
        (files, *(certificate.tables if certificate else ())),
        lambda: {
            "folder": str(checked.folder),
            "game": manifest.game,
            "made_by": manifest.made_by,
            "sha256": checked.sha256,
            "confirmed": checked.confirmed,
            "files": files.objects(0),
            "reasons": checked.reasons,
            "others": list(checked.others),
            "certificate": certificate and certificate.payload(),
        },
        lambda: files.records(0, game=manifest.game),
    )
