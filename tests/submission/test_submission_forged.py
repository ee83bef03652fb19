"""Folders of `combin submit` that were forged, with all hashes made anew."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import combin as library
from combin.certificate.canonical import CertificateError, digest
from combin.submission.submission import MANIFEST, SUMS, CheckedFolder, Document
from tests.certificate.certificates import SMALL
from tests.helpers.texts import toml_text

pytestmark = pytest.mark.slow

Manifest = dict[str, Any]

EXTENDS = 'extends = "base.toml"\ntitle = "Small"\n[imprint]\ncurrency = "£"\n'


@pytest.fixture(scope="module")
def submitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("rules") / "base.toml"
    base.write_text(toml_text(SMALL), encoding="utf-8")
    rules = base.with_name("small.toml")
    rules.write_text(EXTENDS, encoding="utf-8")
    lab = tmp_path_factory.mktemp("lab") / "lab"
    library.load(rules).submit(lab)
    return lab


@pytest.fixture
def lab(submitted: Path, tmp_path: Path) -> Path:
    return shutil.copytree(submitted, tmp_path / "lab")


@pytest.fixture
def known(submitted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take what the rules come to from the folder as it was written, for tests that leave the rules alone."""

    def write(work: Sequence[Document], path: Path) -> dict[str, str]:
        for ending, _, _ in work:
            shutil.copy(submitted / f"small{ending}", path.with_name(path.name + ending))
        return {}

    body = json.loads((submitted / "small.certificate.json").read_text(encoding="utf-8"))["body"]
    monkeypatch.setattr("combin.submission.submission.write_work", write)
    monkeypatch.setattr("combin.certificate.certify.derived_body", lambda *_: (body, {}))


def forge(lab: Path, change: Callable[[Manifest], object] = lambda _: None) -> CheckedFolder:
    """Change the manifest of a folder, make all hashes anew, and check the folder."""
    path = lab / MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    for file in manifest["files"]:
        content = (lab / file["file"]).read_bytes()
        file["sha256"], file["bytes"] = hashlib.sha256(content).hexdigest(), len(content)
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    sums = "".join(f"{file['sha256']}  {file['file']}\n" for file in manifest["files"])
    (lab / SUMS).write_text(sums, encoding="utf-8")
    answer = library.verify(lab)
    assert isinstance(answer, CheckedFolder)
    return answer


def without(lab: Path, ending: str) -> Callable[[Manifest], None]:
    """Return a change that takes a document away."""
    (lab / f"small{ending}").unlink()

    def change(manifest: Manifest) -> None:
        manifest["files"] = [file for file in manifest["files"] if file["file"] != f"small{ending}"]

    return change


def wrong(checked: CheckedFolder) -> set[str]:
    assert not checked.confirmed
    files = {name for name, verdict in checked.verdicts.items() if verdict != "confirmed"}
    certificate = checked.certificate
    return files | ({"certificate"} if certificate is not None and not certificate.confirmed else set())


def test_as_it_was_written_it_is_confirmed(lab: Path) -> None:
    files = json.loads((lab / MANIFEST).read_text(encoding="utf-8"))["files"]
    assert [file["file"] for file in files][:2] == ["small.toml", "small-extends-base.toml"]
    assert (lab / "small.toml").read_text(encoding="utf-8") == EXTENDS
    checked = forge(lab)
    assert checked.confirmed
    assert checked.reasons == {}
    assert set(checked.verdicts.values()) == {"confirmed"}


def test_rules_that_are_others_contradict_all_that_follows_from_them(lab: Path) -> None:
    path = lab / "small-extends-base.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("= 300", "= 600", 1), encoding="utf-8")
    found = wrong(forge(lab))
    assert {"certificate", "small-rules.md", "small-par.xlsx", "small-par.pdf", MANIFEST} <= found


@pytest.mark.usefixtures("known")
def test_a_certificate_of_another_game_is_no_certificate_of_this_one(lab: Path) -> None:
    path = lab / "small.certificate.json"
    certificate = json.loads(path.read_text(encoding="utf-8"))
    certificate["body"]["base_game"][0]["house_edge"] = "1/100"
    certificate["sha256"] = digest(certificate["body"])
    path.write_text(json.dumps(certificate), encoding="utf-8")
    assert wrong(forge(lab)) == {"certificate"}
    renamed = forge(lab, lambda manifest: manifest.update(game="small-x"))
    assert wrong(renamed) == {"small-x.toml"}
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(CertificateError):
        forge(lab, lambda manifest: manifest.update(game="small"))


CHANGES: dict[str, Callable[[Manifest], object]] = {
    "rules_sha256": lambda manifest: manifest.update(rules_sha256="0" * 64),
    "title": lambda manifest: manifest.update(title="Large"),
    "imprint": lambda manifest: manifest["imprint"].clear(),
    "left_out.certificate": lambda manifest: manifest["left_out"].update(certificate="no room"),
    "left_out.audit": lambda manifest: manifest["left_out"].update(audit="it is well"),
    "order of files": lambda manifest: manifest["files"].reverse(),
    "files": lambda manifest: manifest["files"][2].update(what="approved by the regulator"),
}


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("place", CHANGES)
def test_a_manifest_that_says_something_else_is_named(place: str, lab: Path) -> None:
    checked = forge(lab, CHANGES[place])
    assert wrong(checked) == {MANIFEST}
    assert place in checked.reasons[MANIFEST]


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("ending", [".certificate.json", "-par.xlsx", "-card.pdf", "-extends-base.toml"])
def test_what_belongs_there_may_not_be_left_out(ending: str, lab: Path) -> None:
    checked = forge(lab, without(lab, ending))
    assert not checked.confirmed
    if ending != "-extends-base.toml":
        assert wrong(checked) == {MANIFEST}
        assert f"small{ending}: is missing" in checked.reasons[MANIFEST]


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("ending", ["-par.pdf", "-card.pdf", "-rules.md"])
def test_another_document_differs_and_of_another_program_it_is_not_checked(ending: str, lab: Path) -> None:
    path = lab / f"small{ending}"
    path.write_bytes(path.read_bytes().replace(b"1", b"2", 1))
    assert wrong(forge(lab)) == {path.name}
    certificate = lab / "small.certificate.json"
    text = certificate.read_text(encoding="utf-8").replace(f'"combin {library.__version__}"', '"combin 9"')
    certificate.write_text(text, encoding="utf-8")
    checked = forge(lab, lambda manifest: manifest.update(made_by="combin 9"))
    assert checked.confirmed
    assert checked.verdicts[path.name] == "not checked"
    assert "read its pages" in checked.reasons[path.name]


@pytest.mark.usefixtures("known")
def test_a_workbook_of_another_game_or_with_another_figure_differs(lab: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(toml_text(SMALL).replace("= 300", "= 600", 1), encoding="utf-8")
    library.load(other).par().write(lab / "small-par.xlsx")
    assert wrong(forge(lab)) == {"small-par.xlsx"}


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest.update(approved=True),
        lambda manifest: manifest["files"][0].update(approved=True),
        lambda manifest: manifest["files"].append(manifest["files"][0]),
        lambda manifest: manifest.update(game="../small"),
        lambda manifest: manifest.update(imprint=None),
        lambda manifest: manifest.update(left_out=[]),
    ],
)
def test_a_manifest_of_another_shape_is_none(change: Callable[[Manifest], object], lab: Path) -> None:
    with pytest.raises(library.RulesError, match="not a manifest of a submission"):
        forge(lab, change)
