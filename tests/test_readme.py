"""How a page of documentation is run as a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin import __version__
from tests.helpers.readme import blocks, holds, run

PAGE = (Path(__file__).parent / "data" / "page.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_page_that_is_right(folder: Path) -> None:
    assert run(PAGE, folder) == []
    assert (
        folder / "mine.toml"
    ).read_text() == '# mine.toml\nextends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```console\n$ combin --version\ncombin 9.9\n```\n", "line 2: $ combin --version\n--- the page\n"),
        (f"```console\n$ combin --version\ncombin {__version__}\n\n```\n", "line 2: $ combin --version\n"),
        ("\n```console\n$ make\n$ combin \\\n  show nowhere\n```\n", "line 4: $ combin show nowhere\n"),
        ("```python\n>>> 1 + 1\n3\n```\n", "Expected:\n    3\nGot:\n    2\n"),
    ],
)
def test_a_page_that_is_wrong(page: str, problem: str, folder: Path) -> None:
    (told,) = run(page, folder)
    assert problem in told


@pytest.mark.parametrize("page", ["", "# combin\n\nNothing here.\n", "```console\n$ make test\n```\n"])
def test_a_page_on_which_nothing_is_run_is_wrong(page: str, folder: Path) -> None:
    assert run(page, folder) == ["nothing on this page is run"]


def test_blocks_know_their_language_line_and_file() -> None:
    found = [(block.language, block.line, block.file) for block in blocks(PAGE)]
    assert found == [
        ("toml", 5, "mine.toml"),
        ("json", 13, "rounds.jsonl"),
        ("console", 17, None),
        ("python", 35, None),
        ("python", 40, None),
        ("python", 47, None),
    ]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a b", "a b", True),
        ("a", "a b", False),
        ("a b", "a", False),
        ("...", "", True),
        ("... b", "a b", True),
        ("... b", "a c", False),
        ("a ... c", "a c", True),
        ("a ... a", "a", False),
        ("a ... b ... d", "a x b y d", True),
        ("a ... b ... d", "a x y d", False),
        ("... b ...", "b", True),
        ("... b b ...", "a b", False),
        ("a ... ... b", "a b", True),
    ],
)
def test_left_out_lines(shown: str, printed: str, same: bool) -> None:
    assert holds(shown.split(), printed.split()) is same
