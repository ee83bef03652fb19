"""Texts of a rule file stay texts in every format: no link, no picture, no command, no formula."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.helpers.command_line import combin

NAME = "=1+1|[l](javascript:x)![p](http://e/p)<script>x</script>\\input{x}\x1b[2J\u202e\n# h"


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """Write a game whose title and names are such texts."""
    path = tmp_path / "hostile.toml"
    path.write_text(
        f'extends = "uk-including-blind"\ntitle = {json.dumps(NAME)}\n'
        f"[wager.ante]\nname = {json.dumps(NAME)}\n[wager.pair_plus]\nname = {json.dumps(f'{NAME} 2')}\n",
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.slow
def test_latex_obeys_none_of_them(hostile: str) -> None:
    out = combin("formula", hostile, "--latex").out
    assert "\\input" not in out
    for line in out.splitlines():
        assert line.startswith(("%", "\\begin{align*}", "\\end{align*}", "  \\text{")) or not line


def test_markdown_holds_no_link_and_no_element(hostile: str) -> None:
    out = combin("analyse", hostile, "--format", "md").out
    assert "\\[l](javascript:x)!\\[p](http://e/p)\\<script>" in out
    for live in ("[l]", "[p]", "<script>"):
        assert out.count(live) == out.count(f"\\{live}")
    assert "\n# h" not in out


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_a_terminal_gets_nothing_that_it_obeys(form: str, hostile: str) -> None:
    out = combin("analyse", hostile, "--format", form).out
    assert out.replace("\n", "").isprintable()
    if form == "json":
        assert "\u202e" in json.dumps(json.loads(out), ensure_ascii=False)


def test_a_spreadsheet_calculates_no_text_of_csv(hostile: str) -> None:
    out = combin("analyse", hostile, "--format", "csv").out
    cells = [cell for row in csv.reader(io.StringIO(out)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
    for cell in cells:
        if cell.startswith("-"):
            float(cell)
