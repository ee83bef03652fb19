from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import combin as library
from combin.files import write_text
from combin.formats.typesetter import PrintError
from combin.submission import CARD, MANIFEST, SUMS, Documents, _documents
from tests.command_line import Run, combin

PRIME = "three-card-prime"


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
    names = {file["file"].removeprefix(PRIME) for file in manifest["files"]}
    expected = {"-par.xlsx", "-par.pdf", "-strategy.pdf", "-card.pdf", ".certificate.json"}
    assert expected < names
    assert ".toml" in names
    assert manifest["left_out"] == {"audit": "no claims about the document are known"}
    assert library.verify(folder / f"{PRIME}.certificate.json").confirmed
    assert library.check_book(folder / f"{PRIME}-par.xlsx").changes == ()


@pytest.mark.slow
def test_rules_that_extend_others_bring_those_along(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(f'extends = "{PRIME}"\nid = "mine"\ntitle = "Mine"\n', encoding="utf-8")
    answer = library.load(rules).submit(tmp_path / "lab")
    names = [file.name for file in answer.files if file.name.endswith(".toml")]
    assert names[:2] == ["mine.toml", f"mine-extends-{PRIME}.toml"]
    assert (tmp_path / "lab" / "mine.toml").read_text(encoding="utf-8") == rules.read_text(encoding="utf-8")


def test_a_folder_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").touch()
    complaint = f"combin: {tmp_path}: the folder holds something else than a submission\n"
    assert combin("submit", PRIME, "-o", str(tmp_path)) == Run(2, "", complaint)
    assert [path.name for path in tmp_path.iterdir()] == ["novel.txt"]


def test_what_no_certificate_holds_goes_without_one(tmp_path: Path) -> None:
    rules = tmp_path / "joker.toml"
    rules.write_text(
        'extends = "twenty-one-plus-three"\nid = "joker"\ntitle = "Six decks and a joker"\n'
        'without = ["pay_tables.bet.v6"]\n[deck]\njokers = 1\njoker = "wild"\n',
        encoding="utf-8",
    )
    left_out: dict[str, str] = {}
    game = library.load(rules)
    documents = Documents(game.par, None, game.printed_strategy, game.certify)
    names = [ending for ending, _, _ in _documents(game.rules, rules, documents, left_out, "")]
    assert names == [".toml", "-extends-twenty-one-plus-three.toml", "-par.xlsx", "-par.pdf"]
    assert left_out["certificate"].startswith("certificates hold more than four decks without jokers")


def _refused(_: Path) -> None:
    raise PrintError("the card is full")


def _interrupted(_: Path) -> None:
    raise KeyboardInterrupt


def test_a_card_that_has_no_room_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [(".toml", "the rules", lambda into: write_text("", into)), (CARD, "rack card", _refused)]
    monkeypatch.setattr("combin.submission._documents", lambda *_: documents)
    answer = library.load(PRIME).submit(tmp_path / "lab")
    assert answer.left_out == {"card": "the card is full"}
    assert {path.name for path in (tmp_path / "lab").iterdir()} == {f"{PRIME}.toml", SUMS, MANIFEST}


def test_what_is_interrupted_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [(".toml", "the rules", lambda into: write_text("", into)), (CARD, "rack card", _interrupted)]
    monkeypatch.setattr("combin.submission._documents", lambda *_: documents)
    with pytest.raises(KeyboardInterrupt):
        library.load(PRIME).submit(tmp_path / "lab")
    assert [*tmp_path.iterdir()] == []
