"""The page about the rules language: every file of it is loaded, every command of it run."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.rules.load import load_rules
from combin.rules.model import RulesFile
from tests.readme import blocks, run

PAGE = Path(__file__).parents[1] / "docs" / "language.md"


def test_the_page_says_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not "\n".join(run(PAGE.read_text(encoding="utf-8"), tmp_path))


def test_every_file_of_the_page_is_sound(tmp_path: Path) -> None:
    files = [
        block for block in blocks(PAGE.read_text(encoding="utf-8")) if block.file and "\nid = " in block.text
    ]
    for block in files:
        (tmp_path / str(block.file)).write_text(block.text, encoding="utf-8")
    assert len(files) > 8
    for block in files:
        assert load_rules(tmp_path / str(block.file)).file.id


def test_the_page_names_every_table_of_a_rule_file() -> None:
    page = PAGE.read_text(encoding="utf-8")
    left_out = {"id", "title", "limits"}
    assert [name for name in RulesFile.__struct_fields__ if name not in left_out and name not in page] == []
