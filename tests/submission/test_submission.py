from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

import combin as library
from combin.certificate.body import certificate_hash
from combin.files import write_text
from combin.formats.typesetter import PrintError
from combin.submission.submission import (
    ASIDE,
    AUDIT,
    CONFIRMED,
    MANIFEST,
    SUMS,
    Document,
    Submission,
    _locked,
    read_manifest,
    works_of,
)
from tests.certificate.certificates import SMALL
from tests.helpers.command_line import Run, combin
from tests.helpers.games import game
from tests.helpers.texts import toml_text
from tests.submission.one_by_one import write_each

PRIME = "three-card-prime"

EVER = {"seed": 10**6, "increment": "1/100"}
"""A meter that no series reaches where a prize takes next to nothing of it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab") / "folder"
    library.load(PRIME).submit(folder)
    return folder


@pytest.mark.slow
def test_the_manifest_names_every_file_with_its_hash(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    stated = {file["file"]: file["sha256"] for file in manifest["files"]}
    assert stated.items() < hashes.items()
    assert hashes.keys() - stated.keys() == {MANIFEST, "SHA256SUMS"}
    sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert {name: sha256 for sha256, name in (line.split("  ") for line in sums)} == stated


@pytest.mark.slow
def test_the_folder_has_what_a_lab_asks_for_and_says_what_it_has_not(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    names = [file["file"].removeprefix(PRIME) for file in manifest["files"]]
    assert names[0] == ".toml"
    assert names[-10:] == [
        "-rules.md",
        "-examples.jsonl",
        "-procedure.pdf",
        "-par.xlsx",
        "-par.pdf",
        ".certificate.json",
        "-strategy.pdf",
        "-card.pdf",
        "-guide.pdf",
        "-layout.pdf",
    ]
    assert manifest["left_out"] == {"audit": "no claims about the document"}
    assert library.check_book(folder / f"{PRIME}-par.xlsx").changes == ()


@pytest.mark.slow
def test_documents_are_those_that_each_command_writes_by_itself(folder: Path, tmp_path: Path) -> None:
    for name in write_each(PRIME, tmp_path):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


@pytest.mark.slow
def test_a_submission_is_verified_file_by_file(folder: Path, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    shutil.copytree(folder, lab)
    (lab / f"{PRIME}-card.pdf").unlink()
    (lab / f"{PRIME}-par.pdf").write_text("forged", encoding="utf-8")
    (lab / "notes.txt").touch()
    told = combin("verify", str(lab / MANIFEST), "--format", "json")
    answer = json.loads(told.out)
    verdicts = {one["file"].removeprefix(PRIME): one["verdict"] for one in answer["files"]}
    assert {name: verdict for name, verdict in verdicts.items() if verdict != "confirmed"} == {
        "-card.pdf": "missing",
        "-par.pdf": "differs",
    }
    assert (told.code, answer["confirmed"], answer["others"]) == (1, False, ["notes.txt"])
    assert answer["certificate"]["confirmed"]


def test_a_folder_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").touch()
    complaint = f"combin: {tmp_path}: the folder contains files, but no submission\n"
    assert combin("submit", PRIME, "-o", str(tmp_path)) == Run(2, "", complaint)
    assert [path.name for path in tmp_path.iterdir()] == ["novel.txt"]
    complaint = f"combin: {tmp_path}: the folder has no submission: {MANIFEST} is missing\n"
    assert combin("verify", str(tmp_path)) == Run(2, "", complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '{"title": "a page"}',
            f"{MANIFEST}: not a manifest of a submission: Object missing required field `game`",
        ),
        ("[" * 99_999, f"{MANIFEST}: not a manifest of a submission: "),
        (
            f'{{"game": "{"x" * 10**6}"}}',
            f"{MANIFEST}: not a manifest of a submission: more than 1,000,000 bytes",
        ),
    ],
)
def test_a_manifest_of_something_else_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    for command in (["submit", PRIME, "-o", str(tmp_path)], ["verify", str(tmp_path)]):
        told = combin(*command)
        assert (told.code, told.out) == (2, "")
        assert complaint in told.err
    assert (tmp_path / MANIFEST).read_text(encoding="utf-8") == text


def test_what_no_certificate_holds_goes_without_one(tmp_path: Path) -> None:
    rules = tmp_path / "joker.toml"
    rules.write_text(
        'extends = "twenty-one-plus-three"\nid = "joker"\ntitle = "Six decks and a joker"\n'
        'without = ["pay_tables.bet.v6"]\n[deck]\njokers = 1\njoker = "wild"\n',
        encoding="utf-8",
    )
    left_out: dict[str, str] = {}
    game = library.load(rules)
    works = works_of(game, None, left_out, "")
    names = [ending for work in works for ending, _, _ in work]
    assert names[:3] == [".toml", "-extends-twenty-one-plus-three.toml", "-rules.md"]
    assert names[3:5] == ["-examples.jsonl", "-procedure.pdf"]
    assert names[5:] == ["-par.xlsx", "-par.pdf", "-guide.pdf", "-layout.pdf"]
    assert left_out["certificate"].startswith("certificates hold more than four decks without jokers")


def test_a_run_says_at_the_start_that_there_is_no_certificate_and_writes_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, said = tmp_path / "mine.toml", list[str]()
    meter = {"pay_tables.jackpot.A.straight flush": {"meter": "1/10000"}, "jackpot.options.1.meters": [EVER]}
    rules.write_text(toml_text(game(SMALL, meter)), encoding="utf-8")

    def begin(works: Sequence[object]) -> list[dict[str, str]]:
        said.append("begun")
        return [{} for _ in works]

    monkeypatch.setattr("combin.processes.shared", begin)
    answer = library.load(rules).submit(tmp_path / "lab", warn=said.append)
    why = "option 1: 10 digits of its meter take too many terms"
    assert said == [f"without a certificate: {why}", "begun"]
    assert answer.manifest.left_out["certificate"] == why
    assert certificate_hash(library.load(rules).rules) is None


def test_what_a_killed_run_has_left_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = tmp_path / "lab"
    left = [tmp_path / f"{ASIDE}1", lab / f"{ASIDE}2"]
    for folder in left:
        folder.mkdir(parents=True)
        (folder / "half.pdf").touch()
    with _locked(left[0]):  # by a run that is not over
        _submit(monkeypatch, lab, [_text(".toml", "new")])
        assert [folder.exists() for folder in left] == [True, False]
    _submit(monkeypatch, lab, [_text(".toml", "new")])
    assert not left[0].exists()
    assert {path.name for path in lab.iterdir()} == {f"{PRIME}.toml", SUMS, MANIFEST}


def _refused(_: Path) -> None:
    raise PrintError("the card is full")


def _interrupted(_: Path) -> None:
    raise KeyboardInterrupt


def _text(ending: str, text: str) -> Document:
    return ending, "a text", lambda into: write_text(text, into)


def _submit(monkeypatch: pytest.MonkeyPatch, folder: Path, *works: Sequence[Document]) -> Submission:
    monkeypatch.setattr("combin.submission.submission.works_of", lambda *_: works)
    return library.load(PRIME).submit(folder)


def test_a_page_that_has_no_room_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _submit(
        monkeypatch, tmp_path / "lab", [_text(".toml", "")], [("-card.pdf", "rack card", _refused)]
    )
    assert answer.manifest.left_out == {"card": "the card is full"}
    assert {path.name for path in (tmp_path / "lab").iterdir()} == {f"{PRIME}.toml", SUMS, MANIFEST}


def test_what_is_interrupted_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = tmp_path / "lab"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            _submit(monkeypatch, lab, [_text(".toml", "new")], [("-card.pdf", "rack card", _interrupted)] * 2)
        if not lab.exists():
            assert [*tmp_path.iterdir()] == []
            _submit(monkeypatch, lab, [_text(".toml", "old")])
    assert {file.stands_in(lab) for file in read_manifest(lab).files} == {CONFIRMED}
    assert {path.name for path in lab.iterdir()} == {f"{PRIME}.toml", SUMS, MANIFEST}


def test_a_new_submission_replaces_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = [_text(ending, ending) for ending in (".toml", "-audit.pdf", "-card.pdf", "-par.pdf")]
    _submit(monkeypatch, tmp_path, first)
    (tmp_path / f"{PRIME}-card.pdf").write_text("signed", encoding="utf-8")
    (tmp_path / "letter.txt").touch()
    answer = _submit(monkeypatch, tmp_path, [_text(".toml", "new"), _text("-par.pdf", "new")])
    assert answer.removed == (f"{PRIME}-audit.pdf",)
    assert answer.others == ("letter.txt", f"{PRIME}-card.pdf")
    assert (tmp_path / f"{PRIME}-card.pdf").read_text(encoding="utf-8") == "signed"
    assert "Other files in the folder: letter.txt" in str(answer)
    with pytest.raises(library.RulesError, match="has the submission of another game, three-card-prime"):
        library.load("pick-a-card").submit(tmp_path)


@pytest.mark.slow
def test_rules_in_a_folder_are_audited_by_the_claims_that_ship(tmp_path: Path) -> None:
    def write(source: str | Path, ending: str, path: Path) -> str:
        works = works_of(library.load(source), None, {}, "")
        next(writes for work in works for end, _, writes in work if end == ending)(path)
        return path.read_text(encoding="utf-8")

    rules = tmp_path / "uk-including-blind.toml"
    write("uk-including-blind", ".toml", rules)
    shipped = write("uk-including-blind", AUDIT, tmp_path / "audit.md")
    assert "Claims checked: 0," not in shipped
    assert write(rules, AUDIT, tmp_path / "audit.md").replace(str(rules), "uk-including-blind") == shipped


@pytest.mark.parametrize("name", ["../letter.txt", "/etc/passwd", "..", ".", "a\\b", ""])
def test_a_manifest_stays_in_its_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _submit(monkeypatch, tmp_path, [_text(".toml", "")])
    manifest = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"][0]["file"] = name
    (tmp_path / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(library.RulesError, match="not a manifest of a submission: Expected `str` matching"):
        library.verify(tmp_path)
