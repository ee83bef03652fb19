"""The folder of a submission checked: what belongs there follows from the rules in it."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from combin.answers import Answer
from combin.formats.columns import FILE, TEXT, Column
from combin.formats.tables import Table
from combin.formats.typesetter import PrintError
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.submission.submission import (
    AUDIT,
    CERTIFICATE,
    CONFIRMED,
    DIFFERS,
    MANIFEST,
    MISSING,
    MOST_NAMES,
    NOT_CHECKED,
    SUMS,
    WORKBOOK,
    SubmittedFile,
    manifest_of,
    named,
    read_manifest,
    works_of,
    write_work,
)
from combin.version import __version__

if TYPE_CHECKING:
    from combin.aliases import Progress
    from combin.certificate.verify import Verification
    from combin.submission.submission import Documents, Manifest


@dataclass(frozen=True, slots=True, repr=False)
class CheckedFolder(Answer):
    """What came of checking a submission: a verdict for each file, and the certificate's, if it has one.

    `verdicts` are "confirmed", "missing", "differs" or "not checked", by file, and `reasons` say why where
    the hash alone does not. `sha256` is the hash of the manifest, which nothing in the folder can confirm;
    `others` are the files that it does not name.
    """

    shown_by: ClassVar[str] = "combin.submission.check:checked_view"

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


def check_folder(
    folder: Path,
    documents_of: Callable[[Path, Manifest], Documents],
    game: str | Path | None = None,
    progress: Progress | None = None,
) -> CheckedFolder:
    """Return what is right and what is wrong in the folder of a submission.

    What belongs there follows from the rules in it. The certificate is derived again, and all other documents
    are written again and compared: a workbook that a spreadsheet has saved by its cells.

    Args:
        folder: with a manifest.
        documents_of: returns the documents of the game in a rule file, as a manifest says how it was read.
        game: the game or rule file that it should be about; by default the game of its id.
        progress: is told how many deals are done, and how many there are.

    Raises:
        RulesError: it has no manifest, or the rule file to compare with is none.
        CertificateError: the certificate is none.
        OSError: a file cannot be read.
    """
    from combin.certificate.verify import verify
    from combin.rules.load import load_rules

    if not (folder / MANIFEST).is_file():
        raise RulesError((), f"the folder holds no submission: it has no {MANIFEST}", str(folder))
    manifest = read_manifest(folder)
    verdicts = {file.name: file.stands_in(folder) for file in manifest.files}
    sums = folder / SUMS
    same = sums.is_file() and sums.read_bytes() == manifest.sums.encode()
    verdicts[SUMS] = CONFIRMED if same else DIFFERS if sums.is_file() else MISSING
    verdicts[MANIFEST] = CONFIRMED
    path, rules = folder / f"{manifest.game}{CERTIFICATE}", folder / f"{manifest.game}.toml"
    if game is not None:
        load_rules(game)  # which the folder cannot make a mistake of
    reasons, certificate = dict[str, Reason](), None
    try:
        documents = documents_of(rules, manifest)
        reasons = _unlike(documents, folder, manifest)
        if other := _other_rules(documents, game):
            reasons[rules.name] = DIFFERS, other
    except (RulesError, PrintError) as error:
        reasons[rules.name] = DIFFERS, f"nothing can be derived of the rules: {error}"
    else:
        if verdicts.get(path.name, MISSING) != MISSING:
            certificate = verify(path, rules, progress)
            if certificate.made_by != manifest.made_by:
                reasons[path.name] = DIFFERS, f"made by {certificate.made_by}, not by {manifest.made_by}"
    verdicts |= {
        name: verdict for name, (verdict, _) in reasons.items() if verdicts.get(name, CONFIRMED) == CONFIRMED
    }
    sha256 = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    why = {name: reason for name, (_, reason) in reasons.items()}
    return CheckedFolder(folder, manifest, sha256, verdicts, why, manifest.others(folder), certificate)


Reason = tuple[str, str]
"""A verdict on a file, and why."""


def _other_rules(documents: Documents, game: str | Path | None) -> str:
    """Return in what rules differ from those that they should be; empty if there are none, or they agree."""
    from combin.certificate.canonical import differences, rules_data
    from combin.rules.load import library_games, load_rules

    own = documents.rules
    source = own.file.id if game is None and own.file.id in library_games() else game
    if source is None:
        return ""
    right = rules_data(load_rules(source, documents.readings))
    found = [str(one) for one in differences(rules_data(own), right)]
    return f"{counted(len(found), 'value')} unlike the rules of {source}: {found[0]}" if found else ""


def _unlike(documents: Documents, folder: Path, manifest: Manifest) -> dict[str, Reason]:
    """Return, by file, what is not as when the documents of a game are written again."""
    from combin.certificate.canonical import differences
    from combin.processes import shared

    same_program = manifest.made_by == f"combin {__version__}" and not manifest.font
    stated, game = [file.name for file in manifest.files], manifest.game
    left_out, reasons = dict[str, str](), dict[str, Reason]()
    works = [*works_of(documents, left_out, "")]
    names = {f"{game}{ending}": what for work in works for ending, what, _ in work}
    apart = {CERTIFICATE, *[AUDIT] * bool(manifest.claims)}
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        again = [[document for document in work if document[0] not in apart] for work in works]
        for full in shared([partial(write_work, work, there / game) for work in again if work], None):
            left_out |= full
        if not same_program:  # whose pages may have had room, or none, and whose words may be others
            left_out = {key: manifest.left_out.get(key, why) for key, why in left_out.items()}
        written = {path.name for path in there.iterdir()}
        for file in stated:
            if file in written and (folder / file).is_file():
                found = _compared(folder / file, there / file, same_program=same_program)
                reasons |= {} if found is None else {file: found}
    if manifest.claims:
        why = f"judged by claims of {manifest.claims}, which are not in the folder: its pages are to be read"
        reasons[f"{game}{AUDIT}"] = NOT_CHECKED, why
    written |= {f"{game}{ending}" for ending in apart}
    files = [SubmittedFile(file, what, 0, "") for file, what in names.items() if file in written]
    both = {*stated} & {file.name for file in files}
    must = manifest_of(documents, files, left_out, claims=manifest.claims, font=manifest.font)
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
    """Return what is to be said of a document that is not the one that is written again."""
    from combin.par.book import RULES
    from combin.par.checking import check_book, read_file
    from combin.par.workbook import WorkbookError

    if path.read_bytes() == again.read_bytes():
        return None
    if not path.name.endswith(WORKBOOK):
        unlike = f"not what combin {__version__} writes of these rules"
        return (DIFFERS, unlike) if same_program else (NOT_CHECKED, f"{unlike}: its pages are to be read")
    try:  # a spreadsheet may have saved it
        book = check_book(path)
        says, right = (read_file(one.read_bytes()).sheets[RULES].rows(2) for one in (path, again))
        if says != right:
            return DIFFERS, "about other rules, or made with other settings"
    except WorkbookError as error:
        return DIFFERS, str(error)
    same = not (book.changes or book.strange or book.uncalculated or book.stale)
    return None if same else (DIFFERS, "changed: combin check names the cells")


def checked_view(checked: CheckedFolder, _: int = 10) -> View:
    """Return what came of checking a submission, ready to be shown."""
    from combin.certificate.views import VERDICT, verified_view

    manifest, verdicts = checked.manifest, checked.verdicts
    wrong = sum(verdict not in (CONFIRMED, NOT_CHECKED) for verdict in verdicts.values())
    what = {file.name: file.what for file in manifest.files} | {SUMS: "the hashes", MANIFEST: "the manifest"}
    files = Table.of(
        "",
        [*verdicts],
        [
            Column("File", FILE, lambda name: str(checked.folder / name)),
            Column(None, TEXT, str, "file"),
            Column("What it is", TEXT, lambda name: what.get(name, ""), "what"),
            Column("Verdict", VERDICT, verdicts.__getitem__, "verdict"),
        ],
    )
    certificate = None if checked.certificate is None else verified_view(checked.certificate)
    return View(
        f"{manifest.title}: submission {_verdict(wrong, confirmed=checked.confirmed)}",
        (
            f"{checked.folder}, made by {manifest.made_by}.",
            f"SHA-256 of {MANIFEST}, which nothing here can confirm: {checked.sha256}",
            *(f"{name}: {why}." for name, why in checked.reasons.items()),
            *named("Also there, and not named by the manifest", checked.others),
            *((certificate.heading, *certificate.lines) if certificate else ("No certificate is checked.",)),
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


def _verdict(wrong: int, *, confirmed: bool) -> str:
    if confirmed:
        return "confirmed"
    return f"contradicted in {counted(wrong, 'file')}" if wrong else "contradicted in its certificate"
